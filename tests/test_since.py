"""`--since REV`: what changed, and what leans on it, in whatever file that is."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.frontend.touched import Changes

MODULE = "MAX = 4\n\n\ndef f(a: int) -> int:\n    return a + MAX\n"


def touched(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Qualified names, by `path::name`.  before: of files that changed."""
    found = Changes(now, {path: text for path, text in before.items() if text != now.get(path)}).touched
    return sorted(f"{path}::{name}" for path, names in found.items() for name in names)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("import m\ndef z(a): return a // m.MAX\n", ["z"]),
        ("from m import MAX\ndef z(a): return a // MAX\n", ["z"]),
        ("from m import MAX as most\ndef z(a): return a // most\n", ["z"]),
        ("from m import *\ndef z(a): return a // MAX\n", ["z"]),
        ("def z(a):\n    from m import MAX as most\n    return a // most\n", ["z"]),
        ("import m\ndef z(a): return a // getattr(m, 'MAX')\n", ["z"]),
        ("import m\ndef z(a, n=m.MAX): return a // n\n", ["z"]),
        ("import m\nHALF = m.MAX // 2\ndef z(a): return a // HALF\n", ["z"]),
        ("import m\nTABLE = {}\nTABLE['max'] = m.MAX\ndef z(a): return TABLE[a]\n", ["z"]),
        ("import m\nTABLE = []\nTABLE.append(m.MAX)\ndef z(a): return TABLE[a]\n", ["z"]),
        ("import m\nclass C:\n    most = m.MAX\n    def z(self): return self.most\n", ["C.z"]),
        (
            "import m\nclass C:\n    def __init__(self): self.n = m.MAX\n    def z(self, a): return a // self.n\n",
            ["C.z"],
        ),
        ("import m\nclass B:\n    n = m.MAX\nclass C(B):\n    def z(self, a): return a // self.n\n", ["C.z"]),
        ("import m\nif True:\n    def z(a): return a // m.MAX\n", ["z"]),
        ("import m\ndef z(a): return a // m.MAX\ndef y(a): return z(a)\ndef x(a): return y(a)\n", ["y", "z"]),
        ("MAX = 3\ndef z(a): return a // MAX\n", []),
        ("def z(MAX): return MAX\n", []),
        ("import m\ndef z(a): return m.g(a)\n", []),
        ("ALL = [MAX for MAX in (1, 2)]\ndef z(a): return ALL\n", []),
        ("from m import f\ndef z(a): return f(a)\n", ["z"]),
    ],
)
def test_what_leans_on_a_constant(text: str, wanted: list[str]) -> None:
    found = touched({"m.py": MODULE}, {"m.py": MODULE.replace("4", "0"), "n.py": text})
    assert [name for name in found if name.startswith("n.py") and "__init__" not in name] == [
        f"n.py::{name}" for name in wanted
    ]
    assert "m.py::f" in found


def test_names_that_are_handed_on_by_a_package() -> None:
    now = {
        "p/__init__.py": "from .m import MAX\n",
        "p/m.py": "MAX = 0\n",
        "n.py": "from p import MAX\ndef z(a): return a // MAX\n",
        "o.py": "from q import MAX\ndef z(a): return a // MAX\n",
    }
    assert touched({"p/m.py": "MAX = 4\n"}, now) == ["n.py::z"]


def test_another_import_counts_where_it_is_used() -> None:
    now = {
        "a.py": "from m import f\ndef g(): return f()\n",
        "b.py": "from a import f\ndef h(): return f()\n",
        "c.py": "from x import f\ndef i(): return f()\n",
    }
    assert touched({"a.py": now["a.py"].replace("from m", "from k")}, now) == ["a.py::g", "b.py::h"]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("def f(a: int) -> int:\n    return a\n", "def f(a: str) -> int:\n    return a\n"),
        (
            "def f(a):\n    # clew: require a > 0\n    return a\n",
            "def f(a):\n    # clew: require a > 1\n    return a\n",
        ),
        (
            "class C:\n    n: int = 1\n    def f(self): return self.n\n",
            "class C:\n    n: int = 2\n    def f(self): return self.n\n",
        ),
        ("class C:\n    def f(self): return 1\n", "class C(dict):\n    def f(self): return 1\n"),
    ],
)
def test_what_changed_itself(before: str, now: str) -> None:
    assert [name.rpartition(".")[2].rpartition(":")[2] for name in touched({"m.py": before}, {"m.py": now})] == ["f"]


def test_constants_of_one_class_beside_each_other() -> None:
    text = "class C:\n    one = 1\n    two = 2\ndef f(c): return c.one\ndef g(c): return c.two\n"
    assert touched({"m.py": text}, {"m.py": text.replace("one = 1", "one = 3")}) == ["m.py::f"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "m.py").write_text(MODULE)
    (tmp_path / "n.py").write_text("import m\n\n\ndef z(a: int) -> int:\n    return a // m.MAX\n")
    (tmp_path / "o.py").write_text("def far(a: int) -> int:\n    return a\n")
    for arguments in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=n", "-c", "user.email=e@x.org", "commit", "-qm", "1"],
    ):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", [".", "n.py"])
def test_a_constant_of_another_module(project: Path, place: str) -> None:
    """The file that changed need not be asked for."""
    (project / "m.py").write_text(MODULE.replace("4", "0"))
    (project / "test_m.py").write_text("far = 1\n")
    asked = ["check", "--since", "HEAD", place, "--isolated", "--no-write", "--output-format", "json"]
    result = CliRunner().invoke(main, asked)
    units = {unit["id"]: unit for unit in json.loads(result.stdout)["units"]}
    assert set(units) == {"n::z"} | ({"m::f"} if place == "." else set())
    assert "ZeroDivisionError" in json.dumps(units["n::z"])
    assert result.exit_code == 1


def test_a_file_that_is_there_no_more(project: Path) -> None:
    (project / "m.py").unlink()
    asked = ["cover", "--since", "HEAD", ".", "--isolated", "--no-write", "--output-format", "json"]
    assert [unit["id"] for unit in json.loads(CliRunner().invoke(main, asked).stdout)["units"]] == ["n::z"]
