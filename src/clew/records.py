"""Dataclasses whose methods are made when they are first needed.

The standard library compiles six methods of a frozen dataclass when the class is defined, 0.4 ms each class: that was
half of the time clew needed to import itself, for classes most of which a run makes no instance of.  Here `__init__` is
made at the first call, from code compiled once for all classes whose fields are of the same kinds, the other methods
are closures over the names of the fields, and what `dataclasses.fields`, `replace` and `asdict` look at is made when
they look.  All else is as in the standard library, which a law tests, and to which classes with an order, and
those with bases of its own making, are left.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import operator
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, *, slots: bool = False, frozen: bool = False, **options: bool) -> Any:
        """As `dataclasses.dataclass`."""

        def decorate(cls: type) -> type:
            plain = slots and options.keys() <= {"eq", "kw_only"} and "__slots__" not in vars(cls)
            plain = plain and all(map(_is_known, cls.__mro__[1:]))
            own = vars(cls).keys() & {"__init__", "__eq__", "__hash__", "__setattr__"}
            if not plain or own - ({"__eq__", "__hash__"} if frozen and len(own) == 2 else set()):
                return dataclasses.dataclass(slots=slots, frozen=frozen, **options)(cls)
            return _record(cls, frozen, options.get("eq", True), options.get("kw_only", False))

        return decorate if cls is None else decorate(cls)


_NOT_GIVEN = object()
_FIELDS = "_fields_of_record"  # of a class: its fields, inherited ones first, with what is said of each


def _is_known(base: type) -> bool:
    """Is a base of a record one itself, or without fields?"""
    return _FIELDS in vars(base) or "__dataclass_fields__" not in vars(base)


def _record(cls: type, frozen: bool, eq: bool, kw_only: bool) -> type:
    annotations: dict[str, Any] = vars(cls).get("__annotations__", {})
    assert not any("ClassVar" in str(each) or "InitVar" in str(each) for each in annotations.values())
    namespace = dict(vars(cls))
    namespace.pop("__dict__", None)
    namespace.pop("__weakref__", None)
    said: dict[str, Any] = {}
    for base in cls.__mro__[:0:-1]:
        said.update(vars(base).get(_FIELDS, {}))
    inherited = said.keys() - annotations.keys()
    namespace["__slots__"] = tuple([name for name in annotations if name not in said])
    for name in annotations:
        said[name] = namespace.pop(name, _NOT_GIVEN)
    assert not kw_only or not inherited, "some would be positional"
    odd = [(name, default) for name, default in said.items() if isinstance(default, dataclasses.Field)]

    def all_but(option: str) -> tuple[str, ...]:
        left_out = [name for name, default in odd if getattr(default, option) not in (True, None)]
        return tuple([name for name in said if name not in left_out])

    namespace[_FIELDS] = said
    namespace["__match_args__"] = () if kw_only else all_but("init")
    made: type
    methods = [_repr(all_but("repr")), _first_init(lambda: made, said, frozen, kw_only)]
    if eq:
        methods += _comparison(all_but("compare"), frozen)
    if frozen:
        methods += [*_FROZEN, *_pickling(tuple(said))]
    for method in methods:
        namespace.setdefault(method.__name__, method)
    if eq and not frozen:
        namespace["__hash__"] = None
    for attribute in ("__dataclass_fields__", "__dataclass_params__"):
        namespace[attribute] = _OnSight(attribute, said, frozen, eq, kw_only)
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    return made


def _first_init(owner: Callable[[], type], said: dict[str, Any], frozen: bool, kw_only: bool) -> Callable[..., None]:
    """An `__init__` that puts the real one into its place, which `make` does, too."""

    def make() -> Callable[..., None]:
        cls = owner()
        init = _made_init(cls, said, frozen, kw_only)
        cls.__init__ = init  # type: ignore[misc]
        return init

    def __init__(self: object, *args: Any, **kwargs: Any) -> None:
        make()(self, *args, **kwargs)

    __init__.make = make  # type: ignore[attr-defined]
    return __init__


def make_all() -> None:
    """Make what the classes that are known now would make at first use, for a process that is forked often: what a fork
    makes is lost with it.
    """
    classes = object.__subclasses__()
    for cls in classes:
        make = getattr(vars(cls).get("__init__"), "make", None)
        if make is not None:
            make()
        if _FIELDS in vars(cls):
            classes += type.__subclasses__(cls)


def _made_init(cls: type, said: dict[str, Any], frozen: bool, kw_only: bool) -> Callable[..., None]:
    """The code for fields of these kinds, with their names put in."""
    # CPython looks for the builtins there when a warning is given while it runs.
    names: dict[str, Any] = {"__builtins__": builtins, "_not_given": _NOT_GIVEN}
    kinds, parameters, given = "", ["self"], dict[str, Any]()
    for place, (name, default) in enumerate(said.items()):
        init, factory = True, cast("Any", dataclasses.MISSING)
        if isinstance(default, dataclasses.Field):
            init, factory = default.init, default.default_factory
            default = _NOT_GIVEN if default.default is dataclasses.MISSING else default.default
        kinds += _kind(init, factory is not dataclasses.MISSING, default is not _NOT_GIVEN)
        names |= {f"_make_{place}": factory, f"_default_{place}": default}
        if frozen:
            names[f"_set_{place}"] = getattr(cls, name).__set__
        if init:
            parameters.append(name)
            if kinds[-1] == MADE or default is not _NOT_GIVEN:
                given[name] = default
            assert kw_only or not given or name in given, "one with a default comes before"
    template = _init_code(kinds, frozen, hasattr(cls, "__post_init__"), kw_only)
    held = {f"_field_{place}": name for place, name in enumerate(said)}
    code = template.replace(
        co_varnames=tuple(parameters),
        co_names=tuple(held.get(name, name) for name in template.co_names),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    made = types.FunctionType(code, names, "__init__", None if kw_only else tuple(given.values()))
    if kw_only:
        made.__kwdefaults__ = given
    return made


# How a field gets its value: what was given, what is made unless it was given, what is always made, its default, not.
GIVEN, MADE, ALWAYS_MADE, ALWAYS_DEFAULT, UNSET = "gmado"


def _kind(init: bool, has_factory: bool, has_default: bool) -> str:
    if init:
        return MADE if has_factory else GIVEN
    return ALWAYS_MADE if has_factory else ALWAYS_DEFAULT if has_default else UNSET


@functools.cache
def _init_code(kinds: str, frozen: bool, post_init: bool, kw_only: bool) -> types.CodeType:
    """The code of an `__init__` of so many fields, whose names are `_field_0`, …"""
    parameters, body = ["self", "*"] if kw_only and kinds.strip(UNSET) else ["self"], []
    for place, kind in enumerate(kinds):
        if kind == UNSET:
            continue
        given, made = f"given_{place}", f"_make_{place}()"
        if kind in (GIVEN, MADE):
            parameters.append(given)
        value = {GIVEN: given, MADE: f"{made} if {given} is _not_given else {given}", ALWAYS_MADE: made}.get(kind)
        value = value or f"_default_{place}"
        body.append(f"_set_{place}(self, {value})" if frozen else f"self._field_{place} = {value}")
    if post_init:
        body.append("self.__post_init__()")
    text = f"def __init__({', '.join(parameters)}):\n    " + "\n    ".join(body or ["pass"])
    names: dict[str, Any] = {}
    exec(text, names)
    code: types.CodeType = names["__init__"].__code__
    return code


def _repr(names: tuple[str, ...]) -> Callable[..., Any]:
    def __repr__(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def _comparison(names: tuple[str, ...], frozen: bool) -> list[Callable[..., Any]]:
    key: Callable[[object], tuple[Any, ...]]
    match names:
        case ():
            key = lambda self: ()  # noqa: E731
        case (name,):
            only = operator.attrgetter(name)
            key = lambda self: (only(self),)  # noqa: E731
        case _:
            key = operator.attrgetter(*names)

    def __eq__(self: object, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:
        return hash(key(self))

    return [__eq__, __hash__] if frozen else [__eq__]


def _refused(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _kept(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


_refused.__name__, _kept.__name__ = "__setattr__", "__delattr__"
_FROZEN = (_refused, _kept)


def _pickling(names: tuple[str, ...]) -> list[Callable[..., Any]]:
    def __getstate__(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def __setstate__(self: object, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return [__getstate__, __setstate__]


class _OnSight:
    """An attribute of a class that `dataclasses` makes when somebody looks at it."""

    def __init__(self, name: str, said: dict[str, Any], frozen: bool, eq: bool, kw_only: bool) -> None:
        self.name = name
        self.said = said
        self.frozen = frozen
        self.eq = eq
        self.kw_only = kw_only

    def __get__(self, instance: object, owner: type) -> Any:
        cls = next(c for c in owner.__mro__ if vars(c).get(self.name) is self)
        types_of = {
            name: text for c in reversed(cls.__mro__) for name, text in vars(c).get("__annotations__", {}).items()
        }
        annotations = {name: types_of[name] for name in self.said}
        given = {name: default for name, default in self.said.items() if default is not _NOT_GIVEN}
        names = {"__annotations__": annotations, "__module__": cls.__module__, **given}
        body = {
            "__doc__": "Nobody reads it, but where there is none the standard library asks for a signature.",
            **names,
        }
        whole = self.name == "__dataclass_params__"  # which says what methods there are, so they have to be made
        twin: type[Any] = dataclasses.dataclass(
            init=False,
            repr=False,
            eq=whole and self.eq,
            frozen=whole and self.frozen,
            match_args=False,
            kw_only=self.kw_only,
        )(type("twin", (), body))
        found = vars(twin)[self.name]
        setattr(cls, self.name, found)
        return found
