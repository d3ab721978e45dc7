"""What the constructor compares its text with is tried where a method is asked about, as are constants of its class."""

import re


class Pointer:
    _ESCAPE = re.compile("~[^01]|~$")

    def __init__(self, text: str) -> None:
        if self._ESCAPE.search(text):
            raise ValueError(text)
        parts = text.split("/")
        if parts.pop(0) != "":
            raise ValueError(text)
        self.parts = parts

    def first_two(self, create: bool) -> str:
        if len(self.parts) > 2:
            return "many"  # covered
        if create and self.parts[:-1]:
            return self.parts[0]  # covered
        return ""  # covered
