"""Lowered functions behave as the source does, and report the goals that the probes report.

Three runs of each call: the module as it is, with probes, and with every body replaced by its tree form as Python.
Snippets log their effects, so that an operand evaluated too early or twice shows.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from tree_python import body, helpers

from clew.frontend.module import PLAIN, Module, read_module
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import Criteria
from clew.source.settings import CRITERIA

SNIPPETS = Path(__file__).parent / "golden" / "frontend"
CALLS = "# calls: "
EVERY = Criteria(CRITERIA)


def calls_in(text: str) -> list[str]:
    return [line.removeprefix(CALLS) for line in text.splitlines() if line.startswith(CALLS)]


def outcome(namespace: dict[str, Any], call: str) -> tuple[str, list[object]]:
    """What a call returns or raises, and what was logged."""
    log: list[object] = []
    namespace["log"] = log
    try:
        result = eval(call, namespace)
        if hasattr(result, "__next__"):
            result = list(result)
        return repr(result), log
    except Exception as error:
        return f"{type(error).__name__}: {error} from {error.__cause__!r}", log


def lowered_tree(module: Module) -> ast.Module:
    """The module with the bodies of its outermost functions replaced."""
    tree = ast.parse(module.text)
    bodies = {u.span[:2]: body(u.function) for u in module.units}
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            text = "\n".join(["def f():", *["    " + line for line in bodies[node.lineno, node.col_offset]]])
            if isinstance(node, ast.AsyncFunctionDef):
                text = "async " + text
            node.body = ast.parse(text).body[0].body  # type: ignore[attr-defined]
        else:
            stack.extend(ast.iter_child_nodes(node))
    return tree


@pytest.mark.parametrize("criteria", [PLAIN, EVERY], ids=["plain", "every criterion"])
@pytest.mark.parametrize("path", sorted(SNIPPETS.glob("*.py")), ids=lambda p: p.stem)
def test_three_ways(path: Path, criteria: Criteria) -> None:
    text = path.read_text()
    module = read_module(text, path.name, "m", criteria)
    assert isinstance(module, Module)
    goals = [g for u in module.units for g in u.goals]
    probed = probe(text, path.name, goals)
    assert probed.unprobed == ()
    hits: set[int] = set()
    places: set[Any] = set()
    plain: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, path.name, "exec"), plain)
    with_probes: dict[str, Any] = {"__name__": __name__, **hooks(hits.add)}
    exec(compile(probed.tree, path.name, "exec"), with_probes)
    lowered: dict[str, Any] = {"__name__": __name__}
    lowered |= helpers(lowered, places.add)
    exec(compile(lowered_tree(module), path.name, "exec"), lowered)
    native = [n.span for u in module.units for n in u.natives]

    def is_native(place: Any) -> bool:
        span = place[0]
        return any(s[:2] <= span[:2] and span[2:] <= s[2:] for s in native)

    asked = {(tuple(g.span), g.kind, g.outcome) for g in goals}
    lines = text.splitlines()
    calls = calls_in(text)
    assert calls
    for call in calls:
        hits.clear()
        places.clear()
        wanted = outcome(plain, call)
        assert outcome(with_probes, call) == wanted, call
        assert outcome(lowered, call) == wanted, call
        probes = {(tuple(goals[n].span), goals[n].kind, goals[n].outcome) for n in hits}
        literals = {p for p in places - asked if not is_native(p)}
        assert all(lines[line - 1][start:end] == "True" for (line, start, _, end), _, _ in literals), literals
        assert {p for p in places & asked if not is_native(p)} == {p for p in probes if not is_native(p)}, call
