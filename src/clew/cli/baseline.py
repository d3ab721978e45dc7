"""`--baseline FILE`: findings that are known already, so that old code can be looked at for what is new.

A finding is known by its file, function, rule and the text of what fails, not by its line.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from clew.cli.folders import unwritable
from clew.report.claims import ClaimReport
from clew.report.finding import Finding
from clew.report.record import Report
from clew.source.diagnostics import Diagnostic

FORMAT = "clew-baseline/1"

Print: TypeAlias = tuple[str, str, str, str]


def refused_file(path: str, shown: str) -> Diagnostic | None:
    """Why it can be neither read nor written: asked before anything is analysed."""
    try:
        with open(path, encoding="utf-8") as file:
            _read(file.read())
    except FileNotFoundError:
        return unwritable(os.path.dirname(path), os.path.dirname(shown) or shown, "the baseline")
    except (OSError, ValueError) as error:
        return Diagnostic("baseline", f"cannot be read: {error}", shown)
    return None


def without_known(report: Report, path: str, shown: str, say: Callable[[str], None]) -> tuple[Report, list[Diagnostic]]:
    """The report without the findings that the file lists; where there is no file, it is written.

    say: takes what was done with the file.
    """
    claims = report.claims
    try:
        with open(path, encoding="utf-8") as file:
            known = _read(file.read())
    except FileNotFoundError:
        return _written(report, claims, path, shown, say)
    except (OSError, ValueError) as error:
        return report, [Diagnostic("baseline", f"cannot be read: {error}", shown)]
    left = []
    for finding in report.findings or ():
        mark = _print(finding, claims)
        if known[mark] > 0:
            known[mark] -= 1
        else:
            left.append(finding)
    listed, gone = len(report.findings or ()) - len(left), known.total()
    say(
        f"{_count(listed)} left out that {shown} lists"
        + (f"; {gone} more {'is' if gone == 1 else 'are'} not found any more" if gone else "")
    )
    return replace(report, findings=tuple(left)), []


def _written(
    report: Report, claims: dict[str, ClaimReport], path: str, shown: str, say: Callable[[str], None]
) -> tuple[Report, list[Diagnostic]]:
    known = sorted(_print(f, claims) for f in report.findings or () if f.silenced is None)
    data = {"format": FORMAT, "findings": [list(mark) for mark in known]}
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        return report, [Diagnostic("baseline", f"cannot be written: {error.strerror}", shown)]
    say(f"{_count(len(known))} written to {shown}; later runs with it show what is new")
    return replace(report, findings=tuple(f for f in report.findings or () if f.silenced is not None)), []


def _count(findings: int) -> str:
    return "1 finding" if findings == 1 else f"{findings} findings"


def _read(text: str) -> Counter[Print]:
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it is not of the format {FORMAT}")
    found: Counter[Print] = Counter()
    for mark in data.get("findings", ()):
        if not (isinstance(mark, list) and len(mark) == 4 and all(isinstance(part, str) for part in mark)):
            raise ValueError(f"{mark!r} is no finding")
        found[mark[0], mark[1], mark[2], mark[3]] += 1
    return found


def _print(finding: Finding, claims: dict[str, ClaimReport]) -> Print:
    claim = claims.get(finding.goals[0]) if finding.goals else None
    return finding.file, finding.unit, finding.rule, finding.text if claim is None else claim.text
