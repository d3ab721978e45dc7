"""Code that is run and not followed: C, and Python outside the project.

Its result is `Concretized` where anything it could see depends on the inputs, and so is whether it raises.
"""

from __future__ import annotations

import math
import operator
import sys
import time
import types
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clew.concolic import raising, taint
from clew.concolic.arguments import Arguments
from clew.effects import exception_classes
from clew.effects.decided import decided_by_arguments
from clew.effects.environment_effects import (
    LOOP_OF_ASYNCIO,
    NOTHING_HANDLED,
    THIS_PYTHON,
    finds_loop,
    of_this_python,
    outside,
    read_by,
    reads_command_line,
    reads_handled_exception,
    supposed,
)
from clew.effects.raw_attribute import raw_attribute
from clew.effects.readers import only_reads
from clew.effects.set_order import is_shown_by
from clew.semantics.hashing import SET_ORDER
from clew.semantics.shadow import Concretized, Havocked, Pair
from clew.source.surroundings import PACKAGES

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

LONGEST_SLEEP = 1 << 30  # seconds; it raises OverflowError for more than some centuries


LOOKED_AT = 10  # objects that a call may change, for the price of a statement


def asleep(*arguments: Any) -> None:
    """As `time.sleep`, in no time: how late it is, is not known anyway."""
    match arguments:
        case (int() | float() as seconds,) if 0 < seconds < LONGEST_SLEEP:
            arguments = (0,)
    time.sleep(*arguments)


def plainly(f: Any, arguments: Arguments) -> Any:
    """The result of a call in a run in which nothing is followed."""
    return arguments.passed_to(asleep if f is time.sleep else f)


def run(machine: Machine, f: Any, arguments: Arguments, receiver: Pair | None = None) -> Pair:
    """Run for real.  `receiver`: what a bound method is bound to, where `f` itself does not say."""
    if machine.world is not None and (known := machine.world.answer(f, arguments)) is not None:
        return known
    operands = arguments.pairs()
    if receiver is not None:
        operands.append(receiver)
    elif raw_attribute(f, "__self__") is not None and not isinstance(f.__self__, types.ModuleType):
        operands.append((f.__self__, machine.receiver_of(f)))
    elif type(f) is types.FunctionType and f.__closure__:  # what the library made of functions
        operands.append((f, None))
    if machine.lent:
        machine.look_below([value for value, _ in operands])
    cause = taint.first_tainted(machine, operands)
    name = _shown(f)
    real = raw_attribute(f, "clew_stands_for", f) if type(f) is types.FunctionType else f
    lost = None
    machine.worldly = machine.worldly or reads_command_line(real)
    if cause is not None:
        machine.worldly = machine.worldly or outside(real, arguments.values)
        causes = (cause, *(each for pair in operands for each in pair))
        first = next((found for each in causes if (found := _lost_before(machine, each)) is not None), None)
        lost = machine.lost("unmodelled-call", f"the result of {name}()") if first is None else first
    if lost is None and machine.unclear and any(f is shown for shown in _OF_THE_EXCEPTION):
        lost = next(iter(machine.unclear.values())).lost
    if lost is None:
        lost = _beyond_arguments(machine, real, [value for value, _ in operands], name)
    if lost is None and is_shown_by(real, [value for value, _ in operands], bool(arguments.named)):
        machine.suppose(SET_ORDER)
    if machine.callbacks is not None:
        given = [*(value for value, _ in operands), *arguments.named.values()]
        machine.callbacks.handed_over(machine, f, name, given, decided=lost is None)
    values = arguments.values
    if lost is not None:
        values = tuple(machine.settle(a).value for a in arguments.tracked())
    before = taint.fingerprint(machine, operands) if lost is not None else None
    if before is not None and len(before) >= LOOKED_AT:
        machine.charge(len(before) // LOOKED_AT)
    outer = machine.native_taint, machine.leaked, machine.native_operands
    machine.native_taint, machine.leaked, machine.native_operands = lost, None, operands
    machine.native_depth += 1
    failure: BaseException | None = None
    try:
        result = (asleep if real is time.sleep else f)(*values, **arguments.named)
        if type(f) is type and issubclass(f, type) and getattr(result, "__module__", None) == __name__:
            result.__module__ = machine.calling()["__name__"]
    except BaseException as error:
        failure = error
        raise
    finally:
        leaked = machine.leaked
        machine.native_depth -= 1
        machine.native_taint, machine.leaked, machine.native_operands = outer[0], outer[1] or leaked, outer[2]
        if before is not None:
            taint.after_native(machine, before, lost, only_reads(f, len(values) + len(arguments.named)))
        lost = lost or leaked
        total = (_never_raises(f) or _never_raises(real)) and len(values) < 3  # `type(name, bases, space)` may raise
        if lost is not None and not total:
            shown = tuple(value for value, _ in operands)
            library = shown if raising.is_of_library(f) and shown else None
            given, named = arguments.separate()
            classes = exception_classes.of_call(f, given, named, operands)
            raising.may_raise(machine, lost, failure, classes, library, name)
        if lost is not None and failure is not None and not taint.raised_inside(machine, failure):
            machine.keep(failure, Havocked(lost))
    if lost is None:
        return result, None
    return taint.result_of_native(machine, result, _typed(real, lost), operands)


def _beyond_arguments(machine: Machine, f: Any, values: list[Any], name: str) -> Concretized | None:
    """Why the result is lost although no operand depends on the inputs; else what it reads beside them is supposed."""
    if f is operator.length_hint:  # of an iterator that is made of tracked values, too
        return machine.lost("unmodelled-call", "the result of length_hint()")
    if outside(f, values):
        machine.worldly = True
        return machine.lost("nondeterministic", f"the result of {name}(), which its arguments do not decide")
    if reads_handled_exception(f):
        if sys.exc_info()[1] is None:
            machine.suppose(NOTHING_HANDLED)
    elif finds_loop(f):
        machine.suppose(LOOP_OF_ASYNCIO)
    elif of_this_python(f):
        machine.suppose(THIS_PYTHON)
    elif (what := read_by(f, values)) != "":
        if machine.shared.contexts and any(isinstance(v, ContextVar) for v in (*values, raw_attribute(f, "__self__"))):
            return machine.lost("bound", f"what other calls leave in {what}")
        machine.suppose(supposed(what))
        if what == PACKAGES:  # `import_module(…)`: nothing tells what its module makes of what it keeps
            machine.doubt_from_here(f"what is kept by a module that {name}() gives was not followed")
    elif not decided_by_arguments(f, values):
        return machine.lost("unmodelled-call", f"the result of {name}(), which may depend on more than its arguments")
    return None


def _shown(f: Any) -> str:
    """`json.loads`, `len`, `str.upper`"""
    name: str = raw_attribute(f, "__qualname__") or type(f).__name__
    if type(f) is types.BuiltinFunctionType and f.__module__ == "_operator":
        return f"operator.{name}"
    return f"{f.__module__}.{name}" if isinstance(f, types.FunctionType) and f.__module__ else name


def _lost_before(machine: Machine, cause: Any) -> Concretized | None:
    """What was lost earlier, of which this is only a consequence: the reader wants to know the first."""
    if not isinstance(cause, Concretized):
        contents = machine.contents(cause)
        cause = contents.lost if isinstance(contents, Havocked) else None
    return replace(cause, kind=None) if cause is not None else None


def is_plain_function(f: Any) -> bool:
    """A function or type, which can be looked up in a table: its hash is not the user's."""
    return isinstance(f, types.BuiltinFunctionType | type | types.FunctionType | types.MethodDescriptorType)


_OF_THE_EXCEPTION = tuple(getattr(sys, name) for name in ("exc_info", "exception") if hasattr(sys, name))


def _never_raises(f: Any) -> bool:
    """An operation the table says is total, or a builtin that takes anything."""
    return raw_attribute(f, "clew_total") is True or (is_plain_function(f) and f in _TOTAL)


_TOTAL = frozenset({id, callable, type, BaseException.__init__, Exception.__init__, object.__init__})
_OF_FLOATS = frozenset(f for n, f in vars(math).items() if isinstance(f, types.BuiltinFunctionType)) - {
    math.ceil, math.floor, math.trunc, math.factorial, math.gcd, math.lcm, math.comb, math.perm, math.isqrt, math.prod,
    math.sumprod if hasattr(math, "sumprod") else math.prod, math.modf, math.frexp, math.isnan, math.isinf,
    math.isfinite, math.isclose,
}  # fmt: skip


def _typed(f: Any, lost: Concretized) -> Concretized:
    """The result of these functions has one type whatever they are given."""
    if not is_plain_function(f):
        return lost
    kind = float if f in _OF_FLOATS else _RESULTS.get(f)
    return lost if kind is None else replace(lost, kind=kind)


_RESULTS: dict[Any, type] = {hash: int, id: int, repr: str, ascii: str, len: int, hex: str, oct: str, bin: str}
