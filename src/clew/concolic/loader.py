"""Import the project with instrumented function bodies; everything else is imported as it is.

The project is the files below the given folders.  Modules outside it, and functions whose instrumented text Python
refuses, run natively; the latter are reported.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import pickle
import sys
import types
from collections.abc import Iterator
from dataclasses import field, replace

from clew.analysis.state import globals_bound
from clew.concolic.codegen import instrument
from clew.concolic.machine import Machine
from clew.frontend.module import Module, read_module
from clew.frontend.splice import Place, function_codes, lines_of_def, splice
from clew.goals.goal import ids_by_place
from clew.records import dataclass
from clew.search.request import Setup
from clew.search.sites import Sites
from clew.source.diagnostics import Diagnostic
from clew.workers.contract_libraries import stand_in
from clew.workers.late_imports import LateImports


@dataclass(slots=True)
class Project:
    """The instrumented modules of a host, by name.

    lowered: what the caller has read already, by name, pickled; given: whatever the files have.
    """

    folders: tuple[str, ...]
    machine: Machine
    lowered: dict[str, bytes] = field(default_factory=dict)
    given: bool = False
    modules: dict[str, Module] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def known(self, name: str) -> Module | None:
        """The module, where the caller has read it."""
        found = self.lowered.get(name)
        if found is None:
            return None
        module = pickle.loads(found)
        assert isinstance(module, Module)
        return module

    def holds(self, file: str | None) -> bool:
        if file is None or not file.endswith(".py"):
            return False
        path = os.path.abspath(file)
        return any(path == folder or path.startswith(folder + os.sep) for folder in self.folders)


def find_instrumented(setup: Setup, sites: Sites, machine: Machine) -> Project:
    """From now on modules in the folders are imported instrumented."""
    project = Project(tuple(os.path.abspath(f) for f in setup.folders), machine)
    ours = sum(isinstance(each, LateImports) for each in sys.meta_path)  # they come first, whatever the project has
    sys.meta_path.insert(ours, _Finder(project, sites))
    stand_in()
    return project


def load(project: Project, setup: Setup) -> types.ModuleType:
    """Import the module instrumented.  Whatever its import raises comes through.

    Where Python finds something else under the name (a compiled extension, an installed copy), or the module gives
    itself another one, that is an ImportError.
    """
    module = setup.module
    project.lowered |= dict(setup.lowered)
    project.given = setup.given
    running = importlib.import_module(module)
    if module not in project.modules:
        raise ImportError(f"Python finds {module} in {getattr(running, '__file__', None)}, not in the file to analyse")
    for name in project.modules:
        called = getattr(sys.modules.get(name), "__name__", name)
        if called != name:
            raise ImportError(f"{name} calls itself {called!r} (`__name__`), so that nobody knows what it defines")
    return running


class _Finder:
    """A meta path finder: modules of the project are loaded instrumented."""

    def __init__(self, project: Project, sites: Sites) -> None:
        self.project = project
        self.sites = sites

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return None
        if not self.project.holds(spec.origin):
            return None
        spec.loader = _Loader(name, spec.loader.path, self.project, self.sites)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, project: Project, sites: Sites) -> None:
        super().__init__(name, path)
        self.project = project
        self.sites = sites

    def get_code(self, fullname: str) -> types.CodeType:
        """Never from a cache: the cached code is not instrumented."""
        return self.source_to_code(self.get_data(self.path), self.path)

    def source_to_code(self, data: object, path: object, *, _optimize: int = -1) -> types.CodeType:  # type: ignore[override]
        assert isinstance(data, bytes)
        known = self.project.known(self.name) if self.project.given else None
        text = importlib.util.decode_source(data) if known is None else known.text
        return instrument_module(text, str(path), self.name, self.project, self.sites)

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__["_clew"] = self.project.machine
        super().exec_module(module)


def instrument_module(text: str, file: str, name: str, project: Project, sites: Sites) -> types.CodeType:
    """Lower, instrument and compile; the functions become known to the machine."""
    known = project.known(name)
    if known is not None and known.text == text:
        module: Module | tuple[Diagnostic, ...] = replace(known, file=file)
    else:
        module = read_module(text, file, name)
    if not isinstance(module, Module):
        return compile(text, file, "exec", dont_inherit=True)  # raises the user's SyntaxError
    project.modules[name] = module
    goals = ids_by_place(module.goals)
    written = frozenset(_written_globals(module))
    bodies: dict[Place, str] = {}
    numbers: dict[Place, int] = {}
    for unit in module.units:
        if unit.parent is None:
            place = (unit.span.line, unit.span.column)
            try:
                lines, numbers[place] = instrument(unit.function, goals, sites, name, written)
            except RecursionError:
                project.refused[unit.id] = "too deeply nested to instrument"
                continue
            bodies[place] = "\n".join(lines)
    code, refused = splice(text, file, bodies)
    for unit in module.units:
        if unit.parent is None and (unit.span.line, unit.span.column) in refused:
            project.refused[unit.id] = "its instrumented form is not valid Python"
    _tell_machine(code, module, numbers, project.machine)
    return code


def _tell_machine(code: types.CodeType, module: Module, numbers: dict[Place, int], machine: Machine) -> None:
    by_name: dict[tuple[str, int], int] = {}
    for unit in module.units:
        number = numbers.get((unit.span.line, unit.span.column))
        if unit.parent is None and number is not None:
            by_name[unit.qualname, unit.span.line] = number
    for inner in function_codes(code):
        for line in lines_of_def(inner):
            number = by_name.get((inner.co_qualname, line))
            if number is not None:
                machine.by_code[inner] = number
                break


def _written_globals(module: Module) -> Iterator[str]:
    for unit in module.units:
        yield from globals_bound(unit.function)
