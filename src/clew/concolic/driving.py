"""Running the coroutines of the project without an event loop."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

from clew.search.trace import Waits
from clew.semantics.operation import Machine

_MOST_TURNS = 100  # that a coroutine gives its loop


def drive(
    machine: Machine, coroutine: types.CoroutineType[Any, Any, Any], waits: Callable[[], None] = lambda: None
) -> None:
    """Run a coroutine to its end, as an event loop does while nothing it waits for is outstanding.

    waits: called whenever other tasks have their turn.
    """
    events: Any = sys.modules.get("asyncio.events")
    if events is not None:
        events._set_running_loop(_LoopOutside())
    try:
        for _ in range(_MOST_TURNS):
            if coroutine.send(None) is not None:
                break
            waits()
    except StopIteration:
        return
    except Waits:
        pass
    finally:
        if events is not None:
            events._set_running_loop(None)
    coroutine.close()
    machine.approximate("unmodelled-call", "it waits for something outside")


class _LoopOutside:
    """The event loop that a driven coroutine finds running.  The run ends where something is asked of it."""

    def __getattr__(self, name: str) -> NoReturn:
        raise Waits
