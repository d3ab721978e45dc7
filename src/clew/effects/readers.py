"""Library code that is known to change none of its arguments, nor what these hold.

The set is closed by what the library says of itself, never by runs: a function that is not here leaves everything
mutable that it was given unknown.  Functions that call back (`sorted(key=f)`, `copy.copy` with a `__copy__`) are here
all the same, since code of the project that they run is followed.  What changes as it is used (iterators, streams,
digests) is no business of the table: it is unknown after any call (`object_graph.hides_state`).
"""

from __future__ import annotations

import builtins
import copy
import functools
import operator
import types
from collections import OrderedDict, deque
from typing import Any, Final

from clew.effects.library import LOOKING, READS
from clew.effects.raw_attribute import raw_attribute
from clew.semantics.class_lookup import in_bases

# In modules that only read (`library.MODULES`), these fill, sort, or set what they are given all the same.  They stand
# here, and not in the rows, since none of these modules may have a function or method of such a name that is trusted.
_CHANGING: Final = frozenset(
    {
        # operator; bisect; struct; copy of the language's own statements
        "setitem", "delitem", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior",
        "ipow", "irshift", "isub", "ixor", "insort", "insort_left", "insort_right", "pack_into", "call", "methodcaller",
        # readv and the like fill buffers; environments
        "readv", "preadv", "readinto", "recv_into", "putenv", "unsetenv", "_read_into",
        # methods of contexts, streams, caches, encoders that keep what they saw
        "setcontext", "clear_flags", "clear_traps", "setattr", "prec", "clear", "update", "append", "extend", "insert",
        "pop", "popitem", "setdefault", "remove", "discard", "add", "write", "sort", "reverse", "seed", "shuffle",
        "push_source", "push_token", "pop_source", "read_token", "get_token", "__next__", "__iter__", "send", "throw",
        "close", "__setitem__", "__delitem__", "__setattr__", "__delattr__", "__init__", "__setstate__", "__iadd__",
        "__imul__", "__isub__", "__ior__", "__iand__", "__ixor__", "__enter__", "__exit__", "update_wrapper",
        "new_class",
        "set_seqs", "set_seq1", "set_seq2", "extract_tb", "prepare_class", "wraps", "get_overloads",
        "runtime_checkable",
        "final", "no_type_check", "overload", "override", "dataclass_transform", "coroutine", "resolve_bases",
        "setlocale", "catch_warnings", "warn_explicit", "clear_frames", "setfirstweekday",
        # what `difflib.SequenceMatcher` remembers
        "ratio", "quick_ratio", "get_matching_blocks", "get_opcodes", "get_grouped_opcodes", "find_longest_match",
    }
)  # fmt: skip
_NEVER_CHANGE: Final[tuple[type, ...]] = (
    int, float, complex, str, bytes, bool, range, tuple, frozenset, type(None), slice, type(...),
    types.MappingProxyType, type({}.keys()), type({}.values()), type({}.items()),
)  # fmt: skip
_OF_MUTABLE: Final = (list, dict, set, bytearray, deque, OrderedDict, memoryview)
# Special methods of mutable builtin containers that only look.
_LOOKING: Final = frozenset(
    {
        "__len__", "__contains__", "__getitem__", "__iter__", "__reversed__", "__eq__", "__ne__", "__lt__", "__le__",
        "__gt__", "__ge__", "__add__", "__radd__", "__mul__", "__rmul__", "__and__", "__rand__", "__or__", "__ror__",
        "__sub__", "__rsub__", "__xor__", "__rxor__", "__mod__", "__repr__", "__str__", "__format__", "__hash__",
        "__sizeof__", "__reduce__", "__reduce_ex__", "__getstate__", "__dir__", "__class__", "__getattribute__",
        "__copy__", "__bool__", "__doc__", "__new__",
    }
)  # fmt: skip
_OF_OBJECT: Final = frozenset(vars(object)) - {"__setattr__", "__delattr__", "__init__"}


def only_reads(f: Any, given: int = 1) -> bool:
    """Is it known that a call changes nothing of what it is given, or is bound to?  given: how many arguments."""
    if f is copy.deepcopy and given > 1:
        return False  # it fills the memo
    if isinstance(f, type):
        return _constructor_reads(f)
    name, owner = raw_attribute(f, "__name__", "") or "", raw_attribute(f, "__self__")
    if type(f) in (types.MethodWrapperType, types.WrapperDescriptorType, types.MethodDescriptorType):
        kind = f.__objclass__
        return _method_reads(kind, name)
    if type(f) is types.BuiltinFunctionType and owner is not None and not isinstance(owner, types.ModuleType):
        return _method_reads(owner if isinstance(owner, type) else type(owner), name)
    if type(f) is types.MethodType:
        return only_reads(f.__func__)
    if type(f) is functools._lru_cache_wrapper:
        return only_reads(f.__wrapped__)
    if not isinstance(f, types.FunctionType | types.BuiltinFunctionType):
        return type(f) in _CALLABLES
    return is_generated(f) or _of_module(raw_attribute(f, "__module__") or "", name)


_CALLABLES: Final = (operator.itemgetter, operator.attrgetter)
_GENERATED: Final = frozenset(
    {"__init__", "__new__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__repr__", "__hash__"}
)


def is_generated(f: Any) -> bool:
    """A method that `dataclasses`, `attrs` or `namedtuple` wrote: it keeps, compares or shows what it is given."""
    written = isinstance(f, types.FunctionType) and f.__code__.co_filename.startswith(("<string>", "<attrs generated"))
    return written and f.__name__ in _GENERATED


def _of_module(module: str, name: str) -> bool:
    part = READS.get(module)
    if part is None or not part.has(name):
        return False
    if module == "builtins":
        return name in vars(builtins)
    return not (part.whole and name in _CHANGING)


def _method_reads(kind: type, name: str) -> bool:
    """A method in C, of this class or a class that inherits it."""
    home = next((base for base in kind.__mro__ if name in vars(base)), kind)
    if home is object:
        return name in _OF_OBJECT
    if home in _NEVER_CHANGE:
        return True
    if home in _OF_MUTABLE:
        return name in _LOOKING or name in LOOKING[home.__name__]
    if home is type:
        return name in ("mro", "__subclasses__", "__instancecheck__", "__subclasscheck__", "__call__", "__repr__")
    return (issubclass(kind, BaseException) and name in _OF_OBJECT) or _of_module(home.__module__, name)


def _constructor_reads(cls: type) -> bool:
    """Making an instance keeps what it is given, and changes it only in classes that are not known."""
    if cls.__module__ == "builtins":
        return True
    made = in_bases(cls, "__init__", None)
    if type(made) is types.WrapperDescriptorType:
        made = made.__objclass__
    home = raw_attribute(made, "__module__") or cls.__module__
    if is_generated(made) or home in _MAKING:
        return True
    part = READS.get(home)
    return part is not None and (part.whole or cls.__name__ in part.names)


_MAKING: Final = frozenset({"builtins", "collections", "_collections", "types", "enum", "abc", "typing", "array"})
