"""What a run leaves otherwise in the process, which is no module's of the project: contexts, hooks, masks, the search
path.  Each is put back after a run, and a test whose call changes it has a line that does so, too.
"""

from __future__ import annotations

import functools
import gc
import os
import random
import sys
from collections.abc import Callable
from dataclasses import field
from typing import Any, Final

from clew.checking.script import Left
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class _Setting:
    """line: of a test; modules: what it needs imported.  read: a value that is equal while nothing changes."""

    name: str
    line: str
    modules: tuple[str, ...]
    read: Callable[[], Any]
    write: Callable[[Any], object]


@dataclass(slots=True)
class ProcessState:
    """Of one process: `begin` before a script, `left` after it."""

    saved: list[tuple[_Setting, Any]] = field(default_factory=list)

    def begin(self) -> None:
        self.saved = [(setting, setting.read()) for setting in _SETTINGS]

    def left(self) -> frozenset[Left]:
        """What is otherwise; it is put back."""
        changed = [(setting, before) for setting, before in self.saved if setting.read() != before]
        for setting, before in changed:
            setting.write(before)
        return frozenset(Left(s.name, "process", "", s.line, s.modules) for s, _ in changed)


def _of_sys(name: str) -> _Setting:
    line = f'monkeypatch.setattr("sys.{name}", sys.{name})'
    return _Setting(f"sys.{name}", line, ("sys",), lambda: getattr(sys, name), lambda old: setattr(sys, name, old))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _set_gc(enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()


def _decimal_context() -> tuple[Any, ...] | None:
    """None where nobody has imported `decimal`."""
    if (decimal := sys.modules.get("decimal")) is None:
        return None
    found = decimal.getcontext()
    traps = tuple(signal for signal, trapped in found.traps.items() if trapped)
    return found.prec, found.rounding, found.Emin, found.Emax, found.capitals, found.clamp, traps


def _set_decimal_context(old: tuple[Any, ...] | None) -> None:
    """None where it was not imported before: as it is then."""
    decimal = sys.modules["decimal"]
    decimal.setcontext(decimal.DefaultContext.copy() if old is None else decimal.Context(*old[:6], [], list(old[6])))


def _restored(write: str, read: str) -> str:
    return f"request.addfinalizer(functools.partial({write}, {read}))"


_SETTINGS: Final = (
    _of_sys("excepthook"),
    _of_sys("displayhook"),
    _Setting(
        "sys.path",
        'monkeypatch.setattr("sys.path", [*sys.path])',
        ("sys",),
        lambda: [*sys.path],
        functools.partial(setattr, sys, "path"),
    ),
    _Setting("the mask of files", _restored("os.umask", "os.umask(0o022)"), ("functools", "os"), _umask, os.umask),
    _Setting("garbage collection", "request.addfinalizer(gc.enable)", ("gc",), gc.isenabled, _set_gc),
    _Setting(
        "random numbers",
        _restored("random.setstate", "random.getstate()"),
        ("functools", "random"),
        random.getstate,
        random.setstate,
    ),
    _Setting(
        "the decimal context",
        _restored("decimal.setcontext", "decimal.getcontext().copy()"),
        ("decimal", "functools"),
        _decimal_context,
        _set_decimal_context,
    ),
)
