class Account:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._cents = 0
        self._frozen = False

    def _credit(self, n: int) -> None:
        self._cents += n

    def _freeze(self) -> None:
        self._frozen = True

    def can_pay(self, n: int) -> bool:
        if self._frozen:
            return False  # reached by: a = Account("x"); b = Bank(); b.open(a); b.freeze_all(); a.can_pay(1)
        if self._cents > n:
            return True  # reached by: a = Account("x"); b = Bank(); b.open(a); b.interest(5); a.can_pay(1)
        return False


class Bank:
    def __init__(self) -> None:
        self._accounts: list[Account] = []

    def open(self, a: Account) -> None:
        self._accounts.append(a)

    def freeze_all(self) -> None:
        for a in self._accounts:
            a._freeze()

    def interest(self, n: int) -> None:
        for a in self._accounts:
            a._credit(n)
