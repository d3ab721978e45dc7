"""A call that a model does not accept is CPython's to answer (found in more_itertools: `deque(…, maxlen=n)`)."""

import collections
import itertools


def last(xs: list[int], n: int) -> int:
    kept = collections.deque(enumerate(xs, 1), maxlen=n)
    if kept:
        return kept[-1][0]  # covered
    return 0  # covered


def defaulted(xs: list[int]) -> int:
    d = collections.OrderedDict()
    if d.setdefault(key=1, default=len(xs)) == 2:
        return 1  # covered
    return 0  # covered


def ready_when_drawn(xs: list[int]) -> int:
    for pair in itertools.combinations(iterable=xs, r=2):
        if pair == (1, 2):
            return 1  # covered
    return 0  # covered
