"""A finding: a place in the user's code that something is wrong with, by a rule that has a code and a page.

Findings are read off the verdicts of a unit (`dead_code`), after which comments in the source may silence them
(`silence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption, read_assumption
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Raising

WARNING: Final = "warning"
NOTE: Final = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """rule: `CLEW101`; level: `warning`, or `note` for what is probably meant so.  text: one sentence.

    because: the places that contradict each other; unit: the id of the function, empty outside of any; goals: the ids
    of the verdicts it was read off.  scope, assumptions: what these lean on.  why_note: why the level is no more than a
    note.  silenced: the reason given in the comment that silences it, None where none does.
    """

    rule: str
    level: str
    file: str
    span: Span
    text: str
    because: tuple[Span, ...] = ()
    unit: str = ""
    goals: tuple[str, ...] = ()
    scope: Scope = ()
    assumptions: tuple[Assumption, ...] = ()
    raises: tuple[Raising, ...] = ()
    why_note: str = ""
    silenced: str | None = None


def finding_to_json(finding: Finding) -> dict[str, Any]:
    data: dict[str, Any] = {
        "rule": finding.rule,
        "level": finding.level,
        "file": finding.file,
        "span": list(finding.span),
        "text": finding.text,
        "because": [list(span) for span in finding.because],
    }
    if finding.unit:
        data |= {"unit": finding.unit, "goals": list(finding.goals)}
        data["scope"] = {"within": dict(finding.scope)} if finding.scope else "unbounded"
        data["assumptions"] = [assumption_to_json(a) for a in finding.assumptions]
    if finding.raises:
        data["raises"] = [raising_to_json(r) for r in finding.raises]
    if finding.why_note:
        data["why_note"] = finding.why_note
    if finding.silenced is not None:
        data["silenced"] = finding.silenced
    return data


def assumption_to_json(assumption: Assumption) -> dict[str, Any]:
    place = {} if assumption.place is None else {"span": list(assumption.place)}
    return {"id": assumption.id, "text": assumption.text, **place}


def raising_to_json(raising: Raising) -> dict[str, Any]:
    data: dict[str, Any] = {"name": raising.name, "module": raising.module, "function": raising.function}
    if raising.place is not None:
        data["span"] = list(raising.place)
    return data | {"explicit": raising.explicit, "always": raising.always, "missing": raising.missing}


def finding_from_json(data: Mapping[str, Any]) -> Finding:
    """Inverse of `finding_to_json`."""
    scope = data.get("scope", "unbounded")
    return Finding(
        rule=data["rule"],
        level=data["level"],
        file=data["file"],
        span=Span(*data["span"]),
        text=data["text"],
        because=tuple(Span(*s) for s in data["because"]),
        unit=data.get("unit", ""),
        goals=tuple(data.get("goals", ())),
        scope=() if scope == "unbounded" else tuple(scope["within"].items()),
        assumptions=tuple(
            read_assumption(a["id"], a["text"], Span(*a["span"]) if "span" in a else None)
            for a in data.get("assumptions", ())
        ),
        raises=tuple(raising_from_json(r) for r in data.get("raises", ())),
        why_note=data.get("why_note", ""),
        silenced=data.get("silenced"),
    )


def raising_from_json(data: Mapping[str, Any]) -> Raising:
    place = Span(*data["span"]) if "span" in data else None
    return Raising(
        data["name"], data["module"], data["function"], place, data["explicit"], data["always"], data["missing"]
    )
