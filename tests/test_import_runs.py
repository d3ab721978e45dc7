"""Where importing does something else than before, by what is written."""

from __future__ import annotations

import pytest

from clew.frontend.import_runs import run_otherwise
from clew.frontend.mentions import Mentions

HELPERS = "def add(v):\n    TABLE.append(v)\nTABLE = []\nLIMIT = 3\nclass Base:\n    def __init_subclass__(cls): ...\n"


def runs(before: str, now: str, *others: str) -> dict[str, str]:
    """Of a module with others beside it that did not change."""
    texts = {"m.py": now, "m.py, before": before, **{f"other{n}.py": text for n, text in enumerate(others)}}
    return run_otherwise({"m.py": (before, now)}, Mentions(texts))


@pytest.mark.parametrize(
    ("before", "now", "place"),
    [
        ("add(1)\n", "add(2)\n", "line 1"),
        ("import first, second\n", "import second, first\n", "line 1"),
        ("import shop\n", "\n", "line 1"),
        ("import xml\n", "import xml.dom\n", "line 1"),
        ("class A:\n    add(1)\n", "class A:\n    add(2)\n", "line 2"),
        ("class A(Base): v = 1\n", "class A(Base): v = 2\n", "line 1"),
        ("class A: v = 1\n", "class A(Base): v = 1\n", "line 1"),
        ("def f(a=1): ...\n", "def f(a=add(1)): ...\n", "line 1"),
        ("def f(a: int): ...\n", "def f(a: add(1)): ...\n", "line 1"),
        ("@add\ndef f(): return 1\n", "@add\ndef f(): return 2\n", "line 2"),
        ("if LIMIT > 2:\n    add(1)\n", "if LIMIT > 3:\n    add(1)\n", "line 1"),
        ("try:\n    add(1)\nfinally: ...\n", "try:\n    add(2)\nfinally: ...\n", "line 1"),
        ("if LIMIT:\n    ...\n    add(1)\n", "if LIMIT:\n    ...\nadd(1)\n", "line 1"),
        ("if LIMIT:\n    add(1)\nelse: ...\n", "if LIMIT: ...\nelse:\n    add(1)\n", "line 1"),
        ("N = 1\nadd(1)\n", "add(1)\nN = 1\n", "line 1"),
        ("def f(): ...\nadd(1)\n", "add(1)\ndef f(): ...\n", "line 1"),
        ("if LIMIT:\n    @add\n    def f(): return 1\n", "if LIMIT:\n    @add\n    def f(): return 2\n", "line 1"),
        ("add(1)\nadd(1)\n", "add(1)\n", "line 1"),
        ("def f(a: int): ...\n", "def f(a: Base[int]): ...\n", "line 1"),
        ("z: int = 1\n", "z: Base[int] = 1\n", "line 1"),
        ("def f(a: shop.q): ...\n", "def f(a: shop.p): ...\n", "line 1"),
        ("def f(a: Base): ...\n", "def f(a: Base | None): ...\n", "line 1"),
        ('class A(Base):\n    def f(self): "one"\n', 'class A(Base):\n    def f(self): "two"\n', "line 2"),
        ("from __future__ import annotations\nz: Base[int]\n", "z: Base[int]\n", "line 1"),
        ('@add\ndef f(): "one"\n', '@add\ndef f(): "two"\n', "line 2"),
        ("add(len(vars()))\n", "add(len(vars()))\ndef f(): ...\n", "`vars`"),
        ("def f(): ...\ndef g(): ...\nadd(dir())\n", "def g(): ...\ndef f(): ...\nadd(dir())\n", "`dir`"),
        ("add(hasattr(A, 'f'))\nclass A: ...\n", "add(hasattr(A, 'f'))\nclass A:\n    def f(s): ...\n", "`A`"),
        ("names = {add: 1}\n", "names = {LIMIT: 1}\n", "line 1"),
        ("def f(): return 1\n\nf()\n", "def f(): return 2\n\nf()\n", "`f`"),
        ("def f(): return 1\nclass A(f()): ...\n", "def f(): return 2\nclass A(f()): ...\n", "`f`"),
        ("N = 1\nadd(N)\n", "N = 2\nadd(N)\n", "`N`"),
        ("class A:\n    def __add__(s, o): return 1\n", "class A:\n    def __add__(s, o): return 2\n", "`__add__`"),
    ],
)
def test_something_else_runs(before: str, now: str, place: str) -> None:
    assert runs(before, now, HELPERS) == {"m.py": place}


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("def f(): return 1\nadd(1)\n", "def f(): return 2\nadd(1)\n"),
        ("def f(a=1): ...\n", "def f(a=2): ...\n"),
        ("N = 1\n", "N = 2\n"),
        ("N = 1\ndef f(): ...\ndef g(): ...\nadd(1)\n", "def g(): ...\ndef f(): ...\nN = 1\nadd(1)\nM = 2\n"),
        ("class A:\n    v = 1\n    def f(self): return 1\n", "class A:\n    v = 2\n    def f(self): return 2\n"),
        ("import os\nfrom typing import Any\n", "import re\nfrom collections.abc import Iterator\n"),
        ('"""One."""\n', '"""Two."""\n'),
        ("def f(a: int): ...\n", "def f(a: list[int] | None) -> typing.Any: ...\n"),
        ("class A(Base):\n    def f(self): return 1\n", "class A(Base):\n    def f(self): return 2\n"),
        ("if __name__ == '__main__':\n    add(1)\n", "if __name__ == '__main__':\n    add(2)\n"),
    ],
)
def test_nothing_else_runs(before: str, now: str) -> None:
    assert runs(before, now, HELPERS) == {}


def test_what_runs_in_another_module_counts() -> None:
    before, now = "def f(): return 1\n", "def f(): return 2\n"
    assert runs(before, now, "from m import f\ndef all_of(): return f()\n", "import other0\nX = other0.all_of()\n")
    assert not runs(before, now, "from m import f\ndef all_of(): return f()\n")


def test_files_that_are_new_count_where_a_name_of_theirs_is_imported() -> None:
    texts = {"zz.py": "X = 1\n", "m.py": "try:\n    import zz\nexcept ImportError: ...\n", "new.py": "Y = 1\n"}
    assert run_otherwise({"zz.py": ("", "X = 1\n"), "new.py": ("", "Y = 1\n")}, Mentions(texts)) == {"zz.py": "line 1"}


def test_names_that_are_there_or_not_decide_about_imports() -> None:
    trying = "try:\n    from m import B\nexcept ImportError: ...\n"
    assert runs("def A(): ...\n", "def A(): ...\ndef B(): ...\n", trying) == {"m.py": "`B`"}
    assert runs("import os as B\n", "import os\n", trying) == {"m.py": "`B`"}
    assert not runs("def A(): ...\n", "def A(): ...\ndef C(): ...\n", trying)


def test_files_that_are_looked_for_count() -> None:
    texts = {"zz.py": "X = 1\n", "m.py": "from importlib.util import find_spec\nif find_spec('zz'): ...\n"}
    assert run_otherwise({"zz.py": ("", "X = 1\n")}, Mentions(texts)) == {"zz.py": "line 1"}
