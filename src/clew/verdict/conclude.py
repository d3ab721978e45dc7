"""The verdict on what was found of a goal.

What the search proves is an `Infeasible` with the bounds that really cut something; `conclude` makes of it what is
shown: for all inputs, none within bounds, or, where the bounds are smaller than what was asked for, unknown.
"""

from __future__ import annotations

from collections.abc import Mapping

from clew.verdict.reasons import Reason
from clew.verdict.scopes import scope_list, smaller
from clew.verdict.verdicts import Doomed, Infeasible, NoneWithin, Unknown, Verdict


def conclude(found: Verdict, wanted: Mapping[str, int]) -> Verdict:
    """What is shown of what was found, under the bounds that were asked for.

    A proof that holds only within smaller bounds is no more than something that is known of an open goal.
    """
    if not isinstance(found, Infeasible) or not found.scope:
        return found
    if not smaller(found.scope, wanted):
        return NoneWithin(found.scope, found.assumptions, found.because, found.method, found.summaries)
    known = f"none within {scope_list(found.scope)}"
    why = found.beyond
    if why is None:  # inputs are not made any larger, whatever the settings
        return Unknown(Reason("bound", known))
    return Unknown(Reason("bound", f"{known}; beyond that: {why.text}", why.setting, why.place))


def conclude_doomed(found: Doomed | None, wanted: Mapping[str, int]) -> Doomed | None:
    """The same for code that fails: within smaller bounds it says nothing."""
    return found if found is not None and not smaller(found.scope, wanted) else None
