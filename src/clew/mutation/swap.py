"""A mutant in the place of its function, in a process that has imported what the tests need.

Every function that was made from the old code gets the new code, under whatever names it goes by now and whatever
decorators have made of it.  A module that is not imported yet is loaded changed.
"""

from __future__ import annotations

import gc
import importlib.machinery
import os
import types
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from clew.checking.probing import Finder
from clew.frontend.places import FunctionNode, first_line
from clew.frontend.replaced import changed_code, changed_module
from clew.mutation.plan import Planned
from clew.records import dataclass

Place: TypeAlias = tuple[str, str, int]
"""Of code: the real path of its file, its name, its first line."""


@dataclass(frozen=True, slots=True)
class Functions:
    """Those of some files that were there at a time."""

    at: Mapping[Place, list[types.FunctionType]]

    @staticmethod
    def now(paths: Iterable[str]) -> Functions:
        wanted = {os.path.realpath(path) for path in paths}
        real: dict[str, str] = {}
        found: dict[Place, list[types.FunctionType]] = {}
        for each in gc.get_objects():
            if type(each) is types.FunctionType:
                code = each.__code__
                path = real.setdefault(code.co_filename, "") or os.path.realpath(code.co_filename)
                real[code.co_filename] = path
                if path in wanted:
                    found.setdefault((path, code.co_name, code.co_firstlineno), []).append(each)
        return Functions(found)

    def of(self, path: str, node: FunctionNode) -> list[types.FunctionType]:
        first = first_line(node)
        return self.at.get((os.path.realpath(path), node.name, first), [])


def swapped(each: Planned, path: str, text: str, functions: Functions) -> bool:
    """Does every function there now have the code of the mutant?  If not, none has."""
    there = functions.of(path, each.original)
    if not there:
        return False
    code = changed_code(text, there[0].__code__.co_filename, each.mutant)
    if any(len(function.__code__.co_freevars) != len(code.co_freevars) for function in there):
        return False  # what `super()` needs went, or came
    for function in there:
        function.__code__ = code
    return True


def load_changed(each: Planned, path: str, text: str) -> None:
    """Should the module be imported from now on, it is the changed one."""
    Finder({path: lambda name, origin: _Changed(name, origin, each, text)}).install()


class _Changed(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, each: Planned, text: str) -> None:
        super().__init__(name, path)
        self.each = each
        self.text = text

    def exec_module(self, module: types.ModuleType) -> None:
        tree = changed_module(self.text, self.each.mutant)
        exec(compile(tree, self.path, "exec", dont_inherit=True), module.__dict__)
