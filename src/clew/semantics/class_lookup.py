"""What a class holds under a name, its bases included, without running a descriptor."""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Callable
from typing import Any, Final, NoReturn

HEAP_TYPE: Final = 1 << 9
"""Of `type.__flags__`: made by a class statement, or by C code that makes its types late."""

_ABSENT = object()
_HARMLESS: Final = frozenset(
    {"__init__", "__new__", "__repr__", "__str__", "__class_getitem__", "__init_subclass__", "__hash__", "__module__",
     "__qualname__", "__doc__", "__dict__", "__weakref__", "__slots__", "__annotations__", "__parameters__",
     "__orig_bases__", "__firstlineno__", "__static_attributes__", "__match_args__"}
)  # fmt: skip


def in_bases(cls: type, name: str, default: Any = _ABSENT) -> Any:
    """What a class or its first base that defines the name holds under it: descriptors as they are."""
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), default)


def of_type(cls: type, name: str, default: Any) -> Any:
    """The attribute as `type` finds it, without hooks of a metaclass."""
    try:
        return type.__getattribute__(cls, name)
    except AttributeError:
        return default


def in_class(cls: type, name: str) -> bool:
    """Whether a class or a base of it defines the name."""
    return in_bases(cls, name) is not _ABSENT


def _container_base(kind: type) -> type | None:
    """The list, dict, set or deque that a class inherits from directly, where no special method of its own disturbs
    what it inherits.
    """
    base = next((b for b in (list, dict, set, collections.deque) if issubclass(kind, b)), None)
    if base is None or not kind.__flags__ & HEAP_TYPE or base is not kind.__base__:
        return None
    for cls in kind.__mro__[: kind.__mro__.index(base)]:
        if any(name.startswith("__") and name not in _HARMLESS for name in vars(cls)):
            return None
    return base


_remembered_base = functools.cache(_container_base)
container_base: Callable[[type], type | None] = _remembered_base

_remembered = functools.cache(lambda cls, name: in_bases(cls, name, None))
lookup: Callable[[type, str], Any] = _remembered
"""The attribute in the class or its bases, unbound and raw; None where there is none, or it is None."""

_declared = functools.cache(lambda cls, name: in_class(cls, name))
declares: Callable[[type, str], bool] = _declared
"""`in_class`, remembered."""


def _withheld(*_: Any) -> NoReturn:
    raise TypeError("'NoneType' object is not callable")


WITHHELD: Final = functools.partial(_withheld)
"""What a class has that sets a special method to None: it hides that of its bases, and calls of it fail.  It is no
function in Python for those that step into these.
"""

_remembered_special = functools.cache(lambda cls, name: WITHHELD if in_bases(cls, name) is None else lookup(cls, name))
special: Callable[[type, str], Any] = _remembered_special
"""The special method that operations ask for; None where there is none, WITHHELD where it is None."""


def is_python(f: Any) -> bool:
    """Is it a function written in Python?"""
    return isinstance(f, types.FunctionType)


def forget_classes() -> None:
    """Classes may have changed: look at them again."""
    for remembered in (_remembered, _remembered_base, _remembered_special, _declared):
        remembered.cache_clear()
