"""Guards: tree form → tree form in which each operation that a claim is about has a place for its failing.

    t := xs[i]      becomes      try:
                                     mark
                                     t := xs[i]
                                 except IndexError:
                                     reach (claim, IndexError)
                                     raise

and before the `raise` of an `assert` there is a `reach` as well.  The exception goes on as it did, so a guarded
function does what the plain one does; but that an operation fails is now a place, which the search looks for and the
provers exclude as they do any other.  The mark says where the run is from here on: what lies ahead of it includes the
handler.

No guard stands where a handler around the operation takes the exception anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Final, TypeAlias

from clew.contracts.announced import BROAD, handled_by, is_announced, is_subclass, names_held, suppressed_by
from clew.contracts.operands import Operands, operands_of
from clew.contracts.operations import LOOKUPS, raised_by
from clew.contracts.unbound import Reads, unbound_reads
from clew.frontend.module_facts import ModuleFacts
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.contract import REQUIRE
from clew.ir.guards import ABOVE, CLAIM, OF_CALL
from clew.ir.walk import with_blocks
from clew.records import dataclass
from clew.source.spans import Span

ASSERTION: Final = "AssertionError"
UNBOUND: Final = "UnboundLocalError"

NOBODY: Final[Mapping[str, bool]] = {}

Block: TypeAlias = tuple[ir.Statement, ...]


@dataclass(frozen=True, slots=True)
class Guarded:
    """A function with guards, and the places of its claims in source order: span, `claim`, class of the exception."""

    function: ir.Function
    places: tuple[Place, ...]


def guarded(
    function: ir.Function,
    announced: Callable[[ir.Function], frozenset[str]],
    facts: ModuleFacts,
    asking: Mapping[str, bool] = NOBODY,
    lists: Callable[[ir.Function], bool] = lambda function: False,
) -> dict[Span, Guarded]:
    """The function and those defined in it, by their spans.

    announced: classes that are meant, for each function; facts: of the module; asking: the names of functions with
    preconditions, and whether clauses say these, or assertions do; lists: does a contract say which exceptions a
    function may raise?
    """
    found: dict[Span, Guarded] = {}
    _Guard(function, announced, facts, asking, lists, found, frozenset()).go(None)
    return found


@dataclass(slots=True)
class _Guard:
    """meant: what the functions around announce; caught: the classes that handlers around the statement take; bound:
    the variables of the function and of those around it.
    """

    function: ir.Function
    announced: Callable[[ir.Function], frozenset[str]]
    facts: ModuleFacts
    asking: Mapping[str, bool]
    lists: Callable[[ir.Function], bool]
    found: dict[Span, Guarded]
    meant: frozenset[str]
    operands: Operands = field(init=False)
    bound: frozenset[str] = frozenset()
    caught: list[frozenset[str]] = field(default_factory=list)
    suppressed: dict[str, frozenset[str]] = field(default_factory=dict)  # by variable that holds a `suppress(…)`
    unbound: Reads = field(default_factory=dict)
    places: dict[Place, None] = field(default_factory=dict)
    fresh: int = 0

    def go(self, around: Operands | None) -> ir.Function:
        self.meant |= self.announced(self.function)
        function = self.inside(self.function, around)
        places = sorted(self.places, key=lambda place: (place.span, place.outcome or ""))
        self.found[self.function.span] = Guarded(function, tuple(places))
        return function

    def inside(self, function: ir.Function, around: Operands | None) -> ir.Function:
        """The function itself, or a lambda or generator expression in it, whose claims are its own."""
        self.operands = operands_of(function, around, self.facts)
        self.bound |= {*function.locals, *function.free, *function.nonlocals, *function.globals}
        self.suppressed = suppressed_by(function)
        self.unbound = unbound_reads(function, self.suppressed)
        return replace(function, body=self.block(function.body))

    def block(self, body: Block) -> Block:
        return tuple(s for each in body for s in self.statement(each))

    # ------------------------------------------------------------ statements

    def statement(self, s: ir.Statement) -> Iterator[ir.Statement]:
        reads = tuple(self.looks(s))
        if not isinstance(s, ir.While):
            yield from reads
        match s:
            case ir.While(before=before, body=body, orelse=orelse):
                asked = (*self.block(before), *reads)  # in every round
                yield replace(s, before=asked, body=self.block(body), orelse=self.block(orelse))
            case ir.If(then=then, orelse=orelse, span=span):
                failed = self.block(orelse)
                asserted = orelse and isinstance(orelse[-1], ir.Raise) and orelse[-1].assertion
                if asserted and span not in self.facts.leading:
                    failed = (*failed[:-1], *self.reach(span, ASSERTION), failed[-1])
                yield replace(s, then=self.block(then), orelse=failed)
            case ir.Try():
                yield self.try_statement(s)
            case ir.With(context=context, body=body):
                name = context.name if isinstance(context, ir.Var) else ""
                self.caught.append(self.suppressed.get(name, frozenset()))
                yield replace(s, body=self.block(body))
                self.caught.pop()
            case ir.Assign(value=ir.Closure() as closure):
                yield replace(s, value=replace(closure, function=self.closure(closure.function)))
            case ir.Assign() | ir.SetItem() | ir.DelItem() | ir.SetAttr() | ir.Unpack():
                yield self.guard(s)
            case ir.Raise(ir.Var(name), assertion=False, span=span) if self.lists(self.function):
                for cls in dict.fromkeys(names_held(self.function).get(name, ())):
                    yield from self.reach(span, cls)
                yield s
            case _:
                yield with_blocks(s, self.block)

    def looks(self, s: ir.Statement) -> Iterator[ir.Statement]:
        """Reads of the variables that may be unbound where the statement reads them."""
        for name in self.unbound.get(id(s), ()):
            if self.is_claimed(UNBOUND):
                span = self.facts.values.get(s.span, s.span)
                self.fresh += 1
                look = ir.Assign(ir.Var(f"%claim{self.fresh}"), ir.Var(name), span)
                if self.is_plain(UNBOUND, span):
                    yield ir.Try((ir.Mark(span), look), (self.handler(span, UNBOUND),), (), (), span)

    def try_statement(self, s: ir.Try) -> ir.Try:
        ended = frozenset({"BaseException"}) if _leaves(s.final) else frozenset()  # by `finally`, whatever was raised
        self.caught.append(ended)
        self.caught.append(handled_by(s.handlers))
        body = self.block(s.body)
        self.caught.pop()
        handlers = tuple(replace(h, test=self.block(h.test), body=self.block(h.body)) for h in s.handlers)
        orelse = self.block(s.orelse)
        self.caught.pop()
        return replace(s, body=body, handlers=handlers, orelse=orelse, final=self.block(s.final))

    def closure(self, function: ir.Function) -> ir.Function:
        """Its body runs at another time, when no handler around it does."""
        if not function.name.startswith("<"):
            inner = _Guard(
                function, self.announced, self.facts, self.asking, self.lists, self.found, self.meant, self.bound
            )
            return inner.go(self.operands)
        outer = self.operands, self.caught, self.suppressed, self.unbound
        self.caught = []
        result = self.inside(function, self.operands)
        self.operands, self.caught, self.suppressed, self.unbound = outer
        return result

    # ------------------------------------------------------------ one operation

    def guard(self, s: ir.Assign | ir.SetItem | ir.DelItem | ir.SetAttr | ir.Unpack) -> ir.Statement:
        if s.span in self.facts.augmented and isinstance(s, ir.SetItem | ir.SetAttr):
            return s  # what is stored to has just been read
        span = self.facts.values.get(s.span, s.span)
        classes = [c for c in dict.fromkeys(raised_by(s, self.operands)) if self.is_claimed(c)]
        handlers = [self.handler(span, cls) for cls in classes if self.is_plain(cls, span)]
        if (asking := self.asking_called(s)) is not None:
            self.places[Place(span, CLAIM, REQUIRE)] = None
            handlers.append(ir.Handler((), ir.Const(OF_CALL + asking), None, _handed_on(span, REQUIRE), span))
        return ir.Try((ir.Mark(span), s), tuple(handlers), (), (), span) if handlers else s

    def asking_called(self, s: ir.Statement) -> str | None:
        """The name by which the operation calls a function, where one with preconditions has it.

        What an assertion asks is claimed as any assertion is; and not of what the text says to be a container, or a
        text, whose methods have names that many others have.
        """
        of_container = False
        match s:
            case ir.Assign(value=ir.Call(ir.Var(function))):
                known = self.operands.globals.get(function, "")
                name = self.operands.imported.get(known, known)
            case ir.Assign(value=ir.MethodCall(object, name)):
                of_container = self.operands.kind(object) is not None
            case _:
                return None
        by_clause = self.asking.get(name)
        by_assertion = by_clause is False and not of_container and self.is_claimed(ASSERTION)
        return name if by_clause or by_assertion else None

    def is_claimed(self, cls: str) -> bool:
        """Is there anything that says that it is meant, or taken?"""
        taken = any(
            name in BROAD or is_subclass(cls, name) or name in LOOKUPS.get(cls, ())
            for names in self.caught
            for name in names
        )
        return not taken and not is_announced(cls, self.meant) and self.meant.isdisjoint(LOOKUPS.get(cls, ()))

    def is_plain(self, cls: str, span: Span) -> bool:
        """Does the name that is caught mean the builtin?  Where it does not, the claim has no place, and stays open."""
        self.places[Place(span, CLAIM, cls)] = None
        name = _builtin(cls)
        return name not in self.bound and self.facts.hidden.isdisjoint({name, "*"})

    def handler(self, span: Span, cls: str) -> ir.Handler:
        self.fresh += 1
        wanted = ir.Var(f"%claim{self.fresh}")
        test = (ir.Assign(wanted, ir.Global(_builtin(cls)), span),)
        return ir.Handler(test, wanted, None, _handed_on(span, cls), span)

    def reach(self, span: Span, cls: str) -> tuple[ir.Statement, ...]:
        if not self.is_claimed(cls):
            return ()
        self.places[Place(span, CLAIM, cls)] = None
        return (ir.Reach(span, CLAIM, cls),)


def _handed_on(span: Span, outcome: str) -> Block:
    return (ir.Reach(span, CLAIM, outcome), ir.Raise(None, None, False, span))


def _leaves(block: Block) -> bool:
    """Does it end with a `return`, `break` or `continue`, whatever happens?"""
    match block:
        case (*_, ir.Return() | ir.Break() | ir.Continue()):
            return True
        case (*_, ir.If(then=then, orelse=orelse)):
            return _leaves(then) and _leaves(orelse)
    return False


def _builtin(cls: str) -> str:
    """What is caught at the place of a claim about the class: itself, or, of the library's, the builtin above it."""
    return ABOVE.get(cls, (cls,))[-1]
