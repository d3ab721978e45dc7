"""Regular expressions as automata with priorities.

The pattern is parsed by the interpreter's own parser and turned into a nondeterministic automaton whose alternatives
are ordered (Thompson 1968; the ordered form is Pike's).  A backtracking matcher takes the first path in that order that
succeeds, so a walk that at each `Split` takes the first alternative from which the rest can succeed finds the same
match and the same groups without ever going back.  That holds for what is accepted here; not accepted, by
`Unsupported`, are back references, conditional groups, atomic groups and possessive repeats, repeats of what can match
nothing, groups inside lookarounds or lazy repeats, and the locale flag.

What one character may be is asked of the interpreter: the class of a node under its flags is the set of code points
that the real `re` matches with it.
"""

from __future__ import annotations

import re
import re._compiler as sre_compiler
import re._constants as sre
import re._parser as sre_parser
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeAlias

from clew.records import dataclass
from clew.semantics.characters import ASCII, MAX_CODE, Ranges, all_characters, complement, intersection, union

MAX_STATES: Final = 2_000
SCATTERED: Final = 8
CASED: Final = 0x20000  # the planes of letters; those above hold ideographs


class Unsupported(Exception):
    """The pattern has something that the automaton cannot say exactly."""


@dataclass(frozen=True, slots=True)
class Step:
    """Takes one character of the class."""

    ranges: Ranges
    next: int


@dataclass(slots=True, eq=False)
class Split:
    """Goes on at the first alternative that succeeds."""

    alternatives: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Save:
    """The place is remembered: slot 2k begins group k, 2k + 1 ends it."""

    slot: int
    next: int


@dataclass(frozen=True, slots=True)
class At:
    """An anchor: `start`, `end`, `line-start`, `line-end`, `last` (end, or last newline), `word`, `not-word`."""

    where: str
    word: Ranges
    next: int


@dataclass(frozen=True, slots=True)
class Look:
    """A lookaround: `first` starts an automaton of its own, run from `behind` characters back."""

    first: int
    behind: int
    negative: bool
    next: int


@dataclass(frozen=True, slots=True)
class Accept:
    """The end.  inner: of a lookaround, where any place is accepted."""

    inner: bool


@dataclass(frozen=True, slots=True)
class Fail:
    """Never succeeds."""


Node: TypeAlias = Step | Split | Save | At | Look | Accept | Fail


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """nodes[first] is where matching begins; least and most: the widths a match can have (most None: no limit).

    scattered: some class is made of many ranges, as the digits and letters of all scripts are.
    """

    nodes: tuple[Node, ...]
    first: int
    groups: int
    least: int
    most: int | None
    scattered: bool

    def in_ascii(self) -> Automaton:
        """The automaton for strings of ASCII characters, where its classes are small."""
        return _in_ascii(self)


@cache
def automaton(pattern: re.Pattern[Any]) -> Automaton:
    """The automaton of a compiled pattern."""
    if pattern.flags & re.LOCALE:
        raise Unsupported("the locale flag")
    flags = pattern.flags & ~re.DEBUG
    tree = sre_parser.parse(pattern.pattern, flags)
    builder = _Builder(isinstance(pattern.pattern, bytes))
    end = builder.add(Accept(False))
    first = builder.sequence(tree, end, flags, False)
    least, most = tree.getwidth()
    unlimited = most >= min(int(sre.MAXREPEAT), 1 << 30)
    nodes = tuple(builder.nodes)
    scattered = any(_width(node) > SCATTERED for node in nodes)
    return Automaton(nodes, first, pattern.groups, least, None if unlimited else most, scattered)


def _width(node: Node) -> int:
    match node:
        case Step(ranges, _):
            return len(ranges)
        case At(_, word, _):
            return len(word)
        case _:
            return 0


@cache
def _in_ascii(whole: Automaton) -> Automaton:
    def narrowed(node: Node) -> Node:
        match node:
            case Step(ranges, following):
                return Step(intersection(ranges, ASCII), following)
            case At(where, word, following):
                return At(where, intersection(word, ASCII), following)
            case _:
                return node

    return replace(whole, nodes=tuple(map(narrowed, whole.nodes)), scattered=False)


_ANCHORS: Final = {
    sre.AT_BEGINNING: "start",
    sre.AT_BEGINNING_STRING: "start",
    sre.AT_END: "last",
    sre.AT_END_STRING: "end",
    sre.AT_BOUNDARY: "word",
    sre.AT_NON_BOUNDARY: "not-word",
}

_SINGLE: Final = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


class _Builder:
    """Builds from the end to the beginning: every part is given the node that follows it."""

    def __init__(self, in_bytes: bool) -> None:
        self.nodes: list[Node] = []
        self.in_bytes = in_bytes

    def add(self, node: Node) -> int:
        if len(self.nodes) >= MAX_STATES:
            raise Unsupported("a very large pattern")
        self.nodes.append(node)
        return len(self.nodes) - 1

    def sequence(self, items: Any, following: int, flags: int, closed: bool) -> int:
        """closed: groups may not be set here."""
        for op, value in reversed(list(items)):
            following = self.part(op, value, following, flags, closed)
        return following

    def part(self, op: Any, value: Any, following: int, flags: int, closed: bool) -> int:
        if op in _SINGLE:
            return self.add(Step(node_class(op, value, flags, self.in_bytes), following))
        if op is sre.BRANCH:
            return self.add(Split(tuple(self.sequence(b, following, flags, closed) for b in value[1])))
        if op is sre.SUBPATTERN:
            return self._group(value, following, flags, closed)
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            return self._repeat(value, following, flags, closed, op is sre.MAX_REPEAT)
        if op is sre.AT:
            return self._anchor(value, following, flags)
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            direction, body = value
            first = self.sequence(body, self.add(Accept(True)), flags, True)
            behind = body.getwidth()[0] if direction < 0 else 0
            return self.add(Look(first, int(behind), op is sre.ASSERT_NOT, following))
        if op is sre.FAILURE:
            return self.add(Fail())
        raise Unsupported(str(op).lower().replace("_", " "))

    def _group(self, value: Any, following: int, flags: int, closed: bool) -> int:
        group, added, removed, body = value
        if group is None:
            return self.sequence(body, following, (flags | added) & ~removed, closed)
        if closed:
            raise Unsupported("a group inside a lookaround or lazy repeat")
        end = self.add(Save(2 * group + 1, following))
        return self.add(Save(2 * group, self.sequence(body, end, (flags | added) & ~removed, closed)))

    def _repeat(self, value: Any, following: int, flags: int, closed: bool, greedy: bool) -> int:
        low, high, body = value
        unlimited = high is sre.MAXREPEAT or high == sre.MAXREPEAT
        if (unlimited or high > 1) and not body.getwidth()[0]:
            raise Unsupported("a repeat of what can match nothing")
        closed = closed or not greedy
        if unlimited:
            loop = Split(())
            place = self.add(loop)
            again = self.sequence(body, place, flags, closed)
            loop.alternatives = (again, following) if greedy else (following, again)
            entry = place
        else:
            entry = following
            for _ in range(high - low):
                again = self.sequence(body, entry, flags, closed)
                entry = self.add(Split((again, following) if greedy else (following, again)))
        for _ in range(low):
            entry = self.sequence(body, entry, flags, closed)
        return entry

    def _anchor(self, value: Any, following: int, flags: int) -> int:
        where = _ANCHORS.get(value)
        if where is None:
            raise Unsupported(str(value).lower())
        if flags & re.MULTILINE and value is sre.AT_BEGINNING:
            where = "line-start"
        if flags & re.MULTILINE and value is sre.AT_END:
            where = "line-end"
        word: Ranges = ()
        if where in ("word", "not-word"):
            word = class_of(r"\w", flags & (re.ASCII | re.UNICODE), self.in_bytes)
        return self.add(At(where, word, following))


# ---------------------------------------------------------------- what one character may be


@cache
def class_of(text: str, flags: int, in_bytes: bool) -> Ranges:
    """The characters that a pattern for one character matches."""
    ((op, value),) = sre_parser.parse(text.encode() if in_bytes else text, flags)
    return node_class(op, value, flags, in_bytes)


def node_class(op: Any, value: Any, flags: int, in_bytes: bool) -> Ranges:
    """The characters that one node matches."""
    top = 255 if in_bytes else MAX_CODE
    simple = _simple_class(op, value, flags, top)
    if simple is not None:
        return simple
    return _matched(repr((op, value)), _Node(op, value), flags & (re.IGNORECASE | re.ASCII | re.UNICODE), in_bytes)


def _simple_class(op: Any, value: Any, flags: int, top: int) -> Ranges | None:
    if op is sre.ANY:
        return ((0, top),) if flags & re.DOTALL else complement(((10, 10),), top)
    if flags & re.IGNORECASE:
        return None
    if op is sre.LITERAL:
        return ((value, value),)
    if op is sre.NOT_LITERAL:
        return complement(((value, value),), top)
    result: Ranges = ()
    negated = False
    for kind, item in value:
        if kind is sre.NEGATE:
            negated = True
        elif kind is sre.LITERAL:
            result = union(result, ((item, item),))
        elif kind is sre.RANGE:
            result = union(result, (tuple(item),))
        else:
            return None
    return complement(result, top) if negated else result


class _Node:
    """A parsed node, passed beside its text, which alone tells two of them apart."""

    def __init__(self, op: Any, value: Any) -> None:
        self.op, self.value = op, value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node)

    def __hash__(self) -> int:
        return 0


@cache
def _matched(text: str, node: _Node, flags: int, in_bytes: bool) -> Ranges:
    """Asks the real matcher about every character at once: the runs that `node+` finds."""
    state = sre_parser.State()
    state.flags = flags
    state.str = b"" if in_bytes else ""
    one = sre_parser.SubPattern(state, [(node.op, node.value)])
    many = sre_parser.SubPattern(state, [(sre.MAX_REPEAT, (1, sre.MAXREPEAT, one))])
    pattern = sre_compiler.compile(many, flags)
    characters: Any = bytes(range(256)) if in_bytes else all_characters()
    if not in_bytes and _is_of_few(node.op, node.value) and _without_case():
        characters = characters[:CASED]
    return tuple((m.start(), m.end() - 1) for m in pattern.finditer(characters))


def _is_of_few(op: Any, value: Any) -> bool:
    """Does it match nothing but characters below `CASED`, and such as differ from these by their case?"""
    if op is sre.LITERAL:
        return bool(value < CASED)
    if op is not sre.IN:
        return False
    return all(
        (kind is sre.LITERAL and item < CASED) or (kind is sre.RANGE and item[1] < CASED) for kind, item in value
    )


@cache
def _without_case() -> bool:
    """Has no character from `CASED` on another case, nor is one that of another?  It is then told apart from all others
    whatever the flags.
    """
    letters, rest = all_characters()[:CASED], all_characters()[CASED:]
    highest = max(max(letters.lower()), max(letters.upper()))
    return ord(highest) < CASED and rest == rest.lower() == rest.upper() == rest.casefold()
