class Login:
    def __init__(self, name: str) -> None:
        self.name = name
        self._failures = 0

    def _fail(self) -> None:
        self._failures += 1

    def locked(self) -> bool:
        if self._failures > 9:
            return True  # reached by: x = Login("a"); crack(x); x.locked() [beyond method-calls]
        return False


class Guard:
    def __init__(self, password: str) -> None:
        self._password = password

    def check(self, login: Login, password: str) -> bool:
        if password == self._password:
            return True
        login._fail()
        return False


def crack(x: Login) -> None:
    for n in range(11):
        Guard("p").check(x, str(n))
