"""A variable whose name is what a class makes of a private one, in a file that nothing connects with this one."""

_Tool__rows: list[int] = []


def count() -> int:
    if _Tool__rows:
        return 1  # reached by: __import__("tools").Tool().put(1); count()
    return 0
