"""Claims in the report: as data, as JSON both ways, and as findings."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from clew.contracts.operations import NEVER
from clew.frontend.module import private_names
from clew.ir.contract import CONTRACTS
from clew.records import dataclass
from clew.regexes import regex
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.json_parts import read_reason, read_scope, read_span, reason_to_json, scope_to_json
from clew.report.rules import rule_of, rules
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.claims import ClaimVerdict, Proved, Refuted
from clew.verdict.reasons import Reason
from clew.verdict.scopes import scope_list
from clew.verdict.verdicts import NoneWithin, Unknown

ASSERTION: Final = "AssertionError"


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """That no `exception` begins at the span and leaves the function, or that a contract holds there: then `exception`
    is the kind of its clause.  text: the operation, or clause, quoted.

    id: `shop.cart::Cart.total:17:claim:IndexError`.
    """

    id: str
    exception: str
    span: Span
    text: str
    verdict: ClaimVerdict

    @property
    def kind(self) -> str:
        if self.exception in CONTRACTS:
            return self.exception
        return "assert" if self.exception == ASSERTION else "escape"

    @property
    def words(self) -> str:
        """What is claimed."""
        match self.kind:
            case "require":
                return f"{self.text} keeps what it calls for"
            case "ensure":
                return f"ensure {self.text} holds"
            case "invariant":
                return f"the invariant of its class holds after {self.text}"
            case "loop-invariant":
                return f"invariant {self.text} holds at each round of the loop"
        return f"no {self.exception} of {self.text or 'this'}"


# ---------------------------------------------------------------- JSON


def claim_to_json(claim: ClaimReport, assumptions: Mapping[Assumption, str]) -> dict[str, Any]:
    """assumptions: the keys of those of the unit."""
    data: dict[str, Any] = {
        "id": claim.id,
        "kind": claim.kind,
        "exception": claim.exception,
        "span": list(claim.span),
        "text": claim.text,
    }
    match claim.verdict:
        case Proved(used, because, method):
            data |= {"verdict": "proved", "scope": scope_to_json(()), "assumptions": [assumptions[a] for a in used]}
            data |= {"because": [list(span) for span in because], "method": method}
        case Refuted(test, call, exception, message, parts, certain):
            data |= {"verdict": "refuted", "test": test, "call": call, "raises": exception, "message": message}
            data |= {"values": [list(part) for part in parts], "certain": certain}
        case NoneWithin(scope, used, because, method, summaries):
            data |= {"verdict": "unknown", "scope": {"within": dict(scope)}}
            data |= {"assumptions": [assumptions[a] for a in used], "because": [list(span) for span in because]}
            data |= {"method": method, "summaries": list(summaries)}
            data["reason"] = reason_to_json(Reason("bound", f"nothing within {scope_list(scope)} makes it fail"))
        case Unknown(reason):
            data |= {"verdict": "unknown", "reason": reason_to_json(reason)}
    return data


def claim_from_json(data: Mapping[str, Any], assumptions: Mapping[str, Assumption]) -> ClaimReport:
    """Inverse of `claim_to_json`."""
    return ClaimReport(
        data["id"], data["exception"], read_span(data["span"]), data["text"], _verdict(data, assumptions)
    )


def _verdict(data: Mapping[str, Any], assumptions: Mapping[str, Assumption]) -> ClaimVerdict:
    used = tuple(assumptions[key] for key in data.get("assumptions", ()))
    because = tuple(read_span(span) for span in data.get("because", ()))
    match data["verdict"]:
        case "proved":
            return Proved(used, because, data["method"])
        case "refuted":
            parts = tuple((name, value) for name, value in data["values"])
            return Refuted(data["test"], data["call"], data["raises"], data["message"], parts, data["certain"])
        case "unknown" if "scope" in data:
            return NoneWithin(read_scope(data["scope"]), used, because, data["method"], tuple(data["summaries"]))
        case "unknown":
            return Unknown(read_reason(data["reason"]))
    raise ValueError(f"not a verdict on a claim: {data['verdict']!r}")


def counts_of(claims: Iterable[ClaimReport]) -> tuple[int, int, int]:
    """How many are proved, refuted, unknown."""
    verdicts = [claim.verdict for claim in claims]
    proved = sum(isinstance(v, Proved) for v in verdicts)
    refuted = sum(isinstance(v, Refuted) for v in verdicts)
    return proved, refuted, len(verdicts) - proved - refuted


def assumptions_of(claim: ClaimReport) -> tuple[Assumption, ...]:
    """What the verdict leans on."""
    return claim.verdict.assumptions if isinstance(claim.verdict, Proved | NoneWithin) else ()


# ---------------------------------------------------------------- findings


_ODD: Final = regex(r"\b(?:nan|inf)\b|\\x|\\u|\d{10}|e\d{2}|\*\*\d")
"""Inputs that few people have: no numbers, control characters, very large ones."""


_RARE: Final = {
    "OverflowError": re.compile(r"\binf\b|\d{100}|e\d{3}|\*\*\d"),
    "UnicodeEncodeError": re.compile(r"\\u[dD][89a-fA-F]"),
}
"""What an input has, for these to be raised, that few callers ever give: an infinity or a number of more than a hundred
digits, half of a surrogate pair.
"""
_PAST_INDEXES: Final = regex(r"index-sized integer|to C ssize_t|to C (?:int|long)\b")
"""What Python says of ints that no length or place can be."""


def rule_of_claim(claim: ClaimReport, exception: str) -> str:
    """exception: the class that was raised."""
    cls = vars(builtins).get(exception)
    names = [each.__name__ for each in cls.__mro__] if isinstance(cls, type) else []
    return rule_of([claim.kind] if claim.kind in CONTRACTS else [*names, "Exception"])


def findings_of_claims(unit: str, file: str, claims: Iterable[ClaimReport]) -> Iterator[Finding]:
    """A finding for each claim that is refuted."""
    for claim in claims:
        match claim.verdict:
            case Refuted(_, call, _, message) if claim.kind in CONTRACTS:
                text = f"{claim.text}: {message}" if claim.kind == "require" else message
                rule = rule_of_claim(claim, "")
                yield Finding(rule, WARNING, file, claim.span, f"{text}; {call}", (), unit, (claim.id,))
            case Refuted(_, call, exception, message):
                said = f": {message}" if message else ""
                text = (
                    f"{claim.text or 'this'} raises {exception}{said}"
                    if claim.kind == "escape" or f"{NEVER}(" in claim.text
                    else f"{claim.text or 'this assertion'} is not always true"
                )
                why = _why_note(unit, claim.verdict)
                yield Finding(
                    rule_of_claim(claim, exception),
                    NOTE if why else WARNING,
                    file,
                    claim.span,
                    f"{text}; {call}",
                    (),
                    unit,
                    (claim.id,),
                    why_note=why,
                )


def _why_note(unit: str, verdict: Refuted) -> str:
    """Why a caller may never see it."""
    named = re.findall(r"\w+", verdict.call)
    if any(name in named for name in private_names(unit.partition("::")[2])):  # else it is a call of a caller
        return "the call is one of a private function, whose callers may never make it"
    if verdict.exception in _RARE and _RARE[verdict.exception].search(verdict.call) is not None:
        return "it takes a value that few callers have"
    if verdict.exception == "OverflowError" and _PAST_INDEXES.search(verdict.message) is not None:
        return "it takes a value that few callers have"
    if not verdict.certain and _ODD.search(verdict.call) is not None:
        return "it takes an unusual value, for an argument whose type is stated nowhere"
    return ""


def rank(finding: Finding, claim: ClaimReport) -> tuple[object, ...]:
    """Most certain and most surprising first: the key of an order."""
    assert isinstance(claim.verdict, Refuted)
    call = claim.verdict.call
    return (
        finding.level == NOTE,
        not claim.verdict.certain,
        _ODD.search(call) is not None,
        rules()[finding.rule].rank,
        len(call),
        finding.file,
        finding.span,
    )
