"""The graph under construction: blocks that are still written to, and the ends at which control is.

Several ends may be open at once: what is known of temporaries differs between them, so that a test of a flag that both
arms of a short circuit have just set needs no test at all (jump threading; Bodík, Gupta and Soffa 1997).  Ends are
joined where the next statement of the source begins; what is known differently there is stored in variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from clew.goals.goal import Place
from clew.ir.blocks import INT, Assign, Assume, Block, Expr, Instr, Literal, Name, names_in
from clew.passes.flatten.values import (
    ANY,
    EXPRESSIONS,
    Drawn,
    Items,
    Iterated,
    Listed,
    Method,
    Range,
    Sliced,
    Value,
    Walk,
    as_int,
    negated,
)
from clew.records import dataclass
from clew.source.spans import Span

"""A coverage goal: its span, kind and outcome."""


class NotInSubset(Exception):
    """The function is not flattened; why, and where."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


@dataclass(slots=True)
class Draft:
    """places: goals that are reached by whoever enters the block and survives the assumptions it begins with."""

    label: str
    span: Span
    instrs: list[Instr] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)


@dataclass(slots=True)
class End:
    """Where control is.  known: values of temporaries, and of variables that hold no int; bound: variables that have a
    value."""

    draft: Draft
    known: dict[str, Value]
    bound: frozenset[str]

    def emit(self, instr: Instr) -> None:
        self.draft.instrs.append(instr)

    def hit(self, place: Place) -> None:
        if place not in self.draft.places:
            self.draft.places.append(place)


class Graph:
    """limit: blocks, beyond which the function is too large."""

    def __init__(self, limit: int) -> None:
        self.drafts: list[Draft] = []
        self.labels: set[str] = set()
        self.copies = 0
        self.walked: list[str] = []  # cells that loops around go through
        self.limit = limit

    def draft(self, hint: str, span: Span) -> Draft:
        label, number = f"{hint}{span.line}", 1
        while label in self.labels:
            number += 1
            label = f"{hint}{span.line}_{number}"
        self.labels.add(label)
        self.drafts.append(Draft(label, span))
        if len(self.drafts) > self.limit:
            raise NotInSubset(f"it makes more than {self.limit} blocks", span)
        return self.drafts[-1]

    def blocks(self) -> tuple[Block, ...]:
        return tuple(Block(d.label, tuple(d.instrs), tuple(d.targets), None, d.span) for d in self.drafts)

    def go(self, end: End, hint: str, span: Span) -> End:
        """Go on from the end in a block of its own."""
        draft = self.draft(hint, span)
        end.draft.targets.append(draft.label)
        return End(draft, dict(end.known), end.bound)

    def fork(self, end: End, condition: Expr, span: Span, yes: str, no: str) -> tuple[End | None, End | None]:
        """The ends where the condition holds and where not; None where it never does."""
        if isinstance(condition, Literal):
            return (end, None) if condition.value else (None, end)
        sides = []
        for hint, side in ((yes, condition), (no, negated(condition))):
            draft = self.draft(hint, span)
            draft.instrs.append(Assume(side, span))
            end.draft.targets.append(draft.label)
            sides.append(End(draft, dict(end.known), end.bound))
        return sides[0], sides[1]

    def join(self, ends: Sequence[End], hint: str, span: Span) -> End:
        """One end for all of them."""
        if len(ends) == 1:
            return ends[0]
        known = self._agree(ends, span)
        draft = self.draft(hint, span)
        for end in ends:
            end.draft.targets.append(draft.label)
        return End(draft, known, frozenset.intersection(*(end.bound for end in ends)))

    def _agree(self, ends: Sequence[End], span: Span) -> dict[str, Value]:
        known: dict[str, Value] = {}
        for name in sorted({name for end in ends for name in end.known}):
            found = [end.known.get(name) for end in ends]
            first = found[0]
            if first is not None and all(value == first for value in found):
                known[name] = first
            elif all(value is None or isinstance(value, EXPRESSIONS) for value in found):
                for end, value in zip(ends, found, strict=True):
                    if value is not None:
                        end.emit(Assign(Name(name, INT), as_int(value), span))  # type: ignore[arg-type]
            else:
                known[name] = self._one_list(ends, name, span)
        return known

    def _one_list(self, ends: Sequence[End], name: str, span: Span) -> Value:
        """Lists that nothing else knows become one cell."""
        found = [end.known.get(name, ANY) for end in ends]
        lists = [value for value in found if isinstance(value, Listed) and not value.fixed and value.fresh]
        if len(lists) < len(ends) or len({listed.element for listed in lists}) > 1:
            return ANY
        # Of a name that holds nothing, or something else, at one of the ends nothing is known behind the join.
        shared = [n for n in ends[0].known if all(end.known.get(n, ANY) != ANY for end in ends)]
        for end, listed in zip(ends, lists, strict=True):
            names = sum(listed.cell in cells_of(end.known[n]) for n in shared)
            if names > 1 or listed.cell in self.walked:
                return ANY
        one = Listed(self.fresh("list").name, lists[0].element)
        for end, listed in zip(ends, lists, strict=True):
            for mine, theirs in zip(one.variables, listed.variables, strict=True):
                end.emit(Assign(mine, theirs, span))
        return one

    def keep(self, end: End, name: str, span: Span) -> None:
        """What is known of the temporary is put into a variable."""
        value = end.known.pop(name)
        if isinstance(value, EXPRESSIONS):
            end.emit(Assign(Name(name, INT), as_int(value), span))
        else:
            end.known[name] = value

    def assign(self, end: End, name: str, value: Expr, span: Span) -> None:
        """What is known in terms of the old value is stored first."""
        for other, known in list(end.known.items()):
            if other != name and any(name in names_in(part) for part in parts_of(known)):
                if isinstance(known, EXPRESSIONS):
                    self.keep(end, other, span)
                else:
                    end.known[other] = self._copied(end, known, span)
        end.known.pop(name, None)
        end.emit(Assign(Name(name, INT), as_int(value), span))

    def _copied(self, end: End, value: Value, span: Span) -> Value:
        match value:
            case Items(items):
                return Items(tuple(self._copied(end, item, span) for item in items))
            case Range(start, stop, step):
                parts = [self.copy(end, part, span) for part in (start, stop, step)]
                return Range(*parts)
            case Walk(lists, zipped, start, backwards) if start is not None:
                return Walk(lists, zipped, self.copy(end, start, span), backwards)
            case Iterated(many) | Drawn(many=many):
                return replace(value, many=self._copied(end, many, span))  # type: ignore[arg-type]
            case Sliced(lower, upper, step):
                return Sliced(*[None if part is None else self.copy(end, part, span) for part in (lower, upper, step)])
            case Name() | Literal():
                return self.copy(end, value, span)
        return self.copy(end, value, span) if isinstance(value, EXPRESSIONS) else value

    def copy(self, end: End, value: Expr, span: Span) -> Expr:
        """The value in a variable that nothing else assigns."""
        if isinstance(value, Literal):
            return value
        fresh = self.fresh("copy")
        end.emit(Assign(fresh, as_int(value), span))
        return fresh

    def fresh(self, hint: str) -> Name:
        self.copies += 1
        return Name(f"{hint}${self.copies}", INT)


def cells_of(value: Value) -> set[str]:
    """The lists that a value knows."""
    match value:
        case Listed(cell):
            return {cell}
        case Method(listed):
            return {listed.cell}
        case Walk(lists):
            return {listed.cell for listed in lists}
        case Iterated(many) | Drawn(many=many):
            return cells_of(many)
        case Items(items):
            return {cell for item in items for cell in cells_of(item)}
    return set()


def parts_of(value: Value) -> Iterable[Expr]:
    match value:
        case Items(items):
            for item in items:
                yield from parts_of(item)
        case Range(start, stop, step):
            yield from (start, stop, step)
        case Walk(start=start) if start is not None:
            yield start
        case Iterated(many) | Drawn(many=many):
            yield from parts_of(many)
        case Sliced(lower, upper, step):
            yield from (part for part in (lower, upper, step) if part is not None)
        case _:
            if isinstance(value, EXPRESSIONS):
                yield value
