"""What deal lists has the last word."""

import deal


class Unheard(Exception):
    pass


@deal.raises(ValueError)
def other(x: int) -> int:
    if x == 5:
        raise KeyError(x)  # claim: refuted other(5)
    if x == 6:
        raise ValueError(x)
    return x


@deal.safe
def never(xs: list[int]) -> int:
    if not xs:
        raise Unheard  # claim: refuted never([])
    return xs[0]  # claim: proved


@deal.raises(LookupError)
def listed(xs: list[int]) -> int:
    try:
        if len(xs) == 3:
            raise TypeError(xs)
    except TypeError:
        return 1
    return xs[0]


@deal.pre(lambda x: x > 0)
@deal.pure
def pure(x: int) -> int:
    if x < 0:
        raise ValueError(x)  # claim: proved
    return 10 // x  # claim: proved
