"""Numbers beyond CPython's index type, and beyond C's int: who is given one raises, whatever the receiver is."""

from collections import deque


def splits(n: int) -> int:
    try:
        return len("a,b".split(",", n))
    except OverflowError:
        return -1  # reached by: splits(2**63)


def splits_below(n: int) -> int:
    try:
        return len("a,b".split(",", n))
    except OverflowError:
        if n < 0:
            return -2  # reached by: splits_below(-2**63 - 1)
        return -1  # reached by: splits_below(2**63)


def replaces(n: int) -> int:
    try:
        return len("a,b".replace("a", "bc", n))
    except OverflowError:
        return -1  # reached by: replaces(2**63)


def splits_any(s: str, n: int) -> int:
    try:
        return len(s.split(",", n))
    except OverflowError:
        return -1  # reached by: splits_any('', 2**63)


def from_the_right(n: int) -> int:
    try:
        return len("a,b".rsplit(None, n))
    except OverflowError:
        return -1  # reached by: from_the_right(2**63)


def an_item_of_it(n: int) -> str:
    try:
        return "a,b".split(",", n)[1]
    except IndexError:
        return "i"
    except OverflowError:
        return "o"  # reached by: an_item_of_it(2**63)


def which_of_both(n: int) -> int:
    try:
        "a,b".split(",", n)[1]
    except (IndexError, OverflowError) as e:
        if isinstance(e, OverflowError):
            return 1  # reached by: which_of_both(2**63)
        if "list" not in str(e):
            return 3
    return 2


def what_it_says(n: int) -> int:
    try:
        "a,b".split(",", n)
    except OverflowError as e:
        if "string index" in str(e):
            return 1
        return 2  # reached by: what_it_says(2**63)
    return 0


def padded_below(n: int) -> int:
    if n > 0:
        return 0
    try:
        return len("a".center(n))
    except OverflowError:
        return -1  # reached by: padded_below(-2**63 - 1)


def zeros_below(n: int) -> int:
    if n > 0:
        return 0
    try:
        return len("7".zfill(n))
    except OverflowError:
        return -1  # reached by: zeros_below(-2**70)


def repeated_below(n: int) -> int:
    if n > 0:
        return 0
    try:
        return len("ab" * n)
    except OverflowError:
        return -1  # reached by: repeated_below(-2**63 - 1)


def zero_bytes(n: int) -> int:
    if n >= 0:
        return 0
    try:
        return len(bytes(n))
    except ValueError:
        return 1  # reached by: zero_bytes(-1)
    except OverflowError:
        return -1  # reached by: zero_bytes(-2**63 - 1)


def index_beyond(n: int) -> int:
    try:
        return [1, 2, 3][n]
    except IndexError as e:
        if e.args[0].startswith("list"):
            return 1
        return 2  # reached by: index_beyond(2**70)


def text_beyond(s: str, n: int) -> int:
    try:
        return len(s[n])
    except IndexError as e:
        if str(e) == "string index out of range":
            return 1
        return 2  # reached by: text_beyond('', 2**70)


def stored_beyond(n: int) -> int:
    xs = [1, 2]
    try:
        xs[n] = 3
    except IndexError as e:
        if "range" in str(e):
            return 1
        return 2  # reached by: stored_beyond(-2**63 - 1)
    return 0


def deque_beyond(n: int) -> int:
    xs = deque([1, 2])
    try:
        return xs[n]
    except IndexError as e:
        if "range" in str(e):
            return 1
        return 2  # reached by: deque_beyond(2**70)


def bool_in_a_text(n: int) -> int:
    try:
        return n + "a"  # type: ignore[operator]
    except TypeError as e:
        if "'bool'" in str(e):
            return 1  # reached by: bool_in_a_text(True)
        return 2


def which_zip(a: list[int], b: list[int], c: list[int]) -> int:
    try:
        return len(list(zip(a, b, c, strict=True)))
    except ValueError as e:
        if "arguments 1-2" in str(e):
            return 1  # reached by: which_zip([], [], [1])
        return 2
