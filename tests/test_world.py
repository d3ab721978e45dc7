"""What code asks of its surroundings is an input of the search, and a fixture of the test."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import TestFile, UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible


def covered(folder: Path, text: str) -> tuple[list[UnitReport], TestFile]:
    path = folder / "subject.py"
    path.write_text(text)
    result = cover([Target("subject.py", str(path), "subject", str(folder))], Settings(suite="small", jobs=1), Silent())
    assert len(result.tests) == 1
    return list(result.report.units), result.tests[0]


def left(units: list[UnitReport]) -> list[str]:
    return [goal.id for unit in units for goal in unit.goals if not isinstance(goal.verdict, Covered)]


def passes(folder: Path, file: TestFile, **environment: str) -> None:
    """The tests pass in a folder with files of such names, and leave it as it was."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / file.path).parent.mkdir(parents=True, exist_ok=True)
    (elsewhere / file.path).write_text(file.text)
    (elsewhere / "settings.txt").write_text("kept\n")
    before = sorted((p, p.read_bytes()) for p in elsewhere.rglob("*") if p.is_file())
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", file.path]
    variables = {"PYTHONPATH": str(folder), **environment}
    done = subprocess.run(command, cwd=elsewhere, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert sorted((p, p.read_bytes()) for p in elsewhere.rglob("*") if p.is_file()) == before


PLAIN = """import os
import sys


def level() -> int:
    mode = os.environ.get("APP_MODE")
    if mode is None:
        return 0
    if mode.startswith("x-") and len(mode) > 4:
        return 3
    return 2 if os.getenv("APP_MODE") == "debug" else 1


def port(default: int) -> int:
    return int(os.environ["PORT"]) if "PORT" in os.environ else default


def own() -> str:
    os.environ["APP_OWN"] = "set"
    return os.environ["APP_OWN"]


def main() -> int:
    if len(sys.argv) < 2:
        return 2
    return 0 if sys.argv[1] == "--help" else 1


def ask() -> str:
    answer = input("continue? ")
    return "yes" if answer.lower() == "y" else input()


def total() -> int:
    found = 0
    for line in sys.stdin:
        if line.startswith("#"):
            continue
        if line.strip() == "end":
            break
        found += 1
    return found


def sections() -> int:
    return 1 if "[a]" in sys.stdin.read() else 0
"""


def test_variables_arguments_and_standard_input(tmp_path: Path) -> None:
    units, file = covered(tmp_path, PLAIN)
    assert left(units) == []
    for line in (
        'monkeypatch.setenv("APP_MODE", "debug")',
        'monkeypatch.delenv("APP_MODE", raising=False)',
        'monkeypatch.setattr("sys.argv", ["program", "--help"])',
        'monkeypatch.setattr("sys.stdin", io.StringIO("y\\n"))',
        'monkeypatch.setattr("sys.stdin", io.StringIO("end\\n"))',
        'monkeypatch.setattr("sys.stdin", io.StringIO("[a]"))',
    ):
        assert f"    {line}\n" in file.text
    passes(tmp_path, file, APP_MODE="x-mode", PORT="no number")


DEAD = """import os


def found() -> int:
    text = os.environ.get("B", "b")
    if text == "1" and os.environ["B"] == "2":
        return 1
    return 0
"""


def test_what_the_world_gives_proves_nothing(tmp_path: Path) -> None:
    """That a variable is the same when it is read again is so in every run of the search, and nothing more."""
    units, _ = covered(tmp_path, DEAD)
    assert [goal.kind for unit in units for goal in unit.goals if isinstance(goal.verdict, Infeasible)] == []
    assert "found:7:statement" in {each.partition("::")[2] for each in left(units)}


FILES = """import json
import os
from pathlib import Path


def count(path: str) -> int:
    found = 0
    with open(path) as file:
        for line in file:
            if line.startswith("#"):
                continue
            if "=" not in line:
                raise ValueError("no =")
            found += 1
    return found


def kind(path: Path) -> str:
    if not path.exists():
        return "missing"
    if path.is_dir():
        return "folder"
    return "main" if path.read_text(encoding="utf-8").startswith("[main]") else "other"


def settings() -> object:
    try:
        with open("conf/settings.json") as file:
            data = json.load(file)
    except FileNotFoundError:
        return None
    except ValueError:
        return False
    return data["debug"] if "debug" in data else data


def magic(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        if file.read()[:4] == b"\\x7fELF":
            return True
    return False


def pythons() -> list[str]:
    return [name for name in os.listdir("settings.txt") if name.endswith(".py")]


def of_home() -> int:
    path = os.path.expanduser("~/.toolrc")
    if not os.path.exists(path):
        return 0
    with open(path) as file:
        return 2 if file.readlines()[1:2] == ["x\\n"] else 1


def kept(path: str) -> str:
    with open("kept.txt", "w") as file:
        file.write("x")
    return Path("kept.txt").read_text()
"""


def test_files_and_what_is_in_them(tmp_path: Path) -> None:
    units, file = covered(tmp_path, FILES)
    assert left(units) == []
    for line in (
        'tmp_path.joinpath("data.txt").write_text("#\\n")',
        'tmp_path.joinpath("data.txt").write_bytes(b"\\x7fELF")',
        'tmp_path.joinpath("file.txt").write_text("[main]")',
        'tmp_path.joinpath("settings.txt").mkdir(parents=True, exist_ok=True)',
    ):
        assert f"    monkeypatch.chdir(tmp_path)\n    {line}\n" in file.text
    assert 'tmp_path.joinpath("conf").mkdir(parents=True, exist_ok=True)' in file.text
    passes(tmp_path, file, HOME=str(tmp_path), LC_ALL="C")


CLOCKS = """import datetime as dt
import random
import time
from datetime import date, datetime
from time import monotonic


def greeting() -> str:
    return "good morning" if datetime.now().hour < 12 else "hello"


def weekend() -> bool:
    return date.today().weekday() >= 5 and monotonic() > 0.0


def late() -> int:
    now = dt.datetime.now(dt.timezone.utc)
    if now.month == 2 and now.day == 28:
        return int(isinstance(now, dt.datetime))
    return 2 if now.year > 2050 else 0


def slow() -> str:
    start = time.time()
    return "slow" if time.time() - start > 60 else "fast"


def dice() -> str:
    if random.randint(1, 6) == 6:
        return "six"
    if random.random() < 0.3:
        return "low"
    return random.choice(["a", "b"])
"""


def test_clocks_and_chance(tmp_path: Path) -> None:
    units, file = covered(tmp_path, CLOCKS)
    assert left(units) == []
    assert 'monkeypatch.setattr("random.randint", lambda *args: 6)\n' in file.text
    assert '"time.time", lambda *args, results=iter([0.0]): next(results, ' in file.text
    assert re.search(r"lambda cls, tz=None: cls\(\d{4}, 1, 1, 12, tzinfo=tz\)", file.text)
    passes(tmp_path, file, TZ="Pacific/Auckland")


COMMAND = """import argparse


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("name")
    found = parser.parse_args()
    return 2 if found.quiet else 1
"""


def test_arguments_that_a_library_parses(tmp_path: Path) -> None:
    """Nothing follows `argparse`: plain runs mutate what it finds."""
    units, file = covered(tmp_path, COMMAND)
    assert left(units) == []
    assert 'monkeypatch.setattr("sys.argv", ["program", "--q' in file.text
    assert all("sys.argv = [" in test.call for unit in units for test in unit.tests)  # the call alone would not show it
    passes(tmp_path, file)


WHOLE = """import os
from os import environ


def git() -> list[str]:
    return sorted(name for name in os.environ if name.startswith("GIT_"))


def many() -> bool:
    return len(os.environ) > 3


def copied() -> str:
    return dict(os.environ).get("APP_L", "none")


def bytes_of() -> bytes:
    os.environ["APP_MODE"] = "a"
    return os.environb[b"APP_MODE"]


def default() -> str:
    os.environ.setdefault("APP_DEFAULT", "x")
    return os.environ["APP_DEFAULT"]


def by_another_name() -> int:
    return len([name for name in environ if name.startswith("APP_")])
"""


def test_the_whole_environment_is_an_empty_one_and_what_is_written_to_it_goes_with_the_test(tmp_path: Path) -> None:
    _, file = covered(tmp_path, WHOLE)
    assert file.text.count('monkeypatch.setattr("os.environ", {})') == 4
    assert "bytes_of" not in file.text  # no line makes these the same everywhere
    assert "by_another_name" not in file.text
    passes(tmp_path, file, GIT_DIR="x", APP_L="set", APP_DEFAULT="set", APP_MODE="set", A="1", B="2", C="3")


ZONES = """import time
from datetime import datetime, timedelta, timezone


def nine_hours() -> bool:
    return datetime.now(timezone.utc).astimezone().utcoffset() == timedelta(hours=9)


def named() -> bool:
    return time.tzname[0] == "JST"
"""


def test_what_asks_for_the_time_zone_is_asked_in_zones_that_people_live_in(tmp_path: Path) -> None:
    path = tmp_path / "subject.py"
    path.write_text(ZONES)
    result = cover(
        [Target("subject.py", str(path), "subject", str(tmp_path))], Settings(suite="small", jobs=1), Silent()
    )
    assert all("is False" not in test.text for test in result.tests)


def test_dates_are_shown_in_a_usual_year_and_as_the_class_that_is_stated(tmp_path: Path) -> None:
    text = "from datetime import date\n\n\ndef spring(d: date) -> int:\n    return 1 if d.month == 4 and d.day > 16 else 0\n"
    units, file = covered(tmp_path, text)
    assert left(units) == []
    assert "datetime.date(2024, 4, 17)" in file.text and "datetime.datetime(" not in file.text
