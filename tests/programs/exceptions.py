def ordered(x: int):
    try:
        if x == 3:
            raise KeyError(x)  # covered
        return [1, 2][x]
    except LookupError as error:
        if isinstance(error, KeyError):
            return 1  # covered
        return 2  # covered
    except IndexError:
        return 3  # infeasible
    finally:
        x += 1  # covered


def swallowed(x: int):
    try:
        raise ValueError(x)
    finally:
        if x > 3:
            return 1  # covered


def chained(x: int):
    try:
        try:
            1 // x
        except ZeroDivisionError as error:
            raise ValueError("a") from error
    except ValueError as error:
        if error.__cause__ is None:
            return 1  # infeasible
        return 2  # covered
    else:
        return 3  # covered
