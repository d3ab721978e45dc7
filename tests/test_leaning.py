"""What functions lean on: names looked up by file, receiver and class, and what only the library calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_diff import SAME, diff, git, said

from clew.frontend.leaning import changed_keys, leant_on
from clew.frontend.mention_keys import OPEN, bare, file_of
from clew.frontend.mentions import Mentions


def used(function: str, files: dict[str, str]) -> set[str]:
    """Keys that `m.py::function` may use, with the files as they are called here."""
    mentions = Mentions(files)
    key = f"{file_of('m.py')}::{function}"
    reached = mentions.called_from(mentions.edges[key], key in mentions.indirect)
    return {each.replace(file_of("m.py").removesuffix("m.py"), "") for each in reached}


ADDING = "class Bag:\n    def add(self, x): return x\n    def size(self): return 0\n"


@pytest.mark.parametrize(
    ("text", "others", "name", "is_used"),
    [
        ("from h import add\ndef f(): add()", {"h.py": "def add(): ..."}, "h.py::add", True),
        ("from h import add\ndef f(): add()", {"g.py": "def add(): ...", "h.py": "add = 1"}, "g.py::add", False),
        ("from h import put as add\ndef f(): add()", {"h.py": "def put(): ..."}, "h.py::put", True),
        ("import p.h as q\ndef f(): q.add()", {"p/h.py": "def add(): ..."}, "p/h.py::add", True),
        ("import p\ndef f(): p.add()", {"p/__init__.py": "from .h import *", "p/h.py": "def add(): ..."}, "p/h.py::add", True),
        ("from p import h\ndef f(): h.add()", {"p/__init__.py": "", "p/h.py": "def add(): ..."}, "p/h.py::add", True),
        ("from p import h\ndef f(): h.k()", {"p/__init__.py": "from .h import h", "p/h.py": ADDING + "h = Bag()\nclass K:\n    def k(self): ..."}, "p/h.py::K.k", True),
        ("def f(bag): bag.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("def f():\n    bag = set()\n    bag.add(1)", {"h.py": ADDING}, "h.py::Bag.add", False),
        ("def f(x):\n    bag = set()\n    if x: bag = x\n    bag.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("from h import *\ndef f():\n    bag = set()\n    bag.add(1)", {"h.py": ADDING + "class set(Bag): ..."}, "h.py::Bag.add", True),
        ("def f(*bag):\n    bag.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": ADDING}, "h.py::Bag.add", False),
        ("from h import Bag\nclass A(Bag):\n    def f(self): self.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("from h import Bag\nclass A(Bag):\n    def f(self): super().add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": "from m import A\n" + ADDING.replace("Bag", "Bag(A)")}, "h.py::Bag.add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": "from m import A\n" + ADDING + "class C(Bag, A): ..."}, "h.py::Bag.add", True),
        ("class A:\n    def f(self):\n        self = g()\n        self.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("class A:\n    @staticmethod\n    def f(self): self.add(1)", {"h.py": ADDING}, "h.py::Bag.add", True),
        ("def f(g): g()", {"h.py": "T = {}\ndef add(): ...\nT['a'] = add"}, "h.py::add", True),
        ("def f(g): g()", {"h.py": "def add(): ..."}, "h.py::add", False),
        ("import h\ndef f(): return len(())", {"h.py": "import builtins\ndef add(): ...\nbuiltins.len = add"}, "h.py::add", True),
        ("import h\ndef f(): return h.x()", {"h.py": "def x(): ...", "g.py": "import h\ndef add(): ...\nh.x = add"}, "g.py::add", True),
        ("from h import *\ndef f(): return add(1)", {"h.py": "from g import *", "g.py": "def add(x): ..."}, "g.py::add", True),
        ("from h import *\ndef add(x): ...\ndef f(): return add(1)", {"h.py": "def add(x): ..."}, "h.py::add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": ADDING + "def make(*b): return type('T', b, {})"}, "h.py::Bag.add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": "def more(cls):\n    class W(cls):\n        def add(self, x): ...\n    return W"}, "h.py::more", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": ADDING + "from m import A\nclass C(Bag):\n    g = A.f"}, "h.py::Bag.add", True),
        ("class A:\n    def f(self): self.add(1)", {"h.py": ADDING + "import m\nclass C(Bag):\n    g = m.LIMIT"}, "h.py::Bag.add", False),
        ("def f(): T(1)", {"h.py": "def add(): ...\ndef g(s): s['T'] = add\ng(__builtins__)"}, "h.py::add", True),
        ("import h\ndef f(): h.x()", {"h.py": "x = 1", "g.py": "import h\ndef add(): ...\nsetattr(h, 'x', add)"}, "g.py::add", True),
        ("def f(c): return c + 1", {"h.py": ADDING}, "h.py::Bag.add", False),
    ],
)  # fmt: skip
def test_what_a_function_may_use(text: str, others: dict[str, str], name: str, is_used: bool) -> None:
    function = "A.f" if "class A" in text else "f"
    assert (name in used(function, {"m.py": text, **others})) == is_used


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("import json\ndef f(x): return json.dumps(x)", True),
        ("from csv import writer\ndef f(x): return writer(x)", True),
        ("def f(x): print('a', file=x)", True),
        ("def f(x): return {**x}", True),
        ("import math\ndef f(x): return math.floor(x)", False),
        ("def f(x): return len(x) + sum(x)", False),
    ],
)
def test_code_that_is_not_seen_may_call_methods(text: str, is_open: bool) -> None:
    assert (OPEN in used("f", {"m.py": text})) == is_open


def test_what_else_changed() -> None:
    old = "K = 1\ndef f(): return 1\nclass A:\n    k = 1\n    def m(self): return 1\nclass B(A): ...\n"
    new = (
        "K = 2\ndef f(): return 2\nclass A:\n    k = 2\n    def m(self): return 1\n    def n(self): ...\nclass B: ...\n"
    )
    project = Mentions({"m.py": new, "m.py, before": old})
    functions, rest = changed_keys(file_of("m.py"), old, new, project)
    assert bare(functions) == {"f"}
    assert {"K", "k", "n", "B"} <= bare(rest)
    assert "m" in bare(rest), "B has no `m` any more"
    assert leant_on({f"{file_of('m.py')}::K"}, rest, project) == {f"{file_of('m.py')}::K"}


F = "def f(x, y=None):\n    if x:\n        return EXPR\n    return None\n"


@pytest.mark.parametrize(
    ("head", "expression", "lib", "change"),
    [
        ("import lib, json", "json.dumps(object(), cls=lib.E)", "import json\nclass E(json.JSONEncoder):\n    def default(self, o): return 1\n", ("1", "2")),
        ("import lib", "dict(y)", "class C:\n    def keys(self): return ['a']\n    def __getitem__(self, k): return 1\n", ("'a'", "'b'")),
        ("import lib", "next(y)", "import io\nclass C(io.IOBase):\n    def readline(self, n=-1): return b'1'\n", ("b'1'", "b'2'")),
        ("import lib", "hasattr(lib.C(), 'close')", "class C: ...\n", ("...", "\n    def close(self): ...")),
        ("import lib", "getattr(lib, x, 0)", "class C: ...\n", ("class", "K = 1\nclass")),
        ("import lib", "y.step(x)", "class A:\n    def step(self, x): return x\nclass M: ...\nclass D(M, A): ...\n", ("M: ...", "M:\n    def step(self, x): return 9")),
        ("import lib", "y.limit", "class A: limit = 1\nclass B(A): ...\n", ("(A): ...", "(A): limit = 2")),
        ("import lib", "'{0.k}'.format(y)", "class C:\n    @property\n    def k(self): return 1\n", ("1", "2")),
        ("import lib", "isinstance(y, lib.A)", "class A: ...\nclass B: ...\n", ("B:", "B(A):")),
        ("try:\n    from lib import h\nexcept ImportError:\n    def h(x): return 7\n", "h(x)", "def h(x): return x\n", ("h(x)", "h2(x)")),
        ("try:\n    import lib\n    OK = True\nexcept ImportError:\n    OK = False\n", "OK", "K = 1\n", ("K", "import nosuchmodule\nK")),
        ("import lib", "y + 1", "def q(): return 1\nclass C:\n    def __add__(self, o): return q()\n", ("return 1", "return 2")),
        ("import lib", "y == 1", "from dataclasses import dataclass\n@dataclass\nclass C:\n    k: int\n    m: int = 0\n", ("dataclass\nclass", "dataclass(eq=False)\nclass")),
        ("import lib, dataclasses", "dataclasses.replace(y, k=x)", "def q(k): return k\nclass C:\n    def __post_init__(self): self.k = q(1)\n", ("return k", "return -k")),
        ("import lib", "next(y)", "def q(): return 1\ndef g():\n    yield q()\n", ("return 1", "return 2")),
        ("import lib", "print(file=y)", "def q(): return 1\nclass C:\n    def write(self, t): return q() / 0\n", ("return 1", "return None")),
        ("from lib import *", "k(x)", "from lib2 import *\n", ("lib2", "lib3")),
        ("import lib\n@lib.g.register\ndef _(x: int): return 1\n", "lib.g(x)", "from functools import singledispatch\n@singledispatch\ndef g(x): return 0\n", ("", "")),
    ],
)  # fmt: skip
def test_what_changed_elsewhere_is_not_taken_for_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, expression: str, lib: str, change: tuple[str, str]
) -> None:
    module = tmp_path / "m.py"
    git(tmp_path, "init", "-q")
    module.write_text(f"{head}\n{F.replace('EXPR', expression)}")
    (tmp_path / "lib.py").write_text(lib)
    (tmp_path / "lib2.py").write_text("def k(x): return 1\n")
    (tmp_path / "lib3.py").write_text("def k(x): return 2\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    reworded = f"def f(x, y=None):\n    return {expression} if x else None\n"
    module.write_text(f"{head}\n{reworded}")
    assert said(diff(tmp_path, "HEAD"))["f"] == SAME
    (tmp_path / "lib.py").write_text(lib.replace(*change) if change[0] else lib)
    module.write_text(f"{head if change[0] else head.replace('int', 'str')}\n{reworded}")
    assert said(diff(tmp_path, "HEAD"))["f"] != SAME


def test_an_empty_file_that_comes_or_begins_to_do_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    package = tmp_path / "p"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("K = []\n")
    head = "import p.a\ntry:\n    import p.extra\n    OK = True\nexcept ImportError:\n    OK = False\n"
    (tmp_path / "m.py").write_text(
        f"{head}def f(x):\n    if x:\n        return p.a.K\n    return 1\ndef g(x):\n    return OK\n"
    )
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text(
        f"{head}def f(x):\n    return p.a.K if x else 1\ndef g(x):\n    k = OK\n    return k\n"
    )
    assert said(diff(tmp_path, "HEAD")) == {"f": SAME, "g": SAME}
    (package / "__init__.py").write_text("import p.a\np.a.K.append(1)\n")
    (found,) = [each for each in diff(tmp_path, "HEAD")["functions"] if each["id"] == "m::f"]
    assert found["verdict"] != SAME or "imports" in [each["id"] for each in found["assumptions"]]
    (package / "__init__.py").write_text("")
    (package / "extra.py").write_text("")
    assert said(diff(tmp_path, "HEAD"))["g"] != SAME
