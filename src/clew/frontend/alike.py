"""Whether two values are alike, as a function to stand in a module.

    def _like(a, b, at=()):
        if type(a) is not type(b) and not (isinstance(a, int) and isinstance(b, int)):
            return False
        if isinstance(a, Cart):
            if any(x is a and y is b for x, y in at):
                return True
            at = *at, (a, b)
            return a._count == b._count and _like(getattr(a, "items", _like), getattr(b, "items", _like), at)
        if not (a != b and (a == a or b == b)):
            return True
        if isinstance(a, dict):
            return _like([*a], [*b]) and all(_like(x, y, at) for x, y in zip(a.values(), b.values()))
        return isinstance(a, (list, tuple)) and len(a) == len(b) and all(_like(x, y, at) for x, y in zip(a, b))

at: pairs of objects that are being compared, so that circles come to an end.  What is looked into is what may hold
objects of the module, by what is written; the rest is equal (others than a function would have what a private attribute
holds, if it was handed on).  True counts as 1: callers may give it for an int.  Where the module has no classes, what
is equal is alike.  Objects of the module are alike where the attributes are that code of the module sets, whatever
their classes call equal.  Attributes that callers gave to an object are none of these.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_DEFINITION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITHOUT: Final = frozenset({"NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "Protocol"})
_BY_NAME: Final = frozenset(
    {"setattr", "delattr", "__dict__", "vars", "__setattr__", "exec", "update_wrapper", "replace"}
)
_OF_CIRCLES: Final = (
    "        if any(x is a and y is b for x, y in at):",
    "            return True",
    "        at = *at, (a, b)",
)
_EQUAL: Final = "not (a != b and (a == a or b == b))"
_OF_CONTAINERS: Final = f"""\
    if {_EQUAL}:
        return True
    if isinstance(a, dict):
        return {{like}}([*a], [*b]) and all({{like}}(x, y, at) for x, y in zip(a.values(), b.values()))
    return isinstance(a, (list, tuple)) and len(a) == len(b) and all({{like}}(x, y, at) for x, y in zip(a, b))"""


def alike_text(old: ast.Module, new: ast.Module, name: str) -> str:
    """name: of the function.  It is for the classes of the new version, and code of both may set their attributes."""
    kinds = "type(a) is not type(b) and not (isinstance(a, int) and isinstance(b, int))"
    lines = [f"def {name}(a, b, at=()):", f"    if {kinds}:", "        return False"]
    trees = (old, new)
    by_name = any(not _BY_NAME.isdisjoint(_words(tree)) for tree in trees)
    given = {attribute for tree in trees for attribute in _given(tree)}
    classes = dict(_classes(new.body))
    own_names = {cls.name for cls in classes.values()}
    for path, cls in sorted(classes.items(), key=lambda each: -len(_ancestors(each[1], classes))):
        family = _ancestors(cls, classes)
        if any(not _WITHOUT.isdisjoint(_bases(each)) for each in family):
            continue
        sides = [c for tree in trees for p, c in _classes(tree.body) if c.name in {each.name for each in family}]
        lines += [f"    if isinstance(a, {path}):", *_OF_CIRCLES]
        if by_name or any(isinstance(s, ast.Assign) and "__slots__" in ast.dump(s) for c in sides for s in c.body):
            lines.append(f"        return {name}(vars(a), vars(b), at)")
            continue
        made = set.intersection(*(set(_made(c)) for c in sides if c.name == cls.name)) - given
        names = sorted({attribute for c in sides for attribute in (*_own(c), *_made(c))} | given)
        pairs = [
            (f"a.{n}", f"b.{n}") if n in made else (f"getattr(a, {n!r}, {name})", f"getattr(b, {n!r}, {name})")
            for n in names
        ]
        linking = {attribute for c in sides for attribute in _linking(c, own_names)}
        parts = [
            f"({mine} == {its} or {name}({mine}, {its}, at))" if n in linking else f"{mine} == {its}"
            for n, (mine, its) in zip(names, pairs, strict=True)
        ]
        lines.append(f"        return {' and '.join(parts) or 'True'}")
    if not classes:
        return "\n".join([*lines, f"    return {_EQUAL}"])
    return "\n".join([*lines, _OF_CONTAINERS.format(like=name)])


def _classes(body: Sequence[ast.stmt], around: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield around + statement.name, statement
            yield from _classes(statement.body, f"{around}{statement.name}.")


def _bases(cls: ast.ClassDef) -> set[str]:
    inner = (base.value if isinstance(base, ast.Subscript) else base for base in cls.bases)
    return {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in inner}


def _ancestors(cls: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> list[ast.ClassDef]:
    """With itself."""
    found = [cls]
    for each in found:
        bases = _bases(each)
        found += [other for other in classes.values() if other.name in bases and other not in found]
    return found


def _words(tree: ast.AST) -> set[str]:
    return {n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in ast.walk(tree)}


def _given(tree: ast.AST) -> Iterator[str]:
    """Attributes that are set on anything but the first parameter of a method, or deleted."""
    own = {
        id(part)
        for cls in ast.walk(tree)
        if isinstance(cls, ast.ClassDef)
        for method in cls.body
        if isinstance(method, _DEFINITION)
        for part in _stored_on_first(method)
    }
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load):
            if id(part) not in own or isinstance(part.ctx, ast.Del):
                yield part.attr


def _stored_on_first(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Attribute]:
    positional = [*method.args.posonlyargs, *method.args.args]
    for part in ast.walk(method):
        match part:
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if positional and name == positional[0].arg:
                yield part


def _own(cls: ast.ClassDef) -> Iterator[str]:
    """What its methods set on their object."""
    for statement in cls.body:
        if isinstance(statement, _DEFINITION):
            yield from (part.attr for part in _stored_on_first(statement))


def _made(cls: ast.ClassDef) -> Iterator[str]:
    """What each object has: fields of dataclasses, and what the constructor sets whatever it is given."""
    for statement in cls.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)) if cls.decorator_list:
                yield name
            case ast.FunctionDef(name="__init__", body=body):
                stored = {id(part) for part in _stored_on_first(statement)}
                for each in body:
                    targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
                    if isinstance(each, ast.Assign | ast.AnnAssign):
                        yield from (t.attr for t in targets if isinstance(t, ast.Attribute) and id(t) in stored)


def _linking(cls: ast.ClassDef, classes: Collection[str]) -> Iterator[str]:
    """Attributes that may hold objects of these classes: where that is written in an annotation, or they are made."""
    for statement in cls.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if _mentions(annotation, classes):
                yield name
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _linked_by(statement, classes)


def _linked_by(method: ast.FunctionDef | ast.AsyncFunctionDef, classes: Collection[str]) -> Iterator[str]:
    args = (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)
    given = {a.arg for a in args if a.annotation is not None and _mentions(a.annotation, classes)}
    stored = {id(part): part.attr for part in _stored_on_first(method)}
    for each in ast.walk(method):
        match each:
            case ast.Assign(targets=targets, value=value):
                told = [value]
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                targets, told = [target], [annotation, *([value] if value is not None else [])]
            case _:
                continue
        if any(_mentions(part, {*classes, *given}) for part in told):
            yield from (stored[id(part)] for t in targets for part in ast.walk(t) if id(part) in stored)


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) if name in names:
                return True
            case ast.Constant(value=str(text)) if not _identifiers(text).isdisjoint(names):
                return True
    return False


def _identifiers(text: str) -> set[str]:
    """The identifiers in an annotation in quotes."""
    return set(re.findall(r"\w+", text))
