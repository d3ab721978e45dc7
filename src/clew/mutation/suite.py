"""The process of the tests, as the command sees it: it is started, and says what it finds."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from clew.goals.criteria import Criteria
from clew.records import dataclass
from clew.scratch import scratch_folder

PATIENCE: Final = 3.0  # seconds in which it may end what it has started
LOG: Final = "log"
TAIL: Final = 30  # lines of what pytest printed that are shown where the tests cannot be used


class Unusable(Exception):
    """The tests cannot be used.  detail: what pytest printed last."""

    def __init__(self, text: str, detail: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.detail = tuple(detail)


@dataclass(frozen=True, slots=True)
class Fate:
    """How a mutant fared.  how: as in `runner.py`; by: the test that noticed it, or ran when it hung or died."""

    how: str
    by: str


@dataclass(slots=True)
class Tried:
    """tests: how many were used; flaky: those that were not; late: paths of modules imported before the probes.

    fates: by the file, as shown, and the id of the goal.  interrupted: not all were tried.
    """

    tests: int = 0
    flaky: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    fates: dict[tuple[str, str], Fate] = field(default_factory=dict)
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """path, shown, name: of a module; functions: the qualified names of those whose mutants are asked for."""

    path: str
    shown: str
    name: str
    functions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"path": self.path, "shown": self.shown, "name": self.name, "functions": list(self.functions)}


def tried(
    wanted: Sequence[Wanted],
    arguments: Sequence[str],
    search: Sequence[str],
    cwd: str,
    jobs: int,
    memory: int,
    look: Callable[[Tried, int], object],
) -> Tried:
    """Run the tests against all mutants.  Raises Unusable.

    arguments: of pytest; search: folders that modules are found in; look: called whenever more is known, with how many
    mutants there are.
    """
    found, total = Tried(), 0
    with scratch_folder() as scratch:
        request = {"files": [each.to_json() for each in wanted], "arguments": list(arguments), "search": list(search)}
        request |= {"jobs": jobs, "memory": memory, "scratch": scratch}
        try:
            for message in _said("serve", request, scratch, cwd):
                if "goal" in message:
                    key = message["file"], message["goal"]
                    found.fates[key] = Fate(message["how"], message["by"])
                elif "tests" in message:
                    found.tests, found.flaky, total = message["tests"], message["flaky"], message["mutants"]
                    found.late = message["late"]
                look(found, total)
        except KeyboardInterrupt:
            found.interrupted = True
    return found


@dataclass(frozen=True, slots=True)
class Shown:
    """A test.  path: of its file; why: how it failed, else empty; seconds: of the processor; goals: those it reaches,
    with their files.
    """

    test: str
    path: str
    why: str
    seconds: float
    goals: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Looked:
    """early: goals that are reached while modules are imported; late: paths of modules imported before the probes."""

    tests: tuple[Shown, ...]
    early: frozenset[tuple[str, str]]
    late: tuple[str, ...]


def looked_at(
    modules: Sequence[tuple[str, str]], arguments: Sequence[str], search: Sequence[str], cwd: str, criteria: Criteria
) -> Looked:
    """Run the tests once, to see what each reaches.  Raises Unusable.

    modules: path and name of each that has probes meanwhile; arguments, search: as of `tried`.
    """
    request = {"modules": list(modules), "arguments": list(arguments), "search": list(search)}
    request |= {"criteria": list(criteria.names), "form": criteria.form}
    told: dict[str, Any] = {}
    with scratch_folder() as scratch:
        for message in _said("serve_look", request, scratch, cwd):
            told |= message
            if told.get("problem"):
                raise Unusable(told["problem"], _tail(os.path.join(scratch, LOG)))
    tests = [Shown(test, path, why, s, frozenset(map(tuple, goals))) for test, path, why, s, goals in told["tests"]]
    return Looked(tuple(tests), frozenset(map(tuple, told["early"])), tuple(told["late"]))


def _said(serve: str, request: dict[str, Any], scratch: str, cwd: str) -> Iterator[dict[str, Any]]:
    """What the process of the tests says, until it is done.  Raises Unusable."""
    if importlib.util.find_spec("pytest") is None:
        raise Unusable("pytest is not installed beside clew, and the tests need it: pip install pytest")
    log = os.path.join(scratch, LOG)
    Path(scratch, "request").write_text(json.dumps(request), encoding="utf-8")
    reader, writer = os.pipe()
    process = _started(serve, os.path.join(scratch, "request"), log, writer, cwd)
    os.close(writer)
    done = False
    try:
        with os.fdopen(reader, encoding="utf-8") as lines:
            for line in lines:
                message = json.loads(line)
                if "unusable" in message:
                    raise Unusable(message["unusable"], _tail(log))
                done = done or "done" in message
                yield message
    finally:
        _end(process)
    if not done:
        raise Unusable("the process of the tests ended before they did", _tail(log))


def _started(serve: str, request: str, log: str, writer: int, cwd: str) -> subprocess.Popen[bytes]:
    # clew and pytest are imported before any folder of the user's is searched.
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    start = (
        f"import sys; sys.path.insert(0, {home!r})\n"
        f"from clew.mutation.runner import {serve}; {serve}({request!r}, {writer})"
    )
    with open(log, "ab") as file:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", start],
            cwd=cwd,
            env={"PYTHONHASHSEED": "0", **os.environ},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            pass_fds=[writer],
            start_new_session=True,
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """With all that it has started: each fork has a group of its own, which the process ends when it is asked to."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: str) -> list[str]:
    return Path(log).read_text(encoding="utf-8", errors="replace").rstrip().splitlines()[-TAIL:]
