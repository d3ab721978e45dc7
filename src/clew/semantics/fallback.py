"""What an operation does where it has no model: CPython alone computes, and nothing is claimed.

The machine runs a plain Python function it does not know, so it treats it as native code: the result is `Concretized`
where anything that was passed depends on the inputs, and what changed of the arguments is `Havocked`.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Havocked, Tracked


class NotFollowed(Exception):
    """An operand depends on the inputs in a way the model does not cover.  Raised before anything is changed.

    What was drawn from operands until then is given back to them (`Halfway`).
    """


class Drawing(Iterator[Tracked]):
    """The items of an operand that can be gone through once; those drawn are remembered while the model runs."""

    __slots__ = ("drawn", "halfway", "items", "machine", "source")

    def __init__(self, machine: Machine, halfway: Halfway, source: Any, items: Iterator[Tracked]) -> None:
        self.machine, self.halfway, self.source, self.items = machine, halfway, source, items
        self.drawn: list[Tracked] = []

    def __next__(self) -> Tracked:
        machine, halfway = self.machine, self.halfway
        if not halfway.is_open:
            return next(self.items)
        outer, machine.halfway = machine.halfway, None
        try:
            item = next(self.items)
        finally:
            machine.halfway = outer
        self.drawn.append(item)
        return item


class Halfway:
    """What a model has done, in case that it gives up.  ran: functions of the user's, which have done what they do."""

    __slots__ = ("drawings", "is_open", "ran")

    def __init__(self) -> None:
        self.drawings: dict[int, Drawing] = {}
        self.is_open = True
        self.ran = False

    def drawing(self, machine: Machine, source: Any, items: Iterator[Tracked]) -> Iterator[Tracked]:
        self.ran = self.ran or id(source) in self.drawings
        self.drawings[id(source)] = drawing = Drawing(machine, self, source, items)
        return drawing

    def given_back(self, machine: Machine, operand: Tracked) -> Tracked:
        """The operand, or what gives the same items as it did at first."""
        drawing = self.drawings.pop(id(operand.value), None)
        if drawing is None:
            return operand
        return machine.stream(itertools.chain(drawing.drawn, drawing.items), operand)


def natively(
    machine: Machine,
    name: str,
    value: Callable[..., Any],
    args: tuple[Tracked, ...],
    kwargs: dict[str, Tracked],
    total: bool = True,
) -> Tracked:
    """Run as native code; total: the operation never raises."""

    def native(*values: Any, **named: Any) -> Any:
        return value(*values, **named)

    native.__name__ = native.__qualname__ = name
    native.__module__ = ""  # the name is what a reader knows it by
    native.clew_total = total  # type: ignore[attr-defined]
    native.clew_stands_for = value  # type: ignore[attr-defined]
    return machine.call(Tracked(native, None), args, kwargs)


def unmodelled(
    machine: Machine, name: str, value: Callable[..., Any], args: tuple[Tracked, ...], kwargs: dict[str, Tracked]
) -> Tracked:
    """Run as native code; where something depends on the inputs, so does whether the operation raises."""
    return natively(machine, name, value, args, kwargs, total=False)


def lost_of(machine: Machine, operand: Tracked) -> Concretized | None:
    """Why nothing is known of the operand, or of what it contains."""
    if isinstance(operand.shadow, Concretized):
        return operand.shadow
    if operand.shadow is None and type(operand.value) not in _ATOMS:
        contents = machine.contents(operand.value)
        if isinstance(contents, Havocked):
            return contents.lost
    return None


_ATOMS = frozenset({int, bool, float, str, bytes, type(None), type})


def accepts(model: Callable[..., Any], args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> bool:
    """Whether the model takes these arguments after the machine.

    A model may take fewer than the function it stands for: that a call does not fit it says nothing of the call.
    """
    code = model.__code__
    names = code.co_varnames[: code.co_argcount]
    given = len(args) + 1
    if given > len(names) and not code.co_flags & inspect.CO_VARARGS:
        return False
    if not kwargs and len(names) - len(model.__defaults__ or ()) <= given and not code.co_kwonlyargcount:
        return True
    by_name = frozenset(names[max(given, code.co_posonlyargcount) :])
    only = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    if not code.co_flags & inspect.CO_VARKEYWORDS and not by_name.union(only).issuperset(kwargs):
        return False
    needed = names[given : len(names) - len(model.__defaults__ or ())]
    return all(name in by_name and name in kwargs for name in needed) and all(
        name in kwargs or name in (model.__kwdefaults__ or ()) for name in only
    )


def followed(name: str, value: Callable[..., Any], model: Callable[..., Tracked], *, total: bool = False) -> Operation:
    """An entry whose model computes value and shadow together, on operands about which something is known.

    total: on operands of these types the operation never raises.
    """

    def run(machine: Machine, *operands: Tracked, **named: Tracked) -> Tracked:
        args = tuple(map(machine.settle, operands))
        kwargs = {key: machine.settle(item) for key, item in named.items()}
        if not any(lost_of(machine, a) for a in (*args, *kwargs.values())):
            outer, machine.halfway = machine.halfway, Halfway()
            halfway = machine.halfway
            try:
                if accepts(model, args, kwargs):
                    return model(machine, *args, **kwargs)
            except NotFollowed:
                args = tuple(halfway.given_back(machine, each) for each in args)
                kwargs = {key: halfway.given_back(machine, each) for key, each in kwargs.items()}
                if halfway.ran or halfway.drawings:
                    machine.approximate("unmodelled-operation", f"{name}, of which a part was done before")
            finally:
                halfway.is_open = False
                machine.halfway = outer
        return natively(machine, name, value, args, kwargs, total)

    return Operation(name, value, shadow=run)
