"""`--suite strong`: tests that notice small changes of a function, each looked at by changing it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from clew.attack.trials import is_odd
from clew.frontend.module import functions_of
from clew.frontend.mutants import mutants_of
from clew.inputs.recipes import Case, Collection, Literal
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import TestReport
from clew.source.discovery import Target
from clew.source.settings import Settings

TEXT = """
import functools


def impulse(force: float, seconds: float, is_imperial: bool) -> float:
    product = force * seconds
    return product * 4.45 if is_imperial else product


def allowed(host: str, ending: str) -> bool:
    return host == ending or host.endswith("." + ending)


def paid(cents: int, percent: int | None) -> int:
    percent = 10 if percent is None else percent
    return cents - cents * percent // 100


def digits(n: int) -> int:
    count = 0
    while n > 0:
        n //= 10
        count += 1
    return count


def without_negatives(items: list[int]) -> None:
    for item in list(items):
        if item < 0:
            items.remove(item)


class Till:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def take(self, more: int) -> int:
        self.cents += more
        return self.cents

    @property
    def euros(self) -> float:
        return self.cents / 100


@functools.lru_cache
def kept(n: int) -> int:
    return n * 3
"""


def written(tmp_path: Path, suite: str, text: str = TEXT) -> dict[str, list[TestReport]]:
    """By the function that they are of."""
    file = tmp_path / "strong.py"
    file.write_text(text, encoding="utf-8")
    target = Target("strong.py", str(file), "strong", str(tmp_path), None)
    report = cover([target], Settings(suite=suite, jobs=1), Silent()).report
    return {unit.id.partition("::")[2]: list(unit.tests) for unit in report.units}


def notices(tests: list[TestReport], before: str, after: str) -> bool:
    """Does one of the calls end otherwise where the text is changed?  They all end as they say where it is not."""

    def ended(test: TestReport, text: str) -> Any:
        names: dict[str, Any] = {}
        exec(compile(text, "strong.py", "exec", dont_inherit=True), names)
        *setup, call = test.call.split("; ")
        exec("\n".join(setup), names)
        return eval(call, names)

    assert before in TEXT
    for test in tests:
        assert repr(ended(test, TEXT)) == test.outcome.text
    return any(repr(ended(test, TEXT.replace(before, after))) != test.outcome.text for test in tests)


@pytest.fixture(scope="module")
def strong(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[TestReport]]:
    return written(tmp_path_factory.mktemp("strong"), "strong")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[TestReport]]:
    return written(tmp_path_factory.mktemp("small"), "small")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("impulse", "product * 4.45 if is_imperial else product", "product"),
        ("impulse", "force * seconds", "force / (seconds or 1)"),
        ("paid", "10 if percent is None else percent", "percent or 10"),
    ],
)
def test_changes_are_noticed_that_the_fewest_tests_miss(
    strong: dict[str, list[TestReport]], small: dict[str, list[TestReport]], name: str, before: str, after: str
) -> None:
    assert not notices(small[name], before, after)
    assert notices(strong[name], before, after)


def test_an_operand_that_is_left_out_is_noticed(strong: dict[str, list[TestReport]]) -> None:
    assert notices(strong["allowed"], '"." + ending', "ending")
    assert notices(strong["allowed"], "host == ending or ", "")


def test_a_change_that_never_ends_is_told_apart_like_others(strong: dict[str, list[TestReport]]) -> None:
    assert notices(strong["digits"], "count += 1", "count += 2")
    assert notices(strong["digits"], "n //= 10", "n //= 11")


def test_what_is_left_of_arguments_and_objects_counts(strong: dict[str, list[TestReport]]) -> None:
    calls = [test.call for test in strong["without_negatives"]]
    assert any("-" in call for call in calls), calls
    assert any("take(" in test.call and "take(0)" not in test.call for test in strong["Till.take"])
    assert any("Till(0)" not in test.call for test in strong["Till.euros"])


def test_a_function_behind_a_decorator_is_left_as_it_is(
    strong: dict[str, list[TestReport]], small: dict[str, list[TestReport]]
) -> None:
    assert [test.call for test in strong["kept"]] == [test.call for test in small["kept"]]


def test_the_same_tests_each_time(strong: dict[str, list[TestReport]], tmp_path: Path) -> None:
    again = written(tmp_path, "strong")
    assert {name: [test.call for test in tests] for name, tests in again.items()} == {
        name: [test.call for test in tests] for name, tests in strong.items()
    }


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, False), (2.5, False), (-12_345, False), (5e-324, True), (1e300, True), (float("inf"), True), (10**5000, True)],
    ids=["0", "2.5", "-12345", "5e-324", "1e300", "inf", "10**5000"],
)
def test_numbers_that_say_nothing_are_not_drawn(value: float, expected: bool) -> None:
    """The last has more digits than Python writes: `repr` of it raises."""
    assert is_odd(Case("m", "f", None, (Collection("list", (Literal(value),)),), ())) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a + b", ["a", "b"]),
        ("a and b and c", ["a and b", "a and c", "b and c"]),
        ("list(a)", ["a"]),
        ("a.strip()", ["a"]),
        ("a is None", ["not a"]),
        ("a is not None", ["a"]),
        ("a[b]", ["a[b + 1]"]),
        ("a[0]", []),
        ("fullmatch(a, b)", []),
        ("re.fullmatch(a, b)", ["re", "re.match(a, b)"]),
    ],
)
def test_what_is_left_out(expression: str, expected: list[str]) -> None:
    node = next(functions_of(ast.parse(f"def f(a, b, c):\n    return {expression}\n")))
    known = [ast.unparse(mutant.node) for mutant in mutants_of(node)]
    further = [ast.unparse(mutant.node) for mutant in mutants_of(node, further=True)]
    found = [each.rpartition("return ")[2] for each in further if each not in known]
    assert sorted(found) == sorted(expected)
