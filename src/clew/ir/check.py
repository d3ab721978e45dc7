"""Well-formedness of the tree form.

Temporaries and renamed comprehension variables are assigned before they are read on every path (definite assignment,
as in
the Java Language Specification, chapter 16); every other variable is one of the function's; `break` and `continue`
are inside
loops; operators, kinds and conversions are known.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from clew.ir import tree as ir
from clew.ir.operators import BINARY, UNARY
from clew.ir.walk import operands

DISPLAYS: Final = frozenset({"tuple", "list", "set"})
CONVERSIONS: Final = frozenset({"", "r", "s", "a"})
PARAMETERS: Final = frozenset({"positional-only", "positional", "keyword-only", "*", "**"})
CONSTANTS: Final = (type(None), bool, int, float, complex, str, bytes, type(...))

Known: TypeAlias = frozenset[str]
Block: TypeAlias = tuple[ir.Statement, ...]


def check_function(function: ir.Function) -> list[str]:
    """The problems of a function, closures inside it included."""
    checker = _Checker(function)
    checker.block(function.body, frozenset())
    for parameter in function.parameters:
        if parameter.kind not in PARAMETERS:
            checker.complain(f"parameter kind {parameter.kind!r}")
    return checker.problems


class _Checker:
    """Walks a function with the set of surely assigned temporaries; None stands for a point that is not reached."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.names = {*function.locals, *function.nonlocals, *function.free, *(p.name for p in function.parameters)}
        self.problems: list[str] = []
        self.breaks: list[list[Known]] = []

    def complain(self, problem: str) -> None:
        self.problems.append(f"{self.function.qualname}: {problem}")

    # ------------------------------------------------------------ operands

    def is_temporary(self, name: str) -> bool:
        return name.startswith("%") or ("'" in name and name not in self.names)

    def read(self, atom: ir.Atom, known: Known, where: object) -> None:
        match atom:
            case ir.Const(value):
                if not isinstance(value, CONSTANTS):
                    self.complain(f"constant of type {type(value).__name__} {where}")
            case ir.Var(name):
                if self.is_temporary(name):
                    if name not in known:
                        self.complain(f"{name} is read before it is assigned {where}")
                elif name not in self.names:
                    self.complain(f"{name} is not a variable of the function {where}")

    def write(self, target: ir.Var, known: Known, where: object) -> Known:
        if self.is_temporary(target.name):
            return known | {target.name}
        if target.name not in self.names:
            self.complain(f"{target.name} is not a variable of the function {where}")
        return known

    def value(self, value: ir.Value, known: Known, where: object) -> None:
        atoms = list(operands(value))
        match value:
            case ir.Unary(op):
                self.known_word(op, UNARY, where)
            case ir.Binary(op):
                self.known_word(op, BINARY, where)
            case ir.Display(kind):
                self.known_word(kind, DISPLAYS, where)
            case ir.Format(conversion=conversion):
                self.known_word(conversion, CONVERSIONS, where)
            case ir.Closure(function, defaults, keywords):
                self.problems += check_function(function)
                atoms = [*defaults, *(a for _, a in keywords)]
                if len(defaults) + len(keywords) != sum(p.has_default for p in function.parameters):
                    self.complain(f"{function.name} has other defaults than its parameters {where}")
            case ir.Yield() | ir.YieldFrom() if "generator" not in self.function.flags:
                self.complain(f"yield outside a generator {where}")
            case ir.Await() if "async" not in self.function.flags:
                self.complain(f"await outside a coroutine {where}")
        for atom in atoms:
            self.read(atom, known, where)

    def known_word(self, word: str, words: frozenset[str], where: object) -> None:
        if word not in words:
            self.complain(f"unknown {word!r} {where}")

    # ------------------------------------------------------------ statements

    def block(self, statements: Block, known: Known | None) -> Known | None:
        for statement in statements:
            if known is None:
                # What cannot be reached is checked all the same, with everything taken as assigned.
                self.statement(statement, _Everything())
            else:
                known = self.statement(statement, known)
        return known

    def statement(self, s: ir.Statement, known: Known) -> Known | None:
        match s:
            case ir.Mark() | ir.Reach():
                return known
            case ir.Assign(target, value, span):
                self.value(value, known, span)
                return self.write(target, known, span)
            case ir.SetItem(owner, key, value, span):
                self.reads(known, span, owner, key, value)
            case ir.SetAttr(owner, _, value, span):
                self.reads(known, span, owner, value)
            case ir.SetGlobal(_, value, span):
                self.reads(known, span, value)
            case ir.DelItem(owner, key, span):
                self.reads(known, span, owner, key)
            case ir.DelAttr(owner, _, span):
                self.reads(known, span, owner)
            case ir.DelVar(target, span):
                self.reads(known, span, target)
            case ir.Unpack(targets, starred, value, span):
                self.reads(known, span, value)
                if starred is not None and not 0 <= starred < len(targets):
                    self.complain(f"starred target {starred} {span}")
                for target in targets:
                    known = self.write(target, known, span)
            case ir.If(condition, then, orelse, _, span):
                self.reads(known, span, condition)
                return _merge([self.block(then, known), self.block(orelse, known)])
            case ir.While(before, condition, body, orelse, span):
                tested = self.block(before, known)
                if tested is None:
                    return None
                self.reads(tested, span, condition)
                left = self.loop(body, tested)
                always = isinstance(condition, ir.Const) and bool(condition.value)
                after = self.block(orelse, None if always else tested)
                return _merge([after, *left])
            case ir.For(target, iterable, body, orelse, _, span):
                self.reads(known, span, iterable)
                left = self.loop(body, self.write(target, known, span))
                return _merge([self.block(orelse, known), *left])
            case ir.Break(span) | ir.Continue(span):
                if not self.breaks:
                    self.complain(f"{type(s).__name__.lower()} outside a loop {span}")
                elif isinstance(s, ir.Break):
                    self.breaks[-1].append(known)
                return None
            case ir.Return(value, span):
                self.reads(known, span, value)
                return None
            case ir.Breach():
                return None
            case ir.Raise(exception, cause, _, span):
                self.reads(known, span, *(a for a in (exception, cause) if a is not None))
                return None
            case ir.Try():
                return self.trying(s, known)
            case ir.With(context, target, body, span):
                self.reads(known, span, context)
                inside = known if target is None else self.write(target, known, span)
                self.block(body, inside)
                return known  # The context manager may swallow an exception raised at any point of the body.
            case ir.NativeStatement(reads=reads, writes=writes, span=span):
                self.reads(known, span, *map(ir.Var, reads))
                for name in writes:
                    self.write(ir.Var(name), known, span)
        return known

    def reads(self, known: Known, where: object, *atoms: ir.Atom) -> None:
        for atom in atoms:
            self.read(atom, known, where)

    def loop(self, body: Block, known: Known) -> list[Known | None]:
        """What is assigned where the body breaks out."""
        self.breaks.append([])
        self.block(body, known)
        return list(self.breaks.pop())

    def trying(self, s: ir.Try, known: Known) -> Known | None:
        if not s.handlers and not s.final:
            self.complain(f"try without except and finally {s.span}")
        ends = [self.block(s.orelse, self.block(s.body, known))]
        for handler in s.handlers:
            tested = self.block(handler.test, known)
            if handler.type is not None and tested is not None:
                self.reads(tested, handler.span, handler.type)
            if handler.name is not None:
                self.write(handler.name, known, handler.span)
            ends.append(self.block(handler.body, tested))
        after = self.block(s.final, known)
        merged = _merge(ends)
        return None if after is None or merged is None else merged | after


class _Everything(frozenset[str]):
    """Every name: what is assigned at a point that is not reached."""

    def __contains__(self, name: object) -> bool:
        return True

    def __or__(self, other: object) -> _Everything:
        return self

    def __and__(self, other: frozenset[str]) -> frozenset[str]:  # type: ignore[override]
        return other


def _merge(ends: list[Known | None]) -> Known | None:
    reached = [known for known in ends if known is not None]
    if not reached:
        return None
    result = reached[0]
    for known in reached[1:]:
        result = result & known
    return result
