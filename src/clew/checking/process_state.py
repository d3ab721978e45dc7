"""What a run leaves otherwise in the process, which is no module's of the project: contexts, hooks, masks, the search
path, what loggers do.  Each is put back after a run, and a test whose call changes it has a line that does so, too.
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
    """Of one process: `begin` before a script, `left` after it.  is_known: the last script left all as it was saved."""

    saved: list[tuple[_Setting, Any]] = field(default_factory=list)
    loggers: dict[tuple[str, str], Any] = field(default_factory=dict)
    is_known: bool = False

    def begin(self) -> None:
        if not self.is_known:
            self.saved = [(setting, setting.read()) for setting in _SETTINGS]
            self.loggers = _loggers()

    def left(self) -> frozenset[Left]:
        """What is otherwise; it is put back."""
        changed = [(setting, before) for setting, before in self.saved if setting.read() != before]
        for setting, before in changed:
            setting.write(before)
        found = {Left(s.name, "process", "", s.line, s.modules) for s, _ in changed}
        loggers = _loggers()
        self.is_known = not changed and loggers == self.loggers
        if self.is_known:
            return frozenset()
        for (name, attribute), held in loggers.items():
            before = self.loggers.get((name, attribute), _OF_LOGGERS[attribute])
            if held != before:
                _set_of_logger(name, attribute, before)
                logger = f"logging.getLogger({name!r})" if name else "logging.root"
                line = _LINES_OF_LOGGERS[attribute].format(logger, before)
                modules = ("functools", "logging") if "functools" in line else ("logging",)
                found.add(Left(f"{attribute} of {logger}", "process", "", line, modules))
        return frozenset(found)


# What a logger has when it is made, and what there is when `logging` is imported.
_OF_LOGGERS: Final[dict[str, Any]] = {"level": 0, "handlers": (), "filters": (), "propagate": True, "disabled": False}
_NEW_LOGGERS: Final = {("", attribute): held for attribute, held in {**_OF_LOGGERS, "level": 30}.items()}
_LINES_OF_LOGGERS: Final = {
    "level": "request.addfinalizer(functools.partial({0}.setLevel, {0}.level))",  # others remember it
    "handlers": 'monkeypatch.setattr({0}, "handlers", {0}.handlers[:])',
    "filters": 'monkeypatch.setattr({0}, "filters", {0}.filters[:])',
    "propagate": 'monkeypatch.setattr({0}, "propagate", {1!r})',
    "disabled": 'monkeypatch.setattr({0}, "disabled", {1!r})',
}


def _loggers() -> dict[tuple[str, str], Any]:
    """By the name of each logger, empty for the one above all, and the attribute; lists as tuples."""
    if (logging := sys.modules.get("logging")) is None:
        return _NEW_LOGGERS
    known = {"": logging.root, **logging.root.manager.loggerDict}
    return {
        (name, attribute): tuple(held) if isinstance(held := vars(logger).get(attribute, usual), list) else held
        for name, logger in known.items()
        if isinstance(logger, logging.Logger)
        for attribute, usual in _OF_LOGGERS.items()
    }


def _set_of_logger(name: str, attribute: str, held: Any) -> None:
    logging = sys.modules["logging"]
    logger = logging.getLogger(name) if name else logging.root
    if attribute == "level":
        logger.setLevel(held)
    else:
        setattr(logger, attribute, list(held) if isinstance(held, tuple) else held)


def _of_sys(name: str) -> _Setting:
    line = f'monkeypatch.setattr("sys.{name}", sys.{name})'
    return _Setting(f"sys.{name}", line, ("sys",), lambda: getattr(sys, name), lambda old: setattr(sys, name, old))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _set_gc(enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()


_TRAPS: Final = ("DivisionByZero", "InvalidOperation", "Overflow")
_NEW_CONTEXT: Final = (28, "ROUND_HALF_EVEN", -999_999, 999_999, 1, 0, _TRAPS)
"""What the import of `decimal` makes: a run that imports it, and no more, leaves nothing otherwise."""


def _decimal_context() -> tuple[Any, ...]:
    if (decimal := sys.modules.get("decimal")) is None:
        return _NEW_CONTEXT
    found = decimal.getcontext()
    traps = tuple(sorted(signal.__name__ for signal, trapped in found.traps.items() if trapped))
    return found.prec, found.rounding, found.Emin, found.Emax, found.capitals, found.clamp, traps


def _set_decimal_context(old: tuple[Any, ...]) -> None:
    decimal = sys.modules["decimal"]
    decimal.setcontext(decimal.Context(*old[:6], [], [getattr(decimal, name) for name in old[6]]))


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
        "what is logged at all",
        _restored("logging.disable", "logging.root.manager.disable"),
        ("functools", "logging"),
        lambda: logging.root.manager.disable if (logging := sys.modules.get("logging")) is not None else 0,
        lambda old: sys.modules["logging"].disable(old),
    ),
    _Setting(
        "the decimal context",
        _restored("decimal.setcontext", "decimal.getcontext().copy()"),
        ("decimal", "functools"),
        _decimal_context,
        _set_decimal_context,
    ),
)
