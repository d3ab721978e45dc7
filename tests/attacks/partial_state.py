from enum import Enum
from functools import partial

_args: list[int] = []


def _collect(acc: list[int], x: int) -> int:
    acc.append(x)
    return len(acc)


collect = partial(_collect, _args)


def collected(x: int) -> int:
    if collect(x) > 1:
        return 1  # reached by: collected(1); collected(1)
    return 0


FIRST = partial(max, default=0)
_first = partial(max, default=0)
LAST = partial(min, default=0)


def tune_first(n: int) -> None:
    FIRST.keywords["default"] = n
    _first.keywords["default"] = n


def first_of_none(xs: list[int]) -> int:
    m = FIRST(xs)
    if not xs and m != 0:
        return 1  # reached by: tune_first(3); first_of_none([])
    return 0


def first_of_none_again(xs: list[int]) -> int:
    m = _first(xs)
    if not xs and m != 0:
        return 1  # reached by: tune_first(3); first_of_none_again([])
    return 0


def last_of_none(xs: list[int]) -> int:
    m = LAST(xs)
    if not xs and m != 0:
        return 1  # reached by: LAST.keywords["default"] = 3; last_of_none([]) [supposing module-state]
    return 0
