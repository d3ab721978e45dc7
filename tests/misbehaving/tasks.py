"""Tasks for the host: call a subject and say what happened."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

import subjects

from clew.workers.host_process import Emit


def prepare(payload: object) -> object:
    return payload


def call(prepared: object, name: str, emit: Emit) -> tuple[str, str]:
    emit(f"before {name}")
    try:
        result = getattr(subjects, name)()
    except BaseException as error:
        return "raised", type(error).__name__
    return "returned", str(result)


def purge(prepared: object, roots: tuple[str, ...], emit: Emit) -> list[str]:
    """Delete every text file below, as code that is given a path may; what each root was refused with."""
    found = []
    for root in roots:
        try:
            for folder, _, files in os.walk(root):
                for file in files:
                    os.remove(os.path.join(folder, file))
            found.append("deleted")
        except PermissionError as error:
            found.append(str(error))
    return found


def double(prepared: int, payload: int, emit: Emit) -> int:
    return prepared + 2 * payload


def stream(prepared: object, sizes: tuple[int, ...], emit: Emit) -> int:
    for size in sizes:
        emit(b"x" * size)
    return len(sizes)


def die_after(prepared: object, messages: int, emit: Emit) -> None:
    for number in range(messages):
        emit(number)
    os._exit(7)


def die_within_a_message(prepared: object, payload: object, emit: Emit) -> None:
    emit("whole")
    os.write(emit.descriptor, b"m\xff\xff\0\0\0\0\0\0half")
    os._exit(7)


def write_rubbish(prepared: object, payload: object, emit: Emit) -> str:
    os.write(emit.descriptor, b"\x01" * 40)
    return "done"


def send_object(prepared: object, payload: object, emit: Emit) -> object:
    return subjects.threading.Thread


def send_unpicklable(prepared: object, payload: object, emit: Emit) -> object:
    return lambda: 0


def fail(prepared: object, payload: object, emit: Emit) -> object:
    return [][1]


def kill_host(prepared: object, payload: object, emit: Emit) -> None:
    emit("first")
    with emit.guard.lifted():
        os.kill(os.getppid(), 9)
    time.sleep(30)


def drain(prepared: object, payload: object, emit: Emit) -> list[str]:
    for name in ("write_file", "connect"):
        with contextlib.suppress(PermissionError):
            getattr(subjects, name)()
    return [record.what for record in emit.guard.drain()]


def environment(prepared: object, name: str, emit: Emit) -> str | None:
    return os.environ.get(name)


def spell_set(prepared: object, payload: Any, emit: Emit) -> list[str]:
    return list({"a", "b", "c", "d", "e", "f", "g"})


def prepare_from(payload: object, stem: object = None) -> object:
    """What was prepared in the process before, and for the host itself."""
    return (stem, payload, os.getpid())


def given(prepared: object, payload: object, emit: Emit) -> object:
    return prepared


def write_here(prepared: object, payload: object, emit: Emit) -> str:
    with open("here", "w") as file:
        file.write("x")
    return os.path.abspath("here")
