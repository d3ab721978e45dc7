"""Exceptions of builtins and operators: numbers too large for a word, a float or the digits of a text, and lone
surrogates.
"""

import itertools
import math


def shown(number: int) -> int:
    try:
        str(number)
    except ValueError:
        return 1  # reached by: shown(10**5000)
    return 0


def represented(number: int) -> int:
    try:
        repr(number)
    except ValueError:
        return 1  # reached by: represented(10**5000)
    return 0


def inside(number: int) -> int:
    try:
        f"{number}"
    except ValueError:
        return 1  # reached by: inside(-(10**5000))
    return 0


def by_percent(number: int) -> int:
    try:
        "%d" % number
    except ValueError:
        return 1  # reached by: by_percent(10**5000)
    return 0


def by_format(number: int) -> int:
    try:
        "{}".format(number)
    except ValueError:
        return 1  # reached by: by_format(10**5000)
    return 0


def with_commas(number: int) -> int:
    try:
        format(number, ",")
    except ValueError:
        return 1  # reached by: with_commas(10**5000)
    return 0


def as_fixed(number: int) -> int:
    try:
        format(number, ".2f")
    except OverflowError:
        return 1  # reached by: as_fixed(10**400)
    return 0


def in_a_list(number: int) -> int:
    try:
        str([number])
    except ValueError:
        return 1  # reached by: in_a_list(10**5000)
    return 0


def digits(text: str) -> int:
    if not text.isdigit() or not text.isascii():
        return 0
    try:
        int(text)
    except ValueError:
        return 1  # reached by: digits("9" * 5000) [beyond text, len]
    return 2


def character(code: int) -> int:
    try:
        chr(code)
    except ValueError:
        return 1  # reached by: character(-1)
    except OverflowError:
        return 2  # reached by: character(2**70)
    return 0


def split(text: str, most: int) -> int:
    try:
        text.split(",", most)
    except OverflowError:
        return 1  # reached by: split("", 2**70)
    return 0


def split_from_the_end(text: str, most: int) -> int:
    try:
        text.rsplit(None, most)
    except OverflowError:
        return 1  # reached by: split_from_the_end("", -(2**70))
    return 0


def replaced(text: str, most: int) -> int:
    try:
        text.replace("a", "b", most)
    except OverflowError:
        return 1  # reached by: replaced("", 2**70)
    return 0


def both(number: int, divisor: float) -> int:
    try:
        divmod(number, divisor)
    except ZeroDivisionError:
        return 1  # reached by: both(1, 0.0)
    except OverflowError:
        return 2  # reached by: both(10**400, 1.0)
    return 0


def added(number: int) -> int:
    try:
        number + 0.5
    except OverflowError:
        return 1  # reached by: added(10**400)
    return 0


def halved(number: int) -> int:
    try:
        number / 2
    except OverflowError:
        return 1  # reached by: halved(10**400)
    return 0


def powered(base: float, exponent: int) -> int:
    try:
        base**exponent
    except OverflowError:
        return 1  # reached by: powered(10.0, 400)
    except ZeroDivisionError:
        return 2  # reached by: powered(0.0, -1)
    return 0


def repeated(count: int) -> int:
    try:
        itertools.repeat(1, count)
    except OverflowError:
        return 1  # reached by: repeated(2**70)
    return 0


def sliced(start: int) -> int:
    try:
        list(itertools.islice([1], start))
    except ValueError:
        return 1  # reached by: sliced(2**70)
    return 0


def many(count: int) -> int:
    try:
        [0] * count
    except OverflowError:
        return 1  # reached by: many(2**70)
    return 0


def much(count: int) -> int:
    try:
        "a" * count
    except (OverflowError, MemoryError):
        return 1  # reached by: much(2**70)
    return 0


def shifted(count: int) -> int:
    try:
        1 << count
    except ValueError:
        return 1  # reached by: shifted(-1)
    except OverflowError:
        return 2  # reached by: shifted(2**70)
    return 0


def rounded(number: float) -> int:
    try:
        round(number)
    except ValueError:
        return 1  # reached by: rounded(float("nan"))
    except OverflowError:
        return 2  # reached by: rounded(float("inf"))
    return 0


def whole(number: float) -> int:
    try:
        int(number)
    except ValueError:
        return 1  # reached by: whole(float("nan"))
    except OverflowError:
        return 2  # reached by: whole(float("inf"))
    return 0


def floating(number: int) -> int:
    try:
        float(number)
    except OverflowError:
        return 1  # reached by: floating(10**400)
    return 0


def rooted(number: int) -> int:
    try:
        math.sqrt(number)
    except ValueError:
        return 1  # reached by: rooted(-1)
    except OverflowError:
        return 2  # reached by: rooted(10**400)
    return 0


def floored(number: float) -> int:
    try:
        math.floor(number)
    except ValueError:
        return 1  # reached by: floored(float("nan"))
    except OverflowError:
        return 2  # reached by: floored(float("inf"))
    return 0


def item(values: list[int], index: int) -> int:
    try:
        values[index]
    except IndexError:
        return 1  # reached by: item([], 2**70)
    return 0


def inserted(values: list[int], index: int) -> int:
    try:
        values.insert(index, 1)
    except OverflowError:
        return 1  # reached by: inserted([], 2**70)
    return 0


def popped(values: list[int], index: int) -> int:
    try:
        values.pop(index)
    except IndexError:
        return 1  # reached by: popped([], 0)
    except OverflowError:
        return 2  # reached by: popped([1], 2**70)
    return 0


def length(stop: int) -> int:
    try:
        len(range(stop))
    except OverflowError:
        return 1  # reached by: length(2**70)
    return 0


def padded(text: str, width: int) -> int:
    try:
        text.zfill(width)
    except OverflowError:
        return 1  # reached by: padded("", 2**70)
    return 0


def justified(text: str, width: int) -> int:
    try:
        text.ljust(width)
    except OverflowError:
        return 1  # reached by: justified("", 2**70)
    return 0


def bytes_of(number: int) -> int:
    try:
        number.to_bytes(2, "big")
    except OverflowError:
        return 1  # reached by: bytes_of(70000)
    return 0


def zeros(count: int) -> int:
    try:
        bytes(count)
    except ValueError:
        return 1  # reached by: zeros(-1)
    except OverflowError:
        return 2  # reached by: zeros(2**70)
    return 0


def utf8(text: str) -> int:
    try:
        text.encode()
    except UnicodeEncodeError:
        return 1  # reached by: utf8("\ud800")
    return 0


def in_bytes(data: bytes, number: int) -> int:
    try:
        number in data
    except ValueError:
        return 1  # reached by: in_bytes(b"", 256)
    return 0


def total(values: list[float], number: int) -> int:
    try:
        sum(values, number)
    except OverflowError:
        return 1  # reached by: total([0.5], 10**400)
    return 0


def modular(base: int, exponent: int, modulus: int) -> int:
    try:
        pow(base, exponent, modulus)
    except ValueError:
        return 1  # reached by: modular(2, 1, 0)
    return 0
