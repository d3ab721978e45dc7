"""Calls in several threads, as `concurrent.futures` makes them; to import that takes longer than to settle a function.

(It comes with `logging`.)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

_T = TypeVar("_T")


def at_once(
    calls: Sequence[Callable[[], _T]],
    threads: int,
    stop: Callable[[], object],
    meanwhile: Callable[[], object] = lambda: None,
) -> list[_T]:
    """The results in order; the first exception in that order, once all calls are over.

    meanwhile: what the calling thread does itself.  stop: makes the calls end early; called when the calling thread is
    interrupted, after which no more of them begin.
    """
    results: dict[int, _T] = {}
    errors: dict[int, BaseException] = {}
    todo = enumerate(calls)

    def work() -> None:
        for place, call in todo:
            try:
                results[place] = call()
            except BaseException as error:
                errors[place] = error

    running = [threading.Thread(target=work) for _ in range(min(threads, len(calls)))]
    try:
        for thread in running:
            thread.start()
        meanwhile()
        for thread in running:
            thread.join()
    except BaseException:
        for _ in todo:
            pass
        stop()
        for thread in running:
            if thread.ident is not None:
                thread.join()
        raise
    if errors:
        raise errors[min(errors)]
    return [results[place] for place in range(len(calls))]
