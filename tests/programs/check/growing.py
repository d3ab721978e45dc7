"""Ints that double in every round: a run is stopped before they fill the memory."""


def grow(xs: list[int]) -> int:
    n = 0
    while xs:
        n += xs.pop()  # proved IndexError
        if n > 5:
            xs.append(n - 10)
    return n // len(xs)  # refuted ZeroDivisionError grow([])
