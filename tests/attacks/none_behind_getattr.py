"""A class attribute that is None is there: `__getattr__` is not asked."""


class Lazy:
    __conn = None
    limit = None

    def __getattr__(self, name: str) -> int:
        return 5

    def connected(self) -> bool:
        return self.__conn is not None


class Number(int):
    __unit = None

    def __getattr__(self, name: str) -> int:
        return 5

    def bare(self) -> bool:
        return self.__unit is None


def not_connected(flag: bool) -> int:
    if not Lazy().connected() and flag:
        return 1  # reached by: not_connected(True)
    return 0


def bare_number(flag: bool) -> int:
    if Number(3).bare() and flag:
        return 1  # reached by: bare_number(True)
    return 0


def as_default(flag: bool) -> int:
    one = Lazy()
    one.limit = 3
    del one.limit
    if one.limit is None and one.other == 5 and flag:
        return 1  # reached by: as_default(True)
    return 0
