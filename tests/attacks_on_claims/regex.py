"""What patterns seem to promise of their groups, each with the text for which they do not."""

from __future__ import annotations

import re

PAIR = re.compile(r"(\w)(\d)?")
BYTES = re.compile(rb"(\d+)")
VERBOSE = re.compile(r"(\d) # (two) groups?", re.VERBOSE)
LETTERS = "a-z"


def optional(text: str) -> int:
    m = PAIR.match(text)
    return len(m.group(2)) if m else 0  # fails by: optional("a")


def no_match(text: str) -> str:
    return PAIR.match(text).group(1)  # fails by: no_match("")


def one_of_two(text: str) -> int:
    m = re.match(r"(a)|(b)", text)
    return 0 if m is None else len(m.group(1))  # fails by: one_of_two("b")


def looked_ahead(text: str) -> str:
    m = re.match(r"(?!(b)).", text)
    return "" if m is None else m.group(1).upper()  # fails by: looked_ahead("a")


def no_rounds(text: str) -> str:
    m = re.match(r"(?:(x)y){0,2}", text)
    return m.group(1).upper() if m else ""  # fails by: no_rounds("")


def may_be_empty(text: str) -> str:
    m = re.match(r"(a*)b", text)
    return m.group(1)[0] if m else ""  # fails by: may_be_empty("b")


def shorter_than_whole(text: str) -> str:
    m = re.search(r"(.)(.)?$", text)
    return m.group()[1] if m else ""  # fails by: shorter_than_whole("a")


def word_characters(text: str) -> int:
    m = re.fullmatch(r"(\w+)", text)
    return int(m.group(1)) if m else 0  # fails by: word_characters("a")


def not_a_digit(text: str) -> int:
    m = re.match(r"([^\d])", text)
    return int(m[1]) if m else 0  # fails by: not_a_digit("x")


def superscript(text: str) -> int:
    return int(text) if text.isdigit() else 0  # fails by: superscript("²")


def two_signs(text: str) -> int:
    m = re.match(r"([+0-9]+)", text)
    return int(m[1]) if m else 0  # fails by: two_signs("+")


def group_that_is_not(text: str) -> str:
    m = PAIR.match(text)
    return m[3] if m else ""  # fails by: group_that_is_not("a")


def name_that_is_not(text: str) -> str:
    m = re.match(r"(?P<head>.)", text)
    return m["tail"] if m else ""  # fails by: name_that_is_not("a")


def key_that_is_not(text: str) -> str:
    m = re.match(r"(?P<head>.)(.)?", text)
    return m.groupdict()["tail"] if m else ""  # fails by: key_that_is_not("a")


def value_that_is_none(text: str) -> str:
    m = re.match(r"(?P<head>.)(?P<tail>.)?", text)
    if m is None:
        return ""
    head, tail = m.groups()
    return head + tail.upper()  # fails by: value_that_is_none("a")


def three_of_two(text: str) -> str:
    m = PAIR.match(text)
    if m is None:
        return ""
    a, b, c = m.groups()  # fails by: three_of_two("a1")
    return str(a) + str(b) + str(c)


def comment_in_pattern(text: str) -> str:
    m = VERBOSE.match(text)
    return m[2] if m else ""  # fails by: comment_in_pattern("1")


def flags_beside(text: str) -> str:
    m = re.match(r"(\d) # (two)", text, re.VERBOSE)
    return m[2] if m else ""  # fails by: flags_beside("1")


def computed_pattern(text: str) -> str:
    m = re.match(f"([{LETTERS}])?", text)
    return m.group(1).upper() if m else ""  # fails by: computed_pattern("")


def handed_to_sub(text: str) -> str:
    return re.sub(r"(a)|b", lambda m: m.group(1).upper(), text)  # fails by: handed_to_sub("b")


def given_to_another(text: str) -> str:
    upper = lambda m: m.group(1).upper()  # noqa: E731  # fails by: given_to_another("z")
    if text == "z":
        return upper(re.match("(a)?", text))
    return re.sub(r"(a)", upper, text)


def kept_beside(text: str) -> str:
    found = [re.sub(r"(a)", (f := lambda m: m.group(1).upper()), text)]  # fails by: kept_beside("z")
    return found[0] + f(re.match("(a)?", text))


def splits_with_none(text: str) -> str:
    parts = re.split(r"(a)|b", text)
    return parts[1].upper() if len(parts) > 1 else ""  # fails by: splits_with_none("b")


def found_none(text: str) -> str:
    return re.findall(r"\d", text)[0]  # fails by: found_none("")


def found_empty(text: str) -> str:
    found = re.findall(r"(a)?b", text)
    return found[0][0] if found else ""  # fails by: found_empty("b")


def later_rebound(text: str) -> str:
    m = re.match(r"(a)", text)
    if text == "zz":
        m = re.match(r"(b)?", text)
    return m.group(1).upper() if m else ""  # fails by: later_rebound("zz")


def in_a_loop(texts: list[str]) -> int:
    m = None
    total = 0
    for text in texts:
        if m:
            total += len(m.group(2))  # fails by: in_a_loop(["a", "b"])
        m = PAIR.match(text)
    return total


def emptied(text: str) -> str:
    text = re.sub(r"\s+", "", text)
    return text[0]  # fails by: emptied(" ")


def same_temporaries(text: str) -> int:
    rows = [[c] for c in text]
    return sum(len(row) // (len(row) - 1) for row in rows)  # fails by: same_temporaries("a")


def text_cut_after(text: str) -> str:
    m = re.match(r"[ab]{3}", text)
    text = text[1:]
    return text[2] if m else ""  # fails by: text_cut_after("aaa")


def longer_than_match(text: str) -> str:
    return text[3] if re.match(r"[ab]{3}", text) else ""  # fails by: longer_than_match("aaa")


def matches_nothing(text: str) -> str:
    return text[0] if re.search(r"a*|\b", text) else ""  # fails by: matches_nothing("")


def looks_further(text: str) -> str:
    return text[1] if re.search(r"a(?!b)", text) else ""  # fails by: looks_further("a")


def other_of_two(text: str, other: str) -> str:
    m = re.match(r"a", text) or re.match(r"b", other)
    return text[0] if m else ""  # fails by: other_of_two("", "b")


def not_matched(text: str) -> str:
    m = re.match(r"a", text)
    return text[0] if not m else ""  # fails by: not_matched("")
