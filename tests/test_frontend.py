"""Units, goals, bindings, native parts, dead code, and bad input."""

from __future__ import annotations

import ast
import os
import symtable
import textwrap
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from clew.analysis.structure import structurally_dead
from clew.contracts.claims import with_all_claims
from clew.frontend.module import PLAIN, Module, Unit, read_module
from clew.frontend.places import has_items, is_fixed, span_of
from clew.goals.criteria import Criteria
from clew.goals.goal import DECISION, LOOP, Place
from clew.ir import tree as ir
from clew.ir.check import check_function
from clew.ir.tree_text import show
from clew.ir.walk import nodes, statements
from clew.source.diagnostics import Diagnostic
from clew.source.files import decode_source, read_source
from clew.source.spans import Span

GOLDEN = Path(__file__).parent / "golden" / "ir"
STDLIB = Path(os.__file__).parent
SAMPLE = [
    *(
        "ast",
        "bisect",
        "calendar",
        "cmd",
        "colorsys",
        "configparser",
        "copy",
        "csv",
        "datetime",
        "difflib",
        "fractions",
    ),
    *("functools", "heapq", "inspect", "json/decoder", "statistics", "textwrap", "tokenize", "asyncio/tasks"),
    "contextlib",
]


def module_of(text: str) -> Module:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module), module
    return module


def goals_in_ir(function: ir.Function) -> set[Place]:
    """The goals a lowered function carries, those of its lambdas and comprehensions included."""
    found: set[Place] = set()

    def add(span: Span, kind: str, *outcomes: str | None) -> None:
        found.update(Place(span, kind, outcome) for outcome in outcomes)

    for statement in statements(function.body):
        match statement:
            case ir.Mark(span):
                add(span, "statement", None)
            case ir.Reach(span, kind, outcome):
                add(span, kind, outcome)
            case ir.If(decision=str(decision), span=span):
                add(span, decision, *DECISION)
            case ir.While(span=span):
                add(span, "branch", *DECISION)
            case ir.For(decision=True, span=span):
                add(span, "branch", *LOOP)
            case ir.Try(handlers=handlers):
                for handler in handlers:
                    add(handler.span, "branch", "entered")
            case ir.Assign(value=ir.Closure(function=inner)) if inner.name.startswith("<"):
                found |= goals_in_ir(inner)
    return found


def fixed_by_literals(text: str) -> set[Place]:
    """What is asked about nowhere, since its answer is written down."""
    found: set[Place] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.expr) and is_fixed(node):
            found |= {Place(span_of(node), kind, outcome) for kind in ("branch", "condition") for outcome in DECISION}
        if isinstance(node, ast.expr) and has_items(node):
            found.add(Place(span_of(node), "branch", "empty"))
    return found


def missing_from_ir(unit: Unit, fixed: Collection[Place]) -> set[Place]:
    """Goals the tree does not carry although they are not in a native part; it may carry no others but the fixed."""
    wanted = {Place(g.span, g.kind, g.outcome) for g in unit.goals}
    carried = goals_in_ir(unit.function)
    assert carried - wanted <= set(fixed)
    return {
        place
        for place in wanted - carried
        if not any(n.span[:2] <= place.span[:2] and place.span[2:] <= n.span[2:] for n in unit.natives)
    }


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda p: p.stem)
def test_golden(path: Path) -> None:
    """The text of every function of a snippet; `CLEW_BLESS=1` rewrites the wanted one."""
    module = module_of(path.read_text())
    text = "\n".join(show(u.function) for u in module.units if u.parent is None)
    wanted = path.with_suffix(".ir")
    if os.environ.get("CLEW_BLESS"):
        wanted.write_text(text)
    assert text == wanted.read_text()


def test_standard_library_is_lowered(record_property: pytest.RecordProperty) -> None:
    lowered = parts = 0
    for name in SAMPLE:
        source = read_source(STDLIB / f"{name}.py")
        assert isinstance(source, str)
        module = read_module(source, name, name)
        assert isinstance(module, Module)
        ids = [g.id for u in module.units for g in u.goals]
        assert len(set(ids)) == len(ids)
        assert len({u.id for u in module.units}) == len(module.units)
        fixed = fixed_by_literals(source)
        for unit in module.units:
            assert check_function(unit.function) == []
            assert missing_from_ir(unit, fixed) == set(), unit.id
            lowered += unit.lowered
            parts += unit.parts
    print(f"lowered {lowered} of {parts}: {100 * lowered / parts:.2f} %")
    assert lowered / parts > 0.99


def test_scopes_agree_with_symtable() -> None:
    """Parameters, locals, free and global names, against CPython's own table."""
    for name in ("functools", "inspect", "difflib", "contextlib"):
        text = (STDLIB / f"{name}.py").read_text()
        tables = {}
        stack = [symtable.symtable(text, name, "exec")]
        while stack:
            table = stack.pop()
            stack.extend(table.get_children())
            if isinstance(table, symtable.Function):
                tables.setdefault((table.get_name(), table.get_lineno()), table)
        for unit in module_of(text).units:
            f = unit.function
            line = f.span.line
            table = tables.get((f.name, line)) or next(
                (t for (n, at), t in tables.items() if n == f.name and at < line and line - at < 6), None
            )
            if table is None:
                continue
            assert set(table.get_locals()) >= set(f.locals), unit.id
            assert set(f.free) | set(f.nonlocals) == set(table.get_frees()), unit.id


def test_units() -> None:
    module = module_of(
        "class A:\n"
        "    @staticmethod\n    def s(): pass\n"
        "    @classmethod\n    def c(cls): pass\n"
        "    @property\n    def p(self): return 1\n"
        "    @p.setter\n    def p(self, v): pass\n"
        "    def m(self):\n        def inner():\n            class B:\n"
        "                def n(self): return 1 if self else 2\n"
        "            return B\n        return inner\n"
        "    def __new__(cls): return 1\n"
        "async def f(): pass\n"
    )
    shown = [(u.id, u.parent, u.class_path, u.binding) for u in module.units]
    assert shown == [
        ("m::A.s", None, "A", "static"),
        ("m::A.c", None, "A", "class"),
        ("m::A.p", None, "A", "property"),
        ("m::A.p~2", None, "A", "setter"),
        ("m::A.m", None, "A", "method"),
        ("m::A.m.<locals>.inner", "m::A.m", None, "function"),
        ("m::A.m.<locals>.inner.<locals>.B.n", "m::A.m.<locals>.inner", "A.m.<locals>.inner.<locals>.B", "method"),
        ("m::A.__new__", None, "A", "static"),
        ("m::f", None, None, "function"),
    ]
    inner = module.units[5]
    assert [(n.reason, n.span.line) for n in inner.natives] == [("class inside a function", 12)]
    assert 0 < inner.lowered < inner.parts
    assert len(module.units[6].goals) == 3


def test_goal_ids() -> None:
    module = module_of("def f(a, b):\n    if a and b: return 1 if a else 2\n    for x in a: pass\n")
    assert [g.id for g in module.units[0].goals] == [
        "m::f:2.4:statement",
        "m::f:2.7:branch:true",
        "m::f:2.7:branch:false",
        "m::f:2.7:condition:true",
        "m::f:2.7:condition:false",
        "m::f:2.13:condition:true",
        "m::f:2.13:condition:false",
        "m::f:2.16:statement",
        "m::f:2.28:branch:true",
        "m::f:2.28:branch:false",
        "m::f:3.4:statement",
        "m::f:3:branch:entered",
        "m::f:3:branch:empty",
        "m::f:3:branch:exhausted",
        "m::f:3.16:statement",
    ]


def dead_in(text: str) -> list[str]:
    unit = module_of(text).units[0]
    dead = structurally_dead(unit.function)
    ids = {Place(g.span, g.kind, g.outcome): g.id.removeprefix("m::f:") for g in unit.goals}
    known = [(ids[place], why) for place, why in sorted(dead.items()) if place in ids]  # the others are no goals
    return [f"{goal} because {' '.join(str(s.line) for s in why)}" for goal, why in known]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "while True:\n    if x:\n        break",
            ["2:statement", "3:branch:false", "3:branch:true", "3:statement", "4:statement"],
        ),
        ("if not 0:\n    pass", ["2:statement", "3:statement"]),
        ("assert False, x", ["2:statement"]),
        ("return x if True else 1", ["2:statement"]),
        ("return [c for c in x if 1]", ["2:branch:empty", "2:branch:entered", "2:branch:exhausted", "2:statement"]),
        ("for c in '+-':\n    pass", ["2:branch:entered", "2:branch:exhausted", "2:statement", "3:statement"]),
        ("for c in *x, 1:\n    pass", ["2:branch:entered", "2:branch:exhausted", "2:statement", "3:statement"]),
        ("return {c for c in {**x}}", ["2:branch:empty", "2:branch:entered", "2:branch:exhausted", "2:statement"]),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b", ["2:statement", "5:statement"]),
        ("if not typing.TYPE_CHECKING:\n    import a\nelse:\n    import b", ["2:statement", "3:statement"]),
        (
            "if x and True:\n    pass",
            ["2:branch:false", "2:branch:true", "2:condition:false", "2:condition:true", "2:statement", "3:statement"],
        ),
    ],
)
def test_what_a_literal_answers_is_not_asked(body: str, wanted: list[str]) -> None:
    text = f"def f(x):\n{textwrap.indent(body, '    ')}\n"
    assert sorted(g.id.removeprefix("m::f:") for g in module_of(text).goals) == wanted


def test_dead_goals() -> None:
    assert dead_in("def f(x):\n    return 1\n    x = 2\n") == ["3:statement because 2"]
    assert dead_in("def f(x):\n    while True:\n        x()\n    x = 2\n") == ["4:statement because 2"]
    assert dead_in("def f(x):\n    while True:\n        if x: break\n    x = 2\n") == []
    assert dead_in("def f(x):\n    if 0:\n        x = 2\n") == ["3:statement because 2"]
    assert dead_in("def f(x):\n    if x:\n        return 1\n    else:\n        raise x\n    x = 2\n") == [
        "6:statement because 3 5"
    ]
    assert dead_in("def f(x):\n    for y in x:\n        return y\n    return 0\n") == ["2:branch:exhausted because 3"]
    assert dead_in("def f(x):\n    for y in x:\n        if y: continue\n        return y\n") == []
    assert dead_in("def f(x):\n    with x:\n        return 1\n    return 2\n") == []
    assert dead_in("def f(x):\n    try:\n        return 1\n    except E:\n        pass\n    return 2\n") == []
    assert dead_in("def f(x):\n    try:\n        x()\n    finally:\n        return 1\n    return 2\n") == [
        "6:statement because 5"
    ]
    assert dead_in("def f(x):\n    if TYPE_CHECKING:\n        return 1\n") == []
    assert dead_in("def f(x):\n    assert False, x\n    return 2 if x else 3\n") == [
        "3:statement because 2 2",
        "3:branch:false because 2 2",
        "3:branch:true because 2 2",
    ]


# ---------------------------------------------------------------- bad and large input


def test_syntax_errors() -> None:
    def first(text: str) -> Diagnostic:
        found = read_module(text, "m.py", "m")
        assert isinstance(found, tuple)
        return found[0]

    error = first("def f(:\n  pass\n")
    assert (error.code, error.file, error.span) == ("syntax", "m.py", Span(1, 6, 1, 7))
    assert first("return 1\n").text == "'return' outside function"
    assert first("x = " + "(" * 500 + ")" * 500).code == "syntax"
    assert read_module("", "m.py", "m") == Module("m", "m.py", "", ())


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("+".join(["x"] * 1000), None),
        (" and ".join(["x"] * 1000), None),
        ("x" + ".y" * 900, "nested too deeply"),
        ("-" * 900 + "x", "nested too deeply"),
        ("x if x else " * 900 + "x", "nested too deeply"),
        (" < ".join(["x"] * 900), "a comparison chain nested too deeply"),
    ],
)
def test_deep_expressions(expression: str, reason: str | None) -> None:
    unit = module_of(f"def f(x):\n    return {expression}\n").units[0]
    assert {n.reason for n in unit.natives} == ({reason} if reason else set())
    assert check_function(unit.function) == []
    assert missing_from_ir(unit, ()) == set()


def test_long_file() -> None:
    text = "".join(f"def f{i}(x):\n    if x > {i} and x:\n        return {i}\n    return x\n" for i in range(5000))
    start = time.process_time()
    assert len(module_of(text).units) == 5000
    assert time.process_time() - start < 15


@pytest.mark.parametrize(
    ("data", "code", "words", "span"),
    [
        (b"x = 1\ny = '\xff'\n", "encoding", "byte 0xff is not UTF-8", Span(2, 5, 2, 6)),
        (b"# -*- coding: nonsense -*-\n", "encoding", "unknown encoding", None),
        (b"x = 1\0\n", "nul", "NUL", Span(1, 5, 1, 6)),
        ("x = 1\n".encode("utf-16"), "encoding", "UTF-16", None),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding", "byte order mark", None),
        (b"# coding: rot13\n", "encoding", "rot13", None),
    ],
)
def test_undecodable(data: bytes, code: str, words: str, span: Span | None) -> None:
    problem = decode_source(data, "m.py")
    assert isinstance(problem, Diagnostic)
    assert problem.code == code and words in problem.text
    assert span is None or problem.span == span


def test_decodable() -> None:
    assert decode_source("# coding: latin-1\nx = 'é'\r\n".encode("latin-1"), "m.py") == "# coding: latin-1\nx = 'é'\n"
    assert decode_source(b"\xef\xbb\xbfx = 1\n", "m.py") == "x = 1\n"
    assert decode_source(b"", "m.py") == ""


def test_missing_file(tmp_path: Path) -> None:
    missing, folder = read_source(tmp_path / "none.py"), read_source(tmp_path)
    assert isinstance(missing, Diagnostic) and missing.code == "missing"
    assert isinstance(folder, Diagnostic) and folder.code == "unreadable"


def test_a_place_that_stands_twice_is_dead_where_both_are() -> None:
    text = "# clew: ensure result > 0\ndef f(x):\n    while True:\n        if x:\n            return x\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    ((claims, _),) = with_all_claims([module])
    (unit,) = claims.units
    assert {goal.outcome for goal in unit.goals} == {"ensure", "returns"}
    assert not {goal.place for goal in unit.goals} & structurally_dead(unit.function).keys()


BEGINS = """\
from typing import Optional

def f(n: int) -> int:
    def inner(m: int) -> int:
        return m + n
    return inner(n) if n else g(n)

class C:
    def g(self, n: int) -> int:
        import math
        return math.gcd(n, 3)

def g(n: int) -> int:
    assert n >= 0
    return n
"""


def read(text: str, criteria: Criteria = PLAIN, begins: Module | None = None) -> Module:
    module = read_module(text, "m.py", "m", criteria, begins)
    assert isinstance(module, Module)
    return module


def test_units_that_a_text_begins_with_are_not_lowered_again() -> None:
    first = read(BEGINS)
    text = BEGINS + "\n\ndef twin(n: int) -> int:\n    return f(n) + g(n)\n"
    again = read(text, begins=first)
    assert again == read(text) != first
    assert all(new is old for new, old in zip(again.units, first.units, strict=False))
    noted = read(BEGINS, Criteria(("def-use",)))
    assert noted.noted and read(text, begins=noted) == again


def test_imports_inside_of_others_are_found_beside_those_of_the_module() -> None:
    assert read(BEGINS).for_annotations == ("import math",)


def test_a_large_function_that_is_walked_again_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f(n):\n" + "".join(f"    x{i} = n + {i}\n" for i in range(200))
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    function = module.units[0].function
    first = [*nodes(function.body)]
    assert len(first) > 300
    with monkeypatch.context() as patched:
        patched.setattr("clew.ir.walk._walked", lambda *_: iter(()))
        assert [*nodes(function.body)] == first
    assert [*nodes(function.body, nested=False)] == first
    others = [read_module(text.replace("n + ", f"n - {i} + "), "m.py", "m") for i in range(20)]
    assert all(isinstance(each, Module) for each in others)
    seen = {sum(1 for node in nodes(m.units[0].function.body)) for m in others if isinstance(m, Module)}
    assert len(seen) == 1 and seen != {len(first)}
    assert [*nodes(function.body)] == first
