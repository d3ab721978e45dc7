"""Which modules somebody may have as an object, by the text of a module."""

from __future__ import annotations

import ast

import pytest

from clew.frontend.module import ANY_NAME
from clew.frontend.used_names import modules_handed_on

IMPORT = "from importlib import import_module\ndef f(name):\n    m = import_module(name)\n    "


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import conf\nconf.LIMIT = 3", set()),
        ("import conf\ng(conf)", {"conf"}),
        ("from pkg import conf\nx = [conf]", {"conf"}),
        (IMPORT + "return m.TABLE", {"TABLE"}),  # may be a module, of this name
        (IMPORT + "return getattr(m, 'TABLE')", set()),
        (IMPORT + "return getattr(m, 'TABLE', None)", set()),
        (IMPORT + "m.LIMIT = 3", set()),
        (IMPORT + "return m", {ANY_NAME}),
        (IMPORT + "setattr(m, 'LIMIT', 3)", {ANY_NAME}),
        (IMPORT + "return getattr(m, name)", {ANY_NAME}),
        (IMPORT + "return getattr(m, '__dict__')", {ANY_NAME}),
        (IMPORT + "return vars(m)", {ANY_NAME}),
        (IMPORT + "return m.__dict__", {ANY_NAME, "__dict__"}),
        (IMPORT + "return lambda: m", {ANY_NAME}),
        (IMPORT.replace("    m =", "    global m\n    m =") + "pass", {ANY_NAME}),
        ("from importlib import import_module\nm = import_module('pkg.conf')", {"conf"}),
        ("from importlib import import_module\ndef f():\n    return import_module('pkg.conf')", {"conf"}),
    ],
)
def test_what_a_text_hands_on(text: str, found: set[str]) -> None:
    assert modules_handed_on(ast.parse(text)) - {"importlib", "import_module"} == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from ._impl import run\ng(run)", set()),
        ("from ._impl import run\ng(walk)", set()),
        ("from ._impl import run\ndef f():\n    from . import run\n    g(run)", {"run"}),
        ("def f():\n    from . import run\n    g(run)", {"run"}),
        ("from . import walk\ng(walk)", {"walk"}),
    ],
)
def test_what_holds_no_module_is_none(text: str, found: set[str]) -> None:
    assert modules_handed_on(ast.parse(text), others=["run"]) == found
