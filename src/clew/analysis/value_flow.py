"""What numbers and lengths can be, for all inputs: a forward analysis of the tree form over intervals.

It proves what running path after path cannot where a loop has no bound: that a remainder of ten is no digit above
nine, that a counter which starts at one and grows is never zero, that a loop over a constant or over what `split(",")`
gave is entered.

Abstract interpretation with intervals and widening (Cousot and Cousot 1977; thresholds -1, 0, 1).  Where both arms of a
short-circuit set the same flag, the states of either truth value are kept apart until the flag is tested.  Of a
container that others may hold, what is known lasts until code runs that nobody knows (`calm`), unless the function does
nothing but look at it.  An operation that did not fail says something of its operands.  It only ever errs towards
"alive".
"""

from __future__ import annotations

import collections
import enum
import itertools
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from typing import Any, Final

from clew.analysis.abstract_values import (
    ANY_INT,
    ANY_WHOLE,
    INFINITE,
    Bool,
    Fixed,
    Foreign,
    Int,
    Itself,
    Known,
    Many,
    Matched,
    Maybe,
    Nothing,
    Number,
    Value,
    as_many,
    classes_of,
    join,
    may_change,
    text,
    widen,
)
from clew.analysis.assigned import assigned_inside
from clew.analysis.calm import given_to, is_calm, is_plain, runs_no_code
from clew.analysis.contents import contents_of
from clew.analysis.differences import (
    as_long,
    difference,
    in_range,
    is_in_range,
    lengthened,
    longer_by,
    related,
    related_first,
)
from clew.analysis.failing import fails_by_type, fails_by_value
from clew.analysis.looked_at import looked_at, owned
from clew.analysis.membership import dead_by_membership
from clew.analysis.own_containers import changed, changed_variable
from clew.analysis.regex_results import Search, least_matched, match_of
from clew.analysis.statement_flow import Flow, Loop, Rounds
from clew.analysis.type_flow import Types
from clew.analysis.unchanged import accumulated, fills_always, unchanged
from clew.analysis.unpacking import unpacked_singly
from clew.analysis.value_operations import NEGATED
from clew.analysis.value_states import (
    Env,
    State,
    Test,
    changeable,
    comparable,
    compared,
    flag_for,
    forget,
    join_states,
    longer,
    meet,
    names_of,
    no_worse,
    not_zero,
    succeeded,
    widen_states,
    with_magnitude,
    with_value,
)
from clew.analysis.values import Values
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.guards import without_guards
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.source.spans import Span

UNROLLED: Final = 12  # rounds of a loop over so many elements, exactly, that are walked one by one
ROUNDS: Final = 6  # of a loop, before what it assigns is forgotten
MOST_STATEMENTS: Final = 60_000
NOTHING_KNOWN: Final[Mapping[str, Value]] = {}

COMPOUND: Final = (ir.If, ir.While, ir.For, ir.Try, ir.With)
COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
LAMBDA: Final = "<lambda>"


class TooMuch(Exception):
    """The function is too large for this."""


def dead_by_values(
    function: ir.Function,
    parameters: Mapping[str, Types],
    value_of_global: Callable[[str], Any],
    plain: bool = False,
    nested: bool = False,
    calm: bool = True,
    lasting: Callable[[Any], bool] = lambda value: True,
    receiver: str = "",
    elements: Mapping[str, Value] = NOTHING_KNOWN,
    itself: str = "",
) -> dict[Place, tuple[Span, ...]]:
    """Goals that no call with these parameters reaches, as (span, kind, outcome), each with the test excluding it.

    plain: all arguments are builtin scalars and containers of them; nested: or containers of containers; calm: nothing
    happens when an object ends; lasting: does no code of the project change this module, or function of one, of
    Python's library?  receiver: the variable whose attributes `value_of_global` knows as `.name`; elements: what is in
    lists and sets that are given, as these are when the call begins; itself: a name of the module that stands for this
    function and for nothing else, empty where there is none.
    """
    function = unpacked_singly(function)
    looked = _Looked(function, parameters, value_of_global, plain, nested, calm, lasting, receiver, elements)
    shared = looked.shared
    # One that makes what is missing (`defaultdict`) only ever gets more keys.
    kept = looked.kept("") if plain else frozenset()
    dicts = frozenset(n for n in kept if {c.cls for c in parameters[n]} <= _DICTS)
    found = dead_by_membership(function, dicts, shared)
    own = looked.result(itself) if itself and plain and calm else None
    for unrolled in (UNROLLED, 0):
        try:
            flow, _ = looked.walked(unrolled, (itself, own) if own is not None else None)
        except (TooMuch, RecursionError):
            continue
        return found | flow.dead()
    return found


@dataclass(frozen=True, slots=True)
class _Looked:
    """A function, and what of it is known: see `dead_by_values`."""

    function: ir.Function
    parameters: Mapping[str, Types]
    value_of_global: Callable[[str], Any]
    plain: bool
    nested: bool
    calm: bool
    lasting: Callable[[Any], bool]
    receiver: str
    elements: Mapping[str, Value]

    @property
    def shared(self) -> frozenset[str]:
        function = self.function
        return assigned_inside(function.body) | frozenset(function.nonlocals) | frozenset(function.globals)

    def kept(self, itself: str) -> frozenset[str]:
        """Parameters whose containers nothing changes."""
        # Any argument that may be a container may be the same one as another.
        given = frozenset(n for n, types in self.parameters.items() if not {c.cls for c in types} <= _SCALARS)
        bare = replace(self.function, body=without_guards(self.function.body))
        return unchanged(bare, given, self.nested, self.value_of_global, itself)

    def given(self, held: Set[str]) -> dict[str, Value]:
        """What is known of the parameters; held: those whose containers nothing changes."""
        known: dict[str, Value] = {}
        for name, types in self.parameters.items():
            value = of_classes({c.cls for c in types})
            if name not in self.shared and value is not None:
                known[name] = value
        starred = [p.name for p in self.function.parameters if p.kind == "*" and p.name not in self.shared]
        known |= {name: Many("tuple", 0, INFINITE) for name in starred}
        for name, kind in self.containers.items():
            if name in held or self.calm:
                known[name] = Many(kind, 0, INFINITE, self.elements.get(name) if name in held else None)
        return known

    @property
    def containers(self) -> dict[str, str]:
        kinds = {name: _kind(types) for name, types in self.parameters.items()}
        return {name: kind for name, kind in kinds.items() if kind and name not in self.shared}

    def walked(self, unrolled: int, itself: tuple[str, Itself] | None = None) -> tuple[_ValueFlow, State]:
        """With the state at its end."""
        function = self.function
        bare = replace(function, body=without_guards(function.body))
        name = itself[0] if itself is not None else ""
        held = (self.kept(name) if self.plain else frozenset()) & self.containers.keys()
        from_itself = _given_by(function, name) if name else frozenset()
        quiet = (looked_at(bare, self.value_of_global) | held) - from_itself
        owners = owned(function, self.value_of_global)
        own = {name: end for name, end in owners.items() if name not in quiet | from_itself}
        exact = not any(_counts_as_int(c.cls) for types in self.parameters.values() for c in types)
        names = self.receiver, _named(bare), exact, itself
        values = Values(self.value_of_global, quiet, accumulated(bare), self.lasting, *names)
        flow = _ValueFlow(function, values, self.shared, frozenset(own), unrolled, self.calm)
        flow.contents = self.contents(bare) if self.plain else NOTHING_KNOWN
        return flow, _walk(flow, own, Env(self.given(held)))

    def contents(self, bare: ir.Function) -> Mapping[str, Value]:
        """What variables that only ever hold numbers, or texts, are."""
        if not all(c.exact for types in self.parameters.values() for c in types):
            return {}
        given = {name: frozenset(c.cls for c in types) for name, types in self.parameters.items()}
        inside = {name: classes_of(value) for name, value in self.elements.items()}
        told = {name: classes for name, classes in inside.items() if classes is not None}
        found = contents_of(bare, given, told, self.value_of_global)
        values = {name: ANY_INT if classes == {int} else of_classes(classes) for name, classes in found.items()}
        return {name: value for name, value in values.items() if value is not None and is_plain(value)}

    def result(self, name: str) -> Itself | None:
        """What it gives where it calls itself, as a fixpoint; None where that is not known, or a call may do more than
        give something.  name: of the function in its module.
        """
        function = self.function
        if function.flags or function.free or self.shared or not _is_called(function, name):
            return None
        if any(isinstance(node, _OPEN) for node in nodes(function.body)):
            return None
        held = self.kept(name) & self.containers.keys()
        known = self.given(held)
        given = tuple(known.get(p.name) for p in function.parameters)
        if not all(p.kind in _POSITIONAL for p in function.parameters) or not all(map(_is_told, given)):
            return None
        itself = Itself(given)
        for _ in range(ROUNDS):
            try:
                flow, end = self.walked(0, (name, itself))
            except (TooMuch, RecursionError):
                return None
            given_back = [*flow.returned, *([Nothing()] if end is not None else [])]
            if flow.stirred or not given_back:
                return None
            found = itself.result if itself.ends else given_back[0]
            for value in given_back:
                found = widen(found, value) if itself.ends else join(found, value)
            if found is None or (itself.ends and found == itself.result):
                return itself if found is not None else None
            itself = replace(itself, result=found, ends=True)
        return None


_POSITIONAL: Final = ("positional", "positional-only")


def _is_called(function: ir.Function, name: str) -> bool:
    return any(isinstance(node, ir.Assign) and node.value == ir.Global(name) for node in nodes(function.body))


def _is_told(value: Value) -> bool:
    """A number or text, or a container of such."""
    many = as_many(value)
    return is_plain(value) if many is None or many.kind in ("str", "tuple") else is_plain(many.element)


def _given_by(function: ir.Function, name: str) -> frozenset[str]:
    """Variables that may hold what a call of this function gave: others may have that."""
    named = _named(function)
    found: set[str] = set()
    before = -1
    while before != (before := len(found)):
        for node in nodes(function.body, nested=False):
            match node:
                case ir.Assign(ir.Var(target), ir.Call(ir.Var(f))) if named.get(f) == name:
                    found.add(target)
                case ir.Assign(ir.Var(target), ir.Var(other)) if other in found:
                    found.add(target)
    return frozenset(found)


_OPEN: Final = (
    ir.Closure, ir.Native, ir.NativeStatement, ir.With, ir.Yield, ir.YieldFrom, ir.Await, ir.SetGlobal, ir.DelGlobal,
    ir.SetAttr, ir.DelAttr,
)  # fmt: skip


def _walk(flow: _ValueFlow, owned: Mapping[str, int], state: State) -> State:
    """The body, whose statements have a container to themselves until one of them hands it out.

    owned: as of `looked_at.owned`.
    """
    for index, statement in enumerate(flow.function.body):
        handed_out = frozenset(name for name in flow.own if owned[name] <= index)
        flow.own -= handed_out
        if state is not None and not flow.calm:
            state = forget(state, changeable(state) & handed_out)
        state = flow.statement(statement, state)
    return state


def _named(function: ir.Function) -> dict[str, str]:
    """The temporaries that hold a global, and nothing else."""
    assigned: dict[str, list[ir.Value]] = {}
    for node in nodes(function.body, nested=False):
        if isinstance(node, ir.Assign) and node.target.name.startswith("%"):
            assigned.setdefault(node.target.name, []).append(node.value)
    return {
        name: first.name for name, (first, *others) in assigned.items() if isinstance(first, ir.Global) and not others
    }


_DICTS: Final = frozenset({dict, collections.defaultdict, collections.OrderedDict, collections.Counter})
_OF_ENUMS: Final = frozenset({"__doc__", "__new__", "__module__"})
_SCALARS: Final = frozenset({int, bool, float, complex, str, bytes, type(None), slice})


def of_classes(classes: Set[type]) -> Value:
    """A number or a text, or None as well."""
    rest = {int if _counts_as_int(cls) else cls for cls in classes - {type(None)}}
    found: Value = None
    if rest and rest <= {int, bool}:
        found = ANY_WHOLE
    elif rest and rest <= {int, bool, float}:
        found = Number()
    elif rest == {str}:
        found = text()
    return Maybe(found) if found is not None and type(None) in classes else found


def _counts_as_int(cls: type) -> bool:
    """An `IntEnum` with no operations of its own computes and compares as its members' values do."""
    if not issubclass(cls, enum.IntEnum):
        return False
    own = itertools.takewhile(lambda base: base is not enum.IntEnum, cls.__mro__)
    held = ((name, value) for base in own for name, value in vars(base).items() if hasattr(int, name))
    return all(
        name in _OF_ENUMS or value is vars(int).get(name) or value is vars(enum.Enum).get(name) for name, value in held
    )


def _kind(types: Types) -> str:
    """The kind of container that it is; "" for anything else."""
    names = {c.cls.__name__ for c in types if c.exact and c.cls in (list, dict, set)}
    return names.pop() if len(names) == len(types) == 1 else ""


def _once(function: ir.Function, name: str) -> bool:
    """Is the variable, which is assigned, mentioned only once besides?"""
    return [node for node in nodes(function.body, nested=False) if node == ir.Var(name)] == [ir.Var(name)] * 2


def _is_lasting(value: ir.Value, flow: _ValueFlow) -> bool:
    """Is the container new, part of a global, or another quiet variable's?"""
    match value:
        case ir.Var(name) if name.startswith("%") and name in flow.own:
            return True  # it is handed over
        case ir.Var(name) | ir.Item(ir.Var(name)):
            return name in flow.quiet or name in flow.filled
        case ir.Item():
            return False
    return True


def _never_ends(call: ir.Call, value_of: Callable[[ir.Atom], Value]) -> bool:
    """Of what is known so far of the function itself."""
    function = value_of(call.function)
    itself = isinstance(function, Itself) and not function.ends
    return itself and isinstance(function, Itself) and function.takes(given_to(call.arguments, value_of))


def _longer_by_one(flow: _ValueFlow, name: str, state: Env, left: Env) -> State:
    """Lists are at least as long as they were, whichever of them is the one that got longer."""
    many = state.values.get(name)
    if not flow.calm or not isinstance(many, Many) or many.kind != "list" or name in flow.quiet:
        return left
    result: State = left
    for other, value in state.values.items():
        if isinstance(value, Many) and value.kind == "list" and other not in flow.quiet | flow.own:
            low = value.low + 1 if other == name else value.low
            element = flow.values.elements.get(other)  # of a temporary that a comprehension fills
            result = flow.known(other, Many("list", low, INFINITE, element), result)
            assert result is not None
            # Each by itself: another one, which may be the same list, is as long as it was before or not.
            result = longer_by(other, 1 if other == name else 0, 1, state, result, changeable(state))
    return result


class _ValueFlow(Flow[Env]):
    """shared: variables that other functions may assign.  quiet: variables whose container nothing can change; own:
    that only their own statements change, of those of the body that come to here.

    filled: temporaries that comprehensions fill, with the kind of container.  unrolled: of how many rounds a loop may
    be to be walked round by round.  calm: there are statements after which containers are what they were before.
    contents: what variables are at any time; returned, stirred: what was given back so far, and whether code may have
    run that nobody knows, or something been changed that others have.
    """

    def __init__(
        self,
        function: ir.Function,
        values: Values,
        shared: frozenset[str],
        own: frozenset[str],
        unrolled: int,
        calm: bool,
    ) -> None:
        super().__init__()
        self.function = function
        self.values = values
        self.shared = shared
        self.quiet = values.quiet
        self.own = own
        self.filled = values.filled
        self.unrolled = unrolled
        self.calm = calm
        self.closures: dict[str, ir.Function] = {}  # comprehensions that are functions, by temporary
        self.visited = 0
        self.contents: Mapping[str, Value] = NOTHING_KNOWN
        self.returned: list[Value] = []
        self.stirred = False

    def statement(self, statement: ir.Statement, state: State) -> State:
        self.visited += 1
        if self.visited > MOST_STATEMENTS:
            raise TooMuch
        if isinstance(statement, ir.Return) and state is not None and not self.silent:
            value = self.values.of(statement.value, state)
            self.returned.append(value)
        after = super().statement(statement, state)
        if state is None or after is None or isinstance(statement, COMPOUND):
            return after
        if isinstance(statement, ir.NativeStatement) and (found := self.values.imported(statement.text)):
            for name, value in found.items():
                after = self.known(name, value, after)
            return after
        after = self.after_simple(statement, state, after)
        return succeeded(statement, state, after)

    def after_simple(self, statement: ir.Statement, state: Env, after: Env) -> State:
        """What is left of what was known of containers."""

        def value_of(atom: ir.Atom) -> Value:
            return self.values.of(atom, state)

        if self.calm and is_calm(statement, value_of):
            return after
        name = changed_variable(statement)
        if name in self.own and name in state.values and not is_calm(statement, value_of):
            assert name is not None
            no_code = self.calm and runs_no_code(statement, state.values[name], value_of)
            others = after if no_code else self.disturbed(after)
            result = self.known(name, changed(statement, state.values[name], value_of), forget(others, [name]))
            return None if result is None else lengthened(name, statement, state, result, value_of)
        left = self.disturbed(after)
        assert left is not None
        match statement:
            case ir.Assign(ir.Var(name), value):
                found = after.values.get(name)
                from_containers = any(
                    may_change(self.values.of(n, state)) for n in nodes(value) if isinstance(n, ir.Var)
                )
                if found is not None and not from_containers:
                    left = self.known(name, found, left) or left
                match value:
                    case ir.MethodCall(ir.Var(grown), "append", (ir.Var() | ir.Const(),)) if grown != name:
                        return _longer_by_one(self, grown, state, left)
        return left

    def disturbed(self, state: State) -> State:
        """What is still known when code has run that nobody knows."""
        self.stirred = self.stirred or state is not None
        return None if state is None else forget(state, changeable(state) - self.quiet - self.own)

    def interrupted(self, state: State) -> State:
        return None if state is None else forget(state, changeable(state) - self.quiet)

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
            current = self.interrupted(forget(state, names))
        self.silent -= 1
        return current

    def rounds(self, statement: ir.For, state: State) -> Rounds[Env]:
        value = self.values.of(statement.iterable, state) if state is not None else None
        many, element = as_many(value), value.element if isinstance(value, Foreign) else None

        def item(head: State) -> State:
            if head is None or (many is not None and many.high == 0):
                return None
            after = forget(head, [statement.target.name])
            after = after if many is not None else self.disturbed(after)
            after = self.known(statement.target.name, many.element if many is not None else element, after)
            return after if many is None else in_range(statement.target.name, statement.iterable, after)

        if many is None:
            return Rounds(item)
        if not (self.values.is_quiet(statement.iterable, many) or self.is_left_alone(statement)):
            # what the body does to it is not looked at
            many = replace(many, low=min(many.low, 1), high=many.high and INFINITE, element=None)
            return Rounds(item, many.low)
        exact = many.low == many.high and 0 < many.low <= self.unrolled
        return Rounds(item, many.low, int(many.low) if exact else None)

    def is_left_alone(self, loop: ir.For) -> bool:
        """Does the loop go over a container that the body does not mention, and that nothing else has?"""
        name = loop.iterable.name if isinstance(loop.iterable, ir.Var) else ""
        return name in self.own and not any(node == ir.Var(name) for node in nodes(loop.body))

    def exhausted(self, statement: ir.For, least: float, head: State) -> State:
        if head is not None and as_many(self.values.of(statement.iterable, head)) is None:
            head = self.disturbed(head)
        left = head
        for name in fills_always(without_guards(statement.body), self.filled) if least > 0 else ():
            low = least if self.filled[name] == "list" else 1
            left = self.known(name, Many(self.filled[name], low, INFINITE, self.values.elements.get(name)), left)
            left = as_long(name, statement.iterable, left) if self.filled[name] == "list" else left
        return left

    # ------------------------------------------------------------ assignments

    def known(self, name: str, value: Value, state: State) -> State:
        """The variable, forgotten before, has this value now."""
        value = self.contents.get(name) if value is None else value
        if state is None or value is None or name in self.shared:
            return state
        return replace(state, values={**state.values, name: value})

    def assign(self, name: str, value: ir.Value, state: Env) -> State:
        match value:
            case ir.Closure(inner) if inner.name in (*COMPREHENSIONS, LAMBDA) and name.startswith("%"):
                self.closures[name] = inner
            case ir.Call(ir.Var(f), (argument,)) if f in self.closures and not isinstance(
                argument, ir.Star | ir.Keyword
            ):
                if self.closures[f].name != LAMBDA:
                    self.inside(self.closures[f], self.values.of(argument, state))
            case ir.MethodCall(ir.Var(filled), _, (ir.Var() | ir.Const() as element,)) if filled in self.filled:
                self.values.fill(filled, self.values.of(element, state))
            case ir.Call() | ir.MethodCall() if (search := self.values.search(value, state)) is not None:
                self.replacement(search)
        if isinstance(value, ir.Call) and _never_ends(value, lambda atom: self.values.of(atom, state)):
            return None
        after = forget(state, [name])
        assert after is not None
        if name in self.shared:
            return after
        found = self.values.of(value, state)
        if isinstance(found, Many) and found.kind == "once" and not name.startswith("%"):
            found = None  # the first use of it would use it up
        if may_change(found) and name in self.quiet | self.own and not _is_lasting(value, self):
            found = None  # what looks on is told of no changes by others
        if may_change(found) and not self.calm and name not in self.quiet | self.own:
            found = None
        if isinstance(found, Int) and isinstance(value, ir.Binary) and value.op in ("-", "-="):
            found = difference(value.left, value.right, found, state)
        after = self.known(name, found, after)
        assert after is not None
        after = with_magnitude(name, value, state, related(name, value, state, after, self.values))
        match value:
            case ir.Binary(op, left, right) if op in NEGATED and name not in names_of(left, right):
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
            case ir.MethodCall(ir.Var(other), "isdigit" | "isdecimal" | "isnumeric" as asks, ()) if other != name:
                many = as_many(state.values.get(other))
                if many is not None and many.kind == "str":
                    asked = self.known(other, replace(many, digits=True, decimal=asks == "isdecimal"), after)
                    yes = None if asked is None else longer(asked, other, 1, INFINITE)
                    after = replace(after, flags={**after.flags, name: flag_for((yes, after), name)})
            case ir.Call() | ir.MethodCall() if (search := self.values.search(value, state)) is not None:
                subject = search.subject
                if subject not in ("", name) and isinstance(state.values.get(subject), Many):
                    after = replace(after, searched={**after.searched, name: (subject, least_matched(search))})
            case ir.Call() | ir.MethodCall() if (question := self.values.asks_for_nan(value, state)) is not None:
                number, *answers = question
                if number.name != name:
                    yes, no = (no_worse(after, number, worst) for worst in answers)
                    after = replace(after, flags={**after.flags, name: flag_for((yes, no), name)})
            case ir.Unary("not", ir.Var(other)) if other != name:
                yes, no = self.split(ir.Var(other), state)
                after = replace(after, flags={**after.flags, name: flag_for((no, yes), name)})
        return after

    def inside(self, function: ir.Function, given: Value) -> None:
        """A comprehension that is a function of its first iterable, or a function of a match: what it reads of the
        function around it may change, and temporaries have the same names there.
        """
        shared = assigned_inside(function.body) | frozenset(function.nonlocals) | frozenset(function.globals)
        nothing = frozenset[str]()
        of_names = self.values.of_name, nothing, accumulated(function), self.values.lasting
        values = Values(*of_names, exact=self.values.exact)
        inner = _ValueFlow(function, values, shared, nothing, self.unrolled, self.calm)
        inner.alive, inner.found, inner.cuts = self.alive, self.found, self.cuts
        inner.silent, inner.visited = self.silent, self.visited
        parameter = function.parameters[0].name
        inner.block(function.body, Env({} if given is None or parameter in shared else {parameter: given}))
        self.visited = inner.visited

    def replacement(self, search: Search) -> None:
        """A function that is handed to `re.sub` and to nothing else is given matches and nothing else."""
        function = self.closures.get(search.handed)
        if (
            function is not None
            and _once(self.function, search.handed)
            and [p.kind for p in function.parameters] == ["positional"]
        ):
            self.inside(function, match_of(search))

    def unpack(self, statement: ir.Unpack, state: State) -> State:
        targets, starred = statement.targets, statement.starred
        found = self.values.of(statement.value, state) if state is not None else None
        before, state = state, forget(state, [t.name for t in targets])
        if starred is None and isinstance(found, Fixed) and len(found.items) == len(targets):
            for target, item in zip(targets, found.items, strict=True):
                if not may_change(item):
                    state = self.known(target.name, item, state)
            assert before is not None
            state = related_first(targets, statement.value, before, state)
        return state

    def may_fail(self, operation: ir.Statement, cls: str, state: Env) -> bool:
        def value_of(atom: ir.Atom) -> Value:
            return self.values.of(atom, state)

        if is_in_range(operation, cls, state, value_of):
            return False
        by_value = fails_by_value(operation, cls, value_of)
        return by_value and fails_by_type(operation, cls, lambda atom: classes_of(value_of(atom)))

    def split_by(self, condition: ir.Var, state: Env) -> tuple[State, State]:
        name = condition.name
        value = state.values.get(name)
        if isinstance(value, Bool):
            return (state, None) if value.truth else (None, state)
        if name in state.flags:
            return state.flags[name]
        if name in state.tests:
            test = state.tests[name]
            yes = comparable(compared(state, test, test.op), test, test.op)
            no = comparable(compared(state, test, NEGATED[test.op]), test, "==" if test.op == "!=" else "!=")
            return (yes, no) if value is not None else (self.disturbed(yes), self.disturbed(no))
        match value:
            case None:  # asking whether it is true runs its own code
                return self.disturbed(state), self.disturbed(state)
            case Nothing():
                return None, state
            case Matched():
                return state, None
            case Maybe(inner):
                yes, no = self.split(condition, with_value(state, condition, inner))
                left = self.values.of(condition, no) if no is not None else Nothing()
                return yes, with_value(state, condition, join(Nothing(), left) if is_plain(left) else value)
            case Int():
                return not_zero(state, name, value), meet(state, name, Int(0, 0))
            case Number():
                return with_value(state, condition, replace(value, zero=False)), state
            case Many(kind) if kind != "once":
                return longer(state, name, 1, INFINITE), longer(state, name, 0, 0)
        return state, state
