class Query:
    def __init__(self) -> None:
        self._where: list[list[str]] = [[]]

    @classmethod
    def by(cls, s: str) -> "Query":
        q = cls()
        last = q._where[-1]
        last.append(s)
        return q

    def sql(self) -> str:
        if self._where[0]:
            return "where"  # reached by: Query.by("x").sql()
        return "all"
