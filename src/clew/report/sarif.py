"""The findings as SARIF 2.1.0, the exchange format of static analysis results (OASIS)."""

from __future__ import annotations

import json
from typing import Any

from clew.report.finding import NOTE, Finding
from clew.report.finding_list import details
from clew.report.record import Report
from clew.report.rules import rules
from clew.source.spans import Span


def show_sarif(report: Report) -> str:
    described = [
        {"id": code, "shortDescription": {"text": rule.title}, "help": {"text": rule.page, "markdown": rule.page}}
        for code, rule in rules().items()
    ]
    run = {
        "tool": {"driver": {"name": "clew", "version": report.version, "rules": described}},
        "columnKind": "utf16CodeUnits",
        "results": [_result(f) for f in report.findings or ()],
    }
    data = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": list(rules()).index(finding.rule),
        "level": "note" if finding.level == NOTE else "warning",
        "message": {"text": "\n".join([finding.text, *details(finding)])},
        "locations": [_location(finding.file, finding.span)],
    }
    if finding.because:
        result["relatedLocations"] = [_location(finding.file, span) for span in finding.because if span.line]
    if finding.silenced is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": finding.silenced}]
    return result


def _location(file: str, span: Span) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": file.replace("\\", "/")}, "region": region}}
