"""Random small functions over ints and bools, nearly all of them in the subset that has a block form."""

from __future__ import annotations

from random import Random

RISKS = (
    "{} // {}", "{} % {}", "half({}, {})", "check({}) + {}", "half({}) * {}", "abs({}) - {}", "min({}, {}, 3)",
    "({} >> 1) + {}", "({} & 7) - {}", "divmod({}, {})[0]",
)  # fmt: skip
ERRORS = ["ZeroDivisionError", "ValueError", "ArithmeticError", "LookupError", "(KeyError, ValueError)", "Exception"]

PRELUDE = """\
LIMIT = 5


def half(a, b=2):
    if b == 3:
        raise ValueError(f"bad {a}")
    if a > 40:
        return half(a - 30, b)
    return a // b if a > b else b


def check(a):
    if a < -6:
        raise KeyError
    return a > 2
"""


_KINDS = ("set", "set", "set", "flag", "risk", "if", "if", "if", "for", "while", "try", "assert", "leave", "pair")


class Writer:
    """Most of what a function computes stays near zero, so that tests and failures are met."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.loops = 0

    def function(self, name: str) -> str:
        self.lines = [f"def {name}(x: int, y: int, b: bool) -> int:", "    z = 0"]
        self.block(1, 3, self.rng.randint(2, 4))
        self.lines.append(f"    return {self.value()}")
        return "\n".join(self.lines) + "\n"

    def block(self, depth: int, room: int, count: int, loop: bool = False) -> None:
        for _ in range(count):
            self.statement(depth, room, loop)

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int, room: int, loop: bool) -> None:
        rng = self.rng
        kind = rng.choice(_KINDS)
        if room == 0 and kind in ("if", "for", "try", "while"):
            kind = "set"
        match kind:
            case "set":
                self.add(depth, f"{rng.choice('xyzw')} {rng.choice(['=', '=', '+=', '-='])} {self.value()}"
                         if rng.random() < 0.9 else f"z = w + {self.value()}")  # fmt: skip
            case "flag":
                self.add(depth, f"b = {self.test()}")
            case "pair":
                self.add(depth, f"{rng.choice(['x, y', 'y, z', 'z, x'])} = {self.value()}, {self.value()}")
            case "risk":
                text = rng.choice(RISKS)
                self.add(depth, f"z = {text.format(self.value(), self.value())}")
            case "if":
                self.add(depth, f"if {self.test()}:")
                self.block(depth + 1, room - 1, rng.randint(1, 2), loop)
                if rng.random() < 0.3:
                    self.add(depth, f"elif {self.test()}:")
                    self.block(depth + 1, room - 1, 1, loop)
                if rng.random() < 0.4:
                    self.add(depth, "else:")
                    self.block(depth + 1, room - 1, rng.randint(1, 2), loop)
            case "for":
                bounds = rng.choice(["3", "x", "1, y", "LIMIT, 0, -2", "0, x, z", "y, x, 2"])
                self.add(depth, f"for i in range({bounds}):")
                self.block(depth + 1, room - 1, 1, True)
                self.add(depth + 1, f"z += {rng.choice(['i', 'x', '1'])}")
                self.orelse(depth, room, loop)
            case "while":
                self.loops += 1
                counter = f"k{self.loops}"
                self.add(depth, f"{counter} = {rng.choice(['3', 'min(x, 4)', '2'])}")
                self.add(depth, f"while {counter} > 0" + rng.choice(["", f" and {self.test()}"]) + ":")
                self.add(depth + 1, f"{counter} -= 1")
                self.block(depth + 1, room - 1, rng.randint(1, 2), True)
                self.orelse(depth, room, loop)
            case "try":
                self.trying(depth, room, loop)
            case "assert":
                self.add(depth, f"assert {self.test()}, f'{{x}}'")
            case _:
                ways = [
                    f"return {self.value()}",
                    "raise ValueError(z)",
                    f"raise KeyError(f'{{{self.value()}}}')",
                    "pass",
                ]
                self.add(depth, rng.choice([*ways, "break", "continue"] if loop else ways))

    def trying(self, depth: int, room: int, loop: bool) -> None:
        rng = self.rng
        self.add(depth, "try:")
        self.block(depth + 1, room - 1, rng.randint(1, 2), loop)
        bare = rng.random() < 0.25
        if not bare:
            for error in rng.sample(ERRORS[:-1], rng.randint(1, 2)) + ERRORS[-1:] * (rng.random() < 0.2):
                self.add(depth, f"except {error}{rng.choice(['', ' as e'])}:")
                self.block(depth + 1, 0, 1, loop)
                if rng.random() < 0.2:
                    self.add(depth + 1, "raise")
            if rng.random() < 0.3:
                self.add(depth, "else:")
                self.block(depth + 1, 0, 1, loop)
        if bare or rng.random() < 0.3:
            self.add(depth, "finally:")
            self.block(depth + 1, room - 1, 1)

    def orelse(self, depth: int, room: int, loop: bool) -> None:
        if self.rng.random() < 0.2:
            self.add(depth, "else:")
            self.block(depth + 1, 0, 1, loop)

    def value(self) -> str:
        rng = self.rng
        a, b = rng.choice(["x", "y", "z", "x", "y"]), rng.choice(["x", "y", "z", "b", str(rng.randint(-3, 6))])
        scaled = f"{a} * {rng.randint(-1, 2)}", f"{a} % {rng.randint(2, 4)}", f"({a} if {b} > 1 else {b})", f"-{a}"
        return rng.choice([a, b, f"{a} + {b}", f"{a} - {b}", *scaled])

    def test(self) -> str:
        rng = self.rng
        one = f"{rng.choice('xyz')} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {rng.randint(-4, 8)}"
        two = f"{rng.choice('xyz')} {rng.choice(['<', '>', '=='])} {self.value()}"
        others = [
            "b",
            "not b",
            "not x",
            f"z and not {one}",
            f"{one} or b and {two}",
            f"x in (1, y, {rng.randint(0, 4)})",
        ]
        return rng.choice(
            [one, one, two, f"{one} and {two}", f"{one} or {two}", f"{rng.randint(-3, 2)} < {one}", *others]
        )


def random_module(seed: str, functions: int) -> str:
    """The prelude, then functions `f0`, `f1`, …; the same text for the same arguments."""
    writer = Writer(seed)
    return "\n\n".join([PRELUDE, *(writer.function(f"f{i}") for i in range(functions))])
