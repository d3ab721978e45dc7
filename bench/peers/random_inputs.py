"""Random inputs from type hints: 100 examples of Hypothesis, basic types where there is no hint.

A receiver is built by its constructor from the hints of that; a generator is drawn from, a coroutine run, a returned
function called twice with small integers.  Exceptions of the function are outcomes like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import inspect
import itertools
import json
import signal
import time
import typing
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

EXAMPLES = 100
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text())
BASIC = st.one_of(SCALARS, st.lists(SCALARS, max_size=5), st.dictionaries(st.text(), SCALARS, max_size=5))


class Slow(BaseException):
    """An example took too long."""


def run(module_name: str, name: str, budget: float, log: str) -> None:
    """log: a folder.  Plain, it gets the times at which examples ended; under coverage.py, the last that reached more."""
    module = importlib.import_module(module_name)
    owner = getattr(module, name.split(".")[0]) if "." in name else None
    function = inspect.getattr_static(owner, name.split(".")[1]) if owner is not None else getattr(module, name)
    parameters = strategies(function, module, skip=1 if owner is not None else 0)
    inputs = st.fixed_dictionaries(parameters)
    receivers = receiver(owner, module) if owner is not None else st.none()
    started: list[float] = []  # when the first example was there: building strategies is not counted

    def stop(*_: object) -> None:
        raise Slow

    signal.signal(signal.SIGALRM, stop)
    ended: list[float] = []
    growth = Growth(module)

    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(receivers, inputs)
    def example(target: Any, arguments: dict[str, Any]) -> None:
        started.append(time.monotonic())
        if started[-1] > started[0] + budget:
            return
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        try:
            use(function(target, **arguments) if owner is not None else function(**arguments))
        except (Exception, Slow):
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            ended.append(time.time())
            growth.look()

    with contextlib.suppress(Exception):  # inputs that cannot be drawn: what was reached until then counts
        example()
    name, content = ("last", growth.last) if growth.measuring else ("ended", ended)
    Path(log, f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


class Growth:
    """Which example was the last to reach an arc of the module that none before it had."""

    def __init__(self, module: Any) -> None:
        from coverage import Coverage

        self.session = Coverage.current()
        self.measuring = self.session is not None
        self.file = module.__file__
        self.examples, self.last, self.arcs = 0, 0, -1

    def look(self) -> None:
        if self.session is None:
            return
        arcs = len(self.session.get_data().arcs(self.file) or ())
        if arcs > self.arcs:
            self.arcs, self.last = arcs, self.examples
        self.examples += 1


def use(result: Any) -> None:
    if inspect.isgenerator(result):
        list(itertools.islice(result, 20))
    elif inspect.iscoroutine(result):
        asyncio.run(result)
    elif inspect.isfunction(result):
        result(3)
        result(-1)
    elif hasattr(result, "__enter__") and hasattr(result, "__exit__"):
        with result:
            pass


def receiver(owner: Any, module: Any) -> Any:
    if hasattr(owner, "__members__"):
        return st.sampled_from(owner)
    if hasattr(owner, "__dataclass_fields__"):
        return st.from_type(owner)
    if "__init__" not in vars(owner):
        return st.builds(owner)
    made = st.fixed_dictionaries(strategies(owner.__init__, module, skip=1))
    return made.flatmap(lambda arguments: instance(owner, arguments))


def instance(owner: Any, arguments: dict[str, Any]) -> Any:
    try:
        return st.just(owner(**arguments))
    except Exception:
        return st.nothing()


def strategies(function: Any, module: Any, skip: int) -> dict[str, Any]:
    try:
        hints = typing.get_type_hints(function, vars(module))
    except Exception:
        hints = {}
    found: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[skip:]:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        strategy = st.from_type(hints[parameter.name]) if parameter.name in hints else BASIC
        if parameter.default is not parameter.empty:
            strategy = st.one_of(st.just(parameter.default), strategy)
        found[parameter.name] = strategy
    return found
