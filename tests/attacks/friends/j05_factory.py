class Token:
    def __init__(self, text: str) -> None:
        self.text = text
        self._line = 0

    @classmethod
    def at(cls, text: str, line: int) -> "Token":
        t = cls(text)
        t._move(line)
        return t

    def _move(self, line: int) -> None:
        self._line = line

    def where(self) -> str:
        if self._line > 0:
            return "line"  # reached by: Token.at("a", 3).where()
        return "start"
