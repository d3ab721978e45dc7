"""Loops: a header that everything the loop changes is in variables at, and a back edge to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from clew.analysis.assigned import assigned
from clew.goals.goal import Place
from clew.ir import tree
from clew.ir.blocks import Assign, Expr, Name, names_in
from clew.passes.flatten.graph import End, NotInSubset, cells_of, parts_of
from clew.passes.flatten.statements import Frame, Statements
from clew.passes.flatten.values import ANY, EXPRESSIONS, Listed, Range, Value, Walk, binary, integer
from clew.source.spans import Span


class Loops(Statements):
    """Loops of one function being flattened."""

    def header(self, ends: list[End], body: Sequence[tree.Statement], hint: str, span: Span) -> End:
        """The end at a new loop header: what the loop changes is in variables."""
        end = self.graph.join(ends, "join", span)
        changed = {self.local(name) for name in assigned(tuple(body))}
        for name, value in list(end.known.items()):
            if isinstance(value, EXPRESSIONS):
                self.graph.keep(end, name, span)
            elif any(changed & names_in(part).keys() for part in parts_of(value)):
                end.known[name] = ANY
        end = self.graph.go(end, hint, span)
        for name in changed:
            # That a list stays in its cell is tried first.
            if name in self.found.mixed or not isinstance(end.known.get(name, ANY), Listed):
                if name in end.known or name in self.found.mixed:
                    end.known[name] = ANY
        return end

    def back(self, end: End, header: End, bound: frozenset[str], known: dict[str, Value], span: Span) -> None:
        """The back edge, from a block that leads nowhere else."""
        self._return_lists(end, known, span)
        for name, value in end.known.items():
            if not name.startswith("t$") and not isinstance(value, EXPRESSIONS) and known.get(name) not in (value, ANY):
                self.mixed.add(name)
        if not bound <= end.bound:
            raise NotInSubset("a variable that is unbound again in a loop", span)
        end.draft.targets.append(header.draft.label)

    def _return_lists(self, end: End, known: dict[str, Value], span: Span) -> None:
        """Other lists than at the header are put into the cells that the names have there."""
        moved: dict[str, tuple[Listed, Listed]] = {}
        for name, cell in known.items():
            now = end.known.get(name)
            if isinstance(cell, Listed) and now != cell and not name.startswith("t$"):
                if isinstance(now, Listed):
                    moved[name] = (cell, now)
                else:
                    self.mixed.add(name)
        if not all(self._movable(end, moved, known, *cells) for cells in moved.values()):
            self.mixed |= moved.keys()
            return
        pairs = [pair for cell, now in moved.values() for pair in zip(cell.variables, now.variables, strict=True)]
        copies = [Name(self.graph.fresh("moved").name, theirs.type) for _, theirs in pairs]
        for copy, (_, theirs) in zip(copies, pairs, strict=True):
            end.emit(Assign(copy, theirs, span))
        for copy, (mine, _) in zip(copies, pairs, strict=True):
            end.emit(Assign(mine, copy, span))
        end.known |= {name: cell for name, (cell, _) in moved.items()}

    def _movable(
        self, end: End, moved: dict[str, tuple[Listed, Listed]], known: dict[str, Value], cell: Listed, now: Listed
    ) -> bool:
        """Does nobody else know the list, and nobody the one that was in the cell, as far as the header knows names?"""
        live = [value for name, value in end.known.items() if known.get(name, ANY) != ANY]
        names = Counter(each for value in live for each in cells_of(value))
        leaving = [source.cell for _, source in moved.values()]
        entered = [target.cell for target, _ in moved.values()]
        return (
            cell.element == now.element
            and all(each.fresh and each.cell not in self.graph.walked for each in (cell, now))
            and not cell.fixed
            and not now.fixed
            and names[now.cell] == 1
            and names[cell.cell] == leaving.count(cell.cell)
            and entered.count(cell.cell) == 1
        )

    def while_loop(self, s: tree.While, ends: list[End]) -> list[End]:
        header = self.header(ends, (*s.before, *s.body), "while", s.span)
        known, bound = dict(header.known), header.bound
        frame = Frame(("break", "continue"))
        self.frames.append(frame)
        sides: tuple[list[End], list[End]] = ([], [])
        for end in self.block(s.before, [header]):
            found = self.atom(end, s.condition, s.span)
            if found is not None:
                taken = self.graph.fork(found[0], self.truth(found[1], s.span), s.span, "body", "left")
                for side, one in zip(sides, taken, strict=True):
                    if one is not None:
                        side.append(one)
        for side, outcome in zip(sides, ("true", "false"), strict=True):
            for end in side:
                end.hit(Place(s.span, "branch", outcome))
        again = self.block(s.body, sides[0]) + frame.ends("continue")
        self.frames.pop()
        if again:
            self.back(self._joined(again, s.span), header, bound, known, s.span)
        return self.block(s.orelse, sides[1]) + frame.ends("break")

    def for_loop(self, s: tree.For, end: End) -> list[End]:
        found = self.atom(end, s.iterable, s.span)
        if found is None:
            return []
        end, many = found
        match many:
            case Range():
                return self._range_loop(s, end, many)
            case Listed():
                return self._list_loop(s, end, Walk((many,)))
            case Walk():
                return self._list_loop(s, end, many)
        raise NotInSubset("a loop over something else than a range or a list", s.span)

    def _range_loop(self, s: tree.For, end: End, many: Range) -> list[End]:
        stop, step = self._apart(end, many.stop, s), self._apart(end, many.step, s)
        counter = self.graph.fresh("next")
        end.emit(Assign(counter, many.start, s.span))
        ends: list[End] = []
        for up, here in self._directions(end, step, s.span):
            more = binary("<" if up else ">", counter, stop)
            ends += self._counted(s, here, counter, more, step, lambda inside: counter)
        return ends

    def _list_loop(self, s: tree.For, end: End, walk: Walk) -> list[End]:
        """The lengths are asked each time, as the iterators of lists do: the body may change them."""
        if walk.start is not None:
            walk = replace(walk, start=self._apart(end, walk.start, s))
        counter, last = self.graph.fresh("next"), binary("-", walk.lists[0].length, integer(1))
        end.emit(Assign(counter, last if walk.backwards else integer(0), s.span))
        step = integer(-1 if walk.backwards else 1)
        more = self.more(walk, counter)
        self.graph.walked += [listed.cell for listed in walk.lists]
        after = self._counted(s, end, counter, more, step, lambda inside: self.items_at(inside, walk, counter, s.span))
        del self.graph.walked[-len(walk.lists) :]
        return after

    def _apart(self, end: End, value: Expr, s: tree.For) -> Expr:
        """What `range` was given does not change with the variables it came from, nor with a list whose length it is.

        A list that the loop gives another name comes back to its cell at the end of a round.
        """
        names, inside = names_in(value).keys(), {self.local(n) for n in assigned((s,))}
        moves = self.resizes or any(not isinstance(end.known.get(n, ANY), EXPRESSIONS) for n in inside)
        if names & inside or (moves and any("'" in n for n in names)):
            return self.graph.copy(end, value, s.span)
        return value

    def _directions(self, end: End, step: Expr, span: Span) -> Iterator[tuple[bool, End]]:
        for up, side in zip(
            (True, False), self.graph.fork(end, binary(">", step, integer(0)), span, "up", "down"), strict=True
        ):
            if side is not None:
                yield up, side

    def _counted(
        self, s: tree.For, end: End, counter: Name, more: Expr, step: Expr, item: Callable[[End], Value]
    ) -> list[End]:
        """more: is there another round?  item: what the target is then."""
        first, empty = self.graph.fork(end, more, s.span, "first", "empty")
        assert first is not None and empty is not None
        header = self.header([first], (s,), "for", s.span)
        known, bound = dict(header.known), header.bound
        frame = Frame(("break", "continue"))
        self.frames.append(frame)
        inside = End(header.draft, dict(header.known), header.bound)
        self.store(inside, self.local(s.target.name), item(inside), s.span)
        self.graph.assign(inside, counter.name, binary("+", counter, step), s.span)
        again = self.block(s.body, [inside]) + frame.ends("continue")
        self.frames.pop()
        after: list[End] = [empty]
        if s.decision:
            first.hit(Place(s.span, "branch", "entered"))
            empty.hit(Place(s.span, "branch", "empty"))
        if again:
            another, done = self.graph.fork(self._joined(again, s.span), more, s.span, "next", "done")
            assert another is not None and done is not None
            self.back(another, header, bound, known, s.span)
            if s.decision:
                done.hit(Place(s.span, "branch", "exhausted"))
            after.append(done)
        return self.block(s.orelse, after) + frame.ends("break")
