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
