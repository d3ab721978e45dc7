"""A list that was touched while it was sorted is an error, though it is empty again."""


def touched(n: int, k: int) -> int:
    xs = [3, 1, 2]

    def key(x: int) -> int:
        xs.append(k)
        xs.pop()
        return x

    try:
        xs.sort(key=key)
    except ValueError:
        if n == 31 * k + 1000 and xs == [1, 2, 3]:
            return 1  # reached by: touched(1217, 7)
    return 0


def cleared(n: int, k: int) -> int:
    xs = [3, 1, 2]

    def key(x: int) -> int:
        xs.append(k)
        xs.clear()
        return x

    try:
        xs.sort(key=key)
    except ValueError:
        if n == 31 * k + 1000 and xs == [1, 2, 3]:
            return 1  # reached by: cleared(1217, 7)
    return 0


def filled(n: int, k: int) -> int:
    xs = [3, 1, 2]

    def key(x: int) -> int:
        xs.append(k)
        return -x

    try:
        xs.sort(key=key, reverse=True)
    except ValueError:
        if n == 31 * k + 1000 and xs == [1, 2, 3]:
            return 1  # reached by: filled(1217, 7)
    return 0


def looked_at(n: int, k: int) -> int:
    xs = [3, k]
    xs.sort(key=lambda x: len(xs) + x)
    if n == 31 * k + 1000 and xs == [3, 7]:
        return 1  # reached by: looked_at(1217, 7)
    return 0


def failed(n: int, k: int) -> int:
    xs = [3, k, 0]
    try:
        xs.sort(key=lambda x: 1 // x)
    except ZeroDivisionError:
        if n == 31 * k + 1000 and xs == [3, 7, 0]:
            return 1  # reached by: failed(1217, 7)
    return 0


def alone(n: int, k: int) -> int:
    xs = [k]
    try:
        xs.sort(key=lambda x: xs.append(1))
    except ValueError:
        if n == 31 * k + 1000:
            return 1  # reached by: alone(1217, 7)
    return 0
