class Account:
    def __init__(self, name: str) -> None:
        self.name = name
        self.balance = 0

    def deposit(self, n: int) -> None:
        self.balance += n


_alice = Account("alice")
_bob = Account("bob")
_user: Account | None = None


def login(name: str) -> bool:
    global _user
    if name == "alice":
        _user = _alice
    elif name == "bob":
        _user = _bob
    else:
        return False
    return True


def logout() -> None:
    global _user
    _user = None


def deposit(n: int) -> bool:
    if _user is None:
        return False
    _user.deposit(n)
    return True


def richest() -> str:
    if _bob.balance > _alice.balance:
        return "bob"  # reached by: login("bob"); deposit(5); richest()
    if _alice.balance > _bob.balance:
        return "alice"  # reached by: login("alice"); deposit(5); richest()
    return ""
