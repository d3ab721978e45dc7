"""Functions of random statements over typed variables, whose conditions, library calls and handlers come from tables.

Which exception a call raises, what an iterator is driven by, who else holds an object, is all left to CPython.  Every
statement that matters returns a number of its own.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Final

from clew.records import dataclass

# (expression, types of its arguments, type of the result, exceptions its callers like to catch)
CALLS: Final[tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...]] = (
    ("int({})", ("str",), "int", ("ValueError", "OverflowError", "TypeError")),
    ("int({}, {})", ("str", "int"), "int", ("ValueError", "TypeError", "OverflowError")),
    ("int({})", ("float",), "int", ("ValueError", "OverflowError")),
    ("float({})", ("str",), "float", ("ValueError", "OverflowError")),
    ("float({})", ("int",), "float", ("ValueError", "OverflowError")),
    ("round({}, {})", ("float", "int"), "float", ("ValueError", "OverflowError")),
    ("round({})", ("float",), "int", ("ValueError", "OverflowError")),
    ("{} // {}", ("int", "int"), "int", ("ZeroDivisionError", "OverflowError")),
    ("{} % {}", ("float", "float"), "float", ("ZeroDivisionError", "ValueError")),
    ("{} / {}", ("int", "int"), "float", ("ZeroDivisionError", "OverflowError")),
    ("{} ** 2", ("float",), "float", ("OverflowError", "ZeroDivisionError")),
    ("math.sqrt({})", ("float",), "float", ("ValueError", "OverflowError")),
    ("math.exp({})", ("float",), "float", ("OverflowError", "ValueError")),
    ("math.log({})", ("int",), "float", ("ValueError", "ZeroDivisionError")),
    ("math.floor({})", ("float",), "int", ("ValueError", "OverflowError")),
    ("math.comb({}, {})", ("int", "int"), "int", ("ValueError", "OverflowError")),
    ("chr({})", ("int",), "str", ("ValueError", "OverflowError")),
    ("ord({})", ("str",), "int", ("TypeError", "ValueError")),
    ("str({})", ("int",), "str", ("ValueError", "MemoryError")),
    ("f'{{{}:>5}}'", ("str",), "str", ("ValueError",)),
    ("f'{{{}:d}}'", ("int",), "str", ("ValueError", "OverflowError")),
    ("'%c' % {}", ("int",), "str", ("OverflowError", "TypeError", "ValueError")),
    ("{}.encode()", ("str",), "bytes", ("UnicodeEncodeError", "ValueError")),
    ("{}.encode('ascii')", ("str",), "bytes", ("UnicodeEncodeError", "LookupError")),
    ("{}.decode()", ("bytes",), "str", ("UnicodeDecodeError", "LookupError")),
    ("bytes.fromhex({})", ("str",), "bytes", ("ValueError", "TypeError")),
    ("{}.index({})", ("str", "str"), "int", ("ValueError", "IndexError")),
    ("{}.split({})", ("str", "str"), "strs", ("ValueError", "TypeError")),
    ("{}.split({}, {})", ("str", "str", "int"), "strs", ("ValueError", "OverflowError")),
    ("{}.ljust({})", ("str", "small"), "str", ("OverflowError", "MemoryError")),
    ("{}[{}]", ("str", "int"), "str", ("IndexError", "KeyError")),
    ("{}[{}]", ("ints", "int"), "int", ("IndexError", "TypeError")),
    ("{}[{}]", ("table", "str"), "int", ("KeyError", "IndexError")),
    ("{}.pop()", ("ints",), "int", ("IndexError", "KeyError")),
    ("{}.pop({})", ("table", "str"), "int", ("KeyError", "TypeError")),
    ("{}.index({})", ("ints", "int"), "int", ("ValueError", "IndexError")),
    ("max({})", ("ints",), "int", ("ValueError", "TypeError")),
    ("sum({})", ("ints",), "int", ("TypeError", "OverflowError")),
    ("next(iter({}))", ("ints",), "int", ("StopIteration", "IndexError")),
    ("json.loads({})", ("str",), "any", ("json.JSONDecodeError", "ValueError", "RecursionError", "TypeError")),
    ("json.loads({})", ("bytes",), "any", ("json.JSONDecodeError", "UnicodeDecodeError")),
    ("json.dumps({})", ("table",), "str", ("TypeError", "ValueError")),
    ("Fraction({})", ("str",), "any", ("ValueError", "ZeroDivisionError")),
    ("Decimal({})", ("str",), "any", ("InvalidOperation", "ValueError", "ArithmeticError")),
    ("date.fromisoformat({})", ("str",), "any", ("ValueError", "TypeError")),
    ("date.fromordinal({})", ("int",), "any", ("ValueError", "OverflowError")),
    ("date(2020, {}, 1)", ("int",), "any", ("ValueError", "OverflowError")),
    ("timedelta(days={})", ("int",), "any", ("OverflowError", "ValueError")),
    ("base64.b64decode({})", ("str",), "bytes", ("binascii.Error", "ValueError")),
    ("binascii.unhexlify({})", ("str",), "bytes", ("binascii.Error", "ValueError")),
    ("struct.unpack('<h', {})", ("bytes",), "any", ("struct.error", "ValueError")),
    ("struct.pack('b', {})", ("int",), "bytes", ("struct.error", "OverflowError")),
    ("{}.to_bytes(2, 'big')", ("int",), "bytes", ("OverflowError", "ValueError")),
    ("zlib.decompress({})", ("bytes",), "bytes", ("zlib.error", "EOFError")),
    ("re.compile({})", ("str",), "any", ("re.error", "OverflowError", "RecursionError")),
    ("re.sub(r'(\\d)', r'\\1', {})", ("str",), "str", ("re.error", "IndexError")),
    ("ast.literal_eval({})", ("str",), "any", ("SyntaxError", "ValueError", "TypeError", "MemoryError")),
    ("uuid.UUID({})", ("str",), "any", ("ValueError", "AttributeError")),
    ("ipaddress.ip_address({})", ("str",), "any", ("ValueError", "TypeError")),
    ("urlsplit({}).port", ("str",), "any", ("ValueError", "AttributeError")),
    ("operator.index({})", ("int",), "int", ("TypeError", "OverflowError")),
    ("statistics.mean({})", ("ints",), "any", ("statistics.StatisticsError", "OverflowError")),
    ("itertools.islice({}, {})", ("ints", "int"), "any", ("ValueError", "OverflowError")),
    ("range({})[{}]", ("int", "int"), "int", ("IndexError", "OverflowError")),
    ("len(range({}))", ("int",), "int", ("OverflowError", "ValueError")),
    ("bisect.bisect({}, {})", ("ints", "int"), "int", ("TypeError", "ValueError")),
    ("heapq.heappop({})", ("ints",), "int", ("IndexError", "TypeError")),
    ("dict(zip({}, {}))", ("strs", "ints"), "table", ("ValueError", "TypeError")),
    ("{}.format({})", ("str", "int"), "str", ("KeyError", "IndexError", "ValueError", "AttributeError")),
    ("{} % {}", ("str", "int"), "str", ("TypeError", "ValueError", "OverflowError")),
    ("unicodedata.name({}[:1])", ("str",), "str", ("ValueError", "TypeError")),
    ("time.strptime({}, '%Y')", ("str",), "any", ("ValueError", "OverflowError")),
    ("codecs.lookup({})", ("str",), "any", ("LookupError", "ValueError")),
    ("types.MappingProxyType({})[{}]", ("table", "str"), "int", ("KeyError", "TypeError")),
)
IMPORTS: Final = (
    "ast", "asyncio", "base64", "binascii", "bisect", "codecs", "contextlib", "enum", "functools", "heapq",
    "ipaddress", "itertools", "json", "math", "operator", "re", "statistics", "struct", "time", "types",
    "unicodedata", "uuid", "zlib",
)  # fmt: skip
NAMES: Final = {
    "collections.abc": ("Callable", "Iterable", "Iterator"),
    "dataclasses": ("dataclass", "field"),
    "datetime": ("date", "timedelta"),
    "decimal": ("Decimal", "InvalidOperation"),
    "fractions": ("Fraction",),
    "typing": ("Any", "Literal", "NamedTuple", "Protocol", "TypedDict"),
    "urllib.parse": ("urlsplit",),
}
ANNOTATIONS: Final = {
    "int": "int", "small": "int", "float": "float", "str": "str", "bytes": "bytes", "bool": "bool", "ints": "list[int]",
    "strs": "list[str]", "table": "dict[str, int]", "any": "object", "maybe": "int | None",
}  # fmt: skip
PARAMETERS: Final = ("int", "int", "str", "str", "float", "bytes", "bool", "ints", "strs", "table", "maybe")
CONDITIONS: Final = {
    "int": ("{} > {k}", "{} == {k}", "{} % {p} == 0", "{} < -{k}", "{k} <= {} < 2 * {k}", "{} is True",
            "isinstance({}, bool)", "str({}) == 'True'", "{} & {p}", "{} >= 2**63", "len(str({})) > {p}"),
    "small": ("{} > {k}",),
    "float": ("{} > {k}.5", "{} != {}", "{} == {k}", "{} * 0 != 0", "isinstance({}, int)", "{} == int({})",
              "str({}) == '-0.0'", "{}.is_integer()"),
    "str": ("{} == '{w}'", "len({}) > {p}", "{}.startswith('{w}')", "'{w}' in {}", "{}.isdigit()",
            "{}.upper() != {}.lower()", "not {}", "{}.strip() == ''", "{}.isidentifier()", "{} < '{w}'",
            "{}.casefold() != {}.lower()", "{}[-1:] == '{w}'[:1]"),
    "bytes": ("len({}) > {p}", "{}[:1] == b'{w}'[:1]", "not {}", "b'\\xff' in {}"),
    "bool": ("{}", "not {}", "{} == 1"),
    "ints": ("len({}) > {p}", "{}[-1:] == [{k}]", "not {}", "sorted({}) == {}", "{k} in {}", "sum({}) > {k}",
             "len(set({})) < len({})", "any(x is True for x in {})"),
    "strs": ("len({}) > {p}", "'{w}' in {}", "not {}", "''.join({}) == '{w}'"),
    "table": ("'{w}' in {}", "len({}) > {p}", "not {}", "sum({}.values()) > {k}",
              "list({})[:1] == ['{w}']", "{}.get('{w}') == {k}"),
    "any": ("{}", "isinstance({}, dict)", "isinstance({}, list)", "{} is None", "type({}) is int", "str({}) == '{w}'"),
    "maybe": ("{} is None", "{}", "{} == {k}", "{} is False"),
}  # fmt: skip
WORDS: Final = ("a", "ab", "id", "key", "x1", "0", "-", "=", "yes")


@dataclass(slots=True)
class Writer:
    """Writes the functions of one module.  label: of the next `return`."""

    rng: random.Random
    label: int = 0

    def filled(self, template: str, *names: str) -> str:
        """With the names in the holes (the last one again where there are too few), and random constants."""
        rng = self.rng
        constants = {"k": str(rng.choice((0, 1, 2, 3, 5, 7, 10, 12, 20, 100))), "p": str(rng.choice((2, 3, 4, 9)))}
        for mark, value in (*constants.items(), ("w", rng.choice(WORDS))):
            template = template.replace("{" + mark + "}", value)
        for name in (*names, *names[-1:] * 4):
            template = template.replace("{}", name, 1)
        return template

    def condition(self, scope: dict[str, str]) -> str:
        name = self.rng.choice(sorted(scope))
        text = self.filled(self.rng.choice(CONDITIONS[scope[name]]), name)
        if self.rng.random() < 0.2:
            return f"{text} {self.rng.choice(('and', 'or'))} {self.condition(scope)}"
        return text

    def returned(self) -> str:
        self.label += 1
        return f"return {self.label}"

    def block(self, scope: dict[str, str], depth: int, budget: int) -> list[str]:
        """Statements; every block ends, or goes on, with something to reach."""
        rng, lines, scope = self.rng, [], dict(scope)
        for _ in range(budget):
            lines += rng.choice(self.kinds(depth))(scope, depth)
        return lines or [self.returned()]

    def kinds(self, depth: int) -> list[Callable[[dict[str, str], int], list[str]]]:
        simple: list[Callable[[dict[str, str], int], list[str]]] = [self.branch, self.assigned]
        return [*simple, self.caught, self.caught, self.loop, self.suppressed, self.finished] if depth else simple

    def branch(self, scope: dict[str, str], depth: int) -> list[str]:
        inner = [self.returned()] if not depth or self.rng.random() < 0.6 else self.block(scope, depth - 1, 2)
        return [f"if {self.condition(scope)}:", *indented(inner)]

    def called(self, scope: dict[str, str]) -> tuple[str, str, tuple[str, ...]] | None:
        """A call over what is in scope: its text, the type of the result, exceptions."""
        fitting = [c for c in CALLS if all(any(t == k for t in scope.values()) or k == "small" for k in c[1])]
        if not fitting:
            return None
        form, kinds, result, raised = self.rng.choice(fitting)
        names = [
            "3" if k == "small" else self.rng.choice([n for n, t in sorted(scope.items()) if t == k]) for k in kinds
        ]
        return form.format(*names) if "{{" in form else self.filled(form, *names), result, raised

    def assigned(self, scope: dict[str, str], depth: int) -> list[str]:
        call = self.called(scope)
        if call is None:
            return self.branch(scope, 0)
        name = f"v{len(scope)}"
        scope[name] = call[1]
        return [f"{name} = {call[0]}"]

    def caught(self, scope: dict[str, str], depth: int) -> list[str]:
        call = self.called(scope)
        if call is None:
            return self.branch(scope, depth)
        rng, name = self.rng, f"v{len(scope)}"
        names = rng.sample(call[2], min(len(call[2]), rng.choice((1, 1, 2))))
        lines = ["try:", f"    {name} = {call[0]}"]
        for exception in names:
            lines += [f"except {exception}:", f"    {self.returned()}"]
        if rng.random() < 0.4:
            lines += ["except Exception:", f"    {self.returned()}"]
        if rng.random() < 0.2:
            inner = dict(scope)
            inner[name] = call[1]
            lines += ["else:", *indented(self.branch(inner, 0))]
        scope[name] = call[1]
        return lines

    def loop(self, scope: dict[str, str], depth: int) -> list[str]:
        lists = [n for n, t in sorted(scope.items()) if t in ("ints", "strs", "str", "table")]
        if not lists:
            return self.branch(scope, depth)
        name = self.rng.choice(lists)
        item, inner = f"x{len(scope)}", dict(scope)
        inner[item] = "int" if scope[name] == "ints" else "str"
        lines = [f"for {item} in {name}:", *indented(self.block(inner, depth - 1, 1))]
        if self.rng.random() < 0.2:
            lines += [f"    if {self.condition(inner)}:", "        break", "else:", *indented(self.branch(scope, 0))]
        return lines

    def suppressed(self, scope: dict[str, str], depth: int) -> list[str]:
        call = self.called(scope)
        if call is None:
            return self.branch(scope, depth)
        done = f"d{len(scope)}"
        scope[done] = "bool"
        lines = [f"{done} = False", f"with contextlib.suppress({self.rng.choice(call[2])}):", f"    {call[0]}"]
        return [*lines, f"    {done} = True", f"if not {done}:", f"    {self.returned()}"]

    def finished(self, scope: dict[str, str], depth: int) -> list[str]:
        call = self.called(scope)
        if call is None:
            return self.branch(scope, depth)
        done = f"d{len(scope)}"
        lines = [f"{done} = 0", "try:", f"    {call[0]}", f"    {done} = 1", "finally:", f"    if not {done}:"]
        scope[done] = "int"
        return [*lines, f"        LOG.append({self.numbered()})"]

    def numbered(self) -> int:
        self.label += 1
        return self.label

    def parameters(self, least: int = 1) -> dict[str, str]:
        count = self.rng.randint(least, 3)
        return {name: self.rng.choice(PARAMETERS) for name in ("a", "b", "c")[:count]}

    def function(self, name: str) -> str:
        scope = self.parameters()
        body = self.block(scope, 2, self.rng.randint(2, 4))
        return f"def {name}({signature(scope)}) -> int:\n" + textwrap.indent("\n".join([*body, "return 0"]), "    ")


def signature(scope: dict[str, str]) -> str:
    return ", ".join(f"{name}: {ANNOTATIONS[kind]}" for name, kind in scope.items())


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def imported(body: str) -> Iterator[str]:
    """The imports of the library that the text needs."""
    used = set(re.findall(r"[^\W\d]\w*", body))
    yield from (f"import {name}" for name in IMPORTS if name in used)
    for module, names in NAMES.items():
        if wanted := [name for name in names if name in used]:
            yield f"from {module} import {', '.join(wanted)}"
