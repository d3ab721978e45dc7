"""Decisions with several conditions: their goals, and where in the tree form these are reached.

The conditions of a decision are what its condition goals are about (`places`), from left to right.  In the tree form a
variable notes which of them were how, as a number in base 3, and where the decision is made it says which vector that
was:

    if a and b: …        if a:
                             vector := 1
                             if b: vector := vector + 3; %1 := True
                             else: vector := vector + 6; %1 := False
                         else: vector := 2; %1 := False
                         if %1: reach (mcc, TT); …
                         else:
                             if vector < 7: reach (mcc, Fx)
                             else: reach (mcc, TF)
                             …

The variable depends on no input, so nothing of this costs a decision, and every vector is a place, which the search
looks for and the provers exclude as they do any other.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from clew.frontend.automata import Noting
from clew.frontend.goals import find_places, goal_ids
from clew.frontend.places import FunctionNode, comparison_span, is_compound, span_of, strip_not
from clew.goals.criteria import ALL_DEFS, BRANCH, DEF_USE, INDEPENDENCE, VECTOR, Criteria
from clew.goals.goal import DECISION, Goal, Place
from clew.goals.joint import Joint
from clew.goals.vectors import MOST, Condition, Formula, Junction, Negation, Vector, count_vectors, pairs_of, vectors_of
from clew.ir import tree as ir
from clew.ir.walk import statements, with_blocks
from clew.records import dataclass
from clew.source.spans import Span

AMBIGUOUS = "the decision has no place of its own in the source text"


@dataclass(frozen=True, slots=True)
class Decision:
    """span: of the whole test; conditions: of each, from left to right."""

    span: Span
    conditions: tuple[Span, ...]
    formula: Formula

    @property
    def vectors(self) -> list[Vector]:
        return vectors_of(self.formula, len(self.conditions))


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about a function.

    joint: what several of the goals show together; silent: the ids of the goals that are asked for that alone.
    """

    goals: tuple[Goal, ...]
    joint: tuple[Joint, ...] = ()
    silent: frozenset[str] = frozenset()


def decisions_in(root: ast.AST) -> list[Decision]:
    """The decisions with several conditions, in functions inside of the node too."""
    return [_decision(test) for node in ast.walk(root) for test in _tests(node) if is_compound(test)]


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            yield test
        case ast.comprehension(ifs=filters):
            yield from filters
        case ast.match_case(guard=ast.expr() as guard):
            yield guard


def _decision(test: ast.expr) -> Decision:
    conditions: list[Span] = []

    def condition(span: Span) -> Condition:
        conditions.append(span)
        return Condition(len(conditions) - 1)

    def formula(node: ast.expr) -> Formula:
        bare, negated = strip_not(node)
        plain: Formula
        match bare:
            case ast.BoolOp(op=op, values=values):
                plain = Junction(isinstance(op, ast.And), tuple([formula(each) for each in values]))
            case ast.Compare(ops=[_, _, *_] as chain):
                plain = Junction(True, tuple([condition(comparison_span(bare, i)) for i in range(len(chain))]))
            case _:
                plain = condition(span_of(bare))
        return Negation(plain) if negated else plain

    made = formula(test)
    return Decision(span_of(test), tuple(conditions), made)


def placed(decisions: Iterable[Decision]) -> list[Decision]:
    """Without those whose vectors are not asked for: too many, or of places that are not theirs alone."""
    decisions = list(decisions)
    times = Counter(span for each in decisions for span in (each.span, *each.conditions))
    return [
        each
        for each in decisions
        if count_vectors(each.formula) <= MOST and all(times[span] == 1 for span in (each.span, *each.conditions))
    ]


# ---------------------------------------------------------------- goals


def goals_of(
    node: FunctionNode,
    unit: str,
    criteria: Criteria,
    known: Sequence[Decision],
    noting: Noting,
) -> Asked:
    """What the criteria ask of a function.  known: all decisions of the module that have places."""
    places = find_places(node)
    tested = {place.span for place in places if place.kind == BRANCH and place.outcome in DECISION}
    decisions = [each for each in decisions_in(node) if each.span in tested] if criteria.of_vectors else []
    spans, good = {each.span for each in decisions}, set(known)

    def is_asked(place: Place) -> bool:
        simple = place.kind == BRANCH and place.outcome in DECISION and place.span not in spans
        return place.kind in criteria.names or (simple and criteria.of_vectors)

    unnamed = [place for place in places if place.kind in criteria.wanted and not is_asked(place)]
    unnamed += [place for place in noting.places if place.kind not in criteria.names]
    places = [*(place for place in places if is_asked(place)), *dict.fromkeys([*unnamed, *noting.places])]
    vectors = [Place(each.span, VECTOR, v.values) for each in decisions if each in good for v in each.vectors]
    whole = [Place(each.span, VECTOR, None) for each in decisions if each not in good and VECTOR in criteria.names]
    alone = [
        Place(span, INDEPENDENCE, None)
        for each in decisions
        for span in each.conditions
        if INDEPENDENCE in criteria.names
    ]
    either = {place: ways for place, ways in noting.either.items() if place.kind in criteria.names}
    unasked = dict(_unasked(noting, criteria))
    every = list(dict.fromkeys([*places, *vectors, *whole, *alone, *unasked, *either]))
    goals = {p: Goal(i, p.kind, p.span, p.outcome) for i, p in zip(goal_ids(unit, every), every, strict=True)}
    joint = [Joint(goals[place], (), _refused(place.span, decisions)) for place in whole]
    joint += [Joint(goals[place], (), why, "unmodelled-call") for place, why in unasked.items()]
    joint += [_shown_by(goals, place, ways) for place, ways in either.items()]
    if INDEPENDENCE in criteria.names:
        joint += [
            each for decision in decisions for each in _independence(decision, goals, criteria.form, decision in good)
        ]
    asked = tuple(sorted((goals[p] for p in (*places, *vectors)), key=lambda g: (g.span[:2], g.kind != "statement")))
    unnamed += [] if VECTOR in criteria.names else vectors
    return Asked(asked, tuple(dict.fromkeys(joint)), frozenset(goals[place].id for place in unnamed))


def _shown_by(goals: Mapping[Place, Goal], place: Place, ways: Iterable[tuple[Place, ...]]) -> Joint:
    return Joint(goals[place], tuple([tuple([goals[each].id for each in way]) for way in ways]))


def _unasked(noting: Noting, criteria: Criteria) -> Iterator[tuple[Place, str]]:
    """What is not settled of a variable is said for each criterion that asks for its definitions."""
    for place, why in noting.unasked.items():
        kinds = (DEF_USE, ALL_DEFS) if place.kind == DEF_USE else (place.kind,)
        yield from ((place._replace(kind=kind), why) for kind in kinds if kind in criteria.names)


def _refused(span: Span, decisions: Iterable[Decision]) -> str:
    number = max(count_vectors(each.formula) for each in decisions if each.span == span)
    return f"the decision has {number:,} vectors of conditions, more than {MOST}" if number > MOST else AMBIGUOUS


def _independence(decision: Decision, goals: Mapping[Place, Goal], form: str, is_placed: bool) -> Iterator[Joint]:
    """A goal for each condition."""
    pairs = pairs_of(decision.formula, decision.vectors, form) if is_placed else {}
    for index, span in enumerate(decision.conditions):
        goal = goals[Place(span, INDEPENDENCE, None)]
        named = [tuple([goals[Place(decision.span, VECTOR, v)].id for v in pair]) for pair in pairs.get(index, ())]
        yield Joint(goal, tuple(named), "" if is_placed else _refused(decision.span, [decision]))


# ---------------------------------------------------------------- in the tree form


def marked(function: ir.Function, decisions: Sequence[Decision]) -> ir.Function:
    """The function, and those in it, with the places of the vectors of these decisions."""
    return _Marking({each.span: (number, each) for number, each in enumerate(decisions)}).function(function)


@dataclass(slots=True)
class _Marking:
    """known: the decisions by their spans, each with its number; here: those that the function makes as they stand, and
    which condition of which of them a place is.
    """

    known: Mapping[Span, tuple[int, Decision]]
    here: Mapping[Span, tuple[int, Decision]] | None = None
    conditions: Mapping[Span, tuple[int, int]] | None = None

    def function(self, function: ir.Function) -> ir.Function:
        own = list(statements(function.body))
        decided = {s.span for s in own if isinstance(s, ir.While) or (isinstance(s, ir.If) and s.decision == BRANCH)}
        tested = {s.span for s in own if isinstance(s, ir.If) and s.decision == "condition"}
        here = {s: self.known[s] for s in decided & self.known.keys() if tested.issuperset(self.known[s][1].conditions)}
        conditions = {
            span: (number, index) for number, each in here.values() for index, span in enumerate(each.conditions)
        }
        return replace(function, body=_Marking(self.known, here, conditions).block(function.body))

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([self.statement(s) for s in body])

    def statement(self, s: ir.Statement) -> ir.Statement:
        assert self.here is not None and self.conditions is not None
        match s:
            case ir.Assign(value=ir.Closure(function=inner) as closure):
                return replace(s, value=replace(closure, function=self.function(inner)))
            case ir.If(decision="condition", span=span) if span in self.conditions:
                true, false = self.noted(span, True), self.noted(span, False)
                return replace(s, then=(true, *self.block(s.then)), orelse=(false, *self.block(s.orelse)))
            case ir.If(decision="branch", span=span) if span in self.here:
                yes, no = (self.decided(span, outcome) for outcome in (True, False))
                return replace(s, then=(*yes, *self.block(s.then)), orelse=(*no, *self.block(s.orelse)))
            case ir.While(span=span) if span in self.here:
                yes, no = (self.decided(span, outcome) for outcome in (True, False))
                body, orelse = (*yes, *self.block(s.body)), (*no, *self.block(s.orelse))
                return replace(s, before=self.block(s.before), body=body, orelse=orelse)
        return with_blocks(s, self.block)

    def noted(self, span: Span, outcome: bool) -> ir.Statement:
        """The first condition is always evaluated, and begins the number."""
        assert self.conditions is not None
        number, index = self.conditions[span]
        variable, digit = _variable(number), ir.Const(_digit(outcome, index))
        return ir.Assign(variable, ir.Binary("+", variable, digit) if index else digit, span)

    def decided(self, span: Span, outcome: bool) -> tuple[ir.Statement, ...]:
        assert self.here is not None
        number, decision = self.here[span]
        codes = [(_code(v.values), v.values) for v in decision.vectors if v.outcome is outcome]
        return tuple(_told(sorted(codes), _variable(number), span))


def _variable(number: int) -> ir.Var:
    """No variable of a comprehension is called like this: what follows their names is a number."""
    return ir.Var(f"vector'decision{number}")


def _digit(outcome: bool, index: int) -> int:
    return int((1 if outcome else 2) * 3**index)


def _code(values: str) -> int:
    return sum(_digit(letter == "T", index) for index, letter in enumerate(values) if letter != "x")


def _told(codes: Sequence[tuple[int, str]], variable: ir.Var, span: Span) -> Iterator[ir.Statement]:
    """Halved until one is left."""
    if len(codes) == 1:
        yield ir.Reach(span, VECTOR, codes[0][1])
    elif codes:
        middle = len(codes) // 2
        less = ir.Var(variable.name.replace("vector", "less"))
        yield ir.Assign(less, ir.Binary("<", variable, ir.Const(codes[middle][0])), span)
        sides = [tuple(_told(side, variable, span)) for side in (codes[:middle], codes[middle:])]
        yield ir.If(less, sides[0], sides[1], None, span)
