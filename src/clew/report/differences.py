"""What changed between two versions of some code, as plain data and as JSON.

{"clew": "…", "kind": "differences", "against": "HEAD~3", "seconds": 1.7, "totals": {"same": 3, "differs": 1, …},
 "functions": [{"id": "shop.cart::cost", "file": "shop/cart.py", "span": […], "change": "changed",
                "verdict": "differs", "call": ["cost(1000)"], "imports": ["from shop.cart import cost"],
                "before": {"kind": "returns", "text": "4"}, "after": {"kind": "returns", "text": "5"}}],
 "diagnostics": []}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

from clew import __version__
from clew.frontend.versions import Change
from clew.records import dataclass
from clew.report.json_parts import reason_to_json, scope_to_json
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope

WORDS: Final = ("differs", "unknown", "same-within-bounds", "same", "added", "removed")
"""Of what may be said of a function, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Side:
    """What a version did.  kind: `returns`, `raises`, `endless`, `state`; more: what was left of objects, printed."""

    kind: str
    text: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Differs:
    """A call for which the versions do not do the same.

    call: statements, the last one is the call; is_state: what differs is what they leave of its object and arguments.
    """

    call: tuple[str, ...]
    imports: tuple[str, ...]
    before: Side
    after: Side
    is_state: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """For all inputs, or within bounds.  leaning: ids of functions that changed, too, and have to do the same."""

    scope: Scope
    assumptions: tuple[Assumption, ...]
    leaning: tuple[str, ...] = ()


Said: TypeAlias = Differs | Same | Reason | None
"""None of what is only in one of the versions; a reason where it is unknown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A function of which the versions have not the same text.  signature: where it changed."""

    id: str
    file: str
    span: Span
    change: Change
    said: Said
    signature: str = ""
    seconds: float = 0.0

    @property
    def word(self) -> str:
        match self.said:
            case Differs():
                return "differs"
            case Same(scope=scope):
                return "same-within-bounds" if scope else "same"
            case Reason():
                return "unknown"
        return self.change


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that is new, gone, or was another one before.  Paths as they are shown."""

    file: str
    change: Literal["added", "removed", "renamed"]
    before: str = ""

    @property
    def words(self) -> str:
        return f"{self.change}, was {self.before}" if self.before else self.change


@dataclass(frozen=True, slots=True)
class Differences:
    """against: what the files at hand were compared with; files: that are not there in both, or not by one name."""

    against: str
    functions: tuple[Difference, ...]
    diagnostics: tuple[Diagnostic, ...]
    seconds: float
    files: tuple[FileChange, ...] = ()
    interrupted: bool = False

    @property
    def totals(self) -> dict[str, int]:
        words = [each.word for each in self.functions]
        return {word: words.count(word) for word in WORDS}


def show_differences(report: Differences) -> str:
    """As JSON."""
    data = {
        "clew": __version__,
        "kind": "differences",
        "against": report.against,
        "seconds": round(report.seconds, 3),
        "interrupted": report.interrupted,
        "totals": report.totals,
        "functions": [dict(_function(each)) for each in report.functions],
        "files": [
            {"file": each.file, "change": each.change, **({"before": each.before} if each.before else {})}
            for each in report.files
        ],
        "diagnostics": [
            {"severity": d.severity, "code": d.code, "text": d.text, "file": d.file} for d in report.diagnostics
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _function(each: Difference) -> Iterator[tuple[str, Any]]:
    yield "id", each.id
    yield "file", each.file
    yield "span", list(each.span)
    yield "change", each.change
    yield "verdict", each.word
    if each.signature:
        yield "signature", each.signature
    match each.said:
        case Differs(call=call, imports=imports, before=before, after=after, is_state=is_state):
            yield "call", list(call)
            yield "imports", list(imports)
            yield "compared", "state" if is_state else "outcome"
            yield "before", _side(before)
            yield "after", _side(after)
        case Same(scope=scope, assumptions=assumptions, leaning=leaning):
            yield "scope", scope_to_json(scope)
            yield "assumptions", [{"id": a.id, "text": a.text} for a in assumptions]
            if leaning:
                yield "leaning", list(leaning)
        case Reason() as reason:
            yield "reason", reason_to_json(reason)
    yield "seconds", round(each.seconds, 3)


def _side(side: Side) -> dict[str, Any]:
    return {"kind": side.kind, "text": side.text, **({"more": list(side.more)} if side.more else {})}
