"""`object` says that an argument may be anything: what is asked of it is no guess at its type."""

import hashlib


def is_key(text: str) -> bool:
    return hashlib.sha256(text.encode()).hexdigest().startswith("0000")


def otherwise(x: object, text: str) -> int:
    if not is_key(text):
        return 0
    if isinstance(x, int):
        return 1
    return 2  # reached by: otherwise(None, "k78144")


def compared(text: str, x: object) -> int:
    if not is_key(text):
        return 0
    if x == 3:
        return 1
    if isinstance(x, str):
        return 2  # reached by: compared("k78144", "a")
    return 3  # reached by: compared("k78144", [1])
