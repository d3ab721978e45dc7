"""The classes that the declared shape of a parameter stands for, as the analysis of types wants them."""

from __future__ import annotations

import builtins
import re
import types
from collections.abc import Callable, Mapping, Set
from typing import Any, Final

from clew.analysis.abstract_values import Fixed, Value
from clew.analysis.type_flow import Class, Types
from clew.analysis.value_flow import of_classes
from clew.effects.kept_state import is_constant
from clew.inputs.inhabitants import base_of, classes_of
from clew.inputs.shapes import (
    BoolShape,
    EnumShape,
    ListShape,
    LiteralShape,
    NoneShape,
    ObjectShape,
    SetShape,
    Shape,
    SliceShape,
    TupleShape,
    UnionShape,
)
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.inputs.stand_ins import admitted_classes, stand_ins

EXACTLY: Mapping[type, type] = {NoneShape: type(None), BoolShape: bool, SliceShape: slice}


def declared_types(parameters: tuple[ParameterShape, ...], catalogue: Catalogue) -> dict[str, Types]:
    """By parameter; those whose classes are not known, or guessed, are left out."""
    found: dict[str, Types] = {}
    for p in parameters:
        if p.kind in ("*", "**"):
            found[p.name] = _exactly(tuple if p.kind == "*" else dict)
        elif not p.optional:
            classes = _classes(p.shape, catalogue)
            if classes is not None:
                found[p.name] = classes
    return found


def declared_elements(parameters: tuple[ParameterShape, ...], catalogue: Catalogue) -> dict[str, Value]:
    """By parameter that is a list or set: what is in it, numbers, texts or tuples of such."""
    found: dict[str, Value] = {}
    for p in parameters:
        if isinstance(p.shape, ListShape | SetShape) and p.kind not in ("*", "**") and not p.optional:
            element = _unchanging(p.shape.element, catalogue)
            if element is not None:
                found[p.name] = element
    return found


def _unchanging(shape: Shape, catalogue: Catalogue) -> Value:
    classes = {c.cls for c in _classes(shape, catalogue) or ()}
    if isinstance(shape, TupleShape) and classes == {tuple}:
        return Fixed(tuple(_unchanging(item, catalogue) for item in shape.items))
    return of_classes(classes) if classes <= _OWN else None


_OWN: Final = frozenset({int, bool, float, str, type(None)})


def _exactly(*classes: type) -> Types:
    return frozenset(Class(c, True) for c in classes)


def _classes(shape: Shape, catalogue: Catalogue) -> Types | None:
    match shape:
        case UnionShape(options):
            parts = [_classes(o, catalogue) for o in options]
            return None if any(p is None for p in parts) else frozenset().union(*(p for p in parts if p is not None))
        case LiteralShape(values):
            return _exactly(*(type(v) for v in values))
        case EnumShape(cls):
            return _exactly(catalogue.resolve(cls))
        case ObjectShape():
            return _exactly(*(catalogue.resolve(c) for c in shape.classes))
        case _:
            if base_of(shape) is not None:
                admitted = classes_of(shape, admitted_classes(catalogue))
                return None if any(cls in admitted for cls in stand_ins(catalogue)) else _exactly(*admitted)
            known = EXACTLY.get(type(shape))
            return _exactly(known) if known is not None else None


def globals_of(module: types.ModuleType, written: Set[str], looked_at: set[str]) -> Callable[[str], Any]:
    """What a global of the module names, unless code of the project changes it.

    looked_at: gets the names of those that hold data.
    """

    def value(name: str) -> Any:
        if name in written:
            return None
        held = vars(module).get(name)
        if name in vars(module) and not (is_constant(held) or isinstance(held, re.Pattern)):
            looked_at.add(name)
        return vars(module).get(name, getattr(builtins, name, None))

    return value
