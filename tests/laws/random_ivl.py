"""Small random procedures in `.ivl`, over a domain small enough to try everything."""

from __future__ import annotations

from random import Random

LOW, HIGH = -2, 2


def random_procedure(seed: int, loops: bool = False, kinds: str = "linear") -> str:
    """Loop-free unless `loops`.  kinds: `linear`, or `all` for booleans, products, division and conditionals too."""
    random = Random(seed)
    names = ["a", "b", "c"][: random.randint(1, 3)]
    flags = ["p", "q"] if kinds == "all" else []

    def number(depth: int = 1) -> str:
        choice = random.random()
        if depth == 0 or choice < 0.35:
            return random.choice([*names, str(random.randint(-3, 3))])
        if kinds == "all" and choice < 0.5:
            op = random.choice(["*", "div", "mod"])
            return f"({number(depth - 1)} {op} {number(depth - 1)})"
        if kinds == "all" and choice < 0.58:
            return f"(if {condition(0)} then {number(depth - 1)} else {number(depth - 1)})"
        return f"({number(depth - 1)} {random.choice('+-')} {number(depth - 1)})"

    def condition(depth: int = 1) -> str:
        choice = random.random()
        if flags and choice < 0.2:
            return random.choice(["", "!"]) + random.choice(flags)
        if flags and depth and choice < 0.35:
            return f"({condition(0)} {random.choice(['&&', '||', '==>', '<==>'])} {condition(0)})"
        op = random.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"{number()} {op} {number()}"

    count = random.randint(3, 7)
    lines = [f"proc p({', '.join([*(f'{n}: int' for n in names), *(f'{n}: bool' for n in flags)])}) {{"]
    for block in range(count):
        lines.append(f"  l{block}:")
        if block == 0:
            lines += [f"    assume {LOW} <= {n} && {n} <= {HIGH};" for n in names]
        if block and random.random() < 0.7:
            lines.append(f"    assume {condition()};")
        for _ in range(random.randint(0, 2)):
            kind = random.random()
            target = random.choice(names)
            if kind < 0.12:
                lines.append(f"    havoc {target};\n    assume {LOW} <= {target} && {target} <= {HIGH};")
            elif kind < 0.24:
                lines.append(f"    assert {condition()};")
            elif flags and kind < 0.4:
                lines.append(f"    {random.choice(flags)} := {condition()};")
            else:
                lines.append(f"    {target} := {number(2)};")
        if block == count - 1:
            lines.append("    return;")
        else:
            targets = {random.randint(0 if loops else block + 1, count - 1) for _ in range(random.randint(1, 3))}
            if loops:
                targets.add(random.randint(block + 1, count - 1))
            lines.append(f"    goto {', '.join(f'l{t}' for t in sorted(targets))};")
    return "\n".join([*lines, "}"]) + "\n"


def random_program(seed: int, recursion: bool = False) -> str:
    """A main procedure `p` and a few below it, with globals that some of them change, nested calls and assertions.

    With `recursion` a procedure may call itself and any other.
    """
    random = Random(seed)
    globals = ["g", "h"][: random.randint(1, 2)]
    count = random.randint(2, 4)
    heads = ["p", *(f"q{n}" for n in range(1, count))]
    text = [f"global {g}: int;" for g in globals]
    for index, head in enumerate(heads):
        text.append(_random_callee(random, index, head, heads, globals, recursion))
    return "\n".join(text)


def _random_callee(random: Random, index: int, head: str, heads: list[str], globals: list[str], recursion: bool) -> str:
    names = ["a", "b"]
    targets = [*names, "t", *(["r"] if index else [])]

    def number(depth: int = 1) -> str:
        if depth == 0 or random.random() < 0.4:
            return random.choice([*names, *globals, "t", str(random.randint(-3, 3))])
        return f"({number(depth - 1)} {random.choice('+-')} {number(depth - 1)})"

    def condition() -> str:
        return f"{number()} {random.choice(['<', '<=', '>', '>=', '==', '!='])} {number()}"

    returns = " returns (r: int)" if index else ""
    lines = [f"proc {head}(a: int, b: int){returns} {{", "  var t: int;"]
    blocks = random.randint(3, 5)
    callees = heads[1:] if recursion else heads[index + 1 :]
    for block in range(blocks):
        lines.append(f"  l{block}:")
        if block == 0:
            inputs = [*names, *globals] if index == 0 else []
            lines += [f"    assume {LOW} <= {n} && {n} <= {HIGH};" for n in inputs]
            if random.random() < 0.9:
                lines.append(f"    t := {random.randint(-1, 1)};")
            if index:
                lines.append(f"    r := {random.choice(names)};")
        elif random.random() < 0.75:
            lines.append(f"    assume {condition()};")
        for _ in range(random.randint(0, 2)):
            kind = random.random()
            if callees and kind < (0.55 if not recursion else 0.4):
                receiver = random.choice([*targets, *globals])
                lines.append(f"    call {receiver} := {random.choice(callees)}({number()}, {number()});")
            elif kind < 0.65:
                lines.append(f"    assert {condition()};")
            elif kind < 0.7:
                lines.append(f"    havoc t;\n    assume {LOW} <= t && t <= {HIGH};")
            elif kind < 0.85:
                lines.append(f"    {random.choice(globals)} := {number()};")
            else:
                lines.append(f"    {random.choice(targets)} := {number()};")
        if block == blocks - 1:
            lines.append("    return;")
        else:
            after = {random.randint(block + 1, blocks - 1) for _ in range(random.randint(1, 3))}
            lines.append(f"    goto {', '.join(f'l{t}' for t in sorted(after))};")
    return "\n".join([*lines, "}"]) + "\n"
