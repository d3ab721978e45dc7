"""Text → the tree form: the inverse of `tree_text.show`, whose docstring tells the language."""

from __future__ import annotations

import ast
import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import Final

from clew.ir import tree as ir
from clew.ir.tree_text import RESERVED
from clew.regexes import regex
from clew.source.spans import Span, read_span

CONSTANTS: Final = frozenset({"None", "True", "False", "complex"})
TOKEN: Final = regex(
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
    lines = _Statements(text)
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


class _Values(_Lines):
    """What stands in a line: places, names, operands, right-hand sides."""

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

    @abstractmethod
    def function(self, depth: int) -> ir.Function:
        """The function that the next lines are."""

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
            case "builtin":
                return ir.Builtin(self.name())
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


class _Statements(_Values):
    """Functions and blocks, by the indentation of their lines."""

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
            case "breach":
                return ir.Breach(self.name(), self.span())
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
        assertion, asks = self.skip("assertion"), self.skip("asks")
        return ir.Raise(exception, cause, assertion, self.span(), asks)

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
