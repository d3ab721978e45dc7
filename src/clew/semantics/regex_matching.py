"""Does an automaton match a string of code-point terms, and where?

There is one condition per node and place, built without deciding anything: a search that fails is one decision, and
its negation asks the solver for a string that matches.  `Matcher.walk` decides which path the match takes, only
when somebody asks for its extent or groups.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import Fact, Ranges, Word, contains, decide
from clew.semantics.modelled import NotModelled
from clew.semantics.operation import Machine
from clew.semantics.regex_automaton import Accept, At, Automaton, Fail, Look, Save, Split, Step

MAX_STATES: Final = 60_000
NEWLINE: Final = ((10, 10),)


class Logic(NamedTuple):
    """What a condition on the characters is: a term, or, for the characters of this run, a truth value."""

    within: Callable[[Any, Ranges], Any]
    all_of: Callable[..., Any]
    any_of: Callable[..., Any]
    negation: Callable[[Any], Any]
    always: Any
    never: Any


TERMS: Final = Logic(t.in_ranges, t.and_, t.or_, t.not_, t.TRUE, t.FALSE)
TRUTHS: Final = Logic(
    lambda code, ranges: contains(ranges, code),
    lambda *parts: all(parts),
    lambda *parts: any(parts),
    operator.not_,
    True,
    False,
)


class Conditions:
    """When does the automaton get from a node and a place to an accepting end?  Worked out when asked for."""

    def __init__(
        self, automaton: Automaton, word: tuple[Any, ...], whole: bool, forbidden: int | None, logic: Logic
    ) -> None:
        self.nodes = automaton.nodes
        self.word = word
        self.whole = whole
        self.forbidden = forbidden
        self.logic = logic
        self.known: dict[tuple[int, int], Any] = {}

    def of(self, node: int, place: int) -> Any:
        known = self.known
        stack = [(node, place)]
        while stack:
            state = stack[-1]
            if state in known:
                stack.pop()
                continue
            missing = [s for s in self._needs(*state) if s not in known]
            if missing:
                stack.extend(missing)
                continue
            if len(known) >= MAX_STATES:
                raise NotModelled("a long string against a large pattern")
            known[state] = self._condition(*state)
            stack.pop()
        return known[node, place]

    def _needs(self, number: int, place: int) -> list[tuple[int, int]]:
        match self.nodes[number]:
            case Step(_, following):
                return [(following, place + 1)] if place < len(self.word) else []
            case Split(alternatives):
                return [(a, place) for a in alternatives]
            case Save(_, following) | At(_, _, following):
                return [(following, place)]
            case Look(first, behind, _, following):
                inner = [(first, place - behind)] if place >= behind else []
                return [*inner, (following, place)]
            case _:
                return []

    def _condition(self, number: int, place: int) -> Any:
        known, logic = self.known, self.logic
        match self.nodes[number]:
            case Step(ranges, following):
                rest = known[following, place + 1] if place < len(self.word) else logic.never
                return rest if rest is logic.never else logic.all_of(logic.within(self.word[place], ranges), rest)
            case Split(alternatives):
                return logic.any_of(*(known[a, place] for a in alternatives))
            case Save(_, following):
                return known[following, place]
            case At(where, ranges, following):
                return logic.all_of(self._anchored(where, ranges, place), known[following, place])
            case Look(first, behind, negative, following):
                found = known[first, place - behind] if place >= behind else logic.never
                return logic.all_of(logic.negation(found) if negative else found, known[following, place])
            case Accept(inner):
                ends = place == len(self.word) or not self.whole
                return logic.always if inner or (ends and place != self.forbidden) else logic.never
            case Fail():
                return logic.never
        raise AssertionError(number)

    def _anchored(self, where: str, ranges: Ranges, place: int) -> Any:
        word, size, logic = self.word, len(self.word), self.logic
        match where:
            case "start":
                return logic.always if place == 0 else logic.never
            case "end":
                return logic.always if place == size else logic.never
            case "last":
                if place == size:
                    return logic.always
                return logic.within(word[place], NEWLINE) if place == size - 1 else logic.never
            case "line-start":
                return logic.always if place == 0 else logic.within(word[place - 1], NEWLINE)
            case "line-end":
                return logic.always if place == size else logic.within(word[place], NEWLINE)
        if not size:
            # Whether \B matches in an empty string depends on the version of the interpreter.
            return logic.always if where == "not-word" and re.search(r"\B", "") else logic.never
        before = logic.within(word[place - 1], ranges) if place else logic.never
        after = logic.within(word[place], ranges) if place < size else logic.never
        neither = logic.all_of(logic.negation(before), logic.negation(after))
        same = logic.any_of(logic.all_of(before, after), neither)
        return same if where == "not-word" else logic.negation(same)


@lru_cache(maxsize=512)
def _terms(automaton: Automaton, word: tuple[Term, ...], whole: bool, forbidden: int | None) -> Conditions:
    """The same string of terms meets the same automaton in run after run."""
    return Conditions(automaton, word, whole, forbidden, TERMS)


class Matcher:
    """One automaton on one string.

    whole: the match must end where the string ends; forbidden: a place where it must not end (an empty match there was
    already found).
    """

    def __init__(self, automaton: Automaton, word: Word, whole: bool, forbidden: int | None = None) -> None:
        self.nodes = automaton.nodes
        self.first = automaton.first
        self.groups = automaton.groups
        self.word = word
        self.terms = _terms(automaton, tuple(c.term for c in word), whole, forbidden)
        self.truths = Conditions(automaton, tuple(c.code for c in word), whole, forbidden, TRUTHS)

    def matches_at(self, place: int) -> Fact:
        return self.succeeds(self.first, place)

    def succeeds(self, node: int, place: int) -> Fact:
        """The automaton can go from this node and place to an accepting end."""
        return Fact(self.terms.of(node, place), self.truths.of(node, place))

    def walk(self, machine: Machine, start: int) -> tuple[tuple[int, int], ...]:
        """The spans of the match that begins at `start` (known to exist) and of its groups, (-1, -1) for unset ones."""
        return self.trail(machine, start)[0]

    def trail(self, machine: Machine, start: int) -> tuple[tuple[tuple[int, int], ...], tuple[Ranges, ...]]:
        """The spans, and the class by which each character was taken."""
        taken: list[Ranges] = []
        slots = [-1] * (2 * self.groups + 2)
        slots[0] = start
        number, place = self.first, start
        while True:
            match self.nodes[number]:
                case Step(ranges, following):
                    taken.append(ranges)
                    number, place = following, place + 1
                case Split(alternatives):
                    number = self._choose(machine, alternatives, place)
                case Save(slot, following):
                    slots[slot] = place
                    number = following
                case At(_, _, following) | Look(_, _, _, following):
                    number = following
                case _:
                    slots[1] = place
                    return tuple(zip(slots[::2], slots[1::2], strict=True)), tuple(taken)

    def _choose(self, machine: Machine, alternatives: tuple[int, ...], place: int) -> int:
        for number in alternatives[:-1]:
            if decide(machine, self.succeeds(number, place)):
                return number
        return alternatives[-1]
