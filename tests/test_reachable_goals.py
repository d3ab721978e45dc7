"""Which goals lie ahead of a branch: what is pruned leans on it, so it must never miss one."""

from __future__ import annotations

import pytest

from clew.analysis.reachable_goals import reachable_goals
from clew.frontend.module import Module, read_module

CASES = {
    "what follows an if is reachable from both branches": (
        "def f(x):\n    if x:\n        a = 1\n    b = 2\n",
        {(2, True): {"2:true", "3", "4"}, (2, False): {"2:false", "4"}},
    ),
    "a return leaves": (
        "def f(x):\n    if x:\n        return 1\n    b = 2\n",
        {(2, True): {"2:true", "3"}, (2, False): {"2:false", "4"}},
    ),
    "a return passes through finally": (
        "def f(x):\n    try:\n        if x:\n            return 1\n    finally:\n        b = 2\n    c = 3\n",
        {(3, True): {"3:true", "4", "6"}, (3, False): {"3:false", "6", "7"}},
    ),
    "anything in a try may reach its handlers": (
        "def f(x):\n    try:\n        if x:\n            a = 1\n    except E:\n        b = 2\n",
        {(3, True): {"3:true", "4", "5:entered", "6"}, (3, False): {"3:false"}},
    ),
    "a loop leads back": (
        "def f(x):\n    while x:\n        if x:\n            continue\n        a = 1\n",
        {(3, True): {"2:true", "2:false", "3", "3:true", "3:false", "4", "5"}},
    ),
    "break goes past the else": (
        "def f(x):\n    while x:\n        if x:\n            break\n        return 1\n    else:\n        a = 1\n    b = 2\n",
        {(3, True): {"3:true", "4", "8"}, (3, False): {"3:false", "5"}},
    ),
    "raise leads to the handler and not past it": (
        "def f(x):\n    try:\n        if x:\n            raise E\n        return 1\n    except E:\n        b = 2\n",
        {(3, True): {"3:true", "4", "6:entered", "7"}, (3, False): {"3:false", "5", "6:entered", "7"}},
    ),
    "a generator may be gone through whenever somebody holds it": (
        "def f(x, xs):\n    g = (y for y in xs)\n    if x:\n        return 1\n    return g\n",
        {
            (3, True): {"3:true", "4", "2:entered", "2:empty", "2:exhausted"},
            (3, False): {"3:false", "5", "2:entered", "2:empty", "2:exhausted"},
        },
    ),
    "and so may a function that is made later, or inside of another": (
        "def f(x):\n    if x:\n        return 1\n    return lambda: (1 if y else 2 for y in x)\n",
        {
            (2, True): {"2:true", "3", *(f"4:{o}" for o in ("entered", "empty", "exhausted", "true", "false"))},
            (2, False): {"2:false", "4", *(f"4:{o}" for o in ("entered", "empty", "exhausted", "true", "false"))},
        },
    ),
    "with may swallow an exception": (
        "def f(x):\n    with x:\n        if x:\n            raise E\n        return 1\n    a = 1\n",
        {(3, True): {"3:true", "4", "6"}},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_reachable_goals(name: str) -> None:
    text, wanted = CASES[name]
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    (unit,) = module.units
    names = {g.place: g.id.partition("f:")[2].replace("branch:", "").replace(":statement", "") for g in unit.goals}
    known = reachable_goals(unit.function, names)
    for (line, side), goals in wanted.items():
        spans = {goal.span for goal in unit.goals if goal.span.line == line}
        (branch,) = {branch for span in spans if (branch := known.branch(span, side)) is not None}
        assert branch.reachable == goals, (line, side)
        assert branch.inside <= branch.reachable
