_error = None


def attempt(text: str) -> int:
    global _error
    try:
        return int(text)
    except ValueError as _error:
        return -1


def state() -> str:
    try:
        if _error is None:
            return "fine"
    except NameError:
        return "gone"  # reached by: attempt("x"); state()
    return "bad"
