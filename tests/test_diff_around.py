"""`clew diff`: what changed around a function that is the same, and is seen by another way than a call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from clew.cli.main import main

SAME = "same"
RENAMED = ("r = {}\n    return r", "return {}")


def compared(folder: Path, before: dict[str, str], after: dict[str, str]) -> dict[str, dict[str, Any]]:
    """By the names of functions."""
    for version, texts in (("before", before), ("after", {**before, **after})):
        (folder / version).mkdir()
        for name, text in texts.items():
            (folder / version / f"{name}.py").write_text(text)
    return versions_in(folder)


def versions_in(folder: Path) -> dict[str, dict[str, Any]]:
    paths = (str(folder / version) for version in ("before", "after"))
    result = CliRunner().invoke(main, ["diff", "--no-index", *paths, "--isolated", "--output-format", "json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return {each["id"].partition("::")[2]: each for each in json.loads(result.stdout)["functions"]}


def names_of(found: dict[str, Any]) -> list[str]:
    return [assumption["id"] for assumption in found.get("assumptions", [])]


PLUG = "def h():\n    return {}\n"


@pytest.mark.parametrize(
    "cls",
    [
        "class B:\n    def __init__(self, cb):\n        self.cb = cb\n",
        "from typing import Callable, NamedTuple\nclass B(NamedTuple):\n    cb: Callable\n",
        "from dataclasses import dataclass\nfrom typing import Callable\n@dataclass\nclass B:\n    cb: Callable\n",
    ],
)
def test_objects_of_the_project_may_hold_what_changed(tmp_path: Path, cls: str) -> None:
    function = cls + "def f(a: B) -> object:\n    {}\n"
    old, new = (function.format(form.format("a.cb()")) for form in RENAMED)
    found = compared(tmp_path, {"m": old, "plug": PLUG.format(1)}, {"m": new, "plug": PLUG.format(2)})
    assert found["f"]["verdict"] == SAME
    assert "given" in names_of(found["f"])


@pytest.mark.parametrize(
    "setup",
    [
        "import logging\nlogging.getLogger('x').addFilter({})",
        "import reg\nfor n in ['x']:\n        setattr(reg, n, {})",
    ],
)
def test_what_the_library_may_keep_is_named(tmp_path: Path, setup: str) -> None:
    first, second = setup.split("\n", 1)
    plug = f"{first}\n{PLUG}def setup():\n    {second.format('h')}\n"
    function = "import logging\nimport reg\ndef f(a: int) -> object:\n    {}\n"
    old, new = (function.format(form.format("logging.getLogger('x').info(a)")) for form in RENAMED)
    found = compared(
        tmp_path, {"m": old, "plug": plug.format(1), "reg": "x = None\n"}, {"m": new, "plug": plug.format(2)}
    )
    assert found["f"]["verdict"] == SAME
    assert "given:kept" in names_of(found["f"])


def test_what_exceptions_say_counts_for_who_looks(tmp_path: Path) -> None:
    low = "def k(n: int, d: int) -> str:\n    {}\n"
    changed = [f"return 'none' if {asked} == 0 else 'some'" for asked in ("n // d", "divmod(n, d)[0]")]
    function = "import low\ndef g(n: int, d: int) -> object:\n    try:\n        r = low.k(n, d)\n    except Exception as e:\n        r = str(e)\n    return r\n"
    again = function.replace("r =", "found =").replace("return r", "return found")
    blind = "def b(n: int, d: int) -> object:\n    {}\n"
    old, new = (blind.format(form.format("low.k(n, d)")) for form in RENAMED)
    before = {"m": function + old, "low": low.format(changed[0])}
    found = compared(tmp_path, before, {"m": again + new, "low": low.format(changed[1])})
    assert found["k"]["verdict"] == found["b"]["verdict"] == SAME
    assert "wording:exceptions" in names_of(found["k"])
    assert "wording:exceptions" in names_of(found["b"])
    assert found["g"]["verdict"] != SAME


@pytest.mark.parametrize(
    ("body", "moved"),
    [
        ("def g():\n    return 1\n", "h = g\n"),
        ("LIMIT = 3\n", "def f(k=LIMIT):\n    return k\n"),
        ("class C:\n    n = 1\n", "h = C().n\n"),
    ],
)
def test_what_is_bound_between_other_statements(tmp_path: Path, body: str, moved: str) -> None:
    second = body.replace("1", "2").replace("3", "5")
    function = "" if "def f" in moved else "def f():\n    return h() if callable(h) else h\n"
    before, after = body + moved + second + function, body + second + moved + function
    found = compared(tmp_path, {"m": before}, {"m": after})
    assert found["f"]["verdict"] != SAME


def test_calls_in_another_order(tmp_path: Path) -> None:
    head = "from itertools import count\nnext_one = count().__next__\n"
    first, second = (f"def {name}(n=next_one()):\n    return n\n" for name in "gf")
    found = compared(tmp_path, {"m": head + first + second}, {"m": head + second + first})
    assert found["f"]["verdict"] != SAME
    assert found["g"]["verdict"] != SAME


def test_order_that_nothing_depends_on(tmp_path: Path) -> None:
    function = "def f(a):\n    {}\n"
    old, new = (function.format(form.format("g(a)")) for form in RENAMED)
    one, other = "import os\ndef g(a):\n    return a\n", "LIMIT = 3\ndef h(k=LIMIT):\n    return k\n"
    found = compared(tmp_path, {"m": one + other + old}, {"m": other + one + new})
    assert {name: each["verdict"] for name, each in found.items()} == {"f": SAME}


@pytest.mark.parametrize("call", ["pydoc.locate(a)()", "timeit.timeit(a, number=1)"])
def test_texts_that_the_library_runs(tmp_path: Path, call: str) -> None:
    function = f"import {call.partition('.')[0]}\ndef f(a: str) -> object:\n    {{}}\n"
    old, new = (function.format(form.format(call)) for form in RENAMED)
    found = compared(tmp_path, {"m": old, "plug": PLUG.format(1)}, {"m": new, "plug": PLUG.format(2)})
    assert found["f"]["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("old", "new", "needed"),
    [
        ("return '%s: %r' % (a, b)", "return f'{a}: {b!r}'", "wording:format"),
        ("return 'x%r' % a", "return f'x{a!r}'", "wording:percent"),
        ("return f(a in (1, 2))", "return f(a in {1, 2})", "wording:comparisons"),
        ("return [f(k) for k in a.keys()]", "return [f(k) for k in a]", "wording:mappings"),
    ],
)
def test_what_a_rewriting_needs_is_named(tmp_path: Path, old: str, new: str, needed: str) -> None:
    text = "def f(x):\n    return x\nclass Box:\n    def g(self, a, b):\n        {}\n"
    found = compared(tmp_path, {"m": text.format(old)}, {"m": text.format(new)})
    assert found["Box.g"]["verdict"] in (SAME, "differs")
    assert found["Box.g"]["verdict"] == "differs" or needed in names_of(found["Box.g"])


def test_a_search_has_the_last_word(tmp_path: Path) -> None:
    """A tuple is what `%` takes apart."""
    before = "def f(a: int | tuple[int, int]) -> str:\n    return 'x%s' % a\n"
    found = compared(tmp_path, {"m": before}, {"m": before.replace("'x%s' % a", "f'x{a}'")})
    assert found["f"]["verdict"] == "differs"


def test_a_module_of_the_project_is_none_of_the_library(tmp_path: Path) -> None:
    before = "import contextlib\ndef f(g):\n    try:\n        g()\n    except ValueError:\n        pass\n"
    after = "import contextlib\ndef f(g):\n    with contextlib.suppress(ValueError):\n        g()\n"
    own = "class suppress:\n    def __init__(self, *c): pass\n    def __enter__(self): pass\n    def __exit__(self, *e): return False\n"
    (tmp_path / "library").mkdir()
    assert "wording:groups" in names_of(compared(tmp_path / "library", {"m": before}, {"m": after})["f"])
    (tmp_path / "own").mkdir()
    found = compared(tmp_path / "own", {"m": before, "contextlib": own}, {"m": after})
    assert found["f"]["verdict"] != SAME


def test_a_new_import_of_the_library(tmp_path: Path) -> None:
    before = "def f(g):\n    try:\n        g()\n    except ValueError:\n        pass\ndef other(x):\n    return x\n"
    after = "import contextlib\ndef f(g):\n    with contextlib.suppress(ValueError):\n        g()\ndef other(y):\n    return y\n"
    found = compared(tmp_path, {"m": before}, {"m": after})
    assert found["f"]["verdict"] == SAME


@pytest.mark.parametrize("module", ["os", "math", "operator"])
def test_star_imports(tmp_path: Path, module: str) -> None:
    before = "def f(xs):\n    r = []\n    for x in xs:\n        r.append(pow(x, 2))\n    return r\n"
    after = f"from {module} import *\ndef f(xs):\n    return [pow(x, 2) for x in xs]\n"
    found = compared(tmp_path, {"m": before}, {"m": after})
    assert found["f"]["verdict"] != SAME


@pytest.mark.parametrize("name", ["statistics", "winreg"])
def test_new_imports_that_run_something(tmp_path: Path, name: str) -> None:
    before = {"m": "def f(xs, y):\n    r = []\n    for x in xs:\n        r.append(x / y)\n    return r\n"}
    if name == "statistics":
        before[name] = "import decimal\ndecimal.getcontext().prec = 3\n"
    after = f"import {name}\ndef f(xs, y):\n    return [x / y for x in xs]\n"
    found = compared(tmp_path, before, {"m": after})
    assert found["f"]["verdict"] != SAME or "imports" in names_of(found["f"])


def test_annotations_of_a_class_that_a_call_makes_a_dataclass(tmp_path: Path) -> None:
    text = (
        "import dataclasses\nclass B:\n    a: int = 1\n    b: {} = 2\nC = dataclasses.dataclass(B)\ndef f(x):\n    {}\n"
    )
    bodies = [form.format("B(1, 7) == B(1, 8)") for form in RENAMED]
    old, new = text.format("int", bodies[0]), text.format("'dataclasses.InitVar[int]'", bodies[1])
    assert compared(tmp_path, {"m": old}, {"m": new})["f"]["verdict"] != SAME


def test_what_is_only_worded_otherwise_gives_what_is_alike(tmp_path: Path) -> None:
    """A search shows less of exceptions, and callers that look at them are the same for the wording alone."""
    low = "def k(n: int, d: int) -> str:\n    return 'few' if n // d in {} else 'many'\n"
    g = "import low\ndef g(n: int, d: int):\n    try:\n        return low.k(n, d)\n    except Exception as {0}:\n        return str({0})\n"
    before = {"low": low.format("(1, 2)"), "m": g.format("e")}
    found = compared(tmp_path, before, {"low": low.format("{1, 2}"), "m": g.format("error")})
    assert found["k"]["verdict"] == found["g"]["verdict"] == SAME


@pytest.mark.parametrize(
    "given", ["k.register(h)", "for each in [h]:\n    k.register(each)", "class C:\n    inner = h\nk.register(C.inner)"]
)
def test_annotations_of_a_function_that_is_handed_on_when_the_module_is_imported(tmp_path: Path, given: str) -> None:
    text = (
        "import functools\n@functools.singledispatch\ndef k(a):\n    return 0\n"
        f"def h(a: {{}}):\n    return 1\n{given}\ndef f(x):\n    {{}}\n"
    )
    bodies = [form.format("x.z() == 3 and k(3)") for form in RENAMED]
    old, new = text.format("int", bodies[0]), text.format("str", bodies[1])
    found = compared(tmp_path, {"m": old}, {"m": new})["f"]
    assert found["verdict"] != SAME or "given:kept" in names_of(found)


def test_annotations_of_a_function_that_is_only_called(tmp_path: Path) -> None:
    text = "def h(a: {}):\n    return 1\ndef f(x):\n    {}\n"
    bodies = [form.format("h(x)") for form in RENAMED]
    old, new = text.format("int", bodies[0]), text.format("str", bodies[1])
    found = compared(tmp_path, {"m": old}, {"m": new})["f"]
    assert (found["verdict"], names_of(found)) == (SAME, ["wording", "resources"])


def test_what_a_call_on_import_sets_otherwise(tmp_path: Path) -> None:
    text = "K = 0\ndef init(v):\n    global K\n    K = v\ninit({})\ndef f(x):\n    {}\n"
    bodies = [form.format("x + K") for form in RENAMED]
    found = compared(tmp_path, {"m": text.format(1, bodies[0])}, {"m": text.format(2, bodies[1])})
    assert found["f"]["verdict"] != SAME


def test_imports_that_change_places(tmp_path: Path) -> None:
    files = {"c": "K = 1\n", "d": "import c\nc.K = 5\n", "e": "import c\nc.K = 6\n"}
    text = "import c\n{}def f(x):\n    {}\n"
    bodies = [form.format("x + c.K") for form in RENAMED]
    before = {"m": text.format("import d\nimport e\n", bodies[0]), **files}
    found = compared(tmp_path, before, {"m": text.format("import e\nimport d\n", bodies[1])})
    assert found["f"]["verdict"] != SAME


@pytest.mark.parametrize(("name", "is_named"), [("rates.json", True), ("notes.md", False)])
def test_a_file_that_changed_and_may_be_read_is_named(tmp_path: Path, name: str, is_named: bool) -> None:
    text = "import json, os\nwith open(os.path.dirname(__file__) + '/rates.json') as file:\n    K = json.load(file)\n"
    text += "def f(x: int) -> int:\n    {}\n"
    old, new = (text.format(form.format("x + K")) for form in RENAMED)
    for version, content in (("before", "1"), ("after", "2")):
        (tmp_path / version).mkdir()
        (tmp_path / version / "rates.json").write_text("1")
        (tmp_path / version / name).write_text(content)
        (tmp_path / version / "m.py").write_text(old if version == "before" else new)
    said = versions_in(tmp_path)["f"]
    assert said["verdict"] == SAME
    named = [each["text"] for each in said["assumptions"] if each["id"] == "wording:files"]
    assert named == (["what it uses reads nothing of files that changed: `rates.json`"] if is_named else [])
