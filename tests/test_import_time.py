"""What the variables of a module say of the process that imported it, in words."""

from __future__ import annotations

import pytest

from clew.frontend.import_time import BEFORE, made_at_import

ORDER = "the order of sets"
PROCESS = "the surroundings of the process"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import os\nx = os.environ.get('A')", PROCESS),
        ("import threading\nx = threading.local()", "what a thread has for itself"),
        ("from threading import local\nx = local()", "what a thread has for itself"),
        ("import threading\nx = threading.current_thread()", PROCESS),
        ("import sys\nx = sys.version_info", "this Python"),
        ("try:\n    import numpy as x\nexcept ImportError:\n    x = None", "the packages that are installed"),
        ("import os\nx = os.path.join('a', 'b')", None),
        ("x = 1", None),
        ("import os\ndef x(n=os.environ.get('A')):\n    return n", PROCESS),
        ("import os\ndef x():\n    return os.environ.get('A')", None),
        ("import os\ndef read():\n    return os.environ.get('A')\nx = read()", PROCESS),
        ("import os\ndef read():\n    return os.environ.get('A')\nx = {'a': read}", None),
        (
            "import os\nclass S:\n    @classmethod\n    def load(cls):\n        return cls(os.getpid())\nx = S.load()",
            PROCESS,
        ),
        ("import os\nclass x:\n    limit = os.environ.get('A')", PROCESS),
        ("import os\nclass x:\n    def limit(self):\n        return os.getpid()", None),
        ("import os\nx = []\nx.append(os.environ.get('A'))", PROCESS),
        ("import os\nx = {}\nfor k in os.environ:\n    x[k] = 1", PROCESS),
        ("import pathlib\nx = pathlib.Path.home()", PROCESS),
        (
            "import enum, os\nclass x(enum.Enum):\n    def _generate_next_value_(*a):\n        return os.getpid()",
            PROCESS,
        ),
        ("import os\nprint(os.environ)\nprint(os.path.join('a', 'b'))\nx = os.path.join('a')", None),
        ("import os\ntry:\n    os.environ['A']\nexcept KeyError:\n    pass\nelse:\n    x = 1", PROCESS),
        ("import os, contextlib\nx = 0\nwith contextlib.suppress(KeyError):\n    os.environ['A']\n    x = 1", PROCESS),
        ("import os\nmatch os.environ.get('A'):\n    case '1':\n        x = 1\n    case _:\n        x = 2", PROCESS),
        ("import os\nx = []\n'A' in os.environ and x.append(1)", PROCESS),
        ("import os\ndef held():\n    yield os.environ\nwith held() as x:\n    pass", PROCESS),
        ("import os\nclass M(type):\n    n = os.environ\nclass x(metaclass=M):\n    pass", PROCESS),
        ("import os\ntry:\n    x = 1\nfinally:\n    def f():\n        return os.environ", None),
        (
            "import contextlib\nwith contextlib.suppress(ImportError):\n    import a as x",
            "the packages that are installed",
        ),
    ],
)
def test_what_a_variable_says_of_the_process(text: str, what: str | None) -> None:
    assert made_at_import(text).get("x") == what


def test_what_is_imported_from_the_project_says_it_too() -> None:
    texts = {
        "shop.settings": "import os\nDEBUG = os.environ.get('A')\ndef load():\n    return os.getpid()",
        "shop": "from .settings import DEBUG",
    }

    def others(module: str) -> dict[str, str]:
        return made_at_import(texts.get(module, ""), "shop", others)

    text = "from shop import settings, DEBUG\nfrom .settings import load as ask\nx = DEBUG\ny = settings.load()\nz = ask()\nw = 1"
    assert others("shop") == {"DEBUG": PROCESS}
    found = made_at_import(text, "shop", others)
    assert {name: found.get(name) for name in "xyzw"} == {"x": PROCESS, "y": PROCESS, "z": PROCESS, "w": None}


def test_names_that_the_text_does_not_tell() -> None:
    assert made_at_import("import os\nglobals()['x'] = os.environ.get('A')")["*"] == PROCESS
    assert "*" not in made_at_import("import os\nx = os.environ.get('A')")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import shop\nx = shop.limit", BEFORE),
        ("from shop import limit\nx = limit + 1", BEFORE),
        ("from shop import limit as x", BEFORE),
        ("import shop\nx = hasattr(shop, 'limit')", BEFORE),
        ("import shop\nx = len(shop.items)", BEFORE),
        ("import shop\nx = shop.other", None),
        ("import elsewhere\nx = elsewhere.limit", None),
        ("import shop\ndef x():\n    return shop.limit", None),
    ],
)
def test_what_code_of_the_project_changes_depends_on_what_was_called_before(text: str, what: str | None) -> None:
    def others(module: str) -> dict[str, str] | None:
        return {} if module == "shop" else None

    assert made_at_import(text, "", others, {"limit", "items"}).get("x") == what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = list({'a', 'b'})", ORDER),
        ("x = next(iter({'a', 'b'}))", ORDER),
        ("x = ','.join({'a', 'b'})", ORDER),
        ("x = {k: i for i, k in enumerate({'a', 'b'})}", ORDER),
        ("class x:\n    first = {'a', 'b'}.pop()", ORDER),
        ("NAMES = frozenset(['a', 'b'])\nx = tuple(NAMES | {'c', 'd'})", ORDER),
        ("x = []\nfor name in {'a', 'b'}:\n    x.append(name)", ORDER),
        ("x = {'a', 'b'}", None),
        ("x = sorted({'a', 'b'})", None),
        ("x = frozenset({'a', 'b'}) | {'c'}", None),
        ("x = 'a' in {'a', 'b'}", None),
        ("x = any(len(n) > 1 for n in {'a', 'b'})", None),
        ("x = list({1, 2})", None),
        ("x = hash('a') % 2", "the hashes of texts and objects"),
        ("import sys\nx = sys.path[0]", PROCESS),
        ("import signal\nx = signal.getsignal(2)", PROCESS),
        ("import logging\nx = logging.getLogger().level", "the configuration of logging"),
        ("import logging\nx = logging.getLogger('a')", None),
        ("import builtins\nx = hasattr(builtins, '_')", PROCESS),
    ],
)
def test_orders_hashes_and_other_things_of_the_process(text: str, what: str | None) -> None:
    assert made_at_import(text).get("x") == what
