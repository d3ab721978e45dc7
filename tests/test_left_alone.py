"""Tests say that a call left its arguments alone where that tells a change apart, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.attack.told import Seen, Shown, Told, told_apart
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings

TEXT = """
def ranked(items: list[int]) -> list[int]:
    items = list(items)
    items.sort()
    return items


def total(items: list[int]) -> int:
    return sum(items)


def taken(left: list[int], right: list[int]) -> int:
    right.append(3)
    rest = list(left)
    rest.reverse()
    return rest.pop()


class Cart:
    def __init__(self, cents: int) -> None:
        self.cents = cents
        self.items: list[int] = []

    def with_item(self, item: int) -> list[int]:
        found = list(self.items)
        found.append(item)
        return found
"""


def written(tmp_path: Path, text: str, criterion: tuple[str, ...] = ()) -> dict[str, str]:
    """The tests, by name; they pass in a process that has no clew."""
    file = tmp_path / "left.py"
    file.write_text(text, encoding="utf-8")
    target = Target("left.py", str(file), "left", str(tmp_path), None)
    settings = Settings(jobs=1, criterion=criterion) if criterion else Settings(jobs=1)
    made = cover([target], settings, Silent()).tests
    folder = tmp_path / "tests"
    folder.mkdir()
    for each in made:
        (folder / each.path).write_text(each.text, encoding="utf-8")
    assert passes(tmp_path)
    functions = "".join(each.text for each in made).split("\n\n\n")
    return {body.partition("def ")[2].partition("(")[0]: body for body in functions if "def test_" in body}


def passes(folder: Path) -> bool:
    plain = {**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")]
    return subprocess.run(command, env=plain, cwd=folder, capture_output=True, check=False).returncode == 0


def is_noticed(folder: Path, before: str, after: str) -> bool:
    """Do the tests fail with this text in the place of that?"""
    file = folder / "left.py"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    try:
        return not passes(folder)
    finally:
        file.write_text(text, encoding="utf-8")


def test_an_argument_is_said_to_be_as_it_was_where_a_change_would_change_it(tmp_path: Path) -> None:
    tests = written(tmp_path, TEXT)
    (ranked,) = (body for name, body in tests.items() if name.startswith("test_ranked"))
    assert "    assert items == [" in ranked
    assert is_noticed(tmp_path, "items = list(items)\n", "pass\n")
    taken = "".join(body for name, body in tests.items() if name.startswith("test_taken"))
    assert "assert left == [" in taken
    assert "assert right == [" in taken
    assert is_noticed(tmp_path, "rest = list(left)", "rest = left")
    cart = "".join(body for name, body in tests.items() if name.startswith("test_with_item"))
    assert "assert cart.items == []" in cart
    assert "cart.cents" not in cart
    assert is_noticed(tmp_path, "found = list(self.items)", "found = self.items")


def test_nothing_is_said_where_nothing_would_change_it(tmp_path: Path) -> None:
    tests = written(tmp_path, TEXT)
    assert all("assert items" not in body for name, body in tests.items() if name.startswith("test_total"))


def test_it_is_said_of_calls_that_raise(tmp_path: Path) -> None:
    """Here no call that returns tells it apart."""
    text = """
def checked(items: list[int]) -> int:
    made = list(items)
    made.append(0)
    if len(made) != 1:
        raise ValueError("not empty")
    del made[0]
    return 0
"""
    tests = written(tmp_path, text)
    raising = "".join(body for body in tests.values() if "pytest.raises" in body)
    assert "    assert items == [0]" in raising
    assert is_noticed(tmp_path, "made = list(items)", "made = items")


def test_a_mutant_that_only_changes_an_argument_is_killed(tmp_path: Path) -> None:
    """Found by the search, as no call that is drawn has such a number."""
    text = """
def label(rows: list[int], n: int) -> int:
    if n * 7 - 3 > 99_999:
        rows.append(1)
    return n
"""
    tests = written(tmp_path, text, ("mutant",))
    assert any("assert label(rows, 14286) ==" in body and "assert rows == [" in body for body in tests.values())
    assert is_noticed(tmp_path, "> 99_999", ">= 99_999")


# ---------------------------------------------------------------- what is told apart

BEFORE = Seen("returns", 1, "", (("is", None), [1], [2, 3]))


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        (Seen("returns", 2, "", BEFORE.objects), Told(frozenset({"m"}))),
        (Seen("returns", 1, "", (("is", None), [1, 1], [2, 3])), Told(asserting={"m": ((1, "{}"),)})),
        (Seen("returns", 1, "", (("is", None), [1], [2])), Told(frozenset({"m"}))),  # which the call changes
        (Seen("returns", 1, "", (("is", None), [1, 1], [2])), Told(frozenset({"m"}))),
        (Seen("raises", "ValueError"), Told(frozenset({"m"}))),
    ],
)
def test_what_a_test_has_to_say(after: Seen, wanted: Told) -> None:
    assert told_apart(BEFORE, {"m": after}, lambda: (("is", None), [1], [2])) == wanted


def test_of_an_object_the_attribute_that_differs() -> None:
    def shown(size: str, owner: str) -> Shown:
        return Shown("Cart", (("{}.owner", owner), ("{}.size", size)), (), (("{}._size", size),))

    given = (shown("1", "2"),)
    before = Seen("returns", 0, "", (shown("1", "3"),))
    told = told_apart(before, {"m": Seen("returns", 0, "", (shown("7", "3"),))}, lambda: given)
    assert told == Told(asserting={"m": ((0, "{}.size"),)})
    told = told_apart(before, {"m": Seen("returns", 0, "", (shown("1", "7"),))}, lambda: given)
    assert told == Told(frozenset({"m"}))


def test_few_parts_are_enough() -> None:
    told = Told(asserting={"a": ((1, "{}"), (2, "{}")), "b": ((2, "{}"),), "c": ((0, "{}.x"), (2, "{}"))})
    assert told.parts() == ((2, "{}"),)


def test_of_what_cannot_be_made_again_nothing_is_told() -> None:
    after = Seen("returns", 1, "", (("is", None), [1, 1], [2, 3]))
    assert told_apart(BEFORE, {"m": after}, lambda: None) == Told()


def test_a_property_that_counts_its_readers_is_not_asked(tmp_path: Path) -> None:
    """A test reads it less often than who observes the call."""
    text = """
class Meter:
    def __init__(self, n: int) -> None:
        self._n = n

    @property
    def value(self) -> int:
        self._n += 1
        return self._n


def meter(m: Meter, others: list[Meter]) -> Meter:
    if len(others) > 1 and others[0].value > 3:
        others.append(m)
    return m
"""
    found = "".join(test for name, test in written(tmp_path, text).items() if "Meter.value" not in name)
    assert "meter(" in found and "m.value" not in found and "result.value" not in found
