"""An assertion after a statement that computes something is no precondition: that may have changed what is asked."""


def emptied(xs: list[int]) -> int:
    """A docstring is no such statement."""
    xs.clear()
    assert len(xs) > 0  # fails by: emptied([1])
    return 0


def grown(xs: list[int]) -> int:
    xs.append(1)
    assert len(xs) > 1  # fails by: grown([])
    return xs[1]


def sorted_first(xs: list[int], n: int) -> int:
    xs.sort()
    assert n not in xs  # fails by: sorted_first([1], 1)
    return n


def told(x: int) -> int:
    print("x")
    assert x > 0  # fails by: told(0)
    return x


def begins_with_them(xs: list[int], n: int) -> int:
    """These are preconditions."""
    assert len(xs) > 1
    assert n > 0 and (xs[0] > 1 or n > 3)
    return xs[1] // n
