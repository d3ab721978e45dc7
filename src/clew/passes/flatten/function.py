"""A function of the tree form over ints, bools and lists, and what it calls, as a program in block form.

The subset: parameters that are ints, bools, lists or tuples (others may only be passed on), assignment, arithmetic
`+ - * // %`, shifts and powers by small constants, comparisons, `and or not`, ternaries, `if while for … in range`,
`break continue else`, `try except finally raise` with builtin exceptions, `assert`, `return`, tuples that are unpacked
at once, calls of `abs min max divmod bool int range` and of functions of the project in the same subset; items and
`len` of lists, their change by `xs[i] = …`, `append pop clear`, new ones by `[…]`, `list` and `copy`, and loops over
them, over `enumerate`, `reversed` and `zip` (`lists.py`); and, with results of which only lengths and ranges are known,
slices, `+ * in` and comparisons of lists, `sum max min any all sorted tuple`, `del xs[i]`, and the other methods of
lists (`approximate.py`).

Meaning: an execution of the procedure along a path that survives its assumptions is a call of the function on the same
values, and every call that ends has one.  It ends in the block `returned`, or `raised` with the number of the exception
class; recursion without end, running out of memory and interrupts are left out.  Every operation that may raise is
a branch.  A result that is neither an int nor a list is left out too.  Over-approximated is the length up to which ints
may be written as text; a program with anything else that is, is not `exact`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import product
from typing import Final

from clew.goals.goal import Place
from clew.ir import tree
from clew.ir.blocks import INT, KEYWORDS, Assign, Assume, Name, Procedure, Program
from clew.ir.contract import LOOP
from clew.ir.walk import nodes
from clew.passes.flatten.calls import Returning
from clew.passes.flatten.drop import variables, without_unread
from clew.passes.flatten.exceptions import NORMAL
from clew.passes.flatten.graph import End, Graph, NotInSubset
from clew.passes.flatten.lists import METHODS, RESULT_LIST
from clew.passes.flatten.operations import Findings
from clew.passes.flatten.quantified import Quantified
from clew.passes.flatten.statements import NAMES, Frame
from clew.passes.flatten.values import ANY, EXPRESSIONS, NONE, Callee, Globals, Listed, Value, binary, integer, is_bit
from clew.records import dataclass
from clew.source.spans import Span

MOST_BLOCKS: Final = 1_500
RESULT, RAISED = Name("result$", INT), Name("raised$", INT)
WHICH = Name("objects$", INT)
"""Which of several lists are one object: a parameter of its own, where it matters."""
MOST_LISTS: Final = 3
RETURNS, RAISES = "returned", "raised"
"""Labels of the two final blocks."""


@dataclass(frozen=True, slots=True)
class Flat:
    """program: the function first.  places: by procedure and label, the goals reached with the block.  lists: are there
    any?  exact: every execution of the program is one of the function.  checks: where it is asked
    whether the invariant of a loop holds, and the place of its failing.  generators: the generator expressions, of
    which a formula may stand for some or all of the code.
    """

    program: Program
    places: Mapping[tuple[str, str], tuple[Place, ...]]
    lists: bool = False
    exact: bool = True
    checks: Mapping[tuple[str, str], Place] = field(default_factory=dict)
    generators: tuple[Span, ...] = ()

    def has(self, place: Place) -> bool:
        """Would an execution that reaches the place be seen to?"""
        carried = any(place in found for found in self.places.values())
        return carried or not any(place.span.inside(span) for span in self.generators)

    @property
    def procedure(self) -> Procedure:
        return self.program.procedures[0]


def flatten(function: tree.Function, key: str, kinds: Mapping[str, str], globals: Globals) -> Flat:
    """kinds: of the parameters of which something is known: `int`, `bool`; `[int]`, `[bool]`, `[any]` and `[list]` for
    lists of these (`Listed.element`), `(int)`, … for tuples.  key: the function's, should it call itself.

    Raises NotInSubset.
    """
    _look_over(function.body)
    flattener = _Program(globals)
    flattener.add(key, function, kinds)
    if flattener.called:
        # What may be called within a `try`, and whether callees change lists, is known only now.
        flattener = _Program(globals, flattener.has_try, flattener.called, flattener.changes, flattener.asks)
        flattener.add(key, function, kinds)
    if flattener.supposed and flattener.breaches:
        # Behind a breach that nothing ends there may be a further activation.
        raise NotInSubset("recursion where contracts may be broken", function.span)
    procedures = tuple(flattener.procedures[name] for name in flattener.order)
    lists = any("'len" in name.name for p in procedures for name in (*p.parameters, *p.locals))
    generators = tuple(sorted(flattener.generators))
    return Flat(Program((), procedures), flattener.places, lists, flattener.exact, flattener.checks, generators)


def _look_over(body: tuple[tree.Statement, ...]) -> None:
    """Most functions have something that is in no block form: that is seen before anything is built."""
    stack = [body]
    while stack:
        for s in stack.pop():
            match s:
                case tree.Assign(_, tree.Attr(name=name) | tree.MethodCall(name=name), span) if name not in METHODS:
                    raise NotInSubset(f"the attribute {name}", span)
                case tree.Assign(_, tree.Closure(function)) if function.name == "<genexpr>":
                    pass
                case tree.Assign(_, tree.Closure() | tree.DictDisplay() as value, span):
                    raise NotInSubset(f"{type(value).__name__.lower()} expressions", span)
                case tree.If(then=then, orelse=orelse):
                    stack += [then, orelse]
                case tree.While(before=before, body=inner, orelse=orelse):
                    stack += [before, inner, orelse]
                case tree.For(body=inner, orelse=orelse):
                    stack += [inner, orelse]
                case tree.Try(body=inner, orelse=orelse, final=final):
                    stack += [inner, orelse, final]
                case tree.SetAttr(span=span) | tree.With(span=span):
                    raise NotInSubset(NAMES[type(s)], span)


class _Program:
    """The functions flattened so far.  A callee is flattened for each combination of kinds of arguments.

    careful: there is a `try` somewhere; changes: a callee changes a list that it is given; asks: a
    function asserts what its callers have to keep.
    """

    def __init__(
        self,
        globals: Globals,
        careful: bool = False,
        called: frozenset[str] = frozenset(),
        changes: bool = False,
        asks: bool = False,
    ) -> None:
        self.globals = globals
        self.careful = careful
        self.has_try = False
        self.order: list[str] = []
        self.called = called
        self.changes = changes
        self.asks = asks
        self.exact = True
        self.kinds: dict[str, Mapping[str, str]] = {}
        self.procedures: dict[str, Procedure] = {}
        self.returning: dict[str, Returning] = {}
        self.supposed: set[str] = set()
        self.breaches = False
        self.places: dict[tuple[str, str], tuple[Place, ...]] = {}
        self.checks: dict[tuple[str, str], Place] = {}
        self.generators: set[Span] = set()

    def add(self, key: str, function: tree.Function, kinds: Mapping[str, str]) -> None:
        """Until no variable turns out to be unbound, or no int, somewhere, and no list to be of something else."""
        self.order.append(key)
        self.kinds[key] = kinds
        self.breaches = self.breaches or any(isinstance(node, tree.Breach) for node in nodes(function.body))
        self.asks = self.asks or any(isinstance(node, tree.Raise) and node.asks for node in nodes(function.body))
        self.generators |= {node.function.span for node in nodes(function.body) if isinstance(node, tree.Closure)}
        found = Findings()
        while True:
            one = _One(self, key, function, kinds, found)
            procedure = one.procedure()
            more = one.findings()
            if more == found:
                break
            found = more
        self.procedures[key] = procedure
        self.returning[key] = one.outcome
        self.exact = self.exact and one.exact
        if key in self.supposed and one.outcome != _supposed(key):
            raise NotInSubset("recursion in a function that returns something else than an int", function.span)
        self.checks |= {(key, label): place for label, place in one.checks.items()}
        for draft in one.graph.drafts:
            if draft.places:
                self.places[key, draft.label] = tuple(draft.places)

    def returns(self, callee: Callee, passed: tuple[str, ...], span: Span) -> Returning:
        kinds = dict(zip([p.name for p in callee.function.parameters], passed, strict=True))
        key = callee.key
        if self.kinds.get(key, kinds) != kinds or any(kind != "int" for kind in passed):
            key += "$" + "_".join(_CODES.get(kind, f"same{kind[1:]}") for kind in passed)
        self.called |= {key}
        if key not in self.order:
            if len(self.order) >= 40:
                raise NotInSubset("it calls too many functions", span)
            self.add(key, callee.function, kinds)
        if key not in self.returning:
            self.supposed.add(key)
        returning = self.returning.get(key, _supposed(key))
        self.changes = self.changes or (returning.changes and any(kind != "int" for kind in passed))
        return returning


_CODES: Final = {
    "int": "i", "[int]": "li", "[bool]": "lb", "[any]": "la", "(int)": "ti", "(bool)": "tb", "(any)": "ta",
}  # fmt: skip


def _supposed(key: str) -> Returning:
    """Of a function that is being flattened."""
    return Returning(key, "int", True, True)


class _One(Quantified):
    def __init__(
        self, program: _Program, key: str, function: tree.Function, kinds: Mapping[str, str], found: Findings
    ) -> None:
        careful = program.careful and key in program.called
        resizes = program.changes or found.resizes
        super().__init__(function, Graph(MOST_BLOCKS), program.globals, careful, found, resizes)
        self.program = program
        self.key = key
        self.function = function
        self.kinds = kinds
        self.nested = "[list]" in kinds.values()
        self.outcome = _supposed(key)
        self.checks: dict[str, Place] = {}

    @property
    def is_root(self) -> bool:
        return self.key == self.program.order[0]

    def is_called(self) -> bool:
        return self.key in self.program.called

    def is_asking(self) -> bool:
        return self.program.asks

    def returning(self, callee: Callee, kinds: tuple[str, ...], span: Span) -> Returning:
        return self.program.returns(callee, kinds, span)

    def changeable(self, listed: Listed, span: Span, resizes: bool = True) -> None:
        if listed.fixed:
            raise NotInSubset("a change of a tuple, or of a list in a list", span)
        if self.nested and not listed.fresh:
            raise NotInSubset("a change of a list that may be in another one", span)
        self.changes = self.changes or not listed.fresh
        self.resized = self.resized or resizes

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
        entry = End(self.graph.draft("entry", span), {}, frozenset())
        entry.emit(Assign(RAISED, integer(NORMAL), span))
        for name in sorted(self.flagged):
            entry.emit(Assign(Name(f"{name}$bound", INT), integer(0), span))
        parameters, lists = self._parameters(entry)
        frame = Frame(("raise", "return"))
        self.frames.append(frame)
        for start in self._same_lists(entry, lists, parameters):
            for end in self.block(function.body, [start]):
                self.results.append(NONE)
                self.leave("return", end, integer(NORMAL))
        self._finish(frame, span)
        returns = [RESULT, RAISED]
        if not self.is_root and self.outcome.changes:
            returns += [n for listed in lists.values() if not listed.fixed for n in listed.variables]
        if self.outcome.kind == "list":
            returns += Listed(RESULT_LIST, self.outcome.element).variables
        blocks = without_unread(self.graph.blocks())
        declared = {n.name: n for b in blocks for i in b.instrs for n in variables(i)}
        known = {n.name for n in (*parameters, *returns)}
        locals = tuple(name for _, name in sorted(declared.items()) if name.name not in known)
        return Procedure(self.key, tuple(parameters), tuple(returns), locals, blocks, span)

    def _parameters(self, entry: End) -> tuple[list[Name], dict[str, Listed]]:
        """Those of the procedure, and the lists among those of the function, each only once."""
        span = self.function.span
        parameters: list[Name] = []
        lists: dict[str, Listed] = {}
        for parameter in self.function.parameters:
            name = self.local(parameter.name)
            entry.bound |= {name}
            kind = self.kinds.get(parameter.name)
            match kind:
                case None:
                    entry.known[name] = ANY
                case "int" | "bool":
                    parameters.append(Name(name, INT))
                    if kind == "bool":
                        entry.emit(Assume(is_bit(parameters[-1]), span))
                case _ if kind[0] == "=":
                    entry.known[name] = list(lists.values())[int(kind[1:])]
                case _:
                    listed = Listed(name, kind[1:-1], kind[0] == "(")
                    entry.known[name] = lists[name] = listed
                    for variable in listed.variables:
                        given = variable if self.is_root else Name(f"{variable.name}'in", variable.type)
                        parameters.append(given)
                        if not self.is_root:
                            entry.emit(Assign(variable, given, span))
                    entry.emit(Assume(binary(">=", listed.length, integer(0)), span))
        return parameters, lists

    def _same_lists(self, entry: End, lists: Mapping[str, Listed], parameters: list[Name]) -> Iterator[End]:
        """An end for each way in which the lists may be one object, where something may show that they are."""
        changeable = [name for name, listed in lists.items() if not listed.fixed]
        if not self.is_root or self.nested or len(changeable) < 2 or not self.found.changes:
            yield entry
            return
        elements = [lists[name].element for name in changeable]
        if "any" in elements and len(set(elements)) > 1:
            raise NotInSubset("a change of one of several lists of different kinds", self.function.span)
        if len(changeable) > MOST_LISTS:
            raise NotInSubset(f"changes where there are more than {MOST_LISTS} lists", self.function.span)
        parameters.append(WHICH)
        ways = list(partitions(elements))
        for number, way in enumerate(ways):
            here = self.graph.go(entry, "objects", self.function.span)
            last = number == len(ways) - 1
            here.emit(Assume(binary(">=" if last else "==", WHICH, integer(number)), self.function.span))
            here.known |= {name: lists[changeable[i]] for name, i in zip(changeable, way, strict=True)}
            yield here

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
        kinds = {_returned(result) for result in self.results}
        kind, element = kinds.pop() if len(kinds) == 1 else ("any" if kinds else "int", "int")
        supposed = self.key in self.program.supposed
        raises, changes = "raise" in frame.exits or supposed, self.changes or supposed
        self.outcome = Returning(self.key, kind, raises, changes, element, self.breaches)

    def try_block(self, s: tree.Try, ends: list[End]) -> list[End]:
        self.program.has_try = True
        match s.handlers:
            case (tree.Handler(body=(tree.Reach(span, kind, outcome),)),) if outcome == LOOP:
                ends = [self.graph.go(self._joined(ends, s.span), "invariant", s.span)]
                self.checks[ends[0].draft.label] = Place(span, kind, outcome)
        return super().try_block(s, ends)


def _returned(value: Value) -> tuple[str, str]:
    """The kind of a result, and the element of a list that nobody else has."""
    match value:
        case Listed(_, element, False) if value.fresh:
            return "list", element
    return "int" if isinstance(value, EXPRESSIONS) else "none" if value == NONE else "any", "int"


def partitions(elements: list[str]) -> Iterator[tuple[int, ...]]:
    """For each of several lists, the first that is the same object; all different comes first."""
    for way in product(*(range(i, -1, -1) for i in range(len(elements)))):
        if all(way[first] == first and elements[first] == elements[i] for i, first in enumerate(way)):
            yield way


def _ascii(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "_'") else f"${ord(c):x}" for c in name)
