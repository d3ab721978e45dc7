"""Invariants of classes."""


# clew: invariant self.cents >= 0
class Purse:
    def __init__(self, cents: int) -> None:  # claim: refuted Purse(-1)
        self.cents = cents


# clew: invariant self._cents >= 0
class Account:
    def __init__(self, cents: int) -> None:  # claim: open
        self._cents = max(cents, 0)

    def deposit(self, cents: int) -> None:  # claim: refuted account = Account(0); account.deposit(-1)
        self._cents += cents

    # clew: require 0 <= cents <= self._cents
    # clew: ensure self._cents == result  # claim: open
    def withdraw(self, cents: int) -> int:  # claim: open
        self._take(cents)
        return self._cents

    def _take(self, cents: int) -> None:
        self._cents -= cents


class Emptied(Account):
    def close(self) -> None:  # claim: refuted emptied = Emptied(0); emptied.close()
        self._cents = -1

    # clew: ensure self._cents != OLD.self._cents  # claim: refuted emptied = Emptied(0); emptied.look()
    def look(self) -> None:  # claim: open
        pass


# clew: invariant len(self._items) <= 2
class Small:
    def __init__(self) -> None:  # claim: proved
        self._items: list[int] = []

    def put(self, item: int) -> None:  # claim: refuted small = Small(); small.put(0); small.put(0); small.put(0)
        self._items.append(item)


def pay(account: Account) -> int:
    return account.withdraw(5)  # claim: refuted pay(Account(0))
