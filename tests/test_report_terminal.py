"""What a person reads: wording, frames, the full report, the concise one, explanations."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from clew.report.concise import show_concise
from clew.report.explanation import explain, find_goals
from clew.report.frame import ASCII, Mark, Signs, frame
from clew.report.live import Live
from clew.report.printing import folded
from clew.report.record import (
    CoverResult,
    GoalReport,
    NativeReport,
    PathStep,
    Report,
    TestFile,
    TestOutcome,
    TestReport,
    UnitReport,
)
from clew.report.terminal import report_lines
from clew.report.wording import FILE, advice, few_names, percent, quote, reason_words, seconds_words
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown, Verdict

SOURCE = """\
def cost(grams: int) -> int:
    if grams < 0:
        raise ValueError
    if grams == -1:
        return 4
    for box in fit(grams):
        log(box)
    return 5
""".splitlines()

TYPES = Assumption("types", "arguments have their annotated types.")
DEAD = Infeasible((), (TYPES,), (Span(2, 7, 2, 16), Span(4, 7, 4, 18)), "exhaustion")
OPEN = Unknown(Reason("unmodelled-call", "the way there depends on `fit`", "--loop", Span(6, 15, 6, 25)))


def goal(line: int, kind: str, outcome: str | None, columns: tuple[int, int], verdict: Verdict) -> GoalReport:
    tail = "" if outcome is None else f":{outcome}"
    return GoalReport(
        f"shop::cost:{line}:{kind}{tail}", kind, Span(line, columns[0], line, columns[1]), outcome, verdict
    )


def result() -> CoverResult:
    goals = (
        goal(2, "branch", "true", (7, 16), Covered("test_cost[negative]")),
        goal(4, "branch", "true", (7, 18), DEAD),
        goal(5, "statement", None, (8, 16), DEAD),
        goal(6, "branch", "entered", (15, 25), OPEN),
        goal(7, "statement", None, (8, 16), OPEN),
        goal(8, "statement", None, (4, 12), Covered("test_cost[0]")),
    )
    path = (PathStep(Span(2, 7, 2, 16), "grams < 0", "true"),)
    tests = (
        TestReport("test_cost[negative]", "cost(-1)", TestOutcome("raises", "ValueError"), (goals[0].id,), path=path),
        TestReport("test_cost[0]", "cost(0)", TestOutcome("returns", "5"), (goals[5].id,)),
    )
    natives = (NativeReport("await", Span(7, 8, 7, 16)),)
    unit = UnitReport(
        "shop::cost", "shop.py", Span(1, 0, 8, 12), 0.1234, goals, tests, (), 19, 20, natives, runs=12, queries=1
    )
    return CoverResult(Report(Settings(), 0.2, (unit,)), (TestFile("test_shop.py", ""),))


def plain(signs: Signs | None = None, width: int = 100, output: str | None = "clew_tests") -> str:
    lines = report_lines(result(), {"shop.py": SOURCE}, output, width, signs or Signs())
    return "\n".join(line.plain.rstrip() for line in lines)


FULL = """\
shop.py                covered   infeasible   unknown   tests      time
  ? cost                     2            2         2       2    0.12 s

      infeasible  line 4: `grams == -1` is never true
                  line 5: `return 4` is never reached
                  for all inputs, if arguments have their annotated types
                  2 │ if grams < 0:
                    │    ^^^^^^^^^
                  4 │ if grams == -1:
                    │    ^^^^^^^^^^^

      unknown     line 6: whether the loop over `fit(grams)` can be entered
                  line 7: whether `log(box)` can be reached
                  unmodelled-call: the way there depends on `fit` (line 6); try --loop 16 (now 8)
      lowered 95 %; native: await (line 7)

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
6 goals: 2 covered, 2 infeasible, 2 unknown (unmodelled-call 2); 0.20 s
lowered 95 %; native: await ×1
2 tests in clew_tests/test_shop.py"""


def test_full() -> None:
    assert plain() == FULL


def test_without_unicode() -> None:
    text = plain(ASCII)
    assert "if grams < 0:" in text
    assert set(text) - set(map(chr, range(128))) <= {"×", "≤"}


def test_no_line_is_wider_than_the_terminal() -> None:
    for line in plain(width=70).splitlines():
        assert len(line) <= 100


def test_tests_that_were_not_written() -> None:
    assert plain(output=None).endswith("2 tests, not written")


def test_concise() -> None:
    proof = "for all inputs, if arguments have their annotated types"
    assert show_concise(result().report) == (
        f"shop.py:4:8: branch true: infeasible: {proof}; because of 2:8, 4:8\n"
        f"shop.py:5:9: statement: infeasible: {proof}; because of 2:8, 4:8\n"
        "shop.py:6:16: branch entered: unknown: unmodelled-call: "
        "the way there depends on `fit`; try --loop 16 (now 8)\n"
        "shop.py:7:9: statement: unknown: unmodelled-call: the way there depends on `fit`; try --loop 16 (now 8)\n"
        "6 goals: 2 covered, 2 infeasible, 2 unknown; 2 tests; 0.20 s\n"
    )


def test_nothing_to_cover() -> None:
    lines = report_lines(CoverResult(Report(Settings(), 0.0, ())), {}, None, 80, Signs())
    assert [line.plain for line in lines] == ["no function to cover"]


def test_a_diagnostic_is_framed() -> None:
    problem = Diagnostic("syntax", "expected ':'", "shop.py", Span(2, 16, 2, 17), detail=("more",))
    lines = report_lines(CoverResult(Report(Settings(), 0.0, (), (problem,))), {"shop.py": SOURCE}, None, 80, Signs())
    assert [line.plain for line in lines][:4] == [
        "error: shop.py:2: expected ':'",
        "  2 │ if grams < 0:",
        "    │             ^",
        "    more",
    ]


def explained(wanted: str) -> str:
    report = result().report
    return "\n".join(
        line.plain
        for unit, one in find_goals(report, wanted)
        for line in explain(report, unit, one, SOURCE, 80, Signs())
    )


def test_explain_covered() -> None:
    text = explained("shop::cost:2:branch:true")
    assert "covered `grams < 0` is true in test_cost[negative]" in text
    assert "cost(-1) raises ValueError" in text
    assert "line 2: grams < 0 is true" in text


def test_explain_covered_by_two_tests() -> None:
    report = result().report
    one = goal(8, "statement", None, (4, 12), Covered("test_cost[negative]", ("test_cost[0]",)))
    text = "\n".join(line.plain for line in explain(report, report.units[0], one, SOURCE, 80, Signs()))
    assert "in test_cost[negative] with test_cost[0]" in text
    assert "cost(-1) raises ValueError" in text and "cost(0) gives 5" in text


def test_explain_infeasible() -> None:
    text = explained("cost:4:branch")
    assert "these lines contradict each other" in text
    assert "shown for all inputs, by exhaustion" in text
    assert "assuming (types): arguments have their annotated types." in text


def test_explain_unknown() -> None:
    text = explained("shop.py:7")
    assert "unmodelled-call: the way there depends on `fit`" in text
    assert "try --loop 16 (now 8)" in text
    assert "tried: 12 runs, 1 solver query" in text


def test_goals_that_are_not_there() -> None:
    assert find_goals(result().report, "shop::cost:99:statement") == []


def framed(span: Span, lines: list[str], width: int = 60) -> list[str]:
    return [line.plain.rstrip() for line in frame([Mark(span, "^", "")], lines, width, Signs())]


def test_frames_count_columns_as_the_syntax_tree_does() -> None:
    assert framed(Span(1, 9, 1, 10), ['x = "é" + y']) == ['1 │ x = "é" + y', "  │         ^"]  # é is two bytes
    assert framed(Span(1, 10, 1, 11), ['x = "語" + y']) == [
        '1 │ x = "語" + y',
        "  │          ^",
    ]  # 語 is two cells wide
    assert framed(Span(1, 1, 1, 2), ["\tx"]) == ["1 │ x", "  │ ^"]
    assert framed(Span(1, 4, 2, 3), ["    f(", "  x)"]) == ["1 │ f(", "  │ ^^"]


def test_the_part_of_a_long_line_that_is_marked_is_shown() -> None:
    line = "    total = " + " + ".join(f"{name}_price" for name in ("apple", "banana", "cherry", "damson", "elder"))
    place = line.index("damson_price")
    number, under = framed(Span(1, place, 1, place + 12), [line], width=40)
    assert number.startswith("1 │ …") and "damson_price" in number and len(number) <= 40
    assert number.index("damson_price") == under.index("^") and under.count("^") == 12


def test_on_a_terminal_long_lines_are_folded_below_the_start_of_their_text() -> None:
    text = Text.assemble("      ", ("infeasible  ", "cyan"), "line 3: " + "word " * 12)
    shown = [part.plain for part in folded(text, Console(width=50))]
    assert shown[0].startswith("      infeasible  line 3: word") and all(len(line) <= 50 for line in shown)
    assert all(line.startswith(" " * 18 + "word") for line in shown[1:])


def test_frames_never_fail() -> None:
    assert framed(Span(9, 0, 9, 1), ["x"]) == []
    assert framed(Span(1, 50, 1, 60), ["x"]) != []
    assert len(framed(Span(1, 500, 1, 600), ["y" * 1000])[0]) < 70
    assert framed(Span(1, 0, 1, 0), [""]) == ["1 │", "  │ ^"]


def test_quotations() -> None:
    assert quote(Span(1, 0, 2, 5), ["call(", "  x)"]) == "`call( …`"
    assert quote(Span(1, 0, 1, 200), ["a" * 200]).endswith(" …`")
    assert quote(Span(7, 0, 7, 1), []) == ""


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (None, ""),
        ("--paths", "try --paths 20000 (now 2000)"),
        ("solver_steps", "try --solver-steps 5000000 (now 500000)"),
        ("--method-calls", "try --method-calls 6 (now 3)"),
        ("--seconds", "try --seconds 600 (now 60)"),
        ("--types", "try --types any (now annotated)"),
        ("--allow network", "try --allow network"),
        ("an annotation", "try an annotation"),
    ],
)
def test_advice(setting: str | None, words: str) -> None:
    assert advice(Reason("budget", "", setting), Settings()) == words


def test_no_advice_to_allow_what_is_allowed() -> None:
    reason = Reason("side-effect-blocked", "the guard refused it: write /x", "--allow files")
    assert advice(reason, Settings(allow=("network",))) == "try --allow files"
    assert advice(reason, Settings(allow=("files",))) == ""


def test_numbers() -> None:
    assert [percent(999, 1000), percent(0, 0), percent(3, 3), percent(1, 3)] == ["99 %", "100 %", "100 %", "33 %"]
    assert [seconds_words(s) for s in (0.004, 12.34, 125.0)] == ["0.00 s", "12.3 s", "2 min 5 s"]


def test_live_progress_draws() -> None:
    live = Live()
    live.console = Console(file=io.StringIO(), width=80, force_terminal=True)
    live.units, live.goals = 2, 10
    live.unit_started("shop::cost", 6)
    live.unit_moved("shop::cost", 2, 1, 0)
    console = Console(file=io.StringIO(), width=80)
    console.print(live.draw())
    assert "0/2 functions" in console.file.getvalue()  # type: ignore[attr-defined]
    assert "cost  3/6" in console.file.getvalue()  # type: ignore[attr-defined]
    live.unit_done(result().report.units[0])
    assert live.running == {} and (live.covered, live.infeasible, live.unknown) == (2, 2, 2)


def test_what_holds_within_bounds_is_apart() -> None:
    goals = (
        goal(2, "branch", "true", (7, 16), Covered("test_cost[negative]")),
        goal(4, "branch", "true", (7, 18), DEAD),
        goal(5, "statement", None, (8, 16), NoneWithin((("len", 8), ("loop", 8)), (TYPES,), (), "exhaustion")),
    )
    unit = UnitReport("shop::cost", "shop.py", Span(1, 0, 8, 12), 0.1, goals, (), (), 19, 20)
    bounded = CoverResult(Report(Settings(), 0.2, (unit,)), ())
    lines = [line.plain.rstrip() for line in report_lines(bounded, {"shop.py": SOURCE}, None, 100, Signs())]
    assert lines[0].split() == ["shop.py", "covered", "infeasible", "bounded", "unknown", "tests", "time"]
    assert lines[1].split()[2:6] == ["1", "1", "1", "·"]
    assert "      bounded     line 5: `return 4` is not reached within the bounds" in lines
    assert "                  within len ≤ 8, loop ≤ 8, if arguments have their annotated types" in lines
    assert "3 goals: 1 covered, 1 infeasible, 1 none within bounds, 0 unknown; 0.20 s" in lines
    assert show_concise(bounded.report).splitlines()[1:] == [
        "shop.py:5:9: statement: none: within len ≤ 8, loop ≤ 8, if arguments have their annotated types",
        "3 goals: 1 covered, 1 infeasible, 1 none within bounds, 0 unknown; 0 tests; 0.20 s",
    ]
    told = [line.plain for line in explain(bounded.report, unit, goals[2], SOURCE, 80, Signs())]
    assert "  bounded `return 4` is not reached within the bounds" in told
    assert any(line.startswith("  shown within len ≤ 8, loop ≤ 8, by exhaustion") for line in told)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("shown only where these are as imported: a, b.c, d, e, f, g", "shown only where these are as imported: a, b.c, d, e and 2 more"),
        ("shown only where these are as imported: a, b, c, d, e", "shown only where these are as imported: a, b, c, d, e"),
        ("it is run, not followed, here, there, now, then, always", "it is run, not followed, here, there, now, then, always"),
        ("depends on: `f: a, b, c, d, e, f, g`", "depends on: `f: a, b, c, d, e, f, g`"),
        ("depends on: f(a, b, c, d, e, f, g)", "depends on: f(a, b, c, d, e, f, g)"),
    ],
)  # fmt: skip
def test_reasons_name_a_few(text: str, shown: str) -> None:
    assert few_names(text) == shown
    assert reason_words(Reason("bound", text, "--loop"), Settings()) == f"bound: {shown}; try --loop 16 (now 8)"


@pytest.mark.parametrize(
    ("setting", "settings", "option", "key"),
    [
        ("--seconds", Settings(), "try --seconds 600 (now 60)", "try seconds = 600 in [tool.clew] (now 60)"),
        ("--len", Settings(len=4), "try --len 8 (now 4)", "try len = 8 in [tool.clew] (now 4)"),
        ("--solver-steps", Settings(), None, "try solver-steps = 5000000 in [tool.clew] (now 500000)"),
        ("--effort thorough", Settings(), "try --effort thorough", 'try effort = "thorough" in [tool.clew]'),
        (
            "--allow files",
            Settings(allow=("network",)),
            "try --allow files",
            'try allow = ["network", "files"] in [tool.clew]',
        ),
        ("--allow files", Settings(allow=("files",)), "", ""),
        ("--import-first", Settings(), "try --import-first", "try import-first in [tool.clew]"),
        ("--import-first", Settings(import_first=("conftest",)), "", ""),
    ],
)
def test_what_moves_a_reason_is_said_as_it_is_given(
    setting: str, settings: Settings, option: str | None, key: str
) -> None:
    reason = Reason("budget", "a limit", setting)
    assert option is None or advice(reason, settings) == option
    assert advice(reason, settings, FILE) == key


def test_what_proofs_of_mutants_lean_on_is_said_once_in_a_function() -> None:
    other = Assumption("equality", "equal results are alike.")
    places = [(Span(line, 7, line, 16), (TYPES, other) if line == 7 else (TYPES,)) for line in (2, 4, 5, 7)]
    mutants = [
        goal(span.line, "mutant", "!=", (7, 16), Infeasible((), leaning, (span,), "search")) for span, leaning in places
    ]
    unit = UnitReport("shop::cost", "shop.py", Span(1, 0, 8, 12), 0.1, tuple(mutants), (), (), 19, 20)
    shown = report_lines(CoverResult(Report(Settings(), 0.2, (unit,))), {"shop.py": SOURCE}, None, 100, Signs())
    lines = [line.plain for line in shown]
    assert sum("is never told apart" in line for line in lines) == 4
    assert sum("if arguments have their annotated types" in line for line in lines) == 2
    assert sum("equal results are alike" in line for line in lines) == 1
