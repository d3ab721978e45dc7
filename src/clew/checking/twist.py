"""What one process has otherwise than another although nothing was set so: addresses, random numbers, what is loaded.

Pytest itself is part of it: while it runs a test the root logger has handlers, `pytest` is among the modules, and the
environment names the test.  Running every case under pytest would cost more than all of the replay.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import random
import sys
import types
from collections.abc import Iterable
from itertools import repeat
from typing import TYPE_CHECKING

from clew.checking.script import COUNTED

if TYPE_CHECKING:
    from clew.checking.worker import Prepared

_SIZES = range(16, 513, 16)  # of small objects: each size has pools of its own
_DAYS = 86_400
_OFTEN_DIVIDED = 27_720  # by all numbers up to 12
_MODULES = ("colorsys", "netrc", "nturl2path", "opcode", "quopri", "stat", "stringprep")


def twisted(twist: int, prepared: Prepared) -> list[object]:
    """Make this process unlike its siblings; the result is to be kept while it runs.  twist: 0 for the first run."""
    chance = random.Random(twist * 1000 + prepared.around.hash_seed)
    random.seed(chance.random())
    prepared.watch.mask = chance.getrandbits(60)
    # One run after the other meets every remainder of a small number.
    prepared.watch.count = (twist, chance.getrandbits(30) * _OFTEN_DIVIDED) if twist >= COUNTED else None
    prepared.watch.numbers.clear()
    prepared.watch.hashes.chance = random.Random(chance.random())
    for name in chance.sample(_MODULES, chance.randrange(len(_MODULES))):
        importlib.import_module(name)
    if twist:
        prepared.watch.ahead += _moment(10 + twist % COUNTED, chance)
        gc.set_threshold(chance.choice((1, 50, 700, 0)))
    return _holes(chance)


def _moment(twist: int, chance: random.Random) -> int:
    """Seconds: days in the future, at another time of the day, in an order that soon meets each month and hour."""
    return (twist * 37 + chance.randrange(9)) * _DAYS + twist * 5 * 3600 + chance.randrange(3600)


def _holes(chance: random.Random) -> list[object]:
    """Objects of every size with gaps between them, so that new ones come to lie in another order."""
    kept: list[object] = []
    for size in _SIZES:
        made = _shuffled(map(bytes, repeat(max(size - 33, 0), chance.randrange(8, 120))), chance)
        kept.extend(made[: len(made) // 2])
        del made
    kept.extend(_shuffled((_Instance() for _ in range(chance.randrange(10, 200))), chance)[::2])
    return kept


def _shuffled(made: Iterable[object], chance: random.Random) -> list[object]:
    """In half the time that `shuffle` takes, as every run of a script does this."""
    number = chance.random
    return sorted(made, key=lambda _: number())


class _Instance:
    pass


def look_like_pytest() -> None:
    """The log handlers, modules and variables that a test sees under pytest."""
    import logging  # a large import, which most processes do without

    class Captured(logging.Handler):
        """As pytest keeps what is logged."""

        def emit(self, record: logging.LogRecord) -> None:
            self.format(record)

    root = logging.getLogger()
    root.addHandler(Captured())
    root.addHandler(Captured())
    os.environ["PYTEST_CURRENT_TEST"] = "clew_tests/test_it.py::test_it (call)"
    os.environ["PYTEST_VERSION"] = "9.0.0"
    for name in ("pytest", "_pytest"):
        if name not in sys.modules:
            sys.modules[name] = _lazy(name)


def _lazy(name: str) -> types.ModuleType:
    """A module that is loaded when something is asked of it."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.loader is None:
        return types.ModuleType(name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
