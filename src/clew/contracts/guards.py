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

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import Any, Final, TypeAlias

from clew.contracts.announced import BROAD, handled_by, is_announced, is_subclass, names_held, suppressed_by
from clew.contracts.operands import Operands, operands_of
from clew.contracts.operations import LOOKUPS, raised_by
from clew.contracts.unbound import Reads, unbound_reads
from clew.frontend.module import is_private
from clew.frontend.module_facts import ModuleFacts
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.contract import REQUIRE
from clew.ir.guards import ABOVE, CLAIM
from clew.ir.walk import nodes, with_blocks
from clew.records import dataclass
from clew.source.spans import Span

ASSERTION: Final = "AssertionError"
UNBOUND: Final = "UnboundLocalError"

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
    asking: frozenset[str] = frozenset(),
    lists: Callable[[ir.Function], bool] = lambda function: False,
) -> dict[Span, Guarded]:
    """The function and those defined in it, by their spans.

    announced: classes that are meant, for each function; facts: of the module; asking: the names of functions with
    preconditions; lists: does a contract say which exceptions a function may raise?
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
    asking: frozenset[str]
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
        required = _leading_assertions(function)
        return replace(function, body=tuple(s for each in function.body for s in self.statement(each, required)))

    def block(self, body: Block) -> Block:
        return tuple(s for each in body for s in self.statement(each))

    # ------------------------------------------------------------ statements

    def statement(self, s: ir.Statement, required: frozenset[Span] = frozenset()) -> Iterator[ir.Statement]:
        reads = tuple(self.looks(s))
        if not isinstance(s, ir.While):
            yield from reads
        match s:
            case ir.While(before=before, body=body, orelse=orelse):
                asked = (*self.block(before), *reads)  # in every round
                yield replace(s, before=asked, body=self.block(body), orelse=self.block(orelse))
            case ir.If(then=then, orelse=orelse, span=span):
                failed = self.block(orelse)
                if orelse and isinstance(orelse[-1], ir.Raise) and orelse[-1].assertion and span not in required:
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
        classes += [REQUIRE] if self.asks(s) else []
        handlers = tuple(self.handler(span, cls) for cls in classes if self.is_plain(cls, span))
        return ir.Try((ir.Mark(span), s), handlers, (), (), span) if handlers else s

    def asks(self, s: ir.Statement) -> bool:
        """Is the operation a call of what has the name of a function with preconditions?"""
        match s:
            case ir.Assign(value=ir.Call(ir.Var(function))):
                return self.operands.globals.get(function) in self.asking
            case ir.Assign(value=ir.MethodCall(_, name)):
                return name in self.asking
        return False

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
        return cls == REQUIRE or (name not in self.bound and self.facts.hidden.isdisjoint({name, "*"}))

    def handler(self, span: Span, cls: str) -> ir.Handler:
        body = (ir.Reach(span, CLAIM, cls), ir.Raise(None, None, False, span))
        if cls == REQUIRE:  # no exception: the machine knows that the call breaks a contract
            return ir.Handler((), ir.Const(cls), None, body, span)
        self.fresh += 1
        wanted = ir.Var(f"%claim{self.fresh}")
        test = (ir.Assign(wanted, ir.Global(_builtin(cls)), span),)
        return ir.Handler(test, wanted, None, body, span)

    def reach(self, span: Span, cls: str) -> tuple[ir.Statement, ...]:
        if not self.is_claimed(cls):
            return ()
        self.places[Place(span, CLAIM, cls)] = None
        return (ir.Reach(span, CLAIM, cls),)


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


def _leading_assertions(function: ir.Function) -> frozenset[Span]:
    """The tests of the assertions that a function starts with and that ask for its parameters: preconditions.

    One that asks for nothing but private attributes of the receiver is none: no caller sees these.
    """
    found: set[Span] = set()
    parameters = {p.name for p in function.parameters}
    computed = False  # something, which no assertion has asked for yet
    about = False  # is a parameter asked for, by this assertion?
    private = False  # is a private attribute?
    for s in function.body:
        match s:
            case ir.Mark():
                if computed:  # by a statement of its own, which may have changed what is asked later
                    break
            case _ if _only_asks(s, parameters):
                computed = True
                about = about or _names(_seen_by_callers(s, function.receiver), parameters)
                private = private or _names(s, parameters)
            case ir.If(then=(), orelse=(*_, ir.Raise(assertion=True)), condition=condition, span=span):
                about = about or _names(condition, parameters)
                if not (about or private):
                    break
                if about:
                    found.add(span)
                computed = about = private = False
            case _:
                break
    return frozenset(found)


def _seen_by_callers(s: ir.Statement, receiver: str) -> tuple[ir.Statement, ...]:
    """The statement, and those in it, but for reads of private attributes of the receiver."""
    match s:
        case ir.Assign(value=ir.Attr(ir.Var(name), attribute)) if name == receiver and is_private(attribute):
            return ()
        case ir.If():
            inside = (_seen_by_callers(each, receiver) for each in (*s.then, *s.orelse))
            return (replace(s, then=(), orelse=()), *(each for seen in inside for each in seen))
    return (s,)


def _names(part: Any, parameters: set[str]) -> bool:
    return any(isinstance(node, ir.Var) and node.name in parameters for node in nodes(part))


def _only_asks(s: ir.Statement, parameters: set[str]) -> bool:
    """Does it compute a part of a test, of parameters only?"""
    match s:
        case ir.Assign(target, value):
            return target.name.startswith("%") and _asks(value, parameters)
        case ir.If(then=then, orelse=orelse):
            return all(_only_asks(each, parameters) for each in (*then, *orelse))
    return False


def _asks(value: ir.Value, parameters: set[str]) -> bool:
    """Is nothing named but parameters, globals and what is computed of them?"""
    read = [node.name for node in nodes(value) if isinstance(node, ir.Var)]
    return all(name in parameters or name.startswith("%") for name in read)
