"""Random small functions over lists, nearly all of them in the subset that has a block form.

They read, change and make lists, give them other names, pass them on and go through them while they change.  Indexes
are often wrong, on both sides.
"""

from __future__ import annotations

from random import Random
from typing import Final

PRELUDE: Final = """\
def total(xs, n=0):
    for x in xs:
        n += x
    return n


def push(xs, n):
    if len(xs) < 9:
        xs.append(n)
    return len(xs)


def put(xs, ys, n):
    xs[0] = n
    return ys[0]


def fresh(n, m):
    made = [n, m, 1]
    if n > 2:
        made.append(m)
    return made


def drain(xs, n):
    if n <= 0 or not xs:
        return 0
    return xs.pop() + drain(xs, n - 1)
"""

SIGNATURES: Final = (
    "xs: list[int], ys: list[int], n: int, b: bool",
    "xs: list[int], ys: list[int], n: int, b: bool",
    "xs: list[int], ys: list[bool], n: int, b: bool",
    "xs: list[int], ys: tuple[int, ...], n: int, b: bool",
    "xs: list[int], ys: list[int], zs: list[int], n: int, b: bool",
    "xs: list[list[int]], ys: list[list[int]], n: int, b: bool",
)
_KINDS: Final = (
    "read", "read", "write", "write", "append", "pop", "alias", "new", "set", "set", "if", "if", "for", "for", "for",
    "while", "try", "try", "call", "call", "unpack", "swap", "leave", "clear",
)  # fmt: skip
_NEW: Final = ("[]", "[n]", "[1, n, m]", "xs.copy()", "list(ys)", "list()", "fresh(n, m)", "[b, 3]")


_APPROXIMATE: Final = (
    "us = xs[n:]", "us = {}[:-1]", "us = xs[m:n]", "us = xs[::-1]", "us = sorted({})", "us = xs + {}", "m = sum({})",
    "m = max({})", "n = min({})", "m = m in {}", "b = {} == xs", "us = [0] * n", "us = {} * 2", "us = [m] * len({})",
    "us = list(range(n))", "us += {}", "us += [m]", "xs += [n]", "us *= n", "xs.insert(n, m)", "m = xs.pop(n)",
    "del xs[n]", "del xs[0]", "m = xs.pop(0)", "xs.remove(n)", "m = {}.index(n)", "m = {}.count(n)", "xs.reverse()",
    "us.sort()", "us.extend({})", "b = any({})", "b = all({})", "b = xs < {}", "us = xs[:] + us", "us = xs[n:m:2]",
    "us = [m for m in {} if m > n]", "xs.insert(100000000000000000000, n)",
)  # fmt: skip


class Writer:
    """lists: names that hold a list; fixed: those that must not be changed; what the lists hold stays near zero.

    approximate: there are operations, too, of whose result the block form knows little.
    """

    def __init__(self, seed: str, approximate: bool) -> None:
        self.approximate = approximate
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.lists: list[str] = []
        self.fixed: set[str] = set()
        self.loops = 0
        self.nested = False

    def function(self, name: str) -> str:
        signature = self.rng.choice(SIGNATURES)
        self.nested = "list[list" in signature
        self.fixed = {"ys"} if "tuple" in signature or "bool]" in signature else set()
        self.lists = ["xs", "ys", *(["zs"] if "zs" in signature else [])]
        self.lines = [f"def {name}({signature}):", "    m = len(xs)"]
        if self.nested:
            self.fixed = set(self.lists)
            self.add(1, "row = xs[n]" if self.rng.random() < 0.3 else "row = [m]")
            self.lists.append("row")
            self.fixed.add("row")
        elif self.rng.random() < 0.6:
            self.add(1, "us, vs = [n], [m, n]")
            self.lists += ["us", "vs"]
        self.block(1, 3, self.rng.randint(3, 5))
        self.add(1, self.rng.choice(["return m", "return n + m", f"return {self.items()}", "return [n, m]"]))
        return "\n".join(self.lines) + "\n"

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, depth: int, room: int, count: int, loop: bool = False) -> None:
        for _ in range(count):
            self.statement(depth, room, loop)

    def statement(self, depth: int, room: int, loop: bool) -> None:
        kind = self.rng.choice(_KINDS)
        if room == 0 and kind in ("if", "for", "while", "try"):
            kind = "set"
        match kind:
            case "if":
                self.add(depth, f"if {self.test()}:")
                self.block(depth + 1, room - 1, self.rng.randint(1, 2), loop)
                if self.rng.random() < 0.4:
                    self.add(depth, "else:")
                    self.block(depth + 1, room - 1, 1, loop)
            case "for":
                self.for_loop(depth, room)
            case "while":
                self.while_loop(depth, room)
            case "try":
                self.add(depth, "try:")
                self.block(depth + 1, room - 1, self.rng.randint(1, 2), loop)
                self.add(depth, f"except {self.rng.choice(['IndexError', 'LookupError', '(ValueError, IndexError)'])}:")
                self.block(depth + 1, 0, 1, loop)
            case _:
                self.add(depth, self.simple(kind, loop))

    def simple(self, kind: str, loop: bool) -> str:
        rng, xs = self.rng, self.changed()
        if self.approximate and not self.nested and rng.random() < 0.35:
            return self.approximated()
        if self.nested and kind in ("write", "append", "pop", "alias", "new", "swap", "clear", "call"):
            kind = "row"
        match kind:
            case "row":
                return f"row = {rng.choice(['xs', 'ys'])}[{self.index()}]"
            case "read":
                return f"{rng.choice('mn')} = {self.items()}[{self.index()}]"
            case "write":
                return f"{xs}[{self.index()}] {rng.choice(['=', '=', '+='])} {self.value()}"
            case "append":
                return f"{xs}.append({self.value()})"
            case "pop":
                return rng.choice([f"m = {xs}.pop()", f"{xs}.pop()", f"m = len({xs}.copy())"])
            case "clear":
                return f"{xs}.clear()" if rng.random() < 0.3 else f"m = len({self.items()})"
            case "alias":
                if "us" not in self.lists:
                    self.lists.append("us")
                if "vs" in self.lists and rng.random() < 0.7:
                    return rng.choice(
                        ["us, vs = vs, us", "us, vs = vs, [m]", "vs = us", "us = vs", "vs = [m]", "vs = []"]
                    )
                return f"us = {xs}"
            case "new":
                if "us" not in self.lists:
                    self.lists.append("us")
                return f"us = {rng.choice(_NEW)}"
            case "call":
                return "m = " + rng.choice([
                    f"total({self.items()})", f"total({self.items()}, n)", f"push({xs}, {self.value()})",
                    f"put({xs}, {self.changed()}, m)", f"drain({xs}, 2)",
                ])  # fmt: skip
            case "unpack":
                return f"m, n = {self.items()}" if not self.nested else "m, n = row"
            case "swap":
                i, j = self.index(), self.index()
                return f"{xs}[{i}], {xs}[{j}] = {xs}[{j}], {xs}[{i}]"
            case "leave":
                ways = [f"return {self.items()}", "return m", "raise ValueError", "pass"]
                return rng.choice([*ways, "break", "continue"] if loop else ways)
        return f"{rng.choice('mn')} {rng.choice(['=', '+=', '-='])} {self.value()}"

    def approximated(self) -> str:
        text = self.rng.choice(_APPROXIMATE)
        if "us" not in self.lists and text.startswith(("us ", "us.")):
            return "pass"
        return text.format(self.items())

    def for_loop(self, depth: int, room: int) -> None:
        rng, xs = self.rng, self.items()
        self.loops += 1
        i = f"i{self.loops}"
        if self.nested and rng.random() < 0.4:
            self.add(depth, f"for row in {rng.choice(['xs', 'ys', 'reversed(xs)'])}:")
            self.add(depth + 1, f"{i} = 0")
        else:
            ways = [
                f"for m in {xs}:", f"for {i} in range(len({xs})):", f"for {i}, m in enumerate({xs}):",
                f"for m in reversed({xs}):", f"for m, n in zip({xs}, {self.items()}):",
                f"for {i} in range(len({xs}) - 1, -1, -1):", f"for {i}, m in enumerate({xs}, n):",
            ]  # fmt: skip
            self.add(depth, rng.choice(ways))
        self.add(depth + 1, f"if len({xs}) > 12:")
        self.add(depth + 2, "break")
        if rng.random() < 0.5 and f"{i} in range" in self.lines[-3]:
            self.add(depth + 1, f"n = {xs}[{rng.choice([i, i, f'{i} + 1', f'-{i}', f'{i} - 1'])}]")
        self.block(depth + 1, room - 1, rng.randint(1, 2), True)
        if rng.random() < 0.2:
            self.add(depth, "else:")
            self.block(depth + 1, 0, 1)

    def while_loop(self, depth: int, room: int) -> None:
        self.loops += 1
        k, xs = f"k{self.loops}", self.items()
        self.add(depth, f"{k} = 0")
        self.add(depth, f"while {k} < {self.rng.choice([f'len({xs})', f'len({xs}) - 1', '3'])} and {k} < 10:")
        if self.rng.random() < 0.6:
            self.add(depth + 1, f"n = {xs}[{k}]")
        self.add(depth + 1, f"{k} += 1")
        self.block(depth + 1, room - 1, self.rng.randint(1, 2), True)

    def items(self) -> str:
        """A list whose items are ints."""
        return "row" if self.nested else self.rng.choice(self.lists)

    def changed(self) -> str:
        """A list that may be changed; now and then one that may not, which has no block form."""
        free = [name for name in self.lists if name not in self.fixed]
        return self.rng.choice(free) if free and self.rng.random() < 0.97 else self.rng.choice(self.lists)

    def index(self) -> str:
        xs = self.items()
        return self.rng.choice(["0", "0", "1", "-1", "-2", "n", "m", "b", f"len({xs}) - 1", "n + m", "3", str(10**30)])

    def value(self) -> str:
        xs = self.changed()
        return self.rng.choice(["n", "m", "n + m", "n - 1", "0", "b", "4", "m % 3", "n > m", f"len({xs}) - {xs}.pop()"])

    def test(self) -> str:
        rng, xs = self.rng, self.rng.choice(self.lists)
        return rng.choice([
            xs, f"not {xs}", f"len({xs}) > {rng.randint(0, 3)}", "n < m", "b", f"{xs} and n > 0", "n == 1",
            f"{xs} is None", f"0 <= n < len({xs})", f"len({xs}) == m",
        ])  # fmt: skip


def random_module(seed: str, functions: int, approximate: bool = False) -> str:
    """The prelude, then functions `f0`, `f1`, …; the same text for the same arguments."""
    writer = Writer(seed, approximate)
    return "\n\n".join([PRELUDE, *(writer.function(f"f{i}") for i in range(functions))])
