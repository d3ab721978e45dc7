"""Labels as goals: where in the tree form what a comment asks is true (`label_comments` says what that may be).

    # clew: label low: x < 0           %7 := x < 0
                                       if %7: reach (label, low); low'seen := True
    # clew: label low -> end clear x   x := 3; low'seen := False
    # clew: label end                  reach (label, end); if low'seen: reach (label, low->end)

What a label asks is computed when its statement begins, where failing is not being true.  Of a sequence a variable says
of each beginning of it whether it was; these depend on no input but by the labels.  Those with a guard keep the values
of its pieces, for each beginning its own.  Where several are to be shown together the goal is one of several places
(`goals/joint.py`).
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import product
from typing import Any, Final, cast

from clew.frontend.automata import Around, Hooks, Notes, Noting, OfOrder, Probing
from clew.frontend.builder import CannotInline, Lowered, NotLowered
from clew.frontend.label_comments import Formula, Label, Labels, ReadLabels, Sequence, guarded
from clew.frontend.label_guards import Guard, name_of
from clew.frontend.lower import Lowering
from clew.frontend.numbers_of_frames import number_of
from clew.frontend.parsing import parse_expression
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
    body, guard, _ = guarded(formula.text)
    outcome = "".join(body.replace(" clear ", ":clear:").split())
    return Place(formula.span, LABEL, f"{outcome}:where:{'_'.join(guard.split())}" if guard else outcome)


def place_of_sequence(sequence: Sequence, labels: Labels) -> Place:
    """Where the last of its labels is; a formula that is nothing else has the place itself."""
    for formula in labels.formulas:
        if formula.ways == ((sequence,),):
            return place_of_formula(formula)
    return Place(labels.names[sequence.names[-1]][0].span, SEQUENCE, str(sequence))


def ways_of(formula: Formula, labels: Labels) -> tuple[tuple[Place, ...], ...]:
    """A name that several labels have is any of them."""

    def places(sequence: Sequence) -> list[Place]:
        if not sequence.is_label:
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

    guards = {s: _guard_of(s.guard, visible, scopes) for s in own.sequences if s.guard is not None}
    followed = {each.guard: tests for each, tests in guards.items() if each.guard and not isinstance(tests, str)}
    marking = _Marking(own, known, followed, last_temporary(function.body), frozenset(refused), inside)
    body = (*marking.begun(function.span), *marking.block(function.body))
    refused |= {label: NATIVE for label in own.labels if label.head not in marking.placed}
    names = {label.name for label in refused}
    lost = [s for s in own.sequences if not names.isdisjoint(s.names) or isinstance(guards.get(s), str)]
    places = [place_of(x) for x in own.labels if x not in refused]
    places += [place_of_sequence(s, own) for s in own.sequences if s not in lost]
    unasked = {place_of(label): why for label, why in refused.items()}
    either: dict[Place, tuple[tuple[Place, ...], ...]] = {}
    for formula in own.formulas:
        place = place_of_formula(formula)
        why = next((why for w in formula.ways for s in w if isinstance(why := guards.get(s), str)), None)
        if why is not None:
            unasked[place] = why
        elif not names.isdisjoint(n for way in formula.ways for s in way for n in s.names):
            unasked[place] = NAMED
        elif place not in places:
            either[place] = ways_of(formula, own)
    return Noting(replace(function, body=body), tuple(places), unasked, either)


def _test_of(label: Label, scopes: Scopes) -> ir.Function | str:
    """What it asks as a function of the variables that it reads, or why not."""
    assert label.test is not None
    return _lowered(label.test, label.reads, scopes)


def _guard_of(guard: Guard, visible: Collection[str], scopes: Scopes) -> _Guarding | str:
    """The guard as a function of its pieces and of whether there are these, or why not."""
    for piece in guard.pieces:
        if (lost := next((name for name in piece.reads if name not in visible), None)) is not None:
            return f"`{lost}` is not read in the function"
    # A piece that could not be computed fails where it is asked for, if it is.
    test = guard.with_pieces(lambda piece: parse_expression(f"({piece} if {piece}_is else 1 // 0)"))
    own = [name_of(i) for i in range(len(guard.pieces))]
    whole = _lowered(test, (*own, *(f"{name}_is" for name in own)), scopes)
    pieces = [_lowered(piece.test, piece.reads, scopes) for piece in guard.pieces]
    followed = [each for each in pieces if not isinstance(each, str)]
    if isinstance(whole, str) or len(followed) < len(pieces):
        return next(each for each in (whole, *pieces) if isinstance(each, str))
    return _Guarding(whole, tuple(followed))


def _lowered(test: ast.expr, reads: Iterable[str], scopes: Scopes) -> ir.Function | str:
    arguments = ast.arguments([], [ast.arg(name) for name in reads], None, [], [], None, [])
    made = ast.copy_location(ast.Lambda(arguments, test), test)
    statement = ast.copy_location(ast.Expr(made), made)
    tree = ast.fix_missing_locations(ast.Module([statement], []))
    own = replace(find_scopes(tree), module_names=scopes.module_names)
    try:
        function = Lowering(own.module, own, Lowered(""), None).lambda_function(made)
    except (NotLowered, CannotInline) as error:
        return str(error) or "it cannot be followed"
    native = next((n for n in nodes(function) if isinstance(n, ir.Native | ir.NativeStatement)), None)
    return function if native is None else native.reason


@dataclass(frozen=True, slots=True)
class _Guarding:
    whole: ir.Function
    pieces: tuple[ir.Function, ...]


@dataclass(slots=True)
class _Marking:
    """tests, guards: of the labels and sequences that are followed; fresh: the last temporary.

    refused: labels that are not followed.

    inside: does the same with a function inside.  placed: the heads of statements that were met.
    """

    own: Labels
    tests: Mapping[Label, ir.Function]
    guards: Mapping[Guard, _Guarding]
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
        else:
            yield self.tried(test, {}, label.span, lambda value: (ir.If(value, shown, (), None, label.span),))

    def tried(
        self,
        test: ir.Function,
        names: Mapping[str, str],
        span: Span,
        then: Callable[[ir.Atom], tuple[ir.Statement, ...]],
    ) -> ir.Try:
        """What is done with the value of a test, nothing where that fails."""
        statements, value = inlined(test, names, self.fresh)
        self.fresh = max(self.fresh, last_temporary((statements, value))) + 1
        failed = ir.Var(f"%{self.fresh}")
        caught = ir.Handler((ir.Assign(failed, ir.Builtin("Exception"), span),), failed, None, (), span)
        return ir.Try((ir.Mark(span), *statements, *then(value)), (caught,), (), (), span)

    def following(self, label: Label) -> Iterator[ir.Statement]:
        """The steps of sequences, from the last to the first: it is one step only."""
        for sequence in self.own.sequences:
            if sequence.guard is not None and sequence.guard not in self.guards:
                continue
            seen = self.seen(sequence)
            for step in reversed(range(len(sequence.names))):
                if sequence.names[step] == label.name:
                    then = tuple(self.step(sequence, step, label.span))
                    yield from (ir.If(seen[step - 1], then, (), None, label.span),) if step else then

    def step(self, sequence: Sequence, step: int, span: Span) -> Iterator[ir.Statement]:
        last = step == len(sequence.names) - 1
        if sequence.guard is not None:
            yield from self.kept(sequence, sequence.guard, step, span)
        if not last:
            yield ir.Assign(self.seen(sequence)[step], ir.Const(True), span)
            return
        reach = _reach(place_of_sequence(sequence, self.own))
        if sequence.guard is None:
            yield reach
            return
        names: dict[str, str] = {}
        for number in range(len(sequence.guard.pieces)):
            value, there = self.values(sequence, step)[number]
            names |= {name_of(number): value.name, f"{name_of(number)}_is": there.name}
        whole = self.guards[sequence.guard].whole
        yield self.tried(whole, names, span, lambda value: (ir.If(value, (reach,), (), None, span),))

    def kept(self, sequence: Sequence, guard: Guard, step: int, span: Span) -> Iterator[ir.Statement]:
        """The values of the beginning that ends here: of this label, and of the beginning that it goes on from."""
        for number, piece in enumerate(guard.pieces):
            at = sequence.names.index(piece.label)
            value, there = self.values(sequence, step)[number]
            if at == step:
                yield ir.Assign(there, ir.Const(False), span)
                known = ir.Assign(there, ir.Const(True), span)
                own = self.guards[guard].pieces[number]
                yield self.tried(own, {}, span, lambda found: (ir.Assign(value, found, span), known))
            elif at < step:
                before = self.values(sequence, step - 1)[number]
                yield from (ir.Assign(value, before[0], span), ir.Assign(there, before[1], span))

    def values(self, sequence: Sequence, step: int) -> list[tuple[ir.Var, ir.Var]]:
        """Of the pieces of its guard, for the beginning that ends with this step, and whether there are these."""
        own = f"label{self.own.sequences.index(sequence)}'{step}'"
        pieces = range(len(sequence.guard.pieces if sequence.guard else ()))
        return [(ir.Var(f"at'{own}{i}"), ir.Var(f"known'{own}{i}")) for i in pieces]

    def begun(self, span: Span) -> Iterator[ir.Statement]:
        for sequence in self.own.sequences:
            yield from (ir.Assign(v, ir.Const(False), span) for v in self.seen(sequence))
            for step in range(len(sequence.names)):
                for value, there in self.values(sequence, step):
                    yield from (ir.Assign(value, ir.Const(0), span), ir.Assign(there, ir.Const(False), span))


def _reach(place: Place) -> ir.Reach:
    assert place.outcome is not None
    return ir.Reach(place.span, place.kind, place.outcome)


# ---------------------------------------------------------------- what runs


def _around(probing: Probing, node: ast.stmt) -> Around | None:
    """What its labels ask is computed before the statement; what it binds is noted where it does not fail."""
    labels = probing.labels
    own = next((each for each in labels.of.values() if id(node) in each.members), None)
    if own is None:
        return None
    before: list[ast.stmt] = []
    if own.first == id(node):
        before.append(_hook(probing, node, "_clew_labels_begin"))
    before += _cleared(probing, node, own, own.begun)
    for label in labels.at.get(id(node), ()):
        hooks = [*_passed(probing, node, label, own)]
        if label.test is not None:
            hooks = [_tried(node, ast.If(copy.deepcopy(label.test), hooks, []))]
        before += hooks
    after = [*_cleared(probing, node, own, own.binding)]
    return lambda made: [*before, *made, *after]


def _passed(probing: Probing, node: ast.stmt, label: Label, own: Labels) -> Iterator[ast.stmt]:
    """The values of pieces that are about the label, its steps, and the guards of sequences that end with it."""
    steps, guards = [], []
    for number, sequence in enumerate(own.sequences):
        last = len(sequence.names) - 1
        goal = probing.number(*place_of_sequence(sequence, own))
        shown = goal if sequence.guard is None else -1
        found = [step for step in reversed(range(last + 1)) if sequence.names[step] == label.name]
        steps += [(number, step, shown if step == last else -1) for step in found]
        if sequence.guard is None:
            continue
        for which, piece in enumerate(sequence.guard.pieces):
            if piece.label == label.name:
                value = copy.deepcopy(piece.test)
                yield _tried(node, _hook(probing, node, "_clew_piece", number, which, value))
        if last in found and goal >= 0:
            guards.append(_hook(probing, node, "_clew_guard", number, last + 1, goal, _asked(sequence.guard)))
    yield _hook(probing, node, "_clew_label", (probing.number(*place_of(label)), tuple(steps)))
    yield from guards


def _asked(guard: Guard) -> ast.expr:
    """Of its pieces, each alone in a list, which is empty where it failed."""
    names = [ast.arg(name_of(i)) for i in range(len(guard.pieces))]
    test = guard.with_pieces(lambda piece: parse_expression(f"{piece}[0]"))
    return ast.Lambda(ast.arguments([], names, None, [], [], None, []), test)


def _tried(node: ast.stmt, asked: ast.stmt) -> ast.stmt:
    caught = ast.copy_location(ast.Name("_clew_exception", ast.Load()), node)
    handler = ast.copy_location(ast.ExceptHandler(caught, None, [ast.copy_location(ast.Pass(), node)]), node)
    return ast.copy_location(ast.Try([ast.copy_location(asked, node)], [handler], [], []), node)


def _cleared(probing: Probing, node: ast.stmt, own: Labels, table: Mapping[int, tuple[str, ...]]) -> Iterator[ast.stmt]:
    bound = {*table.get(id(node), ())}
    cleared = [number for number, sequence in enumerate(own.sequences) if not bound.isdisjoint(sequence.clear)]
    if cleared:
        yield _hook(probing, node, "_clew_cleared", tuple(cleared))


def _hook(probing: Probing, node: ast.stmt, name: str, *arguments: object) -> ast.stmt:
    made = [each if isinstance(each, ast.expr) else ast.Constant(cast(Any, each)) for each in arguments]
    values = [ast.fix_missing_locations(ast.copy_location(each, node)) for each in made]
    return ast.copy_location(ast.Expr(probing.call(name, node, *values)), node)


def _hooks(hit: Callable[[int], object]) -> Hooks:
    # By frame: sequences and how many steps of them were, each with the values of pieces; those of the label at hand.
    begun: dict[int, dict[tuple[int, int], dict[int, object]]] = {}
    pieces: dict[int, dict[int, dict[int, object]]] = {}
    frame = sys._getframe

    def begin() -> None:
        begun[number_of(frame(1))] = {}
        pieces.pop(number_of(frame(1)), None)

    def cleared(sequences: Iterable[int]) -> None:
        here = number_of(frame(1))
        begun[here] = {each: kept for each, kept in begun.get(here, {}).items() if each[0] not in sequences}

    def piece(sequence: int, which: int, value: object) -> None:
        pieces.setdefault(number_of(frame(1)), {}).setdefault(sequence, {})[which] = value

    def label(reached: tuple[int, tuple[tuple[int, int, int], ...]]) -> None:
        goal, steps = reached
        if goal >= 0:
            hit(goal)
        here = number_of(frame(1))
        known, own = begun.setdefault(here, {}), pieces.pop(here, {})
        for sequence, step, shown in steps:
            if step and (sequence, step) not in known:
                continue
            known[sequence, step + 1] = known.get((sequence, step), {}) | own.get(sequence, {})
            if shown >= 0:
                hit(shown)

    def guard(sequence: int, steps: int, goal: int, asked: Callable[..., object]) -> None:
        kept = begun[number_of(frame(1))].get((sequence, steps))
        if kept is None:
            return
        try:
            holds = bool(asked(*([kept[i]] if i in kept else [] for i in range(asked.__code__.co_argcount))))
        except Exception:
            return
        if holds:
            hit(goal)

    return {
        "_clew_exception": Exception,
        "_clew_labels_begin": begin,
        "_clew_cleared": cleared,
        "_clew_piece": piece,
        "_clew_label": label,
        "_clew_guard": guard,
    }


def _words(outcome: str | None, text: str) -> tuple[str, str]:
    subject, formula = text or "this label", guarded(text)[0]
    if formula != text:
        return subject, "shown"
    if _JOINED.isdisjoint(outcome or ""):
        return subject, "reached" if text == f"`{outcome}`" else "true here"
    return subject, "shown" if "&" in text or "|" in text else "taken in this order"


LABELS: Final = OfOrder(LABEL, _notes, _around, _hooks, _words)
