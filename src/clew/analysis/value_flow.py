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
import collections
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from clew.analysis.abstract_values import (
    ANY_INT,
    INFINITE,
    Bool,
    Cut,
    Fixed,
    Int,
    Known,
    Many,
    Value,
    as_many,
    of_object,
    text,
)
from clew.analysis.assigned import assigned_inside
from clew.analysis.failing import fails_by_value
from clew.analysis.looked_at import looked_at
from clew.analysis.membership import dead_by_membership
from clew.analysis.statement_flow import Flow, Loop, Rounds
from clew.analysis.type_flow import Types
from clew.analysis.unchanged import accumulated, fills_always, unchanged
from clew.analysis.value_operations import (
    COMPARISONS,
    CONTAINERS,
    VIEWS,
    binary,
    item_of,
    may_change,
    result_of_call,
    result_of_method,
    unary,
)
from clew.analysis.value_states import (
    Env,
    State,
    Test,
    compared,
    flag_for,
    forget,
    join_states,
    longer,
    meet,
    names_of,
    not_zero,
    value_of_atom,
    widen_states,
)
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.guards import without_guards
from clew.source.spans import Span

UNROLLED: Final = 12  # rounds of a loop over so many elements, exactly, that are walked one by one
ROUNDS: Final = 6  # of a loop, before what it assigns is forgotten
MOST_STATEMENTS: Final = 60_000

COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")


class TooMuch(Exception):
    """The function is too large for this."""


def dead_by_values(
    function: ir.Function,
    parameters: Mapping[str, Types],
    value_of_global: Callable[[str], Any],
    plain: bool = False,
    nested: bool = False,
) -> dict[Place, tuple[Span, ...]]:
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
    # Any argument that may be a container may be the same one as another.
    given = frozenset(n for n, types in parameters.items() if not {c.cls for c in types} <= _SCALARS)
    bare = replace(function, body=without_guards(function.body))
    kept = unchanged(bare, given, nested, value_of_global) if plain else frozenset()
    held = kept & containers.keys()
    # One that makes what is missing (`defaultdict`) only ever gets more keys.
    dicts = frozenset(n for n in kept if {c.cls for c in parameters[n]} <= _DICTS)
    found = dead_by_membership(function, dicts, shared)
    known.update((name, Many(containers[name], 0, INFINITE)) for name in held)
    quiet = looked_at(bare, value_of_global) | held
    filled = accumulated(bare)
    for unrolled in (UNROLLED, 0):
        flow = _ValueFlow(value_of_global, shared, quiet, filled, unrolled)
        try:
            flow.block(function.body, Env(known))
        except (TooMuch, RecursionError):
            continue
        return found | flow.dead()
    return found


_DICTS: Final = frozenset({dict, collections.defaultdict, collections.OrderedDict, collections.Counter})
_SCALARS: Final = frozenset({int, bool, float, complex, str, bytes, type(None), slice})


def _kind(types: Types) -> str:
    """The kind of container that it is; "" for anything else."""
    names = {c.cls.__name__ for c in types if c.exact and c.cls in (list, dict, set)}
    return names.pop() if len(names) == len(types) == 1 else ""


class _ValueFlow(Flow[Env]):
    """shared: variables that other functions may assign.  quiet: variables whose container nothing can change.

    filled: temporaries that comprehensions fill, with the kind of container.  unrolled: of how many rounds a loop may
    be to be walked round by round.
    """

    def __init__(
        self,
        value_of_global: Callable[[str], Any],
        shared: frozenset[str],
        quiet: frozenset[str],
        filled: Mapping[str, str],
        unrolled: int,
    ) -> None:
        super().__init__()
        self.value_of_global = value_of_global
        self.globals: dict[str, Value] = {}
        self.shared = shared
        self.quiet = quiet
        self.filled = filled
        self.unrolled = unrolled
        self.closures: dict[str, ir.Function] = {}  # comprehensions that are functions, by temporary
        self.visited = 0

    def statement(self, statement: ir.Statement, state: State) -> State:
        self.visited += 1
        if self.visited > MOST_STATEMENTS:
            raise TooMuch
        return super().statement(statement, state)

    def forget(self, state: State, names: Iterable[str]) -> State:
        return forget(state, names)

    def join(self, states: Iterable[State]) -> State:
        return join_states(states)

    # ------------------------------------------------------------ loops

    def head(self, state: State, names: list[str], once: Callable[[State], State]) -> State:
        """A state that holds whenever the loop is about to go round: widened until a round adds nothing."""
        self.silent += 1
        current = state
        for _ in range(ROUNDS):
            self.loops.append(Loop())
            end = once(current)
            loop = self.loops.pop()
            after = widen_states(current, join_states([current, end, *loop.continues]))
            if after == current:
                break
            current = after
        else:
            current = forget(state, names)
        self.silent -= 1
        return current

    def rounds(self, statement: ir.For, state: State) -> Rounds[Env]:
        many = as_many(self.value_of(statement.iterable, state)) if state is not None else None

        def item(head: State) -> State:
            if head is None or (many is not None and many.high == 0):
                return None
            after = forget(head, [statement.target.name])
            return self.known(statement.target.name, many.element if many is not None else None, after)

        if many is None:
            return Rounds(item)
        exact = many.low == many.high and 0 < many.low <= self.unrolled
        return Rounds(item, many.low, int(many.low) if exact else None)

    def exhausted(self, statement: ir.For, least: float, head: State) -> State:
        left = head
        for name in fills_always(without_guards(statement.body), self.filled) if least > 0 else ():
            low = least if self.filled[name] == "list" else 1
            left = self.known(name, Many(self.filled[name], low, INFINITE), left)
        return left

    # ------------------------------------------------------------ assignments

    def known(self, name: str, value: Value, state: State) -> State:
        """The variable, forgotten before, has this value now."""
        if state is None or value is None or name in self.shared:
            return state
        return replace(state, values={**state.values, name: value})

    def assign(self, name: str, value: ir.Value, state: Env) -> State:
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
            case ir.Binary(op, left, right) if op in COMPARISONS and name not in names_of(left, right):
                after = replace(after, tests={**after.tests, name: Test(op, left, right)})
            case ir.Call(ir.Var(f), (ir.Var(measured),)) if state.values.get(f) == Known(len) and measured != name:
                if isinstance(state.values.get(measured), Many):
                    after = replace(after, lengths={**after.lengths, name: measured})
            case ir.Var(other) if other != name:
                if other in state.tests:
                    after = replace(after, tests={**after.tests, name: state.tests[other]})
                if other in state.flags:
                    after = replace(after, flags={**after.flags, name: flag_for(state.flags[other], name)})
                if other in state.lengths and state.lengths[other] != name:
                    after = replace(after, lengths={**after.lengths, name: state.lengths[other]})
            case ir.MethodCall(ir.Var(other), "isdigit" | "isdecimal" | "isnumeric", ()) if other != name:
                many = as_many(state.values.get(other))
                if many is not None and many.kind == "str":
                    asked = self.known(other, replace(many, digits=True), after)
                    yes = None if asked is None else longer(asked, other, 1, INFINITE)
                    after = replace(after, flags={**after.flags, name: flag_for((yes, after), name)})
            case ir.Unary("not", ir.Var(other)) if other != name:
                yes, no = self.split(ir.Var(other), state)
                after = replace(after, flags={**after.flags, name: flag_for((no, yes), name)})
        return after

    def comprehension(self, function: ir.Function, iterable: Value) -> None:
        """A comprehension that is a function of its first iterable: what it reads of the function around it may
        change.
        """
        outer, self.loops = self.loops, []
        self.block(function.body, Env({function.parameters[0].name: iterable} if iterable is not None else {}))
        self.loops = outer

    def unpack(self, statement: ir.Unpack, state: State) -> State:
        targets, starred = statement.targets, statement.starred
        found = self.value_of(statement.value, state) if state is not None else None
        state = forget(state, [t.name for t in targets])
        if starred is None and isinstance(found, Fixed) and len(found.items) == len(targets):
            for target, item in zip(targets, found.items, strict=True):
                if not may_change(item):
                    state = self.known(target.name, item, state)
        return state

    def may_fail(self, operation: ir.Statement, cls: str, state: Env) -> bool:
        return fails_by_value(operation, cls, lambda atom: self.value_of(atom, state))

    # ------------------------------------------------------------ values

    def of_global(self, name: str) -> Value:
        if name not in self.globals:
            found = self.value_of_global(name)
            is_builtin = found is not None and getattr(builtins, name, None) is found
            self.globals[name] = Known(found) if is_builtin else of_object(found)
        return self.globals[name]

    def value_of(self, value: ir.Value, state: Env) -> Value:
        match value:
            case ir.Var(name) if name in self.filled and name not in state.values:
                return Many(self.filled[name], 0, INFINITE)
            case ir.Var() | ir.Const():
                return value_of_atom(value, state)
            case ir.Global(name):
                return self.of_global(name)
            case ir.Unary(op, operand):
                return unary(op, self.value_of(operand, state))
            case ir.Binary(op, left, right):
                return binary(op, self.value_of(left, state), self.value_of(right, state))
            case ir.Display(kind, items) if kind != "set" and not any(isinstance(i, ir.Star) for i in items):
                values = tuple(self.value_of(i, state) for i in items if not isinstance(i, ir.Star))
                found = Fixed(tuple(None if may_change(v) else v for v in values))
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
                return item_of(self.value_of(o, state), self.value_of(k, state))
            case ir.Call(ir.Var(name), arguments):
                function = state.values.get(name)
                if isinstance(function, Known) and not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
                    given = [self.value_of(a, state) for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
                    return result_of_call(function.object, given)
            case ir.MethodCall(o, name, arguments):
                receiver = self.value_of(o, state)
                if isinstance(receiver, Many) and receiver.kind == "str":
                    return result_of_method(receiver, name, arguments)
                if isinstance(receiver, Many) and receiver.kind == "dict" and name in VIEWS and not arguments:
                    return Many("once", receiver.low, receiver.high)
        return None

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
            return compared(state, test, test.op), compared(state, test, COMPARISONS[test.op])
        if isinstance(value, Int):
            return not_zero(state, name, value), meet(state, name, Int(0, 0))
        if isinstance(value, Many) and value.kind != "once":
            return longer(state, name, 1, INFINITE), longer(state, name, 0, 0)
        return state, state
