"""What modules keep: claims that hold only as long as nothing changes it are proved only where nothing does."""

STACK: list[int] = []
LIMITS = {"a": 1}
TABLE = {"a": 1}


def push(x: int) -> None:
    STACK.append(x)


def first() -> int:
    return STACK[0]  # refuted IndexError first()


def before_last() -> int:
    if STACK:
        return STACK[-2]  # refuted IndexError push(0); before_last()
    return 0


def limit(n: int) -> int:
    return n // LIMITS["a"]  # proved KeyError and proved ZeroDivisionError


def forget() -> None:
    TABLE.clear()


def look() -> int:
    return TABLE["a"]  # refuted KeyError forget(); look()


_SIZE = 3


def ping() -> int:
    assert _SIZE == 4  # refuted AssertionError ping()
    return 1
