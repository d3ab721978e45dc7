"""Elements without an order, where a look at some of them says that there is one, and halves of surrogate pairs."""

from __future__ import annotations


def values(d: dict[str, int | None]) -> list[int | None]:
    if len(d) == 2:
        return sorted(d.values())  # fails by: values({"a": None, "b": 1})
    return []


def two_nones(d: dict[str, int | None]) -> list[int | None]:
    if len(set(d.values())) == 1:
        return sorted(d.values())  # fails by: two_nones({"a": None, "b": None})
    return []


def first_two(xs: list[int | str]) -> int | str:
    if len(xs) > 2 and isinstance(xs[0], int) and isinstance(xs[1], int):
        return max(xs)  # fails by: first_two([1, 2, "a"])
    return 0


def ties(xs: list[tuple[int, str | None]]) -> list[tuple[int, str | None]]:
    if len(xs) < 3:
        return sorted(xs)  # fails by: ties([(0, None), (False, "")])
    return []


def in_place(xs: list[tuple[int, str | None]]) -> None:
    if xs and xs[0][1] is not None:
        xs.sort()  # fails by: in_place([(0, ""), (0, None)])


def keys(d: dict[int | str, int]) -> list[int | str]:
    if 0 in d:
        return sorted(d)  # fails by: keys({False: 0, "": 0})
    return []


def least(d: dict[str, int | str]) -> int | str | None:
    return min(d.values()) if len(d) > 1 else None  # fails by: least({"": "", "a": 1})


def bytes_of(s: str) -> bytes:
    if not s.isprintable():
        return s.encode()  # fails by: bytes_of("\ud800")
    return b""


def wide(s: str) -> bytes:
    if s and ord(s[0]) < 0xD800:
        return s.encode("utf-16")  # fails by: wide("a\udfff")
    return b""


def low(s: str) -> bytes:
    if all(c < "\udc00" for c in s):
        return s.encode("utf-8")  # fails by: low("\udbff")
    return b""


def pair(s: str) -> bytes:
    if len(s) == 2 and s[0] >= "\ud800" and s[1] >= "\udc00":
        return s.encode()  # fails by: pair("\ud83d\ude00")
    return b""


def ascii_bytes(b: bytes) -> str:
    if len(b) == 1 and b[0] < 129:
        return str(b, "ascii")  # fails by: ascii_bytes(b"\x80")
    return ""


def made(s: str) -> bytes:
    if len(s) == 1 and s <= "\x80":
        return bytes(s, "ascii")  # fails by: made("\x80")
    return b""
