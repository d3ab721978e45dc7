"""What the declared types of the parameters decide by themselves: a forward analysis of the tree form over sets of
classes.

Each variable has the classes its value may have, or anything (absent from the state).  `isinstance`, comparison with
None and truth values are evaluated on them, their outcomes narrow them, and what no state reaches is dead.  It proves
the usual guards (`if not isinstance(x, str): raise …` where `x: str`) without running anything, for all inputs of the
declared types.

The variables that loops assign are forgotten instead of iterated.  It only ever errs towards "alive".
"""

from __future__ import annotations

import abc
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from clew.analysis.assigned import assigned_inside
from clew.analysis.failing import fails_by_type
from clew.analysis.statement_flow import Flow
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.operators import ALWAYS_BOOL
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Class:
    """Instances of a class; exact: of no subclass."""

    cls: type
    exact: bool


Types: TypeAlias = frozenset[Class]
NONE: Final = frozenset({Class(type(None), True)})
BOOL: Final = frozenset({Class(bool, True)})


@dataclass(frozen=True, slots=True)
class Test:
    """A temporary that holds the answer to a question about a variable: which of its classes answer yes, and no."""

    variable: str
    yes: Types
    no: Types


@dataclass(frozen=True, slots=True)
class Env:
    """What is known where control is.

    types: by variable; tests: of variables that hold an answer; objects: of temporaries that hold a global, or a tuple
    of them.
    """

    types: Mapping[str, Types]
    tests: Mapping[str, Test]
    objects: Mapping[str, Any]


State: TypeAlias = Env | None  # None: nothing comes here


def dead_goals(
    function: ir.Function,
    parameters: Mapping[str, Types],
    value_of_global: Callable[[str], Any],
    dicts: Collection[str] = (),
) -> dict[Place, tuple[Span, ...]]:
    """Goals that no call with these parameters reaches, as (span, kind, outcome), each with the tests that exclude it.

    parameters: classes of the parameters whose classes are known.  value_of_global: the object a global names, or None.
    dicts: variables that nothing assigns, and that hold a dict of whatever class, which no library stores in in its own
    way.
    """
    shared = assigned_inside(function.body)
    flow = _TypeFlow(value_of_global, shared, dicts)
    known = {name: types for name, types in parameters.items() if name not in shared}
    flow.block(function.body, Env(known, {}, {}))
    return flow.dead()


class _TypeFlow(Flow[Env]):
    """shared: variables that nested functions assign; dicts: as of `dead_goals`."""

    def __init__(self, value_of_global: Callable[[str], Any], shared: frozenset[str], dicts: Collection[str]) -> None:
        super().__init__()
        self.dicts = dicts
        self.value_of_global = value_of_global
        self.shared = shared

    def forget(self, state: State, names: Iterable[str]) -> State:
        return _forget(state, names)

    def join(self, states: Iterable[State]) -> State:
        return _join(states)

    def assign(self, name: str, value: ir.Value, state: Env) -> State:
        after = _forget(state, [name])
        assert after is not None
        if name in self.shared:
            return after
        known, test, held = self.types_of(value, state), self.test_of(value, state), self.object_of(value, state)
        if test is not None and test.variable == name:
            test = None
        return Env(
            after.types if known is None else {**after.types, name: known},
            after.tests if test is None else {**after.tests, name: test},
            after.objects if held is None else {**after.objects, name: held},
        )

    def may_fail(self, operation: ir.Statement, cls: str, state: Env) -> bool:
        match cls, operation:
            case "IndexError", ir.SetItem(ir.Var(name)) if name in self.dicts:
                return False

        def classes(atom: ir.Atom) -> frozenset[type] | None:
            types = self.types_of(atom, state)
            return None if types is None else frozenset(each.cls for each in types)

        return fails_by_type(operation, cls, classes)

    def types_of(self, value: ir.Value, state: Env) -> Types | None:
        match value:
            case ir.Var(name):
                return state.types.get(name)
            case ir.Const(constant):
                return frozenset({Class(type(constant), True)})
            case ir.Unary("not") | ir.Unary("is-sequence") | ir.Unary("is-mapping"):
                return BOOL
            case ir.Binary(op) if op in ALWAYS_BOOL:
                return BOOL
            case ir.Display(kind):
                return frozenset({Class({"tuple": tuple, "list": list, "set": set}[kind], True)})
            case ir.DictDisplay():
                return frozenset({Class(dict, True)})
            case ir.Join() | ir.Format():
                return frozenset({Class(str, True)})
            case _:
                return None

    def object_of(self, value: ir.Value, state: Env) -> Any:
        match value:
            case ir.Global(name):
                return self.value_of_global(name)
            case ir.Display("tuple", items) if all(isinstance(i, ir.Var) and i.name in state.objects for i in items):
                return tuple(state.objects[i.name] for i in items if isinstance(i, ir.Var))
            case _:
                return None

    def test_of(self, value: ir.Value, state: Env) -> Test | None:
        """The question a value answers, if it is one the classes of a variable can decide."""
        match value:
            case ir.Var(name):
                return state.tests.get(name)
            case ir.Unary("not", ir.Var(name)):
                test = state.tests.get(name) or self.truth_of(name, state)
                return None if test is None else Test(test.variable, test.no, test.yes)
            case ir.Binary("is" | "is-not" as op, ir.Var(name), ir.Const(None)) if name in state.types:
                found = state.types[name]
                is_none = Test(name, found & NONE, found - NONE)
                return is_none if op == "is" else Test(name, is_none.no, is_none.yes)
            case ir.Call(ir.Var(function), (ir.Var(name), ir.Var(classes))) if name in state.types:
                if state.objects.get(function) is isinstance and classes in state.objects:
                    return _instance_test(name, state.types[name], state.objects[classes])
                return None
            case _:
                return None

    @staticmethod
    def truth_of(name: str, state: Env) -> Test | None:
        """None is false; nothing else is known."""
        found = state.types.get(name)
        return None if found is None else Test(name, found - NONE, found)

    def split_by(self, condition: ir.Var, state: Env) -> tuple[State, State]:
        test = state.tests.get(condition.name) or self.truth_of(condition.name, state)
        if test is None or test.variable not in state.types:
            return state, state
        return _narrowed(state, test.variable, test.yes), _narrowed(state, test.variable, test.no)


def _instance_test(name: str, types: Types, classes: Any) -> Test | None:
    """isinstance(name, classes)"""
    wanted = _flat(classes)
    if wanted is None:
        return None
    yes = frozenset(c for c in types if not _never(c, wanted))
    no = frozenset(c for c in types if not _always(c, wanted))
    return Test(name, yes, no)


def _flat(classes: Any) -> tuple[type, ...] | None:
    """The classes of the second argument of isinstance; None where it is something else, or asks its own questions."""
    if isinstance(classes, tuple | types.UnionType):
        parts = [_flat(c) for c in (classes if isinstance(classes, tuple) else classes.__args__)]
        return None if any(p is None for p in parts) else tuple(c for p in parts if p is not None for c in p)
    return (classes,) if isinstance(classes, type) and type(classes) in (type, abc.ABCMeta) else None


def _always(c: Class, wanted: Iterable[type]) -> bool:
    return any(issubclass(c.cls, w) for w in wanted)


def _never(c: Class, wanted: Sequence[type]) -> bool:
    """With abstract classes, others may be registered at any time."""
    return c.exact and not any(isinstance(w, abc.ABCMeta) for w in wanted) and not _always(c, wanted)


def _narrowed(state: Env, name: str, kept: Types) -> State:
    left = state.types[name] & kept
    return Env({**state.types, name: left}, state.tests, state.objects) if left else None


def _forget(state: State, names: Iterable[str]) -> State:
    """Nothing is known of these variables any more, nor what the others say of them."""
    if state is None:
        return None
    gone = set(names)
    return Env(
        {name: types for name, types in state.types.items() if name not in gone},
        {name: test for name, test in state.tests.items() if name not in gone and test.variable not in gone},
        {name: held for name, held in state.objects.items() if name not in gone},
    )


def _join(states: Iterable[State]) -> State:
    live = [s for s in states if s is not None]
    if len(live) <= 1:
        return live[0] if live else None
    first = live[0]
    joined = {n: frozenset().union(*(s.types[n] for s in live)) for n in first.types if all(n in s.types for s in live)}
    tests = {n: t for n, t in first.tests.items() if all(s.tests.get(n) == t for s in live)}
    objects = {n: o for n, o in first.objects.items() if all(s.objects.get(n) is o for s in live)}
    return Env(joined, tests, objects)
