"""bool: what differs from the int it is (`&`, `|`, `^` and equality of two bools stay propositional); `bool(x)`."""

from __future__ import annotations

import operator
from typing import Final

from clew.logic import terms as t
from clew.semantics.numbers import is_zero
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Text, Tracked, simplified, term_of

AND: Final = Operation("&", operator.and_, t.and_)
OR: Final = Operation("|", operator.or_, t.or_)
XOR: Final = Operation("^", operator.xor, t.ne)


def truth(machine: Machine, operand: Tracked) -> Tracked:
    """`bool(operand)`: a term where the truth value is one, else decided."""
    operand = machine.settle(operand)
    if type(operand.value) in (bool, int, float) and not isinstance(operand.shadow, Concretized):
        term = term_of(operand.value, operand.shadow)
        assert term is not None
        return Tracked(
            bool(operand.value), simplified(t.not_(is_zero(term)) if type(operand.value) is not bool else term)
        )
    if isinstance(operand.shadow, Text):
        return Tracked(bool(operand.value), simplified(t.ge(operand.shadow.length, t.ONE)))
    return Tracked(machine.truth(operand), None)


def _bool(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
    if len(args) != 1 or named:
        return Tracked(bool(*(a.value for a in args), **{k: a.value for k, a in named.items()}), None)
    return truth(machine, args[0])


def _not(machine: Machine, operand: Tracked) -> Tracked:
    result = truth(machine, operand)
    if result.shadow is None:
        return Tracked(not result.value, None)
    assert isinstance(result.shadow, t.Term)
    return Tracked(not result.value, simplified(t.not_(result.shadow)))


BINARY: Final = {
    **{(op + suffix, bool, bool): entry for op, entry in (("&", AND), ("|", OR), ("^", XOR)) for suffix in ("", "=")},
    ("==", bool, bool): Operation("==", operator.eq, t.eq),
    ("!=", bool, bool): Operation("!=", operator.ne, t.ne),
}

FUNCTION: Final = {
    (bool, object): Operation("bool", bool, shadow=_bool),
    (operator.truth, object): Operation("truth", operator.truth, shadow=_bool),
    (operator.not_, object): Operation("not_", operator.not_, shadow=_not),
}
