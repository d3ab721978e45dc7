"""What is reached while an object is made, by a constructor that then fails, is reached.

Found by reading `clew cover` on a dataclass that checks itself: its `raise` was called unreachable, since no object
exists on which the method could be called again and fail.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible

TEXT = """
from dataclasses import dataclass

@dataclass
class Checked:
    x: int
    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("negative")

class Plain:
    def __init__(self, x: int) -> None:
        self.x = x
        self._check()
    def _check(self) -> None:
        if self.x < 0:
            raise ValueError("negative")

class Never:
    def __init__(self) -> None:
        raise TypeError("not to be made")
"""


def covered(text: str, folder: Path, name: str | None = None) -> dict[str, UnitReport]:
    path = folder / "subject.py"
    path.write_text(text)
    target = Target(path=str(path), file="subject.py", module="subject", root=str(folder), qualname=name)
    result = cover([target], Settings(suite="small", jobs=1), Silent())
    return {unit.id.partition("::")[2]: unit for unit in result.report.units}


def test_a_constructor_that_fails_reaches_what_it_called(tmp_path: Path) -> None:
    units = covered(TEXT, tmp_path)
    for unit in units.values():
        assert [g.id for g in unit.goals if not isinstance(g.verdict, Covered)] == []
    assert {t.call for t in units["Checked.__post_init__"].tests} >= {"Checked(-1)"}
    assert {t.call for t in units["Never.__init__"].tests} == {"Never()"}


MADE = """
class Box:
    def __init__(self, size: int) -> None:
        self.kept = hasattr(self, "_used")
        if self.kept:
            size = 0
        self.size = size
    def use(self) -> None:
        self._used = True
"""
SECOND_TIMES = {
    "by a method": "    def again(self) -> None:\n        self.__init__(1)\n",
    "by another constructor": "class Shelf:\n    def __init__(self, box: Box) -> None:\n        box.__init__(1)\n",
    "of a name in a text": "def again(box: Box) -> None:\n    vars(Box)['__init__'](box, 1)\n",
    "since there is only one": (
        "    one: 'Box | None' = None\n    def __new__(cls, size: int) -> 'Box':\n"
        "        cls.one = cls.one or object.__new__(cls)\n        return cls.one\n"
    ),
    "after that of a subclass": (
        "class Other(Box):\n    def __init__(self) -> None:\n        self.use()\n        super().__init__(1)\n"
    ),
}
METACLASS = """
class Meta(type):
    def __call__(cls, size: int) -> "Box":
        box = cls.__new__(cls)
        box.use()
        start(box, size)
        return box
def start(box: "Box", size: int) -> None:
    getattr(box, "__in" + "it__")(size)
"""


def unreached(text: str, folder: Path) -> list[str]:
    goals = covered(text, folder)["Box.__init__"].goals
    return [g.id for g in goals if isinstance(g.verdict, Infeasible)]


def test_a_constructor_is_called_on_new_objects(tmp_path: Path) -> None:
    assert unreached(MADE, tmp_path) == ["subject::Box.__init__:5:branch:true", "subject::Box.__init__:6:statement"]


@pytest.mark.parametrize("how", SECOND_TIMES)
def test_but_not_where_code_makes_an_object_a_second_time(how: str, tmp_path: Path) -> None:
    assert unreached(MADE + SECOND_TIMES[how], tmp_path) == []


def test_nor_where_its_metaclass_makes_objects(tmp_path: Path) -> None:
    assert unreached(METACLASS + MADE.replace("Box:", "Box(metaclass=Meta):"), tmp_path) == []


def test_what_it_makes_runs_in_later_calls(tmp_path: Path) -> None:
    text = (
        "class Box:\n    def __init__(self) -> None:\n        self.items = (x * x for x in [1, 2])\n"
        "    def has(self, x: int) -> bool:\n        return x in self.items\n"
    )
    unit = covered(text, tmp_path, "Box.__init__")["Box.__init__"]
    assert [g.id for g in unit.goals if not isinstance(g.verdict, Covered)] == []
