"""Text of shapes, both ways: `read(show(parameters)) == parameters`.

A line a parameter, as Python would annotate it:

    items: list[int | none]
    cart: object(ClassName('shop', 'Cart'), alternatives=(ClassName('shop', 'Small'),))
    rest: str = parameter(kind='*')

Shapes of containers and unions look like annotations; any other shape is the word for its class and its fields, without
those that are as by default.  The text is read by Python's own parser, and nothing in it is ever executed.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Final

from clew.frontend.parsing import parse_module
from clew.inputs import recipes, shapes
from clew.inputs.shapes import (
    DictShape,
    IteratorShape,
    ListShape,
    SetShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
)
from clew.inputs.signatures import ParameterShape

_KINDS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("list", "deque"), ListShape),
    **dict.fromkeys(("set", "frozenset"), SetShape),
    **dict.fromkeys(("iterator", "generator"), IteratorShape),
    **dict.fromkeys(("dict", "defaultdict", "OrderedDict", "Counter"), DictShape),
}
_RECIPES: Final = (*recipes.Recipe.__args__, recipes.Step, shapes.ClassName)
_WORDS: Final[Mapping[type, str]] = {
    **{cls: cls.__name__.removesuffix("Shape").lower() for cls in shapes.Shape.__args__},
    **{cls: cls.__name__ for cls in _RECIPES},
}
_CLASSES: Final[Mapping[str, type]] = {word: cls for cls, word in _WORDS.items()}
_OF_PARAMETERS: Final = ("optional", "names", "default", "unread")
_NUMBERS: Final[Mapping[str, object]] = {"nan": float("nan"), "inf": float("inf"), "Ellipsis": ...}


class Unreadable(ValueError):
    """Not a text of shapes; says what is wrong with it."""


def show(parameters: Iterable[ParameterShape]) -> str:
    return "\n".join(map(_line, parameters))


def _line(parameter: ParameterShape) -> str:
    how = _fields(parameter, *(("kind",) if parameter.kind != "positional" else ()), *_OF_PARAMETERS)
    return f"{parameter.name}: {_show(parameter.shape)}{f' = parameter({how})' if how else ''}"


def _show(value: Any) -> str:
    """A shape, or what a field of one holds."""
    match value:
        case UnionShape(options) if len(options) > 1 and not any(isinstance(o, UnionShape) for o in options):
            return " | ".join(map(_show, options))
        case TupleShape(items):
            return f"tuple[{', '.join(map(_show, items))}{',' if len(items) == 1 else ''}]" if items else "tuple[()]"
        case VariadicTupleShape(element):
            return f"tuple[{_show(element)}, ...]"
        case ListShape(element, kind) | SetShape(element, kind) | IteratorShape(element, kind):
            return f"{kind}[{_show(element)}]"
        case DictShape(key, held, kind):
            return f"{kind}[{_show(key)}, {_show(held)}]"
        case tuple():
            return f"({', '.join(map(_show, value))}{',' if len(value) == 1 else ''})"
        case complex():
            return f"complex({value.real!r}, {value.imag!r})"
        case _ if type(value) in _WORDS:
            given = _fields(value, *(field.name for field in dataclasses.fields(value)))
            return _WORDS[type(value)] + (f"({given})" if given else "")
        case _:
            return repr(value)


def _fields(value: Any, *names: str) -> str:
    """Those of these that are not as by default."""
    shown = []
    defaults = {field.name: field.default for field in dataclasses.fields(value)}
    for name in names:
        held = getattr(value, name)
        if defaults[name] is dataclasses.MISSING:
            shown.append(_show(held) if type(value) is not ParameterShape else f"{name}={_show(held)}")
        elif held != defaults[name]:
            shown.append(f"{name}={_show(held)}")
    return ", ".join(shown)


def read(text: str) -> tuple[ParameterShape, ...]:
    """Inverse of `show`."""
    try:
        return tuple(map(_parameter, parse_module(text).body))
    except (SyntaxError, TypeError) as error:
        raise Unreadable(str(error)) from error


def _parameter(line: ast.stmt) -> ParameterShape:
    match line:
        case ast.AnnAssign(ast.Name(name), annotation, None):
            return ParameterShape(name, "positional", _read(annotation))
        case ast.AnnAssign(ast.Name(name), annotation, ast.Call(ast.Name("parameter"), [], how)):
            more = {str(each.arg): _read(each.value) for each in how}
            return ParameterShape(name, more.pop("kind", "positional"), _read(annotation), **more)
    raise Unreadable(f"line {line.lineno}: wanted `name: shape`, with ` = parameter(…)` or without")


def _read(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Tuple(items):
            return tuple(map(_read, items))
        case ast.BinOp(left, ast.BitOr(), right):
            first = _read(left)
            return UnionShape((*(first.options if isinstance(left, ast.BinOp) else (first,)), _read(right)))
        case ast.UnaryOp(ast.USub(), operand):
            return -_read(operand)
        case ast.Name(name) if name in _NUMBERS:
            return _NUMBERS[name]
        case ast.Name(word) if word in _CLASSES:
            return _CLASSES[word]()
        case ast.Call(ast.Name("complex"), [_, _] as parts):
            return complex(*map(_read, parts))
        case ast.Call(ast.Name(word), args, more) if word in _CLASSES:
            return _CLASSES[word](*map(_read, args), **{str(each.arg): _read(each.value) for each in more})
        case ast.Subscript(ast.Name("tuple"), ast.Tuple([element, ast.Constant(x)])) if x is ...:
            return VariadicTupleShape(_read(element))
        case ast.Subscript(ast.Name("tuple"), items):
            return TupleShape(_read(items))
        case ast.Subscript(ast.Name(kind), ast.Tuple([key, value])) if _KINDS.get(kind) is DictShape:
            return DictShape(_read(key), _read(value), kind)
        case ast.Subscript(ast.Name(kind), element) if kind in _KINDS:
            return _KINDS[kind](_read(element), kind)
    raise Unreadable(f"line {node.lineno}: `{ast.unparse(node)}` is no shape")
