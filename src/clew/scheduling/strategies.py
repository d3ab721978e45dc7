"""What strategies of Hypothesis give that the user has registered, asked once before a run.

They are drawn from in a guarded process of this machine, wherever functions are explored: what comes of it is recipes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from clew.inputs.drawn import Drawing, Drawn
from clew.inputs.recipes import Name
from clew.scheduling.processes import limits_of, user_paths
from clew.settling.work import ModuleWork
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.workers.host import Host
from clew.workers.host_protocol import Died
from clew.workers.nursery import Nursery

PREPARE: Final = "clew.attack.drawing:prepare"
DRAW: Final = "clew.attack.drawing:draw"


def draw_values(works: Sequence[ModuleWork], settings: Settings, nursery: Nursery | None) -> list[Diagnostic]:
    """Tell the works what strategies give, where a setting names some; what could not be used.

    nursery: where the process is forked, by default one of its own.
    """
    if not settings.strategies or not works:
        return []
    asked = ", ".join(settings.strategies)
    roots = tuple(dict.fromkeys((*(work.target.root for work in works), *user_paths())))
    drawing = Drawing(
        (*settings.import_first, *settings.strategies), tuple(dict.fromkeys(work.module.name for work in works))
    )
    paths = (*roots, os.getcwd())
    with Host.start(PREPARE, drawing, limits_of(settings), paths=paths, nursery=nursery) as host:
        if isinstance(host.ready, Died):
            return [_problem(asked, host.ready.text)]
        done = host.run(DRAW, roots)
    if isinstance(done, Died):
        return [_problem(asked, done.text)]
    found: tuple[Drawn, ...] = done.value
    drawn = tuple((Name(each.module, each.qualname), each.recipes) for each in found if each.recipes)
    for work in works:
        work.drawn = drawn
    return [_problem(asked, f"{each.qualname}: {each.why}") for each in found if each.why]


def _problem(places: str, text: str) -> Diagnostic:
    *detail, last = text.strip().splitlines() or [""]
    return Diagnostic("strategies", f"strategies of {places}: {last}", severity="warning", detail=tuple(detail))
