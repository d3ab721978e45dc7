"""Several reports as one: of the shards of a run, or of runs on different files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.report.claim_list import ranked
from clew.report.record import Report, UnitReport


def joined(reports: Sequence[Report]) -> Report:
    """In the order of files; of a function that is in several, what the last says.  Settings are those of the first.

    Raises ValueError where some have findings and others are of `clew cover`.
    """
    first = reports[0]
    if len({report.findings is None for report in reports}) > 1:
        raise ValueError("reports of `clew cover` and of other commands cannot be joined")
    units: dict[str, UnitReport] = {}
    last: dict[str, int] = {}
    for number, report in enumerate(reports):
        units |= {unit.id: unit for unit in report.units}
        last |= {unit.id: number for unit in report.units}
    findings = {f: None for n, report in enumerate(reports) for f in report.findings or () if last.get(f.unit, n) == n}
    whole = replace(
        first,
        seconds=max(report.seconds for report in reports),
        units=tuple(sorted(units.values(), key=lambda unit: unit.file)),
        diagnostics=tuple(dict.fromkeys(problem for report in reports for problem in report.diagnostics)),
        guard=next((report.guard for report in reports if report.guard), ()),
        interrupted=any(report.interrupted for report in reports),
        findings=None if first.findings is None else tuple(sorted(findings, key=lambda f: (f.file, f.span))),
    )
    return ranked(whole) if whole.command == "check" else whole
