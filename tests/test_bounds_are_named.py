"""A proof that holds only within a bound names it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# The size is an argument, since as many calls are tried as the code counts.  Found by the fuzzer (seed 21, program 550):
# with as many calls as the bound allows nothing said that there are no more.
SUBJECT = """
class Box:
    def __init__(self) -> None:
        self._items = [0]

    def put(self, item: int) -> None:
        self._items.append(item)


def full(box: Box, size: int) -> int:
    if size > 2 and len(box._items) >= size:
        return 1
    return 0
"""


def test_the_bound_on_method_calls(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(SUBJECT)
    command = [sys.executable, "-m", "clew", "cover", "subject.py::full", "--output-format", "json", "--attack", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for calls, wanted in (("1", {"within": {"method-calls": 1}}), ("2", None)):
        done = subprocess.run(
            [*command, "--method-calls", calls], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        goals = {g["id"]: g for unit in json.loads(done.stdout)["units"] for g in unit["goals"]}
        assert goals["subject::full:11:branch:true"].get("scope") == wanted
