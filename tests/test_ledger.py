"""The ledger remembers what was put into it, whatever happens to its file."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import threading
from pathlib import Path

import pytest

from clew.scheduling.ledger import KEPT_PER_UNIT, Ledger, key_of


def test_put_then_get(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "deep" / "ledger.db") as ledger:
        assert ledger.get("m::f", "k") is None
        ledger.put("m::f", "k", '{"a": 1}')
        ledger.put("m::f", "k", '{"a": 2}')
        assert ledger.get("m::f", "k") == '{"a": 2}'
        assert ledger.get("m::f", "other") is None
        assert ledger.get("m::g", "k") is None
        assert ledger.problems == []


def test_git_does_not_see_what_is_remembered(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    with Ledger.open(tmp_path / ".clew" / "ledger.sqlite") as ledger:
        ledger.put("m::f", "k", '{"a": 1}')
    seen = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert seen.stdout == ""


def test_resume_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger.open(path) as ledger:
        for name in ("f", "g", "h"):
            ledger.put(name, f"key-{name}", name * 3)
    with Ledger.open(path) as ledger:
        assert ledger.resume({"f": "key-f", "g": "changed", "z": "key-z"}) == {"f": "fff"}


def test_only_the_newest_results_of_a_unit_stay(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        for number in range(KEPT_PER_UNIT + 3):
            ledger.put("f", str(number), "x")
            ledger.put("g", "k", str(number))
        assert [ledger.get("f", str(n)) for n in range(4)] == [None, None, None, "x"]
        assert ledger.get("g", "k") == str(KEPT_PER_UNIT + 2)


@pytest.mark.parametrize(
    "damage", [b"this is not a database, it is a text" * 100, b"", b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_damaged_file_is_moved_aside(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(damage)
    with Ledger.open(path) as ledger:
        ledger.put("f", "k", "result")
        assert ledger.get("f", "k") == "result"
        if damage:
            (problem,) = ledger.problems
            assert "damaged" in problem.text
            assert problem.severity == "warning"
            assert (tmp_path / "ledger.db.damaged-1").read_bytes() == damage


def test_damage_in_the_middle_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger.open(path) as ledger:
        for number in range(200):
            ledger.put(f"unit{number}", "k", "x" * 500)
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\x5a" * 64
    path.write_bytes(data)
    with Ledger.open(path) as ledger:
        assert ledger.problems
        ledger.put("f", "k", "result")
        assert ledger.get("f", "k") == "result"


def test_a_changed_row_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger.open(path) as ledger:
        ledger.put("f", "k", "result")
    with sqlite3.connect(path) as connection:
        connection.execute("update result set content = 'forged'")
    connection.close()
    with Ledger.open(path) as ledger:
        assert ledger.get("f", "k") is None


def test_a_foreign_database_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table result (something text)")
    connection.close()
    with Ledger.open(path) as ledger:
        assert ledger.problems
        ledger.put("f", "k", "result")
    with sqlite3.connect(tmp_path / "ledger.db.damaged-1") as connection:
        assert connection.execute("select * from result").fetchall() == []
    connection.close()


def test_an_unusable_place_only_means_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Ledger.open(tmp_path / "file" / "ledger.db") as ledger:
        ledger.put("f", "k", "result")
        assert ledger.get("f", "k") is None
        (problem,) = ledger.problems
        assert "not remembered" in problem.text


def test_no_place_remembers_nothing() -> None:
    with Ledger.open(None) as ledger:
        ledger.put("f", "k", "result")
        assert ledger.get("f", "k") is None
        assert ledger.problems == []


def _write_many(path: str, name: str) -> None:
    with Ledger.open(Path(path)) as ledger:
        for number in range(25):
            ledger.put(f"{name}{number}", "k", name)
        os._exit(1 if ledger.problems else 0)


def test_several_processes_and_threads_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_write_many, args=(str(path), name)) for name in "abc"]
    for process in processes:
        process.start()
    with Ledger.open(path) as ledger:
        threads = [threading.Thread(target=ledger.put, args=(f"t{number}", "k", "t")) for number in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for process in processes:
            process.join()
            assert process.exitcode == 0
        wanted = [f"{name}{number}" for name in "abc" for number in range(25)] + [f"t{n}" for n in range(10)]
        assert sorted(ledger.resume(dict.fromkeys(wanted, "k"))) == sorted(wanted)
        assert ledger.problems == []


def test_the_key_depends_on_everything_and_not_on_order() -> None:
    key = key_of("1", "def f(): pass", "g", {"loop": 8, "len": 4})
    assert key == key_of("1", "def f(): pass", "g", {"len": 4, "loop": 8})
    others = [
        key_of("2", "def f(): pass", "g", {"loop": 8, "len": 4}),
        key_of("1", "def f(): return", "g", {"loop": 8, "len": 4}),
        key_of("1", "def f(): pass", "h", {"loop": 8, "len": 4}),
        key_of("1", "def f(): pass", "g", {"loop": 9, "len": 4}),
    ]
    assert len({key, *others}) == 5
