"""What is remembered of a unit between runs: its cases and verdicts as text, under a key that says when they still
hold.

A result is used again when nothing it could depend on has changed: the function, what it may call in its module (by
name, transitively), the rest of the module outside functions, every other file of the project, the settings, the Python
and the version of clew.  The text is JSON of plain records; nothing in it is ever executed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import clew
from clew import __version__
from clew.analysis.calls import called_names
from clew.frontend.module import Module, Unit
from clew.inputs import recipes
from clew.records import dataclass
from clew.scheduling.ledger import Ledger, key_of
from clew.scheduling.unit_search import UnitSearch
from clew.search import request
from clew.search.request import Exploration, Found
from clew.settling.work import ModuleWork, UnitWork, project_folders
from clew.source.settings import MINIMAL, Settings
from clew.source.spans import Span
from clew.verdict import assumptions, evidence, reasons, verdicts
from clew.verdict.evidence import doubt

# Settings that cannot change what is found for a function.
SILENT = frozenset(
    {"executor", "jobs", "output", "output_format", "include", "exclude", "keep_queries", "suite", "total_seconds"}
)
FILES = 4_000  # of a project that are looked at; a larger one is not remembered


@dataclass(frozen=True, slots=True)
class Remembered:
    cases: tuple[Found, ...]
    exploration: Exploration
    seconds: float
    cpu_seconds: float
    memory: int | None


def recall(work: ModuleWork, ledger: Ledger, search: UnitSearch) -> None:
    """What is still known of the units of a module from earlier runs."""
    if ledger.path is None:
        return
    around = digest_of_surroundings(work.module, work.target.path, project_folders(work.target), work.beside)
    if around is None:
        return
    drawn = repr(work.drawn) if work.drawn else ""
    for entry in work.entries:
        asked = ",".join(sorted(entry.goals)) if search.claims else ""
        entry.key = key_for(work.module, entry.unit, f"{around}:{search.doom}{asked}{drawn}", search.settings)
    known = ledger.resume({e.unit.id: e.key for e in work.entries if e.key is not None})
    for entry in work.entries:
        found = read(known[entry.unit.id]) if entry.unit.id in known else None
        if found is not None:
            entry.cases, entry.exploration = list(found.cases), found.exploration
            entry.seconds, entry.cpu_seconds, entry.memory = found.seconds, found.cpu_seconds, found.memory


def remember(entry: UnitWork, ledger: Ledger) -> None:
    """What was found of a unit, unless the clock or an accident decided: another run may do better."""
    if entry.key is None or entry.exploration is None:
        return
    codes = {why.code for each in entry.exploration.known.values() if (why := doubt(each)) is not None}
    if codes.isdisjoint(("timeout", "worker-died", "interrupted", "internal-error")):
        spent = (entry.seconds, entry.cpu_seconds, entry.memory)
        ledger.put(entry.unit.id, entry.key, show(Remembered(tuple(entry.cases), entry.exploration, *spent)))


# ---------------------------------------------------------------- keys


def digest_of_surroundings(
    module: Module, path: str, folders: tuple[str, ...], beside: Iterable[str] = ()
) -> str | None:
    """A digest of what every unit of the module may depend on; None where that is too much to read.

    beside: files in none of the folders that count, too.
    """
    others = digest_of_others(path, folders, beside)
    return None if others is None else others + _digest("\n".join(_outside(module, are_placed=True)))


def _files_in(folder: str) -> Iterator[str]:
    for at, inner, files in os.walk(folder):
        inner.sort()
        yield from (os.path.join(at, name) for name in sorted(files) if name.endswith(".py"))


def digest_of_others(path: str, folders: tuple[str, ...], beside: Iterable[str] = ()) -> str | None:
    """The same of what is not in the file of this path: Python, clew, and the other files of the project."""
    digest = hashlib.sha256(sys.version.encode() + own_files())
    count = 0
    for other in (*beside, *(each for folder in folders for each in _files_in(folder))):
        if os.path.realpath(other) == os.path.realpath(path):
            continue
        count += 1
        if count > FILES:
            return None
        try:
            with open(other, "rb") as file:
                digest.update(os.path.basename(other).encode() + hashlib.sha256(file.read()).digest())
        except OSError:
            return None
    return digest.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _outside(module: Module, are_placed: bool) -> Iterator[str]:
    """The lines of the module, with the name of a function in the place of each of its lines, or of all.

    are_placed: does it matter on which lines things are?
    """
    lines = module.text.split("\n")
    marks = {u.span.line: u for u in module.units if u.parent is None}
    number = 1
    while number <= len(lines):
        unit = marks.get(number)
        if unit is None:
            if are_placed or lines[number - 1].strip():
                yield lines[number - 1]
            number += 1
        else:
            yield from [f"<{unit.qualname}>"] * (unit.span.end_line - unit.span.line + 1 if are_placed else 1)
            number = unit.span.end_line + 1


@cache
def own_files() -> bytes:
    """Names, sizes and times of clew's own files: a version that is being worked on changes without a new number."""
    root = os.path.dirname(clew.__file__)
    found = []
    for at, _, files in os.walk(root):
        for name in files:
            if name.endswith(".py"):
                status = os.stat(os.path.join(at, name))
                found.append((os.path.relpath(os.path.join(at, name), root), status.st_size, status.st_mtime_ns))
    return repr(sorted(found)).encode()


def prints_of(module: Module, settings: Settings) -> dict[str, str]:
    """Of each function that is not nested a digest of all in its file that what is found of it may depend on, wherever
    in the file it stands.
    """
    around = _digest("\n".join(_outside(module, are_placed=False)))
    units = (unit for unit in module.units if unit.parent is None)
    return {unit.id: key_for(module, unit, around, settings, are_placed=False) for unit in units}


def key_for(module: Module, unit: Unit, around: str, settings: Settings, *, are_placed: bool = True) -> str:
    """around: the `surroundings` of the module; are_placed: does it matter on which lines things are?"""
    by_name: dict[str, list[Unit]] = {}
    for other in module.units:
        for name in {other.qualname.rpartition(".")[2], *other.qualname.split(".")[:1]}:
            by_name.setdefault(name, []).append(other)
    seen: dict[str, Unit] = {unit.id: unit}
    stack = [unit]
    while stack:
        for name in sorted(called_names(stack.pop().function)):
            for other in by_name.get(name, ()):
                if other.id not in seen:
                    seen[other.id] = other
                    stack.append(other)
    # A class may be used through any of its methods, whether or not they are named.
    classes = {u.class_path for u in seen.values() if u.class_path is not None}
    for other in module.units:
        if other.class_path in classes or "__" in other.qualname:
            seen.setdefault(other.id, other)
    called = "\n".join(_text(module, u, are_placed) for _, u in sorted(seen.items()))
    options = {name: value for name, value in settings.to_json().items() if name not in SILENT}
    options["maximal"] = settings.suite == MINIMAL  # for which more cases are looked for
    return key_of(__version__, _text(module, unit, are_placed), around + called, options)


def _text(module: Module, unit: Unit, are_placed: bool) -> str:
    lines = module.text.split("\n")[unit.span.line - 1 : unit.span.end_line]
    return f"{unit.id}@{unit.span.line if are_placed else ''}\n" + "\n".join(lines)


# ---------------------------------------------------------------- text


def _records() -> dict[str, type]:
    found: dict[str, type] = {Remembered.__name__: Remembered}
    for module in (recipes, evidence, verdicts, assumptions, reasons, request):
        found |= {n: c for n, c in vars(module).items() if isinstance(c, type) and "__dataclass_fields__" in vars(c)}
    return found


_RECORDS: Final = _records()


def show(remembered: Remembered) -> str:
    """As one line of JSON."""
    return json.dumps(_data(remembered), ensure_ascii=True)


def read(text: str) -> Remembered | None:
    """Inverse of `show`; None for what is not such a text (of another version, say)."""
    try:
        found = _value(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, Remembered) else None


def _data(value: Any) -> Any:
    match value:
        case None | bool() | str():
            return value
        case int():
            return {"int": hex(value)}
        case float():
            return {"float": value.hex()}
        case complex():
            return {"complex": [value.real.hex(), value.imag.hex()]}
        case bytes():
            return {"bytes": value.hex()}
        case Span():
            return {"span": list(value)}
        case tuple() | list():
            return {type(value).__name__: [_data(v) for v in value]}
        case frozenset() | set():
            return {type(value).__name__: [_data(v) for v in sorted(value)]}
        case dict():
            return {"dict": [[_data(k), _data(v)] for k, v in value.items()]}
        case _ if type(value).__name__ in _RECORDS:
            fields = {f.name: _data(getattr(value, f.name)) for f in dataclasses.fields(value)}
            return {"record": type(value).__name__, "fields": fields}
        case _ if value is Ellipsis:
            return {"ellipsis": True}
        case _:
            raise TypeError(f"{type(value).__name__} is not plain data")


def _value(data: Any) -> Any:
    match data:
        case {"record": name, "fields": fields}:
            return _RECORDS[name](**{key: _value(v) for key, v in fields.items()})
        case {"span": numbers}:
            return Span(*numbers)
        case {"tuple": items}:
            return tuple(map(_value, items))
        case {"list": items}:
            return list(map(_value, items))
        case {"set": items}:
            return set(map(_value, items))
        case {"frozenset": items}:
            return frozenset(map(_value, items))
        case {"dict": pairs}:
            return {_value(k): _value(v) for k, v in pairs}
        case {"int": text}:
            return int(text, 16)
        case {"float": text}:
            return float.fromhex(text)
        case {"complex": [real, imaginary]}:
            return complex(float.fromhex(real), float.fromhex(imaginary))
        case {"bytes": text}:
            return bytes.fromhex(text)
        case {"ellipsis": _}:
            return ...
        case _:
            return data
