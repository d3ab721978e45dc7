"""What may run out wherever a run is: depth of recursion, memory, digits of ints; and an interrupt from outside.

No run tries it.  So what lies behind a handler of such an exception, or in a `finally` that it passes through, is only
shown for executions that lack nothing, and the proof says so.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from clew.analysis.reachable_goals import reachable_goals
from clew.concolic.loader import Project
from clew.effects.bodies import handlers_in
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import Unit
from clew.goals.goal import ids_by_place
from clew.ir import tree as ir
from clew.ir.walk import nodes, statements
from clew.search.sites import Sites
from clew.source.spans import Span

ANYWHERE: Final = (RecursionError, MemoryError, KeyboardInterrupt)
DIGITS: Final = ValueError  # of ints that become text, or the other way round; only where something converts


def supposing(unit: Unit, names: Mapping[str, Any]) -> frozenset[str]:
    """The goals of a unit that only executions which lack something may reach.  names: the globals of its module."""
    tries = [s for s in statements(unit.function.body) if isinstance(s, ir.Try)]
    swallowing = [s for s in statements(unit.function.body) if isinstance(s, ir.With)] if _suppresses(unit) else []
    if not tries and not swallowing:
        return frozenset()
    known = reachable_goals(unit.function, ids_by_place(unit.goals))
    found = set[str]()
    for block in swallowing:
        for span in _spans(statements(block.body)):
            found |= known.point(span, raises=True) or frozenset()
    for statement in tries:
        for handler in statement.handlers:
            branch = known.branch(handler.span, True)
            if branch is None:
                continue
            if catches(handler, ANYWHERE, names):
                found |= branch.reachable
            elif catches(handler, (DIGITS,), names):
                found |= branch.inside
        final = _spans(statements(statement.final))
        found.update(g.id for g in unit.goals if any(g.span.inside(span) for span in final))
    return frozenset(found)


def catching(project: Project, sites: Sites, loaded: Callable[[str], types.ModuleType]) -> frozenset[int]:
    """The functions of the project that handle such exceptions, by number."""
    numbers = {(f.module, f.span): n for n, f in enumerate(sites.functions)}
    return frozenset(
        numbers[module.name, unit.span]
        for module in project.modules.values()
        for unit in module.units
        if (module.name, unit.span) in numbers
        and any(catches(h, (*ANYWHERE, DIGITS), vars(loaded(module.name))) for h in handlers_in(unit.function))
    )


def catches(handler: ir.Handler, errors: tuple[type[BaseException], ...], names: Mapping[str, Any]) -> bool:
    """Does the clause take one of these, as far as the text and the globals of the module say?"""
    if handler.type is None:
        return True
    classes = list(_classes(handler, names))
    return any(
        cls is None or (isinstance(cls, type) and any(issubclass(error, cls) for error in errors)) for cls in classes
    )


def _classes(handler: ir.Handler, names: Mapping[str, Any]) -> Iterator[Any]:
    """What the clause names; None for what only running it would tell."""
    values: dict[ir.Var, list[Any]] = {}
    for statement in handler.test:
        match statement:
            case ir.Assign(target, ir.Global(name)):
                values[target] = [names[name] if name in names else vars(builtins).get(name)]
            case ir.Assign(target, ir.Attr(ir.Var() as owner, name)):
                values[target] = [_attribute(owner, name) for owner in values.get(owner, [None])]
            case ir.Assign(target, ir.Display("tuple", items)):
                values[target] = [
                    cls for item in items for cls in (values.get(item, [None]) if isinstance(item, ir.Var) else [None])
                ]
            case _:
                yield None
    yield from values.get(handler.type, [None]) if isinstance(handler.type, ir.Var) else [None]


def _attribute(owner: Any, name: str) -> Any:
    return vars(owner).get(name) if isinstance(owner, types.ModuleType) else raw_attribute(owner, name)


def _suppresses(unit: Unit) -> bool:
    """Does it name `contextlib.suppress`?"""
    return any(isinstance(node, ir.Global | ir.Attr) and node.name == "suppress" for node in nodes(unit.function.body))


def _spans(body: Iterable[ir.Statement]) -> list[Span]:
    return [statement.span for statement in body if isinstance(statement, ir.Mark)]
