"""Which methods operations call by themselves, how often, and in which order they take items: the machine and CPython.

    def f17(flag: bool) -> int:
        log: list[str] = []
        try:
            sorted(Whole(1, log))
        except Exception as error:
            log.append(type(error).__name__)
        if ", ".join(log) == "iter, len" and flag:      as CPython logged it
            return 1  # reached by: f17(True)
        return 0

Where a model calls another method, one more or one less, or takes an item at another time, the marked line is called
infeasible.  Some of the forms are asked about; `CLEW_HIDDEN_CALLS=all` asks about all of them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import types
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from clew.source.settings import Settings
from clew.workbench.witnesses import contradictions
from clew.workers.nursery import Nursery

FOLDER: Final = Path(__file__).parent / "hidden_calls"
NAMES: Final = {
    "X": "Whole", "D": "OwnDict", "L": "OwnList", "S": "OwnStr", "I": "OwnInt", "T": "OwnTuple",
    "G": "steps", "It": "Steps", "F": "above", "K": "key",
}  # fmt: skip
CHUNK: Final = 60
ALL: Final = os.environ.get("CLEW_HIDDEN_CALLS") == "all"


@dataclass(frozen=True)
class Sweep:
    """subjects: the text before the functions; made: what is given the log, once it is made."""

    subjects: str
    forms: Sequence[str]
    made: re.Pattern[str]

    @staticmethod
    def of(subjects: str, forms: str, classes: str, every: int) -> Sweep:
        """every: of so many forms one is asked about, unless all are."""
        text, lines = (FOLDER / subjects).read_text(), (FOLDER / forms).read_text().splitlines()
        return Sweep(text, lines if ALL else lines[::every], re.compile(rf"\b({classes})\(((?:[^()]|\([^()]*\))*)\)"))

    def function(self, number: int, form: str, logged: str | None) -> str:
        """`X()` in it becomes `Whole(1, log)`.  logged: what the log is compared with; None: return it."""
        made = self.made.sub(lambda made: f"{NAMES.get(made[1], made[1])}({made[2] or 1}, log)", form)
        head = (
            f"def f{number}(flag: bool) -> int:\n    log: list[str] = []\n    try:\n        {made}\n"
            "    except Exception as error:\n        log.append(type(error).__name__)\n"
        )
        if logged is None:
            return f"{head}    return ', '.join(log)\n"
        asked = f"if ', '.join(log) == {logged!r} and flag:"
        return f"{head}    {asked}\n        return 1  # reached by: f{number}(True)\n    return 0\n"

    def logs(self, forms: Sequence[str]) -> list[str]:
        """What CPython does."""
        module = types.ModuleType("subjects")
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
            patch.setitem(sys.modules, "subjects", module)  # dataclasses look there
            text = "\n\n".join((self.subjects, *(self.function(n, form, None) for n, form in enumerate(forms))))
            exec(compile(text, "subjects", "exec", dont_inherit=True), vars(module))
            return [vars(module)[f"f{n}"](True) for n in range(len(forms))]


CALLS: Final = Sweep.of("subjects.py", "forms.txt", "|".join(NAMES), 16)
PROTOCOLS: Final = Sweep.of(
    "protocols.py", "protocols.txt",
    "Adds|AddsPlain|AddsToo|Base|Both|Called|Formed|Gives|Gotten|Holds|InPlace|Indexed|Key|Left|Lengthy|Less|Managed|"
    "Numbered|Ordered|Right|Same|Sided|Texts|Told|Total|Truth|Yields", 24,
)  # fmt: skip
CHUNKS: Final = [(sweep, first) for sweep in (CALLS, PROTOCOLS) for first in range(0, len(sweep.forms), CHUNK)]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("sweep", "first"), CHUNKS, ids=range(len(CHUNKS)))
def test_calls_are_those_of_cpython(sweep: Sweep, first: int, tmp_path: Path, nursery: Nursery) -> None:
    forms = sweep.forms[first : first + CHUNK]
    logged = sweep.logs(forms)
    assert any(logged)
    functions = (sweep.function(n, form, log) for n, (form, log) in enumerate(zip(forms, logged, strict=True)))
    file = tmp_path / "hidden_calls.py"
    file.write_text("\n\n".join((sweep.subjects, *functions)))
    wrong, counts = contradictions([file], [Settings(attack=0, paths=6)], nursery)
    assert counts.total() == len(forms)
    assert [f"{forms[int(n[1])]}: {one.shown()}" for one in wrong if (n := re.search(r": f(\d+)\(", one.shown()))] == []


@pytest.mark.parametrize(("sweep", "form"), [(CALLS, "sorted(X())"), (PROTOCOLS, "[Sided(1)] < [Sided(2)]")], ids="ab")
def test_a_wrong_log_is_noticed(sweep: Sweep, form: str, tmp_path: Path, nursery: Nursery) -> None:
    """What the test above would see: CPython says another word than the function asks for."""
    file = tmp_path / "hidden_calls.py"
    file.write_text(f"{sweep.subjects}\n\n{sweep.function(0, form, 'iter')}")
    wrong, counts = contradictions([file], [Settings(attack=0, paths=6)], nursery)
    assert counts["Infeasible"] == 1 and any("does not reach" in one.shown() for one in wrong)
