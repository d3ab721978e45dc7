"""Calls functions of another file while it handles an exception."""

import reports


def run(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return reports.report()


def close() -> int:
    try:
        raise KeyError("x")
    except KeyError:
        return reports.wrap("y")
