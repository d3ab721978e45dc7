"""Tables that a class has, and nothing changes."""
# ruff: noqa: RUF012

import re


class Grammar:
    POWER = {"pipe": 1, "or": 2}
    NAMES = {".": "dot", "@": "current"}
    STEPS = (1, 2, 3)

    def level(self) -> int:
        return self.POWER["pipe"]  # proved KeyError

    def name(self, sign: str) -> dict[str, str]:
        return {"type": self.NAMES[sign]}  # refuted KeyError Grammar().name("")

    def step(self) -> int:
        return self.STEPS[2] + self.STEPS[0]  # proved IndexError and proved IndexError

    def read(self, text: str) -> str:
        if text == "(":
            return self.read(text[1:])
        return self.NAMES["@"]  # proved KeyError


class Dotted:
    """What a class has is read by its name, too."""

    NUMBER = re.compile(r"v(\d+)\.(\w+)?")

    @staticmethod
    def first(text: str) -> int:
        match = Dotted.NUMBER.match(text)
        return int(match.group(1)) if match else 0  # proved ValueError

    @staticmethod
    def second(text: str) -> int:
        match = Dotted.NUMBER.match(text)
        return int(match.group(2)) if match else 0  # refuted ValueError Dotted.second("v0.a")
