"""A unit as something to call: its function, class and parameters, and what their shapes take for granted."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from clew.concolic.breaches import INVARIANTS
from clew.concolic.prepared import Prepared
from clew.effects.bodies import receives
from clew.effects.changes import aliasing_matters
from clew.effects.name_closure import NameClosure
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import Unit
from clew.inputs.decorated import Callee, callee_of
from clew.inputs.known_classes import (
    FRAMES,
    is_made_once,
    may_look_at_receiver,
    receiver_shape,
    supposed_classes,
    uses_first,
)
from clew.inputs.shapes import (
    ANY,
    AnyShape,
    CallableShape,
    ClassName,
    ObjectShape,
    RecordShape,
    Shape,
    SliceShape,
    parts,
)
from clew.inputs.sharing import (
    Place,
    drawing_supposed,
    may_share,
    places_of,
    same_instances,
    same_iterators,
    same_objects,
    shapes_passed,
)
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.verdict.assumptions import Assumption


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit as something to call.  callee: looked up in its class for a method; number: of its function among all;
    owner: that class."""

    unit: Unit
    module: str
    callee: Callee
    number: int
    owner: Any
    owner_name: ClassName | None
    parameters: tuple[ParameterShape, ...]
    aliasing: bool  # whether it can matter that two arguments are one object
    receives: bool  # whether a generator makes use of what it is sent
    untyped: bool  # whether arguments may break their annotations
    places: tuple[Place, ...]  # within the arguments, where changeable objects may be
    sharing: bool  # whether it can matter that one object is at two places
    shares: bool  # whether one could be, in a way that is not tried
    own_types: bool  # whether the shapes of the parameters are those of the function, and not of a wrapper
    supposed: tuple[Assumption, ...]  # which classes objects of the input have, and what iterators do

    @staticmethod
    def of(prepared: Prepared, unit: Unit, types: str) -> Entry:
        """types: `annotated`, or `any` for arguments that may break their annotations."""
        name = prepared.module.__name__
        owner: Any = None
        owner_name = None
        if unit.class_path is not None:
            owner = prepared.module
            for part in unit.class_path.split("."):
                owner = getattr(owner, part)
            owner_name = ClassName(name, unit.class_path)
        own = unit.qualname.rpartition(".")[2]
        raw = inspect.getattr_static(owner, mangled(own, owner)) if owner is not None else getattr(prepared.module, own)
        if isinstance(raw, property):
            raw = {"setter": raw.fset, "deleter": raw.fdel}.get(unit.binding, raw.fget)
        skip = 1 if unit.binding in ("method", "property", "setter", "deleter", "class") else 0
        functions, by_code = prepared.sites.functions, prepared.machine.by_code
        number = next(n for n, f in enumerate(functions) if f.module == name and f.span == unit.span)
        callee = callee_of(
            raw,
            lambda f: by_code.get(f.__code__) == number,
            name.partition(".")[0],
            owner is not None,
            len(unit.function.parameters) == skip,
        )
        target = raw_attribute(callee.function, "__func__", callee.function)
        target = raw_attribute(target, "func", target) if not callable(target) else target
        parameters = prepared.catalogue.signature(target, unit.function, owner, skip)
        if types == "any":
            parameters = tuple(replace(p, shape=_anything(p.shape)) for p in parameters)
        made = owner_name is not None and unit.binding != "class" and not issubclass(owner, enum.Enum)
        receiver = ObjectShape(owner_name) if skip and made and owner_name is not None else None
        called_on = None
        if skip and owner_name is not None:
            called_on = receiver_shape(prepared.catalogue, owner, owner_name)
        shapes, tried = shapes_passed(parameters, receiver)
        places = places_of(shapes, prepared.catalogue.constructor)
        changing = prepared.catalogue.changing()
        given_twice, held_twice = same_iterators(shapes, places)
        return Entry(
            unit,
            name,
            callee,
            number,
            owner,
            owner_name,
            parameters,
            given_twice or aliasing_matters(unit.function, changing, same_objects(shapes)),
            receives(unit.function),
            types == "any",
            tuple(places),
            held_twice or aliasing_matters(unit.function, changing, same_instances(places)),
            may_share(shapes, places, tried),
            by_code.get(raw_attribute(inspect.unwrap(target), "__code__")) == number,
            (*supposed_classes(prepared.catalogue, unit, parameters, called_on), *drawing_supposed(places)),
        )

    @property
    def needs_receiver(self) -> bool:
        return self.owner is not None and self.unit.binding in ("method", "property", "setter", "deleter")

    def is_receiver_idle(self, names: NameClosure) -> bool:
        """Is nothing done with the object that a method is called on, so that it does not matter what was done to it?

        What calls before leave in modules and classes is lost to every run anyway (`shared_state`).
        """
        unit = self.unit
        if not (self.needs_receiver and self.own_types) or unit.contract is not None:
            return False
        return not may_look_at_receiver(unit.function) and FRAMES.isdisjoint(names.reached(unit.function))

    def is_receiver_new(self, catalogue: Catalogue, names: NameClosure) -> bool:
        """Is it a constructor, which is called on objects with which nothing was done before?

        Of one that makes functions or generators, these run when methods are called.
        """
        function = self.unit.function
        if not (self.needs_receiver and self.own_types) or self.unit.qualname.rpartition(".")[2] != "__init__":
            return False
        makes_functions = any(isinstance(node, ir.Function) for node in nodes(function.body))
        return not makes_functions and is_made_once(catalogue, self.owner, names.by_name)

    def receiving_classes(self, known: Iterable[type]) -> tuple[type, ...]:
        """The classes that a class method may be called on: its own, and, where the text uses it, the subclasses."""
        if not self.uses_class:
            return (self.owner,)
        below = (c for c in known if c is not self.owner and self.owner in c.__mro__)
        return (self.owner, *below)

    @property
    def uses_class(self) -> bool:
        """Is the unit a class method whose text does something with the class it is called on?"""
        return self.unit.binding == "class" and uses_first(self.unit.function)

    def assumptions(self) -> tuple[Assumption, ...]:
        found = []
        annotated = any(p.annotation is not None for p in self.unit.function.parameters) or not self.own_types
        if annotated and not self.untyped:
            found.append(
                Assumption(
                    "types", "arguments have their annotated types (no subclasses but declared ones)", self.unit.span
                )
            )
        found += self.supposed
        shapes = [s for p in self.parameters for s in parts(p.shape)]
        guessed = [f"{p.name}: {_likely(p.shape)}" for p in self.parameters if isinstance(p.shape, AnyShape)]
        if guessed:
            text = f"arguments whose annotation leaves open what they are have the likeliest form: {', '.join(guessed)}"
            found.append(Assumption("guessed-types", text, self.unit.span))
        elif any(isinstance(s, AnyShape) for s in shapes):
            text = "parts of arguments for which nothing, `Any` or `object` is stated have the most likely type"
            found.append(Assumption("guessed-types", text, self.unit.span))
        if any(isinstance(s, SliceShape) for s in shapes):
            found.append(Assumption("guessed-types", "the parts of slices are whole numbers or None", about="slices"))
        if self.needs_receiver or any(isinstance(s, ObjectShape) for s in shapes):
            text = (
                "objects are made by constructors, once, with arguments of their annotated types, which attributes "
                "keep, and copies share nothing private with them; but for what files of the project are seen to do, "
                "their private attributes (`_x`), and frozen ones, are changed only by public methods, operators "
                "and setters that return; none is deleted from outside, nor set in place of a method, descriptor or "
                "constant (`X`, `ClassVar`) of the class"
            )
            found.append(Assumption("construction", text, self.unit.span))
        contract = self.unit.contract
        if contract is not None and contract.invariants and not contract.constructor:
            found.append(INVARIANTS)
        if self.sharing and self.shares:
            text = (
                "no object but plain values occurs twice within the arguments, other than as two whole ones with the "
                "same annotation, and none is inside of itself"
            )
            found.append(Assumption("no-sharing", text, self.unit.span))
        return tuple(found)


def _anything(shape: Shape) -> Shape:
    """What the annotation says first, then everything else that is tried where there is none."""
    stated = shape.candidates if isinstance(shape, AnyShape) else (shape,)
    return AnyShape(tuple(dict.fromkeys((*stated, *ANY.candidates))))


def _likely(shape: AnyShape) -> str:
    first = shape.candidates[0]
    if isinstance(first, RecordShape):
        return "dict"
    return first.cls.qualname if isinstance(first, ObjectShape) else type(first).__name__.removesuffix("Shape").lower()


def mangled(name: str, owner: Any) -> str:
    if name.startswith("__") and not name.endswith("__"):
        return f"_{owner.__name__.lstrip('_')}{name}"
    return name


def guesses_types(entry: Entry, abstract: bool = True) -> bool:
    """Does nothing state the types of some arguments, or of parts of them?  abstract: nor does an abstract class."""
    names = {p.name for p in entry.parameters}
    unstated = any(p.annotation is None for p in entry.unit.function.parameters if p.name in names)
    shapes = [s for p in entry.parameters for s in parts(p.shape)]
    guessed = any(isinstance(s, AnyShape) and (abstract or not s.stated) for s in shapes)
    return unstated or guessed or any(isinstance(s, CallableShape) for s in shapes)
