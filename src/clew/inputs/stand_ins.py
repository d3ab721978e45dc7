"""Classes of the project that are not imported and whose objects are values of built-in annotations.

A `class Mode(str, Enum)` of another file may be given where `str` is annotated.  Nobody imports its file, so no
instance is made; a class of its name with the same base and methods, which do nothing, stands for it in questions about
which classes a value may be of: as it cannot be found in a module, what it may do stays open (`inhabitants.Kin`).
"""

from __future__ import annotations

import collections
import enum
import types
from collections.abc import Collection, Mapping
from typing import Any, Final

from clew.frontend.declared_classes import DeclaredClass, attributes_set, declared_classes
from clew.frontend.module import ANY_NAME
from clew.inputs.inhabitants import BASES
from clew.inputs.signatures import Catalogue, once

_OF_LIBRARY: Final[Mapping[str, type]] = {
    **{cls.__name__: cls for cls in BASES if cls.__module__ in ("builtins", "collections")},
    "IntEnum": enum.IntEnum, "IntFlag": enum.IntFlag, "StrEnum": enum.StrEnum,
    "namedtuple": tuple, "NamedTuple": tuple, "Tuple": tuple, "List": list, "Dict": dict, "Set": set,
    "FrozenSet": frozenset, "Deque": collections.deque, "DefaultDict": collections.defaultdict, "Text": str,
}  # fmt: skip
_SOMEWHERE: Final = "<a file that is not imported>"


def admitted_classes(catalogue: Catalogue) -> tuple[type, ...]:
    """The classes of the imported modules, and what stands for those that only texts of the project declare."""
    return (*catalogue.classes(), *stand_ins(catalogue))


def stand_ins(catalogue: Catalogue) -> tuple[type, ...]:
    return _stand_ins(catalogue, object)


@once
def _stand_ins(catalogue: Catalogue, _: type) -> tuple[type, ...]:
    known = dict(_OF_LIBRARY)
    for cls in catalogue.classes():
        for base in cls.__mro__:
            if base in _OF_LIBRARY.values():
                known[cls.__name__] = base
    declared = declared_classes(catalogue.others.texts, catalogue.others.inside, known)
    texts = (*catalogue.others.texts, *catalogue.others.inside)
    return tuple(_stand_in(each, known[each.base], texts) for each in declared)


def _stand_in(declared: DeclaredClass, base: type, texts: Collection[str]) -> type:
    """texts: of all files, which may set attributes of it later."""
    defines = declared.defines
    if defines is None or declared.base not in _OF_LIBRARY or _is_changed(declared.name, base, texts):
        defines = frozenset({"__eq__"})  # or anything else
    members = {**dict.fromkeys(defines - {"__slots__"}, _method), "__module__": _SOMEWHERE}
    return types.new_class(declared.name, (base,), exec_body=lambda space: space.update(members))


def _is_changed(name: str, base: type, texts: Collection[str]) -> bool:
    """May texts put something in place of a method of the class of this name?"""
    found = attributes_set(texts, name)
    return ANY_NAME in found or any(hasattr(base, each) for each in found)


def _method(self: Any) -> None: ...
