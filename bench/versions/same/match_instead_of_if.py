def sign(x: int) -> str:
    if x == 0:
        return "zero"
    elif x > 0:
        return "plus"
    else:
        return "minus"


# ---- after


def sign(x: int) -> str:
    match x:
        case 0:
            return "zero"
        case _ if x > 0:
            return "plus"
    return "minus"
