"""A sort asks `__lt__` of objects of one class by itself, and once more, with the other side, where it does not know."""


class Vague:
    def __init__(self, n: int, log: list[str]) -> None:
        self.n = n
        self.log = log

    def __lt__(self, other: object) -> bool:
        self.log.append("lt")
        return NotImplemented

    def __gt__(self, other: object) -> bool:
        self.log.append("gt")
        return True


class Other(Vague):
    pass


def of_one_class(flag: bool) -> int:
    log: list[str] = []
    sorted([Vague(1, log), Vague(2, log)])
    if log == ["lt", "lt", "gt"] and flag:
        return 1  # reached by: of_one_class(True)
    return 0


def of_two_classes(flag: bool) -> int:
    log: list[str] = []
    [Vague(1, log), Other(2, log)].sort()
    if log == ["lt", "gt"] and flag:
        return 1  # reached by: of_two_classes(True)
    return 0


def of_tuples(flag: bool) -> int:
    log: list[str] = []
    sorted([(Vague(1, log), 1), (Vague(2, log), 2)])
    if log == ["lt", "lt", "gt"] and flag:
        return 1  # reached by: of_tuples(True)
    return 0


def of_second_items(flag: bool) -> int:
    log: list[str] = []
    sorted([(1, Vague(1, log)), (1, Vague(2, log))])
    if log == ["lt", "gt"] and flag:
        return 1  # reached by: of_second_items(True)
    return 0


def of_tuples_of_tuples(flag: bool) -> int:
    log: list[str] = []
    sorted([((Vague(1, log),),), ((Vague(2, log),),)])
    if log == ["lt", "gt"] and flag:
        return 1  # reached by: of_tuples_of_tuples(True)
    return 0


def by_key(flag: bool) -> int:
    log: list[str] = []
    sorted([1, 2], key=lambda n: Vague(n, log), reverse=True)
    if log == ["lt", "lt", "gt"] and flag:
        return 1  # reached by: by_key(True)
    return 0


def of_max(flag: bool) -> int:
    log: list[str] = []
    min(Vague(1, log), Vague(2, log))
    if log == ["lt", "gt"] and flag:
        return 1  # reached by: of_max(True)
    return 0
