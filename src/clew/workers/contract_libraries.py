"""icontract and deal without what they do: decorators that leave functions and classes as they are.

Where code is followed, contracts are read off the source, and a wrapper of a library would only hide the function;
where it is replayed with probes, these evaluate the clauses.  In the plain replay the library itself is used, if it is
installed.  Names that are not known here are an AttributeError, as they would be in another version of the library.
"""

from __future__ import annotations

import abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

Thing = TypeVar("Thing")


def _same(thing: Thing) -> Thing:
    return thing


def _decorator(*_: Any, **__: Any) -> Callable[[Thing], Thing]:
    """`@require(…)` decorates with what it is given."""
    return _same


def _plain(*given: Any, **_: Any) -> Any:
    """`@pure` decorates by itself, `@safe()` with what it returns."""
    return given[0] if len(given) == 1 and callable(given[0]) and not isinstance(given[0], type) else _same


def _implies(test: object, then: object) -> bool:
    return not test or bool(then)


def _errors(base: str, names: Iterable[str]) -> dict[str, type]:
    root = type(base, (AssertionError,), {})
    return {base: root, **{name: type(name, (root,), {}) for name in names}}


class DBCMeta(abc.ABCMeta):
    """Inherits contracts, which are read off the source."""


class DBC(metaclass=DBCMeta):
    pass


_DEAL_ERRORS: Final = (
    "PreContractError", "PostContractError", "InvContractError", "RaisesContractError", "ReasonContractError",
    "ExampleContractError", "OfflineContractError", "SilentContractError", "MarkerError",
)  # fmt: skip
_NAMES: Final[dict[str, dict[str, Any]]] = {
    "icontract": {
        **dict.fromkeys(("require", "ensure", "snapshot", "invariant"), _decorator),
        **_errors("ViolationError", ()),
        "DBC": DBC,
        "DBCMeta": DBCMeta,
        "SLOW": False,
    },
    "deal": {
        **dict.fromkeys(("pre", "post", "ensure", "inv", "raises", "has", "reason", "example", "chain"), _decorator),
        **dict.fromkeys(("safe", "pure"), _plain),
        **_errors("ContractError", _DEAL_ERRORS),
        "implies": _implies,
        **dict.fromkeys(("enable", "disable", "reset", "module_load", "activate", "autodoc"), lambda *_, **__: None),
    },
}


_PARTS: Final = {"icontract": "_decorators.py", "deal": "_runtime"}


def _is_another(name: str) -> bool:
    """Is it a module of the project that happens to be called so?"""
    spec = importlib.machinery.PathFinder.find_spec(name)
    if spec is None:
        return False
    folders = spec.submodule_search_locations or ()
    return not any(os.path.exists(os.path.join(folder, _PARTS[name])) for folder in folders)


class _Finder:
    """Finder and loader; their abstract classes would be a large import."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in _NAMES or _is_another(fullname):
            return None
        return importlib.util.spec_from_loader(fullname, self)  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """As Python makes modules."""

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module).update(_NAMES[module.__name__])


def stand_in() -> None:
    """In place of the libraries, for all modules that are imported from now on."""
    sys.meta_path.insert(0, _Finder())


def stand_in_where_missing() -> None:
    """In place of those that are not installed."""
    sys.meta_path.append(_Finder())


def unwrapped(error: BaseException) -> BaseException:
    """What deal says of an exception that no contract lists is not what happened."""
    listed = type(error).__name__ == "RaisesContractError" and type(error).__module__.partition(".")[0] == "deal"
    return error.__cause__ if listed and error.__cause__ is not None else error
