"""Goals behind many items of a generator: they are reached, and nothing is proved from the items that were followed.

Found by looking at why the tags of a platform, some hundred of them, were left unknown.
"""


def many(n: int):
    for minor in range(40):
        yield minor
    if n == 5:
        yield -1  # covered
    yield -2


def without_end(n: int):
    i = 0
    while True:
        yield i
        i += 1
        if i == 30 and n == 7:
            yield -1  # covered


def fails_late(n: int):
    for minor in range(20):
        yield minor
    raise ValueError(n)  # covered
