class Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._pos = 0

    def _skip(self) -> None:
        self._pos += 1

    def rest(self) -> str:
        if self._pos > 0:
            return self._text[self._pos :]  # reached by: p = Parser("ab"); number(p); p.rest()
        return self._text


def number(p: Parser) -> int:
    p._skip()
    return 1
