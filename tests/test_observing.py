"""What a test asserts of the state that a call left: of its object, of arguments, of places in modules."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from clew.checking.replay import Replayer
from clew.checking.script import Replayed, Script, Target
from clew.workers.limits import Limits

SUBJECT = """
COUNT = 0
_HIDDEN = 0

class Stack:
    def __init__(self):
        self._items = []

    def push(self, x):
        self._items.append(x)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

class Sized:
    def __init__(self):
        self._items = []

    def push(self, x):
        self._items.append(x)

    def __len__(self):
        return len(self._items)

class Meter:
    asked = 0

    def __init__(self):
        self._level = 0
        self.name = "a"

    @property
    def level(self):
        Meter.asked += 1
        return self._level

    @property
    def broken(self):
        raise SystemExit

    def up(self, by):
        self._level += by
        return by

    def rename(self, name):
        self.name = name

    def nothing(self):
        return self.level

class Private:
    def __init__(self):
        self._n = 0
        self.shown = 1

    def up(self):
        self._n += 1

class Slots:
    __slots__ = ("n",)

    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1

class Uncopied:
    def __init__(self):
        self._n = 0

    @property
    def n(self):
        return self._n

    def __deepcopy__(self, memo):
        raise ValueError

    def up(self):
        self._n += 1

def counts():
    global COUNT, _HIDDEN
    COUNT += 1
    _HIDDEN += 1
"""


@pytest.fixture(scope="module")
def replayer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replayer]:
    root = tmp_path_factory.mktemp("project")
    (root / "subject.py").write_text(SUBJECT, encoding="utf-8")
    target = Target("subject", str(root / "subject.py"), SUBJECT, (), (str(root),))
    with Replayer.start(target, Limits(), paths=tuple(filter(None, sys.path))) as made:
        yield made


@pytest.mark.parametrize(
    ("cls", "call", "after"),
    [
        ("Stack", "push(3)", (("list(x)", "[3]"),)),
        ("Sized", "push(3)", (("len(x)", "1"),)),
        ("Meter", "up(2)", (("x.level", "2"),)),
        ("Meter", "rename('b')", (("x.name", "'b'"),)),
        ("Meter", "nothing()", (("subject.Meter.asked", "1"),)),
        ("Private", "up()", (("x._n", "1"),)),
        ("Slots", "up()", (("x.n", "1"),)),
        ("Uncopied", "up()", (("x._n", "1"),)),
    ],
)
def test_the_object_of_a_method(replayer: Replayer, cls: str, call: str, after: tuple[tuple[str, str], ...]) -> None:
    script = Script((f"from subject import {cls}",), (f"x = {cls}()",), f"x.{call}", observe=("x",))
    (answer,) = replayer.replay([script])
    assert isinstance(answer, Replayed), answer
    assert answer.after == after


def test_places_in_modules(replayer: Replayer) -> None:
    (answer,) = replayer.replay([Script(("from subject import counts",), (), "counts()")])
    assert isinstance(answer, Replayed), answer
    assert answer.pins == ('monkeypatch.setattr("subject.COUNT", 0)', 'monkeypatch.setattr("subject._HIDDEN", 0)')
    assert answer.after == (("subject.COUNT", "1"),)
    assert answer.modules == ("subject",)


def test_what_a_result_without_text_shows(replayer: Replayer) -> None:
    scripts = [Script(("import subject",), (), f"subject.{cls}()") for cls in ("Stack", "Private", "Slots")]
    shown = [answer.attributes for answer in replayer.replay(scripts) if isinstance(answer, Replayed)]
    assert shown == [(("list({})", "[]"),), (("{}.shown", "1"),), (("{}.n", "0"),)]
