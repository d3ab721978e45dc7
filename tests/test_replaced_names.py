"""What a text puts in place of attributes of libraries."""

from __future__ import annotations

import pytest

from clew.frontend.replaced_names import replaced


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import json\njson.dumps = f", {"dumps": "json.dumps"}),
        ("import json\njson.JSONEncoder.default: object = f", {"default": "json.JSONEncoder.default"}),
        ("import json as j\ndef g():\n    j.JSONEncoder.default = f", {"default": "json.JSONEncoder.default"}),
        ("import os.path\nos.path.exists = f", {"exists": "os.path.exists"}),
        ("from json import JSONEncoder as E\nE.default = f", {"default": "json.JSONEncoder.default"}),
        ("import math\nsetattr(math, 'floor', f)", {"floor": "math.floor"}),
        ("from a.b import C\ntype.__setattr__(C, 'floor', f)", {"floor": "a.b.C.floor", "C": "a.b.C[…]"}),
        ("import keyword\nkeyword.kwlist.append(f)", {"kwlist": "keyword.kwlist[…]"}),
        ("from keyword import kwlist as k\ndef g():\n    k.append(f)", {"kwlist": "keyword.kwlist[…]"}),
        ("import keyword\nwords = keyword.kwlist\ndef g():\n    words.append(f)", {"kwlist": "keyword.kwlist[…]"}),
        ("import http.client as c\nc.responses[418] = f", {"responses": "http.client.responses[…]"}),
        ("import http.client as c\ndel c.responses[418]", {"responses": "http.client.responses[…]"}),
        ("import math\ndef g():\n    m = math\n    m.pi = 3", {"pi": "math.pi", "math": "math[…]"}),
        ("import math\ndef g(m):\n    m.pi = 3\ng(math)", {"pi": "math:pi", "math": "math[…]"}),
        ("import math\ndef g():\n    for m in (math,):\n        m.pi = 3", {"pi": "math:pi", "math": "math[…]"}),
        ("import keyword\nextend(keyword.kwlist)", {"kwlist": "keyword.kwlist[…]"}),
        ("import keyword\nlen(keyword.kwlist)", {}),
        ("import sys\nsys.modules['math'].pi = 3", {"pi": "math.pi"}),
        ("import importlib as i\ni.import_module('math').pi = 3", {"pi": "math.pi"}),
        ("import math\nclass A:\n    m = math\nA.m.pi = 3", {"pi": "math:pi", "math": "math[…]"}),
        ("import math\nclass C:\n    def g(self):\n        self.pi = h(math.floor)", {"floor": "math.floor[…]"}),
        ("import math\nfor n in names:\n    setattr(math, n, f)", {"*": "math.…"}),
        ("import math\nvars(math)['floor'] = f", {"floor": "math.floor"}),
        ("import math\nmath.__dict__['floor'] = f", {"floor": "math.floor"}),
        ("import math\ndel math.floor", {"floor": "math.floor"}),
        ("import logging\nlogging.raiseExceptions |= True", {"raiseExceptions": "logging.raiseExceptions"}),
        ("import math, os\nmath.pi, os.sep = 3, '/'", {"pi": "math.pi", "sep": "os.sep"}),
        ("import math\nfor math.pi in ps: pass", {"pi": "math.pi"}),
        ("import sys as s, json\nwith g() as (json.dumps, a): pass", {"dumps": "json.dumps"}),
        ("import sys\nsys.stdout = f", {}),
        ("import shop.cart\nshop.cart.LIMIT = 3", {}),
        ("from . import cart\ncart.LIMIT = 3", {}),
        ("import math\nx.ceil = math.floor", {"floor": "math.floor[…]", "ceil": "math.floor:ceil"}),
        ("import math\nmath.floor(x)\nmath.floor == f", {}),
        ("from unittest.mock import patch\nimport math\nwith patch.object(math, 'floor'): g()", {"math": "math[…]"}),
        ("import math\nmath.floor = (", {}),
    ],
)
def test_replaced(text: str, found: dict[str, str]) -> None:
    assert replaced(text, {"shop"}) == set(found.items())


def test_two_of_one_name_are_two() -> None:
    text = "import json, typing as t\njson.dumps = f\ndef g(t):\n    t.dumps = f"
    assert replaced(text, {"shop"}) == {("dumps", "json.dumps"), ("dumps", "typing.dumps")}
