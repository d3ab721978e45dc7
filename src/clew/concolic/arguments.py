"""The arguments of a call, and how their shadows reach the parameters of a function of the project.

The caller leaves its `Arguments` under the callee's number, CPython makes the call, and the callee's first line
collects them (`bind`).  So CPython alone decides what a call means.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

from clew.concolic import raising, taint
from clew.records import dataclass
from clew.semantics.dicts import pairs
from clew.semantics.gathering import gathered
from clew.semantics.shadow import Concretized, Mapping, Pair, Shadow, Tracked, items_of

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


@dataclass(frozen=True, slots=True)
class Arguments:
    """shadows[i] belongs to values[i], and named_shadows[k] to named[k]; both dicts have the same keys in one order."""

    values: tuple[Any, ...] = ()
    shadows: tuple[Shadow, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)
    named_shadows: dict[str, Shadow] = field(default_factory=dict)

    def after(self, value: Any, shadow: Shadow = None) -> Arguments:
        """The arguments with one more positional one in front: a receiver, or the class for `__new__`."""
        return Arguments((value, *self.values), (shadow, *self.shadows), self.named, self.named_shadows)

    def positional(self) -> tuple[tuple[Any, ...], tuple[Shadow, ...]]:
        return self.values, self.shadows

    def tracked(self) -> tuple[Tracked, ...]:
        return tuple(map(Tracked, self.values, self.shadows))

    def named_tracked(self) -> dict[str, Tracked]:
        return {name: Tracked(value, self.named_shadows[name]) for name, value in self.named.items()}

    def pairs(self) -> list[Pair]:
        """All arguments, positional ones first."""
        return [*zip(self.values, self.shadows, strict=True), *self.named_tracked().values()]

    def separate(self) -> tuple[list[Pair], dict[str, Pair]]:
        """The positional ones, and the named ones."""
        named = {name: (value, self.named_shadows.get(name)) for name, value in self.named.items()}
        return list(zip(self.values, self.shadows, strict=True)), named

    def passed_to(self, f: Callable[..., Any]) -> Any:
        """CPython's call, shadows aside."""
        return f(*self.values, **self.named)


def arguments_of(positional: tuple[Tracked, ...], named: dict[str, Tracked]) -> Arguments:
    return Arguments(
        tuple(a.value for a in positional),
        tuple(a.shadow for a in positional),
        {name: a.value for name, a in named.items()},
        {name: a.shadow for name, a in named.items()},
    )


def spread(machine: Machine, parts: tuple[tuple[str, Any, Shadow], ...], sized: bool = True) -> Arguments:
    """Arguments as they are written, with `*` and `**` taken apart.

    parts: (kind, value, shadow), the kind being `""`, `"*"`, `"**"`, or `"=name"` for a keyword.  sized: is what is
    starred asked for its length?  A set is not.
    """
    values: list[Any] = []
    shadows: list[Shadow] = []
    named: dict[str, Any] = {}
    named_shadows: dict[str, Shadow] = {}
    for kind, value, shadow in parts:
        if kind == "*":
            source = machine.settle(Tracked(value, shadow))
            for item in gathered(machine, source) if sized else machine.iterate(source):
                values.append(item.value)
                shadows.append(item.shadow)
        elif kind == "**":
            for key, (held, its_shadow) in _items(machine, machine.settle(Tracked(value, shadow))):
                if key in named:
                    raise TypeError(f"got multiple values for keyword argument '{key}'")
                named[key], named_shadows[key] = held, its_shadow
        elif kind[1:] in named:
            raise TypeError(f"got multiple values for keyword argument '{kind[1:]}'")
        elif kind:
            named[kind[1:]], named_shadows[kind[1:]] = value, shadow
        else:
            values.append(value)
            shadows.append(shadow)
    return Arguments(tuple(values), tuple(shadows), named, named_shadows)


def _items(machine: Machine, mapping: Tracked) -> Iterator[tuple[Any, Pair]]:
    """The keys of a mapping, each decided to be what it is, with its value."""
    if type(mapping.value) is dict and isinstance(machine.contents(mapping.value), Mapping):
        # How many keys there are is a decision too.
        for key, value in pairs(machine, mapping):
            if key.shadow is not None:
                machine.truth(machine.binary("==", key, Tracked(key.value, None)))
            yield key.value, (value.value, value.shadow)
        return
    held = isinstance(mapping.value, dict)  # keys that nothing is known of
    if isinstance(mapping.shadow, Concretized):
        raising.guarded(machine, mapping.shadow, _check_mapping, mapping.value)
    else:
        _check_mapping(mapping.value)
    for name in [k.value for k in machine.iterate(mapping)] if held else mapping.value.keys():
        yield name, machine.item(*mapping, name, None)


def _check_mapping(value: Any) -> None:
    if not hasattr(value, "keys"):
        raise TypeError(f"argument after ** must be a mapping, not {type(value).__name__}")


def bind(
    machine: Machine, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow], arguments: Arguments | None
) -> tuple[Shadow, ...]:
    """The shadows of the parameters, whose values CPython has just bound."""
    parameters = machine.sites.functions[number].parameters
    if arguments is None:
        lost = machine.native_taint
        if lost is None:
            return (None,) * len(parameters)
        return tuple(None if taint.determined(machine, v) else lost for v in values)
    shadows, named = list(arguments.shadows), dict(arguments.named_shadows)
    result: list[Shadow] = []
    for parameter, value in zip(parameters, values, strict=True):
        shadow: Shadow = None
        match parameter.kind:
            case "*":
                shadow = items_of(tuple(shadows))
                shadows = []
            case "**":
                if any(s is not None for s in named.values()):
                    machine.keep(value, Mapping({k: (None, named.get(k)) for k in value}))
            case "keyword-only":
                shadow = named.pop(parameter.name) if parameter.name in named else defaults.get(parameter.name)
            case _:
                if shadows:
                    shadow = shadows.pop(0)
                elif parameter.name in named and parameter.kind != "positional-only":
                    shadow = named.pop(parameter.name)
                else:
                    shadow = defaults.get(parameter.name)
        result.append(shadow)
    return tuple(result)


def waiting_arguments(machine: Machine) -> Arguments | None:
    """The arguments left for the generator or coroutine whose frame is now starting: the caller's caller."""
    entry = machine.waiting.pop(id(sys._getframe(2)), None)
    return entry[1] if entry else None
