"""`.ivl` text → block form of the IR, with every problem of the user's named at its place.

    global total: int;
    proc clamp(x: int, hi: int) returns (y: int) {
      var t: int;
      entry:
        goto over, under;
      over:
        assume x > hi;
        y := hi;
        goto done;
      under:
        assume x <= hi;
        y := x;
        goto done;
      done:
        assert y <= hi;
        return;
    }

`//` starts a comment.  Types are `int`, `bool`, `real` and maps `[int]bool`.  The terminator of the last block may be
left out, as in the paper.  `label of proc.label:` marks a copy, as passes make them.

Two sweeps: the first collects globals and signatures, the second parses and types the bodies by recursive descent.  A
syntax error ends the second sweep; all other problems are collected.
"""

from __future__ import annotations

from clew.frontend.ivl_expressions import UNKNOWN, ExpressionReader, suggestion
from clew.frontend.ivl_tokens import Problem, Token, WrongSyntax, place_of, tokens_of
from clew.ir import blocks as ir
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target
from clew.source.spans import NOWHERE, Span
from clew.source.suggestions import suggestion as suggested
from clew.source.text import read_source


@dataclass(frozen=True, slots=True)
class Signature:
    parameters: tuple[ir.Name, ...]
    returns: tuple[ir.Name, ...]


def read(text: str) -> tuple[ir.Program | None, tuple[Problem, ...]]:
    """The program, or None, and what is wrong with the text, in order of place."""
    problems: list[Problem] = []
    try:
        parser = _Parser(list(tokens_of(text)), problems)
        parser.sweep_declarations()
        program = parser.program()
    except WrongSyntax as error:
        problems.append(error.problem)
        program = None
    except RecursionError:
        token = parser.next
        where = Span(token.line, token.column, token.line, token.column + len(token.text))
        problems.append(Problem("this expression is nested too deeply", where))
        program = None
    if problems:
        program = None
    return program, tuple(sorted(problems, key=lambda p: p.span[:2]))


def read_file(path: str, shown: str) -> tuple[ir.Program | None, list[Diagnostic]]:
    """The program of a file, or None, and what is wrong with it.  shown: its path as the user named it."""
    try:
        program, problems = read(read_source(path, shown))
    except InputError as error:
        return None, [error.diagnostic]
    return program, [p.diagnostic(shown) for p in problems]


def wanted_procedures(program: ir.Program, target: Target) -> list[ir.Procedure] | list[Diagnostic]:
    """All, or the one of that name; what is wrong where there is none."""
    if target.qualname is None:
        return list(program.procedures)
    found = [each for each in program.procedures if each.name == target.qualname]
    hint = suggested(target.qualname, [each.name for each in program.procedures])
    text = f"there is no procedure `{target.qualname}`{hint}"
    return found or [Diagnostic("no-such-name", text, target.file)]


class _Parser(ExpressionReader):
    def __init__(self, tokens: list[Token], problems: list[Problem]):
        super().__init__(tokens, problems)
        self.globals: dict[str, ir.Name] = {}
        self.signatures: dict[str, Signature] = {}

    # ------------------------------------------------------------ declarations

    def sweep_declarations(self) -> None:
        """Globals and signatures, so that their order in the text does not matter."""
        while self.next.kind != "end":
            if self.sees("global"):
                self.take()
                for name in self.typed_names(end=";"):
                    self.declare(name, self.globals, "global")
                self.expect(";")
            elif self.sees("proc"):
                self.take()
                token = self.name("a procedure name")
                parameters, returns = self.signature()
                if token.text in self.signatures:
                    self.report(f"procedure `{token.text}` is defined twice", place_of(token))
                self.signatures.setdefault(token.text, Signature(parameters, returns))
                self.skip_body()
            else:
                self.fail("expected `proc` or `global`")
        self.at = 0

    def skip_body(self) -> None:
        self.expect("{", " before the body of the procedure")
        while not self.sees("}"):
            if self.next.kind == "end":
                self.fail("expected `}` at the end of the procedure")
            self.take()
        self.take()

    def signature(self) -> tuple[tuple[ir.Name, ...], tuple[ir.Name, ...]]:
        self.expect("(", " before the parameters")
        parameters = self.typed_names(end=")")
        self.expect(")", " after the parameters")
        returns: tuple[ir.Name, ...] = ()
        if self.accept("returns"):
            self.expect("(")
            returns = self.typed_names(end=")")
            self.expect(")")
        return parameters, returns

    def typed_names(self, end: str) -> tuple[ir.Name, ...]:
        """`a, b: int, c: bool`; a name without a type takes that of the next one that has it, and `int` at the end."""
        names: list[ir.Name] = []
        waiting: list[Token] = []
        while not self.sees(end):
            waiting.append(self.name("a variable name"))
            if self.accept(":"):
                type = self.type()
                names += [ir.Name(t.text, type, place_of(t)) for t in waiting]
                waiting.clear()
            if not self.accept(","):
                break
        names += [ir.Name(t.text, ir.INT, place_of(t)) for t in waiting]
        return tuple(names)

    def declare(self, name: ir.Name, scope: dict[str, ir.Name], what: str) -> None:
        if name.name in scope:
            self.report(f"{what} `{name.name}` is declared twice", name.span)
        elif scope is not self.globals and name.name in self.globals:
            self.report(f"{what} `{name.name}` hides the global of that name", name.span)
        scope.setdefault(name.name, name)

    # ------------------------------------------------------------ procedures and blocks

    def program(self) -> ir.Program:
        procedures = []
        while self.next.kind != "end":
            if self.accept("global"):
                self.typed_names(end=";")
                self.expect(";")
            else:
                procedures.append(self.procedure())
        if not procedures:
            self.report("there is no procedure in this file", NOWHERE._replace(line=1, end_line=1, end_column=1))
        return ir.Program(tuple(self.globals.values()), tuple(procedures))

    def procedure(self) -> ir.Procedure:
        start = self.expect("proc")
        name = self.take()
        parameters, returns = self.signature()
        self.expect("{")
        local: list[ir.Name] = []
        while self.accept("var"):
            local += self.typed_names(end=";")
            self.expect(";", " after the declaration")
        scope: dict[str, ir.Name] = {}
        for what, names in (("parameter", parameters), ("return value", returns), ("variable", local)):
            for each in names:
                self.declare(each, scope, what)
        self.scope = self.globals | scope
        blocks: list[ir.Block] = []
        jumps: list[Token] = []
        while not self.sees("}"):
            blocks.append(self.block(jumps))
        self.expect("}")
        span = self.since(start)
        if not blocks:
            self.report(
                f"procedure `{name.text}` has no block", place_of(name), "write a label, `entry:`, and `return;`"
            )
        self.check_labels(name, blocks, jumps)
        return ir.Procedure(name.text, parameters, returns, tuple(local), tuple(blocks), span)

    def check_labels(self, name: Token, blocks: list[ir.Block], jumps: list[Token]) -> None:
        labels: set[str] = set()
        for block in blocks:
            if block.label in labels:
                self.report(f"label `{block.label}` is defined twice in `{name.text}`", block.span)
            labels.add(block.label)
        for jump in jumps:
            if jump.text not in labels:
                self.report(
                    f"there is no label `{jump.text}` in `{name.text}`", place_of(jump), suggestion(jump.text, labels)
                )
        if blocks and all(block.targets for block in blocks):
            self.report(
                f"procedure `{name.text}` has no final block, so no execution of it ends",
                place_of(name),
                "end one block with `return;`",
            )

    def block(self, jumps: list[Token]) -> ir.Block:
        label = self.name("a label or `}`")
        origin = None
        if self.accept("of"):
            token = self.name("the origin of the block, `procedure.label`")
            procedure, dot, original = token.text.partition(".")
            if not dot:
                self.report(f"`{token.text}` is not of the form `procedure.label`", place_of(token))
            origin = ir.Origin(procedure, original)
        self.expect(":", " after the label")
        instrs: list[ir.Instr] = []
        while True:
            start = self.next
            if self.accept("goto"):
                targets = [self.name("a label")]
                while self.accept(","):
                    targets.append(self.name("a label"))
                self.expect(";", " after `goto`")
                jumps += targets
                # A target named twice is one choice.
                return ir.Block(
                    label.text, tuple(instrs), tuple(dict.fromkeys(t.text for t in targets)), origin, place_of(label)
                )
            if self.accept("return"):
                self.expect(";", " after `return`")
                return ir.Block(label.text, tuple(instrs), (), origin, place_of(label))
            if self.sees("}"):
                return ir.Block(label.text, tuple(instrs), (), origin, place_of(label))
            if start.kind == "name" and self.ends_label():
                self.fail(f"block `{label.text}` needs `goto …;` or `return;` before the next label")
            instrs += self.instruction()

    def ends_label(self) -> bool:
        after = self.tokens[self.at + 1]
        return after.text in (":", "of")

    # ------------------------------------------------------------ instructions

    def instruction(self) -> list[ir.Instr]:
        start = self.next
        if self.accept("assume"):
            condition = self.typed_expression(ir.BOOL)
            self.expect(";", " after the condition")
            return [ir.Assume(condition, self.since(start))]
        if self.accept("assert"):
            condition = self.typed_expression(ir.BOOL)
            self.expect(";", " after the condition")
            return [ir.Assert(condition, self.since(start))]
        if self.accept("havoc"):
            targets = [self.variable()]
            while self.accept(","):
                targets.append(self.variable())
            self.expect(";", " after `havoc`")
            return [ir.Havoc(target, self.since(start)) for target in targets]
        if self.accept("call"):
            return [self.call(start)]
        if start.kind == "name":
            return [self.assignment(start)]
        self.fail("expected an instruction")

    def assignment(self, start: Token) -> ir.Instr:
        target = self.variable()
        if self.accept("["):
            type = target.type
            if type is not UNKNOWN and type.name != "map":
                self.report(f"`{target.name}` is of type `{type}`, not a map", target.span)
                type = UNKNOWN
            index = self.typed_expression(type.arguments[0] if type.arguments else UNKNOWN)
            self.expect("]")
            self.expect(":=")
            value = self.typed_expression(type.arguments[1] if type.arguments else UNKNOWN)
            self.expect(";", " after the assignment")
            span = self.since(start)
            return ir.Assign(target, ir.Store(target, index, value, span), span)
        self.expect(":=")
        value = self.typed_expression(target.type)
        self.expect(";", " after the assignment")
        return ir.Assign(target, value, self.since(start))

    def call(self, start: Token) -> ir.Instr:
        targets: list[ir.Name] = []
        after = self.tokens[self.at + 1]
        if after.text in (",", ":="):
            targets.append(self.variable())
            while self.accept(","):
                targets.append(self.variable())
            self.expect(":=")
        callee = self.name("the name of a procedure")
        self.expect("(")
        arguments: list[ir.Expr] = []
        while not self.sees(")"):
            arguments.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")", " after the arguments")
        self.expect(";", " after the call")
        span = self.since(start)
        self.check_call(callee, targets, arguments, span)
        return ir.Call(tuple(targets), callee.text, tuple(arguments), span)

    def check_call(self, callee: Token, targets: list[ir.Name], arguments: list[ir.Expr], span: Span) -> None:
        signature = self.signatures.get(callee.text)
        if signature is None:
            self.report(
                f"there is no procedure `{callee.text}`", place_of(callee), suggestion(callee.text, self.signatures)
            )
            return
        wanted, given = len(signature.parameters), len(arguments)
        if wanted != given:
            self.report(f"`{callee.text}` takes {_count(wanted, 'argument')}, {given} given", span)
        for parameter, argument in zip(signature.parameters, arguments, strict=False):
            self.check_type(argument, parameter.type)
        if len(signature.returns) != len(targets):
            returned = _count(len(signature.returns), "value")
            self.report(f"`{callee.text}` returns {returned}, {len(targets)} received", span)
        for returned_name, target in zip(signature.returns, targets, strict=False):
            self.check_type(target, returned_name.type)
        if len({target.name for target in targets}) < len(targets):
            self.report("a variable receives two values of one call", span)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
