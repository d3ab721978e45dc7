"""What a run reads of the state of modules that code of the project changes.

    if name in REGISTRY: …      shop.REGISTRY     `register` fills it
    return self.made            shop.Cart.made    `Cart.made += 1` somewhere

Tests of the user's may have called that code before, so a test whose call reads such a place is given what was there
after the import.  What is changed is read off the text (`state_changes.py`), and seen in runs that left it otherwise;
what nothing changes is a constant, of which a test says nothing.  What is read is seen: the names in the lines that are
executed, so a place counts as read where another of its name is.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import sys
import types
from collections.abc import Collection, Iterator, Set
from dataclasses import field
from typing import Any, Final

from clew.checking.module_state import PARTS, ModuleState, Names
from clew.checking.script import Left, Target
from clew.effects.changes import MUTATORS
from clew.frontend.state_changes import StateChanges, state_changes
from clew.records import dataclass

_BY_TEXT: Final = frozenset({"getattr", "hasattr"})
_NOTHING: Final = (frozenset[str](), frozenset[str]())


@dataclass(frozen=True, slots=True)
class Place:
    """What a module, a class, a function or an object has under a name, and what the test is given there."""

    names: Names
    name: str
    given: frozenset[Left]


def changeable(state: ModuleState, target: Target, seen: Collection[str]) -> list[Place]:
    """The places that a test can be given as they were after the import.  seen: paths of what runs left otherwise."""
    changes = {module.__name__: state_changes(_text_of(module, target), MUTATORS) for module in state.modules()}
    found: list[Place] = []
    for names in state.names:
        if names.place.hidden:
            continue
        changed = {name for name in names.saved if _is_changed(names, name, changes)}
        changed |= {name for path in seen for above, _, name in (path.rpartition("."),) if above == names.place.path}
        places = (Place(names, name, state.as_imported(names, name)) for name in sorted(changed))
        found += [place for place in places if place.given]
    return found


def _text_of(module: types.ModuleType, target: Target) -> str:
    if module.__name__ == target.module:
        return target.text
    with contextlib.suppress(OSError, UnicodeDecodeError), open(str(module.__file__), encoding="utf-8") as file:
        return file.read()
    return ""


def _is_changed(names: Names, name: str, changes: dict[str, StateChanges]) -> bool:
    """By the text of some function."""
    if isinstance(names.owner, types.ModuleType) and name in changes[names.place.module].variables:
        return True
    if any(name in each.attributes for each in changes.values()):
        return True
    return names.is_of_object and any(name in each.of_objects for each in changes.values())


@dataclass(slots=True)
class Reads:
    """What was read of the places while `watched`."""

    places: list[Place]
    modules: frozenset[str]  # the names of those of the project
    attributes: set[str] = field(default_factory=set)  # of anything
    variables: set[tuple[str, str]] = field(default_factory=set)  # with the module
    called: set[types.CodeType] = field(default_factory=set)  # of functions that took a default
    found: frozenset[Left] = frozenset()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        wanted = {place.name for place in self.places}
        wanted |= {p.names.place.path.rpartition(".")[2] for p in self.places if p.names.is_of_object}
        functions = {p.names.owner.__code__: p.names.owner for p in self.places if p.name in PARTS}
        named = functools.cache(functools.partial(_named_by_lines, wanted))

        def enters(frame: types.FrameType, event: str, argument: object) -> Any:
            code = frame.f_code
            if dict.get(frame.f_globals, "__name__") not in self.modules and code.co_filename != "<script>":
                return None
            if code in functions and _takes_defaults(functions[code], frame.f_locals):
                self.called.add(code)
            return executes if named(code) else None

        def executes(frame: types.FrameType, event: str, argument: object) -> Any:
            if event == "line":
                attributes, variables = named(frame.f_code).get(frame.f_lineno, _NOTHING)
                self.attributes |= attributes
                self.variables |= {(str(dict.get(frame.f_globals, "__name__")), name) for name in variables}
            return executes

        before = sys.gettrace()
        sys.settrace(enters)
        try:
            yield
        finally:
            sys.settrace(before)
            self.found = frozenset(left for place in self.places if self._is_read(place) for left in place.given)

    def _is_read(self, place: Place) -> bool:
        owner, name = place.names.owner, place.name
        if name in PARTS:
            return owner.__code__ in self.called
        if isinstance(owner, types.ModuleType):
            return (owner.__name__, name) in self.variables or name in self.attributes
        if place.names.is_of_object:
            holder = place.names.place.path.rpartition(".")[2]
            held = holder in self.attributes or any(holder == read for _, read in self.variables)
            return held and name in self.attributes
        return name in self.attributes


def _takes_defaults(function: types.FunctionType, arguments: dict[str, Any]) -> bool:
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return any(argument is default for argument in arguments.values() for default in defaults)


def _named_by_lines(wanted: Set[str], code: types.CodeType) -> dict[int, tuple[set[str], set[str]]]:
    """Which of these names each line reads: as attributes of anything, and as global variables."""
    by_text = not _BY_TEXT.isdisjoint(code.co_names)
    if wanted.isdisjoint(code.co_names) and not by_text:
        return {}
    found: dict[int, tuple[set[str], set[str]]] = {}
    for each in dis.get_instructions(code):
        line = each.positions.lineno if each.positions is not None else None
        is_name = each.opcode in dis.hasname and each.opname.startswith(("LOAD_", "IMPORT_FROM"))
        is_text = by_text and each.opname == "LOAD_CONST" and isinstance(each.argval, str)
        if line is not None and (is_name or is_text) and each.argval in wanted:
            attributes, variables = found.setdefault(line, (set(), set()))
            (variables if each.opname in ("LOAD_GLOBAL", "LOAD_NAME") else attributes).add(each.argval)
    return found
