"""Contracts: what is read of them (`tests/golden/contracts`), and what becomes of their claims on whole programs.

# claim: refuted f(0)       of the claims on the line, in the order of their columns; `and` between them
# claim: proved
# claim: open
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_check import checked, claims, run
from test_frontend_runs import outcome
from tree_python import body, helpers

from clew.frontend.clauses import MAY_HOLD
from clew.frontend.desugar import promised
from clew.frontend.module import Module, read_module
from clew.ir.check import check_function
from clew.ir.contract import OLD
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.pipeline import cover
from clew.report.claims import ClaimReport
from clew.report.progress import Silent
from clew.report.record import CoverResult
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs" / "contracts"
GOLDEN = HERE / "golden" / "contracts"
MARK = re.compile(r"# claim: (.*)$")
OF_LIBRARIES = ("listed", "libraries", "refusals")


def module_of(text: str) -> Module:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    return module


# ---------------------------------------------------------------- reading


def told(text: str) -> list[str]:
    """The clauses of each function with the names they ask for, then what was not understood."""
    module, lines = module_of(text), []
    for unit in module.units:
        if unit.contract is None:
            continue
        lines.append(unit.qualname)
        for clause in (
            *unit.contract.requires,
            *unit.contract.ensures,
            *unit.contract.invariants,
            *unit.contract.loops,
        ):
            names = ", ".join(p.name.replace(OLD, "OLD.") for p in clause.function.parameters)
            library = " (library)" if clause.library else ""
            lines.append(f"  {clause.span.line}: {clause.kind}{library}: ({names}) -> {clause.text}")
        for snapshot in unit.contract.snapshots:
            how = "a copy" if snapshot.function is None else "computed"
            lines.append(f"  {snapshot.span.line}: OLD.{snapshot.name}: {how}")
        if unit.contract.unread:
            where = "inputs are not known" if unit.contract.unread_requires else "inputs are known"
            lines.append(f"  not understood: {len(unit.contract.unread)}, {where}")
    for problem in module.problems:
        assert problem.span is not None
        lines.append(f"{problem.span.line}:{problem.span.column}: {problem.severity}: {problem.text}")
    return lines


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    text = "\n".join(told(path.read_text())) + "\n"
    wanted = path.with_suffix(".txt")
    if os.environ.get("CLEW_BLESS"):
        wanted.write_text(text)
    assert text == wanted.read_text()


@pytest.mark.parametrize("path", sorted([*GOLDEN.glob("*.py"), *PROGRAMS.glob("*.py")]), ids=lambda path: path.stem)
def test_functions_with_contracts_are_well_formed(path: Path) -> None:
    """With preconditions and with all clauses; and their text can be read back."""
    looked_at = 0
    for unit in module_of(path.read_text()).units:
        if unit.contract is None or unit.plain is None:
            continue
        for function in (unit.function, promised(unit.plain, unit.contract)):
            assert check_function(function) == []
            assert read(show(function)) == function
            looked_at += 1
    assert looked_at > 0


def test_modules_without_contracts_are_only_searched_for_them() -> None:
    assert MAY_HOLD.search("def f(x):\n    return x  # clewed, and dealt with\n") is None


RETURNS = """
import contextlib

# clew: ensure result == 1 or x < 90
def straight(x):
    if x > 3:
        return 1
    while x:
        x -= 1
        if x == 2:
            return 2

# clew: ensure result is not None or x < 90
def overtaken(x):
    for y in range(x):
        try:
            if y == 2:
                return 1
        finally:
            if x == 4:
                continue
            if x == 5:
                break
            if x == 6:
                return 6
    return x

# clew: ensure result is not None or x < 90
def failing(x):
    try:
        try:
            return 10 // x
        finally:
            if x == 3:
                raise KeyError(x)
    except KeyError:
        x += 1
    except ZeroDivisionError:
        return 0
    else:
        return 7
    return x

# clew: ensure result is not None or x < 90
def within(x):
    for _ in range(2):
        with contextlib.suppress(KeyError):
            try:
                if x:
                    return x
            finally:
                if x == 2:
                    raise KeyError
        x += 1
    while x < 9:
        with contextlib.nullcontext():
            for z in range(x):
                if z == 5:
                    return z
            else:
                x += 1
                continue
            break
    else:
        return -1
    return -2

# clew: ensure result != 3 or x < 90
def nothing(x):
    try:
        x = 1
    finally:
        x = 2
"""


def test_promises_change_nothing_where_they_are_kept() -> None:
    """Functions with a check before each return do what they did, but for a breach."""
    module = module_of(RETURNS)
    plain: dict[str, Any] = {}
    exec(RETURNS, plain)
    promising: dict[str, Any] = {}
    promising |= helpers(promising, lambda place: None)
    exec("import contextlib", promising)
    for unit in module.units:
        assert unit.contract is not None and unit.plain is not None and len(unit.contract.ensures) == 1
        text = "\n".join(["def f(x):", *["    " + line for line in body(promised(unit.plain, unit.contract))]])
        exec(text, promising)
        for x in range(12):
            wanted, found = (
                outcome(names, f"{name}({x})") for names, name in ((plain, unit.qualname), (promising, "f"))
            )
            assert found == wanted, (unit.qualname, x)


# ---------------------------------------------------------------- whole programs


@pytest.fixture(scope="module")
def result() -> CoverResult:
    return checked(PROGRAMS, sorted(file.stem for file in PROGRAMS.glob("*.py")))


def shown(claim: ClaimReport) -> str:
    match claim.verdict:
        case Proved():
            return "proved"
        case Refuted(call=call):
            return f"refuted {call}"
        case Unknown(reason):
            return "open" if reason.code in ("budget", "bound") else reason.code
        case NoneWithin():
            return "open"


@pytest.mark.parametrize("name", sorted(file.name for file in PROGRAMS.glob("*.py")))
def test_programs(result: CoverResult, name: str) -> None:
    found: dict[int, str] = {}
    for claim in sorted(claims(result.report, name), key=lambda claim: (claim.span, claim.exception)):
        before = found.get(claim.span.line)
        found[claim.span.line] = shown(claim) if before is None else f"{before} and {shown(claim)}"
    lines = (PROGRAMS / name).read_text().splitlines()
    assert found == {number: mark[1] for number, line in enumerate(lines, 1) if (mark := MARK.search(line))}


def test_every_broken_contract_is_a_test_that_fails(result: CoverResult, tmp_path: Path) -> None:
    """Where no library checks the clause, the test does it itself, and without clew, but for what it cannot see."""
    for file in result.tests:
        if file.path not in {f"test_{name}__refuted.py" for name in OF_LIBRARIES}:  # they need these
            (tmp_path / file.path).write_text(file.text)
            assert "clew" not in file.text.partition("\n")[2]
    units = [unit for unit in result.report.units if unit.file.removesuffix(".py") not in OF_LIBRARIES]
    verdicts = [c.verdict for unit in units for c in unit.claims]
    count = sum(isinstance(verdict, Refuted) and verdict.test != "" for verdict in verdicts)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", str(tmp_path)]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(PROGRAMS)}, capture_output=True, text=True, check=False
    )
    assert f"{count} failed" in run.stdout and "passed" not in run.stdout, run.stdout
    assert count >= 18


# ---------------------------------------------------------------- the command

SILENCED = """# clew: ensure result > 0  # clew: ignore[CLEW209] known
def behind(x: int) -> int:
    return x


# clew: ignore[CLEW209] known
# clew: ensure result > 0
def above(x: int) -> int:
    return x


# clew: require x > 0
def asks(x: int) -> int:
    return x


def calls(x: int) -> int:
    return asks(x)  # clew: ignore[CLEW208] known
"""


def test_findings_about_clauses_are_silenced_where_these_stand(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SILENCED)
    code, text = run(tmp_path, "m.py", "--no-write", "--output-format", "json")
    findings = json.loads(text)["findings"]
    assert code == 0 and len(findings) == 3
    assert [finding["silenced"] for finding in findings] == ["known"] * 3
    assert sorted(finding["rule"] for finding in findings) == ["CLEW208", "CLEW209", "CLEW209"]


def test_the_words_of_claims_about_contracts(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SILENCED.replace("# clew: ignore[CLEW208] known", ""))
    code, text = run(tmp_path, "m.py", "--no-write")
    assert code == 1
    assert "m.py:18: CLEW208 `asks(x)`: `require x > 0` of asks does not hold\n" in text
    assert "    call:  calls(0)\n    where: x = 0\n" in text
    assert "1 refuted" not in text and "3 refuted (2 silenced)" in text


def test_what_is_not_understood_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("# clew: require y > 0\ndef f(x: int) -> float:\n    return 1 / x\n")
    _, text = run(tmp_path, "m.py", "--no-write", "--output-format", "concise")
    assert (
        "m.py:1:17: warning: `y` is no parameter of `f` and no name of the module: nothing is assumed from it" in text
    )
    assert "unknown: ZeroDivisionError of `1 / x`: contract: a precondition was not understood" in text


ODD = """# clew: ensures result == 3
def four(x: int) -> int:
    return 4


# clew: raises ValueErr
def refuses(x: int) -> int:
    return int(x)


# clew: raises
def names_none(x: int) -> int:
    return x
"""


def test_comments_that_are_nearly_clauses_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(ODD)
    _, text = run(tmp_path, "m.py", "--no-write", "--output-format", "concise")
    assert "m.py:1:9: warning: there is no clause `ensures`; did you mean `ensure`?" in text
    assert "m.py:6:9: warning: `raises` names `ValueErr`, which is nothing here; did you mean `ValueError`?" in text
    assert "m.py:11:9: warning: `raises` names no exception" in text


HEIRS = """import icontract


@icontract.invariant(lambda self: self.n > 0)
class Counter{base}:
    def __init__(self) -> None:
        self.n = 1


class Falling(Counter):
    def down(self) -> None:
        self.n = 0
"""


def test_invariants_of_icontract_are_those_of_subclasses_only_where_it_asks_for_them(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(HEIRS.format(base=""))
    _, text = run(tmp_path, "m.py", "--no-write", "--output-format", "concise")
    assert "icontract asks it of `Falling`, a subclass, only where that derives from DBC" in text
    assert "CLEW" not in text
    (tmp_path / "m.py").write_text(HEIRS.format(base="(icontract.DBC)"))
    _, text = run(tmp_path, "m.py", "--no-write", "--output-format", "concise")
    assert "Falling.down" in text and "CLEW" in text


# ---------------------------------------------------------------- what is covered

PAST_A_BREACH = """import icontract
from collections.abc import Iterator


# clew: require x > 0
def asks(x: int) -> int:
    if x == -5:
        return 1  # none
    return x


def ignores(x: int) -> int:
    if x < 0:
        asks(x)  # open
        return 1  # open
    return asks(x + 1)


@icontract.require(lambda x: x > 0)
@icontract.ensure(lambda result: result != 7)
def library(x: int) -> int:
    return x


def handles(x: int) -> int:
    try:
        library(x)
    except icontract.ViolationError:
        return 5  # open
    return 1


# clew: ensure OLD.it is not None
def uncopyable(it: Iterator[int]) -> int:
    for _ in it:
        return 1
    return 0
"""


def test_what_lies_behind_a_breach_is_open(tmp_path: Path) -> None:
    """Inputs that break a precondition are none; but what a program does that breaks one further inside is not known."""
    (tmp_path / "m.py").write_text(PAST_A_BREACH)
    target = Target("m.py", str(tmp_path / "m.py"), "m", str(tmp_path))
    found = cover([target], Settings(suite="small", jobs=1, attack=0), Silent())
    marks = {number: line.partition("  # ")[2] for number, line in enumerate(PAST_A_BREACH.splitlines(), 1)}
    kinds = {"none": Infeasible, "open": Unknown, "": Covered}
    for unit in found.report.units:
        for goal in unit.goals:
            if goal.kind == "statement":
                assert isinstance(goal.verdict, kinds[marks[goal.span.line]]), goal
    (file,) = found.tests
    assert not re.search(r"\b(asks|ignores|library|handles)\(-", file.text)
