"""Texts of the world that code reads in pieces: standard input and files.

What is read whole is one text; what is read line by line is a list of lines, so that which line is which is no question
of where line feeds are.  Which of the two an input is, the first reading decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.concolic.arguments import Arguments
from clew.inputs.shapes import BytesShape, ListShape, Shape, StrShape
from clew.records import dataclass
from clew.semantics.shadow import Pair, Tracked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine
    from clew.concolic.world import World

ANY_TEXT: Final = ((1, 0xD7FF), (0xE000, 0x10FFFF))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that was asked for.  shape: of the input, where it is one that usual values are tried of; make: asks
    for it in the world of another run.
    """

    make: Callable[[World], object]
    shape: Shape | None = None


class Source:
    """A text that is an input.  store: puts it where CPython finds it, and where the test gets it from; again: finds
    the source in the world of another run.
    """

    def __init__(
        self,
        world: World,
        name: str,
        store: Callable[[str | bytes], None],
        again: Callable[[World], Source | None],
        allowed: tuple[tuple[int, int], ...] = ANY_TEXT,
        binary: bool = False,
    ) -> None:
        self.world = world
        self.name = name
        self.store = store
        self.again = again
        self.allowed = allowed
        self.binary = binary
        self.text: Tracked | None = None
        self.items: Tracked | None = None

    def fill(self, whole: bool) -> None:
        """Make it, if it is not there yet."""
        if self.text is not None or self.items is not None:
            return

        def make(world: World) -> None:
            if (source := self.again(world)) is not None:
                source.fill(whole)

        if self.binary or whole:
            shape, allowed = (BytesShape(), ((0, 255),)) if self.binary else (StrShape(), self.allowed)
            self.text = self.world.input(shape, self.name, make, allowed).tracked
            self.store(self.text.value)
        else:
            allowed = without_line_feed(self.allowed)
            self.items = self.world.input(ListShape(StrShape()), f"{self.name}.lines", make, allowed).tracked
            self.store("".join(f"{line}\n" for line in self.items.value))


def without_line_feed(allowed: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Nor carriage return."""
    found: list[tuple[int, int]] = []
    for low, high in allowed:
        if low <= 10 and high >= 13:
            found += [(low, 9), (11, 12), (14, high)]
        elif (low, high) != (10, 10):
            found.append((low, high))
    return tuple((low, high) for low, high in found if low <= high)


class Reader:
    """One who reads it, from its beginning.  real: the stream that CPython has for it, which is kept in step."""

    def __init__(self, machine: Machine, source: Source, real: Any) -> None:
        self.machine = machine
        self.source = source
        self.real = real
        self.rest: Tracked | None = None  # of a text
        self.drawn: Iterator[Tracked] | None = None  # of lines

    def answer(self, name: str, operands: list[Pair]) -> Pair | None:
        """A method of the stream; None where it is left to CPython."""
        if name in _READING and not operands:
            return _READING[name](self)
        if name in ("__enter__", "__iter__"):
            return self.real, None
        if name in ("__exit__", "close", "isatty", "fileno", "readable"):
            return getattr(self.real, name)(*(value for value, _ in operands)), None
        self.source.fill(whole=True)
        return None

    def _begin(self, whole: bool) -> None:
        self.source.fill(whole)
        if self.rest is None and self.drawn is None:
            if self.source.text is not None:
                self.rest = self.source.text
            else:
                assert self.source.items is not None
                self.drawn = self.machine.iterate(self.source.items)

    def line(self) -> Tracked | None:
        """The next one with its line feed, or None at the end."""
        self._begin(whole=False)
        if self.drawn is not None:
            item = next(self.drawn, None)
            found = None if item is None else self.machine.binary("+", item, Tracked("\n", None))
        else:
            found = self._cut()
        self.real.readline()
        return found

    def _cut(self) -> Tracked | None:
        """The first line of what is left of a text."""
        machine, rest = self.machine, self.rest
        assert rest is not None
        if not machine.truth(rest):
            return None
        feed = b"\n" if self.source.binary else "\n"
        parts = machine.method(*rest, "partition", Arguments((feed,), (None,)))
        head, middle, tail = (Tracked(*machine.item(*parts, place, None)) for place in range(3))
        self.rest = tail
        return machine.binary("+", head, middle)

    def lines(self) -> Iterator[Tracked]:
        while (line := self.line()) is not None:
            yield line

    def whole(self) -> Pair:
        self._begin(whole=True)
        self.real.read()
        if self.rest is not None:
            found, self.rest = self.rest, Tracked(self.rest.value[:0], None)
            return found
        lines = tuple((line.value, line.shadow) for line in self.lines())
        return self.machine.join(lines)

    def _readline(self) -> Pair:
        line = self.line()
        return line if line is not None else (b"" if self.source.binary else "", None)

    def _readlines(self) -> Pair:
        found = list(self.lines())
        return self.machine.make_list(tuple(v for v, _ in found), tuple(s for _, s in found))

    def _next(self) -> Pair:
        if (line := self.line()) is None:
            raise StopIteration
        return line


_READING: Final = {
    "read": Reader.whole,
    "readline": Reader._readline,
    "readlines": Reader._readlines,
    "__next__": Reader._next,
}
