"""Where nothing is to come (`typing.assert_never`): by types, enumerations and literals."""

import typing
from enum import Enum
from typing import Literal, Never, assert_never
from typing import assert_never as impossible


class Mood(Enum):
    GOOD = 1
    BAD = 2
    ODD = 3


def every_mood(mood: Mood) -> int:
    match mood:
        case Mood.GOOD:
            return 1
        case Mood.BAD:
            return 2
        case Mood.ODD:
            return 3
        case _:
            assert_never(mood)  # proved AssertionError


def most_moods(mood: Mood) -> int:
    if mood is Mood.GOOD:
        return 1
    elif mood is Mood.BAD:
        return 2
    else:
        typing.assert_never(mood)  # refuted AssertionError most_moods(Mood.ODD)


def every_class(x: int | str | None) -> int:
    if isinstance(x, int):
        return 1
    if isinstance(x, str):
        return 2
    if x is None:
        return 3
    impossible(x)  # proved AssertionError


def most_sizes(size: Literal["s", "m", "l"]) -> int:
    if size == "s":
        return 1
    if size == "m":
        return 2
    impossible(size)  # refuted AssertionError most_sizes("l")


def that_it_fails_is_said(size: Literal["s", "m"]) -> int:
    """AssertionError where it is not s."""
    if size == "s":
        return 1
    assert_never(size)


def that_it_fails_is_handled(size: Literal["s", "m"]) -> int:
    try:
        if size == "s":
            return 1
        assert_never(size)
    except AssertionError:
        return 2


def no_value_is_of_it(x: Never) -> None:
    assert_never(x)  # unknown AssertionError cannot-build-input
