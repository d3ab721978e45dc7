"""Where functions are explored and cases replayed: in hosts, for which it does not matter whose processes they are.

Those of this machine are forked from a nursery.  Hosts elsewhere are another class of the protocol `Hosts`
(`workers.task_host`), as `cluster.Cluster`, chosen by `resources.executor_of`.  All that is sent to a host and comes
back is plain data that pickles (`search.request`, `checking.script`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import partial
from typing import Final

from clew.checking.replay import Replayer
from clew.checking.script import Target as ReplayTarget
from clew.frontend.import_words import import_words
from clew.inputs.drawn import modules_named
from clew.records import dataclass
from clew.scheduling.processes import EXPLORING, limits_of, user_paths
from clew.search.request import Setup
from clew.settling.work import ModuleWork, pickled, project_folders
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.workers.host import Host
from clew.workers.nursery import Nursery
from clew.workers.task_host import Hosts, StartHost, TaskHost

PREPARE: Final = "clew.concolic.prepared:imported"
SEVERAL = 4  # functions of a module; fewer may not ask what is the same for all
OF_SCRIPTS = 5.0  # seconds of processor time for each test that is replayed
OF_TWINS = 1.0  # and where it may well run without an end


def packages_of_several(works: Iterable[ModuleWork]) -> dict[str, tuple[str, ...]]:
    """The packages that more than one of the modules are in, with these; and modules in no package, with those that
    import them: where the tests of all are collected, these are imported, too.
    """
    found: dict[str, list[str]] = {}
    imports: dict[str, frozenset[str]] = {}
    for module in (work.module for work in works if work.entries):
        imports[module.name] = import_words(module.text)
        found.setdefault(module.name.partition(".")[0], []).append(module.name)
    for alone in [name for name in imports if found.get(name) == [name]]:
        importing = {alone}
        while more := {name for name, words in imports.items() if not words.isdisjoint(importing)} - importing:
            importing |= more
        found[alone] += sorted(importing - {*found[alone]})
    return {first: tuple(names) for first, names in found.items() if len(names) > 1}


def lowered_of(works: Iterable[ModuleWork], packages: Iterable[str]) -> dict[str, tuple[tuple[str, bytes], ...]]:
    """The modules of each package, as in `Setup`."""
    works = list(works)
    return {name: pickled(w for w in works if w.module.name.partition(".")[0] == name) for name in packages}


@dataclass(frozen=True, slots=True)
class LocalHosts:
    """Processes of this machine, forked from the nursery."""

    start: StartHost
    width: int
    problems: tuple[Diagnostic, ...] = ()

    @staticmethod
    def of(nursery: Nursery) -> LocalHosts:
        return LocalHosts(partial(Host.start, nursery=nursery), os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class Backend:
    """What the pool asks for, as hosts are started.

    packages: those that several modules are in, with these; shares: are they explored from one import?  lowered: the
    modules of each, as in `Setup`.
    """

    settings: Settings
    hosts: Hosts
    packages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shares: bool = True
    lowered: Mapping[str, tuple[tuple[str, bytes], ...]] = field(default_factory=dict)

    def explorer(self, work: ModuleWork) -> TaskHost:
        """What explores functions of the module.  Returns at once; it is imported meanwhile."""
        module = work.module
        several = len(work.entries) >= SEVERAL
        folders, steps, first = project_folders(work.target), self.settings.steps, self.settings.import_first
        setup = Setup(module.name, folders, steps, pickled([work]), work.given, several, work.beside, work.drawn, first)
        package = module.name.partition(".")[0]
        stem = None
        if self.is_shared(package, work):
            stem = Setup(
                package,
                folders,
                steps,
                self.lowered.get(package, ()),
                several=True,
                beside=work.beside,
                drawn=work.drawn,
                first=first,
            )
        paths = (work.target.root, *user_paths())
        limits = limits_of(self.settings)
        return self.hosts.start(PREPARE, setup, limits, paths=paths, preload=(EXPLORING,), stem=stem)

    def is_shared(self, package: str, work: ModuleWork) -> bool:
        """Is the import of the package one that other modules need, too?  One whose text is given stays alone."""
        is_run = os.path.isfile(os.path.join(work.target.root, package, "__init__.py"))
        return self.shares and package in self.packages and is_run and not work.given

    def replayer(self, work: ModuleWork) -> Replayer:
        """What replays the cases of a module."""
        return self._replayer(work, is_plain=False)

    def onlooker(self, work: ModuleWork) -> Replayer:
        """What runs cases as they are, once, and does no more."""
        return self._replayer(work, is_plain=True)

    def _replayer(self, work: ModuleWork, is_plain: bool) -> Replayer:
        goals = work.module.goals
        folders = project_folders(work.target)
        module, target = work.module, work.target
        beside = () if work.given else self.packages.get(module.name.partition(".")[0], ())
        drawn = modules_named(recipe for _, recipes in work.drawn for recipe in recipes)
        replayed = ReplayTarget(
            module.name,
            target.path,
            module.text,
            goals,
            (target.root,),
            folders,
            work.given,
            beside,
            drawn,
            self.settings.import_first,
        )
        limits, seconds = limits_of(self.settings), OF_TWINS if work.given else OF_SCRIPTS
        return Replayer.start(replayed, limits, seconds, user_paths(), self.hosts.start, is_plain)
