class Doc:
    def __init__(self, text: str) -> None:
        self._text = text
        self._words = 1

    @classmethod
    def blank(cls) -> "Doc":
        return cls.__new__(cls)

    def count(self) -> int:
        try:
            words = self._words
        except AttributeError:
            return 0  # reached by: Doc.blank().count()
        return 1
