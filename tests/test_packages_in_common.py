"""Modules of one package are explored from one import of it, and get the verdicts that they get alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import clew
from clew.concolic.prepared import imported, prepare
from clew.report.record import UnitReport
from clew.search.request import Setup

FILES = {
    "shop/__init__.py": "from shop import cart, rates\nfrom shop.cart import total\n",
    "shop/cart.py": """
        from shop.rates import rate

        def total(prices: list[int], code: str) -> int:
            if rate(code) > 100:
                return -1
            return sum(prices) * rate(code)

        _seen: list[int] = []

        def see(n: int) -> bool:
            if n in _seen:
                return True
            _seen.append(n)
            return False
    """,
    "shop/rates.py": """
        LIMIT = 3

        def rate(code: str) -> int:
            if code == "GB":
                return 20
            if len(code) > LIMIT:
                return 1
            return 5

        def is_open(day: int) -> bool:
            return day % 7 != 0 and day > 0
    """,
    "shop/late.py": """
        from shop.rates import LIMIT, rate

        def is_late(code: str, days: int) -> bool:
            if rate(code) == 6:
                return False
            return days > LIMIT
    """,
    "shop/tools/__init__.py": "",
    "shop/tools/cut.py": """
        def cut(text: str, at: int) -> str:
            return text[:at] if 0 < at < 5 else text
    """,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        lines = text.split("\n")
        indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        (tmp_path / name).write_text("\n".join(line[indent:] for line in lines), encoding="utf-8")
    return tmp_path


def units(*places: Path) -> dict[str, UnitReport]:
    report = clew.cover(*places, isolated=True, seed=1).report
    assert not report.diagnostics, report.diagnostics
    return {unit.id: unit for unit in report.units}


def test_the_verdicts_are_those_of_each_module_alone(folder: Path) -> None:
    """One that the package imports itself, and ones that it does not."""
    together = units(folder / "shop")
    names = ("cart.py", "rates.py", "late.py", "tools/cut.py")
    alone = {key: unit for name in names for key, unit in units(folder / "shop" / name).items()}
    assert together.keys() == alone.keys()
    for key, unit in together.items():
        assert [(goal.id, goal.verdict) for goal in unit.goals] == [(g.id, g.verdict) for g in alone[key].goals], key


def test_claims_get_the_verdicts_of_each_module_alone(folder: Path) -> None:
    (folder / "shop" / "shares.py").write_text(
        "from shop.rates import rate\n\n"
        "def share(code: str, n: int) -> int:\n    return rate(code) // n\n\n"
        "def first(codes: list[str]) -> int:\n    if codes:\n        return rate(codes[0])\n    return 0\n\n"
        "# clew: ensure result >= 0\ndef left(n: int) -> int:\n    return 3 - n\n",
        encoding="utf-8",
    )
    (folder / "shop" / "later.py").write_text(
        "from shop.shares import left, share\n\n"
        "def of_both(n: int) -> int:\n    return 10 // left(n) + share('GB', 2)\n",
        encoding="utf-8",
    )

    def claims(*places: Path) -> dict[str, str]:
        report = clew.check(*places, isolated=True, seed=1).report
        assert not report.diagnostics, report.diagnostics
        return {c.id: f"{c.exception} {type(c.verdict).__name__}" for unit in report.units for c in unit.claims}

    together = claims(folder / "shop")
    assert set(together.values()) == {"ZeroDivisionError Refuted", "IndexError Proved", "ensure Refuted"}
    alone = [claims(folder / "shop" / name) for name in ("shares.py", "later.py", "cart.py", "rates.py", "late.py")]
    assert together == {key: verdict for each in alone for key, verdict in each.items()}


def test_where_the_package_cannot_be_imported_each_module_says_why(folder: Path) -> None:
    (folder / "shop" / "__init__.py").write_text("raise RuntimeError('closed')\n", encoding="utf-8")
    report = clew.cover(folder / "shop", isolated=True).report
    told = [d for d in report.diagnostics if d.code == "import"]
    assert len(told) == 4
    assert all("closed" in "\n".join(d.detail) for d in told)
    reasons = {goal.verdict.reason.code for unit in report.units for goal in unit.goals}
    assert reasons == {"cannot-import"}


def test_tests_of_a_module_hold_where_others_change_it_when_they_are_imported(tmp_path: Path) -> None:
    """pytest imports the files of all tests first, and so the modules of all."""
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "base.py").write_text(
        "MODE = 'a'\nPLUGINS: dict[str, int] = {}\n\n"
        "def mode() -> int:\n    return 1 if MODE == 'b' else 0\n\n"
        "def size() -> int:\n    return len(PLUGINS)\n",
        encoding="utf-8",
    )
    (package / "plugin.py").write_text(
        "from shop import base\nbase.PLUGINS['late'] = 1\nbase.MODE = 'b'\n\n"
        "def doubled(n: int) -> int:\n    return 2 * n + base.mode()\n",
        encoding="utf-8",
    )
    result = clew.cover(package, isolated=True, cwd=tmp_path)
    assert len(result.tests) == 2
    for name, text in ((each.path, each.text) for each in result.tests):
        (tmp_path / "written" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "written" / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "written"]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def test_what_is_put_back_is_the_folder_of_the_host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts of one stem run at once: one of them must not empty the folder that another one works in."""
    monkeypatch.syspath_prepend(str(folder))
    for place in ("stem", "host"):
        (folder / place).mkdir()
    monkeypatch.chdir(folder / "stem")
    stem = prepare(Setup("shop", (str(folder),), 1_000))
    monkeypatch.chdir(folder / "host")
    monkeypatch.setenv("HOME", str(folder / "host"))
    host = imported(Setup("shop.cart", (str(folder),), 1_000), stem=stem).rest()
    host.snapshot.restore()
    assert (os.getcwd(), os.environ["HOME"]) == (str(folder / "host"), str(folder / "host"))
