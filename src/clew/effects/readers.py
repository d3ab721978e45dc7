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

from clew.effects.raw_attribute import raw_attribute
from clew.semantics.class_lookup import in_bases

# Modules none of whose functions, nor methods of their classes, change what they are given (`self` included).
_MODULES: Final = frozenset(
    {
        "_bisect", "_datetime", "_json", "_locale", "_operator", "_pydatetime", "_pydecimal", "_sre", "_statistics",
        "_stat", "_strptime", "_struct", "_string", "_warnings", "base64", "binascii", "bisect", "calendar", "cmath",
        "colorsys",
        "copy", "datetime", "decimal", "difflib", "errno", "fnmatch", "fractions", "genericpath", "getpass", "glob",
        "html", "html.entities", "http", "importlib", "importlib.metadata", "importlib.util", "inspect", "ipaddress",
        "itertools", "json", "json.decoder", "json.encoder", "keyword", "linecache", "locale", "math", "mimetypes",
        "ntpath", "numbers", "operator", "os", "os.path", "pathlib", "platform", "posix", "posixpath", "pprint",
        "quopri", "re", "re._compiler", "re._parser", "reprlib", "secrets", "shlex", "stat", "statistics", "string",
        "struct", "sys", "sysconfig",
        "textwrap", "time", "token", "traceback", "types", "typing", "unicodedata", "urllib.parse",
        "uuid", "warnings", "zlib", "zoneinfo",
    }
)  # fmt: skip
# But for these: they fill, sort, or set what they are given.
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
# Of modules with others beside them, these alone.
_FUNCTIONS: Final[dict[str, frozenset[str]]] = {
    "_collections": frozenset({"_tuplegetter"}),
    "_collections_abc": frozenset(
        {"get", "keys", "items", "values", "index", "count", "isdisjoint", "__contains__", "__eq__", "__and__",
         "__or__", "__sub__", "__xor__", "__le__", "__lt__", "__ge__", "__gt__", "_hash", "__reversed__"}
    ),
    "_csv": frozenset({"list_dialects", "get_dialect", "field_size_limit"}),
    "_functools": frozenset({"reduce", "cmp_to_key", "partial"}),
    "_heapq": frozenset(),
    "_io": frozenset({"open", "StringIO", "BytesIO", "text_encoding"}),
    "_thread": frozenset({"get_ident", "get_native_id"}),
    "abc": frozenset({"__instancecheck__", "__subclasscheck__"}),
    "ast": frozenset({"parse", "literal_eval", "dump", "unparse", "walk", "iter_child_nodes", "iter_fields",
                      "get_docstring", "get_source_segment"}),
    "atexit": frozenset({"register"}),
    "codecs": frozenset({"encode", "decode", "lookup", "getencoder", "getdecoder"}),
    "_codecs": frozenset({"encode", "decode", "lookup"}),
    "collections": frozenset({"namedtuple", "most_common", "elements", "total", "_asdict", "copy"}),
    "configparser": frozenset({"get", "getint", "getfloat", "getboolean", "sections", "options", "has_section",
                               "has_option", "items", "defaults"}),
    "contextlib": frozenset({"nullcontext", "suppress", "closing", "contextmanager"}),
    "contextvars": frozenset({"get", "name"}),
    "csv": frozenset({"reader", "writer", "DictReader", "DictWriter"}),
    "dataclasses": frozenset({"asdict", "astuple", "fields", "is_dataclass", "replace"}),
    "enum": frozenset({"__call__", "__contains__", "__getitem__", "__iter__", "__len__", "__or__", "__and__", "__xor__",
                       "__invert__", "__str__", "__repr__", "__format__", "__hash__", "__new__", "_missing_"}),
    "functools": frozenset({"reduce", "cmp_to_key", "partial"}),
    "heapq": frozenset({"nlargest", "nsmallest", "merge"}),
    "io": frozenset({"open", "StringIO", "BytesIO", "text_encoding"}),
    "logging": frozenset(
        {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log", "getLogger",
         "getLevelName", "isEnabledFor", "getEffectiveLevel", "hasHandlers", "getChild", "getLevelNamesMapping"}
    ),
    "pickle": frozenset({"dumps"}),
    "_pickle": frozenset({"dumps"}),
    "random": frozenset({"choice", "choices", "sample", "randint", "randrange", "uniform", "random", "gauss"}),
    "marshal": frozenset({"dumps", "loads"}),
    "hashlib": frozenset({"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "new"}),
    "_hashlib": frozenset({"new", "openssl_md5", "openssl_sha1", "openssl_sha224", "openssl_sha256", "openssl_sha384",
                           "openssl_sha512", "hmac_digest", "pbkdf2_hmac", "compare_digest"}),
    "hmac": frozenset({"new", "digest", "compare_digest"}),
    "gzip": frozenset({"compress", "decompress"}),
    "bz2": frozenset({"compress", "decompress"}),
    "lzma": frozenset({"compress", "decompress"}),
    "tokenize": frozenset({"generate_tokens", "untokenize"}),
    "tomllib": frozenset({"loads"}),
    "tomllib._parser": frozenset({"loads"}),
    "xml.sax.saxutils": frozenset({"escape", "unescape", "quoteattr"}),
    "weakref": frozenset({"ref", "proxy"}),
}  # fmt: skip
_BUILTINS: Final = frozenset(vars(builtins)) - frozenset(
    {"setattr", "delattr", "exec", "eval", "next", "anext", "__import__", "__build_class__", "breakpoint"}
)
_NEVER_CHANGE: Final[tuple[type, ...]] = (
    int, float, complex, str, bytes, bool, range, tuple, frozenset, type(None), slice, type(...),
    types.MappingProxyType, type({}.keys()), type({}.values()), type({}.items()),
)  # fmt: skip
_OF_MUTABLE: Final = (list, dict, set, bytearray, deque, OrderedDict, memoryview)
# Methods of mutable builtin containers that only look.
_LOOKING: Final = frozenset(
    {
        "copy", "count", "index", "get", "items", "keys", "values", "fromkeys", "difference", "intersection", "union",
        "symmetric_difference", "isdisjoint", "issubset", "issuperset", "decode", "find", "rfind", "rindex", "hex",
        "fromhex", "startswith", "endswith", "join", "split", "rsplit", "splitlines", "strip", "lstrip", "rstrip",
        "partition", "rpartition", "replace", "translate", "maketrans", "upper", "lower", "title", "capitalize",
        "swapcase", "center", "ljust", "rjust", "zfill", "expandtabs", "isalnum", "isalpha", "isascii", "isdigit",
        "islower", "isspace", "istitle", "isupper", "removeprefix", "removesuffix", "tobytes", "tolist", "toreadonly",
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
    if module == "builtins":
        return name in _BUILTINS
    if module in _MODULES:
        return name not in _CHANGING
    return name in _FUNCTIONS.get(module, ())


def _method_reads(kind: type, name: str) -> bool:
    """A method in C, of this class or a class that inherits it."""
    home = next((base for base in kind.__mro__ if name in vars(base)), kind)
    if home is object:
        return name in _OF_OBJECT
    if home in _NEVER_CHANGE:
        return True
    if home in _OF_MUTABLE:
        return name in _LOOKING
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
    return home in _MODULES or cls.__name__ in _FUNCTIONS.get(home, ())


_MAKING: Final = frozenset({"builtins", "collections", "_collections", "types", "enum", "abc", "typing", "array"})
