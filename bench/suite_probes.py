"""A pytest plugin: modules are loaded with the probes of the replay, and the goals the tests reach are written down.

    CLEW_SUITE=where.json pytest -p suite_probes …

`where.json` holds `modules` (dotted name → source file) and `hits` (the file to write: goal ids, sorted).  The probes
know nothing of the analysis, so a goal reached here that a report calls infeasible is a contradiction.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import sys
import types
from collections.abc import Sequence
from pathlib import Path

from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe


class Finder:
    """A meta path finder for the modules of the package under test.  file: where the hits go."""

    def __init__(self, modules: dict[str, str], file: str) -> None:
        self.modules = modules
        self.file = file
        self.hits: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = self.modules.get(name)
        if file is None:
            return None
        package = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
        loader = Loader(name, file, self.hits)
        return importlib.util.spec_from_file_location(name, file, loader=loader, submodule_search_locations=package)


class Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, hits: set[str]) -> None:
        super().__init__(name, path)
        self.hits = hits

    def exec_module(self, module: types.ModuleType) -> None:
        read = read_module(Path(self.path).read_text(encoding="utf-8"), self.path, self.name)
        assert isinstance(read, Module), f"{self.path} cannot be read"
        probed = probe(read.text, self.path, [goal for unit in read.units for goal in unit.goals])
        table, add = probed.table, self.hits.add
        module.__dict__.update(hooks(lambda number: add(table[number])))
        exec(compile(probed.tree, self.path, "exec", dont_inherit=True), module.__dict__)


def install() -> None:
    where = json.loads(Path(os.environ["CLEW_SUITE"]).read_text(encoding="utf-8"))
    loaded = sorted(sys.modules.keys() & where["modules"].keys())
    assert not loaded, f"imported before the tests: {', '.join(loaded)}"
    sys.meta_path.insert(0, Finder(where["modules"], where["hits"]))  # type: ignore[arg-type]


def pytest_unconfigure(config: object) -> None:
    for finder in sys.meta_path:
        if isinstance(finder, Finder):
            Path(finder.file).write_text(json.dumps(sorted(finder.hits)), encoding="utf-8")


install()  # with the plugin, that is before any `conftest.py`
