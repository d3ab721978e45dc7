"""What exceptions of operations say may depend on the operands, be it on their size or their class."""


def big_index(n: int):
    try:
        return [1, 2, 3][n]
    except IndexError as e:
        if e.args[0].startswith("list"):
            return 1  # not infeasible
        return 2  # not infeasible


def of_bool(n: int):
    try:
        return n + "a"
    except TypeError as e:
        if "'bool'" in str(e):
            return 1  # not infeasible
        return 2  # not infeasible


def zero(a: int, b: float):
    try:
        return a / b
    except ZeroDivisionError as e:
        if "float" in str(e):
            return 1  # not infeasible
        return 2  # not infeasible


def mod(a: float):
    try:
        return 5 % a
    except ZeroDivisionError as e:
        if "float" in str(e):
            return 1  # not infeasible
        return 2  # not infeasible


def txt(s: str, n: int):
    try:
        return s[n]
    except IndexError as e:
        if str(e) == "string index out of range":
            return 1  # not infeasible
        return 2  # not infeasible


def popped(xs: list[int], n: int):
    try:
        return xs.pop(n)
    except IndexError as e:
        if "empty" in str(e):
            return 1  # not infeasible
        if "range" in str(e):
            return 2  # not infeasible
        return 3  # not infeasible
    except OverflowError:
        return 4


def key(d: dict[str, int], k: str):
    try:
        return d[k]
    except KeyError as e:
        if e.args[0] != k:
            return 1  # not infeasible
        return 2  # not infeasible


def order(xs: list[int]):
    try:
        return sorted([*xs, "a"])
    except TypeError as e:
        if "'bool'" in str(e):
            return 1  # not infeasible
        return 2  # not infeasible
