"""The report as Markdown, for the summary of a CI job or the text of a pull request: what fails first, then all files.

GitHub takes at most a mebibyte of it, so of what is listed the first are shown and the others counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clew.report.claim_list import summary as claims_summary
from clew.report.finding_list import summary as findings_summary
from clew.report.judged import NO_FUNCTION, Judged, Sources, judged
from clew.report.record import Report, UnitReport, totals
from clew.report.wording import INTERRUPTED, count, seconds_words, shares

MOST: Final = 200  # sentences of a list


def show_markdown(report: Report, sources: Sources) -> str:
    found = judged(report, sources)
    errors = [(each, text) for each in found for text in each.errors]
    failures = [(each, text) for each in found for text in each.failures]
    remarks = [(each, text) for each in found for text in each.remarks]
    lines = [f"### clew {report.command}: {_summary(report)}", ""]
    if report.interrupted:
        lines += [f"**{INTERRUPTED}**", ""]
    lines += [*_listed(errors), *_listed(failures), *_files(report)]
    if remarks:
        lines += [
            "<details>",
            f"<summary>{count(len(remarks), 'remark')}</summary>",
            "",
            *_listed(remarks),
            "</details>",
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _summary(report: Report) -> str:
    match report.command:
        case "check":
            return claims_summary(report)
        case "dead":
            return findings_summary(report)
    said = ", ".join(f"{number} {word}" for number, word in shares(report.totals))
    return f"{count(report.totals.goals, 'goal')}: {said}; {seconds_words(report.seconds)}"


def _listed(said: Sequence[tuple[Judged, str]]) -> Iterator[str]:
    """One item each, with the place that it is about."""
    for each, text in said[:MOST]:
        line, separator, rest = text.removeprefix("line ").partition(": ")
        place, sentence = (f"{each.file}:{line}", rest) if separator and line.isdecimal() else (each.file, text)
        name = f" {_code(each.name)}" if each.name != NO_FUNCTION else ""
        yield f"- **{_plain(place)}**{name}: {_plain(sentence)}"
    if len(said) > MOST:
        yield f"- and {len(said) - MOST} more"
    if said:
        yield ""


def _files(report: Report) -> Iterator[str]:
    """A row for each file."""
    units: dict[str, list[UnitReport]] = {}
    for unit in report.units:
        units.setdefault(unit.file, []).append(unit)
    rows = {file: _row(report, file, inside) for file, inside in units.items()}
    if not rows:
        return
    columns = next(iter(rows.values()))
    yield f"| file | {' | '.join(columns)} |"
    yield "|---" + "|--:" * len(columns) + "|"
    for file, row in rows.items():
        yield f"| {_plain(file)} | {' | '.join(map(str, row.values()))} |"
    yield ""


def _row(report: Report, file: str, units: Sequence[UnitReport]) -> dict[str, int]:
    counts = totals(units)
    match report.command:
        case "check":
            shown = dict(zip(("proved", "refuted", "unknown"), counts.claims, strict=True))
        case "dead":
            shown = {"findings": sum(f.file == file and f.silenced is None for f in report.findings or ())}
        case _:
            shown = {"covered": counts.covered, "infeasible": counts.infeasible}
            shown |= {"none within bounds": counts.none_within, "unknown": counts.unknown}
    return {"functions": len(units), **shown}


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return fence + text.replace("\n", " ") + fence


def _plain(text: str) -> str:
    """What Markdown would take for its own, outside of quotations of code, is escaped."""
    parts = text.replace("\n", " ").split("`")
    signs = str.maketrans({sign: "\\" + sign for sign in "\\*_[]<>|#"})
    return "`".join(part if number % 2 else part.translate(signs) for number, part in enumerate(parts))
