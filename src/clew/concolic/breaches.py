"""What it means for a run that a contract is broken (`ir.contract`)."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from clew.frontend.leading import is_between, names_of
from clew.ir.contract import INVARIANT, OBJECT, REQUIRE
from clew.ir.guards import OF_CALL, sees_calls
from clew.search.trace import Approximation, Breached
from clew.verdict.assumptions import Assumption

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

INVARIANTS: Final = Assumption("invariants", "objects keep the invariants of their classes between calls")


def breach(machine: Machine, site: int, kind: str) -> None:
    """By the inputs, which are none then, or by the program, and then nothing is known of what follows."""
    caller = sys._getframe(2).f_back
    while caller is not None and caller.f_code not in machine.by_code:
        if caller.f_code.co_name == "<module>" and "_clew" in caller.f_globals:
            return  # a module is imported, and that is no run
        caller = caller.f_back
    outside = caller is None
    given = kind in (REQUIRE, OBJECT)
    if kind in (INVARIANT, OBJECT):
        machine.suppose(INVARIANTS)
    machine.run.breach = kind
    if not (outside and given):
        text = f"a contract of `{machine.sites.functions[machine.sites.places[site].function].qualname}` is broken"
        goals = frozenset[str]() if outside else None  # nothing follows the end of the function under test
        position = len(machine.run.decisions)
        machine.run.approximations.append(Approximation("contract", text, machine.place(), position, goals))
    if kind == OBJECT and not outside:
        return  # within the methods of a class its invariant need not hold
    raise Breached(kind, outside and given, caller)


def refuses(machine: Machine, exception: BaseException, wanted: str) -> bool:
    """Does an assertion say that the call that a guard is around does not keep what the function asks?

    The first such guard takes it, if there is nothing between them, or only what stands for a function of the name by
    which it is called, as decorators make it.
    """
    thrown: object = machine.thrown
    raised = thrown is exception or thrown is type(exception)
    if machine.refused is None or not raised or exception.__traceback__ is None:
        return False
    numbers, at = [], exception.__traceback__.tb_next
    while at is not None:
        if (number := machine.by_code.get(at.tb_frame.f_code)) is not None:
            numbers.append(number)
        at = at.tb_next
    *between, last = [machine.sites.functions[number].qualname for number in numbers] or [""]
    refused = machine.sites.functions[machine.refused].qualname
    if last != refused or not all(map(is_between, between)):
        return False
    if between and wanted.removeprefix(OF_CALL) not in names_of(refused):
        return False
    machine.refused = None
    return True


def takes(machine: Machine, breached: Breached, wanted: object, site: int) -> bool:
    """Is this the guard of the call that breaks it?  No `except` clause of the program sees it."""
    if not sees_calls(wanted) or breached.caller is not sys._getframe(2):
        return False
    # What lies before the call is not concerned.
    places = machine.sites.places
    call, function = places[site].span, places[site].function
    marks = (n for n, p in enumerate(places) if (p.span, p.kind, p.function) == (call, "statement", function))
    doubts = machine.run.approximations
    doubts[-1] = replace(doubts[-1], goals=machine.reachable(next(marks)))
    return True
