"""`pytest --clew`: what a user's tests do not reach, and whether anything can."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

CART = """
def fee(grams: int, express: bool) -> int:
    if grams < 1000:
        cents = 490
    else:
        cents = 890
    if express:
        cents += 700
    if cents < 490:
        return 0
    return cents
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "cart.py").write_text(CART)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_light.py").write_text(
        "from shop.cart import fee\n\n\ndef test_light():\n    assert fee(1, False) == 490\n"
    )
    (tmp_path / "tests" / "test_heavy.py").write_text(
        "import shop.cart\n\n\ndef test_heavy():\n    assert shop.cart.fee(2000, False) == 890\n"
    )
    (tmp_path / "conftest.py").write_text("import shop.cart\n")
    return tmp_path


def call(folder: Path, *options: str, before: tuple[str, ...] = ("pytest",)) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTEST_ADDOPTS": ""}
    # It is there by its entry point where clew is installed as it is here.
    plugin = () if entry_points(group="pytest11", name="clew") else ("-p", "clew.pytest_plugin")
    command = [sys.executable, "-m", *before, *plugin, "-p", "no:cacheprovider", "-q", *options]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def test_what_is_left_out(project: Path) -> None:
    done = call(project, "--clew", "shop", "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 of 14 goals reached by your tests, 2 impossible, 2 reachable: 83 % of what is possible" in done.stdout
    assert "shop/cart.py:9: `cents < 490` is never true" in done.stdout
    assert "lines 7, 8" in done.stdout
    assert "2 passed" in done.stdout


@pytest.mark.parametrize("options", [("-n", "2"), ("-p", "no:xdist"), ("-p", "no:randomly")])
def test_however_tests_are_run(project: Path, options: tuple[str, ...]) -> None:
    done = call(project, "--clew", "shop", "tests", *options)
    assert "10 of 14 goals reached" in done.stdout, done.stdout + done.stderr


def test_beside_a_measurement(project: Path) -> None:
    """The probes leave lines and arcs where they are."""
    run = ("coverage", "run", "--branch", "--source=shop", "-m", "pytest")
    done = call(project, "--clew", "shop", "tests", before=run)
    assert "10 of 14 goals reached" in done.stdout, done.stdout + done.stderr
    told = subprocess.run(
        [sys.executable, "-m", "coverage", "report", "-m"], cwd=project, capture_output=True, text=True, check=True
    )
    assert "8, 10" in told.stdout


def test_the_run_fails_under_a_share(project: Path) -> None:
    done = call(project, "--clew", "shop", "--clew-fail-under", "84", "tests")
    assert done.returncode == 1 and "less than --clew-fail-under=84" in done.stdout
    assert call(project, "--clew", "shop", "--clew-fail-under", "83", "tests").returncode == 0


def test_written_tests_reach_the_rest(project: Path) -> None:
    done = call(project, "--clew", "shop", "--clew-write", "tests")
    assert done.returncode == 0 and "now in clew_tests/" in done.stdout
    assert list((project / "clew_tests").glob("test_*.py"))
    done = call(project, "--clew", "shop", "--clew-fail-under", "100", "tests", "clew_tests")
    assert done.returncode == 0, done.stdout
    assert "12 of 14 goals reached by your tests, 2 impossible: 100 % of what is possible" in done.stdout


def test_off_unless_asked_for(project: Path) -> None:
    (project / "tests" / "test_off.py").write_text(
        "import sys\n\n\ndef test_off():\n    assert not {m for m in sys.modules if m.startswith('clew.')} - {'clew.pytest_plugin'}\n"
    )
    done = call(project, "tests")
    assert done.returncode == 0 and "goals" not in done.stdout, done.stdout


def test_one_function_and_only_what_changed(project: Path) -> None:
    done = call(project, "--clew", "shop/cart.py::fee", "tests")
    assert "10 of 14 goals" in done.stdout
    names = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *names, *arguments], cwd=project, check=True, capture_output=True)
    cart = project / "shop" / "cart.py"
    cart.write_text(cart.read_text() + "\n\ndef new(n: int) -> int:\n    return 1 if n else 2\n")
    done = call(project, "--clew-since", "HEAD", "tests")
    assert "0 of 3 goals reached by your tests, 3 reachable" in done.stdout, done.stdout + done.stderr


def test_places_that_are_not_there(project: Path) -> None:
    done = call(project, "--clew", "nosuch", "tests")
    assert done.returncode == 4 and "nosuch" in done.stderr
    done = call(project, "--clew", "shop/cart.py::nosuch", "tests")
    assert done.returncode == 4 and "nosuch" in done.stderr
    done = call(project, "--clew-since", "HEAD", "tests")
    assert done.returncode == 4 and "ERROR: this folder is in no git repository\n" in done.stderr, done.stderr
    done = call(project, "--clew-fail-under", "90", "tests")
    assert done.returncode == 1 and "10 of 14 goals" in done.stdout


def test_modules_that_were_there_before_are_named(project: Path) -> None:
    (project / "early.py").write_text("import shop.cart\n")
    (project / "shop" / "other.py").write_text("def f(x: int) -> int:\n    return x\n")
    done = call(project, "-p", "early", "--clew", "shop", "tests")
    assert (
        "imported before clew could watch, so that nothing is known of their tests: shop/__init__.py, shop/cart.py"
        in done.stdout
    )
    assert "0 of 1 goal reached by your tests, 1 reachable" in done.stdout  # those of shop/cart.py are not counted
    done = call(project, "-p", "early", "--clew", "shop/cart.py", "--clew-fail-under", "1", "tests")
    assert done.returncode == 4 and "imported before clew could watch" in done.stderr


def test_tests_that_do_not_keep_to_annotations(project: Path) -> None:
    (project / "shop" / "cart.py").write_text(
        "def fee(grams: int) -> int:\n    if isinstance(grams, str):\n        return 0\n    if isinstance(grams, list):\n"
        "        return 2\n    return 1\n"
    )
    for name in ("light", "heavy"):
        given = {"light": "'3'", "heavy": "3"}[name]
        text = f"import shop.cart\n\n\ndef test_it():\n    shop.cart.fee({given})\n"
        (project / "tests" / f"test_{name}.py").write_text(text)
    shown = call(project, "--clew", "shop", "tests").stdout
    assert (
        "something that its proof takes for granted does not hold\n  shop/cart.py:2: `isinstance(grams, str)`" in shown
    )
    assert "whether `isinstance(grams, list)` can be true" in shown and "whether `return 2` can be reached" in shown
    assert "does not hold in your tests of the function" in shown and "defect" not in shown
    assert "7 of 9 goals reached by your tests, 2 open: 77 % of what is possible" in shown, shown


def test_reasons_name_the_setting_where_it_is_set(project: Path) -> None:
    (project / "shop" / "shell.py").write_text(
        "import os\n\n\ndef run(n: int) -> int:\n    return os.system('true') + n\n"
    )
    (project / "tests" / "test_shell.py").write_text("import shop.shell\n\n\ndef test_it():\n    pass\n")
    shown = call(project, "--clew", "shop/shell.py", "tests/test_shell.py").stdout
    assert "side-effect-blocked: " in shown and '; try allow = ["processes"] in [tool.clew]\n' in shown, shown
    (project / "pyproject.toml").write_text('[tool.clew]\nallow = ["processes"]\n')
    assert "side-effect-blocked" not in call(project, "--clew", "shop/shell.py", "tests/test_shell.py").stdout


def test_modules_of_one_name_are_apart(project: Path) -> None:
    for folder in ("one", "two"):
        (project / folder).mkdir()
        (project / folder / "g.py").write_text("def g(x: int) -> int:\n    if x > 3:\n        return 1\n    return 3\n")
    (project / "tests" / "test_g.py").write_text(
        "from one.g import g as first\nfrom two.g import g as second\n\n\n"
        "def test_g():\n    assert first(1) == 3 and second(4) == 1\n"
    )
    assert "3 of 5 goals reached" in call(project, "--clew", "one", "tests").stdout
    assert "16 of 24 goals reached" in call(project, "--clew", ".", "tests").stdout


def test_calls_are_those_of_their_file(project: Path) -> None:
    """Goals of modules of one name have the same ids."""
    for folder, least in (("one", "3"), ("two", "1000")):
        (project / folder).mkdir()
        (project / folder / "g.py").write_text(
            f"def g(x: int) -> int:\n    if x > {least}:\n        return 1\n    return 3\n"
        )
    (project / "tests" / "test_g.py").write_text(
        "import one.g\nimport two.g\n\n\ndef test_g():\n    assert one.g.g(1) == two.g.g(1) == 3\n"
    )
    shown = call(project, "--clew", ".", "tests").stdout
    calls = {file: int(given) for file, given in re.findall(r"(one|two)/g\.py: g\.g\((\d+)\)", shown)}
    assert calls["one"] > 3 and calls["two"] > 1000, shown
