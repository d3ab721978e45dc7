"""Functions of the project in the hands of code that is not followed, which may call them with anything, at any time.

A run shows one number of such calls, others may have any other: `json.loads(s, object_hook=h)` never calls `h` where
`s` is `[]`.  So the goals inside of what was handed over stay open, and where calling it changes something, so do all
goals from there on.  What a call that nothing in the inputs decides does is the same in every run; such a call is open
only where the function is kept for later, which all but a few callees may do.
"""

from __future__ import annotations

import bisect
import builtins
import collections
import copy
import functools
import heapq
import itertools
import operator
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Final

from clew.effects import object_graph
from clew.effects.changes import Changing, changes_something
from clew.effects.class_homes import is_of_project
from clew.frontend.module import Module
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.search.trace import Approximation
from clew.semantics.shadow import Pair
from clew.source.spans import Span

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

# Builtins that keep a function for later do so in what they give back.
_MODULES: Final = frozenset(
    {"builtins", "_operator", "_functools", "_bisect", "_heapq", "math", "_json", "_collections"}
)
_NOW: Final = frozenset(
    f
    for module in (builtins, bisect, copy, functools, heapq, itertools, operator, collections)
    for f in vars(module).values()
    if isinstance(f, types.FunctionType | types.BuiltinFunctionType | type)
)
_OF_OBJECTS: Final = frozenset(
    {"__init__", "__new__", "__init_subclass__", "__set_name__", "__class_getitem__", "__del__"}
)


@dataclass(slots=True)
class Callbacks:
    """inside: by number of a function defined inside the unit under test, the goals that calls of it may reach.

    lowered: the functions of the project, lambdas too, by module and place; changing: what changes something, by name;
    modules: the project's.
    """

    lowered: Mapping[tuple[str, Span], ir.Function]
    changing: Callable[[], Changing]
    modules: tuple[str, ...]
    inside: Mapping[int, frozenset[str]] = field(default_factory=dict)
    classes: dict[tuple[type, bool], str | None] = field(default_factory=dict)
    functions: dict[int, bool] = field(default_factory=dict)

    @staticmethod
    def of(modules: Iterable[Module], changing: Callable[[], Changing]) -> Callbacks:
        modules = tuple(modules)
        lowered = {
            (module.name, function.span): function
            for module in modules
            for unit in module.units
            for function in (unit.function, *(n for n in nodes(unit.function.body) if isinstance(n, ir.Function)))
        }
        return Callbacks(lowered, changing, tuple(m.name for m in modules))

    def within(self, inside: Mapping[int, frozenset[str]]) -> Callbacks:
        return replace(self, inside=inside)

    def handed_over(self, machine: Machine, callee: Any, name: str, values: Iterable[Any], decided: bool) -> None:
        """Code that is not followed is given these values.  decided: what it does is the same for all inputs."""
        if decided and _calls_now(callee):
            return
        operands: list[Pair] = [(value, None) for value in values]
        for value in object_graph.reachable(operands, machine.looks):
            if value is object_graph.TOO_MANY:
                self._open(
                    machine, f"{name}() may call one of many functions", frozenset().union(*self.inside.values())
                )
                continue
            code = object_graph.code_of(value)
            number = machine.by_code.get(code) if code is not None else None
            if number is not None:
                called = machine.sites.functions[number].name
                if number in self.inside:
                    self._open(machine, f"{name}() may call {called} at any time", self.inside[number])
                if isinstance(value, types.FunctionType | types.MethodType) and self.changes(machine, number):
                    self._open(
                        machine, f"{name}() may call {called}, which changes something, any number of times", None
                    )
            elif not decided and (method := self.method_called(machine, type(value), callee)) is not None:
                text = f"{name}() may call {method}, which changes something, any number of times"
                self._open(machine, text, None)

    def given_away(self, machine: Machine, values: Iterable[Any]) -> None:
        """Whoever resumes the function under test may call those functions inside that these values lead to."""
        for value in object_graph.reachable([(value, None) for value in values]):
            if value is object_graph.TOO_MANY:
                machine.doubt("one of many objects")
                continue
            number = machine.by_code.get(value.__code__) if isinstance(value, types.FunctionType) else None
            if number is not None and number in self.inside:
                called = machine.sites.functions[number].name
                self._open(machine, f"a consumer may call {called} at any time", self.inside[number])
                if self.changes(machine, number):
                    self._open(machine, f"a consumer may call {called}, which changes something, at any time", None)

    def _open(self, machine: Machine, text: str, goals: frozenset[str] | None) -> None:
        run = machine.run
        if not any(a.text == text for a in run.approximations):
            run.approximations.append(
                Approximation("unmodelled-call", text, machine.place(), len(run.decisions), goals)
            )

    def changes(self, machine: Machine, number: int) -> bool:
        """May calling the function change more than what is its own?"""
        if number not in self.functions:
            info = machine.sites.functions[number]
            lowered = self.lowered.get((info.module, info.span))
            self.functions[number] = lowered is None or changes_something(lowered, self.changing())
        return self.functions[number]

    def method_called(self, machine: Machine, cls: type, callee: Any) -> str | None:
        """A method that changes something and that the code may call on an instance without being told to.

        Builtins call special methods alone, and what overrides a method of the library is there to be called by it.
        """
        if not is_of_project(cls, self.modules):
            return None
        plain = getattr(callee, "__module__", None) in _MODULES or type(callee) is types.BuiltinMethodType
        key = (cls, plain)
        if key not in self.classes:
            self.classes[key] = self._method_called(machine, cls, plain)
        return self.classes[key]

    def _method_called(self, machine: Machine, cls: type, plain: bool) -> str | None:
        library = {n for base in cls.__mro__[:-1] if not is_of_project(base, self.modules) for n in vars(base)}
        for base in cls.__mro__:
            if not is_of_project(base, self.modules):
                continue
            for name, member in vars(base).items():
                special = name.startswith("__") and name.endswith("__")
                if name in _OF_OBJECTS or (plain and not special and name not in library):
                    continue
                function = getattr(member, "__func__", member)
                number = machine.by_code.get(getattr(function, "__code__", None))  # type: ignore[arg-type]
                if number is not None and self.changes(machine, number):
                    return f"{cls.__qualname__}.{name}"
        return None


def _calls_now(callee: Any) -> bool:
    """Is it known to call what it is given during the call only, or to keep it in what it gives back?"""
    if type(callee) is types.BuiltinMethodType and not isinstance(callee.__self__, types.ModuleType):
        return type(callee.__self__).__module__ in ("builtins", "re", "collections", "itertools", "functools")
    if isinstance(callee, types.MethodWrapperType | types.WrapperDescriptorType | types.MethodDescriptorType):
        return True
    return isinstance(callee, types.BuiltinFunctionType | types.FunctionType | type) and callee in _NOW
