class Account:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def withdraw(self, cents: int) -> bool:
        if cents > self.cents:
            return False
        self.cents -= cents
        return True


# ---- after


class Account:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def withdraw(self, cents: int) -> bool:
        self.cents -= cents
        if self.cents < 0:
            return False
        return True
