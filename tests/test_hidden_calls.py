"""Which methods operations call by themselves, how often, and in which order they take items: the machine and CPython.

    def f17(flag: bool) -> int:
        log: list[str] = []
        with suppress(Exception):
            sorted(Whole(1, log))
        if " ".join(log) == "iter len" and flag:        as CPython logged it
            return 1  # reached by: f17(True)
        return 0

Where a model calls another method, one more or one less, or takes an item at another time, the marked line is called
infeasible.  One form in eight is asked about; `CLEW_HIDDEN_CALLS=all` asks about all of them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest

from clew.source.settings import Settings
from clew.workbench.witnesses import contradictions
from clew.workers.nursery import Nursery

FOLDER: Final = Path(__file__).parent / "hidden_calls"
SUBJECTS: Final = (FOLDER / "subjects.py").read_text()
FORMS: Final = (FOLDER / "forms.txt").read_text().splitlines()
NAMES: Final = {
    "X": "Whole", "D": "OwnDict", "L": "OwnList", "S": "OwnStr", "I": "OwnInt", "T": "OwnTuple",
    "G": "steps", "It": "Steps", "F": "above", "K": "key",
}  # fmt: skip
MADE: Final = re.compile(r"\b(X|D|L|S|I|T|G|It|F|K)\(((?:[^()]|\([^()]*\))*)\)")
CHUNK: Final = 60
ASKED: Final = FORMS if os.environ.get("CLEW_HIDDEN_CALLS") == "all" else FORMS[::8]


def with_log(form: str) -> str:
    """`X()` as `Whole(1, log)`."""
    return MADE.sub(lambda made: f"{NAMES[made[1]]}({made[2] or 1}, log)", form)


def function(number: int, form: str, logged: str | None) -> str:
    """logged: what the log is compared with; None: return it."""
    head = f"def f{number}(flag: bool) -> int:\n    log: list[str] = []\n    with suppress(Exception):\n        "
    if logged is None:
        return f"{head}{with_log(form)}\n    return ' '.join(log)\n"
    asked = f"if ' '.join(log) == {logged!r} and flag:"
    return f"{head}{with_log(form)}\n    {asked}\n        return 1  # reached by: f{number}(True)\n    return 0\n"


def logs(forms: list[str]) -> list[str]:
    """What CPython does."""
    space: dict[str, Any] = {}
    text = "\n\n".join((SUBJECTS, *(function(n, form, None) for n, form in enumerate(forms))))
    exec(compile(text, "subjects", "exec", dont_inherit=True), space)
    with contextlib.redirect_stdout(io.StringIO()):
        return [space[f"f{n}"](True) for n in range(len(forms))]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("first", range(0, len(ASKED), CHUNK))
def test_calls_are_those_of_cpython(first: int, tmp_path: Path, nursery: Nursery) -> None:
    forms = ASKED[first : first + CHUNK]
    logged = logs(forms)
    assert any(logged)
    functions = (function(n, form, log) for n, (form, log) in enumerate(zip(forms, logged, strict=True)))
    file = tmp_path / "hidden_calls.py"
    file.write_text("\n\n".join((SUBJECTS, *functions)))
    wrong, counts = contradictions([file], [Settings(attack=0, paths=6)], nursery)
    assert counts.total() == len(forms)
    assert [f"{forms[int(n[1])]}: {one.shown()}" for one in wrong if (n := re.search(r": f(\d+)\(", one.shown()))] == []


def test_a_wrong_log_is_noticed(tmp_path: Path, nursery: Nursery) -> None:
    """What the test above would see: CPython says another word than the function asks for."""
    file = tmp_path / "hidden_calls.py"
    file.write_text(f"{SUBJECTS}\n\n{function(0, 'sorted(X())', 'iter')}")
    wrong, counts = contradictions([file], [Settings(attack=0, paths=6)], nursery)
    assert counts["Infeasible"] == 1 and any("does not reach" in one.shown() for one in wrong)
