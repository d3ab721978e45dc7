"""Native code whose result is not decided by its arguments: clocks, chance, files, the environment, addresses, frames.

What such a call gave in one run it need not give in another, so its result is `Concretized` even where nothing depends
on the inputs.  By module and name, since the functions themselves do not say.
"""

from __future__ import annotations

import builtins
import enum
import io
import os
import random
import re
import sys
import types
from _contextvars import ContextVar
from collections.abc import Iterable, Iterator, Set
from typing import Any, Final

from clew.effects.chance_hashes import hashed_by_chance
from clew.effects.library import OUTSIDE
from clew.effects.raw_attribute import raw_attribute
from clew.regexes import regex
from clew.semantics.class_lookup import HEAP_TYPE
from clew.source.surroundings import PACKAGES
from clew.verdict.assumptions import CHANGED, Assumption

_PURE: Final = frozenset(
    {"sleep", "seed", "fspath", "fsencode", "fsdecode", "strptime", "gmtime", "struct_time", "setstate", "UUID", "Lock",
     "RLock", "ref", "WeakValueDictionary", "WeakKeyDictionary", "local", "gcd"}
)  # fmt: skip
OPEN_OF_SYS: Final = frozenset(
    {"argv", "orig_argv", "path", "executable", "prefix", "exec_prefix", "modules", "flags", "dont_write_bytecode"}
)
"""Attributes of `sys` that differ so often that nothing is supposed of them."""
# Of the functions of `sys`, those whose result their arguments, or the exception that is handled, decide.
_OF_SYS: Final = frozenset({"intern", "exc_info", "exception", "exit", "getdefaultencoding", "audit", "is_finalizing"})
_OF_THIS_PYTHON: Final = {
    "sys": {"platform", "implementation", "version_info", "version", "hexversion", "maxsize", "byteorder",
            "abiflags", "float_info", "int_info", "thread_info", "maxunicode", "api_version", "builtin_module_names"},
    "os": {"name", "sep", "altsep", "extsep", "pathsep", "linesep", "curdir", "pardir", "devnull"},
}  # fmt: skip
THIS_PYTHON: Final = Assumption("this-python", "Python, its build and the machine are those of this run")
_FILES: Final = (io.FileIO, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper)


def outside(f: Any, values: Iterable[Any]) -> bool:
    """Is the result decided by something else than the arguments?"""
    values = tuple(values)
    name, owner = raw_attribute(f, "__name__", ""), raw_attribute(f, "__self__")
    for value in (*values, owner):
        if issubclass(type(value), random.Random | os._Environ) or type(value) in _FILES:
            return name not in _PURE
    if f is hash:
        return any(hashed_by_chance(v) for v in values)
    if any(f is shown for shown in _SHOWING) or name in ("__repr__", "__str__", "__format__"):
        return any(map(_shown_by_address, (*values, owner)))
    module = raw_attribute(f, "__module__")
    if module is None and owner is not None:
        kind = owner if issubclass(type(owner), type) else type(owner)
        module = raw_attribute(kind, "__module__")
    part = OUTSIDE.get(module or "")
    if part is not None and part.whole:
        return name not in _PURE and not name.startswith("_")
    if module == "sys":
        return name not in _OF_SYS
    if name == "__subclasses__":
        return True  # those that were imported
    return part is not None and part.has(name)


def reads_command_line(f: Any) -> bool:
    """Is it a function, class or method of the library that looks at `sys.argv` by itself?"""
    return raw_attribute(f, "__module__", "") in ("argparse", "optparse")


def of_open_module(module: str) -> bool:
    """Is this a module that `outside` knows, function by function?"""
    return module in OUTSIDE and OUTSIDE[module].whole


def reads_handled_exception(f: Any) -> bool:
    """Does the function tell what exception is being handled?  Where the function handles none, its caller may."""
    return any(f is asking for asking in _ASKING_FOR_EXCEPTION)


_ASKING_FOR_EXCEPTION: Final = (sys.exc_info, getattr(sys, "exception", sys.exc_info))
COPYING: Final = "the ways of copying that copyreg knows"
DIGITS: Final = "how many digits ints may have as text"
RESOURCES: Final = Assumption(
    "resources", "memory, the depth of recursion and digits of ints suffice, and nothing interrupts it"
)
"""That nothing runs out (`concolic/resources.py`)."""

NOTHING_HANDLED: Final = Assumption(
    "process-state", "it is not called where an exception is being handled", about="handled exception"
)


def says_of_digits(error: BaseException) -> bool:
    """Is this what is raised for an int with more digits than `sys.set_int_max_str_digits` allows?"""
    return type(error) is ValueError and "for integer string conversion" in str(error.args[:1])


def finds_loop(f: Any) -> bool:
    """Does the function ask for the running event loop, in a coroutine, which has one?"""
    events = sys.modules.get("asyncio.events")
    return events is not None and f is events.get_running_loop and events._get_running_loop() is not None


LOOP_OF_ASYNCIO: Final = Assumption(
    "process-state", "coroutines are run by an event loop of asyncio", about="event loop"
)


def read_by(f: Any, values: Iterable[Any]) -> str:
    """What the process holds and the result, or whether there is one, depends on; "" for nothing that is known of."""
    name, module, owner = (
        raw_attribute(f, "__name__", ""),
        raw_attribute(f, "__module__") or "",
        raw_attribute(f, "__self__"),
    )
    values = tuple(values)
    for value in (*values, owner):
        if isinstance(value, ContextVar):
            return f"the context variable {value.name}"
    if module in ("warnings", "_warnings"):
        return "the warning filters"
    if module == "copy" and any(type(value).__flags__ & HEAP_TYPE for value in values):
        return COPYING
    if module in ("csv", "_csv"):
        return "the dialects and limits that csv knows"
    if module in ("codecs", "_codecs") and name in _LOOKING_UP:
        return CODECS
    if name in ("encode", "decode") and issubclass(raw_attribute(f, "__objclass__") or type(owner), _TEXTS):
        return CODECS
    if module == "urllib.parse" and name in ("urljoin", "urlunparse", "urlunsplit"):
        return "the schemes that urllib.parse knows"
    if (of_calendar := _read_by_calendar(f, name, (*values, owner))) != "":
        return of_calendar
    if (module.startswith("importlib") and "resources" not in module) or (module, name) == ("builtins", "__import__"):
        return PACKAGES
    if module == "zoneinfo" or (isinstance(owner, type) and owner.__module__ == "zoneinfo"):
        return "the time zones that are installed"
    if f is format and len(values) > 1 and str(values[1]).endswith("n"):
        return "the locale"
    if (of_dates := _read_by_dates(f, name, module, owner)) != "":
        return of_dates
    if "logging" in sys.modules and (module == "logging" or isinstance(owner, sys.modules["logging"].Filterer)):
        shown = (v for v in values if not isinstance(v, sys.modules["logging"].Logger))
        quiet = name in _LOGGING and all(isinstance(v, _TEXTUAL) for v in shown)
        return "" if quiet else "the configuration of logging"
    if "decimal" in sys.modules and (module in ("decimal", "_decimal") or any(map(_is_decimal, (*values, owner, f)))):
        return "the decimal context"
    return ""


CODECS: Final = "the codecs that are registered"
_TEXTS: Final = (str, bytes, bytearray)

# What these do depends on the level and handlers, but they return None in any case, and raise nothing.
_LOGGING: Final = frozenset({"debug", "info", "warning", "warn", "error", "exception", "critical", "log", "getLogger"})
_TEXTUAL: Final = (str, bytes, int, float, type(None))


_LOOKING_UP: Final = frozenset(
    {"lookup", "lookup_error", "encode", "decode", "getencoder", "getdecoder", "getincrementalencoder",
     "getincrementaldecoder", "getreader", "getwriter", "iterencode", "iterdecode"}
)  # fmt: skip


def _read_by_calendar(f: Any, name: str, values: Iterable[Any]) -> str:
    calendar = sys.modules.get("calendar")
    if calendar is None:
        return ""
    if any(value is calendar.c for value in values):
        return "the first day of the week that calendar is set to"
    of_it = isinstance(f, types.FunctionType) and f.__globals__ is vars(calendar)
    return "the locale" if of_it and name.startswith(("format", "prweek", "prmonth", "pryear")) else ""


def may_be_registered(abstract: type, cls: type) -> bool:
    """Would code register the class with the abstract class, of which it is no subclass?

    Which builtin classes are registered with those of the library is documented, and code leaves it so.
    """
    try:
        is_known = abstract in cls.__mro__ or issubclass(cls, abstract)
    except TypeError:  # of a protocol that has more than methods
        is_known = False
    return not is_known and not (_of_library(abstract) and _of_library(cls))


def _of_library(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in sys.stdlib_module_names


def _read_by_dates(f: Any, name: str, module: str, owner: Any) -> str:
    kind = owner if isinstance(owner, type) else type(owner)
    home = raw_attribute(f, "__objclass__") or kind
    if home.__module__ == "datetime" and name in ("timestamp", "astimezone", "fromtimestamp"):
        return "the time zone"
    if name in ("strftime", "strptime") and (home.__module__ == "datetime" or module in ("time", "_strptime")):
        return "the locale and the time zone"
    return ""


def _is_decimal(value: Any) -> bool:
    """A decimal, or a container of them."""
    kind = sys.modules["decimal"].Decimal
    if type(value) in (list, tuple, set, frozenset):
        return any(isinstance(v, kind) for v in value)
    return isinstance(value, kind) or value is kind


_LIBRARY_VARIABLES: Final = {
    ("time", "timezone"): "the time zone", ("time", "altzone"): "the time zone", ("time", "daylight"): "the time zone",
    ("time", "tzname"): "the time zone", ("warnings", "filters"): "the warning filters",
    ("warnings", "defaultaction"): "the warning filters", ("os", "environ"): "", ("os", "environb"): "",
    ("logging", "raiseExceptions"): "the configuration of logging",
    ("logging", "lastResort"): "the configuration of logging", ("logging", "root"): "",
    ("decimal", "DefaultContext"): "the decimal context", ("tempfile", "tempdir"): "the folder for temporary files",
    ("linecache", "cache"): "the files that were read",
    ("calendar", "day_name"): "the locale", ("calendar", "day_abbr"): "the locale",
    ("calendar", "month_name"): "the locale", ("calendar", "month_abbr"): "the locale",
}  # fmt: skip
# Of `sys`, what is the same in every process of this Python; its functions are another matter.
_FIXED_OF_SYS: Final = frozenset({"copyright", "float_repr_style", "hash_info", "stdlib_module_names"})


def of_the_process(module: types.ModuleType, name: str) -> str:
    """What of the process an attribute of a module is; "" for what does not depend on it."""
    if module is sys:
        if name in _FIXED_OF_SYS or says_of_this_python(module, name):
            return ""
        fixed = isinstance(vars(sys).get(name), types.BuiltinFunctionType) and not name.endswith("hook")
        return "" if fixed else f"sys.{name}"
    if name not in vars(module) and "__path__" in vars(module):
        return f"{IMPORTED}{module.__name__}.{name}"  # which would set it
    if (module.__name__, name) in _LIBRARY_VARIABLES:
        return _LIBRARY_VARIABLES[module.__name__, name]
    if module is builtins and name not in _AS_DELIVERED:
        return f"{BUILTIN}{name}"
    return f"{module.__name__}.{name}" if _is_setting(module, name) else ""


def is_submodule(o: Any, name: str) -> bool:
    """Is the attribute a module inside of the package, which it has since somebody imported that?"""
    if not isinstance(o, types.ModuleType) or "__path__" not in vars(o):
        return False
    inner = vars(o).get(name)
    return isinstance(inner, types.ModuleType) and inner.__name__ == f"{o.__name__}.{name}"


def _is_setting(module: types.ModuleType, name: str) -> bool:
    """Is it a variable of the library that code sets, or whose object it fills: no table that is only read?"""
    home = module.__name__
    if home.partition(".")[0] not in sys.stdlib_module_names or home in _OF_TABLES or name.startswith("__"):
        return False
    value = vars(module).get(name, _OF_TABLES)
    if isinstance(value, list | dict | set | bytearray):
        return True
    if value is None or isinstance(value, bool):
        return not name.isupper()
    if callable(value) or isinstance(value, types.ModuleType | enum.Enum):
        return False
    return type(value).__module__ == home and bool(raw_attribute(value, "__dict__", None))


# Modules whose variables are tables, marks and constants.
_OF_TABLES: Final = frozenset(
    {"string", "keyword", "html.entities", "errno", "stat", "token", "tokenize", "http", "opcode", "dis", "typing",
     "types", "math", "unicodedata", "codecs", "__future__", "dataclasses", "symtable", "ast", "numbers"}
)  # fmt: skip


_AS_DELIVERED: Final = frozenset(vars(builtins))


def imported_packages(text: str) -> Iterator[str]:
    """The packages, by their top names, that an import statement names; those of the own package left out."""
    if (match := re.match(r"from\s+(\w+)", text)) is not None:
        yield match[1]
    elif text.startswith("import "):
        for part in text.removeprefix("import ").split(","):
            yield re.split(r"[\s.]", part.strip())[0]


def supposed(what: str) -> Assumption:
    """That it is as it was when the module was imported here."""
    return Assumption("process-state", f"what the process holds is as it was at import: {what}", about=what)


def bound_at_import(what: str) -> Assumption:
    """That others import modules in surroundings like those here.  what: with the variables that tell them."""
    return Assumption("process-state", f"modules are imported in a process like this one: {what}", about=what)


def though_changed(supposed: Assumption) -> Assumption:
    """The same, where code of the project changes it later: shown for little."""
    about = f", though code of the project {'does so' if supposed.about == NOTHING_HANDLED.about else 'changes it'}"
    before, colon, what = supposed.text.partition(": ")
    text = f"{before}{about}{colon}{what}"
    return Assumption("process-state", text, supposed.place, f"{CHANGED}:{supposed.about}")


def changes_process(what: str, used: Set[str], stored: Set[str]) -> bool:
    """May code that uses these names, and sets attributes under those, change what the process holds?

    what: as in `supposed`.
    """
    if what == _CONTEXT and "getcontext" in used and not {"flags", "setattr"}.isdisjoint(used):
        return True
    if what.startswith(REGISTERED):
        return "register" in used
    if what.startswith(BUILTIN):
        return not {"install", "builtins", what.removeprefix(BUILTIN)}.isdisjoint(used | stored)
    module, dot, name = what.rpartition(".")
    if dot and " " not in module:  # `sys.stdout`
        return name in stored or not {f"set{name}", f"redirect_{name}", *_FILLING.get(name, ())}.isdisjoint(used)
    changing = _CHANGING.get(what, frozenset())
    return not changing.isdisjoint(used) or not _STORED.get(what, frozenset()).isdisjoint(stored)


REGISTERED: Final = "the classes registered with "
BUILTIN: Final = "whether there is a builtin "
IMPORTED: Final = "whether something imported "
_CONTEXT: Final = "the decimal context"
# The names of functions that change what `read_by` and `of_the_process` watch.
_CHANGING: Final[dict[str, frozenset[str]]] = {
    _CONTEXT: frozenset({"setcontext", "localcontext", "DefaultContext", "traps", "clear_flags", "clear_traps"}),
    "the warning filters": frozenset(
        {"simplefilter", "filterwarnings", "resetwarnings", "catch_warnings", "filters", "captureWarnings"}
    ),
    "the dialects and limits that csv knows": frozenset({"register_dialect", "unregister_dialect", "field_size_limit"}),
    CODECS: frozenset({"register", "unregister", "register_error"}),
    "the schemes that urllib.parse knows": frozenset({"uses_relative", "uses_netloc", "uses_params"}),
    "the first day of the week that calendar is set to": frozenset({"setfirstweekday"}),
    "the locale": frozenset({"setlocale"}),
    "the time zone": frozenset({"tzset", "TZ"}),
    "the locale and the time zone": frozenset({"setlocale", "tzset", "TZ"}),
    "the configuration of logging": frozenset(
        {"setLevel", "basicConfig", "disable", "dictConfig", "fileConfig", "addHandler", "removeHandler", "addFilter",
         "removeFilter", "addLevelName", "setLoggerClass", "setLogRecordFactory", "handlers"}
    ),
    COPYING: frozenset({"copyreg", "pickle", "dispatch_table"}),
    DIGITS: frozenset({"set_int_max_str_digits"}),
    "the folder for temporary files": frozenset({"gettempdir", "gettempdirb"}),
    "the files that were read": frozenset({"getline", "getlines", "clearcache", "checkcache", "updatecache"}),
}  # fmt: skip
_FILLING: Final[dict[str, tuple[str, ...]]] = {"dispatch_table": ("pickle", "copyreg")}  # of a variable of the library
# The names of attributes that are set to change it.
_STORED: Final[dict[str, frozenset[str]]] = {
    _CONTEXT: frozenset({"prec", "rounding", "Emin", "Emax", "capitals", "clamp", "traps", "flags"}),
    "the warning filters": frozenset({"filters", "defaultaction"}),
    "the first day of the week that calendar is set to": frozenset({"firstweekday"}),
    "the configuration of logging": frozenset(
        {"level", "propagate", "disabled", "raiseExceptions", "lastResort", "root", "handlers"}
    ),
    "the folder for temporary files": frozenset({"tempdir"}),
}


_CHANGERS: Final = frozenset({"install", "builtins"}).union(*_CHANGING.values(), *_STORED.values())
NAMES_A_CHANGE: Final = regex(rf"\b(?:{'|'.join(sorted(_CHANGERS))})\b|\bsys\s*\.\s*\w+\s*=(?!=)|\bredirect_\w+")
"""What a text has to have to change something of the process, as far as `changes_process` knows."""


def of_this_python(f: Any) -> bool:
    """Does a function tell how Python was built, or where it runs?"""
    return bool(raw_attribute(f, "__module__") == "sysconfig")


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
