"""Elements that look alike, each with the call for which one is not."""

from __future__ import annotations


def stripped_empty(text: str) -> list[str]:
    words = [word.strip("a") for word in text.split()]
    return [word[0] for word in words]  # fails by: stripped_empty("a")


def of_two_lengths(text: str) -> list[int]:
    pairs = [(1, 2) if c == "a" else (1, 2, 3) for c in text]
    return [a + b for a, b in pairs]  # fails by: of_two_lengths("b")


def one_more(text: str) -> list[int]:
    pairs = [(1, 2) for _ in text]
    pairs.append((3,))
    return [a + b for a, b in pairs]  # fails by: one_more("")


def one_replaced(text: str) -> list[int]:
    pairs = [(1, 2) for _ in text]
    if len(pairs) > 2:
        pairs[1] = (3,)
    return [a + b for a, b in pairs]  # fails by: one_replaced("aaa")


def counted_down(text: str) -> int:
    n, total = 3, 0
    for _ in text:
        total += sum([10 // k for k in [n]])  # fails by: counted_down("aaaa")
        n -= 1
    return total


def grown_meanwhile(text: str) -> int:
    found = [1]
    total = 0
    for n in found:
        total += 10 // n  # fails by: grown_meanwhile("a")
        if text and len(found) < 3:
            found.append(0)
    return total


def grown_by_function(text: str) -> int:
    found = [1 for _ in text]

    def more() -> None:
        found.append(0)

    more()
    return sum(10 // n for n in found)  # fails by: grown_by_function("")


def in_a_row(text: str) -> int:
    rows = [[1] for _ in text]
    for row in rows:
        row[0] -= 1
    return sum([1 // row[0] for row in rows])  # fails by: in_a_row("a")


def later_round(texts: list[str]) -> int:
    width = 1
    total = 0
    for text in texts:
        cells = [(c,) * width for c in text]
        for cell in cells:
            (one,) = cell  # fails by: later_round(["a", "b"])
            total += len(one)
        width += 1
    return total


def reused_name(text: str) -> int:
    xs = [1 for _ in text]
    for x in xs:
        xs = [0]
        text += str(10 // x)
    return sum([10 // x for x in xs])  # fails by: reused_name("a")


def key_set_by_another(text: str) -> int:
    table = {"a": 1, "b": 2}
    table[text] = 0
    return 1 // table["a"]  # fails by: key_set_by_another("a")


def key_true(flag: bool) -> int:
    table = {1: 5, 0: 6}
    table[flag] = 0
    return 1 // table[1]  # fails by: key_true(True)


def key_of_updated(text: str) -> int:
    table = {"a": 1}
    table.update({text: 0})
    return 1 // table["a"]  # fails by: key_of_updated("a")


def key_of_other_name(text: str) -> int:
    table = {"a": 1}
    other = table
    other[text] = 0
    return 1 // table["a"]  # fails by: key_of_other_name("a")


def rebound_by_argument(n: int) -> int:
    xs = [1]
    xs.append((xs := [1]) and n)
    return xs[1]  # fails by: rebound_by_argument(1)


def kept_method(text: str) -> int:
    xs = [1 for _ in text]
    add = xs.append
    add(0)
    return sum([10 // x for x in xs])  # fails by: kept_method("")


def popped_by_argument(text: str) -> int:
    xs = [1]
    xs.append(xs.pop() + len(text))
    return xs[1]  # fails by: popped_by_argument("")


def appended_late(text: str) -> int:
    xs = [len(text)]
    xs.append(1 // (len(xs) - 1) if len(xs) > 2 else 0)
    return 10 // xs[1]  # fails by: appended_late("")
