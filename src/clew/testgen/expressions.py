"""Recipes → expressions, in the style of the formatters people use: double quotes, normalised numbers."""

from __future__ import annotations

import builtins
import io
import keyword
import math
import re
import sys
import tokenize
import unicodedata
from collections.abc import Sequence
from dataclasses import field
from typing import Final

from clew.inputs.recipes import Collection, Dictionary, Function, Literal, Made, Name, Part, Recipe, Shared, Step
from clew.records import dataclass
from clew.regexes import regex

# How a special method is called, by the number of its arguments: {0} is the object.
_OPERATIONS: Final = {
    ("__getitem__", 1): "{0}[{1}]",
    ("__setitem__", 2): "{0}[{1}] = {2}",
    ("__delitem__", 1): "del {0}[{1}]",
    ("__contains__", 1): "{1} in {0}",
    ("__next__", 0): "next({0})",
    ("__iter__", 0): "iter({0})",
}
EMPTY: Final = {"[]": "list[Any]", "{}": "dict[Any, Any]", "set()": "set[Any]"}
ANY: Final = "from typing import Any"


def without_annotation(statement: str) -> str:
    """An assignment as it is read: what an empty container is to hold only a type checker wants to know."""
    for text, kind in EMPTY.items():
        ending = f": {kind} = {text}"
        if statement.endswith(ending) and statement.removesuffix(ending).isidentifier():
            return statement.removesuffix(ending) + f" = {text}"
    return statement


@dataclass(slots=True)
class Names:
    """How a test file names things: what is of the module under test is imported by name, the rest through its module.

    Names that would hide a builtin, a module, or be collected by pytest as tests are also reached through the module.
    The rule looks at nothing but the name, so a call is written alike wherever it stands.
    """

    module: str
    imports: dict[str, None] = field(default_factory=dict)

    def of(self, module: str, path: str) -> str:
        if module == "builtins":
            return path
        if not _has_statement(module):
            self.imports["from importlib import import_module"] = None
            variable = "module_" + re.sub(r"\W", "_", module)
            self.imports[f'{variable} = import_module("{module}")'] = None
            return f"{variable}.{path}"
        top = path.partition(".")[0]
        if module == self.module and self._importable(top):
            self.imports[f"from {module} import {top}"] = None
            return path
        package, _, last = module.rpartition(".")
        # A package may bind its own name, or that of a module, for what is of that name inside: `slugify.slugify`.
        if package and top == last and package == self.module.rpartition(".")[0] and self._importable(top):
            self.imports[f"from {module} import {top}"] = None
            return path
        if package and top in (last, module.partition(".")[0]):
            other = f"{top}_" if module == self.module else f"{module.replace('.', '_')}_{top}"
            self.imports[f"from {module} import {top} as {other}"] = None
            return f"{other}{path[len(top) :]}"
        self.imports[f"import {module}"] = None
        return f"{module}.{path}"

    def _importable(self, name: str) -> bool:
        return (
            name.isidentifier()
            and not keyword.iskeyword(name)
            and not hasattr(builtins, name)
            and name not in sys.stdlib_module_names
            and name not in ("pytest", "expected", "result", "error", "match", self.module.partition(".")[0])
            and not name.lower().startswith("test")
        )


def _has_statement(module: str) -> bool:
    """Can an `import` statement name it?  Not where its file is called `0001_initial.py` or `my-mod.py`."""
    return all(part.isidentifier() and not keyword.iskeyword(part) for part in module.split("."))


def string_text(value: str | bytes) -> str:
    """A literal with the quotes a formatter would choose."""
    plain = repr(value)
    mark, body = ("b", plain[1:]) if isinstance(value, bytes) else ("", visible(plain))
    quote, inner = body[0], body[1:-1].replace("\\'", "'")
    if quote == '"':
        inner = inner.replace('\\"', '"')
    double = inner.count('"') <= inner.count("'")
    chosen = '"' if double else "'"
    return mark + chosen + inner.replace(chosen, "\\" + chosen) + chosen


# What `repr` takes for printable and shows as nothing: joiners, fillers, blanks, selectors of variants.
_UNSEEN: Final = frozenset(
    [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
    + [n for part in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for n in part]
)
_CHARACTER = regex(r"\\(?:x..|u....|U........|[^xuU])|[^\\]", re.DOTALL)


def visible(literal: str) -> str:
    """The text of a literal with escapes for what cannot be seen, or joins what is before it and is no letter."""
    if literal.isascii():
        return literal
    pieces: list[str] = []
    before = ""
    for character in _CHARACTER.findall(literal):
        joins = unicodedata.category(character)[0] == "M" if len(character) == 1 else False
        if len(character) == 1 and (ord(character) in _UNSEEN or (joins and not _carries(before))):
            number = ord(character)
            pieces.append(f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}")
        else:
            pieces.append(character)
        before = pieces[-1]
    return "".join(pieces)


def _carries(character: str) -> bool:
    """Does a mark that follows it stand on it?"""
    return len(character) == 1 and unicodedata.category(character)[0] in "LM"


def float_text(value: float) -> str:
    if math.isnan(value):
        return 'float("nan")'
    if math.isinf(value):
        return f'float("{value}")'
    return number_text(repr(value))


LONG: Final = 10**40  # from here on an int is hard to read


def number_text(text: str) -> str:
    """`1e+18` is written `1e18`."""
    return text.replace("e+", "e")


def large_text(value: int) -> str:
    """Of an int that is not zero: `2**1024`, `3 * 2**970`, where that is shorter by far than its digits."""
    power = (value & -value).bit_length() - 1
    rest = value >> power
    plain = _digits(value)
    factor = {1: "", -1: "-"}.get(rest, f"{_digits(rest)} * ")
    short = f"{factor}2**{power}"
    return short if 2 * len(short) < len(plain) else plain


def _digits(value: int) -> str:
    """Python refuses to read too many decimal ones."""
    return repr(value) if abs(value) < 10**4000 else hex(value)


def literal_text(value: object) -> str:
    """The text of a constant, as a person would write it."""
    match value:
        case str() | bytes():
            return string_text(value)
        case float():
            return float_text(value)
        case complex():
            return f"complex({float_text(value.real)}, {float_text(value.imag)})"
        case int() if abs(value) >= LONG:
            return large_text(value)
        case _:
            return repr(value)


def with_distinct_keys(items: Sequence[tuple[Recipe, Recipe]]) -> list[tuple[Recipe, Recipe]]:
    """Without the values that later ones of the same literal key replace: of a dict's it has the first key and the last
    value.
    """
    found: dict[object, tuple[Recipe, Recipe]] = {}
    for number, (key, value) in enumerate(items):
        same = ("literal", key.value) if isinstance(key, Literal) and key.value == key.value else number
        found[same] = (found[same][0] if same in found else key, value)
    return [*found.values()]


def distinct(items: Sequence[Recipe]) -> list[Recipe]:
    """Without literals that are in the set already."""
    return [key for key, _ in with_distinct_keys([(item, item) for item in items])]


@dataclass(slots=True)
class Writer:
    """Writes recipes; what must be a variable of its own is left in `setup`, as statements."""

    names: Names
    setup: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def expression(self, recipe: Recipe) -> str:
        match recipe:
            case Literal(value):
                return literal_text(value)
            case Collection(kind, items):
                kept = distinct(items) if kind in ("set", "frozenset") else items
                return self.collection(kind, [self.expression(i) for i in kept])
            case Dictionary(kind, items):
                pairs = [(self.expression(k), self.expression(v)) for k, v in with_distinct_keys(items)]
                return self.dictionary(kind, pairs)
            case Name(module, path):
                return self.names.of(module, path)
            case Function(text, _, results) if results:
                first, last = [self.expression(r) for r in results[:-1]], self.expression(results[-1])
                return (
                    text.replace("*args", f"*args, results=iter([{', '.join(first)}])", 1) + f" next(results, {last})"
                )
            case Function(text, result):
                return text if result is None else f"{text} {self.expression(result)}"
            case Shared(name, value):
                if name not in self.variables:
                    self.mention(value)
                    if isinstance(value, Made) and value.steps:
                        self.variables[name] = self.prepared(value)
                        return self.variables[name]
                    self.variables[name] = self.variable(name)
                    self.assign(self.variables[name], value)
                return self.variables[name]
            case Part():
                raise AssertionError("a part of an object is written where the object is")
            case Made(callee, args, kwargs, steps):
                if steps:
                    return self.prepared(recipe)
                function = self.expression(callee)
                if isinstance(callee, Function):
                    function = f"({function})"
                return f"{function}({self.arguments(args, kwargs)})"

    def arguments(self, args: Sequence[Recipe], kwargs: Sequence[tuple[str, Recipe]]) -> str:
        parts = [self.expression(a) for a in args]
        plain = [(k, v) for k, v in kwargs if k.isidentifier() and not keyword.iskeyword(k)]
        other = [(k, v) for k, v in kwargs if not (k.isidentifier() and not keyword.iskeyword(k))]
        parts.extend(f"{k}={self.expression(v)}" for k, v in plain)
        if other:
            parts.append("**{" + ", ".join(f"{string_text(k)}: {self.expression(v)}" for k, v in other) + "}")
        return ", ".join(parts)

    def collection(self, kind: str, items: list[str]) -> str:
        inside = ", ".join(items)
        match kind:
            case "list":
                return f"[{inside}]"
            case "tuple":
                return f"({inside},)" if len(items) == 1 else f"({inside})"
            case "set":
                return f"{{{inside}}}" if items else "set()"
            case "frozenset":
                return f"frozenset({{{inside}}})" if items else "frozenset()"
            case "deque":
                return f"{self.names.of('collections', 'deque')}([{inside}])"
            case "iterator":
                return f"iter([{inside}])"
            case "generator":
                return f"(item for item in [{inside}])"
            case "bytearray":
                return f"bytearray([{inside}])" if items else "bytearray()"
            case _:
                raise AssertionError(kind)

    def dictionary(self, kind: str, pairs: list[tuple[str, str]]) -> str:
        inside = "{" + ", ".join(f"{k}: {v}" for k, v in pairs) + "}"
        match kind:
            case "dict":
                return inside
            case "OrderedDict":
                return f"{self.names.of('collections', 'OrderedDict')}({inside if pairs else ''})"
            case "Counter":
                return f"{self.names.of('collections', 'Counter')}({inside if pairs else ''})"
            case _:
                raise AssertionError(kind)

    def prepared(self, recipe: Made) -> str:
        """An object on which something is called or set first needs a variable."""
        plain = Made(recipe.callee, recipe.args, recipe.kwargs)
        path = recipe.callee.path if isinstance(recipe.callee, Name) else "value"
        self.mention(plain)
        name = self.variable(snake(path.rpartition(".")[2]))
        self.assign(name, plain)
        for step in recipe.steps:
            self.step(name, step)
        return name

    def step(self, name: str, step: Step) -> None:
        """What is done to the object that the variable holds."""
        member = f"{name}.{step.name}"
        match step.how:
            case "get":
                self.setup.append(member)
            case "set":
                value = step.args[0]
                text = f"{name}.{value.path}".rstrip(".") if isinstance(value, Part) else self.expression(value)
                self.setup.append(f"{member} = {text}")
            case "delete":
                self.setup.append(f"del {member}")
            case "call":
                text = self.operation(name, step) or f"{member}({self.arguments(step.args, step.kwargs)})"
                self.setup.append(text if step.follow is None else f"{text}({self.arguments(step.follow, ())})")
            case "await":
                run = self.names.of("asyncio", "run")
                self.setup.append(f"{run}({member}({self.arguments(step.args, step.kwargs)}))")
            case "run":
                self.setup.append(f"list({member}({self.arguments(step.args, step.kwargs)}))")
            case "start" | "enter":
                kept = self.variable(step.name)
                self.setup.append(f"{kept} = {member}({self.arguments(step.args, step.kwargs)})")
                self.setup.append(f"next({kept}, None)" if step.how == "start" else f"{kept}.__enter__()")
            case _:
                raise AssertionError(step.how)

    def operation(self, name: str, step: Step) -> str | None:
        """How a special method is called in Python; None where nothing stands for it."""
        holder, _, method = step.name.rpartition(".")
        form = _OPERATIONS.get((method, len(step.args)))
        if method == "__call__":
            return f"{name}({self.arguments(step.args, step.kwargs)})"
        if form is None or step.kwargs:
            return None
        return form.format(f"{name}.{holder}".rstrip("."), *(self.expression(a) for a in step.args))

    def assign(self, name: str, recipe: Recipe) -> None:
        text = self.expression(recipe)
        kind = EMPTY.get(text)
        if kind is None:
            self.setup.append(f"{name} = {text}")
        else:  # A type checker wants to know what an empty container is to hold.
            self.names.imports[ANY] = None
            self.setup.append(f"{name}: {kind} = {text}")

    def mention(self, recipe: Recipe) -> None:
        """Import what makes the object, so that no variable takes its name (a class may be called like one)."""
        match recipe:
            case Name(module, path):
                self.names.of(module, path)
            case Made(callee, args, kwargs):
                for inner in (callee, *args, *(value for _, value in kwargs)):
                    self.mention(inner)
            case Shared(_, value):
                self.mention(value)

    def variable(self, wanted: str) -> str:
        """A name no other variable of the test, import or builtin has."""
        imported = {line.rpartition(" ")[2].partition(".")[0] for line in self.names.imports}
        base = "".join(c if c.isalnum() or c == "_" else "_" for c in wanted).strip("_") or "value"
        base = f"v{base}" if base[0].isdigit() else base
        name, number = base, 2
        while name in self.taken or name in imported or keyword.iskeyword(name) or hasattr(builtins, name):
            name, number = f"{base}{number}", number + 1
        self.taken.add(name)
        return name


def snake(name: str) -> str:
    """`ShoppingCart` → `shopping_cart`."""
    parts: list[str] = []
    for i, c in enumerate(name):
        if c.isupper() and i and (not name[i - 1].isupper() or (i + 1 < len(name) and name[i + 1].islower())):
            parts.append("_")
        parts.append(c.lower())
    return "".join(parts).replace("__", "_")


def restyled(text: str, names: Names, modules: Sequence[str]) -> str:
    """An expression as `checking.describe` writes it (full names, `repr` quotes) in the style of the test file."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    pieces: list[str] = []
    position = (1, 0)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.start[0] != 1 or token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            break
        pieces.append(" " * (token.start[1] - position[1]))
        new, last = token.string, index
        if token.type == tokenize.STRING:
            new = _requoted(token.string)
        elif token.type == tokenize.NUMBER:
            new = number_text(token.string)
        elif token.type == tokenize.NAME and not (index and tokens[index - 1].string == "."):
            dotted, last = _dotted(tokens, index)
            new = _shortened(dotted, names, modules)
        pieces.append(new)
        position, index = tokens[last].end, last + 1
    return "".join(pieces)


def _dotted(tokens: list[tokenize.TokenInfo], index: int) -> tuple[list[str], int]:
    path = [tokens[index].string]
    while index + 2 < len(tokens) and tokens[index + 1].string == "." and tokens[index + 2].type == tokenize.NAME:
        path.append(tokens[index + 2].string)
        index += 2
    return path, index


def _shortened(path: list[str], names: Names, modules: Sequence[str]) -> str:
    for module in sorted(modules, key=lambda m: -len(m)):
        parts = module.split(".")
        if path[: len(parts)] == parts and len(path) > len(parts):
            return names.of(module, ".".join(path[len(parts) :]))
    return ".".join(path)


def _requoted(text: str) -> str:
    """A plain string literal again, with the preferred quotes."""
    mark = text[: text.index(text[-1])]
    if mark not in ("", "b"):
        return text
    inner = text[len(mark) + 1 : -1] if mark else visible(text[1:-1])
    bare = inner.replace("\\" + text[-1], text[-1])
    chosen = '"' if bare.count('"') <= bare.count("'") else "'"
    return mark + chosen + bare.replace(chosen, "\\" + chosen) + chosen
