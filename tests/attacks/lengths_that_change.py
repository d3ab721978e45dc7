"""Lists that get shorter or longer while a loop counts to what their length was."""


def deleted(xs: list[int]) -> int:
    for i in range(len(xs)):
        if i >= len(xs):
            return 1  # reached by: deleted([0, 0])
        if xs[i] == 0:
            del xs[i]
    return 0  # reached by: deleted([1]); deleted([])


def grown(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        xs += [i]
        n += 1
        if n * 2 < len(xs):
            return 1  # reached by: grown([1, 2])
    return n  # reached by: grown([]); grown([1])


def renamed(xs: list[int]) -> int:
    for i in range(len(xs)):
        if i >= len(xs):
            return 1  # reached by: renamed([1, 2])
        xs = xs[1:]
    return 0  # reached by: renamed([1])


def exchanged(xs: list[int], ys: list[int]) -> int:
    for i in range(len(xs)):
        if i >= len(xs):
            return 1  # reached by: exchanged([1, 2], [])
        xs, ys = ys, xs
    return 0  # reached by: exchanged([1], [1])


def counted_down(xs: list[int]) -> int:
    for i in range(len(xs), 0, -1):
        xs[i - 1 : i] = []
        if len(xs) < i - 1:
            return 1
        if len(xs) + 1 == i:
            return 2  # reached by: counted_down([1])
    return 0  # reached by: counted_down([])
