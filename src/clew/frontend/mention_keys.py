"""How it is written what the texts of a project mention, each name by the file whose text has it.

shop.py::Cart          what `Cart` stands for in that file: its own class, or what an import gives it
shop.py::Cart.total    a function, by its qualified name
.total                 an attribute of whatever: any method, or variable of a module, of that name
=total                 what is set as an attribute of that name, by whomever
shop.py::all>total     `total` of what `all` of the package is, a module or something else
shop.py::Cart<total    `total` of what is a `Cart`, or of a class with that among its bases
open()                 no name, but what may be called or made without one
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import field
from typing import Final

from clew.records import dataclass

BEFORE: Final = ", before"
"""Behind the path of a file whose earlier text this is."""
LAMBDAS: Final = "lambda()"
PARAMETERS: Final = ".parameters()"
"""Behind the key of a function: what its parameters are annotated with."""
OPEN: Final = "open()"
"""Code that is not seen is called, so that methods may be that no text names: `read`, `keys`, `run`, `default`."""
UNKNOWN: Final = "unknown()"
"""A method is called of nobody knows what."""
OPERATORS: Final = "operators()"
"""Operators, and built-in functions, are used on nobody knows what: special methods of any class may be called."""
MAKING: Final = "making()"
"""An object of nobody knows which class is made: by `type(x)(…)`, a copy with other fields, or the like."""
PROTOCOLS: Final = frozenset(
    {"read", "readline", "readlines", "readinto", "write", "writelines", "flush", "close", "fileno", "isatty"}
    | {"seek", "tell", "truncate", "readable", "writable", "seekable", "keys", "send", "throw", "acquire", "release"}
    | {"utcoffset", "dst", "tzname", "fromutc"}
)
"""Methods that objects of the library call of what they were given: files, mappings, generators, locks, time zones."""
GIVEN: Final = "given()"
"""Something is called that has no name: a parameter, or what a table holds."""
HOLDING: Final = frozenset({"list", "dict", "set", "tuple", "frozenset"})
PLAIN_TYPES: Final = frozenset({"int", "str", "float", "bool", "bytes", "complex", "Optional"} | HOLDING)


def library_key(module: str) -> str:
    """Of what a module of the library was given, which it may call: `library(sqlite3)`."""
    return f"library({module.partition('.')[0]})"


def file_of(path: str) -> str:
    """As keys name it; both texts of a file are one."""
    return os.path.realpath(path.removesuffix(BEFORE))


def bare(keys: Iterable[str]) -> set[str]:
    """The names in them, without where they are."""
    return {re.split(r"::|[.=<>]", key)[-1] for key in keys}


def keys_in(file: str, node: ast.AST, modules: Mapping[str, Set[str]]) -> Iterator[str]:
    """What a name, an attribute, a text or a pattern mentions.  modules: by their names, what begins the keys of what
    they have.
    """
    match node:
        case ast.Name(id=name):
            yield f"{file}::{name}"
        case ast.Attribute(ast.Name(id=module), name) if module in modules:
            yield f"={name}"
            yield from (f"{each}{name}" for each in modules[module])
        case ast.Attribute(attr=name):
            yield f".{name}"
        case ast.Constant(value=str() as text) if text.isidentifier():
            yield f".{text}"
        case ast.Global(names):
            yield from (f"{file}::{name}" for name in names)
        case ast.MatchClass(patterns=patterns, kwd_attrs=names):
            yield from (f".{name}" for name in (*names, *(["__match_args__"] if patterns else [])))


@dataclass(eq=False)
class Files:
    """Where modules of dotted names may be: files whose paths end so, or, where none does, with the last part of it."""

    paths: Collection[str]
    by_name: dict[str, list[tuple[list[str], str]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for path in self.paths:
            parts = path.removesuffix(".py").split(os.sep)
            if parts[-1] == "__init__":
                parts.pop()
            self.by_name[parts[-1] if parts else ""].append((parts, path))

    def of(self, module: str) -> set[str]:
        found, parts = self.exactly(module), module.split(".")
        if found or parts[0] in sys.stdlib_module_names:
            return found
        return {path for _, path in self.by_name.get(parts[-1], [])}

    def exactly(self, module: str) -> set[str]:
        """Of a module by its whole name."""
        parts = module.split(".")
        return {path for own, path in self.by_name.get(parts[-1], []) if own[-len(parts) :] == parts}

    def beside(self, file: str, module: str, level: int) -> set[str]:
        """Of a relative import in a file."""
        folder = file.split(os.sep)[:-level]
        inside = os.sep.join([*folder, *(module.split(".") if module else [])])
        return {path for path in (f"{inside}.py", os.path.join(inside, "__init__.py")) if path in self.paths}
