"""What a waiting generator has left to do is done when nothing holds it any more; and others may act while it waits."""

from collections.abc import Iterator

_mode = "off"
_level = 0


def set_mode(mode: str) -> None:
    global _mode
    _mode = mode


def set_level(level: int) -> None:
    global _level
    _level = level


def closing() -> Iterator[int]:
    try:
        yield 1
        yield 2
    finally:
        set_mode("closed")


def left_early(x: int) -> int:
    set_mode("on")
    for _ in closing():
        break
    if _mode == "closed" and x == 98765:
        return 1  # reached by: left_early(98765)
    return 0


def first(x: int) -> int:
    set_mode("on")
    next(closing())
    if _mode == "closed" and x == 98765:
        return 1  # reached by: first(98765)
    return 0


def some(x: int) -> int:
    set_mode("on")
    if any(closing()) and _mode == "closed" and x == 98765:
        return 1  # reached by: some(98765)
    return 0


def member(x: int) -> int:
    set_mode("on")
    if 1 in closing() and _mode == "closed" and x == 98765:
        return 1  # reached by: member(98765)
    return 0


def zipped(x: int) -> int:
    set_mode("on")
    pairs = list(zip(closing(), [1]))
    if pairs and _mode == "closed" and x == 98765:
        return 1  # reached by: zipped(98765)
    return 0


def of_a_list(x: int) -> int:
    set_mode("on")
    waiting = [closing()]
    next(waiting[0])
    waiting.pop()
    if _mode == "closed" and x == 98765:
        return 1  # reached by: of_a_list(98765)
    return 0


def by_an_exception(x: int) -> int:
    set_mode("on")
    try:
        for n in closing():
            raise ValueError(n)
    except ValueError:
        pass
    if _mode == "closed" and x == 98765:
        return 1  # reached by: by_an_exception(98765)
    return 0


def inner_one(x: int) -> int:
    out: list[int] = []

    def own() -> Iterator[int]:
        try:
            yield 1
        finally:
            out.append(x)

    for _ in own():
        break
    if out and x == 98765:
        return 1  # reached by: inner_one(98765)
    return 0


def held(x: int) -> int:
    set_mode("on")
    generator = closing()
    next(generator)
    if _mode == "on" and x == 98765:
        return 1  # reached by: held(98765)
    generator.close()
    if _mode == "closed" and x == 98766:
        return 2  # reached by: held(98766)
    return 0


def waits() -> Iterator[int]:
    set_level(1)
    yield 0
    if _level != 1:
        yield 1  # reached by: w.between(waits(), lambda: set_level(9))


def waits_in_another() -> Iterator[int]:
    set_level(2)
    yield from [1, 2]
    if _level != 2:
        yield 1  # reached by: w.between(waits_in_another(), lambda: set_level(9))


def twice() -> Iterator[int]:
    for level in (1, 3):
        set_level(level)
        yield level
        if _level != level:
            yield -1  # reached by: w.between(twice(), lambda: list(twice()))
