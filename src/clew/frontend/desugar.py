"""A function and its contract → an ordinary function (`ir.contract` has an example).

Preconditions come first.  Postconditions stand before each `return`; where that is inside of a `try` or `with`, whose
`finally` may still change what was promised, it becomes a jump behind the statement.  Clauses mean the arguments as
they were given: what the body assigns to is kept under another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from clew.analysis.assigned import assigned
from clew.frontend.class_clauses import SELF
from clew.ir import tree as ir
from clew.ir.contract import INVARIANT, MET, OBJECT, OLD, RESULT, RETURNS, Clause, Contract, Snapshot
from clew.ir.guards import CLAIM
from clew.ir.operators import COMPARISONS, IDENTITY
from clew.ir.rename import inlined, last_temporary
from clew.ir.walk import nodes, with_blocks
from clew.records import dataclass
from clew.source.spans import Span

Block = tuple[ir.Statement, ...]

RETURNED: Final = ir.Var("result'ensure")
LEFT: Final = ir.Var("left'ensure")
PLAIN: Final = frozenset({"int", "bool", "str", "float", "bytes", "complex", "None"})
"""Annotations of what nothing can change."""
NUMBERS: Final = frozenset({"int", "bool"})
NEVER_RAISE: Final = frozenset({*COMPARISONS, *IDENTITY, "+", "-", "*"})


def entered(function: ir.Function, contract: Contract) -> ir.Function:
    """As it is covered: inputs keep the preconditions; a library that sees a promise broken raises."""
    promises = [c for c in (*contract.ensures, *contract.invariants) if c.library]
    return _Desugar(function, contract, promises, claims=False).function()


def promised(function: ir.Function, contract: Contract) -> ir.Function:
    """With a claim for each postcondition."""
    return _Desugar(function, contract, [*contract.ensures, *contract.invariants], claims=True).function()


@dataclass(slots=True)
class _Desugar:
    plain: ir.Function
    contract: Contract
    ensures: Iterable[Clause]
    claims: bool
    fresh: int = 0

    def function(self) -> ir.Function:
        function = self.plain
        self.fresh = last_temporary(function.body)
        before: list[ir.Statement] = []
        if self.contract.opaque:
            before.append(ir.NativeStatement("pass", "a contract that was not understood", (), (), function.span))
        if self.contract.invariants and not self.contract.constructor:
            named = {SELF: self.plain.parameters[0].name}
            for clause in self.contract.invariants:
                before += self.clause(replace(clause, kind=OBJECT), named, ())
        for clause in self.contract.requires:
            before += self.clause(clause, {}, ())
        if self.claims and self.contract.requires:
            before.append(ir.Reach(function.span, CLAIM, MET))
        body = function.body
        if self.loops:
            body = self.rounds(body)
        if self.ensures or self.loops:
            before += self.kept()
        if self.ensures:
            body = self.checked(body)
        return replace(function, body=(*before, *body))

    # ------------------------------------------------------------ one clause

    def clause(self, clause: Clause, names: dict[str, str], before_breach: Block) -> Iterator[ir.Statement]:
        """The clause, and a breach where it is false or raises."""
        span = clause.span
        broken = (*before_breach, ir.Breach(clause.kind, span))
        statements, condition = self.inlined(clause.function, names)
        tested = (ir.Mark(span), *statements, ir.If(condition, (), broken, None, span))
        if self.may_raise(clause, statements):
            yield ir.Try(tested, (ir.Handler((), None, None, broken, span),), (), (), span)
        else:
            yield from tested

    def inlined(self, function: ir.Function, names: dict[str, str]) -> tuple[Block, ir.Atom]:
        """The statements of a clause with our names for its parameters, and its value."""
        made = inlined(function, names, self.fresh)
        self.fresh = max(self.fresh, last_temporary(made))
        return made

    def may_raise(self, clause: Clause, statements: Block) -> bool:
        """All but comparing and computing with ints may."""
        numbers = {p.name for p in self.plain.parameters if p.annotation in NUMBERS}
        known = {*numbers, *(f"{OLD}{name}" for name in numbers)}
        if not {p.name for p in clause.function.parameters} <= known:
            return True
        values = [n.value for n in nodes(statements) if isinstance(n, ir.Assign)]
        return not all(
            isinstance(v, ir.Var | ir.Const) or (isinstance(v, ir.Binary) and v.op in NEVER_RAISE) or _is_not(v)
            for v in values
        )

    # ------------------------------------------------------------ at entry

    def kept(self) -> Iterator[ir.Statement]:
        """What clauses mean by the names of parameters, and by `OLD`."""
        asked = {p.name for clause in self.ensures for p in clause.function.parameters}
        for name, kept in self.names().items():
            if name in asked and kept == f"{name}'entry":
                yield ir.Assign(ir.Var(kept), ir.Var(name), self.plain.span)
        asked |= {p.name for clause in self.loops for p in clause.function.parameters}
        for snapshot in self.contract.snapshots:
            if f"{OLD}{snapshot.name}" in asked:
                yield from self.snapshot(snapshot)

    def snapshot(self, snapshot: Snapshot) -> Iterator[ir.Statement]:
        """Where it cannot be taken, nothing is known of what asks for it."""
        target, span = ir.Var(f"{snapshot.name}'old"), snapshot.span
        annotations = {p.name: p.annotation for p in self.plain.parameters}
        if snapshot.function is not None:
            statements, value = self.inlined(snapshot.function, {})
            taken = (*statements, ir.Assign(target, value, span))
        elif {part.strip() for part in (annotations.get(snapshot.name) or "?").split("|")} <= PLAIN:
            yield ir.Assign(target, ir.Var(snapshot.name), span)
            return
        else:
            self.fresh += 1
            copy = ir.Var(f"%{self.fresh}")
            made = ir.Native("__import__('copy').deepcopy", "a copy of a value at entry", ())
            taken = (ir.Assign(copy, made, span), ir.Assign(target, ir.Call(copy, (ir.Var(snapshot.name),)), span))
        lost = ir.NativeStatement("pass", "a value at entry that cannot be kept", (), (), span)
        failed = (lost, ir.Assign(target, ir.Const(None), span))
        yield ir.Try(taken, (ir.Handler((), None, None, failed, span),), (), (), span)

    def names(self) -> dict[str, str]:
        """Of parameters of clauses, where the function returns."""
        rebound = set(assigned(self.plain.body))
        rebound |= {n for f in nodes(self.plain.body) if isinstance(f, ir.Function) for n in f.nonlocals}
        found = {p.name: f"{p.name}'entry" if p.name in rebound else p.name for p in self.plain.parameters}
        found |= {f"{OLD}{s.name}": f"{s.name}'old" for s in self.contract.snapshots}
        if self.contract.invariants:
            found[SELF] = found[self.plain.parameters[0].name]
        return {**found, RESULT: RETURNED.name}

    # ------------------------------------------------------------ at each round of a loop

    @property
    def loops(self) -> tuple[Clause, ...]:
        """Nothing depends on whether these hold: they are claims, and nothing else."""
        return self.contract.loops if self.claims else ()

    def rounds(self, body: Block) -> Block:
        """The body with the invariants of its loops."""
        return tuple(t for s in body for t in self.round(s))

    def round(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.While(before=before, body=body, orelse=orelse, span=span):
                again = (*self.held(span), *before)
                yield replace(s, before=again, body=self.rounds(body), orelse=self.rounds(orelse))
            case ir.For(body=body, orelse=orelse, span=span):
                yield from self.held(span)
                inner = (*self.continuing(self.rounds(body), span), *self.held(span))
                yield replace(s, body=inner, orelse=self.rounds(orelse))
            case ir.If(then=then, orelse=orelse):
                yield replace(s, then=self.rounds(then), orelse=self.rounds(orelse))
            case ir.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                clauses = tuple(replace(h, body=self.rounds(h.body)) for h in handlers)
                parts = [self.rounds(part) for part in (body, orelse, final)]
                yield replace(s, body=parts[0], handlers=clauses, orelse=parts[1], final=parts[2])
            case ir.With(body=body):
                yield replace(s, body=self.rounds(body))
            case _:
                yield s

    def continuing(self, body: Block, loop: Span) -> Iterator[ir.Statement]:
        """With what holds at the next round before each `continue`, none of which is in a `try` or `with`."""
        for s in body:
            match s:
                case ir.Continue():
                    yield from (*self.held(loop), s)
                case ir.If(then=then, orelse=orelse):
                    sides = [tuple(self.continuing(side, loop)) for side in (then, orelse)]
                    yield replace(s, then=sides[0], orelse=sides[1])
                case ir.While(orelse=orelse) | ir.For(orelse=orelse):
                    yield replace(s, orelse=tuple(self.continuing(orelse, loop)))
                case _:
                    yield s

    def held(self, loop: Span) -> Iterator[ir.Statement]:
        """The invariants of the loop; where one does not hold the function goes on."""
        names = {f"{OLD}{s.name}": f"{s.name}'old" for s in self.contract.snapshots}
        for clause in self.loops:
            if clause.loop == loop:
                span = clause.span
                broken = (ir.Reach(span, CLAIM, clause.kind),)
                statements, condition = self.inlined(clause.function, names)
                tested = (ir.Mark(span), *statements, ir.If(condition, (), broken, None, span))
                yield ir.Try(tested, (ir.Handler((), None, None, broken, span),), (), (), span)

    # ------------------------------------------------------------ where it returns

    def checked(self, body: Block) -> Block:
        """The body with the postconditions before each return."""
        result = tuple(s for each in body for s in self.statement(each))
        if body and isinstance(body[-1], ir.Return | ir.Raise):
            return result
        return (*result, *self.returning(ir.Return(ir.Const(None), self.plain.span)))

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        """A statement of the function itself, which is in no loop."""
        if any(isinstance(n, ir.Return) for t in _protecting(s) for n in nodes(t, nested=False)):
            span = s.span
            yield ir.Assign(RETURNED, ir.Const(None), span)
            yield ir.Assign(LEFT, ir.Const(False), span)
            yield ir.While((), ir.Const(True), (*self.jumping((s,)), ir.Break(span)), (), span)
            ending = tuple(self.returning(ir.Return(RETURNED, span)))
            yield ir.If(LEFT, ending, (), None, span)
        else:
            yield from self.plainly((s,))

    def plainly(self, body: Block) -> Block:
        return tuple(t for s in body for t in self.one(s))

    def one(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.Return():
                yield from self.returning(s)
            case ir.Try() | ir.With():
                yield s
            case _:
                yield with_blocks(s, self.plainly)

    def returning(self, s: ir.Return) -> Iterator[ir.Statement]:
        yield ir.Assign(RETURNED, s.value, s.span)
        if self.claims:
            yield ir.Reach(self.plain.span, CLAIM, RETURNS)
        for clause in self.ensures:
            place = self.contract.place if clause.kind == INVARIANT else clause.span
            reach = (ir.Reach(place, CLAIM, clause.kind),) if self.claims else ()
            yield from self.clause(clause, self.names(), reach)
        yield ir.Return(RETURNED, s.span)

    def jumping(self, body: Block) -> Block:
        """With a jump out of the loop around in place of each return."""
        return tuple(t for s in body for t in self.jump(s))

    def jump(self, s: ir.Statement) -> Iterator[ir.Statement]:
        match s:
            case ir.Return(value, span):
                yield ir.Assign(RETURNED, value, span)
                yield ir.Assign(LEFT, ir.Const(True), span)
                yield ir.Break(span)
            case ir.If(then=then, orelse=orelse):
                yield replace(s, then=self.jumping(then), orelse=self.jumping(orelse))
            case ir.While(body=body, orelse=orelse) | ir.For(body=body, orelse=orelse):
                inner = replace(s, body=self.jumping(body), orelse=self.jumping(orelse))
                yield inner
                if any(isinstance(n, ir.Return) for n in nodes(body, nested=False)):
                    yield ir.If(LEFT, (ir.Break(s.span),), (), None, s.span)
            case ir.Break(span) | ir.Continue(span):  # in a `finally`, it takes the place of a return
                yield from (_stays(span), s)
            case ir.Try(body=body, handlers=handlers, orelse=orelse, final=final):
                # An exception that is taken does so, too.
                clauses = tuple(replace(h, body=(_stays(h.span), *self.jumping(h.body))) for h in handlers)
                yield replace(
                    s,
                    body=self.jumping(body),
                    handlers=clauses,
                    orelse=self.jumping(orelse),
                    final=self.jumping(final),
                )
            case ir.With(body=body):
                yield replace(s, body=self.jumping(body))
                yield _stays(s.span)  # the context may have taken an exception
            case _:
                yield s


def _protecting(s: ir.Statement) -> Iterator[ir.Statement]:
    """The statements in it which a `return` inside does not simply leave."""
    return (n for n in nodes(s, nested=False) if isinstance(n, ir.Try | ir.With))


def _stays(span: Span) -> ir.Statement:
    """Whatever was about to leave the function does not."""
    return ir.Assign(LEFT, ir.Const(False), span)


def _is_not(value: ir.Value) -> bool:
    return isinstance(value, ir.Unary) and value.op == "not"
