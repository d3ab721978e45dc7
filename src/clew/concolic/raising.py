"""Which exception a call raises that is not followed: a class that is lost, as results are.

A call that ended with one exception in this run may end with another for other inputs.  So such an exception is kept
here with the classes it may have instead, any at all unless the table of `exception_classes` closes the set, and each
question for its class, most often that of an `except` clause, is a decision on what was lost: the other answer stays
open until a run gives it.

An exception that nobody sees ends the execution.  Where no frame between the call and the function under test has a
handler, a context manager or a `finally` around the place it is at, no goal lies behind that side of the decision, and
proofs need not wait for it.
"""

from __future__ import annotations

import dataclasses
import functools
import opcode
import os
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

import clew
from clew.effects import object_graph
from clew.effects.raw_attribute import raw_attribute
from clew.records import dataclass
from clew.search.trace import Breached, ModelError, Stop
from clew.semantics.shadow import Concretized, Shadow
from clew.workers.guard import SideEffectBlocked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine
    from clew.concolic.recording import Recorder

Classes = frozenset[type]


@dataclass(slots=True)
class Unclear:
    """An exception that might have been another one.

    classes: those it may have, exactly; None: any.  is_a, is_no: what was found out so far of one that may have any.
    operands: what the call was given, which may raise exceptions of its own.
    """

    error: BaseException
    lost: Concretized
    classes: Classes | None
    operands: tuple[Any, ...] | None = None
    is_a: set[type] = field(default_factory=set)
    is_no: set[type] = field(default_factory=set)


def may_raise(
    machine: Machine,
    lost: Concretized,
    error: BaseException | None,
    classes: Classes | None = None,
    operands: tuple[Any, ...] | None = None,
    name: str = "",
) -> None:
    """Whether what was just computed raises was not followed: a decision whose other side stays open.

    classes: those that the table allows; operands: what was given to a call of the library; name: of what was called.
    """
    if isinstance(error, Stop | ModelError | Breached):
        return
    if classes is not None and not classes and error is None:
        return
    if isinstance(error, MemoryError | RecursionError | SideEffectBlocked):
        classes = None
    if classes is not None and error is not None and type(error) not in classes:
        raise ModelError(f"{machine.place()}: {type(error).__name__} was raised, which the table leaves out") from error
    direct, machine.direct = machine.direct, False
    machine.decide_lost(
        lost, error is not None, raising=not _stays_inside(machine), ends=None if watched(machine) else True
    )
    machine.direct = direct
    if error is not None:
        if name:
            lost = machine.lost(lost.code, f"which exception {name}() raises")
        machine.unclear[id(error)] = Unclear(error, lost, classes, operands)


def guarded(
    machine: Machine,
    lost: Concretized,
    concrete: Callable[..., Any],
    *values: Any,
    classes: frozenset[type] | None = None,
) -> tuple[Any, Shadow]:
    """CPython's result on operands that were lost; that it raises or not was not followed either."""
    try:
        result = concrete(*values)
    except Exception as error:
        may_raise(machine, lost, error, classes)
        raise
    may_raise(machine, lost, None, classes)
    return result, dataclasses.replace(lost, kind=None)


def is_caught(machine: Machine, error: BaseException, wanted: Any, last: bool = False) -> bool:
    """Is the exception an instance of what an `except` clause names?  last: no clause of its statement follows."""
    outcome = _matches(error, wanted)
    known = machine.unclear.get(id(error))
    if known is None:
        return outcome
    names = wanted if isinstance(wanted, tuple) else (wanted,)
    answer = _answer(machine, known, names)
    if answer is not None:
        if answer != outcome:
            raise ModelError(f"{machine.place()}: {type(error).__name__} was raised, which was ruled out") from error
        return outcome
    machine.decide_lost(known.lost, outcome, ends=False if last and not watched(machine) else None)
    _learn(known, names, outcome)
    return outcome


def shadow_of(machine: Machine, error: Any) -> Shadow:
    """Of the reference to an exception: which one it is may be unknown."""
    known = machine.unclear.get(id(error))
    if known is None or (known.classes is not None and len(known.classes) == 1):
        return None
    return known.lost


def _matches(error: BaseException, wanted: Any) -> bool:
    try:
        raise error
    except wanted:
        return True
    except BaseException as other:
        if other is not error:
            raise
        return False


def _flat(names: tuple[Any, ...]) -> tuple[type, ...]:
    return tuple(c for n in names for c in (_flat(n) if isinstance(n, tuple) else (n,)))


def _answer(machine: Machine, known: Unclear, names: tuple[Any, ...]) -> bool | None:
    """The answer for every class it may have; None where that depends."""
    names = _flat(names)
    if BaseException in names:
        return True
    if known.classes is not None:
        taken = {c for c in known.classes if not set(names).isdisjoint(c.__mro__)}
        return None if taken and len(taken) < len(known.classes) else bool(taken)
    if any(not set(names).isdisjoint(c.__mro__) for c in known.is_a):
        return True
    possible = [n for n in names if known.is_no.isdisjoint(n.__mro__)]
    if possible and known.operands is not None and not any(map(_of_library, possible)):
        if not _reaches_the_project(machine, known.operands):
            return False
    return None if possible else False


def _learn(known: Unclear, names: tuple[Any, ...], outcome: bool) -> None:
    names = _flat(names)
    if known.classes is not None:
        known.classes = frozenset(c for c in known.classes if set(names).isdisjoint(c.__mro__) != outcome)
    elif not outcome:
        known.is_no.update(names)
    elif len(names) == 1:
        known.is_a.add(names[0])


def _of_library(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in sys.stdlib_module_names


def is_of_library(f: Any) -> bool:
    """Is this a function of Python's own library, which raises exceptions of its own, or of what it was given?"""
    f = raw_attribute(f, "clew_stands_for", f) if type(f) is types.FunctionType else f
    owner = raw_attribute(f, "__objclass__")
    owner = raw_attribute(f, "__self__") if owner is None else owner
    module = raw_attribute(f, "__module__")
    if not isinstance(module, str) and owner is not None:
        module = (owner if isinstance(owner, type) else type(owner)).__module__
    return isinstance(module, str) and module.partition(".")[0] in sys.stdlib_module_names


def _reaches_the_project(machine: Machine, operands: tuple[Any, ...]) -> bool:
    """May code be called, or an exception found, below what was given?"""
    for value in object_graph.reachable([(o, None) for o in operands]):
        kind = value if isinstance(value, type) else type(value)
        if (
            value is object_graph.TOO_MANY
            or callable(value)
            or not _of_library(kind)
            or isinstance(value, types.GeneratorType)
        ):
            return True
    return False


# ---------------------------------------------------------------- who sees an exception

_OWN: Final = os.path.dirname(os.path.abspath(clew.__file__)) + os.sep

# Our files that let every exception pass which the code they call raises, and the functions in them that do not.
_TRANSPARENT: Final = frozenset(
    {
        "machine.py", "recording.py", "heap.py", "calls.py", "dispatch.py", "attributes.py", "native.py", "raising.py",
        "taint.py", "construction.py", "contexts.py", "iteration.py", "reflection.py", "shadow_checks.py",
        *(name for name in os.listdir(os.path.join(_OWN, "semantics")) if name != "iterators.py"),
    }
)  # fmt: skip
_CATCHING: Final = frozenset(
    {"attribute", "plain_attribute", "_by_next", "_by_index", "send_all", "_get_attribute", "_has_attribute"}
)
_CALLERS: Final = frozenset({"runner.py", "caller.py", "usage.py"})
_OUTERMOST: Final = ("caller.py", "call")
_LOOKS_AT_IT: Final = opcode.opmap["PUSH_EXC_INFO"]
_CONSTANT: Final = opcode.opmap["LOAD_CONST"]


def watched(machine: Recorder) -> bool:
    """May anything between the innermost place and the end of the function under test look at an exception raised
    there?
    """
    entered = False  # whether some frame of the project was passed
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code in machine.by_code:
            entered = True
            if _is_guarded(code, frame.f_lasti):
                return True
        elif code.co_filename.startswith(_OWN):
            if (os.path.basename(code.co_filename), code.co_name) == _OUTERMOST:
                return not entered
            if _catches(code):
                return True
        else:
            return True
        frame = frame.f_back
    return True


def _stays_inside(machine: Machine) -> bool:
    """May something catch an exception before the statement of the program, at which a run is, ends with it?  `hasattr`
    does, and `getattr` with a default.
    """
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code not in machine.by_code:
        if not frame.f_code.co_filename.startswith(_OWN) or _catches(frame.f_code):
            return True
        frame = frame.f_back
    return False


def _catches(code: types.CodeType) -> bool:
    """Is it a function of ours that may keep an exception to itself?"""
    name = os.path.basename(code.co_filename)
    return name not in _CALLERS and (name not in _TRANSPARENT or code.co_name in _CATCHING)


@functools.cache
def _is_guarded(code: types.CodeType, position: int) -> bool:
    """Does a handler of the program, a `with` or a `finally`, lie around an instruction of an instrumented function?

    Handlers made by the compiler, which end an `except` clause or a generator, look at nothing: they do not begin with
    putting the exception in place, or go on to unbind the name of the clause.
    """
    instructions = code.co_code
    seen: set[int] = set()
    while (target := _handler_of(code, position)) is not None and target not in seen:
        seen.add(target)
        if instructions[target] == _LOOKS_AT_IT and instructions[target + 2] != _CONSTANT:
            return True
        position = target
    return False


def _handler_of(code: types.CodeType, position: int) -> int | None:
    """Where the exception table sends what is raised at this offset."""
    for start, end, target in _handlers(code):
        if start <= position < end:
            return target
    return None


@functools.cache
def _handlers(code: types.CodeType) -> tuple[tuple[int, int, int], ...]:
    """The exception table: rows of numbers in base 64, six bits to a byte (`Objects/exception_handling_notes.txt`)."""
    numbers = _numbers(code.co_exceptiontable)
    rows = []
    for start in numbers:
        length, target = next(numbers), next(numbers)
        next(numbers)  # the depth of the stack
        rows.append((2 * start, 2 * (start + length), 2 * target))
    return tuple(rows)


def _numbers(table: bytes) -> Iterator[int]:
    number = 0
    for byte in table:
        number = number << 6 | byte & 63
        if not byte & 64:
            yield number
            number = 0
