"""The text of operands and of operations on them: pairs of a value and its shadow, and calls of the machine."""

from __future__ import annotations

import keyword
from collections.abc import Collection, Iterator
from typing import Final, assert_never

from clew.ir import tree as ir
from clew.ir.operators import ARITHMETIC, COMPARISONS, IN_PLACE
from clew.regexes import regex


def python_name(name: str) -> str:
    """A valid identifier for a variable of the IR."""
    if name.startswith("%"):
        return f"_clew_t{name[1:]}"
    if "'" in name:
        base, _, number = name.partition("'")
        return f"_clew_c{number}_{base}".replace("'", "_")
    return name


def shadow_name(name: str) -> str:
    return f"_clew_s_{python_name(name)}"


_WORDS = {op: word + "_" * keyword.iskeyword(word) for op, word in (ARITHMETIC | COMPARISONS).items()}
BINARY_METHODS = {
    **_WORDS, **{op: "i" + _WORDS[plain] for op, plain in IN_PLACE.items()},
    "is": "is_", "is-not": "is_not", "in": "contains", "not-in": "not_contains",
}  # fmt: skip
UNARY_METHODS = {
    "-": "neg", "+": "pos", "~": "invert", "not": "not_", "is-sequence": "is_sequence", "is-mapping": "is_mapping",
}  # fmt: skip


def value_of(atom: ir.Atom) -> str:
    match atom:
        case ir.Var(name):
            return python_name(name)
        case ir.Const(value):
            return _literal(value)
        case _:
            assert_never(atom)


def shadow_of(atom: ir.Atom) -> str:
    return shadow_name(atom.name) if isinstance(atom, ir.Var) else "None"


def pair(atom: ir.Atom) -> str:
    return f"{value_of(atom)}, {shadow_of(atom)}"


def arguments_of(arguments: tuple[ir.Argument, ...]) -> str:
    """What makes the `Arguments` of a call: `spread` where some are starred."""
    positional = [a for a in arguments if isinstance(a, ir.Var | ir.Const)]
    keywords = [a for a in arguments if isinstance(a, ir.Keyword) and a.name is not None]
    if len(positional) + len(keywords) < len(arguments):
        return f"_clew.spread({general(arguments)})"
    text = f"({commas(map(value_of, positional))}), ({commas(map(shadow_of, positional))})"
    if keywords:
        values = ", ".join(f"{k.name!r}: {value_of(k.value)}" for k in keywords)
        shadows = ", ".join(f"{k.name!r}: {shadow_of(k.value)}" for k in keywords)
        text += f", {{{values}}}, {{{shadows}}}"
    return f"_clew.arguments({text})"


def commas(texts: Iterator[str]) -> str:
    return "".join(f"{text}, " for text in texts)


def general(arguments: tuple[ir.Argument, ...]) -> str:
    parts = []
    for argument in arguments:
        match argument:
            case ir.Star(value):
                parts.append(f"('*', {pair(value)})")
            case ir.Keyword(name, value):
                parts.append(f"({'**' if name is None else '=' + name!r}, {pair(value)})")
            case _:
                parts.append(f"('', {pair(argument)})")
    return f"({''.join(part + ', ' for part in parts)})"


def operation(value: ir.Value) -> str | None:
    """An expression for the pair (value, shadow); None for what is more than one operation on operands."""
    match value:
        case ir.Var() | ir.Const():
            return pair(value)
        case ir.Unary(op, operand):
            return f"_clew.{UNARY_METHODS[op]}({pair(operand)})"
        case ir.Binary(op, left, right):
            return f"_clew.{BINARY_METHODS[op]}({pair(left)}, {pair(right)})"
        case ir.Item(object, key):
            return f"_clew.item({pair(object)}, {pair(key)})"
        case ir.Attr(object, name):
            return f"_clew.attr({pair(object)}, {name!r})"
        case ir.Slice(lower, upper, step):
            return f"_clew.slice({pair(lower)}, {pair(upper)}, {pair(step)})"
        case ir.Display(kind, items):
            if any(isinstance(i, ir.Star) for i in items):
                parts = general(items) if kind != "set" else f"{general(items)}, sized=False"
                return f"_clew.make_{kind}(*_clew.spread({parts}).positional())"
            atoms = [i for i in items if not isinstance(i, ir.Star)]
            values, shadows = commas(map(value_of, atoms)), commas(map(shadow_of, atoms))
            return f"_clew.make_{kind}(({values}), ({shadows}))"
        case ir.DictDisplay(items):
            return dict_display(items)
        case ir.Call(function, arguments):
            return f"_clew.call_at({pair(function)}, {arguments_of(arguments)})"
        case ir.MethodCall(object, name, arguments, bound):
            method = "method" if bound is None else f"method_bound({pair(bound)})"
            return f"_clew.{method}({pair(object)}, {name!r}, {arguments_of(arguments)})"
        case ir.SuperCall():
            return "super(), None"
        case ir.Builtin(name):
            return f"_clew.builtin({name!r})"
        case ir.Format(operand, conversion, spec):
            return f"_clew.format({pair(operand)}, {conversion!r}, {pair(spec)})"
        case ir.Join(parts):
            return f"_clew.join(({''.join(f'({pair(p)}), ' for p in parts)}))"
        case _:
            return None


def global_of(module: str, name: str, *, hidden: bool, written: bool) -> str:
    """The pair for a global.  hidden: a variable of the function has its name; written: some function assigns it."""
    read = f"_clew.global_named({module!r}, {name!r})" if hidden else name
    return f"{read}, _clew.global_shadow({module!r}, {name!r})" if written else f"{read}, None"


def reads_of(names: tuple[str, ...], module: str, text: str, bound: Collection[str]) -> str:
    """Thunks, since a name that is read may be unbound.  bound: names in the text of the module that are no globals."""
    words = {*_WORD.findall(text)}.difference(names, bound)
    own = "".join(f"lambda: ({python_name(n)}, {shadow_name(n)}), " for n in names)
    others = "".join(f"lambda: _clew.global_read({module!r}, {word!r}), " for word in sorted(words))
    return f"({own}{others})"


_WORD: Final = regex(r"(?<![\w.])[^\W\d]\w*(?!\s*=[^=])")  # neither attributes nor names of arguments


def dict_display(items: tuple[tuple[ir.Atom | None, ir.Atom], ...]) -> str:
    parts = [f"({pair(key)}, {pair(value)})" if key is not None else f"({pair(value)})" for key, value in items]
    return f"_clew.make_dict(({''.join(part + ', ' for part in parts)}))"


def parameters_of(function: ir.Function, defaults: dict[str, ir.Atom]) -> str:
    parts: list[str] = []
    seen_star = False
    for i, p in enumerate(function.parameters):
        if p.kind == "keyword-only" and not seen_star:
            parts.append("*")
            seen_star = True
        text = python_name(p.name)
        if p.kind in ("*", "**"):
            seen_star = True
            text = p.kind + text
        if p.annotation is not None:
            text += f": {p.annotation}" if p.annotation.startswith("*") else f": ({p.annotation})"
        if p.name in defaults:
            text += f"={value_of(defaults[p.name])}"
        parts.append(text)
        following = function.parameters[i + 1 :]
        if p.kind == "positional-only" and not (following and following[0].kind == "positional-only"):
            parts.append("/")
    return ", ".join(parts)


def _literal(value: object) -> str:
    match value:
        case float():
            return f"float({str(value)!r})" if value != value or value in (float("inf"), float("-inf")) else repr(value)
        case complex():
            return f"complex({value.real!r}, {value.imag!r})" if value == value else f"complex({str(value)!r})"
        case int() if value < 0:
            return f"({value})"
        case _:
            return "..." if value is Ellipsis else repr(value)
