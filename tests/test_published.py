"""What others have published of MC/DC and of pairs of definitions and uses, against what is said here.

Tests of a decision are written as in the sources, `TFT` for its conditions from left to right.  What Python evaluates of
them is worked out here, in short circuits, and nowhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.frontend.module import Module, read_module
from clew.goals.criteria import Criteria
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.settling.own_tests import needed, shown_in
from clew.settling.work import ModuleWork, entries_of
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible

HAYHURST = "Hayhurst, Veerhusen, Chilenski and Rierson, NASA/TM-2001-210876 (2001): n + 1 tests of gates with n inputs"
ASH = "B. Ash, logic (github.com/bryan-ash/logic), spec/features/mcdc_pairs_spec.rb, spec/logic_parser_spec.rb"
CAST = "a reading of CAST-10 (2002): (A or B) and (C or D), the pair of A is TFTF, FFTF"
RAPITA = "rapitasystems.com/blog/maskingMCDC: (A and B) or (C and D) is shown by five tests"
SIEVE = "Myers' example as in gitrepos.estec.esa.int/ttsiodras/condition-decision-mcdc"


def work_of(test: str, form: str) -> ModuleWork:
    names = sorted({node.id for node in ast.walk(ast.parse(test)) if isinstance(node, ast.Name)})
    text = f"def f({', '.join(f'{name}: bool' for name in names)}) -> int:\n    if {test}:\n        return 1\n    return 0\n"
    module = read_module(text, "m.py", "m", Criteria(("mcdc",), form))
    assert isinstance(module, Module)
    return ModuleWork(Target("m.py", "/m.py", "m", "/"), module, entries_of(module))


def vector(node: ast.expr, values: Iterator[str], wanted: bool = True) -> tuple[bool, str]:
    """The outcome of an expression, and its conditions as far as they are evaluated.  wanted: is it evaluated at all?"""
    match node:
        case ast.BoolOp(op, operands):
            outcome, seen = isinstance(op, ast.And), ""
            going = wanted
            for operand in operands:
                truth, more = vector(operand, values, going)
                seen += more
                if going and truth is not isinstance(op, ast.And):
                    outcome, going = truth, False
            return outcome, seen
        case ast.UnaryOp(ast.Not(), operand):
            truth, seen = vector(operand, values, wanted)
            return not truth, seen
    value = next(values)
    return value == "T", value if wanted else "x"


def shown(test: str, tests: list[str], form: str) -> set[int]:
    """The numbers of the conditions that the tests show to decide by themselves."""
    work = work_of(test, form)
    node = ast.parse(test, mode="eval").body
    places = {goal.outcome: goal.id for goal in work.module.goals if goal.kind == "mcc"}
    reached = [frozenset({("/m.py", places[vector(node, iter(each))[1]])}) for each in tests]
    conditions = [joint.goal.id for joint in work.joint]
    return {conditions.index(goal) for goal in shown_in(work, reached, frozenset()) if goal in conditions}


@pytest.mark.parametrize("form", ["masking", "unique-cause"])
@pytest.mark.parametrize(
    ("test", "tests", "source"),
    [
        ("a and b", "TT FT TF", HAYHURST),
        ("a or b", "FF TF FT", HAYHURST),
        ("a and b and c", "TTT FTT TFT TTF", HAYHURST),
        ("a or b or c", "FFF TFF FTF FFT", HAYHURST),
        ("(a and b) or c", "TTF FTF TFF FFT", ASH),
        ("a and (b or c)", "TFF TTF TFT FTT", ASH),
        ("(a or b) and (c or d)", "TFTF FFTF FTTF TFFF TFFT", CAST),
        ("(a and b) or (c and d)", "TTFF FTTF TFTF FFTT FFFT", RAPITA),
        ("a and not b", "TF FF TT", SIEVE),
    ],
)
def test_published_tests_show_all_and_none_of_them_is_too_many(test: str, tests: str, source: str, form: str) -> None:
    each = tests.split()
    count = len(each[0])
    assert len(each) == count + 1
    assert shown(test, each, form) == set(range(count)), source
    # Of n independent conditions unique-cause needs n + 1 tests, masking may do with fewer (Chilenski, DOT/FAA/AR-01/18).
    for left_out in each if form == "unique-cause" or count < 4 else ():
        assert shown(test, [other for other in each if other != left_out], form) < set(range(count))
    work = work_of(test, form)
    node = ast.parse(test, mode="eval").body
    places = {goal.outcome: goal.id for goal in work.module.goals if goal.kind == "mcc"}
    reached = [frozenset({("/m.py", places[vector(node, iter(row))[1]])}) for row in each]
    assert needed([work], reached, frozenset(), [0.0] * len(each)).least <= count + 1


@pytest.mark.parametrize("form", ["masking", "unique-cause"])
@pytest.mark.parametrize(
    ("test", "condition", "pairs", "source"),
    [
        ("a and b", 0, [(2, 4)], ASH),
        ("a and b", 1, [(3, 4)], ASH),
        ("a or b", 0, [(1, 3)], ASH),
        ("a or b", 1, [(1, 2)], ASH),
        ("a and (b or c)", 0, [(2, 6), (3, 7), (4, 8)], ASH),
        ("a and (b or c)", 1, [(5, 7)], ASH),
        ("a and (b or c)", 2, [(5, 6)], ASH),
        ("(a or b) and (c or d)", 0, [(3, 11)], CAST),
    ],
)
def test_published_pairs_show_their_condition_and_no_other(
    test: str, condition: int, pairs: list[tuple[int, int]], source: str, form: str
) -> None:
    """Rows of a truth table, numbered from all false."""
    count = len({node.id for node in ast.walk(ast.parse(test)) if isinstance(node, ast.Name)})
    rows = ["".join("FT"[number >> bit & 1] for bit in reversed(range(count))) for number in range(1 << count)]
    for one, other in pairs:
        assert shown(test, [rows[one - 1], rows[other - 1]], form) == {condition}, source


def settled(folder: Path, text: str, **settings: str) -> dict[str, type]:
    """By what is left of the id behind the line, the verdict of each goal of MC/DC."""
    (folder / "m.py").write_text(text)
    asked = Settings(criterion=("mcdc",), suite="small", jobs=1, **settings)
    report = cover([Target("m.py", str(folder / "m.py"), "m", str(folder))], asked, Silent()).report
    lines = text.splitlines()
    goals = [goal for unit in report.units for goal in unit.goals]
    return {
        lines[g.span.line - 1][g.span.column : g.span.end_column]: type(g.verdict) for g in goals if g.kind == "mcdc"
    }


COUPLED = """\
def f(x: bool, b: bool, d: bool) -> int:
    a = x
    c = x
    if (a or b) and (c or d):
        return 1
    return 0
"""


@pytest.mark.parametrize(
    ("form", "verdicts"),
    [
        ("masking", {"a": Covered, "b": Covered, "c": Covered, "d": Covered}),
        ("unique-cause", {"a": Covered, "b": Covered, "c": Infeasible, "d": Covered}),
    ],
)
def test_conditions_that_cannot_change_alone(tmp_path: Path, form: str, verdicts: dict[str, type]) -> None:
    """Simulink Coverage, "Modified Condition and Decision Coverage (MCDC) Definitions": of `(A||B)&&(C||D)`, where A and C
    are one signal, masking MC/DC can show more than unique-cause.  Here C is evaluated only beside an A that is true with
    it, or a B that is true without it, and so never changes alone; where A changes, C need not be evaluated.
    """
    assert settled(tmp_path, COUPLED, mcdc=form) == verdicts


def test_what_contradicts_itself_never_decides(tmp_path: Path) -> None:
    """bokehui.net, article 100119652: `x==0 && x!=0` are strongly coupled."""
    text = "def f(x: int) -> int:\n    if x == 0 and x != 0:\n        return 1\n    return 0\n"
    assert settled(tmp_path, text) == {"x == 0": Infeasible, "x != 0": Infeasible}


def test_what_the_manual_of_gcov_shows_as_not_covered_cannot_be(tmp_path: Path) -> None:
    """gcov (GCC 15), section on MC/DC: of `total != 45 && v == 1` one outcome of four is covered."""
    text = """\
def main() -> str:
    total = 0
    for i in range(10):
        total += i
    v = 1 if total > 100 else 2
    if total != 45 and v == 1:
        return "Failure"
    return "Success"
"""
    assert settled(tmp_path, text) == {"total != 45": Infeasible, "v == 1": Infeasible}


# ---------------------------------------------------------------- definitions and uses


def pairs_of(text: str, variable: str) -> set[tuple[int, str]]:
    """The line of a definition, and the use: its line, and the outcome where it is in a test."""
    module = read_module(text, "m.py", "m", Criteria(("def-use",)))
    assert isinstance(module, Module)
    found = set[tuple[int, str]]()
    for goal in module.goals:
        definition, _, outcome = (goal.outcome or "").partition(":")
        name, _, line = definition.partition("@")
        if name == variable:
            found.add((int(line), f"{goal.span.line}{outcome[:1]}"))
    return found


PATTERN = """\
def pattern(subject: str, pattern: str) -> int:
    sub, found, is_pat = 0, -1, False
    while not is_pat and sub + len(pattern) - 1 < len(subject):
        if subject[sub] == pattern[0]:
            found, is_pat = sub, True
            pat = 1
            while pat < len(pattern):
                if subject[sub + pat] != pattern[pat]:
                    found, is_pat = -1, False
                    break
                pat += 1
        sub += 1
    return found
"""


def test_pattern() -> None:
    """Ammann and Offutt, Introduction to Software Testing, 2nd ed., 7.2.3: `iSub` of node 10 reaches nodes 5 and 10, and
    edges (3, 4), (3, 11), (4, 5), (4, 10), (7, 8), (7, 9).  A use in a test counts for its outcomes.
    """
    uses = {"5", "12", "3t", "3f", "4t", "4f", "8t", "8f"}
    assert {use for line, use in pairs_of(PATTERN, "sub") if line == 12} == uses


def test_one_definition_that_another_may_replace() -> None:
    """notes.lukasl.dev, "Definition-Use Pair": of x (1, 6) and (4, 6), of y none."""
    text = "def f(a: bool) -> int:\n    x = 1\n    y = 1\n    if a:\n        x = 0\n    return x\n"
    assert pairs_of(text, "x") == {(2, "6"), (5, "6")}
    assert pairs_of(text, "y") == set()


def test_a_variable_that_is_read_anew() -> None:
    """Harrold and others, figure 1 of "Empirical studies of data dependences": x is read, y is read, and where x > y x is
    read anew and printed, else y is printed.
    """
    text = "def m(x: int, y: int, z: int) -> int:\n    if x > y:\n        x = z\n        return x\n    return y\n"
    assert pairs_of(text, "x") == {(1, "2t"), (1, "2f"), (3, "4")}
    assert pairs_of(text, "y") == {(1, "2t"), (1, "2f"), (1, "5")}


def test_an_identifier() -> None:
    """Maldonado's `identifier`, as in magsilva.pro.br, "Definition-use graph example": `s` of the entry is used in node 3,
    and `valid_id` of node 1 at both outcomes of the last test.
    """
    text = """\
def identifier(s: str) -> bool:
    valid = False
    if len(s) > 0:
        c = s[0]
        valid = c.isalpha()
        if len(s) > 1:
            c = s[1]
            i = 1
            while i < len(s) - 1:
                c = s[i]
                if not c.isalnum():
                    valid = False
                i += 1
    if valid and len(s) >= 1 and len(s) < 6:
        return True
    return False
"""
    assert (1, "7") in pairs_of(text, "s")
    assert {use for line, use in pairs_of(text, "valid") if line == 2} == {"14t", "14f"}
    assert {use for line, use in pairs_of(text, "i") if line == 8} == {"9t", "9f", "10", "13"}
