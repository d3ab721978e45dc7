"""Random programs like those of section 7 of Christ, Hoenicke and Schäf (2012), as `.ivl` text.

A program is a chain of diamonds, each with two levels of nested if-then-else: 7 blocks a diamond and a final one, every
block with three assignments of linear integer arithmetic over 10 to 20 variables.  Constants and copies among the
assigned values and comparisons of one or two variables correlate the conditions, so that most paths are infeasible
and some blocks are.
"""

from __future__ import annotations

from random import Random


def program(diamonds: int, seed: int) -> str:
    """The same text for the same arguments, on every machine."""
    random = Random(f"diamonds {diamonds} {seed}")
    names = [f"v{i}" for i in range(random.randint(10, 20))]
    lines = [f"proc main({', '.join(f'{name}: int' for name in names)}) {{"]

    def block(label: str, condition: str, targets: tuple[str, ...]) -> None:
        lines.append(f"  {label}:")
        if condition:
            lines.append(f"    assume {condition};")
        lines.extend(f"    {random.choice(names)} := {_value(random, names)};" for _ in range(3))
        lines.append(f"    goto {', '.join(targets)};" if targets else "    return;")

    for d in range(diamonds):
        here, after = f"d{d}", f"d{d + 1}"
        block(here, "", (f"{here}t", f"{here}e"))
        outer = _condition(random, names)
        for side, taken in (("t", outer), ("e", f"!({outer})")):
            block(here + side, taken, (f"{here}{side}t", f"{here}{side}e"))
            inner = _condition(random, names)
            block(f"{here}{side}t", inner, (after,))
            block(f"{here}{side}e", f"!({inner})", (after,))
    block(f"d{diamonds}", "", ())
    return "\n".join([*lines, "}"]) + "\n"


def _value(random: Random, names: list[str]) -> str:
    kind = random.random()
    if kind < 0.24:
        return str(random.randint(-10, 10))
    if kind < 0.6:
        return f"{random.choice(names)} + {random.randint(-10, 10)}"
    a, b = random.sample(names, 2)
    return f"{a} {random.choice('+-')} {b} + {random.randint(-10, 10)}"


def _condition(random: Random, names: list[str]) -> str:
    op = random.choice(["<", "<=", ">", ">="])
    if random.random() < 0.5:
        return f"{random.choice(names)} {op} {random.randint(-10, 10)}"
    a, b = random.sample(names, 2)
    return f"{a} {op} {b} + {random.randint(-10, 10)}"
