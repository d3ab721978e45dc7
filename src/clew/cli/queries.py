"""`--keep-queries` and `--cross-check`, for Python and `.ivl` alike."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

from clew.source.diagnostics import Diagnostic


def query_writer(folder: Path) -> Callable[[str, int, str], None]:
    """Writes each query to a file of its own, named by function and number."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(unit: str, number: int, text: str) -> None:
        name = re.sub(r"[^\w.]+", "-", unit)
        (folder / f"{name}-{number:05}.smt2").write_text(text, encoding="utf-8")

    return write


def missing_second_engine() -> Diagnostic | None:
    """What is wrong with asking for a cross-check, if anything."""
    if importlib.util.find_spec("cvc5") is not None:
        return None
    return Diagnostic("missing-dependency", "cross-check needs cvc5; try: pip install 'clew[cross-check]'")
