"""The only maker of verdicts: what evidence amounts to under the bounds that were asked for.

What was shown within smaller bounds is no more than something that is known of an open goal, and what may have left out
executions (UNDER) shows nothing of those.
"""

from __future__ import annotations

from collections.abc import Mapping

from clew.source.spans import Span
from clew.verdict.assumptions import of_changed
from clew.verdict.claims import ClaimVerdict, Failure, Proved, Refuted
from clew.verdict.evidence import Evidence, Known, doubt
from clew.verdict.reasons import Reason
from clew.verdict.scopes import scope_list, smaller
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Unknown, Verdict


def conclude(known: Known, wanted: Mapping[str, int]) -> Verdict:
    """wanted: the bounds that were asked for."""
    if (why := doubt(known)) is not None:
        return Unknown(why)
    assert isinstance(known, Evidence)
    if known.shown == "reached":
        return Covered(known.tests[0], known.tests[1:])
    assert known.shown == "unreached"
    if (why := _changed(known)) is not None:
        return Unknown(why)
    if not smaller(known.scope, wanted):
        made = NoneWithin if known.scope else Infeasible
        return made(known.scope, known.assumptions, known.because, known.method, known.summaries)
    text = f"none within {scope_list(known.scope)}"
    why = known.beyond
    if why is None:  # inputs are not made any larger, whatever the settings
        return Unknown(Reason("bound", text))
    return Unknown(Reason("bound", f"{text}; beyond that: {why.text}", why.setting, why.place))


def conclude_doomed(known: Evidence | None, wanted: Mapping[str, int]) -> Doomed | None:
    """The verdict on code that fails; within smaller bounds there is none."""
    if known is None or known.doubt is not None or smaller(known.scope, wanted) or _changed(known) is not None:
        return None
    assert known.shown == "fails"
    return Doomed(known.raisings, known.scope, known.assumptions)


def _changed(known: Evidence) -> Reason | None:
    """That variables are as their import left them shows little where code of the project changes them."""
    changed = of_changed(known.assumptions)
    return None if changed is None else Reason("bound", f"shown only where {changed.text}", place=changed.place)


def conclude_rebound(verdict: Verdict, place: Span) -> Verdict:
    """The verdict on a goal of a function whose name means another one, at the place: where it is open for what calls
    do, this is why.
    """
    if isinstance(verdict, Unknown):
        of_calls = verdict.reason.code in ("bound", "types", "unmodelled-call", "unmodelled-operation")
    else:
        of_calls = isinstance(verdict, NoneWithin)
    text = "its name is given to something else, which tests call"
    return Unknown(Reason("rebound", text, None, place)) if of_calls else verdict


def conclude_claim(place: Verdict, failure: Failure | None) -> ClaimVerdict:
    """The verdict on a claim, of that on the place where it fails.  failure: how the call ended that reached the place;
    None where none did.
    """
    match place:
        case Infeasible():
            return Proved(place.assumptions, place.because, place.method)
        case Covered(test):
            assert failure is not None
            shown = test if failure.in_test else ""
            return Refuted(shown, failure.call, failure.exception, failure.message, failure.parts, failure.certain)
        case NoneWithin() | Unknown():
            return place


def conclude_unasked(promise: Span | None) -> Unknown:
    """The verdict on a promise of which nothing is proved, since one that is asked before it is broken."""
    return Unknown(Reason("contract", "what is promised before it is broken, and then it is not asked", None, promise))
