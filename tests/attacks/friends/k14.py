class Conn:
    def __init__(self) -> None:
        self._in_tx = False

    def _begin(self) -> None:
        self._in_tx = True

    def _end(self) -> None:
        self._in_tx = False

    def execute(self, sql: str) -> str:
        if self._in_tx:
            return "tx: " + sql  # reached by: c = Conn(); t = Transaction(c); t.__enter__(); c.execute("x")
        return sql


class Transaction:
    def __init__(self, conn: Conn) -> None:
        self.conn = conn

    def __enter__(self) -> "Transaction":
        self.conn._begin()
        return self

    def __exit__(self, *exc: object) -> None:
        self.conn._end()
