"""Calls for `process_state.py` that take more than a line."""

from __future__ import annotations

import decimal
import importlib.util
import locale
import logging
import sys
import threading
import types

import process_state as m


def divide_untrapped() -> None:
    decimal.getcontext().traps[decimal.DivisionByZero] = False
    m.traps(1)


def with_comma() -> None:
    locale.localeconv = lambda: {"decimal_point": ","}  # type: ignore[assignment]
    m.decimal_point(1)


def with_toml() -> None:
    m.HAS_TOML = True
    m.optional_flag(1)


def with_a_package() -> None:
    sys.modules["package_that_is_not_installed"] = sys
    m.optional_inside(1)


def with_a_spec() -> None:
    importlib.util.find_spec = lambda name: sys  # type: ignore[assignment, misc]
    m.found_spec(1)


def developing() -> None:
    sys.flags = types.SimpleNamespace(dev_mode=True)  # type: ignore[misc, assignment]
    m.optimised(1)


def with_handlers() -> None:
    for _ in range(3):
        logging.getLogger().addHandler(logging.Handler())
    m.root_handlers(1)


def in_a_thread() -> None:
    thread = threading.Thread(target=m.main_thread, args=(1,))
    thread.start()
    thread.join()


def without_us() -> None:
    for name in [n for n in sys.modules if n.startswith("clew")]:
        del sys.modules[name]
    m.loaded_ours(1)
