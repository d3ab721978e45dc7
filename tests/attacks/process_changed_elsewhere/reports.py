"""Asks for the exception that is handled; who handles one is a file that is not imported."""

import sys


def report() -> int:
    if sys.exc_info()[0] is not None:
        return 1  # reached by: import handling; handling.run("x")
    return 0


def wrap(text: str) -> int:
    error = ValueError(text)
    try:
        raise error
    except ValueError as caught:
        if caught.__context__ is not None:
            return 1  # reached by: import handling; handling.close()
    return 0
