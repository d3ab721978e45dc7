_front: list[str] = []
_back: list[str] = []
_target = _front


def flip() -> None:
    global _target
    _target = _back if _target is _front else _front


def draw(text: str) -> None:
    _target.append(text)


def clear() -> None:
    _target.clear()


def show() -> str:
    if _back:
        return "".join(_back)  # reached by: flip(); draw("x"); show()
    return "".join(_front)


def pending() -> bool:
    if _front and not _back:
        return True  # reached by: draw("x"); pending()
    if _back and not _front:
        return False  # reached by: flip(); draw("x"); pending()
    return False
