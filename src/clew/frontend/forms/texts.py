"""Texts that are put together: what `%`, `str.format`, `str`, `repr` and `+` make is one f-string.

That holds where objects are written into texts as `str` or `repr` writes them (nothing has a `__format__` that does
otherwise), which does nothing else, so that it does not matter when.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterable, Sequence, Set
from typing import Final

from clew.frontend.syntax_copies import copy_of
from clew.regexes import regex

_PERCENT: Final = regex(r"%(?:\((\w+)\))?(.?)", re.DOTALL)
_FIELD: Final = regex(r"(\d+|[^\W\d]\w*|)((?:\.[^\W\d]\w*)*)")
_CONVERSION: Final = {"": -1, "s": ord("s"), "r": ord("r"), "a": ord("a")}
_WRITERS: Final = {"str": "", "repr": "r", "ascii": "a"}
_NO_TUPLE: Final = frozenset(
    {"len", "type", "list", "sorted", "dict", "set", "int", "float", "bool", "id", "ord", "chr"}
)
_OF_TEXTS: Final = frozenset({"join", "format", "upper", "lower", "strip", "replace", "ljust", "rjust", "center"})

Part = ast.Constant | ast.FormattedValue


class Texts(ast.NodeTransformer):
    """builtin: names that mean what Python means by them.  may_repeat: may an expression be looked at twice?

    supposing: what steps may need (`normal_form.SUPPOSED`).
    """

    def __init__(self, builtin: Set[str], may_repeat: Callable[[ast.expr], bool], supposing: Set[str]) -> None:
        self.builtin, self.may_repeat, self.supposing = builtin, may_repeat, supposing

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return _text([self.part(each) for each in node.values])

    def part(self, node: ast.expr) -> Part:
        """Of an f-string."""
        if isinstance(node, ast.Constant):
            return node
        assert isinstance(node, ast.FormattedValue)
        spec = node.format_spec
        if isinstance(spec, ast.JoinedStr):
            spec = ast.JoinedStr([self.part(each) for each in spec.values]) if spec.values else None
        return _formatted(self.visit(node.value), node.conversion, spec)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(str(text)), ast.Mod(), right):
                return self.of_percent(text, right) or node
            case ast.BinOp(left, ast.Add(), right):
                texts = [self.is_text(left), self.is_text(right)]
                if all(texts) or (any(texts) and "texts" in self.supposing):
                    return _text([_written(left), _written(right)])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Constant(str(text)), "format"), args, keywords):
                return self.of_format(text, args, keywords) or node
            case ast.Call(ast.Attribute(ast.Constant(str(between)), "join"), [ast.Tuple(elts) | ast.List(elts)], []):
                if "texts" in self.supposing and not any(isinstance(each, ast.Starred) for each in elts):
                    parts = [part for each in elts for part in (ast.Constant(between), _written(each))]
                    return _text(parts[1:])
            case ast.Call(ast.Name(name), [value], []) if name in _WRITERS and name in self.builtin:
                if not isinstance(value, ast.Starred):
                    return _text([ast.FormattedValue(value, _CONVERSION[_WRITERS[name]], None)])
        return node

    def is_text(self, node: ast.expr) -> bool:
        match node:
            case ast.JoinedStr() | ast.Constant(str()):
                return True
            case ast.Call(ast.Attribute(inner, name)):
                return name in _OF_TEXTS and self.is_text(inner)
        return False

    def is_no_tuple(self, node: ast.expr) -> bool:
        match node:
            case ast.Tuple():
                return False
            case ast.Call(ast.Name(name), _, _) if name in _NO_TUPLE and name in self.builtin:
                return True
            case ast.Constant() | ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
                return True
        return "percent" in self.supposing or self.is_text(node)

    def of_percent(self, text: str, right: ast.expr) -> ast.expr | None:
        places = [*_PERCENT.finditer(text)]
        if any(each[2] not in ("s", "r", "a", "%") or (each[2] == "%" and each[0] != "%%") for each in places):
            return None
        wanted = [each for each in places if each[2] != "%"]
        values = self.values_of(right, [each[1] for each in wanted])
        if not wanted or values is None:
            return None
        parts: list[Part] = []
        at, given = 0, iter(values)
        for each in places:
            parts.append(ast.Constant(text[at : each.start()]))
            at = each.end()
            literal = each[2] == "%"
            parts.append(ast.Constant("%") if literal else _formatted(next(given), _CONVERSION[each[2]]))
        return _text([*parts, ast.Constant(text[at:])])

    def values_of(self, right: ast.expr, names: Sequence[str | None]) -> list[ast.expr] | None:
        """What `%` writes, in the order of the places; names: of these, where it is a dict that is asked for them."""
        if any(name is not None for name in names):
            if not isinstance(right, ast.Dict) or None in names:
                return None
            keys = [key.value if isinstance(key, ast.Constant) else None for key in right.keys]
            return [*right.values] if keys == [*names] and all(isinstance(k, str) for k in keys) else None
        if isinstance(right, ast.Tuple):
            plain = len(right.elts) == len(names) and not any(isinstance(each, ast.Starred) for each in right.elts)
            return right.elts if plain else None
        return [right] if len(names) == 1 and self.is_no_tuple(right) else None

    def of_format(self, text: str, args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> ast.expr | None:
        if any(isinstance(each, ast.Starred) for each in args) or any(each.arg is None for each in keywords):
            return None
        given = {str(place): each for place, each in enumerate(args)} | {each.arg: each.value for each in keywords}
        try:
            fields = [*string.Formatter().parse(text)]
        except ValueError:
            return None
        parts: list[Part] = []
        used: list[str] = []
        for literal, field, spec, conversion in fields:
            parts.append(ast.Constant(literal))
            if field is None:
                continue
            found = _FIELD.fullmatch(field)
            if found is None or (spec and ("{" in spec or "}" in spec)) or (conversion or "") not in _CONVERSION:
                return None
            name = found[1] or str(len(used))
            if name not in given or (not found[1] and any(each != str(n) for n, each in enumerate(used))):
                return None
            used.append(name)
            value = copy_of(given[name]) if used.count(name) > 1 else given[name]
            for attribute in found[2].split(".")[1:]:
                value = ast.Attribute(value, attribute, ast.Load())
            written = ast.JoinedStr([ast.Constant(spec)]) if spec else None
            parts.append(_formatted(value, _CONVERSION[conversion or ""], written))
        in_order = [*dict.fromkeys(used)] == [*given] and len(used) == len(given)
        return _text(parts) if in_order or all(map(self.may_repeat, given.values())) else None


def _formatted(value: ast.expr, conversion: int, spec: ast.expr | None = None) -> Part:
    return ast.FormattedValue(value, -1 if conversion == ord("s") and spec is None else conversion, spec)


def _written(node: ast.expr) -> Part:
    return node if isinstance(node, ast.Constant) else ast.FormattedValue(node, -1, None)


def _text(parts: Iterable[Part]) -> ast.expr:
    """Constants that follow each other are one, and texts in the text are its own parts."""
    found: list[Part] = []
    for each in parts:
        match each:
            case ast.FormattedValue(ast.JoinedStr(values), -1, None):
                inner = [*values]
            case ast.FormattedValue(ast.Constant(str()) as inside, -1, None):
                inner = [inside]
            case _:
                inner = [each]
        for part in inner:
            match found, part:
                case [*_, ast.Constant(str(before))], ast.Constant(str(after)):
                    found[-1] = ast.Constant(before + after)
                case _, ast.Constant(""):
                    pass
                case _:
                    assert isinstance(part, ast.Constant | ast.FormattedValue)
                    found.append(part)
    return ast.JoinedStr([*found])
