"""Attributes are set on values of builtin classes: what is declared below these has a place for them."""

import enum


class N(int):
    pass


class Text(str):
    pass


class Items(list[int]):
    pass


class Level(enum.IntEnum):
    LOW = 1


def by_call(n: int) -> int:
    try:
        setattr(n, "foo", 1)
    except AttributeError:
        return 0
    return 1  # reached by: by_call(N(1))


def by_statement(s: str) -> int:
    try:
        s.seen = True  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: by_statement(Text("a"))


def by_target(xs: list[int]) -> int:
    try:
        for xs.last in (1, 2):  # type: ignore[attr-defined]
            pass
    except AttributeError:
        return 0
    return 1  # reached by: by_target(Items([1]))


def deleted(n: int) -> int:
    try:
        del n.real
    except AttributeError as error:
        if "not writable" in str(error) or "can't" in str(error):
            return 0
        return 1
    return 2


def deleted_after(n: int, m: int) -> int:
    if isinstance(n, N):
        n.own = m  # type: ignore[attr-defined]
    try:
        del n.own  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: deleted_after(N(1), 2)


def marked(n: int) -> None:
    n.mark = 1  # type: ignore[attr-defined]


def in_a_helper(n: int | None) -> int:
    if n is None:
        return -1
    try:
        marked(n)
    except AttributeError:
        return 0
    return 1  # reached by: in_a_helper(N(0))


def of_members(n: int) -> int:
    if n != 1:
        return 0
    n.note = "x"  # type: ignore[attr-defined]
    return 1  # reached by: of_members(Level.LOW)


def in_a_tuple(pair: tuple[int, int]) -> int:
    try:
        pair[0].foo = 1  # type: ignore[attr-defined]
    except AttributeError:
        return 0
    return 1  # reached by: in_a_tuple((N(1), 2))


def or_else(s: str) -> int:
    s = s or "x"
    try:
        setattr(s, "foo", 1)
    except AttributeError:
        return 0
    return 1  # reached by: or_else(Text("a"))
