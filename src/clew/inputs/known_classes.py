"""What a proof takes for granted of the classes of objects: that there are no subclasses, and no implementations of a
protocol, but those of the project.

Anybody may declare another one, so each class that objects in the input may have is named in words of its own where
others are known, or needed to make an object at all.
"""

from __future__ import annotations

import enum
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import ANY_NAME, Unit
from clew.frontend.outline import bases_are_shown, bases_in
from clew.frontend.used_names import MAKING_CLASSES
from clew.inputs.annotations import builtin_implementations, protocol_members
from clew.inputs.class_names import class_name
from clew.inputs.inhabitants import enum_shape
from clew.inputs.shapes import ClassName, EnumShape, ObjectShape, Shape, parts
from clew.inputs.signatures import Catalogue, ParameterShape, once
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.verdict.assumptions import CHANGED, Assumption

_NOT_IMPORTED: Final = "a file of the project that is not imported here"


def receiver_shape(catalogue: Catalogue, owner: type, name: ClassName) -> ObjectShape | EnumShape:
    """The class itself, unless it is abstract, and its concrete subclasses, whose instances run the method too."""
    if issubclass(owner, enum.Enum) and owner.__members__:
        return enum_shape(owner)
    abstract = inspect.isabstract(owner) or is_protocol(owner)
    # Those that inherit the method: others may pass for subclasses, and a protocol cannot be asked.
    below = (c for c in catalogue.classes() if c is not owner and owner in c.__mro__ and not inspect.isabstract(c))
    return ObjectShape(name, tuple(map(class_name, below)), abstract)


def is_made_once(catalogue: Catalogue, owner: type, by_name: Mapping[str, frozenset[str]]) -> bool:
    """Is `__init__` called on new objects only, to which nobody did anything before?

    That is so of plain classes, as proofs suppose (`construction`), but where code is seen to make an object a second
    time, and of a class with subclasses, whose constructors may do anything before they call this one.  by_name: what
    functions of a name mention.
    """
    plain = type(owner).__call__ is type.__call__ and owner.__new__ in (object.__new__, *_CONTAINERS_NEW)
    if not plain or inspect.isabstract(owner):
        return False
    if any(c is not owner and owner in c.__mro__ for c in catalogue.classes()):
        return False
    if any("__init__" in mentioned for name, mentioned in by_name.items() if name not in _MAKING):
        return False
    texts = catalogue.texts()
    if any(isinstance(n, ir.Const) and n.value == "__init__" for text in texts for n in nodes(text.body)):
        return False
    return not any(_makes_again(text) for text in texts if text.name in _MAKING)


def _makes_again(constructor: ir.Function) -> bool:
    """May it call the constructor of an object that is not its own?"""
    own = constructor.parameters[0].name if constructor.parameters else ""
    every = list(nodes(constructor.body))
    above = {ir.Var(own), *(n.target for n in every if isinstance(n, ir.Assign) and isinstance(n.value, ir.SuperCall))}
    called = {n.bound for n in every if isinstance(n, ir.MethodCall)}
    for node in every:
        match node:
            case ir.MethodCall(o, "__init__", given) if o not in above and ir.Var(own) not in given[:1]:
                return True
            case ir.Assign(target, ir.Attr(_, "__init__")) if target not in called:
                return True
            case ir.Native(text) | ir.NativeStatement(text) if "__init__" in text:
                return True
    return False


_MAKING: Final = frozenset({"__init__", "__post_init__"})
_CONTAINERS_NEW: Final = (list.__new__, dict.__new__, set.__new__)


def is_protocol(cls: Any) -> bool:
    return raw_attribute(cls, "_is_protocol") is True


def supposed_classes(
    catalogue: Catalogue, unit: Unit, parameters: Iterable[ParameterShape], receiver: Shape | None
) -> tuple[Assumption, ...]:
    """receiver: None where the unit has none; that of the class, for what is called on a class."""
    found = dict(_known(catalogue, [p.shape for p in parameters]))
    if isinstance(receiver, ObjectShape) and uses_first(unit.function):
        if unit.binding == "class":
            found[receiver.cls] = _no_other(catalogue, receiver)
        else:
            found |= dict(_known(catalogue, [receiver]))
            found.setdefault(receiver.cls, _no_other(catalogue, receiver))
    return tuple(_supposed(catalogue, unit, name, text) for name, text in found.items())


def _supposed(catalogue: Catalogue, unit: Unit, name: ClassName, text: str) -> Assumption:
    if where := _declared_below(catalogue, catalogue.resolve(name)):
        return Assumption("types", f"{text}, though {where} declares one", unit.span, f"{CHANGED}:{name.qualname}")
    return Assumption("types", text, unit.span, name.qualname)


@once
def _declared_below(catalogue: Catalogue, cls: type) -> str:
    """What declares a subclass of the class that no loaded module has a name for: a function, another file; or ""."""
    bases = declared_in_functions(catalogue)
    below = (c.__name__ for c in (cls, *catalogue.classes()) if c is cls or cls in c.__mro__)
    found = next((bases[name] for name in (*below, ANY_NAME) if name in bases), "")
    return found or (_NOT_IMPORTED if is_protocol(cls) and _is_implemented_in(catalogue.others.texts, cls) else "")


def _is_implemented_in(texts: Iterable[str], protocol: type) -> bool:
    """May a class in one of the texts have all that the protocol asks for?  By what they define, wherever it is."""
    wanted = [re.compile(rf"\bdef\s+{name}\b|\b{name}\s*[:=]") for name in protocol_members(protocol)]
    return any("class" in text and all(each.search(text) for each in wanted) for text in texts)


def declared_in_functions(catalogue: Catalogue) -> Mapping[str, str]:
    """What declares classes that no module has a name for, by the names of their bases."""
    return _bases_in_functions(catalogue, object)


@once
def _bases_in_functions(catalogue: Catalogue, _: type) -> Mapping[str, str]:
    """By the name of a base, a function that declares a class with it, or calls `type` or the like to make one;
    `ANY_NAME` where a base may be any class: a parameter, an attribute, a result; or where objects are given classes.
    """
    found = dict.fromkeys(catalogue.others.bases, _NOT_IMPORTED)
    if "__class__" in catalogue.others.assigned:
        found[ANY_NAME] = _NOT_IMPORTED
    spaces = [vars(sys.modules[name]) for name in catalogue.modules if name in sys.modules]
    for function in catalogue.texts():
        every = list(nodes(function.body))
        values = {n.target: n.value for n in every if isinstance(n, ir.Assign)}
        named = frozenset(n.name for n in every if isinstance(n, ir.Global))
        bound = frozenset((*function.locals, *function.free, *function.nonlocals))
        for node in every:
            match node:
                case ir.NativeStatement(text) if "class " in text:
                    names = bases_in(text)
                    names |= frozenset() if bases_are_shown(text, spaces, bound) else {ANY_NAME}
                case ir.Call(callee, (_, bases, *more)) if isinstance(callee, ir.Var) and _makes_classes(
                    values.get(callee), more
                ):
                    names = named if _are_globals(bases, values) else named | {ANY_NAME}
                case ir.MethodCall(_, name, (_, bases, *_)) if name in MAKING_CLASSES:
                    names = named if _are_globals(bases, values) else named | {ANY_NAME}
                case ir.SetAttr(_, "__class__") | ir.Call(_, (_, ir.Const("__class__"), _)):
                    names = frozenset({ANY_NAME})
                case _:
                    continue
            found |= dict.fromkeys(names, function.qualname)
    return found


def _makes_classes(function: ir.Value | None, more: Sequence[ir.Argument]) -> bool:
    """more: than a name and bases."""
    match function:
        case ir.Global("type"):
            return bool(more)
        case ir.Global(name) | ir.Attr(_, name):
            return name in MAKING_CLASSES
    return False


def _are_globals(bases: ir.Argument, values: Mapping[ir.Var, ir.Value]) -> bool:
    """Is it a tuple of what variables of the module hold?"""
    match values.get(bases) if isinstance(bases, ir.Var) else None:
        case ir.Display("tuple", items):
            return all(isinstance(item, ir.Var) and isinstance(values.get(item), ir.Global) for item in items)
    return False


def _known(catalogue: Catalogue, shapes: Iterable[Shape]) -> Iterator[tuple[ClassName, str]]:
    """Of these shapes, and of what objects of them are made from."""
    seen: set[ClassName] = set()
    waiting = [s for each in shapes for s in parts(each)]
    for shape in waiting:
        if not isinstance(shape, ObjectShape):
            continue
        if shape.alternatives or shape.abstract or _declared_below(catalogue, catalogue.resolve(shape.cls)):
            yield shape.cls, _no_other(catalogue, shape)
        for name in [c for c in shape.classes if c not in seen]:
            seen.add(name)
            waiting += [s for p in catalogue.constructor(name) for s in parts(p.shape)]


def _no_other(catalogue: Catalogue, shape: ObjectShape) -> str:
    what = "implementation" if is_protocol(catalogue.resolve(shape.cls)) else "subclass"
    if not shape.alternatives:
        return f"there is no {what} of {shape.cls.qualname}"
    builtin = builtin_implementations(catalogue.resolve(shape.cls)) if what == "implementation" else ()
    *others, last = [*(c.qualname for c in shape.alternatives), *(kind.__name__ for kind, _ in builtin)]
    known = f"{', '.join(others)} and {last}" if others else last
    return f"there is no other {what} of {shape.cls.qualname} than {known}"


_OF_FRAMES: Final = frozenset({"super", "locals", "vars", "eval", "exec", "dir"})


FRAMES: Final = frozenset({"f_locals", "_getframe", "currentframe", "getargvalues"})
"""By these a function that is called finds the variables of who calls it."""


def may_look_at_receiver(function: ir.Function) -> bool:
    """May it, or text in it that is run as it stands, do anything with its first parameter?"""
    own = function.parameters[0].name if function.parameters else ""
    for node in nodes(function.body):
        match node:
            case ir.Native(text) | ir.NativeStatement(text):
                if not (_OF_FRAMES | {own}).isdisjoint(re.findall(r"\w+", text)):
                    return True
            case ir.Global(name) if name in _OF_FRAMES:
                return True
    return uses_first(function)


def uses_first(function: ir.Function) -> bool:
    """Does the text do anything with its first parameter, or look above it?"""
    own = function.parameters[0].name if function.parameters else ""
    return any(
        (isinstance(n, ir.Var) and n.name == own)
        or isinstance(n, ir.SuperCall)
        or (isinstance(n, ir.Global) and n.name == "super")
        for n in nodes(function.body)
    )
