"""Exceptions that are faults of ours and not outcomes of the program.

Most that come out of our code are CPython's answer to an operation of the program.  But the program's names are looked
up, its assertions checked, and its attributes asked for in its own frames or by `getattr`, so where the innermost frame
is ours these must not count as its behaviour.
"""

from __future__ import annotations

import opcode
import os
from collections.abc import Iterator
from types import CodeType, FrameType, TracebackType
from typing import Final

import clew

_OWN: Final = os.path.dirname(os.path.abspath(clew.__file__)) + os.sep
_RAISE: Final = opcode.opmap["RAISE_VARARGS"]


def is_ours(error: BaseException) -> bool:
    """Was it raised by a mistake in this package?"""
    if not isinstance(error, NameError | AssertionError | AttributeError):
        return False
    frame = raised_in(error)
    if frame is None or not frame.f_code.co_filename.startswith(_OWN):
        return False
    return not isinstance(error, AttributeError) or type(error.obj).__module__.partition(".")[0] == "clew"


def worded_by_us(error: BaseException) -> bool:
    """Did a `raise` of ours make it?  Its class is CPython's, its text need not be."""
    trace = _innermost(error)
    if trace is None or not trace.tb_frame.f_code.co_filename.startswith(_OWN):
        return False
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == _RAISE


def raised_in(error: BaseException) -> FrameType | None:
    """The innermost frame that the exception came through."""
    trace = _innermost(error)
    return trace.tb_frame if trace is not None else None


def passed_through(error: BaseException) -> Iterator[CodeType]:
    """The code outside of this package that the exception came through, the outermost first."""
    trace = error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_OWN):
            yield trace.tb_frame.f_code
        trace = trace.tb_next


def _innermost(error: BaseException) -> TracebackType | None:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace
