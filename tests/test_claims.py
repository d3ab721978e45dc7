"""Which claims are read off a module: `tests/golden/claims/NAME.py`, `NAME.txt` has a line each; and what guards do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.contracts.claims import with_all_claims
from clew.contracts.guards import CLAIM
from clew.frontend.module import Module, read_module
from clew.frontend.module_facts import may_mean_none
from clew.ir import tree as ir
from clew.ir.check import check_function
from clew.ir.guards import is_guard, without_guards
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.ir.walk import nodes

GOLDEN = Path(__file__).parent / "golden" / "claims"


def with_claims(text: str) -> Module:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    ((found, _),) = with_all_claims([module])
    return found


def claims(text: str) -> list[str]:
    lines = text.splitlines()
    found = []
    for unit in with_claims(text).units:
        for goal in (g for g in unit.goals if g.kind == CLAIM):
            span = goal.span
            quoted = lines[span.line - 1][span.column : span.end_column if span.end_line == span.line else None]
            found.append(f"{goal.id.removeprefix('m::')}  {quoted}")
    return found


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    text = "\n".join(claims(path.read_text())) + "\n"
    wanted = path.with_suffix(".txt")
    if os.environ.get("CLEW_BLESS"):
        wanted.write_text(text)
    assert text == wanted.read_text()


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_guarded_functions_are_well_formed(path: Path) -> None:
    """And their text can be read back."""
    for unit in with_claims(path.read_text()).units:
        assert check_function(unit.function) == []
        assert read(show(unit.function)) == unit.function


def test_a_guard_hands_on_what_it_sees() -> None:
    (unit,) = with_claims("def f(xs: list[int]) -> int:\n    return xs[0]\n").units
    (guard,) = [s for s in unit.function.body if isinstance(s, ir.Try)]
    assert is_guard(guard)
    (handler,) = guard.handlers
    match handler.body:
        case (ir.Reach(span, "claim", "IndexError"), ir.Raise(None, None)):
            assert span == unit.goals[0].span
        case _:
            pytest.fail(f"not a guard: {handler}")
    assert isinstance(guard.body[0], ir.Mark), "where a run is inside of the guard, its place leads to the handler"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.py")), ids=lambda path: path.stem)
def test_guards_can_be_left_out(path: Path) -> None:
    """What remains is the function as it was lowered, with one more mark before each operation."""
    text = path.read_text()
    plain = read_module(text, "m.py", "m")
    assert isinstance(plain, Module)
    for unit, before in zip(with_claims(text).units, plain.units, strict=True):
        bare = [n for n in nodes(without_guards(unit.function.body)) if not isinstance(n, ir.Mark | ir.Reach)]
        assert bare == [n for n in nodes(before.function.body) if not isinstance(n, ir.Mark)] or _nests(bare)


@pytest.mark.parametrize(
    ("annotation", "allows"),
    [
        ("int | None", True), ("t.Optional[int]", True), ("Union[int, 'X | None']", True), ("'int | None'", True),
        ("Annotated[Optional[int], 3]", True), ("Literal[None, 1]", True), ("list[int] | None", True), ("None", True),
        ("list[int | None]", False), ("dict[str, Optional[int]]", False), ("Callable[[], None]", False), ("int", False),
        ("Union[list[None], int]", False), ("None )", True),
    ],
)  # fmt: skip
def test_which_annotations_allow_none(annotation: str, allows: bool) -> None:
    """Not those of containers of what may be None."""
    assert may_mean_none(annotation) is allows


def _nests(found: list[object]) -> bool:
    """Nodes that hold marks differ by these."""
    return any(isinstance(n, ir.If | ir.For | ir.While | ir.Try | ir.With | ir.Closure) for n in found)


def test_no_guard_where_the_name_means_another_class() -> None:
    """The claim stays, and stays open: nothing in the function is its place."""
    text = "class IndexError(Exception):\n    pass\n\ndef f(xs: list[int]) -> int:\n    return xs[0]\n"
    (unit,) = with_claims(text).units
    assert [goal.outcome for goal in unit.goals] == ["IndexError"]
    assert not [n for n in nodes(unit.function.body) if isinstance(n, ir.Try)]


@pytest.mark.parametrize(
    "text",
    [
        "def f(xs: list[int], IndexError: type) -> int:\n    return xs[0]\n",
        "def f(xs: list[int]) -> int:\n    IndexError = KeyError\n    return xs[0]\n",
        "def f(xs: list[int], IndexError: type):\n    def g() -> int:\n        return xs[0]\n    return g\n",
        "def f(xs: list[int], IndexError: type):\n    return lambda: xs[0]\n",
    ],
)
def test_no_guard_where_a_variable_has_the_name(text: str) -> None:
    for unit in with_claims(text).units:
        assert not [n for n in nodes(unit.function.body) if isinstance(n, ir.Try)]


def test_a_star_import_may_hide_any_builtin() -> None:
    (unit,) = with_claims("from m import *\n\ndef f(xs: list[int]) -> int:\n    return xs[0]\n").units
    assert unit.goals and not [n for n in nodes(unit.function.body) if isinstance(n, ir.Try)]


def test_a_defect_costs_the_claims_of_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew.contracts import guards

    real = guards.operands_of

    def failing(function: ir.Function, *rest: object) -> object:
        if function.name == "f":
            raise KeyError("x")
        return real(function, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(guards, "operands_of", failing)
    found = with_claims(
        "def f(xs: list[int]) -> int:\n    return xs[0]\n\n\ndef g(x: int) -> int:\n    return 1 // x\n"
    )
    assert [len(unit.goals) for unit in found.units] == [0, 1]
    (problem,) = found.problems
    assert problem.span is not None and problem.span.line == 1
    assert "no claims of f: KeyError" in problem.text
