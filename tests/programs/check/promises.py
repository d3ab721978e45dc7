"""Of promises that follow a broken one nothing is proved: they were not asked."""


# clew: ensure result >= 0  # refuted  add(0)
# clew: ensure result % 2 == 0  # unknown ensure contract
def add(x: int) -> int:
    return -2 * abs(x) - 1


# clew: ensure result < 0  # proved ensure
# clew: ensure result % 2 == 0  # refuted  less(0)
def less(x: int) -> int:
    return -2 * abs(x) - 1
