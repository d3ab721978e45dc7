"""Functions of texts."""

from __future__ import annotations


# clew: ensure len(result) == max(width, len(text))
# clew: ensure result.endswith(text)
# clew: ensure result[: len(result) - len(text)] == " " * (len(result) - len(text))
def to_the_right(text: str, width: int) -> str:
    while len(text) < width:
        text = " " + text
    return text


# clew: require most >= 1
# clew: ensure len(result) <= most
# clew: ensure result == text or (len(text) > most and result == text[: most - 1] + "…")
def shortened(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[: most - 1] + "…"


# clew: ensure result == (text == text[::-1])
def is_palindrome(text: str) -> bool:
    for i in range(len(text) // 2):  # noqa: SIM110
        if text[i] != text[len(text) - 1 - i]:
            return False
    return True


# clew: ensure 0 <= result <= len(text)
# clew: ensure all(c == " " for c in text[:result])
# clew: ensure result == len(text) or text[result] != " "
def indentation(text: str) -> int:
    count = 0
    for c in text:
        if c != " ":
            break
        count += 1
    return count
