def adds(x: int):
    def add(y: int) -> int:
        return x + y

    if add(1) == x:
        return 1  # infeasible
    if add(2) == 9:
        return 2  # covered
    return 0


def counts(x: int):
    n = 0

    def up() -> None:
        nonlocal n
        n += x

    up()
    up()
    if n == 14:
        return 1  # covered
    if n % 2 == 1:
        return 2  # infeasible
    return 0
