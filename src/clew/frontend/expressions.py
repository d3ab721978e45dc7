"""Expressions → atoms and right-hand sides, in CPython's order of evaluation.

Decisions are lowered so that each operand of `and`, `or` and of a chained comparison is tested once by an inner `If`
(`condition`), and the outcome of the whole by the last one (`branch`).
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from clew.frontend.builder import MAX_BLOCKS, MAX_DEPTH, Builder, NotLowered
from clew.frontend.places import comparison_span, is_compound, span_of, strip_not
from clew.ir import tree as ir
from clew.source.spans import Span

BINARY: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
COMPARE: Final = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is-not", ast.In: "in", ast.NotIn: "not-in",
}  # fmt: skip
UNARY: Final = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not"}
CONVERSIONS: Final = {-1: "", 115: "s", 114: "r", 97: "a"}
LOOKS_AT_FRAME: Final = frozenset({"locals", "vars", "dir", "eval", "exec"})
CHUNK: Final = 8  # longer `and`/`or` are split, being associative, to keep blocks flat

TRUE, FALSE, NONE = ir.Const(True), ir.Const(False), ir.Const(None)


class Expressions(Builder, ABC):
    """Expressions to atoms and values, in CPython's order of evaluation; one method for each kind of them."""

    @abstractmethod
    def store(self, target: ast.expr, value: ir.Atom) -> None:
        """`target = value`"""

    @abstractmethod
    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ir.Value:
        """A comprehension or generator expression."""

    @abstractmethod
    def lambda_function(self, node: ast.Lambda) -> ir.Function:
        """The function a lambda makes."""

    def atom(self, node: ast.expr) -> ir.Atom:
        """Evaluate into an operand."""
        value = self.value(node)
        if isinstance(value, ir.Var | ir.Const):
            return value
        return self.temporary(value, span_of(node))

    def kept(self, node: ast.expr) -> ir.Atom:
        """Evaluate into an operand that keeps its value whatever is evaluated next."""
        atom = self.atom(node)
        return (
            self.temporary(atom, span_of(node)) if isinstance(atom, ir.Var) and not self.is_stable(atom.name) else atom
        )

    def operands(self, nodes: list[ast.expr]) -> list[ir.Atom]:
        """Evaluate from left to right."""
        quiet = [self.is_quiet(node) for node in nodes]
        return [self.atom(n) if all(quiet[i + 1 :]) else self.kept(n) for i, n in enumerate(nodes)]

    def is_quiet(self, node: ast.expr) -> bool:
        """Whether evaluating it neither does anything nor is left to a later moment than its operation."""
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                return self.variable(self.scope.mangle(name)) is not None
        return False

    def value(self, node: ast.expr) -> ir.Value:
        """Evaluate all operands; what is left is one operation."""
        if self.depth >= MAX_DEPTH or self.blocks >= MAX_BLOCKS:
            return self.native(node, "nested too deeply")
        self.depth += 1
        try:
            return self._value(node)
        finally:
            self.depth -= 1

    def _value(self, node: ast.expr) -> ir.Value:
        match node:
            case ast.Constant(value=constant):
                return ir.Const(constant)
            case ast.Name(id=name):
                name = self.scope.mangle(name)
                variable = self.variable(name)
                if variable is None and self.scope.resolve(name) == "type-parameter":
                    return self.native(node, "type parameter")
                return variable or ir.Global(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() | complex() as number)) if (
                type(number) is not bool
            ):
                return ir.Const(-number)
            case ast.UnaryOp(op=ast.Not(), operand=operand) if is_compound(operand):
                return self.truth(node)
            case ast.UnaryOp(op=op, operand=operand):
                return ir.Unary(UNARY[type(op)], self.atom(operand))
            case ast.BinOp():
                return self._binary(node)
            case ast.BoolOp():
                return self._choice(node, tested=False)[0]
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                a, b = self.operands([left, right])
                return ir.Binary(COMPARE[type(op)], a, b)
            case ast.Compare():
                return self._chain(node, tested=False)[0]
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._ternary(test, body, orelse)
            case ast.NamedExpr(target=target, value=value):
                atom = self.kept(value)
                self.store(target, atom)
                return atom
            case ast.Attribute(value=value, attr=name):
                return ir.Attr(self.atom(value), self.scope.mangle(name))
            case ast.Subscript(value=value, slice=key):
                a, b = self.operands([value, key])
                return ir.Item(a, b)
            case ast.Slice(lower=lower, upper=upper, step=step):
                missing = ast.copy_location(ast.Constant(None), node)
                return ir.Slice(*self.operands([lower or missing, upper or missing, step or missing]))
            case ast.Tuple(elts=items):
                return ir.Display("tuple", self._items(items))
            case ast.List(elts=items):
                return ir.Display("list", self._items(items))
            case ast.Set(elts=items):
                return self._set(items)
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values)
            case ast.Call():
                return self._call(node)
            case ast.JoinedStr():
                return self._joined(node, span_of(node))
            case ast.FormattedValue():
                return self._format(node, span_of(node))
            case ast.Lambda():
                return self._lambda(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.comprehension(node)
            case ast.Yield(value=value):
                return ir.Yield(NONE if value is None else self.atom(value))
            case ast.YieldFrom(value=value):
                return ir.YieldFrom(self.atom(value))
            case ast.Await(value=value):
                return ir.Await(self.atom(value))
        return self.native(node, f"{type(node).__name__} expression")

    def _binary(self, node: ast.BinOp) -> ir.Value:
        """A chain `a + b + c …` is walked down its left side without recursion."""
        spine = [node]
        while isinstance(spine[-1].left, ast.BinOp):
            spine.append(spine[-1].left)
        a, b = self.operands([spine[-1].left, spine[-1].right])
        result = ir.Binary(BINARY[type(spine[-1].op)], a, b)
        for inner, outer in zip(reversed(spine), list(reversed(spine))[1:], strict=False):
            left = self.temporary(result, span_of(inner))
            result = ir.Binary(BINARY[type(outer.op)], left, self.atom(outer.right))
        return result

    def _items(self, nodes: list[ast.expr], after: Sequence[ast.expr] = ()) -> tuple[ir.Var | ir.Const | ir.Star, ...]:
        """The items of a list or tuple, or the positional arguments of a call.

        Where one is starred, those before it are kept, as iterating over it may run code; and it is iterated over
        before anything that comes next.  after: what is evaluated after them.
        """
        if not after and not any(isinstance(n, ast.Starred) for n in nodes):
            return tuple(self.operands(nodes))
        items: list[ir.Var | ir.Const | ir.Star] = []
        for i, node in enumerate(nodes):
            atom = self.kept(_unstarred(node))
            if not isinstance(node, ast.Starred):
                items.append(atom)
            elif self._are_settled([*nodes[i + 1 :], *after]):
                items.append(ir.Star(atom))
            else:
                items.append(ir.Star(self.temporary(ir.Display("list", (ir.Star(atom),)), span_of(node))))
        return tuple(items)

    def _are_quiet(self, nodes: Iterable[ast.expr]) -> bool:
        return all(self.is_quiet(_unstarred(node)) for node in nodes)

    def _are_settled(self, nodes: Sequence[ast.expr]) -> bool:
        """They are quiet, and say the same whatever code runs before them."""
        names = [self.variable(self.scope.mangle(n.id)) for n in map(_unstarred, nodes) if isinstance(n, ast.Name)]
        return self._are_quiet(nodes) and all(name is not None and self.is_stable(name.name) for name in names)

    def _set(self, nodes: list[ast.expr]) -> ir.Value:
        """From the first starred item on they are hashed one by one."""
        first = next((i for i, n in enumerate(nodes) if isinstance(n, ast.Starred)), len(nodes))
        if self._are_settled(nodes[first + 1 :]):
            return ir.Display("set", self._items(nodes))
        made = self.temporary(ir.Display("set", tuple(self.operands(nodes[:first]))), span_of(nodes[first]))
        for node in nodes[first:]:
            how = "update" if isinstance(node, ast.Starred) else "add"
            self.temporary(ir.MethodCall(made, how, (self.atom(_unstarred(node)),)), span_of(node))
        return made

    def _dict(self, keys: list[ast.expr | None], values: list[ast.expr]) -> ir.Value:
        """What comes before a mapping, and that, is put in before anything that comes next."""
        flat = [n for key, value in zip(keys, values, strict=True) for n in (key, value) if n is not None]
        if None not in keys or self._are_settled(flat):
            atoms = iter(self.operands(flat) if None not in keys else [self.kept(n) for n in flat])
            return ir.DictDisplay(tuple([(None if key is None else next(atoms), next(atoms)) for key in keys]))
        made = self.temporary(ir.DictDisplay(()), span_of(values[0]))
        pairs: list[tuple[ir.Atom | None, ir.Atom]] = []
        for key, value in zip(keys, values, strict=True):
            if key is None:
                self._put_in(made, pairs, span_of(value))
            pairs.append((None if key is None else self.kept(key), self.kept(value)))
            if key is None:
                self._put_in(made, pairs, span_of(value))
        self._put_in(made, pairs, span_of(values[-1]))
        return made

    def _put_in(self, made: ir.Var, pairs: list[tuple[ir.Atom | None, ir.Atom]], span: Span) -> None:
        if pairs:
            part = self.temporary(ir.DictDisplay(tuple(pairs)), span)
            self.temporary(ir.MethodCall(made, "update", (part,)), span)
            pairs.clear()

    # ------------------------------------------------------------ calls

    def _call(self, node: ast.Call) -> ir.Value:
        arguments = [*node.args, *[k.value for k in node.keywords]]
        match node.func:
            case ast.Name(id="super") if not arguments and self.variable("super") is None:
                if self.scope.kind == "comprehension" or self.renamed:
                    raise NotLowered("`super()` in a comprehension")
                return ir.SuperCall()
            case ast.Name(id=name) if (
                name in LOOKS_AT_FRAME and self.variable(name) is None and (not arguments or name in ("eval", "exec"))
            ):
                return self.native(node, f"`{name}()` looks at the frame", everything=True)
            case ast.Attribute(value=receiver, attr=name):
                quiet = self._are_quiet(arguments)
                subject = self.atom(receiver) if quiet else self.kept(receiver)
                name = self.scope.mangle(name)
                bound = None if quiet else self.temporary(ir.Attr(subject, name), span_of(node.func))
                return ir.MethodCall(subject, name, self._arguments(node), bound)
        if self._are_quiet(arguments):
            function = self.atom(node.func)
        else:
            function = self.kept(node.func)
        return ir.Call(function, self._arguments(node))

    def _arguments(self, node: ast.Call) -> tuple[ir.Argument, ...]:
        """One starred argument alone is iterated over after everything else is evaluated."""
        named = [k.value for k in node.keywords]
        if not any(isinstance(a, ast.Starred) for a in node.args) and all(k.arg is not None for k in node.keywords):
            atoms = self.operands([*node.args, *named])
            names = [k.arg for k in node.keywords]
            keywords = [ir.Keyword(name, a) for name, a in zip(names, atoms[len(node.args) :], strict=True)]
            return (*atoms[: len(node.args)], *keywords)
        alone = len(node.args) == 1 and isinstance(node.args[0], ast.Starred)
        positional = self._items(node.args, () if alone else named)
        keywords = []
        for i, keyword in enumerate(node.keywords):
            atom = self.kept(keyword.value)
            if keyword.arg is None and not self._are_settled(named[i + 1 :]):
                atom = self.temporary(ir.DictDisplay(((None, atom),)), span_of(keyword.value))
            keywords.append(ir.Keyword(keyword.arg, atom))
        return (*positional, *keywords)

    # ------------------------------------------------------------ f-strings, lambdas

    def _joined(self, node: ast.JoinedStr, span: Span) -> ir.Value:
        """Parts of an f-string have the span of the whole: where they stand is known only since Python 3.12.

        Some versions leave an empty text behind them.
        """
        values = [p for p in node.values if not (isinstance(p, ast.Constant) and p.value == "")]
        match values:
            case []:
                return ir.Const("")
            case [ast.Constant(value=constant)]:
                return ir.Const(constant)
        parts = [
            self.temporary(self._format(part, span), span) if isinstance(part, ast.FormattedValue) else self.atom(part)
            for part in values
        ]
        return ir.Join(tuple(parts))

    def _format(self, node: ast.FormattedValue, span: Span) -> ir.Value:
        spec = node.format_spec
        if spec is None or (isinstance(spec, ast.JoinedStr) and all(isinstance(p, ast.Constant) for p in spec.values)):
            text = "" if spec is None else "".join([p.value for p in spec.values])  # type: ignore[attr-defined]
            return ir.Format(self.atom(node.value), CONVERSIONS[node.conversion], ir.Const(text))
        value = self.kept(node.value)
        if node.conversion != -1:
            # The conversion comes before the format specification is evaluated.
            value = self.temporary(ir.Format(value, CONVERSIONS[node.conversion], ir.Const("")), span_of(node.value))
        assert isinstance(spec, ast.JoinedStr)
        return ir.Format(value, "", self.temporary(self._joined(spec, span), span))

    def _lambda(self, node: ast.Lambda) -> ir.Value:
        defaults, keyword_defaults = self.defaults(node.args)
        return ir.Closure(self.lambda_function(node), defaults, keyword_defaults)

    def defaults(self, args: ast.arguments) -> tuple[tuple[ir.Atom, ...], tuple[tuple[str, ir.Atom], ...]]:
        named = [(p.arg, d) for p, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None]
        atoms = self.operands([*args.defaults, *[d for _, d in named]])
        count = len(args.defaults)
        keywords = [(self.scope.mangle(n), a) for (n, _), a in zip(named, atoms[count:], strict=True)]
        return tuple(atoms[:count]), tuple(keywords)

    # ------------------------------------------------------------ decisions

    def test(self, node: ast.expr) -> ir.Atom:
        """Evaluate a decision to something whose truth value is its outcome."""
        return self.truth(node) if is_compound(node) else self.atom(node)

    def branch(self, node: ast.expr, kind: str, then: list[ir.Statement], orelse: list[ir.Statement]) -> None:
        """Decide on an expression: its truth is a goal of this kind at its place."""
        self.emit(ir.If(self.test(node), tuple(then), tuple(orelse), kind, span_of(node)))

    def truth(self, node: ast.expr) -> ir.Var:
        """Evaluate a compound decision to True or False, testing each condition once."""
        bare, negated = strip_not(node)
        match bare:
            case ast.BoolOp():
                result = self._choice(bare, tested=True)[1]
            case _:
                assert isinstance(bare, ast.Compare)
                result = self._chain(bare, tested=True)[1]
        assert result is not None
        return self.temporary(ir.Unary("not", result), span_of(node)) if negated else result

    def _tested(self, node: ast.expr) -> tuple[ir.Atom | None, ir.Atom, str | None, Span, bool]:
        """Evaluate an operand.  Its value (None: its truth), what to test, the kind of goal, its place, if negated."""
        value: ir.Atom
        match node:
            case ast.BoolOp():
                value, truth = self._choice(node, tested=True)
                assert truth is not None
                return value, truth, None, span_of(node), False
            case ast.Compare(ops=[_, _, *_]):
                value, truth = self._chain(node, tested=True)
                assert truth is not None
                return value, truth, None, span_of(node), False
        bare, negated = strip_not(node)
        if bare is node:
            value = self.kept(node)
            return value, value, "condition", span_of(node), False
        if is_compound(bare):
            result = self.truth(node)
            return None, result, None, span_of(node), False
        return None, self.kept(bare), "condition", span_of(bare), negated

    def _choice(self, node: ast.BoolOp, tested: bool) -> tuple[ir.Var, ir.Var | None]:
        """`and`/`or`: its value, and where tested its truth as True or False."""
        operands = node.values
        if len(operands) > CHUNK:
            size = max(CHUNK, -(-len(operands) // CHUNK))
            groups = [operands[i : i + size] for i in range(0, len(operands), size)]
            operands = [g[0] if len(g) == 1 else _junction(node.op, g) for g in groups]
        value = self.fresh()
        truth = self.fresh() if tested else None
        self._choose(operands, isinstance(node.op, ast.And), value, truth, span_of(node))
        return value, truth

    def _choose(self, operands: list[ast.expr], is_and: bool, value: ir.Var, truth: ir.Var | None, span: Span) -> None:
        first, *rest = operands
        if not rest and truth is None:
            self.emit(ir.Assign(value, self.value(first), span_of(first)))
            return
        result, tested, kind, place, negated = self._tested(first)
        arms: dict[bool, tuple[ir.Statement, ...]] = {}
        for outcome in (True, False):
            with self.block() as arm:
                if rest and outcome == is_and:
                    self._choose(rest, is_and, value, truth, span)
                else:
                    self.emit(ir.Assign(value, ir.Const(outcome) if result is None else result, place))
                    if truth is not None:
                        self.emit(ir.Assign(truth, ir.Const(outcome), place))
                arms[outcome] = tuple(arm)
        then, orelse = (arms[False], arms[True]) if negated else (arms[True], arms[False])
        self.emit(ir.If(tested, then, orelse, kind, place))

    def _chain(self, node: ast.Compare, tested: bool) -> tuple[ir.Var, ir.Var | None]:
        """`a < b < c`: every operand is evaluated at most once."""
        value = self.fresh()
        truth = self.fresh() if tested else None
        self._link(node, 0, self.kept(node.left), value, truth)
        return value, truth

    def _link(self, node: ast.Compare, index: int, left: ir.Atom, value: ir.Var, truth: ir.Var | None) -> None:
        last = index == len(node.ops) - 1
        place = comparison_span(node, index)
        right = self.atom(node.comparators[index]) if last else self.kept(node.comparators[index])
        self.emit(ir.Assign(value, ir.Binary(COMPARE[type(node.ops[index])], left, right), place))
        if last and truth is None:
            return
        with self.block() as then:
            if not last:
                if self.blocks >= MAX_BLOCKS:
                    raise NotLowered("a comparison chain nested too deeply")
                self._link(node, index + 1, right, value, truth)
            elif truth is not None:
                self.emit(ir.Assign(truth, TRUE, place))
        with self.block() as orelse:
            if truth is not None:
                self.emit(ir.Assign(truth, FALSE, place))
        self.emit(ir.If(value, tuple(then), tuple(orelse), "condition", place))

    def _ternary(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> ir.Var:
        condition = self.test(test)
        result = self.fresh()
        with self.block() as then:
            self.emit(ir.Assign(result, self.value(body), span_of(body)))
        with self.block() as other:
            self.emit(ir.Assign(result, self.value(orelse), span_of(orelse)))
        self.emit(ir.If(condition, tuple(then), tuple(other), "branch", span_of(test)))
        return result


def _unstarred(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Starred) else node


def _junction(op: ast.boolop, operands: list[ast.expr]) -> ast.BoolOp:
    first, last = span_of(operands[0]), span_of(operands[-1])
    return ast.BoolOp(
        op,
        operands,
        lineno=first.line,
        col_offset=first.column,
        end_lineno=last.end_line,
        end_col_offset=last.end_column,
    )
