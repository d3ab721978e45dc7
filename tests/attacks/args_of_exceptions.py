"""What is set as the `args` of an exception becomes a tuple."""


def listed(n: int, k: int) -> int:
    e = ValueError(k, 2)
    e.args = [k + 1]
    if n == 31 * k + 1000 and e.args == (8,):
        return 1  # reached by: listed(1217, 7)
    return 0


def given_by_a_generator(n: int, k: int) -> int:
    e = KeyError(k)
    e.args = (i + k for i in range(2))
    if n == 31 * k + 1000 and e.args == (7, 8) and str(e) == "(7, 8)":
        return 1  # reached by: given_by_a_generator(1217, 7)
    return 0


def no_iterable(k: int) -> int:
    e = KeyError(k)
    try:
        e.args = k
    except TypeError:
        return e.args[0]  # reached by: no_iterable(7)
    return 0
