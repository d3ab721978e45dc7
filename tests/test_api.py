"""`import clew`: what it offers, what it costs, and that it prints, writes and ends nothing."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import clew
from clew.api import OF_THE_COMMANDS, Given
from clew.report.differences import Differs, Same
from clew.source.settings import Settings, options
from clew.verdict.verdicts import Covered, Infeasible

SUBJECT = """
def size(n: int) -> str:
    if n > 10:
        if n < 5:
            return "odd"
        return "large"
    return "small"


def ratio(n: int) -> int:
    return 100 // n
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "subject.py").write_text(SUBJECT)
    return tmp_path


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if "__pycache__" not in path.parts}


COMMON = (
    "since: 'str | None' = None, remember: 'bool' = False, cwd: 'Place | None' = None, config: 'Place | None' = None, "
    "isolated: 'bool' = False, progress: 'Progress | None' = None, **settings: 'Unpack[Given]'"
)


def test_public_names_and_signatures() -> None:
    """Parameters may be added, by name and with a default; none is changed."""
    shown = {name: str(inspect.signature(getattr(clew, name))) for name in clew.__all__ if name != "ClewError"}
    assert shown == {
        "path": (
            "(place: 'Place', expression: 'str', *, start: 'str | None' = None, given: 'str | None' = None, "
            "where: 'str | None' = None, must: 'str | None' = None, "
            f"{COMMON}) -> 'CoverResult'"
        ).replace("since: 'str | None' = None, remember: 'bool' = False, ", ""),
        "count": (
            "(place: 'Place', *, cwd: 'Place | None' = None, config: 'Place | None' = None, isolated: 'bool' = False, "
            "**settings: 'Unpack[Given]') -> 'Counted'"
        ),
        "mutate": f"(*places: 'Place', tests: 'Sequence[Place]' = (), {COMMON}) -> 'Survivors'",
        "check": f"(*places: 'Place', {COMMON}) -> 'CoverResult'",
        "cover": f"(*places: 'Place', {COMMON}) -> 'CoverResult'",
        "dead": f"(*places: 'Place', {COMMON}) -> 'Report'",
        "diff": f"(revision: 'Place', *places: 'Place', no_index: 'bool' = False, {COMMON}) -> 'Differences'".replace(
            "since: 'str | None' = None, remember: 'bool' = False, ", ""
        ),
    }
    assert "ClewError" in clew.__all__ and set(clew.__all__) <= set(dir(clew))
    assert all(getattr(clew, name).__doc__ for name in clew.__all__)
    with pytest.raises(AttributeError, match="no attribute 'covr'"):
        clew.covr  # type: ignore[attr-defined]  # noqa: B018


def test_settings_are_those_of_the_commands() -> None:
    assert set(typing.get_type_hints(Given)) == {option.name for option in options()} - OF_THE_COMMANDS


def test_importing_it_imports_nothing_else() -> None:
    program = "import sys; before = {*sys.modules}; import clew; print(*({*sys.modules} - before))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["clew"]


def test_cover(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    result = clew.cover("subject.py::size", cwd=project, loop=3)
    assert result.report.settings == Settings(loop=3)
    (unit,) = result.report.units
    verdicts = {(goal.span.line, goal.kind): goal.verdict for goal in unit.goals if goal.outcome != "false"}
    assert isinstance(verdicts[5, "statement"], Infeasible)
    assert isinstance(verdicts[6, "statement"], Covered)
    assert [file.path for file in result.tests] == ["test_subject__size.py"]
    assert capfd.readouterr() == ("", "")
    assert files_in(project) == {"subject.py"}


def test_what_is_remembered(project: Path) -> None:
    first = clew.cover(project / "subject.py", cwd=project, remember=True)
    assert ".clew" in files_in(project)
    second = clew.cover(project / "subject.py", cwd=project, remember=True)
    assert second.tests == first.tests
    assert all(unit.reached_after is None for unit in second.report.units)


def test_check_and_dead(project: Path) -> None:
    checked = clew.check(project / "subject.py", cwd=project)
    assert [(f.rule, f.unit) for f in checked.report.findings or ()] == [("CLEW203", "subject::ratio")]
    assert "ratio(0)" in checked.tests[0].text
    found = clew.dead(project / "subject.py", cwd=project).findings or ()
    assert [(f.rule, f.span.line) for f in found] == [("CLEW101", 5)]


def test_diff(project: Path) -> None:
    (project / "before.py").write_text(SUBJECT.replace("100 // n", "99 // n").replace("n > 10", "not n <= 10"))
    found = clew.diff("before.py", "subject.py", no_index=True, cwd=project)
    said = {each.id.partition("::")[2]: each.said for each in found.functions}
    assert isinstance(said["size"], Same) and not said["size"].scope
    assert isinstance(said["ratio"], Differs)


def test_since_a_revision_at_which_nothing_changed(project: Path) -> None:
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "one"]):
        subprocess.run(["git", *command], cwd=project, check=True)
    assert clew.check("subject.py", cwd=project, since="HEAD").report.units == ()
    assert clew.dead("subject.py", cwd=project, since="HEAD").units == ()
    with pytest.raises(clew.ClewError, match="no-such-revision"):
        clew.cover("subject.py", cwd=project, since="no-such-revision")


def test_settings_of_the_project_count(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.clew]\nloop = 5\nlen = 4\n")
    used = clew.dead("subject.py::ratio", cwd=project, len=3).settings
    assert (used.loop, used.len) == (5, 3)
    assert clew.dead("subject.py::ratio", cwd=project, isolated=True).settings == Settings()
    (project / "pyproject.toml").write_text("[tool.clew]\nlop = 5\n")
    with pytest.raises(clew.ClewError, match=r"^pyproject.toml:2: `lop` is not a setting of clew; did you mean"):
        clew.dead("subject.py::ratio", cwd=project)


def test_errors(project: Path) -> None:
    with pytest.raises(clew.ClewError, match=r"^missing.py: there is no such file or folder$") as caught:
        clew.cover("subject.py", "missing.py", cwd=project)
    assert [problem.code for problem in caught.value.diagnostics] == ["missing"]
    with pytest.raises(clew.ClewError, match="there is no function or class `sise`; did you mean `size`"):
        clew.check("subject.py::sise", cwd=project)
    with pytest.raises(clew.ClewError, match="`loop`: wanted a whole number ≥ 1, got 0"):
        clew.dead("subject.py", cwd=project, loop=0)
    with pytest.raises(clew.ClewError, match="compares `revision` with one place"):
        clew.diff("subject.py", cwd=project, no_index=True)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'lop'; did you mean `loop`\?"):
        clew.cover("subject.py", cwd=project, lop=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="wants at least one place"):
        clew.cover(cwd=project)
    (project / "broken.py").write_text("def f(:\n")
    report = clew.dead("broken.py", cwd=project)
    assert [(problem.code, problem.file) for problem in report.diagnostics] == [("syntax", "broken.py")]


def test_the_snippet_in_the_documentation() -> None:
    root = Path(__file__).parents[1]
    section = root.joinpath("docs", "howto", "python.md").read_text(encoding="utf-8")
    program, shown = re.findall(r"```(?:python|text)\n(.*?)```", section, re.DOTALL)[:2]
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=root, env=environment, check=False
    )
    assert (run.stdout, run.stderr) == (shown, "")


def test_path(project: Path) -> None:
    asked = {"cwd": project, "isolated": True, "jobs": 1}
    (unit,) = clew.path("subject.py::size", "entry .* 4:true .* exit", **asked).report.units
    assert [type(goal.verdict) for goal in unit.goals] == [Infeasible]
    (unit,) = clew.path("subject.py::size", ".* exit", must="result == 'small'", **asked).report.units
    assert [type(goal.verdict) for goal in unit.goals] == [Covered]
    with pytest.raises(clew.ClewError, match="the nearest is in line 7"):
        clew.path("subject.py::size", ".* 8 .*", **asked)
    with pytest.raises(clew.ClewError, match="one function"):
        clew.path("subject.py", "4", **asked)
    with pytest.raises(TypeError, match="not both"):
        clew.path("subject.py::size", "4", where="n", must="n", **asked)


def test_count(project: Path) -> None:
    found = clew.count("subject.py::size", cwd=project, isolated=True)
    assert (found.ending, found.raising, found.cut, found.exact) == (len([*found.paths()]), 0, 0, True)
    with pytest.raises(clew.ClewError, match="one function"):
        clew.count("subject.py", cwd=project, isolated=True)
    (project / "texts.py").write_text("def f(s: str) -> int:\n    return 1 if s.isdigit() else 2\n", encoding="utf-8")
    with pytest.raises(clew.ClewError, match="no block form"):
        clew.count("texts.py::f", cwd=project, isolated=True)


def test_mutate(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "sign.py").write_text("def positive(n: int) -> bool:\n    return n > 0\n", encoding="utf-8")
    test = "from sign import positive\n\n\ndef test_it() -> None:\n    assert positive(5) and not positive(-5)\n"
    (project / "test_sign.py").write_text(test, encoding="utf-8")
    asked = {"cwd": project, "isolated": True, "jobs": 1}
    found = clew.mutate("sign.py", tests=["test_sign.py"], **asked)
    states = {mutant.goal.rpartition(":")[2]: mutant.state for mutant in found.mutants}
    assert states[">="] == "told-apart" and states["None"] == "killed"
    assert 0 < found.score < 100 and found.tests == 1
    assert capfd.readouterr().out == ""
    with pytest.raises(clew.ClewError):
        clew.mutate("sign.py", tests=["nowhere.py"], **asked)
