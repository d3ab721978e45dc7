"""Objects of library classes that are not made by calling the class; objects that cannot be made at all."""

import re
import sys
from typing import overload


def number_of(match: re.Match[str]) -> int:
    value = int(match.group(1))
    if value > 10:
        return 1  # covered
    return 0  # not infeasible


class Never:
    def __init__(self, n: int) -> None:
        raise NotImplementedError

    def unreached(self) -> int:
        return 1  # unknown


def asks(n: Never) -> int:
    return 2  # unknown


def how_it_was_imported() -> int:
    if not __spec__:
        return 1  # not infeasible
    return 0  # not infeasible


def with_arguments() -> int:
    if len(sys.argv) > 3:
        return 1  # not infeasible
    if "--why" in sys.argv:
        return 2  # not infeasible
    return 0  # not infeasible


@overload
def twice(x: int) -> int: ...
@overload
def twice(x: str) -> str: ...
def twice(x):
    if isinstance(x, int):
        return 2 * x  # covered
    return x + x  # covered


def where() -> str:
    if sys.platform == "none such":
        return "nowhere"  # infeasible assuming this-python
    return "here"  # covered
