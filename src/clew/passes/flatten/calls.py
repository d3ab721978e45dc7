"""Calls: of builtins over ints, of exception classes, and of functions of the project, which are flattened too."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from clew.ir import tree
from clew.ir.blocks import TRUE, Assume, Binary, Call, Expr, Havoc, Literal, Name
from clew.ir.contract import REQUIRE
from clew.passes.flatten.exceptions import ASKED, NORMAL, ExceptionClass, exception_class, refused
from clew.passes.flatten.graph import End, NotInSubset
from clew.passes.flatten.operations import (
    HIGHEST_POWER,
    Operations,
    divided,
    is_plainly_made,
    minus,
    power_of,
)
from clew.passes.flatten.values import (
    ANY,
    CLASS_OF_NUMBER,
    EXPRESSIONS,
    NONE,
    Builtin,
    Callee,
    Items,
    Listed,
    Raised,
    Range,
    Value,
    as_condition,
    as_int,
    binary,
    integer,
)
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Returning:
    """What a callee does.  kind: of what it returns, `int`, `none`, `list` (a new one), or `any`.

    key: of the procedure; raises: whether it may raise; changes: a list that it is given; element: of the new list;
    breaches: whether it may end since a contract is broken, its own or one below it.
    """

    key: str
    kind: str
    raises: bool
    changes: bool
    element: str = "int"
    breaches: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """kinds: of the arguments, one that is the same list as an earlier one being `=` and the number of that list.

    arguments: of the procedure; changeable: the lists that it gives back as they are then.
    """

    kinds: tuple[str, ...]
    arguments: tuple[Expr, ...]
    changeable: tuple[Listed, ...]


class Calls(Operations):
    """Calls of one function being flattened."""

    @abstractmethod
    def changeable(self, listed: Listed, span: Span, resizes: bool = True) -> None:
        """The list is about to change; resizes: its length may.

        Raises NotInSubset where a change may be seen by way of something that is no cell.
        """

    @abstractmethod
    def returning(self, callee: Callee, kinds: tuple[str, ...], span: Span) -> Returning:
        """What the callee, flattened too, gives back."""

    @abstractmethod
    def is_guarded(self) -> bool:
        """Does something around the call see it break what the function asks for?"""

    @abstractmethod
    def is_asking(self) -> bool:
        """Does a function of the program assert what its callers have to keep?"""

    @abstractmethod
    def leave(self, kind: str, end: End, code: Expr) -> None: ...

    @abstractmethod
    def _joined(self, ends: list[End], span: Span) -> End: ...

    def call(
        self, end: End, function: Value, arguments: tuple[tree.Argument, ...], span: Span
    ) -> tuple[End, Value] | None:
        positional: list[Value] = []
        named: dict[str, Value] = {}
        for argument in arguments:
            atom = argument.value if isinstance(argument, tree.Keyword) else argument
            if isinstance(atom, tree.Star) or (isinstance(argument, tree.Keyword) and argument.name is None):
                raise NotInSubset("a call with starred arguments", span)
            assert isinstance(atom, tree.Var | tree.Const)
            found = self.atom(end, atom, span)
            if found is None:
                return None
            end = found[0]
            if isinstance(argument, tree.Keyword):
                assert argument.name is not None
                named[argument.name] = found[1]
            else:
                positional.append(found[1])
        match function:
            case ExceptionClass(_, number) if not named and is_plainly_made(function, len(positional)):
                return end, Raised(integer(number))
            case Builtin(name) if not named:
                return self.builtin(end, name, positional, span)
            case Callee():
                return self.call_function(end, function, positional, named, span)
        raise NotInSubset("a call of something that is not known", span)

    def builtin(self, end: End, name: str, arguments: list[Value], span: Span) -> tuple[End, Value] | None:
        if name == "isinstance":
            match arguments:
                case [value, Builtin("int")] if isinstance(value, EXPRESSIONS):
                    return end, TRUE
            raise NotInSubset("isinstance of this", span)
        if name == "type" and len(arguments) == 1 and isinstance(arguments[0], EXPRESSIONS):
            return end, CLASS_OF_NUMBER
        numbers = [self.number(argument, span, f"{name}()") for argument in arguments]
        match name, numbers:
            case "bool", [x]:
                return end, as_condition(x)
            case "int", [x]:
                return end, as_int(x)
            case "abs", [x]:
                x = as_int(x)
                return end, self.choice(end, binary("<", x, integer(0)), minus(x, span), x, span)
            case "min" | "max", [x, _, *_]:
                # The first of the least, as CPython has it, and equal ints cannot be told apart.
                best = as_int(x)
                for y in map(as_int, numbers[1:]):
                    best = self.choice(end, binary("<" if name == "min" else ">", y, best), y, best, span)
                return end, best
            case "range", [x]:
                return end, Range(integer(0), as_int(x), integer(1))
            case "range", [x, y]:
                return end, Range(as_int(x), as_int(y), integer(1))
            case "range", [x, y, z]:
                goes = self.raise_if(end, binary("==", as_int(z), integer(0)), "ValueError", span)
                return None if goes is None else (goes, Range(as_int(x), as_int(y), as_int(z)))
            case "divmod", [x, y]:
                x, y = as_int(x), as_int(y)
                goes = self.raise_if(end, binary("==", y, integer(0)), "ZeroDivisionError", span)
                return None if goes is None else (goes, Items((divided("//", x, y), divided("%", x, y))))
            case "pow", [x, Literal(int(power))] if 0 <= power <= HIGHEST_POWER:
                return end, power_of(as_int(x), power)
        raise NotInSubset(f"{name}() with these arguments", span)

    def call_function(
        self, end: End, callee: Callee, positional: list[Value], named: Mapping[str, Value], span: Span
    ) -> tuple[End, Value] | None:
        values: list[Value] = []
        names = [p.name for p in callee.function.parameters if p.kind in ("positional", "positional-only")]
        given = dict(zip(names, positional, strict=False))
        only = {p.name for p in callee.function.parameters if p.kind == "positional-only"}
        wrong = len(positional) > len(names) or given.keys() & named.keys() or only & named.keys()
        known = {p.name for p in callee.function.parameters if p.kind not in ("*", "**")}
        if wrong or not named.keys() <= known or len(known) < len(callee.function.parameters):
            raise NotInSubset(f"a call of {callee.function.name} with these arguments", span)
        given.update(named)
        for parameter in callee.function.parameters:
            value = given.get(parameter.name)
            if value is None:
                default = callee.defaults.get(parameter.name)
                if default is None:
                    raise NotInSubset(f"a call of {callee.function.name} with these arguments", span)
                value = integer(default)
            values.append(value)
        passed = passed_to(values, callee, span)
        returning = self.returning(callee, passed.kinds, span)
        result, raised = self.graph.fresh("result"), self.graph.fresh("raised")
        made = Listed(self.graph.fresh("list").name, returning.element)
        targets = [result, raised]
        for listed in passed.changeable if returning.changes else ():
            self.changeable(listed, span)
            targets += listed.variables
        targets += made.variables if returning.kind == "list" else ()
        end.emit(Call(tuple(targets), returning.key, passed.arguments, span))
        end = self.graph.go(end, "back", span)
        if returning.breaches:
            end = self.broken(end, raised, targets, span)
        if returning.raises:
            fails, goes = self.graph.fork(end, Binary("!=", raised, integer(NORMAL)), span, "fails", "holds")
            assert fails is not None and goes is not None
            self.throw(self.refused(fails, raised, span), raised)
            end = goes
        kinds: dict[str, Value] = {"int": result, "none": NONE, "list": made}
        return end, kinds.get(returning.kind, ANY)

    def refused(self, fails: End, raised: Name, span: Span) -> End:
        """Where an assertion does not say that the call fails to keep what the function asks."""
        if not (self.is_asking() and self.is_guarded()):
            return fails
        refused_here, fails_else = self.graph.fork(
            fails, binary("==", raised, integer(refused())), span, "refused", "fails"
        )
        assert refused_here is not None and fails_else is not None
        cls = exception_class("AssertionError")
        assert cls is not None
        self.leave(REQUIRE, refused_here, integer(cls.number))
        return fails_else

    def broken(self, end: End, raised: Name, targets: list[Name], span: Span) -> End:
        """Where a contract was broken the function may have done anything: the caller goes on all the same."""
        self.exact = False
        breach, kept = self.graph.fork(end, binary("<", raised, integer(NORMAL)), span, "broken", "kept")
        assert breach is not None and kept is not None
        if self.is_guarded():
            asked, _ = self.graph.fork(breach, binary("==", raised, integer(ASKED)), span, "asked", "other")
            assert asked is not None
            self.leave(REQUIRE, asked, integer(ASKED))
        anyhow = self.graph.go(breach, "anyhow", span)
        for target in targets:
            anyhow.emit(Havoc(target, span))
            if target == raised or target.name.endswith("'len"):
                anyhow.emit(Assume(binary(">=", target, integer(0)), span))
        return self._joined([kept, anyhow], span)


def passed_to(values: list[Value], callee: Callee, span: Span) -> Passed:
    """What a procedure is given for these arguments."""
    kinds: list[str] = []
    arguments: list[Expr] = []
    lists: dict[str, Listed] = {}
    for value in values:
        if isinstance(value, Listed) and value.element != "list":
            again = value.cell in lists
            kinds.append(f"={list(lists).index(value.cell)}" if again else value.kind)
            arguments += () if again else value.variables
            lists.setdefault(value.cell, value)
        elif isinstance(value, EXPRESSIONS):
            kinds.append("int")
            arguments.append(as_int(value))
        else:
            raise NotInSubset(f"{callee.function.name}() of something that is not known to be an int", span)
    changeable = tuple(listed for listed in lists.values() if not listed.fixed)
    return Passed(tuple(kinds), tuple(arguments), changeable)
