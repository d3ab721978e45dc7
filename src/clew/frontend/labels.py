"""Labels as goals: where in the tree form what a comment asks is true (`label_comments` says what that may be).

    # clew: label low: x < 0           %7 := x < 0
                                       if %7: reach (label, low); low'seen := True
    # clew: label low -> end clear x   x := 3; low'seen := False
    # clew: label end                  reach (label, end); if low'seen: reach (label, low->end)

What a label asks is computed when its statement begins, where failing is not being true.  Of a sequence a variable says
of each beginning of it whether it was; these depend on no input but by the labels.  Where several are to be shown
together the goal is one of several places (`goals/joint.py`).
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import product
from typing import Any, Final, cast

from clew.frontend.automata import Around, Hooks, Notes, Noting, OfOrder, Probing, number_of
from clew.frontend.builder import CannotInline, Lowered, NotLowered
from clew.frontend.label_comments import Formula, Label, Labels, ReadLabels, Sequence
from clew.frontend.lower import Lowering
from clew.frontend.places import span_of
from clew.frontend.scopes import Scopes, find_scopes
from clew.goals.criteria import LABEL, SEQUENCE
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.rename import inlined, last_temporary
from clew.ir.walk import nodes, with_blocks
from clew.records import dataclass
from clew.source.spans import Span

TRUE: Final = "true"
"""The outcome of a label without a name."""
_JOINED: Final = frozenset("&|>")
NATIVE: Final = "the label is at a statement that is kept as it is"
NAMED: Final = "it names a label that is not followed"


def place_of(label: Label) -> Place:
    return Place(label.span, LABEL, label.name or TRUE)


def place_of_formula(formula: Formula) -> Place:
    return Place(formula.span, LABEL, "".join(formula.text.replace(" clear ", ":clear:").split()))


def place_of_sequence(sequence: Sequence, labels: Labels) -> Place:
    """Where the last of its labels is; a formula that is nothing else has the place itself."""
    for formula in labels.formulas:
        if formula.ways == ((sequence,),):
            return place_of_formula(formula)
    return Place(labels.names[sequence.names[-1]][0].span, SEQUENCE, str(sequence))


def ways_of(formula: Formula, labels: Labels) -> tuple[tuple[Place, ...], ...]:
    """A name that several labels have is any of them."""

    def places(sequence: Sequence) -> list[Place]:
        if len(sequence.names) > 1:
            return [place_of_sequence(sequence, labels)]
        return [place_of(label) for label in labels.names[sequence.names[0]]]

    return tuple(dict.fromkeys(way for each in formula.ways for way in product(*map(places, each))))


def _notes(tree: ast.Module, scopes: Scopes, labels: ReadLabels) -> Notes:
    """Functions inside are run as part of the one around, so that their labels are there, too; the goals are theirs."""
    every = {span_of(node): labels.of[id(node)] for node in ast.walk(tree) if id(node) in labels.of}
    return lambda function, node: _noting(function, every, scopes) if every else Noting(function)


def _noting(function: ir.Function, every: Mapping[Span, Labels], scopes: Scopes) -> Noting:
    own = every.get(function.span, Labels())
    tests = {label: _test_of(label, scopes) for label in own.labels if label.test is not None}
    refused = {label: test for label, test in tests.items() if isinstance(test, str)}
    visible = {*function.locals, *function.free, *function.nonlocals, *(p.name for p in function.parameters)}
    refused |= {x: f"`{n}` is not read in the function" for x in own.labels for n in x.reads if n not in visible}
    known = {label: test for label, test in tests.items() if not isinstance(test, str) and label not in refused}

    def inside(inner: ir.Function) -> ir.Function:
        return _noting(inner, every, scopes).function

    marking = _Marking(own, known, last_temporary(function.body), frozenset(refused), inside)
    first = tuple([ir.Assign(v, ir.Const(False), function.span) for s in own.sequences for v in marking.seen(s)])
    body = (*first, *marking.block(function.body))
    refused |= {label: NATIVE for label in own.labels if label.head not in marking.placed}
    names = {label.name for label in refused}
    lost = [s for s in own.sequences if not names.isdisjoint(s.names)]
    places = [place_of(x) for x in own.labels if x not in refused]
    places += [place_of_sequence(s, own) for s in own.sequences if s not in lost]
    unasked = {place_of(label): why for label, why in refused.items()}
    either: dict[Place, tuple[tuple[Place, ...], ...]] = {}
    for formula in own.formulas:
        place = place_of_formula(formula)
        if not names.isdisjoint(n for way in formula.ways for s in way for n in s.names):
            unasked[place] = NAMED
        elif place not in places:
            either[place] = ways_of(formula, own)
    return Noting(replace(function, body=body), tuple(places), unasked, either)


def _test_of(label: Label, scopes: Scopes) -> ir.Function | str:
    """What it asks as a function of the variables that it reads, or why not."""
    assert label.test is not None
    arguments = ast.arguments([], [ast.arg(name) for name in label.reads], None, [], [], None, [])
    made = ast.copy_location(ast.Lambda(arguments, label.test), label.test)
    statement = ast.copy_location(ast.Expr(made), made)
    tree = ast.fix_missing_locations(ast.Module([statement], []))
    own = replace(find_scopes(tree), module_names=scopes.module_names)
    try:
        function = Lowering(own.module, own, Lowered(""), None).lambda_function(made)
    except (NotLowered, CannotInline) as error:
        return str(error) or "it cannot be followed"
    native = next((n for n in nodes(function) if isinstance(n, ir.Native | ir.NativeStatement)), None)
    return function if native is None else native.reason


@dataclass(slots=True)
class _Marking:
    """tests: of the labels that are followed; fresh: the last temporary; refused: labels that are not followed.

    inside: does the same with a function inside.  placed: the heads of statements that were met.
    """

    own: Labels
    tests: Mapping[Label, ir.Function]
    fresh: int
    refused: frozenset[Label]
    inside: Callable[[ir.Function], ir.Function]
    placed: set[Span] = field(default_factory=set)

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.Mark(span):
                yield s
                self.placed.add(span)
                for label in self.own.labels:
                    if label.head == span and label not in self.refused:
                        yield from self.label(label)
            case ir.For(target, _, body, orelse):
                yield replace(s, body=(*self.bound([target], s.span), *self.block(body)), orelse=self.block(orelse))
            case ir.With(target=ir.Var() as target):
                yield replace(s, body=(*self.bound([target], s.span), *self.block(s.body)))
            case ir.Try(body, handlers, orelse, final):
                caught = tuple([self.handler(each) for each in handlers])
                parts = [self.block(part) for part in (body, orelse, final)]
                yield replace(s, body=parts[0], handlers=caught, orelse=parts[1], final=parts[2])
            case ir.Assign(target, ir.Closure(function=inner) as closure) if not inner.name.startswith("<"):
                yield replace(s, value=replace(closure, function=self.inside(inner)))
                yield from self.bound([target], s.span)
            case ir.Assign(target) | ir.DelVar(target):
                yield s
                yield from self.bound([target], s.span)
            case ir.Unpack(targets):
                yield s
                yield from self.bound(targets, s.span)
            case ir.NativeStatement(writes=writes) if len(writes) < 2:
                yield s
                yield from self.bound(map(ir.Var, writes), s.span)
            case _:
                yield with_blocks(s, self.block)

    def handler(self, handler: ir.Handler) -> ir.Handler:
        begun = () if handler.name is None else tuple(self.bound([handler.name], handler.span))
        return replace(handler, test=self.block(handler.test), body=(*begun, *self.block(handler.body)))

    def bound(self, targets: Iterable[ir.Var], span: Span) -> Iterator[ir.Statement]:
        """Sequences that are to be clear of these variables begin again."""
        names = {target.name for target in targets}
        for sequence in self.own.sequences:
            if not names.isdisjoint(sequence.clear):
                yield from (ir.Assign(v, ir.Const(False), span) for v in self.seen(sequence))

    def seen(self, sequence: Sequence) -> list[ir.Var]:
        """For each beginning of it, but for the whole: whether it was."""
        number = self.own.sequences.index(sequence)
        return [ir.Var(f"seen'label{number}'{count}") for count in range(1, len(sequence.names))]

    def label(self, label: Label) -> Iterator[ir.Statement]:
        shown = (_reach(place_of(label)), *self.following(label))
        test = self.tests.get(label)
        if test is None:
            yield from shown
            return
        statements, value = inlined(test, {}, self.fresh)
        self.fresh = max(self.fresh, last_temporary((statements, value)))
        span = label.span
        self.fresh += 1
        failed = ir.Var(f"%{self.fresh}")
        caught = ir.Handler((ir.Assign(failed, ir.Builtin("Exception"), span),), failed, None, (), span)
        asked = (ir.Mark(span), *statements, ir.If(value, shown, (), None, span))
        yield ir.Try(asked, (caught,), (), (), span)

    def following(self, label: Label) -> Iterator[ir.Statement]:
        """The steps of sequences, from the last to the first: it is one step only."""
        for sequence in self.own.sequences:
            seen = self.seen(sequence)
            for step in reversed(range(len(sequence.names))):
                if sequence.names[step] != label.name:
                    continue
                if step == len(seen):
                    then: ir.Statement = _reach(place_of_sequence(sequence, self.own))
                else:
                    then = ir.Assign(seen[step], ir.Const(True), label.span)
                yield ir.If(seen[step - 1], (then,), (), None, label.span) if step else then


def _reach(place: Place) -> ir.Reach:
    assert place.outcome is not None
    return ir.Reach(place.span, place.kind, place.outcome)


# ---------------------------------------------------------------- what runs


def _around(probing: Probing, node: ast.stmt) -> Around | None:
    """What is bound is noted before the statement, then what its labels ask is computed."""
    labels = probing.labels
    own = next((each for each in labels.of.values() if id(node) in each.members), None)
    if own is None:
        return None
    before: list[ast.stmt] = []
    if own.first == id(node):
        before.append(_hook(probing, node, "_clew_labels_begin"))
    before += _cleared(probing, node, own, own.begun)
    for label in labels.at.get(id(node), ()):
        steps = []
        for number, sequence in enumerate(own.sequences):
            place = place_of_sequence(sequence, own)
            goal = probing.number(*place)
            found = [step for step in reversed(range(len(sequence.names))) if sequence.names[step] == label.name]
            steps += [(number, step, goal if step == len(sequence.names) - 1 else -1) for step in found]
        hook = _hook(probing, node, "_clew_label", (probing.number(*place_of(label)), tuple(steps)))
        if label.test is not None:
            asked = ast.copy_location(ast.If(copy.deepcopy(label.test), [hook], []), node)
            caught = ast.copy_location(ast.Name("_clew_exception", ast.Load()), node)
            handler = ast.copy_location(ast.ExceptHandler(caught, None, [ast.copy_location(ast.Pass(), node)]), node)
            hook = ast.copy_location(ast.Try([asked], [handler], [], []), node)
        before.append(hook)
    before += _cleared(probing, node, own, own.binding)
    return lambda made: [*before, *made]


def _cleared(probing: Probing, node: ast.stmt, own: Labels, table: Mapping[int, tuple[str, ...]]) -> Iterator[ast.stmt]:
    bound = {*table.get(id(node), ())}
    cleared = [number for number, sequence in enumerate(own.sequences) if not bound.isdisjoint(sequence.clear)]
    if cleared:
        yield _hook(probing, node, "_clew_cleared", tuple(cleared))


def _hook(probing: Probing, node: ast.stmt, name: str, *arguments: object) -> ast.stmt:
    values = [ast.copy_location(ast.Constant(cast(Any, each)), node) for each in arguments]
    return ast.copy_location(ast.Expr(probing.call(name, node, *values)), node)


def _hooks(hit: Callable[[int], object]) -> Hooks:
    begun: dict[int, set[tuple[int, int]]] = {}  # by frame: sequences and how many steps of them were
    frame = sys._getframe

    def begin() -> None:
        begun[number_of(frame(1))] = set()

    def cleared(sequences: Iterable[int]) -> None:
        here = number_of(frame(1))
        begun[here] = {each for each in begun.get(here, ()) if each[0] not in sequences}

    def label(reached: tuple[int, tuple[tuple[int, int, int], ...]]) -> None:
        goal, steps = reached
        if goal >= 0:
            hit(goal)
        known = begun.setdefault(number_of(frame(1)), set())
        for sequence, step, shown in steps:
            if step and (sequence, step) not in known:
                continue
            known.add((sequence, step + 1))
            if shown >= 0:
                hit(shown)

    return {"_clew_exception": Exception, "_clew_labels_begin": begin, "_clew_cleared": cleared, "_clew_label": label}


def _words(outcome: str | None, text: str) -> tuple[str, str]:
    subject = text or "this label"
    if _JOINED.isdisjoint(outcome or ""):
        return subject, "reached" if text == f"`{outcome}`" else "true here"
    return subject, "shown" if "&" in text or "|" in text else "taken in this order"


LABELS: Final = OfOrder(LABEL, _notes, _around, _hooks, _words)
