class Doc:
    def __init__(self, text: str) -> None:
        self._text = text
        self._words = 1

    def count(self) -> int:
        try:
            words = self._words
        except AttributeError:
            return 0  # reached by: load("x").count()
        return 1


def load(text: str) -> Doc:
    doc = Doc.__new__(Doc)
    doc._text = text
    return doc
