"""All paths of a function as goals (criterion `path`): which there are by its shape, and the twin that reaches them.

A path is what its tests decide, from entry to an end: `3:true,5:false`, with `raises` where a `raise` or a failing
`assert` ends it.  Loops go round no more than twice (none, one, two rounds); an `except` clause may be entered from
anywhere in its `try`.  The twin writes down what was decided as a number in a system with a digit for each outcome,
which depends on no input, and halves the numbers that there may be where it ends:

    if x > 3:               _clew_path = _clew_path * 3 + 1
        …                   …
    else:                   _clew_path = _clew_path * 3 + 2
    return y                if _clew_path < 5: _clew_reached = 0 … else: _clew_reached = 1 …
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Final, Literal, TypeAlias

from clew.frontend.parsing import parse_module
from clew.frontend.paths.expression import EXIT, OUTCOME, RAISES
from clew.frontend.paths.question import STATE, Twin, as_twin, called_alone, reached
from clew.frontend.paths.steps import Seen, Step, is_left_through, placed
from clew.frontend.places import FunctionNode, docstring_of, span_of
from clew.frontend.twins import Subject
from clew.records import dataclass

ROUNDS: Final = 2
MOST: Final = 1_000
"""Functions with more paths, by their shape, are not asked about."""

Word: TypeAlias = tuple[Step, ...]
How: TypeAlias = Step | Literal["next", "break", "continue", "raise"]
"""How a way through statements ends; a step: with this `return`."""
Ways: TypeAlias = list[tuple[Word, How]]


class TooMany(Exception):
    """There are more paths than `MOST`."""


def words_of(node: FunctionNode) -> list[Word]:
    """By the shape of the function alone, in the order of its text, each with how it ends; TooMany where there are too
    many.
    """
    docstring = docstring_of(node)
    ends = _Shape().block([s for s in node.body if s is not docstring])
    return [*dict.fromkeys((*word, _end(how)) for word, how in ends)]


def _end(how: How) -> Step:
    return how if isinstance(how, Step) else Step(RAISES if how == "raise" else EXIT)


@dataclass(slots=True)
class _Shape:
    """The ways through statements: what is decided, and how each ends."""

    def block(self, body: Sequence[ast.stmt]) -> Ways:
        ways: Ways = [((), "next")]
        for node in body:
            further = self.statement(node)
            ways = self.then(ways, further)
        return ways

    def then(self, ways: Iterable[tuple[Word, How]], further: Sequence[tuple[Word, How]]) -> Ways:
        made: dict[tuple[Word, How], None] = {}
        for word, how in ways:
            for more, end in further if how == "next" else [((), how)]:
                made[(*word, *more), end] = None
                if len(made) > MOST:
                    raise TooMany
        return [*made]

    def outcome(self, place: ast.AST, name: str) -> Ways:
        span = span_of(place)
        return [((Step(OUTCOME, span.line, span.column, name),), "next")]

    def led(self, place: ast.AST, name: str, body: Sequence[ast.stmt]) -> Ways:
        """The ways of a block that an outcome leads into."""
        return self.then(self.outcome(place, name), self.block(body))

    def statement(self, node: ast.stmt) -> Ways:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                return [*self.led(test, "true", body), *self.led(test, "false", orelse)]
            case ast.While(test=test) | ast.For(iter=test) | ast.AsyncFor(iter=test):
                return self.loop(node, test)
            case ast.Assert(test=test):
                return [*self.outcome(test, "true"), *((w, "raise") for w, _ in self.outcome(test, "false"))]
            case ast.Match(cases=cases):
                taken = [way for case in cases for way in self.led(case.pattern, "taken", case.body)]
                return [*taken, ((), "next")]
            case ast.With(body=body) | ast.AsyncWith(body=body):
                return self.block(body)
            case ast.Try() | ast.TryStar():
                return self.tried(node)
            case ast.Return():
                return [((), Step(EXIT, node.lineno, node.col_offset))]
            case ast.Raise():
                return [((), "raise")]
            case ast.Break():
                return [((), "break")]
            case ast.Continue():
                return [((), "continue")]
        return [((), "next")]

    def loop(self, node: ast.While | ast.For | ast.AsyncFor, test: ast.expr) -> Ways:
        endless = isinstance(test, ast.Constant) and bool(test.value) and isinstance(node, ast.While)
        left = [] if endless else self.led(test, "false", node.orelse)
        begun: Ways = [((), "next")]
        ends = self.then(begun, left)
        round_ = self.led(test, "true", node.body)
        for _ in range(ROUNDS):
            ways = self.then(begun, round_)
            ends += [(word, "next" if how == "break" else how) for word, how in ways if how not in ("next", "continue")]
            begun = [(word, "next") for word, how in ways if how in ("next", "continue")]
            ends += self.then(begun, left)
        return [*dict.fromkeys(ends)]

    def tried(self, node: ast.Try | ast.TryStar) -> Ways:
        body = self.block(node.body)
        ways = self.then([way for way in body if way[1] == "next"], self.block(node.orelse))
        ways += [way for way in body if way[1] != "next"]
        broken: Ways = [*dict.fromkeys((word[:n], "next") for word, _ in body for n in range(len(word) + 1))]
        for handler in node.handlers:
            ways += self.then(broken, self.led(handler, "entered", handler.body))
        if not node.finalbody:
            return [*dict.fromkeys(ways)]
        final = self.block(node.finalbody)
        made: dict[tuple[Word, How], None] = {}
        for word, how in ways:
            for more, end in final:
                made[(*word, *more), how if end == "next" else end] = None
        if len(made) > MOST:
            raise TooMany
        return [*made]


# ---------------------------------------------------------------- the twin


def twin_of_words(subject: Subject, words: Sequence[Word], number: int) -> Twin:
    """Its goals are numbered like the words."""
    raises = "" if any(word[-1].kind == RAISES for word in words) else None
    seen = Seen(lines=False, outcomes=None, exits=True, raises=raises, loops=True)
    digits: dict[Step, int] = {}
    for step in (step for word in words for step in word if step.kind == OUTCOME):
        digits.setdefault(step, len(digits) + 1)
    counting = _Counting(words, digits, is_left_through(subject.node))
    return as_twin(subject, called_alone(subject, placed(subject.node, seen, counting.at)), f"_along{number}")


@dataclass(slots=True)
class _Counting:
    """digits: of the outcomes that are on some path.  late: which `return` it was is not known where it ends.  rounds:
    the variables of loops, by the places of their tests.
    """

    words: Sequence[Word]
    digits: dict[Step, int]
    late: bool
    rounds: dict[tuple[int, int], str] = field(default_factory=dict)

    def at(self, step: Step) -> list[ast.stmt]:
        match step.kind:
            case "entry":
                return parse_module(f"{STATE} = 0").body
            case "loop":
                name = self.rounds.setdefault((step.line, step.column), f"_clew_rounds{len(self.rounds)}")
                return parse_module(f"{name} = 0").body
            case "outcome":
                return self.decided(step)
        return [*self.told(sorted(self.ending(step)))]

    def decided(self, step: Step) -> list[ast.stmt]:
        if step not in self.digits:  # only further rounds come here
            return [ast.Return(None)]
        noted = parse_module(f"{STATE} = {STATE} * {len(self.digits) + 1} + {self.digits[step]}").body
        name = self.rounds.get((step.line, step.column)) if step.name == "true" else None
        if name is None:
            return noted
        counted = parse_module(f"{name} = {name} + 1\nif {name} > {ROUNDS}: pass").body
        assert isinstance(counted[1], ast.If)
        counted[1].body = [ast.Return(None)]
        return [*counted, *noted]

    def ending(self, step: Step) -> Iterator[tuple[int, int]]:
        """Codes and numbers of the words that end so."""
        for number, (*word, end) in enumerate(self.words):
            if end == step or (self.late and end.kind == step.kind):
                code = 0
                for each in word:
                    code = code * (len(self.digits) + 1) + self.digits[each]
                yield code, number

    def told(self, codes: Sequence[tuple[int, int]]) -> Iterator[ast.stmt]:
        """Halved until one is left, which may be it."""
        if len(codes) == 1:
            (asked,) = parse_module(f"if {STATE} == {codes[0][0]}: pass").body
            assert isinstance(asked, ast.If)
            asked.body = reached(codes[0][1])
            yield asked
        elif codes:
            middle = len(codes) // 2
            (asked,) = parse_module(f"if {STATE} < {codes[middle][0]}: pass").body
            assert isinstance(asked, ast.If)
            asked.body, asked.orelse = [*self.told(codes[:middle])], [*self.told(codes[middle:])]
            yield asked
