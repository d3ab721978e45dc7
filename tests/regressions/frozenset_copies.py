"""The copy of a frozenset is the frozenset."""


def copied(xs: frozenset[int]) -> int:
    ys = xs.copy()
    if len(ys) > len(xs):
        return 1  # infeasible
    if 700 in ys:
        return 2  # covered
    return 3  # covered


class Own(frozenset):
    def copy(self):
        return frozenset()


def of_a_subclass(x: int) -> int:
    if x in Own([x]).copy():
        return 1
    return 2  # covered
