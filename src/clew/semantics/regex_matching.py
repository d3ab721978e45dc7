"""Does an automaton match a string of code-point terms, and where?

`Matcher.succeeds` is one fact per node and place, built without deciding anything: a search that fails is one decision,
and its negation asks the solver for a string that matches.  `Matcher.walk` decides which path the match takes, only
when somebody asks for its extent or groups.
"""

from __future__ import annotations

import re
from typing import Final

from clew.semantics.characters import (
    ALWAYS,
    NEVER,
    Fact,
    Ranges,
    Word,
    all_of,
    any_of,
    decide,
    negation,
    within,
)
from clew.semantics.modelled import NotModelled
from clew.semantics.operation import Machine
from clew.semantics.regex_automaton import Accept, At, Automaton, Fail, Look, Save, Split, Step

MAX_FACTS: Final = 60_000
NEWLINE: Final = ((10, 10),)


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
        self.whole = whole
        self.forbidden = forbidden
        self.facts: dict[tuple[int, int], Fact] = {}

    def matches_at(self, place: int) -> Fact:
        return self.succeeds(self.first, place)

    def succeeds(self, node: int, place: int) -> Fact:
        """The automaton can go from this node and place to an accepting end."""
        stack = [(node, place)]
        while stack:
            state = stack[-1]
            if state in self.facts:
                stack.pop()
                continue
            missing = [s for s in self._needs(*state) if s not in self.facts]
            if missing:
                stack.extend(missing)
                continue
            if len(self.facts) >= MAX_FACTS:
                raise NotModelled("a long string against a large pattern")
            self.facts[state] = self._fact(*state)
            stack.pop()
        return self.facts[node, place]

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

    def _fact(self, number: int, place: int) -> Fact:
        facts = self.facts
        match self.nodes[number]:
            case Step(ranges, following):
                if place >= len(self.word):
                    return NEVER
                rest = facts[following, place + 1]
                return all_of((within(self.word[place], ranges), rest)) if rest is not NEVER else NEVER
            case Split(alternatives):
                return any_of(facts[a, place] for a in alternatives)
            case Save(_, following):
                return facts[following, place]
            case At(where, ranges, following):
                return all_of((self._anchored(where, ranges, place), facts[following, place]))
            case Look(first, behind, negative, following):
                found = facts[first, place - behind] if place >= behind else NEVER
                return all_of((negation(found) if negative else found, facts[following, place]))
            case Accept(inner):
                if inner:
                    return ALWAYS
                ends = place == len(self.word) or not self.whole
                return ALWAYS if ends and place != self.forbidden else NEVER
            case Fail():
                return NEVER
        raise AssertionError(number)

    def _anchored(self, where: str, ranges: Ranges, place: int) -> Fact:
        word, size = self.word, len(self.word)
        match where:
            case "start":
                return ALWAYS if place == 0 else NEVER
            case "end":
                return ALWAYS if place == size else NEVER
            case "last":
                if place == size:
                    return ALWAYS
                return within(word[place], NEWLINE) if place == size - 1 else NEVER
            case "line-start":
                return ALWAYS if place == 0 else within(word[place - 1], NEWLINE)
            case "line-end":
                return ALWAYS if place == size else within(word[place], NEWLINE)
        if not size:
            # Whether \B matches in an empty string depends on the version of the interpreter.
            return ALWAYS if where == "not-word" and re.search(r"\B", "") else NEVER
        before = within(word[place - 1], ranges) if place else NEVER
        after = within(word[place], ranges) if place < size else NEVER
        same = any_of((all_of((before, after)), all_of((negation(before), negation(after)))))
        return same if where == "not-word" else negation(same)

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
