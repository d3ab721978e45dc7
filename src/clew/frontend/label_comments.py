"""Labels that a user writes: something that is to be true at a place (Bardin, Kosmatov and Cheynier, ICST 2014).

    # clew: label retry              the place: of the statement that it stands behind, or right above in its block
    # clew: label x > 0 and y == 0   the expression is true there, when the statement begins
    # clew: label low: x < 0         the same, with a name

and *hyperlabels*, of the names of labels (Marcozzi, Delahaye, Bardin, Kosmatov and Prevosto, ICST 2017):

    # clew: label low -> retry              one after the other, in one call
    # clew: label low -> retry clear x      without `x` being assigned in between
    # clew: label low & retry | low -> low  both, by any tests; or the other
    # clew: label low -> retry where low.x < retry.x    and this holds between the values there (`label_guards`)

Sequences bind closer than `&`, which binds closer than `|`; `clear` and `where` are about all of them.
"""

from __future__ import annotations

import ast
import bisect
import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.frontend.clause_comments import Comment
from clew.frontend.clause_purity import Purity
from clew.frontend.half_way import bound_half_way
from clew.frontend.label_guards import Guard, Unread, at_labels, bound_inside, by_calls, guard_of, labels_in
from clew.frontend.loop_clauses import bound_by, free_names
from clew.frontend.places import FunctionNode, docstring_of, first_line, has_goal, head_span
from clew.frontend.scopes import Scope, Scopes, find_scopes, stored_names
from clew.records import dataclass
from clew.regexes import regex
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.source.suggestions import suggestion

COMMENT: Final = regex(r"#\s*clew:\s*label\b\s*((?:[^#'\"]|'[^']*'|\"[^\"]*\")*?)\s*(?:#.*)?$")
_NAMED: Final = regex(r"([A-Za-z_]\w*)\s*:(?!=)\s*(.*)", re.DOTALL)
_TOKEN: Final = regex(r"\s*([A-Za-z_]\w*|->|[&|]|\S)")
_TEXT: Final = regex(r"'[^']*'|\"[^\"]*\"")
_WHERE: Final = regex(r"\s+where\s+(?=\S)")
_NAME: Final = regex(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Label:
    """test: what is to be true, None where being there is enough; reads: the variables of the function in it.

    span: of the text; head: of the statement.
    """

    name: str
    text: str
    span: Span
    test: ast.expr | None
    reads: tuple[str, ...]
    head: Span


@dataclass(frozen=True, slots=True)
class Sequence:
    """The names of labels, one after the other, the variables that are not assigned in between, and what holds then."""

    names: tuple[str, ...]
    clear: tuple[str, ...]
    guard: Guard | None = None

    def __str__(self) -> str:
        clear = f" clear {','.join(self.clear)}" if self.clear else ""
        return "->".join(self.names) + clear + (f" where {self.guard.text}" if self.guard else "")

    @property
    def is_label(self) -> bool:
        return len(self.names) == 1 and self.guard is None


Way: TypeAlias = tuple[Sequence, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """ways: each of sequences that show it together, in calls of their own."""

    text: str
    span: Span
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Labels:
    """Of a function.  begun, binding: by `id(node)` of a statement, the variables that are bound just before it begins,
    and by it, where it does not fail.

    first: the statement with which it begins; members: all of its own.
    """

    labels: list[Label] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    begun: dict[int, tuple[str, ...]] = field(default_factory=dict)
    binding: dict[int, tuple[str, ...]] = field(default_factory=dict)
    first: int = 0
    members: frozenset[int] = frozenset()

    @property
    def sequences(self) -> tuple[Sequence, ...]:
        """Each once, without those of one label."""
        found = (each for formula in self.formulas for way in formula.ways for each in way if not each.is_label)
        return tuple(dict.fromkeys(found))

    @property
    def names(self) -> dict[str, list[Label]]:
        found: dict[str, list[Label]] = {}
        for label in self.labels:
            if label.name:
                found.setdefault(label.name, []).append(label)
        return found


@dataclass(frozen=True, slots=True)
class ReadLabels:
    """of: by `id(node)` of the `def`; at: by that of a statement, with its function.  problems: what is none."""

    of: Mapping[int, Labels]
    at: Mapping[int, tuple[Label, ...]]
    problems: tuple[Diagnostic, ...]


NOTHING: Final = ReadLabels({}, {}, ())


def read_labels(tree: ast.Module, text: str, file: str) -> ReadLabels:
    """Those of all functions of a module; most have none, which their text shows."""
    if "clew:" not in text or "label" not in text:
        return NOTHING
    comments = [*_comments(text)]
    return _Reader(tree, file).read(comments) if comments else NOTHING


@dataclass(frozen=True, slots=True)
class _Comment:
    """column: where it begins; alone: no code stands before it in its line; next: the next line that has some."""

    text: str
    span: Span
    column: int
    alone: bool
    next: int


_NO_CODE: Final = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


def _comments(text: str) -> Iterator[_Comment]:
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    code = [token.start[0] for token in tokens if token.type not in _NO_CODE]
    for token in tokens:
        if token.type == tokenize.COMMENT and (found := COMMENT.match(token.string)) is not None:
            line, column = token.start
            start = len((token.line[:column] + token.string[: found.start(1)]).encode())
            span = Span(line, start, line, start + len(found[1].encode()))
            following = next((at for at in code[bisect.bisect_right(code, line) :]), 0)
            yield _Comment(found[1], span, column, not token.line[:column].strip(), following)


class _Reader:
    def __init__(self, tree: ast.Module, file: str) -> None:
        self.file = file
        self.purity = Purity(tree)
        self.scopes = find_scopes(tree)
        self.functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        self.found: dict[int, Labels] = {}
        self.at: dict[int, list[Label]] = {}
        self.problems: list[Diagnostic] = []

    def read(self, comments: list[_Comment]) -> ReadLabels:
        later: list[tuple[_Comment, FunctionNode]] = []
        for comment in comments:
            around = [n for n in self.functions if n.lineno <= comment.span.line <= (n.end_lineno or 0)]
            node = max(around, key=lambda n: n.lineno, default=None)
            if node is None or not _is_formula(comment.text):
                self.label(comment, node)
            else:
                later.append((comment, node))
        for comment, node in later:
            asks = "->" in comment.text or guarded(comment.text)[1]
            if asks or any(word in self.labels(node).names for word in _NAME.findall(comment.text)):
                self.formula(comment, node)
            else:  # `x & y`, of variables
                self.label(comment, node)
        at = {number: tuple(labels) for number, labels in self.at.items()}
        return ReadLabels(self.found, at, tuple(sorted(self.problems, key=lambda d: d.span or Span(0, 0, 0, 0))))

    def problem(self, text: str, span: Span, column: int = 0) -> None:
        at = Span(span.line, span.column + column, span.end_line, span.end_column) if column else span
        self.problems.append(Diagnostic("label", f"{text}: it is not asked for", self.file, at, "warning"))

    def labels(self, node: FunctionNode) -> Labels:
        if id(node) not in self.found:
            docstring = docstring_of(node)
            first = next((s for s in node.body if s is not docstring), node.body[0])
            self.found[id(node)] = Labels(first=id(first), members=frozenset(map(id, _own(node))))
        return self.found[id(node)]

    def label(self, comment: _Comment, node: FunctionNode | None) -> None:
        statement = None if node is None else _statement_at(node, comment)
        if node is None or statement is None:
            place = "behind a statement of a function, or right above one in the same block"
            self.problem(f"a label stands {place}", comment.span)
            return
        text, name, skipped = comment.text, "", 0
        if (named := _NAMED.fullmatch(text)) is not None and not keyword.iskeyword(named[1]):
            name, text, skipped = named[1], named[2], named.start(2)
        elif _NAME.fullmatch(text) and not keyword.iskeyword(text):
            name, text = text, ""
        try:
            if not text and (named is not None or not name):
                raise Unread("a label is a name, or an expression", -skipped)
            at = comment.span
            inner = Comment("label", text, Span(at.line, at.column + skipped, at.end_line, at.end_column))
            test, reads = (None, ()) if not text else self.test(inner, node)
        except Unread as error:
            self.problem(str(error), comment.span, skipped + error.column)
            return
        made = Label(name, text, comment.span, test, reads, head_span(statement))
        self.labels(node).labels.append(made)
        self.at.setdefault(id(statement), []).append(made)

    def test(self, comment: Comment, node: FunctionNode) -> tuple[ast.expr, tuple[str, ...]]:
        test = _expression(comment)
        if (why := self.purity.impure(test)) is not None:
            raise Unread(f"a label only looks, but {why}")
        scope = self.scopes.of[id(node)]
        local = _local(scope)
        reads: list[str] = []
        for name in free_names(test):
            if scope.mangle(name) in local:
                reads.append(scope.mangle(name))
            elif not self.is_known(name):
                at = next(n.col_offset for n in ast.walk(test) if isinstance(n, ast.Name) and n.id == name)
                told = f"`{name}` is no variable of `{node.name}`, nor of its module{suggestion(name, sorted(local))}"
                raise Unread(told, at - comment.span.column)
        return _Mangled(scope).visit(test), tuple(reads)

    def is_known(self, name: str) -> bool:
        return name in self.scopes.module_names or "*" in self.scopes.module_names or hasattr(builtins, name)

    def formula(self, comment: _Comment, node: FunctionNode) -> None:
        labels = self.labels(node)
        body, asked, skipped = guarded(comment.text)
        try:
            ways = _ways(body, labels.names, node.name)
            if asked:
                at = comment.span
                inner = Comment("label", asked, Span(at.line, at.column + skipped, at.end_line, at.end_column))
                try:
                    ways = self.guarded(inner, node, ways)
                except Unread as error:
                    raise Unread(str(error), skipped + error.column) from None
            formula = Formula(comment.text, comment.span, ways)
            for name in sorted({name for way in formula.ways for each in way for name in each.clear}):
                self.cleared(name, node, labels, body)
        except Unread as error:
            self.problem(str(error), comment.span, error.column)
            return
        labels.formulas.append(formula)

    def guarded(self, comment: Comment, node: FunctionNode, ways: tuple[Way, ...]) -> tuple[Way, ...]:
        """The ways, with what is to hold in each call of theirs."""
        scope = self.scopes.of[id(node)]
        test = _Mangled(scope).visit(_expression(comment))
        known, local, start = dict.fromkeys(self.labels(node).names, 0), _local(scope), comment.span.column
        if (why := self.purity.impure(at_labels(test, known))) is not None:
            raise Unread(f"a guard only looks, but {why}")
        for each, told in self.misread(test, known, local, node.name):
            raise Unread(told, each.col_offset - start)
        found: list[Way] = []
        for way in ways:
            calls = {name: number for number, each in enumerate(way) for name in each.names}
            for label in sorted(labels_in(test, known)):
                if (times := sum(each.names.count(label) for each in way)) != 1:
                    told = "named several times: which one is meant?" if times else "not named in each of its ways"
                    raise Unread(f"`{label}` is {told}", comment.text.index(f"{label}."))
            try:
                parts = by_calls(test, calls)
            except Unread as error:
                raise Unread(str(error), error.column - start) from None
            for part in parts:
                guards = {n: guard_of(t, known, lambda piece: _reads(piece, local)) for n, t in part.items()}
                found.append(tuple([replace(each, guard=guards.get(n)) for n, each in enumerate(way)]))
        return tuple(dict.fromkeys(found))

    def misread(
        self, test: ast.expr, known: Mapping[str, int], local: Collection[str], function: str
    ) -> Iterator[tuple[ast.expr, str]]:
        """What cannot be meant in a guard."""
        used = {id(n.value): n for n in ast.walk(test) if isinstance(n, ast.Attribute)}
        free, inner = {*free_names(test)}, frozenset[str]().union(*map(bound_inside, ast.walk(test)))
        for each in ast.walk(test):
            if not isinstance(each, ast.Name):
                continue
            attribute, name = used.get(id(each)), each.id
            if name in known:
                if name in inner or (attribute is not None and attribute.attr in inner):
                    bound = name if name in inner or attribute is None else attribute.attr
                    yield each, f"`{bound}` is bound in the guard, too"
                elif attribute is None:
                    yield each, f"`{name}` is a label, of which a variable is meant, as in `{name}.x`"
                elif attribute.attr not in local:
                    told = f"`{attribute.attr}` is no variable of `{function}`"
                    yield each, f"{told}{suggestion(attribute.attr, sorted(local))}"
            elif name in free and name in local:
                yield each, f"`{name}` is a variable: say at which label, as in `{next(iter(known), 'low')}.{name}`"
            elif name in free and not self.is_known(name):
                yield each, f"there is no label `{name}` in `{function}`{suggestion(name, sorted(known))}"

    def cleared(self, name: str, node: FunctionNode, labels: Labels, text: str) -> None:
        """Where the variable is bound, if it can be said by statements."""
        scope, column = self.scopes.of[id(node)], text.index(name, text.index("clear") + 5)
        if scope.resolve(name) != "local":
            own = [n for n in (*scope.parameters, *scope.bound) if scope.resolve(n) == "local"]
            raise Unread(f"`{name}` is no variable of `{node.name}`{suggestion(name, own)}", column)
        if name in _bound_unclearly(node, scope):
            raise Unread(f"where `{name}` is assigned is not told by statements alone", column)
        for early, each, names in _bindings(node, scope, self.scopes):
            if name in names:
                table = labels.begun if early else labels.binding
                table[id(each)] = (*table.get(id(each), ()), name)


class _Mangled(ast.NodeTransformer):
    """Private names as they are in the class around, since the text is read elsewhere."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.scope.mangle(node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        node.attr = self.scope.mangle(node.attr)
        self.generic_visit(node)
        return node


# ---------------------------------------------------------------- statements


def _own(node: FunctionNode) -> Iterator[ast.stmt | ast.ExceptHandler]:
    stack: list[ast.AST] = [*node.body]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.stmt | ast.ExceptHandler):
            yield each
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            stack.extend(ast.iter_child_nodes(each))


def _statement_at(node: FunctionNode, comment: _Comment) -> ast.stmt | None:
    """The statement behind the comment, at its column and with no code in between; or the last one in its line."""
    docstring, line = docstring_of(node), comment.span.line
    own = [s for s in _own(node) if isinstance(s, ast.stmt) and has_goal(s, docstring)]
    if comment.alone:
        below = (s for s in own if first_line(s) == comment.next and s.col_offset == comment.column)
        return next(below, None)
    return max((s for s in own if s.lineno <= line <= _last_line(s)), key=_begin, default=None)


def _begin(statement: ast.stmt) -> tuple[int, int]:
    return statement.lineno, statement.col_offset


def _last_line(statement: ast.stmt) -> int:
    """Of its head, where it has a body."""
    inner: list[ast.stmt] = getattr(statement, "body", [])
    inside = [first_line(inner[0])] if inner else [c.pattern.lineno for c in getattr(statement, "cases", [])[:1]]
    return max(statement.lineno, inside[0] - 1) if inside else statement.end_lineno or statement.lineno


def _bindings(node: FunctionNode, scope: Scope, scopes: Scopes) -> Iterator[tuple[bool, ast.stmt, set[str]]]:
    """Statements, and what is bound just before they begin (True), or by them where they do not fail."""
    for each in _own(node):
        match each:
            case ast.ExceptHandler(name=str(name), body=body):
                yield True, body[0], {name}
            case ast.For(target=part, body=body) | ast.AsyncFor(target=part, body=body):
                yield True, body[0], _names([part])
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                yield True, body[0], _names([item.optional_vars for item in items if item.optional_vars])
            case ast.Match(cases=cases):
                yield from ((True, case.body[0], _names([case.pattern])) for case in cases)
            case ast.AnnAssign(value=None):  # it says what type a variable has
                pass
            case ast.If() | ast.While() | ast.Try() | ast.TryStar() | ast.ExceptHandler():
                pass
            case _:
                yield False, each, {*stored_names(each, scope, scopes)}


def _names(parts: Collection[ast.AST]) -> set[str]:
    return {name for part in parts for node in ast.walk(part) if (name := bound_by(node))}


def _bound_unclearly(node: FunctionNode, scope: Scope) -> set[str]:
    """What is bound in expressions, by functions inside, by loops together with something else, by a pattern that has a
    guard, or by a statement that may fail afterwards.
    """
    found = {n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr)}
    for each in _own(node):
        match each:
            case ast.For(target=target) | ast.AsyncFor(target=target) if not isinstance(target, ast.Name):
                found |= _names([target])
            case ast.With(items=items) | ast.AsyncWith(items=items):
                found |= _names([item.optional_vars for item in items[:-1] if item.optional_vars])
            case ast.Match(cases=cases):
                found |= _names([case.pattern for case in cases if case.guard])
        found.update(bound_half_way(each) if isinstance(each, ast.stmt) else ())
    return found.union(*(inner.nonlocals for inner in scope.inside()))


def _local(scope: Scope) -> set[str]:
    """The variables of a function, and of those around it, that it sees."""
    return {n for n in (*scope.parameters, *scope.bound, *scope.free) if scope.resolve(n) in ("local", "free")}


def _reads(test: ast.expr, local: Collection[str]) -> tuple[str, ...]:
    return tuple([name for name in free_names(test) if name in local])


def _expression(comment: Comment) -> ast.expr:
    try:
        return comment.expression()
    except SyntaxError as error:
        at = len(comment.text) - 1 if (error.lineno or 1) > 1 else max(error.offset or 0, 2) - 2
        raise Unread(f"not an expression ({error.msg})", at) from None


# ---------------------------------------------------------------- formulas


def guarded(text: str) -> tuple[str, str, int]:
    """What is before `where`, the guard, empty where there is none, and its column."""
    found = _WHERE.search(_TEXT.sub(lambda each: "'" * len(each[0]), text))
    return (text, "", 0) if found is None else (text[: found.start()], text[found.end() :], found.end())


def _is_formula(text: str) -> bool:
    """Is there an arrow outside of texts, a guard, or nothing but names with `&` and `|`?"""
    text, guard, _ = guarded(text)
    if guard:
        return True
    words = re.split(r"->|[&|]", _TEXT.sub("''", text).partition(" clear ")[0])
    return len(words) > 1 and ("->" in _TEXT.sub("", text) or all(_NAME.fullmatch(word.strip()) for word in words))


def _ways(text: str, known: Collection[str], function: str) -> tuple[Way, ...]:
    body, _, rest = text.partition(" clear ")
    clear = tuple(name.strip() for name in rest.split(",")) if rest else ()
    if not all(map(_NAME.fullmatch, clear)):
        raise Unread("`clear` is followed by names of variables", len(body) + 7)
    ways: list[list[list[str]]] = [[[]]]
    is_name = False
    for token in _TOKEN.finditer(body):
        word, at = token[1], token.start(1)
        if is_name == bool(_NAME.fullmatch(word)):
            raise Unread(f"`{word}` where {'an operator' if is_name else 'the name of a label'} is expected", at)
        is_name = not is_name
        match word:
            case "->":
                pass
            case "&":
                ways[-1].append([])
            case "|":
                ways.append([[]])
            case _ if not is_name:
                raise Unread(f"`{word}` where `->`, `&` or `|` is expected", at)
            case _ if word not in known:
                raise Unread(f"there is no label `{word}` in `{function}`{suggestion(word, sorted(known))}", at)
            case _:
                ways[-1][-1].append(word)
    if not is_name:
        raise Unread("the name of a label is missing at its end", max(len(body) - 1, 0))
    return tuple(tuple(Sequence(tuple(names), clear) for names in way) for way in ways)
