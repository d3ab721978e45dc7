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
    running: list[tuple[threading.Thread, threading.Event]] = []  # an interrupted `Thread.join` takes it for ended

    def work(over: threading.Event) -> None:
        for place, call in todo:
            try:
                results[place] = call()
            except BaseException as error:
                errors[place] = error
        over.set()

    try:
        for _ in range(min(threads, len(calls))):
            over = threading.Event()
            running.append((threading.Thread(target=work, args=(over,)), over))
        for thread, _ in running:
            thread.start()
        meanwhile()
        for _, over in running:
            over.wait()
    except BaseException:
        for _ in todo:
            pass
        stop()
        for thread, over in running:
            if thread.ident is not None:
                over.wait()
        raise
    if errors:
        raise errors[min(errors)]
    return [results[place] for place in range(len(calls))]
