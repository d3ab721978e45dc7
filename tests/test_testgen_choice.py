"""Which cases are kept, and what they are called."""

from __future__ import annotations

import itertools
import random

import pytest

from clew.testgen.minimise import minimise
from clew.testgen.naming import negated, words


def smallest(covers: list[frozenset[int]]) -> int:
    """By trying everything."""
    goals = frozenset().union(*covers)
    for size in range(len(covers) + 1):
        for chosen in itertools.combinations(covers, size):
            if frozenset().union(*chosen) == goals:
                return size
    raise AssertionError


def test_minimal_suites_are_minimal() -> None:
    rng = random.Random(5)
    for _ in range(120):
        covers = [frozenset(rng.sample(range(9), rng.randint(0, 4))) for _ in range(rng.randint(1, 9))]
        costs = [rng.randint(1, 5) for _ in covers]
        kept = minimise(covers, costs)
        assert frozenset().union(*(covers[i] for i in kept)) == frozenset().union(*covers)
        assert len(kept) == smallest(covers)
        assert kept == minimise(covers, costs)


def test_the_plainer_of_two_alike_is_kept() -> None:
    assert minimise([frozenset("ab"), frozenset("ab"), frozenset("a")], [9, 3, 1]) == [1]
    assert minimise([], []) == []


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
