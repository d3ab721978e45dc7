"""Tree form → instrumented Python text.

Every variable `x` gets a companion `_clew_s_x` that holds its shadow; every operation becomes a call of the machine
(`_clew`, a global of the instrumented module) that returns value and shadow.  Control flow stays Python's own.  Both of
a variable's names are assigned together, so closures, `nonlocal` and generators carry shadows by Python's own scoping.

Places are numbered: a *site* is an index into `Sites`, which says for each the span and the goals of its outcomes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from clew.ir import tree as ir
from clew.search.sites import FunctionInfo, Site, Sites
from clew.source.spans import Span

INDENT = "    "


GoalIndex = dict[tuple[str, Span, str | None], str]


def instrument(
    function: ir.Function, goals: GoalIndex, sites: Sites, module: str, written: frozenset[str]
) -> tuple[list[str], int]:
    """The lines of the instrumented body (unindented) and the number of the function.

    goals: (kind, span, outcome) → id.  written: the globals of the module that some function assigns; only these can
    hold a value that depends on the inputs.
    """
    return _Writer(goals, sites, module, written).function(function)


def python_name(name: str) -> str:
    """A valid identifier for a variable of the IR."""
    if name.startswith("%"):
        return f"_clew_t{name[1:]}"
    if "'" in name:
        base, _, number = name.partition("'")
        return f"_clew_c{number}_{base}".replace("'", "_")
    return name


def shadow_name(name: str) -> str:
    return f"_clew_s_{python_name(name)}"


BINARY_METHODS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "<<": "lshift", ">>": "rshift", "&": "and_", "|": "or_", "^": "xor",
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
    "is": "is_", "is-not": "is_not", "in": "contains", "not-in": "not_contains",
}  # fmt: skip
for _op in ("+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"):
    BINARY_METHODS[_op + "="] = "i" + BINARY_METHODS[_op]
UNARY_METHODS = {
    "-": "neg", "+": "pos", "~": "invert", "not": "not_", "is-sequence": "is_sequence", "is-mapping": "is_mapping",
}  # fmt: skip


class _Writer:
    def __init__(self, goals: GoalIndex, sites: Sites, module: str, written: frozenset[str]) -> None:
        self.goals = goals
        self.sites = sites
        self.module = module
        self.written = written
        self.lines: list[str] = []
        self.depth = 0
        self.fresh = 0
        self.number = -1
        self.flags: tuple[str, ...] = ()

    # ------------------------------------------------------------ functions

    def function(self, function: ir.Function, defaults: str = "{}") -> tuple[list[str], int]:
        """The body of `function`; `defaults` is an expression for the shadows of its parameters' defaults."""
        outer = self.lines, self.depth, self.number, self.flags
        self.lines, self.depth, self.flags = [], 0, function.flags
        self.number = len(self.sites.functions)
        self.sites.functions.append(
            FunctionInfo(
                function.name,
                function.qualname,
                function.parameters,
                "generator" in function.flags,
                "async" in function.flags,
                function.span,
                self.module,
            )
        )
        if function.globals:
            self.line(f"global {', '.join(function.globals)}")
        if function.nonlocals:
            self.line(f"nonlocal {', '.join(function.nonlocals)}, {', '.join(map(shadow_name, function.nonlocals))}")
        self.prologue(function, defaults)
        self.block(function.body)
        self.line("return" if self.gives_nothing() else "return _clew.ret(None, None)")
        lines, number = self.lines, self.number
        self.lines, self.depth, self.number, self.flags = outer
        return lines, number

    def gives_nothing(self) -> bool:
        """An asynchronous generator may not return a value."""
        return "generator" in self.flags and "async" in self.flags

    def prologue(self, function: ir.Function, defaults: str) -> None:
        names = [p.name for p in function.parameters]
        values = "".join(f"{python_name(n)}, " for n in names)
        enter = "enter_generator" if "generator" in function.flags or "async" in function.flags else "enter"
        call = f"_clew.{enter}({self.number}, ({values}), {defaults})"
        if names:
            self.line(f"{''.join(f'{shadow_name(n)}, ' for n in names)}= {call}")
        else:
            self.line(call)

    # ------------------------------------------------------------ places

    def site(self, span: Span, kind: str, outcomes: tuple[str | None, ...]) -> int:
        goals = {o: self.goals[key] for o in outcomes if (key := (kind, span, o)) in self.goals}
        self.sites.places.append(Site(span, kind, goals, self.number))
        return len(self.sites.places) - 1

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def temporary(self, letter: str) -> str:
        self.fresh += 1
        return f"_clew_{letter}{self.fresh}"

    # ------------------------------------------------------------ operands

    def value(self, atom: ir.Atom) -> str:
        match atom:
            case ir.Var(name):
                return python_name(name)
            case ir.Const(value):
                return _literal(value)
            case _:
                assert_never(atom)

    def shadow(self, atom: ir.Atom) -> str:
        return shadow_name(atom.name) if isinstance(atom, ir.Var) else "None"

    def pair(self, atom: ir.Atom) -> str:
        return f"{self.value(atom)}, {self.shadow(atom)}"

    def arguments(self, arguments: tuple[ir.Argument, ...]) -> str:
        """What makes the `Arguments` of a call: `spread` where some are starred."""
        positional = [a for a in arguments if isinstance(a, ir.Var | ir.Const)]
        keywords = [a for a in arguments if isinstance(a, ir.Keyword) and a.name is not None]
        if len(positional) + len(keywords) < len(arguments):
            return f"_clew.spread({self.general(arguments)})"
        text = f"({self.commas(map(self.value, positional))}), ({self.commas(map(self.shadow, positional))})"
        if keywords:
            values = ", ".join(f"{k.name!r}: {self.value(k.value)}" for k in keywords)
            shadows = ", ".join(f"{k.name!r}: {self.shadow(k.value)}" for k in keywords)
            text += f", {{{values}}}, {{{shadows}}}"
        return f"_clew.arguments({text})"

    @staticmethod
    def commas(texts: Iterator[str]) -> str:
        return "".join(f"{text}, " for text in texts)

    def general(self, arguments: tuple[ir.Argument, ...]) -> str:
        parts = []
        for argument in arguments:
            match argument:
                case ir.Star(value):
                    parts.append(f"('*', {self.pair(value)})")
                case ir.Keyword(name, value):
                    parts.append(f"({'**' if name is None else '=' + name!r}, {self.pair(value)})")
                case _:
                    parts.append(f"('', {self.pair(argument)})")
        return f"({''.join(part + ', ' for part in parts)})"

    # ------------------------------------------------------------ right-hand sides

    def expression(self, value: ir.Value, span: Span) -> str:
        """An expression for the pair (value, shadow)."""
        match value:
            case ir.Var() | ir.Const():
                return self.pair(value)
            case ir.Unary(op, operand):
                return f"_clew.{UNARY_METHODS[op]}({self.pair(operand)})"
            case ir.Binary(op, left, right):
                return f"_clew.{BINARY_METHODS[op]}({self.pair(left)}, {self.pair(right)})"
            case ir.Item(object, key):
                return f"_clew.item({self.pair(object)}, {self.pair(key)})"
            case ir.Attr(object, name):
                return f"_clew.attr({self.pair(object)}, {name!r})"
            case ir.Slice(lower, upper, step):
                return f"_clew.slice({self.pair(lower)}, {self.pair(upper)}, {self.pair(step)})"
            case ir.Global(name):
                if name in self.written:
                    return f"{name}, _clew.global_shadow({self.module!r}, {name!r})"
                return f"{name}, None"
            case ir.Display(kind, items):
                if any(isinstance(i, ir.Star) for i in items):
                    return f"_clew.make_{kind}(*_clew.spread({self.general(items)}).positional())"
                atoms = [i for i in items if not isinstance(i, ir.Star)]
                values, shadows = self.commas(map(self.value, atoms)), self.commas(map(self.shadow, atoms))
                return f"_clew.make_{kind}(({values}), ({shadows}))"
            case ir.DictDisplay(items):
                return self.dict_display(items)
            case ir.Call(function, arguments):
                return f"_clew.call_at({self.pair(function)}, {self.arguments(arguments)})"
            case ir.MethodCall(object, name, arguments, bound):
                method = "method" if bound is None else f"method_bound({self.pair(bound)})"
                return f"_clew.{method}({self.pair(object)}, {name!r}, {self.arguments(arguments)})"
            case ir.SuperCall():
                return "super(), None"
            case ir.Format(operand, conversion, spec):
                return f"_clew.format({self.pair(operand)}, {conversion!r}, {self.pair(spec)})"
            case ir.Join(parts):
                return f"_clew.join(({''.join(f'({self.pair(p)}), ' for p in parts)}))"
            case ir.Closure():
                return self.closure(value)
            case ir.Yield(operand):
                return f"_clew.sent((yield _clew.give({self.pair(operand)})))"
            case ir.YieldFrom(operand):
                return f"_clew.taken((yield from _clew.delegate({self.pair(operand)})))"
            case ir.Await(operand):
                return f"_clew.taken((await {self.value(operand)}))"
            case ir.Native(text, reason, reads):
                site = self.site(span, "native", ())
                if text == "False":
                    return "False, None"
                open_ended = _shows_frame(text)
                begins = f"_clew.native_begins({site}, {reason!r}, {self.reads(reads)}, {open_ended})"
                return f"({begins}, _clew.native({site}, {reason!r}, {self.reads(reads)}, ({text})))[1]"
            case _:
                assert_never(value)

    def reads(self, names: tuple[str, ...]) -> str:
        """Thunks, since a name that is read may be unbound."""
        return f"({''.join(f'lambda: ({python_name(n)}, {shadow_name(n)}), ' for n in names)})"

    def dict_display(self, items: tuple[tuple[ir.Atom | None, ir.Atom], ...]) -> str:
        parts = [
            f"({self.pair(key)}, {self.pair(value)})" if key is not None else f"({self.pair(value)})"
            for key, value in items
        ]
        return f"_clew.make_dict(({''.join(part + ', ' for part in parts)}))"

    def closure(self, closure: ir.Closure) -> str:
        """Write the `def` before the current line; the expression names the function object."""
        function = closure.function
        name = self.temporary("f")
        positional = [p for p in function.parameters if p.kind in ("positional", "positional-only")]
        with_default = dict(
            zip([p.name for p in positional][len(positional) - len(closure.defaults) :], closure.defaults, strict=True)
        )
        with_default.update(closure.keyword_defaults)
        shadows = ", ".join(f"{n!r}: {self.shadow(a)}" for n, a in with_default.items() if isinstance(a, ir.Var))
        for outer_name in function.nonlocals:  # a walrus in a generator expression may be the only binding
            self.line(f"if 0: {python_name(outer_name)} = {shadow_name(outer_name)} = None")
        header = self.header(function, with_default)
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
            name = f"{maker}({{{shadows}}})"
        self.lines.extend(INDENT * self.depth + line for line in lines)
        return f"_clew.closure({name}, {number}), None"

    def header(self, function: ir.Function, defaults: dict[str, ir.Atom]) -> str:
        parts: list[str] = []
        seen_star = False
        for i, p in enumerate(function.parameters):
            if p.kind == "keyword-only" and not seen_star:
                parts.append("*")
                seen_star = True
            text = python_name(p.name)
            if p.kind in ("*", "**"):
                seen_star = True
                text = p.kind + text
            if p.annotation is not None:
                text += f": {p.annotation}" if p.annotation.startswith("*") else f": ({p.annotation})"
            if p.name in defaults:
                text += f"={self.value(defaults[p.name])}"
            parts.append(text)
            following = function.parameters[i + 1 :]
            if p.kind == "positional-only" and not (following and following[0].kind == "positional-only"):
                parts.append("/")
        return ", ".join(parts)

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
                self.line(f"_clew.set_item({self.pair(object)}, {self.pair(key)}, {self.pair(value)})")
            case ir.SetAttr(object, name, value, _):
                self.line(f"_clew.set_attr({self.pair(object)}, {name!r}, {self.pair(value)})")
            case ir.SetGlobal(name, value, _):
                self.line(f"{name} = {self.value(value)}")
                self.line(f"_clew.set_global({self.module!r}, {name!r}, {self.shadow(value)})")
            case ir.DelItem(object, key, _):
                self.line(f"_clew.del_item({self.pair(object)}, {self.pair(key)})")
            case ir.DelAttr(object, name, _):
                self.line(f"_clew.del_attr({self.pair(object)}, {name!r})")
            case ir.DelVar(target, _):
                self.line(f"del {python_name(target.name)}")
            case ir.DelGlobal(name, _):
                self.line(f"del {name}")
            case ir.Unpack(targets, starred, value, _):
                names = self.commas(python_name(x.name) for x in targets)
                shadows = self.commas(shadow_name(x.name) for x in targets)
                self.line(f"({names}), ({shadows}) = _clew.unpack({self.pair(value)}, {len(targets)}, {starred})")
            case ir.If(condition, then, orelse, decision, span):
                site = self.site(span, decision or "test", ("true", "false"))
                self.line(f"if _clew.branch({self.pair(condition)}, {site}):")
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
                self.line("return" if self.gives_nothing() else f"return _clew.ret({self.pair(value)})")
            case ir.Raise():
                self.raise_statement(statement)
            case ir.Try():
                self.try_statement(statement)
            case ir.With(context, target, body, _):
                name = self.temporary("w")
                self.line(f"with _clew.context({self.pair(context)}) as {name}:")
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
        self.line(f"if _clew.branch({self.pair(loop.condition)}, {site}):")
        self.nested(loop.body)
        self.line("else:")
        self.line(f"{INDENT}{again} = False")
        self.depth -= 1
        if loop.orelse:
            self.line("else:")
            self.nested(loop.orelse)

    def for_loop(self, loop: ir.For) -> None:
        outcomes = ("entered", "empty", "exhausted") if loop.decision else ()
        site = self.site(loop.span, "branch", outcomes)
        iterator, again = self.temporary("i"), self.temporary("g")
        self.line(f"{iterator} = _clew.loop({self.pair(loop.iterable)}, {site})")
        self.line(f"{again} = True")
        self.line(f"while {again}:")
        self.depth += 1
        self.line(f"if {iterator}.advance():")
        self.depth += 1
        self.bind(loop.target, f"{iterator}.value, {iterator}.shadow")
        self.block(loop.body)
        self.depth -= 1
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
        exception = f"_clew.raised({self.pair(statement.exception)})"
        if statement.cause is not None:
            self.line(f"raise {exception} from {self.value(statement.cause)}")
        else:
            self.line(f"raise {exception}")

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
            self.line("finally:")
            self.nested(statement.final)

    def handlers(self, handlers: tuple[ir.Handler, ...], caught: str) -> None:
        """Each clause's test in turn, nested; an exception no clause wants is raised again."""
        if not handlers:
            self.line("raise")
            return
        handler, *rest = handlers
        for statement in handler.test:
            self.statement(statement)
        site = self.site(handler.span, "branch", ("entered",))
        wanted = "BaseException, None" if handler.type is None else self.pair(handler.type)
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
        site = self.site(statement.span, "native", ())
        # A class, an import or a type alias runs through; what else is native may go elsewhere.
        straight = statement.text.startswith(("class ", "@", "import ", "from ", "type "))
        open_ended = not straight or _shows_frame(statement.text)
        if statement.text.startswith(("import ", "from ")):
            self.line(f"_clew.importing({statement.text!r})")
        self.line(f"_clew.native_begins({site}, {statement.reason!r}, {self.reads(statement.reads)}, {open_ended})")
        for line in statement.text.split("\n"):
            self.line(line)
        if statement.writes:
            self.line(f"{' = '.join(map(shadow_name, statement.writes))} = \\")
            self.line(f"{INDENT}_clew.native({site}, {statement.reason!r}, {self.reads(statement.reads)}, None)[1]")
        else:
            self.line(f"_clew.native({site}, {statement.reason!r}, {self.reads(statement.reads)}, None)")


def _shows_frame(text: str) -> bool:
    """Whether native text may look at the names of its frame, among which are ours."""
    return re.search(r"\b(locals|vars|dir)\(\)", text) is not None


def _literal(value: object) -> str:
    match value:
        case float():
            return f"float({str(value)!r})" if value != value or value in (float("inf"), float("-inf")) else repr(value)
        case complex():
            return f"complex({value.real!r}, {value.imag!r})" if value == value else f"complex({str(value)!r})"
        case int() if value < 0:
            return f"({value})"
        case _:
            return "..." if value is Ellipsis else repr(value)
