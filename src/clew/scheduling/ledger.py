"""What was already settled, on disk: the result of each unit, stored when it is done.

An interrupted run goes on where it stopped, and a later run reuses what still holds, since a result is found only under
the key it was stored with: a hash of everything it depends on (see `key_of`).  One SQLite file in write-ahead mode;
several processes and threads may use it at once.  The ledger is a convenience, never a reason to fail: a damaged file
is moved aside, an unusable place means that nothing is remembered, and `problems` says so.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Final, TypeVar

from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.own_folder import make_folder

FORMAT: Final = 1
KEPT_PER_UNIT: Final = 8  # the newest results of a unit, so that going back and forth between settings stays cheap
PATIENCE: Final = 30.0  # seconds to wait for another process's write

_SCHEMA: Final = """
create table if not exists result (
    number integer primary key,
    unit text not null,
    key text not null,
    digest text not null,
    content text not null,
    unique (unit, key)
)
"""

_T = TypeVar("_T")


def key_of(version: str, source: str, calls: str, settings: Mapping[str, object]) -> str:
    """The key of a result.

    version: of clew; source: the text of the function; calls: a hash of, or the text of, all in the project that it may
    call; settings: every option that can change the result, as JSON data.
    """
    text = json.dumps([FORMAT, version, source, calls, dict(settings)], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(slots=True)
class Ledger:
    """Open with `Ledger.open`, end with `close` or `with`.  Contents are text, normally JSON."""

    path: Path | None
    problems: list[Diagnostic] = field(default_factory=list)
    _connection: sqlite3.Connection | None = None
    _tried: bool = False
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @staticmethod
    def open(path: Path | None) -> Ledger:
        """The ledger in this file; None for one that remembers nothing.

        Where there is no such file it is made when it is first needed, which is not before there is something to store.
        """
        ledger = Ledger(path)
        if path is not None and path.exists():
            ledger.connect()
        return ledger

    def connect(self) -> None:
        """Make the file, if need be, and open it."""
        with self._lock:
            if self.path is not None and self._connection is None and not self._tried:
                self._connect()

    def get(self, unit: str, key: str) -> str | None:
        """What was stored for the unit under this key."""
        return self.resume({unit: key}).get(unit)

    def resume(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Unit → what was stored, for those of `keys` (unit → key) that have something."""

        def read(connection: sqlite3.Connection) -> dict[str, str]:
            found = {}
            for unit, key in keys.items():
                query = "select content, digest from result where unit = ? and key = ?"
                for content, digest in connection.execute(query, (unit, key)):
                    if _digest(unit, key, content) == digest:
                        found[unit] = content
            return found

        return self._do(read, {})

    def put(self, unit: str, key: str, content: str) -> None:
        """Store, durably; the oldest results of the unit make room."""
        self.connect()

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("begin immediate")
                connection.execute("delete from result where unit = ? and key = ?", (unit, key))
                connection.execute(
                    "insert into result (unit, key, digest, content) values (?, ?, ?, ?)",
                    (unit, key, _digest(unit, key, content), content),
                )
                connection.execute(
                    "delete from result where unit = ? and number not in"
                    " (select number from result where unit = ? order by number desc limit ?)",
                    (unit, unit, KEPT_PER_UNIT),
                )

        self._do(write, None)

    def forget(self) -> None:
        """Empty the ledger."""

        def clear(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("delete from result")

        self._do(clear, None)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, action: Callable[[sqlite3.Connection], _T], otherwise: _T) -> _T:
        with self._lock:
            if self._connection is None:
                return otherwise
            try:
                return action(self._connection)
            except sqlite3.OperationalError as error:  # locked too long, disk full, read-only
                self._note(f"cannot use {self.path}: {error}")
                return otherwise
            except sqlite3.DatabaseError:
                self.close()
                self._connect()
                if self._connection is None:
                    return otherwise
                try:
                    return action(self._connection)
                except sqlite3.Error as error:
                    self._note(f"cannot use {self.path}: {error}")
                    return otherwise

    def _connect(self) -> None:
        """Open the file; a damaged one is moved aside, by one process at a time."""
        assert self.path is not None
        self._tried = True
        try:
            make_folder(self.path.parent)
            with _alone(self.path):
                try:
                    self._connection = _opened(self.path)
                except sqlite3.OperationalError:
                    raise
                except sqlite3.DatabaseError as error:
                    aside = _move_aside(self.path)
                    self._note(f"{self.path} is damaged ({error}); it was moved to {aside.name} and a new one begun")
                    self._connection = _opened(self.path)
        except (OSError, sqlite3.Error) as error:
            self._note(f"cannot use {self.path}: {error}; results are not remembered")

    def _note(self, problem: str) -> None:
        diagnostic = Diagnostic("ledger", problem, str(self.path), severity="warning")
        if diagnostic not in self.problems:
            self.problems.append(diagnostic)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        (verdict,) = connection.execute("pragma quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(str(verdict).splitlines()[0])
        (version,) = connection.execute("pragma user_version").fetchone()
        if version not in (0, FORMAT):
            connection.execute("drop table if exists result")
        connection.execute(_SCHEMA)
        connection.execute(f"pragma user_version = {FORMAT}")
        columns = [row[1] for row in connection.execute("pragma table_info(result)")]
        if columns != ["number", "unit", "key", "digest", "content"]:
            raise sqlite3.DatabaseError("it is not a ledger of clew")
    except BaseException:
        connection.close()
        raise
    return connection


def _move_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).unlink()
    return aside


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else opens the file meanwhile."""
    descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _digest(unit: str, key: str, content: str) -> str:
    return hashlib.sha256("\0".join((unit, key, content)).encode("utf-8", "surrogatepass")).hexdigest()
