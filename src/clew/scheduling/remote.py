"""What a worker of a cluster does for a run elsewhere: guarded processes of clew, in which the project's code runs.

The worker itself never imports that code.  It has a *workshop*, a plugin of Dask's, which lays projects out, starts
hosts as a run on this machine would, and keeps them for the next task that asks for the same.  A task that nobody wants
any more is ended with its process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final

from distributed import Worker, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

import clew
from clew.records import dataclass
from clew.scheduling.processes import user_paths, warm_nursery
from clew.scheduling.snapshot import lay_out, mark, moved, with_paths
from clew.workers.host import Host
from clew.workers.host_protocol import Died, Done, Ready
from clew.workers.limits import Limits
from clew.workers.nursery import Nursery

RUN: Final = "clew-run"  # how the keys of tasks for hosts begin
IDLE: Final = 4  # hosts that are kept for each thread of the worker
KEPT: Final = 60.0  # seconds for which they are, where nobody asks for anything
PROJECTS: Final = 4  # that are kept laid out


@dataclass(frozen=True, slots=True)
class Ordered:
    """A host, as `Host.start` is asked for it; paths in it have marks.  payload: what it is prepared from, pickled.

    places: how many folders the project has.
    """

    prepare: str
    payload: bytes
    limits: Limits
    paths: tuple[str, ...]
    preload: tuple[str, ...]
    hash_seed: int
    environment: tuple[tuple[str, str], ...]
    places: int


@dataclass(frozen=True, slots=True)
class Called:
    """A task for a host: what is run in it, or None where it is only prepared.

    key: the task's own; snapshot, order, stem: the digests of the texts that come with it.
    """

    key: str
    snapshot: str
    order: str
    stem: str
    task: str | None
    payload: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """ready: how the preparation went; end: of the task, where there was one; messages: all before it."""

    ready: Ready | Died
    end: Done | Died | None
    messages: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """What has to be the same on all machines of a run."""

    python: str
    clew: str
    digest: str  # of its files


@cache
def identity() -> Identity:
    """Of this machine."""
    home = os.path.dirname(clew.__file__)
    digest = hashlib.sha256()
    for at, inner, names in os.walk(home):
        inner.sort()
        for name in sorted(name for name in names if name.endswith(".py")):
            with open(os.path.join(at, name), "rb") as file:
                digest.update(name.encode() + hashlib.sha256(file.read()).digest())
    return Identity(sys.version, clew.__version__, digest.hexdigest())


def kept(text: bytes) -> bytes:
    """The task that a text is the result of: whoever needs it has it from any worker that does."""
    return text


def work(called: Called, snapshot: bytes, order: bytes, stem: bytes) -> bytes:
    """The task of a host: its pickled `Answered`."""
    workshop = get_worker().plugins[Workshop.name]
    assert isinstance(workshop, Workshop)
    return workshop.work(called, snapshot, order, stem)


class Workshop(WorkerPlugin):
    """The projects and the hosts of one worker.  Nothing of it exists before `setup`, on the worker's machine."""

    name = f"clew-{clew.__version__}"
    idempotent = True  # one for all runs

    def setup(self, worker: Worker) -> None:
        self.folder = os.path.join(worker.local_directory, "clew")
        self.most_idle = IDLE * worker.state.nthreads
        self.lock = threading.Lock()
        self.nursery: Nursery | None = None
        self.idle: list[tuple[tuple[str, str, str], Host]] = []  # the one used last is the last
        self.running: dict[str, Host] = {}  # by the keys of their tasks
        self.dropped: set[str] = set()  # keys of tasks that nobody wants any more
        self.projects: dict[str, int] = {}  # how many hosts have each; the one used last is the last
        self.timer: threading.Timer | None = None

    def teardown(self, worker: Worker) -> None:
        if self.timer is not None:
            self.timer.cancel()
        with self.lock:
            for host in self.running.values():
                host.stop()
        self.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        if start == "executing" and finish == "cancelled" and str(key).startswith(RUN):
            with self.lock:
                self.dropped.add(key)
                host = self.running.get(key)
            if host is not None:
                host.stop()

    # ------------------------------------------------------------ tasks

    def work(self, called: Called, snapshot: bytes, order: bytes, stem: bytes) -> bytes:
        ordered: Ordered = pickle.loads(order)
        name = (called.snapshot, called.order, called.stem)
        messages: list[Any] = []
        end: Done | Died | None = None
        with self.laid_out(called.snapshot, snapshot) as project:
            there = _there(project, ordered.places)
            host = self.taken(name) or self.started(ordered, stem, project)
            with self.at_work(called.key, host):
                ready = host.ready
                if called.task is not None and isinstance(ready, Ready):
                    end = host.run(called.task, with_paths(pickle.loads(called.payload), there), messages.append)
            self.give_back(name, host, is_good=isinstance(ready, Ready) and not host.stopped)
        answered = Answered(ready, end, tuple(messages))
        found = pickle.dumps(answered, 5)
        if project.encode() in found:
            found = pickle.dumps(moved(answered, [(p, mark(i)) for i, p in _places(project, ordered.places)]), 5)
        return found

    @contextlib.contextmanager
    def at_work(self, key: str, host: Host) -> Iterator[None]:
        with self.lock:
            self.running[key] = host
            is_late = key in self.dropped
        if is_late:
            host.stop()
        try:
            yield
        finally:
            with self.lock:
                del self.running[key]
                self.dropped.discard(key)

    # ------------------------------------------------------------ hosts

    def taken(self, name: tuple[str, str, str]) -> Host | None:
        """One that has done the same before."""
        with self.lock:
            for place, (other, host) in enumerate(self.idle):
                if other == name:
                    del self.idle[place]
                    return host
        return None

    def started(self, ordered: Ordered, stem: bytes, project: str) -> Host:
        there = _there(project, ordered.places)

        def prepared_from(pickled: bytes) -> Any:
            return with_paths(pickle.loads(pickled), there) if pickled else None

        with self.lock:
            self.nursery = self.nursery or warm_nursery(several=True)
        paths = (*map(there, ordered.paths), *user_paths())
        start = partial(Host.start, preload=ordered.preload, hash_seed=ordered.hash_seed, nursery=self.nursery)
        payload, shared = prepared_from(ordered.payload), prepared_from(stem)
        return start(
            ordered.prepare, payload, ordered.limits, paths=paths, environment=ordered.environment, stem=shared
        )

    def give_back(self, name: tuple[str, str, str], host: Host, is_good: bool) -> None:
        """Keep it for the next task; those that were used least make room."""
        with self.lock:
            if is_good:
                self.idle.append((name, host))
            closed = [] if is_good else [host]
            while len(self.idle) > self.most_idle:
                closed.append(self.idle.pop(0)[1])
            if self.timer is not None:
                self.timer.cancel()
            self.timer = threading.Timer(KEPT, self.clear)
            self.timer.daemon = True
            self.timer.start()
        for each in closed:
            each.close()

    def clear(self) -> None:
        """End what is kept for nobody."""
        with self.lock:
            idle, self.idle = self.idle, []
            nursery = None
            if not any(self.projects.values()):
                nursery, self.nursery = self.nursery, None
        for _, host in idle:
            host.close()
        if nursery is not None:
            nursery.close()

    # ------------------------------------------------------------ projects

    @contextlib.contextmanager
    def laid_out(self, digest: str, snapshot: bytes) -> Iterator[str]:
        """The folder of a project, which stays while it is used."""
        folder = self.folder_of(digest)
        with self.lock:
            self.projects[digest] = self.projects.pop(digest, 0) + 1
        try:
            self.forget_projects()
            if not os.path.isdir(folder):
                lay_out(snapshot, folder)
            yield folder
        finally:
            with self.lock:
                self.projects[digest] -= 1

    def forget_projects(self) -> None:
        """Remove those that were used least, where there are too many."""
        with self.lock:
            unused = [digest for digest, hosts in self.projects.items() if not hosts]
            removed = unused[: max(0, len(self.projects) - PROJECTS)]
            for digest in removed:
                del self.projects[digest]
            idle = [host for name, host in self.idle if name[0] in removed]
            self.idle = [each for each in self.idle if each[0][0] not in removed]
        for host in idle:
            host.close()
        for digest in removed:
            shutil.rmtree(self.folder_of(digest), ignore_errors=True)

    def folder_of(self, digest: str) -> str:
        return os.path.join(self.folder, digest[:32])


def _places(project: str, count: int) -> list[tuple[int, str]]:
    return [(number, os.path.join(project, str(number))) for number in range(count)]


def _there(project: str, count: int) -> Callable[[str], str]:
    """Puts the folders of the project in the place of marks."""
    changes = [(mark(number), place) for number, place in _places(project, count)]
    return lambda path: str(moved(path, changes))
