"""Objects → recipes, where calls are known that make them; and whether two objects are alike."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import importlib.machinery
import inspect
import pathlib
import pickle
import types
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from clew.checking.describe import own_attributes
from clew.inputs.class_names import class_name, is_found, name_of
from clew.inputs.drawn import names_in
from clew.inputs.recipes import Collection, Dictionary, Literal, Made, Name, Recipe
from clew.inputs.shapes import ClassName

DEEPEST: Final = 8

_KINDS: Final[dict[type, str]] = {
    list: "list", tuple: "tuple", set: "set", frozenset: "frozenset",
}  # fmt: skip
_DICTS: Final[dict[type, str]] = {dict: "dict"}
_PARTS: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    decimal.Decimal: lambda value: (str(value),),
    fractions.Fraction: lambda value: (value.numerator, value.denominator),
    uuid.UUID: lambda value: (str(value),),
    datetime.date: lambda value: (value.year, value.month, value.day),
    datetime.timedelta: lambda value: (value.days, value.seconds, value.microseconds),
    pathlib.PurePosixPath: lambda value: (str(value),),
}
_NAMED_OTHERWISE: Final[dict[type, Name]] = {pathlib.PosixPath: Name("pathlib", "Path")}


class NoRecipe(Exception):
    """No call is known that makes it; the message is for the report."""


def recipe_of(
    value: Any, made: Mapping[int, tuple[object, Recipe]], paths: tuple[str, ...] | None = None, depth: int = DEEPEST
) -> Recipe:
    """made: calls that were seen to make objects, by the ids of these.  paths: where names have to be found."""
    if depth == 0:
        raise NoRecipe("it is nested too deeply to be read")
    if (known := made.get(id(value))) is not None and known[0] is value:
        _found_in(known[1], paths)
        return known[1]

    def inner(part: Any) -> Recipe:
        return recipe_of(part, made, paths, depth - 1)

    cls = type(value)
    if value is None or value is Ellipsis or cls in (bool, int, float, complex, str, bytes):
        return Literal(value)
    if cls in _KINDS:
        items = sorted(value, key=repr) if cls in (set, frozenset) else value
        return Collection(_KINDS[cls], tuple(map(inner, items)))
    if cls in _DICTS:
        return Dictionary(_DICTS[cls], tuple((inner(key), inner(held)) for key, held in value.items()))
    if isinstance(value, enum.Enum) and is_found(cls) and cls.__members__.get(value.name) is value:
        return _found_in(Name(class_name(cls).module, f"{class_name(cls).qualname}.{value.name}"), paths)
    if (name := name_of(value)) is not None:
        return _found_in(name, paths)
    if cls in _PARTS:
        return Made(Name(cls.__module__, cls.__qualname__), tuple(map(Literal, _PARTS[cls](value))))
    if cls in _NAMED_OTHERWISE:
        return Made(_NAMED_OTHERWISE[cls], (Literal(str(value)),))
    if not is_found(cls):
        raise NoRecipe(f"{cls.__qualname__} is not found in its module {cls.__module__}")
    of = class_name(cls)
    called = _found_in(Name(of.module, of.qualname), paths)
    return Made(called, (), tuple((key, inner(held)) for key, held in _given(value, of)), whole=True)


def _given(value: Any, of: ClassName) -> Iterator[tuple[str, Any]]:
    """What its constructor may have been called with, by the names of parameters: fields, or attributes like them."""
    cls = type(value)
    unknown = NoRecipe(f"nothing says with what {of.qualname} was called; `builds` with a function of a module does")
    if dataclasses.is_dataclass(cls):
        names = [field.name for field in dataclasses.fields(cls) if field.init]
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = list(cls._fields)
    else:
        if (
            inspect.getattr_static(cls, "__init__") is object.__init__
            and inspect.getattr_static(cls, "__new__") is object.__new__
        ):
            if own_attributes(value):
                raise unknown
            return
        try:
            parameters = [*inspect.signature(cls).parameters.values()]
        except (ValueError, TypeError):
            raise unknown from None
        if any(
            each.kind is not each.POSITIONAL_OR_KEYWORD and each.kind is not each.KEYWORD_ONLY for each in parameters
        ):
            raise unknown
        names = [each.name for each in parameters]
    held = own_attributes(value)
    for name in names:
        for attribute in (name, f"_{name}", f"_{cls.__name__}__{name}"):
            if attribute in held or (issubclass(cls, tuple) and attribute == name):
                yield name, held[attribute] if attribute in held else getattr(value, name)
                break
        else:
            raise unknown


def _found_in(recipe: Recipe, paths: tuple[str, ...] | None) -> Recipe:
    """The recipe, whose modules have to be found from there; None: anywhere."""
    for name in names_in(recipe) if paths is not None else ():
        first = name.module.partition(".")[0]
        if name.module == "__main__" or importlib.machinery.PathFinder.find_spec(first, paths) is None:
            if importlib.machinery.BuiltinImporter.find_spec(first) is None:
                raise NoRecipe(f"{name.module} is not found from where tests import the code")
    return recipe


def alike(a: Any, b: Any, depth: int = DEEPEST) -> bool:
    """Of one class, and equal, or with attributes and elements that are alike.

    What is inside of an object and cannot be looked into, as an open stream, is taken to be alike.
    """
    if a is b:
        return True
    if type(a) is not type(b) or depth == 0:
        return False
    if isinstance(a, types.MethodType | types.BuiltinMethodType):
        return bool(a.__name__ == b.__name__) and alike(a.__self__, b.__self__, depth - 1)
    if type(a) is float:
        return repr(a) == repr(b)
    if type(a) in (list, tuple):
        return len(a) == len(b) and all(alike(x, y, depth - 1) for x, y in zip(a, b, strict=True))
    if type(a) in _DICTS:
        return a.keys() == b.keys() and all(alike(held, b[key], depth - 1) for key, held in a.items())
    if inspect.getattr_static(type(a), "__eq__") is not object.__eq__:
        try:
            if not isinstance(equal := a == b, bool):
                equal = bool(equal.all())  # as of arrays
        except Exception:
            return False
        return equal
    ours, theirs = own_attributes(a), own_attributes(b)
    if not ours:  # as of what C defines
        try:
            return pickle.dumps(a) == pickle.dumps(b)
        except Exception:
            return depth < DEEPEST
    return ours.keys() == theirs.keys() and all(alike(v, theirs[k], depth - 1) for k, v in ours.items())
