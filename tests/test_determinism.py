"""One seed, one report: whatever the hash seed of the command, and however many workers there are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SUBJECT = """
class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        if not self.items:
            raise IndexError("empty")
        top = self.items.pop()
        return -1 if top == 42 else top


def keys(text: str) -> set[str]:
    found = set()
    for part in text.split(","):
        if "=" in part:
            found.add(part.partition("=")[0])
    return found


def shares(a: list[int], b: list[int]) -> bool:
    for x in a:
        if x > 3 and x in b:
            return True
    return len(a) > 9 and len(a) < 5


def length(text: str) -> int:
    return len(text)
"""


def settled(folder: Path, hash_seed: str, jobs: str) -> tuple[Any, dict[str, str]]:
    folder.mkdir()
    (folder / "subject.py").write_text(SUBJECT)
    command = [sys.executable, "-m", "clew", "cover", "subject.py", "--output-format", "json", "--jobs", jobs]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    tests = {path.name: path.read_text() for path in sorted((folder / "clew_tests").iterdir()) if path.is_file()}
    return without_measurements(json.loads(done.stdout)), tests


def without_measurements(data: Any) -> Any:
    if isinstance(data, dict):
        measured = ("seconds", "cpu_seconds", "solver_seconds", "reached_after", "memory", "jobs")
        return {key: without_measurements(value) for key, value in data.items() if key not in measured}
    return [without_measurements(item) for item in data] if isinstance(data, list) else data


@pytest.mark.slow
def test_two_runs_give_the_same_report(tmp_path: Path) -> None:
    report, tests = settled(tmp_path / "one", "0", "1")
    again, tests_again = settled(tmp_path / "two", "12345", "2")
    assert report["totals"]["covered"] > 20
    assert report == again
    assert tests == tests_again
