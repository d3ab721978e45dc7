"""Constrained Horn clauses over ints, by Z3's Spacer (Komuravelli, Gurfinkel and Chaki 2014).

A solution gives each relation a formula that makes every clause true.  It is only a suggestion: the caller checks it by
plain queries.  Work is limited in Z3's resource units.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import z3

from clew.logic.smtlib import SmtLibError, read, show, show_symbol
from clew.logic.sorts import INT
from clew.logic.terms import FALSE, Term, substitute, var, variables
from clew.records import dataclass

SECONDS: Final = 20  # the safety net


@dataclass(frozen=True, slots=True)
class Atom:
    """relation(arguments), all of them ints."""

    relation: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """body ∧ constraint ⇒ head.  body None: true; head None: false."""

    body: Atom | None
    constraint: Term
    head: Atom | None


@dataclass(frozen=True, slots=True)
class Solution:
    """formulas: by relation, over the variables `argument(0)`, `argument(1)`, …"""

    formulas: Mapping[str, Term]


def argument(number: int) -> str:
    """The name that stands for an argument of a relation in a formula."""
    return f"argument!{number}"


def solve_horn(relations: Mapping[str, int], clauses: Sequence[Clause], steps: int, left: float) -> Solution | str:
    """relations: with their number of arguments.  left: seconds.  A string says why there is no solution.

    Global guidance (Vediramana Krishnan, Chen, Shoham and Gurfinkel 2020) finds most invariants, and sooner; what it
    gives up on, or fails at inside, is asked again without, for a part of the steps.
    """
    text = script(relations, clauses)
    if "floordiv" in text or "floormod" in text:
        return "nonlinear"
    ends = time.monotonic() + min(SECONDS, left)
    found: Solution | str = "budget"
    for guided, part in ((True, steps), (False, steps // 4)):
        remaining = ends - time.monotonic()
        if remaining <= 0:
            break
        found = _solve(text, relations, part, remaining, guided)
        if found != "solver-gave-up":
            break
    return found


def _solve(text: str, relations: Mapping[str, int], steps: int, left: float, guided: bool) -> Solution | str:
    context = z3.Context()
    point = z3.Fixedpoint(ctx=context)
    point.set("engine", "spacer")
    point.set("spacer.global", guided)
    point.set("rlimit", steps)
    point.set("timeout", max(1, int(left * 1000)))
    # Inlined relations would get no formula.
    for option in ("xform.slice", "xform.inline_linear", "xform.inline_eager"):
        point.set(option, False)
    names = _names(relations)
    try:
        point.parse_string(text)
        answer = point.query(z3.Function("failed", z3.BoolSort(context))())
        if answer != z3.unsat:
            return "reachable" if answer == z3.sat else "solver-gave-up"
        sort = z3.IntSort(context)
        formulas: dict[str, Term] = {}
        for relation, arity in relations.items():
            declared = z3.Function(names[relation], *([sort] * arity), z3.BoolSort(context))
            formulas[relation] = _read(point.get_cover_delta(-1, declared).sexpr(), arity)
    except z3.Z3Exception:
        return "solver-gave-up"
    except SmtLibError:
        return "unreadable"
    return Solution(formulas)


def _names(relations: Iterable[str]) -> dict[str, str]:
    return {relation: f"relation!{i}" for i, relation in enumerate(relations)}


def script(relations: Mapping[str, int], clauses: Sequence[Clause]) -> str:
    """The text that Spacer is given: who can reach `failed`?"""
    names = _names(relations)
    used: set[str] = set()
    rules = []
    for clause in clauses:
        premises = []
        for term in (clause.constraint, *(clause.body.arguments if clause.body else ())):
            used |= {variable.data for variable in variables(term)}
        for term in clause.head.arguments if clause.head else ():
            used |= {variable.data for variable in variables(term)}
        if clause.body is not None:
            premises.append(_apply(clause.body, names))
        premises.append(show(clause.constraint))
        head = _apply(clause.head, names) if clause.head is not None else "failed"
        rules.append(f"(rule (=> (and {' '.join(premises)}) {head}))")
    lines = [f"(declare-rel {names[name]} ({' '.join(['Int'] * arity)}))" for name, arity in relations.items()]
    lines.append("(declare-rel failed ())")
    lines += [f"(declare-var {show_symbol(name)} Int)" for name in sorted(used)]
    return "\n".join([*lines, *rules])


def _apply(atom: Atom, names: Mapping[str, str]) -> str:
    if not atom.arguments:
        return names[atom.relation]
    return f"({names[atom.relation]} {' '.join(show(argument) for argument in atom.arguments)})"


def _read(text: str, arity: int) -> Term:
    if "forall" in text or "exists" in text:
        raise SmtLibError("a quantifier")
    text = re.sub(r"\(:var (\d+)\)", lambda match: argument(int(match[1])), text)
    return read(text, {argument(i): INT for i in range(arity)})


def claims(clause: Clause, solution: Solution) -> tuple[tuple[Term, ...], Term]:
    """What the clause says under the solution: assumptions, and what follows from them."""
    assumed = [clause.constraint]
    if clause.body is not None:
        assumed.append(instance(clause.body, solution))
    return tuple(assumed), FALSE if clause.head is None else instance(clause.head, solution)


def instance(atom: Atom, solution: Solution) -> Term:
    values = {var(argument(i), value.sort): value for i, value in enumerate(atom.arguments)}
    return substitute(solution.formulas[atom.relation], values)
