"""`clew mutate`: which mutants a user's own tests kill, and what is said of the others."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import clew
from clew.frontend.module import Module, read_module
from clew.frontend.replaced import changed_code, changed_lines, changed_module
from clew.mutation.plan import Planned, planned

CART = """\
import functools

TABLE = [0] * 3


def half(n: int) -> int:
    return n // 2


TABLE[1] = half(8)


def fee(grams: int, express: bool) -> int:
    cents = 490 if grams < 1000 else 890
    if express:
        cents += 700
    if cents < 490:
        return 0
    return cents


def count(n: int) -> int:
    total = 0
    while n != 0:
        n -= 1
        total += 1
    return total


@functools.lru_cache
def double(n: int) -> int:
    return n * 2


class Cart:
    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, n: int) -> None:
        if n <= 0:
            raise ValueError("no")
        self.items.append(n)

    def total(self) -> int:
        return sum(self.items)


class Large(Cart):
    def total(self) -> int:
        return super().total() + 1


def unused(n: int) -> int:
    return n + 1
"""

CONFTEST = """\
import pytest

from shop.cart import Cart


@pytest.fixture(scope="module")
def cart():
    made = Cart()
    made.add(3)
    made.add(4)
    return made
"""

TESTS = """\
import pytest

from shop.cart import TABLE, Cart, Large, count, double, fee


@pytest.mark.parametrize(("grams", "cents"), [(1, 490), (999, 490), (1000, 890)])
def test_fee(grams, cents):
    assert fee(grams, False) == cents


def test_count():
    assert count(3) == 3


def test_calls_double():
    assert double(3)


def test_double():
    assert double(3) == 6


class TestCart:
    def test_is_there(self, cart):
        assert cart

    def test_total(self, cart):
        assert cart.total() == 7

    def test_refused(self):
        with pytest.raises(ValueError):
            Cart().add(-1)

    def test_large(self):
        assert Large().total() == 1


def test_table():
    assert TABLE == [0, 4, 0]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """In the layout with `src`, not installed."""
    (tmp_path / "src" / "shop").mkdir(parents=True)
    (tmp_path / "src" / "shop" / "__init__.py").write_text("")
    (tmp_path / "src" / "shop" / "cart.py").write_text(CART)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST)
    (tmp_path / "tests" / "test_cart.py").write_text(TESTS)
    return tmp_path


def call(folder: Path, *options: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(clew.__file__)), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "clew", "mutate", "--isolated", *options]
    return subprocess.run(
        command, cwd=folder, env={**around, **(env or {})}, capture_output=True, text=True, timeout=300
    )


def mutants(folder: Path, *options: str, env: dict[str, str] | None = None) -> dict[str, dict[str, Any]]:
    """By the end of their ids: `fee:14:mutant:<=`."""
    done = call(folder, *options, "--output-format", "json", env=env)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    report = json.loads(done.stdout)
    schema = json.loads((Path(clew.__file__).parent / "report" / "schema.json").read_text())
    jsonschema.validate(report, schema)
    return {each["goal"].rpartition("::")[2]: each for each in report["mutation"]["mutants"]}


def plain(folder: Path, module: str, tests: str) -> Path:
    """A project of one module and one file of tests."""
    (folder / "subject.py").write_text(module)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_subject.py").write_text(tests)
    return folder


def test_what_becomes_of_mutants(project: Path) -> None:
    found = mutants(project, "src")
    states = {name: each["state"] for name, each in found.items()}
    ways = {name: each.get("how") for name, each in found.items()}
    # Told apart by the tests at the boundary.
    assert states["fee:14:mutant:<="] == states["fee:14:mutant:999"] == "killed"
    # No value of `cents` is below 490.
    assert [states[f"fee:18:mutant:{o}"] for o in ("None", "1", "-1")] == ["equivalent"] * 3
    assert "for all inputs" in found["fee:18:mutant:1"]["why"] and not found["fee:18:mutant:1"]["reached"]
    # Nobody asks for express.
    assert states["fee:16:mutant:deleted"] == "told-apart" and not found["fee:16:mutant:deleted"]["reached"]
    assert found["fee:16:mutant:deleted"]["why"] == "fee(0, True) returns 1190"
    # It never ends.
    assert ways["count:25:mutant:deleted"] == "timeout"
    assert found["count:25:mutant:deleted"]["why"] == "tests/test_cart.py::test_count"
    # What is read of a fixture for several tests, though another test has set it up.
    assert found["Cart.add:42:mutant:deleted"]["why"] == "tests/test_cart.py::TestCart::test_total"
    # What is asked of a cache, though another test has filled it.
    assert found["double:32:mutant:+"]["why"] == "tests/test_cart.py::test_double"
    # Called while its module is imported.
    assert found["half:7:mutant:*"]["why"] == "tests/test_cart.py::test_table"
    # Without what the class of `super()` is found by, a function has another shape.
    assert states["Large.total:50:mutant:None"] == "killed"
    assert (states["unused:54:mutant:-"], found["unused:54:mutant:-"]["reached"]) == ("told-apart", False)
    assert (found["unused:54:mutant:-"]["before"], found["unused:54:mutant:-"]["after"]) == (
        "return n + 1",
        "return n - 1",
    )


def test_two_runs_give_one_report(project: Path) -> None:
    options = ("src/shop/cart.py::Cart", "--output-format", "concise")
    first, second = (re.sub(r"[\d.]+ s$", "", call(project, *options).stdout, flags=re.MULTILINE) for _ in range(2))
    assert first == second and "survived: `if n <= 0:` → `if n < 0:`: Cart().add(0) raises ValueError" in first


def test_the_missing_tests_are_written(project: Path) -> None:
    done = call(project, "src/shop/cart.py::fee", "--write")
    assert done.returncode == 1 and "run the tests that were written: PYTHONPATH=src python -m pytest" in done.stdout
    options = ("src/shop/cart.py::fee", "--tests", "tests", "--tests", "clew_tests")
    again = call(project, *options)
    assert again.returncode == 0 and "score: 100 %" in again.stdout, again.stdout + again.stderr


def test_a_share_is_enough(project: Path) -> None:
    assert call(project, "src/shop/cart.py::fee", "--fail-under", "50").returncode == 0
    done = call(project, "src/shop/cart.py::fee", "--fail-under", "99")
    assert done.returncode == 1 and "less than --fail-under=99" in done.stderr


def test_only_what_changed(project: Path) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *names, *arguments], cwd=project, check=True, capture_output=True)
    cart = project / "src" / "shop" / "cart.py"
    cart.write_text(cart.read_text() + "\n\ndef late(n: int) -> int:\n    return n\n")
    assert {name.partition(":")[0] for name in mutants(project, "src", "--since", "HEAD")} == {"late"}


def test_tests_that_fail_anyway(tmp_path: Path) -> None:
    plain(tmp_path, "def f(n):\n    return n + 1\n", "from subject import f\n\n\ndef test_f():\n    assert f(1) == 3\n")
    done = call(tmp_path, "subject.py")
    assert done.returncode == 2
    assert "tests fail without any mutant" in done.stderr and "tests/test_subject.py::test_f" in done.stderr


@pytest.mark.parametrize(
    ("tests", "said"),
    [("import nosuch\n", "cannot be collected"), ("", "there are no tests"), ("def (\n", "cannot be collected")],
)
def test_tests_that_are_none(tmp_path: Path, tests: str, said: str) -> None:
    plain(tmp_path, "def f(n):\n    return n + 1\n", tests)
    done = call(tmp_path, "subject.py")
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_tests_that_depend_on_others_are_left_out(tmp_path: Path) -> None:
    tests = (
        "from subject import f\n\nseen = []\n\n\ndef test_first():\n    seen.append(1)\n    assert f(1) == 2\n\n\n"
        "def test_second():\n    assert seen and f(2) == 3\n"
    )
    plain(tmp_path, "def f(n: int) -> int:\n    return n + 1\n", tests)
    done = call(tmp_path, "subject.py")
    assert "pass without any mutant (in one order, or its reverse): tests/test_subject.py::test_second\n" in done.stdout
    assert "4 mutants: 4 killed; 1 test; " in done.stdout and done.returncode == 0, done.stdout + done.stderr


def test_a_mutant_that_ends_its_process_or_eats_memory(tmp_path: Path) -> None:
    module = (
        "import os\n\n\ndef f(n: int) -> int:\n    if n > 5:\n        os._exit(3)\n    return n\n\n\n"
        "def g(n: int) -> int:\n    text = 'ab'\n    while n > 0:\n        text += text\n        n -= 1\n    return len(text)\n"
    )
    tests = (
        "from subject import f, g\n\n\ndef test_f():\n    assert f(3) == 3\n\n\ndef test_g():\n    assert g(1) == 4\n"
    )
    found = mutants(plain(tmp_path, module, tests), "subject.py")
    assert found["f:5:mutant:!="]["how"] == "died" and found["f:5:mutant:!="]["why"] == "tests/test_subject.py::test_f"
    assert found["g:14:mutant:deleted"]["state"] == "killed"
    assert found["f:5:mutant:>="]["state"] != "killed"


def test_settings_of_pytest_and_its_plugins(tmp_path: Path) -> None:
    """Tests stay in one process, and warnings that are errors are none of clew's."""
    plain(
        tmp_path,
        "def f(n: int) -> int:\n    return n + 1\n",
        "from subject import f\n\n\ndef test_f():\n    assert f(1) == 2\n",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -n 2 -x\nfilterwarnings = error\npythonpath = .\n")
    assert {each["state"] for each in mutants(tmp_path, "subject.py").values()} == {"killed"}


def test_modules_that_nobody_imports_again(tmp_path: Path) -> None:
    """Tests that import inside of themselves, and a module that was there before pytest."""
    tests = "def test_f():\n    from subject import f\n\n    assert f(1) == 2\n"
    plain(tmp_path, "def f(n: int) -> int:\n    return n + 1\n", tests)
    assert {each["state"] for each in mutants(tmp_path, "subject.py").values()} == {"killed"}
    early = tmp_path / "early"
    early.mkdir()
    (early / "sitecustomize.py").write_text(f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport subject\n")
    path = os.pathsep.join([str(early), os.path.dirname(os.path.dirname(clew.__file__))])
    done = call(tmp_path, "subject.py", env={"PYTHONPATH": path})
    assert "4 mutants: 4 killed" in done.stdout and "imported before clew could watch" in done.stdout, done.stdout


def test_nothing_that_the_tests_leave_stays(tmp_path: Path) -> None:
    """Temporary files are of each mutant; what is started ends with it."""
    tests = (
        "import subprocess, sys, tempfile\nfrom subject import f\n\n\ndef test_f(tmp_path):\n"
        "    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)  # left by a mutant'])\n"
        "    assert tempfile.gettempdir() in str(tmp_path)\n    assert f(1) == 2\n"
    )
    plain(tmp_path, "def f(n: int) -> int:\n    return n + 1\n", tests)
    assert {each["state"] for each in mutants(tmp_path, "subject.py").values()} == {"killed"}
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "time.sleep(600)  # left by a mutant" not in running


# ---------------------------------------------------------------- a mutant in the place of its function


def plans(text: str) -> list[Planned]:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    return list(planned(module, {unit.qualname for unit in module.units}))


@pytest.mark.parametrize(
    ("body", "outcome", "before", "after"),
    [
        ("    if a < b:\n        return a\n", "<=", "if a < b:", "if a <= b:"),
        ("    for i in range(\n        a,\n        2,\n    ):\n        b += i\n", "3", "for i in range(a, 2):", "for i in range(a, 3):"),
        ("    b += 1\n", "deleted", "b += 1", "pass"),
        ("    try:\n        a()\n    except KeyError:\n        pass\n", "()", "except KeyError:", "except ():"),
        ("    match a:\n        case [x] if x > 1:\n            pass\n", ">=", "case [x] if x > 1:", "case [x] if x >= 1:"),
        ("    if a:\n        pass\n    elif a == 2:\n        pass\n", "!=", "if a == 2:", "if a != 2:"),
    ],
)  # fmt: skip
def test_the_line_that_changes(body: str, outcome: str, before: str, after: str) -> None:
    each = next(each for each in plans(f"def f(a, b):\n{body}") if each.goal.outcome == outcome)
    assert changed_lines(each.original, each.mutant) == (before, after)


def test_code_where_it_stands() -> None:
    text = (
        "from __future__ import annotations\nimport functools\n\nclass A:\n    class B:\n"
        "        @functools.cache\n        def f(self, n: Nosuch) -> int:\n            return self.__hidden + len(__class__.__name__) + n\n"
    )
    (each,) = [each for each in plans(text) if each.goal.outcome == "-" and each.goal.span.end_column == 62]
    code = changed_code(text, "m.py", each.mutant)
    assert (code.co_qualname, code.co_firstlineno, code.co_freevars) == ("A.B.f", 6, ("__class__",))
    assert "_B__hidden" in code.co_names
    whole: dict[str, Any] = {}
    exec(compile(changed_module(text, each.mutant), "m.py", "exec"), whole)
    assert whole["A"].B.f.__wrapped__.__code__ == code
