import typing
from typing import NoReturn, assert_never
from typing import assert_never as impossible

import typing_extensions


class Tests:
    def assert_never(self, x: object) -> None:
        print(x)


def by_name(x: NoReturn) -> None:
    if x:
        assert_never(x)
    impossible(x)


def of_modules(x: NoReturn) -> None:
    if x:
        typing.assert_never(x)
    typing_extensions.assert_never(x)


def of_others(tests: Tests, x: int) -> None:
    tests.assert_never(x)


def handled(x: NoReturn) -> None:
    try:
        assert_never(x)
    except AssertionError:
        print(x)
