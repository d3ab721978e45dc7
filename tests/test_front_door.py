"""Goals of functions whose arguments nobody can make are reached by calls of those that call them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from clew.concolic.front_door import doors
from clew.frontend.module import Module, read_module
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import TestFile, UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered

DATES = """import re

DATE = re.compile(r"(\\d\\d\\d\\d)-(\\d\\d)(Z)?")


def to_date(match: re.Match[str]) -> tuple[int, int, bool]:
    year, month, zone = match.groups()
    if int(month) > 12:
        raise ValueError("no such month")
    if zone:
        return int(year), int(month), True
    return int(year), int(month), False
"""
PARSER = """from pack.dates import DATE, to_date


def parse_value(text: str) -> object:
    found = DATE.fullmatch(text)
    return text if found is None else to_date(found)


def loads(text: str) -> list[object]:
    return [parse_value(part) for part in text.split(",")]
"""


def covered(folder: Path, *names: str) -> tuple[list[UnitReport], TestFile]:
    path = str(folder / "pack" / "dates.py")
    targets = [Target("pack/dates.py", path, "pack.dates", str(folder), name) for name in names]
    result = cover(targets, Settings(suite="small", jobs=1), Silent())
    assert len(result.tests) == 1
    return list(result.report.units), result.tests[0]


def package(folder: Path, dates: str, parser: str) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "__init__.py").write_text("from pack.parser import loads\n")
    (folder / "pack" / "dates.py").write_text(dates)
    (folder / "pack" / "parser.py").write_text(parser)


def test_a_match_is_made_by_the_caller_in_another_module(tmp_path: Path) -> None:
    package(tmp_path, DATES, PARSER)
    (unit,), file = covered(tmp_path, "to_date")
    assert [goal.id for goal in unit.goals if not isinstance(goal.verdict, Covered)] == []
    assert "from pack.parser import parse_value\n" in file.text
    assert {test.call.partition("(")[0] for test in unit.tests} == {"parse_value"}  # listed with what it reaches
    (tmp_path / file.path).write_text(file.text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.path]
    done = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_what_callers_never_pass_on_is_not_excluded(tmp_path: Path) -> None:
    """`DATE` gives two digits for each month, but anybody may call `to_date` with a match of another pattern."""
    package(tmp_path, DATES.replace("int(month) > 12", "len(month) == 3"), PARSER)
    (unit,), _ = covered(tmp_path, "to_date")
    verdicts = {goal.id.removeprefix("pack.dates::to_date:"): type(goal.verdict).__name__ for goal in unit.goals}
    assert verdicts["8:branch:true"] == "Unknown"
    assert verdicts["9:statement"] == "Unknown"
    assert verdicts["11:statement"] == "Covered"


def names_of_doors(modules: dict[str, str], module: str, qualname: str) -> list[str]:
    read: dict[str, Module] = {}
    for name, text in modules.items():
        found = read_module(text, f"{name}.py", name)
        assert isinstance(found, Module)
        read[name] = found
    unit = next(unit for unit in read[module].units if unit.qualname == qualname)
    return [door.unit.id for door in doors(read, read[module], unit)]


def test_the_nearest_come_first_and_the_own_module_before_others() -> None:
    own = "def _f(x): pass\ndef g(x): return _f(x)\ndef h(x): return g(x)\ndef other(): pass\n"
    modules = {"a": "from b import _f\ndef k(x): return _f(x)\n", "b": own}
    assert names_of_doors(modules, "b", "_f") == ["b::g", "a::k", "b::h"]


def test_private_methods_are_called_by_their_class_and_constructors_by_its_name() -> None:
    text = (
        "class C:\n    def __init__(self, x): self.__set(x)\n    def __set(self, x): pass\n"
        "    def __len__(self): return 0\n    def get(self): pass\ndef make(x): return C(x)\n"
    )
    modules = {"m": text, "n": "def look(d): return d.get(1)\n"}
    assert names_of_doors(modules, "m", "C.__set") == ["m::C.__init__", "m::make"]
    assert names_of_doors(modules, "m", "C.__init__") == ["m::make"]
    assert names_of_doors(modules, "m", "C.__len__") == []
    assert names_of_doors(modules, "m", "C.get") == []  # so are those of dicts called


def test_a_function_that_calls_itself_is_no_door_to_itself() -> None:
    assert names_of_doors({"m": "def f(x): return f(x)\n"}, "m", "f") == []
