def parity(n: int) -> str:
    rest = n % 3
    if rest:
        return str(rest)
    return "none"


# ---- after


def parity(n: int) -> str:
    if rest := n % 3:
        return str(rest)
    return "none"
