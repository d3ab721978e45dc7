"""The classes that texts may derive from: by the names in their bases, and what else these stand for.

from shop.models import Model as M          M: Model
Parent = compat.Base = Base                 Parent, Base: Base
Base = choose(True)                         any class, where `choose` is a function of the project
class S(vars(models)["Base"]): ...          any class
from shop import Lazy                       any class, where no text declares a class of that name
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from clew.frontend.import_words import STATEMENT
from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import parse_expression
from clew.frontend.used_names import UsedNames
from clew.regexes import regex

_ALIAS: Final = regex(r"\b(\w+)\s+as\s+(\w+)")
_ASSIGNED: Final = regex(r"(\w+)[ \t]*(?::[^=\n]+)?=(?!=)")
_TARGETS: Final = regex(r"[ \t]*[\w. =]*")
_LOOKING_UP: Final = frozenset({
    "vars", "getattr", "globals", "locals", "eval", "import_module", "__import__", "__dict__",
})  # fmt: skip
_WORD: Final = regex(r"\b[A-Za-z_]\w*")
_CALLED: Final = regex(r"\b(\w+)\s*\(")


def base_names(used: UsedNames, own: Collection[str], texts: Sequence[str]) -> frozenset[str]:
    """The names of bases, with the others; `ANY_NAME` among them where a base may be any class.

    used: what the texts of files that are not imported use; texts: of all files; own: first parts of the names of
    modules of the project.
    """
    aliases = {pair for text in texts for statement in STATEMENT.findall(text) for pair in _ALIAS.findall(statement)}
    found, assigned, fresh = set[str](), set[str](), set(used.bases)
    values = _values_of_names(texts)
    functions, classes = (_declared(keyword, texts) for keyword in ("def", "class"))
    if not used.made_by.isdisjoint(_LOOKING_UP | functions):
        found.add(ANY_NAME)
    while fresh:
        found |= fresh
        more = {name for name, alias in aliases if alias in fresh}
        for name, value in ((each, value) for each in fresh & values.keys() for value in values[each]):
            assigned.add(name)
            more.update(named_in(value))
            called = _CALLED.findall(value)
            if not (_LOOKING_UP | functions).isdisjoint(called):
                found.add(ANY_NAME)
        by_text = re.compile(rf"""\bsetattr\s*\([^\n]*["'](?:{"|".join(map(re.escape, sorted(fresh)))})["']""")
        if any(by_text.search(text) for text in texts if "setattr" in text):
            found.add(ANY_NAME)
        fresh = more - found
    named = assigned.union(alias for _, alias in aliases)
    for name, module in used.imported:
        of_project = not module or (module in own and module not in sys.stdlib_module_names)
        if of_project and name not in named and name not in classes:
            found.add(ANY_NAME)
    return frozenset(found)


def _values_of_names(texts: Iterable[str]) -> dict[str, set[str]]:
    """By names, and attributes of these names, the text of what is assigned to them, as far as its line goes."""
    found: dict[str, set[str]] = {}
    for line in (line for text in texts for line in text.split("\n") if "=" in line):
        end = _TARGETS.match(line).end()  # type: ignore[union-attr]  # what may be nothing matches anywhere
        for assigned in _ASSIGNED.finditer(line):
            if assigned.end(1) > end:
                break
            found.setdefault(assigned[1], set()).add(line[assigned.end() :])
    return found


def heads(value: ast.expr | None) -> Iterator[str]:
    """The last names of what the value of an expression may be, or be made of by a call."""
    match value:
        case ast.Name(name) | ast.Attribute(attr=name):
            yield name
        case ast.Starred(inner) | ast.Subscript(inner) | ast.NamedExpr(_, inner):
            yield from heads(inner)
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts) | ast.BoolOp(_, parts):
            yield from (word for part in parts for word in heads(part))
        case ast.Dict(values=parts):
            yield from (word for part in parts for word in heads(part))
        case ast.BinOp(left, _, right) | ast.IfExp(_, left, right):
            yield from (*heads(left), *heads(right))
        case ast.Call(function, given, keywords):
            yield from (word for part in (function, *given, *(k.value for k in keywords)) for word in heads(part))
        case ast.GeneratorExp(inner, parts) | ast.ListComp(inner, parts) | ast.SetComp(inner, parts):
            yield from (word for part in (inner, *(each.iter for each in parts)) for word in heads(part))


def named_in(text: str) -> set[str]:
    """The same of the text of an expression; all words of one that does not end in its line, or is a text itself."""
    try:
        value = parse_expression(text.strip())
    except (SyntaxError, ValueError):
        return {*_WORD.findall(text)}
    return {*heads(value)} if not isinstance(value, ast.Constant) else {*_WORD.findall(text)}


def _declared(keyword: str, texts: Iterable[str]) -> set[str]:
    """Names that follow `def`, or `class`, anywhere in the texts."""
    statement = re.compile(rf"\b{keyword}\s+(?=(\w+))")
    return {name for text in texts for name in statement.findall(text)}
