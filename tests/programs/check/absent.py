"""What may be None: attributes, results of functions, one of several; and assertions with several parts."""

from typing import Optional


class Node:
    def __init__(self, value: int, rest: "Optional[Node]" = None) -> None:
        self.value = value
        self.rest = rest

    def second(self) -> int:
        if self.rest:
            return self.rest.rest.value  # refuted AttributeError Node(0, Node(0)).second() and unknown AttributeError bound
        return 0


def found(names: list[str], wanted: str) -> Optional[str]:
    for name in names:
        if name == wanted:
            return name
    return None


def found_length(names: list[str], wanted: str) -> int:
    name = found(names, wanted)
    return name.count("a")  # refuted AttributeError found_length([], "")


def found_or_zero(names: list[str], wanted: str) -> int:
    name = found(names, wanted)
    if name is None:
        return 0
    return name.count("a")  # unknown AttributeError budget


def either(s: Optional[str], t: Optional[str]) -> int:
    if s is not None or t is not None:
        return (s or t).count("a")  # refuted AttributeError either("", None)
    return 0


def both_parts(a: int, b: int) -> int:
    c = a + b
    assert c < 5 and b < 7  # refuted AssertionError both_parts(1, 4)
    return c


def one_of(x: float, y: float) -> float:
    z = x + 0.0
    assert z <= y or z > y  # refuted AssertionError one_of(0.0, float("nan"))
    return z


def of_a_range(n: int) -> bytes:
    if 0 <= n <= 256:
        return bytes([n])  # refuted ValueError of_a_range(256)
    return b""


def sometimes_bound(d: dict[str, int], k: str) -> int:
    try:
        v = d[k]
    except KeyError:
        pass
    if k == "a":
        return v  # refuted UnboundLocalError sometimes_bound({}, "a")
    return 0


class Door:
    """What methods assert of private attributes is no condition that a caller could see to."""

    def __init__(self) -> None:
        self._open = False
        self._width = 3
        self.high = True

    def open(self) -> None:
        self._open = True

    def enter(self, width: int) -> int:
        assert self._open  # refuted AssertionError Door().enter(0)
        assert width > 0
        return 10 // width  # proved ZeroDivisionError

    def leave(self, width: int) -> None:
        assert self._width == 3  # unknown AssertionError bound
        assert self._width <= width
        assert self.high
        self._open = False
