"""Library code whose result its arguments decide, its receiver included: a closed set.

What such a call gives for arguments that no input reaches, it gives in every run.  All other native code may read what
another part of the process set, so one run of it says nothing of the next.  The set is closed by what the library says
of itself: nothing in these modules reads clocks, files, settings or registries, but for what
`library.MODULES` excepts and for what `environment_effects` names, which is asked first.

Operators and builtins run the special methods of their operands, so the classes of these have to be known as well.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from clew.effects.environment_effects import of_open_module
from clew.effects.library import DECIDED
from clew.effects.raw_attribute import raw_attribute
from clew.effects.readers import is_generated

_PURE_OF_PATH: Final = frozenset({"__new__", "__init__", "__reduce__", "__rtruediv__", "__truediv__", "with_segments"})


def decided_by_arguments(f: Any, values: Iterable[Any]) -> bool:
    """Is the result of the call known to depend on nothing but the function, its receiver and the values?"""
    return _decided(f, 0) and all(map(_known_class, map(type, values)))


def _decided(f: Any, depth: int) -> bool:
    if depth > 4:
        return False
    kind = type(f)
    if isinstance(f, type):
        return _known_class(f) and _known_class(type(f))
    if kind is types.MethodType:
        return _known_class(type(f.__self__)) and _decided(f.__func__, depth + 1)
    if kind is functools.partial:
        return _decided(f.func, depth + 1)
    if kind is functools._lru_cache_wrapper:
        return _decided(f.__wrapped__, depth + 1)
    if kind is types.FunctionType:
        return is_generated(f) or _known(f.__globals__.get("__name__", ""), f.__qualname__)
    if kind in _OF_CLASSES:
        return _known_class(f.__objclass__) and _known(f.__objclass__.__module__, f.__qualname__)
    owner = raw_attribute(f, "__self__")
    if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
        if owner is None or isinstance(owner, types.ModuleType):
            return _known(raw_attribute(f, "__module__") or "", f.__qualname__)
        cls = owner if isinstance(owner, type) else type(owner)
        home = next((base for base in cls.__mro__ if f.__name__ in vars(base)), cls)
        return _known_class(cls) and _known(home.__module__, f"{home.__qualname__}.{f.__name__}")
    return _known_class(kind)


_OF_CLASSES: Final = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)


def _known(module: str, qualname: str) -> bool:
    if of_open_module(module):
        return True  # what of it is not decided was said before
    if module.partition(".")[0] == "clew":
        return True
    part = DECIDED.get(module)
    if part is None:
        return False
    if module == "pathlib" and qualname.startswith("Path."):
        return qualname.removeprefix("Path.") in _PURE_OF_PATH
    return any(name in part.names for name in _prefixes(qualname)) != part.whole


def _prefixes(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition(".")[0]


def _is_known_class(cls: type) -> bool:
    return all(is_of_project(base.__module__) or _known(base.__module__, base.__qualname__) for base in cls.__mro__)


# Do its own methods, those of the project left out, read nothing else?
_known_class: Callable[[type], bool] = functools.lru_cache(maxsize=4_000)(_is_known_class)


def is_of_project(module: str) -> bool:
    """Its functions are followed, but for those that run as they stand."""
    return "_clew" in vars(sys.modules.get(module, _NO_MODULE))


_NO_MODULE: Final = types.ModuleType("")
