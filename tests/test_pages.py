"""The report as pages: what is on them, that nothing of the source gets out of its place, and what changed."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.cli.main import main
from clew.cli.pages import write_pages
from clew.report.claims import ClaimReport
from clew.report.finding import Finding
from clew.report.pages.changes import changes_between, comparable, turns
from clew.report.pages.painting import Piece, painted, words_of
from clew.report.pages.site import Before, page_names, pages_of
from clew.report.record import GoalReport, PathStep, Report, TestOutcome, TestReport, UnitReport
from clew.report.states import COVERED, INFEASIBLE, OPEN, state_of
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.claims import Proved, Refuted
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Raising, Unknown, Verdict

EVIL = "</script><script>alert(1)</script><style></style>&amp;\"'<b>"
SOURCE = f"""\
# {EVIL}
def cost(grams: int) -> int:
    if grams < 0 and grams > -9:
        raise ValueError('''{EVIL}''')
    if grams == -1:
        return 4
    for box in fit(grams):
        log(box)
    return 5


def twice(x):
\tdef inner(y):
\t\treturn y  # \N{SNOWMAN} <b>
\treturn inner(x) + inner(x)
""".splitlines()

TYPES = Assumption("types", "arguments have their annotated types.", Span(2, 0, 2, 28))
DEAD = Infeasible((), (TYPES,), (Span(3, 7, 3, 16), Span(5, 7, 5, 18)), "exhaustion")
WITHIN = NoneWithin((("loop", 8),), (), (), "exhaustion")
LOOKED = Unknown(Reason("unmodelled-call", "the way there depends on `fit`", "--loop", Span(7, 15, 7, 25)))
DOOM = Doomed((Raising("TypeError", "shop", "cost", Span(9, 4, 9, 12), False),), (), ())


def goal(
    unit: str, line: int, kind: str, outcome: str | None, columns: tuple[int, int], verdict: Verdict
) -> GoalReport:
    tail = "" if outcome is None else f":{outcome}"
    span = Span(line, columns[0], line, columns[1])
    return GoalReport(f"shop::{unit}:{line}.{columns[0]}:{kind}{tail}", kind, span, outcome, verdict)


def report() -> Report:
    goals = (
        goal("cost", 3, "branch", "true", (7, 31), Covered("test_cost[negative]")),
        goal("cost", 3, "condition", "true", (7, 16), Covered("test_cost[negative]", ("test_cost[<0>]",))),
        goal("cost", 3, "condition", "false", (21, 31), WITHIN),
        goal("cost", 5, "branch", "true", (7, 18), DEAD),
        goal("cost", 6, "statement", None, (8, 16), DEAD),
        goal("cost", 7, "branch", "entered", (15, 25), LOOKED),
        goal("cost", 8, "statement", None, (8, 16), LOOKED),
        goal("cost", 8, "def-use", "box@7", (8, 16), LOOKED),
        goal("cost", 8, "def-use", "log@1", (8, 16), LOOKED),
        replace(goal("cost", 9, "statement", None, (4, 12), Covered("test_cost[<0>]")), doom=DOOM),
    )
    path = (PathStep(Span(3, 7, 3, 16), "grams < 0", "true"),)
    tests = (
        TestReport("test_cost[negative]", "cost(-1)", TestOutcome("raises", f"ValueError: {EVIL}"), (), path=path),
        TestReport("test_cost[<0>]", "cost('<i>')", TestOutcome("returns", "5"), ()),
    )
    inner = (goal("twice.<locals>.inner", 14, "statement", None, (2, 10), Covered("test_cost[<0>]")),)
    units = (
        UnitReport("shop::cost", "shop.py", Span(2, 0, 9, 12), 0.12, goals, tests, (), 19, 20, runs=12, queries=1),
        UnitReport("shop::twice", "shop.py", Span(12, 0, 15, 28), 0.1, ()),
        UnitReport("shop::twice.<locals>.inner", "shop.py", Span(13, 1, 14, 10), 0.1, inner),
    )
    problem = Diagnostic("syntax", f"no `{EVIL}`", f"{EVIL}.py", Span(1, 0, 1, 2), detail=("<pre>",))
    return Report(Settings(), 1.5, units, (problem,))


def claimed() -> Report:
    """Of `clew check`."""
    refuted = Refuted("test_cost_type_error", "cost('<i>')", "TypeError", f"{EVIL}", (("grams", "'<i>'"),), True)
    claims = (
        ClaimReport("shop::cost:3:claim:TypeError", "TypeError", Span(3, 7, 3, 16), "`grams < 0`", refuted),
        ClaimReport("shop::cost:7:claim:TypeError", "TypeError", Span(7, 15, 7, 25), "`fit(grams)`", LOOKED),
        ClaimReport(
            "shop::cost:5:claim:TypeError",
            "TypeError",
            Span(5, 7, 5, 18),
            "`grams == -1`",
            Proved((TYPES,), (), "types"),
        ),
    )
    finding = Finding(
        "CLEW204", "warning", "shop.py", Span(3, 7, 3, 16), f"`grams < 0` raises {EVIL}", unit="shop::cost"
    )
    unit = UnitReport("shop::cost", "shop.py", Span(2, 0, 9, 12), 0.12, (), claims=claims)
    return Report(Settings(), 1.5, (unit,), findings=(finding,))


def pages(of: Report | None = None, before: Before | None = None) -> dict[str, str]:
    return dict(pages_of(of or report(), {"shop.py": SOURCE}, before))


# ---------------------------------------------------------------- a page, read back


class Page(HTMLParser):
    """Elements as (tag, attributes, text inside), in the order in which they begin."""

    VOID = frozenset(("meta", "input", "br", "path", "rect"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open[-1][:2]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element: tuple[str, dict[str, str | None], list[str]] = (tag, dict(attrs), [])
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1][0] == tag, (tag, self.open[-1:])
        self.open.pop()
        if tag in ("p", "li", "h4"):
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        for _, _, inside in self.open:
            inside.append(data)

    def of_class(self, name: str) -> Iterator[tuple[str, dict[str, str | None], str]]:
        for tag, attributes, inside in self.elements:
            if name in (attributes.get("class") or "").split():
                yield tag, attributes, "".join(inside)

    def ids(self) -> list[str]:
        return [attributes["id"] or "" for _, attributes, _ in self.elements if "id" in attributes]


def chips(page: Page) -> dict[tuple[str, str], list[str]]:
    """By the kind and the words: the classes."""
    found = {}
    for _, attributes, _ in page.of_class("c"):
        key = (attributes.get("data-k") or "statement", attributes["aria-label"] or "")
        found[key] = (attributes["class"] or "").split()[1:]
    return found


@pytest.mark.parametrize("made", [report, claimed])
def test_all_that_is_named_is_there_and_nothing_is_outside(made: object) -> None:
    site = pages(made())  # type: ignore[operator]
    read = {name: Page(text) for name, text in site.items()}
    for name, page in read.items():
        ids = page.ids()
        assert len(ids) == len(set(ids)), name
        for tag, attributes, _ in page.elements:
            assert not attributes.keys() & {"src", "srcset", "data", "poster", "action", "onclick", "onload", "onerror"}
            assert tag not in ("link", "img", "iframe", "object", "base")
            href = attributes.get("href")
            if href is not None:
                other, _, anchor = href.partition("#")
                target = read[other or name]
                assert not anchor or anchor in target.ids(), (name, href)
        style = next(text for tag, _, text in page.elements if tag == "style")
        assert not re.search(r"url\(|@import|expression", "".join(style))
        policy = next(a["content"] for t, a, _ in page.elements if a.get("http-equiv") == "Content-Security-Policy")
        assert policy is not None and policy.startswith("default-src 'none'")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", "".join(site.values()))


@pytest.mark.parametrize("made", [report, claimed])
def test_source_and_messages_are_text_wherever_they_stand(made: object) -> None:
    for name, text in pages(made()).items():  # type: ignore[operator]
        page = Page(text)
        assert [tag for tag, _, _ in page.elements].count("script") == 1, name
        assert [tag for tag, _, _ in page.elements].count("style") == 1, name
        assert not any(tag == "b" and not "".join(inside) for tag, _, inside in page.elements)
        shown = "".join(page.elements[0][2])
        assert EVIL in shown and "<b>" in shown, name


def test_each_line_of_source_is_there_as_it_is() -> None:
    page = Page(pages()["shop.py.html"])
    rows = {attributes["id"]: text for _, attributes, text in page.of_class("r")}
    for number, line in enumerate(SOURCE, 1):
        if line:
            assert rows[f"L{number}"].endswith(line), number


def test_each_outcome_is_in_the_margin_of_its_line_with_its_state() -> None:
    page = Page(pages()["shop.py.html"])
    assert chips(page) == {
        ("branch", "covered: `grams < 0 and grams > -9` is true"): ["covered"],
        ("condition", "covered: `grams < 0` is true here"): ["covered"],
        ("condition", "none within bounds: `grams > -9` is not false here within the bounds"): ["bounded"],
        ("branch", "infeasible: `grams == -1` is never true"): ["infeasible"],
        ("statement", "infeasible: `return 4` is never reached"): ["infeasible"],
        ("branch", "unknown: whether the loop over `fit(grams)` can be entered"): ["unknown"],
        ("statement", "unknown: whether `log(box)` can be reached"): ["unknown"],
        ("def-use", "2 def-use goals: unknown"): ["unknown"],
        ("statement", "doomed: `return 5` can be reached, but nothing ends normally"): ["doomed"],
        ("statement", "covered: reached"): ["covered"],
    }
    signs = {text for _, _, text in page.of_class("c")}
    assert {"T✓", "F≤", "T∅", "in?", "∅", "?", "✗", "✓"} <= signs


def account(page: Page, label: str) -> list[str]:
    """The texts of what the chip of these words leads to."""
    found = next(a for _, a, _ in page.of_class("c") if (a["aria-label"] or "").startswith(label))
    ids = [(found["href"] or "").removeprefix("#"), *(found.get("data-also") or "").split()]
    texts = {attributes.get("id"): text for _, attributes, text in page.of_class("told")}
    return [" ".join(texts[id].split()) for id in ids]


def test_a_chip_leads_to_its_test_its_proof_or_its_reason() -> None:
    page = Page(pages()["shop.py.html"])
    (test,) = account(page, "covered: `grams < 0 and")
    assert test.startswith("test_cost[negative] cost(-1) raises ValueError")
    assert test.endswith("its path condition: line 3: grams < 0 is true")
    assert [text[:22] for text in account(page, "covered: `grams < 0` is")] == [
        "test_cost[negative] co",
        "test_cost[<0>] cost('<",
    ]
    (proof,) = account(page, "infeasible: `return 4`")
    assert "line 5: grams == -1 is never true line 6: return 4 is never reached" in proof
    assert "these lines contradict each other on every way there: 3if grams < 0 and grams > -9:" in proof
    assert "shown for all inputs, by exhaustion" in proof
    assert "assuming (types): arguments have their annotated types." in proof
    (within,) = account(page, "none within bounds")
    assert "shown within loop ≤ 8, by exhaustion" in within
    (reason,) = account(page, "unknown: whether `log")
    assert "unmodelled-call: the way there depends on fit" in reason and "try --loop 16 (now 8)" in reason
    assert "tried: 12 runs, 1 solver query" in reason
    doomed, test = account(page, "doomed")
    assert "doomed: every execution that gets here fails, with TypeError" in doomed
    assert test.startswith("test_cost[<0>]")


def test_a_test_of_another_function_of_the_file_is_found() -> None:
    assert account(Page(pages()["shop.py.html"]), "covered: reached")[0].startswith("test_cost[<0>]")


def test_claims_and_findings() -> None:
    site = pages(claimed())
    page = Page(site["shop.py.html"])
    (refuted,) = account(page, "refuted: no TypeError begins at `grams < 0`")
    assert "call: cost('<i>') where: grams = '<i>'" in refuted
    (proved,) = account(page, "proved: no TypeError begins at `grams == -1`")
    assert "shown for all inputs, by the types of the values tested there" in proved
    assert [text.split()[0] for _, _, text in page.of_class("finding")] == ["CLEW204"]
    assert any(a.get("href") == "shop.py.html#L3" for _, a, _ in Page(site["index.html"]).elements)
    assert "3 claims: 1 proved, 1 refuted, 1 unknown in 1 function" in site["index.html"]


def test_the_index_counts_by_kind_and_state() -> None:
    page = Page(pages()["index.html"])
    rows = [(a.get("data-c"), " ".join(text.split())) for _, a, text in page.of_class("f")]
    assert rows[0][0] == (
        "branch:covered=1 branch:infeasible=1 branch:unknown=1 condition:bounded=1 condition:covered=1"
        " def-use:unknown=2 statement:doomed=1 statement:infeasible=1 statement:unknown=1"
    )
    assert rows[0][1].startswith("✗ cost")
    assert "11 goals in 3 functions; 2 tests; 1.50 s" in pages()["index.html"]


def test_one_report_gives_one_text() -> None:
    assert pages() == pages()


def test_pages_of_files_have_names_of_their_own() -> None:
    units = tuple(
        replace(report().units[1], file=name) for name in ("a/b.py", "a.b.py", "A/b.py", "../x y.py", "index")
    )
    assert list(page_names(Report(Settings(), 0.0, units)).values()) == [
        "a.b.py.html",
        "a.b.py-2.html",
        "A.b.py-3.html",
        "x.y.py.html",
        "index-2.html",
    ]


def test_source_that_is_not_at_hand() -> None:
    site = dict(pages_of(report(), {}))
    page = Page(site["shop.py.html"])
    assert "The source is not at hand." in site["shop.py.html"]
    assert len([*page.of_class("told")]) == 6


@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(exclude_characters="\r\n\t", exclude_categories=("Cs",)), max_size=40), st.data())
def test_paint_leaves_the_text(line: str, data: st.DataObject) -> None:
    ends = st.tuples(st.integers(0, len(line)), st.integers(0, len(line))).map(sorted)
    pieces = st.lists(ends.map(lambda e: Piece(e[0], e[1], "k")), max_size=4)
    page = Page(f"<p>{painted(line, data.draw(pieces), data.draw(pieces))}</p>")
    assert "".join(page.elements[0][2]) == line


def test_words_of_a_text() -> None:
    text = 'if x:\n    """a\n  b"""  # not\n'
    assert words_of(text) == {1: [Piece(0, 2, "k")], 2: [Piece(4, 8, "t")], 3: [Piece(0, 6, "t"), Piece(8, 13, "m")]}
    assert words_of('"""') == {}


# ---------------------------------------------------------------- what changed


def changed() -> tuple[Report, list[str]]:
    """Two lines more at the top, `return 4` another text, one goal covered, one function new, one gone."""
    now = report()
    lines = ["import fit", "", *SOURCE]
    lines[7] = "        return 40"

    def moved(span: Span, more: int = 0) -> Span:
        return Span(span.line + 2, span.column, span.end_line + 2, span.end_column + more)

    goals = []
    for each in now.units[0].goals:
        verdict = Covered("test_cost[<0>]") if each.outcome == "entered" else each.verdict
        id = each.id.replace("cost:", "cost:+")
        outcome = {"box@7": "box@9", "log@1": "log@3"}.get(each.outcome or "", each.outcome)
        goals.append(replace(each, id=id, span=moved(each.span, each.span.line == 6), verdict=verdict, outcome=outcome))
    unit = replace(now.units[0], goals=tuple(goals), span=moved(now.units[0].span))
    new = UnitReport("shop::new", "shop.py", moved(now.units[1].span), 0.1, ())
    return replace(now, units=(unit, new)), lines


def test_a_goal_is_known_again_wherever_its_line_moved() -> None:
    now, lines = changed()
    found = changes_between(report(), {"shop.py": SOURCE}, now, {"shop.py": lines})
    assert found.was == {"shop::cost:+7.15:branch:entered": OPEN, "shop::cost:+6.8:statement": None}
    assert found.added == {"shop::new"}
    assert found.gone == ("shop::twice", "shop::twice.<locals>.inner")
    assert found.lost == 1
    said = [(turn.was and turn.was.word, turn.now.word, turn.number) for turn in turns(found, now)]
    assert said == [(None, INFEASIBLE.word, 1), (OPEN.word, COVERED.word, 1)]


def test_pages_say_what_changed() -> None:
    now, lines = changed()
    before = Before(report(), {"shop.py": SOURCE})
    site = dict(pages_of(now, {"shop.py": lines}, before))
    page = Page(site["shop.py.html"])
    labels = chips(page)
    assert labels["branch", "covered: the loop over `fit(grams)` is entered (it was unknown)"] == ["covered", "w"]
    assert labels["statement", "infeasible: `return 40` is never reached (new)"] == ["infeasible", "w"]
    index = " ".join("".join(Page(site["index.html"]).elements[0][2]).split())
    assert "1 goal ? unknown → ✓ covered" in index and "1 new function" in index
    same = dict(pages_of(report(), {"shop.py": SOURCE}, before))["index.html"]
    assert "Nothing changed." in same


def test_another_command_is_not_compared_with() -> None:
    assert comparable(report(), changed()[0])
    assert not comparable(report(), claimed())
    now = replace(report(), settings=replace(Settings(), criterion=("mcdc",)), units=())
    assert not comparable(report(), now)
    assert "Since the last report" not in pages(before=Before(claimed(), {}))["index.html"]


# ---------------------------------------------------------------- the command


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("def f(x: int) -> int:\n    if x > 3 and x < 2:\n        return 1\n    return 0\n")
    (tmp_path / "b.py").write_text("def g(x: int) -> int:\n    return 1 // x\n")
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [*arguments, "--isolated"])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_pages_and_compares_the_next_time(project: Path) -> None:
    code, out, err = run("cover", "a.py", "b.py", "--no-write", "--html", "out", "--output-format", "json")
    assert code == 0 and "pages: out/index.html" in err
    left = {path.name for path in (project / "out").iterdir()}
    assert left == {"index.html", "a.py.html", "b.py.html", "report.json", "sources.json"}
    assert json.loads((project / "out/report.json").read_text()) == json.loads(out)
    index = (project / "out/index.html").read_text()
    assert "Since the last report" not in index and "infeasible" in index

    run("cover", "a.py", "--no-write", "--html", "out")
    assert not (project / "out/b.py.html").exists()
    index = (project / "out/index.html").read_text()
    assert "no longer in it: b::g" in index

    (project / "a.py").write_text("def f(x: int) -> int:\n    if x > 3 and x < 5:\n        return 1\n    return 0\n")
    run("cover", "a.py", "--no-write", "--html", "out")
    index = " ".join("".join(Page((project / "out/index.html").read_text()).elements[0][2]).split())
    assert "1 goal ∅ infeasible → ✓ covered" in index


def test_other_commands_write_pages_too(project: Path) -> None:
    assert run("check", "b.py", "--no-write", "--html", "out")[0] == 1
    assert "ZeroDivisionError" in (project / "out/b.py.html").read_text()
    assert run("dead", "a.py", "--html", "out")[0] == 1
    assert "CLEW10" in (project / "out/index.html").read_text()


def test_what_somebody_else_wrote_stays(project: Path) -> None:
    (project / "site").mkdir()
    (project / "site/index.html").write_text("<h1>Ours</h1>")
    code, _, err = run("cover", "a.py", "--html", "site")
    assert code == 2 and "it has an index.html that clew did not write" in err
    (project / "file").write_text("")
    code, _, err = run("dead", "a.py", "--html", "file")
    assert code == 2 and "cannot write pages: this is a file, not a folder" in err


def test_a_report_that_cannot_be_read_is_named_and_replaced(project: Path) -> None:
    (project / "out").mkdir()
    (project / "out/report.json").write_text("{}")
    problems = write_pages(report(), {"shop.py": SOURCE}, "out", str(project))
    assert [(p.severity, p.text) for p in problems] == [
        ("warning", "cannot compare with the report that is there: not a report of clew")
    ]
    assert write_pages(report(), {"shop.py": SOURCE}, "out", str(project)) == []


def test_without_jinja_the_extra_is_named_before_anything_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "jinja2" else there(name, *a))
    code, out, err = run("cover", "a.py", "--html", "out")
    assert code == 2 and not out
    assert "pages need Jinja2: pip install 'clew[report]'" in err


def test_nothing_of_it_is_imported_unless_it_is_asked_for(project: Path) -> None:
    import subprocess
    import sys

    program = (
        "import sys\nfrom clew.cli.main import main\n"
        "main(['cover', 'a.py', '--isolated', '--no-write'], standalone_mode=False)\n"
        "print(*[m for m in sys.modules if m.startswith(('jinja2', 'markupsafe', 'clew.report.pages'))], 'end')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "end"


@pytest.mark.slow
def test_a_thousand_functions_are_less_than_ten_megabytes() -> None:
    """In 50 files: half of them with goals in each state, half covered."""
    units = tuple(
        replace(unit, id=f"m{n}::{unit.id[6:]}", file=f"m{n}.py")
        for n in range(50)
        for unit in _twenty(report().units[0])
    )
    lines = SOURCE[:11] * 20
    site = pages_of(Report(Settings(), 1.0, units), {f"m{n}.py": lines for n in range(50)})
    sizes = {name: len(text.encode()) for name, text in site}
    assert sum(sizes.values()) < 10_000_000 and sizes["index.html"] < 1_000_000


def _twenty(unit: UnitReport) -> Iterator[UnitReport]:
    """Copies of a function, one below the other."""
    for n in range(20):

        def down(span: Span, by: int = 11 * n) -> Span:
            return Span(span.line + by, span.column, span.end_line + by, span.end_column)

        plain = Covered("test_cost[<0>]")
        goals = tuple(
            replace(
                each, id=f"{each.id}{n}", span=down(each.span), **({"verdict": plain, "doom": None} if n % 2 else {})
            )
            for each in unit.goals
        )
        yield replace(unit, id=f"{unit.id}{n}", goals=goals, span=down(unit.span))


def test_states_have_one_word_and_one_sign() -> None:
    states = {state_of(each) for unit in (*report().units, *claimed().units) for each in (*unit.goals, *unit.claims)}
    assert len({(state.word, state.name) for state in states}) == len(states) == 7


def test_a_kept_report_is_shown_and_made_pages_of(project: Path) -> None:
    run("cover", "a.py", "--no-write")
    first = run("cover", "a.py", "--no-write", "--html", "one", "--output-format", "json")[1]
    shown = CliRunner().invoke(main, ["report"])
    assert shown.exit_code == 0 and "`x > 3 and x < 2` is never true" in shown.stdout
    assert "not written" not in shown.stdout
    again = CliRunner().invoke(main, ["report", "one/report.json", "--output-format", "json"])
    assert again.stdout == first
    (project / "a.py").write_text("# another text\n")
    made = CliRunner().invoke(main, ["report", "one/report.json", "--html", "two"])
    assert made.exit_code == 0 and made.stdout == ""
    assert (project / "two/a.py.html").read_text() == (project / "one/a.py.html").read_text()


@pytest.mark.parametrize(("command", "said"), [("check", "2 claims: "), ("dead", "1 finding in 1 function")])
def test_a_kept_report_of_other_commands(project: Path, command: str, said: str) -> None:
    (project / "c.py").write_text(
        "def f(x: int) -> int:\n    assert x != 3\n    if x == 3:\n        return 1 // x\n    return 4 // x\n"
    )
    _, printed, _ = run(command, "c.py")
    shown = CliRunner().invoke(main, ["report"])
    kept = [line for line in printed.splitlines() if not line.startswith("see them fail")]
    *lines, last = shown.stdout.splitlines()
    assert lines == kept[:-1] and last.partition(";")[0] == kept[-1].partition(";")[0]
    assert said in last
    concise = CliRunner().invoke(main, ["report", "--output-format", "concise"]).stdout
    assert concise.startswith("c.py:") and concise.splitlines()[-1] == last


def test_a_report_that_is_not_there_or_is_none(project: Path) -> None:
    missing = CliRunner().invoke(main, ["report", "nope.json"])
    assert missing.exit_code == 2 and "there is no such report" in missing.stderr
    wrong = CliRunner().invoke(main, ["report", "a.py"])
    assert wrong.exit_code == 2 and "cannot read this report" in wrong.stderr
