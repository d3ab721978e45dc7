"""The loop of a generator expression lies ahead of every test in front of it."""


def factors(a: int, b: int, values: list[int]) -> int:
    if a * b == 7919 * 7907 and a > b > 1 and all(v > 0 for v in values):
        return 4  # covered
    return 1


def doubtful(values: list[float]) -> int:
    total = sum(values)
    if len(values) == 2 and total != total and all(v == v for v in values):
        return 1  # covered
    return 0


def later(limit: int, values: list[int]) -> bool:
    large = (v for v in values if v > limit)
    if limit > 10 and limit % 7 == 3:
        return any(v % 2 for v in large)  # covered
    return False


def handed_out(x: int):
    if x > 100 and x % 13 == 5:
        return (y for y in range(x - 100))  # covered
    return lambda z: 1 if z else 2
