"""The text of the tree form, both ways: `read(show(f)) == f` for every function.

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
apart from words by what they start
with (`None`, `True`, digits, quotes, `...`).  A closure's function is a block under the assignment that makes it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from clew.ir import tree as ir
from clew.source.spans import Span, read_span

WORD: Final = re.compile(r"[^\W\d][\w']*\Z")
TEMPORARY: Final = re.compile(r"%\d+\Z")
RESERVED: Final = frozenset(
    {"None", "True", "False", "nan", "inf", "complex", "assertion", "bound", "undecided", "default", "as", "from"}
    | {
        "closure",
        "unary",
        "binary",
        "item",
        "attr",
        "slice",
        "global",
        "tuple",
        "list",
        "set",
        "dict",
        "call",
        "method",
    }
    | {"super", "format", "join", "yield", "await", "native"}
)
CONSTANTS: Final = frozenset({"None", "True", "False", "complex"})

# ---------------------------------------------------------------- showing


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
        case ir.Raise(exception, cause, assertion, span):
            what = "" if exception is None else f" {_atom(exception)}"
            why = "" if cause is None else f" from {_atom(cause)}"
            yield f"{pad}raise{what}{why}{' assertion' if assertion else ''} {span}"
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
    if (WORD.match(name) and name not in RESERVED) or TEMPORARY.match(name):
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


# ---------------------------------------------------------------- reading

TOKEN: Final = re.compile(
    r"""\s*(?:
      (?P<span>@\d+:\d+-\d+:\d+)
    | (?P<bytes>b'(?:[^'\\]|\\.)*'|b"(?:[^"\\]|\\.)*")
    | (?P<name>`"(?:[^"\\]|\\.)*")
    | (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<number>-?(?:0x[0-9a-f]+|(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?)|nan\b|inf\b))
    | (?P<ellipsis>\.\.\.)
    | (?P<word>%\d+|[^\W\d][\w']*(?:-[^\W\d]\w*)*)
    | (?P<mark>\*\*=|//=|<<=|>>=|\*\*|//|<<|>>|==|!=|<=|>=|[-+*/%@&|^~]=|[-+*/%@&|^~<>=(),:])
    )""",
    re.VERBOSE,
)


class Unreadable(ValueError):
    """Not a text of the tree form; says on which line."""


def read(text: str) -> ir.Function:
    """Inverse of `show`."""
    lines = _Lines(text)
    function = lines.function(0)
    if lines.depth() is not None:
        raise lines.wrong("nothing more after the function")
    return function


class _Lines:
    """The lines still to read, with the tokens of the current one."""

    def __init__(self, text: str) -> None:
        self.lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        self.at = 0
        self.tokens: list[tuple[str, str]] = []

    def wrong(self, wanted: str) -> Unreadable:
        number = self.lines[min(self.at, len(self.lines) - 1)][0] if self.lines else 1
        return Unreadable(f"line {number}: wanted {wanted}")

    def depth(self) -> int | None:
        """How far the next line is indented, in blocks."""
        if self.at >= len(self.lines):
            return None
        line = self.lines[self.at][1]
        return (len(line) - len(line.lstrip(" "))) // 2

    def next_is(self, depth: int, *words: str) -> bool:
        """Whether the next line starts with one of these words, at this depth."""
        return self.depth() == depth and self.lines[self.at][1].split(maxsplit=1)[0] in words

    def start(self) -> None:
        """Take the next line."""
        _, line = self.lines[self.at]
        self.tokens = []
        position = 0
        while position < len(line.rstrip()):
            found = TOKEN.match(line, position)
            if found is None or found.lastgroup is None:
                raise self.wrong(f"a token at column {position}")
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            position = found.end()
        self.tokens.reverse()
        self.at += 1

    def take(self, kind: str | None = None, text: str | None = None) -> str:
        if not self.tokens or (kind and self.tokens[-1][0] != kind) or (text and self.tokens[-1][1] != text):
            self.at -= 1
            raise self.wrong(text or kind or "more")
        return self.tokens.pop()[1]

    def sees(self, text: str) -> bool:
        return bool(self.tokens) and self.tokens[-1][1] == text and self.tokens[-1][0] in ("word", "mark")

    def skip(self, text: str) -> bool:
        if self.sees(text):
            self.tokens.pop()
            return True
        return False

    def kind(self) -> str:
        return self.tokens[-1][0] if self.tokens else "end"

    # ------------------------------------------------------------ pieces

    def span(self) -> Span:
        return read_span(self.take("span"))

    def string(self) -> str:
        return str(ast.literal_eval(self.take("string")))

    def name(self) -> str:
        return str(ast.literal_eval(self.take("name")[1:])) if self.kind() == "name" else self.take("word")

    def atom(self) -> ir.Atom:
        kind = self.kind()
        if kind == "name" or (kind == "word" and self.tokens[-1][1] not in CONSTANTS):
            return ir.Var(self.name())
        text = self.take()
        match kind, text:
            case (("string" | "bytes"), _):
                return ir.Const(ast.literal_eval(text))
            case "ellipsis", _:
                return ir.Const(...)
            case "word", "complex":
                self.take("mark", "(")
                real = float(self.take("number"))
                self.take("mark", ",")
                imaginary = float(self.take("number"))
                self.take("mark", ")")
                return ir.Const(complex(real, imaginary))
            case "word", _:
                return ir.Const({"None": None, "True": True, "False": False}[text])
            case "number", _:
                if "0x" in text:
                    return ir.Const(int(text, 16))
                return ir.Const(float(text) if set(text) & set(".en") else int(text))
        raise self.wrong("an operand")

    def variable(self) -> ir.Var:
        return ir.Var(self.name())

    def separated(self) -> Iterator[None]:
        """The items of a bracketed list, one step each."""
        self.take("mark", "(")
        while not self.skip(")"):
            yield
            if not self.sees(")"):
                self.take("mark", ",")

    def names(self) -> tuple[str, ...]:
        return tuple([self.name() for _ in self.separated()])

    def arguments(self) -> tuple[ir.Argument, ...]:
        found: list[ir.Argument] = []
        for _ in self.separated():
            if self.skip("**"):
                found.append(ir.Keyword(None, self.atom()))
            elif self.skip("*"):
                found.append(ir.Star(self.atom()))
            elif len(self.tokens) > 1 and self.tokens[-2][1] == "=" and self.tokens[-2][0] == "mark":
                name = self.name()
                self.take("mark", "=")
                found.append(ir.Keyword(name, self.atom()))
            else:
                found.append(self.atom())
        return tuple(found)

    # ------------------------------------------------------------ functions and blocks

    def function(self, depth: int) -> ir.Function:
        if not self.next_is(depth, "function"):
            raise self.wrong("`function`")
        self.start()
        self.take()
        name, qualname = self.string(), self.string()
        flags = []
        while self.kind() == "word":
            flags.append(self.take())
        span = self.span()
        depth += 1
        parameters = []
        while self.next_is(depth, "parameter"):
            self.start()
            self.take()
            own = self.name()
            kind = self.take()
            annotation = self.string() if self.kind() == "string" else None
            parameters.append(ir.Parameter(own, kind, annotation, self.skip("default")))
        returns = None
        if self.next_is(depth, "returns"):
            self.start()
            self.take()
            returns = self.string()
        scopes: dict[str, tuple[str, ...]] = {}
        while self.next_is(depth, "locals", "nonlocals", "globals", "free"):
            self.start()
            word = self.take()
            names = []
            while self.tokens:
                names.append(self.name())
            scopes[word] = tuple(names)
        decorators = []
        while self.next_is(depth, "decorator"):
            self.start()
            self.take()
            decorators.append(self.string())
        doc = None
        if self.next_is(depth, "doc"):
            self.start()
            self.take()
            doc = self.string()
        return ir.Function(
            name=name,
            qualname=qualname,
            parameters=tuple(parameters),
            returns=returns,
            locals=scopes.get("locals", ()),
            nonlocals=scopes.get("nonlocals", ()),
            globals=scopes.get("globals", ()),
            free=scopes.get("free", ()),
            flags=tuple(flags),
            decorators=tuple(decorators),
            body=self.block("body", depth),
            span=span,
            doc=doc,
        )

    def block(self, word: str, depth: int) -> tuple[ir.Statement, ...]:
        """The statements under a word, or none where it does not come next."""
        if not self.next_is(depth, word):
            return ()
        self.start()
        found = []
        while self.depth() == depth + 1:
            found.append(self.statement(depth + 1))
        return tuple(found)

    def statement(self, depth: int) -> ir.Statement:
        self.start()
        if len(self.tokens) > 1 and self.tokens[-2] == ("mark", "="):
            return self.assignment(depth)
        word = self.take("word")
        inner = depth + 1
        match word:
            case "mark":
                return ir.Mark(self.span())
            case "reach":
                kind, outcome = self.name(), self.name()
                return ir.Reach(self.span(), kind, outcome)
            case "set-item":
                return ir.SetItem(self.atom(), self.atom(), self.atom(), self.span())
            case "set-attr":
                return ir.SetAttr(self.atom(), self.name(), self.atom(), self.span())
            case "set-global":
                return ir.SetGlobal(self.name(), self.atom(), self.span())
            case "del-item":
                return ir.DelItem(self.atom(), self.atom(), self.span())
            case "del-attr":
                return ir.DelAttr(self.atom(), self.name(), self.span())
            case "del-var":
                return ir.DelVar(self.variable(), self.span())
            case "del-global":
                return ir.DelGlobal(self.name(), self.span())
            case "unpack":
                return self.unpack()
            case "if":
                condition = self.atom()
                decision = None if self.kind() == "span" else self.name()
                span = self.span()
                return ir.If(condition, self.block("then", inner), self.block("else", inner), decision, span)
            case "while":
                condition, span = self.atom(), self.span()
                before = self.block("before", inner)
                return ir.While(before, condition, self.block("body", inner), self.block("else", inner), span)
            case "for":
                target, iterable, undecided, span = self.variable(), self.atom(), self.skip("undecided"), self.span()
                body, orelse = self.block("body", inner), self.block("else", inner)
                return ir.For(target, iterable, body, orelse, not undecided, span)
            case "break":
                return ir.Break(self.span())
            case "continue":
                return ir.Continue(self.span())
            case "return":
                return ir.Return(self.atom(), self.span())
            case "raise":
                return self.raising()
            case "try":
                return self.trying(inner)
            case "with":
                context = self.atom()
                name = self.variable() if self.skip("as") else None
                span = self.span()
                return ir.With(context, name, self.block("body", inner), span)
            case "native":
                return ir.NativeStatement(self.string(), self.string(), self.names(), self.names(), self.span())
        self.at -= 1
        raise self.wrong("a statement")

    def unpack(self) -> ir.Unpack:
        starred = None
        targets: list[ir.Var] = []
        for _ in self.separated():
            if self.skip("*"):
                starred = len(targets)
            targets.append(self.variable())
        return ir.Unpack(tuple(targets), starred, self.atom(), self.span())

    def raising(self) -> ir.Raise:
        bare = self.kind() == "span" or self.sees("assertion")
        exception = None if bare else self.atom()
        cause = self.atom() if self.skip("from") else None
        return ir.Raise(exception, cause, self.skip("assertion"), self.span())

    def trying(self, depth: int) -> ir.Try:
        span = self.span()
        body = self.block("body", depth)
        handlers = []
        while self.next_is(depth, "except"):
            self.start()
            self.take()
            kind = None if self.kind() == "span" or self.sees("as") else self.atom()
            name = self.variable() if self.skip("as") else None
            place = self.span()
            test = self.block("test", depth + 1)
            handlers.append(ir.Handler(test, kind, name, self.block("body", depth + 1), place))
        return ir.Try(body, tuple(handlers), self.block("else", depth), self.block("finally", depth), span)

    def assignment(self, depth: int) -> ir.Assign:
        target = self.variable()
        self.take("mark", "=")
        if self.skip("closure"):
            defaults: list[ir.Atom] = []
            keywords: list[tuple[str, ir.Atom]] = []
            for argument in self.arguments():
                match argument:
                    case ir.Keyword(str(name), value):
                        keywords.append((name, value))
                    case ir.Var() | ir.Const():
                        defaults.append(argument)
            span = self.span()
            return ir.Assign(target, ir.Closure(self.function(depth + 1), tuple(defaults), tuple(keywords)), span)
        return ir.Assign(target, self.value(), self.span())

    def value(self) -> ir.Value:
        """A right-hand side."""
        operation = self.kind() == "word" and (self.tokens[-1][1] in RESERVED or "-" in self.tokens[-1][1])
        if not operation or self.tokens[-1][1] in CONSTANTS:
            return self.atom()
        match self.take("word"):
            case "unary":
                return ir.Unary(self.take(), self.atom())
            case "binary":
                return ir.Binary(self.take(), self.atom(), self.atom())
            case "item":
                return ir.Item(self.atom(), self.atom())
            case "attr":
                return ir.Attr(self.atom(), self.name())
            case "slice":
                return ir.Slice(self.atom(), self.atom(), self.atom())
            case "global":
                return ir.Global(self.name())
            case "tuple" | "list" | "set" as kind:
                return ir.Display(kind, self.arguments())  # type: ignore[arg-type]
            case "dict":
                items: list[tuple[ir.Atom | None, ir.Atom]] = []
                for _ in self.separated():
                    if self.skip("**"):
                        items.append((None, self.atom()))
                    else:
                        key = self.atom()
                        self.take("mark", ":")
                        items.append((key, self.atom()))
                return ir.DictDisplay(tuple(items))
            case "call":
                return ir.Call(self.atom(), self.arguments())
            case "method":
                owner, name, arguments = self.atom(), self.name(), self.arguments()
                return ir.MethodCall(owner, name, arguments, self.variable() if self.skip("bound") else None)
            case "super":
                return ir.SuperCall()
            case "format":
                return ir.Format(self.atom(), self.string(), self.atom())
            case "join":
                return ir.Join(self.arguments())  # type: ignore[arg-type]
            case "yield":
                return ir.Yield(self.atom())
            case "yield-from":
                return ir.YieldFrom(self.atom())
            case "await":
                return ir.Await(self.atom())
            case "native":
                return ir.Native(self.string(), self.string(), self.names())
        self.at -= 1
        raise self.wrong("a value")
