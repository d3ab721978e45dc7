class Account:
    def __init__(self, cents: int) -> None:
        self._cents = max(cents, 0)

    def withdraw(self, cents: int) -> int:
        if cents <= 0:
            raise ValueError("not positive")
        if cents > self._cents:
            raise ValueError("too much")
        self._cents -= cents
        return self._cents


# ---- after


class Account:
    def __init__(self, cents: int) -> None:
        self._cents = max(cents, 0)

    def _check(self, cents: int) -> None:
        if cents <= 0:
            raise ValueError("not positive")
        if cents > self._cents:
            raise ValueError("too much")

    def withdraw(self, cents: int) -> int:
        self._check(cents)
        self._cents = self._cents - cents
        return self._cents
