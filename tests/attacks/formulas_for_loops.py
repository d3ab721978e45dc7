"""Generator expressions for which the block form has a formula: what is inside of them is reached all the same."""


def factors(a: int, b: int, values: list[int]) -> int:
    if a * b == 7919 * 7907 and a > b > 1 and all(v > 0 for v in values):
        return 4  # reached by: factors(7919, 7907, [1, 2]); factors(7919, 7907, [])
    return 1  # reached by: factors(7919, 7907, [0])


def filtered(a: int, values: list[int]) -> int:
    if a * a * a - a * 7 == 4911810 and any(v > 3 or v == -1 for v in values if v % 2 or v > 8):
        return 4  # reached by: filtered(170, [2, 3, -1]); filtered(170, [10])
    return 1  # reached by: filtered(170, [1]); filtered(170, [])


def ranged(a: int, n: int) -> int:
    if a * a * a - a * 7 == 4911810 and any(i * a == 340 for i in range(n)):
        return 4  # reached by: ranged(170, 9)
    return 1  # reached by: ranged(170, 1); ranged(170, 0)


def summed(a: int, values: list[int]) -> int:
    if a * a * a - a * 7 == 4911810 and sum(v for v in values if v > 2) > 3:
        return 4  # reached by: summed(170, [1, 9])
    return 1  # reached by: summed(170, []); summed(170, [1])
