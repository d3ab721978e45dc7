"""Who has a function of which decorators made something else, and so may call it past them.

    def half(x: int) -> int: ...        raw = half
                                        half = positive(half)

Runs call what the name is bound to, with what that lets through.  The function itself stays in the closure of a
wrapper, and in its `__wrapped__`; that nobody takes it from there is the assumption `by-name`, printed with every proof
that leans on it.  Whatever else refers to the function may call it, and so may a wrapper that hands it on, and code of
the project that asks for `__wrapped__` or for closures: then runs prove nothing.

Who refers to an object is asked of the collector, which knows of everything that may be in a cycle.  References that it
does not know (of what C keeps) are counted.
"""

from __future__ import annotations

import functools
import gc
import os
import re
import sys
import types
import typing
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from clew.concolic.entry import Entry
from clew.effects.object_graph import all_objects
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.signatures import remembered_in
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.regexes import regex
from clew.verdict.assumptions import Assumption

if TYPE_CHECKING:
    from clew.concolic.prepared import Prepared
    from clew.frontend.module import Unit

_UNWRAPPING: Final = regex(r"\b(?:__wrapped__|unwrap)\b")
_LOOKING_INSIDE: Final = regex(
    r"\b(?:__closure__|cell_contents|getclosurevars|get_referrers|get_referents|get_objects|get_overloads)\b"
)
_SAYING: Final = frozenset({"__name__", "__qualname__", "__doc__", "__module__"})
_OURS: Final = os.path.dirname(os.path.dirname(__file__)) + os.sep


def by_name(unit: Unit) -> Assumption:
    """That it is what its decorators made of it that is called."""
    text = (
        f"`{unit.qualname}` is called by that name only, which is bound to something made from it: nobody takes the "
        "function itself out of that (`__wrapped__`, a closure)"
    )
    return Assumption("by-name", text, unit.span)


def is_made_from_it(prepared: Prepared, entry: Entry) -> bool:
    """Is something else than the function itself called, which may call it otherwise than it is called?"""
    callee = entry.callee
    if type(callee.function) in _PASSING_ON:
        inside = raw_attribute(callee.function, "__wrapped__", raw_attribute(callee.function, "func"))
        return prepared.machine.by_code.get(raw_attribute(inside, "__code__")) != entry.number
    return callee.wrapped or not callee.certain


_PASSING_ON: Final = (functools.cached_property, functools._lru_cache_wrapper)


def reached_otherwise(prepared: Prepared, entry: Entry) -> str:
    """How code may have the function itself; "" for not at all, as far as is seen."""
    if not is_made_from_it(prepared, entry):
        return ""
    holders = _Holders(prepared, entry)
    with all_objects():
        found = holders.found()
    texts = (*(module.text for module in prepared.project.modules.values()), *prepared.elsewhere.texts)
    ways = (_LOOKING_INSIDE, _UNWRAPPING) if holders.by_wraps else (_LOOKING_INSIDE,)
    asked = (match[0] for way in ways for text in texts if (match := way.search(text)) is not None)
    return found or next((f"code of the project asks for `{name}`" for name in asked), "")


class _Holders:
    """Of the function of an entry, up to what its name is bound to.  by_wraps: is it the `__wrapped__` of a wrapper?"""

    def __init__(self, prepared: Prepared, entry: Entry) -> None:
        self.prepared, self.entry = prepared, entry
        bound = entry.callee.function
        self.tops = {id(bound), id(raw_attribute(bound, "__func__", bound))}
        if type(bound) in _PASSING_ON:
            self.tops.add(id(raw_attribute(bound, "__dict__")))
        self.ours = {*prepared.snapshot.own_objects(), *remembered_in(prepared.catalogue)}
        self.kept: list[list[Any]] = []
        self.ours |= {id(self.kept), id(prepared.machine.returned)}
        self.by_wraps = False

    def found(self) -> str:
        """The first of all answers by their texts: the collector has no order that another process would have."""
        codes = [code for code, number in self.prepared.machine.by_code.items() if number == self.entry.number]
        inside = (f for f in self.referrers(*codes) if isinstance(f, types.FunctionType) and f.__code__ in codes)
        level, asked, answers = self.own(inside), set(self.tops), set[str]()
        while level:
            function = level.pop()
            if id(function) in asked:
                continue
            asked.add(id(function))
            if _unseen(function):
                answers.add("something in C refers to it, too")
            for holder in self.referrers(function):
                above = self.above(function, holder)
                if isinstance(above, str):
                    answers.add(above)
                else:
                    level += above
        return min(answers, default="")

    def own(self, values: Iterable[Any]) -> list[Any]:
        """A list of ours, which is none of those who refer to the values."""
        self.kept.append([*values])
        self.ours.add(id(self.kept[-1]))
        return self.kept[-1]

    def referrers(self, *values: Any) -> list[Any]:
        """Those that are not ours."""
        found = self.own(gc.get_referrers(*values))
        return self.own([each for each in found if id(each) not in self.ours and not _is_our_frame(each)])

    def above(self, function: types.FunctionType, holder: Any) -> list[types.FunctionType] | str:
        """The wrappers that have the function in this holder and call it; how it is held otherwise."""
        if id(holder) in self.tops and type(self.entry.callee.function) in _PASSING_ON:
            return []
        if isinstance(holder, types.CellType):
            return self.around(holder)
        if isinstance(holder, dict):
            # By their ids: what a comprehension reads is in a cell of ours, which would refer to it, too.
            at, own = id(holder), id(function)
            overloads = vars(typing).get("_overload_registry", {})
            if any(id(kept) == at for names in overloads.values() for kept in names.values()):
                return []
            if [name for name, value in holder.items() if id(value) == own] == ["__wrapped__"]:
                self.by_wraps = True
                wrappers = (each for each in self.referrers(holder) if id(raw_attribute(each, "__dict__")) == at)
                return self.own(each for each in wrappers if isinstance(each, types.FunctionType))
        return f"{self.named(holder)} refers to it, too"

    def around(self, cell: types.CellType) -> list[types.FunctionType] | str:
        found = self.own(())
        for closure in self.referrers(cell):
            for wrapper in self.referrers(closure) if isinstance(closure, tuple) else (closure,):
                if not isinstance(wrapper, types.FunctionType) or wrapper.__closure__ is not closure:
                    return f"{self.named(wrapper)} refers to a variable that holds it"
                if self.hands_on(wrapper, cell):
                    return f"`{wrapper.__qualname__}` does more with it than call it"
                found.append(wrapper)
        return found

    def hands_on(self, wrapper: types.FunctionType, cell: types.CellType) -> bool:
        home = wrapper.__globals__.get("__name__")
        if home not in self.prepared.project.modules:
            return False  # of a library
        at, names = id(cell), wrapper.__code__.co_freevars
        held = {name for name, each in zip(names, wrapper.__closure__ or (), strict=True) if id(each) == at}
        lowered = self.lowered(wrapper)
        return lowered is None or hands_on(lowered, held)

    def lowered(self, wrapper: types.FunctionType) -> ir.Function | None:
        """Of a lambda in a function, too."""
        machine, project = self.prepared.machine, self.prepared.project
        if (number := machine.by_code.get(wrapper.__code__)) is None:
            return None
        followed = self.prepared.sites.functions[number]
        inside = (node for f in project.modules[followed.module].functions for node in nodes(f))
        return next((n for n in inside if isinstance(n, ir.Function) and n.span == followed.span), None)

    def named(self, holder: Any) -> str:
        module = next((n for n in self.prepared.project.modules if vars(self.prepared.loaded(n)) is holder), None)
        return f"the module {module}" if module is not None else f"an object of type {type(holder).__name__}"


_OWN_REFERENCES: Final = 3  # of `found` and `_unseen`, and of the call that counts


def _unseen(function: types.FunctionType) -> bool:
    """Are there more references to it than those that the collector knows of, and ours?"""
    own = id(function)
    seen = sum(id(held) == own for holder in gc.get_referrers(function) for held in gc.get_referents(holder))
    return sys.getrefcount(function) - seen > _OWN_REFERENCES


def _is_our_frame(value: Any) -> bool:
    return isinstance(value, types.FrameType) and value.f_code.co_filename.startswith(_OURS)


def hands_on(function: ir.Function, around: Collection[str]) -> bool:
    """Does it do more with what these variables around it hold than call it, and ask for its name?"""
    names, known = {*around}, 0
    for node in nodes(function.body):
        match node:
            case ir.Function(parameters=parameters) if parameters and any(_mentions(node.body, names)):
                return True
            case ir.Assign(ir.Var(temporary), ir.Var(name)) if name in names and temporary.startswith("%"):
                names.add(temporary)  # while arguments are computed
                known += 2
            case ir.Call(ir.Var(name)) if name in names:
                known += 1
            case ir.Attr(ir.Var(name), attribute) if name in names and attribute in _SAYING:
                known += 1
    return sum(1 for _ in _mentions(function.body, names)) > known


def _mentions(body: Any, names: Collection[str]) -> Iterable[object]:
    for node in nodes(body):
        match node:
            case ir.Var(name) if name in names:
                yield node
            case ir.Native(reads=reads):
                yield from (name for name in reads if name in names)
            case ir.NativeStatement(text=text):
                yield from (name for name in re.findall(r"\w+", text) if name in names)
