"""What is known of a file while it changes: where functions went, and which are settled again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.following.desk import Desk
from clew.following.follower import Follower
from clew.following.moves import Block, Moves, moves
from clew.following.standing import Standing
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.scheduling.processes import warm_nursery
from clew.source.discovery import target_of
from clew.source.settings import Settings
from clew.workers.cancelling import Cancelled, RunNursery
from clew.workers.nursery import Nursery

TEXT = """\
import math

LIMIT = 3


def f(x: int) -> int:
    return x + 1


class C:
    def g(self) -> int:
        return 2

    def h(self) -> int:
        return 3
"""
BLOCKS = [Block("m::f", 6, 7), Block("m::C.g", 11, 12), Block("m::C.h", 14, 15)]


def moved(after: str, before: str = TEXT, blocks: list[Block] = BLOCKS) -> Moves:
    return moves(before.split("\n"), blocks, after.split("\n"))


def test_nothing_moves() -> None:
    found = moved(TEXT)
    assert found.kept == {"m::f", "m::C.g", "m::C.h"} and found.is_same_outside
    assert all(before == after for before, after in found.lines.items())


def test_a_function_grows_while_it_does_not_parse() -> None:
    found = moved(TEXT.replace("    return x + 1\n", "    if x:\n    return (x +\n"))
    assert found.kept == {"m::C.g", "m::C.h"} and found.is_same_outside
    assert (found.lines[12], found.lines[15], found.lines[10]) == (13, 16, 11)
    assert 7 not in found.lines


@pytest.mark.parametrize("added", ["    x = 1\n", "\n    # and\n    x = 1\n"])
def test_a_function_that_goes_on_is_another(added: str) -> None:
    found = moved(TEXT.replace("    return x + 1\n", "    return x + 1\n" + added))
    assert found.kept == {"m::C.g", "m::C.h"}


def test_lines_outside_count_but_for_empty_ones() -> None:
    assert moved(TEXT.replace("\n\n\ndef f", "\n\n\n\n\ndef f")).is_same_outside
    assert not moved(TEXT.replace("LIMIT = 3", "LIMIT = 4")).is_same_outside
    assert not moved("import os\n" + TEXT).is_same_outside
    assert not moved(TEXT.replace("    def h", "    @staticmethod\n    def h")).is_same_outside
    assert not moved(TEXT.replace("class C:", "class D:")).is_same_outside


def test_functions_that_are_alike_are_told_apart_by_their_order_or_not_at_all() -> None:
    before = "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 1\n"
    blocks = [Block("A.f", 2, 3), Block("B.f", 7, 8)]
    found = moved("\n" + before, before, blocks)
    assert (found.lines[2], found.lines[7]) == (3, 8)
    assert moved(before.replace("return 1", "return 2", 1), before, blocks).kept == set()


# ---------------------------------------------------------------- settled again

PROJECT = """\
from other import helper


def branch(n: int) -> int:
    if n > 3 and n < 2:
        return 1
    return 0


def calls(n: int) -> int:
    return branch(n)


def outside(n: int) -> int:
    return helper(n)
"""


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with warm_nursery(several=True) as made:
        yield made


class Following:
    """A follower of one file, and what it had to settle."""

    def __init__(self, folder: Path, nursery: Nursery) -> None:
        self.file, self.nursery = folder / "m.py", nursery
        (folder / "other.py").write_text("def helper(n: int) -> int:\n    return n\n")
        self.follower = Follower(None)
        self.told: list[Standing] = []

    def settle(self, text: str) -> set[str]:
        """The names of the functions that were settled."""
        self.file.write_text(text)
        started: set[str] = set()

        class Noting(Silent):
            def unit_done(self, unit: UnitReport) -> None:
                started.add(unit.id.partition("::")[2])

        self.told = []
        target = target_of(str(self.file), str(self.file.parent))
        with RunNursery(lender=self.nursery) as processes:
            self.follower.settle(target, Settings(), Noting(), processes, self.told.append)
        return started

    @property
    def known(self) -> Standing:
        return self.follower.standings[str(self.file)]

    def findings(self) -> list[tuple[str, int]]:
        return [(finding.rule, finding.span.line) for finding in self.known.findings]


def test_only_what_may_have_changed_is_settled_again(tmp_path: Path, nursery: Nursery) -> None:
    following = Following(tmp_path, nursery)
    assert following.settle(PROJECT) == {"branch", "calls", "outside"}
    assert following.findings() == [("CLEW104", 5), ("CLEW101", 6)]
    assert following.settle(PROJECT) == set()
    assert following.settle("\n\n" + PROJECT) == set()
    assert following.findings() == [("CLEW104", 7), ("CLEW101", 8)]
    (function, *_) = following.known.functions
    (dead,) = (goal for goal in function.goals if goal.span.line == 8)
    assert {span.line for span in dead.verdict.because} == {7}  # type: ignore[union-attr]

    changed = PROJECT.replace("return helper(n)", "m = n\n    return helper(m)")
    assert following.settle(changed) == {"outside"}
    changed = changed.replace("return 1\n", "return 5\n")
    assert following.settle(changed) == {"branch", "calls"}
    assert following.settle(changed + "\n\nLIMIT = 3\n") == {"branch", "calls", "outside"}
    assert following.settle(changed) == set()  # as it was once
    assert following.findings() == [("CLEW104", 5), ("CLEW101", 6)]


def test_what_may_lean_on_another_file_that_changed_comes_last(tmp_path: Path, nursery: Nursery) -> None:
    following = Following(tmp_path, nursery)
    following.settle(PROJECT)
    (tmp_path / "other.py").write_text("def helper(n: int) -> int:\n    return n // 0\n")
    changed = PROJECT.replace("return branch(n)", "return branch(n + 1)")
    assert following.settle(changed) == {"branch", "calls", "outside"}
    assert [len(standing.open) for standing in following.told] == [3, 3, 2, 2, 0]
    assert all(function.is_known for function in following.told[1].functions)
    assert ("CLEW102", 15) in following.findings()


def test_comments_outside_of_functions(tmp_path: Path, nursery: Nursery) -> None:
    following = Following(tmp_path, nursery)
    text = "# clew: ignore\nLIMIT = 3  # clew: ignore[CLEW999] no\n\n\n" + PROJECT.replace(
        "return helper(n)", "return helper(n)  # clew: ignore[CLEW101] nothing"
    )
    following.settle(text)
    assert following.findings() == [("CLEW001", 1), ("CLEW001", 2), ("CLEW104", 9), ("CLEW101", 10), ("CLEW002", 19)]
    assert following.settle("import os\n" + text.replace("[CLEW999]", "[CLEW101]").replace("# clew: ignore\n", ""))
    assert following.findings()[0] == ("CLEW002", 2)


def test_functions_of_one_name(tmp_path: Path, nursery: Nursery) -> None:
    """A property and its setter."""
    text = "class C:\n    def __init__(self, n: int) -> None:\n        self._n = n\n\n    @property\n"
    text += "    def n(self) -> int:\n        return self._n\n\n    @n.setter\n    def n(self, n: int) -> None:\n"
    text += "        self._n = n\n"
    following = Following(tmp_path, nursery)
    following.settle(text)
    assert following.known.problems == ()
    assert [(f.unit, f.is_known) for f in following.known.functions] == [
        ("m::C.__init__", True),
        ("m::C.n", True),
        ("m::C.n~2", True),
    ]
    assert following.settle(text.replace("self._n = n\n", "self._n = n + 0\n")) >= {"C.n", "C.n~2"}
    assert following.known.problems == ()


def test_a_file_that_does_not_parse_for_a_while(tmp_path: Path, nursery: Nursery) -> None:
    following = Following(tmp_path, nursery)
    following.settle(PROJECT)
    assert following.settle("def f(:\n") == set()
    assert [problem.code for problem in following.told[-1].problems] == ["syntax"]
    assert following.settle(PROJECT) == set()


class GivingUp(Silent):
    """Gives a run up when the first function is begun."""

    def __init__(self, processes: RunNursery) -> None:
        self.processes = processes

    def unit_started(self, unit: str, goals: int) -> None:
        self.processes.cancel()


def test_a_run_that_is_given_up_ends_at_once_and_leaves_what_was_known(tmp_path: Path, nursery: Nursery) -> None:
    following = Following(tmp_path, nursery)
    following.settle(PROJECT)
    slow = (
        "def slow(a: int, b: int, c: int) -> bool:\n    return a * a * a * b + c * c == 987654321 and a > b > c > 7\n"
    )
    following.file.write_text(PROJECT + "\n\n" + slow)
    target = target_of(str(following.file), str(tmp_path))
    with RunNursery(lender=nursery) as processes, pytest.raises(Cancelled):
        following.follower.settle(target, Settings(), GivingUp(processes), processes, lambda _: None)
        processes.check()
    assert following.settle(PROJECT) == set()
    assert following.findings() == [("CLEW104", 5), ("CLEW101", 6)]


def test_the_desk_does_the_newest_first_and_what_was_given_up_again() -> None:
    done: list[str] = []
    given_up: list[str] = []
    failed: list[tuple[str, str]] = []
    began, ended = threading.Event(), threading.Event()

    def long(processes: RunNursery) -> None:
        began.set()
        while not done:
            processes.check()
        done.append("long")

    def wrong(processes: RunNursery) -> None:
        raise ValueError("no")

    desk = Desk(Nursery(), lambda key, error: failed.append((key, str(error))), given_up.append)
    desk.ask("long", long)
    assert began.wait(10)
    desk.ask("later", lambda _: done.append("later"), urgent=False)
    desk.ask("wrong", wrong, urgent=False)
    desk.ask("newest", lambda _: done.append("newest"))
    desk.ask("dropped", lambda _: done.append("dropped"), urgent=False)
    desk.drop("dropped")
    desk.ask("end", lambda _: ended.set(), urgent=False)
    assert ended.wait(10)
    assert done == ["newest", "later", "long"] and failed == [("wrong", "no")] and given_up == ["dropped"]
    desk.close()
