"""A source file as units: every function and method, lowered, with its coverage goals."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from clew.frontend.automata import Notes
from clew.frontend.builder import CannotInline, Lowered, NotLowered, count_parts
from clew.frontend.clauses import ReadClause, ReadContract, read_contracts
from clew.frontend.decisions import Decision, decisions_in, goals_of, marked, placed
from clew.frontend.desugar import entered
from clew.frontend.label_comments import ReadLabels, read_labels
from clew.frontend.leading import leading_in
from clew.frontend.lower import Lowering, lower_function, qualname_of
from clew.frontend.ordered import is_ordered, notes_of
from clew.frontend.parsing import parse_module, unwarned
from clew.frontend.places import FunctionNode, docstring_of, functions_of, span_of
from clew.frontend.scopes import Scope, Scopes, find_scopes
from clew.goals.criteria import LABEL, Criteria
from clew.goals.goal import Goal
from clew.goals.joint import Joint
from clew.ir import tree as ir
from clew.ir.contract import ENSURE, OLD, REQUIRE, Clause, Contract, Snapshot
from clew.ir.tree import Function
from clew.ir.walk import nodes, statements
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.recursion import deep_recursion
from clew.source.spans import Span

PLAIN: Final = Criteria()


@dataclass(frozen=True, slots=True)
class NativePart:
    """Something that was not lowered."""

    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A function of the module.

    id: `shop.cart::Cart.total` (`~2`, … is added to a second definition of the same name).  parent: the id of the unit
    it is nested in, or None.  class_path: the dotted name of the class it is defined in, or None.  binding: `function`,
    `method`, `static`, `class`, `property` (`setter`, `deleter` of one).  lowered, parts: how many expressions and
    statements were lowered, of how many.  contract: what its function asks and promises, plain: the function without.
    joint, silent: as in `Asked`.
    """

    id: str
    qualname: str
    parent: str | None
    class_path: str | None
    binding: str
    span: Span
    function: Function
    goals: tuple[Goal, ...]
    natives: tuple[NativePart, ...]
    lowered: int
    parts: int
    contract: Contract | None = None
    plain: Function | None = None
    joint: tuple[Joint, ...] = ()
    silent: frozenset[str] = frozenset()


ANY_NAME: Final = "*"
"""Among names: stands for those that texts do not tell, as the program computes them."""


def private_names(qualname: str) -> list[str]:
    """Those of a function, and of what it is in, that say that it is for the code around it only."""
    return [part for part in qualname.split(".") if is_private(part)]


def is_private(name: str) -> bool:
    """Does it say that it is for the code around it only?"""
    return name.startswith("_") and not name.endswith("__")


@dataclass(frozen=True, slots=True)
class Module:
    """name: dotted import name; file: path as given; units in source order, nested functions after their parent.

    for_annotations: the statements that running the module does not carry out and that bind names which annotations may
    use: imports in functions, imports and assignments under `if TYPE_CHECKING`.  problems: what was not understood
    of its contracts.  lambdas: those in no function, under the names that their statements bind.  noted: do its
    functions note what only some criteria ask for?
    """

    name: str
    file: str
    text: str
    units: tuple[Unit, ...]
    for_annotations: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    lambdas: tuple[ir.Function, ...] = ()
    noted: bool = False

    @property
    def functions(self) -> Iterator[ir.Function]:
        """Everything of it that may be called."""
        yield from (unit.function for unit in self.units)
        yield from self.lambdas

    @property
    def goals(self) -> tuple[Goal, ...]:
        return tuple(goal for unit in self.units for goal in unit.goals)


def read_module(
    text: str, file: str, name: str, criteria: Criteria = PLAIN, begins: Module | None = None
) -> Module | tuple[Diagnostic, ...]:
    """Parse and lower a source text; diagnostics where Python itself would refuse it.

    begins: what the text begins with.  Its units are not lowered again where they note nothing.
    """
    with deep_recursion():
        tree = parse(text, file)
        if isinstance(tree, Diagnostic):
            return (tree,)
        contracts = read_contracts(tree, text, file)
        for contract in contracts.of.values():
            contract.owner.body += [ast.copy_location(ast.Expr(each), each) for each in contract.lambdas()]
        problems = [*contracts.problems]
        scopes = find_scopes(tree)
        labels = read_labels(tree, text, file)
        problems += labels.problems if LABEL in criteria.names else ()
        asked = _Asking.of(tree, scopes, labels, criteria)
        known = {} if begins is None or begins.noted else {unit.id: unit for unit in begins.units}
        units = tuple(_units(tree, scopes, text, name, contracts.of, problems, file, asked, known))
        lambdas = tuple(_lambdas(tree, scopes, text))
        for_annotations = tuple(_for_annotations(tree, text))
        return Module(name, file, text, units, for_annotations, tuple(problems), lambdas, asked.is_noted)


def parse(text: str, file: str) -> ast.Module | Diagnostic:
    """The syntax tree, checked as far as the compiler checks it (`return` outside a function and the like)."""
    try:
        with unwarned():
            tree = parse_module(text, file)
            compile(text, file, "exec", dont_inherit=True)
        return tree
    except SyntaxError as error:
        line, column = error.lineno or 0, max((error.offset or 1) - 1, 0)
        end_line, end_column = error.end_lineno or line, (error.end_offset or 0) - 1
        if end_line < line or (end_line == line and end_column <= column):
            end_line, end_column = line, column + 1
        return Diagnostic("syntax", error.msg, file, Span(line, column, end_line, end_column))
    except (RecursionError, MemoryError):
        return Diagnostic("syntax", "nested too deeply for Python itself", file, None)
    except ValueError as error:
        return Diagnostic("source", str(error), file, None)


def _for_annotations(tree: ast.Module, text: str) -> Iterator[str]:
    imports = sum(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)
    for node in tree.body if text.count("import") > imports else ():
        for inner in ast.walk(node):
            if inner is not node and isinstance(inner, ast.Import | ast.ImportFrom):
                yield ast.unparse(inner)
    for node in tree.body:
        match node:
            case ast.If(ast.Name("TYPE_CHECKING" | "MYPY") | ast.Attribute(attr="TYPE_CHECKING"), body):
                yield from (text for inner in body for text in _alias(inner))


def _alias(node: ast.stmt) -> Iterator[str]:
    """The assignment to one name, without what annotates the name itself."""
    match node:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            yield f"{name} = {ast.unparse(value)}"


def _units(
    tree: ast.Module,
    scopes: Scopes,
    text: str,
    module: str,
    contracts: Mapping[int, ReadContract],
    problems: list[Diagnostic],
    file: str,
    asked: _Asking,
    known: Mapping[str, Unit],
) -> Iterator[Unit]:
    """problems: takes what of contracts could not be lowered.  known: by their ids, those that are lowered already."""
    project = Lowered(text, leading_in(tree).asking if "assert" in text else ())
    ids: dict[int, str] = {}
    seen: dict[str, int] = {}
    for node in functions_of(tree):
        if _is_overload(node):
            continue
        scope = scopes.of[id(node)]
        qualname = qualname_of(scope)
        seen[qualname] = seen.get(qualname, 0) + 1
        unit = f"{module}::{qualname}" + (f"~{seen[qualname]}" if seen[qualname] > 1 else "")
        ids[id(node)] = unit
        if unit in known:
            yield known[unit]
            continue
        made = _unit(node, unit, qualname, scope, scopes, project, ids, asked)
        read = contracts.get(id(node))
        if read is not None:
            made, wrong = _with_contract(made, read, scopes, project, file)
            problems += wrong
        yield made


def _lambdas(tree: ast.Module, scopes: Scopes, text: str) -> Iterator[Function]:
    """Lambdas of the module and of its classes, those inside of others left out."""
    project = Lowered(text)
    targets = {id(node): name for name, value in _bound(tree.body) for node in ast.walk(value)}
    for scope in scopes.of.values():
        if scope.kind != "lambda" or not isinstance(scope.node, ast.Lambda) or scope.parent is None:
            continue
        around: Scope | None = scope.parent
        while around is not None and around.kind not in ("function", "lambda"):
            around = around.parent
        if around is not None:
            continue
        name, span = targets.get(id(scope.node), "<lambda>"), span_of(scope.node)
        try:
            made = Lowering(scope.parent, scopes, project, None).lambda_function(scope.node)
        except (NotLowered, CannotInline):
            body = (ir.NativeStatement(project.text_of(scope.node), "a lambda", (), (), span),)
            made = Function(name, name, (), None, (), (), (), (), (), (), body, span)
        yield replace(made, name=name)


def _bound(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names that statements of the module and of its classes bind, with what they are bound to."""
    for statement in body:
        match statement:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                yield name, value
            case ast.ClassDef(body=inner):
                yield from _bound(inner)


def _with_contract(
    unit: Unit, read: ReadContract, scopes: Scopes, project: Lowered, file: str
) -> tuple[Unit, list[Diagnostic]]:
    """Its contract is lowered beside it; with what could not be."""
    builder = Lowering(scopes.of[id(read.owner)], scopes, project, None)
    problems: list[Diagnostic] = []
    unread, kinds = [*read.unread], set[str]()

    def function(node: ast.Lambda, kind: str, span: Span) -> Function | None:
        try:
            made = builder.lambda_function(node)
        except (NotLowered, CannotInline) as error:
            reason = str(error) or "it cannot be followed"
        else:
            native = next((n for n in nodes(made) if isinstance(n, ir.Native | ir.NativeStatement)), None)
            if native is None:
                return made
            reason = native.reason
        problems.append(Diagnostic("contract", f"{reason}: nothing is assumed from it", file, span, "warning"))
        unread.append(span)
        kinds.add(kind)
        return None

    def lowered(clauses: Iterable[ReadClause]) -> tuple[Clause, ...]:
        made = ((c, function(c.node, c.kind, c.span)) for c in clauses)
        return tuple(Clause(c.kind, c.span, c.text, c.library, f) for c, f in made if f is not None)

    requires, ensures = lowered(read.requires), lowered(read.ensures)
    places = {loop.clause.span: loop.place for loop in read.loops}
    taken = ((s, None if s.node is None else function(s.node, ENSURE, s.span)) for s in read.snapshots)
    texts = {id(s): "" if s.node is None else project.text_of(s.node.body) for s in read.snapshots}
    snapshots = tuple(Snapshot(s.name, s.span, f, texts[id(s)]) for s, f in taken if s.node is None or f is not None)
    known = {OLD + s.name for s in snapshots}

    def meant(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
        """All values at entry that these ask for are kept."""
        return tuple(c for c in clauses if all(p.name in known or OLD not in p.name for p in c.function.parameters))

    ensures = meant(ensures)
    loops = meant(replace(c, loop=places[c.span]) for c in lowered(loop.clause for loop in read.loops))
    unknown = read.unread_requires or REQUIRE in kinds
    contract = Contract(
        requires,
        ensures,
        snapshots,
        tuple(unread),
        unknown,
        lowered(read.invariants),
        read.place,
        read.constructor,
        read.opaque,
        loops,
    )
    return replace(unit, contract=contract, plain=unit.function, function=entered(unit.function, contract)), problems


def _is_overload(node: FunctionNode) -> bool:
    """A signature of a function defined later, which nothing ever runs (PEP 484)."""
    return any(ast.unparse(d) in ("overload", "typing.overload", "t.overload") for d in node.decorator_list)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What of a module the criteria need to know, empty where none of them does.

    decisions: those whose vectors are asked for.  notes: what settles goals about the order of events.
    """

    criteria: Criteria
    decisions: Sequence[Decision]
    notes: Notes

    @property
    def is_noted(self) -> bool:
        return self.criteria.of_vectors or is_ordered(self.criteria.wanted)

    @staticmethod
    def of(tree: ast.Module, scopes: Scopes, labels: ReadLabels, criteria: Criteria) -> _Asking:
        return _Asking(
            criteria,
            placed(decisions_in(tree)) if criteria.of_vectors else [],
            notes_of(tree, scopes, labels, criteria.wanted),
        )


def _unit(
    node: FunctionNode,
    unit: str,
    qualname: str,
    scope: Scope,
    scopes: Scopes,
    project: Lowered,
    ids: dict[int, str],
    asking: _Asking,
) -> Unit:
    function = lower_function(node, scopes, project)
    if asking.decisions:
        function = marked(function, asking.decisions)
    noting = asking.notes(function, node)
    function = noting.function
    asked = goals_of(node, unit, asking.criteria, asking.decisions, noting)
    natives = tuple(native_parts(function))
    docstring = docstring_of(node)
    parts = sum(count_parts(s) for s in node.body if s is not docstring)
    lost = sum(project.native_sizes.get(native.span, 1) for native in natives)
    outer = _outside(scope)
    in_class = outer.kind == "class"
    return Unit(
        id=unit,
        qualname=qualname,
        parent=_parent(outer, ids),
        class_path=qualname_of(outer) if in_class else None,
        binding=_binding(node, outer.node) if in_class else "function",
        span=function.span,
        function=function,
        goals=asked.goals,
        natives=natives,
        lowered=max(parts - lost, 0),
        parts=parts,
        joint=asked.joint,
        silent=asked.silent,
    )


def _outside(scope: Scope) -> Scope:
    """The scope a function is defined in."""
    outer = scope.parent
    while outer is not None and outer.kind == "type-parameters":
        outer = outer.parent
    assert outer is not None
    return outer


def _parent(scope: Scope | None, ids: dict[int, str]) -> str | None:
    """The unit around a scope."""
    while scope is not None:
        if id(scope.node) in ids:
            return ids[id(scope.node)]
        scope = scope.parent
    return None


def _binding(node: FunctionNode, cls: ast.AST) -> str:
    """How a function in a class body is bound, as its decorators say, or what the body does to the name later."""
    assert isinstance(cls, ast.ClassDef)
    for decorator in (*node.decorator_list, *_rebound(node.name, cls)):
        match decorator:
            case ast.Name(id="staticmethod"):
                return "static"
            case ast.Name(id="classmethod"):
                return "class"
            case ast.Name(id="property" | "cached_property") | ast.Attribute(attr="cached_property" | "getter"):
                return "property"
            case ast.Attribute(attr="setter" | "deleter" as kind):
                return kind
    if node.name == "__new__":
        return "static"
    return "class" if node.name in ("__init_subclass__", "__class_getitem__") else "method"


def _rebound(name: str, cls: ast.ClassDef) -> Iterator[ast.expr]:
    """What is applied to a function under its own name, as decorators were before there were any: `f = property(f)`."""
    for statement in cls.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=wrapper, args=[ast.Name(id=wrapped)])):
                if target == wrapped == name:
                    yield wrapper


def native_parts(function: Function) -> Iterator[NativePart]:
    """The native parts of a function, its lambdas and comprehensions included, in source order."""
    found: list[NativePart] = []
    stack = [function.body]
    while stack:
        for statement in statements(stack.pop()):
            match statement:
                case ir.NativeStatement(reason=reason, span=span):
                    found.append(NativePart(reason, span))
                case ir.Assign(value=ir.Native(reason=reason), span=span):
                    if NativePart(reason, span) not in found:  # the jumps of a native statement stand beside it
                        found.append(NativePart(reason, span))
                case ir.Assign(value=ir.Closure(function=inner)) if inner.name.startswith("<"):
                    stack.append(inner.body)
    yield from sorted(found, key=lambda part: part.span)
