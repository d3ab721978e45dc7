"""`globals()` gave the names of another module: it was called from within the machine."""

Q = 5


def has(name: str):
    if name == "Q" and name in globals():
        return 1  # covered
    return 0  # covered


def known(x: int):
    if "Q" in globals() and globals()["Q"] == 5:
        return 1  # covered
    return 0


def found(x: int):
    globals()["Z7"] = x
    if Z7 * 3 - 5 == 226:  # noqa: F821
        return 1  # not infeasible
    return 0
