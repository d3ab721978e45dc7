"""How far numbers and lengths are apart: against all assignments of small numbers, and in functions."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from clew.analysis.abstract_values import INFINITE
from clew.analysis.zones import ZERO, Zone, high, join_zones, length, low, nodes_of, owner, widen_zones
from clew.workbench.fuzz import lengths

NAMES = ("x", "y", "z")
RANGE = range(-3, 4)
VALUES = [dict(zip(NAMES, values, strict=True)) for values in itertools.product(RANGE, repeat=3)]


def interval(node: str) -> tuple[float, float]:
    return (0, 0) if node == ZERO else (RANGE.start, RANGE.stop - 1)


def zone_of(rng: Random, count: int = 3) -> Zone:
    pairs = list(itertools.permutations((*NAMES, ZERO), 2))
    return Zone().adding((*rng.choice(pairs), rng.randint(-2, 3)) for _ in range(count))


def admits(zone: Zone, values: dict[str, int]) -> bool:
    known = values | {ZERO: 0}
    return all(known[x] - known[y] <= c for x, above in zone.bounds.items() for y, c in above.items())


def test_bounds_are_the_least_that_follow() -> None:
    rng = Random(1)
    exact = 0
    for _ in range(400):
        zone = zone_of(rng)
        admitted = [values for values in VALUES if admits(zone, values)]
        for x, y in itertools.permutations(NAMES, 2):
            if admitted:
                most = max(values[x] - values[y] for values in admitted)
                assert zone.bound(x, y, interval) == most  # of difference bounds over ints, paths give the least
                exact += 1
    assert exact > 1000


def test_what_is_forgotten_leaves_what_the_others_know_of_each_other() -> None:
    rng = Random(2)
    for _ in range(400):
        zone = zone_of(rng, 4)
        left = zone.without(["y"])
        projected = {(v["x"], v["z"]) for v in VALUES if admits(zone, v)}
        assert all(any(admits(left, v) for v in VALUES if (v["x"], v["z"]) == pair) for pair in projected)
        assert "y" not in left.nodes()
        if projected:
            assert left.bound("x", "z", interval) >= max(x - z for x, z in projected)
    assert Zone().adding([("x", "y", 1), ("y", "z", -3)]).without(["y"]).bounds == {"x": {"z": -2}}


def test_joined_and_widened_zones_admit_what_either_does() -> None:
    rng = Random(3)
    for _ in range(300):
        one, other = zone_of(rng), zone_of(rng)
        joined = join_zones([(one, interval), (other, interval)])
        widened = widen_zones(one, interval, joined, interval)
        for values in VALUES:
            if admits(one, values) or admits(other, values):
                assert admits(joined, values) and admits(widened, values)


def test_a_variable_that_is_more_than_it_was() -> None:
    rng = Random(4)
    for _ in range(300):
        zone, least = zone_of(rng), rng.randint(-2, 1)
        most = least + rng.randint(0, 2)
        moved = zone.moved("x", least, most)
        for values in VALUES:
            if admits(zone, values):
                for more in range(least, most + 1):
                    assert admits(moved, values | {"x": values["x"] + more})


def test_a_search_among_bounds_that_contradict_each_other_ends() -> None:
    zone = Zone().adding([("x", "y", -1), ("y", "x", -1)])
    assert zone.bound("x", "z", interval) < INFINITE


def test_whose_a_node_is() -> None:
    assert [owner(node) for node in nodes_of("%3")] == ["%3"] * 5
    assert (length("s"), low("r"), high("r")) == ("#s", "r<", "r>")


@pytest.mark.parametrize("seed", [11, 12])
def test_random_functions_of_lengths(seed: int) -> None:
    rng, excluded = Random(seed), 0
    for _ in range(25):
        source = lengths.PRELUDE + lengths.Generator(rng).function()
        found, count = lengths.contradictions(source, rng)
        assert found == [], source
        excluded += count
    assert excluded


def test_what_the_functions_would_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that takes lists to keep their length is contradicted."""
    monkeypatch.setattr("clew.analysis.differences.longer_by", lambda name, least, most, before, after, lost=(): before)
    rng = Random(11)
    sources = (lengths.PRELUDE + lengths.Generator(rng).function() for _ in range(60))
    assert any(lengths.contradictions(source, rng)[0] for source in sources)
