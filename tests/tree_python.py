"""The tree form as plain Python text: what each node means, in the fewest words.

Only for tests: a module whose functions are replaced by this must behave as before, and report the goals the probes do.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from clew.ir import tree as ir

INFIX = {"is-not": "is not", "not-in": "not in"}


def name(text: str) -> str:
    return text.replace("%", "_t").replace("'", "_q")


def atom(a: ir.Atom) -> str:
    if isinstance(a, ir.Var):
        return name(a.name)
    return f"({a.value!r})" if a.value is not ... else "..."


def argument(a: ir.Argument) -> str:
    match a:
        case ir.Star(value):
            return f"*{atom(value)}"
        case ir.Keyword(None, value):
            return f"**{atom(value)}"
        case ir.Keyword(key, value):
            return f"**{{{key!r}: {atom(value)}}}"
    return atom(a)


def listed(items: tuple[Any, ...]) -> str:
    return "".join(f"{argument(i)}, " for i in items)


def value(v: ir.Value) -> str:
    match v:
        case ir.Var() | ir.Const():
            return atom(v)
        case ir.Unary("is-sequence" | "is-mapping" as op, a):
            return f"_is[{op!r}]({atom(a)})"
        case ir.Unary(op, a):
            return f"{op} {atom(a)}"
        case ir.Binary(op, a, b) if op.endswith("=") and op not in ("==", "!=", "<=", ">="):
            return f"_inplace[{op!r}]({atom(a)}, {atom(b)})"
        case ir.Binary(op, a, b):
            return f"{atom(a)} {INFIX.get(op, op)} {atom(b)}"
        case ir.Item(a, b):
            return f"{atom(a)}[{atom(b)}]"
        case ir.Attr(a, attr):
            return f"{atom(a)}.{attr}"
        case ir.Slice(a, b, c):
            return f"slice({atom(a)}, {atom(b)}, {atom(c)})"
        case ir.Builtin(text):
            return f"__import__('builtins').{text}"
        case ir.Global(text):
            return f"_global({text!r})"
        case ir.Display(kind, items):
            left, right = {"tuple": "()", "list": "[]", "set": "{}"}[kind]
            return f"{left}{listed(items)}{right}" if items or kind != "set" else "set()"
        case ir.DictDisplay(items):
            return "{" + "".join(f"**{atom(b)}, " if a is None else f"{atom(a)}: {atom(b)}, " for a, b in items) + "}"
        case ir.Call(f, arguments):
            return f"{atom(f)}({listed(arguments)})"
        case ir.MethodCall(a, attr, arguments, bound):
            return f"{f'{atom(a)}.{attr}' if bound is None else atom(bound)}({listed(arguments)})"
        case ir.SuperCall():
            return "super()"
        case ir.Format(a, conversion, spec):
            return f"format({({'': '', 'r': 'repr', 's': 'str', 'a': 'ascii'})[conversion]}({atom(a)}), {atom(spec)})"
        case ir.Join(parts):
            return f"''.join([{listed(parts)}])"
        case ir.Yield(a):
            return f"(yield {atom(a)})"
        case ir.YieldFrom(a):
            return f"(yield from {atom(a)})"
        case ir.Await(a):
            return f"(await {atom(a)})"
        case ir.Native(text, _, _):
            return f"({text})"
    raise AssertionError(v)


class Writer:
    """Numbers helper variables of one function."""

    def __init__(self) -> None:
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"_h{self.count}"

    def block(self, statements: Sequence[ir.Statement]) -> list[str]:
        lines = [line for s in statements for line in self.statement(s)]
        return lines or ["pass"]

    def nested(self, head: str, statements: Sequence[ir.Statement]) -> list[str]:
        return [head, *indented(self.block(statements))]

    def statement(self, s: ir.Statement) -> Iterator[str]:
        match s:
            case ir.Mark(span):
                yield f"_reach({tuple(span)}, 'statement', None)"
            case ir.Reach(span, kind, outcome):
                yield f"_reach({tuple(span)}, {kind!r}, {outcome!r})"
            case ir.Assign(target, ir.Closure(f, defaults, keywords), _):
                helper = self.fresh()
                yield from function(f, helper, [atom(d) for d in defaults], {k: atom(d) for k, d in keywords})
                yield f"{helper}.__name__ = {f.name!r}"
                yield f"{name(target.name)} = {helper}"
            case ir.Assign(target, v, _):
                yield f"{name(target.name)} = {value(v)}"
            case ir.SetItem(a, b, c, _):
                yield f"{atom(a)}[{atom(b)}] = {atom(c)}"
            case ir.SetAttr(a, attr, c, _):
                yield f"{atom(a)}.{attr} = {atom(c)}"
            case ir.SetGlobal(text, a, _):
                yield f"globals()[{text!r}] = {atom(a)}"
            case ir.DelItem(a, b, _):
                yield f"del {atom(a)}[{atom(b)}]"
            case ir.DelAttr(a, attr, _):
                yield f"del {atom(a)}.{attr}"
            case ir.DelVar(target, _):
                yield f"del {name(target.name)}"
            case ir.DelGlobal(text, _):
                yield f"del globals()[{text!r}]"
            case ir.Unpack(targets, starred, a, _):
                shown = "".join(f"{'*' if i == starred else ''}{name(t.name)}, " for i, t in enumerate(targets))
                yield f"[{shown}] = {atom(a)}"
            case ir.If(condition, then, orelse, decision, span):
                test = (
                    atom(condition) if decision is None else f"_branch({tuple(span)}, {decision!r}, {atom(condition)})"
                )
                yield from self.nested(f"if {test}:", then)
                yield from self.nested("else:", orelse)
            case ir.While(before, condition, body, orelse, span):
                ended = self.fresh()
                yield f"{ended} = False"
                yield "while True:"
                yield from indented(self.block(before))
                yield f"    if not _branch({tuple(span)}, 'branch', {atom(condition)}):"
                yield f"        {ended} = True"
                yield "        break"
                yield from indented(self.block(body))
                yield from self.nested(f"if {ended}:", orelse)
            case ir.For(target, iterable, body, orelse, _, span):
                started = self.fresh()
                yield f"{started} = False"
                yield f"for {name(target.name)} in {atom(iterable)}:"
                yield f"    if not {started}: _reach({tuple(span)}, 'branch', 'entered')"
                yield f"    {started} = True"
                yield from indented(self.block(body))
                yield "else:"
                yield f"    _reach({tuple(span)}, 'branch', 'exhausted' if {started} else 'empty')"
                yield from indented(self.block(orelse))
            case ir.Break():
                yield "break"
            case ir.Continue():
                yield "continue"
            case ir.Return(a, _):
                yield f"return {atom(a)}"
            case ir.Breach(kind):
                yield f"raise ArithmeticError({kind!r})"
            case ir.Raise(exception, cause, _, _):
                what = "" if exception is None else f" {atom(exception)}"
                yield f"raise{what}{'' if cause is None else f' from {atom(cause)}'}"
            case ir.Try():
                yield from self.trying(s)
            case ir.With(context, target, body, _):
                yield from self.nested(
                    f"with {atom(context)}{'' if target is None else f' as {name(target.name)}'}:", body
                )
            case ir.NativeStatement(text=text):
                yield from text.split("\n")

    def trying(self, s: ir.Try) -> Iterator[str]:
        yield from self.nested("try:", s.body)
        if s.handlers:
            caught = self.fresh()
            yield f"except BaseException as {caught}:"
            pad = "    "
            for handler in s.handlers:
                yield from indented(self.block(handler.test), pad)
                kind = "BaseException" if handler.type is None else atom(handler.type)
                yield f"{pad}if isinstance({caught}, {kind}):"
                yield f"{pad}    _reach({tuple(handler.span)}, 'branch', 'entered')"
                if handler.name is None:
                    yield from indented(self.block(handler.body), pad + "    ")
                else:
                    variable = name(handler.name.name)
                    yield f"{pad}    {variable} = {caught}"
                    yield f"{pad}    try:"
                    yield from indented(self.block(handler.body), pad + "        ")
                    yield f"{pad}    finally:"
                    yield f"{pad}        {variable} = None; del {variable}"
                yield f"{pad}else:"
                pad += "    "
            yield f"{pad}raise"
        if s.orelse:
            yield from self.nested("else:", s.orelse)
        if s.final:
            yield from self.nested("finally:", s.final)


def indented(lines: list[str], pad: str = "    ") -> list[str]:
    return [pad + line for line in lines]


def body(f: ir.Function) -> list[str]:
    lines = [f"global {', '.join(f.globals)}"] if f.globals else []
    if f.nonlocals:
        lines.append(f"nonlocal {', '.join(f.nonlocals)}")
    if "generator" in f.flags and "async" not in f.flags:
        lines.append("if False: yield")
    return [*lines, *Writer().block(f.body)]


def function(
    f: ir.Function, called: str, defaults: Sequence[str], keyword_defaults: Mapping[str, str]
) -> Iterator[str]:
    positional = [p for p in f.parameters if p.kind.startswith("positional")]
    given = dict(zip([p.name for p in positional[len(positional) - len(defaults) :]], defaults, strict=True))
    given |= keyword_defaults
    parts: list[str] = []
    for index, p in enumerate(f.parameters):
        if p.kind == "keyword-only" and not any(q.kind in ("*", "keyword-only") for q in f.parameters[:index]):
            parts.append("*")
        star = p.kind if p.kind in ("*", "**") else ""
        parts.append(star + name(p.name) + (f"={given[p.name]}" if p.name in given else ""))
        last = index + 1 == len(f.parameters) or f.parameters[index + 1].kind != "positional-only"
        if p.kind == "positional-only" and last:
            parts.append("/")
    yield f"{'async ' if 'async' in f.flags else ''}def {called}({', '.join(parts)}):"
    yield from indented(body(f))


def helpers(namespace: dict[str, Any], reach: Callable[[Any], None]) -> dict[str, Any]:
    """What the text refers to."""
    import builtins
    from collections.abc import Mapping as AnyMapping
    from collections.abc import Sequence as AnySequence

    def branch(span: tuple[int, ...], kind: str, v: object) -> bool:
        truth = bool(v)
        reach((span, kind, "true" if truth else "false"))
        return truth

    def find(text: str) -> Any:
        if text in namespace:
            return namespace[text]
        try:
            return getattr(builtins, text)
        except AttributeError:
            raise NameError(f"name {text!r} is not defined") from None

    named = {
        "+": "add",
        "-": "sub",
        "*": "mul",
        "/": "truediv",
        "//": "floordiv",
        "%": "mod",
        "**": "pow",
        "@": "matmul",
    }
    named |= {"<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor"}
    inplace = {f"{op}=": getattr(operator, f"i{text}") for op, text in named.items()}
    kinds = {
        "is-sequence": lambda v: isinstance(v, AnySequence) and not isinstance(v, str | bytes | bytearray),
        "is-mapping": lambda v: isinstance(v, AnyMapping),
    }
    return {
        "_reach": lambda *place: reach(place), "_branch": branch, "_global": find, "_inplace": inplace, "_is": kinds,
    }  # fmt: skip
