"""State of a module that a third file changes, which names the module but not the one that reads it."""
from __future__ import annotations

import holders
from holders import Counted, app, run, step


def level() -> int:
    if holders._level > 1:
        return 1  # reached by: import changers; changers.raise_level(3); level()
    return 0


def counted() -> int:
    if Counted._total:
        return 1  # reached by: import changers; changers.count(); counted()
    return 0


def seen() -> int:
    if Counted._seen:
        return 1  # reached by: import changers; changers.count(); seen()
    return 0


def started() -> int:
    if app.started():
        return 1  # reached by: import changers; changers.start(); started()
    return 0


def marked() -> int:
    if hasattr(step, "hits"):
        return 1  # reached by: import changers; changers.mark(); marked()
    return 0


def late() -> int:
    try:
        holders._late
    except AttributeError:
        return 0
    return 1  # reached by: import changers; changers.bind(); late()


def negative(x: int) -> int:
    if run(x) < 0:
        return 1  # reached by: import changers; changers.replace(); negative(1)
    return 0
