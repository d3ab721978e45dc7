"""What imports leave otherwise: no function that leans on it is called the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from test_diff import SAME, diff, git, pair, said

from clew.frontend import parsing
from clew.frontend.import_changes import left_otherwise
from clew.frontend.import_runs import run_otherwise
from clew.frontend.mentions import Mentions


def reworded(expression: str) -> tuple[str, str]:
    """A function in two wordings."""
    return f"def f(x):\n    y = {expression}\n    return y\n", f"def f(x):\n    return {expression}\n"


@pytest.mark.parametrize(
    ("expression", "before", "after"),
    [
        ("x + A.c", "class A: c = 1\nA.c = 1\n", "class A: c = 1\nA.c = 2\n"),
        ("x + A.c", "class A: c = 1\nsetattr(A, 'c', 1)\n", "class A: c = 1\nsetattr(A, 'c', 2)\n"),
        ("REG[0] + x", "REG = []\nREG.append(1)\n", "REG = []\nREG.append(2)\n"),
        (
            "REG[0] + x",
            "REG = []\ndef add(v): REG.append(v)\nadd(1)\n",
            "REG = []\ndef add(v): REG.append(-v)\nadd(1)\n",
        ),
        ("x + K", "globals()['K'] = 1\n", "globals()['K'] = 2\n"),
        ("x + K", "exec('K = 1')\n", "exec('K = 2')\n"),
        ("k(x)", "def k(x): return k.z\nk.z = 1\n", "def k(x): return k.z\nk.z = 2\n"),
        ("b + x", "a = 1\nb = a\na = 2\n", "a = 1\na = 2\nb = a\n"),
        ("x + K", "K = 1\ndef s():\n    global K\n    K = 5\n", "K = 1\ndef s():\n    global K\n    K = 6\n"),
        (
            "A.z + x",
            "class M(type): z = 1\nclass A(metaclass=M): pass\n",
            "class M(type): z = 2\nclass A(metaclass=M): pass\n",
        ),
        ("__doc__", "'''one'''\n", "'''two'''\n"),
        ("x + N", "import os\nN = len(os.listdir('.'))\nA = 1\n", "import os\nN = len(os.listdir('.'))\nA = 2\n"),
        ("A.__doc__", "class A:\n    '''one'''\n", "class A:\n    '''two'''\n"),
        (
            "A().z + x",
            "def d(c):\n    c.z = 1\n    return c\n@d\nclass A: pass\n",
            "def d(c):\n    c.z = 2\n    return c\n@d\nclass A: pass\n",
        ),
    ],
)
def test_statements_of_the_module_itself(tmp_path: Path, expression: str, before: str, after: str) -> None:
    old, new = reworded(expression)
    assert said(diff(tmp_path, *pair(tmp_path, before + old, after + new)))["f"] != SAME
    if "__doc__" not in expression and "listdir" not in before:
        assert said(diff(tmp_path, *pair(tmp_path, before + old, before + new)))["f"] == SAME


def test_a_name_that_is_bound_again_behind_its_definition(tmp_path: Path) -> None:
    old, new = reworded("x + 1")
    assert said(diff(tmp_path, *pair(tmp_path, old, new + "f = lambda x: -x\n")))["f"] != SAME


@pytest.mark.parametrize(
    ("imports", "expression", "files", "changed"),
    [
        (
            "from h import A",
            "A(x).v",
            {"h.py": "class A:\n    def __init__(self, x): self.v = x\n"},
            ("h.py", "= x", "= -x"),
        ),
        ("from h import A", "A() + x", {"h.py": "class A:\n    def __add__(self, x): return 1\n"}, ("h.py", "1", "2")),
        (
            "import h2, h",
            "h.k(x)",
            {"h.py": "def k(x): return x\n", "h2.py": "import h\n"},
            ("h2.py", "h\n", "h\nh.k = abs\n"),
        ),
        ("import h2\nREG = {}\nh2.do(REG)", "REG.get(x)", {"h2.py": "def do(a): a[1] = 1\n"}, ("h2.py", "= 1", "= 2")),
        (
            "import reg",
            "reg.REG.get(x)",
            {"reg.py": "REG = {}\nimport h2\n", "h2.py": "import reg\nreg.REG[1] = 1\n"},
            ("h2.py", "= 1", "= 2"),
        ),
        ("import h", "h.zz + x", {"h.py": "def __getattr__(n): return 1\n"}, ("h.py", "1", "2")),
        ("from h import *", "len(x)", {"h.py": "__all__ = []\ndef len(x): return 99\n"}, ("h.py", "[]", "['len']")),
        ("from h import *", "len(x)", {"h.py": "A = 1\n"}, ("h.py", "A = 1", "A = 1\ndef len(x): return 99")),
        (
            "from tests.h import k",
            "k(x)",
            {"tests/h.py": "def k(x): return x\n"},
            ("tests/h.py", "return x", "return -x"),
        ),
        (
            "from q.h import k",
            "k(x)",
            {"q/h.py": "def k(x): return x\n", "q/g.py": "import q.h\nq.h.k = abs\n"},
            ("p/m.py", "from q", "import q.g\nfrom q"),
        ),
    ],
)
@pytest.mark.parametrize("place", [(), ("p/m.py",)])
def test_statements_of_other_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    imports: str,
    expression: str,
    files: dict[str, str],
    changed: tuple[str, str, str],
    place: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = reworded(expression)
    for file, text in {**files, "p/m.py": f"{imports}\n{old}"}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        git(tmp_path, *command)
    module = tmp_path / "p/m.py"
    module.write_text(f"{imports}\n{new}")
    file, was, now = changed
    path = tmp_path / file
    path.write_text(path.read_text().replace(was, now, 1))
    result = diff(tmp_path, "HEAD", *place)
    assert said(result).get("f", "unknown") != SAME
    subprocess.run(["git", "checkout", "-q", "--", file], cwd=tmp_path, check=True)
    module.write_text(f"{imports}\n{new}")
    if "*" not in imports:
        assert said(diff(tmp_path, "HEAD", *place))["f"] == SAME


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class B:\n    def ok(self, x): return x\nclass A(B):\n    def f(self, xs):\n        r = []\n"
            "        for x in xs: r.append(super().ok(x))\n        return r\n",
            "class B:\n    def ok(self, x): return x\nclass A(B):\n    def f(self, xs):\n"
            "        return [super().ok(x) for x in xs]\n",
        ),
        (
            "def f(xs, any):\n    for x in xs:\n        if x: return True\n    return False\n",
            "def f(xs, any):\n    return any(x for x in xs)\n",
        ),
        (
            "def outer(any):\n    def f(xs):\n        for x in xs:\n            if x: return True\n        return False\n    return f\n",
            "def outer(any):\n    def f(xs):\n        return any(x for x in xs)\n    return f\n",
        ),
        (
            "globals()['a' + 'ny'] = sum\ndef f(xs):\n    for x in xs:\n        if x: return True\n    return False\n",
            "globals()['a' + 'ny'] = sum\ndef f(xs):\n    return any(x for x in xs)\n",
        ),
    ],
)
def test_wordings_that_are_not_the_same(tmp_path: Path, before: str, after: str) -> None:
    assert SAME not in said(diff(tmp_path, *pair(tmp_path, before, after))).values()


def test_a_text_of_a_project_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[object] = []
    parse = parsing.parse_module
    monkeypatch.setattr(parsing, "parse_module", lambda text, *more: (texts.append(text), parse(text, *more))[1])
    others = {f"n{i}.py": f"import m\nN{i} = m.g()\n" for i in range(3)}
    old, new = "def g(): return 1\nX = g()\n", "def g(): return 2\nX = g()\n"
    project = Mentions({**others, "m.py": new, "m.py, before": old})
    assert "X" in left_otherwise({"m.py": (old, new)}, project)
    assert run_otherwise({"m.py": (old, new)}, project)
    assert [text for text in texts if texts.count(text) > 1 and text in others.values()] == []
    assert len(texts) <= 9  # both texts of what changed, by `changed_names`, too


def test_what_is_left_otherwise() -> None:
    old = "import os\nfrom dataclasses import dataclass\nT = []\n@dataclass\nclass A:\n    n: int = 0\ndef g(): return 1\nX = g()\n"
    new = old.replace("return 1", "return 2")
    found = left_otherwise({"m.py": (old, new)}, Mentions({"m.py": new, "m.py, before": old}))
    assert "X" in found
    assert found.isdisjoint({"os", "dataclass", "T", "A", "int"})
