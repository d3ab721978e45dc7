"""Where an exception began that left a call: read off its traceback, on plain CPython, without anything of ours.

It is the innermost function of the project that says so.  What began in code that is not the project's belongs to the
call that led there.
"""

from __future__ import annotations

import os
import tokenize
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from clew.checking.claim_places import claim_at
from clew.checking.describe import describe
from clew.checking.script import Escaped
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.failing import Operation, asked_at, called_at, operation_at
from clew.frontend.leading import is_between, names_of
from clew.goals.goal import Goal
from clew.ir.contract import REQUIRE
from clew.ir.guards import ABOVE
from clew.records import dataclass
from clew.source.spans import Span

SCRIPT = "<script>"  # the name of what is compiled of a test
MOST_SHOWN = 80  # characters of a value
_STOPPED = ("generator raised StopIteration", "coroutine raised StopIteration")


@dataclass(frozen=True, slots=True)
class _Refused:
    """A call that does not keep what the function asserts at its start.  goal: the claim that it does; at: where the
    call is; inside: the function that asserts it; test: what it asserts.
    """

    goal: Goal
    at: types.FrameType
    inside: types.FrameType
    test: Operation


def begun(error: BaseException) -> BaseException:
    """What began: a StopIteration cannot leave a generator or coroutine, which raises a RuntimeError then (PEP 479)."""
    cause = error.__cause__
    if type(error) is RuntimeError and isinstance(cause, StopIteration) and str(error) in _STOPPED:
        return cause
    return error


def origin_of(error: BaseException, folders: Iterable[str]) -> tuple[types.FrameType, Span] | None:
    """The innermost frame of the project that the exception came through, and the place it was at.

    None for one that began in the code of the test, such as a function that is an argument.
    """
    prefixes = tuple(folder + os.sep for folder in folders)
    found = None
    for at in _entries(error.__traceback__):
        file = at.tb_frame.f_code.co_filename
        if file.startswith(prefixes):
            found = at
        elif file == SCRIPT:
            found = None
    if found is None:
        return None
    span = place_in(found.tb_frame.f_code, found.tb_lasti)
    return None if span is None else (found.tb_frame, span)


def place_in(code: types.CodeType, offset: int) -> Span | None:
    """Of the instruction."""
    place = list(code.co_positions())[offset // 2]
    line, end_line, column, end_column = place
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return Span(line, column, end_line, end_column)


def refuted_by(
    error: BaseException, goals: Sequence[Goal], text: str, file: str, folders: Sequence[str]
) -> frozenset[str]:
    """The claims that the exception refutes, once it has left the call: at most one.  text: as for `escaped_of`."""
    error = begun(error)
    if (refused := _refused_by(error, goals, text, file, folders)) is not None:
        return frozenset((refused.goal.id,))
    found = origin_of(error, folders)
    if found is None or found[0].f_code.co_filename != file:
        return frozenset()
    names = {c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins" or c.__name__ in ABOVE}
    goal = claim_at(found[1], names, goals)
    return frozenset() if goal is None else frozenset((goal.id,))


def _refused_by(
    error: BaseException, goals: Sequence[Goal], text: str, file: str, folders: Sequence[str]
) -> _Refused | None:
    """The call that leads there or, by the name of the function, to what stands for it, as decorators make it."""
    if not isinstance(error, AssertionError) or (found := origin_of(error, folders)) is None:
        return None
    inside, place = found
    *around, last = _entries(error.__traceback__)
    if last.tb_frame is not inside:  # what the test calls has failed by itself
        return None
    if (test := asked_at(text if inside.f_code.co_filename == file else _source_of(inside), place)) is None:
        return None
    names, prefixes = names_of(inside.f_code.co_qualname), tuple(folder + os.sep for folder in folders)
    direct = True
    for entry in reversed(around):
        code = entry.tb_frame.f_code
        if code.co_filename == file and (span := place_in(code, entry.tb_lasti)) is not None:
            goal = claim_at(span, (REQUIRE,), goals)
            if goal is not None and (direct or called_at(text, goal.span) in names):
                return _Refused(goal, entry.tb_frame, inside, test)
        if code.co_filename == SCRIPT or (code.co_filename.startswith(prefixes) and not is_between(code.co_qualname)):
            return None
        direct = direct and not code.co_filename.startswith(prefixes)
    return None


def _entries(traceback: types.TracebackType | None) -> Iterator[types.TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _source_of(frame: types.FrameType) -> str:
    """Of the module that it is of; empty where it cannot be read."""
    try:
        with tokenize.open(frame.f_code.co_filename) as file:
            return file.read()
    except (OSError, SyntaxError, ValueError):
        return ""


def escaped_of(
    error: BaseException, goals: Sequence[Goal], text: str, file: str, folders: Sequence[str]
) -> Escaped | None:
    """text: of the module under test, which is in the file.  Frames are only looked at."""
    error = begun(error)
    if (refused := _refused_by(error, goals, text, file, folders)) is not None:
        function, span, asked = refused.at.f_code.co_qualname, refused.goal.span, refused.inside.f_code.co_qualname
        parts = _shown(refused.test, refused.inside)
        return Escaped(("AssertionError",), function, span, True, False, refused.test.text, parts, False, asked)
    found = origin_of(error, folders)
    if found is None:
        return None
    frame, span = found
    code = frame.f_code
    here = code.co_filename == file
    operation = operation_at(text, span, isinstance(error, AssertionError)) if here else Operation("", ())
    parts = _shown(operation, frame)
    names = tuple(cls.__name__ for cls in type(error).__mro__ if cls is not object)
    about_none = isinstance(error, TypeError | AttributeError) and "NoneType" in str(error)
    return Escaped(names, code.co_qualname, span, here, operation.given, operation.text, parts, about_none)


def _shown(operation: Operation, frame: types.FrameType) -> tuple[tuple[str, str], ...]:
    shown = ((".".join(path), text_at(path, frame.f_locals)) for path in operation.operands)
    return tuple((name, value) for name, value in shown if value is not None)


def text_at(path: Sequence[str], known: Mapping[str, Any]) -> str | None:
    """What is at the end of a chain of attributes, as text, where that can be told without running anything of the
    user's.
    """
    name, *attributes = path
    if name not in known:
        return None
    value = known[name]
    for attribute in attributes:
        value = raw_attribute(value, attribute, _MISSING)
        if value is _MISSING:
            return None
    named = isinstance(value, type | types.FunctionType | types.BuiltinFunctionType | types.ModuleType)
    if named and raw_attribute(value, "__name__") == path[-1]:  # as where `from math import log` stands in the function
        return None
    return text_of(value)


_MISSING = object()


def text_of(value: Any) -> str | None:
    """As text, where that can be told."""
    try:
        text = describe(value).text
    except BaseException:  # a `__repr__` or `__eq__` of the user's
        return None
    return text if text is not None and len(text) <= MOST_SHOWN else None
