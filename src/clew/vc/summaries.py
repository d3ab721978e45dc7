"""Procedure summaries: what a call does, without the blocks it does it by.

A summary is a list of *cases*, each read off one execution of the callee: when (conditions on the parameters and
globals) and what then (the values of what it returns and of the globals it changes; all other globals keep theirs).
Two forms (Christ, Hoenicke and Schäf 2012, section 6, has the first):

    test case     the inputs of the execution  ⇒  the values it ended with
    path          the path condition of the execution  ⇒  terms over the inputs  (King 1976)

A case is an execution the callee has, so whatever is feasible with a summary is feasible with the callee inlined
(Lemma 3).  A summary is *exact* when its cases are all paths there are within the bounds; only then does it support a
proof.  Else `procedure_of` can add the case that anything happens, to the globals that the callee may change.

Written as a procedure, a block for each case, a summary takes the callee's place for inlining and every later pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from clew.ir import blocks as ir
from clew.logic.evaluate import Value, evaluate
from clew.logic.terms import Term, boolean, integer, not_, real, var, variables
from clew.logic.terms import eq as equal
from clew.passes.assertions import FAILS_MARK
from clew.records import dataclass
from clew.semantics.block_operations import encode, sort_of, variable
from clew.semantics.block_run import variables_of
from clew.semantics.block_terms import NoExpression, decode
from clew.source.spans import Span
from clew.vc.path_tree import feasible_paths
from clew.vc.preparation import Prepared
from clew.vc.task import Covering, Limits, Test
from clew.verdict.scopes import Scope

ANYTHING = f"case{ir.EDGE_MARK}any"
"""The label of the block that stands for executions that no case of an inexact summary describes."""

SIZE = 400
"""Nodes of an expression beyond which a path is left to inlining."""


@dataclass(frozen=True, slots=True)
class Case:
    """conditions: each with the place it comes from; effects: final values by variable, also with a place.

    fails: the execution ends in an assertion that does not hold; havocs: the variables that stand for havocked values,
    in order.
    """

    conditions: Mapping[Term, Span]
    effects: Mapping[str, tuple[Term, Span]]
    fails: bool
    havocs: Mapping[str, ir.Type]

    def outcome(self) -> tuple[object, ...]:
        return (self.fails, tuple((name, term) for name, (term, _) in sorted(self.effects.items())))


@dataclass(frozen=True, slots=True)
class Summary:
    """types: of every variable the cases may mention, havocked values aside; scope: the bounds that cut something."""

    callee: ir.Procedure
    cases: tuple[Case, ...]
    exact: bool
    scope: Scope
    types: Mapping[str, ir.Type]


# ---------------------------------------------------------------- cases from executions


def path_case(program: ir.Program, callee: ir.Procedure, prepared: Prepared, path: Sequence[str]) -> Case:
    """The path executed with assignments substituted; havocked values are variables of the case, `x~1`, `y~2`, …."""
    blocks = ir.blocks_by_label(prepared.task.procedure)
    values: dict[str, Term] = {}
    places: dict[str, Span] = {}
    conditions: dict[Term, Span] = {}
    havocs: dict[str, ir.Type] = {}
    for label in path:
        for instr in blocks[label].instrs:
            match instr:
                case ir.Assign(target, value, span):
                    values[target.name], places[target.name] = encode(value, values), span
                case ir.Havoc(target, span):
                    chosen = f"{target.name}{ir.EDGE_MARK}{len(havocs) + 1}"
                    havocs[chosen] = target.type
                    values[target.name], places[target.name] = var(chosen, sort_of(target.type)), span
                case ir.Assume(condition, span) | ir.Assert(condition, span):
                    term = encode(condition, values)
                    for part in term.args if term.op == "and" else (term,):
                        if part.op != "const":
                            conditions.setdefault(part, span)
                case ir.Call():
                    raise AssertionError("calls are inlined")
    fails = _fails(program, prepared, path[-1])
    effects: dict[str, tuple[Term, Span]] = {}
    if not fails:
        for name in (*program.globals, *callee.returns):
            final = values.get(name.name)
            if final is not None and final is not variable(name):
                effects[name.name] = (final, places[name.name])
    return Case(conditions, effects, fails, havocs)


def test_case(program: ir.Program, callee: ir.Procedure, case: Case, test: Test) -> Case | None:
    """The execution by its values alone; None where the language cannot write one of them down."""
    model: dict[str, Value] = dict(test.inputs)
    model |= dict(zip(case.havocs, test.havocs, strict=False))
    terms = [*case.conditions, *(term for term, _ in case.effects.values())]
    read = frozenset[Term]().union(*(variables(term) for term in terms))
    conditions: dict[Term, Span] = {}
    for name in (*program.globals, *callee.parameters):
        if variable(name) in read:
            value = _constant(test.inputs.get(name.name, 0), name.type)
            if value is None:
                return None
            conditions[equal(variable(name), value)] = callee.span
    effects: dict[str, tuple[Term, Span]] = {}
    types = {name.name: name.type for name in (*program.globals, *callee.returns)}
    for target, (term, span) in case.effects.items():
        value = _constant(evaluate(term, model), types[target])
        if value is None:
            return None
        effects[target] = (value, span)
    return Case(conditions, effects, case.fails, {})


def _constant(value: Value, type: ir.Type) -> Term | None:
    match type.name:
        case "bool":
            return boolean(bool(value))
        case "int":
            assert isinstance(value, int)
            return integer(value)
        case "real":
            assert isinstance(value, int | Fraction)
            return real(value)
        case _:
            return None


def _fails(program: ir.Program, prepared: Prepared, label: str) -> bool:
    """Is this final block one that `assertions_as_choice` made?"""
    block = ir.blocks_by_label(prepared.task.procedure)[label]
    origin = ir.origin_of(prepared.task.procedure, block)
    of_the_source = (source.label for source in program.procedure(origin.procedure).blocks)
    return FAILS_MARK in origin.label and origin.label not in of_the_source


# ---------------------------------------------------------------- summaries


def path_summary(
    program: ir.Program, callee: ir.Procedure, prepared: Prepared, limits: Limits, paths: int
) -> Summary | None:
    """The exact summary, when the callee has at most so many feasible paths and each can be written down."""
    covering = Covering()
    if not feasible_paths(prepared.task, replace(limits, paths=paths), covering):
        return None
    summary = summary_of(
        program, callee, prepared, [path_case(program, callee, prepared, test.path) for test in covering.tests], True
    )
    return summary if all(_can_be_written(summary, case) for case in summary.cases) else None


def summary_of(
    program: ir.Program, callee: ir.Procedure, prepared: Prepared, cases: Iterable[Case | None], exact: bool
) -> Summary:
    """Cases that were None, or cannot be written down, are left out, unless the summary is exact."""
    types = {name.name: name.type for name in variables_of(prepared.task.procedure, program.globals)}
    summary = Summary(callee, (), exact, prepared.scope, types)
    kept = [case for case in cases if case is not None and (exact or _can_be_written(summary, case))]
    return replace(summary, cases=tuple(merge(kept)))


def merge(cases: Iterable[Case]) -> list[Case]:
    """Cases with one outcome that differ in one condition, which holds in one and not in the other, become one case
    without it, as often as possible (Quine 1952, McCluskey 1956)."""
    waiting = list(cases)[::-1]
    groups: dict[tuple[object, ...], dict[frozenset[Term], Case]] = {}
    while waiting:
        case = waiting.pop()
        group = groups.setdefault(case.outcome(), {})
        key = frozenset(case.conditions)
        for condition in case.conditions:
            twin = group.pop((key - {condition}) | {not_(condition)}, None)
            if twin is not None:
                rest = {term: span for term, span in case.conditions.items() if term is not condition}
                waiting.append(Case(rest, case.effects, case.fails, {**twin.havocs, **case.havocs}))
                break
        else:
            group.setdefault(key, case)
    return [case for group in groups.values() for case in group.values()]


def _can_be_written(summary: Summary, case: Case) -> bool:
    try:
        _instrs_of(summary, case)
    except NoExpression:
        return False
    return True


# ---------------------------------------------------------------- summaries as procedures


def procedure_of(
    summary: Summary, program: ir.Program, anything: Sequence[ir.Name] | None = None, fails: bool = False
) -> ir.Procedure:
    """The summary as a procedure in place of the callee.

    anything: set for an OVER approximation, to the globals that the callee may change: a further case, in which these
    and the returned values are arbitrary, and with `fails` another that ends in a failing assertion.
    """
    callee = summary.callee
    bodies = [_instrs_of(summary, case) for case in summary.cases]
    labels = [f"case{ir.EDGE_MARK}{number}" for number in range(1, len(bodies) + 1)]
    if anything is not None:
        labels.append(ANYTHING)
        bodies.append([ir.Havoc(name, callee.span) for name in (*anything, *callee.returns)])
        if fails:
            labels.append(f"{ANYTHING}fails")
            bodies.append([ir.Assert(ir.FALSE, callee.span)])
    if not bodies:
        labels, bodies = [f"case{ir.EDGE_MARK}0"], [[ir.Assume(ir.FALSE, callee.span)]]
    made = [
        ir.Block(label, tuple(body), (), ir.Origin(callee.name, label), callee.span)
        for label, body in zip(labels, bodies, strict=True)
    ]
    if len(made) > 1:
        choice = f"cases{ir.EDGE_MARK}"
        made.insert(0, ir.Block(choice, (), tuple(labels), ir.Origin(callee.name, choice), callee.span))
    known = {name.name for name in (*program.globals, *callee.parameters, *callee.returns)}
    locals: dict[str, ir.Name] = {}
    for body in bodies:
        for instr in body:
            for name in _mentioned(instr):
                if name.name not in known:
                    locals.setdefault(name.name, ir.Name(name.name, name.type))
    return replace(callee, locals=tuple(locals.values()), blocks=tuple(made))


def _mentioned(instr: ir.Instr) -> Iterable[ir.Name]:
    match instr:
        case ir.Assign(target, value):
            return (target, *ir.names_in(value).values())
        case ir.Assume(condition) | ir.Assert(condition):
            return ir.names_in(condition).values()
        case ir.Havoc(target):
            return (target,)
        case ir.Call():
            raise AssertionError("a summary has no calls")


def _instrs_of(summary: Summary, case: Case) -> list[ir.Instr]:
    """The conditions, then the effects, which are meant to happen at once: what a later one still reads is kept."""

    types = {**summary.types, **case.havocs}

    def expression(term: Term) -> ir.Expr:
        return decode(term, types, SIZE)

    instrs: list[ir.Instr] = [ir.Assume(expression(term), span) for term, span in case.conditions.items()]
    if case.fails:
        return [*instrs, ir.Assert(ir.FALSE, summary.callee.span)]
    effects = [
        (ir.Name(name, summary.types[name], span), expression(term), span)
        for name, (term, span) in sorted(case.effects.items())
    ]
    late: list[ir.Instr] = []
    for index, (target, value, span) in enumerate(effects):
        if any(target.name in ir.names_in(other) for _, other, _ in effects[index + 1 :]):
            kept = ir.Name(f"new{ir.EDGE_MARK}{target.name}", target.type, span)
            instrs.append(ir.Assign(kept, value, span))
            late.append(ir.Assign(target, kept, span))
        else:
            instrs.append(ir.Assign(target, value, span))
    return instrs + late
