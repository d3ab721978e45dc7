"""The shadow of a default was looked up when the function was called, not when it was made: all lambdas of a loop had the last one's.

Found by the fuzzer (seed 11, program 353) as a decision with two outcomes.
"""


def last_wins(p: int):
    makers = [lambda q=x: q for x in [0, p]]
    made = [make() for make in makers]
    if made[0] == 5:
        return 1  # infeasible
    if made[1] == 5:
        return 2  # covered
    return made.index(0)


def first_counts(p: int):
    makers = [lambda q=x: q for x in [p, 0]]
    made = [make() for make in makers]
    if made[0] == 5:
        return 1  # covered
    return 2


def in_a_loop(p: int, n: int):
    total = 0
    functions = []
    for value in (p, n, 7):

        def give(k=value, *, scale=2):
            return k * scale

        functions.append(give)
    for function in functions:
        total += function()
    if total == 2 * p + 2 * n + 14:
        return 1
    return 2  # infeasible
