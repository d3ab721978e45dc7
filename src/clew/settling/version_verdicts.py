"""What is known of functions that changed amounts to: the same, other, or unknown, and what it leans on."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final, TypeAlias

from clew.effects.environment_effects import RESOURCES
from clew.frontend.copies import NOW, PREFIX
from clew.frontend.import_changes import endings, left_otherwise, may_leave_otherwise
from clew.frontend.import_runs import run_otherwise
from clew.frontend.leaning import (
    changed_keys,
    leant_on,
    outside_of,
)
from clew.frontend.mention_keys import BEFORE, bare, file_of
from clew.frontend.mentions import Mentions
from clew.frontend.seen_of_exceptions import looking
from clew.frontend.versions import LIKE, Version
from clew.records import dataclass
from clew.regexes import regex
from clew.report.differences import Difference, Differs, Said, Same
from clew.settling.mutants import EQUALITY, IDENTITY
from clew.settling.versions import Comparing, FileWork, is_wanted, units_of
from clew.settling.work import project_folders
from clew.source.diagnostics import InputError
from clew.source.discovery import SKIPPED_FOLDERS, is_test
from clew.source.revisions import Earlier, Renamed
from clew.source.settings import Settings
from clew.source.text import read_source
from clew.verdict.assumptions import Assumption
from clew.verdict.conclude import conclude
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Infeasible, NoneWithin, Unknown

Texts: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LeansOn:
    """functions: ids of those that changed; names: of what is not compared; exceptions: does it, or what it uses, look
    at exceptions for more than their class?
    """

    functions: frozenset[str]
    names: frozenset[str]
    exceptions: bool


Leaning: TypeAlias = dict[str, LeansOn]


@dataclass(frozen=True, slots=True)
class Around:
    """What else changed.  leaning: what each function that changed leans on; supposed: of all functions, as imports may
    run something else.  taking: ids of those that may be given anything; giving: what else changed that somebody may
    give them, functions that are compared left out.
    """

    leaning: Leaning
    taking: frozenset[str] = frozenset()
    giving: tuple[str, ...] = ()
    supposed: tuple[Assumption, ...] = ()


COPYING: Final = "_deepcopy"
UNFINISHED: Final = Reason("interrupted", "it was not compared")
_WORDING: Final = Assumption(
    "wording",
    "nobody looks at how code is written (text, annotations, bytecode, names of variables, order, lines), nor at when "
    "objects end; builtins, which no other file hides, and what modules of the library hold, stay what they are, and "
    "so do the files that it reads, looks for or runs",
)
_SUPPOSED: Final = {
    "generators": "nothing that a generator evaluates raises StopIteration, and nobody notices when its items are made",
    "names": "nobody asks functions that it makes for their names",
    "comparisons": "comparisons give True or False, say that each object equals itself (no NaN), fit each other (`==` "
    "both ways, `!=` as its opposite, `<` and `>`) and hashes, which all have that are looked for in sets, and do "
    "nothing else",
    "mappings": "what is asked for `keys()` or `get()` is a mapping, gone through, and searched, by its keys, and "
    "`get()` gives None where there is nothing",
    "format": "objects are written into texts as `str` and `repr` write them (no `__format__` does otherwise), which "
    "raises nothing and does nothing else, and what makes one of them changes none of the others",
    "percent": "what `%` writes alone into a text is no tuple",
    "texts": "what is added to texts, joined, or asked for `startswith` or `endswith` is a text, of class `str` itself",
    "groups": "no group of exceptions is raised where `contextlib.suppress` is used",
}
_EXCEPTIONS: Final = Assumption(
    "wording",
    "nobody looks at more of exceptions than their class, and the arguments of those that statements here raise",
    about="exceptions",
)
LOOSE: Final = "code that runs when the module is imported changed, which is not compared"


def settled_differences(
    works: Sequence[FileWork], around: Around, settings: Settings, renamed: Sequence[Renamed] = ()
) -> list[Difference]:
    """Of all functions that changed, in the order of the files."""
    said: dict[str, Said] = {}
    for work in works:
        for each in work.comparing:
            said[_id(work, each.version)] = each.differs or _why(each.version) or _concluded(each, settings)
        for version in work.versions.functions:
            if version.is_reworded and not _is_certain(said.get(id := _id(work, version))):
                said[id] = _reworded(version)
    _discharge(said, around.leaning)
    plain = {_id(work, version) for work in works for version in work.versions.functions if version.is_plain}
    for id, found in said.items():
        others = [other for other, of in said.items() if other != id and not _is_settled(of)]
        changed = sorted({*others, *around.giving})
        if isinstance(found, Same) and changed and id not in plain:
            given = [_not_given(changed)] if id in around.taking else []
            said[id] = replace(found, assumptions=(*found.assumptions, *given, _not_kept(changed)))
    supposed = [*around.supposed]
    if renamed:
        told = ", ".join(f"{each.module} -> {each.module_now}" for each in renamed)
        what = f"nobody looks at what modules are called, or where: {told}"
        supposed.append(Assumption("wording", what, about="modules"))
    for id, found in said.items():
        if isinstance(found, Same) and supposed:
            said[id] = replace(found, assumptions=(*found.assumptions, *supposed))
    return [*_functions(works, said), *_read_elsewhere(works), *_loose(works)]


def _not_given(names: Sequence[str]) -> Assumption:
    what = "it is given nothing, as an argument or in what one holds, that changed or calls what did"
    return Assumption("given", f"{what}: {_some(names)}")


def _not_kept(names: Sequence[str]) -> Assumption:
    what = (
        "what changed leaves the same behind, and is no hook, handler or callback that it sets off, nor the value of a "
        "variable that is set under a computed name"
    )
    return Assumption("given", f"{what}: {_some(names)}", about="kept")


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name.partition('::')[2] or name}`" for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _reworded(version: Version) -> Same:
    supposed = (Assumption("wording", _SUPPOSED[each], about=each) for each in version.supposing)
    return Same((), (_WORDING, *supposed, RESOURCES))


def _is_certain(said: Said | None) -> bool:
    """Does what a search found say more than that the wording is another one, which leaves results alike?"""
    return isinstance(said, Differs) or (
        isinstance(said, Same) and not said.scope and _is_settled(said, exceptions=True)
    )


def _loose(works: Sequence[FileWork]) -> Iterator[Difference]:
    """Statements of modules."""
    for work in works:
        for span in work.versions.loose[:1] if not work.wanted else ():
            id = f"{work.now.module.name}::<module>"
            yield Difference(id, work.now.target.file, span, "changed", Reason("unmodelled-call", LOOSE))


def _read_elsewhere(works: Sequence[FileWork]) -> Iterator[Difference]:
    """Variables that changed and that other modules name, or may name, whose functions are not compared for that."""
    texts = _texts(works) if any(work.versions.names for work in works) else {}
    for work in works:
        listed = {version.qualname.rpartition(".")[2] for version in work.versions.functions}
        others = "\n".join(text for path, text in texts.items() if path != work.now.target.path)
        places = {name: span for name, span in work.versions.names.items() if span is not None}
        for name, span in sorted(places.items(), key=lambda each: each[1]):
            used = name in work.versions.unread or _is_used(name, others)
            if name not in listed and is_wanted(name, work.wanted) and used:
                why = Reason("unmodelled-call", "what others do with it is not compared")
                yield Difference(f"{work.now.module.name}::{name}", work.now.target.file, span, "changed", why)


def _is_used(name: str, texts: str) -> bool:
    """Is it imported, or read of a module?"""
    return re.search(rf"\bimport\b[^\n]*\b{name}\b|^ +{name},?$|\w\.{name}\b", texts, re.MULTILINE) is not None


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


def shaken(works: Sequence[FileWork], around: Around, settings: Settings) -> list[Comparing]:
    """Functions that would be the same if what they lean on were; those that are only worded otherwise are added."""
    found = {each.id for each in settled_differences(works, around, settings) if isinstance(each.said, Reason)}
    for work in works:
        own = units_of(work.now.module, work.versions.functions)
        known = {each.version for each in work.comparing}
        versions = (v for v in work.versions.functions if v.is_reworded and v not in known)
        reworded = [v for v in versions if _id(work, v) in found]
        work.comparing += [Comparing(v, own[v.qualname], []) for v in reworded if v.qualname in own]
    mine = [each for work in works for each in work.comparing if _id(work, each.version) in found]
    return [e for e in mine if e.differs is None and (e.version.is_reworded or (e.drivers and not e.is_open))]


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
                users = (a for a in supposed if not a.text.endswith((f": {COPYING}", f" {LIKE}")))
                assumptions.update(dict.fromkeys(replace(a, text=_of_users(a.text), place=None) for a in users))
            case Unknown(reason):
                return replace(reason, place=None, text=_of_users(reason.text))
    if not comparing.version.is_plain:
        assumptions[_EXCEPTIONS] = None
    return Same(tuple(scope.items()), tuple(assumptions))


def _of_users(text: str) -> str:
    """Without the names that only the text with both versions has."""
    return _OWN_NAMES.sub("", text).replace(*_OF_COPIES)


_OF_COPIES: Final = ("the result of copy.deepcopy()", "copies of its arguments, of which each version gets one")
_OWN_NAMES: Final = regex(rf"\b(?:{PREFIX}|{NOW})|, {COPYING}\b|\b{COPYING}, ")


def surroundings(works: Sequence[FileWork], earlier: Earlier) -> Around:
    folders = {(work.now.target.root, work.before.target.root) for work in works}
    folders |= {(earlier.here, earlier.top)} if earlier.top else set()
    changed = {
        _id(work, version): _key(work, version)
        for work in works
        for version in work.versions.functions
        if version.change == "changed"
    }
    if not changed:
        return Around({})
    elsewhere = _changed_elsewhere(works, folders)
    own = ((work.now.target.path, work.before.module.text, work.now.module.text) for work in works)
    texts = {path: (old or "\n", new or "\n") for path, old, new in own} | elsewhere
    before = {path + BEFORE: old for path, (old, _) in texts.items()}
    project = Mentions(_texts(works, folders) | {path: new for path, (_, new) in elsewhere.items()} | before)
    rest = set[str]()
    for path, (old, new) in texts.items():
        functions, others = changed_keys(file_of(path), old, new, project)
        rest |= others | (functions if path in elsewhere else functions - {*changed.values()})
        rest |= set() if old and new else {f"{file_of(path)}::{name}" for name in endings(path)}
    taking = {id for id, key in changed.items() if project.takes_anything(key)}
    giving = {key.partition("::")[2] for key in rest if key in project.functions or key in project.of_classes}
    is_alone = len(changed) < 2 and not rest and not any(map(may_leave_otherwise, texts.values()))
    leaning = {} if is_alone else _leaning_of(works, project, texts, changed, rest)
    supposed = (*_supposed_of(run_otherwise(texts, project), earlier), *_unread(earlier.data, project.texts))
    return Around(leaning, frozenset(taking), tuple(sorted(giving)), supposed)


def _unread(data: Sequence[str], texts: Mapping[str, str]) -> tuple[Assumption, ...]:
    """Of files that changed, and are no code, those that code may read: some text names them, or such files."""
    code = [text for path, text in texts.items() if not is_test(path) and os.path.basename(path) != "setup.py"]
    kinds = {path: os.path.splitext(path)[1] or os.path.basename(path) for path in data}
    asked = {kind for kind in {*kinds.values()} if any(kind in text for text in code)}
    read = [f"`{path}`" for path, kind in kinds.items() if kind in asked]
    if not read:
        return ()
    more = f" and {len(read) - 3} more" if len(read) > 3 else ""
    text = f"what it uses reads nothing of files that changed: {', '.join(read[:3])}{more}"
    return (Assumption("wording", text, about="files"),)


def _leaning_of(
    works: Sequence[FileWork],
    project: Mentions,
    texts: Mapping[str, Texts],
    changed: Mapping[str, str],
    rest: Set[str],
) -> Leaning:
    """texts: both of each file that changed; changed: keys of functions, by id; rest: of what else changed."""
    left = left_otherwise(texts, project)
    looks = looking(project) if len(changed) > 1 else set[str]()
    found: Leaning = {}
    for work in works:
        for version, mentions, indirect in _asked(work, project):
            key, cls = _key(work, version), _class_key(work, version)
            reached = project.called_from(mentions, indirect)
            own = _id(work, version)
            called = leant_on(reached, {*changed.values()}, project)
            ids = {id for id, other in changed.items() if other in called and id != own}
            leaning = bare(leant_on(reached | cls, rest, project))
            everything = project.called_from(mentions | project.edges.get(key, set()) | cls, indirect)
            names = frozenset(leaning | (left & bare(everything)))
            found[own] = LeansOn(frozenset(ids), names, not looks.isdisjoint({key, key + BEFORE, *everything}))
    return found


def _key(work: FileWork, version: Version) -> str:
    return f"{file_of(work.now.target.path)}::{version.qualname}"


def _class_key(work: FileWork, version: Version) -> set[str]:
    cls = version.qualname.rpartition(".")[0].rpartition(".")[2]
    return {f"{file_of(work.now.target.path)}::{cls}"} if cls else set()


def _supposed_of(others: Mapping[str, str], earlier: Earlier) -> tuple[Assumption, ...]:
    """others: by paths, what is run there on import that was not."""
    if not others and not earlier.renamed:
        return ()
    top = earlier.here or os.curdir
    shown = [f"{os.path.relpath(path, top)}: {what}" for path, what in others.items()]
    shown = sorted([*shown, *(f"{each.file_now}: was {each.file}" for each in earlier.renamed)])
    more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
    text = f"what imports run otherwise than before leaves what it uses as it was ({', '.join(shown[:3])}{more})"
    return (Assumption("imports", text),)


def _asked(work: FileWork, project: Mentions) -> Iterator[tuple[Version, set[str], bool]]:
    """Functions that may be the same, each with keys of what it mentions that is not there twice; may it call something
    by no name?
    """
    file = file_of(work.now.target.path)
    for version in (each.version for each in work.comparing if each.drivers):
        text = work.versions.class_text if version.of_class else work.versions.text
        yield version, *outside_of(text, version.old, version.qualname, file, project)
    for version in (each for each in work.versions.functions if each.is_reworded):
        key, cls = _key(work, version), _class_key(work, version)
        of_object = set().union(*map(project.operators_of, cls))
        mentions = {*project.edges.get(key, ()), *project.classes_given(key), *cls, *of_object}
        yield version, mentions, key in project.indirect


def _changed_elsewhere(works: Sequence[FileWork], folders: Set[tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Both texts, empty where it has none, of each file that changed beside those that are compared."""
    compared = {os.path.realpath(work.now.target.path) for work in works}
    found: dict[str, tuple[str, str]] = {}
    for here, there in sorted(folders):
        inside = {os.path.relpath(path, here) for path in _files_in(here)}
        inside |= {os.path.relpath(path, there) for path in _files_in(there, frozenset({".git", "__pycache__"}))}
        for path in sorted(inside):
            now = os.path.join(here, path)
            if os.path.realpath(now) not in compared:
                texts = (_text(os.path.join(there, path)), _text(now))
                if texts[0] != texts[1]:
                    found[now] = texts
    return found


def _text(path: str) -> str:
    """Empty where there is none."""
    try:
        return read_source(path, path) or "\n"
    except InputError:
        return ""


def _files_in(folder: str, skipped: frozenset[str] | None = None) -> Iterator[str]:
    """skipped: names of folders, by default all that hold nothing of a project's own."""
    for at, inner, files in os.walk(folder):
        if skipped is not None:
            inner[:] = [name for name in inner if name not in skipped]
            if "pyvenv.cfg" in files:
                inner.clear()
                continue
        else:
            inner[:] = [name for name in inner if not name.startswith(".") and name not in SKIPPED_FOLDERS]
        yield from (os.path.join(at, name) for name in files if name.endswith(".py"))


def _texts(works: Sequence[FileWork], folders: Set[tuple[str, str]] = frozenset()) -> dict[str, str]:
    """Of all modules of the projects, and of the folders that are compared."""
    here = {folder for folder, _ in folders}.union(*(project_folders(work.now.target) for work in works))
    return {path: text for folder in sorted(here) for path in _files_in(folder) if (text := _text(path))}


def _discharge(said: dict[str, Said], leaning: Leaning) -> None:
    """Only what leans on functions that are the same is the same; these may lean on each other."""
    before = None
    while before != (before := [type(each) for each in said.values()] + [_scope(each) for each in said.values()]):
        for id, found in said.items():
            if not isinstance(found, Same) or id not in leaning:
                continue
            on = leaning[id]
            unsettled = sorted(other for other in on.functions if not _is_settled(said.get(other), on.exceptions))
            if unsettled or on.names:
                said[id] = _leaning_reason(unsettled, sorted(on.names), said)
                continue
            inner = [each for other in sorted(on.functions) if isinstance(each := said[other], Same)]
            scope = dict(found.scope)
            for each in inner:
                scope |= {name: min(limit, scope.get(name, limit)) for name, limit in each.scope}
            supposed = dict.fromkeys([*found.assumptions, *(a for each in inner for a in each.assumptions)])
            said[id] = Same(tuple(scope.items()), tuple(supposed), tuple(sorted(on.functions)))


def _is_settled(said: Said | None, exceptions: bool = False) -> bool:
    """Does what calls it see no difference?  Where only equal results are known, that may tell them apart.

    exceptions: does the caller look at exceptions?
    """
    but_for = _BUT_FOR | ({_EXCEPTIONS.id} if exceptions else set[str]())
    return isinstance(said, Same) and but_for.isdisjoint(a.id for a in said.assumptions)


_BUT_FOR: Final = frozenset({EQUALITY.id, IDENTITY.id})


def _scope(said: Said) -> object:
    return (said.scope, len(said.assumptions)) if isinstance(said, Same) else None


def _leaning_reason(functions: Sequence[str], names: Sequence[str], said: Mapping[str, Said]) -> Reason:
    if functions:
        first = functions[0]
        match said.get(first):
            case Differs():
                how = "differs"
            case Same(assumptions=supposed):
                but_for = ", ".join(a.id for a in supposed if a.id in _BUT_FOR | {_EXCEPTIONS.id})
                how = f"gives or raises what is equal, but perhaps not alike ({but_for})"
            case _:
                how = "is not shown to do the same"
        return Reason("unmodelled-call", f"the same where `{first.partition('::')[2]}` is, which {how}")
    return Reason("unmodelled-call", f"the same as far as `{names[0]}` is, which may not be what it was")
