"""Bad input that only the analysis can find out about: the real command, the real pipeline."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ENDLESS = ("--steps", "1000000000", "--work", "1000000000000", "--seconds", "60")  # one run may take all the time


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "clew", "cover", "--isolated", "--jobs", "1", *args]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}


def cover(*args: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args), capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=timeout
    )


def test_a_syntax_error(folder: Path) -> None:
    (folder / "broken.py").write_text("def f():\n    return (1 +\n\ndef g(:\n    pass\n")
    run = cover("broken.py")
    assert run.returncode == 2
    assert "error: broken.py:" in run.stdout
    assert " │ " in run.stdout and "^" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


def test_one_broken_file_does_not_stop_the_others(folder: Path) -> None:
    (folder / "broken.py").write_text("def f(:\n")
    (folder / "good.py").write_text("def g(x: int) -> int:\n    return x\n")
    run = cover(".")
    assert run.returncode == 2
    assert "error: broken.py:1: " in run.stdout
    assert "1 goal: 1 covered, 0 infeasible, 0 unknown" in run.stdout
    assert list((folder / "clew_tests").rglob("test_*.py"))


def test_a_module_that_fails_on_import(folder: Path) -> None:
    (folder / "failing.py").write_text("def f():\n    return 1\n\nVALUE = {}['missing key']\n")
    run = cover("failing.py")
    assert run.returncode == 2
    assert "failing.py" in run.stdout and "KeyError: 'missing key'" in run.stdout
    assert "line 4" in run.stdout or "failing.py:4" in run.stdout
    assert "unknown (cannot-import 1)" in run.stdout
    assert len(run.stdout.splitlines()) < 40


def test_an_import_that_writes_where_it_is(folder: Path) -> None:
    """Workers are in a scratch folder, where writing harms nobody, but tests would import it in the user's folder."""
    text = "print('noise')\nopen('trace.txt', 'w').close()\ndef f(x: int) -> int:\n    return x\n"
    (folder / "effects.py").write_text(text)
    run = cover("effects.py")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "unknown (cannot-import 1)" in run.stdout and "importing it changes trace.txt" in run.stdout
    assert not (folder / "trace.txt").exists()
    assert "noise" not in run.stdout + run.stderr


def test_an_import_that_writes_elsewhere(folder: Path) -> None:
    trace = folder / "trace.txt"
    (folder / "effects.py").write_text(f"open({str(trace)!r}, 'w').close()\ndef f(x: int) -> int:\n    return x\n")
    run = cover("effects.py")
    assert not trace.exists()
    assert run.returncode == 2
    assert "effects.py" in run.stdout and "trace.txt" in run.stdout
    assert "unknown (cannot-import 1)" in run.stdout or "unknown (side-effect-blocked 1)" in run.stdout


@pytest.mark.parametrize("ending", ["sys.exit(3)", "os._exit(3)"])
def test_an_import_that_ends_the_process(folder: Path, ending: str) -> None:
    (folder / "leaving.py").write_text(f"import os, sys\ndef f():\n    return 1\n{ending}\n")
    run = cover("leaving.py")
    assert run.returncode == 2
    assert "1 goal: 0 covered, 0 infeasible, 1 unknown" in run.stdout


def test_bytes_that_are_not_utf8(folder: Path) -> None:
    (folder / "latin.py").write_bytes(b"def f():\n    return '\xe9'\n")
    run = cover("latin.py")
    assert run.returncode == 2
    assert "error: latin.py:2: byte 0xe9 is not UTF-8" in run.stdout


def test_an_encoding_cookie(folder: Path) -> None:
    (folder / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\ndef f():\n    return '\xe9'\n")
    run = cover("latin.py")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 goal: 1 covered" in run.stdout
    assert any("é" in file.read_text("utf-8") for file in (folder / "clew_tests").rglob("test_*.py"))


def test_an_unknown_cookie(folder: Path) -> None:
    (folder / "odd.py").write_bytes(b"# -*- coding: klingon -*-\n")
    run = cover("odd.py")
    assert run.returncode == 2
    assert "error: odd.py:1: " in run.stdout and "klingon" in run.stdout


@pytest.mark.parametrize("text", ["", "\n\n", '"""Only a docstring."""\n', "X = 1\n"])
def test_a_file_without_functions(folder: Path, text: str) -> None:
    (folder / "empty.py").write_text(text)
    run = cover("empty.py")
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout == "no function to cover\n"
    assert not (folder / "clew_tests").exists()


ABSTRACT = """from abc import ABC, abstractmethod
from typing import Protocol


class Shape(ABC):
    @abstractmethod
    def area(self, scale: int) -> int:
        return 1


class Sized(Protocol):
    def size(self) -> int:
        return 2
"""


def test_methods_of_classes_that_nothing_completes(folder: Path) -> None:
    (folder / "abstract.py").write_text(ABSTRACT)
    run = cover("abstract.py")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "cannot-build-input: self is abstract, and no class is known that completes Shape" in run.stdout
    assert "cannot-build-input: self is abstract, and no class is known that completes Sized" in run.stdout
    assert "internal-error" not in run.stdout


def test_deeply_nested_expressions(folder: Path) -> None:
    terms = 1_400  # Python 3.12 itself takes no more than some 1,500
    plain = "def f(x: int) -> int:\n    return " + "+".join(["x"] * terms) + "\n"
    (folder / "wide.py").write_text(plain)
    run = cover("wide.py")
    assert run.returncode in (0, 1), run.stdout + run.stderr
    assert "1 goal: " in run.stdout
    (folder / "deep.py").write_text("def f():\n    return " + "(" * 5000 + "1" + ")" * 5000 + "\n")
    run = cover("deep.py")
    assert run.returncode == 2
    assert "error: deep.py" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


@pytest.mark.slow
def test_a_huge_file(folder: Path) -> None:
    """20,000 lines: one function in it is settled without much ado."""
    unit = "def f{0}(x: int) -> int:\n    if x > {0}:\n        return 1\n    return 0\n\n"
    (folder / "huge.py").write_text("".join(unit.format(n) for n in range(4000)))
    run = cover("huge.py::f3999", timeout=200)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "5 goals: 5 covered, 0 infeasible, 0 unknown" in run.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("send", "number"), [(os.killpg, signal.SIGINT), (os.kill, signal.SIGTERM)])
def test_ctrl_c(folder: Path, send: Callable[[int, int], None], number: int) -> None:
    """The function that was finished is reported, and its tests are there.  SIGTERM reaches the first process alone."""
    text = "def quick(x: int) -> int:\n    return x\n\ndef slow(x: int) -> int:\n    while True:\n        x += 1\n"
    (folder / "module.py").write_text(text)
    process = subprocess.Popen(
        command("module.py", "--output-format", "json", *ENDLESS),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
        # A background job of a shell ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        time.sleep(4)
        assert process.poll() is None, "it was over before it was interrupted"
        send(process.pid, number)
        out, err = process.communicate(timeout=40)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, err
    data = json.loads(out)
    assert data["interrupted"] is True
    verdicts = {goal["id"]: goal["verdict"] for unit in data["units"] for goal in unit["goals"]}
    assert verdicts["module::quick:2:statement"] == "covered"
    assert [unit["id"] for unit in data["units"]] == ["module::quick", "module::slow"]
    assert list((folder / "clew_tests").rglob("test_*.py"))


def test_a_file_that_a_package_hides(folder: Path) -> None:
    (folder / "twin").mkdir()
    (folder / "twin" / "__init__.py").write_text("def f(x: int) -> int:\n    return x\n")
    (folder / "twin.py").write_text("def f(x: int) -> int:\n    if x > 3:\n        return 1\n    return 0\n")
    run = cover("twin.py", "twin/__init__.py")
    assert run.returncode == 2
    assert "nothing can import this file: Python finds the package twin/ beside it" in run.stderr + run.stdout
    assert "1 goal: 1 covered" in run.stdout
