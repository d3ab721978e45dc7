"""Texts that look as if they were one of a few, keys that look as if they were there, and places of lists that are left."""

from __future__ import annotations

TABLE = {"a": 1, "b": 2, "": 3}


def not_all(key: str) -> int:
    if key in ("a", "b", "c"):
        return TABLE[key]  # fails by: not_all("c")
    return 0


def part_of_a_text(key: str) -> int:
    if key in "ab":
        return TABLE[key]  # fails by: part_of_a_text("ab")
    return 0


def letter_or_none(key: str) -> int:
    if len(key) <= 1 and key in "abc":
        return TABLE[key]  # fails by: letter_or_none("c")
    return 0


def other_case(key: str) -> int:
    if key.lower() in ("a", "b"):
        return TABLE[key]  # fails by: other_case("A")
    return 0


def longer_key(key: str) -> int:
    key = "a" if key == "x" else "b"
    key += key
    return TABLE[key]  # fails by: longer_key("x")


def grown(count: int) -> int:
    key = "a"
    while count > 0:
        key = key + "b"
        count -= 1
    return TABLE[key]  # fails by: grown(1)


def states(text: str) -> int:
    state = "a"
    for letter in text:
        if letter == "1" and state == "a":
            state = "b"
        elif letter == "2" and state == "b":
            state = "c"
    return TABLE[state]  # fails by: states("12")


def many_states(text: str) -> int:
    state = "a"
    for _ in text:
        if state == "a":
            state = "b"
        elif state == "b":
            state = ""
        elif state == "":
            state = "d"
        elif state == "d":
            state = "e"
        elif state == "e":
            state = "f"
        elif state == "f":
            state = "g"
        elif state == "g":
            state = "h"
    return {"a": 1, "b": 2, "": 3, "d": 4, "e": 5, "f": 6, "g": 7}[state]  # fails by: many_states("abcdefgh")


def not_this_one(key: str) -> int:
    if key not in ("a", "b", "c"):
        return 0
    if key != "b":
        return TABLE[key]  # fails by: not_this_one("c")
    return 1


def neither(key: str) -> int:
    if key != "a" and key != "b":
        return {"a": 1, "b": 2}[key]  # fails by: neither("")
    return 0


def either(key: str, other: str) -> int:
    if key == "a" or other == "a":
        return {"a": 1}[key]  # fails by: either("", "a")
    return 0


def equal_to_another(key: str, other: str) -> int:
    if key == other:
        return {"a": 1}[key]  # fails by: equal_to_another("", "")
    return 0


def among_numbers(key: str) -> int:
    if key in ("1", 1, None, "2"):
        return {"1": 1}[key]  # fails by: among_numbers("2")
    return 0


class Like:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


LIKE = Like()


def among_others(key: str) -> int:
    if key in ("a", LIKE):
        return TABLE[key]  # fails by: among_others("z")
    return 0


def among_given(key: str, other: str) -> int:
    if key in ("a", other):
        return TABLE[key]  # fails by: among_given("z", "z")
    return 0


def numbers(n: int) -> int:
    if 0 <= n <= 3:
        return {0: 1, 1: 2, 2: 3}[n]  # fails by: numbers(3)
    return 0


def text_of_number(n: int) -> int:
    if 0 <= n < 3:
        return {"0": 1, "1": 2, "2": 3}[n]  # type: ignore[index]  # fails by: text_of_number(0)
    return 0


def made_smaller(key: str) -> int:
    table = {"a": 1, "b": 2}
    del table["a"]
    if key in ("a", "b"):
        return table[key]  # fails by: made_smaller("a")
    return 0


def popped(key: str) -> int:
    table = {"a": 1, "b": 2}
    table.pop("a")
    if key in ("a", "b"):
        return table.pop(key)  # fails by: popped("a")
    return 0


def deleted_twice(key: str) -> None:
    table = {"a": 1, "b": 2}
    if key in ("a", "b"):
        del table[key]
        del table["b"]  # fails by: deleted_twice("b")


def in_two_names(key: str) -> int:
    table = other = {"a": 1, "b": 2}
    other.clear()
    return table[key] if key in ("a", "b") else 0  # fails by: in_two_names("a")


def last_two(xs: list[int]) -> None:
    own = list(xs)
    if own:
        del own[-1]
        del own[-1]  # fails by: last_two([1])


def set_behind(xs: list[int]) -> None:
    own = list(xs)
    if own:
        own[1] = 3  # fails by: set_behind([1])


def set_before(xs: list[int]) -> None:
    own = [0, *xs]
    own[-2] = 3  # fails by: set_before([])


def deleted_in_rounds(text: str) -> None:
    parts = text.split(",")
    for _ in text:
        del parts[0]  # fails by: deleted_in_rounds("abc")


def divided(key: str) -> int:
    return 1 // {"a": 1, "b": 0}[key] if key in ("a", "b") else 0  # fails by: divided("b")


def nothing_or_empty(text: str | None) -> str:
    if not text:
        return text.upper()  # type: ignore[union-attr]  # fails by: nothing_or_empty(None)
    return text


def empty_or_nothing(text: str | None) -> str:
    if not text:
        assert text is None  # fails by: empty_or_nothing("")
    return ""


def nothing_or_zero(n: int | None) -> int:
    if not n:
        return 1 // (n or 0)  # fails by: nothing_or_zero(0)
    return 0


def falsy_for_now(text: str | None, other: str) -> None:
    if not text:
        text = other
    assert not text  # fails by: falsy_for_now("", "a")


def letters(n: int) -> int:
    total = 0
    for letter in "abc":
        total += {"a": 1, "b": n}[letter]  # fails by: letters(0)
    return total


def surrogates(key: str) -> bytes:
    return key.encode() if key in ("a", "\ud800") else b""  # fails by: surrogates("\ud800")


def first_letter(key: str) -> int:
    if key[:1] in ("a", "b"):
        return TABLE[key]  # fails by: first_letter("ab")
    return 0


def same_name_inside(key: str) -> int:
    if key in ("a", "b"):

        def other() -> None:
            nonlocal key
            key = "c"

        other()
        return TABLE[key]  # fails by: same_name_inside("a")
    return 0
