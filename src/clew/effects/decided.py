"""Library code whose result its arguments decide, its receiver included: a closed set.

What such a call gives for arguments that no input reaches, it gives in every run.  All other native code may read what
another part of the process set, so one run of it says nothing of the next.  The set is closed by what the library says
of itself: nothing in these modules reads clocks, files, settings or registries, but for what stands in `_BEYOND` and
for what `surroundings` names, which is asked first.

Operators and builtins run the special methods of their operands, so the classes of these have to be known as well.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from clew.effects.environment_effects import of_open_module
from clew.effects.raw_attribute import raw_attribute
from clew.effects.readers import is_generated

_MODULES: Final = frozenset(
    {
        "__future__", "_abc", "_ast", "_bisect", "_blake2", "_bz2", "_codecs", "_collections", "_collections_abc",
        "_csv", "_datetime", "_decimal", "_elementtree", "_functools", "_hashlib", "_heapq", "_io", "_json", "_lzma",
        "_markupbase", "_md5", "_operator", "_pickle", "_pydatetime", "_pydecimal", "_queue", "_sha1", "_sha2",
        "_sha256", "_sha3", "_sha512", "_sre", "_stat", "_statistics", "_string", "_strptime", "_struct", "_typing",
        "_warnings", "abc", "array", "ast", "base64", "binascii", "bisect", "builtins", "bz2", "calendar", "cmath",
        "codecs", "collections", "collections.abc", "colorsys", "configparser", "contextlib", "copy", "copyreg", "csv",
        "dataclasses", "datetime", "decimal", "difflib", "enum", "errno", "fnmatch", "fractions", "functools",
        "genericpath", "graphlib", "gzip", "hashlib", "heapq", "hmac", "html", "html.entities", "html.parser", "http",
        "io", "ipaddress", "itertools", "json", "json.decoder", "json.encoder", "json.scanner", "keyword", "logging",
        "lzma", "marshal", "math", "ntpath", "numbers", "opcode", "operator", "pathlib", "pickle", "posixpath",
        "pprint", "queue", "quopri", "re", "re._casefix", "re._compiler", "re._constants", "re._parser", "reprlib",
        "shlex", "sre_compile", "sre_constants", "sre_parse", "stat", "statistics", "string", "struct", "sys",
        "textwrap", "token", "tokenize", "tomllib", "tomllib._parser", "tomllib._re", "types", "typing",
        "typing_extensions", "unicodedata", "urllib.parse", "warnings", "xml.etree.ElementTree", "xml.sax.saxutils",
        "zipfile._path", "zlib", "zoneinfo",
    }
)  # fmt: skip
# Of these modules but a part, by qualified names.
_PARTS: Final[dict[str, frozenset[str]]] = {
    "asyncio.tasks": frozenset({"sleep", "__sleep0"}),
    "asyncio.coroutines": frozenset({"iscoroutine", "iscoroutinefunction"}),
    "asyncio.locks": frozenset(
        {"Lock", "Event", "Semaphore", "BoundedSemaphore", "Condition", "Lock.__init__", "Event.__init__",
         "Semaphore.__init__", "BoundedSemaphore.__init__", "Lock.locked", "Event.is_set", "Event.set", "Event.clear",
         "Semaphore.locked"}
    ),
    "asyncio.queues": frozenset(
        {"Queue", "Queue.__init__", "Queue.put_nowait", "Queue.get_nowait", "Queue.qsize", "Queue.empty", "Queue.full",
         "PriorityQueue", "LifoQueue"}
    ),
    "_sitebuiltins": frozenset({"Quitter", "Quitter.__call__"}),
    "contextvars": frozenset({"ContextVar"}),
    "_contextvars": frozenset({"ContextVar", "Token"}),
    "argparse": frozenset({"Namespace", "Namespace.__init__"}),
    "email.utils": frozenset({"parseaddr", "formataddr", "quote", "unquote"}),
    "inspect": frozenset(
        {"signature", "isfunction", "isclass", "ismethod", "ismodule", "isbuiltin", "isroutine", "isabstract",
         "isgenerator", "isgeneratorfunction", "iscoroutine", "iscoroutinefunction", "isawaitable",
         "isasyncgenfunction", "isasyncgen", "isdatadescriptor", "ismethoddescriptor", "cleandoc", "getmro", "unwrap",
         "getattr_static", "getfullargspec", "Parameter", "Signature", "BoundArguments"}
    ),
}  # fmt: skip
# Of the modules above, what reads, or may read, more than its arguments: as `module.qualname`, or all under a class.
_BEYOND: Final = frozenset(
    {
        "builtins.open", "builtins.input", "builtins.__import__", "builtins.breakpoint", "builtins.exec",
        "builtins.eval", "builtins.compile", "builtins.globals", "builtins.locals", "builtins.vars", "builtins.dir",
        "builtins.help", "abc.get_cache_token", "_abc.get_cache_token", "gzip.compress", "gzip.GzipFile", "gzip.open",
        "bz2.open", "bz2.BZ2File", "lzma.open", "lzma.LZMAFile", "statistics.NormalDist.samples",
        "typing.get_overloads", "configparser.RawConfigParser.read", "configparser.ConfigParser.read",
        "contextlib.chdir", "contextlib.redirect_stdout", "contextlib.redirect_stderr", "codecs.open",
        "xml.etree.ElementTree.parse",
        "xml.etree.ElementTree.tostring", "xml.etree.ElementTree.tostringlist", "xml.etree.ElementTree.ElementTree",
        "_elementtree.dump", "hashlib.file_digest", "tokenize.open", "sys.audit", "io.open", "_io.open", "_io.FileIO",
        "io.open_code", "_io.open_code", "pickle.Unpickler", "pickle.Pickler",
    }
)  # fmt: skip
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
    if module not in _MODULES:
        part = _PARTS.get(module, frozenset())
        return qualname in part or qualname.partition(".")[0] in part
    if module == "pathlib" and qualname.startswith("Path."):
        return qualname.removeprefix("Path.") in _PURE_OF_PATH
    return not any(name in _BEYOND for name in _prefixes(f"{module}.{qualname}"))


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
