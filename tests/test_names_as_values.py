"""Which attributes code may get, and change, by names that are values."""

from __future__ import annotations

import pytest

from clew.analysis.names_as_values import gets_any, matching
from clew.analysis.state import changed_state
from clew.frontend.module import Module, read_module

CHANGING = [
    'getattr(o, "_L").clear()',
    'getattr(o, "_" + "L").clear()',
    'getattr(o, f"_{k}").clear()',
    "getattr(o, k, []).append(1)",
    'operator.attrgetter("_L")(o).clear()',
    "attrgetter(k)(o).clear()",
    "vars(type(o))[k].clear()",
    "o.__class__.__dict__[k].clear()",
    "object.__getattribute__(o, k).clear()",
    "o.__getattribute__(k).clear()",
    "[v for n, v in inspect.getmembers(o)][0].clear()",
    "inspect.getattr_static(o, k).clear()",
    "keep(getattr(o, k))",
    'list(map(operator.attrgetter("_L"), [o]))[0].clear()',
    'string.Formatter().get_field("0._L", (o,), {})[0].clear()',
    'functools.reduce(getattr, ["_L"], o).clear()',
    'for n in ("x", "_L"): getattr(o, n).clear()',
    "for n in dir(o): getattr(o, n).clear()",
    "[o for o in gc.get_objects() if o == k][0].clear()",
    "o._L * k",
    "k < o._L",
    "k *= o._L",
    "o._L in k",
    "k[o._L]",
    "del k[o._L]",
    "k[o._L:1]",
    "k[o._L] = 1",
    "k < o._L < k",
    "[k].index(o._L)",
    "min(o._L, k)",
    "divmod(k, o._L)",
    "pow(o._L, k)",
    "list(map(spoil, o._L))",
    "sorted(o._L, key=spoil)",
    "[spoil(x) for x in o._L]",
    "max(o._L, key=lambda x: x.clear())",
    "any(x.clear() for x in o._L)",
    "sum(o._L, k)",
    "o._L.sort(key=spoil)",
    "for x in o._L: x.clear()",
    "a, *b = o._L; a.clear()",
    "spoil(*o._L)",
    "spoil(**o._L)",
    "k.x = o._L",
    "raise k(o._L)",
    "with o._L as y: y.clear()",
    "y = o._L or k; y.clear()",
    "y = {**o._L}; y['a'].clear()",
    "lambda: o._L.clear()",
    "f'{o._L.clear()}'",
    "(y := o._L).clear()",
    "yield o._L",
    "k(x=o._L)",
    "reversed(o._L).__next__().clear()",
    "zip(o._L, o._L).__next__()[0].clear()",
]
ANOTHER = [
    'getattr(o, "visited").clear()',
    'getattr(o, f"visit_{k}")(o)',
    'getattr(o, "do_" + k)(o)',
    'for n in ("x", "y"): getattr(o, n).clear()',
    "print(getattr(o, k))",
    "o._L * 2",
    "3 in o._L",
    "o._L is k",
    "o._L[k]",
    "getattr(o, k) == 3",
    'attrgetter("name")(o)',
    "self.__dict__.clear()",
    "vars(self).update(a=1)",
]


def _changed(statement: str) -> frozenset[str]:
    """The attributes, or patterns, that a method with the statement changes."""
    text = f"class C:\n    def f(self, o, k):\n        {statement}\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    (unit,) = module.units
    return changed_state(unit.function).attributes


@pytest.mark.parametrize("statement", CHANGING)
def test_what_is_got_by_a_name_is_changed(statement: str) -> None:
    assert matching(_changed(statement), ["_L"])


@pytest.mark.parametrize("statement", ANOTHER)
def test_other_names_and_what_is_only_looked_at_are_not(statement: str) -> None:
    assert not matching(_changed(statement), ["_L"])


def test_patterns_stand_for_what_begins_so() -> None:
    assert matching({"visit_*", "_T"}, ["visit_a", "visit", "_T", "_Table"]) == {"visit_a", "_T"}
    assert matching({"*"}, ["a", "b"]) == {"a", "b"}
    assert matching(set(), ["a"]) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from operator import attrgetter\nx = getattr(a, 'b')\n", False),
        ("from operator import attrgetter as get\n", True),
        ("get = getattr\n", True),
        ("def f(get=getattr): ...\n", True),
        ("x = list(map(getattr, a, b))\n", True),
        ("x = eval('a')\n", True),
        ("class A:\n    __match_args__ = ('_L',)\n", True),
        ("get = functools.partial(object.__getattribute__)\n", True),
        ("try: f()\nexcept AttributeError as e:\n    g(e.obj)\n", True),
        ("try: f()\nexcept AttributeError as e:\n    g(self.inner)\n", False),
        ("x = e.__traceback__.tb_frame\n", True),
        ("x = y.copy.__self__\n", True),
        ("x = iter(y).__reduce__()\n", True),
        ("class A:\n    def __reduce__(self): ...\n", False),
        ("if a.__match_args__ == ('_L',): ...\n", False),
    ],
)
def test_getters_that_are_handed_on_may_get_anything(text: str, found: bool) -> None:
    assert gets_any(text) is found
