"""`@examples(function)`: what clew finds for a function as explicit examples of a test with Hypothesis.

    from clew.hypothesis import examples
    from hypothesis import given, strategies as st

    @examples(price)
    @given(cups=st.integers(), loyal=st.booleans())
    def test_price(cups, loyal):
        assert price(cups, loyal) >= 0

Hypothesis runs explicit examples first, each time.  Here they are the inputs that reach every statement, branch and
condition of the function that can be reached, so rare branches do not wait for a lucky draw.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, TypeVar, Unpack

from hypothesis import example

from clew.api import Given, cover
from clew.frontend.parsing import parse_module
from clew.source.diagnostics import ClewError

Test = TypeVar("Test", bound=Callable[..., Any])
_BOUND = "_clew_bound"


def examples(function: Callable[..., Any], **settings: Unpack[Given]) -> Callable[[Test], Test]:
    """To stand above `@given`, whose test has parameters of the names that the function has.

    function: one that a module defines outside of classes and functions; settings: as of `clew.cover`.  What is found
    is kept in `.clew/`, so a later run only reads it.  Inputs that names in the function's module do not suffice for
    are left out.  Raises TypeError for other functions, and `ClewError` where its file cannot be analysed.
    """
    if not isinstance(function, FunctionType) or function.__qualname__ != function.__name__:
        raise TypeError(f"examples() takes a function that a module defines, not {function!r}")
    place = f"{inspect.getfile(function)}::{function.__name__}"
    report = cover(place, remember=True, **settings).report
    if errors := [problem for problem in report.problems if problem.severity == "error"]:
        raise ClewError(errors)
    calls = dict.fromkeys(test.call for unit in report.units for test in unit.tests)

    def with_examples(test: Test) -> Test:
        for given in reversed([*_arguments(calls, function)]):  # the last decorator is run first
            test = example(**given)(test)
        return test

    return with_examples


def _arguments(calls: dict[str, None], function: FunctionType) -> Iterator[dict[str, Any]]:
    """What each call gives, by the names of parameters; what needs names that are not there is left out."""
    signature = inspect.signature(function)
    if any(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in signature.parameters.values()):
        raise TypeError(f"{function.__name__}() takes any number of arguments, and examples are given by name")

    def bound(*args: Any, **kwargs: Any) -> dict[str, Any]:
        made = signature.bind(*args, **kwargs)
        made.apply_defaults()
        return made.arguments

    for call in calls:
        *setup, last = parse_module(call).body
        assert isinstance(last, ast.Expr) and isinstance(last.value, ast.Call), call
        if _changes_surroundings(setup):
            continue
        last.value.func = ast.copy_location(ast.Name(_BOUND, ast.Load()), last.value.func)
        names = {**function.__globals__, _BOUND: bound}
        try:
            exec(compile(ast.Module(setup, []), "<example>", "exec"), names)
            yield eval(compile(ast.Expression(last.value), "<example>", "eval"), names)
        except NameError:
            continue


def _changes_surroundings(setup: Sequence[ast.stmt]) -> bool:
    """Do statements change something that they have not made, as a variable of the environment, or a file?

    An example is given arguments, and nothing else.
    """
    made: set[str] = set()
    for statement in setup:
        targets = statement.targets if isinstance(statement, ast.Assign) else ()
        changed = [target for target in targets if not isinstance(target, ast.Name)]
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            changed += [statement.value.func] if isinstance(statement.value.func, ast.Attribute) else []
        if any(_leftmost(each) not in made for each in changed):
            return True
        made.update(target.id for target in targets if isinstance(target, ast.Name))
    return False


def _leftmost(place: ast.expr) -> str | None:
    while isinstance(place, ast.Attribute | ast.Subscript | ast.Call):
        place = place.func if isinstance(place, ast.Call) else place.value
    return place.id if isinstance(place, ast.Name) else None
