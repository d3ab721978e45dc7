"""What is asked for, and what has been found: modules and their units on their way."""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Final

from clew.checking.replay import Replayer
from clew.contracts.claims import Meant
from clew.frontend.module import PLAIN, Module, Unit, read_module
from clew.goals.criteria import ALL_DU_PATHS, Criteria
from clew.goals.goal import Goal
from clew.goals.joint import Joint
from clew.inputs.recipes import Name, Recipe
from clew.records import dataclass
from clew.report.record import (
    TestFile,
    UnitReport,
)
from clew.search.request import Exploration, Found, is_claim
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target
from clew.source.suggestions import suggestion
from clew.source.text import read_source
from clew.testgen.minimise import QUICK, Effort
from clew.verdict.evidence import Known
from clew.verdict.reasons import Reason

if TYPE_CHECKING:
    from clew.frontend.paths.question import Twin as PathTwin
    from clew.frontend.twins import Twin


@dataclass(slots=True)
class MutantWork:
    """A change of an entry's unit, and what is known of the goal to tell it apart.

    twin: None where there is none.  uncompared: what a call may do beside what is compared, so that nothing is proved.
    """

    goal: Goal
    twin: Twin | None
    uncompared: str
    known: Known


@dataclass(slots=True)
class PathWork:
    """A path of an entry's unit, or a question about its paths, and what is known of it.

    along, recording: the twins that search and replay use, None where there are none, the second made when it is asked
    for; number: of the goal in the first; recorded: what the second records.
    """

    goal: Goal
    along: PathTwin | None
    number: int
    recording: Callable[[], PathTwin] | None
    recorded: str
    known: Known


LEAST_IN_CHUNK: Final = 4
ROUNDS_OF_CHUNKS: Final = 2  # chunks for each host, where all are as large as they may be
INTERRUPTED: Final = Reason("interrupted", "the run was ended before this function was settled")


@dataclass(slots=True)
class UnitWork:
    """An entry: a unit that is not nested, with the goals of itself and of what is nested in it.

    noted: only what no input reaches tells some of the goals apart.
    """

    unit: Unit
    goals: frozenset[str]
    cases: list[Found] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # seconds after which each was found, where that was in this run
    exploration: Exploration | None = None
    unexplored: Reason = INTERRUPTED  # where there is none
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory: int | None = None
    key: str | None = None  # under which the ledger keeps it
    mutants: list[MutantWork] = field(default_factory=list)
    paths: list[PathWork] = field(default_factory=list)
    noted: bool = False

    @property
    def asked(self) -> frozenset[str]:
        """The ids of all that a test of it may be wanted for."""
        return self.goals.union(each.goal.id for each in self.by_twins)

    @property
    def by_twins(self) -> tuple[MutantWork | PathWork, ...]:
        """What twins of the unit are searched for."""
        return (*self.mutants, *self.paths)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """goals: of a module, that other tests show or reach, so that none is written for them.  part: names the file of
    those that are.
    """

    goals: frozenset[str]
    part: str


@dataclass(slots=True)
class ModuleWork:
    """A module on its way: what it is asked for, and what has been found."""

    target: Target
    module: Module
    entries: list[UnitWork]
    part: str = ""  # the names asked for, where it is not the whole module
    left: int = 0  # chunks not yet explored
    replayer: Replayer | None = None  # started when the exploring starts, since it needs as long for the import
    reports: list[UnitReport] = field(default_factory=list)
    file: TestFile | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    met: set[str] = field(default_factory=set)  # the functions whose preconditions some replayed call meets
    meant: Meant | None = None  # where it is asked for claims: which exceptions are
    given: bool = False  # is its text none that a file has?
    beside: tuple[str, ...] = ()  # files outside of the project's folders that may use it, see `files_beside`
    elsewhere: frozenset[str] = frozenset()  # as in `Elsewhere`
    drawn: tuple[tuple[Name, tuple[Recipe, ...]], ...] = ()  # as in `Setup`
    effort: Effort | None = QUICK  # spent on the choice of few tests; None: the plainest are taken
    concluding: threading.Lock = field(default_factory=threading.Lock)

    @property
    def shown(self) -> frozenset[str]:
        """The ids of the goals that are reported, and by places of their own."""
        silent = {goal for unit in self.module.units for goal in unit.silent}
        return frozenset(goal for entry in self.entries for goal in entry.asked) - silent

    @property
    def joint(self) -> tuple[Joint, ...]:
        """The goals that several places show together."""
        asked = {goal for entry in self.entries for goal in entry.goals}
        return tuple(j for u in self.module.units for j in u.joint if any(asked.issuperset(way) for way in j.ways))


def pickled(works: Iterable[ModuleWork]) -> tuple[tuple[str, bytes], ...]:
    """Their modules for the hosts, by name, without those that are nested too deeply for that."""
    found: dict[str, bytes] = {}
    for work in works:
        with contextlib.suppress(RecursionError):
            found[work.module.name] = pickle.dumps(work.module, 5)
    return tuple(found.items())


def read_targets(targets: Sequence[Target], criteria: Criteria = PLAIN) -> tuple[list[ModuleWork], list[Diagnostic]]:
    """The modules of the targets, each read once, and what was wrong with the others."""
    works: dict[str, ModuleWork] = {}
    diagnostics: list[Diagnostic] = []
    wanted: dict[str, list[str | None]] = {}
    for target in targets:
        wanted.setdefault(target.path, []).append(target.qualname)
        if target.path in works:
            continue
        if (hidden_by := _package_beside(target.path)) is not None:
            text = f"nothing can import this file: Python finds the package {hidden_by} beside it under that name"
            diagnostics.append(Diagnostic("import", text, target.file))
            continue
        try:
            text = read_source(target.path, target.file)
        except InputError as error:
            diagnostics.append(error.diagnostic)
            continue
        module = read_module(text, target.file, target.module, criteria)
        if isinstance(module, Module):
            beside = files_beside(target, targets)
            works[target.path] = ModuleWork(target, module, [], diagnostics=list(module.problems), beside=beside)
        else:
            diagnostics.extend(module)
    for path, work in works.items():
        names = wanted[path]
        entries = entries_of(work.module)
        if None in names:
            work.entries = entries
            continue
        work.part = "_".join(sorted({name for name in names if name is not None}))
        for name in names:
            assert name is not None
            found = [e for e in entries if _matches(e.unit.qualname, name)]
            nested = [u.qualname for u in work.module.units if u.qualname == name]
            if not found and nested:
                found = [e for e in entries if name.startswith(e.unit.qualname + ".<locals>.")]
            if not found:
                known = [u.qualname for u in work.module.units]
                text = f"there is no function or class {name} here{suggestion(name, known)}"
                diagnostics.append(Diagnostic("no-such-name", text, work.target.file))
            work.entries += [e for e in found if e not in work.entries]
    return list(works.values()), diagnostics


def _package_beside(path: str) -> str | None:
    """The folder that Python takes for the module, if there is one."""
    folder = path.removesuffix(".py")
    is_package = folder != path and os.path.isfile(os.path.join(folder, "__init__.py"))
    return os.path.basename(folder) + os.sep if is_package else None


def _matches(qualname: str, wanted: str) -> bool:
    return qualname == wanted or qualname.startswith(wanted + ".")


def entries_of(module: Module) -> list[UnitWork]:
    """The units that are not nested, each with the goals of its whole family."""
    roots: dict[str, str] = {}
    goals: dict[str, set[str]] = {}
    noted: set[str] = set()
    for unit in module.units:
        root = unit.id if unit.parent is None else roots[unit.parent]
        roots[unit.id] = root
        goals.setdefault(root, set()).update(g.id for g in unit.goals)
        noted.update({root} if any(g.kind == ALL_DU_PATHS for g in unit.goals) else ())
    return [UnitWork(u, frozenset(goals[u.id]), noted=u.id in noted) for u in module.units if u.parent is None]


def project_folders(target: Target) -> tuple[str, ...]:
    """What is stepped into: the top-level package of the module, or, for a plain module, the files beside it."""
    top = target.module.partition(".")[0]
    package = os.path.join(target.root, top)
    return (package,) if os.path.isdir(package) and "." in target.module else (os.path.dirname(target.path),)


def files_beside(target: Target, targets: Iterable[Target]) -> tuple[str, ...]:
    """What else may use the module, beside what is in its folders: the files that were given with it, and those that
    lie beside its package.
    """
    folders = tuple(os.path.join(folder, "") for folder in project_folders(target))
    scripts: list[str] = []
    with contextlib.suppress(OSError):
        scripts = [os.path.join(target.root, name) for name in os.listdir(target.root) if name.endswith(".py")]
    given = (each.path for each in targets if not each.is_program)
    return tuple(sorted({path for path in (*given, *scripts) if not path.startswith(folders)}))


def chunks_of(works: Iterable[ModuleWork], jobs: int) -> list[tuple[ModuleWork, list[UnitWork]]]:
    """The entries that are to be explored, dealt to as many hosts as are worth starting; the most for one host first.

    A module that has more than its share of all is dealt to several.  Those come first of which something is claimed:
    of the others nobody waits for an answer, where the time is up.
    """
    open_ones = [(work, [entry for entry in work.entries if entry.exploration is None]) for work in works]
    for _, entries in open_ones:
        entries.sort(key=lambda entry: not any(map(is_claim, entry.goals)))
    share = max(LEAST_IN_CHUNK, sum(len(entries) for _, entries in open_ones) // (jobs * ROUNDS_OF_CHUNKS))
    chunks: list[tuple[ModuleWork, list[UnitWork]]] = []
    for work, entries in open_ones:
        count = max(1, min(jobs, len(entries) // share))
        chunks += [(work, entries[i::count]) for i in range(count) if entries]
    return sorted(chunks, key=lambda chunk: -len(chunk[1]))
