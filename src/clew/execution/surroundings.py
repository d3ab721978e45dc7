"""Native code whose result is not decided by its arguments: clocks, chance, files, the environment, addresses, frames.

What such a call gave in one run it need not give in another, so its result is `Lost` even where nothing depends on the
inputs.  By module and name, since the functions themselves do not say.
"""

from __future__ import annotations

import io
import os
import random
import types
from collections.abc import Iterable
from typing import Any, Final

from clew.execution.plain_look import held

_MODULES: Final = frozenset(
    {"random", "_random", "time", "uuid", "secrets", "socket", "_socket", "platform", "subprocess",
    "getpass", "tempfile",
     "glob", "shutil", "threading", "_thread", "signal", "select", "os", "posix", "nt", "locale", "_locale", "pwd",
     "urllib.request", "multiprocessing", "gc", "weakref"}
)  # fmt: skip
_PURE: Final = frozenset(
    {"sleep", "seed", "fspath", "fsencode", "fsdecode", "strptime", "gmtime", "struct_time", "setstate", "UUID", "Lock",
     "RLock", "ref", "WeakValueDictionary", "WeakKeyDictionary", "local", "localeconv", "gcd"}
)  # fmt: skip
_BY_NAME: Final = {
    "posixpath": {"abspath", "realpath", "expanduser", "expandvars", "relpath", "islink", "lexists", "ismount"},
    "genericpath": {"exists", "isfile", "isdir", "getsize", "getmtime", "getatime", "getctime", "samefile"},
    "pathlib": {
        "exists", "is_file", "is_dir", "stat", "lstat", "open", "read_text", "read_bytes", "iterdir", "glob",
    "rglob", "cwd",
        "home", "resolve", "absolute", "expanduser", "owner", "group", "samefile", "is_symlink", "is_mount", "touch",
    },
    "builtins": {"open", "input", "id"},
    "_io": {"open", "FileIO"},
    "sys": {"_getframe", "_getframemodulename"},
    "inspect": {"currentframe", "stack"},
    "io": {"open"},
    "datetime": {"now", "utcnow", "today"},
}  # fmt: skip
OF_THE_PROCESS: Final = frozenset({"argv", "orig_argv", "path", "executable", "prefix", "exec_prefix"})  # of `sys`
_OF_THIS_PYTHON: Final = {
    "sys": {"platform", "implementation", "version_info", "version", "hexversion", "maxsize", "byteorder", "flags",
            "abiflags", "float_info", "int_info", "thread_info", "maxunicode", "api_version", "builtin_module_names"},
    "os": {"name", "sep", "altsep", "extsep", "pathsep", "linesep", "curdir", "pardir", "devnull"},
}  # fmt: skip
THIS_PYTHON: Final = "this-python", "Python, its build and the machine are those of this run"
_FILES: Final = (io.FileIO, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper)


def outside(f: Any, values: Iterable[Any]) -> bool:
    """Is the result decided by something else than the arguments?"""
    values = tuple(values)
    name, owner = held(f, "__name__", ""), held(f, "__self__")
    for value in (*values, owner):
        if isinstance(value, random.Random | os._Environ) or type(value) in _FILES:
            return name not in _PURE
    if f is hash:
        return any(hashed_by_chance(v) for v in values)
    if any(f is shown for shown in _SHOWING) or name in ("__repr__", "__str__", "__format__"):
        return any(map(_shown_by_address, (*values, owner)))
    module = held(f, "__module__")
    if module is None and owner is not None:
        kind = owner if isinstance(owner, type) else type(owner)
        module = kind.__module__
    if module in _MODULES:
        return name not in _PURE and not name.startswith("_")
    return name in _BY_NAME.get(module or "", ())


def of_this_python(f: Any) -> bool:
    """Does a function tell how Python was built, or where it runs?"""
    return bool(held(f, "__module__") == "sysconfig")


def says_of_this_python(module: types.ModuleType, name: str) -> bool:
    return name in _OF_THIS_PYTHON.get(module.__name__, ())


_SHOWING: Final = (repr, str, ascii, format)


def _shown_by_address(value: Any, depth: int = 4) -> bool:
    """Objects without a text of their own, functions and generators are shown with their address."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        return depth > 0 and any(_shown_by_address(v, depth - 1) for v in value)
    if kind is dict:
        return depth > 0 and any(_shown_by_address(v, depth - 1) for item in value.items() for v in item)
    shown: Any = kind.__repr__
    return shown is object.__repr__ or isinstance(value, _WITH_ADDRESS)


_WITH_ADDRESS: Final = (types.FunctionType, types.MethodType, types.GeneratorType, types.CoroutineType)


def hashed_by_chance(value: Any) -> bool:
    """Texts are hashed with a secret of the process, other objects by their address."""
    if isinstance(value, int | float | complex):
        return False
    if isinstance(value, tuple | frozenset):
        return any(map(hashed_by_chance, value))
    return not isinstance(type(value).__hash__, types.FunctionType)
