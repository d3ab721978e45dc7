"""`clew diff`: what is said of two versions of a function, in git and beside each other."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from clew.attack.simpler import are_numbers
from clew.cli.main import main
from clew.frontend.renamed_files import with_imports
from clew.frontend.versions import Versions, versions_of

SAME = "same"


def diff(folder: Path, *arguments: str, code: int | None = None) -> dict[str, Any]:
    """The report, as JSON."""
    result = CliRunner().invoke(main, ["diff", *arguments, "--isolated", "--output-format", "json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert code is None or result.exit_code == code, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def pair(folder: Path, before: str, after: str, name: str = "m") -> tuple[str, str, str]:
    """Arguments for two versions of a module."""
    for version, text in (("before", before), ("after", after)):
        (folder / version).mkdir(exist_ok=True)
        (folder / version / f"{name}.py").write_text(text)
    return "--no-index", str(folder / "before"), str(folder / "after")


def said(report: dict[str, Any]) -> dict[str, str]:
    return {each["id"].partition("::")[2]: each["verdict"] for each in report["functions"]}


def compared(folder: Path, before: str, after: str) -> dict[str, str]:
    return said(diff(folder, *pair(folder, before, after)))


def test_proof_and_smallest_call(tmp_path: Path) -> None:
    before = """
def leap(y: int) -> bool:
    if y % 4 != 0:
        return False
    return y % 100 != 0 or y % 400 == 0

def adult(age: int) -> bool:
    return age >= 18

def untouched(n: int) -> int:
    return n
"""
    after = """
def leap(y: int) -> bool:
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)

def adult(age: int) -> bool:
    return age > 18

def untouched(n: int) -> int:
    \"\"\"What it does is the same.\"\"\"
    return n  # as before
"""
    report = diff(tmp_path, *pair(tmp_path, before, after), code=1)
    assert said(report) == {"leap": "same", "adult": "differs"}
    leap, adult = report["functions"]
    assert leap["scope"] == "unbounded"
    assert [each["id"] for each in leap["assumptions"]] == ["types", "resources"]
    assert adult["call"] == ["adult(18)"]
    assert adult["before"] == {"kind": "returns", "text": "True"}
    assert adult["after"] == {"kind": "returns", "text": "False"}


def test_shown_calls_can_be_pasted(tmp_path: Path) -> None:
    """With what the call finds around it, as a script would say it."""
    before = """
import os

def put(items: list[int], n: int) -> int:
    items.append(n)
    return len(items)

def level(n: int) -> int:
    if os.environ.get("LEVEL") == "high":
        return n
    return 0

def size(n: int) -> int:
    with open("limits.txt") as file:
        return len(file.read()) + n
"""
    after = before.replace("append(n)", "append(n + 1)").replace("return n\n", "return n + 1\n")
    report = diff(tmp_path, *pair(tmp_path, before, after.replace("+ n", "+ n + 1")), code=1)
    (tmp_path / "pasted").mkdir()
    for each in report["functions"]:
        text = "\n".join([*each["imports"], *each["call"][:-1], f"print(repr({each['call'][-1]}))"])
        assert "Any" not in text and "monkeypatch" not in text and "tmp_path" not in text
        for version in ("before", "after"):
            env = {**os.environ, "PYTHONPATH": str(tmp_path / version)}
            done = subprocess.run(
                [sys.executable, "-c", text], cwd=tmp_path / "pasted", env=env, capture_output=True, text=True
            )
            assert done.stdout.strip() == each[version]["text"].partition(";")[0], done.stderr
    assert {each["id"].partition("::")[2]: len(each["call"]) for each in report["functions"]} == {
        "put": 2,
        "level": 2,
        "size": 2,
    }


def test_numbers_are_shown_as_numbers(tmp_path: Path) -> None:
    """A bool is an int, but not what a reader expects there."""
    before = """
def share(n: int) -> int:
    return 3 // n

def all_of(ns: list[int]) -> int:
    return 3 // ns[0]

def strict(n: bool) -> int:
    return 3 // n

def is_int(n: int) -> int:
    return 3 // n if isinstance(n, bool) else 0
"""
    report = diff(tmp_path, *pair(tmp_path, before, before.replace("3 //", "4 //")), code=1)
    assert [each["call"][-1] for each in report["functions"]] == [
        "share(1)",
        "all_of(ns)",
        "strict(True)",
        "is_int(True)",
    ]
    assert report["functions"][1]["call"][0] == "ns = [1]"


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        ("int", True),
        ("list[int] | None", True),
        ("dict[str, float]", True),
        ("bool", False),
        ("int | bool", False),
        ("str", False),
        ("Any", False),
        (None, False),
        ("Point", False),
    ],
)
def test_annotations_that_ask_for_numbers(annotation: str | None, said: bool) -> None:
    assert are_numbers(annotation) is said


@pytest.mark.parametrize("name", ["__getattr__", "__dir__"])
def test_what_python_calls_of_a_module_is_no_private_name(tmp_path: Path, name: str) -> None:
    before = f"_one = 1\n{name} = lambda *names: [3]\n"
    assert compared(tmp_path, before, before.replace("3", "4")) == {name: "unknown"}
    assert compared(tmp_path, before, before.replace("1", "2")) == {}


def test_old_version_has_what_its_module_had(tmp_path: Path) -> None:
    """Constants, helpers and imports that changed or went, and a builtin that the new module hides."""
    before = """
from math import floor
LIMIT = 10
TWICE = LIMIT * 2

def _helper(x):
    return x + LIMIT

def cost(n: int) -> int:
    return _helper(n) + TWICE + sum([n]) + floor(1.5)
"""
    after = """
LIMIT = 11

def sum(xs):
    return 0

def cost(n: int) -> int:
    return 2 * n + 31
"""
    assert compared(tmp_path, before, after) == {"sum": "added", "cost": "same", "_helper": "removed"}
    assert compared(tmp_path, before, after.replace("31", "32"))["cost"] == "differs"


def test_changed_constant_changes_what_reads_it(tmp_path: Path) -> None:
    text = (
        "LIMIT = 10\n\ndef allowed(n: int) -> bool:\n    return n < LIMIT\n\ndef other(n: int) -> int:\n    return n\n"
    )
    assert compared(tmp_path, text, text.replace("10", "20")) == {"allowed": "differs"}
    assert compared(tmp_path, text, text.replace("= 10", "= 5 + 5")) == {"allowed": "same"}


def test_methods_leave_the_same_state(tmp_path: Path) -> None:
    before = """
class Purse:
    def __init__(self, cents: int) -> None:
        self._cents = max(cents, 0)

    def _check(self, cents: int) -> None:
        if cents > self._cents:
            raise ValueError("too much")

    def take(self, cents: int) -> bool:
        self._check(cents)
        self._cents -= cents
        return True
"""
    after = """
class Purse:
    def __init__(self, cents: int) -> None:
        self._cents = 0 if cents < 0 else cents

    def take(self, cents: int) -> bool:
        if self._cents < cents:
            raise ValueError("too much")
        self._cents = self._cents - cents
        return True
"""
    found = compared(tmp_path, before, after)
    assert found["Purse.__init__"] == "same"
    assert found["Purse.take"].startswith("same")
    assert found["Purse._check"] == "removed"
    wrong = after.replace("self._cents = self._cents - cents\n        return", "return")
    report = diff(tmp_path, *pair(tmp_path, before, wrong))
    take = next(each for each in report["functions"] if each["id"].endswith("take"))
    assert take["verdict"] == "differs"
    assert take["compared"] == "state"


def test_exceptions_count_with_what_they_say_where_a_statement_raises_them(tmp_path: Path) -> None:
    before = 'def f(n: int) -> int:\n    if n < 0:\n        raise ValueError("negative")\n    return n\n'
    assert compared(tmp_path, before, before.replace("ValueError", "TypeError")) == {"f": "differs"}
    assert compared(tmp_path, before, before.replace("negative", "below zero")) == {"f": "differs"}
    look = "def g(xs: list[int]) -> int:\n    return xs[0]\n"
    assert compared(tmp_path, look, look.replace("xs[0]", "tuple(xs)[0]"))["g"].startswith("same")


SHARED = """
def first(xs: list[int]) -> int:
    if len(xs) > 0:
        return xs[0]
    return -1
def price(prices: dict[str, int], item: str) -> int:
    prices[item]
    return 0
def push(xs: list[int], n: int) -> int:
    if n * 3 == 3000021:
        xs += [n]
    return 0
"""
SHARED_NOW = """
def first(xs: list[int]) -> int:
    try:
        return xs[0]
    except IndexError:
        return -1
def price(prices: dict[str, int], item: str) -> int:
    if item not in prices:
        raise KeyError(item)
    return 0
def push(xs: list[int], n: int) -> int:
    if n * 3 == 3000021:
        xs += [n, n]
    return 0
"""


def test_arguments_that_nothing_changes_may_be_of_any_size(tmp_path: Path) -> None:
    found = compared(tmp_path, SHARED, SHARED_NOW)
    assert (found["first"], found["push"]) == ("same", "differs")
    assert found["price"] == "differs", "a defaultdict makes what is missing"


def test_defaults_are_part_of_it(tmp_path: Path) -> None:
    text = "def f(n: int, k: int = 1, *, s: int = 2) -> int:\n    return n * k + s\n"
    for before, after in (("k: int = 1", "k: int = 2"), ("s: int = 2", "s: int = 3")):
        report = diff(tmp_path, *pair(tmp_path, text, text.replace(before, after)))
        assert said(report) == {"f": "differs"}
        assert "=" not in report["functions"][0]["call"][0] or "s" not in before


def test_parameters_that_both_take_are_compared(tmp_path: Path) -> None:
    text = "def f(n: int) -> int:\n    return n\n"
    report = diff(tmp_path, *pair(tmp_path, text, "def f(n: int, k: int = 0) -> int:\n    return n + k\n"))
    assert said(report) == {"f": "same"}
    assert report["functions"][0]["signature"] == "(n) -> (n, k=0)"
    report = diff(tmp_path, *pair(tmp_path, text, "def f(n: int, k: int) -> int:\n    return n + k\n"))
    assert said(report) == {"f": "differs"}
    assert "TypeError" in report["functions"][0]["after"]["text"] + report["functions"][0]["before"]["text"]


@pytest.mark.parametrize(
    ("before", "after", "is_narrowed", "drivers"),
    [
        ("a, b", "a, b", False, 1),
        ("a", "a, b=0", False, 1),
        ("a, b=0", "a", True, 1),
        ("a, b", "b, a", True, 1),
        ("a, b", "a, c", True, 1),
        ("a, /, b", "x, /, b", False, 1),
        ("*xs", "xs=()", True, 1),
        ("a, *, k=1", "a, k=1", False, 1),
        ("a, *, k=1", "a, k=2", False, 2),
        ("a, k=1", "a, *, k=1", True, 1),
        ("**kw", "a=0, **kw", True, 1),
        ("a", "a, *xs, **kw", False, 1),
        ("a, *xs", "a, b=0, *xs", True, 1),
        ("a, *, k=0, j=0", "a, *, k=0", True, 1),
        ("a", "a, /", True, 1),
        ("a=1, b=2", "a=2, b=2", False, 2),
    ],
)
def test_calls_that_suit_both(before: str, after: str, is_narrowed: bool, drivers: int) -> None:
    found = versions_of(f"def f({before}):\n    return 1\n", f"def f({after}):\n    return 0 or 1\n", "m.py")
    assert isinstance(found, Versions)
    (function,) = found.functions
    assert (bool(function.uncompared), len(function.drivers)) == (is_narrowed, drivers)
    if before == "a, *, k=1":
        assert "f(a, k=k)" in found.text


def test_leaning_on_what_differs_is_not_the_same(tmp_path: Path) -> None:
    before = """
class Cart:
    def __init__(self, items: int) -> None:
        self.items = items

    def fee(self) -> int:
        return 0 if self.items > 5 else 490

def total(cart: Cart) -> int:
    return cart.items * 100 + cart.fee()
"""
    after = before.replace("cart.items * 100 + cart.fee()", "cart.fee() + cart.items * 100")
    assert compared(tmp_path, before, after)["total"].startswith("same")
    found = compared(tmp_path, before, after.replace("> 5", "> 6"))
    assert found == {"Cart.fee": "differs", "total": "unknown"}
    report = diff(
        tmp_path,
        *pair(tmp_path, before, after.replace("0 if self.items > 5 else 490", "490 if self.items <= 5 else 0")),
    )
    total = next(each for each in report["functions"] if each["id"].endswith("total"))
    assert total["verdict"].startswith("same")
    assert total["leaning"] == ["m::Cart.fee"]


def test_what_imports_run_otherwise_is_named(tmp_path: Path) -> None:
    text = "def setup(v):\n    global LIMIT\n    LIMIT = v\n\ndef f(x: int) -> int:\n    y = x + 1\n    return y\n\nsetup(3)\n"
    report = diff(tmp_path, *pair(tmp_path, text, text.replace("y", "z").replace("(3)", "(4)")))
    (f,) = (each for each in report["functions"] if each["id"] == "m::f")
    (supposed,) = (each for each in f["assumptions"] if each["id"] == "imports")
    assert f["verdict"] == "same" and supposed["text"].endswith("(m.py: line 9)")
    report = diff(tmp_path, *pair(tmp_path, text, text.replace("y", "z")))
    assert all(a["id"] != "imports" for each in report["functions"] for a in each["assumptions"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return self.cents > 0", "return 1 if self.cents > 0 else 0"),
        ("return {'a': 1, 'b': 2}", "return {'b': 2, 'a': 1}"),
        ("return self.items", "return list(self.items)"),
    ],
)
def test_leaning_on_what_is_only_equal_is_not_the_same(tmp_path: Path, before: str, after: str) -> None:
    text = f"""
class Cart:
    def __init__(self, cents: int) -> None:
        self.cents = cents
        self.items = [cents]

    def shown(self):
        {before}

    def line(self, n: int) -> str:
        m = n
        return str(self.shown()) * m
"""
    found = compared(tmp_path, text, text.replace(before, after).replace("m = n", "k = n").replace("* m", "* k"))
    assert not found["Cart.line"].startswith("same")


def test_fields_of_classes_are_leant_on(tmp_path: Path) -> None:
    before = """
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int = 0

def start(x: int) -> int:
    return Point(x).y
"""
    after = before.replace("y: int = 0", "y: int = 0\n    z: int = 0").replace("Point(x).y", "Point(x).y + 0")
    assert compared(tmp_path, before, after) == {"Point": "unknown", "start": "unknown"}
    after = after.replace("y: int = 0", "y: int = 1")
    assert compared(tmp_path, before, after) == {"Point": "unknown", "start": "differs"}


def test_constants_of_classes_and_of_constants(tmp_path: Path) -> None:
    before = (
        "A = 1\nB = A + 1\n\nclass C:\n    K = 3\n\n    def k(self) -> int:\n        return self.K\n\n"
        "    @property\n    def p(self) -> int:\n        return 1\n\n    @p.setter\n    def p(self, n: int) -> None:\n"
        "        pass\n\ndef b(n: int) -> int:\n    return n + B\n"
    )
    after = before.replace("A = 1", "A = 2").replace("K = 3", "K = 4").replace("pass", "return")
    found = compared(tmp_path, before, after)
    assert found == {"C": "unknown", "C.k": "differs", "C.p.setter": "unknown", "b": "differs"}


def test_what_other_modules_read_is_said(repository: Path) -> None:
    rates = repository / "src/shop/rates.py"
    rates.write_text(rates.read_text() + "\n\nLIMIT = 1\nOWN = 1\n")
    (repository / "src/shop/cart.py").write_text(
        "from shop.rates import LIMIT\n\n\ndef f() -> int:\n    return LIMIT\n"
    )
    git(repository, "commit", "-q", "-a", "-m", "second")
    rates.write_text(rates.read_text().replace("= 1", "= 2"))
    assert said(diff(repository, "HEAD", code=1)) == {"LIMIT": "unknown", "OWN": "unknown"}


def test_what_is_only_worded_otherwise_is_run_where_it_leans_on_what_differs(tmp_path: Path) -> None:
    before = """
class Base:
    def scale(self) -> int:
        return 3

    def twice(self, n: int) -> int:
        return n + self.scale()

def told(n: int) -> int:
    if n > 9:
        result = n * 2
        return result
    raise ValueError(Base().scale())

def alone(n: int) -> int:
    result = n + 1
    return result
"""
    after = before.replace("return 3", "return 4").replace(
        "return n + self.scale()", "m = n\n        return m + self.scale()"
    )
    after = after.replace("result = n * 2\n        return result", "return n * 2")
    after = after.replace("result = n + 1\n    return result", "return n + 1")
    report = diff(tmp_path, *pair(tmp_path, before, after), code=1)
    assert said(report) == {"Base.scale": "differs", "Base.twice": "differs", "told": "differs", "alone": "same"}
    calls = {each["id"]: each["call"] for each in report["functions"] if "call" in each}
    assert calls["m::told"] == ["told(0)"]
    assert calls["m::Base.twice"][-1].endswith("twice(0)")


def test_what_is_not_compared_is_no_proof(tmp_path: Path) -> None:
    before = """
SEEN = []

def note(n: int) -> int:
    SEEN.append(n)
    return n

def shout(n: int) -> int:
    print(n)
    return n
"""
    after = before.replace("    return n\n\n", "    return n + 0\n\n").replace("print(n)", "print(n + 1)")
    assert compared(tmp_path, before, after) == {"note": "unknown", "shout": "differs"}


def test_generators_are_compared_by_calls_only(tmp_path: Path) -> None:
    before = "def windows(xs: list[int]):\n    for i in range(len(xs)):\n        yield xs[i]\n"
    assert compared(tmp_path, before, "def windows(xs: list[int]):\n    yield from xs\n") == {"windows": "unknown"}
    assert compared(tmp_path, before, before.replace("len(xs)", "len(xs) - 1")) == {"windows": "differs"}


def test_an_endless_loop_is_never_the_same(tmp_path: Path) -> None:
    before = "def ones(n: int) -> int:\n    k = 0\n    while n > 0:\n        n >>= 1\n        k += 1\n    return k\n"
    assert compared(tmp_path, before, before.replace("n > 0", "n != 0"))["ones"] in ("unknown", "differs")


def test_the_text_that_has_both_runs(tmp_path: Path) -> None:
    """Odd names and shapes: a parameter with the name of the function, private names, nested classes, star arguments."""
    before = """
class A:
    class B:
        __slots__ = ("__x",)
        def __init__(self, x): self.__x = x
        def get(self, *args, k=1, **more): return self.__x + k
    @staticmethod
    def s(s): return s
    @classmethod
    def c(cls, n=2): return cls, n
    @property
    def p(self): return super().__init__
def f(f, /, g=3): return f + g
"""
    after = before.replace("return", "return 0 or")
    found = versions_of(before, after, "m.py")
    assert isinstance(found, Versions)
    assert [v.qualname for v in found.functions if v.drivers] == ["A.B.get", "A.s", "A.c", "A.p", "f"]
    for text in (found.class_text, found.text):
        space: dict[str, Any] = {"__name__": "m"}
        exec(compile(text, "m.py", "exec"), space)
        assert space["f"](1) == 4
    space["_apart1"](space["A"].B(1))


def test_functions_with_the_names_that_drivers_use(tmp_path: Path) -> None:
    names = ("first", "second", "known", "ended", "also", "error", "first_too")
    before = "".join(f"def {name}(n: int) -> int:\n    return n + 1\n\n\n" for name in names)
    assert compared(tmp_path, before, before.replace("n + 1", "1 + n")) == dict.fromkeys(names, "same")
    assert compared(tmp_path, before, before.replace("n + 1", "n - 1")) == dict.fromkeys(names, "differs")


def test_what_attackers_found(tmp_path: Path) -> None:
    """Functions under conditions, a second definition, an override that changed, objects that are one, star arguments."""
    before = """
try:
    def tried(n: int) -> int:
        return n + 2
except ImportError:
    pass

def twice(n: int) -> int:
    return n

def twice(n: int) -> int:
    return n + 1

class P:
    def __init__(self, n: int) -> None:
        self._n = n
    def total(self) -> int:
        return self._n

class Q(P):
    def total(self) -> int:
        return 5

def same_list(xs: list[int]) -> list[int]:
    return xs

def many(*xs: int) -> int:
    return len(xs)

def named(a: int, b: int) -> int:
    return a
"""
    after = before.replace("n + 2", "n + 3").replace("return n + 1", "return 1 + n").replace("return 5", "return 6")
    after = after.replace("return self._n", "return 0 + self._n").replace("return xs", "return xs[:]")
    after = after.replace("*xs: int", "xs: tuple[int, ...] = ()").replace("(a: int, b: int)", "(a: int, c: int)")
    report = diff(tmp_path, *pair(tmp_path, before, after), code=1)
    found = said(report)
    assert found["tried"] in ("differs", "unknown")
    assert found["twice"] == "same"
    assert found["P.total"].startswith("same")
    assert found["Q.total"] == "differs"
    assert {found["many"], found["named"]} <= {"unknown", "differs"}
    listed = next(each for each in report["functions"] if each["id"] == "m::same_list")
    assert listed["verdict"].startswith("same")
    assert "no-sharing:identity" in [each["id"] for each in listed["assumptions"]]


# ---------------------------------------------------------------- git


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With one commit of a package of two modules, in `src`."""
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("")
    (package / "__init__.py").write_text("")
    (package / "rates.py").write_text("def rate(n: int) -> int:\n    return 2 * n\n")
    (package / "cart.py").write_text(
        "from shop.rates import rate\n\n\ndef total(n: int) -> int:\n    return rate(n) + 1\n"
    )
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        git(tmp_path, *command)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    names = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


def test_since_a_revision(repository: Path) -> None:
    assert diff(repository, "HEAD", code=0)["functions"] == []
    cart, rates = repository / "src/shop/cart.py", repository / "src/shop/rates.py"
    cart.write_text(cart.read_text().replace("rate(n) + 1", "1 + rate(n)"))
    report = diff(repository, "HEAD", code=0)
    assert said(report) == {"total": SAME}
    assert report["functions"][0]["file"] == "src/shop/cart.py"
    rates.write_text("def rate(n: int) -> int:\n    return n + n\n")
    report = diff(repository, "HEAD", code=0)
    assert said(report) == {"total": SAME, "rate": SAME}
    assert report["functions"][0]["leaning"] == ["shop.rates::rate"]
    rates.write_text("def rate(n: int) -> int:\n    return n + n + 1\n")
    assert said(diff(repository, "HEAD", code=1)) == {"total": "differs", "rate": "differs"}
    assert said(diff(repository, "HEAD", "src/shop/cart.py")) == {"total": "differs"}
    (repository / "src/shop/new.py").write_text("def f() -> int:\n    return 1\n")
    assert {"file": "src/shop/new.py", "change": "added"} in diff(repository, "HEAD")["files"]
    cart.unlink()
    assert {"file": "src/shop/cart.py", "change": "removed"} in diff(repository, "HEAD")["files"]


def test_a_file_that_has_another_name_is_compared_with_what_it_was(repository: Path) -> None:
    package, cart = repository / "src/shop", repository / "src/shop/cart.py"
    (package / "rates.py").rename(package / "prices.py")
    cart.write_text("from shop.prices import rate\n\n\ndef total(n: int) -> int:\n    return 1 + rate(n)\n")
    report = diff(repository, "HEAD", code=0)
    assert said(report) == {"total": SAME}
    assert report["files"] == [{"file": "src/shop/prices.py", "change": "renamed", "before": "src/shop/rates.py"}]
    texts = [each["text"] for each in report["functions"][0]["assumptions"] if each["id"] == "wording:modules"]
    assert texts == ["nobody looks at what modules are called, or where: shop.rates -> shop.prices"]
    (package / "prices.py").write_text("def rate(n: int) -> int:\n    return 2 * n + (n == 5)\n")
    report = diff(repository, "HEAD", code=1)
    assert said(report) == {"rate": "differs", "total": "unknown"}
    assert next(each["call"] for each in report["functions"] if "call" in each) == ["rate(5)"]
    assert (package / "prices.py").exists() and not (package / "rates.py").exists()


def test_a_folder_that_has_another_name_is_compared_with_what_it_was(tmp_path: Path) -> None:
    for version, name, text in (("before", "shop", "n + k"), ("after", "store", "k + n")):
        package = tmp_path / version / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("from .inner import add\n")
        (package / "inner.py").write_text(f"def add(n: int, k: int) -> int:\n    return {text}\n")
        (package / "user.py").write_text(
            f"import {name}\nfrom .inner import add\n\n\n"
            f"def use(n: int) -> int:\n    {'m = n' if name == 'shop' else 'pass'}\n    return add(n, 1)\n\n\n"
            f"def other(n: int) -> int:\n    return {name}.add(n, 1)\n"
        )
    report = diff(tmp_path, "--no-index", str(tmp_path / "before"), str(tmp_path / "after"))
    found = said(report)
    assert {name: found[name] for name in ("add", "use")} == {"add": SAME, "use": SAME}
    assert [each["change"] for each in report["files"]] == ["renamed"] * 3
    assert sorted(path.name for path in (tmp_path / "before" / "shop").iterdir()) == [
        "__init__.py",
        "inner.py",
        "user.py",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from a.old import f, g as h", "from a.new import f, g as h"),
        ("from a import old, other", "from a import new as old, other"),
        ("from a import old as o", "from a import new as o"),
        ("from . import old", "from . import new as old"),
        ("from .old import f", "from .new import f"),
        ("from .. import a", "from .. import a"),
        ("import a.old as o, os", "import a.new as o, os"),
        ("import a.old", "import a.old"),
        ("import top", "import up.new_top as top"),
        ("import top.part", "import up.part, up.new_top as top"),
        ("from top import f; x = 1", "from up.new_top import f; x = 1"),
        ("if x: from a import (\n  old,\n  b)", "if x: from a import new as old, b"),
        ("from a import away, other", "import away; from a import other"),
        ("é = 1; from a.old import é", "é = 1; from a.new import é"),
    ],
)
def test_imports_of_modules_with_another_name(before: str, after: str) -> None:
    modules = {"a.old": "a.new", "top": "up.new_top", "top.part": "up.part", "a.away": "away"}
    assert with_imports(before, "a", "a", modules).replace("import away as away", "import away") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from . import x", "from a import x"),
        ("from .x import f", "from a.x import f"),
        ("from .new import f", "from a.new import f"),
        ("import os", "import os"),
    ],
)
def test_imports_of_a_module_that_is_elsewhere(before: str, after: str) -> None:
    assert with_imports(before, "a", "b", {"a.m": "b.m"}) == after


def test_other_commands_look_at_what_changed_and_at_its_callers(repository: Path) -> None:
    rates = repository / "src/shop/rates.py"
    run = CliRunner()
    asked = [
        "cover",
        "--since",
        "HEAD",
        "src",
        "--no-write",
        "--isolated",
        "--suite",
        "small",
        "--output-format",
        "json",
    ]
    result = run.invoke(main, asked)
    assert (result.exit_code, "nothing changed since HEAD" in result.stderr) == (0, True)
    rates.write_text(rates.read_text().replace("2 * n", "n + n") + "\n\ndef other(n: int) -> int:\n    return n\n")
    units = json.loads(run.invoke(main, asked).stdout)["units"]
    assert {unit["id"] for unit in units} == {"shop.cart::total", "shop.rates::rate", "shop.rates::other"}


def test_the_repository_is_left_alone(repository: Path) -> None:
    (repository / "src/shop/rates.py").write_text("def rate(n: int) -> int:\n    return n + n\n")

    def state() -> list[tuple[str, bytes]]:
        files = (path for path in sorted(repository.rglob("*")) if path.is_file() and ".git/" not in str(path))
        return [(str(path), path.read_bytes()) for path in files if "__pycache__" not in path.parts]

    before = state()
    diff(repository, "HEAD")
    assert state() == before


def test_wrong_usage(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CliRunner()
    result = run.invoke(main, ["diff", "no-such-revision"])
    assert (result.exit_code, "no such revision here: no-such-revision" in result.stderr) == (2, True)
    result = run.invoke(main, ["diff", "--no-index", "src/shop/nothing.py", "src/shop/cart.py"])
    assert (result.exit_code, "there is no such file or folder" in result.stderr) == (2, True)
    result = run.invoke(main, ["diff", "--no-index", "src", "src/shop/cart.py"])
    assert (result.exit_code, "a folder with a folder" in result.stderr) == (2, True)
    monkeypatch.chdir(tmp_path_factory.mktemp("outside"))
    Path("m.py").write_text("")
    result = run.invoke(main, ["diff", "HEAD"])
    assert (result.exit_code, "in no git repository" in result.stderr) == (2, True)


def test_an_earlier_version_that_fails_on_import(tmp_path: Path) -> None:
    before = "import no_such_module_anywhere\n\ndef f(n: int) -> int:\n    return n\n"
    after = "def f(n: int) -> int:\n    return n + 0\n"
    report = diff(tmp_path, *pair(tmp_path, before, after), code=2)
    assert said(report) == {"f": "unknown"}
    assert any("its earlier version fails on import" in each["text"] for each in report["diagnostics"])


def test_other_formats(tmp_path: Path) -> None:
    before = "def f(n: int) -> int:\n    return n\n\ndef g(n: int) -> int:\n    return n\n"
    after = "def f(n: int) -> int:\n    return n + 1\n\ndef g(n: int) -> int:\n    return 0 + n\n"
    arguments = ["diff", *pair(tmp_path, before, after), "--isolated"]
    full = CliRunner().invoke(main, arguments).stdout
    assert ">>> f(0)" in full
    assert "2 functions changed" in full
    markdown = CliRunner().invoke(main, [*arguments, "--markdown"]).stdout
    assert "# before: returns 0\n# after:  returns 1\n" in markdown
    assert "| `g` | same | for all inputs" in markdown
    assert re.search(r"^\*\*`\w+` differs\*\* \(`[^`]+\.py:\d+`\)$", markdown, re.MULTILINE), markdown
    github = CliRunner().invoke(main, [*arguments, "--output-format", "github"]).stdout
    assert github.startswith("::error file=")
    assert github.count("::") == 2
    concise = CliRunner().invoke(main, [*arguments, "--output-format", "concise"]).stdout
    assert "f: differs: f(0): before: returns 0; after: returns 1" in concise


def test_defaults_are_followed_to_what_they_are_made_of(tmp_path: Path) -> None:
    before = (
        "KB = 1000\nMB = KB * 1000\n\ndef made() -> int:\n    return KB\n\ndef chunks(size: int, chunk: int = MB) -> int:\n"
        "    return size // chunk\n\ndef by_call(size: int, *, chunk: int = made()) -> int:\n    return size + chunk\n"
    )
    found = compared(tmp_path, before, before.replace("= 1000\n", "= 1024\n"))
    assert found == {"made": "differs", "chunks": "differs", "by_call": "differs"}


def test_parameters_that_lose_their_default_are_no_same_function(tmp_path: Path) -> None:
    before = "def f(x: int = 1) -> int:\n    return x\n"
    assert compared(tmp_path, before, before.replace(" = 1", "")) == {"f": "unknown"}
    assert compared(tmp_path, before.replace(" = 1", ""), before) == {"f": "same"}


def test_annotations_that_changed_are_named(tmp_path: Path) -> None:
    before = "def f(x: float) -> float:\n    return x // 1\n"
    after = "def f(x: int) -> float:\n    return x\n"
    (found,) = diff(tmp_path, *pair(tmp_path, before, after), code=0)["functions"]
    assert found["verdict"] == "same"
    assert any("x: float -> int" in each["text"] for each in found["assumptions"])


def test_names_that_stand_for_something_else(tmp_path: Path) -> None:
    """Builtins that a module hides now, or no longer, functions that went, and definitions under a condition."""
    hidden = "def f(xs: list[int]) -> int:\n    return len(xs)\n"
    assert compared(tmp_path, hidden, "def len(xs):\n    return 7\n\n" + hidden) == {"len": "added", "f": "differs"}
    gone = "def gone(x):\n    return x\n\ndef g(x: int) -> int:\n    return gone(x)\n"
    assert compared(tmp_path, gone, gone.partition("\n\n")[2]) == {"gone": "removed", "g": "differs"}
    flag = "FLAG = True\nif FLAG:\n    def f(x: int) -> int:\n        return 1\nelse:\n    def f(x: int) -> int:\n        return 2\n"
    assert compared(tmp_path, flag, flag.replace("FLAG = True", "FLAG = False"))["f"] == "differs"
    lamb = "f = lambda x: x + 1\n"
    assert compared(tmp_path, lamb, lamb.replace("1", "2")) == {"f": "unknown"}
    constant = "A = 1\nB = A + 1\n\nclass K:\n    Z = B\n\n    def m(self) -> int:\n        return self.Z\n"
    assert compared(tmp_path, constant, constant.replace("A = 1", "A = 2"))["K.m"] == "differs"


def test_linked_objects_are_compared_through_their_links(tmp_path: Path) -> None:
    before = """
class Node:
    def __init__(self, v: int, link: "Node | None" = None) -> None:
        self.v = v
        self.link = link

def bump(h: Node) -> None:
    h.v += 1

def cut(h: Node) -> Node | None:
    rest, h.link = h.link, None
    return rest
"""
    after = before.replace("h.v += 1", "h.v = h.v + 1").replace(
        "    rest, h.link = h.link, None\n    return rest", "    rest = h.link\n    h.link = None\n    return rest"
    )
    assert compared(tmp_path, before, after) == {"bump": "same-within-bounds", "cut": "same-within-bounds"}
    assert compared(tmp_path, before, after.replace("    h.link = None\n", ""))["cut"] == "differs"


def test_where_a_version_lies_is_no_difference(tmp_path: Path) -> None:
    before = "import os\n\ndef f(n: int) -> str:\n    return os.path.join(os.path.dirname(__file__), 'x')\n"
    after = before.replace(
        "    return os.path.join(os.path.dirname(__file__),",
        "    here = os.path.dirname(__file__)\n    return os.path.join(here,",
    )
    assert compared(tmp_path, before, after)["f"] != "differs"


def test_calls_on_objects_whose_making_fails(tmp_path: Path) -> None:
    """A method that was called while an object was made raised: no call of the function that was asked about."""
    before = """
class S:
    def __init__(self) -> None:
        self._items: list[int] = []
    def push(self, x: int) -> None:
        self._items.append(x)
    def pop(self) -> int:
        return self._items.pop()
"""
    after = before.replace("self._items.append(x)", "self._items += [x]").replace(
        "return self._items.pop()", "x = self._items[-1]\n        del self._items[-1]\n        return x"
    )
    assert compared(tmp_path, before, after) == {"S.push": "same-within-bounds", "S.pop": "same-within-bounds"}


def test_functions_that_are_nowhere(repository: Path) -> None:
    command = [sys.executable, "-m", "clew", "diff", "HEAD", "src/shop/cart.py::nosuch"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "nosuch" in done.stderr


REWORDED = """
def helper(x):
    return x + 1

class Box:
    def __init__(self, items):
        self.items = items

    def kept(self, wanted):
        found = []
        for item in self.items:
            if wanted(item):
                found.append(helper(item))
        return found

    @property
    def is_empty(self):
        if len(self.items) == 0:
            return True
        else:
            return self.kept(None) is None

async def each(source, keep):
    async for item in source:
        if keep is not None and keep(item):
            yield item
"""
REWORDED_AFTER = """
from collections.abc import AsyncIterator, Callable
from typing import Any

def helper(x):
    return x + 1

class Box:
    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def kept(self, wanted: Callable[[Any], Any]) -> list[Any]:
        return [helper(each) for each in self.items if wanted(each)]

    @property
    def is_empty(self):
        if len(self.items) == 0:
            return True
        return self.kept(None) is None

async def each(source: Any, keep: Any) -> AsyncIterator[Any]:
    async for one in source:
        if keep is None:
            continue
        if keep(one):
            yield one
"""


def test_what_is_only_worded_otherwise_is_the_same_for_all_inputs(tmp_path: Path) -> None:
    report = diff(tmp_path, *pair(tmp_path, REWORDED, REWORDED_AFTER), code=0)
    assert said(report) == {"Box.kept": SAME, "Box.is_empty": SAME, "each": SAME}
    for each in report["functions"]:
        assert [a["id"] for a in each["assumptions"]] == ["wording", "resources"]
        assert each["scope"] == "unbounded"


def test_any_for_a_loop(tmp_path: Path) -> None:
    before = "def f(xs, y):\n    for x in xs:\n        if x.has(y):\n            return True\n    return False\n"
    after = "def f(xs, y):\n    return any(x.has(y) for x in xs)\n"
    (found,) = diff(tmp_path, *pair(tmp_path, before, after), code=0)["functions"]
    assert found["verdict"] == SAME
    assert [a["id"] for a in found["assumptions"]] == ["wording", "wording:generators", "resources"]


def test_what_is_worded_otherwise_leans_on_what_it_calls(tmp_path: Path) -> None:
    after = REWORDED_AFTER.replace("return x + 1", "return x + 2")
    found = compared(tmp_path, REWORDED, after)
    assert found["helper"] == "differs"
    assert found["Box.kept"] != SAME
    assert found["each"] == SAME
    found = compared(tmp_path, REWORDED, REWORDED_AFTER.replace("for each in self.items", "for each in self.items[1:]"))
    assert found["Box.kept"] != SAME
    assert found["Box.is_empty"] != SAME


def test_decorators_may_look_at_annotations(tmp_path: Path) -> None:
    before = "from functools import singledispatch\n@singledispatch\ndef f(x):\n    return [x]\n"
    before += "@f.register\ndef _g(x: int):\n    y = x\n    return [y, 1]\n"
    after = before.replace("y = x", "z = x").replace("[y, 1]", "[z, 1]")
    assert compared(tmp_path, before, after) == {"_g": SAME}
    assert compared(tmp_path, before, after.replace("x: int", "x: str"))["_g"] != SAME


def test_another_name_of_an_import_changes_nothing_for_the_rest(tmp_path: Path) -> None:
    before = "from os.path import (\n    join,\n    split,\n)\nimport re\ndef f(a):\n    return join(a, re.escape(a))\n"
    assert compared(tmp_path, before, before.replace("split,", "split as cut, sep,").replace("re\n", "re, sys\n")) == {}
    assert compared(tmp_path, before, before.replace("join,\n", "split as join,\n"))["f"] != SAME
    assert compared(tmp_path, before, before.replace("os.path", "posixpath"))["f"] != SAME


def test_what_is_called_by_no_name_may_be_any_function_that_is_handed_on(tmp_path: Path) -> None:
    before = """
HANDLERS = {}

def register(f):
    HANDLERS[f.__name__] = f
    return f

@register
def double(x: int) -> int:
    return x + x

def plain(x: int) -> int:
    return x + 1

def handle(name, x):
    found = HANDLERS.get(name)
    y = x
    for _ in range(2):
        y = found(y)
    return y

def other(x):
    return [plain(y) for y in x]
"""
    after = before.replace("x + x", "x + x + 1").replace("y = found(y)", "y = found(y)\n        continue")
    after = after.replace("plain(y) for y", "plain(z) for z")
    assert compared(tmp_path, before, after) == {"double": "differs", "handle": "differs", "other": SAME}
    after = before.replace("x + 1", "x + 2").replace("y = found(y)", "y = found(y)\n        continue")
    assert compared(tmp_path, before, after) == {"plain": "differs", "handle": SAME}


def test_exceptions_of_classes_that_moved(tmp_path: Path) -> None:
    before = "class Odd(ValueError):\n    pass\ndef f(n: int) -> int:\n    if n > 3:\n        raise Odd('odd')\n    return n\n"
    after = before.replace("def f", "Odd.__module__ = 'public'\ndef f").replace("n > 3", "n >= 4")
    (found,) = (each for each in diff(tmp_path, *pair(tmp_path, before, after))["functions"] if each["id"] == "m::f")
    assert (found["before"]["text"], found["after"]["text"]) == ("m.Odd: odd", "public.Odd: odd")


def test_aliases_are_followed(tmp_path: Path) -> None:
    for version, helper, limit in (("before", "x", "1"), ("after", "[x]", "2")):
        folder = tmp_path / version / "pk"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / "a.py").write_text(f"K = {limit}\ndef up(x):\n    return {helper}\n")
        value = "r = {}\n    return r" if version == "before" else "return {}"
        (folder / "b.py").write_text(
            "from .a import up as u, K as k\nfirst, second = k, u\n"
            f"def inside(x):\n    from .a import up as v\n    {value.format('v(x)')}\n"
            f"def outside(x):\n    {value.format('u(x)')}\n"
            f"def constant():\n    {value.format('k')}\n"
            f"def derived():\n    {value.format('first')}\n"
            f"def paired(x):\n    {value.format('second(x)')}\n"
            f"def free(x):\n    {value.format('x.m()')}\n"
        )
    found = said(diff(tmp_path, "--no-index", str(tmp_path / "before"), str(tmp_path / "after")))
    assert [name for name, word in found.items() if word == SAME] == ["free"]


def test_annotations_that_decorators_may_look_at(tmp_path: Path) -> None:
    before = "from functools import singledispatch\n@singledispatch\ndef f(x):\n    return 0\n"
    before += "@f.register\ndef _g(x: int):\n    return 1\n@staticmethod\ndef h(x: int):\n    return 1\n"
    assert compared(tmp_path, before, before.replace("x: int", "x: str")) == {"_g": "unknown"}


def test_names_for_types_are_no_change_of_what_runs(tmp_path: Path) -> None:
    before = "from typing import Union\nText = Union[str, bytes]\nOther = Text\nPair = tuple[int, int]\nLIMITS = {}\n"
    before += "FIRST = LIMITS.setdefault(0, [1])[0]\ndef f(x):\n    return x\n"
    after = before.replace("bytes", "None").replace("int, int", "int, str").replace("[1]", "[2]")
    assert compared(tmp_path, before, after) == {"FIRST": "unknown"}


def test_what_changed_in_files_that_are_not_asked_about_is_leant_on(repository: Path) -> None:
    (repository / "rates.py").write_text("TAX = 19\nKEPT = 1\ndef fee(c):\n    return c\n")
    before = "from rates import KEPT, TAX, fee\ndef f(c: int) -> int:\n    x = c * TAX\n    return x\n"
    before += "def g(c: int) -> int:\n    return fee(c) + 0\ndef h(c: int) -> int:\n    x = c * KEPT\n    return x\n"
    (repository / "bills.py").write_text(before)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "rates")
    (repository / "rates.py").write_text("TAX = 20\nKEPT = 1\ndef fee(c):\n    return c + 1\n")
    after = before.replace("x = c * TAX\n    return x", "return c * TAX").replace("+ 0", "+ 0 + 0")
    (repository / "bills.py").write_text(after.replace("x = c * KEPT\n    return x", "return c * KEPT"))
    found = said(diff(repository, "HEAD", "bills.py"))
    assert found["h"] == SAME
    assert found["f"] != SAME
    assert found["g"] != SAME


def test_what_git_refuses_is_said(repository: Path) -> None:
    (repository / ".git" / "config").write_text("[core\n")
    result = CliRunner().invoke(main, ["diff", "HEAD", "--isolated"])
    assert result.exit_code == 2
    assert "`git rev-parse` failed: fatal: bad config line 1" in result.stderr


def test_constants_read_by_what_is_called_by_no_name(repository: Path) -> None:
    (repository / "hooks.py").write_text(
        "K = 1\nHOOKS = {}\ndef hook(f):\n    HOOKS[f.__name__] = f\n    return f\n@hook\ndef one(x):\n    return x + K\n"
    )
    before = "import hooks\ndef f(n, x):\n    y = hooks.HOOKS[n](x)\n    return y\n"
    before += "def g(n):\n    y = getattr(hooks, n)\n    return y\ndef h(n):\n    y = n.m()\n    return y\n"
    (repository / "using.py").write_text(before)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "hooks")
    (repository / "hooks.py").write_text((repository / "hooks.py").read_text().replace("K = 1", "K = 2"))
    (repository / "using.py").write_text(before.replace("y", "z"))
    assert said(diff(repository, "HEAD", "using.py")) == {"f": "differs", "g": "unknown", "h": SAME}


@pytest.mark.parametrize(
    ("text", "change", "name"),
    [
        (
            "class A:\n    @property\n    def v(self): return 1\n    @v.setter\n    def v(self, x): pass\n",
            ("1", "3"),
            "A.v",
        ),
        (
            "from enum import Enum\nclass C(Enum):\n    A = 1\n    @classmethod\n    def _missing_(cls, v): return cls.A\n",
            ("cls.A", "None"),
            "C._missing_",
        ),
        ("def __getattr__(name): return 1\n", ("1", "2"), "__getattr__"),
    ],
)
def test_names_that_python_asks_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, change: tuple[str, str], name: str
) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "m.py").write_text(text)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text(text.replace(f"return {change[0]}", f"return {change[1]}"))
    report = diff(tmp_path, "HEAD")
    assert said(report) == {name: "differs"}
    assert report["diagnostics"] == []


def test_the_time_for_the_whole_run_ends_searches(tmp_path: Path) -> None:
    """What was not settled by then is open for that reason, and the run was not interrupted."""
    text = "def f(n: int, m: int) -> int:\n    t = 0\n    while t * t * t + t != n * m + {}:\n        t += 1\n    return t\n"
    report = diff(tmp_path, *pair(tmp_path, text.format(7), text.format("7 + n - n")), "--total-seconds", "0.01")
    (f,) = report["functions"]
    assert (f["verdict"], f["reason"]["code"], f["reason"]["setting"]) == ("unknown", "timeout", "--total-seconds")
    assert not report["interrupted"]


def test_the_time_for_the_whole_run_ends_imports(tmp_path: Path) -> None:
    text = "BIG = sum(range(10 ** 9))\n\ndef f(n: int) -> int:\n    return n * {}\n"
    report = diff(tmp_path, *pair(tmp_path, text.format(7), text.format(8)), "--total-seconds", "0.5")
    (f,) = report["functions"]
    assert (f["verdict"], f["reason"]["code"], f["reason"]["setting"]) == ("unknown", "timeout", "--total-seconds")
    assert not any("import" in said["code"] for said in report["diagnostics"])
