"""Preconditions that no input meets: nothing is proved from them."""


# clew: require x > 3 and x < 2
# clew: ensure result == 7  # claim: contract-contradictory
def contradictory(x: int) -> int:
    y = x + 1
    assert y == 5  # claim: contract-contradictory
    return x


# clew: require x > 3
# clew: require x < 5
# clew: ensure result == 4  # claim: proved
def exact(x: int) -> int:
    return x


# clew: require [][0]
# clew: ensure result == x  # claim: contract-contradictory
def raises_always(x: int) -> int:
    return x


# clew: ensure result == 5  # claim: contract-contradictory
def asserts_what_is_never_so(x: int) -> int:
    assert x != x
    return 1


# clew: ensure result == 5  # claim: contract
def never_ends(x: int) -> int:
    while True:
        pass


# clew: ensure result == 5  # claim: proved
def raises_sometimes(x: int) -> int:
    if x > 5:
        raise ValueError(x)
    return 5


# The assertions that a function starts with are preconditions, too.


def asserted(x: int) -> int:
    assert x > 3
    assert x < 2
    return 10 // x  # claim: contract-contradictory


def asserted_of_no_such_type(x: int) -> int:
    """No int is a text."""
    assert isinstance(x, str), "a text"
    return 10 // (len(x) + 1)  # claim: contract-contradictory


def asserted_by_what_raises(xs: list[int]) -> int:
    assert xs[0] > 1  # claim: refuted asserted_by_what_raises([])
    assert not xs
    return 10 // len(xs)  # claim: contract-contradictory


def asserted_exactly(x: int) -> int:
    assert x > 3
    assert x < 5
    return 10 // x  # claim: proved


def asserted_of_what_was_not_tried(x):
    assert isinstance(x, bytearray)
    return 10 // (len(x) + 1)  # claim: proved


class Asserted:
    """What is about private attributes is a claim of the method, and asks its callers for nothing."""

    def __init__(self, n: int) -> None:
        self._n = n

    def get(self, k: int) -> int:
        assert k > 0
        assert self._n is None  # claim: refuted Asserted(0).get(1)
        assert k < 0
        return 10 // k  # claim: proved
