"""A constructor is called by making an object: `Purse(-1)` says what `Purse(0).__init__(-1)` does, where both fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.inputs.recipes import Case, Made, Name
from clew.search.request import Found
from clew.settling.confirmation import Candidate


def with_constructions(cases: Sequence[Found]) -> list[Found]:
    """The cases, and for those that call `__init__` on an object the one that makes an object so."""
    found = list(cases)
    for each in cases:
        if (direct := constructing(each.case)) is not None:
            found.append(replace(each, case=direct))
    return found


def without_second_calls(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Less those that call `__init__` on an object, where making one so refutes the same."""
    refuting = {each.found.case: each.hits for each in candidates}
    return [
        each
        for each in candidates
        if (direct := constructing(each.found.case)) is None or not each.hits <= refuting.get(direct, frozenset())
    ]


def constructing(case: Case) -> Case | None:
    """The case that makes an object where this one calls `__init__` on an object; None for others."""
    receiver = case.receiver
    if not case.qualname.endswith(".__init__") or case.unbound or case.via is not None:
        return None
    if not isinstance(receiver, Made) or not isinstance(receiver.callee, Name):
        return None
    return replace(case, receiver=None, via=receiver.callee)
