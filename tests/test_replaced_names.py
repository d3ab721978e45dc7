"""What a text puts in place of attributes of libraries."""

from __future__ import annotations

import pytest

from clew.frontend.module import ANY_NAME
from clew.frontend.replaced_names import COMPUTED, CONTENTS, ELEMENTS, HANDED, replaced


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import json\njson.dumps = f", ["json.dumps"]),
        ("import token\ndef g(token):\n    token.pos += 1\n    return lambda: token", []),
        ("import token\ndef g(x=token):\n    pass", ["token:…"]),
        ("import json\njson.JSONEncoder.default: object = f", ["json.JSONEncoder.default"]),
        ("import json as j\ndef g():\n    j.JSONEncoder.default = f", ["json.JSONEncoder.default"]),
        ("import os.path\nos.path.exists = f", ["os.path.exists"]),
        ("from json import JSONEncoder as E\nE.default = f", ["json.JSONEncoder.default"]),
        ("import math\nsetattr(math, 'floor', f)", ["math.floor"]),
        ("from a.b import C\ntype.__setattr__(C, 'floor', f)", ["a.b.C.floor", "a.b.C:…", "a.b.C[…]"]),
        ("import keyword\nkeyword.kwlist.append(f)", ["keyword.kwlist[…]"]),
        ("from keyword import kwlist as k\ndef g():\n    k.append(f)", ["keyword.kwlist[…]"]),
        (
            "import keyword\nwords = keyword.kwlist\ndef g():\n    words.append(f)",
            ["keyword.kwlist:…", "keyword.kwlist[…]"],
        ),
        ("import http.client as c\nc.responses[418] = f", ["http.client.responses[…]"]),
        ("import http.client as c\ndel c.responses[418]", ["http.client.responses[…]"]),
        ("import math\ndef g():\n    m = math\n    m.pi = 3", ["math.pi", "math:…"]),
        ("import math\ndef g(m):\n    m.pi = 3\ng(math)", ["math:…"]),
        ("import math\ndef g():\n    for m in (math,):\n        m.pi = 3", ["math:…"]),
        ("import keyword\nextend(keyword.kwlist)", ["keyword.kwlist:…", "keyword.kwlist[…]"]),
        ("import keyword\nlen(keyword.kwlist)", []),
        ("import sys\nsys.modules['math'].pi = 3", ["math.pi"]),
        ("import importlib as i\ni.import_module('math').pi = 3", ["math.pi"]),
        ("import math\nclass A:\n    m = math\nA.m.pi = 3", ["math:…"]),
        ("import math\nclass C:\n    def g(self):\n        self.pi = h(math.floor)", ["math.floor:…", "math.floor[…]"]),
        ("import math\nfor n in names:\n    setattr(math, n, f)", ["math.…", "math:…"]),
        ("import math\nvars(math)['floor'] = f", ["math:…"]),
        ("import math\nmath.__dict__['floor'] = f", ["math.__dict__[…]", "math:…"]),
        ("import math\ndel math.floor", ["math.floor"]),
        ("import logging\nlogging.raiseExceptions |= True", ["logging.raiseExceptions"]),
        ("import math, os\nmath.pi, os.sep = 3, '/'", ["math.pi", "os.sep"]),
        ("import math\nfor math.pi in ps: pass", ["math.pi"]),
        ("import sys as s, json\nwith g() as (json.dumps, a): pass", ["json.dumps"]),
        ("import sys\nsys.stdout = f", []),
        ("import shop.cart\nshop.cart.LIMIT = 3", []),
        ("from . import cart\ncart.LIMIT = 3", []),
        ("import math\nx.ceil = math.floor", ["math.floor:…", "math.floor[…]"]),
        ("import math\nmath.floor(x)\nmath.floor == f", []),
        (
            "from unittest.mock import patch\nimport math\nwith patch.object(math, 'floor'): g()",
            ["unittest.mock.patch[…]"],
        ),
        ("import math\nmath.floor = (", []),
        ("import math\nputs = functools.partial(setattr, math)", ["math:…"]),
        ("import math\ngetattr(math, name)", ["math:…"]),
        ("import math\nx = getattr(math, 'floor')(3)", []),
        (
            "import calendar\nlist(map(calendar.mdays.__setitem__, [2], [29]))",
            ["calendar.mdays.__setitem__:…", "calendar.mdays.__setitem__[…]", "calendar.mdays[…]"],
        ),
        ("import calendar\ndef g(days=calendar.mdays): pass", ["calendar.mdays:…", "calendar.mdays[…]"]),
        (
            "from calendar import isleap\nisleap.__globals__['mdays'] = f",
            ["calendar.isleap.__globals__[…]", "calendar.isleap:…", "calendar:…"],
        ),
        ("import calendar\nmatch calendar:\n    case object(mdays=t): pass", ["calendar:…"]),
        ("from calendar import mdays\nmdays += f", ["calendar.mdays[…]"]),
        (
            "from collections.abc import Sequence\nSequence.register(f)",
            ["collections.abc.Sequence._abc_impl", "collections.abc.Sequence[…]"],
        ),
        ("import statistics\nstatistics.math.pi = 3", ["math.pi", "statistics.math.pi"]),
        ("from . import math\nmath.pi = 3", ["math.pi"]),
        ("from shop import box\nbox.math.pi = 3", ["math.pi"]),
        ("from shop.box import kept\nkept.append(f)", ["keyword.kwlist[…]"]),
        ("from shop.box import *\nkept.append(f)", ["keyword.kwlist[…]"]),
        ("import keyword\nif 'a' in keyword.kwlist: g(keyword.kwlist[0] + 'b')", []),
        (
            "import json\nx: dict[str, json.JSONEncoder]\nclass E(json.JSONEncoder): pass\njson.dumps(f)",
            ["json.JSONEncoder:…", "json.JSONEncoder[…]"],
        ),
    ],
)
def test_replaced(text: str, found: list[str]) -> None:
    changed = replaced(text, {"shop"}, {"kept": {"keyword.kwlist"}})
    assert sorted({whole for _, whole in changed if not whole.endswith(ELEMENTS)}) == found
    for name, whole in changed:
        assert name == (HANDED if whole.endswith(HANDED) else ANY_NAME if whole.endswith(COMPUTED) else last(whole))


def last(whole: str) -> str:
    holder = whole.removesuffix(CONTENTS).removesuffix(CONTENTS).removesuffix("._abc_impl")
    return holder.rpartition(".")[2]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a\na.TABLE['k'].append(f)", ["a.TABLE"]),
        ("import a\nfor each in a.TABLE:\n    each.x = f", ["a.TABLE"]),
        ("import a\nx = a.TABLE['k']", ["a.TABLE"]),
        ("import a\na.TABLE['k']['l'] = f", ["a.TABLE"]),
        ("import a\na.TABLE['k'].x = f", ["a.TABLE"]),
        ("import a\nx = list(a.TABLE)", ["a.TABLE"]),
        ("import a\nx = a.TABLE.get('k')", ["a.TABLE"]),
        ("import a\nx = 'k' in a.TABLE and a.TABLE['k'] > 3", []),
        ("import a\nx = a.TABLE['k'].get('l')", ["a.TABLE"]),
    ],
)
def test_what_is_inside(text: str, found: list[str]) -> None:
    changed = [whole for _, whole in replaced(text, {"shop"})]
    assert sorted(whole.removesuffix(ELEMENTS) for whole in changed if whole.endswith(ELEMENTS)) == found
    assert [whole for whole in changed if whole.endswith(CONTENTS) and not whole.endswith(ELEMENTS)] == []


def test_two_of_one_name_are_two() -> None:
    text = "import json, typing as t\njson.dumps = f\ndef g():\n    t.dumps = f"
    assert replaced(text, {"shop"}) == {("dumps", "json.dumps"), ("dumps", "typing.dumps")}
