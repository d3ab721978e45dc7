"""Which cases are kept, and what they are called."""

from __future__ import annotations

import itertools
import random

import pytest

from clew.testgen.minimise import Cover, Effort, minimise, plainest
from clew.testgen.naming import negated, words

Needs = dict[int, tuple[frozenset[int], ...]]


def shows(needs: Needs, chosen: frozenset[int]) -> bool:
    return all(any(way <= chosen for way in ways) for ways in needs.values() if ways)


def smallest(needs: Needs, costs: list[int]) -> tuple[int, int]:
    """Size and cost of the best choice, by trying everything."""
    every = [
        frozenset(chosen)
        for size in range(len(costs) + 1)
        for chosen in itertools.combinations(range(len(costs)), size)
        if shows(needs, frozenset(chosen))
    ]
    return min((len(chosen), sum(costs[i] for i in chosen)) for chosen in every)


@pytest.mark.parametrize("together", [1, 2, 3])
def test_minimal_suites_are_minimal(together: int) -> None:
    """together: how many cases it takes at most to show a goal."""
    rng = random.Random(5)
    for _ in range(150):
        costs = [rng.randint(1, 5) for _ in range(rng.randint(1, 8))]
        cases = range(len(costs))

        def way() -> frozenset[int]:
            return frozenset(rng.sample(cases, min(rng.randint(1, together), len(cases))))

        needs = {goal: tuple({way() for _ in range(rng.randint(0, 3))}) for goal in range(9)}
        cover = minimise(needs, costs)
        kept = [*cover.cases]
        assert shows(needs, frozenset(kept)), needs
        assert (len(kept), sum(costs[i] for i in kept)) == smallest(needs, costs), (needs, costs)
        assert cover.least == len(kept)
        assert cover == minimise(dict(reversed(needs.items())), costs)
        assert kept == sorted(kept)
        gone_without = minimise(needs, costs, Effort(0, 0))
        assert shows(needs, frozenset(gone_without.cases))
        assert gone_without.least <= len(kept) <= len(gone_without.cases)


@pytest.mark.parametrize("together", [1, 2])
def test_readable_suites_show_each_goal_by_what_costs_least(together: int) -> None:
    rng, more = random.Random(9), 0
    for _ in range(150):
        costs = [rng.randint(1, 9) for _ in range(rng.randint(1, 8))]
        ways = [frozenset(rng.sample(range(len(costs)), min(together, len(costs)))) for _ in range(12)]
        needs = {goal: tuple(rng.sample(ways, rng.randint(0, 3))) for goal in range(6)}
        cover = plainest(needs, costs)
        chosen = frozenset(cover.cases)
        assert shows(needs, chosen)
        for several in (ways for ways in needs.values() if ways):
            least = min(sum(costs[i] for i in way) for way in several)
            assert any(way <= chosen and sum(costs[i] for i in way) == least for way in several)
        assert all(any(case in way for ways in needs.values() for way in ways) for case in chosen)
        least = len(minimise(needs, costs).cases)
        assert cover.least <= least <= len(chosen)
        more += len(chosen) > least
    assert more > 20


def alone(*cases: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset({i}) for i in cases)


def test_the_plainer_of_two_alike_is_kept() -> None:
    assert minimise({"a": alone(0, 1, 2), "b": alone(0, 1)}, [9, 3, 1]) == Cover((1,), 1)
    assert minimise({}, []) == Cover((), 0)


def test_a_goal_that_takes_two_cases_keeps_both() -> None:
    pair = (frozenset({0, 1}), frozenset({2, 3}))
    assert minimise({"mc/dc": pair, "a": alone(0, 3), "b": alone(2)}, [1, 1, 9, 9]).cases == (2, 3)
    assert minimise({"mc/dc": pair, "b": alone(2), "c": alone(0)}, [1, 1, 1, 9]).cases == (0, 1, 2)


@pytest.mark.parametrize(
    ("source", "yes", "no"),
    [
        ("x > 0", "x-gt-0", "x-le-0"),
        ("discount < 0", "discount-lt-0", "discount-ge-0"),
        ("not self._items", "not-self-items", "self-items"),
        ("a is None", "a-is-none", "a-is-not-none"),
        ("c not in 'aeiou'", "c-not-in-aeiou", "c-in-aeiou"),
        ("x > 0 and y", "x-gt-0-and-y", "not-x-gt-0-and-y"),
        ("name == ''", "name-eq-empty", "name-ne-empty"),
        ("0 < x < 9", "0-lt-x-lt-9", "not-0-lt-x-lt-9"),
        ("n == -1", "n-eq-minus-1", "n-ne-minus-1"),
        ("isEmpty(x)", "is-empty-x", "not-is-empty-x"),
    ],
)
def test_names_say_the_goal(source: str, yes: str, no: str) -> None:
    assert (words(source), words(negated(source))) == (yes, no)
