"""What the parameters of a function look like: annotations first, evidence from the body where there are none.

A `Catalogue` is what is known of the project while its modules are imported: which classes it has, and the lowered form
of its functions.
"""

from __future__ import annotations

import abc
import collections
import functools
import inspect
import sys
import types
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Final, TypeAlias, TypeVar

from clew.analysis.calls import called_names
from clew.analysis.state import only_reads
from clew.effects import bodies
from clew.effects.changes import Changing, certain_names, changing_names
from clew.effects.class_homes import is_where_it_says
from clew.effects.library import READING
from clew.effects.other_names import changes_when_read, other_names
from clew.effects.watched import Elsewhere
from clew.frontend.splice import lines_of_def
from clew.inputs import shape_inference
from clew.inputs.annotations import hints_of, shape_of_annotation
from clew.inputs.class_names import class_name, is_found
from clew.inputs.inhabitants import Widening
from clew.inputs.passed_parameters import passed_parameters, unpacked_items, unpacked_keys
from clew.inputs.recipes import Name, Recipe
from clew.inputs.shapes import (
    ANY,
    AnyShape,
    BoolShape,
    BytesShape,
    ClassName,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    LiteralShape,
    NamespaceShape,
    NoneShape,
    ObjectShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    UnionShape,
    VariadicTupleShape,
    parts,
    union_of,
)
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.records import dataclass
from clew.semantics.class_lookup import HEAP_TYPE, in_class, of_type
from clew.source.spans import Span

Answer = TypeVar("Answer")
_Asked: TypeAlias = "tuple[types.FunctionType | types.CodeType, Span | None, type | None, int]"

# Classes whose objects have the attributes they are called with.
BAGS = frozenset({ClassName("argparse", "Namespace"), ClassName("types", "SimpleNamespace")})


# Calling these changes nothing by itself: it may run special methods of what it is given.
PURE_MODULES = frozenset({"itertools", "math", "cmath", "string", "textwrap", "unicodedata"})


@dataclass(frozen=True, slots=True)
class ParameterShape:
    """kind: as in `ir.tree.Parameter`.  optional: it may be left out, which no value of the shape amounts to.

    default: its default value, if that is a scalar; unread: it has an annotation that could not be evaluated.  For `*`
    the shape is that of one more argument, for `**` that of one keyword argument; names: the keywords to try.
    """

    name: str
    kind: str
    shape: Shape
    optional: bool = False
    names: tuple[str, ...] = ()
    default: tuple[object, ...] = ()
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a caller may do to an object that may change it.

    how: as of a `Step`, of which this is the general form; or `unknown`, for what is not tried.  likely: its text says
    that it changes something, it is not only unknown that it does not.
    """

    name: str
    how: str
    parameters: tuple[ParameterShape, ...]
    likely: bool = True


@dataclass(frozen=True, slots=True)
class OtherFiles:
    """What files of the project that are not imported do: names of attributes they set (`ANY_NAME` for computed ones),
    private names they use, and names of bases of their classes.  past: may they set attributes that `__setattr__`
    refuses?  texts: of all of them; inside: of those that are imported.
    """

    assigned: frozenset[str] = frozenset()
    private: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    past: bool = False
    texts: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()


def remembered_in(catalogue: Catalogue) -> frozenset[int]:
    """Ids of the objects that refer to functions only for what the catalogue remembers of them."""
    return frozenset(map(id, (*catalogue._signatures, catalogue._signatures)))


@dataclass(slots=True)
class Catalogue:
    """modules: names of the project's imported modules, in order.  functions: lowered, by module and qualified name.

    definitions: all of them, those that another of the same name replaced too, by module and line of the `def`.
    typing_names: by module, names that only its annotations use.  lambdas: that are in no function.  handed_on: names
    that code outside of functions mentions, not to call them.  drawn: what strategies of the user gave for classes that
    cannot be made otherwise.  changes: found so far, see `interface.changes_of`.
    _signatures: with the annotations that they were read off.
    """

    modules: tuple[str, ...] = ()
    functions: Mapping[tuple[str, str], ir.Function] = field(default_factory=dict)
    definitions: Mapping[tuple[str, int], ir.Function] = field(default_factory=dict)
    typing_names: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lambdas: tuple[ir.Function, ...] = ()
    handed_on: frozenset[str] = frozenset()
    others: OtherFiles = OtherFiles()
    drawn: Mapping[Name, tuple[Recipe, ...]] = field(default_factory=dict)
    changes: dict[tuple[ClassName, bool], tuple[Change, ...]] = field(default_factory=dict)
    ranges: dict[tuple[str, int], Term] = field(default_factory=dict)
    widening: Widening | None = None  # of all shapes made from here on
    _classes: tuple[type, ...] | None = None
    _unnamed: dict[type, tuple[str, ...]] = field(default_factory=dict)
    _constructors: dict[ClassName, tuple[ParameterShape, ...]] = field(default_factory=dict)
    _signatures: dict[_Asked, tuple[dict[str, Any], tuple[ParameterShape, ...]]] = field(default_factory=dict)
    answers: dict[tuple[str, type], Any] = field(default_factory=dict)  # see `once`
    facts: dict[tuple[str, int, int, int], tuple[Shape, bool]] = field(default_factory=dict)  # see `shape_facts`
    set_elsewhere: Elsewhere | None = None  # see `setters`
    _changing: Changing | None = None
    _certain: frozenset[str] | None = None

    def classes(self) -> tuple[type, ...]:
        """Classes of the project, in source order."""
        if self._classes is None:
            found: dict[type, None] = {}
            for module in self.modules:
                for value in list(vars(sys.modules[module]).values()) if module in sys.modules else ():
                    if isinstance(value, type) and (value.__module__ == module or _is_made(value, self.modules)):
                        _collect(value, found)
            self._classes = tuple(found)
            self._unnamed = {cls: names for cls in found if (names := tuple(_names_below(cls, found)))}
        return self._classes

    def unnamed_below(self, cls: type) -> tuple[str, ...]:
        """Names of subclasses that the import has made and that no module holds."""
        self.classes()
        return self._unnamed.get(cls, ())

    def code_range(self, variable: str, highest: int) -> Term:
        """0 <= variable <= highest; remembered, since every run states it for every character."""
        fact = self.ranges.get((variable, highest))
        if fact is None:
            fact = t.in_ranges(t.var(variable, INT), ((0, highest),))
            self.ranges[variable, highest] = fact
        return fact

    def resolve(self, name: ClassName) -> Any:
        """The class (or other module-level object) of this name."""
        value: Any = sys.modules[name.module]
        for part in name.qualname.split("."):
            value = getattr(value, part)
        return value

    def constructor(self, name: ClassName) -> tuple[ParameterShape, ...]:
        """The parameters with which the class is called."""
        if name not in self._constructors:
            cls = self.resolve(name)
            self._constructors[name] = self._constructor(cls)
        return self._constructors[name]

    def lowered_of(self, function: types.FunctionType) -> ir.Function | None:
        """The function itself, lowered: not what it wraps, nor another definition of its name."""
        code = function.__code__
        module = function.__globals__.get("__name__", "")
        for line in lines_of_def(code):
            found = self.definitions.get((module, line))
            if found is not None and found.qualname == code.co_qualname:
                return found
        return None

    def definition(self, function: Any) -> ir.Function | None:
        """The function itself, lowered, or the last one of its name where it is none of ours."""
        found = self.lowered_of(function) if isinstance(function, types.FunctionType) else None
        key = (getattr(function, "__module__", ""), getattr(function, "__qualname__", ""))
        return found or self.functions.get(key)

    def changing(self) -> Changing:
        """What the project's functions may change."""
        if self._changing is None:
            iterators = any(
                isinstance(part, IteratorShape)
                for cls in self.classes()
                if is_found(cls)
                for p in self.constructor(class_name(cls))
                for part in parts(p.shape)
            )
            found = changing_names(self.texts(), *self._global_names(), other_names(self.classes()))
            extra = {"__next__"} if iterators else set()
            names = found.names | extra | ({READING} if changes_when_read(self.classes(), found.names) else set())
            self._changing = replace(found, names=names, special=found.special | extra)
        return self._changing

    def _makers(self, cls: type) -> tuple[ir.Function, ...] | None:
        """What of the project runs when an instance is made; None where other code does."""
        found = []
        if type(cls) not in (type, abc.ABCMeta):
            return None
        for base in cls.__mro__:
            for name in ("__new__", "__init__", "__post_init__"):
                raw = vars(base).get(name)
                function = getattr(raw, "__func__", raw)
                if not isinstance(function, types.FunctionType) or function.__code__.co_filename == "<string>":
                    continue
                lowered = self.lowered_of(function)
                if lowered is None:
                    return None
                found.append(lowered)
        return tuple(found)

    def _global_names(self) -> tuple[dict[str, tuple[ir.Function, ...] | None], frozenset[str], frozenset[str]]:
        """The names that stand for classes of the project in every module that has them; for what changes nothing of
        the library; the others.
        """
        makers: dict[str, tuple[ir.Function, ...] | None] = {}
        library: set[str] = set()
        other: set[str] = set()
        classes = {id(cls) for cls in self.classes()}
        for module in self.modules:
            for name, value in list(vars(sys.modules[module]).items()) if module in sys.modules else ():
                kind = type(value)
                if (kind is types.ModuleType and value.__name__ in PURE_MODULES) or (
                    kind in (type, types.FunctionType, types.BuiltinFunctionType) and value.__module__ in PURE_MODULES
                ):
                    library.add(name)
                elif id(value) in classes:
                    run, before = self._makers(value), makers.get(name, ())
                    makers[name] = None if run is None or before is None else before + run
                else:
                    other.add(name)
        return (
            {name: run for name, run in makers.items() if name not in library | other},
            frozenset(library - makers.keys() - other),
            frozenset(other | makers.keys()),
        )

    def certain(self) -> frozenset[str]:
        """The names of those whose text says so."""
        if self._certain is None:
            self._certain = certain_names(self.texts())
        return self._certain

    def texts(self) -> list[ir.Function]:
        return [*(self.definitions or self.functions).values(), *self.lambdas]

    def private(self) -> frozenset[str]:
        """The names with an underscore of attributes that code of the project sets."""
        asked = "private", object
        if asked not in self.answers:
            sets = (n for text in self.texts() for n in nodes(text.body) if isinstance(n, ir.SetAttr))
            self.answers[asked] = frozenset(n.name for n in sets if n.name.startswith("_"))
        found: frozenset[str] = self.answers[asked]
        return found

    def _constructor(self, cls: type) -> tuple[ParameterShape, ...]:
        if hasattr(cls, "_fields") and issubclass(cls, tuple):
            return self.signature(cls.__new__, None, cls, skip=1)
        init: Any = inspect.getattr_static(cls, "__init__")
        new: Any = cls.__new__
        if init is object.__init__ and new is not object.__new__:
            return self.signature(new, None, cls, skip=1)
        if init is object.__init__:
            return ()
        return self.signature(init, None, cls, skip=1)

    def signature(
        self, function: Any, lowered: ir.Function | None = None, owner: type | None = None, skip: int = 0
    ) -> tuple[ParameterShape, ...]:
        """The shapes of a callable's parameters, without the first `skip` ones.  owner: the class `Self` means."""
        function = inspect.unwrap(getattr(function, "__func__", function))
        if type(function) is not types.FunctionType:
            return self._signature(function, lowered, owner, skip)
        made_anew = "<locals>" in function.__qualname__  # by each call of what it is in
        if made_anew and (function.__defaults__ or function.__kwdefaults__):
            return self._signature(function, lowered, owner, skip)
        asked = function.__code__ if made_anew else function, lowered.span if lowered else None, owner, skip
        stated, known = function.__annotations__, self._signatures.get(asked)
        if known is None or known[0].keys() != stated.keys() or any(known[0][n] is not v for n, v in stated.items()):
            known = self._signatures[asked] = dict(stated), self._signature(function, lowered, owner, skip)
        return known[1]

    def _signature(
        self, function: Any, lowered: ir.Function | None, owner: type | None, skip: int
    ) -> tuple[ParameterShape, ...]:
        try:
            found = passed_parameters(function, skip)
        except (ValueError, TypeError):
            return ()
        more = self.typing_names.get(getattr(function, "__module__", None) or "", {})
        hints = hints_of(function, {**more, **getattr(function, "__globals__", {})})
        if lowered is None:
            lowered = self.definition(function)
        if owner is not None and dataclass_like(owner) and _written(function):
            for base in reversed(owner.__mro__):
                own = getattr(sys.modules.get(base.__module__), "__dict__", {})  # which it may say anything of
                hints.update(hints_of(base, own) if "__annotations__" in vars(base) else {})
        module = getattr(function, "__module__", None) or ""
        asks = lowered is not None and not _TYPE_QUESTIONS.isdisjoint(called_names(lowered))
        shapes = [self._parameter(p, hints, lowered, owner, module, asks) for p in found]
        if found and not skip and found[0].annotation is inspect.Parameter.empty:
            receivers = self._receivers(function, found[0].name)
            if receivers:
                shapes[0] = replace(shapes[0], shape=likelier(receivers, shapes[0].shape))
        shapes = [each for p in shapes for each in _with_keys(p, hints.get(p.name), self.classes(), owner)]
        if self.widening is not None:
            shapes = [replace(p, shape=self.widening.inside(p.shape)) for p in shapes]
        return tuple(shapes)

    def widened(self, widening: Widening) -> Catalogue:
        """The project, where what objects are made from and asked with is any value of its annotation."""
        return replace(self, widening=widening, changes={}, _constructors={}, _signatures={}, facts={})

    def result(self, function: Any, owner: type) -> Shape | None:
        """What the annotation of a function says it returns; None where it says nothing."""
        more = self.typing_names.get(getattr(function, "__module__", None) or "", {})
        hints = hints_of(function, {**more, **getattr(function, "__globals__", {})})
        if "return" not in hints:
            return None
        shape = shape_of_annotation(hints["return"], self.classes(), owner)
        return None if isinstance(shape, Opaque) else shape

    def _receivers(self, function: Any, first: str) -> tuple[Shape, ...]:
        """What the first parameter stands for where a class holds the function, or it is defined inside a method."""
        path, _, inner = getattr(function, "__qualname__", "").partition(".<locals>.")
        if inner:
            cls = sys.modules.get(function.__module__)
            for part in path.split(".")[:-1]:
                cls = getattr(cls, part, None)
            holders = [cls] if isinstance(cls, type) and first == "self" else []
        else:
            holders = [c for c in self.classes() if any(value is function for value in vars(c).values())]
        shapes = (shape_of_annotation(cls, self.classes()) for cls in holders)
        return tuple(shape for shape in shapes if not isinstance(shape, Opaque))

    def _parameter(
        self,
        p: inspect.Parameter,
        hints: dict[str, Any],
        lowered: ir.Function | None,
        owner: type | None,
        module: str,
        asks: bool,
    ) -> ParameterShape:
        """asks: does the function ask for types?"""
        kind = {
            p.POSITIONAL_ONLY: "positional-only",
            p.POSITIONAL_OR_KEYWORD: "positional",
            p.KEYWORD_ONLY: "keyword-only",
            p.VAR_POSITIONAL: "*",
            p.VAR_KEYWORD: "**",
        }[p.kind]
        names: tuple[str, ...] = ()
        unread = False
        if kind == "**" and lowered is not None:
            names = bodies.keywords_used(lowered, p.name)
        if p.name in hints:
            shape = shape_of_annotation(hints[p.name], self.classes(), owner)
            if asks:
                shape = with_subtypes(shape)
            if isinstance(shape, ObjectShape) and shape.cls in BAGS and lowered is not None:
                fields = shape_inference.attributes_used(lowered, p.name, self, module)
                shape = AnyShape((NamespaceShape(shape.cls, fields),))
            if lowered is not None and kind not in ("*", "**"):
                if shape == ANY:
                    shape = self.inferred(lowered, p, module)
                else:
                    shape = shape_inference.with_records(shape, lowered, p.name, self, module)
        elif p.annotation is not p.empty and isinstance(p.annotation, str):
            shape = shape_of_annotation(p.annotation, self.classes(), owner)
            unread = isinstance(shape, AnyShape)
        elif kind in ("*", "**") and lowered is not None:
            shape = shape_inference.shape_of_rest(lowered, p.name, self, module, named=kind == "**")
        elif kind in ("*", "**"):
            shape = ANY
        else:
            shape = self.inferred(lowered, p, module)
        if p.default is p.empty:
            return ParameterShape(p.name, kind, shape, names=names, unread=unread)
        value = _default_of(p, owner)
        shape, covered = with_default(shape, value, p.name in hints)
        if value is p.default and type(value) in _SHARED and (lowered is None or not only_reads(lowered, p.name)):
            covered = False  # there is one such object for all calls
        default = (p.default,) if covered and shape_of_value(p.default) is not None else ()
        return ParameterShape(p.name, kind, shape, not covered, names, default, unread)

    def inferred(self, lowered: ir.Function | None, p: inspect.Parameter, module: str) -> Shape:
        default = shape_of_value(p.default) if p.default is not p.empty else None
        if lowered is None:
            return AnyShape(tuple(dict.fromkeys(([default] if default is not None else []) + list(ANY.candidates))))
        return shape_inference.shape_from_use(lowered, p.name, default, self, module)


def _with_keys(p: ParameterShape, hint: Any, classes: tuple[type, ...], owner: type | None) -> Iterator[ParameterShape]:
    """The parameter; before `**options: Unpack[SomeTypedDict]`, those that the keys of the dict declare; for
    `*args: *tuple[int, str]`, those that the tuple does.
    """
    if p.kind == "*" and (items := [*unpacked_items(hint)]):
        for place, (each, is_open) in enumerate(items):
            shape = shape_of_annotation(each, classes, owner)
            kind, name = ("*", p.name) if is_open else ("positional-only", f"{p.name}[{place}]")
            yield ParameterShape(name, kind, shape)
        return
    keys = unpacked_keys(hint) if p.kind == "**" else None
    declared = shape_of_annotation(keys, classes, owner) if keys is not None else None
    if isinstance(declared, RecordShape):
        for key, shape, needed in declared.fields:
            yield ParameterShape(key, "keyword-only", shape, not needed)
        p = replace(p, names=())
    yield p


def drawn_of(shape: Shape, catalogue: Catalogue) -> tuple[Recipe, ...]:
    """What strategies gave of it; nothing where it is made as any object is."""
    cls = shape.cls if isinstance(shape, ObjectShape | Opaque) else None
    return catalogue.drawn.get(Name(cls.module, cls.qualname), ()) if catalogue.drawn and cls is not None else ()


def once(question: Callable[[Catalogue, type], Answer]) -> Callable[[Catalogue, type], Answer]:
    """Answered once for each class."""

    @functools.wraps(question)
    def answer(catalogue: Catalogue, cls: type) -> Answer:
        asked = question.__qualname__, cls
        if asked not in catalogue.answers:
            catalogue.answers[asked] = question(catalogue, cls)
        found: Answer = catalogue.answers[asked]
        return found

    return answer


def likelier(likely: tuple[Shape, ...], shape: Shape) -> Shape:
    """The shape with candidates that are likelier."""
    others = shape.candidates if isinstance(shape, AnyShape) else (shape,)
    return AnyShape(tuple(dict.fromkeys((*likely, *others))))


def _names_below(cls: type, known: Container[type]) -> Iterator[str]:
    each: type
    for each in type.__subclasses__(cls):
        if each not in known and not inspect.isabstract(each):
            yield each.__qualname__
        yield from _names_below(each, known)


def _is_made(cls: type, modules: Collection[str]) -> bool:
    """Did a function of the library make it, from a class of the project or for one of its modules?"""
    made = any(base.__module__ in modules for base in cls.__mro__) or not is_where_it_says(cls)
    return made and cls.__module__ not in modules and bool(cls.__flags__ & HEAP_TYPE)


def _collect(cls: type, found: dict[type, None]) -> None:
    if cls in found:
        return
    found[cls] = None
    for value in list(vars(cls).values()):
        if isinstance(value, type) and value.__qualname__.startswith(cls.__qualname__ + "."):
            _collect(value, found)


def _written(function: Any) -> bool:
    """Did a decorator or metaclass write the constructor, from the annotations of the fields?"""
    code = getattr(function, "__code__", None)
    return code is None or code.co_filename.startswith("<")


def dataclass_like(cls: type) -> bool:
    """Whether the parameters of the constructor are the fields."""
    return in_class(cls, "__dataclass_fields__") or (issubclass(cls, tuple) and in_class(cls, "_fields"))


_TYPE_QUESTIONS = frozenset({"isinstance", "type", "__class__"})


def with_subtypes(shape: Shape) -> Shape:
    """What else an annotation allows code to find: a bool is an int, and an int will do for a float (PEP 484)."""
    match shape:
        case IntShape():
            return UnionShape((shape, BoolShape()))
        case FloatShape():
            return UnionShape((shape, IntShape()))
        case UnionShape(options):
            widened = [o for option in options for o in _options(with_subtypes(option))]
            return UnionShape(tuple(dict.fromkeys(widened)))
        case _:
            return shape


def _options(shape: Shape) -> tuple[Shape, ...]:
    return shape.options if isinstance(shape, UnionShape) else (shape,)


def shape_of_value(value: Any) -> Shape | None:
    """The shape a default value suggests; None where it suggests nothing."""
    match value:
        case None:
            return NoneShape()
        case bool():
            return BoolShape()
        case int():
            return IntShape()
        case float():
            return FloatShape()
        case str():
            return StrShape()
        case bytes():
            return BytesShape()
        case _:
            return None


_SHARED: Final = (list, dict, set, collections.deque)


def _default_of(p: inspect.Parameter, owner: type | None) -> Any:
    """The default value; of a dataclass field with a factory, what it makes where that is a builtin container."""
    field_ = of_type(owner, "__dataclass_fields__", {}).get(p.name) if owner is not None else None
    factory = getattr(field_, "default_factory", None)
    return factory() if factory in (list, dict, set) else p.default


def _covers(shape: Shape, value: object) -> bool:
    """Whether a default that is no scalar is a value of the shape: an empty container, or a member of the enum."""
    match shape:
        case UnionShape(options) | AnyShape(options):
            return any(_covers(o, value) for o in options)
        case ListShape(_, kind):
            return type(value) is {"list": list, "deque": collections.deque}[kind] and not value
        case DictShape(_, _, kind):
            return kind == "dict" and type(value) is dict and not value
        case SetShape(_, kind):
            return type(value) is {"set": set, "frozenset": frozenset}[kind] and not value
        case VariadicTupleShape():
            return value == ()
        case EnumShape(cls, members):
            return type(value).__qualname__ == cls.qualname and getattr(value, "name", None) in members
        case _:
            return False


def with_default(shape: Shape, value: Any, annotated: bool) -> tuple[Shape, bool]:
    """The shape widened by a default value, and whether the default is one of its values."""
    wanted = shape_of_value(value)
    if wanted is None:
        return shape, _covers(shape, value)
    options = (
        shape.options
        if isinstance(shape, UnionShape)
        else shape.candidates
        if isinstance(shape, AnyShape)
        else (shape,)
    )
    if wanted in options or any(isinstance(o, LiteralShape) and value in o.values for o in options):
        return shape, True
    if isinstance(shape, Opaque):
        return shape, False
    if annotated and not isinstance(wanted, NoneShape):
        return shape, False
    if isinstance(shape, AnyShape):
        return AnyShape((wanted, *shape.candidates)), True
    return union_of((shape, wanted)), True
