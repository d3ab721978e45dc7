# two scenes, the current one is switched; public attribute
class Room:
    def __init__(self, name: str) -> None:
        self.name = name
        self.visits = 0

    def enter(self) -> None:
        self.visits += 1


_hall = Room("hall")
_cellar = Room("cellar")
_here = _hall


def down() -> None:
    global _here
    _here = _cellar


def enter() -> None:
    _here.enter()


def cellar_seen() -> bool:
    if _cellar.visits > 0:
        return True  # reached by: down(); enter(); cellar_seen()
    return False


def hall_seen() -> bool:
    if _hall.visits > 0:
        return True  # reached by: enter(); hall_seen()
    return False
