"""Which keys are surely in which dicts: a forward analysis of the tree form.

`if key in table: return table[key]` looks up what was just found there, for dicts of any size: no exploration of
single inputs comes to an end of that.  The dicts are parameters from which nothing in the function takes anything
(`unchanged`), so what was once in one stays there; a fact is lost only with the variable that holds the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.analysis.statement_flow import Flow, Rounds
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.records import dataclass
from clew.source.spans import Span

Fact: TypeAlias = tuple[str, ir.Atom]  # the dict, the key
There: TypeAlias = frozenset[Fact] | None  # None: that is not so
Test: TypeAlias = tuple[There, There]  # what is there if the answer is true, and if it is false
IN_ORDER: Final = frozenset({"sorted", "list", "tuple", "iter", "reversed"})


@dataclass(frozen=True, slots=True)
class Facts:
    """present: what is surely there; tests: by variable that answers a question; keys: variables that go over the keys
    of a dict; globals: those that hold one.
    """

    present: frozenset[Fact] = frozenset()
    tests: Mapping[str, Test] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    globals: Mapping[str, str] = field(default_factory=dict)


State: TypeAlias = Facts | None


def dead_by_membership(
    function: ir.Function, dicts: frozenset[str], shared: frozenset[str]
) -> dict[Place, tuple[Span, ...]]:
    """The places of lookups that cannot fail.

    dicts: parameters that hold a dict of Python's own, from which nothing is taken; shared: variables that other
    functions assign.
    """
    if not dicts:
        return {}
    flow = _Membership(dicts - shared, shared)
    flow.block(function.body, Facts())
    return flow.dead()


class _Membership(Flow[Facts]):
    def __init__(self, dicts: frozenset[str], shared: frozenset[str]) -> None:
        super().__init__()
        self.dicts = dicts
        self.shared = shared

    def may_fail(self, operation: ir.Statement, cls: str, state: Facts) -> bool:
        match cls, operation:
            case "KeyError" | "LookupError", ir.Assign(value=ir.Item(ir.Var(name), key)):
                return (name, key) not in state.present
        return True

    def assign(self, name: str, value: ir.Value, state: Facts) -> State:
        after = self.forget(state, [name])
        assert after is not None
        if name in self.shared:
            return after
        match value:
            case ir.Const(bool() as truth):
                test = (after.present, None) if truth else (None, after.present)
                return replace(after, tests={**after.tests, name: test})
            case ir.Global(other):
                return replace(after, globals={**after.globals, name: other})
            case ir.Binary("in" | "not-in" as op, key, ir.Var(held)) if held in self.dicts and self.lasts(key, name):
                there, nothing = frozenset({(held, key)}), frozenset[Fact]()
                return replace(after, tests={**after.tests, name: (there, nothing) if op == "in" else (nothing, there)})
            case ir.Unary("not", ir.Var(other)) if other in after.tests:
                yes, no = after.tests[other]
                return replace(after, tests={**after.tests, name: (no, yes)})
            case ir.Var(other) if other in after.tests:
                return replace(after, tests={**after.tests, name: after.tests[other]})
            case ir.Var(other):
                same = frozenset((held, ir.Var(name)) for held, key in after.present if key == ir.Var(other))
                return replace(after, present=after.present | same)
            case ir.MethodCall(ir.Var(held), "keys", ()) if held in self.dicts:
                return replace(after, keys={**after.keys, name: held})
            case ir.Call(ir.Var(called), (ir.Var(given),)) if after.globals.get(called) in IN_ORDER:
                held = after.keys.get(given, given)
                return replace(after, keys={**after.keys, name: held}) if held in self.dicts else after
        return after

    def lasts(self, key: ir.Atom, name: str) -> bool:
        """Does the key stay what it is while the variable is assigned, and while other functions run?"""
        return isinstance(key, ir.Const) or (key.name != name and key.name not in self.shared)

    def split_by(self, condition: ir.Var, state: Facts) -> tuple[State, State]:
        yes, no = state.tests.get(condition.name, (frozenset(), frozenset()))
        return _with(state, yes), _with(state, no)

    def rounds(self, statement: ir.For, state: State) -> Rounds[Facts]:
        """Going over a dict gives its keys."""
        held, target = None, statement.target
        if state is not None and isinstance(statement.iterable, ir.Var) and target.name not in self.shared:
            name = statement.iterable.name
            held = name if name in self.dicts else state.keys.get(name)

        def item(head: State) -> State:
            after = self.forget(head, [target.name])
            if after is None or held is None:
                return after
            return replace(after, present=after.present | {(held, target)})

        return Rounds(item)

    def forget(self, state: State, names: Iterable[str]) -> State:
        if state is None:
            return None
        gone = set(names)

        def kept(facts: frozenset[Fact]) -> frozenset[Fact]:
            return frozenset(fact for fact in facts if not _names(fact) & gone)

        return Facts(
            kept(state.present),
            {
                name: (None if yes is None else kept(yes), None if no is None else kept(no))
                for name, (yes, no) in state.tests.items()
                if name not in gone
            },
            {name: held for name, held in state.keys.items() if name not in gone},
            {name: held for name, held in state.globals.items() if name not in gone},
        )

    def join(self, states: Iterable[State]) -> State:
        live = [state for state in states if state is not None]
        if len(live) <= 1:
            return live[0] if live else None
        first, *others = live
        return Facts(
            frozenset.intersection(*(state.present for state in live)),
            {n: _either(n, live) for n in first.tests if all(n in other.tests for other in others)},
            {n: held for n, held in first.keys.items() if all(other.keys.get(n) == held for other in others)},
            {n: held for n, held in first.globals.items() if all(other.globals.get(n) == held for other in others)},
        )


def _with(state: Facts, there: There) -> State:
    return None if there is None else replace(state, present=state.present | there)


def _either(name: str, states: list[Facts]) -> Test:
    """What an answer says, whichever of the states it was given in."""
    answers = [(state.tests[name], state.present) for state in states]
    yes = [there | present for (there, _), present in answers if there is not None]
    no = [there | present for (_, there), present in answers if there is not None]
    return (frozenset.intersection(*yes) if yes else None, frozenset.intersection(*no) if no else None)


def _names(fact: Fact) -> set[str]:
    held, key = fact
    return {held, key.name} if isinstance(key, ir.Var) else {held}
