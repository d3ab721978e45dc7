"""What says that elements are of kinds among which there is no order: sorting them, or choosing one, may fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clew.contracts.operands import Operands
from clew.frontend.declared import orders_of, orders_of_elements
from clew.ir import tree as ir

FUNCTIONS: Final = frozenset({"sorted", "min", "max"})
_HARMLESS: Final = frozenset({"default", "reverse"})
"""Keywords that change nothing of what is compared."""


def is_mixed(arguments: tuple[ir.Argument, ...], operands: Operands) -> bool:
    """May there be elements of which none is less than the other, by what is stated of them?

    arguments: of one of the functions, or a list that is sorted.
    """
    if any(isinstance(a, ir.Star) or (isinstance(a, ir.Keyword) and a.name not in _HARMLESS) for a in arguments):
        return False
    given = [a for a in arguments if isinstance(a, ir.Var | ir.Const)]
    if len(given) == 1:
        return len(orders_of_elements(operands.annotation(given[0]))) > 1
    return len(all_orders(given, operands)) > 1


def all_orders(atoms: Iterable[ir.Atom], operands: Operands) -> frozenset[str]:
    """Kinds of values among which there is no order; none where not all are known."""
    known = [orders_of(operands.annotation(atom)) for atom in atoms]
    return frozenset[str]().union(*known) if all(known) else frozenset()
