"""Levels of size, and which of them a proof may speak of."""

from __future__ import annotations

import itertools

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import INT
from clew.search.deepening import (
    Closed,
    Level,
    Size,
    Witnesses,
    best_bounds,
    extent_of,
    levels,
    levels_of_ints,
)

SIZES = {
    "xs#len": Size("len", t.var("xs#len", INT)),
    "s#len": Size("text", t.var("s#len", INT)),
    "n": Size("int", t.var("n", INT)),
    "tree?kind": Size("depth", t.var("tree?kind", INT), (0, 2)),
}
LIMITS = {"len": 3, "text": 4, "depth": 3, "method-calls": 2}


def test_levels_grow_to_the_usual_bounds() -> None:
    found = levels(LIMITS, SIZES)
    assert found[0] == {"text": 1, "len": 1, "depth": 1}
    assert found[-1] == {}
    for smaller, larger in itertools.pairwise(found):
        assert smaller != larger
        assert all(smaller.get(bound, limit) <= limit for bound, limit in larger.items())
        assert larger.keys() <= smaller.keys()
    assert [level["int"] for level in levels_of_ints(LIMITS, SIZES, 5)][:3] == [5, 10, 20]


def test_facts_hold_exactly_of_inputs_that_small() -> None:
    for limits in ({"len": 2}, {"int": 3}, {"depth": 1}, {"depth": 2, "text": 1, "int": 1}):
        level = Level(0, limits)
        for name in SIZES:
            for value in (0, 1) if name == "tree?kind" else range(0 if "#" in name else -4, 5):
                model = dict.fromkeys(SIZES, 0) | {name: value}
                holds = all(evaluate(fact, model) for fact, _ in level.facts(SIZES.values()))
                assert holds == level.holds(extent_of(model, SIZES))


def test_only_adequate_levels_count() -> None:
    witnesses = Witnesses()
    witnesses.add(["a"], {"len": 5}, 3)
    witnesses.add(["a"], {"len": 2}, 4)
    witnesses.add(["a"], {"len": 3}, 4)  # larger than one that is known
    assert witnesses.seen["a"] == [({"len": 5}, 3), ({"len": 2}, 4)]
    assert not witnesses.adequate(Level(0, {"len": 1}), 8)
    assert not witnesses.adequate(Level(0, {"len": 2}), 3)
    assert witnesses.adequate(Level(0, {"len": 2}), 4)
    assert witnesses.adequate(Level(0, {}), 3)
    tried = [Closed(Level(i, {"len": i + 1}), {"g": rounds}) for i, rounds in enumerate((8, 8, 8, 4))]
    assert best_bounds("g", tried, witnesses, 8) == (2, 8)
    assert best_bounds("g", tried[:1], witnesses, 8) is None
    assert best_bounds("g", tried[3:], witnesses, 8) == (3, 4)
    assert best_bounds("other", tried, witnesses, 8) is None
