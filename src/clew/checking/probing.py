"""Modules are loaded with the probes of the replay while a user's tests run: the goals that these reach.

The probes know nothing of the analysis, so a goal reached here that a report calls infeasible is a contradiction.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from clew.frontend.module import PLAIN, Module, read_module
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import Criteria
from clew.source.diagnostics import Diagnostic
from clew.source.files import read_source

Hit: TypeAlias = Callable[[str, str], None]
"""Called with the id of each goal that is reached, and with the path of its module as it was given, each time."""


Loaders: TypeAlias = Mapping[str, Callable[[str, str], importlib.machinery.SourceFileLoader]]
"""By the path of a file: what makes the loader of its module, given its name and the path it was found at."""


class Finder:
    """A meta path finder that has modules loaded in ways of their own, whoever finds them."""

    def __init__(self, loaders: Loaders) -> None:
        self.loaders = {os.path.realpath(path): (path, loader) for path, loader in loaders.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        others = (finder.find_spec for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        spec = next((found for find in others if (found := find(name, path, target)) is not None), None)
        if spec is None or not spec.has_location or spec.origin is None:
            return None
        known = self.loaders.get(os.path.realpath(spec.origin))
        if known is None:
            return None
        spec.loader = known[1](name, spec.origin)
        return spec

    def install(self) -> list[str]:
        """From now on; the paths of modules for which it is too late."""
        sys.meta_path.insert(0, self)
        loaded = {os.path.realpath(file) for m in list(sys.modules.values()) if (file := getattr(m, "__file__", None))}
        return sorted(self.loaders[path][0] for path in loaded & self.loaders.keys())


def with_probes(modules: Mapping[str, str], hit: Hit) -> Finder:
    """modules: path → the dotted name that the ids of its goals begin with.  Those that cannot be read are left to
    Python, whose errors are better known.
    """

    def loader(path: str, own: str) -> Callable[[str, str], Probing]:
        return lambda name, origin: Probing(name, origin, path, own, hit)

    return Finder({path: loader(path, own) for path, own in modules.items()})


class Probing(importlib.machinery.SourceFileLoader):
    """given: the path that hits are told with; own: the name that goals have, which it need not be imported by;
    criteria: of the goals.
    """

    def __init__(self, name: str, path: str, given: str, own: str, hit: Hit, criteria: Criteria = PLAIN) -> None:
        super().__init__(name, path)
        self.given = given
        self.own = own
        self.hit = hit
        self.criteria = criteria

    def exec_module(self, module: types.ModuleType) -> None:
        text = read_source(Path(self.path))
        read = None if isinstance(text, Diagnostic) else read_module(text, self.path, self.own, self.criteria)
        if not isinstance(read, Module):
            super().exec_module(module)
            return
        probed = probe(read.text, self.path, [goal for unit in read.units for goal in unit.goals])
        table, hit, file = probed.table, self.hit, self.given
        module.__dict__.update(hooks(lambda number: hit(table[number], file)))
        exec(compile(probed.tree, self.path, "exec", dont_inherit=True), module.__dict__)
