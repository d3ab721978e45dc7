"""Texts that were split, each with the call for which there are other parts than it seems."""

from __future__ import annotations


def more_than_two(text: str) -> str:
    if ":" in text:
        a, b = text.split(":")  # fails by: more_than_two("::")
        return a + b
    return text


def other_separator(text: str) -> str:
    if ":" in text or "," in text:
        a, b = text.split(":", 1)  # fails by: other_separator(",")
        return a + b
    return text


def split_nowhere(text: str) -> str:
    if ":" in text:
        a, b = text.split(":", 0)  # fails by: split_nowhere(":")
        return a + b
    return text


def split_by_argument(text: str, most: int) -> str:
    if ":" in text:
        a, b = text.split(":", most)  # fails by: split_by_argument(":", 0)
        return a + b
    return text


def cut_before(text: str) -> str:
    if ":" in text:
        text = text[1:]
        a, b = text.split(":", 1)  # fails by: cut_before(":")
        return a + b
    return text


def longer_separator(text: str) -> str:
    if ":" in text:
        a, b = text.split("::", 1)  # fails by: longer_separator(":")
        return a + b
    return text


def in_lower_case(text: str) -> int:
    return text.index("a") if "a" in text.lower() else 0  # fails by: in_lower_case("A")


def not_there(text: str) -> int:
    return text.index("a") if "a" not in text else 0  # fails by: not_there("")


def in_list_of_texts(texts: list[str]) -> int:
    return texts[0].index("a") if "a" in texts else 0  # fails by: in_list_of_texts(["b", "a"])


def joined_after(text: str, flag: bool) -> str:
    if flag and "=" in text:
        parts = text.split("=", 1)
    else:
        parts = text.split("-", 1)
    return parts[1]  # fails by: joined_after("", False)


def behind_index(text: str) -> str:
    if "," in text:
        return text[text.find(",") + 1]  # fails by: behind_index(",")
    return ""


def in_other_text(text: str, other: str) -> str:
    if "=" in other:
        a, b = text.split("=", 1)  # fails by: in_other_text("", "=")
        return a + b
    return text
