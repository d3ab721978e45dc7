"""What the process holds is no input, and another process holds something else."""

from __future__ import annotations

import builtins
import contextvars
import decimal
import gc
import importlib.util
import inspect
import locale
import logging
import os
import sys
import threading
import time
import traceback
import warnings
from datetime import datetime
from decimal import Decimal

try:
    import numpy_that_is_not_installed as fast
except ImportError:
    fast = None

try:
    import tomli_that_is_not_installed

    HAS_TOML = True
except ModuleNotFoundError:
    HAS_TOML = False

log = logging.getLogger(__name__)
LEVEL = contextvars.ContextVar("LEVEL", default=0)


def third(x: int) -> int:
    if x == 1 and Decimal(x) / 3 == Decimal("0.333"):
        return 1  # reached by: decimal.getcontext().prec = 3; third(1) [supposing process-state]
    return 0


def constant_third(x: int) -> int:
    if Decimal(1) / Decimal(3) == Decimal("0.33"):
        return 1  # reached by: decimal.getcontext().prec = 2; constant_third(0) [supposing process-state]
    return x


def traps(x: int) -> int:
    try:
        Decimal(1) / Decimal(0)
    except decimal.DivisionByZero:
        return 0
    return 1  # reached by: w.divide_untrapped() [supposing process-state]


def precision(x: int) -> int:
    if decimal.getcontext().prec < 10:
        return 1  # reached by: decimal.getcontext().prec = 3; precision(1) [supposing process-state]
    return 0


def deep(x: int) -> int:
    if sys.getrecursionlimit() > 9_999:
        return 1  # reached by: sys.setrecursionlimit(10_000); deep(1) [supposing process-state]
    return 0


def loaded(x: int) -> int:
    if "xml.dom.minidom" in sys.modules:
        return 1  # reached by: import xml.dom.minidom; loaded(1) [supposing process-state]
    return 0


def loaded_by_get(name: str) -> int:
    if sys.modules.get("wsgiref") is not None:
        return 1  # reached by: import wsgiref; loaded_by_get("") [supposing process-state]
    return 0


def context_variable(x: int) -> int:
    if LEVEL.get() > 3:
        return 1  # reached by: LEVEL.set(5); context_variable(1) [supposing process-state, module-state]
    return 0


def warns(x: int) -> int:
    try:
        warnings.warn("old", DeprecationWarning, stacklevel=2)
    except DeprecationWarning:
        return 1  # reached by: warnings.simplefilter("error"); warns(1) [supposing process-state]
    return 0


def filters(x: int) -> int:
    if not warnings.filters:
        return 1  # reached by: warnings.resetwarnings(); filters(1) [supposing process-state]
    return 0


def decimal_point(x: int) -> int:
    if locale.localeconv()["decimal_point"] != ".":
        return 1  # reached by: w.with_comma() [supposing process-state]
    return 0


def zone(x: int) -> int:
    if datetime(2020, 6, 1).timestamp() < 1590969600.0:
        return 1  # reached by: os.environ["TZ"] = "Asia/Tokyo"; time.tzset(); zone(1) [supposing process-state]
    return 0


def daylight(x: int) -> int:
    if time.timezone == -32400:
        return 1  # reached by: os.environ["TZ"] = "Asia/Tokyo"; time.tzset(); daylight(1) [supposing process-state]
    return 0


def environment(x: int) -> int:
    if os.environ.get("CLEW_ATTACK"):
        return 1  # reached by: os.environ["CLEW_ATTACK"] = "1"; environment(1) [supposing process-state]
    return 0


def environment_in(x: int) -> int:
    if "CLEW_ATTACK" in os.environ:
        return 1  # reached by: os.environ["CLEW_ATTACK"] = "1"; environment_in(1) [supposing process-state]
    return 0


def environment_loop(x: int) -> int:
    for name in os.environ:
        if name == "CLEW_ATTACK":
            return 1  # reached by: os.environ["CLEW_ATTACK"] = "1"; environment_loop(1) [supposing process-state]
    return 0


def environment_item(x: int) -> int:
    try:
        os.environ["CLEW_ATTACK"]
    except KeyError:
        return 0
    return 1  # reached by: os.environ["CLEW_ATTACK"] = "1"; environment_item(1) [supposing process-state]


def optional_package(items: list[int]) -> int:
    if fast is not None:
        return 1  # reached by: sys.modules["process_state"].fast = math_like(); optional_package([]) [supposing process-state]
    return 0


def math_like() -> object:
    return object()


def optional_flag(x: int) -> int:
    if HAS_TOML:
        return 1  # reached by: w.with_toml() [supposing process-state]
    return 0


def optional_inside(x: int) -> int:
    try:
        import package_that_is_not_installed  # noqa: F401
    except ImportError:
        return 0
    return 1  # reached by: w.with_a_package() [supposing process-state]


def found_spec(x: int) -> int:
    if importlib.util.find_spec("package_that_is_not_installed") is not None:
        return 1  # reached by: w.with_a_spec() [supposing process-state]
    return 0


def optimised(x: int) -> int:
    if sys.flags.dev_mode:
        return 1  # reached by: w.developing() [supposing process-state, this-python]
    return 0


def log_level(x: int) -> int:
    if log.isEnabledFor(logging.DEBUG):
        return 1  # reached by: log.setLevel(logging.DEBUG); log_level(1) [supposing process-state]
    return 0


def log_attribute(x: int) -> int:
    if log.level == logging.DEBUG:
        return 1  # reached by: log.setLevel(logging.DEBUG); log_attribute(1) [supposing process-state]
    return 0


def root_handlers(x: int) -> int:
    if len(logging.getLogger().handlers) > 2:
        return 1  # reached by: w.with_handlers() [supposing process-state]
    return 0


def no_output(x: int) -> int:
    if sys.stdout is None:
        return 1  # reached by: sys.stdout = None; no_output(1) [supposing process-state]
    return 0


def terminal(x: int) -> int:
    if not hasattr(sys.stderr, "fileno"):
        return 1  # reached by: sys.stderr = object(); terminal(1) [supposing process-state]
    return 0


def collecting(x: int) -> int:
    if not gc.isenabled():
        return 1  # reached by: gc.disable(); collecting(1) [supposing process-state]
    return 0


def main_thread(x: int) -> int:
    if threading.current_thread() is not threading.main_thread():
        return 1  # reached by: w.in_a_thread() [supposing process-state]
    return 0


def traced(x: int) -> int:
    if sys.gettrace() is not None:
        return 1  # reached by: sys.settrace(lambda *a: None); traced(1) [supposing process-state]
    return 0


def finders(x: int) -> int:
    if len(sys.meta_path) < 2:
        return 1  # reached by: sys.meta_path.clear(); finders(1) [supposing process-state]
    return 0


def frames(x: int) -> int:
    if len(inspect.stack()) > 40:
        return 1  # reached by: nested(60) [supposing process-state]
    return 0


def nested(depth: int) -> int:
    return frames(1) if depth == 0 else nested(depth - 1)


def lines(x: int) -> int:
    try:
        raise ValueError
    except ValueError as error:
        tb = error.__traceback__
        if tb is not None and tb.tb_frame.f_code.co_name == "lines" and tb.tb_lineno > 100:
            return 1  # reached by: lines(1)
    return 0


def shown_trace(x: int) -> int:
    try:
        raise ValueError
    except ValueError:
        if "_clew" not in traceback.format_exc():
            return 1  # reached by: shown_trace(1)
    return 0


def loaded_ours(x: int) -> int:
    if not any(name.startswith("clew") for name in sys.modules):
        return 1  # reached by: w.without_us() [supposing process-state]
    return 0


def builtin_added(x: int) -> int:
    if hasattr(builtins, "reveal_type_at_runtime"):
        return 1  # reached by: builtins.reveal_type_at_runtime = 1; builtin_added(1) [supposing process-state]
    return 0


def excepthook(x: int) -> int:
    if sys.excepthook is not sys.__excepthook__:
        return 1  # reached by: sys.excepthook = print; excepthook(1) [supposing process-state]
    return 0


def argument_count(x: int) -> int:
    if len(sys.argv) > 5:
        return 1  # reached by: sys.argv = ["a"] * 6; argument_count(1) [supposing process-state]
    return 0


def digits(x: int) -> int:
    if sys.get_int_max_str_digits() == 0:
        return 1  # reached by: sys.set_int_max_str_digits(0); digits(1) [supposing process-state]
    return 0
