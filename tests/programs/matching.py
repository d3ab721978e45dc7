def literals(x: int):
    match x:
        case 1 | 2:
            return 1  # covered
        case _ if x == 1:
            return 2  # infeasible
        case 7:
            return 3  # covered
        case _:
            return 4  # covered


def sequences(xs: list[int]):
    match xs:
        case [a, b] if a == b:
            return 1  # covered
        case [_, _]:
            return 2  # covered
        case [_, *rest] if len(rest) == 1:
            return 3  # infeasible
        case _:
            return 4  # covered
