"""Paths between definitions and uses of local variables (all-du-paths; Rapps and Weyuker, TSE 11(4), 1985).

A pair of a definition and a use (`definitions.py`) asks for one path between them; this asks for each that comes to no
test of a loop, and to no other place, twice (a loop-free path, or a simple cycle).  It is named by what was decided on
it, and the decision in which the variable is used is its last one:

    x = 0                          via'x := 1                            (4,)
    if a:                          via'x := 2, or 3 where a is false     (4, 5:true), (4, 5:false)
        …
    return x                       if via'x < 3: reach (all-du-paths, x@4[5:true]) else: reach (…, x@4[5:false])

Which histories there may be is found by walking the tree form, whatever its tests say; each that begins a path to a use
has a number, and what is decided leads from number to number.  0: none of them.  Without loops a number has a bit for
each part of its history, and nothing needs to be asked where something is decided (via'x := via'x + 16); in loops the
same is decided again.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.analysis.reaching_definitions import Block, State, _Walk
from clew.frontend.automata import Notes, Noting
from clew.frontend.definitions import UNDEFINED, Variables, is_simple, marked_with, variables_in
from clew.frontend.label_comments import ReadLabels
from clew.frontend.places import FunctionNode, handler_span, span_of
from clew.frontend.scopes import Scopes
from clew.goals.criteria import ALL_DU_PATHS
from clew.goals.goal import DECISION, Place
from clew.goals.pairs import path_name, read_path
from clew.ir import tree as ir
from clew.ir.walk import statements, with_blocks
from clew.records import dataclass
from clew.source.spans import Span

STEP: Final = "du-step"
"""The kind of places at which something is decided, until numbers stand there."""
MOST: Final = 1_000
"""Variables between whose definitions and uses there are more paths are not asked about."""
FEW: Final = 4
"""Of so many numbers each is asked for."""
TOO_MANY: Final = f"there are more than {MOST:,} paths between its definitions and uses"
MATCHED: Final = "paths through `match` are not told apart"
UNNOTED: Final = "paths through a statement that is kept as it is are not told apart"

Step: TypeAlias = tuple[Span, str]
History: TypeAlias = tuple[int, tuple[Step, ...]]
"""The number of the last definition, and what was decided since."""


def steps_of(node: FunctionNode) -> dict[Step, str]:
    """What is decided by the statements of a function, with what it is called: `5:true`, with the column where a line
    decides several times.
    """
    found: list[Step] = []
    for part in _own(node):
        match part:
            case ast.If(test=place) | ast.While(test=place) | ast.Assert(test=place):
                found += ((span_of(place), each) for each in DECISION)
            case ast.For(iter=place) | ast.AsyncFor(iter=place):
                found += ((span_of(place), each) for each in DECISION)
            case ast.ExceptHandler():
                found.append((handler_span(part), "entered"))
    lines = Counter(span.line for span, _ in dict.fromkeys((span, "") for span, _ in found))
    return {s: f"{s[0].line}{f'.{s[0].column}' if lines[s[0].line] > 1 else ''}:{s[1]}" for s in found}


def has_match(node: FunctionNode) -> bool:
    return any(isinstance(each, ast.Match) for each in _own(node))


def _own(node: FunctionNode) -> Iterator[ast.AST]:
    """The statements of the function itself, with what they consist of but for expressions."""
    stack: list[ast.AST] = [*reversed(node.body)]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            stack.extend(reversed(list(ast.iter_child_nodes(part))))


def notes_of_paths(tree: ast.Module, scopes: Scopes, labels: ReadLabels) -> Notes:
    every = {span: each.without_paths() for span, each in variables_in(tree, scopes).items()}
    nodes = {span_of(n): n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    return lambda function, node: with_du_paths(function, every, nodes)


def with_du_paths(function: ir.Function, every: Mapping[Span, Variables], nodes: Mapping[Span, FunctionNode]) -> Noting:
    """every, nodes: of the module, since functions inside are run as part of it."""
    variables, decided = every[function.span], steps_of(nodes[function.span])

    def inside(inner: ir.Function) -> ir.Function:
        return with_du_paths(inner, every, nodes).function

    marked = marked_with(function, every, ALL_DU_PATHS, inside)
    body = _Stepping(decided).block(marked.body)
    walk = _Histories(lambda reach: None, names={f"def'{name}": name for name in variables.origins})
    given = {p.name for p in function.parameters}
    walk.block(body, {_via(name).name: frozenset(((1, ()),) if name in given else ()) for name in variables.origins})
    refused = {**dict.fromkeys(sorted(walk.too_many), TOO_MANY), **marked.refused}
    if why := _untold(function, nodes[function.span]):
        refused = dict.fromkeys(variables.origins, why)
    uses = {place: each for place, each in walk.uses.items() if (place.outcome or "") not in refused}
    uses = {p: {h for h in e if variables.is_possible(p.outcome or "", h[0], p.span)} for p, e in uses.items()}
    loops = any(isinstance(s, ir.While | ir.For) for s in statements(function.body))
    placing = _Placing.of(variables, decided, walk, uses, loops)
    begun = tuple(placing.begun(given, function.span))
    made = replace(function, body=(*begun, *placing.block(body)))
    places = [Place(p.span, ALL_DU_PATHS, placing.text(p, h)) for p, e in uses.items() for h in sorted(e)]
    return Noting(made, tuple(dict.fromkeys(places)), {_head(variables, name): why for name, why in refused.items()})


def _untold(function: ir.Function, node: FunctionNode) -> str:
    """Why what is decided in a function is not all noted, else empty."""
    if has_match(node):
        return MATCHED
    kept = (s for s in statements(function.body) if isinstance(s, ir.NativeStatement))
    return UNNOTED if any(not is_simple(each.text) for each in kept) else ""


def _head(variables: Variables, name: str) -> Place:
    return Place(next(iter(variables.origins[name])), ALL_DU_PATHS, name)


@dataclass(frozen=True, slots=True)
class _Stepping:
    """Puts down where something is decided, before all else there."""

    steps: Mapping[Step, str]

    def block(self, body: Block) -> Block:
        return tuple([self.statement(each) for each in body])

    def at(self, span: Span, outcome: str) -> Block:
        return (ir.Reach(span, STEP, outcome),) if (span, outcome) in self.steps else ()

    def statement(self, s: ir.Statement) -> ir.Statement:
        s = with_blocks(s, self.block)
        match s:
            case ir.If(then=then, orelse=orelse, decision="branch", span=span):
                return replace(s, then=(*self.at(span, "true"), *then), orelse=(*self.at(span, "false"), *orelse))
            case ir.While(body=body, orelse=orelse, span=span) | ir.For(body=body, orelse=orelse, span=span):
                return replace(s, body=(*self.at(span, "true"), *body), orelse=(*self.at(span, "false"), *orelse))
            case ir.Try(handlers=handlers):
                entered = [replace(h, body=(*self.at(h.span, "entered"), *h.body)) for h in handlers]
                return replace(s, handlers=tuple(entered))
        return s


@dataclass(slots=True)
class _Histories(_Walk):
    """names: of variables, by those that say which definition was the last.  uses: by place; before: by step and
    variable, the histories there may be; too_many: variables that have more than `MOST`.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    uses: dict[Place, set[History]] = field(default_factory=dict)
    before: dict[Step, dict[str, set[History]]] = field(default_factory=dict)
    too_many: set[str] = field(default_factory=set)

    def statement(self, s: ir.Statement, state: State) -> State:
        assert state is not None
        match s:
            case ir.Assign(ir.Var(last), ir.Const(int(code))) if last in self.names:
                state = {**state, _via(self.names[last]).name: frozenset(((code, ()),) if code != UNDEFINED else ())}
            case ir.Reach(span, kind, outcome) if kind == STEP:
                made = ((name, _via(name).name) for name in self.names.values())
                state = {**state, **{via: self.after(name, state[via], (span, outcome)) for name, via in made}}
            case ir.Reach(span, kind, outcome) if kind == ALL_DU_PATHS:
                name = outcome.partition(":")[0]
                self.uses.setdefault(Place(span, kind, name), set()).update(state[_via(name).name])  # type: ignore[arg-type]
                return state
            case _:
                return _Walk.statement(self, s, state)
        if self.thrown:
            self.thrown[-1].append(state)
        return state

    def after(self, name: str, known: frozenset[object], step: Step) -> frozenset[object]:
        made: set[object] = set()
        for history in known:
            assert isinstance(history, tuple)
            self.before.setdefault(step, {}).setdefault(name, set()).add(history)
            code, steps = history
            if all(span != step[0] for span, _ in steps):
                made.add((code, (*steps, step)))
        if len(made) > MOST:
            self.too_many.add(name)
            return frozenset()
        return frozenset(made)


@dataclass(frozen=True, slots=True)
class _Placing:
    """Puts numbers where something is defined or decided, and goals where uses are.

    numbers: of the histories of each variable that begin a path to a use.  bits: of what is decided, each a power of
    two beyond the numbers of definitions, so that a history is a sum; none in loops.
    """

    variables: Variables
    steps: Mapping[Step, str]
    before: Mapping[Step, Mapping[str, set[History]]]
    uses: Mapping[Place, set[History]]
    numbers: Mapping[str, Mapping[History, int]]
    bits: Mapping[Step, int]

    @staticmethod
    def of(
        variables: Variables,
        steps: Mapping[Step, str],
        walk: _Histories,
        uses: Mapping[Place, set[History]],
        loops: bool,
    ) -> _Placing:
        needed: dict[str, set[History]] = {}
        for place, histories in uses.items():
            for code, decided in histories:
                begun = ((code, decided[:n]) for n in range(len(decided) + 1))
                needed.setdefault(place.outcome or "", set()).update(begun)
        numbers = {name: {h: n for n, h in enumerate(sorted(each), 1)} for name, each in needed.items()}
        codes = max(map(len, variables.origins.values()), default=0)
        bits = {} if loops else {step: 1 << n for n, step in enumerate(steps, codes.bit_length())}
        placing = _Placing(variables, steps, walk.before, uses, numbers, bits)
        if loops:
            return placing
        return replace(placing, numbers={n: {h: placing.counted(h) for h in each} for n, each in needed.items()})

    def counted(self, history: History) -> int:
        """Without loops nothing is decided twice, and always in one order."""
        code, decided = history
        return code + sum(self.bits[step] for step in decided)

    def text(self, place: Place, history: History) -> str:
        name, (code, decided) = place.outcome or "", history
        label = [*self.variables.origins[name].values()][code - 1]
        return path_name(name, label, [self.steps[step] for step in decided])

    def begun(self, parameters: set[str], span: Span) -> Iterator[ir.Statement]:
        for name in self.numbers:
            yield self.put(name, (1, ()) if name in parameters else None, span)

    def put(self, name: str, history: History | None, span: Span) -> ir.Statement:
        number = 0 if history is None else self.numbers[name].get(history, 0)
        return ir.Assign(_via(name), ir.Const(number), span)

    def block(self, body: Block) -> Block:
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.Assign(ir.Var(last), ir.Const(int(code)), span) if last.startswith("def'"):
                name = last.removeprefix("def'")
                yield s
                if name in self.numbers:
                    yield self.put(name, (code, ()), span)
            case ir.Reach(span, kind, outcome) if kind == STEP:
                for name, histories in self.before.get((span, outcome), {}).items():
                    yield from self.stepped(name, histories, (span, outcome))
            case ir.Reach(span, kind, outcome) if kind == ALL_DU_PATHS:
                place = Place(span, kind, outcome.partition(":")[0])
                numbers = self.numbers.get(place.outcome or "", {})
                ways: dict[int, Block] = {0: ()}
                for history in self.uses.get(place, ()):
                    ways[numbers[history]] = (ir.Reach(span, kind, self.text(place, history)),)
                yield from _halved(place.outcome or "", sorted(ways.items()), span, not self.bits)
            case _:
                yield with_blocks(s, self.block)

    def stepped(self, name: str, histories: set[History], step: Step) -> Iterator[ir.Statement]:
        numbers = self.numbers.get(name, {})
        left = {(code, decided): (code, (*decided, step)) for code, decided in histories if (code, decided) in numbers}
        if self.bits and not numbers.keys().isdisjoint(left.values()):
            yield ir.Assign(_via(name), ir.Binary("+", _via(name), ir.Const(self.bits[step])), step[0])
            return
        if self.bits:
            yield from [self.put(name, None, step[0])] if left else ()
            return
        ways: dict[int, Block] = {0: ()}
        for history, following in left.items():
            ways[numbers[history]] = (self.put(name, following, step[0]),)
        yield from _halved(name, sorted(ways.items()), step[0], True)


def _halved(name: str, ways: Sequence[tuple[int, Block]], span: Span, sure: bool) -> Iterator[ir.Statement]:
    """What is done by the number, among these: halved until one is left.  sure: it is one of them."""
    first = ways[0][1]
    if all(block == first for _, block in ways) and (sure or not first):
        yield from first
        return
    if not sure and len(ways) <= FEW:
        for number, block in ways:
            if block:
                same = ir.Var(f"viasame'{name}")
                yield ir.Assign(same, ir.Binary("==", _via(name), ir.Const(number)), span)
                yield ir.If(same, block, (), None, span)
        return
    middle = len(ways) // 2
    below, above = ways[:middle], ways[middle:]
    before = ir.Var(f"viabefore'{name}")
    yield ir.Assign(before, ir.Binary("<", _via(name), ir.Const(above[0][0])), span)
    then, orelse = (tuple(_halved(name, each, span, sure)) for each in (below, above))
    yield ir.If(before, then, orelse, None, span)


def _via(name: str) -> ir.Var:
    return ir.Var(f"via'{name}")


def words(outcome: str | None, text: str) -> tuple[str, str]:
    if outcome is None or "@" not in outcome:
        return f"`{outcome}`", "followed on its paths to its uses"
    name, label, decided = read_path(outcome)
    way = f" by way of {', '.join(decided)}" if decided else ""
    return f"`{name}` of line {label.partition('.')[0]}", f"read in {text}{way}" if text else f"read here{way}"
