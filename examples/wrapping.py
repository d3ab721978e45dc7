"""Text: wrapping, slugs, run-length encoding."""

from __future__ import annotations


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most so many characters; longer words are cut."""
    if width < 1:
        raise ValueError("width must be positive")
    lines: list[str] = []
    line = ""
    for word in text.split():
        while len(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:width])
            word = word[width:]
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= width:
            line += " " + word
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def slug(title: str) -> str:
    """`Hello, World!` becomes `hello-world`."""
    letters = []
    for char in title.lower():
        if char.isalnum():
            letters.append(char)
        elif letters and letters[-1] != "-":
            letters.append("-")
    return "".join(letters).strip("-")


def run_lengths(text: str) -> str:
    """`aaab` becomes `3ab`."""
    out = ""
    index = 0
    while index < len(text):
        end = index
        while end < len(text) and text[end] == text[index]:
            end += 1
        count = end - index
        out += text[index] if count == 1 else f"{count}{text[index]}"
        index = end
    return out
