"""Two versions of a function: what was seen of both, and what that amounts to.

What a search in the text that has both finds is only a suggestion: a difference counts when each version, run in its
own surroundings on plain CPython, does something else.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass, replace
from itertools import islice
from typing import Any, Final

from clew.attack.simpler import simpler_cases
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script, Seen, are_unequal
from clew.frontend.copies import IN_CLASS, NOW, PREFIX
from clew.frontend.leaning import Project, leant_on, outside_of
from clew.frontend.module import Module, Unit, read_module
from clew.frontend.twins import NOT_COMPARED
from clew.frontend.versions import Version, Versions, versions_of
from clew.inputs.recipes import Case, Made, Name, Shared, Step
from clew.records import dataclass
from clew.report.differences import Difference, Differs, Said, Same, Side
from clew.settling.constructions import constructing
from clew.settling.mutants import CHANGES_MORE, IDENTITY, OWN_EQUALITY, Effects, case_of
from clew.settling.work import ModuleWork, UnitWork, project_folders, read_targets
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import SKIPPED_FOLDERS, Target
from clew.source.revisions import Pair
from clew.source.settings import Settings
from clew.source.text import read_source
from clew.testgen.render import render_case
from clew.verdict.assumptions import Assumption
from clew.verdict.conclude import conclude
from clew.verdict.evidence import Known, proof
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Infeasible, NoneWithin, Unknown
from clew.workers.host_protocol import Died

MOST_IMPORTED: Final = 40  # modules of the project that are read for what their functions change
SIMPLER: Final = 12  # rounds in which a call that shows a difference is made simpler
AT_ONCE: Final = 24  # simpler calls tried in one
COPYING: Final = "_deepcopy"
UNFINISHED: Final = Reason("interrupted", "it was not compared")
RESULT: Final = "result_"
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
    own = {unit.qualname: unit for unit in now.module.units}
    others = list(_imported(now.target, now.module.text))
    changed = [v for v in versions.functions if v.change == "changed" and is_wanted(v.qualname, wanted)]
    for text, of_class in ((versions.text, False), (versions.class_text, True)):
        mine = [version for version in changed if version.of_class == of_class]
        if mine:
            both = read_module(text, now.target.file, now.module.name)
            assert isinstance(both, Module), "what was put behind the module is no Python"
            found = [*_comparing(mine, own, both, others)]
            entries = [driver for each in found for driver in each.drivers]
            work.comparing += found
            work.both += [ModuleWork(now.target, both, entries, given=True)] if entries else []
    return work


def _imported(target: Target, text: str) -> Iterator[Module]:
    """The modules of the project that it imports, those that these import among them."""
    seen, waiting = {target.module}, [(target.module, text)]
    while waiting and len(seen) < MOST_IMPORTED:
        around, text = waiting.pop()
        for dots, name in re.findall(r"^ *(?:from|import) +(\.*)([\w.]*)", text, re.MULTILINE):
            parts = around.split(".")
            package = parts[: len(parts) - len(dots)] if dots else []
            module = ".".join([*package, *([name] if name else [])])
            path = os.path.join(target.root, *module.split(".")) + ".py"
            if module and module not in seen and os.path.isfile(path):
                seen.add(module)
                read, _ = read_targets([Target(path, path, module, target.root)])
                yield from (each.module for each in read)
                waiting += [(module, each.module.text) for each in read]


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
        versions = versions_of(before.module.text, now.module.text, first.now.file)
        if isinstance(versions, Versions):
            works.append(work_on(now, before, versions, [] if None in wanted else [w for w in wanted if w]))
        else:
            diagnostics.append(versions)
    return works, diagnostics


# ---------------------------------------------------------------- what is seen of both


@dataclass(frozen=True, slots=True)
class Judge:
    """Runs calls in both versions, each in its own surroundings.

    parameters: names of the positional ones; says: is what exceptions say compared?
    """

    parameters: tuple[str, ...]
    says: bool
    now: Replayer
    before: Replayer

    def difference(self, cases: Iterable[Case]) -> Differs | None:
        """Of the first call that shows one, made simpler."""
        found = list(dict.fromkeys(cases))
        case = self._first(found)
        if case is None:
            return None
        for _ in range(SIMPLER):
            simpler = self._first(list(islice(simpler_cases(case), AT_ONCE)))
            if simpler is None:
                break
            case = simpler
        return self._sure(case)

    def _first(self, cases: Sequence[Case]) -> Case | None:
        """The first that both versions are seen to do something else for, in one run each."""
        scripts = [script for case in cases for script in self.scripts(case)]
        seen = zip(self.now.once(scripts), self.before.once(scripts), strict=True)
        told = [_told_apart(now, before, self.says) for now, before in seen]
        for place, case in enumerate(cases):
            given, call, left = told[place * 3 : place * 3 + 3]
            if (call or left) and not given:
                return case
        return None

    def _sure(self, case: Case) -> Differs | None:
        """Where it is the same in all surroundings."""
        _, call, left = self.scripts(case)
        for script in (call, left):
            (now,), (before,) = self.now.replay([script]), self.before.replay([script])
            if _told_apart(now, before, self.says):
                return Differs(
                    (*call.setup, call.call),
                    call.imports,
                    _side(before, script is left),
                    _side(now, script is left),
                    script is left,
                )
        return None

    def scripts(self, case: Case) -> tuple[Script, Script, Script]:
        """What the call is given, the call, and what it leaves of that and has made.

        What it is given has to be the same, since each version makes its own objects.
        """
        rendered = render_case(case, self.parameters, watch=True)
        call = Script(rendered.imports, rendered.setup, rendered.call, rendered.observe, frozenset(), rendered.pins)
        made = f"try:\n    {RESULT} = {rendered.call}\nexcept Exception:\n    {RESULT} = None"
        parts = [f'{name!r}: getattr({name}, "__dict__", {name})' for name in rendered.observe]
        made_of = [f'"{place}": ({text}, None)[1]' for place, (_, text) in enumerate(rendered.arguments)]
        given = replace(call, call=f"{{{', '.join([*parts, *made_of])}}}", observe=())
        parts.append(f'**({{"result": {RESULT}.__dict__}} if hasattr({RESULT}, "__dict__") else {{}})')
        return given, call, replace(given, setup=(*rendered.setup, made), call=f"{{{', '.join(parts)}}}")


def _told_apart(now: Seen | Died | Replay, before: Seen | Died | Replay, says: bool) -> bool:
    """Did a call do something else in one version than in the other?"""
    if _is_endless(now) != _is_endless(before):
        return isinstance(before if _is_endless(now) else now, Seen | Replayed)
    if not isinstance(now, Seen | Replayed) or not isinstance(before, Seen | Replayed):
        return False
    first, second = now.outcome, before.outcome
    if first is None or second is None:
        return False
    if isinstance(now, Seen) and isinstance(before, Seen) and (now.blocked or before.blocked):
        return False
    if (first.kind, first.exception) != (second.kind, second.exception) or (says and first.message != second.message):
        return True
    if first.type_name != second.type_name and not {first.type_name, second.type_name} <= {"int", "bool"}:
        return True
    if now.printed != before.printed or _differ(now.after, before.after):
        return True
    if first.text is None or second.text is None:
        return first.text is second.text and _differ(now.attributes, before.attributes)
    return are_unequal(first.text, second.text) is not False


def _is_endless(seen: Seen | Died | Replay) -> bool:
    match seen:
        case Died(code=code) | NotReplayed(reason=Reason(code=code)):
            return code == "timeout"
    return False


def _differ(now: Sequence[tuple[str, str]], before: Sequence[tuple[str, str]]) -> bool:
    first, second = dict(now), dict(before)
    return any(are_unequal(first[name], second[name]) is not False for name in first.keys() & second.keys())


def _side(replay: Replay, is_state: bool) -> Side:
    if is_state and isinstance(replay, Replayed):
        return Side("state", _printable(replay.outcome.text or ""))
    if not isinstance(replay, Replayed):
        return Side("endless", "it does not end")
    outcome = replay.outcome
    if outcome.exception is not None:
        _, name = outcome.exception
        return Side("raises", _printable(f"{name}: {outcome.message}" if outcome.message else name))
    text = outcome.text if outcome.text is not None else f"<{outcome.type_name}>"
    parts = [f"{name} == {value}" for name, value in (*replay.attributes, *replay.after)]
    parts += [f"prints {replay.printed!r}"] if replay.printed else []
    return Side("returns", _printable(text), tuple(map(_printable, parts)))


def _printable(text: str) -> str:
    """Without lone surrogates, which no stream takes, and what would move the cursor."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


# ---------------------------------------------------------------- what a driver was called with


def cases_of(found: Iterable[Case], comparing: Comparing) -> list[Case]:
    """Calls of the function with what its drivers were called with."""
    unit = comparing.unit
    found = [renamed(case) for case in found]
    if unit.qualname.rpartition(".")[2] != "__init__" or unit.binding != "method":
        return [_on_its_class(case_of(case, unit), unit) for case in found]
    cls = unit.class_path or ""
    return [replace(case, qualname=unit.qualname, via=Name(case.module, cls)) for case in found]


def _on_its_class(case: Case, unit: Unit) -> Case:
    """Called through the class of the method, where the object is of another one."""
    receiver = case.receiver.value if isinstance(case.receiver, Shared) else case.receiver
    own = isinstance(receiver, Made) and isinstance(receiver.callee, Name) and receiver.callee.path == unit.class_path
    return case if receiver is None or own else replace(case, unbound=True)


def renamed(recipe: Any) -> Any:
    """What old methods, as they are called beside the new ones, do to an object is done by those of its version."""
    if isinstance(recipe, Step) and recipe.name.startswith(PREFIX):
        recipe = replace(recipe, name=recipe.name.removeprefix(PREFIX).partition(IN_CLASS)[0])
    if isinstance(recipe, tuple):
        return tuple(map(renamed, recipe))
    if not is_dataclass(recipe):
        return recipe
    return replace(recipe, **{f.name: renamed(getattr(recipe, f.name)) for f in fields(recipe)})  # type: ignore[type-var]


def of_covering(found: Iterable[Case], comparing: Comparing) -> list[Case]:
    """Calls of the function itself, among those that cover it."""
    made = (constructing(case) or case for case in found)
    unit = comparing.unit
    made = (case if case.via is not None else _on_its_class(case, unit) for case in made)
    return [case for case in made if case.via is None or comparing.version.qualname.endswith(".__init__")]


def known_of(comparing: Comparing, driver: UnitWork) -> Known:
    """That nothing tells the versions apart."""
    (goal,) = driver.goals
    known = NOT_TOLD if driver.exploration is None else driver.exploration.known.get(goal, NOT_TOLD)
    shown = proof(known)
    if shown is None:
        return known
    shown = replace(shown, because=())
    if comparing.version.values:
        shown = shown.supposing(IDENTITY)
    return shown.missing(Reason("unmodelled-call", comparing.uncompared)) if comparing.uncompared else shown


# ---------------------------------------------------------------- what it amounts to


def settled_differences(works: Sequence[FileWork], settings: Settings) -> list[Difference]:
    """Of all functions that changed, in the order of the files."""
    said: dict[str, Said] = {}
    leaning = _leaning(works)
    for work in works:
        for each in work.comparing:
            said[_id(work, each.version)] = each.differs or _why(each.version) or _concluded(each, settings)
    _discharge(said, leaning)
    return [*_functions(works, said), *_read_elsewhere(works)]


def _read_elsewhere(works: Sequence[FileWork]) -> Iterator[Difference]:
    """Variables that changed and that other modules name, whose functions are not compared for that."""
    texts = _texts(works) if any(work.versions.names for work in works) else {}
    for work in works:
        listed = {version.qualname.rpartition(".")[2] for version in work.versions.functions}
        others = "\n".join(text for path, text in texts.items() if path != work.now.target.path)
        for name, span in sorted(work.versions.names.items(), key=lambda each: each[1]):
            if name not in listed and is_wanted(name, work.wanted) and re.search(rf"\b{re.escape(name)}\b", others):
                why = Reason("unmodelled-call", "what other modules do with it is not compared")
                yield Difference(f"{work.now.module.name}::{name}", work.now.target.file, span, "changed", why)


def _functions(works: Sequence[FileWork], said: Mapping[str, Said]) -> list[Difference]:
    return [
        Difference(
            _id(work, version),
            work.now.target.file,
            version.span,
            version.change,
            said.get(_id(work, version)) or _why(version),
            version.signature,
            next((c.seconds for c in work.comparing if c.version is version), 0.0),
        )
        for work in works
        for version in work.versions.functions
        if is_wanted(version.qualname, work.wanted)
    ]


def _id(work: FileWork, version: Version) -> str:
    return f"{work.now.module.name}::{version.qualname}"


def shaken(works: Sequence[FileWork], settings: Settings) -> list[Comparing]:
    """Functions that would be the same if what they lean on were."""
    found = {each.id for each in settled_differences(works, settings) if isinstance(each.said, Reason)}
    mine = [each for work in works for each in work.comparing if _id(work, each.version) in found]
    return [each for each in mine if each.differs is None and each.drivers and not each.is_open]


def _why(version: Version) -> Reason | None:
    """Why a version is not compared."""
    return Reason("unmodelled-call", version.why) if version.why and version.change == "changed" else None


def _concluded(comparing: Comparing, settings: Settings) -> Said:
    """Of all drivers together."""
    scope: dict[str, int] = {}
    assumptions: dict[Assumption, None] = {}
    for driver in comparing.drivers:
        match conclude(comparing.known.get(driver.unit.id, UNFINISHED), settings.bounds()):
            case Infeasible(limits, supposed) | NoneWithin(limits, supposed):
                scope |= {name: min(limit, scope.get(name, limit)) for name, limit in limits}
                users = (a for a in supposed if not a.text.endswith(f": {COPYING}"))
                assumptions.update(dict.fromkeys(replace(a, text=_of_users(a.text)) for a in users))
            case Unknown(reason):
                return replace(reason, place=None, text=_of_users(reason.text))
    return Same(tuple(scope.items()), tuple(assumptions))


def _of_users(text: str) -> str:
    """Without the names that only the text with both versions has."""
    return _OWN_NAMES.sub("", text)


_OWN_NAMES: Final = re.compile(rf"\b(?:{PREFIX}|{NOW})|, {COPYING}\b|\b{COPYING}, ")


def _leaning(works: Sequence[FileWork]) -> dict[str, tuple[set[str], set[str]]]:
    """For each function the ids of others that changed and that it leans on, and names of what is not compared."""
    changed = {
        _id(work, version): version.qualname
        for work in works
        for version in work.versions.functions
        if version.change == "changed"
    }
    names = {name for work in works for name in work.versions.names}
    if len(changed) < 2 and not names:
        return {}
    project = Project(_texts(works))
    found: dict[str, tuple[set[str], set[str]]] = {}
    for work in works:
        for each in (each for each in work.comparing if each.drivers):
            version = each.version
            text = work.versions.class_text if version.of_class else work.versions.text
            outside = set(outside_of(text, [version.qualname, version.old]))
            cls = version.qualname.rpartition(".")[0].rpartition(".")[2]
            paths = leant_on(outside, changed.values(), project)
            own = _id(work, version)
            ids = {id for id, path in changed.items() if path in paths and id != own}
            found[own] = ids, names & {*project.reached(outside), cls}
    return found


def _texts(works: Sequence[FileWork]) -> dict[str, str]:
    """Of all modules of the projects."""
    found: dict[str, str] = {}
    for folder in sorted({folder for work in works for folder in project_folders(work.now.target)}):
        for at, inner, files in os.walk(folder):
            inner[:] = [name for name in inner if not name.startswith(".") and name not in SKIPPED_FOLDERS]
            for path in (os.path.join(at, name) for name in files if name.endswith(".py")):
                with contextlib.suppress(InputError):
                    found[path] = read_source(path, path)
    return found


def _discharge(said: dict[str, Said], leaning: Mapping[str, tuple[set[str], set[str]]]) -> None:
    """Only what leans on functions that are the same is the same; these may lean on each other."""
    before = None
    while before != (before := [type(each) for each in said.values()] + [_scope(each) for each in said.values()]):
        for id, found in said.items():
            if not isinstance(found, Same) or id not in leaning:
                continue
            ids, names = leaning[id]
            unsettled = sorted(other for other in ids if not isinstance(said.get(other), Same))
            if unsettled or names:
                said[id] = _leaning_reason(unsettled, sorted(names), said)
                continue
            inner = [each for other in sorted(ids) if isinstance(each := said[other], Same)]
            scope = dict(found.scope)
            for each in inner:
                scope |= {name: min(limit, scope.get(name, limit)) for name, limit in each.scope}
            supposed = dict.fromkeys([*found.assumptions, *(a for each in inner for a in each.assumptions)])
            said[id] = Same(tuple(scope.items()), tuple(supposed), tuple(sorted(ids)))


def _scope(said: Said) -> object:
    return (said.scope, len(said.assumptions)) if isinstance(said, Same) else None


def _leaning_reason(functions: Sequence[str], names: Sequence[str], said: Mapping[str, Said]) -> Reason:
    if functions:
        first = functions[0]
        how = "differs" if isinstance(said.get(first), Differs) else "is not shown to do the same"
        return Reason("unmodelled-call", f"the same where `{first.partition('::')[2]}` is, which {how}")
    return Reason("unmodelled-call", f"the same as far as `{names[0]}` is, which changed and is not compared")
