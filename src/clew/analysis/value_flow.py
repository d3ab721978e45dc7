"""What numbers and lengths can be, for all inputs: a forward analysis of the tree form over intervals.

It proves what running path after path cannot where a loop has no bound: that a remainder of ten is no digit above
nine, that a counter which starts at one and grows is never zero, that a loop over a constant or over what `split(",")`
gave is entered.

Abstract interpretation with intervals and widening (Cousot and Cousot 1977; thresholds -1, 0, 1).  Where both arms of a
short-circuit set the same flag, the states of either truth value are kept apart until the flag is tested.  Mutable
sequences count only where the function does nothing but look at them.  It only ever errs towards "alive".
"""

from __future__ import annotations

import builtins
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Final, TypeAlias

from clew.analysis.abstract_values import (
    ANY_INT,
    INFINITE,
    NATURAL,
    Bool,
    Cut,
    Fixed,
    Int,
    Known,
    Many,
    Value,
    arithmetic,
    as_int,
    as_many,
    constant,
    join,
    text,
    widen,
)
from clew.analysis.assigned import assigned, assigned_inside
from clew.analysis.type_flow import Types
from clew.analysis.unchanged import accumulated, fills_always, nodes_of, unchanged
from clew.ir import tree as ir
from clew.records import dataclass
from clew.source.spans import Span

PlaceOfGoal: TypeAlias = tuple[Span, str, str | None]
UNROLLED: Final = 12  # rounds of a loop over so many elements, exactly, that are walked one by one
ROUNDS: Final = 6  # of a loop, before what it assigns is forgotten
MOST_STATEMENTS: Final = 60_000

COMPARISONS: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
LOOKING: Final = frozenset(
    getattr(builtins, name)
    for name in (
        "len", "enumerate", "reversed", "zip", "sorted", "tuple", "list", "range", "repr", "str", "iter", "sum", "min",
        "max", "any", "all", "set", "frozenset", "isinstance", "bool",
    )
)  # fmt: skip
COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
READING: Final = frozenset(("index", "count", "copy", "get", "keys", "values", "items"))
CONTAINERS: Final = ("list", "dict", "set")
VIEWS: Final = ("keys", "values", "items")


class TooMuch(Exception):
    """The function is too large for this."""


@dataclass(frozen=True, slots=True)
class Test:
    """A temporary that holds `left op right`."""

    op: str
    left: ir.Atom
    right: ir.Atom


@dataclass(frozen=True, slots=True)
class Env:
    """What is known where control is.

    values: by variable.  tests: of variables that hold a comparison.  lengths: of variables that hold the length of
    another variable, which.  flags: of variables that hold a truth value, what is known besides when it is true, and
    when it is false.
    """

    values: Mapping[str, Value]
    tests: Mapping[str, Test] = field(default_factory=dict)
    lengths: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, tuple[State, State]] = field(default_factory=dict)


State: TypeAlias = Env | None  # None: nothing comes here


def dead_by_values(
    function: ir.Function,
    parameters: Mapping[str, Types],
    value_of_global: Callable[[str], Any],
    plain: bool = False,
    nested: bool = False,
) -> dict[PlaceOfGoal, tuple[Span, ...]]:
    """Goals that no call with these parameters reaches, as (span, kind, outcome), each with the test excluding it.

    plain: all arguments are builtin scalars and containers of them; nested: or containers of containers.
    """
    shared = assigned_inside(function.body) | frozenset(function.nonlocals) | frozenset(function.globals)
    known: dict[str, Value] = {}
    for name, types in parameters.items():
        classes = {c.cls for c in types}
        if name not in shared and classes and classes <= {int, bool}:
            known[name] = ANY_INT
        elif name not in shared and classes == {str}:
            known[name] = text()
    containers = {name: kind for name, types in parameters.items() if (kind := _kind(types)) and name not in shared}
    held = unchanged(function, frozenset(containers), nested, value_of_global) if plain else frozenset()
    known.update((name, Many(containers[name], 0, INFINITE)) for name in held)
    quiet = _looked_at(function, value_of_global) | held
    filled = accumulated(function)
    for unrolled in (UNROLLED, 0):
        flow = _Flow(value_of_global, shared, quiet, filled, unrolled)
        try:
            flow.block(function.body, Env(known))
        except (TooMuch, RecursionError):
            continue
        return {goal: spans for goal, spans in flow.dead.items() if goal not in flow.alive}
    return {}


def _kind(types: Types) -> str:
    """The kind of container that it is; "" for anything else."""
    names = {c.cls.__name__ for c in types if c.exact and c.cls in (list, dict, set)}
    return names.pop() if len(names) == len(types) == 1 else ""


@dataclass(slots=True)
class _Loop:
    """The states in which the body was left.  finals: what `finally` blocks on the way assign."""

    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
    finals: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class _Flow:
    value_of_global: Callable[[str], Any]
    shared: frozenset[str]  # variables that other functions may assign
    quiet: frozenset[str]  # variables whose list nothing can change
    filled: Mapping[str, str]  # temporaries that comprehensions fill, with the kind of container
    unrolled: int  # of how many rounds a loop may be to be walked round by round
    alive: set[PlaceOfGoal] = field(default_factory=set)
    dead: dict[PlaceOfGoal, tuple[Span, ...]] = field(default_factory=dict)
    cuts: list[Span] = field(default_factory=list)
    loops: list[_Loop] = field(default_factory=list)
    closures: dict[str, ir.Function] = field(default_factory=dict)  # comprehensions that are functions, by temporary
    silent: int = 0  # goals are not noted while a loop is still being widened
    visited: int = 0

    def goal(self, span: Span, kind: str | None, outcome: str | None, state: State) -> None:
        if kind is None or self.silent:
            return
        if state is None:
            self.dead.setdefault((span, kind, outcome), tuple(self.cuts[-1:]) or (span,))
        else:
            self.alive.add((span, kind, outcome))

    def block(self, body: tuple[ir.Statement, ...], state: State) -> State:
        for statement in body:
            self.visited += 1
            if self.visited > MOST_STATEMENTS:
                raise TooMuch
            state = self.statement(statement, state)
        return state

    def statement(self, statement: ir.Statement, state: State) -> State:
        match statement:
            case ir.Mark(span):
                self.goal(span, "statement", None, state)
                return state
            case ir.Reach(span, kind, outcome):
                self.goal(span, kind, outcome, state)
                return state
            case ir.Assign(target, value, _):
                return self.assign(target.name, value, state)
            case ir.Unpack(targets, starred, value):
                return self.unpack(targets, starred, value, state)
            case ir.DelVar(target):
                return forget(state, [target.name])
            case ir.If(condition, then, orelse, decision, span):
                yes, no = self.split(condition, state)
                self.goal(span, decision, "true", yes)
                self.goal(span, decision, "false", no)
                return join_states([self.within(span, yes, state, then), self.within(span, no, state, orelse)])
            case ir.While():
                return self.while_loop(statement, state)
            case ir.For():
                return self.for_loop(statement, state)
            case ir.Break() | ir.Continue():
                loop = self.loops[-1]
                left = forget(state, [name for names in loop.finals for name in names])
                (loop.breaks if isinstance(statement, ir.Break) else loop.continues).append(left)
                return None
            case ir.Return() | ir.Raise():
                return None
            case ir.Try():
                return self.try_block(statement, state)
            case ir.With(_, target, body, _):
                inner = forget(state, [target.name] if target is not None else [])
                self.block(body, inner)
                return forget(inner, assigned(body))  # the context may have swallowed an exception
            case ir.NativeStatement(writes=writes):
                return forget(state, writes)
            case _:
                return state

    def within(self, span: Span, inner: State, outer: State, body: tuple[ir.Statement, ...]) -> State:
        """Walk an arm; where this test alone makes it dead, the test is the reason for what is in it."""
        if inner is None and outer is not None:
            self.cuts.append(span)
            result = self.block(body, None)
            self.cuts.pop()
            return result
        return self.block(body, inner)

    def try_block(self, s: ir.Try, state: State) -> State:
        finals = assigned(s.final)
        if self.loops:
            self.loops[-1].finals.append(finals)
        thrown = forget(state, assigned(s.body))
        ends = [self.block(s.orelse, self.block(s.body, state))]
        for handler in s.handlers:
            self.goal(handler.span, "branch", "entered", thrown)
            caught = forget(self.block(handler.test, thrown), [handler.name.name] if handler.name else [])
            ends.append(forget(self.block(handler.body, caught), [handler.name.name] if handler.name else []))
        if self.loops:
            self.loops[-1].finals.pop()
        if not s.final:
            return join_states(ends)
        everything = (*s.body, *s.orelse, *(x for h in s.handlers for x in (*h.test, *h.body)))
        names = [*assigned(everything), *(h.name.name for h in s.handlers if h.name)]
        after = self.block(s.final, forget(state, names))
        return None if after is None or join_states(ends) is None else after

    # ------------------------------------------------------------ loops

    def stable(self, state: State, assigned: list[str], once: Callable[[State], State]) -> State:
        """A state that holds whenever the loop is about to go round: widened until a round adds nothing."""
        self.silent += 1
        current = state
        for _ in range(ROUNDS):
            self.loops.append(_Loop())
            end = once(current)
            loop = self.loops.pop()
            after = widen_states(current, join_states([current, end, *loop.continues]))
            if after == current:
                break
            current = after
        else:
            current = forget(state, assigned)
        self.silent -= 1
        return current

    def while_loop(self, s: ir.While, state: State) -> State:
        def once(head: State) -> State:
            tested = self.block(s.before, head)
            return self.block(s.body, self.split(s.condition, tested)[0])

        head = self.stable(state, assigned((*s.before, *s.body)), once)
        tested = self.block(s.before, head)
        entered, left = self.split(s.condition, tested)
        self.goal(s.span, "branch", "true", entered)
        self.goal(s.span, "branch", "false", left)
        self.loops.append(_Loop())
        self.within(s.span, entered, tested, s.body)
        loop = self.loops.pop()
        return join_states([self.within(s.span, left, tested, s.orelse), *loop.breaks])

    def for_loop(self, s: ir.For, state: State) -> State:
        many = as_many(self.value_of(s.iterable, state)) if state is not None else None

        def item(head: State) -> State:
            if head is None or (many is not None and many.high == 0):
                return None
            after = forget(head, [s.target.name])
            return self.known(s.target.name, many.element if many is not None else None, after)

        if many is not None and many.low == many.high and 0 < many.low <= self.unrolled:
            return self.unroll(s, state, [item] * int(many.low))
        head = self.stable(state, [s.target.name, *assigned(s.body)], lambda head: self.block(s.body, item(head)))
        inner = item(head)
        self.loops.append(_Loop())
        end = self.block(s.body, inner)
        loop = self.loops.pop()
        left = head
        if many is not None and many.low > 0:
            for name in fills_always(s.body, self.filled):
                least = many.low if self.filled[name] == "list" else 1
                left = self.known(name, Many(self.filled[name], least, INFINITE), left)
        if s.decision:
            empty = None if many is not None and many.low > 0 else state
            again = join_states([end, *loop.continues])
            self.goal(s.span, "branch", "entered", inner)
            self.goal(s.span, "branch", "empty", empty)
            self.goal(s.span, "branch", "exhausted", again)
        return join_states([self.block(s.orelse, left), *loop.breaks])

    def unroll(self, s: ir.For, state: State, rounds: list[Callable[[State], State]]) -> State:
        """A loop that goes round so often, unless it is left before."""
        current = state
        breaks: list[State] = []
        for item in rounds:
            self.loops.append(_Loop())
            end = self.block(s.body, item(current))
            loop = self.loops.pop()
            breaks += loop.breaks
            current = join_states([end, *loop.continues])
        if s.decision:
            self.goal(s.span, "branch", "entered", state)
            self.goal(s.span, "branch", "empty", None)
            self.goal(s.span, "branch", "exhausted", current)
        return join_states([self.block(s.orelse, current), *breaks])

    # ------------------------------------------------------------ assignments

    def known(self, name: str, value: Value, state: State) -> State:
        """The variable, forgotten before, has this value now."""
        if state is None or value is None or name in self.shared:
            return state
        return replace(state, values={**state.values, name: value})

    def assign(self, name: str, value: ir.Value, state: State) -> State:
        if state is None:
            return None
        match value:
            case ir.Closure(inner) if inner.name in COMPREHENSIONS and name.startswith("%"):
                self.closures[name] = inner
            case ir.Call(ir.Var(f), (argument,)) if f in self.closures and not isinstance(
                argument, ir.Star | ir.Keyword
            ):
                self.comprehension(self.closures[f], self.value_of(argument, state))
        after = forget(state, [name])
        assert after is not None
        if name in self.shared:
            return after
        found = self.value_of(value, state)
        if isinstance(found, Many) and found.kind == "once" and not name.startswith("%"):
            found = None  # the first use of it would use it up
        if isinstance(found, Many) and found.kind in CONTAINERS and name not in self.quiet:
            found = None
        after = self.known(name, found, after)
        assert after is not None
        match value:
            case ir.Binary(op, left, right) if op in COMPARISONS and name not in _names(left, right):
                after = replace(after, tests={**after.tests, name: Test(op, left, right)})
            case ir.Call(ir.Var(f), (ir.Var(measured),)) if state.values.get(f) == Known(len) and measured != name:
                if isinstance(state.values.get(measured), Many):
                    after = replace(after, lengths={**after.lengths, name: measured})
            case ir.Var(other) if other != name:
                if other in state.tests:
                    after = replace(after, tests={**after.tests, name: state.tests[other]})
                if other in state.flags:
                    after = replace(after, flags={**after.flags, name: _both(state.flags[other], name)})
                if other in state.lengths and state.lengths[other] != name:
                    after = replace(after, lengths={**after.lengths, name: state.lengths[other]})
            case ir.MethodCall(ir.Var(other), "isdigit" | "isdecimal" | "isnumeric", ()) if other != name:
                many = as_many(state.values.get(other))
                if many is not None and many.kind == "str":
                    asked = self.known(other, replace(many, digits=True), after)
                    yes = None if asked is None else _longer(asked, other, 1, INFINITE)
                    after = replace(after, flags={**after.flags, name: _both((yes, after), name)})
            case ir.Unary("not", ir.Var(other)) if other != name:
                yes, no = self.split(ir.Var(other), state)
                after = replace(after, flags={**after.flags, name: _both((no, yes), name)})
        return after

    def comprehension(self, function: ir.Function, iterable: Value) -> None:
        """A comprehension that is a function of its first iterable: what it reads of the function around it may
        change.
        """
        outer, self.loops = self.loops, []
        self.block(function.body, Env({function.parameters[0].name: iterable} if iterable is not None else {}))
        self.loops = outer

    def unpack(self, targets: tuple[ir.Var, ...], starred: int | None, value: ir.Atom, state: State) -> State:
        found = self.value_of(value, state) if state is not None else None
        state = forget(state, [t.name for t in targets])
        if starred is None and isinstance(found, Fixed) and len(found.items) == len(targets):
            for target, item in zip(targets, found.items, strict=True):
                if not _changes(item):
                    state = self.known(target.name, item, state)
        return state

    # ------------------------------------------------------------ values

    def value_of(self, value: ir.Value, state: State) -> Value:
        assert state is not None
        match value:
            case ir.Var(name):
                if name in self.filled and name not in state.values:
                    return Many(self.filled[name], 0, INFINITE)
                return state.values.get(name)
            case ir.Const(held):
                return constant(held)
            case ir.Global(name):
                found = self.value_of_global(name)
                return Known(found) if found is not None and getattr(builtins, name, None) is found else None
            case ir.Unary(op, operand):
                return self.unary(op, self.value_of(operand, state))
            case ir.Binary(op, left, right):
                return self.binary(op, self.value_of(left, state), self.value_of(right, state))
            case ir.Display(kind, items) if kind != "set" and not any(isinstance(i, ir.Star) for i in items):
                values = tuple(self.value_of(i, state) for i in items if not isinstance(i, ir.Star))
                found = Fixed(tuple(None if _changes(v) else v for v in values))
                many = as_many(found)
                assert many is not None
                return found if kind == "tuple" else replace(many, kind="list")
            case ir.Join():
                return text()
            case ir.Slice(lower, ir.Const(None), ir.Const(None)) if isinstance(lower, ir.Const):
                return Cut(lower.value if type(lower.value) is int and lower.value >= 0 else None)
            case ir.Slice():
                return Cut(None)
            case ir.Item(o, k):
                return _item(self.value_of(o, state), self.value_of(k, state))
            case ir.Call(ir.Var(name), arguments):
                function = state.values.get(name)
                if isinstance(function, Known) and not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
                    given = [self.value_of(a, state) for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
                    return _call(function.object, given)
            case ir.MethodCall(o, name, arguments):
                receiver = self.value_of(o, state)
                if isinstance(receiver, Many) and receiver.kind == "str":
                    return _text_method(receiver, name, arguments)
                if isinstance(receiver, Many) and receiver.kind == "dict" and name in VIEWS and not arguments:
                    return Many("once", receiver.low, receiver.high)
        return None

    def unary(self, op: str, value: Value) -> Value:
        number = as_int(value)
        match op:
            case "-" if number is not None:
                return Int(-number.high, -number.low)
            case "+" if number is not None:
                return number
            case "not" if isinstance(value, Bool):
                return Bool(not value.truth)
        return None

    def binary(self, op: str, a: Value, b: Value) -> Value:
        x, y = as_int(a), as_int(b)
        if x is not None and y is not None and op not in COMPARISONS:
            return arithmetic(op, x, y)
        match op, a, b:
            case (("+" | "+="), Many("str", low, high), Many("str", least, most)):
                return text(low + least, high + most)
        return None

    # ------------------------------------------------------------ tests

    def split(self, condition: ir.Atom, state: State) -> tuple[State, State]:
        """The states in which the condition is true, and false."""
        if state is None:
            return None, None
        if isinstance(condition, ir.Const):
            return (state, None) if condition.value else (None, state)
        name = condition.name
        value = state.values.get(name)
        if isinstance(value, Bool):
            return (state, None) if value.truth else (None, state)
        if name in state.flags:
            return state.flags[name]
        if name in state.tests:
            test = state.tests[name]
            return self.compared(state, test, test.op), self.compared(state, test, COMPARISONS[test.op])
        if isinstance(value, Int):
            return _not_zero(state, name, value), _meet(state, name, Int(0, 0))
        if isinstance(value, Many) and value.kind != "once":
            return _longer(state, name, 1, INFINITE), _longer(state, name, 0, 0)
        return state, state

    def compared(self, state: Env, test: Test, op: str) -> State:
        """The state where `left op right` holds."""
        left, right = self.value_of(test.left, state), self.value_of(test.right, state)
        if isinstance(left, Many) and isinstance(right, Many) and left.kind == right.kind == "str":
            return _same_text(state, test, left, right, op)
        a, b = as_int(left), as_int(right)
        if a is None or b is None:
            return state
        if op in (">", ">="):
            a, b, op, atoms = b, a, {">": "<", ">=": "<="}[op], (test.right, test.left)
        else:
            atoms = (test.left, test.right)
        gap = 1 if op == "<" else 0
        match op:
            case "<" | "<=":
                x, y = Int(a.low, min(a.high, b.high - gap)), Int(max(b.low, a.low + gap), b.high)
            case "==":
                x = y = Int(max(a.low, b.low), min(a.high, b.high))
            case _:
                x, y = _without(a, b), _without(b, a)
        result: State = state
        for atom, found in zip(atoms, (x, y), strict=True):
            if found.low > found.high:
                return None
            if isinstance(atom, ir.Var) and result is not None:
                result = _meet(result, atom.name, found)
        return result


# ---------------------------------------------------------------- narrowing


def _without(a: Int, b: Int) -> Int:
    """a, less what b is for certain."""
    if b.low != b.high:
        return a
    return Int(a.low + (a.low == b.low), a.high - (a.high == b.low))


def _meet(state: Env, name: str, found: Int) -> State:
    """The variable is in the interval, and so is the length it may be of."""
    value = as_int(state.values.get(name))
    if value is None:
        return state
    both = Int(max(value.low, found.low), min(value.high, found.high))
    if both.low > both.high:
        return None
    narrowed = replace(state, values={**state.values, name: both}, flags={})
    measured = state.lengths.get(name)
    return narrowed if measured is None else _longer(narrowed, measured, both.low, both.high)


def _not_zero(state: Env, name: str, value: Int) -> State:
    rest = _without(value, Int(0, 0))
    return None if rest.low > rest.high else _meet(state, name, rest)


def _longer(state: Env, name: str, low: float, high: float) -> State:
    value = state.values.get(name)
    many = as_many(value)
    if many is None:
        return state
    least, most = max(many.low, low), min(many.high, high)
    if least > most:
        return None
    if isinstance(value, Fixed):
        return state
    return replace(state, values={**state.values, name: replace(many, low=least, high=most)}, flags={})


def _same_text(state: Env, test: Test, left: Many, right: Many, op: str) -> State:
    """Equal texts are equally long; what differs from the empty text is longer."""
    result: State = state
    for atom, own, other in ((test.left, left, right), (test.right, right, left)):
        if op == "==" and (own.low > other.high or own.high < other.low):
            return None
        if not isinstance(atom, ir.Var) or result is None:
            continue
        if op == "==":
            result = _longer(result, atom.name, other.low, other.high)
        elif op == "!=" and other.high == 0:
            result = _longer(result, atom.name, 1, INFINITE)
    return result


# ---------------------------------------------------------------- operations


def _changes(value: Value) -> bool:
    return isinstance(value, Many) and value.kind in (*CONTAINERS, "once")


def _item(o: Value, key: Value) -> Value:
    match o, key:
        case Many("str", low, high), Cut(lower):
            start = lower if lower is not None else INFINITE
            return text(max(0, low - start), max(0, high - (lower or 0)) if high < INFINITE else INFINITE)
        case Many("list" | "tuple" as kind, low, high, element), Cut(lower):
            start = lower if lower is not None else INFINITE
            return Many(
                kind, max(0, low - start), max(0, high - (lower or 0)) if high < INFINITE else INFINITE, element
            )
        case Many("str"), (Int() | Bool()):
            return text(1, 1)
        case Fixed(items), Int(low, high) if low == high and -len(items) <= low < len(items):
            return items[int(low)]
    return None


def _call(function: Any, given: list[Value]) -> Value:
    """What a builtin returns; None where that is not known."""
    first = given[0] if given else None
    number, many = as_int(first), as_many(first)
    if function is len and len(given) == 1:
        return Int(many.low, many.high) if many is not None and many.kind != "once" else NATURAL
    if function is range and 1 <= len(given) <= 3:
        return _range([as_int(g) for g in given])
    if function is ord:
        return Int(0, 0x10FFFF)
    if function is int and many is not None and many.digits and len(given) == 1:
        return NATURAL
    if function is int:
        return number if number is not None else ANY_INT
    if function is chr:
        return text(1, 1)
    if function is abs and number is not None:
        low = 0 if number.low <= 0 <= number.high else min(abs(number.low), abs(number.high))
        return Int(low, max(abs(number.low), abs(number.high)))
    if function is divmod and len(given) == 2:
        a, b = number, as_int(given[1])
        if a is not None and b is not None:
            return Fixed((arithmetic("//", a, b), arithmetic("%", a, b)))
    if function in (min, max) and len(given) > 1:
        numbers = [n for g in given if (n := as_int(g)) is not None]
        if len(numbers) == len(given):
            return Int(function(n.low for n in numbers), function(n.high for n in numbers))
    if function is str and number is not None:
        return text(1)
    if many is None or (many.kind == "once" and function is not enumerate):
        return None
    if function is enumerate and len(given) == 1:
        return Many("once", many.low, many.high, Fixed((Int(0, max(many.high - 1, 0)), many.element)))
    if function is iter and len(given) == 1:
        return replace(many, kind="once")
    if function is reversed:
        return Many("once", many.low, many.high, many.element)
    if function in (list, sorted, tuple) and len(given) == 1:
        return Many("tuple" if function is tuple else "list", many.low, many.high, many.element)
    if function is zip:
        parts = [as_many(g) for g in given]
        if all(p is not None for p in parts):
            known = [p for p in parts if p is not None]
            items = Fixed(tuple(p.element for p in known))
            return Many("once", min(p.low for p in known), min(p.high for p in known), items)
    return None


def _range(ends: list[Int | None]) -> Value:
    """A range has elements if it starts before it stops."""
    start, stop = (Int(0, 0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    step = ends[2] if len(ends) == 3 else Int(1, 1)
    if start is None or stop is None or step is None or step.low != step.high or step.low in (0, INFINITE, -INFINITE):
        return None
    stride = abs(step.low)
    if step.low > 0:
        least, most, element = stop.low - start.high, stop.high - start.low, Int(start.low, stop.high - 1)
    else:
        least, most, element = start.low - stop.high, start.high - stop.low, Int(stop.low + 1, start.high)
    low, high = (0 if n <= 0 else n if math.isinf(n) else -(-n // stride) for n in (least, most))
    return Many("range", low if low < INFINITE else 0, high, element if element.low <= element.high else None)


def _text_method(receiver: Many, name: str, arguments: tuple[ir.Argument, ...]) -> Value:
    if any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
        return None
    separator = arguments[0] if arguments else ir.Const(None)
    given = isinstance(separator, ir.Const) and isinstance(separator.value, str) and separator.value != ""
    match name:
        case "strip" | "lstrip" | "rstrip" | "removeprefix" | "removesuffix":
            return text(0, receiver.high)
        case "upper" | "lower" | "casefold" | "title" | "capitalize" | "swapcase":
            return text(min(receiver.low, 1), INFINITE if receiver.high > 0 else 0)
        case "replace" | "format" | "join" | "zfill" | "ljust" | "rjust" | "center" | "translate" | "expandtabs":
            return text()
        case "split" | "rsplit" if given:
            return Many("list", 1, INFINITE, text())
        case "split" | "rsplit" if separator == ir.Const(None) and len(arguments) < 2:
            return Many("list", 0, INFINITE, text(1))
        case "splitlines":
            return Many("list", 0, INFINITE, text())
        case "partition" | "rpartition" if given:
            return Fixed((text(), text(), text()))
        case "find" | "rfind":
            return Int(-1, INFINITE)
        case "index" | "rindex" | "count":
            return NATURAL
    return None


# ---------------------------------------------------------------- states


def forget(state: State, names: Iterable[str]) -> State:
    """Nothing is known of these variables any more, nor what the others say of them."""
    if state is None:
        return None
    gone = set(names)
    if not gone:
        return state
    flags = {name: (forget(yes, gone), forget(no, gone)) for name, (yes, no) in state.flags.items() if name not in gone}
    return Env(
        {name: value for name, value in state.values.items() if name not in gone},
        {
            name: test
            for name, test in state.tests.items()
            if name not in gone and gone.isdisjoint(_names(test.left, test.right))
        },
        {name: other for name, other in state.lengths.items() if name not in gone and other not in gone},
        flags,
    )


def _both(flag: tuple[State, State], name: str) -> tuple[State, State]:
    yes, no = (forget(state, [name]) for state in flag)
    return (None if yes is None else replace(yes, flags={})), (None if no is None else replace(no, flags={}))


def _part(state: Env, name: str, outcome: bool) -> State:
    """The state where the flag has this truth value, without any flags of its own."""
    value = state.values.get(name)
    found: State
    if isinstance(value, Bool):
        found = state if value.truth is outcome else None
    else:
        found = state.flags[name][0 if outcome else 1]
    return None if found is None else replace(found, flags={})


def join_states(states: Iterable[State]) -> State:
    live = [s for s in states if s is not None]
    if len(live) <= 1:
        return live[0] if live else None
    joined = _joined(live)
    flags: dict[str, tuple[State, State]] = {}
    for name in live[0].values.keys() | live[0].flags.keys():
        if all(isinstance(s.values.get(name), Bool) or name in s.flags for s in live):
            if len({s.values.get(name) for s in live}) > 1 or any(name in s.flags for s in live):
                halves = [[p for s in live if (p := _part(s, name, outcome)) is not None] for outcome in (True, False)]
                yes, no = (_joined(half) if half else None for half in halves)
                flags[name] = (yes, no)
    return replace(joined, flags=flags)


def _joined(live: list[Env]) -> Env:
    first = live[0]
    values: dict[str, Value] = {}
    for name, value in first.values.items():
        for other in live[1:]:
            value = join(value, other.values.get(name))
            if value is None:
                break
        if value is not None:
            values[name] = value
    tests = {n: t for n, t in first.tests.items() if all(s.tests.get(n) == t for s in live)}
    lengths = {n: m for n, m in first.lengths.items() if all(s.lengths.get(n) == m for s in live)}
    return Env(values, tests, lengths)


def widen_states(old: State, new: State) -> State:
    if old is None or new is None:
        return new
    values = {n: w for n, v in old.values.items() if (w := widen(v, new.values.get(n))) is not None}
    tests = {n: t for n, t in old.tests.items() if new.tests.get(n) == t}
    lengths = {n: m for n, m in old.lengths.items() if new.lengths.get(n) == m}
    return Env(values, tests, lengths)


def _names(*atoms: ir.Atom) -> set[str]:
    return {a.name for a in atoms if isinstance(a, ir.Var)}


# ---------------------------------------------------------------- lists that nothing changes


def _looked_at(function: ir.Function, value_of_global: Callable[[str], Any]) -> frozenset[str]:
    """Variables whose every use only looks: what is iterated, measured, indexed, compared or returned."""
    all_uses: Counter[str] = Counter()
    quiet: Counter[str] = Counter()
    globals_read: dict[str, Any] = {}
    for node in nodes_of(function.body):
        match node:
            case ir.Var(name):
                all_uses[name] += 1
            case ir.Native(_, _, reads) | ir.NativeStatement(_, _, reads):
                all_uses.update(reads)
            case ir.Closure(inner):
                all_uses.update(inner.free)
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = value_of_global(name)
    for node in nodes_of(function.body):
        match node:
            case ir.Assign(ir.Var(name)):
                quiet[name] += 1
            case ir.For(_, ir.Var(name)) | ir.Item(ir.Var(name)) | ir.If(ir.Var(name)) | ir.Return(ir.Var(name)):
                quiet[name] += 1
            case ir.Unpack(_, _, ir.Var(name)) | ir.Unary("not", ir.Var(name)):
                quiet[name] += 1
            case ir.MethodCall(ir.Var(name), method) if method in READING:
                quiet[name] += 1
            case ir.Call(ir.Var(f), arguments) if _looks(globals_read.get(f)):
                quiet.update(a.name for a in arguments if isinstance(a, ir.Var))
    names = [name for name, count in all_uses.items() if quiet[name] == count]
    return frozenset(names) - {p.name for p in function.parameters}


def _looks(function: Any) -> bool:
    return any(function is f for f in LOOKING)
