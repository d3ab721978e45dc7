"""Random `.ivl` programs over domains small enough to try everything: loops (reducible or not), calls, recursion, maps,
booleans, globals, havocs."""

from __future__ import annotations

from random import Random

from clew.records import dataclass

LOW, HIGH = -1, 1
KEYS = (0, 1)


@dataclass(frozen=True, slots=True)
class Features:
    """What a program may have; flags: booleans, products, division, conditionals."""

    flags: bool
    loops: bool
    calls: bool
    maps: bool
    globals: bool


def features_of(seed: int) -> Features:
    """Every combination comes up."""
    random = Random(f"features {seed}")
    return Features(*(random.random() < 0.45 for _ in range(5)))


def random_program(seed: int) -> str:
    """`p0` first.  All it reads from outside is assumed to be in the domain, so that everything can be tried."""
    features = features_of(seed)
    random = Random(seed)
    declared = ["global g: int;\n"] if features.globals else []
    outside = ["g"] if features.globals else []
    ints = ["a", "b"][: random.randint(1, 2)]
    head = [*(f"{n}: int" for n in ints)]
    if features.flags:
        head.append("p: bool")
    if features.maps:
        head.append("m: [int]int")
    entry = [f"assume {LOW} <= {n} && {n} <= {HIGH};" for n in (*ints, *outside)]
    if features.maps:
        entry += [f"assume 0 <= m[{key}] && m[{key}] <= 1;" for key in KEYS]
    writer = _Writer(random, features, [*ints, *outside], ["p"] if features.flags else [], features.maps)
    text = f"proc p0({', '.join(head)}) {{\n{writer.body(random.randint(3, 6), entry, features.loops)}}}\n"
    if features.calls:
        callee = _Writer(random, features, ["x", *outside, "y"], [], False)
        count = random.randint(1, 4)
        body = callee.body(count, [f"y := {random.randint(-1, 1)};"], features.loops and random.random() < 0.3)
        text += f"\nproc f(x: int) returns (y: int) {{\n{body}}}\n"
    return "".join(declared) + text


class _Writer:
    def __init__(self, random: Random, features: Features, ints: list[str], flags: list[str], maps: bool) -> None:
        self.random, self.features = random, features
        self.ints, self.flags, self.maps = ints, flags, maps

    def body(self, count: int, entry: list[str], loops: bool) -> str:
        random = self.random
        lines = []
        for block in range(count):
            lines.append(f"  l{block}:")
            if block == 0:
                lines += [f"    {text}" for text in entry]
            elif random.random() < 0.7:
                lines.append(f"    assume {self.condition()};")
            lines += [f"    {self.statement()}" for _ in range(random.randint(0, 2))]
            if block == count - 1:
                lines.append("    return;")
                continue
            targets = {random.randint(1 if loops else block + 1, count - 1) for _ in range(random.randint(1, 2))}
            # Every block leads to the end.
            targets.add(random.randint(block + 1, count - 1))
            lines.append(f"    goto {', '.join(f'l{t}' for t in sorted(targets))};")
        return "\n".join(lines) + "\n"

    def statement(self) -> str:
        random = self.random
        kind = random.random()
        target = random.choice(self.ints)
        if kind < 0.1:
            return f"havoc {target}; assume {LOW} <= {target} && {target} <= {HIGH};"
        if kind < 0.22:
            return f"assert {self.condition()};"
        if self.flags and kind < 0.36:
            return f"{random.choice(self.flags)} := {self.condition()};"
        if self.maps and kind < 0.5:
            return f"m[{self.key()}] := {self.number()};"
        if self.features.calls and kind < 0.64:
            return f"call {target} := f({self.number()});"
        return f"{target} := {self.number(2)};"

    def key(self) -> str:
        """An index in the domain, whatever the state."""
        random = self.random
        if random.random() < 0.5:
            return str(random.choice(KEYS))
        return f"(if {self.condition(0)} then 0 else 1)"

    def number(self, depth: int = 1) -> str:
        random = self.random
        kind = random.random()
        if self.maps and kind < 0.15:
            return f"m[{self.key() if depth else random.choice(KEYS)}]"
        if depth == 0 or kind < 0.4:
            return random.choice([*self.ints, str(random.randint(-2, 2))])
        if self.flags and kind < 0.5:
            return f"({self.number(depth - 1)} {random.choice(['*', 'div', 'mod'])} {self.number(depth - 1)})"
        if self.flags and kind < 0.58:
            return f"(if {self.condition(0)} then {self.number(depth - 1)} else {self.number(depth - 1)})"
        return f"({self.number(depth - 1)} {random.choice('+-')} {self.number(depth - 1)})"

    def condition(self, depth: int = 1) -> str:
        random = self.random
        kind = random.random()
        if self.flags and kind < 0.2:
            return random.choice(["", "!"]) + random.choice(self.flags)
        if self.flags and depth and kind < 0.35:
            return f"({self.condition(0)} {random.choice(['&&', '||', '==>', '<==>'])} {self.condition(0)})"
        left = random.choice([*self.ints, f"({self.number(0)} + {self.number(0)})"])
        return f"{left} {random.choice(['<', '<=', '>', '>=', '==', '!='])} {self.number(depth)}"
