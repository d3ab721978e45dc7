"""Where the text of a module shows the order of a set, which the hashes of the process decide."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final

_MAKING: Final = frozenset({"set", "frozenset"})
# They give the same in whatever order a set is.
_WITHOUT_ORDER: Final = _MAKING | {"len", "sorted", "min", "max", "any", "all", "bool", "isinstance", "issubclass"}
_OF_SETS: Final = frozenset(
    {"union", "update", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint",
     "intersection_update", "difference_update", "symmetric_difference_update", "copy"}
)  # fmt: skip


def is_set(node: ast.AST, sets: Collection[str]) -> bool:
    """Is it a set whose order may be another one in the next process?  sets: names of variables that hold some."""
    match node:
        case ast.Set(elements):
            numbers = all(isinstance(e, ast.Constant) and isinstance(e.value, int | float) for e in elements)
            return len(elements) > 1 and not numbers
        case ast.SetComp():
            return True
        case ast.Call(ast.Name(name), [_, *_]) if name in _MAKING:
            return True
        case ast.Call(ast.Attribute(value, name)) if name in _OF_SETS:
            return is_set(value, sets)
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right):
            return is_set(left, sets) or is_set(right, sets)
        case ast.Name(name):
            return name in sets
    return False


def shows_order(node: ast.AST, sets: Collection[str]) -> bool:
    """Does a value depend on the order of a set, as far as the text shows it?"""
    return any(is_set(each, sets) for each in _shown(node))


def _shown(node: ast.AST) -> Iterator[ast.AST]:
    """What is read in the order that it has."""
    match node:
        case ast.Call(ast.Name(name), given, keywords):
            if name not in _WITHOUT_ORDER or any(keyword.arg == "key" for keyword in keywords):
                yield from given
            elif given and isinstance(
                given[0], ast.GeneratorExp | ast.ListComp | ast.SetComp
            ):  # `any(f(x) for x in s)`
                yield from _shown(given[0].elt)
                return
        case ast.Call(ast.Attribute(value, "pop"), []):
            yield value
        case ast.Call(ast.Attribute(_, name), given) if name not in _OF_SETS:
            yield from given
        case ast.Starred(value) | ast.FormattedValue(value):
            yield value
        case ast.BinOp(_, ast.Mod(), value):
            yield value
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
            yield from (generator.iter for generator in node.generators)
    for inner in ast.iter_child_nodes(node):
        yield from _shown(inner)
