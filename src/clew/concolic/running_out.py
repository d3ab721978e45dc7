"""Exceptions of runs that lacked something: with more memory, digits or room for calls they would have gone on.

Such a run stands for no execution that has enough.  What it says is kept, therefore, and what it could have gone on to
is left open; that is most often little, since goals that lay behind it are not concerned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.effects.environment_effects import DIGITS, says_of_digits, supposed
from clew.effects.faults import passed_through
from clew.search.trace import Approximation
from clew.verdict.reasons import SHORT_OF_MEMORY

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


def ran_out(machine: Machine, exception: BaseException) -> None:
    """Does the exception say that something was lacking?  Not if the code itself raises it."""
    if isinstance(exception, RecursionError):
        machine.approximate("budget", "how deep a recursion goes before it fails")
    thrown: object = machine.thrown
    if thrown is exception or thrown is type(exception):
        return
    if isinstance(exception, MemoryError):
        position = len(machine.run.decisions)
        doubt = Approximation("worker-died", SHORT_OF_MEMORY, machine.place(), position, _ahead(machine, exception))
        machine.run.approximations.append(doubt)
    elif says_of_digits(exception):
        machine.suppose(supposed(DIGITS))


def _ahead(machine: Machine, exception: BaseException) -> frozenset[str] | None:
    """The goals to which the run could have gone on from where the exception was raised; None: all.

    That place is the last statement that began, if the function under test raised it itself, else the one from which it
    called the next function of the project.  Where the exception came through code that is not followed, that may have
    kept it from another place and time; and where it came through a `finally` (see `ahead_of_failure`) the last
    statement that began is there.
    """
    if machine.setup:
        return None
    passed = [machine.by_code.get(code) for code in passed_through(exception)]
    while passed and passed[0] is None:
        del passed[0]
    if not passed or None in passed:
        return None
    own, *inner = passed
    site = machine.called_from.get(inner[0], -1) if inner and inner[0] is not None else machine.at
    if site < 0 or machine.sites.places[site].function != own:
        return None
    return machine.ahead_of_failure(site)
