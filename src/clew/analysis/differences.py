"""What an assignment says of how far numbers and lengths are apart (`zones`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Final, TypeAlias

from clew.analysis.abstract_values import INFINITE, SEQUENCES, Cut, Int, Known, Many, Value, as_int, as_many, narrowed
from clew.analysis.value_states import Env, State, names_of, within
from clew.analysis.values import Values
from clew.analysis.zones import OLD, ZERO, first, high, length, low, nodes_of, owner
from clew.ir import tree as ir

Bound: TypeAlias = tuple[str, str, float]  # x - y <= c

_COPYING: Final = (list, tuple, sorted)
_CUTTING: Final = frozenset({"strip", "lstrip", "rstrip", "removeprefix", "removesuffix"})
_FINDING: Final = frozenset({"find", "rfind"})
_PLACING: Final = frozenset({"index", "rindex"})
_LENGTHS: Final[Mapping[str, tuple[float, float]]] = {
    "append": (1, 1), "insert": (1, 1), "remove": (-1, -1), "reverse": (0, 0), "sort": (0, 0), "extend": (0, INFINITE),
}  # fmt: skip
"""How much longer a list is after a method that did not fail: at the least, and at the most."""


def related(name: str, value: ir.Value, before: Env, after: Env, values: Values) -> Env:
    """After `name = value`; after: where the variable has its new value, and is related to nothing."""
    relations = _Relations(name, before, values)
    new = after.values.get(name)
    found = [*_copied(relations, value)]
    if as_int(new) is not None:
        found += relations.of_number(value)
    elif as_many(new) is not None:
        found += relations.of_length(value)
    match value:
        case ir.Call(ir.Var(f), arguments):
            found += relations.of_iterator(before.values.get(f), arguments)
        case ir.Binary("+", left, right) if as_int(new) is not None and name not in names_of(left, right):
            after = replace(after, sums={**after.sums, name: (left, right)})
    if not found:
        return after
    zone = before.zone.renamed(dict(zip(nodes_of(name), nodes_of(OLD), strict=True)))
    return replace(after, zone=zone.adding(found).without(nodes_of(OLD)))


def related_first(targets: Iterable[ir.Var], value: ir.Atom, before: Env, after: State) -> State:
    """After the items of a tuple were unpacked."""
    names = [target.name for target in targets]
    if after is None or not isinstance(value, ir.Var) or value.name in names or names[0] in names[1:]:
        return after
    known = first(value.name) in before.zone.nodes() and isinstance(after.values.get(names[0]), Int)
    return replace(after, zone=after.zone.adding(_same(names[0], first(value.name)))) if known else after


def in_range(target: str, iterable: ir.Atom, state: State) -> State:
    """What a `for` loop gives its target, in the state in which a round begins."""
    if state is None or not isinstance(iterable, ir.Var):
        return state
    number = target if as_int(state.values.get(target)) is not None else first(target)
    if high(iterable.name) in state.zone.nodes():
        state = within(state, number, high(iterable.name), -1)
    if state is not None and low(iterable.name) in state.zone.nodes():
        state = within(state, low(iterable.name), number, 0)
    return state


def lengthened(
    name: str, statement: ir.Statement, before: Env, after: Env, value_of: Callable[[ir.Atom], Value]
) -> Env:
    """A list that only its own statements change, after one of these; after: where nothing relates to its length."""
    many = before.values.get(name)
    if not isinstance(many, Many) or many.kind != "list":
        return after
    least, most = 0.0, 0.0
    match statement:
        case ir.Assign(_, ir.MethodCall(_, "pop", arguments)) if len(arguments) < 2:
            least = most = -1
        case ir.Assign(_, ir.MethodCall(_, method)) if method in _LENGTHS:
            least, most = _LENGTHS[method]
        case ir.SetItem(_, key) if as_int(value_of(key)) is not None:
            pass
        case ir.DelItem(_, key) if as_int(value_of(key)) is not None:
            least = most = -1
        case _:
            return after
    target = statement.target.name if isinstance(statement, ir.Assign) else ""
    return longer_by(name, least, most, before, after, {target})


def longer_by(name: str, least: float, most: float, before: Env, after: Env, lost: Set[str] = frozenset()) -> Env:
    """Where what the variable holds is so much longer than it was, of what is still known, but for what is lost."""
    node = length(name)

    def lasts(other: str) -> bool:
        variable = owner(other)
        return variable not in lost and (variable in after.values or variable not in before.values)

    moved = before.zone.moved(node, least, most)
    kept = [(x, y, c) for x, above in moved.bounds.items() for y, c in above.items() if node in (x, y)]
    return replace(after, zone=after.zone.adding((x, y, c) for x, y, c in kept if lasts(y if x == node else x)))


def is_in_range(operation: ir.Statement, cls: str, state: Env, value_of: Callable[[ir.Atom], Value]) -> bool:
    """Does the operation index a text, list or tuple surely at one of its places, and so raises no such error?"""
    match cls, operation:
        case "IndexError" | "LookupError", (
            ir.Assign(value=ir.Item(ir.Var() as o, ir.Var() as key))
            | ir.SetItem(ir.Var() as o, ir.Var() as key)
            | ir.DelItem(ir.Var() as o, ir.Var() as key)
        ):
            many, number = as_many(value_of(o)), as_int(value_of(key))
            if many is None or many.kind not in SEQUENCES or number is None:
                return False
            least = max(number.low, -state.apart(ZERO, key.name))
            return least >= -many.low and state.apart(key.name, length(o.name)) <= -1
    return False


def as_long(filled: str, iterable: ir.Atom, state: State) -> State:
    """The list has an element for each of the other container at the least."""
    many = as_many(state.values.get(iterable.name)) if state is not None and isinstance(iterable, ir.Var) else None
    if many is None or many.kind == "once" or not isinstance(iterable, ir.Var):
        return state
    return within(state, length(iterable.name), length(filled), 0)


def difference(left: ir.Atom, right: ir.Atom, found: Int, state: Env) -> Int:
    """`left - right`, an int in the interval."""
    if not isinstance(left, ir.Var) or not isinstance(right, ir.Var):
        return found
    least, most = -state.apart(right.name, left.name), state.apart(left.name, right.name)
    both = narrowed(found, Int(least, most))
    return both if both.low <= both.high else found


def _same(x: str, y: str, more: float = 0) -> Iterator[Bound]:
    """x is y, or so much more."""
    yield x, y, more
    yield y, x, -more


def _copied(relations: _Relations, value: ir.Value) -> Iterator[Bound]:
    """What belongs to the variable belonged to another one."""
    if isinstance(value, ir.Var):
        known = relations.before.zone.nodes()
        for node in (low, high, first):
            if node(value.name) in known and value.name != relations.name:
                yield from _same(node(relations.name), node(value.name))


class _Relations:
    """What is assigned to a variable, in terms of nodes before."""

    def __init__(self, name: str, before: Env, values: Values) -> None:
        self.name = name
        self.before = before
        self.values = values

    def value_of(self, value: ir.Value) -> Value:
        return self.values.of(value, self.before)

    def node(self, atom: ir.Atom) -> str | None:
        """Of an int in a variable."""
        if not isinstance(atom, ir.Var) or as_int(self.value_of(atom)) is None:
            return None
        return OLD if atom.name == self.name else atom.name

    def length(self, atom: ir.Atom) -> str | None:
        """The node, where it is known how long what the variable holds is."""
        many = as_many(self.value_of(atom))
        if not isinstance(atom, ir.Var) or many is None or many.kind == "once" or atom.name not in self.before.values:
            return None
        return length(OLD if atom.name == self.name else atom.name)

    def equal(self, node: str, atom: ir.Argument, more: float = 0) -> Iterator[Bound]:
        """The node is what the atom is, or so much more."""
        if isinstance(atom, ir.Star | ir.Keyword) or (number := as_int(self.value_of(atom))) is None:
            return
        if (other := self.node(atom)) is not None:
            yield from _same(node, other, more)
        if number.low > -INFINITE:
            yield ZERO, node, -number.low - more
        if number.high < INFINITE:
            yield node, ZERO, number.high + more

    def between(self, node: str, other: str | None, least: float, most: float) -> Iterator[Bound]:
        """least <= node - other <= most"""
        if other is not None and most < INFINITE:
            yield node, other, most
        if other is not None and least > -INFINITE:
            yield other, node, -least

    # ------------------------------------------------------------ numbers

    def of_number(self, value: ir.Value) -> Iterator[Bound]:
        name = self.name
        match value:
            case ir.Var():
                yield from self.equal(name, value)
            case ir.Binary(op, left, right):
                yield from self.of_operator(op.removesuffix("="), left, right)
            case ir.Item(ir.Var(pair), ir.Const(0)) if first(pair) in self.before.zone.nodes() and pair != name:
                yield from _same(name, first(pair))
            case ir.Call(ir.Var(f), arguments) if not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
                yield from self.of_function(self.before.values.get(f), arguments)
            case ir.MethodCall(o, method, arguments):
                yield from self.of_method(o, method, arguments)

    def of_operator(self, op: str, left: ir.Atom, right: ir.Atom) -> Iterator[Bound]:
        name, a, b = self.name, as_int(self.value_of(left)), as_int(self.value_of(right))
        if a is None or b is None:
            return
        x, y = self.node(left), self.node(right)
        match op:
            case "+":
                yield from self.between(name, x, b.low, b.high)
                yield from self.between(name, y, a.low, a.high)
            case "-":
                yield from self.between(name, x, -b.high, -b.low)
            case "//" | ">>" if a.low >= 0 and b.low >= (1 if op == "//" else 0):
                yield from self.between(name, x, -INFINITE, 0)
                if right == ir.Const(2 if op == "//" else 1) and isinstance(left, ir.Var):
                    yield from self.of_half(left)
            case "%" if b.low >= 1:
                yield from self.between(name, y, -INFINITE, -1)
                if a.low >= 0:
                    yield from self.between(name, x, -INFINITE, 0)

    def of_half(self, sum: ir.Var) -> Iterator[Bound]:
        """The half of a sum, rounded down, is between the two, and below the larger one."""
        atoms = self.before.sums.get(sum.name, ())
        nodes = [node for atom in atoms if (node := self.node(atom)) is not None]
        if len(nodes) == 2 and OLD not in nodes:
            for x, y in (nodes, nodes[::-1]):
                if (gap := self.before.apart(x, y)) <= 0:  # x <= y
                    yield self.name, y, min(gap, 0) and -1
                    yield x, self.name, 0

    def of_function(self, function: Value, arguments: tuple[ir.Argument, ...]) -> Iterator[Bound]:
        given = [a for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
        match function:
            case Known(called) if called is len and len(given) == 1:
                if (measured := self.length(given[0])) is not None:
                    yield from _same(self.name, measured)
            case Known(called) if called in (min, max) and len(given) > 1:
                if all(as_int(self.value_of(each)) is not None for each in given):
                    for node in (self.node(each) for each in given):
                        if node is not None:
                            yield (self.name, node, 0) if called is min else (node, self.name, 0)
                    if called is max:
                        yield from self.above_all(given)

    def above_all(self, given: list[ir.Atom]) -> Iterator[Bound]:
        """What all of them are bounded by, the largest is."""
        if any(self.node(each) == OLD for each in given):
            return
        for other in self.before.zone.nodes() - {ZERO, *nodes_of(self.name)}:
            bounds = [self.upper(each) - self.before.interval(other)[0] for each in given]
            for index, each in enumerate(given):
                if isinstance(each, ir.Var):
                    bounds[index] = min(bounds[index], self.before.apart(each.name, other))
            if max(bounds) < INFINITE:
                yield self.name, other, max(bounds)

    def upper(self, atom: ir.Atom) -> float:
        number = as_int(self.value_of(atom))
        assert number is not None
        return number.high

    def of_method(self, o: ir.Atom, method: str, arguments: tuple[ir.Argument, ...]) -> Iterator[Bound]:
        """Where something stands in a text or list."""
        measured, many = self.length(o), as_many(self.value_of(o))
        if measured is None or many is None or many.kind not in ("str", "list", "tuple") or not arguments:
            return
        part = arguments[0].value if isinstance(arguments[0], ir.Const) else None
        size = len(part) if isinstance(part, str) and many.kind == "str" else 0
        if method in _PLACING:
            yield self.name, measured, -(size if many.kind == "str" else 1)
        elif method in _FINDING and many.kind == "str":
            yield self.name, measured, -min(size, 1)

    # ------------------------------------------------------------ lengths

    def of_length(self, value: ir.Value) -> Iterator[Bound]:
        own = length(self.name)
        match value:
            case ir.Var() if (other := self.length(value)) is not None:
                yield from _same(own, other)
            case ir.Binary("+" | "+=", left, right):
                for one, rest in ((left, right), (right, left)):
                    many = as_many(self.value_of(rest))
                    if many is not None:
                        yield from self.between(own, self.length(one), many.low, many.high)
            case ir.Binary("*", left, right) if (number := as_int(self.value_of(right))) is not None:
                many = as_many(self.value_of(left))
                if many is not None and many.low == many.high == 1:
                    yield from self.between(own, self.node(right), 0, 0 if number.low >= 0 else INFINITE)
            case ir.Item(o, key) if isinstance(self.value_of(key), Cut):
                yield from self.between(own, self.length(o), -INFINITE, 0)
            case ir.Call(ir.Var(f), (ir.Var() as given,)) if (function := self.before.values.get(f)) is not None:
                if isinstance(function, Known) and any(function.object is each for each in _COPYING):
                    yield from self.between(own, self.length(given), 0, 0)
            case ir.MethodCall(o, "copy", ()):
                yield from self.between(own, self.length(o), 0, 0)
            case ir.MethodCall(o, method) if method in _CUTTING:
                yield from self.between(own, self.length(o), -INFINITE, 0)

    def of_iterator(self, function: Value, arguments: tuple[ir.Argument, ...]) -> Iterator[Bound]:
        """Ends of the numbers that it gives."""
        if not isinstance(function, Known) or any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
            return
        if function.object is range and 1 <= len(arguments) <= 3:
            begin, end = (ir.Const(0), arguments[0]) if len(arguments) == 1 else arguments[:2]
            step = as_int(self.value_of(arguments[2])) if len(arguments) == 3 else Int(1, 1)  # type: ignore[arg-type]
            if step is not None and step.low > 0:
                yield from self.equal(high(self.name), end)
                yield from self.equal(low(self.name), begin)
            elif step is not None and step.high < 0:
                yield from self.equal(high(self.name), begin, 1)
                yield from self.equal(low(self.name), end, 1)
        elif function.object is enumerate and len(arguments) == 1:
            given = arguments[0]
            assert not isinstance(given, ir.Star | ir.Keyword)
            measured = self.length(given)
            if measured is not None and self.values.is_quiet(given, self.value_of(given)):
                yield from _same(high(self.name), measured)
