"""Parts of a conjunction that share no variable (and no function symbol) can be solved one by one.

A path condition that was just run is satisfiable, so to turn its last decision only the part around the new condition
has to be solved; everything else keeps its value (independence, as in EXE and KLEE; Cadar et al. 2006).
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.logic.evaluate import Value, default_of
from clew.logic.terms import Term, variables
from clew.solver.protocol import Answer, Query, Sat, Solver, Unsat


def parts_of(assertions: tuple[Term, ...]) -> list[list[int]]:
    """The indices of the assertions, by connected component, in the order of their first assertion."""
    owner: dict[Term, int] = {}
    leader = list(range(len(assertions)))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    for index, assertion in enumerate(assertions):
        for variable in variables(assertion):
            other = owner.setdefault(variable, index)
            if other != index:
                a, b = find(index), find(other)
                leader[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = {}
    for index in range(len(assertions)):
        groups.setdefault(find(index), []).append(index)
    return list(groups.values())


def around(prefix: Sequence[Term], new: Term) -> list[int]:
    """The indices of the assertions of `prefix` connected with `new` by variables, in order."""
    reached = variables(new)
    rest = [(index, variables(term)) for index, term in enumerate(prefix)]
    found: list[int] = []
    while True:
        apart: list[tuple[int, frozenset[Term]]] = []
        grown: list[frozenset[Term]] = []
        for entry in rest:
            if entry[1].isdisjoint(reached):
                apart.append(entry)
            else:
                found.append(entry[0])
                if not entry[1] <= reached:
                    grown.append(entry[1])
        if not grown:
            return sorted(found)
        reached = reached.union(*grown)
        rest = apart


def solve_flip(
    solver: Solver,
    prefix: Sequence[Term],
    model: dict[str, Value],
    new: Term,
    wants_core: bool = False,
) -> Answer:
    """Solve prefix ∧ new, knowing that `model` satisfies the prefix.

    The indices of a core are those of the prefix, `new` being the last.
    """
    indices = around(prefix, new)
    assertions = (*(prefix[i] for i in indices), new)
    answer = solver.solve(Query(assertions, wants_core, near=model))
    match answer:
        case Sat(values):
            inside = {v for a in assertions for v in variables(a)}
            # A remembered model may leave out a variable that its assertions did not mention: it counts as the default.
            return Sat({**model, **{v.data: values.get(v.data, default_of(v.sort)) for v in inside if v.op == "var"}})
        case Unsat(core, exact):
            where = (*indices, len(prefix))
            return Unsat(tuple(where[i] for i in core), exact)
        case _:
            return answer
