"""Variables of a function that one sets which is inside of another one, that does not mention them."""
from __future__ import annotations

from collections.abc import Callable


def through_a_function_between(x: int) -> int:
    y = 0

    def between() -> None:
        def inner() -> None:
            nonlocal y
            y = x

        inner()

    between()
    if y * 7 == 123452:
        return 1  # reached by: through_a_function_between(17636)
    return 0


def by_a_setter(x: int) -> int:
    y = 0

    def make_setter() -> Callable[[int], None]:
        def set_(value: int) -> None:
            nonlocal y
            y = value

        return set_

    make_setter()(x)
    if y * 7 == 123452:
        return 1  # reached by: by_a_setter(17636)
    return 0


def by_addition(x: int) -> int:
    y = 1

    def between() -> None:
        def inner() -> None:
            nonlocal y
            y += x

        inner()

    between()
    if y * 7 == 123452:
        return 1  # reached by: by_addition(17635)
    return 0


def by_a_walrus(xs: list[int]) -> int:
    y = 0

    def between() -> bool:
        nonlocal y
        return any((y := x) * 7 == 123452 for x in xs)

    between()
    if y == 17636:
        return 1  # reached by: by_a_walrus([1, 17636])
    return 0


def three_levels(x: int) -> int:
    y = 0

    def first() -> None:
        def second() -> None:
            def third() -> None:
                nonlocal y
                y = x

            third()

        second()

    first()
    if y * 7 == 123452:
        return 1  # reached by: three_levels(17636)
    return 0
