from contextlib import contextmanager
from typing import Iterator


class Conn:
    def __init__(self) -> None:
        self._in_tx = False

    def _begin(self) -> None:
        self._in_tx = True

    def _end(self) -> None:
        self._in_tx = False

    def execute(self, sql: str) -> str:
        if self._in_tx:
            return "tx: " + sql  # reached by: c = Conn(); t = transaction(c); t.__enter__(); c.execute("x")
        return sql


@contextmanager
def transaction(conn: Conn) -> Iterator[None]:
    conn._begin()
    try:
        yield
    finally:
        conn._end()
