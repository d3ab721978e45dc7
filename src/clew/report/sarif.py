"""The findings as SARIF 2.1.0, the exchange format of static analysis results (OASIS).

A finding is known again by its fingerprint, which is of its file, function, rule and text, not of its line.  What was
decided on the way to a failure, and the lines that contradict each other, are code flows.  What could not be looked at
is a notification.  Rules have no `helpUri`:
their pages come with the file (`help`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from clew.report.finding import NOTE, Finding
from clew.report.finding_list import details
from clew.report.record import PathStep, Report
from clew.report.rules import rules
from clew.report.wording import characters
from clew.source.spans import Span
from clew.verdict.claims import Refuted


def show_sarif(report: Report, sources: Mapping[str, Sequence[str]]) -> str:
    """sources: the lines of the files, where they are at hand; columns are counted in them."""
    described = [
        {"id": code, "shortDescription": {"text": rule.title}, "help": {"text": rule.page, "markdown": rule.page}}
        for code, rule in rules().items()
    ]
    paths = _paths(report)
    seen: Counter[str] = Counter()
    results = []
    for finding in report.findings or ():
        lines = sources.get(finding.file, ())
        result = _result(finding, paths.get(finding.goals[0], ()) if finding.goals else (), lines)
        mark = _fingerprint(finding)
        seen[mark] += 1
        results.append(result | {"partialFingerprints": {"clewFinding/v1": f"{mark}:{seen[mark]}"}})
    run = {
        "tool": {"driver": {"name": "clew", "version": report.version, "rules": described}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report, sources)],
        "results": results,
    }
    data = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _invocation(report: Report, sources: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Whether all was looked at, and what was not."""
    told: list[dict[str, Any]] = []
    for problem in report.problems:
        told.append({"level": problem.severity, "message": {"text": problem.text}, "descriptor": {"id": problem.code}})
        if problem.file:
            lines = sources.get(problem.file, ())
            place = _whole(problem.file) if problem.span is None else _location(problem.file, problem.span, lines)
            told[-1]["locations"] = [place]
    failed = report.interrupted or any(problem.severity == "error" for problem in report.problems)
    return {"executionSuccessful": not failed, "toolExecutionNotifications": told}


def _paths(report: Report) -> dict[str, tuple[PathStep, ...]]:
    """The decisions of the call that refutes a claim, by its id."""
    found: dict[str, tuple[PathStep, ...]] = {}
    for unit in report.units:
        tests = {test.id: test.path for test in unit.tests}
        found |= {c.id: tests.get(c.verdict.test, ()) for c in unit.claims if isinstance(c.verdict, Refuted)}
    return found


def _result(finding: Finding, path: Sequence[PathStep], lines: Sequence[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": list(rules()).index(finding.rule),
        "level": "note" if finding.level == NOTE else "warning",
        "message": {"text": "\n".join([finding.text, *details(finding)])},
        "locations": [_location(finding.file, finding.span, lines)],
    }
    because = [span for span in finding.because if span.line]
    if because:
        result["relatedLocations"] = [_location(finding.file, span, lines) for span in because]
    steps = [(step.span, f"{step.text} is {step.outcome}") for step in path] or [(span, "") for span in because]
    if steps:
        result["codeFlows"] = [_flow(finding, [*steps, (finding.span, finding.text)], lines)]
    if finding.silenced is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": finding.silenced}]
    return result


def _flow(finding: Finding, steps: Iterable[tuple[Span, str]], lines: Sequence[str]) -> dict[str, Any]:
    locations = []
    for span, text in steps:
        said = {"message": {"text": text}} if text else {}
        locations.append({"location": _location(finding.file, span, lines) | said})
    return {"threadFlows": [{"locations": locations}]}


def _fingerprint(finding: Finding) -> str:
    parts = (finding.file, finding.unit, finding.rule, finding.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _location(file: str, span: Span, lines: Sequence[str]) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": _column(span.line, span.column, lines),
        "endLine": span.end_line,
        "endColumn": _column(span.end_line, span.end_column, lines),
    }
    place = _whole(file)
    place["physicalLocation"]["region"] = region
    return place


def _whole(file: str) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}}


def _column(line: int, column: int, lines: Sequence[str]) -> int:
    """From 1, in characters; columns of the syntax tree are bytes."""
    return 1 + (characters(lines[line - 1], column) if 0 < line <= len(lines) else column)
