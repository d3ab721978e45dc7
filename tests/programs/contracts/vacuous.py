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


# clew: ensure result == 5  # claim: contract
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
