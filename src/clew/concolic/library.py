"""Step into the pure-Python parts of the standard library that the project's classes are built on.

The mixin methods of `collections.abc`, `UserDict` and its like, and the comparisons `functools.total_ordering` adds are
written in terms of the user's own methods; run natively they would lose every shadow on the way.  Their functions get
instrumented code in place, in this process only.  Modules that clew itself runs on while it explores are left alone.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Iterator

from clew.concolic.loader import Project, instrument_module
from clew.effects.class_homes import is_of_project
from clew.frontend.splice import function_codes, parts_of
from clew.search.sites import Sites

# Module, and the prefixes of the qualified names taken from it.
PARTS: dict[str, tuple[str, ...]] = {
    "_collections_abc": ("",),
    "collections": ("UserDict.", "UserList.", "UserString.", "ChainMap."),
    "functools": ("_gt_from_", "_ge_from_", "_le_from_", "_lt_from_"),
    "statistics": ("",),
    "textwrap": ("",),
    "shlex": ("",),
    "string": ("",),
}


def step_into_library(project: Project, sites: Sites) -> None:
    """Instrument those parts of the library that classes or globals of the project come from."""
    for name in sorted(_modules_used(project)):
        library = sys.modules[name]
        file = getattr(library, "__file__", None)
        if file is None or not file.endswith(".py"):
            continue
        with open(file, encoding="utf-8") as source:
            code = instrument_module(parts_of(source.read(), PARTS[name]), file, name, project, sites)
        del project.modules[name]  # its functions are stepped into; its goals are nobody's
        library.__dict__["_clew"] = project.machine
        by_place = {(c.co_qualname, c.co_firstlineno): c for c in function_codes(code)}
        for function in _functions(library):
            old = function.__code__
            new = by_place.get((old.co_qualname, old.co_firstlineno))
            wanted = any(old.co_qualname.startswith(prefix) for prefix in PARTS[name])
            if new is not None and wanted and new.co_freevars == old.co_freevars and new in project.machine.by_code:
                function.__code__ = new


def _modules_used(project: Project) -> set[str]:
    """Library modules whose parts are bases or methods of the project's classes, or are named by its globals."""
    found: set[str] = set()
    for name in project.modules:
        for value in list(vars(sys.modules[name]).values()) if name in sys.modules else ():
            if isinstance(value, type) and is_of_project(value, project.modules):
                parts = [(base.__module__, base.__qualname__ + ".") for base in value.__mro__]
                parts += [(f.__module__, f.__qualname__) for f in vars(value).values() if _is_function(f)]
            elif isinstance(value, types.ModuleType):
                parts = [(value.__name__, "module")]
            elif inspect.isabstract(value):
                continue  # `Iterator` of an annotation; what derives from it is one of the classes above
            else:
                parts = [(getattr(value, "__module__", None) or "", "object")]
            for module, part in parts:
                home = "_collections_abc" if module == "collections.abc" else module
                if any(part.startswith(prefix) for prefix in PARTS.get(home, ())):
                    found.add(home)
    return found & sys.modules.keys() - project.modules.keys()  # but for the project's own of such a name


def _is_function(value: object) -> bool:
    return isinstance(value, types.FunctionType)


def _functions(library: types.ModuleType) -> Iterator[types.FunctionType]:
    """The functions of a module and of its classes."""
    for value in list(vars(library).values()):
        if isinstance(value, types.FunctionType) and value.__module__ == library.__name__:
            yield value
        elif isinstance(value, type) and value.__module__ in (library.__name__, "collections.abc", "typing"):
            for member in list(vars(value).values()):
                raw = getattr(member, "__func__", member)
                raw = raw.fget if isinstance(raw, property) else raw
                if isinstance(raw, types.FunctionType):
                    yield raw
