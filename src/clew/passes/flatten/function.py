"""A function of the tree form over ints and bools, and what it calls, as a program in block form.

The subset: parameters that are ints or bools (others may only be passed on), assignment, arithmetic `+ - * // %`,
shifts and powers by small constants, comparisons, `and or not`, ternaries, `if while for … in range`, `break continue
else`, `try except finally raise` with builtin exceptions, `assert`, `return`, tuples that are unpacked at once, calls
of `abs min max divmod bool int range` and of functions of the project in the same subset.

Meaning: an execution of the procedure along a path that survives its assumptions is a call of the function on the same
values, and every call that ends has one.  It ends in the block `returned`, or `raised` with the number of the exception
class; recursion without end, running out of memory and interrupts are left out.  Every operation that may raise is
a branch.  A result that is no int is left out too.  The one thing that is over-approximated is the length up to which
ints may be written as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.goals.goal import Place
from clew.ir import tree
from clew.ir.blocks import INT, KEYWORDS, Assign, Assume, Binary, Expr, Literal, Name, Procedure, Program
from clew.ir.walk import nodes
from clew.passes.flatten.calls import Returning
from clew.passes.flatten.drop import variables, without_unread
from clew.passes.flatten.exceptions import NORMAL
from clew.passes.flatten.graph import End, Graph, NotInSubset
from clew.passes.flatten.loops import Loops
from clew.passes.flatten.statements import NAMES, Frame
from clew.passes.flatten.values import ANY, EXPRESSIONS, NONE, Callee, Globals, integer
from clew.records import dataclass
from clew.source.spans import Span

MOST_BLOCKS: Final = 1_500
RESULT, RAISED = Name("result$", INT), Name("raised$", INT)
RETURNS, RAISES = "returned", "raised"
"""Labels of the two final blocks."""


@dataclass(frozen=True, slots=True)
class Flat:
    """program: the function first.  places: by procedure and label, the goals reached with the block."""

    program: Program
    places: Mapping[tuple[str, str], tuple[Place, ...]]

    @property
    def procedure(self) -> Procedure:
        return self.program.procedures[0]


def flatten(function: tree.Function, key: str, integers: Mapping[str, str], globals: Globals) -> Flat:
    """integers: the parameters that are `int` or `bool`, which; key: the function's, should it call itself.

    Raises NotInSubset.
    """
    _look_over(function.body)
    flattener = _Program(globals)
    flattener.add(key, function, integers)
    if flattener.called:
        # What may be called within a `try` is known only now.
        flattener = _Program(globals, careful=flattener.has_try, called=flattener.called)
        flattener.add(key, function, integers)
    procedures = tuple(flattener.procedures[name] for name in flattener.order)
    return Flat(Program((), procedures), flattener.places)


def _look_over(body: tuple[tree.Statement, ...]) -> None:
    """Most functions have something that is in no block form: that is seen before anything is built."""
    stack = [body]
    while stack:
        for s in stack.pop():
            match s:
                case tree.Assign(_, tree.Item() | tree.Attr() | tree.MethodCall() | tree.Closure() as value, span):
                    raise NotInSubset(f"{type(value).__name__.lower()} expressions", span)
                case tree.Assign(_, tree.Display(kind=kind), span) if kind != "tuple":
                    raise NotInSubset("display expressions", span)
                case tree.If(then=then, orelse=orelse):
                    stack += [then, orelse]
                case tree.While(before=before, body=inner, orelse=orelse):
                    stack += [before, inner, orelse]
                case tree.For(body=inner, orelse=orelse):
                    stack += [inner, orelse]
                case tree.Try(body=inner, orelse=orelse, final=final):
                    stack += [inner, orelse, final]
                case tree.SetItem(span=span) | tree.SetAttr(span=span) | tree.With(span=span):
                    raise NotInSubset(NAMES[type(s)], span)


class _Program:
    """The functions flattened so far."""

    def __init__(self, globals: Globals, careful: bool = False, called: frozenset[str] = frozenset()) -> None:
        self.globals = globals
        self.careful = careful
        self.has_try = False
        self.order: list[str] = []
        self.called = called
        self.procedures: dict[str, Procedure] = {}
        self.returning: dict[str, Returning] = {}
        self.supposed: set[str] = set()
        self.places: dict[tuple[str, str], tuple[Place, ...]] = {}

    def add(self, key: str, function: tree.Function, integers: Mapping[str, str]) -> None:
        """Until no variable turns out to be unbound, or no int, somewhere."""
        self.order.append(key)
        flagged: frozenset[str] = frozenset()
        forced: frozenset[str] = frozenset()
        while True:
            one = _One(self, key, function, integers, flagged, forced)
            procedure = one.procedure()
            if one.unbound <= flagged and one.mixed <= forced:
                break
            flagged, forced = flagged | one.unbound, forced | one.mixed
        self.procedures[key] = procedure
        self.returning[key] = one.outcome
        if key in self.supposed and one.outcome != _SUPPOSED:
            raise NotInSubset("recursion in a function that returns something else than an int", function.span)
        for draft in one.graph.drafts:
            if draft.places:
                self.places[key, draft.label] = tuple(draft.places)

    def returns(self, callee: Callee, span: Span) -> Returning:
        if any(isinstance(node, tree.Breach) for node in nodes(callee.function.body)):
            raise NotInSubset("it calls a function with a contract", span)
        self.called |= {callee.key}
        if callee.key not in self.order:
            if len(self.order) >= 40:
                raise NotInSubset("it calls too many functions", span)
            self.add(callee.key, callee.function, dict.fromkeys([p.name for p in callee.function.parameters], "int"))
        if callee.key not in self.returning:
            self.supposed.add(callee.key)
            return _SUPPOSED
        return self.returning[callee.key]


_SUPPOSED: Final = Returning("int", True)
"""Of a function that is being flattened."""


class _One(Loops):
    def __init__(
        self, program: _Program, key: str, function: tree.Function, integers: Mapping[str, str],
        flagged: frozenset[str], forced: frozenset[str],
    ) -> None:  # fmt: skip
        careful = program.careful and key in program.called
        super().__init__(function, Graph(MOST_BLOCKS), program.globals, flagged, careful, forced)
        self.program = program
        self.key = key
        self.function = function
        self.integers = integers
        self.outcome = _SUPPOSED

    def returning(self, callee: Callee, span: Span) -> Returning:
        return self.program.returns(callee, span)

    def local(self, variable: str) -> str:
        if variable.startswith("%"):
            return f"t${variable[1:]}"
        name = variable if variable.isascii() and variable not in KEYWORDS else f"v${_ascii(variable)}"
        return name

    def procedure(self) -> Procedure:
        function, span = self.function, self.function.span
        if function.flags or function.free or function.nonlocals:
            what = f"{function.flags[0]} functions" if function.flags else "variables of a function around it"
            raise NotInSubset(what, span)
        parameters: list[Name] = []
        entry = End(self.graph.draft("entry", span), {}, frozenset())
        entry.emit(Assign(RAISED, integer(NORMAL), span))
        for name in sorted(self.flagged):
            entry.emit(Assign(Name(f"{name}$bound", INT), integer(0), span))
        for parameter in function.parameters:
            name = self.local(parameter.name)
            entry.bound |= {name}
            kind = self.integers.get(parameter.name)
            if kind is None:
                entry.known[name] = ANY
                continue
            parameters.append(Name(name, INT))
            if kind == "bool":
                entry.emit(Assume(_is_bit(parameters[-1]), span))
        frame = Frame(("raise", "return"))
        self.frames.append(frame)
        for end in self.block(function.body, [entry]):
            self.results.append(NONE)
            self.leave("return", end, integer(NORMAL))
        self._finish(frame, span)
        blocks = without_unread(self.graph.blocks())
        declared = {n.name: n for b in blocks for i in b.instrs for n in variables(i)}
        known = {n.name for n in (*parameters, RESULT, RAISED)}
        locals = tuple(name for _, name in sorted(declared.items()) if name.name not in known)
        return Procedure(self.key, tuple(parameters), (RESULT, RAISED), locals, blocks, span)

    def _finish(self, frame: Frame, span: Span) -> None:
        for label, kind in ((RETURNS, "return"), (RAISES, "raise")):
            exits = frame.exits.get(kind, [])
            if not exits:
                continue
            final = self.graph.draft(label, span)
            self.graph.labels.add(label)
            final.label = label
            for end, code in exits:
                if kind == "raise":
                    end.emit(Assign(RAISED, code, span))
                end.draft.targets.append(label)
        kinds = {"int" if isinstance(r, EXPRESSIONS) else "none" if r == NONE else "any" for r in self.results}
        kind = kinds.pop() if len(kinds) == 1 else "any" if kinds else "int"
        self.outcome = Returning(kind, "raise" in frame.exits)
        if self.key in self.program.supposed:
            self.outcome = Returning(kind, True)

    def try_block(self, s: tree.Try, ends: list[End]) -> list[End]:
        self.program.has_try = True
        return super().try_block(s, ends)


def _is_bit(name: Name) -> Expr:
    return Binary("&&", Binary(">=", name, Literal(0, INT)), Binary("<=", name, Literal(1, INT)))


def _ascii(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "_'") else f"${ord(c):x}" for c in name)
