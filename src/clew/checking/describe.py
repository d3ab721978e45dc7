"""Results as Python text that a test can compare with.

A value is written down only when evaluating the text gives an equal value of the same type, all the way down; sets are
sorted by their text.  Names are written in full (`shop.cart.Color.RED`), with the modules to import beside.  What
cannot be written so has no text, and a test can then only look at its type or at attributes.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import copy
import dataclasses
import enum
import math
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, Final

from clew.records import dataclass
from clew.semantics.class_lookup import HEAP_TYPE

LONGEST: Final = 4_000  # characters; a longer result is no oracle a person would keep
DEEPEST: Final = 20
MOST_ELEMENTS: Final = 20  # of an object, that a test lists
_SIZED: Final = (list, tuple, dict, set, frozenset, collections.deque)


@dataclass(frozen=True, slots=True)
class Description:
    """text: an expression equal to the value, or None; then cls: one for its class, or empty; modules: what must be
    imported for it, sorted.
    """

    text: str | None
    modules: tuple[str, ...]
    type_name: str
    cls: str = ""


class _NoText(Exception):
    """This value cannot be written down."""


def describe(value: object) -> Description:
    """Text that makes an equal value, with the modules it names; the type alone where there is no such text."""
    type_name = show_type(type(value))
    modules = set[str]()
    try:
        text = _write(value, modules, DEEPEST)
        if len(text) > LONGEST or not _is_faithful(text, modules, value):
            raise _NoText
    except (_NoText, RecursionError):
        modules = set()
        cls = _write_class(type(value), modules)
        return Description(None, tuple(modules), type_name, cls)
    return Description(text, tuple(sorted(modules)), type_name)


def describe_attributes(value: object, private: bool = False) -> tuple[tuple[str, Description], ...]:
    """The public attributes of an instance's own that can be written down, by name; or the private ones."""
    if isinstance(value, type | types.ModuleType | types.FunctionType):
        return ()
    attributes = own_attributes(value)
    described = ((name, describe(held)) for name, held in sorted(attributes.items(), key=lambda item: str(item[0])))
    return tuple(
        (name, description)
        for name, description in described
        if type(name) is str
        and name.isidentifier()
        and name.startswith("_") == private
        and description.text is not None
    )


def own_attributes(value: object) -> dict[str, Any]:
    """By name, with those in slots; no code of the user's is run."""
    found: dict[str, Any] = {}
    with contextlib.suppress(AttributeError):
        found.update(object.__getattribute__(value, "__dict__"))
    for base in type(value).__mro__:
        if base.__flags__ & HEAP_TYPE:
            for name, member in type.__dict__["__dict__"].__get__(base).items():
                if type(member) is types.MemberDescriptorType:
                    with contextlib.suppress(AttributeError):
                        found[name] = member.__get__(value, type(value))
    return found


def views_of(cls: type) -> tuple[str, ...]:
    """What can be asked of an object besides its attributes, by what its class says: properties, and what it holds."""
    heap = (base for base in cls.__mro__ if base.__flags__ & HEAP_TYPE)
    own = [base for base in heap if base.__module__ not in sys.stdlib_module_names]
    names = {name: held for base in reversed(own) for name, held in vars(base).items()}
    found = [f"{{}}.{name}" for name, held in sorted(names.items()) if type(held) is property and name[:1] != "_"]
    if callable(names.get("__len__")):
        found.append("list({})" if callable(names.get("__iter__")) else "len({})")
    return tuple(found)


def describe_views(value: object) -> tuple[tuple[str, Description], ...]:
    """Those that can be written down; none where asking for them changes them."""
    if views_of(type(value)):
        with contextlib.suppress(Exception, SystemExit):
            like = copy.deepcopy(value)
            if _views(like) != _views(like):
                return ()
    return _views(value)


def _views(value: object) -> tuple[tuple[str, Description], ...]:
    """Code of the user's is run, and may raise anything at all."""
    found: list[tuple[str, Description]] = []
    for form in views_of(type(value)):
        try:
            if form == "list({})" and len(value) > MOST_ELEMENTS:  # type: ignore[arg-type]
                form = "len({})"
            held = eval(form.format("value"), {"value": value, "__builtins__": builtins})
        except (Exception, SystemExit):
            continue
        described = describe(held)
        if described.text is not None:
            found.append((form, described))
    return tuple(found)


def asked_of(value: object) -> tuple[tuple[str, Description], ...]:
    """What a test can ask of a result without text, as forms: how many elements of a builtin class it holds, or its
    public attributes, or what else it shows.
    """
    if type(value) in _SIZED:
        return (("len({})", describe(len(value))),)  # type: ignore[arg-type]
    attributes = tuple((f"{{}}.{name}", each) for name, each in describe_attributes(value))
    return attributes or describe_views(value)


def show_type(cls: type) -> str:
    """The name of a class as its module knows it."""
    name = cls.__qualname__
    return name if type(name) is str else str(name)


def _write(value: Any, modules: set[str], depth: int) -> str:
    """The text; `_NoText` where there is none.  Chosen by exact type: a subclass may show itself as it likes."""
    if depth == 0:
        raise _NoText
    cls = type(value)
    if value is None or value is Ellipsis or value is NotImplemented:
        return repr(value)
    if cls in (bool, str, bytes):
        if len(value if cls is not bool else "") > LONGEST:
            raise _NoText
        return repr(value)
    if cls is int:
        if value.bit_length() > 3 * LONGEST:
            raise _NoText
        return repr(value)
    if cls is float:
        return repr(value) if math.isfinite(value) else f"float({repr(value)!r})"
    if cls is complex:
        if math.isfinite(value.real) and math.isfinite(value.imag):
            return repr(value)
        raise _NoText

    def inner(part: object) -> str:
        return _write(part, modules, depth - 1)

    if writer := _CONTAINERS.get(cls):
        return writer(value, inner, modules)
    if module := _module_of(cls):
        modules.add(module)
        text = repr(value)
        return text if text.startswith(f"{module}.") else f"{module}.{text}"
    if isinstance(value, enum.Enum):
        return _write_member(value, modules)
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
        return _write_name(value, modules)
    if dataclasses.is_dataclass(cls):
        return _write_record(value, inner, modules)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        arguments = ", ".join(f"{name}={inner(part)}" for name, part in zip(cls._fields, value, strict=True))
        return f"{_write_name(cls, modules)}({arguments})"
    raise _NoText


def _write_dict(value: dict[Any, Any], inner: Callable[[object], str]) -> str:
    return "{" + ", ".join(f"{inner(key)}: {inner(held)}" for key, held in value.items()) + "}"


def _write_tuple(value: Iterable[Any], inner: Callable[[object], str]) -> str:
    parts = [inner(part) for part in value]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _write_list(value: Iterable[Any], inner: Callable[[object], str]) -> str:
    return "[" + ", ".join(inner(part) for part in value) + "]"


def _write_set(value: Iterable[Any], inner: Callable[[object], str]) -> str:
    parts = [(_sort_key(part), inner(part)) for part in value]
    return "{" + ", ".join(text for _, text in sorted(parts)) + "}" if parts else "set()"


def _sort_key(value: Any) -> tuple[str, float, str]:
    """Numbers by size, all else by text."""
    if type(value) in (int, float, bool):
        return ("", float(value) if abs(value) < 1e300 else math.copysign(1e300, value), "")
    return (type(value).__name__, 0.0, repr(value) if type(value) in (str, bytes) else "")


def _write_frozenset(value: frozenset[Any], inner: Callable[[object], str], modules: set[str]) -> str:
    return f"frozenset({_write_set(value, inner)})" if value else "frozenset()"


def _write_bytearray(value: bytearray, inner: Callable[[object], str], modules: set[str]) -> str:
    return f"bytearray({bytes(value)!r})" if value else "bytearray()"


def _write_deque(value: collections.deque[Any], inner: Callable[[object], str], modules: set[str]) -> str:
    modules.add("collections")
    bound = "" if value.maxlen is None else f", maxlen={value.maxlen}"
    return f"collections.deque({_write_list(value, inner)}{bound})"


def _write_counter(value: collections.Counter[Any], inner: Callable[[object], str], modules: set[str]) -> str:
    modules.add("collections")
    return f"collections.Counter({_write_dict(value, inner)})"


def _write_ordered(value: collections.OrderedDict[Any, Any], inner: Callable[[object], str], modules: set[str]) -> str:
    modules.add("collections")
    return f"collections.OrderedDict({_write_dict(value, inner) if value else ''})"


def _write_defaultdict(
    value: collections.defaultdict[Any, Any], inner: Callable[[object], str], modules: set[str]
) -> str:
    modules.add("collections")
    factory = "None" if value.default_factory is None else inner(value.default_factory)
    return f"collections.defaultdict({factory}, {_write_dict(value, inner)})"


def _write_namespace(value: types.SimpleNamespace, inner: Callable[[object], str], modules: set[str]) -> str:
    modules.add("types")
    return "types.SimpleNamespace(" + ", ".join(f"{k}={inner(v)}" for k, v in vars(value).items()) + ")"


_CONTAINERS: Final[dict[type, Callable[[Any, Callable[[object], str], set[str]], str]]] = {
    list: lambda value, inner, modules: _write_list(value, inner),
    tuple: lambda value, inner, modules: _write_tuple(value, inner),
    dict: lambda value, inner, modules: _write_dict(value, inner),
    set: lambda value, inner, modules: _write_set(value, inner),
    frozenset: _write_frozenset,
    bytearray: _write_bytearray,
    range: lambda value, inner, modules: repr(value),
    slice: lambda value, inner, modules: f"slice({inner(value.start)}, {inner(value.stop)}, {inner(value.step)})",
    collections.deque: _write_deque,
    collections.Counter: _write_counter,
    collections.OrderedDict: _write_ordered,
    collections.defaultdict: _write_defaultdict,
    types.SimpleNamespace: _write_namespace,
}

# Classes whose `repr` is an expression.  By name, for a value of a class that nobody has imported there is none.
_BY_REPR: Final = {
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
    "datetime": ("date", "time", "datetime", "timedelta", "timezone"),
    "uuid": ("UUID",),
    "pathlib": ("PosixPath", "PurePosixPath", "PureWindowsPath"),
}


def _module_of(cls: type) -> str | None:
    """The module of a class whose `repr` is an expression."""
    for module, names in _BY_REPR.items():
        held = vars(sys.modules[module]) if module in sys.modules else {}
        if any(held.get(name) is cls for name in names):
            return module
    return None


def _write_member(value: enum.Enum, modules: set[str]) -> str:
    cls = _write_name(type(value), modules)
    name = value.__dict__.get("_name_")
    if type(name) is str and name.isidentifier():
        return f"{cls}.{name}"
    if type(value._value_) is int:  # a combination of flags
        return f"{cls}({value._value_})"
    raise _NoText


def _write_record(value: Any, inner: Callable[[object], str], modules: set[str]) -> str:
    fields = [field for field in dataclasses.fields(value) if field.init]
    try:
        arguments = ", ".join(f"{field.name}={inner(getattr(value, field.name))}" for field in fields)
    except AttributeError:
        raise _NoText from None
    return f"{_write_name(type(value), modules)}({arguments})"


def _write_name(value: Any, modules: set[str]) -> str:
    """The dotted name of a class or function, if that leads to it."""
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if type(module) is not str or type(path) is not str or not all(part.isidentifier() for part in path.split(".")):
        raise _NoText
    found: Any = builtins if module == "builtins" else sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if found is not value:
        raise _NoText
    if module == "builtins":
        return path
    if module == "__main__" or not all(part.isidentifier() for part in module.split(".")):
        raise _NoText
    modules.add(module)
    return f"{module}.{path}"


def _write_class(cls: type, modules: set[str]) -> str:
    """The dotted name of a class, if that leads to it; empty else.  No code of the user's is run."""
    home, path = type.__getattribute__(cls, "__module__"), type.__getattribute__(cls, "__qualname__")
    if type(home) is not str or type(path) is not str or home == "__main__":
        return ""
    if home == "builtins" and _leads_to(home, path, cls):
        return path
    for module in (home.lstrip("_"), home):  # `io` rather than `_io`
        if all(part.isidentifier() for part in module.split(".")) and _leads_to(module, path, cls):
            modules.add(module)
            return f"{module}.{path}"
    for name in types.__all__:
        if vars(types).get(name) is cls:
            modules.add("types")
            return f"types.{name}"
    return ""


def _leads_to(module: str, path: str, cls: type) -> bool:
    first, *rest = path.split(".")
    found = vars(sys.modules[module]).get(first) if module in sys.modules else None
    for part in rest:
        found = type.__dict__["__dict__"].__get__(found).get(part) if isinstance(found, type) else None
    return found is cls and path.replace(".", "").isidentifier()


def _is_faithful(text: str, modules: set[str], value: object) -> bool:
    """Does the text, evaluated as a test would, equal the value?  A bare nan does, by being a nan."""
    namespace: dict[str, Any] = {name.partition(".")[0]: sys.modules.get(name.partition(".")[0]) for name in modules}
    try:
        again = eval(compile(text, "<result>", "eval"), namespace)
        if type(again) is not type(value):
            return False
        if isinstance(value, float) and math.isnan(value):
            return True  # its text was made from it
        return bool(again == value) and bool(value == again)
    except Exception:
        return False
