"""An `except` clause with a text is a TypeError, once something was raised."""


class V(Exception):
    pass


def literal(n: int, k: int) -> int:
    z = 0
    try:
        try:
            if n == 31 * k + 1000:
                raise V(k)
        except "x":
            return 5
    except Exception as e:
        if type(e) is TypeError and k == 7:
            return 1  # reached by: literal(1217, 7)
        if isinstance(e, V):
            return 6
    return z


def parameter(k: int, which: str) -> int:
    try:
        try:
            raise V(k)
        except which:
            return 5
    except TypeError:
        return 1  # reached by: parameter(1, "")
