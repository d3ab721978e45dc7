"""What earlier calls leave behind, where no global variable shows it: default values, variables of enclosing functions,
attributes of classes and of functions, objects of the module that a function hands out.

Found by random executions after other calls: a list that is the default of a parameter was longer than any run made it.
"""


def grow(item: int, found: list[int] = []) -> list[int]:
    found.append(item)
    return found


def by_default(x: int) -> int:
    grow(x)
    if len(grow(x)) > 2:
        return 1  # covered
    return 0


def own_default(x: int, seen: dict[int, int] = {}) -> int:
    if x in seen:
        return 1  # covered
    seen[x] = 1
    return 0


def counter():
    n = 0

    def step() -> int:
        nonlocal n
        n += 1
        return n

    return step


tick = counter()


def by_closure(x: int) -> int:
    if tick() > 1:
        return 1  # covered
    return 0


def memoize(f):
    cache = {}

    def wrapper(x):
        if x in cache:
            return -1
        cache[x] = f(x)
        return cache[x]

    return wrapper


@memoize
def square(x: int) -> int:
    return x * x


def by_decorator(x: int) -> int:
    if square(x) == -1:
        return 1  # covered
    return 0


class Shared:
    seen: list[int] = []
    total = 0
    limit = 5

    def add(self, x: int) -> None:
        self.seen.append(x)

    def count(self) -> None:
        type(self).total += 1


def by_class(x: int) -> int:
    if Shared.seen:
        return 1  # not infeasible
    if Shared().total > 0:
        return 2  # not infeasible
    return 0


def by_function(x: int) -> int:
    if getattr(by_function, "calls", 0) > 0:
        return 1  # covered
    by_function.calls = 1
    return 0


def handed_out(x: int) -> list[int]:
    return TABLE.get(x, DEFAULT)


DEFAULT = [1]
TABLE = {1: [2]}


def spoil(x: int) -> int:
    handed_out(x).append(3)
    return 0


def spoiled(x: int) -> int:
    if len(handed_out(x)) > 1:
        return 1  # covered
    return 0


class Register:
    def __init__(self) -> None:
        self.names: list[str] = []

    def note(self, name: str) -> None:
        self.names.append(name)


REGISTER = Register()


def note(name: str) -> None:
    REGISTER.note(name)


def noted(x: int) -> int:
    if REGISTER.names:
        return 1  # covered
    return 0


NAMES = {1: "one", 2: "two"}


def only_read(x: int) -> int:
    if x in NAMES and NAMES[x] == "three":
        return 1  # infeasible
    if len(sorted(NAMES)) > 2:
        return 2  # infeasible
    return 0


PAIR = ([1], 2)


def inside_a_tuple(x: int) -> int:
    if len(PAIR[0]) > 1:
        return 1  # covered
    PAIR[0].append(x)
    return 0
