"""The process: who calls, what is imported, set, handled or running while a function is called."""

import asyncio
import contextvars
import decimal
import gc
import inspect
import locale
import logging
import os
import signal
import sys
import threading
import time
import warnings


def reraise() -> int:
    try:
        raise
    except RuntimeError:
        return 1
    except KeyError:
        return 2  # reached by: w.handling(reraise) [supposing process-state]


def failure() -> str:
    error = sys.exception()
    if error is None:
        return "none"
    return type(error).__name__  # reached by: w.handling(failure) [supposing process-state]


def caller() -> str:
    frame = sys._getframe(1)
    if frame.f_code.co_name == "outer":
        return "known"  # reached by: w.outer(caller)
    return "unknown"


def loop_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True  # reached by: w.inside_loop(loop_running)


def main_thread() -> bool:
    if threading.current_thread() is threading.main_thread():
        return True
    return False  # reached by: w.in_thread(main_thread)


def handled() -> str:
    try:
        previous = signal.getsignal(signal.SIGUSR1)
        signal.signal(signal.SIGUSR1, previous)
    except ValueError:
        return "thread"  # reached by: w.in_thread(handled)
    return "main"


def outdated(name: str) -> bool:
    try:
        warnings.warn(f"{name} is old", DeprecationWarning, stacklevel=2)
    except DeprecationWarning:
        return True  # reached by: w.strict(outdated)
    return False


def third() -> str:
    share = decimal.Decimal(1) / decimal.Decimal(3)
    if len(str(share)) < 10:
        return "short"  # reached by: w.precise(third) [supposing process-state]
    try:
        decimal.Decimal(1) / decimal.Decimal(0)
    except ZeroDivisionError:
        return "zero"
    return "infinite"  # reached by: w.untrapped(third) [supposing process-state]


REQUEST: contextvars.ContextVar[str] = contextvars.ContextVar("request")


def request() -> str:
    try:
        return REQUEST.get()
    except LookupError:
        return ""


def user() -> str:
    name = REQUEST.get("")
    if name.startswith("admin"):
        return "root"  # reached by: REQUEST.set("admin"); user() [supposing process-state]
    return "guest"


def verbose(name: str) -> bool:
    if logging.getLogger(name).isEnabledFor(logging.DEBUG):
        return True  # reached by: logging.getLogger("a").setLevel(logging.DEBUG); verbose("a")
    return False


def collecting() -> bool:
    if gc.isenabled():
        return True
    return False  # reached by: w.uncollected(collecting)


def traced() -> bool:
    if sys.getprofile() is not None:
        return True  # reached by: w.profiled(traced)
    return False


def optional(name: str) -> bool:
    module = sys.modules.get("fresh_optional")
    if module is None:
        return False
    return hasattr(module, name)  # reached by: w.with_module(optional) [supposing process-state]


def debug() -> bool:
    if os.environ.get("FRESH_DEBUG", "").lower() in ("1", "true"):
        return True  # reached by: os.environ.update(FRESH_DEBUG="1"); debug()
    return False


def depth() -> str:
    if sys.getrecursionlimit() > 20000:
        return "deep"  # reached by: w.deep(depth)
    return "usual"


def colour() -> bool:
    if sys.stdout.isatty():
        return True  # reached by: w.terminal(colour)
    return False


def since(started: float) -> str:
    elapsed = time.monotonic() - started
    if elapsed < 0:
        return "future"  # reached by: since(1e18)
    return "past"


def comma() -> str:
    point = locale.localeconv()["decimal_point"]
    if point != ".":
        return "comma"
    return "point"


def arguments() -> str:
    if len(sys.argv) > 1 and sys.argv[1] == "serve":
        return "serve"  # reached by: w.with_arguments(arguments)
    return "help"


def here() -> str:
    frame = inspect.currentframe()
    if frame is None or frame.f_back is None:
        return "top"
    if "self" in frame.f_back.f_locals:
        return "method"  # reached by: w.Caller().call(here)
    return "function"
