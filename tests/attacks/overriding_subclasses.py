"""Subclasses of builtin classes in the module that override what operations of the base do."""


class Loud(str):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())


class Celsius(float):
    def __lt__(self, other: float) -> bool:
        return False


class Stack(list[int]):
    def __len__(self) -> int:
        return 7


class Defaults(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return -1


class Money(int):
    def __add__(self, other: int) -> "Money":
        return Money(0)


def same_text(text: str) -> int:
    if text == "yes" and text != "yes".strip() or (text == "yes" and text[0] == "Y"):
        return 1  # reached by: same_text(Loud("Yes"))
    return 0


def warm(x: float) -> int:
    if x == 1.0 and not x < 2.0:
        return 1  # reached by: warm(Celsius(1.0))
    return 0


def measured(xs: list[int]) -> int:
    count = 0
    for _ in xs:
        count += 1
    if count != len(xs):
        return 1  # reached by: measured(Stack())
    return 0


def looked_up(d: dict[str, int], key: str) -> int:
    if key not in d and d[key] < 0:
        return 1  # reached by: looked_up(Defaults(), "a")
    return 0


def added(x: int) -> int:
    if x > 0 and x + 1 == 0:
        return 1  # reached by: added(Money(5))
    return 0
