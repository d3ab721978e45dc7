"""`all` and `any` of a generator expression, and other operations that say something of every item of a list.

    all(p(x) for x in xs)

is a choice.  It is false where p is false of the item at some index, which may be any (`havoc`), and true where p holds
of all of them, which is a quantified assumption.  An exception that p raises is raised at some index, too.  So what
there is has more executions than CPython's, which stops at the first such item: an OVER approximation.

What p says is read off the blocks that it makes: the item passes where one of the paths to their end can be gone.
Where these are not plain, as behind a call, nothing is known of the other items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, TypeGuard

from clew.analysis.cfg import predecessors, reachable
from clew.ir import blocks as ir
from clew.ir import tree
from clew.ir.rename import renamed
from clew.ir.walk import nodes
from clew.passes.flatten.approximate import ORDERED
from clew.passes.flatten.graph import Draft, End, NotInSubset
from clew.passes.flatten.loops import Loops
from clew.passes.flatten.values import (
    EXPRESSIONS,
    Builtin,
    Drawn,
    Generator,
    Iterated,
    Listed,
    Range,
    Value,
    Walk,
    as_int,
    binary,
    integer,
    negated,
)
from clew.records import dataclass
from clew.source.spans import Span

MOST_PATHS: Final = 16
DEEP_COPY: Final = "__import__('copy').deepcopy"
LAZY: Final = (Generator, Iterated, Drawn)


@dataclass(slots=True)
class Deciding:
    """What is known of the generator expression that is looked at.  universal: is it for `all`?

    ends: where an item decides; passing: where the one that is looked at does not.
    """

    universal: bool
    ends: list[End] = field(default_factory=list)
    passing: list[End] = field(default_factory=list)


class Quantified(Loops):
    """Quantifiers of one function being flattened."""

    deciding: Deciding | None = None
    generators: int = 0

    # ------------------------------------------------------------ values

    def value(self, end: End, value: tree.Value, span: Span) -> tuple[End, Value] | None:
        match value:
            case tree.Closure(function) if function.name == "<genexpr>":
                return end, Generator(function)
            case tree.Native(text=text) if text == DEEP_COPY:
                return end, Builtin("deepcopy")
            case tree.Yield(atom) if self.deciding is not None:
                found = self.atom(end, atom, span)
                if found is not None:
                    true, false = self.graph.fork(found[0], self.truth(found[1], span), span, "true", "false")
                    passes, decides = (true, false) if self.deciding.universal else (false, true)
                    self.deciding.passing += () if passes is None else (passes,)
                    self.deciding.ends += () if decides is None else (decides,)
                return None
        return super().value(end, value, span)

    def store(self, end: End, name: str, value: Value, span: Span) -> None:
        if isinstance(value, LAZY) and not name.startswith("t$"):
            raise NotInSubset("a generator that is kept", span)
        super().store(end, name, value, span)

    def call(
        self, end: End, function: Value, arguments: tuple[tree.Argument, ...], span: Span
    ) -> tuple[End, Value] | None:
        if isinstance(function, Generator):
            (argument,) = arguments
            assert isinstance(argument, tree.Var)
            iterated = end.known.get(self.local(argument.name))
            if not isinstance(iterated, Iterated):
                raise NotInSubset("a generator expression over something else than a range or a list", span)
            return end, Drawn(function.function, iterated.many)
        return super().call(end, function, arguments, span)

    def builtin(self, end: End, name: str, arguments: list[Value], span: Span) -> tuple[End, Value] | None:
        match name, arguments:
            case "iter", [(Listed() | Range() | Walk()) as many]:
                return end, Iterated(many)
            case (("all" | "any"), [Drawn() as drawn]):
                return self.quantified(end, name == "all", drawn, span)
            case "deepcopy", [Listed(element=element) as listed] if element in ORDERED:
                return end, listed if listed.fixed else self.copied(end, listed, span)
            case "deepcopy", [value] if isinstance(value, EXPRESSIONS):
                return end, value
        return super().builtin(end, name, arguments, span)

    def operation(self, end: End, op: str, a: Value, b: Value, span: Span) -> tuple[End, Value] | None:
        match op, a, b:
            case (("in" | "not-in"), _, Listed(element=element)) if element in ORDERED and isinstance(a, EXPRESSIONS):
                yes, no = self.sought(end, as_int(a), b, span)
                return self._decided(*((yes, no) if op == "in" else (no, yes)), span)
            case (("==" | "!="), Listed(), Listed()) if a.cell != b.cell and self.is_comparable(a, b):
                yes, no = self.same(end, a, b, span)
                return self._decided(*((yes, no) if op == "==" else (no, yes)), span)
        return super().operation(end, op, a, b, span)

    def is_comparable(self, a: Listed, b: Listed) -> bool:
        return a.element in ORDERED and b.element in ORDERED and a.fixed == b.fixed

    def sought(self, end: End, wanted: ir.Expr, listed: Listed, span: Span) -> tuple[list[End], list[End]]:
        """Where the list holds it, and where not."""
        wanted = self.graph.copy(end, wanted, span)
        there, missing = self._ways(end, 2, "in", span)
        index = self._index(there, integer(0), listed.length, span)
        there.emit(ir.Assume(binary("==", ir.Select(listed.items, index), wanted), span))
        each = self.graph.fresh("each")
        other = binary("!=", ir.Select(listed.items, each), wanted)
        missing.emit(ir.Assume(ir.All(each, integer(0), listed.length, other), span))
        return [there], [missing]

    def same(self, end: End, a: Listed, b: Listed, span: Span) -> tuple[list[End], list[End]]:
        """Where the lists are equal, and where not."""
        equal, shorter, other = self._ways(end, 3, "same", span)
        lengths = binary("==", a.length, b.length)
        each = self.graph.fresh("each")
        items = binary("==", ir.Select(a.items, each), ir.Select(b.items, each))
        equal.emit(ir.Assume(lengths, span))
        equal.emit(ir.Assume(ir.All(each, integer(0), a.length, items), span))
        shorter.emit(ir.Assume(negated(lengths), span))
        other.emit(ir.Assume(lengths, span))
        index = self._index(other, integer(0), a.length, span)
        other.emit(ir.Assume(binary("!=", ir.Select(a.items, index), ir.Select(b.items, index)), span))
        return [equal], [shorter, other]

    # ------------------------------------------------------------ all, any

    def quantified(self, end: End, universal: bool, drawn: Drawn, span: Span) -> tuple[End, Value] | None:
        """Where it is decided by one item, and where by all of them."""
        function = drawn.function
        loop = next((s for s in function.body if isinstance(s, tree.For)), None)
        if loop is None or len(function.body) > 1 or function.nonlocals or function.globals:
            raise NotInSubset("a generator expression that does more than go through items", span)
        if any(isinstance(node, tree.While | tree.Closure) for node in nodes(loop.body)):
            raise NotInSubset("a generator expression with another one inside", span)
        if any(self.local(name) not in end.bound for name in function.free):
            raise NotInSubset("a generator expression that names what may have no value", span)
        self.generators += 1
        own = {n: f"{n}'each{self.generators}" for n in function.locals}
        own |= {n.name: f"%{n.name[1:]}each{self.generators}" for n in nodes(loop) if _is_temporary(n)}
        outside, self.deciding = self.deciding, Deciding(universal)
        every = self.each(end, renamed(loop, own), drawn.many)
        decided, self.deciding = self.deciding.ends, outside
        return self._decided(*(([every], decided) if universal else (decided, [every])), span)

    def for_loop(self, s: tree.For, end: End) -> list[End]:
        if self.deciding is None:
            return super().for_loop(s, end)
        found = self.atom(end, s.iterable, s.span)
        if found is None:
            return []
        end, many = found
        if not isinstance(many, Listed | Range | Walk):
            raise NotInSubset("a quantifier over something else than a range or a list", s.span)
        return [self.each(end, s, many)]

    def each(self, end: End, loop: tree.For, many: Listed | Range | Walk) -> End:
        """Where no item decides; those that do are put aside."""
        assert self.deciding is not None
        span = loop.span
        low, high = self.bounds(end, many, span)
        one, every = self._ways(end, 2, "item", span)
        index = self._index(one, low, high, span)
        first, start, beginning = len(self.graph.drafts), len(one.draft.instrs), one.draft
        outside, self.deciding.passing = self.deciding.passing, []
        self.store(one, self.local(loop.target.name), self.item_of(one, many, index, span), span)
        if isinstance(many, Range) and isinstance(low, ir.Literal) and low.value >= 0:
            self.naturals.add(self.local(loop.target.name))
        skipped = self.block(loop.body, [one])
        passes = [*self.deciding.passing, *skipped]
        self.deciding.passing = outside
        made = [beginning, *self.graph.drafts[first:]]
        before = {
            n.name for d in self.graph.drafts[:first] if d is not beginning for i in d.instrs for n in ir.assigned(i)
        }
        before |= {n.name for i in beginning.instrs[:start] for n in ir.assigned(i)}
        self._unchanging(made, start, before, span)
        fact = _holding(beginning, start, {draft.label: draft for draft in made}, passes)
        if fact is not None:
            bound = self.graph.fresh("each")
            every.emit(ir.Assume(ir.All(bound, low, high, ir.substitute(fact, {index.name: bound})), span))
        return every

    def bounds(self, end: End, many: Listed | Range | Walk, span: Span) -> tuple[ir.Expr, ir.Expr]:
        """Of the indices."""
        match many:
            case Range(start, stop, ir.Literal(1)):
                low, high = start, stop
            case Range(start, stop, ir.Literal(-1)):
                low, high = binary("+", stop, integer(1)), binary("+", start, integer(1))
            case Range():
                raise NotInSubset("a quantifier over a range with such a step", span)
            case Listed():
                low, high = integer(0), many.length
            case Walk(lists):
                low, high = integer(0), lists[0].length
                for listed in lists[1:]:
                    high = ir.Conditional(binary("<", listed.length, high), listed.length, high)
        return self.graph.copy(end, low, span), self.graph.copy(end, high, span)

    def item_of(self, end: End, many: Listed | Range | Walk, index: ir.Name, span: Span) -> Value:
        match many:
            case Range():
                return index
            case Listed():
                return self.read(end, many, index, span)
            case Walk():
                return self.items_at(end, many, index, span)

    def _unchanging(self, made: list[Draft], start: int, before: set[str], span: Span) -> None:
        """Only what is computed for the item is assigned.  before: what was assigned so far."""
        instrs = [i for number, d in enumerate(made) for i in d.instrs[start if number == 0 else 0 :]]
        for name in (name.name for instr in instrs for name in ir.assigned(instr)):
            if name in before or ("$" not in name and "'each" not in name):
                raise NotInSubset("a generator expression that changes something", span)

    # ------------------------------------------------------------ ways

    def _ways(self, end: End, number: int, hint: str, span: Span) -> list[End]:
        """Ends in blocks of their own, each of which may be taken."""
        self.exact = False
        return [self.graph.go(end, hint, span) for _ in range(number)]

    def _index(self, end: End, low: ir.Expr, high: ir.Expr, span: Span) -> ir.Name:
        """Any index between the bounds."""
        index = self.graph.fresh("any")
        end.emit(ir.Havoc(index, span))
        end.emit(ir.Assume(ir.Binary("&&", binary("<=", low, index), binary("<", index, high)), span))
        return index

    def _decided(self, yes: list[End], no: list[End], span: Span) -> tuple[End, Value] | None:
        """One end, and which of them it was."""
        result = self.graph.fresh("truth")
        for ends, value in ((yes, 1), (no, 0)):
            for end in ends:
                end.emit(ir.Assign(result, integer(value), span))
        return self.graph.join([*yes, *no], "join", span), result


def _is_temporary(node: object) -> TypeGuard[tree.Var]:
    return isinstance(node, tree.Var) and node.name.startswith("%")


def _holding(first: Draft, start: int, drafts: Mapping[str, Draft], ends: list[End]) -> ir.Expr | None:
    """When one of the paths to the ends can be gone; None where that cannot be said.  start: of what the first draft
    does for the item.
    """
    wanted = {end.draft.label for end in ends}
    inside = {label: tuple(t for t in draft.targets if t in drafts) for label, draft in drafts.items()}
    leading = reachable(predecessors(inside), wanted & drafts.keys())
    paths: list[ir.Expr] = []
    stack: list[tuple[Draft, int, dict[str, ir.Expr], ir.Expr]] = [(first, start, {}, ir.TRUE)]
    while stack:
        draft, position, values, condition = stack.pop()
        after = _run(draft.instrs[position:], dict(values), condition)
        if after is None or len(paths) + len(stack) > MOST_PATHS:
            return None
        if draft.label in wanted:
            paths.append(after[1])
        stack += [(drafts[label], 0, *after) for label in inside[draft.label] if label in leading]
    if not paths:
        return ir.FALSE
    found = paths[0]
    for path in paths[1:]:
        found = ir.Binary("||", found, path)
    return found


def _run(
    instrs: list[ir.Instr], values: dict[str, ir.Expr], condition: ir.Expr
) -> tuple[dict[str, ir.Expr], ir.Expr] | None:
    for instr in instrs:
        match instr:
            case ir.Assign(target, value):
                values[target.name] = ir.substitute(value, values)
            case ir.Assume(assumed):
                assumed = ir.substitute(assumed, values)
                condition = assumed if condition == ir.TRUE else ir.Binary("&&", condition, assumed)
            case _:
                return None
    return values, condition
