"""What is known of the values of variables where control is: forgotten, joined, widened, and narrowed by a test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.analysis.abstract_values import (
    FINITE,
    INFINITE,
    SEQUENCES,
    UNBOUNDED,
    Bool,
    Fixed,
    Int,
    Known,
    Many,
    Matched,
    Maybe,
    Nothing,
    Number,
    Value,
    as_int,
    as_many,
    bounds_of,
    constant,
    is_number,
    join,
    may_change,
    narrowed,
    number,
    one_of,
    widen,
)
from clew.analysis.zones import ZERO, Interval, Zone, join_zones, length, nodes_of, widen_zones
from clew.ir import tree as ir
from clew.ir.operators import DIVISIONS, MEMBERSHIP, TURNED
from clew.records import dataclass

NOWHERE: Final = Zone()


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
    when it is false.  searched: of variables that hold a match or None, the text that was searched, and how long that
    is at the least if there is a match.  zone: how far numbers and lengths are apart; sums: of variables that hold the
    sum of two numbers, which; magnitudes: of those that hold the absolute value of a number, which.
    """

    values: Mapping[str, Value]
    tests: Mapping[str, Test] = field(default_factory=dict)
    lengths: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, tuple[State, State]] = field(default_factory=dict)
    searched: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    zone: Zone = NOWHERE
    sums: Mapping[str, tuple[ir.Atom, ir.Atom]] = field(default_factory=dict)
    magnitudes: Mapping[str, str] = field(default_factory=dict)

    def interval(self, node: str) -> Interval:
        """What is known of a node of the zone by itself."""
        measured = node.startswith("#")
        value = self.values.get(node.removeprefix("#"))
        if measured:
            many = as_many(value)
            return (0, INFINITE) if many is None else (many.low, many.high)
        number = as_int(value)
        return ((0, 0) if node == ZERO else (-INFINITE, INFINITE)) if number is None else (number.low, number.high)

    def apart(self, x: str, y: str) -> float:
        """The least c known for which `x - y <= c`."""
        return self.zone.bound(x, y, self.interval)


State: TypeAlias = Env | None  # None: nothing comes here


def value_of_atom(atom: ir.Atom, state: Env) -> Value:
    return constant(atom.value) if isinstance(atom, ir.Const) else state.values.get(atom.name)


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
            if name not in gone and gone.isdisjoint(names_of(test.left, test.right))
        },
        {name: other for name, other in state.lengths.items() if name not in gone and other not in gone},
        flags,
        {name: found for name, found in state.searched.items() if name not in gone and found[0] not in gone},
        state.zone.without(node for name in gone for node in nodes_of(name)),
        {n: atoms for n, atoms in state.sums.items() if n not in gone and gone.isdisjoint(names_of(*atoms))},
        {name: other for name, other in state.magnitudes.items() if name not in gone and other not in gone},
    )


def changeable(state: Env) -> set[str]:
    """The variables that are known to hold a container, or to iterate over one, here or where a flag says so."""
    found = {name for name, value in state.values.items() if may_change(value)}
    for halves in state.flags.values():
        found.update(*(changeable(half) for half in halves if half is not None))
    return found


def flag_for(flag: tuple[State, State], name: str) -> tuple[State, State]:
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
    searched = {n: m for n, m in first.searched.items() if all(s.searched.get(n) == m for s in live)}
    zone = _measuring(join_zones([(s.zone, s.interval) for s in live]), values)
    sums = {n: t for n, t in first.sums.items() if all(s.sums.get(n) == t for s in live)}
    magnitudes = {n: m for n, m in first.magnitudes.items() if all(s.magnitudes.get(n) == m for s in live)}
    return Env(values, tests, lengths, searched=searched, zone=zone, sums=sums, magnitudes=magnitudes)


def _measuring(zone: Zone, values: Mapping[str, Value]) -> Zone:
    """Lengths are known of what is known to have one: only that is looked after."""
    nodes = dict.fromkeys(node for pair in zone.pairs() for node in pair if node.startswith("#"))
    return zone.without(node for node in nodes if node.removeprefix("#") not in values)


def widen_states(old: State, new: State) -> State:
    if old is None or new is None:
        return new
    values = {n: w for n, v in old.values.items() if (w := widen(v, new.values.get(n))) is not None}
    tests = {n: t for n, t in old.tests.items() if new.tests.get(n) == t}
    lengths = {n: m for n, m in old.lengths.items() if new.lengths.get(n) == m}
    searched = {n: m for n, m in old.searched.items() if new.searched.get(n) == m}
    zone = _measuring(widen_zones(old.zone, old.interval, new.zone, new.interval), values)
    sums = {n: t for n, t in old.sums.items() if new.sums.get(n) == t}
    magnitudes = {n: m for n, m in old.magnitudes.items() if new.magnitudes.get(n) == m}
    return Env(values, tests, lengths, searched=searched, zone=zone, sums=sums, magnitudes=magnitudes)


def succeeded(statement: ir.Statement, before: Env, after: State) -> State:
    """What an operation that did not fail says of its operands."""
    if after is None:
        return None
    match statement:
        case ir.Assign(target, ir.Item(ir.Var(name), key)) if name != target.name:
            found = longer(after, name, least_length(before.values.get(name), value_of_atom(key, before)), INFINITE)
            return found if key == target else _indexed(found, name, key, before)
        case ir.Assign(target, ir.Call(ir.Var(f), (ir.Var(name),))) if before.values.get(f) == Known(int):
            return after if name == target.name else no_worse(after, ir.Var(name), FINITE)
        case ir.SetItem(ir.Var(name), key):
            found = longer(after, name, least_length(before.values.get(name), value_of_atom(key, before)), INFINITE)
            return _indexed(found, name, key, before)
        case ir.Unpack(targets, None, ir.Var(name)) if all(name != target.name for target in targets):
            many = as_many(after.values.get(name))
            return longer(after, name, len(targets), len(targets)) if many and many.kind in SEQUENCES else after
        case ir.Assign(target, ir.Binary(op, left, ir.Var(name))) if op in DIVISIONS and name != target.name:
            value = after.values.get(name)
            if not is_number(value_of_atom(left, before)):
                return after
            if isinstance(value, Int):
                return not_zero(after, name, value)
            return with_value(after, ir.Var(name), replace(value, zero=False)) if isinstance(value, Number) else after
    return after


def _indexed(state: State, name: str, key: ir.Atom, before: Env) -> State:
    """A number that was a place in a text, list or tuple, and does not count from its end."""
    many = None if state is None else as_many(state.values.get(name))
    number = as_int(value_of_atom(key, before))
    if many is None or many.kind not in SEQUENCES or number is None or number.low < 0 or not isinstance(key, ir.Var):
        return state
    return within(state, key.name, length(name), -1)


def least_length(o: Value, key: Value) -> float:
    """Of a text, list or tuple that was indexed."""
    number, many = as_int(key), as_many(o)
    if number is None or many is None or many.kind not in SEQUENCES:
        return 0
    return number.low + 1 if number.low >= 0 else -number.high if number.high < 0 else 1


def names_of(*atoms: ir.Atom) -> set[str]:
    return {a.name for a in atoms if isinstance(a, ir.Var)}


# ---------------------------------------------------------------- narrowing


def compared(state: Env, test: Test, op: str) -> State:
    """The state where `left op right` holds."""
    left, right = value_of_atom(test.left, state), value_of_atom(test.right, state)
    if op in MEMBERSHIP:
        after = state if (texts := texts_in(left, right)) is None else among(state, test.left, texts, op == "in")
        return after if after is None or op != "in" else _holding(after, test, right)
    if isinstance(left, Many) and isinstance(right, Many) and left.kind == right.kind == "str":
        return same_text(state, test, left, right, op)
    if op in ("is", "is-not") or isinstance(right, Nothing):
        return _none_or_not(state, test, left, right, op)
    a, b = as_int(left), as_int(right)
    if a is None or b is None:
        return _number_compared(state, test, op)
    if op in (">", ">="):
        a, b, op, atoms = b, a, TURNED[op], (test.right, test.left)
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
            result = meet(result, atom.name, found)
    return ordered(result, *atoms, op)


def ordered(state: State, left: ir.Atom, right: ir.Atom, op: str) -> State:
    """The ints are in this order: one of <, <=, == and !=."""
    if state is None or not isinstance(left, ir.Var) or not isinstance(right, ir.Var):
        return state
    x, y = left.name, right.name
    match op:
        case "!=" if state.apart(x, y) <= 0:
            return within(state, x, y, -1)
        case "!=" if state.apart(y, x) <= 0:
            return within(state, y, x, -1)
        case "<" | "<=" | "==":
            state = within(state, x, y, -1 if op == "<" else 0)
            return within(state, y, x, 0) if op == "==" else state
    return state


def within(state: State, x: str, y: str, most: float) -> State:
    """`x - y <= most`; None where that cannot be."""
    if state is None or state.apart(y, x) + most < 0:
        return None
    return replace(state, zone=state.zone.adding([(x, y, most)]), flags={})


def texts_in(left: Value, holder: Value) -> frozenset[str] | None:
    """The texts that a text may be for which `left in holder` is true, and is true for each of them; None where they
    are not known.  Nothing in it may be of a class that compares in its own way.
    """
    if not isinstance(left, Many) or left.kind != "str":
        return None
    match holder:
        case Many("str", among=texts) if texts is not None and len(texts) == 1 and left.low == left.high == 1:
            return frozenset(letter for each in texts for letter in each)
        case Fixed(items) if all(_is_exactly(item) for item in items):
            return frozenset(each for item in items if isinstance(item, Many) for each in item.among or ())
    return None


def _is_exactly(value: Value) -> bool:
    """One text, or something plain that is no text."""
    if isinstance(value, Many):
        return value.among is not None and len(value.among) == 1
    return isinstance(value, Nothing) or is_number(value)


def among(state: Env, atom: ir.Atom, texts: Set[str], is_one: bool) -> State:
    """The text is one of these, or is none of them."""
    value = value_of_atom(atom, state)
    if not isinstance(value, Many):
        return state
    if value.among is not None:
        left = frozenset(each for each in value.among if (each in texts) is is_one)
    elif is_one:
        left = frozenset(each for each in texts if value.low <= len(each) <= value.high)
    else:
        return state
    return with_value(state, atom, _narrowed_to(value, left)) if left else None


def _narrowed_to(value: Many, texts: frozenset[str]) -> Many:
    found = one_of(texts)
    return replace(found, digits=value.digits, decimal=value.decimal, holds=value.holds)


def _holding(state: Env, test: Test, text: Value) -> Env:
    """The text has the part in it."""
    part = test.left.value if isinstance(test.left, ir.Const) else None
    if type(part) is not str or not isinstance(text, Many) or text.kind != "str":
        return state
    return with_value(state, test.right, replace(text, low=max(text.low, len(part)), holds=text.holds | {part}))


def _none_or_not(state: Env, test: Test, left: Value, right: Value, op: str) -> State:
    """Where it is compared with None, by identity or, what is the same for values of Python's own, by equality."""
    if not isinstance(right, Nothing) or left is None or op not in ("is", "is-not", "==", "!="):
        return state
    is_none = op in ("is", "==")
    if isinstance(left, Nothing):
        return state if is_none else None
    if not isinstance(left, Maybe):
        return None if is_none else state
    return with_value(state, test.left, Nothing() if is_none else left.value)


def with_value(state: Env, atom: ir.Atom, value: Value) -> Env:
    """What was known of the variable says less than this."""
    if not isinstance(atom, ir.Var) or value is None:
        return state
    after = replace(state, values={**state.values, atom.name: value}, flags={})
    if isinstance(value, Number) and isinstance(whose := after.values.get(after.magnitudes.get(atom.name, "")), Number):
        low, high = max(whose.low, -value.high), min(whose.high, value.high)
        found = number(whose.zero and value.zero, min(whose.worst, value.worst), low, high)
        return with_value(after, ir.Var(after.magnitudes[atom.name]), found)
    if isinstance(value, Matched) and atom.name in state.searched:
        subject, low = state.searched[atom.name]
        return longer(after, subject, low, INFINITE) or after
    return after


def with_magnitude(name: str, value: ir.Value, before: Env, after: Env) -> Env:
    """After `name = value`: whose absolute value the variable holds."""
    match value:
        case ir.Call(ir.Var(f), (ir.Var(other),)) if before.values.get(f) == Known(abs):
            whose = other
        case ir.Var(other):
            whose = before.magnitudes.get(other, name)
        case _:
            return after
    return after if whose == name else replace(after, magnitudes={**after.magnitudes, name: whose})


def _number_compared(state: Env, test: Test, op: str) -> State:
    """Numbers that are compared, each with what is known of the other.  (No comparison holds for NaN but `!=`.)"""
    result: State = state
    for atom, other, asked in ((test.left, test.right, op), (test.right, test.left, TURNED[op])):
        value, bound = _in(atom, result), _bounds(other, state)
        if result is None or not isinstance(value, Number) or bound is None:
            continue
        (low, high), is_zero = bound, bound == (0, 0)
        least = max(value.low, low) if asked in (">", ">=", "==") else value.low
        most = min(value.high, high) if asked in ("<", "<=", "==") else value.high
        if least > most and asked != "!=":
            return None
        other_than_zero = (asked == ">" and low >= 0) or (asked == "<" and high <= 0) or (asked == "!=" and is_zero)
        found = number(value.zero and not other_than_zero, value.worst, least, most)
        result = result if found == value else with_value(result, atom, found)
    return result


def comparable(state: State, test: Test, op: str) -> State:
    """Numbers of which a comparison holds are no NaN, but for `!=`."""
    if op not in ("==", "<", "<=", ">", ">=") or not all(
        is_number(_in(atom, state)) for atom in (test.left, test.right)
    ):
        return state
    for atom in (test.left, test.right):
        state = no_worse(state, atom, UNBOUNDED)
    return state


def _in(atom: ir.Atom, state: State) -> Value:
    return None if state is None else value_of_atom(atom, state)


def no_worse(state: State, atom: ir.Atom, worst: int) -> State:
    """The number is no NaN, or not infinite either."""
    value = _in(atom, state)
    if state is None or not isinstance(value, Number) or value.worst <= worst:
        return state
    return with_value(state, atom, number(value.zero, worst, value.low, value.high))


def _bounds(atom: ir.Atom, state: Env) -> tuple[float, float] | None:
    if isinstance(atom, ir.Const) and isinstance(atom.value, float):
        return None if math.isnan(atom.value) else (atom.value, atom.value)
    value = value_of_atom(atom, state)
    return bounds_of(value) if is_number(value) else None


def _without(a: Int, b: Int) -> Int:
    """a, less what b is for certain."""
    if b.low != b.high:
        return a
    return narrowed(a, Int(-INFINITE, INFINITE, but=b.low))


def meet(state: Env, name: str, found: Int) -> State:
    """The variable is in the interval, and so is the length it may be of."""
    value = as_int(state.values.get(name))
    if value is None:
        return state
    both = narrowed(value, found)
    if both.low > both.high:
        return None
    after = replace(state, values={**state.values, name: both}, flags={})
    measured = state.lengths.get(name)
    return after if measured is None else longer(after, measured, both.low, both.high)


def not_zero(state: Env, name: str, value: Int) -> State:
    rest = _without(value, Int(0, 0))
    return None if rest.low > rest.high else meet(state, name, rest)


def longer(state: Env, name: str, low: float, high: float) -> State:
    value = state.values.get(name)
    many = as_many(value)
    if many is None:
        return state
    least, most = max(many.low, low), min(many.high, high)
    if least > most:
        return None
    if not isinstance(value, Many):
        return state
    texts = many.among
    if texts is not None and not (texts := frozenset(each for each in texts if least <= len(each) <= most)):
        return None
    after = replace(many, low=least, high=most, among=texts)
    return replace(state, values={**state.values, name: after}, flags={})


def same_text(state: Env, test: Test, left: Many, right: Many, op: str) -> State:
    """Equal texts are equally long; what differs from the empty text is longer."""
    result: State = state
    for atom, own, other in ((test.left, left, right), (test.right, right, left)):
        if op == "==" and (own.low > other.high or own.high < other.low):
            return None
        if result is not None and other.among is not None and (op == "==" or (op == "!=" and len(other.among) == 1)):
            result = among(result, atom, other.among, op == "==")
        if not isinstance(atom, ir.Var) or result is None:
            continue
        if op == "==":
            result = longer(result, atom.name, other.low, other.high)
        elif op == "!=" and other.high == 0:
            result = longer(result, atom.name, 1, INFINITE)
    return result
