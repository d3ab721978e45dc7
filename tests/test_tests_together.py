"""Tests of several modules are collected together, which imports what else knows a module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from clew.cli.main import main

CORE = """
class Base:
    pass


def count() -> int:
    return len(Base.__subclasses__())
"""
PLUG = """
from core import Base


class Plug(Base):
    def twice(self, n: int) -> int:
        return 2 * n
"""
HOST = """
import plug


def run(n: int) -> int:
    return plug.Plug().twice(n)
"""


def test_what_the_modules_of_other_tests_change_is_not_expected(tmp_path: Path) -> None:
    for name, text in (("core", CORE), ("plug", PLUG), ("host", HOST)):
        (tmp_path / f"{name}.py").write_text(text)
    tests = tmp_path / "clew_tests"
    arguments = ["cover", str(tmp_path), "--output", str(tests), "--isolated", "--fresh", "-j", "1"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code in (0, 1), result.output
    assert (tests / "test_core.py").exists() and (tests / "test_plug.py").exists()
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
