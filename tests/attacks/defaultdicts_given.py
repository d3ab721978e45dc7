"""Defaultdicts that are given: their factory may be missing, or raise; and what `ast.literal_eval` raises."""

import ast
from collections import defaultdict


def get(x: defaultdict[str, int]) -> int:
    try:
        return x["a"]
    except KeyError:
        return -1  # reached by: get(defaultdict())
    except ZeroDivisionError:
        return -2  # reached by: get(defaultdict(lambda: 1 // 0))


def factory(d: defaultdict[str, int]) -> int:
    if d.default_factory is None:
        return 1  # reached by: factory(defaultdict())
    return 3  # reached by: factory(defaultdict(int))


def matched(d: defaultdict[str, int]) -> int:
    match d:
        case {"a": v}:
            return v
    try:
        return d["a"]
    except LookupError:
        return -1  # reached by: matched(defaultdict())


def stop_of(s: slice) -> int:
    if s.stop is None:
        return 1  # reached by: stop_of(slice(None))
    return 2  # reached by: stop_of(slice(3))


def parse(s: str) -> str:
    try:
        ast.literal_eval(s)
    except OverflowError:
        return "too large"  # reached by: parse("1" + "0" * 400 + "+1j")
    except Exception:
        return "bad"  # reached by: parse("(")
    return "ok"  # reached by: parse("1")
