"""Characters that plain runs are made of, where the code asks the library what they are."""

from __future__ import annotations

import sys
import types
import unicodedata
from pathlib import Path

from test_def_use import covered

from clew.attack.characters import told_apart
from clew.goals.criteria import BRANCH
from clew.verdict.verdicts import Covered

TEXT = """
import unicodedata

def kind(text: str) -> int:
    seen = [unicodedata.bidirectional(c) for c in text]
    if "AL" in seen:
        return 1
    if "NSM" in seen:
        return 2
    return 3

def joins(text: str) -> bool:
    return any(ord(c) == 0x200C for c in text)

JOINING = {0x0628: 1, 0x0629: 2, 0x062A: 1, 0x200D: 2}

def joined(text: str) -> bool:
    return JOINING.get(ord(text[0])) == 2

def plain(text: str) -> bool:
    return text == "a"
"""


def module() -> types.ModuleType:
    made = types.ModuleType("told_apart_here")
    sys.modules[made.__name__] = made
    exec(TEXT, vars(made))
    return made


def test_one_for_each_answer() -> None:
    here = module()
    found = told_apart(here.kind, here, ())
    answers = [unicodedata.bidirectional(c) for c in found]
    assert len(answers) == len(set(answers)) and {"L", "R", "AL", "AN", "EN", "ET", "NSM"} <= set(answers)
    assert "\u200c" in told_apart(here.joins, here, (0x200C, 3, 0.5))
    assert told_apart(here.joined, here, ()) == "\u0628\u0629"
    assert told_apart(len, types.ModuleType("other"), (0x200C,)) == ""


def test_plain_runs_reach_what_the_library_decides(tmp_path: Path) -> None:
    units = covered(tmp_path, TEXT, criterion=(BRANCH,)).report.units
    (kind,) = (unit for unit in units if unit.id == "m::kind")
    assert [goal.id for goal in kind.goals if not isinstance(goal.verdict, Covered)] == []
