"""Tables that another module of the project has: what is looked up in them is known as long as no code changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, Unknown, Verdict

ASKED = 'data.ROWS["a"][0] == 7'
FLAT = 'ROWS = {"a": (1, 2), "b": (3,)}\n'
DEEP = 'ROWS = {"a": [1, 2], "b": [3]}\n'
READING = "def reads(n: int) -> int:\n    if n == first(data.ROWS['b']):\n        return 1\n    return n\n"
FIRST = "def first(row):\n    return row[0]\n"

CALM = [
    FIRST + READING,
    FIRST + "def reads(n: int) -> int:\n    rows = data.ROWS['b']\n    return first(rows) + first(data.ROWS['a'])\n",
    FIRST + READING + "def keeps(n: int) -> list[tuple[int, ...]]:\n    return [data.ROWS['a']]\n",
]

# What the module keeps, and how code of the project changes that.
CHANGED = [
    (FLAT, "def change(n: int) -> None:\n    data.ROWS['a'] = (7, 7)\n"),
    (FLAT, "def change(n: int) -> None:\n    hand(data.ROWS)\ndef hand(rows):\n    rows['a'] = (7,)\n"),
    (FLAT, "def change(n: int) -> None:\n    d = data\n    hand(d.ROWS)\ndef hand(rows):\n    rows['a'] = (7,)\n"),
    (FLAT, "def change(n: int) -> None:\n    hand(data)\ndef hand(d):\n    d.ROWS['a'] = (7,)\n"),
    (FLAT, "import sys\ndef change(n: int) -> None:\n    sys.modules['pkg.data'].ROWS['a'] = (7,)\n"),
    (FLAT, "from . import data as same\ndef change(n: int) -> None:\n    hand(same.ROWS)\ndef hand(x):\n    x['a'] = (7,)\n"),
    (FLAT, "import pkg.data\ndef change(n: int) -> None:\n    hand(pkg.data.ROWS)\ndef hand(x):\n    x['a'] = (7,)\n"),
    (FLAT + "def rows():\n    return ROWS\n", "def change(n: int) -> None:\n    data.rows()['a'] = (7,)\n"),
    (FLAT + "def put(n):\n    global ROWS\n    ROWS = {'a': [7]}\n", "def change(n: int) -> None:\n    data.put(n)\n"),
    (FLAT, "def change(n: int) -> None:\n    data.ROWS = {'a': (7,)}\n"),
    (FLAT, "def change(n: int) -> None:\n    setattr(data, 'RO' + 'WS', {'a': (7,)})\n"),
    (FLAT, "def change(n: int) -> None:\n    vars(data)['ROWS'] = {'a': (7,)}\n"),
    (FLAT, "def change(n: int) -> None:\n    (lambda: data.ROWS.update(a=(7,)))()\n"),
    (FLAT + "SAME = ROWS\n", "def change(n: int) -> None:\n    data.SAME['a'] = (7,)\n"),
    (FLAT + "class Holder:\n    rows = ROWS\n", "def change(n: int) -> None:\n    data.Holder.rows['a'] = (7,)\n"),
    (DEEP, "def change(n: int) -> None:\n    data.ROWS['a'][0] = 7\n"),
    (DEEP, "def change(n: int) -> None:\n    hand(data.ROWS['a'])\ndef hand(row):\n    row[0] = 7\n"),
    (DEEP, "def change(n: int) -> None:\n    for row in data.ROWS.values():\n        row[0] = 7\n"),
    (DEEP, "def change(n: int) -> None:\n    hand((data if n else Other).ROWS['a'])\ndef hand(row):\n    row[0] = 7\n"
           "class Other:\n    ROWS = {'a': [0]}\n"),
    (DEEP + "def row():\n    return ROWS['a']\n", "def change(n: int) -> None:\n    hand(data.row())\ndef hand(r):\n    r[0] = 7\n"),
    (DEEP + "def __getattr__(name):\n    if name != 'late':\n        raise AttributeError(name)\n    return ROWS['a']\n",
     "def change(n: int) -> None:\n    hand(data.late)\ndef hand(row):\n    row[0] = 7\n"),
    (DEEP + "ROW = ROWS['a']\n", "def change(n: int) -> None:\n    hand(data.ROW)\ndef hand(row):\n    row[0] = 7\n"),
    (DEEP + "ALL = [ROWS]\n", "def change(n: int) -> None:\n    hand(data.ALL[0])\ndef hand(rows):\n    rows['a'] = (7,)\n"),
    (DEEP + "first = ROWS['a'].__setitem__\n", "def change(n: int) -> None:\n    data.first(0, 7)\n"),
    (DEEP + "from types import SimpleNamespace\nspace = SimpleNamespace(rows=ROWS)\n",
     "def change(n: int) -> None:\n    hand(data.space.rows)\ndef hand(rows):\n    rows['a'] = (7,)\n"),
    (DEEP, "def other():\n    global data\n    data = Other()\nclass Other:\n    def __init__(self) -> None:\n        self.ROWS = {'a': (7,)}\n"),
    (FLAT, "class Other:\n    def __init__(self, n: int) -> None:\n        self.ROWS = data.ROWS\n"
           "    def change(self) -> None:\n        self.ROWS['a'] = (7,)\n"),
]  # fmt: skip


def verdict(folder: Path, kept: str, code: str) -> Verdict:
    package = folder / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "data.py").write_text(kept)
    asking = (
        f"from . import data\n\n{code}\ndef asks(n: int) -> int:\n    if {ASKED}:\n        return 1\n    return 0\n"
    )
    (package / "core.py").write_text(asking)
    target = Target("core.py", str(package / "core.py"), "pkg.core", str(folder))
    result = cover([target], Settings(suite="small", jobs=1, paths=3), Silent())
    (unit,) = (unit for unit in result.report.units if unit.id == "pkg.core::asks")
    return next(goal.verdict for goal in unit.goals if goal.id.endswith(":branch:true"))


def verdicts(folder: Path, module: str) -> list[Verdict]:
    """Of the goals of the functions of a module in a folder."""
    target = Target(f"{module}.py", str(folder / f"{module.replace('.', '/')}.py"), module, str(folder))
    report = cover([target], Settings(), Silent()).report
    found = [goal.verdict for unit in report.units for goal in unit.goals]
    assert found, report.diagnostics
    return found


def kinds(folder: Path, module: str) -> set[type[Verdict]]:
    return {type(verdict) for verdict in verdicts(folder, module)}


@pytest.mark.parametrize("code", CALM)
def test_handing_on_what_a_flat_table_holds_changes_nothing(code: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, FLAT, code)
    assert isinstance(found, Infeasible)
    assert [each.kind for each in found.assumptions if each.kind != "types"] == ["module-state"]


@pytest.mark.parametrize(("kept", "code"), CHANGED)
def test_what_code_changes_is_not_taken_for_constant(kept: str, code: str, tmp_path: Path) -> None:
    assert not isinstance(verdict(tmp_path, kept, code), Infeasible)


@pytest.mark.parametrize(
    "change",
    [
        "vars(data)['ROWS']['a'] = 2",
        "getattr(data, 'ROWSx'[:4])['a'] = 2",
        "for name in dir(data):\n        if name.endswith('WS'):\n            getattr(data, name)['a'] = 2",
        "eval('data.ROWS')['a'] = 2",
        "from data import ROWS as Q\n    eval('Q')['a'] = 2",
        "text = 'data.ROWS'[:9]\n    eval(text)['a'] = 2",
        "import pkgutil\n    pkgutil.resolve_name('data:ROWS')['a'] = 2",
        "import inspect, use\n    inspect.getclosurevars(use.reads).globals['ROWS']['a'] = 2",
        "import code\n    code.InteractiveInterpreter().runsource('import data; data.ROWS.clear()')",
    ],
)
def test_a_table_that_was_imported_by_its_name(tmp_path: Path, change: str) -> None:
    (tmp_path / "data.py").write_text("ROWS = {'a': 1}\n")
    (tmp_path / "other.py").write_text(f"import data\ndef change():\n    {change}\n")
    reads = "from data import ROWS\ndef reads(n: int) -> int:\n    if ROWS['a'] == 1:\n        return n\n    return 7\n"
    file = tmp_path / "use.py"
    file.write_text(reads)
    assert Infeasible not in kinds(tmp_path, "use")


HOLDERS = [
    ("T = data.ROWS", "T['a'] == 1"),
    ("class Box:\n    t = data.ROWS", "Box.t['a'] == 1"),
    ("D = {'x': [data.ROWS]}", "D['x'][0]['a'] == 1"),
]


@pytest.mark.parametrize(("holder", "asked"), HOLDERS)
def test_what_holds_an_object_of_a_module_whose_namespace_is_written_into(
    tmp_path: Path, holder: str, asked: str
) -> None:
    (tmp_path / "data.py").write_text("ROWS = {'a': 1}\ndef change():\n    globals()['ROWS']['a'] = 2\n")
    file = tmp_path / "use.py"
    file.write_text(
        f"import data\n{holder}\ndef reads(n: int) -> int:\n    if {asked}:\n        return n\n    return 7\n"
    )
    assert Infeasible not in kinds(tmp_path, "use")


COUNTING = "n = 0\ndef __getattr__(name):\n    global n\n    if name[:2] == '__':\n        raise AttributeError(name)\n"
COUNTED = COUNTING + "    n += 1\n    return n\n"
OF_CLASS = """import sys, types
class Lazy(types.ModuleType):
    n = 0
    @property
    def total(self):
        Lazy.n += 1
        return Lazy.n
sys.modules[__name__].__class__ = Lazy
"""


@pytest.mark.parametrize("data", [COUNTED, OF_CLASS])
def test_what_a_module_makes_up_counts_what_that_reads(tmp_path: Path, data: str) -> None:
    """No run of its own comes to the fifty-first time, so nothing but what it may read keeps this from a proof."""
    (tmp_path / "data.py").write_text(data)
    file = tmp_path / "use.py"
    text = "import data\ndef reads(s: str) -> int:\n    if len(s) == 5 and s.startswith('q!') and s.endswith('7#'):\n"
    file.write_text(text + "        if data.total > 50:\n            return 1\n    return 2\n")
    assert Infeasible not in kinds(tmp_path, "use")


def test_a_class_that_calls_its_module_otherwise(tmp_path: Path) -> None:
    """What its methods set counts, too."""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg/__init__.py").write_text("from .kinds import Kind\n")
    file = tmp_path / "pkg/kinds.py"
    file.write_text(
        "import enum\nclass Kind(enum.Enum):\n    A = 1\n    def mark(self):\n        self.seen = True\n"
        "Kind.__module__ = 'pkg'\nKind.__qualname__ = 'Public'\nKind.A.seen = False\n"
        "def reads(k: Kind) -> int:\n    if k.seen:\n        return 1\n    return 0\n"
    )
    assert Infeasible not in kinds(tmp_path, "pkg.kinds")


def test_a_module_that_calls_itself_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(
        "__name__ = 'other'\ndef f(n: int) -> int:\n    if n * n == 918273645:\n        return 1\n    return n\n"
    )
    said = [v.reason.text for v in verdicts(tmp_path, "m") if isinstance(v, Unknown)]
    assert said and all("calls itself 'other'" in text for text in said)


def test_what_a_module_makes_up_is_followed(tmp_path: Path) -> None:
    made = "n = 0\ndef put(k):\n    global n\n    n = k\ndef __getattr__(name):\n    if name[:2] == '__':\n        raise AttributeError(name)\n    return n + 1\n"
    (tmp_path / "data.py").write_text(made)
    (tmp_path / "use.py").write_text(
        "import data\ndef reads(k: int) -> int:\n    data.put(k)\n    if data.total * 3 == 24369:\n        return 1\n    return 2\n"
    )
    assert kinds(tmp_path, "use") == {Covered}


def test_variables_of_a_module_with_a_class_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "data.py").write_text(OF_CLASS + "n = 0\n")
    (tmp_path / "use.py").write_text(
        "import data\ndef reads(k: int) -> int:\n    data.n = k\n    if data.n * 3 == 24369:\n        return 1\n    return 2\n"
    )
    assert kinds(tmp_path, "use") == {Covered}


FILLED = """import functools
class Box:
    @functools.cached_property
    def rows(self) -> list[int]:
        return []
_BOX = {}
def reads(n: int) -> int:
    if {}.rows:
        return 1
    return 0
def fills() -> None:
    {}.rows.append(1)
"""


@pytest.mark.parametrize(("kept", "box"), [("Box()", "_BOX"), ("[Box()]", "_BOX[0]")])
def test_what_a_cached_property_keeps(tmp_path: Path, kept: str, box: str) -> None:
    (tmp_path / "use.py").write_text(FILLED.format(kept, box, box))
    assert Infeasible not in kinds(tmp_path, "use")


def test_what_code_puts_into_an_attribute_of_a_function(tmp_path: Path) -> None:
    asked = "def reads(n: int) -> int:\n    if _g.__annotations__['x'] is str:\n        return 1\n    return 0\n"
    changes = "def fills() -> None:\n    _g.__annotations__['x'] = str\n"
    (tmp_path / "use.py").write_text(f"def _g(x: int) -> int:\n    return x\n{asked}{changes}")
    assert Infeasible not in kinds(tmp_path, "use")


def test_methods_of_tables_where_attributes_are_set_by_computed_names(tmp_path: Path) -> None:
    asked = "_tab = {}\nlook = _tab.get\ndef reads(n: int) -> int:\n    if look('a') is not None:\n        return 1\n    return 0\n"
    changes = "def fills() -> None:\n    _tab['a'] = 1\ndef put(o, name) -> None:\n    o.__dict__[name] = 1\n"
    (tmp_path / "use.py").write_text(asked + changes)
    assert Infeasible not in kinds(tmp_path, "use")


STRAY = {
    "body": "class Box:\n    __module__ = 'shop'\n    n = 0\n",
    "later": "class Box:\n    n = 0\nBox.__module__ = 'json'\n",
    "decorator": "def public(c):\n    c.__module__ = 'shop'\n    return c\n@public\nclass Box:\n    n = 0\n",
    "named": "class Box:\n    n = 0\nBox.__name__ = 'Out'\nBox.__module__ = 'shop'\n",
    "made": "import types\nBox = types.new_class('Box')\nBox.n = 0\n",
    "dataclass": "import dataclasses\nBox = dataclasses.make_dataclass('Box', [('n', int, 0)])\n",
    "enum": "import enum\nBox = enum.Enum('Box', 'A', module='shop').A\nBox.n = 0\n",
}
"""Classes that are not where they say."""


@pytest.mark.parametrize("kind", STRAY)
def test_what_code_sets_of_a_class_whatever_that_says_of_its_module(tmp_path: Path, kind: str) -> None:
    use = "def bump() -> None:\n    Box.n = 1\ndef reads() -> int:\n    if Box.n:\n        return 99\n    return 1\n"
    (tmp_path / "m.py").write_text(STRAY[kind] + use)
    assert Infeasible not in kinds(tmp_path, "m")


def test_what_methods_count_in_their_class_whatever_that_says_of_its_module(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "class Box:\n    __module__ = 'shop'\n    made = 0\n    def __init__(self) -> None:\n        type(self).made += 1\n"
        "def bump() -> None:\n    Box()\ndef reads() -> int:\n    if Box.made > 0:\n        return 99\n    return 1\n"
    )
    assert Infeasible not in kinds(tmp_path, "m")


FEBRUARY = "calendar.monthrange(2023, 2)[1]"
OF_LIBRARY = [
    ("import keyword", "keyword.kwlist.append('goto')", "'goto' in keyword.kwlist"),
    ("from keyword import kwlist as words", "words.append('goto')", "'goto' in words"),
    ("import http.client as c", "c.responses[418] = 'tea'", "418 in c.responses"),
    ("import string", "lib = string; lib.hexdigits = '01'", "string.hexdigits == '01'"),
    ("import string", "put(string)", "string.hexdigits == '01'"),
    ("import string, sys", "sys.modules['string'].hexdigits = '01'", "string.hexdigits == '01'"),
    ("import logging", "logging.Logger.tracing = True", "hasattr(logging.Logger, 'tracing')"),
    # What its own functions look at, or change.
    ("import html.entities", "html.entities.html5['zz;'] = 'z'", "html.unescape('&zz;') == 'z'"),
    ("import reprlib", "reprlib.aRepr.maxlist = 1", "reprlib.repr([1, 2, 3]) == '[1, ...]'"),
    ("import calendar", "calendar.mdays[1] = 30", "calendar.monthrange(2024, 1)[1] == 30"),
    ("import sqlite3", "sqlite3.register_converter('zz', int)", "'ZZ' in sqlite3.converters"),
    ("import mimetypes", "mimetypes.add_type('a/b', '.zzz')", "'.zzz' in mimetypes.types_map"),
    ("import mimetypes", "mimetypes.init()", "mimetypes.inited"),
    ("import zoneinfo", "zoneinfo.reset_tzpath(['/zz'])", "'/zz' in zoneinfo.TZPATH"),
    ("from email import charset", "charset.add_alias('zz', 'ascii')", "'zz' in charset.ALIASES"),
    # Whoever is given it, or has it by another way.
    ("import calendar", "list(map(calendar.mdays.__setitem__, [2], [29]))", f"{FEBRUARY} == 29"),
    ("import calendar", "fill(calendar)", f"{FEBRUARY} == 29"),
    ("import calendar", "fill(calendar if bool(1) else None)", f"{FEBRUARY} == 29"),
    ("import calendar", "getattr(calendar, 'md' + 'ays')[2] = 29", f"{FEBRUARY} == 29"),
    ("import calendar", "vars(calendar).get('mdays')[2] = 29", f"{FEBRUARY} == 29"),
    ("import calendar", "calendar.isleap.__globals__['mdays'] = [29] * 13", f"{FEBRUARY} == 29"),
    ("import string", "vars(string).update(digits='01')", "string.digits == '01'"),
    ("import math, statistics", "statistics.math.pi = 3", "math.pi == 3"),
    ("import json", "json._default_encoder.__init__(separators=(';', ':'))", "json.dumps([1, 2]) == '[1;2]'"),
    ("import collections", "collections.__doc__ = 'other'", "collections.__doc__ == 'other'"),
    ("import calendar", "calendar.Calendar.__name__ = 'other'", "calendar.Calendar.__name__ == 'other'"),
    ("from collections.abc import Sequence", "Sequence.register(int)", "isinstance(3, Sequence)"),
    ("import numbers", "numbers.Integral.register(str)", "isinstance('a', numbers.Real)"),
]


@pytest.mark.parametrize(("imported", "change", "asked"), OF_LIBRARY)
def test_what_code_changes_of_the_library(tmp_path: Path, imported: str, change: str, asked: str) -> None:
    put = "def put(m: object) -> None:\n    m.hexdigits = '01'\ndef fill(m: object) -> None:\n    m.mdays[2] = 29\n"
    use = f"def setup() -> None:\n    {change}\ndef reads() -> int:\n    if {asked}:\n        return 99\n    return 1\n"
    (tmp_path / "m.py").write_text(f"{imported}\n{put}{use}")
    assert Infeasible not in kinds(tmp_path, "m")


def test_what_code_changes_of_the_library_where_functions_import_it(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "def setup() -> None:\n    import reprlib\n    reprlib.aRepr.maxlist = 1\n"
        "def reads() -> int:\n    import reprlib\n    if reprlib.repr([1, 2, 3]) == '[1, ...]':\n        return 99\n    return 1\n"
    )
    assert Infeasible not in kinds(tmp_path, "m")


IN_ANOTHER_FILE = [
    ("import math", "import h", "h.math.pi = 3", "math.pi == 3"),
    ("import math as m", "import h", "h.m.floor = h.m.ceil", "math.floor(2.5) == 3"),
    ("from keyword import kwlist as K", "from h import K as words", "words.append('zz')", "'zz' in keyword.kwlist"),
    ("from keyword import kwlist", "from h import *", "kwlist.append('zz')", "'zz' in keyword.kwlist"),
    ("from html.entities import html5", "import h", "h.html5['zz;'] = 'X'", "html.unescape('&zz;') == 'X'"),
    ("def add(m, v):\n    m.pi = v", "import h, math", "h.add(math, 3)", "math.pi == 3"),
]


@pytest.mark.parametrize(("has", "imported", "change", "asked"), IN_ANOTHER_FILE)
def test_what_code_changes_of_the_library_by_way_of_another_file(
    tmp_path: Path, has: str, imported: str, change: str, asked: str
) -> None:
    (tmp_path / "h.py").write_text(f"{has}\n")
    (tmp_path / "b.py").write_text(f"{imported}\ndef setup() -> None:\n    {change}\n")
    (tmp_path / "m.py").write_text(
        f"import html, keyword, math\ndef reads() -> int:\n    if {asked}:\n        return 99\n    return 1\n"
    )
    assert Infeasible not in kinds(tmp_path, "m")
    (tmp_path / "b.py").unlink()
    assert Infeasible in kinds(tmp_path, "m")


@pytest.mark.parametrize("beside", ["", "put(pathlib.Path)", "put(len(keyword.kwlist))", "put(keyword.iskeyword)"])
def test_what_code_leaves_alone_of_the_library(tmp_path: Path, beside: str) -> None:
    (tmp_path / "m.py").write_text(
        "import keyword, pathlib\ndef put(o: object) -> None:\n    o.kwlist = []\ndef setup() -> None:\n"
        f"    {beside or 'pass'}\n"
        "def reads() -> int:\n    if 'goto' in keyword.kwlist:\n        return 99\n    return 1\n"
    )
    assert Infeasible in kinds(tmp_path, "m")


def test_the_environment_is_none_of_what_a_library_keeps(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "import os\ndef setup() -> None:\n    os.environ['VERBOSE'] = '1'\n"
        "def reads(n: int) -> int:\n    if n > os.O_CREAT > n + 1:\n        return 99\n    return 1\n"
    )
    assert Infeasible in kinds(tmp_path, "m")


DESCRIBED = ["box.__name__", "box.__file__", "box.__doc__", "Box.__doc__", "Box.__module__", "Box.__qualname__"]
"""What says what a module or a class is, which a project may set like anything else."""


@pytest.mark.parametrize(
    ("name", "asked"), [*((n, "") for n in DESCRIBED), *((n, "b: Box") for n in DESCRIBED if n[0] == "B")]
)
def test_what_code_says_of_modules_and_classes(tmp_path: Path, name: str, asked: str) -> None:
    (tmp_path / "box.py").write_text('"""Of the module."""\nclass Box:\n    """Of the class."""\n')
    (tmp_path / "says.py").write_text(f"import box\nfrom box import Box\ndef says() -> None:\n    {name} = 'other'\n")
    read = name.replace("Box", "type(b)") if asked else name
    (tmp_path / "m.py").write_text(
        f"import box\nfrom box import Box\ndef reads({asked}) -> int:\n    if {read} == 'other':\n        return 9\n    return 1\n"
    )
    assert Infeasible not in kinds(tmp_path, "m")
    (tmp_path / "says.py").unlink()
    assert Infeasible in kinds(tmp_path, "m")
