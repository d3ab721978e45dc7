"""Runs that end for lack of memory cost only what they could have gone on to."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible

BEFORE = "def f(x: int) -> int:\n    if 2 * x == 7:\n        return 5  # before\n"
LARGE = "[0] * 10**12"
OTHERS = (
    f"def large(x):\n    return {LARGE}\n"
    "def plus(x):\n    return x + 1\n"
    "def twice(x):\n    return large(x)\n"
    "def is_small(x):\n    try:\n        large(x)\n    except MemoryError:\n        return False\n    return True\n"
    "class Swallow:\n    def __enter__(self):\n        return self\n    def __exit__(self, *error):\n        return True\n"
)

SHOWN = [
    f"    big = {LARGE}\n    if x == 9:\n        return 1  # behind\n    return len(big)\n",
    f"    if x > 5:\n        big = {LARGE}\n        if x == 9:\n            return 1  # behind\n    return 0\n",
    "    big = large(x)\n    if x == 9:\n        return 1  # behind\n    return len(big)\n",
    "    big = twice(x)\n    if x == 9:\n        return 1  # behind\n    return len(big)\n",
    "    try:\n        large(x)\n        if x == 9:\n            return 1  # behind\n    finally:\n        x = plus(x)\n    return x\n",
    f"    try:\n        big = {LARGE}\n    except MemoryError:\n        return 0\n    return 1  # behind\n",
    f"    for i in range(3):\n        if i == 2:\n            return 1  # behind\n        if i == 1:\n            big = {LARGE}\n    return x\n",
]  # fmt: skip

# Where it is not clear how far the run was when it had no more memory.
OPEN = [
    f"    try:\n        big = {LARGE}\n        if x == 9:\n            return 1  # behind\n    finally:\n        x += 1\n    return x\n",
    "    try:\n        large(x)\n        if x == 9:\n            return 1  # behind\n    finally:\n        try:\n            large(x)\n        finally:\n            x += 1\n    return x\n",
    "    with contextlib.suppress(MemoryError):\n        large(x)\n        return 1  # behind\n    return x\n",
    f"    with Swallow():\n        big = {LARGE}\n        return 1  # behind\n    return x\n",
    "    if is_small(x):\n        return 1  # behind\n    return x\n",
    "    with concurrent.futures.ThreadPoolExecutor() as pool:\n        found = pool.submit(large, x)\n        wait([found])\n"
    "        if found.exception() is None:\n            return 1  # behind\n        found.result()\n    return x\n",
]  # fmt: skip


def infeasible(folder: Path, code: str) -> set[str]:
    """The comments of the lines that no execution reaches."""
    file = folder / "subject.py"
    text = (
        f"import concurrent.futures\nimport contextlib\nfrom concurrent.futures import wait\n\n{OTHERS}\n{BEFORE}{code}"
    )
    file.write_text(text)
    target = Target("subject.py", str(file), "subject", str(folder))
    result = cover([target], Settings(jobs=1, paths=40), Silent())
    lines = text.splitlines()
    return {
        lines[goal.span.line - 1].partition("# ")[2]
        for unit in result.report.units
        for goal in unit.goals
        if isinstance(goal.verdict, Infeasible) and "# " in lines[goal.span.line - 1]
    }


@pytest.mark.parametrize("code", SHOWN)
def test_goals_before_are_closed_and_those_behind_are_open(code: str, tmp_path: Path) -> None:
    assert infeasible(tmp_path, code) == {"before"}


@pytest.mark.parametrize("code", OPEN)
def test_what_more_memory_would_reach_is_open(code: str, tmp_path: Path) -> None:
    assert "behind" not in infeasible(tmp_path, code)
