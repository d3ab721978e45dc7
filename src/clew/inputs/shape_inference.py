"""Types from use: what an unannotated parameter must be for the operations applied to it to make sense.

The candidates are ordered by the sum of the evidence (`evidence_of_use`), and what has none comes last, so a wrong
guess costs time but no input is ruled out silently.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from clew.effects.bodies import METHOD_OWNERS
from clew.inputs.class_names import class_name
from clew.inputs.evidence_of_use import CALLS, MOST_KEYS, Collector, Evidence
from clew.inputs.recipes import Name
from clew.inputs.shapes import (
    ANY,
    ANY_SCALAR,
    AnyShape,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassName,
    DictShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    MadeShape,
    NamespaceShape,
    NoneShape,
    ObjectShape,
    RecordShape,
    SetShape,
    Shape,
    SliceShape,
    StrShape,
    TupleShape,
    UnionShape,
    parts,
)
from clew.ir import tree as ir
from clew.semantics.class_lookup import in_class, of_type

if TYPE_CHECKING:
    from clew.inputs.signatures import Catalogue

DEEPEST = 4  # nested elements
ERRORS = ("ValueError", "TypeError", "LookupError", "ZeroDivisionError")
ERROR_CLASSES = MadeShape("exception class", tuple(Name("builtins", name) for name in ERRORS))
PLAIN_FUNCTIONS = MadeShape("function", tuple(Name("builtins", name) for name in ("str", "abs", "len", "int", "bool")))


def shape_of_rest(function: ir.Function, name: str, catalogue: Catalogue, module: str, named: bool = False) -> Shape:
    """What is passed for a `*` parameter, or (named) a `**` one: by what the body does with its elements."""
    evidence = Evidence()
    Collector(catalogue, module).collect(function, name, evidence, 0)
    uses = evidence.values if named else evidence.elements
    element = _element(uses, catalogue, module, 0)
    assert isinstance(element, AnyShape)
    return AnyShape(tuple(dict.fromkeys((*element.candidates, *ANY.candidates)))) if uses else ANY


def attributes_used(
    function: ir.Function, name: str, catalogue: Catalogue, module: str
) -> tuple[tuple[str, Shape], ...]:
    """What is asked of a parameter that is a bag of attributes, and what each seems to be."""
    evidence = Evidence()
    Collector(catalogue, module).collect(function, name, evidence, 0)
    found = _namespace(evidence, catalogue, module, 0)
    assert isinstance(found, NamespaceShape)
    return found.fields


def with_records(shape: Shape, function: ir.Function, name: str, catalogue: Catalogue, module: str) -> Shape:
    """The shape, where dicts with the keys that are looked up stand before those with any."""
    if not any(isinstance(part, DictShape) for part in parts(shape)):
        return shape
    return _with_records(shape, [(function, name)], catalogue, module, 0)


def _with_records(
    shape: Shape, uses: list[tuple[ir.Function, str]], catalogue: Catalogue, module: str, depth: int
) -> Shape:
    if depth >= DEEPEST or not uses:
        return shape
    evidence = Evidence()
    for function, name in dict.fromkeys(uses):
        Collector(catalogue, module).collect(function, name, evidence, CALLS if depth else 0)

    def inside(part: Shape, found: list[tuple[ir.Function, str]]) -> Shape:
        return _with_records(part, found, catalogue, module, depth + 1)

    match shape:
        case DictShape(StrShape() | AnyShape() as key, AnyShape() as value, "dict"):
            plain = DictShape(key, inside(value, evidence.values))
            return _record(evidence, plain, lambda text: _under(text, evidence, catalogue, module, depth))
        case DictShape(StrShape() | AnyShape() as key, value, "dict"):
            plain = DictShape(key, inside(value, evidence.values))
            return _record(evidence, plain, lambda text: inside(value, evidence.keys[text]))
        case ListShape(element, kind):
            return ListShape(inside(element, evidence.elements), kind)
        case UnionShape(options):
            found = [_with_records(option, uses, catalogue, module, depth) for option in options]
            flat = [o for part in found for o in (part.options if isinstance(part, UnionShape) else (part,))]
            return UnionShape(tuple(dict.fromkeys(flat)))
        case AnyShape(candidates):
            return replace(
                shape, candidates=tuple(_with_records(c, uses, catalogue, module, depth) for c in candidates)
            )
        case _:
            return shape


def _record(evidence: Evidence, plain: DictShape, field_of: Callable[[str], Shape]) -> Shape:
    """A dict with the keys that are looked up, or any other."""
    fields = tuple((text, field_of(text), False) for text in itertools.islice(evidence.keys, MOST_KEYS))
    return UnionShape((RecordShape(fields, likely=True), plain)) if fields else plain


def _under(text: str, evidence: Evidence, catalogue: Catalogue, module: str, depth: int) -> Shape:
    """What is found under this key."""
    return _element(evidence.keys[text], catalogue, module, depth, evidence.defaults.get(text, ""))


def shape_from_use(
    function: ir.Function, name: str, default: Shape | None, catalogue: Catalogue, module: str = ""
) -> Shape:
    """Candidates for a parameter, by evidence: its default, then its use."""
    evidence = Evidence()
    Collector(catalogue, module).collect(function, name, evidence, 0)
    candidates = _candidates(evidence, catalogue, module, 0)
    if default is not None and not isinstance(default, NoneShape):
        candidates = [default, *candidates]
    elif default is not None:
        candidates = [*candidates[:1], default, *candidates[1:]]
    return AnyShape(tuple(dict.fromkeys((*candidates, *ANY.candidates))))


def shape_of_variable(function: ir.Function, name: str, catalogue: Catalogue, module: str) -> Shape:
    """What a variable of the function seems to hold."""
    return _element([(function, name)], catalogue, module, 0)


def _candidates(evidence: Evidence, catalogue: Catalogue, module: str, depth: int) -> list[Shape]:
    weights: dict[Shape, float] = {}

    def vote(shape: Shape, weight: float) -> None:
        weights[shape] = weights.get(shape, 0) + weight

    element = _element(evidence.elements, catalogue, module, depth, "str" if "strings" in evidence.scores else "")
    value = _element(evidence.values, catalogue, module, depth if not (depth and evidence.keys) else DEEPEST)
    plain = DictShape(StrShape(), value)
    record = _record(evidence, plain, lambda text: _under(text, evidence, catalogue, module, depth))
    kinds: dict[str, Shape] = {
        "int": IntShape(), "str": StrShape(), "char": StrShape(), "float": FloatShape(), "bool": BoolShape(),
        "bytes": BytesShape(), "none": NoneShape(), "list": ListShape(element), "strings": ListShape(StrShape()),
        "numbers": ListShape(IntShape() if not evidence.elements else element), "dict": record,
        "set": SetShape(IntShape()), "pair": TupleShape((element, element)), "grid": ListShape(ListShape(IntShape())),
        "callable": CallableShape(None, ANY_SCALAR), "iterator": IteratorShape(element),
        "deque": ListShape(element, "deque"), "slice": SliceShape(), "error-class": ERROR_CLASSES,
        "object": NamespaceShape(ClassName("types", "SimpleNamespace"), ()),
    }  # fmt: skip
    owners = [kind for kind, cls in METHOD_OWNERS.items() if all(hasattr(cls, a) for a in evidence.attributes)]
    for kind, weight in evidence.scores.items():
        misfit = owners and not evidence.classes and kind in METHOD_OWNERS and kind not in owners
        vote(kinds[kind], weight / 4 if misfit else weight)
    for shape, weight in evidence.shapes.items():
        vote(shape, weight)
    if "callable" in evidence.scores:
        vote(PLAIN_FUNCTIONS, evidence.scores["callable"] / 2)
    if evidence.attributes:
        for kind in owners:
            vote(
                kinds[kind],
                3 * len(evidence.attributes) / (1 if kind in ("str", "list", "dict", "set", "slice") else 3),
            )
        fitting = [cls for cls in catalogue.classes() if all(_offers(cls, a) for a in evidence.attributes)]
        for cls in fitting:
            vote(ObjectShape(class_name(cls)), 2.5 * len(evidence.attributes))
        if not owners and not fitting and not any(a.startswith("__") for a in evidence.attributes):
            vote(_namespace(evidence, catalogue, module, depth), 2.5 * len(evidence.attributes))
    for name in evidence.classes:
        found = _named_class(name, catalogue)
        if found is not None:
            vote(found, 2.5)
    return [shape for shape, weight in sorted(weights.items(), key=lambda item: -item[1]) if weight > 0]


def _namespace(evidence: Evidence, catalogue: Catalogue, module: str, depth: int) -> Shape:
    """An object that has just the attributes that are asked for, as no known class has them all."""
    fields: list[tuple[str, Shape]] = []
    for name in evidence.attributes:
        if name in evidence.methods:
            fields.append((name, CallableShape(None, _element(evidence.methods[name], catalogue, module, depth))))
        else:
            fields.append((name, _element(evidence.fields.get(name, []), catalogue, module, depth)))
    return NamespaceShape(ClassName("types", "SimpleNamespace"), tuple(fields))


def _element(
    uses: list[tuple[ir.Function, str]], catalogue: Catalogue, module: str, depth: int, kind: str = ""
) -> Shape:
    """The shape of what was taken out of the parameter; kind: what it seems to be."""
    if depth >= DEEPEST or not (uses or kind):
        return ANY_SCALAR
    evidence = Evidence()
    if kind:
        evidence.add(kind, 1.5)
    for function, name in dict.fromkeys(uses):
        Collector(catalogue, module).collect(function, name, evidence, CALLS - 1)
    found = _candidates(evidence, catalogue, module, depth + 1)[:3]
    return AnyShape(tuple(dict.fromkeys((*found, *ANY_SCALAR.candidates))))


def _offers(cls: type, attribute: str) -> bool:
    if in_class(cls, attribute) or attribute in getattr(cls, "__annotations__", {}):
        return True
    code = getattr(of_type(cls, "__init__", None), "__code__", None)
    return code is not None and attribute in (*code.co_names, *code.co_consts)


def _named_class(name: str, catalogue: Catalogue) -> Shape | None:
    plain: Mapping[str, Shape] = {
        "int": IntShape(), "str": StrShape(), "float": FloatShape(), "bool": BoolShape(), "bytes": BytesShape(),
        "list": ListShape(ANY_SCALAR), "dict": DictShape(StrShape(), ANY_SCALAR), "set": SetShape(IntShape()),
        "tuple": TupleShape((IntShape(), IntShape())), "Mapping": DictShape(StrShape(), ANY_SCALAR),
        "Sequence": ListShape(ANY_SCALAR), "Iterable": ListShape(ANY_SCALAR), "slice": SliceShape(),
    }  # fmt: skip
    if name in plain:
        return plain[name]
    for cls in catalogue.classes():
        if cls.__name__ == name:
            return ObjectShape(class_name(cls))
    return None
