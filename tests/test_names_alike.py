"""Private names that texts use and set of others, by their looks."""

from __future__ import annotations

import pytest

from clew.frontend.names_alike import private_names_of_others, private_names_set, sets_past_setters


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("o._a = 1", {"_a"}),
        ("o._a |= 1", {"_a"}),
        ("o._a: int = 1", {"_a"}),
        ("o._a, o._b = 1, 2", {"_a", "_b"}),
        ("(o._a, o._b) = 1, 2", {"_a", "_b"}),
        ("for o._a in x: pass", {"_a"}),
        ("for i, o._a in x: pass", {"_a"}),
        ("with f() as o._a: pass", {"_a"}),
        ("del o._a", {"_a"}),
        ("del o.p._a", {"_a"}),
        ("o[0]._a = 1", {"_a"}),
        ("o()._a = 1", {"_a"}),
        ("self.o._a = 1", {"_a"}),
        ("def f(self, k, _a):\n    setattr(self.o, k, _a)", {"_a"}),
        ("o . \\\n _a = 1", {"_a"}),
        ("o._C__a = 1", {"_C__a"}),
        ("for f in ('_a', 'x'): setattr(o, f, 1)", {"_a"}),
        ("vars(o).update(_a=1)", {"_a"}),
        ("exec('o._a = 1')", {"_a"}),
        ("def f(o, _a):\n    vars(o).update(locals())", {"_a"}),
        ("class P:\n    _a = 1\nfor k in P.__dict__: setattr(o, k, 1)", {"_a"}),
        ("for k in '_a _b'.split(): setattr(o, k, 1)", {"_a", "_b"}),
        ("def f(self, k, _a):\n    setattr(self, k, _a)", set()),
        ("o._ｍode = 1", {"_mode"}),
        ("self._a = cls._b = 1", set()),
        ("return o._a == 1", set()),
        ("x = o._a", set()),
        ("o._a(1)", set()),
        ("o._a.b = 1", set()),
    ],
)
def test_private_names_that_are_set(text: str, names: set[str]) -> None:
    assert set(private_names_set(text)) == names


def test_private_names_that_are_used() -> None:
    assert set(private_names_of_others("x = o._a + self._b + f('_c')")) == {"_a", "_c"}


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("object.__setattr__(o, 'x', 9)", True),
        ("super(type(o), o).__setattr__('x', 9)", True),
        ("vars(o).update(locals())", True),
        ("o.__dict__.update(x=9)", True),
        ("class C:\n    def __setattr__(self, k, v):\n        super().__setattr__(k, v)", False),
        ("object.__setattr__(self, 'x', 9)", False),
        ("object.__setattr__(self.o, 'x', 9)", True),
        ("setattr(o, 'x', 9)", False),
    ],
)
def test_attributes_that_are_set_past_setters(text: str, sets: bool) -> None:
    assert sets_past_setters(text) is sets
