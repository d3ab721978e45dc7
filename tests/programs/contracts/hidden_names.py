"""Clauses mean the names of the module, also where a variable of the function hides them."""

limit = 10


# clew: ensure result < limit  # claim: refuted local(10)
def local(x: int) -> int:
    limit = 100
    return min(x, limit - 50)


# clew: ensure result < limit  # claim: refuted by_a_loop(0)
def by_a_loop(x: int) -> int:
    for limit in range(51, 60):
        pass
    return 50


# clew: ensure result < limit  # claim: proved
def held(x: int) -> int:
    limit = 7
    return min(x, limit)


# clew: ensure all(r < limit for r in result)  # claim: refuted inner([10])
def inner(xs: list[int]) -> list[int]:
    limit = len(xs)
    return [x for x in xs if x != limit]


# clew: ensure len(result) >= 1  # claim: refuted builtin([])
def builtin(xs: list[int]) -> list[int]:
    len = sum(xs)
    return [len] if len else []
