from enum import Flag, IntEnum, auto


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Perm(Flag):
    READ = auto()
    WRITE = auto()


def arithmetic(a: int, b: int):
    if a * 2 == b * 2 + 1:
        return 1  # infeasible unbounded
    return 0


def compared_only(x: int, xs: list[int]):
    if x > 5:
        if x < 3:
            return 1  # infeasible unbounded
        xs.append(x)
        if xs[-1] < 6:
            return 2  # infeasible
    return 0


def asked(x: int):
    if isinstance(x, bool):
        if x > 1:
            return 1  # infeasible
        return 2  # covered
    if x is True:
        return 3  # infeasible
    return 0


def known(x: int):
    if isinstance(x, Level):
        if x == 3:
            return 1  # infeasible
        return 2  # covered
    return 0


def by_name(x: int):
    if not isinstance(x, int):
        return 1  # infeasible unbounded
    return 0


def whole(x: float):
    if isinstance(x, int):
        return 1  # covered
    if isinstance(x, str):
        return 2  # infeasible unbounded
    return 0


def flags(p: Perm):
    if p == Perm(3):
        return 1  # covered
    if p and p is not Perm.READ and p is not Perm.WRITE:
        return 2  # infeasible
    return 0


def no_dict(d: dict[str, int]):
    if not isinstance(d, dict):
        return 1  # infeasible unbounded
    return 0
