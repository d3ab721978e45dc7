"""Sequences of calls that lead objects to states that have not been seen before."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from clew.concolic.object_states import DEEPEST, Arguments, Facts, ObjectStates, Seen, facts_of


def test_states_and_not_paths_are_counted() -> None:
    """Three stages and a reset: as many states as stages, however many sequences of calls there are."""

    def probe(model: Mapping[str, Any]) -> Seen:
        stage = 0
        states = []
        for call in [*(model[f"self?call{i}"] for i in range(model.get("self?calls", 0))), model.get("x", 0)]:
            states.append(stage)
            stage = 0 if call else min(stage + 1, 3)
        hits = frozenset({"far"} if stage == 3 else ())
        return Seen(hits, frozenset({("", states[-1])}), frozenset({("", stage)}))

    arguments = Arguments(frozenset({"x"}))
    for model in ({}, {"x": 1}):
        arguments.learn(model)
    arguments.steps = {(0, 0): {(): None}, (0, 1): {(): None}}
    states = ObjectStates(probe, arguments, {}, left=1000, bound=2)
    found = list(states.inputs_for(frozenset({"far"})))
    assert [model["self?calls"] for model in found] == [2, 2], "as early as it can be"
    assert len(states.states) == 4
    assert states.left == 1000 - 1 - 4 * 4, "each of four calls, once in each state"
    assert [model["self?calls"] for model in states.leading] == [3]


def test_no_sequence_is_longer_than_that() -> None:
    def probe(model: Mapping[str, Any]) -> Seen:
        calls = model.get("self?calls", 0)
        longest.append(calls)
        state: Facts = frozenset({("", calls)})
        return Seen(frozenset(), state, state)

    longest: list[int] = []
    arguments = Arguments(frozenset())
    arguments.learn({})
    arguments.steps = {(0, 0): {(): None}}
    assert list(ObjectStates(probe, arguments, {}, left=1000, bound=2).inputs_for(frozenset({"far"}))) == []
    assert max(longest) == DEEPEST


def test_arguments_are_taken_from_earlier_runs() -> None:
    arguments = Arguments(frozenset({"data"}))
    arguments.learn(
        {
            "self.size": 3,
            "self?calls": 1,
            "self?call0": 2,
            "self.call0.put.x#len": 1,
            "self.call0.put.x[0]": 97,
            "data": 5,
        }
    )
    assert [*arguments.bases] == [(("self.size", 3),)]
    assert [*arguments.own] == [(("data", 5),)]
    assert {which: [*pool] for which, pool in arguments.steps.items()} == {
        (0, 2): [(("put.x#len", 1), ("put.x[0]", 97))]
    }


class Stage(enum.IntEnum):
    FIRST = 1
    LAST = 2


class _Slotted:
    __slots__ = ("__own", "other")

    def __init__(self, own: object) -> None:
        self.__own = own

    def __getattribute__(self, name: str) -> object:
        raise AssertionError("code of the user's is not run")


def test_states_differ_by_what_is_found_below() -> None:
    assert facts_of({"a": [1, 2]}) != facts_of({"a": [1, 3]})
    assert facts_of({"a": [1, 2]}) == facts_of({"a": [1, 2]})
    assert facts_of([Stage.FIRST]) != facts_of([Stage.LAST])
    assert facts_of([1]) != facts_of([True]), "one is an int, the other a bool"
    assert facts_of({1, 2}) == facts_of({2, 1}) != facts_of({2, 3})
    assert facts_of("a" * 100) != facts_of("a" * 101)
    ring: list[object] = []
    ring.append(ring)
    assert facts_of(ring) != facts_of([[]])
    assert facts_of(_Slotted(1)) != facts_of(_Slotted(2))
