"""What a text does with names of other modules: looked at, something inside had by somebody, had itself."""

from __future__ import annotations

import ast

import pytest

from clew.frontend.handled_names import Handled, Handling, sets_defaults
from clew.frontend.names_alike import private_names_of_others
from clew.frontend.used_names import UsedNames


def handled(text: str) -> Handled:
    return Handled.of([Handling.of(ast.parse(text), ())])


@pytest.mark.parametrize(
    "use",
    [
        "if core.xs: pass", "x = len(core.xs)", "x = 1 in core.xs", "x = f'{core.xs}'", "x = core.xs == []", "assert not core.xs",
        "x = [n for n in ys if core.xs]", "core.xs", "def f(x: core.xs) -> core.xs: pass", "x = isinstance(y, (core.xs, str))",
        "x = sorted(ys, reverse=not core.xs)", "x = ys[core.xs]",
    ],
)  # fmt: skip
def test_looked_at(use: str) -> None:
    found = handled(f"import core\n{use}")
    assert "xs" in found.used or "->" in use  # an annotation is no use at all
    assert "xs" not in found.inside


@pytest.mark.parametrize(
    "use",
    [
        "for x in core.xs: pass", "x = core.xs[0]", "x = core.xs.get(1)", "x = sorted(core.xs)", "x = [*core.xs]", "x = core.xs + []",
        "x = [x for x in core.xs]", "x = ', '.join(core.xs)", "core.xs.values().append(1)", "x = core.xs.limit", "y += core.xs",
    ],
)  # fmt: skip
def test_something_inside_is_had(use: str) -> None:
    found = handled(f"import core\n{use}")
    assert "xs" in found.inside
    assert "xs" not in found.had


@pytest.mark.parametrize(
    "use",
    [
        "x = core.xs", "f(core.xs)", "x = (core.xs, 1)", "for x in (core.xs,): pass", "x = core.xs or []", "x = core.xs if a else b",
        "core.xs.append(1)", "core.xs[0] = 1", "core.xs += [1]", "core.xs.limit = 1", "del core.xs[0]", "(x := core.xs)",
        "def f(x=core.xs): pass", "@core.xs\ndef f(): pass", "x = lambda: core.xs", "def f():\n    return core.xs",
        "with core.xs: pass", "match core.xs:\n    case x: pass", "x = {1: core.xs}", "x = [core.xs for _ in y]", "f(**core.xs)",
        "map(core.xs.append, [1])", "sorted(ys, key=core.xs.get)", "x = core.xs()", "async def f():\n    await core.xs",
        "f('xs')", "def len(x): pass\nlen(core.xs)", "class C(metaclass=core.xs): pass", "x, y.z = core.xs, 1",
    ],
)  # fmt: skip
def test_had(use: str) -> None:
    found = handled(f"import core\n{use}")
    assert "xs" in found.had or "xs" in {holder for holder, _ in found.taken}


def test_names_of_imports_are_those_of_what_is_imported() -> None:
    assert handled("from core import xs as ys\nys.append(1)").had == {"xs", "append"}
    assert handled("xs = []\nxs.append(1)").had == {"append"}  # its own
    assert "xs" in handled("from core import *\nxs.append(1)").had


@pytest.mark.parametrize(
    ("text", "derives"),
    [
        ("import core\nclass A(core.Box): pass", False),
        ("from core import Box\nclass A(Box): pass\nclass B(A, dict): pass", False),
        ("from core import Box\nB = Box\nclass A(B): pass", True),
        ("def make(base):\n    class A(base): pass", True),
        ("import core\nA = type('A', (core.Box,), {})", False),
        ("def make(cls):\n    return type('A', (cls,), {})", True),
        ("import types\ndef make(bases):\n    return types.new_class('A', bases)", True),
        ("x = type(1)", False),
        ("from typing import Generic\nfrom core import T\nclass A(Generic[T]): pass", False),
    ],
)
def test_bases_that_the_text_does_not_show(text: str, derives: bool) -> None:
    found = UsedNames(())
    found.read(text)
    assert found.derives is derives
    assert "Box" in found.bases or "Box" not in text or derives


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("f.__defaults__ = (1,)", True),
        ("del f.__defaults__", True),
        ("setattr(f, '__kwdefaults__', {})", True),
        ("f.__kwdefaults__['a'] = 1", True),
        ("d = f.__kwdefaults__", True),
        ("def g(f):\n    f.__kwdefaults__.update(a=1)", True),
        ("x = f.__defaults__", False),
        ("if f.__kwdefaults__ == {}: pass", False),
        ("x = f.__kwdefaults__['a']", False),
        ("x = 1", False),
    ],
)
def test_who_may_set_defaults(text: str, sets: bool) -> None:
    assert sets_defaults(text) is sets


def used(text: str) -> UsedNames:
    found = UsedNames(())
    found.read(text)
    return found


@pytest.mark.parametrize(
    ("text", "computed"),
    [
        ("for x in vars(b).values(): x.append(1)", True), ("for k, x in b.__dict__.items(): x += [1]", True),
        ("for name in b.__dict__: getattr(b, name).append(1)", True), ("keep(vars(b))", True),
        ("f(**vars(b))", True), ("attrgetter(name)(b).append(1)", True), ("x = getattr(b, name)", True),
        ("getattr(b, f'visit_{kind}')(x)", False), ("getattr(b, 'visit_' + kind)(x)", False),
        ("getattr(b, f'_visit_{kind}')(x)", True), ("getattr(b, f'{kind}_visit')(x)", True),
        ("if vars(a) == vars(b): pass", False), ("x = len(b.__dict__)", False), ("if getattr(b, name): pass", False),
        ("x = vars()", False), ("getattr(b, 'xs').append(1)", False),
        ("class B:\n    def f(self):\n        return vars(self), self.__dict__, getattr(self, name)", False),
    ],
)  # fmt: skip
def test_attributes_under_computed_names(text: str, computed: bool) -> None:
    assert ("*" in used(text).private) is computed


def test_private_names_in_patterns_and_texts() -> None:
    assert "_xs" in used("match b:\n    case Box(_xs=xs): xs.append(1)").private
    assert "_n" in used("parser.add_argument(dest='_n')").assigned
    assert "_n" not in used("getattr(b, '_n')\n__slots__ = ('_n',)").assigned


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("b._xs.append(1)", {"_xs"}), ("self._xs.append(1)", set()), ("self.box._xs = 1", {"_xs"}), ("f()._xs", {"_xs"}),
        ("x['a']._xs", {"_xs"}), ("get(b, '_xs')", {"_xs"}), ("b.__dict__", set()), ("_xs = 1", set()),
    ],
)  # fmt: skip
def test_private_names_of_files_that_nothing_connects(text: str, names: set[str]) -> None:
    assert set(private_names_of_others(text)) == names
