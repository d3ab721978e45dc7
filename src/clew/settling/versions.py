"""Functions that changed, on their way: modules that have both versions, and what is known of each."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from clew.frontend.imported_names import modules_named, package_of
from clew.frontend.module import Module, Unit, read_module
from clew.frontend.twins import NOT_COMPARED
from clew.frontend.versions import Version, Versions, versions_of
from clew.records import dataclass
from clew.report.differences import Differs
from clew.settling.mutants import CHANGES_MORE, EQUALITY, IDENTITY, OWN_EQUALITY, Effects
from clew.settling.work import ModuleWork, UnitWork, read_targets
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.revisions import Pair
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Known, proof
from clew.verdict.reasons import Reason

MOST_IMPORTED: Final = 40  # modules of the project that are read for what their functions change
NOT_TOLD: Final = Reason("not-replayed", "what was found makes both versions do the same, or cannot be compared")


@dataclass(slots=True)
class Comparing:
    """A function that changed.  drivers: each calls both versions; known: what was shown of each that nothing tells
    them apart.
    """

    version: Version
    unit: Unit
    drivers: list[UnitWork]
    uncompared: str = ""
    differs: Differs | None = None
    seconds: float = 0.0
    known: dict[str, Known] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """May calls that cover a version still show something?"""
        shown = self.drivers and all(proof(self.known.get(driver.unit.id)) is not None for driver in self.drivers)
        return self.differs is None and not shown


@dataclass(slots=True)
class FileWork:
    """A file in both versions, and modules that have both, with drivers as entries.

    wanted: qualified names of functions and classes; empty for all.
    """

    now: ModuleWork
    before: ModuleWork
    versions: Versions
    wanted: Sequence[str] = ()
    both: list[ModuleWork] = field(default_factory=list)
    comparing: list[Comparing] = field(default_factory=list)


def work_on(now: ModuleWork, before: ModuleWork, versions: Versions, wanted: Sequence[str]) -> FileWork:
    work = FileWork(now, before, versions, wanted)
    own = units_of(now.module, versions.functions)
    others = list(_imported(now.target, now.module.text))
    compared = (v for v in versions.functions if v.change == "changed" and (v.drivers or not v.is_reworded))
    changed = [v for v in compared if is_wanted(v.qualname, wanted)]
    for text, of_class in ((versions.text, False), (versions.class_text, True)):
        mine = [version for version in changed if version.of_class == of_class]
        if mine:
            both = read_module(text, now.target.file, now.module.name)
            assert isinstance(both, Module), "what was put behind the module is no Python"
            found = [*_comparing(mine, own, both, others)]
            entries = [driver for each in found for driver in each.drivers]
            work.comparing += found
            work.both += [ModuleWork(now.target, both, entries, given=True, beside=now.beside)] if entries else []
    return work


def units_of(module: Module, versions: Iterable[Version]) -> dict[str, Unit]:
    """By qualified names; of several with one name, as of a property and its setter, the one that a version is of."""
    own = {unit.qualname: unit for unit in module.units}
    lines = {version.qualname: version.span.line for version in versions if not version.why}
    return own | {unit.qualname: unit for unit in module.units if unit.span.line == lines.get(unit.qualname)}


def _imported(target: Target, text: str) -> Iterator[Module]:
    """The modules of the project that it imports, those that these import among them."""
    seen, waiting = {target.module}, [(target, text)]
    while waiting and len(seen) < MOST_IMPORTED:
        around, text = waiting.pop()
        for module in modules_named(text, package_of(around.module, around.path)):
            inside = os.path.join(target.root, *module.split("."))
            path = next((path for path in (f"{inside}.py", f"{inside}/__init__.py") if os.path.isfile(path)), None)
            if path is not None and module not in seen:
                seen.add(module)
                own = Target(path, path, module, target.root)
                read, _ = read_targets([own])
                yield from (each.module for each in read)
                waiting += [(own, each.module.text) for each in read]


def _comparing(
    versions: Sequence[Version], own: Mapping[str, Unit], both: Module, others: Sequence[Module]
) -> Iterator[Comparing]:
    units = {unit.qualname: unit for unit in both.units}
    effects = Effects.of(both, others)
    for version in versions:
        if version.qualname not in own:
            continue  # a class, or a setter
        drivers = [UnitWork(units[d], frozenset({units[d].goals[-1].id})) for d in version.drivers]
        sides = [units[name] for name in (version.qualname, version.old) if name in units]
        uncompared = version.uncompared or next((why for each in sides if (why := _uncompared(each, effects))), "")
        yield Comparing(version, own[version.qualname], drivers, uncompared)


def is_wanted(qualname: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(qualname == each or qualname.startswith(each + ".") for each in wanted)


def _uncompared(unit: Unit, effects: Effects) -> str:
    if not {"generator", "async"}.isdisjoint(unit.function.flags):
        return NOT_COMPARED
    if not effects.stays_inside(unit.function):
        return CHANGES_MORE
    return OWN_EQUALITY if effects.has_equality and not effects.is_pure(unit.function) else ""


def read_versions(pairs: Sequence[Pair]) -> tuple[list[FileWork], list[Diagnostic]]:
    """The files that are there in both versions and can be read in both."""
    files: dict[str, list[Pair]] = {}
    for pair in pairs:
        files.setdefault(pair.now.path, []).append(pair)
    works: list[FileWork] = []
    diagnostics: list[Diagnostic] = []
    for first, *others in files.values():
        if first.before is None:
            continue
        wanted = [each.now.qualname for each in (first, *others)]
        read = [read_targets([replace(target, qualname=None)]) for target in (first.now, first.before)]
        for (_, problems), version in zip(read, ("", "in its earlier version: "), strict=True):
            diagnostics += [replace(p, text=version + p.text) for p in problems]
        if not all(found for found, _ in read):
            continue
        (now,), (before,) = (found for found, _ in read)
        texts, shadowed = (before.module.text, now.module.text), _shadowed(first.now.root)
        versions = versions_of(*texts, first.now.file, shadowed=shadowed)
        if isinstance(versions, Versions) and (pure := _pure_in_both(versions, now)):
            versions = versions_of(*texts, first.now.file, pure, shadowed)
        if isinstance(versions, Versions):
            works.append(work_on(now, before, versions, [] if None in wanted else [w for w in wanted if w]))
        else:
            diagnostics.append(versions)
    return works, diagnostics


def _shadowed(root: str) -> frozenset[str]:
    """Names of modules of the library that stand in the folder, too."""
    try:
        return sys.stdlib_module_names & {entry.partition(".")[0] for entry in os.listdir(root)}
    except OSError:
        return frozenset()


def _pure_in_both(versions: Versions, now: ModuleWork) -> frozenset[str]:
    """The functions that change nothing in either version, so that both can be given the same arguments."""
    changed = [each for each in versions.functions if each.drivers and not each.of_class]
    both = read_module(versions.text, now.target.file, now.module.name) if changed else None
    if not isinstance(both, Module):
        return frozenset()
    units = {unit.qualname: unit.function for unit in both.units}
    effects = Effects.of(both, [*_imported(now.target, now.module.text)])
    sides = ((each.qualname, [units.get(name) for name in (each.qualname, each.old)]) for each in changed)
    return frozenset(name for name, of in sides if all(f is not None and effects.is_pure(f) for f in of))


def known_of(comparing: Comparing, driver: UnitWork) -> Known:
    """That nothing tells the versions apart."""
    (goal,) = driver.goals
    known = NOT_TOLD if driver.exploration is None else driver.exploration.known.get(goal, NOT_TOLD)
    shown = proof(known)
    if shown is None:
        no_result = comparing.uncompared and isinstance(known, Reason) and known.code == NOT_TOLD.code
        return Reason("unmodelled-call", comparing.uncompared) if no_result else known
    shown = replace(shown, because=())
    if comparing.version.values:
        shown = shown.supposing(IDENTITY)
    if comparing.version.numbers:
        shown = shown.supposing(EQUALITY)
    if comparing.version.retyped:
        text = f"calls are those of the annotations at hand, which changed: {comparing.version.retyped}"
        shown = shown.supposing(Assumption("types", text, about="retyped"))
    return shown.missing(Reason("unmodelled-call", comparing.uncompared)) if comparing.uncompared else shown
