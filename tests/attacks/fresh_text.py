"""Text: what letters, digits, white space and lines are outside of ASCII, and what lone surrogates do."""

import re
import unicodedata
from dataclasses import dataclass


def quantity(text: str) -> int:
    if not text.isdigit():
        return -1
    try:
        return int(text)
    except ValueError:
        return -2  # reached by: quantity("²")


def fits(name: str) -> bool:
    if len(name) > 3:
        return False
    shouted = name.upper()
    if len(shouted) > 3:
        return False  # reached by: fits("aßb")
    return True


def same_word(left: str, right: str) -> int:
    if left.lower() == right.lower():
        return 0
    if left.casefold() == right.casefold():
        return 1  # reached by: same_word("straße", "STRASSE")
    return 2


NUMBER = re.compile(r"^\d+$")


def port(text: str) -> int:
    if not NUMBER.match(text):
        return -1
    if text.endswith("\n"):
        return -2  # reached by: port("80\n")
    value = int(text)
    if str(value) != text.lstrip("0") and value != 0:
        return -3  # reached by: port("٣")
    return value


def rows(text: str) -> list[str]:
    lines = text.splitlines()
    if "\n" not in text and "\r" not in text and len(lines) > 1:
        return [text]  # reached by: rows("a\u2028b")
    return lines


def trim(text: str) -> str:
    stripped = text.strip(" \t\n\r\x0b\x0c")
    if stripped != text.strip():
        return text.strip()  # reached by: trim("\x1ca")
    return stripped


def keyword(text: str) -> str:
    match = re.fullmatch(r"(?i)k(ey)?", text)
    if match is None:
        return ""
    if not text.isascii():
        return "kelvin"  # reached by: keyword("\u212a")
    return text.lower()


def store(name: str) -> bytes:
    if not name or len(name) > 64:
        raise ValueError("name")
    try:
        return name.encode("utf-8")
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape")  # reached by: store("\udcff")


@dataclass
class Token:
    kind: str
    text: str


def scan(text: str) -> list[Token]:
    tokens = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char.isdigit():
            start = at
            while at < len(text) and text[at].isdigit():
                at += 1
            tokens.append(Token("number", text[start:at]))
        elif char.isalpha():
            start = at
            while at < len(text) and text[at].isalnum():
                at += 1
            tokens.append(Token("name", text[start:at]))
        elif char.isalnum():
            tokens.append(Token("fraction", char))  # reached by: scan("½")
            at += 1
        else:
            tokens.append(Token("mark", char))
            at += 1
    return tokens


def initial(name: str) -> str:
    if not name:
        return ""
    first = name[0]
    if first.isupper() or first.islower():
        return first.upper()
    if first.istitle():
        return "title"  # reached by: initial("ǅ")
    if first.isalpha():
        return first  # reached by: initial("日")
    return "#"


def slug(title: str) -> str:
    words = re.split(r"\W+", title.lower())
    joined = "-".join(word for word in words if word)
    if joined != joined.lower():
        return ""
    if joined and not joined.replace("-", "").isalnum():
        return joined.replace("_", "-")  # reached by: slug("a_b")
    return joined


def composed(text: str) -> str:
    plain = unicodedata.normalize("NFC", text)
    if len(plain) > len(text):
        return text  # reached by: composed("\u0958")
    return plain


def quoted(text: str) -> str:
    shown = repr(text)
    if shown.startswith('"'):
        return shown  # reached by: quoted("it's")
    if len(shown) > len(text) + 2:
        return shown[1:-1]  # reached by: quoted("\n")
    return text


def pad(number: str) -> str:
    padded = number.zfill(4)
    if len(padded) == 4 and not padded.startswith("0") and len(number) < 4:
        return "sign " + padded  # reached by: pad("-5")
    return padded


def after(text: str, start: int) -> bool:
    if start < 0:
        return False
    if text.startswith("", start):
        return True
    if start <= len(text):
        return True
    return False  # reached by: after("ab", 3)


def swap(text: str) -> bool:
    twice = text.swapcase().swapcase()
    if twice != text:
        return False  # reached by: swap("ß")
    return True


def spread(text: str) -> list[str]:
    parts = text.split(" ")
    if text and "" in parts and "  " not in text:
        return text.split()  # reached by: spread(" a")
    if not parts:
        return []
    return parts
