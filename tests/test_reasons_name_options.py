"""Every option that a reason recommends exists, and moves that reason; what kills a worker costs only what was open."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clew.source.settings import options
from clew.verdict.reasons import MEANINGS

ROOT = Path(__file__).parent.parent

SUBJECT = """
import collections, itertools, os


def many(a: int, b: int, c: int) -> int:
    if a * a * a + b * b * b + c * c * c == 39:
        return 1
    return 0


def long(n: int) -> int:
    i = 0
    while i < 2_000:
        i += 1
    if n > 5:
        return i
    return 0


def longer(xs: list[int], n: int) -> int:
    if n > 4 and len(xs) > n:
        return 1
    return 0


def wider(text: str, n: int) -> int:
    if n > 4 and len(text) > n:
        return 1
    return 0


def stuck(x: int, y: int) -> int:
    if 2 * x == 7:
        return 1
    if 3 * x + y == 21361 and x - y == 17719:
        return len(collections.deque(itertools.repeat(x), maxlen=0))
    return 0


def counted(left: str, right: str) -> bool:
    counts: dict[str, int] = {}
    for letter in left:
        counts[letter] = counts.get(letter, 0) + 1
    for letter in right:
        counts[letter] = counts.get(letter, 0) - 1
        if counts[letter] < 0:
            return False
    if len(left) == len(right) and any(counts.values()):
        return False
    return True


def factors(a: int, b: int) -> int:
    if a * b == 8633 and a > 1 and b > a:
        return 1
    return 0


def calls(n: int) -> int:
    return os.system("true") + n


def large(n: int) -> int:
    held = bytearray(600_000_000)
    if n > 5:
        return len(held)
    return 0


def squares(n: int) -> int:
    i = 0
    while i * i < n:
        i += 1
    if i > 0 and (i - 1) * (i - 1) >= n:
        return 1
    return i


def deep(n: int) -> int:
    return 0 if n <= 0 else 1 + deep(n - 1)


def deeper(n: int) -> int:
    if n >= 0 and deep(n) > n + 1:
        return 1
    return 0


def leaves(x: int) -> int:
    if x == 4711:
        os._exit(3)
    return 0
"""


def cover(folder: Path, name: str, *more: str) -> list[dict[str, Any]]:
    (folder / "subject.py").write_text(SUBJECT)
    command = [
        sys.executable,
        "-m",
        "clew",
        "cover",
        f"subject.py::{name}",
        "--isolated",
        "--no-write",
        "--fresh",
        "--suite",
        "small",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command += ["--attack", "0", "--output-format", "json", *more]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return [g for unit in json.loads(done.stdout)["units"] for g in unit["goals"]]


def statement(goals: list[dict[str, Any]], line: int) -> dict[str, Any]:
    (goal,) = [g for g in goals if g["kind"] == "statement" and g["span"][0] == line]
    return goal


# Not options of a setting: that of `clew dump`, and a word that replays try as an argument.
OTHERS = {
    "--after",
    "--why",
    "--branch",
    "--help",
    "--mcp",
    "--shard",
}  # `--branch` of coverage.py, `--mcp` of `clew serve`


def recommended() -> dict[str, str]:
    """Every option that a text of the source names, with a file that does; not those of commands, of git or pytest."""
    found: dict[str, str] = {}
    for file in (ROOT / "src" / "clew").rglob("*.py"):
        if file.parent.name not in ("cli", "workbench", "fuzz", "covering", "mutation") and file.name not in (
            "revisions.py",
            "pytest_plugin.py",
        ):
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            found |= dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(texts)), file.name)
    return found


def test_every_recommended_option_exists() -> None:
    flags = {option.flag for option in options()}
    named = recommended()
    assert {"--paths", "--work", "--steps", "--solver-steps", "--seconds", "--memory", "--allow"} <= named.keys()
    assert {option: file for option, file in named.items() if option not in flags | OTHERS} == {}


MOVES = [
    ("many", 7, "--work", "1000", "30000000"),
    ("many", 7, "--paths", "2", "2000"),
    ("long", 16, "--steps", "300", "200000"),
    ("factors", 55, "--solver-steps", "20", "500000"),
    ("calls", 60, "--allow", "network", "processes"),
    ("many", 7, "--seconds", "0.01", "600"),  # all of the work takes a hundred times as long as the one
    ("many", 7, "--total-seconds", "0.01", "600"),
    ("large", 66, "--memory", "64", "1500"),
]
BOUNDS = [("longer", 22, "len"), ("wider", 28, "text")]
CUTS = [("squares", 75, "loop", "loop"), ("deeper", 85, "depth", "recursion")]
MOVED_ELSEWHERE = {
    "--effort": "test_effort_moves_what_was_given_up, below",
    "--method-calls": "test_bounds_are_named.py",
    "--import-first": "test_import_first.py",
}


def given_with_reasons() -> set[str]:
    """The options that reasons name: whole texts of the source, and those of the table of reasons."""
    table = " ".join(moves for _, moves in MEANINGS.values())
    found = {*re.findall(r"(?<![\w-])--[a-z][a-z-]*", table)}
    for file in (ROOT / "src" / "clew").rglob("*.py"):
        if file.parent.name in ("search", "scheduling", "settling", "concolic", "verdict", "checking"):
            texts = (
                n.value for n in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)
            )
            found.update(
                text.split()[0] for text in texts if isinstance(text, str) and re.match(r"--[a-z-]+( |$)", text)
            )
    return found - OTHERS


def test_every_option_of_a_reason_is_tried() -> None:
    tried = {*(case[2] for case in MOVES), *(f"--{case[2]}" for case in (*BOUNDS, *CUTS)), *MOVED_ELSEWHERE}
    assert given_with_reasons() == tried


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line", "option", "small", "large"), MOVES)
def test_the_option_moves_the_reason(tmp_path: Path, name: str, line: int, option: str, small: str, large: str) -> None:
    first = statement(cover(tmp_path, name, option, small), line)
    assert first["reason"]["setting"] in (option, f"{option} {large}")
    assert statement(cover(tmp_path, name, option, large), line).get("reason") != first["reason"]


@pytest.mark.slow
def test_effort_moves_what_was_given_up(tmp_path: Path) -> None:
    first = statement(cover(tmp_path, "counted", "--effort", "quick"), 49)
    assert first["reason"]["setting"] == "--effort thorough"
    assert statement(cover(tmp_path, "counted", "--effort", "thorough"), 49).get("reason") != first["reason"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line", "option"), BOUNDS)
def test_the_bound_is_that_of_the_option(tmp_path: Path, name: str, line: int, option: str) -> None:
    small = statement(cover(tmp_path, name, f"--{option}", "4"), line)
    assert (small["verdict"], small["scope"]) == ("none-within-bounds", {"within": {option: 4}})
    assert statement(cover(tmp_path, name, f"--{option}", "6"), line)["verdict"] == "covered"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line", "option", "bound"), CUTS)
def test_what_is_cut_is_cut_at_the_option(tmp_path: Path, name: str, line: int, option: str, bound: str) -> None:
    for limit in (3, 5):
        goal = statement(cover(tmp_path, name, "--loop", "2", f"--{option}", str(limit)), line)
        assert (goal["verdict"], goal["scope"]) == ("none-within-bounds", {"within": {bound: limit}})


@pytest.mark.slow
def test_no_option_moves_an_exit(tmp_path: Path) -> None:
    goal = statement(cover(tmp_path, "leaves"), 91)
    assert (goal["reason"]["code"], goal["reason"].get("setting")) == ("worker-died", None)
    assert "ends its process" in goal["reason"]["text"]


@pytest.mark.slow
def test_proofs_outlive_their_worker(tmp_path: Path) -> None:
    goals = cover(tmp_path, "stuck", "--seconds", "1")
    hanging, proved = statement(goals, 36), statement(goals, 34)
    assert (hanging["verdict"], hanging["reason"]["code"]) == ("unknown", "timeout")
    assert hanging["reason"]["setting"] == "--seconds"
    assert proved["verdict"] == "infeasible"
