from __future__ import annotations

from typing import Any, Callable, Iterator, cast


class Log:
    def __init__(self) -> None:
        self._n = 0
        self.rows: list[int] = []

    def add(self, n: int) -> int:
        self._n += n
        self.rows.append(n)
        return self._n

    def get(self) -> list[int]:
        return self.rows

    def me(self) -> Log:
        return self

    def use(self) -> None:
        global _cur
        _cur = self

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *a: object) -> None:
        pass


_x = Log()
_cur: Log | None = None


def select(n: int = 1) -> None:
    _x.use()


def put() -> None:
    if _cur is not None:
        _cur.add(1)


def used() -> bool:
    if _x._n:
        return True  # reached by: select(1); put(); used()
    return False


def rows() -> bool:
    if _x.rows:
        return True  # reached by: select(1); put(); rows()
    return False
