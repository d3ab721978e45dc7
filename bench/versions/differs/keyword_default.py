def join(a: str, b: str, *, sep: str = " ") -> str:
    return a + sep + b


# ---- after


def join(a: str, b: str, *, sep: str = "") -> str:
    return a + sep + b
