"""Definitions and uses of local variables: their pairs as goals, and where in the tree form these are reached.

A variable beside each says which definition was the last.  It depends on no input, so it costs no decision:

    y = x                          y := x; def'y := 4
    …                              …
    return y                       if def'y < 4: reach (def-use, y@2) else: reach (def-use, y@4)
                                   return y

First every definition is put down so, and every use as a place of its variable.  The definitions from which a path of
the control-flow graph leads to a use, whatever its tests say, are then its goals (`reaching_definitions`), and the
numbers there may be at a use are halved until one is left.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from clew.analysis.reaching_definitions import reaching_definitions
from clew.frontend.access_paths import AccessPath, path_of, paths_read, paths_stored, targets_of, unclear_paths, word_of
from clew.frontend.automata import Noting
from clew.frontend.half_way import bound_half_way
from clew.frontend.parsing import parse_module
from clew.frontend.places import FunctionNode, docstring_of, handler_span, has_goal, head_span, span_of
from clew.frontend.scopes import Scope, Scopes, loaded_names, stored_names
from clew.goals.criteria import ALL_DEFS, DEF_USE
from clew.goals.goal import DECISION, Place
from clew.goals.pairs import Pair
from clew.ir import tree as ir
from clew.ir.walk import with_blocks
from clew.records import dataclass
from clew.source.spans import Span

UNDEFINED: Final = 0
"""Of a path: not since one of its variables was bound anew, so that each earlier definition may be the last."""
OUTSIDE: Final = 1
"""The definition of a path at the head of the function."""
EARLIER: Final = "?"
NATIVE: Final = "the variable is used in a statement that is kept as it is"
IN_CLAUSE: Final = "an `except` clause reads the variable"
BOTH: Final = "a statement binds the variable and reads it afterwards"
HALF_WAY: Final = "a statement binds the variable and may fail afterwards"


@dataclass(slots=True)
class Variables:
    """What the text of a function says of the variables that it alone assigns.

    origins: of each, where it is defined, in source order, with a label: the heads of statements and of `except`
    clauses; a parameter is defined at the head of the function.  used: by the head of a statement, what it reads
    outside of decisions; tested: by a decision, what that reads.  clauses: the `except` clauses that bind a
    variable, behind which it is unbound.  unclear: the variables of which it cannot be said, statement by statement,
    which definition a use reads, with the reason.  paths: what it stores elsewhere, by their texts, which stand among
    the variables; what a path has from elsewhere is defined at the head of the function.  stored: the paths that
    assignments store, by their targets.
    """

    origins: dict[str, dict[Span, str]] = field(default_factory=dict)
    used: dict[Span, tuple[str, ...]] = field(default_factory=dict)
    tested: dict[Span, tuple[str, ...]] = field(default_factory=dict)
    clauses: dict[str, list[Span]] = field(default_factory=dict)
    unclear: dict[str, str] = field(default_factory=dict)
    paths: dict[str, AccessPath] = field(default_factory=dict)
    stored: dict[Span, str] = field(default_factory=dict)

    def is_possible(self, name: str, code: int, use: Span) -> bool:
        """Is the variable still bound to that where the use is?"""
        origin = [*self.origins[name]][code - 1]
        return all(use.inside(clause) for clause in self.clauses.get(name, ()) if origin.inside(clause))

    def without_paths(self) -> Variables:
        """Of variables alone."""

        def own(table: Mapping[Span, tuple[str, ...]]) -> dict[Span, tuple[str, ...]]:
            return {span: tuple([name for name in names if name not in self.paths]) for span, names in table.items()}

        origins = {name: spans for name, spans in self.origins.items() if name not in self.paths}
        unclear = {name: why for name, why in self.unclear.items() if name in origins}
        return Variables(origins, own(self.used), own(self.tested), self.clauses, unclear)

    def moves(self, name: str) -> bool:
        """Is it a path that may be another location later?"""
        head, *_ = self.origins[name]
        return name in self.paths and any([*self.origins.get(v, ())] != [head] for v in self.paths[name].variables)

    def codes(self, name: str) -> range:
        """The numbers of all definitions."""
        return range(1, len(self.origins[name]) + 1)

    def code(self, name: str, place: Span) -> int | None:
        """The number of a definition, from 1."""
        known = [*self.origins.get(name, ())]
        return known.index(place) + 1 if place in known else None


def variables_of(node: FunctionNode, scopes: Scopes) -> Variables:
    scope = scopes.of[id(node)]
    # What functions and comprehensions inside assign of its variables is not its own, as far as names say.
    own = {*scope.parameters, *scope.bound}.difference(*(inner.nonlocals for inner in scope.inside()))
    own = {name for name in own if scope.resolve(name) == "local"}
    found, places = Variables(), dict[str, dict[Span, None]]()
    found.paths = paths_stored(node.body, scope, named := own | scope.globals.keys())

    def define(names: Iterable[str], span: Span) -> None:
        for name in own.intersection(names):
            places.setdefault(name, {})[span] = None

    def use(table: dict[Span, tuple[str, ...]], parts: Iterable[ast.AST], span: Span) -> None:
        parts = [*parts]
        names = dict.fromkeys(n for part in parts for n in loaded_names(part, scope, scopes) if n in own)
        names |= dict.fromkeys(n for part in parts for n in paths_read(part, scope, scopes, named) if n in found.paths)
        table[span] = tuple(names)

    define(scope.parameters, head_span(node))
    for name in found.paths:
        places[name] = {head_span(node): None}
    docstring = docstring_of(node)
    for each in _statements([s for s in node.body if s is not docstring]):
        if isinstance(each, ast.ExceptHandler):
            if each.name is not None:
                define([scope.mangle(each.name)], handler_span(each))
                found.clauses.setdefault(scope.mangle(each.name), []).append(span_of(each))
            if each.type is not None:
                found.unclear.update(dict.fromkeys(loaded_names(each.type, scope, scopes), IN_CLAUSE))
                read = paths_read(each.type, scope, scopes, named)
                found.unclear.update(dict.fromkeys((n for n in read if n in found.paths), IN_CLAUSE))
            continue
        span, parts = head_span(each), _head(each)
        define((n for part in parts for n in stored_names(part, scope, scopes)), span)
        found.unclear.update(_unclear(each, parts, scope, scopes))
        for target in targets_of(each):
            path = path_of(target, scope, named)
            if path is not None:
                places[path.text][span] = None
                found.stored[span_of(each if isinstance(each, ast.AugAssign) else target)] = path.text
        match each:
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                use(found.tested, [test], span_of(test))
            case ast.Match(subject=subject, cases=cases):
                use(found.used, [subject, *(case.pattern for case in cases)], span)
                for guard in (case.guard for case in cases if case.guard is not None):
                    use(found.tested, [guard], span_of(guard))
            case _:
                use(found.used, parts, span)
    for name, spans in places.items():
        lines = [span.line for span in spans]
        found.origins[name] = {
            s: f"{s.line}" if lines.count(s.line) == 1 else f"{s.line}.{s.column}" for s in sorted(spans)
        }
    found.unclear.update(unclear_paths(node.body, scope, scopes, named))
    return found


def _unclear(node: ast.stmt, head: Sequence[ast.AST], scope: Scope, scopes: Scopes) -> Iterator[tuple[str, str]]:
    """Variables that are bound before something else of the head is evaluated, with the reason why that matters."""

    def read(*parts: ast.AST | None) -> set[str]:
        return {n for part in parts if part is not None for n in loaded_names(part, scope, scopes)}

    def bound(*parts: ast.AST | None) -> set[str]:
        return {n for part in parts if part is not None for n in stored_names(part, scope, scopes)}

    both = {scope.mangle(n.target.id) for part in head for n in ast.walk(part) if isinstance(n, ast.NamedExpr)}
    both &= read(*head)
    targets: list[ast.expr] = []
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.For(target=target) | ast.AsyncFor(target=target):
            targets = [target]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for before, item in enumerate(items):
                earlier = bound(*(each.optional_vars for each in items[:before]))
                both |= earlier & read(item.context_expr, item.optional_vars)
                targets = [] if item.optional_vars is None else [item.optional_vars]
                both |= read(*targets) & bound(*targets)
            targets = []
        case ast.Match(cases=cases):
            patterns = [case.pattern for case in cases]
            both |= bound(*patterns) & read(*patterns)
    both |= read(*targets) & bound(*targets)
    yield from ((scope.mangle(name), HALF_WAY) for name in bound_half_way(node))
    yield from ((name, BOTH) for name in both)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt | ast.ExceptHandler]:
    """Those of the function itself that are carried out."""
    for node in body:
        if has_goal(node, None):
            yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Match(cases=cases):
                for case in cases:
                    yield from _statements(case.body)
            case ast.Try() | ast.TryStar():
                yield from _statements(node.body)
                for handler in node.handlers:
                    yield handler
                    yield from _statements(handler.body)
                yield from _statements([*node.orelse, *node.finalbody])
            case _:
                yield from _statements([*getattr(node, "body", ()), *getattr(node, "orelse", ())])


def _head(node: ast.stmt) -> list[ast.AST]:
    """What of a statement is evaluated when it begins."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            return [test]
        case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
            return [iterable, target]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return [*items]
        case ast.Try() | ast.TryStar():
            return []
        case ast.AnnAssign(target=target, value=value):  # annotations of local variables are not evaluated (PEP 526)
            return [target, value] if value is not None else [] if isinstance(target, ast.Name) else [target]
        case ast.Match(subject=subject, cases=cases):
            return [subject, *(part for case in cases for part in (case.pattern, case.guard) if part is not None)]
    return [node]


# ---------------------------------------------------------------- in the tree form


def variables_in(tree: ast.Module, scopes: Scopes) -> dict[Span, Variables]:
    """Of all its functions, by their places."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {span_of(each): variables_of(each, scopes) for each in functions}


@dataclass(frozen=True, slots=True)
class Marked:
    """The body of a function with each definition put down and each use a place of its variable.

    refused: the variables of which that cannot be done, with the reason.
    """

    body: tuple[ir.Statement, ...]
    refused: Mapping[str, str]


def marked_with(
    function: ir.Function, every: Mapping[Span, Variables], kind: str, inside: Callable[[ir.Function], ir.Function]
) -> Marked:
    """kind: of the places; inside: what becomes of functions in it."""
    variables = every[function.span]
    marking = _Marking(variables, every, kind, inside)
    body = marking.block(function.body, None)
    used = {(span, name) for span, names in variables.used.items() for name in names}
    used |= {(span, name) for span, names in variables.tested.items() for name in names}
    refused = dict.fromkeys(sorted({name for span, name in used if (span, name) not in marking.placed}), NATIVE)
    refused |= dict.fromkeys(sorted(marking.refused), NATIVE) | variables.unclear
    return Marked(body, {name: why for name, why in refused.items() if name in variables.origins})


def with_pairs(function: ir.Function, every: Mapping[Span, Variables]) -> Noting:
    """every: of the module, since functions inside are run as part of it."""
    variables = every[function.span]
    marked = marked_with(function, every, DEF_USE, lambda inner: with_pairs(inner, every).function)
    body, refused = marked.body, dict(marked.refused)
    for name, path in variables.paths.items():
        for of in path.variables:
            if of in refused:
                refused[name] = refused[of]
    given = {p.name for p in function.parameters} | variables.paths.keys()
    first = [_defined(n, int(n in given), function.span) for n in variables.origins]
    for name in filter(variables.moves, variables.paths):
        first += (_earlier(name, c, c == OUTSIDE, function.span) for c in variables.codes(name))
    known = reaching_definitions((*first, *body), _about)
    goals: dict[Place, dict[int, str]] = {}
    for place, codes in known.items():
        name, _, outcome = (place.outcome or "").partition(":")
        if name not in refused and EARLIER not in (place.outcome or ""):
            labels = [*variables.origins[name].values()]
            numbers = _numbers(place, codes, known, variables)
            possible = [c for c in numbers if variables.is_possible(name, c, place.span)]
            goals[place] = {c: str(Pair(name, labels[c - 1], outcome)) for c in possible}
    made = replace(function, body=(*first, *_Placing(goals, known, variables).block(body)))
    asked = (Place(p.span, DEF_USE, pair) for p, pairs in goals.items() for _, pair in sorted(pairs.items()))
    unasked = {
        Place(next(iter(spans)), DEF_USE, name): refused[name]
        for name, spans in variables.origins.items()
        if name in refused
    }
    return Noting(made, tuple(asked), unasked, _by_definitions(goals, variables))


def _by_definitions(
    goals: Mapping[Place, Mapping[int, str]], variables: Variables
) -> dict[Place, tuple[tuple[Place, ...], ...]]:
    """The pairs of each definition that has some, by the place of the goal that it is used."""
    found: dict[Place, tuple[tuple[Place, ...], ...]] = {}
    for use, pairs in goals.items():
        name = (use.outcome or "").partition(":")[0]
        for code, pair in sorted(pairs.items()):
            span, label = [*variables.origins[name].items()][code - 1]
            place = Place(span, ALL_DEFS, f"{name}@{label}")
            found[place] = (*found.get(place, ()), (Place(use.span, DEF_USE, pair),))
    return found


def _numbers(
    place: Place, codes: Iterable[object], known: Mapping[Place, Collection[object]], variables: Variables
) -> list[int]:
    """Of the definitions that may be the last before a use."""
    name = (place.outcome or "").partition(":")[0]
    found = {code for code in codes if isinstance(code, int) and code != UNDEFINED}
    if UNDEFINED in codes and variables.moves(name):
        found |= _earlier_ones(place, known, variables)
    return sorted(found)


def _earlier_ones(place: Place, known: Mapping[Place, Collection[object]], variables: Variables) -> set[int]:
    """The definitions of a path that may have been at all before a use."""
    codes = variables.codes((place.outcome or "").partition(":")[0])
    return {c for c in codes if True in known.get(place._replace(outcome=f"{place.outcome}{EARLIER}{c}"), ())}


def _variable(name: str) -> ir.Var:
    return _beside(name, "def")


def _beside(name: str, what: str) -> ir.Var:
    """Text is made of it by putting what it is behind the name: none of these is that of another one."""
    return ir.Var(f"{what}'{name}" if name.isidentifier() else f"path{what}'{word_of(name)}")


def _defined(name: str, code: int, span: Span) -> ir.Statement:
    return ir.Assign(_variable(name), ir.Const(code), span)


def _was(name: str, code: int) -> ir.Var:
    """The variable that says whether a definition of a path was at all."""
    return _beside(name, f"was{code}")


def _earlier(name: str, code: int, was: bool, span: Span) -> ir.Statement:
    return ir.Assign(_was(name, code), ir.Const(was), span)


def _about(reach: ir.Reach) -> str | None:
    """The variable beside the one that is used at a place."""
    if reach.kind != DEF_USE:
        return None
    use, _, code = reach.outcome.partition(EARLIER)
    name = use.partition(":")[0]
    return _was(name, int(code)).name if code else _variable(name).name


@dataclass(slots=True)
class _Marking:
    """Puts down definitions, and uses as places `y` and `y:true`.

    placed: the uses that were met.  refused: variables of statements that are not followed.
    """

    variables: Variables
    every: Mapping[Span, Variables]
    kind: str
    inside: Callable[[ir.Function], ir.Function]
    placed: set[tuple[Span, str]] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)

    def block(self, body: tuple[ir.Statement, ...], head: Span | None) -> tuple[ir.Statement, ...]:
        """head: of the statement of the source that it is in."""
        made: list[ir.Statement] = []
        for each in body:
            if isinstance(each, ir.Mark):
                head = each.span
            made += self.statement(each, head)
        return tuple(made)

    def statement(self, s: ir.Statement, head: Span | None) -> Iterator[ir.Statement]:
        variables = self.variables
        match s:
            case ir.Mark(span):
                yield s
                yield from self.uses(span, variables.used, "")
            case ir.If(decision="branch", span=span):
                yes, no = (tuple(self.uses(span, variables.tested, f":{each}")) for each in DECISION)
                yield replace(s, then=(*yes, *self.block(s.then, head)), orelse=(*no, *self.block(s.orelse, head)))
            case ir.While(before=before, span=span):
                yes, no = (tuple(self.uses(span, variables.tested, f":{each}")) for each in DECISION)
                body, orelse = (*yes, *self.block(s.body, head)), (*no, *self.block(s.orelse, head))
                yield replace(s, before=self.block(before, head), body=body, orelse=orelse)
            case ir.For(target=target):
                body = (*self.definitions([target], head), *self.block(s.body, head))
                yield replace(s, body=body, orelse=self.block(s.orelse, head))
            case ir.With(target=target):
                begun = () if target is None else self.definitions([target], head)
                yield replace(s, body=(*begun, *self.block(s.body, head)))
            case ir.Try(handlers=handlers):
                caught = tuple([self.handler(h, head) for h in handlers])
                body, orelse, final = (self.block(each, head) for each in (s.body, s.orelse, s.final))
                yield replace(s, body=body, handlers=caught, orelse=orelse, final=final)
            case ir.Assign(target=target, value=ir.Closure(function=inner) as closure) if inner.span in self.every:
                yield replace(s, value=replace(closure, function=self.inside(inner)))
                yield from self.definitions([target], head)
            case ir.Assign(target=target):
                yield s
                yield from self.definitions([target], head)
            case ir.Unpack(targets=targets):
                yield s
                yield from self.definitions(targets, head)
            case ir.DelVar(ir.Var(name), span):
                yield s
                if name in variables.origins:
                    yield _defined(name, UNDEFINED, span)
                yield from self.elsewhere(name, span)
            case ir.SetAttr(span=span) | ir.SetItem(span=span) | ir.SetGlobal(span=span):
                yield s
                if span in variables.stored:
                    yield from self.definitions([ir.Var(variables.stored[span])], head)
            case ir.NativeStatement(text, _, reads, writes):
                yield s
                if len(writes) < 2 and is_simple(text):
                    yield from self.definitions([ir.Var(name) for name in writes], head)
                else:
                    self.refused.update((*reads, *writes))
            case _:
                yield with_blocks(s, lambda body: self.block(body, head))

    def handler(self, h: ir.Handler, head: Span | None) -> ir.Handler:
        begun = () if h.name is None else self.definitions([h.name], h.span)
        return replace(h, test=self.block(h.test, head), body=(*begun, *self.block(h.body, head)))

    def uses(self, span: Span, table: Mapping[Span, tuple[str, ...]], outcome: str) -> Iterator[ir.Statement]:
        for name in table.get(span, ()):
            self.placed.add((span, name))
            yield ir.Reach(span, self.kind, f"{name}{outcome}")
            for code in self.variables.codes(name) if self.variables.moves(name) else ():
                yield ir.Reach(span, self.kind, f"{name}{outcome}{EARLIER}{code}")

    def elsewhere(self, name: str, span: Span) -> Iterator[ir.Statement]:
        """The variable is bound anew: paths of it are other locations."""
        for text, path in self.variables.paths.items():
            if name in path.variables:
                yield _defined(text, UNDEFINED, span)

    def definitions(self, targets: Iterable[ir.Var], head: Span | None) -> tuple[ir.Statement, ...]:
        made: list[ir.Statement] = []
        for name in (target.name for target in targets if target.name in self.variables.origins):
            code = None if head is None else self.variables.code(name, head)
            if code is None or head is None:
                self.refused.add(name)
            else:
                made.append(_defined(name, code, head))
                made += self.elsewhere(name, head)
                if self.variables.moves(name):
                    made.append(_earlier(name, code, True, head))
        return tuple(made)


def is_simple(text: str) -> bool:
    """Has the statement no others in it that are carried out with it?"""
    simple = (ast.If, ast.While, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)
    return not any(isinstance(node, simple) for node in parse_module(text).body)


@dataclass(frozen=True, slots=True)
class _Placing:
    """Puts the goals, by the numbers of definitions, where uses are.  known: the numbers that may be there at all."""

    goals: Mapping[Place, Mapping[int, str]]
    known: Mapping[Place, Collection[object]]
    variables: Variables

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        if not isinstance(s, ir.Reach) or s.kind != DEF_USE:
            yield with_blocks(s, self.block)
            return
        place = Place(s.span, s.kind, s.outcome)
        if EARLIER in s.outcome or place not in self.goals:
            return
        possible = sorted({code for code in self.known.get(place, ()) if isinstance(code, int)})
        yield from self.told_apart(place, possible)

    def told_apart(self, place: Place, possible: Sequence[int]) -> Iterator[ir.Statement]:
        """The numbers that there may be, halved until one is left: a hundred cost a run seven tests."""
        pairs, name = self.goals[place], (place.outcome or "").partition(":")[0]
        if pairs.keys().isdisjoint(possible) and not (UNDEFINED in possible and self.variables.moves(name)):
            return
        if len(possible) == 1:
            yield from self.reached(place, possible[0])
            return
        middle = len(possible) // 2
        below, above = possible[:middle], possible[middle:]
        before = _beside(name, "before")
        yield ir.Assign(before, ir.Binary("<", _variable(name), ir.Const(above[0])), place.span)
        then, orelse = (tuple(self.told_apart(place, each)) for each in (below, above))
        yield ir.If(before, then, orelse, None, place.span)

    def reached(self, place: Place, code: int) -> Iterator[ir.Statement]:
        pairs = self.goals[place]
        if code in pairs:
            yield ir.Reach(place.span, DEF_USE, pairs[code])
            return
        name = (place.outcome or "").partition(":")[0]
        if code != UNDEFINED or not self.variables.moves(name):
            return
        for earlier in sorted(pairs.keys() & _earlier_ones(place, self.known, self.variables)):
            reach = ir.Reach(place.span, DEF_USE, pairs[earlier])
            yield ir.If(_was(name, earlier), (reach,), (), None, place.span)
