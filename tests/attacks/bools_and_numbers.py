"""A bool is an int, and an int will do for a float (PEP 484): by every question that can tell them apart."""

import json
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, NewType, TypeVar

UserId = NewType("UserId", int)
Number = TypeVar("Number", bound=float)
LABELS: Final[dict[int, str]] = {0: "none", 1: "one"}


@dataclass
class Order:
    amount: int
    price: float = 1.0


class Meter:
    def __init__(self, limit: int) -> None:
        self.limit = limit

    def exact(self) -> int:
        if self.limit is True:
            return 1  # reached by: Meter(True).exact()
        return 0


def identity(x: int) -> int:
    if x is True:
        return 1  # reached by: identity(True)
    return 0


def of_class(x: int) -> int:
    if type(x) is not int:
        return 1  # reached by: of_class(False)
    return 0


def instance(x: int) -> int:
    if isinstance(x, bool):
        return 1  # reached by: instance(True)
    return 0


def _is_flag(x: object) -> bool:
    return isinstance(x, bool)


def asked_elsewhere(x: int) -> int:
    if _is_flag(x):
        return 1  # reached by: asked_elsewhere(True)
    return 0


def as_text(x: int) -> int:
    if str(x) == "True":
        return 1  # reached by: as_text(True)
    return 0


def shown(x: int) -> int:
    if repr(x).isalpha():
        return 1  # reached by: shown(True)
    return 0


def letters(x: int) -> int:
    if len(f"{x}") == 4 and x == 1:
        return 1  # reached by: letters(True)
    return 0


def filled_in(x: int) -> int:
    text = "%s" % x
    if text.startswith("F"):
        return 1  # reached by: filled_in(False)
    return 0


def put_in(x: int) -> int:
    if "{}".format(x)[:1] == "T":
        return 1  # reached by: put_in(True)
    return 0


def written(x: int) -> int:
    if json.dumps({"x": x}) == '{"x": true}':
        return 1  # reached by: written(True)
    return 0


def element(xs: list[int]) -> int:
    for x in xs:
        if x is False:
            return 1  # reached by: element([False])
    return 0


def chosen(xs: list[int]) -> int:
    best = max(xs, default=0)
    if isinstance(best, bool):
        return 1  # reached by: chosen([True])
    return 0


def first_of_sorted(xs: list[int]) -> int:
    if xs and type(sorted(xs)[0]) is bool:
        return 1  # reached by: first_of_sorted([False])
    return 0


def in_a_key(d: dict[int, str]) -> int:
    for key in d:
        if key is True:
            return 1  # reached by: in_a_key({True: ""})
    return 0


def in_a_value(d: dict[str, int]) -> int:
    if str(d.get("on", 0)) == "True":
        return 1  # reached by: in_a_value({"on": True})
    return 0


def in_a_tuple(pair: tuple[int, int]) -> int:
    a, b = pair
    if a == b and a is not b and a == 1:
        return 1  # reached by: in_a_tuple((1, True))
    return 0


def in_a_field(order: Order) -> int:
    if isinstance(order.amount, bool):
        return 1  # reached by: in_a_field(Order(True))
    return 0


def int_in_a_field(order: Order) -> int:
    if isinstance(order.price, int):
        return 1  # reached by: int_in_a_field(Order(1, 2))
    return 0


def optional(x: int | None) -> int:
    if x is not None and x is True:
        return 1  # reached by: optional(True)
    return 0


def inside_of_optional(xs: list[int | None]) -> int:
    for x in xs:
        if isinstance(x, bool):
            return 1  # reached by: inside_of_optional([None, False])
    return 0


def or_text(x: int | str) -> int:
    match x:
        case bool():
            return 1  # reached by: or_text(True)
        case int():
            return 2
        case str():
            return 3


def literal_pattern(x: int) -> int:
    match x:
        case True:
            return 1  # reached by: literal_pattern(True)
        case 1:
            return 2
    return 0


def masked(x: int, y: int) -> int:
    if isinstance(x & y, bool):
        return 1  # reached by: masked(True, True)
    return 0


def by_function(x: int) -> int:
    if operator.is_(x, False):
        return 1  # reached by: by_function(False)
    return 0


def by_attribute(x: int) -> int:
    if x.__class__.__name__ == "bool":
        return 1  # reached by: by_attribute(True)
    return 0


def through_default(x: int = 1) -> int:
    y = x or 5
    if y is True:
        return 1  # reached by: through_default(True)
    return 0


def user(x: UserId) -> int:
    if isinstance(x, bool):
        return 1  # reached by: user(UserId(True))
    return 0


def annotated(x: Annotated[int, "positive"]) -> int:
    if x is True:
        return 1  # reached by: annotated(True)
    return 0


def rest(*xs: int) -> int:
    for x in xs:
        if x is True:
            return 1  # reached by: rest(0, True)
    return 0


def made(f: Callable[[], int]) -> int:
    if f() is True:
        return 1  # reached by: made(lambda: True)
    return 0


def sequence(xs: Sequence[int]) -> int:
    if len(xs) == 1 and xs[0] is True:
        return 1  # reached by: sequence([True])
    return 0


def whole(x: float) -> int:
    if isinstance(x, int):
        return 1  # reached by: whole(3)
    return 0


def no_point(x: float) -> int:
    if "." not in str(x) and math.isfinite(x) and abs(x) < 1000:
        return 1  # reached by: no_point(3)
    return 0


def beyond(x: float) -> int:
    if x > 1.7976931348623157e308 and x != math.inf:
        return 1  # reached by: beyond(10**309)
    return 0


def too_large(x: float) -> int:
    try:
        x * 1.0
    except OverflowError:
        return 1  # reached by: too_large(10**400)
    return 0


def exact_sum(x: float) -> int:
    if x > 2**53 and (x + 1) - x == 1 and (x + 2) - (x + 1) == 1:
        return 1  # reached by: exact_sum(2**60)
    return 0


def division(x: float) -> int:
    if x // 1 is x:
        return 0
    if isinstance(x // 1, int):
        return 1  # reached by: division(10**6)
    return 2


def true_float(x: float) -> int:
    if x is True:
        return 1  # reached by: true_float(True)
    return 0


def reals(xs: list[float]) -> int:
    for x in xs:
        if type(x) is int:
            return 1  # reached by: reals([1])
    return 0


def bounded(x: Number) -> int:
    if isinstance(x, bool):
        return 1  # reached by: bounded(True)
    return 0


def plane(z: complex) -> int:
    if isinstance(z, float):
        return 1  # reached by: plane(1.0)
    if isinstance(z, int):
        return 2  # reached by: plane(1)
    return 0


def label(x: int) -> int:
    for key in LABELS:
        if key == x and type(key) is not type(x):
            return 1  # reached by: label(True)
    return 0


def called_with_more_than_a_bool(b: bool, n: int) -> int:
    if n > 0:
        if b > 1:
            return 5  # reached by: called_with_more_than_a_bool(False, 0)
        return 1
    return called_with_more_than_a_bool(n + 5, n + 1)  # type: ignore[arg-type]


class Word(str):
    """A text of this module."""


def worded(x: int | str) -> int:
    if isinstance(x, Word):
        return 1  # reached by: worded(Word("a"))
    return 0


def kind_of(x: float | str) -> int:
    match x:
        case bool():
            return 1  # reached by: kind_of(True)
    return 0  # reached by: kind_of(1)
