"""Hosts on the machines of a cluster of Dask, which stand for hosts of this machine (`workers.host`).

What a host is asked is a task of the cluster, which starts the host there, or takes one that has done the same before
(`remote`).  A task needs three texts: the project (`snapshot`), the order for the host, and that for what hosts have in
common.  Each is a task of its own, named by its digest, whose result a worker that needs it has from another one that
does, and which the scheduler makes again where all of these are lost.  There is no shared disk.

Nothing that a cluster does wrong is a verdict.  A task whose worker dies is done by another one; a task that seems to
kill workers is then done while no other one of that kind is, so that it is at fault for certain before it is given up;
one whose worker stands still is done by another when the scheduler takes the worker for dead (`worker-ttl` of Dask);
and where the scheduler is gone, the rest begins anew with the next one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import logging
import pickle
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Final

from clew.records import dataclass
from clew.regexes import regex
from clew.scheduling.processes import source_folders
from clew.scheduling.snapshot import Snapshot, mark, moved, places_of, with_paths
from clew.settling.work import INTERRUPTED
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.discovery import Target
from clew.workers.host_protocol import TASK_FAILED, Died, Done, Ready, loads
from clew.workers.limits import Limits

if TYPE_CHECKING:
    from distributed import Client, Future

    from clew.scheduling.remote import Answered

ADDRESS: Final = regex(r"dask://([^/\s]+:\d+)")
WITHIN: Final = 10.0  # seconds for the scheduler to answer at first
WORKERS_WITHIN: Final = 30.0  # and for the first worker to be there
BACK_WITHIN: Final = 120.0  # seconds for a scheduler to be there again
ATTEMPTS: Final = 3  # of a task that raises, which is nobody's code but ours
LOGGERS: Final = ("distributed", "distributed.client", "tornado", "tornado.application")
LARGE: Final = "1GB"  # texts below this are none that Dask is to warn of


@dataclass(frozen=True, slots=True)
class Text:
    digest: str
    content: bytes

    @staticmethod
    def of(value: Any) -> Text:
        content = b"" if value is None else pickle.dumps(value, 5)
        return Text(hashlib.sha256(content).hexdigest(), content)


@dataclass(slots=True)
class Cluster:
    """Open with `connected`.  Used from many threads.

    width: the threads that its workers have; generation: how many schedulers there were before.
    """

    address: str
    project: Snapshot
    client: Client
    width: int
    problems: list[Diagnostic] = field(default_factory=list)
    generation: int = 0
    is_lost: bool = False
    suspects: threading.Lock = field(default_factory=threading.Lock)  # held by the one that may kill workers
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _texts: weakref.WeakValueDictionary[str, Future[bytes]] = field(default_factory=weakref.WeakValueDictionary)
    _stems: dict[Any, Text] = field(default_factory=dict)

    def start(
        self,
        prepare: str,
        payload: Any,
        limits: Limits,
        *,
        paths: tuple[str, ...] | None = None,
        preload: tuple[str, ...] = (),
        hash_seed: int = 0,
        environment: tuple[tuple[str, str], ...] = (),
        stem: Any = None,
    ) -> RemoteHost:
        from clew.scheduling.remote import Ordered

        marked = self.project.marked
        own = tuple(marked(path) for path in paths or () if self.project.is_marked(path))
        prepared_from = Text.of(with_paths(payload, marked)).content
        count = len(self.project.places)
        limits = replace(limits, folders=())
        ordered = Ordered(prepare, prepared_from, limits, own, preload, hash_seed, environment, count)
        with self._lock:
            if stem not in self._stems:
                self._stems[stem] = Text.of(with_paths(stem, marked))
        host = RemoteHost(self, Text.of(ordered), self._stems[stem])
        host.begin()
        return host

    def ask(self, host: RemoteHost, task: str | None, payload: bytes) -> Future[bytes]:
        """Give a task to a worker."""
        from clew.scheduling.remote import RUN, Called, work

        with self._lock:
            client, host.generation = self.client, self.generation
            host.texts = [self._published(text) for text in (self.project_text, host.order, host.stem)]
        key = f"{RUN}-{uuid.uuid4().hex}"
        called = Called(key, self.project.digest, host.order.digest, host.stem.digest, task, payload)
        return client.submit(work, called, *host.texts, key=key, pure=False, retries=ATTEMPTS - 1)

    @property
    def project_text(self) -> Text:
        return Text(self.project.digest, self.project.packed)

    def _published(self, text: Text) -> Future[bytes]:
        """The task whose result is the text.  It is forgotten with the last host that needs it."""
        from clew.scheduling.remote import kept

        found = self._texts.get(text.digest)
        if found is None or found.status in ("error", "cancelled", "lost"):
            name = text.digest if found is None else uuid.uuid4().hex
            found = self.client.submit(kept, text.content, key=f"clew-text-{name}")
            self._texts[text.digest] = found
        return found

    def comes_back(self, generation: int, is_wanted: Callable[[], bool]) -> bool:
        """Is there a scheduler again, after the one of this generation?  Waits for it."""
        with self._lock:
            deadline = time.monotonic() + BACK_WITHIN
            while self.generation == generation and not self.is_lost and is_wanted():
                with contextlib.suppress(Exception):
                    self.client.close(timeout=1)
                try:
                    self.client = _client(self.address, WITHIN)
                    self._texts.clear()
                    self.generation += 1
                except Exception as error:
                    if time.monotonic() > deadline:
                        self.is_lost = True
                        text = f"lost the scheduler at {self.address}: {_said(error)}; another run goes on from here"
                        self.problems.append(Diagnostic("executor", text))
                    time.sleep(0.2)
            return self.generation != generation


@dataclass(slots=True)
class RemoteHost:
    """Start with `Cluster.start`.  Used by one thread at a time, but for `stop`.

    texts: its own, as results of tasks, which live as long as it needs them; generation: of the scheduler that it asked
    last.
    """

    cluster: Cluster
    order: Text
    stem: Text
    stopped: bool = False
    texts: list[Future[bytes]] = field(default_factory=list)
    generation: int = 0
    _ready: Ready | Died | None = None
    _first: Future[bytes] | None = None  # the preparation, until somebody wants to know how it went
    _asked: Future[bytes] | None = None

    def begin(self) -> None:
        """Let a worker prepare."""
        with contextlib.suppress(Exception):  # whoever asks how it went asks again
            self._first = self.cluster.ask(self, None, b"")

    @property
    def ready(self) -> Ready | Died:
        if self._ready is None:
            found = self._answer(None, b"")
            self._ready = found if isinstance(found, Died) else found.ready
        return self._ready

    def run(self, task: str, payload: Any = None, on_message: Callable[[Any], None] | None = None) -> Done | Died:
        if isinstance(self.ready, Died):
            return self.ready
        found = self._answer(task, pickle.dumps(with_paths(payload, self.cluster.project.marked), 5))
        if isinstance(found, Died):
            return found
        for message in found.messages if on_message is not None else ():
            assert on_message is not None
            on_message(message)
        if found.end is None:  # another process was prepared for it, which went wrong
            assert isinstance(found.ready, Died)
            return found.ready
        return found.end

    def stop(self) -> None:
        self.stopped = True
        for future in (self._asked, self._first):
            if future is not None:
                with contextlib.suppress(Exception):
                    future.cancel()

    def close(self) -> None:
        self.stopped = True
        self.texts, self._first, self._asked = [], None, None
        self.order = self.stem = Text.of(None)  # the pool keeps hosts, and these are large

    def __enter__(self) -> RemoteHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self, task: str | None, payload: bytes) -> Answered | Died:
        """What came of a task, whatever becomes of its workers."""
        from distributed import KilledWorker

        is_suspect = False
        while not self.stopped:
            try:
                with self.cluster.suspects if is_suspect else contextlib.nullcontext():
                    return self._once(task, payload)
            except KilledWorker:
                if is_suspect:
                    code = "cannot-import" if task is None else "worker-died"
                    return Died(code, "the process that holds the module died, with its worker of the cluster")
                is_suspect = True
            except Exception as error:
                if self._asked is not None and self._asked.status == "error":  # by the task itself
                    return Died("worker-died", f"{TASK_FAILED}: {type(error).__name__}: {error}")
                if self.stopped or not self.cluster.comes_back(self.generation, lambda: not self.stopped):
                    break
            finally:
                self._asked = None
        return Died(INTERRUPTED.code, INTERRUPTED.text)

    def _once(self, task: str | None, payload: bytes) -> Answered:
        first, self._first = self._first if task is None else None, None
        self._asked = first or self.cluster.ask(self, task, payload)
        if self.stopped:
            raise CancelledError
        return self._here(self._asked.result())

    def _here(self, body: bytes) -> Answered:
        """An answer, with paths of this machine."""
        answered: Answered = loads(body, ())
        places = self.cluster.project.places
        marks = [(mark(number), place) for number, place in enumerate(places)]
        is_marked = any(each.encode() in body for each, _ in marks)
        found: Answered = moved(answered, marks) if is_marked else answered
        return found


@contextlib.contextmanager
def connected(executor: str, targets: Iterable[Target]) -> Iterator[Cluster]:
    """The cluster whose scheduler is at dask://HOST:PORT, for these targets.

    Raises ClewError where it is of no use.
    """
    targets = [target for target in targets if not target.is_program]
    address = _address(executor)
    project = Snapshot.of(places_of(targets, source_folders()))
    import dask

    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)  # what matters of it is said by us
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE}):
            try:
                client = _client(address, WITHIN)
            except OSError as error:
                text = f"cannot reach the scheduler at {address} within {WITHIN:g} s: {_said(error)}"
                raise ClewError([Diagnostic("executor", text)]) from error
            cluster = Cluster(address, project, client, sum(client.nthreads().values()))
            try:
                yield cluster
            finally:
                with contextlib.suppress(Exception):
                    cluster.client.close(timeout=5)
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def missing_cluster() -> Diagnostic | None:
    """What is wrong with asking for an executor, if anything."""
    if importlib.util.find_spec("distributed") is not None:
        return None
    text = "an executor needs dask.distributed, which is not installed here: pip install 'clew[cluster]'"
    return Diagnostic("missing-dependency", text)


def _address(executor: str) -> str:
    if (match := ADDRESS.fullmatch(executor)) is None:
        raise ClewError([Diagnostic("usage", "not an executor; wanted dask://HOST:PORT", executor)])
    return f"tcp://{match[1]}"


def _client(address: str, seconds: float) -> Client:
    """Connected, to machines that are like this one; OSError where there is no scheduler."""
    from distributed import Client

    from clew.scheduling.remote import Workshop, identity

    client = Client(address, timeout=seconds, set_as_default=False, name="clew")
    try:
        try:
            client.wait_for_workers(1, timeout=WORKERS_WITHIN)
        except TimeoutError as error:
            text = f"the scheduler at {address} has no workers"
            raise ClewError([Diagnostic("executor", text)]) from error
        try:
            others = {f"the worker {worker}": other for worker, other in client.run(identity).items()}
            others["the scheduler"] = client.run_on_scheduler(identity)  # which reads tasks, too
        except ImportError as error:
            text = f"a machine of the cluster at {address} cannot import what clew needs there: {error}"
            raise ClewError([Diagnostic("executor", text)]) from error
        for whose, other in sorted(others.items()):
            if other != identity():
                raise ClewError([Diagnostic("executor", _unlike(whose, other, identity()))])
        client.register_plugin(Workshop())
    except BaseException:
        client.close(timeout=1)
        raise
    return client


def _unlike(whose: str, other: Any, own: Any) -> str:
    found, wanted = (f"Python {each.python.split()[0]} and clew {each.clew}" for each in (other, own))
    what = found if found != wanted else f"another build of {found}"
    return f"{whose} has {what}; here is {wanted}, and verdicts hold for one of both"


def _said(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
