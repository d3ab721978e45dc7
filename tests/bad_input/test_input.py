"""Bad input that is refused before anything is analysed: a clear message, exit code 2, no test files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.py").write_text(
        "class Cart:\n    def total(self) -> int:\n        return 0\n\ndef f():\n    def g(): pass\n"
    )
    return tmp_path


def expect_refused(*args: str, message: str) -> None:
    result = CliRunner().invoke(main, ["cover", *args])
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert result.stdout == ""
    assert not os.path.exists("clew_tests")


def test_a_missing_file() -> None:
    expect_refused("gone.py", message="error: gone.py: there is no such file or folder; did you mean `good.py`?\n")


def test_a_folder_without_python(folder: Path) -> None:
    (folder / "empty").mkdir()
    expect_refused("empty", message="error: empty: no Python file in this folder\n")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("h", "there is no function or class `h`; it has `Cart`, `Cart.total`, `f`, `f.g`"),
        ("Cart.totl", "there is no function or class `Cart.totl`; did you mean `Cart.total`?"),
        ("total", "there is no function or class `total`; did you mean `Cart.total`?"),
        ("Card", "there is no function or class `Card`; did you mean `Cart`?"),
    ],
)
def test_a_function_that_does_not_exist(name: str, message: str) -> None:
    expect_refused(f"good.py::{name}", message=f"error: good.py: {message}\n")


def test_an_unknown_setting(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.clew]\nloops = 3\n")
    message = "error: pyproject.toml:2: `loops` is not a setting of clew; did you mean `loop`?\n"
    message += "  2 │ loops = 3\n    │ ^^^^^\n"
    expect_refused("good.py", message=message)


def test_an_ill_typed_setting(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.clew]\nloop = "3"\n')
    expect_refused("good.py", message="pyproject.toml:2: `loop`: wanted a whole number ≥ 1, got the string '3'\n")


def test_settings_that_are_not_toml(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.clew\n")
    expect_refused("good.py", message="error: pyproject.toml:1: not valid TOML: ")


def test_settings_that_are_not_there() -> None:
    expect_refused("good.py", "--config", "other.toml", message="error: other.toml: cannot read it: ")


def test_an_output_folder_that_is_a_file(folder: Path) -> None:
    expect_refused(
        "good.py", "-o", "good.py", message="error: good.py: cannot write the tests: this is a file, not a folder\n"
    )
    expect_refused("good.py", "-o", "good.py/x", message="cannot write the tests: this is a file, not a folder\n")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody can write to")
@pytest.mark.parametrize("command", ["cover", "check"])
def test_where_no_tests_can_be_written_the_report_is_shown(command: str, folder: Path) -> None:
    (folder / "set.toml").write_text('[tool.clew]\noutput = "/proc/clew"\n')
    result = CliRunner().invoke(main, [command, "good.py", "--config", "set.toml"])
    assert result.exit_code == 2
    assert {"cover": " 0 unknown; ", "check": "0 claims"}[command] in result.stdout
    assert ("run them" not in result.stdout and "not written" in result.stdout) or command == "check"
    assert "error: /proc/clew: cannot write the tests: " in result.stderr
    assert "; -o names another folder, --no-write asks for no tests\n" in result.stderr
    assert CliRunner().invoke(main, [command, "good.py", "-o", "/proc/clew", "--no-write"]).exit_code == 0


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody can write to")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cover", "-o", "/proc/clew"), "/proc/clew: cannot write the tests: No such file or directory; -o names"),
        (("check", "-o", "/proc/clew"), "/proc/clew: cannot write the tests: No such file or directory; -o names"),
        (("cover", "--html", "/proc/clew"), "/proc/clew: cannot write pages: No such file or directory\n"),
        (("dead", "--html", "/proc/clew"), "/proc/clew: cannot write pages: No such file or directory\n"),
        (("check", "--baseline", "/proc/clew/known"), "/proc/clew: cannot write the baseline: No such file"),
        (("check", "--baseline", "good.py"), "good.py: cannot be read: "),
    ],
)
def test_what_is_asked_for_and_cannot_be_written_is_refused_before_the_run(
    arguments: tuple[str, ...], message: str, folder: Path
) -> None:
    command, *options = arguments
    result = CliRunner().invoke(main, [command, "good.py", *options])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error: {message}" in result.stderr
    assert not (folder / ".clew").exists()


def test_the_exit_code_of_the_process(folder: Path) -> None:
    """The real process, not the runner: a message without a traceback."""
    source = Path(__file__).parents[2] / "src"
    run = subprocess.run(
        [sys.executable, "-m", "clew", "cover", "gone.py"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "error: gone.py: there is no such file or folder; did you mean `good.py`?\n"
