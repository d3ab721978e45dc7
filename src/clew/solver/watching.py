"""What is done with every question and its answer, whichever engine gave it.

kept            hands both, as an SMT-LIB script that ends in a comment with the answer, to a callable
second_opinion  asks another engine about every contradiction; where the two contradict each other nobody is believed
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from clew.logic.smtlib import show_query
from clew.solver.protocol import DISAGREE, Answer, GaveUp, Query, Sat, Solver, Unsat

Watch: TypeAlias = Callable[[Query, Answer], Answer]
"""Sees a question and the answer to it; what it returns is the answer from then on."""


class Watched:
    """An engine, or layers around one, seen by a watcher."""

    def __init__(self, inner: Solver, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    def solve(self, query: Query) -> Answer:
        return self._watch(query, self._inner.solve(query))


def kept(keep: Callable[[str], None]) -> Watch:
    """A watcher that shows every question and answer."""

    def watch(query: Query, answer: Answer) -> Answer:
        keep(f"{show_query(query.assertions, query.label)}\n{show_answer(answer)}")
        return answer

    return watch


def second_opinion(second: Solver) -> Watch:
    """A watcher that believes a contradiction only if the second engine finds no model of it."""

    def watch(query: Query, answer: Answer) -> Answer:
        if isinstance(answer, Unsat) and answer.exact:
            core = tuple(query.assertions[i] for i in answer.core)
            if isinstance(second.solve(Query(core, label=query.label)), Sat):
                return GaveUp(DISAGREE)
        return answer

    return watch


def watcher(keep: Callable[[str], None] | None, cross_check: bool) -> Watch | None:
    """keep: gets the text of every question with its answer; cross_check: cvc5 is asked about every contradiction."""
    opinion = None
    if cross_check:
        from clew.solver.engines.cvc5_engine import Cvc5Engine

        opinion = second_opinion(Cvc5Engine())
    return both(opinion, None if keep is None else kept(keep))


def both(first: Watch | None, then: Watch | None) -> Watch | None:
    """One watcher after the other."""
    if first is None or then is None:
        return first or then
    return lambda query, answer: then(query, first(query, answer))


def show_answer(answer: Answer) -> str:
    """An answer as comment lines."""
    match answer:
        case Sat(model):
            return "".join(f"; {line}\n" for line in ["sat", *(f"  {k} = {v}" for k, v in sorted(model.items()))])
        case Unsat(core, exact):
            return f"; unsat{'' if exact else ', over too few values: no proof'}, core {' '.join(map(str, core))}\n"
        case GaveUp(reason):
            return f"; gave up: {reason}\n"
