"""Ranges longer than any container: `len` fails, an index does not."""


def indexed(a: int) -> int:
    if a >= 2**63:
        if range(a)[a - 1] == a - 1:
            return 1  # reached by: indexed(2**63)
        return 2
    return 0


def beyond(a: int, b: int) -> str:
    try:
        found = range(a)[b]
    except IndexError:
        return "index"  # reached by: beyond(2**64, 2**64)
    except OverflowError:
        return "overflow"
    return str(found)  # reached by: beyond(2**64, -(2**63))


def measured(n: int) -> str:
    try:
        size = len(range(n))
    except OverflowError:
        return "huge"  # reached by: measured(2**63)
    return str(size)
