"""The pages of a report: `index.html`, and one for each file of source.

Everything on them comes from the report, which is the one of `--output-format json`, and from the text of its files, so
they can be made of a report that was kept.  A page needs nothing beside it: style and script are in it, it names
nothing that is elsewhere but its neighbours, and the browser is told to run no other script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup, escape

from clew.frontend.flow import Flow, flow_of_procedure, flows_in
from clew.frontend.ivl import read
from clew.records import dataclass
from clew.report import claim_list, finding_list, flow_graph
from clew.report.explanation import goals_of
from clew.report.finding import Finding
from clew.report.pages.changes import Changes, Sources, changes_between, comparable, turns
from clew.report.pages.chips import Margin, margins
from clew.report.pages.functions import FunctionView, Text, counted, function_view, test_ids
from clew.report.pages.painting import Piece, painted, piece_of, words_of
from clew.report.record import Report, UnitReport
from clew.report.states import State, state_of, weightiest
from clew.report.wording import INTERRUPTED, count, seconds_words
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import is_program
from clew.source.settings import Settings, options
from clew.source.spans import Span

HERE: Final = Path(__file__).parent / "templates"
INDEX: Final = "index.html"
MARK: Final = "<meta name=generator content=clew>"
"""By which a page is known to be one of ours."""

FEWEST_FOLDED: Final = 4  # lines between functions


@dataclass(frozen=True, slots=True)
class Row:
    """A line of source.  state: of what is in it; begins: the function whose first line it is; inside: is it in one?"""

    number: int
    code: Markup
    state: State | None
    margin: Margin | None
    findings: tuple[Finding, ...]
    begins: FunctionView | None
    inside: bool


@dataclass(frozen=True, slots=True)
class Section:
    """Lines that belong together: an outermost function with those inside of it, or what is between two."""

    rows: tuple[Row, ...]
    functions: tuple[FunctionView, ...]

    @property
    def folded(self) -> bool:
        return not self.functions and len(self.rows) >= FEWEST_FOLDED


@dataclass(frozen=True, slots=True)
class FilePage:
    """name: of the page; file: as in the report; known: is its text at hand?"""

    name: str
    file: str
    sections: tuple[Section, ...]
    functions: tuple[FunctionView, ...]
    counts: tuple[tuple[State, int], ...]
    problems: tuple[Diagnostic, ...]
    findings: tuple[Finding, ...]
    kinds: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class Before:
    """An earlier report, with the text it was about."""

    report: Report
    sources: Sources


def pages_of(report: Report, sources: Sources, before: Before | None = None) -> Iterator[tuple[str, str]]:
    """Name and text of each page, the index last.  before: what to compare with."""
    changes = None
    if before is not None and comparable(before.report, report):
        changes = changes_between(before.report, before.sources, report, sources)
    names = page_names(report)
    make = _pages()
    pages: list[FilePage] = []
    for file, name in names.items():
        page = _file_page(name, file, report, sources.get(file, ()), changes)
        pages.append(page)
        yield name, make("file.html", page=page, report=report, changes=changes, **_words(report))
    found = {**_words(report), "findings": _placed(report, names), "turns": turns(changes, report) if changes else ()}
    yield INDEX, make("index.html", pages=pages, report=report, changes=changes, **found)


def page_names(report: Report) -> dict[str, str]:
    """The page of each file, by the file: its path as one name, numbered where two would be one."""
    names: dict[str, str] = {}
    taken = {INDEX}
    for file in dict.fromkeys(unit.file for unit in report.units):
        plain = re.sub(r"[^A-Za-z0-9_.-]+", ".", file).strip(".") or "file"
        name, number = f"{plain}.html", 2
        while name.casefold() in taken:
            name, number = f"{plain}-{number}.html", number + 1
        taken.add(name.casefold())
        names[file] = name
    return names


# ---------------------------------------------------------------- a file


def _file_page(name: str, file: str, report: Report, lines: Sequence[str], changes: Changes | None) -> FilePage:
    units = [unit for unit in report.units if unit.file == file]
    text = Text(lines, {} if is_program(file) else words_of("\n".join(lines) + "\n"))
    flows = _flows(file, lines, units)
    was = changes.was if changes is not None else {}
    named = test_ids(units)
    views: list[FunctionView] = []
    margin_of: dict[int, Margin] = {}
    for number, unit in enumerate(units, 1):
        added = changes is not None and unit.id in changes.added
        view, known = function_view(number, unit, report, text, flows.get(unit.id), named, was, added)
        views.append(view)
        margin_of |= margins(goals_of(unit), known)
    findings = tuple(f for f in report.findings or () if f.file == file)
    rows = _rows(text, views, margin_of, findings)
    return FilePage(
        name,
        file,
        tuple(_sections(rows, views, lines)),
        tuple(views),
        counted([state_of(goal) for unit in units for goal in goals_of(unit)]),
        tuple(problem for problem in report.diagnostics if problem.file == file),
        tuple(f for f in findings if not 0 < f.span.line <= len(lines)),
        tuple(dict.fromkeys(goal.kind for unit in units for goal in goals_of(unit))),
        bool(lines),
    )


def _flows(file: str, lines: Sequence[str], units: Sequence[UnitReport]) -> dict[str, Flow]:
    """The graph of each function, by its id."""
    text = "\n".join(lines) + "\n"
    if not is_program(file):
        by_span = flows_in(text, file)
        return {unit.id: by_span[unit.span] for unit in units if unit.span in by_span}
    program, _ = read(text)
    if program is None:
        return {}
    found = {}
    for unit in units:
        spans = {goal.outcome or "": goal.span for goal in unit.goals if goal.kind == "block"}
        for procedure in program.procedures:
            if procedure.name == unit.id.rpartition("::")[2]:
                found[unit.id] = flow_of_procedure(procedure, spans)
    return found


def _rows(
    text: Text, views: Sequence[FunctionView], margin_of: Mapping[int, Margin], findings: Sequence[Finding]
) -> list[Row]:
    begins = {view.unit.span.line: view for view in reversed(views)}
    marks = _marks(text, [view.unit for view in views])
    inside = {n for view in views for n in range(view.unit.span.line, view.unit.span.end_line + 1)}
    by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        by_line.setdefault(finding.span.line, []).append(finding)
    rows = []
    for number, line in enumerate(text.lines, 1):
        margin = margin_of.get(number)
        chips = () if margin is None else (*margin.statements, *(chip for group in margin.groups for chip in group))
        code = painted(line.rstrip(), text.words.get(number, ()), marks.get(number, ()))
        state = weightiest(chip.state for chip in chips)
        here = tuple(by_line.get(number, ()))
        rows.append(Row(number, code, state, margin, here, begins.get(number), number in inside))
    return rows


def _marks(text: Text, units: Sequence[UnitReport]) -> dict[int, list[Piece]]:
    """What has an outcome that no test shows is underlined."""
    worst: dict[Span, State] = {}
    for unit in units:
        for goal in goals_of(unit):
            state = state_of(goal)
            if goal.kind != "statement" and state.name not in ("covered", "proved"):
                known = worst.get(goal.span)
                worst[goal.span] = state if known is None or state.rank > known.rank else known
    found: dict[int, list[Piece]] = {}
    for span, state in worst.items():
        for number in range(span.line, span.end_line + 1):
            piece = piece_of(span, number, text.lines, state.name)
            if piece is not None:
                found.setdefault(number, []).append(piece)
    return found


def _sections(rows: Sequence[Row], views: Sequence[FunctionView], lines: Sequence[str]) -> Iterator[Section]:
    at, inner = 0, [*views]
    while inner:
        first = inner[0]
        here = [view for view in inner if view.unit.span.inside(first.unit.span)]
        start = max(_decorated(lines, first.unit.span.line - 1), at)
        yield from _between(rows[at:start])
        end = max(first.unit.span.end_line, start)
        yield Section(tuple(rows[start:end]), tuple(here))
        at, inner = end, [view for view in inner if view not in here]
    yield from _between(rows[at:])


def _between(rows: Sequence[Row]) -> Iterator[Section]:
    """What is between functions, without the empty lines around it."""
    said = [n for n, row in enumerate(rows) if row.code or row.findings]
    if said:
        yield Section(tuple(rows[said[0] : said[-1] + 1]), ())


def _decorated(lines: Sequence[str], start: int) -> int:
    """Decorators and comments above a function belong to it."""
    start = min(start, len(lines))  # of a text that is not the one of the report
    while start > 0 and lines[start - 1].lstrip().startswith(("@", "#")):
        start -= 1
    return start


# ---------------------------------------------------------------- what all pages share


def _words(report: Report) -> dict[str, Any]:
    states = counted([state_of(goal) for unit in report.units for goal in goals_of(unit)])
    return {
        "summary": _summary(report),
        "counts": states,
        "kinds": tuple(dict.fromkeys(goal.kind for unit in report.units for goal in goals_of(unit))),
        "settings": _settings(report.settings),
        "command": report.command,
    }


def _summary(report: Report) -> str:
    """As the other reports end; how many goals are what stands below."""
    match report.command:
        case "check":
            return claim_list.summary(report)
        case "dead":
            return finding_list.summary(report)
    t = report.totals
    words = [count(t.goals, "goal"), count(len(report.units), "function"), count(t.tests, "test")]
    return f"{words[0]} in {words[1]}; {words[2]}; {seconds_words(report.seconds)}"


def _settings(settings: Settings) -> list[tuple[str, str]]:
    """Those that are not the defaults."""
    found = []
    for option in options():
        value = getattr(settings, option.name)
        if value != option.default and option.name not in ("output_format", "output"):
            found.append((option.flag, ", ".join(value) if isinstance(value, tuple) else str(value)))
    return found


def _placed(report: Report, names: Mapping[str, str]) -> list[tuple[Finding, str]]:
    """Findings with the links to their lines."""
    found = []
    for finding in report.findings or ():
        page = names.get(finding.file)
        found.append((finding, f"{page}#L{finding.span.line}" if page else ""))
    return found


def _pages() -> Callable[..., str]:
    """What makes a page of a template and its values."""
    style = _compact((HERE / "style.css").read_text(encoding="utf-8")) + flow_graph.style(alone=False)
    style = re.sub(r" *([{};,]) *|(?<=:) +", r"\1", style)
    script = _compact((HERE / "script.js").read_text(encoding="utf-8"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["with_code"] = _with_code
    environment.globals |= {
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        "mark": Markup(MARK),
        "index": INDEX,
        "count": count,
        "interrupted": INTERRUPTED,
        "by_kind": _by_kind,
    }

    def make(template: str, **values: Any) -> str:
        head, _, rest = _smaller(environment.get_template(template).render(**values)).partition("<style></style>")
        body, _, end = rest.rpartition("<script></script>")
        return f"{head}<style>{style}</style>{body}<script>{script}</script>{end}"

    return make


def _compact(text: str) -> str:
    """Without indentation, comments and empty lines; neither file has a text of several lines."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _smaller(page: str) -> str:
    """Without quotes that HTML does not ask for: a tenth of a page.  `<` and `>` stand nowhere but around tags."""
    return re.sub(r"<[a-z][^<>]*>", lambda tag: re.sub(r'="([\w#.-]+)"(?=[ >])', r"=\1", tag[0]), page)


def _with_code(text: str) -> Markup:
    """What stands between backticks is code."""
    parts = [escape(part) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(parts))


def _by_kind(numbers: Counter[tuple[str, str]]) -> str:
    """`branch:unknown=2 statement:covered=11`, for the script to filter by."""
    return " ".join(f"{kind}:{state}={number}" for (kind, state), number in sorted(numbers.items()))
