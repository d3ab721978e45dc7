"""Sets whose order the hashes of a process give, and what of the library shows that order."""

from __future__ import annotations

import operator
import types
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable
from typing import Any, Final

from clew.effects import object_graph
from clew.effects.raw_attribute import raw_attribute
from clew.semantics.hashing import by_hash

# Builtins and operators that give the same in whatever order a set is; `sorted` and its like without a key.
_WITHOUT_ORDER: Final = frozenset(
    {len, bool, isinstance, issubclass, hash, id, type, callable, any, all, set, frozenset, getattr, setattr, hasattr,
     operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.contains, operator.not_,
     operator.truth, operator.is_, operator.is_not, operator.and_, operator.or_, operator.xor, operator.sub,
     operator.iand, operator.ior, operator.ixor, operator.isub, operator.getitem}
)  # fmt: skip
_BUT_FOR_KEYS: Final = frozenset({sorted, min, max})
_OF_SETS: Final = (set, frozenset)
_SHOWING: Final = frozenset({"pop", "__iter__", "__repr__", "__str__", "__format__", "__reduce__", "__reduce_ex__"})
_OF_CONTAINERS: Final = (list, dict, tuple, deque, OrderedDict, defaultdict)
_FILLING: Final = frozenset(
    {"extend", "extendleft", "update", "fromkeys", "__init__", "__iadd__", "__ior__", "__repr__", "__str__",
     "__format__", "__reduce__", "__reduce_ex__"}
)  # fmt: skip


def is_shown_by(f: Any, values: Iterable[Any], with_key: bool) -> bool:
    """May the result depend on the order of a set that is, or is inside of, one of the values?"""
    return not _leaves_out_order(f, with_key) and is_within(values)


def is_within(values: Iterable[Any]) -> bool:
    """Is one of the values, or something inside, a set whose order the process decides?"""
    return any(
        each is object_graph.TOO_MANY or (isinstance(each, set | frozenset) and by_hash(each))
        for each in object_graph.reachable([(value, None) for value in values])
    )


def _leaves_out_order(f: Any, with_key: bool) -> bool:
    kind = type(f)
    if kind is types.BuiltinFunctionType or isinstance(f, type):
        owner = raw_attribute(f, "__self__")
        if owner is None or isinstance(owner, types.ModuleType):
            return f in _WITHOUT_ORDER or (f in _BUT_FOR_KEYS and not with_key)
        home = owner if isinstance(owner, type) else type(owner)
    elif kind in (types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType):
        home = f.__objclass__
    else:
        return False
    name = raw_attribute(f, "__name__")
    return (home in _OF_SETS and name not in _SHOWING) or (home in _OF_CONTAINERS and name not in _FILLING)
