_state = 0


def drop(text: str) -> None:
    global _state
    if text == "now":
        del _state


def get() -> int:
    try:
        return _state
    except NameError:
        return -1  # reached by: drop("now"); get()
