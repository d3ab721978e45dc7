def index_of(xs: list[int], wanted: int) -> int:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return -1


# ---- after


def index_of(xs: list[int], wanted: int) -> int:
    for i, x in enumerate(xs):
        if x == wanted:
            return i
    return -1
