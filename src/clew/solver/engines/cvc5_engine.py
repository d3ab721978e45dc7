"""cvc5, as a second opinion: it is given the SMT-LIB text of a query, so nothing of Z3's encoding is shared with it.

Where the text defines an operation of ours for 64 bits only its unsat proves nothing, and its models are evaluated by
us like everybody's.
"""

from __future__ import annotations

import struct
from typing import Any

import cvc5

from clew.logic.evaluate import Value, all_hold
from clew.logic.operators import OPERATORS
from clew.logic.smtlib import show_query
from clew.logic.terms import post_order
from clew.solver.protocol import Answer, GaveUp, Query, Sat, Unsat


class Cvc5Engine:
    """A fresh cvc5 for every query."""

    def __init__(self, steps: int = 200_000) -> None:
        self._steps = steps

    def solve(self, query: Query) -> Answer:
        manager = cvc5.TermManager()
        solver = cvc5.Solver(manager)
        solver.setOption("produce-models", "true")
        solver.setOption("rlimit", str(self._steps))
        # Wide integer bit-vectors and nonlinear terms in one logic are allowed only on request.
        solver.setOption("fp-exp", "true")
        symbols = cvc5.SymbolManager(manager)
        try:
            said = _run(solver, symbols, show_query(query.assertions))
            if said == "unsat":
                return Unsat(tuple(range(len(query.assertions))), exact=not _cut(query))
            if said != "sat":
                return GaveUp("budget")
            values = {_name(term): _value(solver.getValue(term)) for term in symbols.getDeclaredTerms()}
        except RuntimeError as error:
            return GaveUp(str(error))
        except _Unreadable:
            return GaveUp("incomplete")
        if all_hold(query.assertions, values):
            return Sat(values)
        return GaveUp("the model does not hold when evaluated")


def _run(solver: Any, symbols: Any, text: str) -> str:
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = str(command.invoke(solver, symbols)).strip() or said
    return said


def _cut(query: Query) -> bool:
    """Is there an operation whose definition in the text is right for 64 bits only?"""
    return any(node.op in OPERATORS and OPERATORS[node.op].narrow for node in post_order(*query.assertions))


def _name(term: Any) -> str:
    return str(term.getSymbol())


def _value(value: Any) -> Value:
    if value.isBooleanValue():
        return bool(value.getBooleanValue())
    if value.isIntegerValue():
        return int(value.getIntegerValue())
    if value.isRealValue():
        return value.getRealValue()  # type: ignore[no-any-return]
    if value.isFloatingPointValue():
        bits = int(value.getFloatingPointValue()[2].getBitVectorValue(2), 2)
        return float(struct.unpack(">d", struct.pack(">Q", bits))[0])
    if value.isFloatingPointNaN():
        return float("nan")
    raise _Unreadable


class _Unreadable(Exception):
    """An array or a function."""
