"""Statements of the tree form on open ends; every statement takes the ends before it to those behind it.

An exit that is not the normal one (`raise`, `return`, `break`, `continue`) leaves through the frames around it: it
is collected by the innermost frame that wants it, which is a `finally` clause in any case.  A `finally` block is
therefore written once for each kind of exit that comes to it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Final

from clew.goals.goal import Place
from clew.ir import tree
from clew.ir.blocks import INT, Assign, Expr, Literal, Name, names_in
from clew.ir.contract import OBJECT, REQUIRE
from clew.ir.walk import operands
from clew.passes.flatten.approximate import Approximate
from clew.passes.flatten.exceptions import ASKED, BROKEN, NORMAL, ExceptionClass, is_caught, refused
from clew.passes.flatten.graph import End, Graph, NotInSubset
from clew.passes.flatten.operations import Findings, is_plainly_made
from clew.passes.flatten.values import EXPRESSIONS, NONE, Globals, Items, Listed, Raised, Value, binary, integer
from clew.records import dataclass
from clew.source.spans import Span

MOST_ENDS: Final = 16
MOST_APART: Final = 4_000
"""Blocks that tell apart what one place is reached for."""

EXITS: Final = ("raise", "return", "break", "continue")


@dataclass(slots=True)
class Frame:
    """kinds: the exits that are collected here; exits: those that were, an exception with its number."""

    kinds: tuple[str, ...]
    exits: dict[str, list[tuple[End, Expr]]] = field(default_factory=dict)

    def ends(self, kind: str) -> list[End]:
        return [end for end, _ in self.exits.get(kind, [])]


class Statements(Approximate):
    """Its statements, one method for each kind, and the jumps that these make."""

    def __init__(
        self, function: tree.Function, graph: Graph, globals: Globals, careful: bool, found: Findings, resizes: bool
    ) -> None:
        super().__init__(graph, globals, careful, found, resizes)
        self.frames: list[Frame] = []
        self.caught: list[Expr] = []
        self.results: list[Value] = []
        self.last_read, self.position = _last_reads(function)

    # Loops are completed by a class below.

    @abstractmethod
    def while_loop(self, s: tree.While, ends: list[End]) -> list[End]: ...

    @abstractmethod
    def for_loop(self, s: tree.For, end: End) -> list[End]: ...

    # ------------------------------------------------------------ exits

    def leave(self, kind: str, end: End, code: Expr) -> None:
        frame = next(f for f in reversed(self.frames) if kind in f.kinds)
        frame.exits.setdefault(kind, []).append((end, code))

    def throw(self, end: End, code: Expr) -> None:
        self.leave("raise", end, code)

    def breach(self, end: End, code: int) -> None:
        """The function ends since a contract is broken, whatever is around."""
        self.breaches = True
        self.frames[0].exits.setdefault("raise", []).append((end, integer(code)))

    @abstractmethod
    def is_called(self) -> bool:
        """May it be called by a function of the program, itself included?"""

    def is_guarded(self) -> bool:
        return any(REQUIRE in frame.kinds for frame in self.frames)

    def caught_somewhere(self) -> bool:
        return self.careful or any("raise" in frame.kinds for frame in self.frames[1:])

    # ------------------------------------------------------------ statements

    def block(self, body: Sequence[tree.Statement], ends: list[End]) -> list[End]:
        for statement in body:
            if not ends:
                break
            ends = self.statement(statement, ends)
        return ends

    def statement(self, s: tree.Statement, ends: list[End]) -> list[End]:
        match s:
            case tree.Mark(span):
                now = self.position.get(id(s), -1)  # none within generator expressions
                for end in ends:
                    for name in [n for n in end.known if n.startswith("t$") and self.last_read.get(n, -1) < now]:
                        del end.known[name]
                end = self.graph.join(ends, "join", span)
                end.hit(Place(span, "statement", None))
                return [end]
            case tree.If() if _tells_apart(s):
                return [self.told_apart(s, ends)]
            case tree.If():
                return self.branch(s, ends)
            case tree.While():
                return self.while_loop(s, ends)
            case tree.For(iterable=tree.Var(name)):
                many = ends[0].known.get(self.local(name))
                if all(end.known.get(self.local(name)) == many for end in ends):
                    ends = [self.graph.join(ends, "join", s.span)]
                return [after for end in ends for after in self.for_loop(s, end)]
            case tree.Try():
                return self.try_block(s, ends)
        if len(ends) > MOST_ENDS:
            ends = [self.graph.join(ends, "join", ends[0].draft.span)]
        return [after for end in ends for after in self.simple(s, end)]

    def simple(self, s: tree.Statement, end: End) -> Iterator[End]:
        match s:
            case tree.Reach(span, kind, outcome):
                end.hit(Place(span, kind, outcome))
                yield end
            case tree.Assign(target, value, span):
                found = self.value(end, value, span)
                if found is not None:
                    end, result = found
                    self.store(end, self.local(target.name), result, span)
                    yield end
            case tree.Unpack(targets, None, atom, span):
                yield from self.unpack(end, targets, atom, span)
            case tree.SetItem() | tree.DelItem():
                goes = self.set_item(s, end) if isinstance(s, tree.SetItem) else self.delete_item(s, end)
                if goes is not None:
                    yield goes
            case tree.Return(atom, span):
                found = self.atom(end, atom, span)
                if found is not None:
                    end, result = found
                    self.results.append(result)
                    if isinstance(result, EXPRESSIONS):
                        self.graph.assign(end, "result$", result, span)
                    elif isinstance(result, Listed):
                        self.give_list(end, result, span)
                    self.leave("return", end, integer(NORMAL))
            case tree.Raise():
                self.raise_statement(s, end)
            case tree.Breach(kind):
                self.breach(end, ASKED if kind in (REQUIRE, OBJECT) else BROKEN)
            case tree.Break() | tree.Continue():
                self.leave("break" if isinstance(s, tree.Break) else "continue", end, integer(NORMAL))
            case tree.NativeStatement(reason=reason, span=span):
                raise NotInSubset(reason, span)
            case tree.DelVar(span=span) | tree.SetAttr(span=span) | tree.With(span=span):
                raise NotInSubset(NAMES[type(s)], span)
            case _:
                raise NotInSubset(f"{type(s).__name__} statements", end.draft.span)

    def unpack(self, end: End, targets: tuple[tree.Var, ...], atom: tree.Atom, span: Span) -> Iterator[End]:
        found = self.atom(end, atom, span)
        if found is None:
            return
        end, value = found
        if isinstance(value, Listed):
            other = binary("!=", value.length, integer(len(targets)))
            goes = self.raise_if(end, other, "ValueError", span)
            if goes is None:
                return
            end, value = goes, Items(tuple(self.read(goes, value, integer(i), span) for i in range(len(targets))))
        if not isinstance(value, Items) or len(value.items) != len(targets):
            raise NotInSubset("unpacking of something else than a tuple of the same length", span)
        names = [self.local(target.name) for target in targets]
        values: list[Value] = []
        for i, item in enumerate(value.items):
            if isinstance(item, EXPRESSIONS) and any(name in names_in(item) for name in names[:i]):
                item = self.graph.copy(end, item, span)
            values.append(item)
        for name, item in zip(names, values, strict=True):
            self.store(end, name, item, span)
        yield end

    def raise_statement(self, s: tree.Raise, end: End) -> None:
        if s.exception is None:
            if not self.caught:
                raise NotInSubset("a bare `raise` outside an `except` clause", s.span)
            self.throw(end, self.caught[-1])
            return
        found = self.atom(end, s.exception, s.span)
        cause = found and (self.atom(found[0], s.cause, s.span) if s.cause is not None else (found[0], NONE))
        if found is None or cause is None:
            return
        if not (cause[1] == NONE or isinstance(cause[1], Raised)):
            raise NotInSubset("a cause that is not known to be an exception", s.span)
        match found[1]:
            case Raised() | ExceptionClass() if s.asks and self.is_called():
                self.throw(cause[0], integer(refused()))
            case Raised(code):
                self.throw(cause[0], code)
            case ExceptionClass(_, number) as cls if is_plainly_made(cls, 0):
                self.throw(cause[0], integer(number))
            case _:
                raise NotInSubset("raising something that is not a builtin exception", s.span)

    # ------------------------------------------------------------ branches

    def branch(self, s: tree.If, ends: list[End]) -> list[End]:
        sides: tuple[list[End], list[End]] = ([], [])
        for end in ends:
            found = self.atom(end, s.condition, s.span)
            if found is not None:
                end, value = found
                for side, taken in zip(
                    sides, self.graph.fork(end, self.truth(value, s.span), s.span, "then", "else"), strict=True
                ):
                    if taken is not None:
                        side.append(taken)
        if s.decision is not None:
            for side, outcome in zip(sides, ("true", "false"), strict=True):
                for end in side:
                    end.hit(Place(s.span, s.decision, outcome))
        return self.block(s.then, sides[0]) + self.block(s.orelse, sides[1])

    def told_apart(self, s: tree.If, ends: list[End]) -> End:
        """Its blocks do nothing, so they do not count as such."""
        before = len(self.graph.drafts)
        self.graph.limit += MOST_APART
        after = self.branch(s, ends)
        self.graph.limit += len(self.graph.drafts) - before - MOST_APART
        return self._joined(after, s.span)

    def _joined(self, ends: list[End], span: Span) -> End:
        return self.graph.join(ends, "join", span)

    # ------------------------------------------------------------ try

    def try_block(self, s: tree.Try, ends: list[End]) -> list[End]:
        if not s.final:
            return self.handled(s, ends)
        frame = Frame(EXITS)
        self.frames.append(frame)
        normal = self.handled(s, ends)
        self.frames.pop()
        after = self.block(s.final, normal)
        for kind in EXITS:
            exits = frame.exits.get(kind, [])
            if not exits:
                continue
            code = self._coded(exits, s.span)
            end = self._joined([end for end, _ in exits], s.span)
            outside = self.caught
            self.caught = [*outside, code] if kind == "raise" else outside
            for left in self.block(s.final, [end]):
                self.leave(kind, left, code)
            self.caught = outside
        return after

    def _coded(self, exits: list[tuple[End, Expr]], span: Span) -> Expr:
        """The number of the exception, in a variable where it differs."""
        first = exits[0][1]
        if isinstance(first, Literal) and all(code == first for _, code in exits):
            return first
        caught = self.graph.fresh("caught")
        for end, code in exits:
            end.emit(Assign(caught, code, span))
        return caught

    def guarded(self, s: tree.Try, guard: tree.Handler, ends: list[End]) -> list[End]:
        """The one handler sees the call in the body break what it asks for."""
        frame = Frame((REQUIRE,))
        self.frames.append(frame)
        after = self.handled(replace(s, handlers=tuple(h for h in s.handlers if h is not guard)), ends)
        self.frames.pop()
        for end, code in frame.exits.get(REQUIRE, ()):
            for statement in guard.body:
                if isinstance(statement, tree.Reach):
                    end.hit(Place(statement.span, statement.kind, statement.outcome))
            if code == integer(ASKED):
                self.breach(end, BROKEN)
            else:
                self.throw(end, code)
        return after

    def handled(self, s: tree.Try, ends: list[End]) -> list[End]:
        named = (h for h in s.handlers if isinstance(h.type, tree.Const) and isinstance(h.type.value, str))
        guard = next(named, None)
        if guard is not None:
            return self.guarded(s, guard, ends)
        frame = Frame(("raise",) if s.handlers else ())
        self.frames.append(frame)
        normal = self.block(s.body, ends)
        self.frames.pop()
        after = self.block(s.orelse, normal)
        pending = frame.exits.get("raise", [])
        for handler in s.handlers:
            mine: list[tuple[End, Expr]] = []
            rest: list[tuple[End, Expr]] = []
            for end, code in pending:
                self.dispatch(handler, end, code, mine, rest)
            pending = rest
            if mine:
                after += self.enter(handler, mine)
        for end, code in pending:
            self.throw(end, code)
        return after

    def dispatch(
        self, handler: tree.Handler, end: End, code: Expr, mine: list[tuple[End, Expr]], rest: list[tuple[End, Expr]]
    ) -> None:
        """Does the clause catch the exception?"""
        if handler.type is None:
            mine.append((end, code))
            return
        for each in self.block(handler.test, [end]):
            self.dispatch_by_type(handler, each, code, mine, rest)

    def dispatch_by_type(
        self, handler: tree.Handler, end: End, code: Expr, mine: list[tuple[End, Expr]], rest: list[tuple[End, Expr]]
    ) -> None:
        """The same, where the expression of the clause was evaluated."""
        assert handler.type is not None
        found = self.atom(end, handler.type, handler.span)
        assert found is not None
        classes = found[1].items if isinstance(found[1], Items) else (found[1],)
        left: End | None = end
        for cls in classes:
            if not isinstance(cls, ExceptionClass) or "Group" in cls.name:
                raise NotInSubset("an `except` clause for something else than builtin exceptions", handler.span)
            if left is None:
                break
            caught = is_caught(code, cls)
            if isinstance(caught, bool):
                if caught:
                    mine.append((left, code))
                    left = None
                continue
            taken, left = self.graph.fork(left, caught, handler.span, "caught", "passed")
            assert taken is not None
            mine.append((taken, code))
        if left is not None:
            rest.append((left, code))

    def enter(self, handler: tree.Handler, exits: list[tuple[End, Expr]]) -> list[End]:
        code = self._coded(exits, handler.span)
        name = self.local(handler.name.name) if handler.name is not None else None
        for end, _ in exits:
            end.hit(Place(handler.span, "branch", "entered"))
            if name is not None:
                end.known[name] = Raised(code)
                end.bound |= {name}
        self.caught.append(code)
        # The name is unbound however the clause is left.
        frame = Frame(EXITS if name is not None else ())
        self.frames.append(frame)
        after = self.block(handler.body, [end for end, _ in exits])
        self.frames.pop()
        self.caught.pop()
        for end in after:
            self._unbind(end, name, handler.span)
        for kind in EXITS:
            for end, value in frame.exits.get(kind, []):
                self._unbind(end, name, handler.span)
                self.leave(kind, end, value)
        return after

    def _unbind(self, end: End, name: str | None, span: Span) -> None:
        if name is not None:
            end.known.pop(name, None)
            end.bound -= {name}
            if name in self.flagged:
                end.emit(Assign(Name(f"{name}$bound", INT), integer(0), span))


NAMES: Final = {
    tree.DelVar: "`del`",
    tree.SetAttr: "assignment to an attribute",
    tree.With: "`with`",
}


def _tells_apart(s: tree.If) -> bool:
    """Does it do nothing but reach goals?"""
    if s.decision is not None:
        return False
    body = (*s.then, *s.orelse)
    tests = {each.condition.name for each in body if isinstance(each, tree.If) and isinstance(each.condition, tree.Var)}
    return any(isinstance(each, tree.Reach | tree.If) for each in body) and all(
        isinstance(each, tree.Reach)
        or (isinstance(each, tree.If) and _tells_apart(each))
        or (isinstance(each, tree.Assign) and each.target.name in tests)
        for each in body
    )


def _last_reads(function: tree.Function) -> tuple[dict[str, int], dict[int, int]]:
    """For each temporary the position of the last statement that reads it; the positions of statements, by identity."""
    last: dict[str, int] = {}
    position: dict[int, int] = {}

    def read(number: int, *atoms: object) -> None:
        for atom in atoms:
            if isinstance(atom, tree.Var) and atom.name.startswith("%"):
                last[f"t${atom.name[1:]}"] = number

    def walk(body: Sequence[tree.Statement]) -> None:
        for s in body:
            number = position[id(s)] = len(position)
            match s:
                case tree.Assign(_, value):
                    read(number, *operands(value))
                case tree.Unpack(_, _, value) | tree.Return(value):
                    read(number, value)
                case tree.SetItem(object, key, value):
                    read(number, object, key, value)
                case tree.DelItem(object, key):
                    read(number, object, key)
                case tree.Raise(exception, cause):
                    read(number, exception, cause)
                case tree.If(condition, then, orelse):
                    read(number, condition)
                    walk(then)
                    walk(orelse)
                case tree.While(before, condition, inner, orelse):
                    walk(before)
                    # It is read again after the body.
                    walk(inner)
                    read(len(position), condition)
                    walk(orelse)
                case tree.For(_, iterable, inner, orelse):
                    read(number, iterable)
                    walk(inner)
                    walk(orelse)
                case tree.Try(inner, handlers, orelse, final):
                    walk(inner)
                    walk(orelse)
                    for handler in handlers:
                        walk(handler.test)
                        read(len(position), handler.type)
                        walk(handler.body)
                    walk(final)

    walk(function.body)
    return last, position
