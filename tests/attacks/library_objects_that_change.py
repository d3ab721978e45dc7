"""Private variables with objects of libraries, and exceptions, that methods without a text here change."""
from __future__ import annotations

import configparser
import io
import queue

_queue: queue.Queue[int] = queue.Queue()
_settings = configparser.ConfigParser()
_log = io.StringIO()
_error = ValueError("kept")
_group = [KeyError("inside")]


def put(n: int) -> None:
    _queue.put(n)


def waiting() -> int:
    if not _queue.empty():
        return 1  # reached by: put(1); waiting()
    return 0


def configure(name: str) -> None:
    _settings.add_section(name)


def configured() -> int:
    if _settings.sections():
        return 1  # reached by: configure("a"); configured()
    return 0


def log(text: str) -> None:
    _log.write(text)


def logged() -> int:
    if _log.getvalue():
        return 1  # reached by: log("x"); logged()
    return 0


def note(text: str) -> None:
    _error.add_note(text)


def noted() -> int:
    if hasattr(_error, "__notes__"):
        return 1  # reached by: note("q"); noted()
    return 0


def fail(n: int) -> int:
    if n > 3:
        raise _group[0]
    return n


def raised() -> int:
    if _group[0].__traceback__ is not None:
        return 1  # reached by: failing(5); raised()
    return 0


def failing(n: int) -> bool:
    try:
        fail(n)
    except KeyError:
        return True
    return False
