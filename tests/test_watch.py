"""`clew watch` as a process: files are saved, what changed is said, Ctrl-C ends it."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import clew

PATIENCE = 90
TEXT = "def size(n: int) -> int:\n    if n > 3:\n        return 1\n    return 0\n\n\ndef twice(n: int) -> int:\n    return n * 2\n"


class Watching:
    def __init__(self, folder: Path, *places: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(clew.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "clew", "watch", "--isolated", *places]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said, separator, rest = line.rstrip("\n").partition("; ")
            self.lines.put(said + separator + rest if rest.startswith("for all inputs") else said)  # no times, no calls

    def says(self, *wanted: str) -> None:
        assert [self.lines.get(timeout=PATIENCE) for _ in wanted] == list(wanted)

    def end(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "subject.py").write_text(TEXT)
    yield tmp_path


def test_from_save_to_save(project: Path) -> None:
    watching = Watching(project, ".")
    file = project / "subject.py"
    try:
        watching.says("subject.py: 2 of 2 functions settled", "  size: 5 of 5 settled", "  twice: 1 of 1 settled")
        file.write_text(
            TEXT.replace("        return 1\n", "        if n < 2:\n            return 2\n        return 1\n")
        )
        watching.says(
            "subject.py: 1 of 2 functions settled again",
            "  size: 9 of 9 settled, before 5 of 5 settled",
            "  + 4: CLEW101 `return 2` is never reached: `n < 2` is always false; for all inputs, if arguments have "
            "their annotated types (no subclasses but declared ones)",
        )
        file.write_text(TEXT + "\n\ndef ratio(n: int) -> int:\n    return 1 // n\n")
        watching.says(
            "subject.py: 3 of 3 functions settled again",
            "  size: 5 of 5 settled, before 9 of 9 settled",
            "  ratio: 2 of 2 settled, 1 refuted",
            "  + 12: CLEW203 `1 // n` raises ZeroDivisionError: integer division or modulo by zero",
            "  - CLEW101 `return 2` is never reached: `n < 2` is always false",
        )
        file.write_text("def size(:\n")
        watching.says("subject.py: 0 of 0 functions settled again", "  subject.py:1:10: error: invalid syntax")
        (project / "new.py").write_text("def one() -> int:\n    return 1\n")
        watching.says("new.py: 1 of 1 function settled", "  one: 1 of 1 settled")
    finally:
        code, errors = watching.end()
    assert (code, errors) == (130, "watching 1 file; Ctrl-C ends it\ninterrupted\n")


def test_ctrl_c_in_the_middle_of_a_run(project: Path) -> None:
    slow = (
        "def slow(a: int, b: int, c: int) -> bool:\n    return a * a * a * b + c * c == 987654321 and a > b > c > 7\n"
    )
    (project / "slow.py").write_text(slow)
    watching = Watching(project, "subject.py", "slow.py")
    watching.says("subject.py: 2 of 2 functions settled")
    assert watching.end() == (130, "watching 2 files; Ctrl-C ends it\ninterrupted\n")


def test_places_it_does_not_watch(project: Path) -> None:
    watching = Watching(project, "subject.py::size")
    _, errors = watching.process.communicate(timeout=60)
    assert watching.process.returncode == 2
    assert "clew watch wants Python files, folders or modules" in errors
