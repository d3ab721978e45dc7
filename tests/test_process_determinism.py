"""Which modules cannot tell one process from another, and that the replay trusts no other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replayed, Script, Target
from clew.frontend.module import Module, read_module
from clew.frontend.process_determinism import is_deterministic, makes_none_suspect
from clew.workers.limits import MEGABYTE, Limits

INDIFFERENT = [
    "def f(x):\n    return x + 1",
    "import math\nfrom typing import Any\ndef f(x: Any):\n    return math.floor(x)",
    "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    x: int\n    def __lt__(self, other):\n"
    "        return self.x < other.x",
    "import collections\ndef f(x):\n    return collections.Counter(x).most_common(1)",
    "def f(x):\n    return x in {'a', 'b'}",
    "def f(d):\n    return [k for k, v in d.items() if v] + sorted(d.keys())",
    "import re\ndef f(x):\n    return re.match('a+', x)",
    "class E(ValueError):\n    pass\ndef f(x):\n    raise E(f'{x!r}') from None",
    "def f(x):\n    return getattr(x, 'size', 0)",
]
SUSPECT = [
    "def f(x):\n    return {x}",
    "def f(x):\n    return [y for y in {'a', 'b'}]",
    "def f(x):\n    return next(iter(set(x)))",
    "def f(x: set[int]):\n    return x",
    "s = frozenset",
    "def f(x):\n    return {y for y in x}",
    "def f(x):\n    return hash(x)",
    "def f(x):\n    return x.__hash__()",
    "def f(x):\n    return getattr(x, '__hash__')()",
    "def f(x, name):\n    return getattr(x, name)()",
    "def f(x):\n    return '{0.__hash__}'.format(x)",
    "def f(x):\n    return id(x)",
    "def f(a, b):\n    return list(a.keys() & b.keys())",
    "def f(a, b):\n    k = a.keys()\n    return list(k - b)",
    "def f(a):\n    return a.items",
    "def f(a, b):\n    return list(max(a.keys(), b.keys()) & {})",
    "def f(a, b):\n    setattr(a, 'k', b.keys())\n    return list(a.k - {})",
    "def f(a):\n    return next(iter([]), a.keys())",
    "def f(a):\n    raise ValueError(a.keys())",
    "def list(x):\n    return x\ndef f(a):\n    return list(a.keys()) - {}",
    "def f(a, list):\n    return list(a.keys())",
    "def f(a, b):\n    return a in {'x', 'y'} < b",
    "import random",
    "import time",
    "import os.path",
    "import collections.abc as abc\ndef f(x):\n    return abc.Set",
    "from typing import sys",
    "import typing\ndef f():\n    return typing.sys.argv",
    "import re\ndef f():\n    return re.enum.sys.argv",
    "import re as r\nmodule = r",
    "from collections import *",
    "from . import other",
    "from functools import singledispatch",
    "def f():\n    return open('x')",
    "def f():\n    return eval('1')",
    "def f(g):\n    return g.gi_frame.f_globals",
    "def f(e):\n    return e.__traceback__",
    "def f():\n    return __builtins__",
    "def f():\n    return __file__",
    "def f(:",
]


@pytest.mark.parametrize("text", INDIFFERENT)
def test_deterministic(text: str) -> None:
    assert is_deterministic(text, ())


@pytest.mark.parametrize("text", SUSPECT)
def test_suspect(text: str) -> None:
    assert not is_deterministic(text, ())


def test_a_namesake_of_the_library_beside_it(tmp_path: Path) -> None:
    text = "import json\ndef f(x):\n    return json.dumps(x)"
    folders = (str(tmp_path), *sys.path)
    assert is_deterministic(text, folders)
    (tmp_path / "json.py").write_text("import time\ndumps = time.ctime\n")
    assert not is_deterministic(text, folders)


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (("import shop", "shop.f([1])"), True),
        (("from shop import f", "import collections", "f({'a': 1}, 'b')"), True),
        (("import shop", "shop.f({'a', 'b'})"), False),
        (("import shop", "shop.f(set())"), False),
        (("import random", "f(1)"), False),
        (("from collections.abc import Set", "f(1)"), False),
    ],
)
def test_scripts(texts: tuple[str, ...], wanted: bool) -> None:
    assert makes_none_suspect(texts, "shop") is wanted


def subject(text: str, folder: Path) -> Target:
    """A module of this text, with all its goals."""
    path = folder / "subject.py"
    path.write_text(text)
    module = read_module(text, str(path), "subject")
    assert isinstance(module, Module)
    goals = tuple(goal for unit in module.units for goal in unit.goals)
    return Target("subject", str(path), text, goals, (str(folder),))


@pytest.mark.parametrize("text", ["def first(x):\n    return list(x)[0]\n", "seen = []\ndef first(x):\n    return 0\n"])
def test_a_script_that_makes_a_set_is_run_under_another_seed(tmp_path: Path, text: str) -> None:
    target = subject(text, tmp_path)
    rest = tuple(path for path in sys.path if path)
    with Replayer.start(target, Limits(memory=200 * MEGABYTE), paths=rest) as replayer:
        assert replayer.deterministic
        (plain,) = replayer.replay([Script(("import subject",), (), "subject.first([3, 4])")])
        assert isinstance(plain, Replayed)
        assert plain.outcome.text == text.split("return ")[1].replace("list(x)[0]", "3").strip()
        assert len(plain.hits) == 1
        assert len({id(host) for host in replayer.hosts}) == 2
        letters = ", ".join(repr(letter) for letter in "abcdefghij")
        (answer,) = replayer.replay([Script(("import subject",), (), f"subject.first({{{letters}}})")])
        assert len({id(host) for host in replayer.hosts}) == 3
        assert not isinstance(answer, NotReplayed)
        assert (answer.outcome.text is None) is ("list" in text)


def test_what_earlier_scripts_leave_shows_all_the_same(tmp_path: Path) -> None:
    text = "seen = []\ndef f(x):\n    seen.append(x)\n    if len(seen) > 1:\n        return x\n    return 0\n"
    target = subject(text, tmp_path)
    with Replayer.start(target, Limits(memory=200 * MEGABYTE), paths=tuple(filter(None, sys.path))) as replayer:
        answers = replayer.replay([Script(("import subject",), (), f"subject.f({i})") for i in (5, 6)])
        assert replayer.deterministic
        later = {goal for goal in (g.id for g in target.goals) if ":5:statement" in goal}
        assert later
        for answer in answers:
            assert not isinstance(answer, Replayed) or not later & answer.hits
