"""A project imported instrumented, with all that the tasks of one host share."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import types
from collections.abc import Callable
from dataclasses import field
from functools import partial

from clew.concolic.assumed_state import ProjectState
from clew.concolic.callbacks import Callbacks
from clew.concolic.elsewhere import Elsewhere, Given, matched_by_position
from clew.concolic.library import step_into_library
from clew.concolic.loader import Project, find_instrumented, load
from clew.concolic.machine import Machine
from clew.concolic.project_texts import ProjectTexts
from clew.concolic.resources import catching
from clew.concolic.snapshot import Snapshot
from clew.effects.name_closure import NameClosure
from clew.frontend.import_time import handed_on_at_import
from clew.frontend.used_names import handed_on_in
from clew.inputs.drawn import import_named
from clew.inputs.known_classes import declared_in_functions
from clew.inputs.setters import set_elsewhere
from clew.inputs.signatures import Catalogue, OtherFiles
from clew.inputs.stand_ins import stand_ins
from clew.inputs.typing_names import typing_names
from clew.records import dataclass
from clew.search.request import Setup
from clew.search.sites import Sites
from clew.workers.host_protocol import Imported


@dataclass(slots=True)
class Prepared:
    """A host's module, imported and instrumented, with all that its tasks share."""

    project: Project
    module: types.ModuleType
    sites: Sites
    machine: Machine
    snapshot: Snapshot
    catalogue: Catalogue
    name_closure: NameClosure
    callbacks: Callbacks
    elsewhere: Elsewhere
    handed_on: frozenset[str]  # last names of modules that code of the project may have as objects
    catching: frozenset[int]  # functions that handle what may be raised wherever a run is
    state: ProjectState = field(init=False)

    def __post_init__(self) -> None:
        self.state = ProjectState(
            self, ProjectTexts(self.project.modules.values(), self.elsewhere.texts, self.elsewhere.every)
        )

    def warm(self) -> None:
        """Find out what every function may ask of the whole project, in the process that they are forks of."""
        self.state.changed()
        self.state.changed_in_place()
        self.state.set_on_classes()
        self.state.texts.warm()
        for name, module in self.project.modules.items():
            self.state.at_import(name)
            self.state.opened.module(name)
            self.state.bound_in(name)
            for function in module.functions:
                self.state.reads_of(function)
            for variable, value in list(vars(self.loaded(name)).items()):
                self.state.held_may_be_other(name, variable, value)
        for cls in self.catalogue.classes():
            self.state.made_with(cls)
        self.catalogue.certain()
        set_elsewhere(self.catalogue)
        declared_in_functions(self.catalogue)
        stand_ins(self.catalogue)

    def loaded(self, name: str) -> types.ModuleType:
        """A module of the project, as imported; an empty one where it could not be."""
        return _loaded(name)


def _loaded(name: str) -> types.ModuleType:
    return sys.modules.get(name) or types.ModuleType(name)


def prepare(setup: Setup, machine_of: Callable[[Sites, int], Machine] = Machine) -> Prepared:
    """machine_of: makes the machine; another one than usual where the machine itself is to be watched."""
    prepared: Prepared = imported(setup, machine_of).rest()
    return prepared


def imported(
    setup: Setup, machine_of: Callable[[Sites, int], Machine] = Machine, *, stem: Prepared | None = None
) -> Imported:
    """stem: what was prepared for the package of the module, which Python imports first in any case."""
    if stem is None:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 6_000))
        sites = Sites()
        machine = machine_of(sites, setup.steps)
        project = find_instrumented(setup, sites, machine)
    else:
        project, sites, machine = stem.project, stem.sites, stem.machine
    before = len(project.modules)
    for first in setup.first:
        importlib.import_module(first)
    module = load(project, setup)
    import_named(recipe for _, recipes in setup.drawn for recipe in recipes)
    is_same = len(project.modules) == before  # the package has imported all that the module needs
    same = stem if is_same else None
    return Imported(partial(_prepared, project, module, sites, machine, setup, same))


def _prepared(
    project: Project, module: types.ModuleType, sites: Sites, machine: Machine, setup: Setup, same: Prepared | None
) -> Prepared:
    """same: what was found out before of the very same modules."""
    if same is not None:
        prepared = same
        prepared.module = module
        prepared.snapshot.process_moved()
    else:
        gc.collect()  # what nobody has any more, has nothing
        prepared = _surveyed(project, module, sites, machine, setup)
    state, texts = prepared.state, prepared.state.texts
    machine.is_set = lambda name: (
        name in state.set_from_outside() or name in texts.attributes_set or texts.sets_computed_names
    )
    machine.is_deleted = texts.may_delete
    machine.changes_process = texts.changes_process
    if setup.several:
        prepared.warm()
    return prepared


def _no_modules(name: str) -> list[str]:
    """The variables of the module that hold none, and that no import of a module of its package binds."""
    module = sys.modules.get(name)
    held = {} if module is None else vars(module)
    folders = [folder for folder in held.get("__path__", ()) if os.path.isdir(folder)]
    beside = {entry.partition(".")[0] for folder in folders for entry in os.listdir(folder)}
    return [own for own, value in held.items() if not isinstance(value, types.ModuleType) and own not in beside]


def _surveyed(project: Project, module: types.ModuleType, sites: Sites, machine: Machine, setup: Setup) -> Prepared:
    names = tuple(project.modules)
    step_into_library(project, sites)
    loaded = [sys.modules[name] for name in names if name in sys.modules]
    lowered = {(m.name, u.qualname): u.function for m in project.modules.values() for u in m.units}
    definitions = {(m.name, u.span.line): u.function for m in project.modules.values() for u in m.units}
    lambdas = tuple(function for m in project.modules.values() for function in m.lambdas)
    handed_on = frozenset[str]().union(*(handed_on_at_import(module.text) for module in project.modules.values()))
    read = [file for m in loaded if isinstance(file := getattr(m, "__file__", None), str)]
    inside = tuple(module.text for module in project.modules.values())
    elsewhere = Elsewhere.of((*setup.folders, *setup.beside), names, read, matched_by_position(loaded), inside)
    last_names = {name: name.rpartition(".")[2] for name in names}
    in_loaded = (
        handed_on_in(module.text, last_names[name], last_names.values(), _no_modules(name))
        for name, module in project.modules.items()
    )
    modules_handed_on = elsewhere.handed_on.union(*in_loaded)
    others = OtherFiles(elsewhere.assigned, elsewhere.private, elsewhere.bases, elsewhere.past, elsewhere.every, inside)
    typing = typing_names(project.modules.values())
    catalogue = Catalogue(names, lowered, definitions, typing, lambdas, handed_on, others, dict(setup.drawn))
    name_closure = NameClosure.of(project.modules.values(), loaded, catalogue.changing().names, elsewhere.handled)
    callbacks = Callbacks.of(project.modules.values(), catalogue.changing)
    machine.attributes_given = Given((*(m.text for m in project.modules.values()), *elsewhere.texts))
    snapshot = Snapshot.take(loaded)
    machine.puts_back = snapshot.puts_back
    handling = catching(project, sites, _loaded)
    parts = machine, snapshot, catalogue, name_closure, callbacks, elsewhere, modules_handed_on, handling
    return Prepared(project, module, sites, *parts)
