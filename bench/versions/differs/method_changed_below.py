class Cart:
    def __init__(self, items: int) -> None:
        self.items = items

    def _shipping(self) -> int:
        return 0 if self.items > 5 else 490

    def total(self) -> int:
        return self.items * 100 + self._shipping()


# ---- after


class Cart:
    def __init__(self, items: int) -> None:
        self.items = items

    def _shipping(self) -> int:
        return 0 if self.items > 10 else 490

    def total(self) -> int:
        costs = self.items * 100
        return costs + self._shipping()
