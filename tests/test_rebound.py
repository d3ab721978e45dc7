"""Functions whose names mean something else once their module is imported."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_def_use import covered

from clew.frontend.rebound import rebound_at
from clew.verdict.verdicts import Covered, Unknown

STAR = """
def neg(n: int) -> int:
    if n > 3:
        return 1
    return 2

def own(n: int) -> int:
    return neg(n) if n > 3 else n

try:
    from operator import *
except ImportError:
    pass
"""
WRAPPED = """
from functools import cache

def f(n: int) -> int:
    return 1 if n > 3 else 2

f = cache(f)
"""


@pytest.mark.parametrize(
    ("behind", "line"),
    [
        ("from m import *", 3),
        ("if FAST:\n    from m import g as f", 4),
        ("try:\n    pass\nexcept E:\n    import f.inner", 6),
        ("for _ in xs:\n    (f, g) = h", 4),
        ("match x:\n    case 1:\n        class f: pass", 5),
        ("f: int = 3\ng = f", 3),
        ("f = cached(f)", None),
        ("def g():\n    f = 3", None),
        ("from m import f as g\nf.x = 3\nf: int", None),
    ],
)
def test_what_binds_a_name_anew(behind: str, line: int | None) -> None:
    span = rebound_at(f"def f(n):\n    return n\n{behind}\n", "f", 2)
    assert (span and span.line) == line


def test_private_names_are_not_imported_by_a_star() -> None:
    assert rebound_at("def _f(n):\n    return n\nfrom m import *\n", "_f", 2) is None


def test_what_nothing_calls_is_said_to_be_so(tmp_path: Path) -> None:
    neg, own = covered(tmp_path, STAR).report.units
    assert {goal.verdict.reason.code for goal in neg.goals if isinstance(goal.verdict, Unknown)} == {"rebound"}
    assert all(isinstance(goal.verdict, Unknown) for goal in neg.goals)
    assert all(isinstance(goal.verdict, Covered) for goal in own.goals)


def test_what_a_name_is_made_of_is_reached_through_it(tmp_path: Path) -> None:
    (f,) = covered(tmp_path, WRAPPED).report.units
    assert all(isinstance(goal.verdict, Covered) for goal in f.goals)
