"""Contracts, read off the source: from comments, and from the decorators of icontract and deal by their resolved names.

A clause becomes a `lambda` of the names it asks for, beside the function it belongs to, so that its names mean what
they mean there.  What is not understood is a diagnostic with its place, and nothing is assumed from it.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from typing import Final

from clew.frontend.class_clauses import (
    CONSTRUCTORS,
    DECORATORS,
    ReadInvariant,
    classes_of,
    from_comment,
    from_decorator,
    heirs,
    role_of,
    with_inherited,
)
from clew.frontend.clause_comments import Comment, comments_of
from clew.frontend.clause_purity import Purity
from clew.frontend.library_names import Named, Names
from clew.frontend.loop_clauses import free_names, loops_of, unclaimed, variables_of
from clew.frontend.parsing import parse_expression
from clew.frontend.places import FunctionNode, first_line, head_span, span_of
from clew.frontend.truths import is_truth
from clew.ir.contract import ENSURE, INVARIANT, LOOP, OLD, REQUIRE, RESULT
from clew.records import dataclass
from clew.regexes import regex
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span

MAY_HOLD: Final = regex(r"#\s*clew:|\bicontract\b|\bdeal\b")
"""Texts without a match have no contracts."""

HARMLESS: Final = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "override", "final", "lru_cache",
     "cache", "setter", "deleter", "getter", "no_type_check"}
)  # fmt: skip
"""Decorators of which the last name says that they leave the function what it is."""

NO_CLAUSE: Final = frozenset(
    {"deal.raises", "deal.safe", "deal.pure", "deal.has", "deal.reason", "deal.example", "deal.chain"}
)
DECREASES: Final = "decreases"
ENDLESS: Final = "that a loop or a recursion ends is not claimed"
CLAUSES: Final = {
    "icontract.require": REQUIRE, "icontract.ensure": ENSURE,
    "deal.pre": REQUIRE, "deal.post": ENSURE, "deal.ensure": ENSURE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadClause:
    """As in `ir.contract`, with the clause as a `lambda` with places in the source."""

    kind: str
    span: Span
    text: str
    library: bool
    node: ast.Lambda


@dataclass(frozen=True, slots=True)
class ReadLoop:
    """An invariant of a loop.  place: of its condition, or of what it goes through."""

    clause: ReadClause
    statement: ast.While | ast.For
    place: Span


@dataclass(frozen=True, slots=True)
class ReadSnapshot:
    name: str
    span: Span
    node: ast.Lambda | None


@dataclass(slots=True)
class ReadContract:
    """Of one function.  owner: the module or class it is defined in; place: its head, where invariants are claimed;
    constructor: these need not hold when it begins; above: how many decorators stand above the first of a library, if
    there is one.
    """

    owner: ast.Module | ast.ClassDef
    place: Span
    requires: list[ReadClause] = field(default_factory=list)
    invariants: list[ReadClause] = field(default_factory=list)
    constructor: bool = False
    ensures: list[ReadClause] = field(default_factory=list)
    snapshots: list[ReadSnapshot] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    unread_requires: bool = False
    opaque: bool = False
    above: int | None = None
    loops: list[ReadLoop] = field(default_factory=list)

    def lambdas(self) -> Iterator[ast.Lambda]:
        yield from (clause.node for clause in (*self.requires, *self.ensures, *self.invariants))
        yield from (loop.clause.node for loop in self.loops)
        yield from (snapshot.node for snapshot in self.snapshots if snapshot.node is not None)


@dataclass(frozen=True, slots=True)
class ReadContracts:
    """of: by `id(node)` of the `def`; problems: what was not understood."""

    of: dict[int, ReadContract]
    problems: tuple[Diagnostic, ...]


NOTHING: Final = ReadContracts({}, ())


class Unread(Exception):
    """A clause that is not understood."""

    def __init__(self, text: str, span: Span) -> None:
        super().__init__(text)
        self.span = span


def read_contracts(tree: ast.Module, text: str, file: str) -> ReadContracts:
    """The contracts of all functions of a module.  (Most modules have none, which their text shows.)"""
    return _Reader(tree, text, file).read() if MAY_HOLD.search(text) else NOTHING


class _Reader:
    def __init__(self, tree: ast.Module, text: str, file: str) -> None:
        self.tree = tree
        self.text = text
        self.file = file
        self.names = Names.of(tree)
        self.purity = Purity(tree)
        self.known = {*vars(builtins), *_bound(tree)}
        self.comments = comments_of(text)
        self.problems: list[Diagnostic] = []
        self.found: dict[int, ReadContract] = {}

    def read(self) -> ReadContracts:
        own = {id(cls): list(self._invariants(cls)) for cls in classes_of(self.tree)}
        invariants = with_inherited(self.tree, self.names, own, self.problem)
        inheriting = heirs(self.tree, self.names)
        for owner, node in _functions(self.tree):
            contract = ReadContract(owner if isinstance(owner, ast.ClassDef) else self.tree, head_span(node))
            comments = self.comments.above(first_line(node), node.lineno, node.col_offset)
            self._decorators(node, contract)
            for comment in comments:
                self._comment(node, comment, contract)
            if id(node) in inheriting:  # what they ask is weaker than what stands here, and they promise more
                text = f"the contract that `{node.name}` inherits is not read, nor is its own"
                self.refuse(contract, REQUIRE, text, head_span(node), library=True)
                contract.requires = [c for c in contract.requires if not c.library]
                contract.ensures = [c for c in contract.ensures if not c.library]
            self._loops(node, contract)
            if contract.requires or contract.ensures or contract.unread or contract.loops:
                self._supported(owner, node, contract)
            if isinstance(owner, ast.ClassDef):
                self._keeps(node, contract, invariants[id(owner)])
            if contract.requires or contract.ensures or contract.unread or contract.invariants or contract.loops:
                self.found[id(node)] = contract
        for comment in self.comments.left():
            self.problem(f"`{comment.kind}` stands above no function, class or loop that may have one", comment.span)
        for text, span in self.comments.odd:
            self.problem(text, span)
        return ReadContracts(self.found, tuple(sorted(self.problems, key=lambda d: d.span or Span(0, 0, 0, 0))))

    def problem(self, text: str, span: Span) -> None:
        self.problems.append(Diagnostic("contract", f"{text}: nothing is assumed from it", self.file, span, "warning"))

    def refuse(self, contract: ReadContract, kind: str, text: str, span: Span, library: bool = False) -> None:
        contract.unread.append(span)
        contract.opaque |= library
        contract.unread_requires |= kind not in (ENSURE, LOOP, DECREASES)
        self.problem(text, span)

    def _invariants(self, cls: ast.ClassDef) -> Iterator[ReadInvariant]:
        """Those that stand at the class itself."""
        makers: list[tuple[Span, Callable[[], ReadInvariant]]] = []
        for comment in self.comments.above(first_line(cls), cls.lineno, cls.col_offset):
            if comment.kind == INVARIANT:
                makers.append((comment.span, partial(from_comment, comment, self.known)))
            else:
                self.problem(f"`{comment.kind}` stands above a class", comment.span)
        for decorator in reversed(cls.decorator_list):
            named = self.names.of_library(decorator)
            if named is not None and named.name in DECORATORS:
                makers.append((named.span, partial(from_decorator, named, self.purity.functions)))
        if makers and not any(isinstance(n, ast.FunctionDef) and n.name in CONSTRUCTORS for n in cls.body):
            self.problem(f"`{cls.name}` has no `__init__` here, of which its invariant could be claimed", makers[0][0])
            return
        for span, make in makers:
            try:
                made = make()
                self._pure(made.body, span)
                yield made
            except SyntaxError as error:
                self.problem(f"not an expression ({error.msg})", span)
            except (ValueError, Unread) as error:
                self.problem(str(error), span)

    def _keeps(self, node: FunctionNode, contract: ReadContract, invariants: list[ReadInvariant]) -> None:
        """A method of a class with invariants."""
        role = role_of(node) if invariants else ""
        if not role:
            return
        if isinstance(node, ast.AsyncFunctionDef) or is_generator(node) or next(self._others(node), None) is not None:
            self.problem(f"the invariant of its class is not claimed of `{node.name}`", head_span(node))
            return
        contract.constructor = role == "constructor"
        contract.opaque |= any(i.steps for i in invariants)
        contract.invariants = [ReadClause(INVARIANT, i.span, i.text, i.library, i.function()) for i in invariants]

    def _supported(self, owner: ast.AST, node: FunctionNode, contract: ReadContract) -> None:
        """Where clauses have no meaning here, none is used."""
        why = None
        if not isinstance(owner, ast.Module | ast.ClassDef):
            why = "contracts of functions inside of functions are not read"
        elif isinstance(node, ast.AsyncFunctionDef) or is_generator(node):
            why = "contracts of generators and coroutines are not read"
        elif (other := next(self._others(node), None)) is not None:
            why = f"contracts under the decorator `{ast.unparse(other)}` are not read"
        if why is not None:
            clauses = [*contract.requires, *contract.ensures, *(loop.clause for loop in contract.loops)]
            contract.requires, contract.ensures, contract.loops = [], [], []
            for clause in clauses:
                self.refuse(contract, clause.kind, why, clause.span, clause.library)

    def _others(self, node: FunctionNode) -> Iterator[ast.expr]:
        """Decorators that may make anything of the function."""
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            last = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if self.names.of_library(decorator) is None and last not in HARMLESS:
                yield decorator

    # ------------------------------------------------------------ comments

    def _comment(self, node: FunctionNode, comment: Comment, contract: ReadContract) -> None:
        try:
            if comment.kind == DECREASES:
                raise Unread(ENDLESS, comment.span)
            if comment.kind == INVARIANT:
                raise Unread("an invariant stands above a class, or a loop", comment.span)
            body = comment.expression()
            parameters = _parameters(node)
            asked: dict[str, None] = {}
            if comment.kind == ENSURE:
                body = _Old(parameters).visit(body)
            for name in _loaded(body):
                old = name.removeprefix(OLD)
                if name in parameters or (comment.kind == ENSURE and name == RESULT and name not in parameters):
                    asked[name] = None
                elif old != name:
                    asked[name] = None
                    if old not in (s.name for s in contract.snapshots):
                        contract.snapshots.append(ReadSnapshot(old, comment.span, None))
                elif name not in self.known and name not in _stored(body):
                    raise Unread(f"`{name}` is no parameter of `{node.name}` and no name of the module", comment.span)
            if comment.kind == ENSURE and RESULT in parameters:
                raise Unread("`result` is a parameter, so that clauses cannot name what is returned", comment.span)
            self._pure(body, comment.span)
        except SyntaxError as error:
            return self.refuse(contract, comment.kind, f"not an expression ({error.msg})", comment.span)
        except Unread as error:
            return self.refuse(contract, comment.kind, str(error), error.span)
        clause = ReadClause(comment.kind, comment.span, comment.text, False, _lambda(asked, body))
        (contract.requires if comment.kind == REQUIRE else contract.ensures).append(clause)

    def _loops(self, node: FunctionNode, contract: ReadContract) -> None:
        """The invariants of the loops of a function."""
        variables = {*_parameters(node), *variables_of(node)}
        for statement in loops_of(node):
            for comment in self.comments.above(statement.lineno, statement.lineno, statement.col_offset):
                try:
                    if comment.kind == DECREASES:
                        raise Unread(ENDLESS, comment.span)
                    if comment.kind != INVARIANT:
                        raise Unread(f"`{comment.kind}` stands above a loop", comment.span)
                    if (why := unclaimed(statement)) is not None:
                        raise Unread(why, comment.span)
                    contract.loops.append(self._loop(node, statement, comment, variables, contract))
                except SyntaxError as error:
                    self.refuse(contract, LOOP, f"not an expression ({error.msg})", comment.span)
                except Unread as error:
                    self.refuse(contract, LOOP, str(error), error.span)

    def _loop(
        self,
        node: FunctionNode,
        statement: ast.While | ast.For,
        comment: Comment,
        variables: set[str],
        contract: ReadContract,
    ) -> ReadLoop:
        body = _Old(_parameters(node)).visit(comment.expression())
        asked: dict[str, None] = {}
        for name in free_names(body):
            old = name.removeprefix(OLD)
            if old != name and old not in (s.name for s in contract.snapshots):
                contract.snapshots.append(ReadSnapshot(old, comment.span, None))
            if old != name or name in variables:
                asked[name] = None
            elif name not in self.known:
                raise Unread(f"`{name}` is no variable of `{node.name}` and no name of the module", comment.span)
        self._pure(body, comment.span)
        clause = ReadClause(LOOP, comment.span, comment.text, False, _lambda(asked, body))
        place = span_of(statement.test if isinstance(statement, ast.While) else statement.iter)
        return ReadLoop(clause, statement, place)

    def _pure(self, body: ast.expr, span: Span) -> None:
        if (why := self.purity.impure(body)) is not None:
            raise Unread(f"a clause only looks: {why}", span)

    # ------------------------------------------------------------ decorators

    def _decorators(self, node: FunctionNode, contract: ReadContract) -> None:
        """From the bottom up, as they are applied and their clauses evaluated."""
        for place, decorator in reversed(list(enumerate(node.decorator_list))):
            named = self.names.of_library(decorator)
            if named is None:
                continue
            contract.above = place
            for each in self._chained(named):
                try:
                    self._decorator(node, each, contract)
                except Unread as error:
                    kind = CLAUSES.get(each.name, REQUIRE)
                    self.refuse(contract, kind, str(error), error.span, library=True)

    def _chained(self, named: Named) -> Iterator[Named]:
        """`deal.chain(a, b)` is what its parts are."""
        if named.name != "deal.chain":
            yield named
            return
        for part in reversed(named.arguments):
            inner = self.names.of_library(part)
            yield from self._chained(inner) if inner is not None else (Named("deal.?", (), {}, span_of(part)),)

    def _decorator(self, node: FunctionNode, named: Named, contract: ReadContract) -> None:
        if named.name in NO_CLAUSE:
            return
        if named.name == "icontract.snapshot":
            contract.snapshots.append(self._snapshot(node, named))
            return
        kind = CLAUSES.get(named.name)
        if kind is None:
            raise Unread(f"`{named.name}` is not known", named.span)
        enabled = named.keywords.get("enabled")
        if isinstance(enabled, ast.Constant) and enabled.value is False:
            return
        debugging = isinstance(enabled, ast.Name) and enabled.id == "__debug__"
        if enabled is not None and not (isinstance(enabled, ast.Constant) or debugging):
            raise Unread("whether it is enabled is not known", named.span)
        names = ("condition",) if named.name.startswith("icontract") else ("validator",)
        condition = named.argument(0, *names)
        written = self._condition(node, named.name, condition, named.span)
        snapshots = {s.name for s in contract.snapshots}
        for missing in [a.arg for a in written.args.args if a.arg.startswith(OLD)]:
            if missing.removeprefix(OLD) not in snapshots and not self._has_snapshot(node, missing.removeprefix(OLD)):
                raise Unread(f"there is no snapshot `{missing.removeprefix(OLD)}`", span_of(written.body))
        self._pure(written.body, span_of(written.body))
        clause = ReadClause(kind, span_of(written.body), self._text(condition, written), True, written)
        (contract.requires if kind == REQUIRE else contract.ensures).append(clause)

    def _text(self, condition: ast.expr | None, written: ast.Lambda) -> str:
        """As the source has it, where it can stand on one line and the library has no names of its own."""
        own = ast.get_source_segment(self.text, condition.body) if isinstance(condition, ast.Lambda) else None
        made = ast.unparse(written.body).replace(OLD, "OLD.")
        same = own is not None and "\n" not in own and ast.unparse(parse_expression(own)) == made
        return own if own is not None and same else made

    def _has_snapshot(self, node: FunctionNode, name: str) -> bool:
        named = (self.names.of_library(d) for d in node.decorator_list)
        taken = [self._snapshot(node, n) for n in named if n is not None and n.name == "icontract.snapshot"]
        return any(s.name == name for s in taken)

    def _snapshot(self, node: FunctionNode, named: Named) -> ReadSnapshot:
        written = self._condition(node, named.name, named.argument(0, "capture"), named.span)
        given = named.argument(1, "name")
        asked = [a.arg for a in written.args.args]
        if isinstance(given, ast.Constant) and isinstance(given.value, str):
            name = given.value
        elif given is None and len(asked) == 1:
            name = asked[0]
        else:
            raise Unread("the name of the snapshot is not known", named.span)
        self._pure(written.body, span_of(written.body))
        return ReadSnapshot(name, span_of(written.body), written)

    def _condition(self, node: FunctionNode, name: str, condition: ast.expr | None, span: Span) -> ast.Lambda:
        """The clause as a `lambda` of names of ours."""
        parameters = _parameters(node)
        match condition:
            case ast.Lambda(args=args, body=body):
                asked = [a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
                plain = not (args.vararg or args.kwarg or args.defaults or any(args.kw_defaults))
            case ast.Name(id=helper) if (found := self.purity.functions.get(helper)) is not None:
                asked = [a.arg for a in found.args.args]
                plain = not (found.args.vararg or found.args.kwarg or found.args.posonlyargs or found.args.kwonlyargs)
                called = ast.Call(ast.Name(helper, ast.Load()), [ast.Name(a, ast.Load()) for a in asked], [])
                body = ast.fix_missing_locations(ast.copy_location(called, condition))
            case _:
                raise Unread("a condition that is neither a lambda nor a function of the module", span)
        if not plain:
            raise Unread("a condition with defaults or a variable number of parameters", span)
        body = copy.deepcopy(body)
        if name.startswith("deal."):
            body, asked = _of_deal(name, body, asked, parameters, span)
            if not is_truth(body, self.purity.functions):
                raise Unread("for deal a text is a refusal, and whether this gives one is not known", span_of(body))
        allowed = {*parameters, *({RESULT, "OLD"} if name == "icontract.ensure" else ())}
        allowed |= {RESULT} if name in ("deal.ensure", "deal.post") else set()
        if name in ("icontract.ensure", "deal.ensure") and RESULT in parameters:
            raise Unread("`result` is a parameter, so that clauses cannot name what is returned", span)
        if (wrong := next((a for a in asked if a not in allowed), None)) is not None:
            raise Unread(f"`{wrong}` is no parameter of `{node.name}`", span)
        if "OLD" in asked:
            body = _Old(None).visit(body)
            olds = [n for n in dict.fromkeys(_loaded(body)) if n.startswith(OLD)]
            asked = [*(a for a in asked if a != "OLD"), *olds]
        return _lambda(dict.fromkeys(asked), body)


def _of_deal(
    name: str, body: ast.expr, asked: list[str], parameters: Sequence[str], span: Span
) -> tuple[ast.expr, list[str]]:
    """deal's own ways: `_` holds all names, what `post` gets is the result, a text is a refusal."""
    if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.Or) and isinstance(body.values[-1], ast.Constant):
        if isinstance(body.values[-1].value, str):
            rest = body.values[:-1]
            body = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), rest), body)
    if name == "deal.post":
        if len(asked) != 1:
            raise Unread("a condition on the result has one parameter", span)
        if asked[0] != RESULT and RESULT in _loaded(body):
            raise Unread("the global `result` cannot be told from what is returned", span)
        return _Called({asked[0]: RESULT}).visit(body), [RESULT]
    if asked == ["_"] and "_" not in parameters:
        body = _Spread().visit(body)
        if "_" in _loaded(body):
            raise Unread("all arguments at once are not read", span)
        return body, [n for n in dict.fromkeys(_loaded(body)) if n in (*parameters, RESULT)]
    return body, asked


# ---------------------------------------------------------------- expressions


class _Old(ast.NodeTransformer):
    """`OLD.x` → a name.  names: those that there are; None: any."""

    def __init__(self, names: Iterable[str] | None) -> None:
        self.names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "OLD":
            if self.names is not None and node.attr not in self.names:
                raise Unread(f"`{node.attr}` is no parameter, so there is no `OLD.{node.attr}`", span_of(node))
            return ast.copy_location(ast.Name(OLD + node.attr, ast.Load()), node)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == "OLD":
            raise Unread("`OLD` is used otherwise than as `OLD.name`", span_of(node))
        return node


class _Called(ast.NodeTransformer):
    """Names → other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


class _Spread(ast.NodeTransformer):
    """`_.x` → `x`."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "_":
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        self.generic_visit(node)
        return node


def _lambda(asked: Iterable[str], body: ast.expr) -> ast.Lambda:
    parameters = [ast.copy_location(ast.arg(name), body) for name in asked]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    return ast.copy_location(ast.Lambda(arguments, body), body)


def _loaded(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            yield each.id


def _stored(node: ast.AST) -> set[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    return names | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}


# ---------------------------------------------------------------- functions


def _functions(tree: ast.Module) -> Iterator[tuple[ast.AST, FunctionNode]]:
    """Each `def` with what it stands in."""
    stack: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while stack:
        owner, node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner, node
        inner = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else owner
        if isinstance(node, ast.ClassDef) and not isinstance(owner, ast.Module | ast.ClassDef):
            inner = owner
        if not isinstance(node, ast.expr):
            stack.extend((inner, child) for child in reversed(list(ast.iter_child_nodes(node))))


def _parameters(node: FunctionNode) -> list[str]:
    args = node.args
    named = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    return [a.arg for a in (*named, *(a for a in (args.vararg, args.kwarg) if a is not None))]


def is_generator(node: FunctionNode) -> bool:
    stack: list[ast.AST] = list(node.body)
    while stack:
        each = stack.pop()
        if isinstance(each, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef | ast.GeneratorExp):
            stack.extend(ast.iter_child_nodes(each))
    return False


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names of the module, whoever binds them; where there is a star import, that is not all of them."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.ExceptHandler(name=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield (other or name).partition(".")[0]
