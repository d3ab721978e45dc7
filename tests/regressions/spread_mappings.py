"""`**` of an empty dict says that the dict is empty: calls that fail for it alone do not fail for all.

Found by a run that went on where one with an empty dict had ended.
"""


def one(only):
    return only


def any_number(**options):
    return len(options)


def spread(d: dict[str, int]):
    one(**d)
    return 1  # not infeasible


def counted(d: dict[str, int]):
    if any_number(**d) == 2:
        return 1  # covered
    return 0


def merged(d: dict[str, int]):
    if len({**d}) == 1 and len(d) == 2:
        return 1  # infeasible
    return 0


def by_name(d: dict[str, int]):
    if any_number(**d) == 2 and "a" in d and "b" in d:
        return 1  # covered
    return 0
