"""A pytest plugin: modules are loaded with the probes of the replay, and the goals the tests reach are written down.

    CLEW_SUITE=where.json pytest -p suite_probes …

`where.json` holds `modules` (dotted name → source file), `watched` (goal ids) and `hits` (the file to write: the goals
reached, each with examples where it is watched: the test, and what the function was given).
"""

from __future__ import annotations

import json
import os
import sys
import types
from collections.abc import Sequence
from pathlib import Path

from clew.checking.probing import with_probes

EXAMPLES = 5
SHOWN = 120  # characters of an argument


class Hits:
    """found: examples by goal id, told apart by the types of the arguments; none of goals that are not watched."""

    def __init__(self, watched: Sequence[str], file: str) -> None:
        """file: to be written."""
        self.found: dict[str, dict[str, dict[str, object]]] = {}
        self.watched = frozenset(watched)
        self.file = file
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


def install() -> Hits:
    where = json.loads(Path(os.environ["CLEW_SUITE"]).read_text(encoding="utf-8"))
    hits = Hits(where["watched"], where["hits"])
    loaded = with_probes({path: name for name, path in where["modules"].items()}, hits.add).install()
    assert not loaded, f"imported before the tests: {', '.join(loaded)}"
    return hits


def pytest_unconfigure(config: object) -> None:
    found = {goal: list(examples.values()) for goal, examples in sorted(HITS.found.items())}
    Path(HITS.file).write_text(json.dumps(found), encoding="utf-8")


HITS = install()  # with the plugin, that is before any `conftest.py`
