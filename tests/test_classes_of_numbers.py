"""Questions about the class of a number, where files of the project declare classes that are numbers, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible

QUESTIONS = """from dataclasses import dataclass


@dataclass
class Point:
    n: int


def of_a_field(p: Point) -> int:
    if type(p.n) not in (bool, int):
        return 1
    return 0


def one(x: int) -> int:
    if type(x) in (int, bool):
        return 1
    return 0


def of_a_list(xs: list[int]) -> int:
    for x in xs:
        if type(x) not in (bool, int):
            return 1
    return 0


def in_a_loop(n: int) -> int:
    while n > 0:
        if type(n) is str:
            return 5
        n -= 1
    return 0
"""


def excluded(folder: Path, other: str) -> set[str]:
    """The functions of which some goal is proved to be infeasible."""
    (folder / "pyproject.toml").write_text("")
    (folder / "questions.py").write_text(QUESTIONS)
    (folder / "other.py").write_text(other)
    target = Target("questions.py", str(folder / "questions.py"), "questions", str(folder))
    units = cover([target], Settings(jobs=1), Silent()).report.units
    return {u.id.partition("::")[2] for u in units if any(isinstance(g.verdict, Infeasible) for g in u.goals)}


def test_numbers_are_ints_and_bools(tmp_path: Path) -> None:
    assert excluded(tmp_path, "class K(str): ...\n") == {"one", "of_a_list", "in_a_loop", "of_a_field"}


@pytest.mark.parametrize(
    "other",
    [
        "class K(int): ...",
        "class Holder:\n    class K(int): ...",
        "import builtins\nclass K(builtins.int): ...",
        "import enum\nclass K(int, enum.Enum): A = 1",
        "def make():\n    class K(int): ...\n    return K(4)",
        "from enum import IntEnum\nK = IntEnum('K', 'A B')",
        "import enum\nK = enum.Enum('K', 'A B', type=int)",
    ],
)
def test_or_of_classes_that_are_declared_anywhere(tmp_path: Path, other: str) -> None:
    assert excluded(tmp_path, f"{other}\n") <= {"in_a_loop"}
