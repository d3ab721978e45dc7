"""Objects of types that clew cannot make, from strategies of Hypothesis that the user has registered."""

from __future__ import annotations

import dataclasses
import decimal
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.attack.building import Workshop
from clew.attack.written import NoRecipe, alike, recipe_of
from clew.report.record import CoverResult
from clew.verdict.claims import Proved
from clew.verdict.verdicts import Covered, Unknown

VAULT = """
import hashlib
from abc import ABC, abstractmethod


class Token:
    def __init__(self, user: str, signature: str) -> None:
        if signature != hashlib.sha256(user.encode()).hexdigest():
            raise ValueError("forged")
        self.user = user

    def title(self) -> str:
        if self.user:
            return self.user.title()
        return "?"


def signed(user: str) -> Token:
    return Token(user, hashlib.sha256(user.encode()).hexdigest())


class Clock(ABC):
    @abstractmethod
    def now(self) -> int: ...


class Fixed(Clock):
    def __init__(self, settings) -> None:
        self._at = settings["at"]

    def now(self) -> int:
        return self._at


class Point:
    def __init__(self, x: int) -> None:
        self.x = x


class Pool:
    def __init__(self, opened) -> None:
        self.opened = opened + 1
        self.used = False


def may_open(tokens: list[Token], door: int) -> str:
    if not tokens:
        return "nothing"
    if tokens[0].user == "zoe":
        return "zoe"
    if door > 10 and tokens[0].user == "ann":
        return "far door"
    return "door"


def right_of(point: Point) -> bool:
    if point.x > 100_007:
        return True
    return False


def is_used(pool: Pool) -> bool:
    return pool.used
"""
STRATEGIES = """
from hypothesis import strategies as st
from vault import Clock, Fixed, Point, Pool, Token, signed

st.register_type_strategy(Token, st.builds(signed, st.sampled_from(["", "ann", "bob"])))
st.register_type_strategy(Point, st.builds(Point, st.integers(0, 3)))


@st.composite
def pools(draw):
    pool = Pool(draw(st.integers()))
    pool.used = True
    return pool


st.register_type_strategy(Pool, pools())


def register():
    st.register_type_strategy(Clock, st.builds(Fixed, st.fixed_dictionaries({"at": st.integers(0, 9)})))
"""


USE = """
from vault import Token

def user(token: Token) -> str:
    if token.user == "zoe":
        return token.user
    raise ValueError(token.user)


def held(tokens: dict[str, Token | None]) -> int:
    for token in tokens.values():
        if token is not None and token.user == "zoe":
            return 1
    return 0


def claimed(token: Token) -> None:
    name = token.user.strip()
    assert name != "zoe"
"""
BLOCKING = """
import sys

class Blocking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("clew", "hypothesis"):
            raise ImportError(name)

assert not {"clew", "hypothesis"} & {*sys.modules}
sys.meta_path.insert(0, Blocking())
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "vault.py").write_text(VAULT)
    (tmp_path / "our_strategies.py").write_text(STRATEGIES)
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def goal(function: str, text: str, kind: str = "branch:true") -> str:
    (line,) = (number for number, each in enumerate(VAULT.split("\n"), 1) if text in each)
    return f"vault::{function}:{line}:{kind}"


ZOE = goal("may_open", 'user == "zoe"')


def covered(result: CoverResult) -> set[str]:
    return {g.id for u in result.report.units for g in u.goals if isinstance(g.verdict, Covered)}


def test_objects_come_from_them_and_tests_run_without_clew_and_hypothesis(project: Path) -> None:
    places = [f"vault.py::{name}" for name in ("may_open", "Token.title")]
    before = clew.cover(*places, seconds=3)
    assert goal("may_open", 'and tokens[0].user == "ann"') not in covered(before)
    result = clew.cover(*places, strategies=("our_strategies",))
    left = {g.id: g.verdict for u in result.report.units for g in u.goals if not isinstance(g.verdict, Covered)}
    # What no drawn object reaches is open: other objects might.
    assert {*left} == {ZOE, goal("may_open", 'return "zoe"', "statement")}
    assert all(isinstance(each, Unknown) for each in left.values())
    assert {each.reason.code for each in left.values() if isinstance(each, Unknown)} == {"cannot-build-input"}
    (file,) = result.tests
    assert {*re.findall(r"signed\((.*?)\)", file.text)} <= {'""', '"ann"', '"bob"'}, "others were not drawn"
    assert "Token(" not in file.text
    (project / "our_strategies.py").unlink()
    (project / "test_vault.py").write_text(file.text)
    (project / "conftest.py").write_text(BLOCKING)
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_clew_can_make_needs_none(project: Path) -> None:
    result = clew.cover("vault.py::right_of", strategies=("our_strategies",))
    assert goal("right_of", "point.x >") in covered(result), "no strategy gives that"


def test_a_function_that_registers(project: Path) -> None:
    (project / "late.py").write_text(
        "from vault import Clock\n\ndef late(clock: Clock) -> bool:\n    return clock.now() > 5\n"
    )
    (project / "vault.py").write_text(VAULT.replace("class Fixed(Clock)", "class Fixed"))
    result = clew.cover("late.py", strategies=("our_strategies:register",))
    assert covered(result) == {g.id for u in result.report.units for g in u.goals}
    assert "Fixed({" in result.tests[0].text


def test_what_has_no_text_is_said(project: Path) -> None:
    result = clew.cover("vault.py::is_used", strategies=("our_strategies",))
    (problem,) = result.report.problems
    assert problem.severity == "warning"
    assert "Pool: calling Pool again as it was called is not seen to give a like object" in problem.text


@pytest.mark.parametrize(
    ("place", "text"), [("nowhere", "No module named 'nowhere'"), ("vault:no", "no attribute 'no'")]
)
def test_what_is_not_there_is_said(project: Path, place: str, text: str) -> None:
    result = clew.cover("vault.py::right_of", strategies=(place,))
    assert [text in problem.text for problem in result.report.problems] == [True]
    assert result.report.units


def test_nothing_is_proved_by_a_few_objects(project: Path) -> None:
    (project / "use.py").write_text(USE)
    found = clew.cover("use.py", strategies=("our_strategies",)).report
    verdicts = {g.id: g.verdict for u in found.units for g in u.goals}
    left = {g: v for g, v in verdicts.items() if not isinstance(v, Covered)}
    assert {"use::user:5:branch:true", "use::held:12:branch:true"} <= {*left}
    assert {type(each) for each in left.values()} == {Unknown}
    assert not clew.dead("use.py", strategies=("our_strategies",)).findings
    claims = [c for u in clew.check("use.py", strategies=("our_strategies",)).report.units for c in u.claims or ()]
    assert claims
    assert not [c for c in claims if isinstance(c.verdict, Proved)]


def test_a_change_of_a_strategy_is_seen(project: Path) -> None:
    assert ZOE not in covered(clew.cover("vault.py::may_open", strategies=("our_strategies",), remember=True))
    (project / "our_strategies.py").write_text(STRATEGIES.replace('"bob"', '"zoe"'))
    assert ZOE in covered(clew.cover("vault.py::may_open", strategies=("our_strategies",), remember=True))


@dataclasses.dataclass
class Line:
    names: list[str]
    price: decimal.Decimal
    total: int = dataclasses.field(init=False, default=0)


class Keeper:
    def __init__(self, kept: object, limit: int = 3) -> None:
        self._kept, self.limit = kept, limit


class Counted:
    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.number = type(self).made


class Asked:
    def __init__(self, **options: int) -> None:
        self.options = options


@pytest.mark.parametrize(
    "value",
    [Line(["a"], decimal.Decimal("1.50")), Keeper({"a": (1, {2.5, None})}), Keeper(Keeper(b"")), float("nan"), [print]],
)
def test_objects_are_made_again_as_they_are(value: Any) -> None:
    again = Workshop().build(recipe_of(value, {}))
    assert alike(value, again)
    assert type(again) is type(value)


def test_what_is_not_alike() -> None:
    line = Line([], decimal.Decimal(1))
    line.total = 7
    assert not alike(line, Workshop().build(recipe_of(line, {})))
    assert not alike(Keeper([1]), Keeper([1.0]))
    assert not alike(Counted(), Counted())
    assert not alike(0.0, -0.0)


@pytest.mark.parametrize("value", [Asked(a=1), lambda: 0, object.__new__(Keeper)])
def test_what_is_called_with_nobody_knows_what(value: Any) -> None:
    with pytest.raises(NoRecipe):
        recipe_of(value, {})
