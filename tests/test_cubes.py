"""Goals looked up by proposition, against going through all of them."""

from __future__ import annotations

from random import Random

from clew.vc.cubes import Cube, Goal, OpenCubes, contains, literals

PROPOSITIONS = 9


def cubes_of(rng: Random) -> dict[Goal, Cube]:
    found: dict[Goal, Cube] = {}
    for number in range(rng.randint(1, 40)):
        true = rng.getrandbits(PROPOSITIONS) & rng.getrandbits(PROPOSITIONS)
        found[f"goal {number}"] = true, rng.getrandbits(PROPOSITIONS) & rng.getrandbits(PROPOSITIONS) & ~true
    return found


def grown_one_by_one(cubes: dict[Goal, Cube], cube: Cube, nogoods: list[Cube]) -> Cube:
    true, false = cube
    for more_true, more_false in cubes.values():
        both = true | more_true, false | more_false
        if not (both[0] & both[1] or any(contains(both, each) for each in nogoods)):
            true, false = both
    return true, false


def test_goals_that_go_with_others_are_those_that_do_not_contradict_them() -> None:
    met = grown = 0
    for seed in range(300):
        rng = Random(seed)
        cubes = cubes_of(rng)
        index = OpenCubes(cubes)
        ranked = dict(sorted(cubes.items(), key=lambda each: -(each[1][0] | each[1][1]).bit_count()))
        for goal in rng.sample([*cubes], len(cubes) // 3):
            index.close(goal)
            del ranked[goal]
        assert bool(index) == bool(ranked)
        if not ranked:
            continue
        assert index.first() == next(iter(ranked))
        true = rng.getrandbits(PROPOSITIONS)
        false = (1 << PROPOSITIONS) - 1 & ~true
        wanted = [goal for goal, cube in ranked.items() if not (cube[0] & false or cube[1] & true)]
        assert [*index.goals(index.beside((true, false)))] == wanted
        nogoods = [each for each in cubes_of(rng).values() if each != (0, 0)]
        own = cubes[index.first()]
        if not any(contains(own, each) for each in nogoods):
            assert index.grown(own, nogoods) == grown_one_by_one(ranked, own, nogoods)
            grown += index.grown(own, nogoods) != own
        met += len(wanted)
    assert met > 300 and grown > 50


def test_literals_of_a_cube() -> None:
    assert [*literals((0b101, 0b010))] == [0, 4, 3]
