"""Classes of the project that are not imported and whose objects are values of built-in annotations.

A `class Mode(str, Enum)` of another file may be given where `str` is annotated.  Nobody imports its file, so no
instance is made; a class of its name with the same base and methods, which do nothing, stands for it in questions about
which classes a value may be of: as it cannot be found in a module, what it may do stays open (`inhabitants.Kin`).
"""

from __future__ import annotations

import collections
import enum
import types
from collections.abc import Mapping
from typing import Any, Final

from clew.frontend.declared_classes import DeclaredClass, SetLater, declared_classes
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
    later = SetLater.of((*catalogue.others.texts, *catalogue.others.inside))
    return tuple(_stand_in(each, known[each.base], later) for each in declared)


def _stand_in(declared: DeclaredClass, base: type, later: SetLater) -> type:
    changed = declared.name in later.classes or any(hasattr(base, name) for name in later.attributes)
    defines = declared.defines
    if defines is None or declared.base not in _OF_LIBRARY or changed:
        defines = frozenset({"__eq__"})  # or anything else
    members = {**dict.fromkeys(defines - {"__slots__"}, _method), "__module__": _SOMEWHERE}
    return types.new_class(declared.name, (base,), exec_body=lambda space: space.update(members))


def _method(self: Any) -> None: ...
