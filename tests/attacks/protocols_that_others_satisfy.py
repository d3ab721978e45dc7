"""Annotations that say what an object can do: classes of the library, and those registered, can do it too."""

import io
from abc import ABC
from contextlib import AbstractContextManager, nullcontext
from typing import Hashable, Protocol, Sized, SupportsAbs, SupportsBytes, SupportsComplex, SupportsRound


class Box:
    def __init__(self, x: int) -> None:
        self.x = x

    def __abs__(self) -> int:
        return abs(self.x)

    def __len__(self) -> int:
        return 1

    def __bytes__(self) -> bytes:
        return b""

    def __complex__(self) -> complex:
        return 1j

    def __round__(self, n: int = 0) -> int:
        return 1

    def __enter__(self) -> "Box":
        return self

    def __exit__(self, *a: object) -> None:
        return None

    def close(self) -> None:
        pass

    def add(self, x: int, /) -> None:
        pass


class Closes(Protocol):
    def close(self) -> None: ...


class Adds(Protocol):
    def add(self, x: int, /) -> None: ...


class Text(ABC):
    pass


Text.register(str)


class Word(Text):
    pass


class Sizable(ABC):
    @classmethod
    def __subclasshook__(cls, c: type) -> bool:
        return hasattr(c, "__len__")


class Piece(Sizable):
    def __len__(self) -> int:
        return 0


def size(x: SupportsAbs[int]) -> int:
    if isinstance(x, int):
        return 1  # reached by: size(-3)
    return abs(x)


def raw(x: SupportsBytes) -> int:
    if isinstance(x, bytes):
        return 1  # reached by: raw(b"")
    return 0


def number(x: SupportsComplex) -> int:
    if isinstance(x, complex):
        return 1  # reached by: number(1j)
    return 0


def rounded(x: SupportsRound[int]) -> int:
    if isinstance(x, float):
        return 1  # reached by: rounded(1.5)
    return 0


def described(s: Sized) -> str:
    if isinstance(s, str):
        return "text"  # reached by: described("x")
    if isinstance(s, dict):
        return "table"  # reached by: described({})
    return "other"


def keyed(x: Hashable) -> str:
    if isinstance(x, tuple):
        return "pair"  # reached by: keyed((1, 2))
    if x is None:
        return "none"  # reached by: keyed(None)
    if isinstance(x, str):
        return "text"  # reached by: keyed("")
    return "other"


def shut(x: Closes) -> int:
    if isinstance(x, io.StringIO):
        return 1  # reached by: shut(io.StringIO())
    x.close()
    return 0


def put(x: Adds) -> int:
    if isinstance(x, set):
        return 1  # reached by: put(set())
    x.add(1)
    return 0


def entered(x: AbstractContextManager) -> int:  # type: ignore[type-arg]
    if isinstance(x, nullcontext):
        return 1  # reached by: entered(nullcontext())
    return 0


def words(t: Text) -> int:
    if isinstance(t, str):
        return 1  # reached by: words("a")
    return 0


def pieces(t: Sizable) -> int:
    if isinstance(t, list):
        return 1  # reached by: pieces([])
    return 0
