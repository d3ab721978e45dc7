"""What changed, for a person: on a terminal, a line for each function, as Markdown for a pull request, for GitHub."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.text import Text

from clew.report.concise import problem_line
from clew.report.differences import WORDS, Difference, Differences, Differs, Same, Side
from clew.report.frame import Signs
from clew.report.printing import print_lines
from clew.report.terminal import BOUNDED, COVERED, OPEN, WRONG, problem_lines
from clew.report.wording import COMMAND, INTERRUPTED, count, leaning_words, reason_words, seconds_words
from clew.source.settings import Settings
from clew.verdict.reasons import Reason

STYLES: Final = {"differs": WRONG, "unknown": OPEN, "same-within-bounds": BOUNDED, "same": COVERED}


def print_differences(report: Differences, settings: Settings) -> None:
    print_lines(sys.stdout, lambda width, signs: difference_lines(report, settings, width, signs))


def difference_lines(report: Differences, settings: Settings, width: int, signs: Signs) -> Iterator[Text]:
    for problem in report.diagnostics:
        yield from problem_lines(problem, (), width, signs)
        yield Text()
    for file, functions in groupby(report.functions, key=lambda each: each.file):
        yield Text(file, style="bold")
        for each in functions:
            yield from _function(each, settings, signs)
        yield Text()
    for changed in report.files:
        yield Text.assemble((changed.file, "bold"), f"  {changed.words}")
    yield Text(summary(report))
    if report.interrupted:
        yield Text(INTERRUPTED, style=OPEN)


def _function(each: Difference, settings: Settings, signs: Signs) -> Iterator[Text]:
    sign = {"same": signs.settled, "differs": signs.wrong, "unknown": signs.open}.get(each.word, signs.none)
    name = each.id.partition("::")[2]
    line = Text.assemble("  ", (sign, STYLES.get(each.word, "dim")), f" {name}  ", (_headline(each), "dim"))
    yield line
    if each.signature:
        yield Text(f"      {_parameters(each)}")
    match each.said:
        case Differs() as found:
            *earlier, call = found.call
            for text in (*earlier, call):
                for number, part in enumerate(text.splitlines()):
                    yield Text(f"      {'>>>' if number == 0 else '...'} {part}")
            for word, side in (("before", found.before), ("after", found.after)):
                yield Text.assemble("      ", (f"{word:<7}", "dim"), side_words(side))
        case Same() as found:
            yield Text(f"      {same_words(found)}", style="dim")
        case Reason() as reason:
            yield Text(f"      {reason_words(reason, settings)}", style="dim")


def _headline(each: Difference) -> str:
    return {"same-within-bounds": "same within bounds"}.get(each.word, each.word)


def side_words(side: Side) -> str:
    """`returns 4`, `raises ValueError: negative`, `it does not end`."""
    if side.kind == "endless":
        return side.text
    if side.kind == "state":
        return f"leaves {side.text}"
    return "; ".join([f"{side.kind} {side.text}", *side.more])


def same_words(found: Same) -> str:
    leaning = [f"`{id.partition('::')[2]}`" for id in found.leaning]
    said = leaning_words(found.scope, found.assumptions)
    return said + (f"; it leans on {', '.join(leaning)}, which {_do(len(leaning))} the same" if leaning else "")


def _do(number: int) -> str:
    return "does" if number == 1 else "do"


def summary(report: Differences) -> str:
    """`4 functions changed since main: 2 the same, 1 differs, 1 unknown; 3.1 s`."""
    totals = report.totals
    said = [f"{totals[word]} {_word(word)}" for word in reversed(WORDS) if totals[word]]
    numbers = ": " + ", ".join(said) if said else ""
    changed = count(len(report.functions), "function")
    return f"{changed} changed since {report.against}{numbers}; {seconds_words(report.seconds)}"


def _word(word: str) -> str:
    return word.replace("-", " ")


def show_concise(report: Differences, settings: Settings, given_in: str = COMMAND) -> str:
    """`file:line:column: function: word: why`.  given_in: where settings are."""
    lines = [problem_line(problem) for problem in report.diagnostics]
    for each in report.functions:
        place = f"{each.file}:{each.span.line}:{each.span.column + 1}"
        lines.append(f"{place}: {each.id.partition('::')[2]}: {_word(each.word)}{_why(each, settings, given_in)}")
    lines += [f"{each.file}: {each.words}" for each in report.files]
    return "".join(line + "\n" for line in (*lines, summary(report)))


def _why(each: Difference, settings: Settings, given_in: str = COMMAND) -> str:
    match each.said:
        case Differs(call=call, before=before, after=after):
            return f": {'; '.join(call)}: before: {side_words(before)}; after: {side_words(after)}"
        case Same() as found:
            return f": {same_words(found)}"
        case Reason() as reason:
            return f": {reason_words(reason, settings, given_in)}"
    return ""


def show_github(report: Differences) -> str:
    """Annotations of changed functions that are not the same: errors for those that differ."""
    lines = []
    for each in report.functions:
        level = {"differs": "error", "unknown": "notice"}.get(each.word)
        if level is not None:
            text = f"{each.id.partition('::')[2]}: {_word(each.word)}{_why(each, Settings())}"
            lines.append(f"::{level} file={each.file},line={each.span.line}::{_escaped(text)}")
    lines += [f"::notice file={each.file}::{each.words}" for each in report.files]
    return "".join(line + "\n" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


# ---------------------------------------------------------------- Markdown


def show_markdown(report: Differences, settings: Settings) -> str:
    """For the text of a pull request: what differs first, with both outcomes, then the others."""
    lines = [f"### {summary(report)}", ""]
    ordered = sorted(report.functions, key=lambda each: WORDS.index(each.word))
    for each in ordered:
        if isinstance(each.said, Differs):
            lines += [*_shown(each, each.said), ""]
    rest = [each for each in ordered if not isinstance(each.said, Differs)]
    if rest:
        lines += ["| function | | |", "|---|---|---|"]
        lines += [f"| {_code(_name(each))} | {_word(each.word)} | {_cell(each, settings)} |" for each in rest]
        lines.append("")
    lines += [f"- `{each.file}` {each.words}" for each in report.files]
    for problem in report.diagnostics:
        lines += [f"- {problem_line(problem)}"]
    return "\n".join(lines).rstrip("\n") + "\n"


def _name(each: Difference) -> str:
    return each.id.partition("::")[2]


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return fence + text.replace("|", "\\|").replace("\n", " ") + fence


def _cell(each: Difference, settings: Settings) -> str:
    said = _why(each, settings).removeprefix(": ")
    if each.signature:
        said = f"{said}; {_parameters(each)}"
    return said.replace("|", "\\|").replace("\n", " ")


def _parameters(each: Difference) -> str:
    return f"parameters: {each.signature}; compared with what both take"


def _shown(each: Difference, found: Differs) -> Iterator[str]:
    yield f"**{_code(_name(each))} differs** ({_code(f'{each.file}:{each.span.line}')})"
    yield ""
    yield "```python"
    yield from found.imports
    yield from found.call
    for word, side in (("before", found.before), ("after", found.after)):
        first, *others = side_words(side).splitlines() or [""]
        yield f"# {word + ':':<8}{first}"
        yield from (f"#         {line}" for line in others)
    yield "```"
