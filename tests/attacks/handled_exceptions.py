"""Functions called where an exception is being handled: it is the context of those raised inside."""

from __future__ import annotations

import sys


class Failed(Exception):
    pass


def root(error: BaseException) -> BaseException:
    while error.__context__ is not None:
        error = error.__context__
    return error


def depth(error: BaseException | None) -> int:
    count = 0
    while error is not None:
        count, error = count + 1, error.__context__
    return count


def context_of_a_caught_one(n: int) -> int:
    try:
        return 10 // n
    except ZeroDivisionError as e:
        if e.__context__ is not None:
            return -1  # reached by: w.while_handling(lambda: context_of_a_caught_one(0)) [supposing process-state]
        return -2


def context_by_name(n: int) -> int:
    try:
        return 10 // n
    except ZeroDivisionError as e:
        if getattr(e, "__context__", None):
            return -1  # reached by: w.while_handling(lambda: context_by_name(0)) [supposing process-state]
        return -2


def end_of_the_chain(n: int) -> str:
    try:
        try:
            return str(10 // n)
        except ZeroDivisionError:
            raise Failed(n)
    except Failed as e:
        if isinstance(root(e), KeyError):
            return "key"  # reached by: w.while_handling(lambda: end_of_the_chain(0)) [supposing process-state]
        return type(root(e)).__name__


def length_of_the_chain(n: int) -> int:
    try:
        raise Failed(n) from None
    except Failed as e:
        if depth(e) > 1:
            return depth(e)  # reached by: w.while_handling(lambda: length_of_the_chain(0)) [supposing process-state]
        return 1


def of_one_that_is_explicit(n: int) -> int:
    try:
        raise Failed(n)
    except Failed as e:
        if e.__context__ is None:
            return 0
        return n  # reached by: w.while_handling(lambda: of_one_that_is_explicit(0)) [supposing process-state]


def at_the_start() -> bool:
    if sys.exc_info()[0] is not None:
        return True  # reached by: w.while_handling(lambda: at_the_start()) [supposing process-state]
    return False


def raised_again() -> int:
    try:
        raise
    except RuntimeError:
        return 1
    except KeyError:
        return 2  # reached by: w.while_handling(lambda: raised_again()) [supposing process-state]


def given_as_argument(e: ValueError) -> int:
    if e.__context__ is not None:
        return 1  # reached by: given_as_argument(w.with_context())
    return 0
