"""The commands around the pipeline: what is written and printed, and the exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from clew.cli.main import main
from clew.report.progress import Progress
from clew.report.record import (
    CoverResult,
    GoalReport,
    Report,
    TestFile,
    TestOutcome,
    TestReport,
    UnitReport,
    read_report,
)
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.generated import with_header
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Unknown, Verdict

TEXT = with_header("def test_f(): ...\n", "shop")
Cover = Callable[[Sequence[Target], Settings, Progress], CoverResult]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one module, in which the command is run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.py").write_text(
        "def f(x: int) -> int:\n    return x\n\n\nclass Cart:\n    def total(self):\n        pass\n"
    )
    return tmp_path


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Callable[[Cover], None]:
    """Put another `cover` in the pipeline's place."""

    def put(cover: Cover) -> None:
        module = types.ModuleType("clew.pipeline")
        module.cover = cover  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "clew.pipeline", module)

    return put


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def answer(verdict: Verdict, settings: Settings) -> CoverResult:
    goal = GoalReport("shop::f:2:statement", "statement", Span(2, 4, 2, 12), None, verdict)
    test = TestReport("test_f[0]", "f(0)", TestOutcome("returns", "0"), (goal.id,))
    unit = UnitReport("shop::f", "shop.py", Span(1, 0, 2, 12), 0.1, (goal,), (test,))
    return CoverResult(Report(settings, 0.1, (unit,)), (TestFile("sub/test_shop.py", TEXT),))


def covered(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
    return answer(Covered("test_f[0]"), settings)


def unknown(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
    return answer(Unknown(Reason("budget", "2000 runs were made", "--paths")), settings)


def test_settled(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    result = run("cover", "shop.py")
    assert result.exit_code == 0
    assert "1 goal: 1 covered, 0 infeasible, 0 unknown" in result.stdout
    assert result.stdout.endswith("run them: python -m pytest clew_tests\n")
    assert "\x1b" not in result.stdout
    assert (folder / "clew_tests/sub/test_shop.py").read_text() == TEXT
    assert read_report((folder / ".clew/last.json").read_text()).totals.covered == 1


def test_open_goals_are_findings(pipeline: Callable[[Cover], None]) -> None:
    pipeline(unknown)
    result = run("cover", "shop.py", "--output-format", "concise")
    assert result.exit_code == 1
    assert "shop.py:2:5: statement: unknown: budget: 2000 runs were made; try --paths 20000 (now 2000)" in result.stdout


def test_json(pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    result = run("cover", "shop.py", "--output-format", "json", "--loop", "3")
    data = json.loads(result.stdout)
    assert data["settings"]["loop"] == 3
    assert data["units"][0]["id"] == "shop::f"


def test_what_the_pipeline_is_given(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    given: list[object] = []

    def cover(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
        given.extend([*targets, settings])
        return covered(targets, settings, progress)

    pipeline(cover)
    (folder / "pyproject.toml").write_text("[tool.clew]\nloop = 5\nlen = 6\n")
    run("cover", "shop.py::Cart::total", "shop::f", "--len", "7", "--allow", "files", "--allow", "network", "-j", "1")
    path, root = str(folder / "shop.py"), str(folder)
    assert given == [
        Target("shop.py", path, "shop", root, "Cart.total"),
        Target("shop.py", path, "shop", root, "f"),
        replace(Settings(), loop=5, len=7, allow=("files", "network"), jobs=1),
    ]


def test_isolated(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    (folder / "pyproject.toml").write_text("[tool.clew]\nnonsense = 5\n")
    assert run("cover", "shop.py", "--isolated").exit_code == 0
    assert run("cover", "shop.py").exit_code == 2


def test_no_write(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    assert "1 test, not written" in run("cover", "shop.py", "--no-write").stdout
    assert not (folder / "clew_tests").exists()


def test_a_test_file_that_is_the_same_is_not_touched(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    run("cover", "shop.py")
    file = folder / "clew_tests/sub/test_shop.py"
    os.utime(file, (1, 1))
    run("cover", "shop.py")
    assert file.stat().st_mtime == 1
    file.write_text(with_header("an older text, longer than the wanted one\n" * 3, "shop"))
    run("cover", "shop.py")
    assert file.read_text() == TEXT


@pytest.mark.parametrize("text", [TEXT + "\n\ndef test_mine(): ...\n", "mine\n", "\0\1", ""])
def test_a_test_file_that_was_edited_is_kept(folder: Path, pipeline: Callable[[Cover], None], text: str) -> None:
    pipeline(covered)
    file = folder / "clew_tests/sub/test_shop.py"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    result = run("cover", "shop.py")
    assert result.exit_code == 0
    assert file.read_text() == text
    assert "warning: clew_tests/sub/test_shop.py: edited by hand, so left as it is" in result.stderr


def test_a_test_file_that_cannot_be_written(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    pipeline(covered)
    (folder / "clew_tests/sub/test_shop.py").mkdir(parents=True)
    result = run("cover", "shop.py")
    assert result.exit_code == 2
    assert "error: clew_tests/sub/test_shop.py: cannot write the tests: Is a directory" in result.stderr
    assert "1 goal: 1 covered" in result.stdout


def test_interrupted_with_results(folder: Path, pipeline: Callable[[Cover], None]) -> None:
    def cover(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
        result = covered(targets, settings, progress)
        return replace(result, report=replace(result.report, interrupted=True))

    pipeline(cover)
    result = run("cover", "shop.py")
    assert result.exit_code == 130
    assert "interrupted: what was finished is shown above, and its tests are written" in result.stdout
    assert (folder / "clew_tests/sub/test_shop.py").exists()
    assert "is shown above\n" in run("cover", "shop.py", "--no-write").stdout


def test_interrupted_before_anything_was_done(pipeline: Callable[[Cover], None]) -> None:
    def cover(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
        raise KeyboardInterrupt

    pipeline(cover)
    result = run("cover", "shop.py")
    assert result.exit_code == 130
    assert result.stderr == "interrupted\n"


def test_an_error_of_ours(pipeline: Callable[[Cover], None]) -> None:
    def cover(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
        raise AssertionError("impossible")

    pipeline(cover)
    result = run("cover", "shop.py")
    assert result.exit_code == 2
    assert "internal error: AssertionError; this is a defect of clew" in result.stderr


def test_a_file_that_could_not_be_analysed(pipeline: Callable[[Cover], None]) -> None:
    def cover(targets: Sequence[Target], settings: Settings, progress: Progress, **_: object) -> CoverResult:
        result = covered(targets, settings, progress)
        problem = Diagnostic("syntax", "invalid syntax", "shop.py", Span(1, 0, 1, 3))
        return replace(result, report=replace(result.report, diagnostics=(problem,)))

    pipeline(cover)
    result = run("cover", "shop.py")
    assert result.exit_code == 2
    assert "error: shop.py:1: invalid syntax\n  1 │ def f(x: int) -> int:\n    │ ^^^\n" in result.stdout


def test_some_paths_are_wrong(pipeline: Callable[[Cover], None]) -> None:
    """The others are analysed all the same."""
    pipeline(covered)
    result = run("cover", "shop.py", "missing.py")
    assert result.exit_code == 2
    assert "1 goal: 1 covered" in result.stdout
    assert result.stderr == "error: missing.py: there is no such file or folder\n"


def test_explain(pipeline: Callable[[Cover], None]) -> None:
    assert run("explain", "shop::f:2:statement").exit_code == 2
    pipeline(unknown)
    run("cover", "shop.py")
    result = run("explain", "shop::f:2:statement")
    assert result.exit_code == 0
    assert "unknown whether `return x` can be reached" in result.stdout
    assert "budget: 2000 runs were made" in result.stdout
    wrong = run("explain", "shop::f:2:statment")
    assert wrong.exit_code == 2
    assert "did you mean `shop::f:2:statement`?" in wrong.stderr


STAGES = ["lower", "goals", "natives", "instrumented", "blocks", "acyclic", "ssa", "passive", "reachability"]


@pytest.mark.parametrize("stage", STAGES)
def test_dump(stage: str) -> None:
    result = run("dump", "shop.py::f", "--after", stage)
    assert result.exit_code == 0
    assert result.stdout.startswith("# shop::f\n")
    assert "Cart" not in result.stdout


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("clew, version ")
    assert "Exit codes" in run("--help").stdout
    for command in ("cover", "dump", "explain"):
        assert run(command, "--help").exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["cver"], "there is no command `cver`; did you mean `cover`?"),
        (["cover"], "Missing argument 'PATH...'"),
        (["cover", "shop.py", "--loop", "x"], "wanted a whole number ≥ 1, got the string 'x'"),
        (["cover", "shop.py", "--loop", "0"], "wanted a whole number ≥ 1, got 0"),
        (["cover", "shop.py", "--lop", "3"], "No such option '--lop'"),
        (["cover", "shop.py", "--types", "all"], "wanted 'annotated' or 'any', got the string 'all'"),
        (["dump", "shop.py", "--after", "x"], "'x' is not one of"),
    ],
)
def test_wrong_usage(args: list[str], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr


PROGRAM = """\
proc clamp(x: int, hi: int) returns (y: int) {
  entry:
    goto over, under;
  over:
    assume x > hi;
    y := hi;
    goto done;
  under:
    assume x <= hi;
    y := x;
    goto done;
  done:
    assert y <= hi;
    return;
}

proc again(x: int) returns (y: int) {
  entry:
    goto body;
  body:
    goto body, out;
  out:
    return;
}
"""


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [
        ("blocks", "y := hi;"),
        ("inline", "y := x;"),
        ("drop-unreachable", "y := x;"),
        ("split-nodes", "y := x;"),
        ("unwind", "y := x;"),
        ("ssa", "y#1 := "),
        ("passive", "assume y"),
        ("reachability", "R:done"),
    ],
)
def test_dump_of_a_program(folder: Path, stage: str, wanted: str) -> None:
    (folder / "clamp.ivl").write_text(PROGRAM)
    result = run("dump", "clamp.ivl::clamp", "--after", stage)
    assert result.exit_code == 0, result.stderr
    assert wanted in result.stdout
    assert "again" not in result.stdout


def test_a_dump_is_bounded_as_asked(folder: Path) -> None:
    (folder / "clamp.ivl").write_text(PROGRAM)
    once = run("dump", "clamp.ivl::again", "--after", "unwind", "--loop", "1").stdout
    assert "body@1 of again.body:" in once
    assert "body@2" not in once


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["clamp.ivl::clmp"], "error: clamp.ivl: there is no procedure `clmp`; did you mean `clamp`?"),
        (["clamp.ivl", "--after", "lower"], "`lower` is a stage of Python functions"),
        (["shop.py", "--after", "drop-unreachable"], "`drop-unreachable` is a stage of .ivl programs"),
        (["shop.py", "clamp.ivl"], "have stages of their own"),
        (["broken.ivl"], "error: broken.ivl:1: "),
        (["gone.ivl"], "error: gone.ivl: "),
    ],
)
def test_wrong_dumps(folder: Path, args: list[str], message: str) -> None:
    (folder / "clamp.ivl").write_text(PROGRAM)
    (folder / "broken.ivl").write_text("proc (\n")
    result = run("dump", *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_files_whose_names_are_no_identifiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts and migrations: no statement can import them, and tests of them run even so."""
    names = ("my-mod.py", "0001_initial.py", "my mod.py", "class.py")
    for name in names:
        (tmp_path / name).write_text(
            "class Box:\n    def __init__(self, n: int) -> None:\n        self.n = n\n\n\n"
            "def g(box: Box, x: int) -> int:\n    if box.n > x:\n        return 1\n    return 3\n"
        )
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(
        main, ["cover", *names, "--fresh", "--isolated", "--suite", "small", "--output-format", "json"]
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["totals"]["unknown"] == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "clew_tests"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    assert "8 passed" in done.stdout or "12 passed" in done.stdout, done.stdout
