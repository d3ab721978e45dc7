"""Exceptions that begin in a function and that none of its callers sees; and bools where an int says the same."""

import functools


def quiet(f):
    @functools.wraps(f)
    def wrapper(a: int, b: int):
        try:
            return f(a, b)
        except Exception:
            return None

    return wrapper


@quiet
def ratio(a: int, b: int) -> int:
    return a // b  # unknown ZeroDivisionError not-replayed


def ended(a: int, b: int) -> int:
    try:
        return a // b
    finally:
        return 0


def ended_in_a_handler(a: int, xs: list[int]) -> int:
    try:
        return 1 // a
    except ZeroDivisionError:
        return xs[0]
    finally:
        if a:
            return 1
        else:
            return 2


def ended_in_a_loop(xs: list[int]) -> int:
    total = 0
    for x in xs:
        try:
            total += 10 // x
        finally:
            continue
    return total


def ended_sometimes(a: int, b: int) -> int:
    try:
        return a // b  # refuted ZeroDivisionError ended_sometimes(4, 0)
    finally:
        if a < 3:
            return 0


def by_finally_itself(a: int, xs: list[int]) -> int:
    try:
        return 1 // a
    finally:
        return xs[0]  # refuted IndexError by_finally_itself(0, [])


def plain(a: int, b: int, more: list[int]) -> int:
    if b > 0 and len(more) == 1:
        return a // more[0]  # proved IndexError and refuted ZeroDivisionError plain(0, 1, [0])
    return 0
