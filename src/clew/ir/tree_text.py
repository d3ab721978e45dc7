"""The tree form as text; `tree_reader` is the inverse: `read(show(f)) == f` for every function.

A small indented language.  A line is a statement; its span stands at the end; blocks are indented by two spaces.

    function <name> "qualname" flags… @1:0-3:10
      parameter x positional "int" default
      locals x y
      body
        mark @2:4-2:20
        %1 = method s startswith ("a", *%2, key=3) @2:7-2:20
        if %1 branch @2:7-2:20
          then
            return 1 @3:8-3:16

Names that are not plain words, or words of this language, are quoted (`"super"); constants are Python literals, kept
apart from words by what they start with (`None`, `True`, digits, quotes, `...`).  A closure's function is a block under
the assignment that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clew.ir import tree as ir
from clew.regexes import regex

WORD: Final = regex(r"[^\W\d][\w']*\Z")
TEMPORARY: Final = regex(r"%\d+\Z")
RESERVED: Final = frozenset(
    {
        "None", "True", "False", "nan", "inf", "complex", "assertion", "asks", "bound", "undecided", "default", "as",
        "from", "closure", "unary", "binary", "item", "attr", "slice", "global", "builtin", "tuple", "list", "set",
        "dict", "call", "method", "super", "format", "join", "yield", "await", "native",
    }
)  # fmt: skip


def show(function: ir.Function) -> str:
    """The text of a function."""
    return "\n".join(_function(function, "")) + "\n"


def _function(f: ir.Function, pad: str) -> Iterator[str]:
    flags = "".join(f" {flag}" for flag in f.flags)
    yield f"{pad}function {_quoted(f.name)} {_quoted(f.qualname)}{flags} {f.span}"
    pad += "  "
    for p in f.parameters:
        annotation = "" if p.annotation is None else f" {_quoted(p.annotation)}"
        yield f"{pad}parameter {_name(p.name)} {p.kind}{annotation}{' default' if p.has_default else ''}"
    if f.returns is not None:
        yield f"{pad}returns {_quoted(f.returns)}"
    for word, names in (("locals", f.locals), ("nonlocals", f.nonlocals), ("globals", f.globals), ("free", f.free)):
        if names:
            yield f"{pad}{word} {' '.join(map(_name, names))}"
    for decorator in f.decorators:
        yield f"{pad}decorator {_quoted(decorator)}"
    if f.doc is not None:
        yield f"{pad}doc {_quoted(f.doc)}"
    yield from _block("body", f.body, pad)


def _block(word: str, statements: tuple[ir.Statement, ...], pad: str) -> Iterator[str]:
    if statements:
        yield f"{pad}{word}"
        for statement in statements:
            yield from _statement(statement, pad + "  ")


def _statement(s: ir.Statement, pad: str) -> Iterator[str]:
    inner = pad + "  "
    match s:
        case ir.Mark(span):
            yield f"{pad}mark {span}"
        case ir.Reach(span, kind, outcome):
            yield f"{pad}reach {_name(kind)} {_name(outcome)} {span}"
        case ir.Assign(target, ir.Closure(function, defaults, keywords), span):
            items = [*map(_atom, defaults), *[f"{_name(n)}={_atom(a)}" for n, a in keywords]]
            yield f"{pad}{_name(target.name)} = closure ({', '.join(items)}) {span}"
            yield from _function(function, inner)
        case ir.Assign(target, value, span):
            yield f"{pad}{_name(target.name)} = {_value(value)} {span}"
        case ir.SetItem(owner, key, value, span):
            yield f"{pad}set-item {_atom(owner)} {_atom(key)} {_atom(value)} {span}"
        case ir.SetAttr(owner, name, value, span):
            yield f"{pad}set-attr {_atom(owner)} {_name(name)} {_atom(value)} {span}"
        case ir.SetGlobal(name, value, span):
            yield f"{pad}set-global {_name(name)} {_atom(value)} {span}"
        case ir.DelItem(owner, key, span):
            yield f"{pad}del-item {_atom(owner)} {_atom(key)} {span}"
        case ir.DelAttr(owner, name, span):
            yield f"{pad}del-attr {_atom(owner)} {_name(name)} {span}"
        case ir.DelVar(target, span):
            yield f"{pad}del-var {_name(target.name)} {span}"
        case ir.DelGlobal(name, span):
            yield f"{pad}del-global {_name(name)} {span}"
        case ir.Unpack(targets, starred, value, span):
            names = [("*" if i == starred else "") + _name(t.name) for i, t in enumerate(targets)]
            yield f"{pad}unpack ({', '.join(names)}) {_atom(value)} {span}"
        case ir.If(condition, then, orelse, decision, span):
            yield f"{pad}if {_atom(condition)}{'' if decision is None else ' ' + _name(decision)} {span}"
            yield from _block("then", then, inner)
            yield from _block("else", orelse, inner)
        case ir.While(before, condition, body, orelse, span):
            yield f"{pad}while {_atom(condition)} {span}"
            yield from _block("before", before, inner)
            yield from _block("body", body, inner)
            yield from _block("else", orelse, inner)
        case ir.For(target, iterable, body, orelse, decision, span):
            yield f"{pad}for {_name(target.name)} {_atom(iterable)}{'' if decision else ' undecided'} {span}"
            yield from _block("body", body, inner)
            yield from _block("else", orelse, inner)
        case ir.Break(span):
            yield f"{pad}break {span}"
        case ir.Continue(span):
            yield f"{pad}continue {span}"
        case ir.Return(value, span):
            yield f"{pad}return {_atom(value)} {span}"
        case ir.Breach(kind, span):
            yield f"{pad}breach {kind} {span}"
        case ir.Raise(exception, cause, assertion, span, asks):
            what = "" if exception is None else f" {_atom(exception)}"
            why = "" if cause is None else f" from {_atom(cause)}"
            yield f"{pad}raise{what}{why}{' assertion' if assertion else ''}{' asks' if asks else ''} {span}"
        case ir.Try(body, handlers, orelse, final, span):
            yield f"{pad}try {span}"
            yield from _block("body", body, inner)
            for handler in handlers:
                kind = "" if handler.type is None else f" {_atom(handler.type)}"
                name = "" if handler.name is None else f" as {_name(handler.name.name)}"
                yield f"{inner}except{kind}{name} {handler.span}"
                yield from _block("test", handler.test, inner + "  ")
                yield from _block("body", handler.body, inner + "  ")
            yield from _block("else", orelse, inner)
            yield from _block("finally", final, inner)
        case ir.With(context, target, body, span):
            name = "" if target is None else f" as {_name(target.name)}"
            yield f"{pad}with {_atom(context)}{name} {span}"
            yield from _block("body", body, inner)
        case ir.NativeStatement(text, reason, reads, writes, span):
            yield f"{pad}native {_quoted(text)} {_quoted(reason)} {_names(reads)} {_names(writes)} {span}"


def _value(value: ir.Value) -> str:
    match value:
        case ir.Var() | ir.Const():
            return _atom(value)
        case ir.Unary(op, operand):
            return f"unary {op} {_atom(operand)}"
        case ir.Binary(op, left, right):
            return f"binary {op} {_atom(left)} {_atom(right)}"
        case ir.Item(owner, key):
            return f"item {_atom(owner)} {_atom(key)}"
        case ir.Attr(owner, name):
            return f"attr {_atom(owner)} {_name(name)}"
        case ir.Slice(lower, upper, step):
            return f"slice {_atom(lower)} {_atom(upper)} {_atom(step)}"
        case ir.Global(name):
            return f"global {_name(name)}"
        case ir.Builtin(name):
            return f"builtin {_name(name)}"
        case ir.Display(kind, items):
            return f"{kind} {_arguments(items)}"
        case ir.DictDisplay(items):
            shown = [f"**{_atom(v)}" if k is None else f"{_atom(k)}: {_atom(v)}" for k, v in items]
            return f"dict ({', '.join(shown)})"
        case ir.Call(function, arguments):
            return f"call {_atom(function)} {_arguments(arguments)}"
        case ir.MethodCall(owner, name, arguments, bound):
            return f"method {_atom(owner)} {_name(name)} {_arguments(arguments)}" + (
                "" if bound is None else f" bound {_atom(bound)}"
            )
        case ir.SuperCall():
            return "super"
        case ir.Format(operand, conversion, spec):
            return f"format {_atom(operand)} {_quoted(conversion)} {_atom(spec)}"
        case ir.Join(parts):
            return f"join {_arguments(parts)}"
        case ir.Yield(operand):
            return f"yield {_atom(operand)}"
        case ir.YieldFrom(operand):
            return f"yield-from {_atom(operand)}"
        case ir.Await(operand):
            return f"await {_atom(operand)}"
        case ir.Native(text, reason, reads):
            return f"native {_quoted(text)} {_quoted(reason)} {_names(reads)}"
        case ir.Closure():
            raise AssertionError("a closure is shown by its assignment")


def _arguments(items: tuple[ir.Argument, ...]) -> str:
    shown = []
    for item in items:
        match item:
            case ir.Star(value):
                shown.append(f"*{_atom(value)}")
            case ir.Keyword(None, value):
                shown.append(f"**{_atom(value)}")
            case ir.Keyword(str(name), value):
                shown.append(f"{_name(name)}={_atom(value)}")
            case ir.Var() | ir.Const():
                shown.append(_atom(item))
    return f"({', '.join(shown)})"


def _atom(atom: ir.Atom) -> str:
    return _name(atom.name) if isinstance(atom, ir.Var) else _constant(atom.value)


def _constant(value: object) -> str:
    match value:
        case str():
            return _quoted(value)
        case complex():
            return f"complex({value.real!r}, {value.imag!r})"
        case int() if abs(value) >= 1 << 64:
            return hex(value)
        case None | bool() | int() | float() | bytes():
            return repr(value)
    assert value is Ellipsis, value
    return "..."


def _name(name: str) -> str:
    # Two variables of comprehensions, `b'1, b'2`, would be read as bytes.
    if (WORD.match(name) and name not in RESERVED and not name.startswith("b'")) or TEMPORARY.match(name):
        return name
    return f"`{_quoted(name)}"


def _quoted(text: str) -> str:
    """A Python literal in double quotes, which JSON's is not where surrogates stand alone or in pairs."""
    return '"' + "".join([c if c.isprintable() and c not in '"\\' else _escaped(c) for c in text]) + '"'


def _escaped(char: str) -> str:
    match char:
        case '"' | "\\":
            return "\\" + char
        case "\n":
            return "\\n"
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _names(names: tuple[str, ...]) -> str:
    return f"({', '.join(map(_name, names))})"
