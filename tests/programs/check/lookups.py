"""Lookups that the text itself shows to succeed, and those that look alike."""


def guarded(table: dict[str, int], key: str) -> int:
    if key in table:
        return table[key]  # proved KeyError
    return 0


def in_a_conjunction(table: dict[str, int], key: str, ok: bool) -> int:
    if ok and key in table:
        return table[key]  # proved KeyError
    if key not in table or not ok:
        return 0
    return table[key]  # proved KeyError


def over_the_keys(table: dict[str, int]) -> int:
    total = 0
    for key in table:
        total += table[key]  # proved KeyError
    for key in sorted(table):
        total += table[key]  # proved KeyError
    return total


def another_table(table: dict[str, int], key: str) -> int:
    if key in table:
        table = {}
        return table[key]  # refuted KeyError another_table({"a": 0}, "a")
    return 0


def another_key(table: dict[str, int], key: str) -> int:
    if key in table:
        key += "a"
        return table[key]  # refuted KeyError another_key({"a": 0}, "a")
    return 0


def in_a_disjunction(table: dict[str, int], key: str, ok: bool) -> int:
    if ok or key in table:
        return table[key]  # refuted KeyError in_a_disjunction({}, "", True)
    return 0


def ends(xs: list[int]) -> int:
    if not xs:
        return 0
    total = 0
    for x in xs:
        total += x // 2
    total += xs[0] + xs[-1] + max(xs)  # proved IndexError and proved IndexError and proved ValueError
    return total // len(xs)  # proved ZeroDivisionError


def parts(text: str) -> str:
    head = text.split(",")[0]  # proved IndexError
    a, _, _ = text.partition(":")
    b, c = [a, head]  # proved ValueError
    return b + c


def narrowed(x: int | None, y: int) -> int:
    x = x if x is not None else 3
    return x + y  # proved TypeError
