def same_word(a: str, b: str) -> bool:
    return a.lower() == b.lower()


# ---- after


def same_word(a: str, b: str) -> bool:
    return a == b
