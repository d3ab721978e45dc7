def parse(text: str) -> int:
    if not text.isdigit():
        raise ValueError(text)
    return int(text)


# ---- after


def parse(text: str) -> int:
    if not text.isdigit():
        raise TypeError(text)
    return int(text)
