"""`--suite strong`, the default: tests that notice small changes of a function, each looked at by changing it."""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from clew.attack.inhabitants import Family
from clew.attack.readable import Readable
from clew.attack.trials import is_odd, with_other_default
from clew.frontend.module import functions_of
from clew.frontend.mutants import mutants_of
from clew.frontend.replaced import changed_codes
from clew.inputs.recipes import Case, Collection, Literal
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import TestReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.source.spans import Span

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


def written(tmp_path: Path, suite: str, text: str = TEXT, allow: tuple[str, ...] = ()) -> dict[str, list[TestReport]]:
    """By the function that they are of."""
    file = tmp_path / "strong.py"
    file.write_text(text, encoding="utf-8")
    target = Target("strong.py", str(file), "strong", str(tmp_path), None)
    report = cover([target], Settings(suite=suite, jobs=1, allow=allow), Silent()).report
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
    return any(ended(test, TEXT.replace(before, after)) != ast.literal_eval(test.outcome.text) for test in tests)


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


MEAN = """
def mean(weights: list[int]) -> float:
    return sum(weights) / len(weights)
"""


def test_numbers_that_a_test_takes_for_equal_tell_nothing_apart(tmp_path: Path) -> None:
    """`mean([0]) == 0.0` does not see that `*` gives `0`; and that `mean([])` raises says little of what a mean is, so
    that it is one more test, and takes no change from others.
    """
    raising, test = written(tmp_path, "strong", MEAN)["mean"]
    assert raising.call == "mean([])"
    weights, mean = ast.literal_eval(test.call.removeprefix("mean(").removesuffix(")")), float(test.outcome.text)
    assert mean == sum(weights) / len(weights)
    assert mean not in (sum(weights) * len(weights), sum(weights) // len(weights), sum(weights), len(weights))


def test_the_same_tests_each_time(strong: dict[str, list[TestReport]], tmp_path: Path) -> None:
    again = written(tmp_path, "strong")
    assert {name: [test.call for test in tests] for name, tests in again.items()} == {
        name: [test.call for test in tests] for name, tests in strong.items()
    }


def test_changed_code_is_not_run_where_it_may_touch_the_world(
    small: dict[str, list[TestReport]], tmp_path: Path
) -> None:
    allowed = written(tmp_path, "strong", allow=("files",))
    assert [test.call for test in allowed["impulse"]] == [test.call for test in small["impulse"]]


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
        ("a + b", ["a", "b", "b + a", "a * b"]),
        ("a * b", ["a", "b"]),
        ("a // b", ["a", "b", "b // a", "a % b", "a / b"]),
        ("a and b and c", ["a and b", "a and c", "b and c", "True", "False"]),
        ("a < b", ["True", "False"]),
        ("list(a)", ["a"]),
        ("min(a, b)", ["a", "b"]),
        ("a.strip()", ["a", "a.lstrip()", "a.rstrip()"]),
        ("a is None", ["not a", "True", "False"]),
        ("a is not None", ["a", "True", "False"]),
        ("a[b]", ["a[b + 1]", "a[min(b + 1, len(a) - 1)]"]),
        ("a[0]", []),
        ("a[1:]", ["a"]),
        ("a[b, c]", ["a[c, b]"]),
        ("fullmatch(a, b)", []),
        ("a.split(b)[0]", ["a[0]", "b[0]", "a.split(b, 1)[0]"]),
        ("int(a * 100)", ["a * 100", "int(a)", "int(100)", "round(a * 100)"]),
        ("a.lower() == b.lower()", ["a == b.lower()", "a.lower() == b", "a == b", "True", "False"]),
        ("[a for a in b]", ["sorted([a for a in b])"]),
        ("re.fullmatch(a, b)", ["re", "re.match(a, b)"]),
    ],
)
def test_what_is_left_out_or_mixed_up(expression: str, expected: list[str]) -> None:
    assert sorted(further_for(f"def f():\n    return {expression}\n")) == sorted(expected)


def further_for(text: str) -> list[str]:
    """What is returned instead, where more than the usual changes are asked for."""
    node = next(functions_of(ast.parse(text)))
    known = [ast.unparse(mutant.node) for mutant in mutants_of(node)]
    further = [ast.unparse(mutant.node) for mutant in mutants_of(node, further=True)]
    return [each.rpartition("return ")[2] for each in further if each not in known]


def test_what_is_asked_for_comes_too_late_or_changes_an_argument() -> None:
    text = "def f(self, n):\n    if n > self.n:\n        return False\n    self.n -= n\n    return True\n"
    node = next(functions_of(ast.parse(text)))
    late = "    self.n -= n\n    if n > self.n:\n        return False\n    return True"
    assert late in {ast.unparse(m.node).partition("\n")[2] for m in mutants_of(node, further=True)}
    assert "a.sort(reverse=True) or a" in further_for("def f(a):\n    return sorted(a, reverse=True)\n")


def test_a_default_is_another_one() -> None:
    text = "def f(a, b=20, *, c='x', d=None):\n    return a\n"
    names = {each.default for each in changed_codes(text, Span(1, 0, 2, 12), "f.py") if each.default is not None}
    assert names == {("b", 21), ("b", 19), ("c", "x?")}

    def f(a: object, b: int = 20, *, c: str = "x") -> tuple[object, ...]:
        return a, b, c

    with_other_default(f, "b", 21)
    with_other_default(f, "c", "y")
    assert f(1) == (1, 21, "y")


def test_a_variable_is_taken_for_the_one_before_and_the_one_after() -> None:
    assert further_for("def f(a, b, c):\n    return a\n") == ["sorted(a)", "b"]
    assert further_for("def f(a, b):\n    c = 1\n    return b\n") == ["sorted(b)", "a", "c"]
    assert further_for("def f(a, b):\n    return d\n") == []


def test_of_many_changes_some_are_tried_from_all_over_the_function() -> None:
    node = next(functions_of(ast.parse("def f(a):\n" + "    a += 1\n" * 50)))
    lines = {mutant.place.span.line for mutant in mutants_of(node, further=True, most=20)}
    assert len(mutants_of(node, further=True)) > 100
    assert len(lines) == 20 and max(lines) - min(lines) > 40


def test_changes_at_one_start_are_told_apart() -> None:
    text = "def f(a, b, c):\n    return a + b + c\n"
    names = [each.name for each in changed_codes(text, Span(1, 0, 2, 20), "m.py")]
    assert len(names) == len(set(names))
    assert {"2.11-2.16:left", "2.11-2.20:left"} <= set(names)


def test_calls_are_of_values_that_people_read() -> None:
    def taken(n: int, name: str, share: float, items: list[int]) -> None: ...

    module = types.ModuleType("m")
    found = [
        Readable(random.Random(seed), module, (10, "-"), Family(module)).arguments(taken, 0)[0] for seed in range(200)
    ]
    numbers = [case[0].value for case in found if isinstance(case[0], Literal)]
    assert all(type(n) is int and abs(n) <= 1_000 for n in numbers)
    assert {9, 10, 11} <= set(numbers)  # about the constant
    words = [case[1].value for case in found if isinstance(case[1], Literal)]
    assert any("-" in str(word) for word in words)
    assert not any(is_odd(Case("m", "f", None, case, ())) for case in found)


MISTAKES = """
LIMIT = 1000


def allowed(amount: int) -> bool:
    return amount <= LIMIT


def pages(items: int, size: int = 20) -> int:
    return (items + size - 1) // size


def cents(euros: float) -> int:
    return int(euros * 100)


def extension(name: str) -> str:
    return name.split(".")[-1]


def clean(text: str) -> str:
    return text.strip()


def same_word(a: str, b: str) -> bool:
    return a.lower() == b.lower()


def unique(items: list[int]) -> list[int]:
    found: list[int] = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


def at(ready: list[int], percent: int) -> int:
    if not ready or not 0 <= percent < 100:
        return -1
    return ready[len(ready) * percent // 100]


def scheme(url: str) -> str:
    head, colon, _ = url.lstrip(" ").partition(":")
    return head.lower() if colon and head.isalpha() else ""


def common(first: str, second: str) -> str:
    if not first or not second:
        return ""
    if first[0] == second[0]:
        return first[0] + common(first[1:], second[1:])
    left = common(first, second[1:])
    right = common(first[1:], second)
    return left if len(left) >= len(right) else right


def in_order(items: list[int]) -> list[int]:
    return sorted(items)


class Account:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def withdraw(self, cents: int) -> bool:
        if cents > self.cents:
            return False
        self.cents -= cents
        return True
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With tests of the module."""
    folder = tmp_path_factory.mktemp("mistakes")
    (folder / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
    target = Target("mistakes.py", str(folder / "mistakes.py"), "mistakes", str(folder), None)
    for file in cover([target], Settings(jobs=1), Silent()).tests:
        (folder / file.path).write_text(file.text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 1000", "LIMIT = 999"),
        ("size: int = 20", "size: int = 25"),
        ("int(euros * 100)", "round(euros * 100)"),
        ('name.split(".")[-1]', 'name.partition(".")[2]'),
        ("text.strip()", "text.lstrip()"),
        ("text.strip()", "text.rstrip()"),
        ("a.lower() == b.lower()", "a == b"),
        ("return found\n", "return sorted(found)\n"),
        ("len(ready) * percent // 100]", "min(len(ready) * percent // 100 + 1, len(ready) - 1)]"),
        ('url.lstrip(" ")', "url"),
        ("common(first[1:], second[1:])", "common(first[1:], second)"),
        ("return sorted(items)", "items.sort()\n    return items"),
        (
            "        if cents > self.cents:\n            return False\n        self.cents -= cents\n",
            "        self.cents -= cents\n        if self.cents < 0:\n            return False\n",
        ),
    ],
)
def test_mistakes_that_are_made_are_noticed(folder: Path, before: str, after: str) -> None:
    assert before in MISTAKES
    file = folder / "mistakes.py"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(folder)]
    plain = {**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    codes = []
    for text in (MISTAKES, MISTAKES.replace(before, after)):
        file.write_text(text, encoding="utf-8")
        shutil.rmtree(folder / "__pycache__", ignore_errors=True)
        codes.append(subprocess.run(command, env=plain, capture_output=True, check=False).returncode)
    assert codes == [0, 1]
