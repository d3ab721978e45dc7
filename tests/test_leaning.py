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
        ("G = None\ndef g(h):\n    global G\n    G = h\ndef f(): G()", {"h.py": "import m\ndef add(): ...\nm.g(add)"}, "h.py::add", True),
        ("from r import show\ndef f(): show()", {"r.py": "def show(): ...", "h.py": "from r import show as s\n@s.register(int)\ndef add(x): ..."}, "h.py::add", True),
        ("import sqlite3\ndef f(): sqlite3.connect('')", {"h.py": "import sqlite3 as s\ndef add(b): ...\ns.register_converter('a', lambda b: add(b))"}, "h.py::add", True),
        ("import math\ndef f(): math.floor(1)", {"h.py": "import sqlite3 as s\ndef add(b): ...\ns.register_converter('a', add)"}, "h.py::add", False),
        ("import warnings\ndef f(): warnings.warn('')", {"h.py": "import warnings\ndef add(*a): ...\nwarnings.showwarning = add"}, "h.py::add", True),
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
        ("import lib", "hasattr(lib, 'K' + '')", "class C: ...\n", ("class", "K = 1\nclass")),
        ("import lib", "[*map(hasattr, [lib], ['K'])]", "class C: ...\n", ("class", "K = 1\nclass")),
        ("import importlib.util as u", "u.find_spec('lib')", "class C: ...\n", ("class", "K = 1\nclass")),
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
        ("from lib import g", "g(x)", "def h(x): return 1\ng = h\ndef h(x): return 2\n", ("return 1", "return 3")),
        ("import lib", "lib.A().w(x)", "class A:\n    def v(self, x): return 1\n    w = v\n    def v(self, x): return 2\n", ("return 1", "return 3")),
        ("import lib", "lib.g(x)", "from functools import singledispatch\n@singledispatch\ndef g(x): return 0\n@g.register\ndef _(x: int): return 1\n@g.register\ndef _(x: str): return 2\n", ("return 1", "return 3")),
        ("import lib", "y == 1", "def q(a, b): return 1\nclass C: __eq__ = q\n", ("return 1", "return 2")),
        ("import lib", "y == 1", "def q(a, b): return 1\nC = type('C', (), {'__eq__': q})\n", ("return 1", "return 2")),
        ("import lib", "y == 1", "class C: ...\ndef q(c):\n    def eq(a, b): return 1\n    setattr(c, '__eq__', eq)\nq(C)\n", ("return 1", "return 2")),
        ("import lib2", "lib2.R[0]", "import lib2\ndef g(x): ...\n", ("(x)", "(x: lib2.R.append(1))")),
        ("import lib2", "lib2.R[0]", "import lib2\ndef g(x: lib2.keep(1)): ...\n", ("1", "2")),
        ("import lib2", "lib2.R[0]", "import lib2\ndef g(x=1): ...\n", ("1", "lib2.R.append(1)")),
        ("import lib2", "lib2.R[0]", "import lib2\nclass A: k = 1\n", ("1", "lib2.R.append(1)")),
        ("import lib2", "lib2.R[0]", "import lib2\nclass A:\n    def __init__(self): self.k = 1\na = A()\n", ("1", "lib2.R.append(1)")),
        ("import lib2", "lib2.C().k", "import lib2\na = 1\n", ("a = 1", "a = lib2.C()")),
        ("import lib2", "lib2.R[0](x)", "import lib2\n@lib2.R.append\ndef g(x): return 1\n@lib2.R.append\ndef h(x): return 2\n", ("g(x): return 1\n@lib2.R.append\ndef h(x): return 2", "h(x): return 2\n@lib2.R.append\ndef g(x): return 1")),
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
    counting = "class C:\n    n = 0\n    def __init__(self):\n        C.n += 1\n        self.k = C.n\n"
    (tmp_path / "lib2.py").write_text(f"R = []\ndef keep(x): R.append(x)\ndef k(x): return 1\n{counting}")
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


@pytest.mark.parametrize(
    ("text", "changed", "others"),
    [
        ("def f(xs: list):\n    r = str(xs)\n    return r\n", "return str(xs)", "class C:\n    def __repr__(self): return str(q())\n"),
        ("def f(xs: dict[str, list]):\n    r = str(xs)\n    return r\n", "return str(xs)", "class C:\n    def __repr__(self): return str(q())\n"),
        ("class A:\n    def f(self):\n        r = len(self)\n        return r\n", "return len(self)", "from m import A\nclass C(A):\n    def __len__(self): return q()\n"),
        ("from typing import Protocol\nclass P(Protocol):\n    def go(self): ...\ndef f(x: P):\n    r = str(x)\n    return r\n", "return str(x)", "class C:\n    def go(self): ...\n    def __str__(self): return q()\n"),
        ("XS = []\ndef add(x): XS.append(x)\ndef f():\n    r = str(XS)\n    return r\n", "return str(XS)", "class C:\n    def __repr__(self): return str(q())\n"),
        ("from dataclasses import dataclass\n@dataclass\nclass A:\n    xs: list\n    def f(self):\n        r = str(self)\n        return r\n", "return str(self)", "class C:\n    def __repr__(self): return str(q())\n"),
        ("X = None\ndef put(x):\n    global X\n    X = x\ndef f():\n    r = str(X)\n    return r\n", "return str(X)", "import m\nclass C:\n    def __repr__(self): return str(q())\nm.put(C())\n"),
    ],
)  # fmt: skip
def test_what_special_methods_call_counts_wherever_their_objects_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, changed: str, others: str
) -> None:
    git(tmp_path, "init", "-q")
    *head, first, _ = text.splitlines(keepends=True)
    margin = first.partition("r = ")[0]
    (tmp_path / "m.py").write_text(text)
    (tmp_path / "other.py").write_text(f"from helper import q\n{others}")
    (tmp_path / "helper.py").write_text("def q(): return 1\ndef unused(): return 1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text("".join(head) + f"{margin}{changed}\n")
    (tmp_path / "helper.py").write_text("def q(): return 1\ndef unused(): return 2\n")
    name = "A.f" if "class A" in text else "f"
    assert said(diff(tmp_path, "HEAD"))[name] == SAME
    (tmp_path / "helper.py").write_text("def q(): return 2\ndef unused(): return 1\n")
    assert said(diff(tmp_path, "HEAD"))[name] != SAME


@pytest.mark.parametrize(
    ("head", "body", "is_named"),
    [
        ("(cb, x)", "cb(x)", True),
        ("(cb: Callable[[int], int], x: int)", "cb(x)", True),
        ("(cb: int, x: int)", "cb + x", False),
    ],
)
def test_that_what_it_is_given_does_the_same_is_an_assumption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, body: str, is_named: bool
) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "m.py").write_text(f"from typing import Callable\ndef f{head}:\n    r = {body}\n    return r\n")
    (tmp_path / "other.py").write_text("def q(x): return x\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text(f"from typing import Callable\ndef f{head}:\n    return {body}\n")

    def given() -> list[str]:
        (found,) = [each for each in diff(tmp_path, "HEAD")["functions"] if each["id"] == "m::f"]
        assert found["verdict"] == SAME
        return [each["text"] for each in found["assumptions"] if each["id"] == "given"]

    assert given() == []
    (tmp_path / "other.py").write_text("def q(x): return x + 1\n")
    assert [("`q`" in text) for text in given()] == [True] * is_named


def test_a_definition_that_a_later_one_replaces_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "m.py").write_text("T = []\ndef h(x): return 1\nT.append(h)\ndef h(x): return 2\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text("T = []\ndef h(x): return 3\nT.append(h)\ndef h(x): return 2\n")
    assert said(diff(tmp_path, "HEAD")) == {"h": "unknown"}


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
