"""`python -m clew.workbench.fuzz.order --seed N --functions M`: does the machine evaluate in the order of CPython?

Random functions in which nearly every operand changes what the others read: variables of closures, lists, dicts,
attributes behind properties and operators, in targets, arguments, displays, slices, comprehensions, patterns and
`finally`.  What CPython makes of one call is written into the function; the line behind it is reached, so that to call
it infeasible is wrong.

    if key == 31 * m + 1000 and result == [5, 3, [3, 4], …]:
        return 1  # reached by: f(1093, 3)
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from clew.regexes import regex
from clew.scheduling.processes import warm_nursery
from clew.source.settings import Settings
from clew.workbench.witnesses import contradictions

AT_ONCE: Final = 40
"""Functions in one module."""
LONGEST: Final = 4_000
"""Characters of a function; of what it ends with, a sixth."""
SETTINGS: Final = Settings(attack=0, paths=120, seconds=5)

PRELUDE: Final = """\
class O:
    def __init__(self, n: int, log: list[int]) -> None:
        self.n = n
        self.xs = [n, 1]
        self.log = log

    def step(self, k: int = 1) -> int:
        self.n += k
        self.log.append(self.n)
        return self.n

    def other(self) -> "O":
        self.xs.append(self.n)
        return self

    @property
    def p(self) -> int:
        return self.n * 2

    def __add__(self, k: int) -> "O":
        self.log.append(k)
        return O(self.n + k, self.log)

    def __iadd__(self, k: int) -> "O":
        self.n += k
        self.log.append(-k)
        return self

    def __getitem__(self, i: int) -> int:
        self.log.append(i)
        return self.xs[i]

    def __setitem__(self, i: int, v: int) -> None:
        self.log.append(v)
        self.xs[i] = v

    def __iter__(self):
        self.log.append(0)
        for x in self.xs:
            self.n += 1
            yield x

    def __enter__(self) -> int:
        self.n += 1
        return self.n

    def __exit__(self, *args: object) -> bool:
        self.log.append(len(args))
        return args[0] is KeyError


def pack(*a: object, **k: object) -> int:
    return sum(x for x in a if isinstance(x, int)) + 100 * len(k) + 10 * len(a)


def shown(x: object) -> object:
    if isinstance(x, O):
        return ("O", x.n, list(x.xs))
    if isinstance(x, (list, tuple)):
        return [shown(y) for y in x]
    if isinstance(x, dict):
        return [[k, shown(v)] for k, v in x.items()]
    if isinstance(x, set):
        return len(x)
    return x
"""
FUNCTION: Final = """\
def NAME(key: int, m: int) -> int:
    log: list[int] = []
    n, a, e = 2, m, None
    xs, ys, d, dd, r = [m, 4, 5], [7, m], {"a": m, "b": 2}, {"c": m}, []
    o = O(m, log)

    def bump(k: int = 1) -> int:
        nonlocal n
        n += k
        log.append(n)
        return n

    def push(k: int) -> int:
        xs.append(k)
        return len(xs)

    def grow() -> list[int]:
        nonlocal xs
        xs = [*xs, n]
        return xs

    def gen(k: int):
        nonlocal n
        for z in xs[:3]:
            n += 1
            yield z + k

    try:
        <statement>
        <statement>
        <block>
    except Exception as error:
        r.append(type(error).__name__)
    result = shown([n, a, xs, ys, d, dd, r, o, log])
"""
KNOWN: Final = """\
    if key == 31 * m + 1000 and result == EXPECTED:
        return 1  # reached by: NAME(1093, 3)
    return 0
"""
"""No plain run meets the key by chance, and what the machine makes of 3 is asked of it only there."""

_SIMPLE: Final = (
    "<target> = <int>", "<target> += <int>", "<target> -= <int>", "<target> *= <int>",
    "<target>, <target> = <int>, <int>", "<target> = <target> = <int>", "xs += <list>", "ys += <list>",
    "o.xs += <list>", "xs[<int>:<int>] = <list>", "xs[<int>:<int>] += <list>", "a, *ys = <list>",
    "*ys, a = <int>, <int>, <int>", "a, (n, *ys) = <int>, <list>", "d.update(a=<int>, **dd)",
    "d = {<key>: <int>, **dd, <key>: <int>}", "d |= {<key>: <int>}", "del xs[<int>]", "del d[<key>]",
    "del xs[<int>:]", "r.append(<int>)", "r.append(<list>)", "r.append(<test>)", "r.append({<int>, *<list>, <int>})",
    "r.append((<int>, *<list>, <int>))", "xs.insert(<int>, <int>)", "xs.extend(<list>)",
    "xs.sort(key=lambda z: <int> + z)", "o += <int>", "o = o + <int>", "o.xs = <list>", "assert <test>, bump()",
    "ys = xs", "xs = <list>",
)  # fmt: skip
_COMPOUND: Final = (
    "if <test>:\n    <block>\nelse:\n    <block>",
    "for <variable> in <items>:\n    if len(xs) > 7 or len(r) > 9:\n        break\n    <block>\nelse:\n    <block>",
    "try:\n    <block>\nexcept <classes> as e:\n    <block>\nelse:\n    <block>\nfinally:\n    <block>",
    "with o as a:\n    <block>",
    "with o as a, O(<int>, log) as n:\n    <block>",
    "k = 0\nwhile k < 3 and <test>:\n    k += 1\n    <block>\nelse:\n    <block>",
    "match <subject>:\n    case [a, *ys]:\n        <statement>\n    case {'a': n}:\n        <statement>\n"
    "    case O(n=a) if <test>:\n        <statement>\n    case 1 | 2 as a:\n        <statement>\n"
    "    case _:\n        <statement>",
)
GRAMMAR: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    # name: (what ends it, what goes on)
    "int": (
        ("m", "1", "2", "n", "len(xs)", "o.n", "a", "bump()", "xs.pop()", "o.step()"),
        (
            "bump()", "bump(<int>)", "push(<int>)", "xs.pop()", "ys.pop(0)", "o.step(<int>)", "o.step()", "o.p", "o[0]",
            "o[-1]", "(<int> + <int>)", "(<int> - <int>)", "(a := <int>)", "(<int> if <test> else <int>)", "xs[<int>]",
            "xs[-1]", "d.pop(<key>, <int>)", "d.setdefault(<key>, <int>)", "d.get(<key>, <int>)", "d[<key>]",
            "pack(<arguments>)", "pack(<arguments>)", "sum(<list>)", "len(<list>)", "max(<list>, default=0)",
            "(lambda z: <int> + z)(<int>)", "(<int> or <int>)", "(<int> and <int>)", "o.other().step(<int>)",
            "pack(*o, <int>)", "next(iter(<list>), <int>)", "len({<int>, *<list>, <int>})",
            "len({**d, <key>: <int>, **dd})", "[<int>, <int>][-1]", "(<int>, <int>)[0]", "len(f'{<int>}-{bump()}-{n}')",
            "int(<test>)", "xs.index(<int>)", "min(<int>, <int>)", "divmod(<int>, <int>)[0]",
            "any(bump() > <int> for _ in xs)", "len(list(zip(<list>, <list>)))", "len(list(map(bump, <list>)))",
            "sorted(<list>, key=lambda z: <int> * z)[0]",
        ),
    ),
    "test": (
        ("n > 3", "a == 1", "xs", "d", "m in xs", "True"),
        (
            "<int> <relation> <int>", "<int> < <int> < <int>", "not <int>", "(<test> and <test>)",
            "(<test> or <test>)", "<int> in <list>", "<key> in d", "<list> == <list>", "<list> < <list>",
        ),
    ),
    "list": (
        ("xs", "ys", "o.xs", "[1, 2]", "xs[:]"),
        (
            "[<int>, *<list>]", "[*<list>, <int>]", "[*<list>, <int>, *<list>]", "(<list> + <list>)",
            "[<int> for z in <list>]", "[z for z in <list> if <test>]", "list(o)", "xs[<int>:<int>]", "grow()",
            "(<list> * 2)", "list(d.values())", "list(reversed(<list>))", "(<list> or <list>)", "list(gen(<int>))",
            "[x for z in <list> for x in (z, <int>)]",
        ),
    ),
    "arguments": (
        ("<int>", "*xs, xs.pop()"),
        (
            "<int>, <int>", "*<list>, <int>", "<int>, *<list>", "*<list>, u=<int>", "<int>, u=<int>, v=<int>",
            "<int>, **d", "u=<int>, **dd, v=<int>", "*<list>, <int>, *<list>, **d", "*<list>",
        ),
    ),
    "target": (
        ("a", "n", "xs[0]", "xs[-1]", "d[<key>]", "o.n", "o[0]", "o[1]"),
        ("xs[<int>]", "o.other().n", "grow()[<int>]", "xs[a]", "xs[n]"),
    ),
    "statement": (_SIMPLE, _COMPOUND),
    "block": (("<statement>",), ("<statement>\n<statement>",)),
    "variable": (("a", "xs[0]", "o.n", "n"), ()),
    "items": (("<list>", "<list>", "gen(<int>)", "o"), ()),
    "subject": (("<list>", "<int>", "d", "o"), ()),
    "classes": (("KeyError", "IndexError", "(KeyError, TypeError)", "Exception"), ()),
    "key": (("'a'", "'b'", "'c'"), ()),
    "relation": (("<", ">", "==", "!=", "<="), ()),
}  # fmt: skip
_ROOM: Final = 3
"""Of expressions inside each other."""
_LEVELS: Final = 2
"""Of statements inside each other."""
_PLACE: Final = regex(r"(?m)(?P<indent>^ *)?<(?P<kind>[a-z]+)>")


def function(name: str, seed: str) -> str:
    """A random function, without its end."""
    rng = Random(seed)

    def expanded(template: str, room: int, levels: int) -> str:
        def part(place: re.Match[str]) -> str:
            ends, goes_on = GRAMMAR[place["kind"]]
            match place["kind"]:
                case "statement":
                    text = expanded(rng.choice([*ends, *goes_on] if levels else ends), _ROOM, max(levels - 1, 0))
                case "block":
                    text = expanded(rng.choice([*ends, *goes_on]), room, levels)
                case _:
                    text = expanded(rng.choice(goes_on if goes_on and room > 0 else ends), room - 1, levels)
            indent = place["indent"] or ""
            return "\n".join(indent + line for line in text.split("\n"))

        return _PLACE.sub(part, template)

    return expanded(FUNCTION, _ROOM, _LEVELS).replace("NAME", name)


def functions(seed: int) -> Iterator[str]:
    """Without end: functions that say what CPython makes of them."""
    number = 0
    while True:
        number += 1
        name = f"f{number}"
        text = function(name, f"{seed} {number}")
        expected = _result(name, text)
        if expected is not None and len(text) < LONGEST and len(expected) < LONGEST / 6:
            yield text + KNOWN.replace("NAME", name).replace("EXPECTED", expected)


def _result(name: str, text: str) -> str | None:
    """None: it is no program, or fails where it may not."""
    space: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            exec(compile(f"{PRELUDE}\n\n{text}    return result\n", name, "exec", dont_inherit=True), space)
            return repr(space[name](1093, 3))
        except Exception:
            return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 when a verdict is contradicted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", type=int, default=400)
    given = parser.parse_args(arguments)
    made, totals, wrong, started = functions(given.seed), Counter[str](), 0, time.monotonic()
    with warm_nursery(several=True) as nursery, tempfile.TemporaryDirectory() as folder:
        for first in range(0, given.functions, AT_ONCE):
            file = Path(folder, f"order_{first}.py")
            file.write_text("\n\n".join((PRELUDE, *(next(made) for _ in range(min(AT_ONCE, given.functions - first))))))
            found, counts = contradictions([file], [SETTINGS], nursery)
            totals += counts
            wrong += len(found)
            for each in found:
                print(each.shown())
            print(f"{totals.total()} functions, {wrong} contradictions, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
