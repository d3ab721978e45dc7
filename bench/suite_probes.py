"""A pytest plugin: modules are loaded with the probes of the replay, and the goals the tests reach are written down.

    CLEW_SUITE=where.json pytest -p suite_probes …

`where.json` holds `modules` (dotted name → source file), `watched` (goal ids) and `hits` (the file to write: the goals
reached, each with examples where it is watched: the test, and what the function was given).  The probes know nothing of
the analysis, so a goal reached here that a report calls infeasible is a contradiction.
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

EXAMPLES = 5
SHOWN = 120  # characters of an argument


class Hits:
    """found: examples by goal id, told apart by the types of the arguments; none of goals that are not watched."""

    def __init__(self, watched: Sequence[str]) -> None:
        self.found: dict[str, dict[str, dict[str, object]]] = {}
        self.watched = frozenset(watched)
        self.looking = False

    def add(self, goal: str, file: str) -> None:
        if self.looking:
            return  # what a look at an argument runs, the tests did not
        examples = self.found.setdefault(goal, {})
        if goal in self.watched and len(examples) < EXAMPLES:
            self.looking = True
            self.look(examples, file)
            self.looking = False

    def look(self, examples: dict[str, dict[str, object]], file: str) -> None:
        arguments = arguments_of(caller_in(file))
        kinds = " ".join(type(value).__name__ for value in arguments.values())
        if kinds not in examples:
            test = os.environ.get("PYTEST_CURRENT_TEST", "import")
            shown = {name: shown_value(value) for name, value in arguments.items()}
            examples[kinds] = {"test": test, "arguments": shown}


def caller_in(file: str) -> types.FrameType | None:
    """The innermost function of the file that runs, comprehensions apart."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and (frame.f_code.co_filename != file or frame.f_code.co_name.startswith("<")):
        frame = frame.f_back
    return frame


def arguments_of(frame: types.FrameType | None) -> dict[str, object]:
    """As they are by now: some may have been assigned to, or deleted."""
    if frame is None:
        return {}
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)  # *args and **kwargs
    there = frame.f_locals
    return {name: there[name] for name in code.co_varnames[:count] if name in there}


def shown_value(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:  # whatever the package's objects raise
        text = f"repr raises {type(error).__name__}"
    return f"{type(value).__name__} {text[:SHOWN]}"


class Finder:
    """A meta path finder for the modules of the package under test."""

    def __init__(self, modules: dict[str, str], hits: Hits, file: str) -> None:
        self.modules = modules
        self.hits = hits
        self.file = file

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
    def __init__(self, name: str, path: str, hits: Hits) -> None:
        super().__init__(name, path)
        self.hits = hits

    def exec_module(self, module: types.ModuleType) -> None:
        read = read_module(Path(self.path).read_text(encoding="utf-8"), self.path, self.name)
        assert isinstance(read, Module), f"{self.path} cannot be read"
        probed = probe(read.text, self.path, [goal for unit in read.units for goal in unit.goals])
        table, add, file = probed.table, self.hits.add, self.path
        module.__dict__.update(hooks(lambda number: add(table[number], file)))
        exec(compile(probed.tree, self.path, "exec", dont_inherit=True), module.__dict__)


def install() -> None:
    where = json.loads(Path(os.environ["CLEW_SUITE"]).read_text(encoding="utf-8"))
    loaded = sorted(sys.modules.keys() & where["modules"].keys())
    assert not loaded, f"imported before the tests: {', '.join(loaded)}"
    finder = Finder(where["modules"], Hits(where["watched"]), where["hits"])
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]


def pytest_unconfigure(config: object) -> None:
    for finder in sys.meta_path:
        if isinstance(finder, Finder):
            found = {goal: list(examples.values()) for goal, examples in sorted(finder.hits.found.items())}
            Path(finder.file).write_text(json.dumps(found), encoding="utf-8")


install()  # with the plugin, that is before any `conftest.py`
