"""Functions and their block form: `tests/golden/flatten/NAME.py` has the function `f`, `NAME.ivl` the blocks, read back too.

`CLEW_BLESS=1` rewrites the blocks.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.cli.stages import STAGES
from clew.frontend.ivl import read
from clew.frontend.module import Module, read_module
from clew.ir.blocks_text import show_program

GOLDEN = Path(__file__).parent / "golden" / "flatten"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    module = read_module(path.read_text(), path.name, "m")
    assert isinstance(module, Module)
    unit = next(u for u in module.units if u.qualname == "f")
    text = STAGES["blocks"].show(module, unit).rstrip() + "\n"
    if not text.startswith("no block form"):
        program, problems = read(text)
        assert program is not None and problems == ()
        assert text.startswith(show_program(program))
    wanted = path.with_suffix(".ivl")
    if os.environ.get("CLEW_BLESS"):
        wanted.write_text(text)
    assert text == wanted.read_text()
