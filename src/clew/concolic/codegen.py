"""Tree form → instrumented Python text.

Every variable `x` gets a companion `_clew_s_x` that holds its shadow; every operation becomes a call of the machine
(`_clew`, a global of the instrumented module) that returns value and shadow.  Control flow stays Python's own.  Both of
a variable's names are assigned together, so closures, `nonlocal` and generators carry shadows by Python's own scoping.

Places are numbered: a *site* is an index into `Sites`, which says for each the span and the goals of its outcomes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, assert_never

from clew.analysis.state import globals_in
from clew.concolic.operands import (
    commas,
    global_of,
    operation,
    pair,
    parameters_of,
    python_name,
    reads_of,
    shadow_name,
    shadow_of,
    value_of,
)
from clew.goals.goal import LOOP, Place
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.regexes import regex
from clew.search.sites import FunctionInfo, Site, Sites
from clew.source.spans import Span

INDENT = "    "


def instrument(
    function: ir.Function, goals: Mapping[Place, str], sites: Sites, module: str, written: frozenset[str]
) -> tuple[list[str], int]:
    """The lines of the instrumented body (unindented) and the number of the function.

    goals: their ids.  written: the globals of the module that some function assigns; only these can
    hold a value that depends on the inputs.
    """
    return _Writer(goals, sites, module, written).function(function)


def _info(function: ir.Function, module: str) -> FunctionInfo:
    generator, asynchronous = "generator" in function.flags, "async" in function.flags
    named = function.name, function.qualname, function.parameters
    return FunctionInfo(*named, generator, asynchronous, function.span, module)


def _guarded(function: ir.Function) -> frozenset[int]:
    """The identities of what waits with something still to be done when the generator ends there."""
    around = [node for node in nodes(function.body) if isinstance(node, ir.Try | ir.With)]
    return frozenset(id(n) for outer in around for n in nodes((outer,)) if isinstance(n, ir.Yield | ir.YieldFrom))


def _waiting(pair: str, guarded: bool) -> str:
    """With the machine told that it waits."""
    return f"_clew.resumed(_clew.suspended(), {pair})" if guarded else pair


def _declarations(function: ir.Function) -> Iterator[str]:
    if function.globals:
        yield f"global {', '.join(function.globals)}"
    if function.nonlocals:
        yield f"nonlocal {', '.join(function.nonlocals)}, {', '.join(map(shadow_name, function.nonlocals))}"


def _entered(function: ir.Function, number: int, defaults: str) -> str:
    """The line that gives the parameters their shadows."""
    names = [p.name for p in function.parameters]
    suspended = "generator" in function.flags or "async" in function.flags
    values = commas(map(python_name, names))
    call = f"_clew.{'enter_generator' if suspended else 'enter'}({number}, ({values}), {defaults})"
    return f"{commas(map(shadow_name, names))}= {call}" if names else call


class _Writer:
    def __init__(self, goals: Mapping[Place, str], sites: Sites, module: str, written: frozenset[str]) -> None:
        self.goals = goals
        self.sites = sites
        self.module = module
        self.written = written
        self.lines: list[str] = []
        self.depth = 0
        self.fresh = 0
        self.number = -1
        self.flags: tuple[str, ...] = ()
        self.globals: tuple[str, ...] = ()  # that the function declares
        self.own: tuple[str, ...] = ()  # its locals
        self.guarded: frozenset[int] = frozenset()  # what waits in a `try` or `with` statement
        self.bound: frozenset[str] = frozenset()  # what hides globals of the name: clauses of contracts mean these

    # ------------------------------------------------------------ functions

    def function(self, function: ir.Function, defaults: str = "{}") -> tuple[list[str], int]:
        """The body of `function`; `defaults` is an expression for the shadows of its parameters' defaults."""
        outer = self.lines, self.depth, self.number, self.flags, self.bound, self.guarded, self.globals, self.own
        self.lines, self.depth, self.flags, self.guarded = [], 0, function.flags, _guarded(function)
        self.globals, self.own = function.globals, function.locals
        self.bound = (self.bound | {*function.locals, *(p.name for p in function.parameters)}) - {*function.globals}
        self.number = len(self.sites.functions)
        self.sites.functions.append(_info(function, self.module))
        for line in (*_declarations(function), _entered(function, self.number, defaults)):
            self.line(line)
        self.block(function.body)
        self.line("return" if _gives_nothing(function.flags) else "return _clew.ret(None, None)")
        lines, number = self.lines, self.number
        self.lines, self.depth, self.number, self.flags, self.bound, self.guarded, self.globals, self.own = outer
        return lines, number

    # ------------------------------------------------------------ places

    def site(self, span: Span, kind: str, outcomes: tuple[str | None, ...]) -> int:
        goals = {o: self.goals[key] for o in outcomes if (key := Place(span, kind, o)) in self.goals}
        self.sites.places.append(Site(span, kind, goals, self.number))
        return len(self.sites.places) - 1

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def temporary(self, letter: str) -> str:
        self.fresh += 1
        return f"_clew_{letter}{self.fresh}"

    # ------------------------------------------------------------ right-hand sides

    def expression(self, value: ir.Value, span: Span) -> str:
        """An expression for the pair (value, shadow)."""
        match value:
            case ir.Global(name):
                return global_of(self.module, name, hidden=name in self.bound, written=name in self.written)
            case ir.Closure():
                return self.closure(value)
            case ir.Yield(operand):
                return _waiting(f"_clew.sent((yield _clew.give({pair(operand)})))", id(value) in self.guarded)
            case ir.YieldFrom(operand):
                result = f"_clew.taken((yield from _clew.delegate({pair(operand)})))"
                return _waiting(result, id(value) in self.guarded)
            case ir.Await(operand):
                return f"_clew.taken((await {value_of(operand)}))"
            case ir.Native(text, reason, reads):
                site = self.site(span, "native", ())
                if text == "False":
                    return "False, None"
                open_ended = _shows_frame(text)
                about = f"{site}, {reason!r}, {reads_of(reads, self.module, text, self.bound)}"
                return f"(_clew.native_begins({about}, {open_ended}), _clew.native({about}, ({text})))[1]"
            case _:
                written = operation(value)
                assert written is not None, value
                return written

    def closure(self, closure: ir.Closure) -> str:
        """Write the `def` before the current line; the expression names the function object."""
        function = closure.function
        name = self.temporary("f")
        positional = [p for p in function.parameters if p.kind in ("positional", "positional-only")]
        with_default = dict(
            zip([p.name for p in positional][len(positional) - len(closure.defaults) :], closure.defaults, strict=True)
        )
        with_default.update(closure.keyword_defaults)
        shadows = ", ".join(f"{n!r}: {shadow_of(a)}" for n, a in with_default.items() if isinstance(a, ir.Var))
        for outer_name in (n for n in function.nonlocals if n in self.own):  # a walrus may be the only binding
            self.line(f"if 0: {python_name(outer_name)} = {shadow_name(outer_name)} = None")
        header = parameters_of(function, with_default)
        # Shadows of defaults are fixed with the defaults, so they are the argument of a function around this one.
        defaults, maker = (self.temporary("d"), self.temporary("m")) if shadows else ("{}", "")
        lines, number = self.function(function, defaults)
        if function.doc is not None:
            lines.insert(0, repr(function.doc))
        returns = f" -> ({function.returns})" if function.returns is not None else ""
        start = f"{'async ' if 'async' in function.flags else ''}def {name}({header}){returns}:"
        lines = [start, *(INDENT + x for x in lines)]
        if maker:
            lines = [f"def {maker}({defaults}):", *(INDENT + x for x in lines), f"{INDENT}return {name}"]
            name = f"{maker}({{{shadows}}}), {{{shadows}}}"
        self.lines.extend(INDENT * self.depth + line for line in lines)
        return f"_clew.closure({number}, {name}), None"

    # ------------------------------------------------------------ statements

    def block(self, body: tuple[ir.Statement, ...]) -> None:
        for statement in body:
            self.statement(statement)
        if not body:
            self.line("pass")

    def nested(self, body: tuple[ir.Statement, ...]) -> None:
        self.depth += 1
        self.block(body)
        self.depth -= 1

    def bind(self, target: ir.Var, pair: str) -> None:
        self.line(f"{python_name(target.name)}, {shadow_name(target.name)} = {pair}")

    def statement(self, statement: ir.Statement) -> None:
        match statement:
            case ir.Mark(span):
                self.line(f"_clew.mark({self.site(span, 'statement', (None,))})")
            case ir.Reach(span, kind, outcome):
                self.line(f"_clew.reach({self.site(span, kind, (outcome,))}, {outcome!r})")
            case ir.Assign(target, value, span):
                self.bind(target, self.expression(value, span))
            case ir.SetItem(object, key, value, _):
                self.line(f"_clew.set_item({pair(object)}, {pair(key)}, {pair(value)})")
            case ir.SetAttr(object, name, value, _):
                self.line(f"_clew.set_attr({pair(object)}, {name!r}, {pair(value)})")
            case ir.SetGlobal(name, value, _):
                self.line(f"{name} = {value_of(value)}")
                self.line(f"_clew.set_global({self.module!r}, {name!r}, {shadow_of(value)})")
            case ir.DelItem(object, key, _):
                self.line(f"_clew.del_item({pair(object)}, {pair(key)})")
            case ir.DelAttr(object, name, _):
                self.line(f"_clew.del_attr({pair(object)}, {name!r})")
            case ir.DelVar(target, _):
                self.line(f"del {python_name(target.name)}")
            case ir.DelGlobal(name, _):
                self.line(f"del {name}")
            case ir.Unpack(targets, starred, value, _):
                names = commas(python_name(x.name) for x in targets)
                shadows = commas(shadow_name(x.name) for x in targets)
                self.line(f"({names}), ({shadows}) = _clew.unpack({pair(value)}, {len(targets)}, {starred})")
            case ir.If(condition, then, orelse, decision, span):
                site = self.site(span, decision or "test", ("true", "false"))
                self.line(f"if _clew.branch({pair(condition)}, {site}):")
                self.nested(then)
                if orelse:
                    self.line("else:")
                    self.nested(orelse)
            case ir.While():
                self.while_loop(statement)
            case ir.For():
                self.for_loop(statement)
            case ir.Break():
                self.line("break")
            case ir.Continue():
                self.line("continue")
            case ir.Return(value, _):
                self.line("return" if _gives_nothing(self.flags) else f"return _clew.ret({pair(value)})")
            case ir.Raise():
                self.raise_statement(statement)
            case ir.Breach(kind, span):
                self.line(f"_clew.breach({self.site(span, 'contract', ())}, {kind!r})")
            case ir.Try():
                self.try_statement(statement)
            case ir.With(context, target, body, _):
                name = self.temporary("w")
                self.line(f"with _clew.context({pair(context)}) as {name}:")
                self.depth += 1
                if target is not None:
                    self.bind(target, name)
                self.block(body)
                self.depth -= 1
            case ir.NativeStatement():
                self.native_statement(statement)
            case _:
                assert_never(statement)

    def while_loop(self, loop: ir.While) -> None:
        site = self.site(loop.span, "branch", ("true", "false"))
        again = self.temporary("g")
        self.line(f"{again} = True")
        self.line(f"while {again}:")
        self.depth += 1
        for statement in loop.before:
            self.statement(statement)
        self.line(f"if _clew.branch({pair(loop.condition)}, {site}):")
        self.nested(loop.body)
        self.last_round(again, loop)

    def for_loop(self, loop: ir.For) -> None:
        outcomes = LOOP if loop.decision else ()
        site = self.site(loop.span, "branch", outcomes)
        iterator, again = self.temporary("i"), self.temporary("g")
        is_iterator = ", True" if loop.iterable == ir.Var(ir.FIRST_ITERATOR) else ""
        self.line(f"{iterator} = _clew.loop({pair(loop.iterable)}, {site}{is_iterator})")
        self.line(f"{again} = True")
        self.line(f"while {again}:")
        self.depth += 1
        self.line(f"if {iterator}.advance():")
        self.depth += 1
        self.bind(loop.target, f"{iterator}.value, {iterator}.shadow")
        self.block(loop.body)
        self.depth -= 1
        self.last_round(again, loop)

    def last_round(self, again: str, loop: ir.While | ir.For) -> None:
        self.line("else:")
        self.line(f"{INDENT}{again} = False")
        self.depth -= 1
        if loop.orelse:
            self.line("else:")
            self.nested(loop.orelse)

    def raise_statement(self, statement: ir.Raise) -> None:
        if statement.exception is None:
            self.line("_clew.raises_again()")
            self.line("raise")
            return
        exception = f"_clew.raised({pair(statement.exception)}{', True' if statement.asks else ''})"
        cause = f" from {value_of(statement.cause)}" if statement.cause is not None else ""
        self.line(f"raise {exception}{cause}")

    def try_statement(self, statement: ir.Try) -> None:
        self.line("try:")
        self.nested(statement.body)
        if statement.handlers:
            caught = self.temporary("e")
            self.line("except _clew.Stop:")
            self.line(f"{INDENT}raise")
            self.line(f"except BaseException as {caught}:")
            self.depth += 1
            self.line(f"_clew.caught({caught})")
            self.handlers(statement.handlers, caught)
            self.depth -= 1
            if statement.orelse:
                self.line("else:")
                self.nested(statement.orelse)
        elif statement.orelse:
            self.depth += 1
            self.block(statement.orelse)
            self.depth -= 1
        if statement.final:
            returned = self.temporary("r")  # by a `return` that leads here; calls below return, too
            self.line("finally:")
            self.line(f"{INDENT}{returned} = _clew.returned")
            self.nested(statement.final)
            self.line(f"{INDENT}_clew.returned = {returned}")

    def handlers(self, handlers: tuple[ir.Handler, ...], caught: str) -> None:
        """Each clause's test in turn, nested; an exception no clause wants is raised again."""
        if not handlers:
            self.line("raise")
            return
        handler, *rest = handlers
        for statement in handler.test:
            self.statement(statement)
        site = self.site(handler.span, "branch", ("entered",))
        wanted = "BaseException, None" if handler.type is None else pair(handler.type)
        self.line(f"if _clew.catches({caught}, {wanted}, {site}, {not rest}):")
        self.depth += 1
        self.line(f"_clew.reach({site}, 'entered')")
        if handler.name is not None:
            name = python_name(handler.name.name)
            self.line(f"{name} = {caught}")
            self.line(f"{shadow_name(handler.name.name)} = _clew.caught_as({caught})")
            self.line("try:")
            self.nested(handler.body)
            self.line("finally:")
            self.line(f"{INDENT}{name} = None")
            self.line(f"{INDENT}del {name}")
        else:
            self.block(handler.body)
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self.handlers(tuple(rest), caught)
        self.depth -= 1

    def native_statement(self, statement: ir.NativeStatement) -> None:
        site, open_ended = self.site(statement.span, "native", ()), _is_open_ended(statement)
        if statement.text.startswith(("import ", "from ")):
            self.line(f"_clew.importing({statement.text!r})")
        about = f"{site}, {statement.reason!r}, {reads_of(statement.reads, self.module, statement.text, self.bound)}"
        self.line(f"_clew.native_begins({about}, {open_ended})")
        for line in (*statement.text.split("\n"), *_made_by(statement)):
            self.line(line)
        after = f"_clew.native({about}, None)"
        bound = sorted(globals_in(statement.text, self.globals))
        left = [*map(shadow_name, statement.writes), *([self.temporary("s")] if bound else [])]
        self.line(f"{' = '.join(left)} = \\" if left else after)
        if left:
            self.line(f"{INDENT}{after}[1]")
        for name in bound:
            self.line(f"_clew.set_global({self.module!r}, {name!r}, {left[-1]})")


def _gives_nothing(flags: Collection[str]) -> bool:
    """An asynchronous generator may not return a value."""
    return "generator" in flags and "async" in flags


def _made_by(statement: ir.NativeStatement) -> Iterator[str]:
    """What the machine is told of a class that the statement makes."""
    made = _CLASS.search(statement.text)
    if made is not None and made[1] in statement.writes:
        yield f"_clew.class_made({python_name(made[1])})"


_CLASS: Final = regex(r"^class (\w+)", re.MULTILINE)


def _is_open_ended(statement: ir.NativeStatement) -> bool:
    """May native text go elsewhere, as a class, an import or a type alias does not, or look at the names of its frame,
    among which are ours?
    """
    text = statement.text
    computes = statement.reason == ir.COMPUTING or not text.startswith(("class ", "@", "import ", "from ", "type "))
    return computes or _shows_frame(text)


def _shows_frame(text: str) -> bool:
    return re.search(r"\b(locals|vars|dir)\(\)", text) is not None
