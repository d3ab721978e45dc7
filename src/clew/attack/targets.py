"""The function under attack as something to call, found in its module by its name."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final

from clew.attack.building import attribute
from clew.attack.inhabitants import Family, hints_of
from clew.attack.orders import Prey
from clew.inputs.recipes import ACCESS, Access, Name
from clew.records import dataclass

_ACCESSING: Final[Mapping[Access, Callable[..., Any]]] = {"get": getattr, "set": setattr, "delete": delattr}


@dataclass(frozen=True, slots=True)
class Target:
    """function: its signature says what it takes, after `skip` parameters; names: of its positional ones.

    owner: the class whose object receives the call, or None; access: it is an attribute that is not called; via: the
    class that is called to run its `__init__`; fixed: arguments, or `self`, that no value of the same type may replace.
    """

    function: Any
    name: str
    skip: int
    names: tuple[str, ...]
    owner: type | None
    access: Access | None
    via: Name | None
    fixed: frozenset[str]

    def bound(self, receiver: Any) -> Callable[..., Any]:
        """What to call with the arguments."""
        if self.owner is None:
            return typing.cast(Callable[..., Any], self.function)
        if self.access is None:
            return typing.cast(Callable[..., Any], getattr(receiver, self.name))
        return functools.partial(_ACCESSING[self.access], receiver, self.name)


def target_of(module: types.ModuleType, prey: Prey, family: Family) -> Target | None:
    """None where the name does not lead to something that can be called."""
    if "<locals>" in prey.qualname:
        return None
    own = prey.qualname.rpartition(".")[2]
    try:
        if prey.class_path is None:
            function = attribute(module, own)
            return _made(family, function, own, 0) if callable(function) else None
        owner = attribute(module, prey.class_path)
        name = f"_{owner.__name__.lstrip('_')}{own}" if own.startswith("__") and not own.endswith("__") else own
        raw = inspect.getattr_static(owner, name)
    except AttributeError:
        return None
    if name == "__init__":
        return _made(family, owner, name, 0, via=Name(module.__name__, prey.class_path))
    if prey.binding in ("static", "class"):
        return _made(family, getattr(owner, name), name, 0)
    if prey.binding == "setter":
        return _made(family, raw.fset, name, 1, owner, "set") if isinstance(raw, property) else None
    if isinstance(raw, property | functools.cached_property):
        return _made(family, None, name, 0, owner, ACCESS.get(prey.binding, "get"))
    return _made(family, raw, name, 1, owner) if isinstance(raw, types.FunctionType) else None


def _made(
    family: Family,
    function: Any,
    name: str,
    skip: int,
    owner: type | None = None,
    access: Access | None = None,
    via: Name | None = None,
) -> Target:
    names: tuple[str, ...] = ()
    fixed: set[str] = set()
    if function is not None:
        try:
            parameters = list(inspect.signature(function).parameters.values())[skip:]
        except (TypeError, ValueError):
            parameters = []
        hints = hints_of(function)
        names = tuple(p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD))
        kinds = {p.name: hints.get(p.name, family.evaluated(p.annotation)) for p in parameters}
        fixed = {n for n, kind in kinds.items() if narrow(kind, family)}
    if owner is not None and narrow(owner, family):
        fixed.add("self")
    return Target(function, name, skip, names, owner, access, via, frozenset(fixed))


def narrow(kind: Any, family: Family, depth: int = 3) -> bool:
    """Are there values, of a type that occurs in it, that the annotation does not admit?"""
    kind = family.evaluated(kind)
    if typing.get_origin(kind) is typing.Literal or isinstance(kind, typing.NewType) or typing.is_typeddict(kind):
        return True
    if any(narrow(part, family, depth) for part in typing.get_args(kind) if not isinstance(part, list)):
        return True
    if isinstance(kind, type) and kind in family.classes and depth:
        return any(narrow(part, family, depth - 1) for part in hints_of(kind).values())
    return False
