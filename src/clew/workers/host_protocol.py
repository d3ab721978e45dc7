"""What a caller and its host say to each other: records, and frames of pickled records over sockets and pipes.

`_socket` is what `socket` stands on: the latter is a large import, which every process would pay for.

The unpickler makes plain data and records of trusted packages only, since loading anything else would import the user's
code into the caller.
"""

from __future__ import annotations

import _socket
import io
import os
import pickle
import select
import struct
from collections.abc import Callable
from dataclasses import field
from typing import Any

from clew.records import dataclass
from clew.workers.limits import Blocked, Limits

TASK_FAILED = "the task failed"  # how the text of a Died begins where our own code raised
EXITED = "the process exited"  # and where something ended it on purpose
HEADER = struct.Struct("<cQ")  # of a frame: its kind, the size of its body
WARM = b"w"  # the kind of a frame with which a zygote is asked to import more
_DESCRIPTOR = struct.Struct("i")
NUMBER = struct.Struct("<q")  # what a zygote says of a host: its process id, then how it ended


@dataclass(frozen=True, slots=True)
class Done:
    """peak: bytes of memory, cpu: seconds of processor time the child used."""

    value: Any
    peak: int
    cpu: float
    blocked: tuple[Blocked, ...] = ()


@dataclass(frozen=True, slots=True)
class Died:
    """The task, or the preparation, gave no result.

    code: one of `verdict.REASON_CODES`; cpu: as in `Done`; run: the number of the run of user code that ended the
    process, 0 where it was none.
    """

    code: str
    text: str
    blocked: tuple[Blocked, ...] = ()
    cpu: float = field(default=0.0, compare=False)
    run: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Ready:
    """The preparation succeeded.  blocked: what the import of the user's code tried to do; layers: what guards it."""

    blocked: tuple[Blocked, ...]
    layers: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Imported:
    """What a preparation gives whose import is over; `rest` does what is left, within a limit of its own."""

    rest: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Order:
    """What a host is started with; see `Host.start`.  is_stem: does it only fork others?"""

    prepare: str
    payload: Any
    limits: Limits
    paths: tuple[str, ...]
    preload: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    scratch: str
    is_stem: bool = False


# ---------------------------------------------------------------- frames


class Frames:
    """Bytes in, whole frames out."""

    def __init__(self) -> None:
        self.pending = bytearray()

    def feed(self, data: bytes) -> list[tuple[bytes, bytes]]:
        self.pending += data
        found = []
        while len(self.pending) >= HEADER.size:
            kind, size = HEADER.unpack_from(self.pending)
            end = HEADER.size + size
            if len(self.pending) < end:
                break
            found.append((kind, bytes(self.pending[HEADER.size : end])))
            del self.pending[:end]
        return found


def send(
    control: _socket.socket,
    kind: bytes,
    message: object,
    descriptors: tuple[int, ...] = (),
    length: Callable[[bytes], int] = len,  # as it was before a user's module was imported
) -> None:
    """One frame, with open files of ours that the other side gets too."""
    body = dumps(message)
    header = HEADER.pack(kind, length(body))
    if not descriptors:
        control.sendall(header + body)
        return
    rights = struct.pack(f"{len(descriptors)}i", *descriptors)
    control.sendmsg([header], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])
    control.sendall(body)


def receive(control: _socket.socket, most: int = 2) -> tuple[bytes, bytes, list[int]]:
    """One frame, blocking, with the descriptors sent along."""
    header, beside, _, _ = control.recvmsg(HEADER.size, _socket.CMSG_LEN(most * _DESCRIPTOR.size))
    descriptors = [number for _, _, rights in beside for (number,) in _DESCRIPTOR.iter_unpack(rights)]
    header += _exactly(control, HEADER.size - len(header))
    kind, size = HEADER.unpack(header)
    return kind, _exactly(control, size), descriptors


def _exactly(control: _socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        more = control.recv(min(size - len(data), 1 << 20))
        if not more:
            raise EOFError("the other side closed the connection")
        data += more
    return bytes(data)


def write_all(descriptor: int, data: bytes, write: Callable[[int, memoryview], int] = os.write) -> None:
    view = memoryview(data)
    while view:
        view = view[write(descriptor, view) :]


def readable(sources: Any, seconds: float) -> list[Any]:
    """The `sources` (descriptors and sockets) with something to read; poll, since select stops at 1,024."""
    poll = select.poll()
    by_descriptor = {}
    for source in sources:
        descriptor = source if isinstance(source, int) else source.fileno()
        by_descriptor[descriptor] = source
        poll.register(descriptor, select.POLLIN)
    return [by_descriptor[descriptor] for descriptor, _ in poll.poll(seconds * 1000)]


def dumps(message: object, pickled: Callable[[object, int], bytes] = pickle.dumps) -> bytes:
    return pickled(message, 5)


_PLAIN = {
    "builtins": {"set", "frozenset", "bytearray", "complex", "range", "slice", "object", "Ellipsis", "NotImplemented"},
    "collections": {"deque", "OrderedDict", "Counter", "defaultdict"},
    "decimal": {"Decimal"},
    "fractions": {"Fraction"},
}


class _Unpickler(pickle.Unpickler):
    """Loads plain data and classes of trusted packages, nothing else."""

    def __init__(self, data: bytes, trusted: tuple[str, ...]) -> None:
        super().__init__(io.BytesIO(data))
        self.trusted = trusted

    def find_class(self, module: str, name: str) -> Any:
        if name in _PLAIN.get(module, ()):
            return super().find_class(module, name)
        if module.partition(".")[0] in self.trusted and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:  # not what the module happens to import
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")


def loads(body: bytes, trusted: tuple[str, ...]) -> Any:
    return _Unpickler(body, (*trusted, "clew")).load()
