"""Functions of which decorators made something else: who may call them past that, and what proofs say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible, Unknown

HEAD: Final = """\
import functools
from contextlib import contextmanager
from functools import cached_property, lru_cache


def positive(f):
    @functools.wraps(f)
    def w(x: int) -> int:
        if x <= 0:
            raise ValueError
        return f(x)
    return w


def clamp(f):
    def w(x: int) -> int:
        return f(max(x, 0))
    return w


def named(f):
    @functools.wraps(f)
    def w(*args, **kwargs):
        print(f.__name__, f.__doc__)
        return f(*args, **kwargs)
    return w


def lazily(f):
    def w(x: int) -> int:
        call = functools.partial(f, max(x, 0))
        return call()
    return w


"""
BODY: Final = """def half(x: int) -> int:
    if x * x < 0:
        return -1
    return x // 2
"""
METHOD: Final = """    def half(self) -> int:
        if len("ab") == 1:
            return -1
        return 2
"""
YIELDING: Final = """def half(x: int):
    if x * x < 0:
        yield -1
    yield x // 2
"""


def verdict(tmp_path: Path, text: str, other: str = "") -> Infeasible | Unknown:
    file = tmp_path / "halves.py"
    file.write_text(HEAD + text, encoding="utf-8")
    if other:
        (tmp_path / "others.py").write_text(other, encoding="utf-8")
    last = max(number for number, line in enumerate(text.splitlines(), HEAD.count("\n") + 1) if "-1" in line)
    answer = cover([Target(file.name, str(file), "halves", str(tmp_path))], Settings(attack=0, jobs=1), Silent())
    goals = (g for each in answer.report.units for g in each.goals)
    found = next(g.verdict for g in goals if g.span.line == last and g.kind == "statement")
    assert isinstance(found, Infeasible | Unknown), found
    return found


@pytest.mark.parametrize(
    ("text", "supposed"),
    [
        (f"@positive\n{BODY}", True),
        (f"@clamp\n{BODY}", True),
        (f"@clamp\n@positive\n{BODY}", True),
        (f"@positive\n@clamp\n{BODY}", True),
        (f"@positive\n@positive\n{BODY}", True),
        (f"@named\n{BODY}", True),
        (f"@contextmanager\n{YIELDING}", True),
        (f"@lru_cache\n{BODY}", False),
        (f"@lru_cache\n@clamp\n{BODY}", True),
        (f"class K:\n    @property\n{METHOD}", False),
        (f"class K:\n    @cached_property\n{METHOD}", False),
        (f"class K:\n    @cached_property\n    @named\n{METHOD}", True),
    ],
)
def test_proofs_say_that_nobody_calls_past_a_decorator(tmp_path: Path, text: str, supposed: bool) -> None:
    found = verdict(tmp_path, text)
    assert isinstance(found, Infeasible)
    assert ("by-name" in {a.kind for a in found.assumptions}) is supposed


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (f"@lazily\n{BODY}", ""),
        (f"{BODY}\n\nraw = half\nhalf = clamp(half)\n", ""),
        (f"@positive\n{BODY}", "from halves import half\n\nprint(half.__wrapped__(-1))\n"),
        (f"@clamp\n{BODY}", "import halves\n\nprint(halves.half.__closure__[0].cell_contents(-1))\n"),
        (f"RAW = []\n\n\ndef kept(f):\n    RAW.append(f)\n    return f\n\n\n@clamp\n@kept\n{BODY}", ""),
        (f"RAW = []\n\n\ndef kept(f):\n    RAW.append(f)\n    return f\n\n\n@clamp\n@kept\n@positive\n{BODY}", ""),
    ],
)
def test_who_else_refers_to_the_function_leaves_its_goals_open(tmp_path: Path, text: str, other: str) -> None:
    text = text.replace("x * x < 0", "x < 0")
    found = verdict(tmp_path, text, other)
    assert isinstance(found, Unknown)
    assert "past what its decorators made of it" in found.reason.text
