"""Definitions and uses of access paths in the syntax tree, told apart by the objects that they are about.

    self.x = y                    _clew_stored(((self.x, 2),)) after it
    return xs[i]                  _clew_reads(((xs[i], goals),)) before it
    if self.x > 3                 if _clew_decides_by(true uses, false uses, self.x > 3)

A location is an object, known by its identity, with the name of an attribute or a key; or the name of a global.  A use
takes its value from the last store of this call to its location, by whichever path; and where it can be looked up
without running anything of the user's, only if the object that was stored is still there.  An item of a list has two
keys, one from each end: that of the path, and the place in the list, must both say that it is the last store.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from dataclasses import field
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from clew.frontend.access_paths import ATTRIBUTE, GLOBAL, AccessPath
from clew.frontend.automata import Hooks
from clew.frontend.definitions import OUTSIDE
from clew.frontend.numbers_of_frames import number_of
from clew.records import dataclass

Path: TypeAlias = tuple[str, str, "str | int", str]
"""The fields of an access path, as they stand in the text of a probe."""
PathUses: TypeAlias = tuple[tuple[Path, tuple[int, ...]], ...]
"""The number of a goal for each number of a definition through this path."""
NO_GOAL: Final = -1
MISSING: Final = object()
KEYS: Final = (int, bool, str, type(None))
"""Types of keys of which it is known which are equal."""


def constant_of(path: AccessPath) -> Path:
    return path.kind, path.root, path.key, path.by


def path_call(name: str, place: ast.AST, *arguments: object) -> ast.expr:
    """Of a hook; arguments that are no expressions become constants."""
    made = [a if isinstance(a, ast.expr) else ast.Constant(cast(Any, a)) for a in arguments]
    return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), made, []), place)


# ---------------------------------------------------------------- what runs


class _Location(NamedTuple):
    """known: the same for the same location, by the key as given, and as a place in the list.

    holder: the object.  value: what is there, if it can be looked up.
    """

    known: tuple[tuple[object, ...], ...]
    holder: object
    value: object


class _Store(NamedTuple):
    path: Path
    code: int
    location: _Location


@dataclass(slots=True)
class _Stores:
    """Those of one call.  last: by location, through which path, by which definition, and the location as it was.

    is_lost: something was stored where nobody knows.
    """

    last: dict[tuple[object, ...], _Store] = field(default_factory=dict)
    is_lost: bool = False

    def store(self, path: Path, code: int, frame: FrameType) -> None:
        location = _location(path, frame)
        if location is None:
            self.is_lost = True
        else:
            self.last.update(dict.fromkeys(location.known, _Store(path, code, location)))

    def last_before(self, path: Path, frame: FrameType) -> int | None:
        """Which definition through the path gave it the value that it has."""
        location = _location(path, frame)
        if self.is_lost or location is None:
            return None
        found = [self.last.get(known) for known in location.known]
        last = found[0]
        if last is None:
            return OUTSIDE if not any(found) else None
        is_there = last.location.value is location.value and all(each is last for each in found)
        return last.code if is_there and last.path == path else None


def _location(path: Path, frame: FrameType) -> _Location | None:
    kind, root, name, by = path
    if kind == GLOBAL:
        return _Location(((kind, root),), None, frame.f_globals.get(root, MISSING))
    known = frame.f_locals
    if root not in known or (by and by not in known):
        return None
    holder, key = known[root], known[by] if by else name
    if type(key) not in KEYS:
        return None
    if kind == ATTRIBUTE:
        return _Location(((kind, id(holder), key),), holder, _attribute(holder, str(key)))
    place = key + len(holder) if type(holder) is list and isinstance(key, int) and key < 0 else key
    return _Location(((kind, id(holder), key), ("place", id(holder), place)), holder, _item(holder, key))


def _attribute(holder: object, name: str) -> object:
    try:
        return object.__getattribute__(holder, "__dict__").get(name, MISSING)
    except AttributeError:  # it has slots
        return MISSING


def _item(holder: object, key: Any) -> object:
    if type(holder) is dict:
        return holder.get(key, MISSING)
    if type(holder) is list and isinstance(key, int):
        return holder[key] if -len(holder) <= key < len(holder) else MISSING
    return MISSING


def path_hooks(hit: Callable[[int], object]) -> Hooks:
    calls: dict[int, _Stores] = {}  # by frame
    frame = sys._getframe

    def begin() -> None:
        calls[number_of(frame(1))] = _Stores()

    def stored(stores: Iterable[tuple[Path, int]]) -> None:
        here = frame(1)
        known = calls.get(number_of(here))
        if known is not None:
            for path, code in stores:
                known.store(path, code, here)

    def note(uses: PathUses, here: FrameType) -> None:
        known = calls.get(number_of(here))
        if known is not None:
            for path, goals in uses:
                code = known.last_before(path, here)
                if code is not None and goals[code] != NO_GOAL:
                    hit(goals[code])

    def reads(uses: PathUses) -> None:
        note(uses, frame(1))

    def decides_by(true: PathUses, false: PathUses, value: Any) -> bool:
        truth = bool(value)
        note(true if truth else false, frame(1))
        return truth

    return {
        "_clew_begin_paths": begin,
        "_clew_stored": stored,
        "_clew_reads": reads,
        "_clew_decides_by": decides_by,
    }
