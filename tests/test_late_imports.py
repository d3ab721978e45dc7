"""Solvers imported late come from where clew's dependencies are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import clew

PROGRAM = """
import sys
from clew.workers.late_imports import LateImports

sys.meta_path.insert(0, LateImports(tuple(sys.path)))
sys.path[:] = [sys.argv[1]]
for name in ("copy", "fractions", "z3"):
    sys.modules.pop(name, None)
import z3
assert z3.__file__ != sys.argv[1] + "/z3.py"
assert sys.modules["copy"].__file__ != sys.argv[1] + "/copy.py"
assert sys.path == [sys.argv[1]]
print(z3.get_version_string() and "loaded")
"""


def test_not_what_lies_beside_the_users_module(tmp_path: Path) -> None:
    for name in ("z3", "copy", "fractions"):
        (tmp_path / f"{name}.py").write_text("raise AssertionError('not this one')\n")
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True)
    assert run.stdout == "loaded\n", run.stderr


def test_a_module_with_a_namesake_of_the_solver_beside_it(tmp_path: Path) -> None:
    """From the command to the proof: a query that needs the engine, after the user's path was set."""
    (tmp_path / "z3.py").write_text("raise AssertionError('not this one')\n")
    (tmp_path / "subject.py").write_text(
        "def far(a: int, b: int) -> int:\n    if a * a * b == 7 * 7 * 11 and a > 3:\n        return 1\n    return 0\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(clew.__file__))}
    command = [sys.executable, "-m", "clew", "cover", "subject.py::far", "--isolated", "--fresh"]
    run = subprocess.run(
        [*command, "--output-format", "concise"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert " 0 unknown" in run.stdout, run.stdout + run.stderr


AWAITING = """
import sys
from clew.workers.late_imports import LateImports
from clew.attack.building import run_to_end
import clew.attack.worker

assert "asyncio" not in sys.modules
sys.meta_path.insert(0, LateImports(tuple(sys.path)))
sys.path[:] = [sys.argv[1]]


async def said():
    print("awaited")


run_to_end(said())
"""


def test_the_attack_imports_what_awaits_where_something_is_awaited(tmp_path: Path) -> None:
    (tmp_path / "asyncio.py").write_text("raise AssertionError('not this one')\n")
    run = subprocess.run([sys.executable, "-c", AWAITING, str(tmp_path)], capture_output=True, text=True)
    assert run.stdout == "awaited\n", run.stderr
