"""Reads of local variables that may not be assigned yet: definite assignment, forwards over the tree form.

A context manager is taken to pass exceptions on, other than one that is named `suppress`: most do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from clew.ir import tree as ir
from clew.ir.walk import operands, statements
from clew.records import dataclass

Assigned: TypeAlias = frozenset[str] | None  # None: control does not get here
Reads: TypeAlias = dict[int, tuple[str, ...]]


def unbound_reads(function: ir.Function, suppressing: Collection[str] = ()) -> Reads:
    """By the identity of a statement, the variables that it reads and that may be unbound then.

    suppressing: variables that hold a context manager which takes exceptions.
    """
    own = {*function.locals} - {p.name for p in function.parameters} - {*function.nonlocals} - {*function.globals}
    walk = _Walk(frozenset(own), frozenset(suppressing))
    if own:
        walk.body(function.body, frozenset())
    return walk.found


@dataclass(slots=True)
class _Walk:
    """own: the variables in question; breaks: for each loop around, what is assigned where it is left."""

    own: frozenset[str]
    suppressing: frozenset[str]
    found: Reads = field(default_factory=dict)
    breaks: list[list[frozenset[str]]] = field(default_factory=list)

    def body(self, body: Iterable[ir.Statement], assigned: Assigned) -> Assigned:
        known: dict[str, object] = {}  # temporaries that were just made, as for `case _`
        for statement in body:
            if assigned is None:
                return None
            match statement:
                case ir.Assign(ir.Var(name), ir.Const(value)):
                    known[name] = value
                case ir.If(ir.Var(name), then, orelse) if name in known:
                    assigned = self.body(then if known[name] else orelse, assigned)
                    known.clear()
                    continue
                case ir.Mark() | ir.Reach():
                    pass
                case _:
                    known.clear()
            assigned = self.statement(statement, assigned)
        return assigned

    def read(self, statement: ir.Statement, atoms: Iterable[object], assigned: frozenset[str]) -> frozenset[str]:
        """Once it was read without an exception, it is there."""
        names = dict.fromkeys(a.name for a in atoms if isinstance(a, ir.Var) and a.name in self.own - assigned)
        if names:
            self.found[id(statement)] = tuple(dict.fromkeys((*self.found.get(id(statement), ()), *names)))
        return assigned.union(names)

    def statement(self, s: ir.Statement, assigned: frozenset[str]) -> Assigned:
        match s:
            case ir.If(condition, then, orelse):
                assigned = self.read(s, (condition,), assigned)
                return _either(self.body(then, assigned), self.body(orelse, assigned))
            case ir.While():
                return self.while_loop(s, assigned)
            case ir.For(target, iterable, body, orelse):
                assigned = self.read(s, (iterable,), assigned) - _deleted(body)
                self.breaks.append([])
                self.body(body, assigned | {target.name})
                return _either(self.body(orelse, assigned), *self.breaks.pop())
            case ir.Try():
                return self.try_statement(s, assigned)
            case ir.With(context, target, body):
                assigned = self.read(s, (context,), assigned)
                before = assigned | ({target.name} if target is not None else set())
                after = self.body(body, before)
                swallows = isinstance(context, ir.Var) and context.name in self.suppressing
                return _either(after, before) if swallows else after
            case ir.Return() | ir.Raise() | ir.Breach() | ir.Break() | ir.Continue():
                assigned = self.read(s, _read_by(s), assigned)
                if isinstance(s, ir.Break) and self.breaks:
                    self.breaks[-1].append(assigned)
                return None
            case ir.DelVar(target):
                return self.read(s, (target,), assigned) - {target.name}
            case _:
                return self.read(s, _read_by(s), assigned) | _assigned_by(s)

    def while_loop(self, s: ir.While, assigned: frozenset[str]) -> Assigned:
        self.breaks.append([])
        tested = self.body(s.before, assigned - _deleted((*s.before, *s.body)))
        ended: Assigned = None
        if tested is not None:
            tested = self.read(s, (s.condition,), tested)
            self.body(s.body, tested)
            endless = isinstance(s.condition, ir.Const) and bool(s.condition.value)
            ended = None if endless else self.body(s.orelse, tested)
        return _either(ended, *self.breaks.pop())

    def try_statement(self, s: ir.Try, assigned: frozenset[str]) -> Assigned:
        """Handlers start with what was there before, as an exception may come at once."""
        ends = [self.body(s.orelse, self.body(s.body, assigned))]
        assigned -= _deleted(s.body)
        for handler in s.handlers:
            caught = self.body(handler.test, assigned)
            named = {handler.name.name} if handler.name is not None else set()
            end = None if caught is None else self.body(handler.body, caught | named)
            ends.append(None if end is None else end - named)
        after = _either(*ends)
        if not s.final:
            return after
        final = self.body(s.final, assigned - _deleted([*s.orelse, *(each for h in s.handlers for each in h.body)]))
        return None if final is None or after is None else (after - _deleted(s.final)) | final


def _either(*ways: Assigned) -> Assigned:
    open_ways = [way for way in ways if way is not None]
    return frozenset.intersection(*open_ways) if open_ways else None


def _read_by(s: ir.Statement) -> Iterator[object]:
    match s:
        case ir.Assign(_, value):
            yield from operands(value)
        case ir.SetItem(o, key, value):
            yield from (o, key, value)
        case ir.DelItem(o, key):
            yield from (o, key)
        case ir.SetAttr(o, _, value):
            yield from (o, value)
        case ir.DelAttr(o):
            yield o
        case ir.SetGlobal(_, value) | ir.Return(value) | ir.Unpack(value=value):
            yield value
        case ir.Raise(exception, cause):
            yield from (exception, cause)


def _deleted(body: Iterable[ir.Statement]) -> frozenset[str]:
    """What is no longer there when the body is left, or starts again, somewhere."""
    return frozenset(s.target.name for s in statements(body) if isinstance(s, ir.DelVar))


def _assigned_by(s: ir.Statement) -> frozenset[str]:
    match s:
        case ir.Assign(target):
            return frozenset((target.name,))
        case ir.Unpack(targets):
            return frozenset(target.name for target in targets)
        case ir.NativeStatement(writes=writes):
            return frozenset(writes)
    return frozenset()
