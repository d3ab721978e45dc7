"""Properties of characters that `unicodedata` tells."""

import unicodedata


def kind(c: str):
    if unicodedata.category(c) == "Lu":
        return 1  # covered
    if unicodedata.category(c)[0] == "M":
        return 2  # covered
    if unicodedata.category(c) in ("Nd", "Sc"):
        return 3  # covered
    return 0


def no_such_kind(n: int):
    if 0 <= n < 100 and unicodedata.category(chr(n)) in ("Xx", "Lt"):
        return 1  # infeasible
    return 0


def mark(n: int):
    if n < 0x10FFFF and n >= 0:
        if unicodedata.combining(chr(n)) == 9:
            return 1  # covered
        if unicodedata.combining(chr(n)) == 5:
            return 2  # infeasible
    return 0


def direction(s: str):
    if len(s) == 2 and unicodedata.bidirectional(s[0]) == "AN":
        if unicodedata.bidirectional(s[1]) == "":
            return 1  # covered
        if s[0] < "a":
            return 2  # infeasible
    return 0


def wide(s: str):
    cells = [2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in s[:3]]
    if sum(cells) == 5:
        return 1  # covered
    return 0


def composed(s: str):
    if s.isascii() and len(s) < 3 and unicodedata.normalize("NFKD", s) != s:
        return 1  # infeasible within text
    if len(s) == 1 and unicodedata.is_normalized("NFC", s) and s > "\u0200":
        return 2  # covered
    return 0


def nameless(c: str):
    try:
        unicodedata.name(c)
    except ValueError:
        return 1  # covered
    except TypeError:
        return 2  # covered
    return 0
