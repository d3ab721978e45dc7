"""Functions and statements → the tree form of the IR.

What has no counterpart there (asynchronous `for` and `with`, `except*`, nested classes, imports, …) is kept as a
`NativeStatement` with its reason; lowering itself never fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from clew.frontend.bindings import with_bindings
from clew.frontend.builder import Builder, Lowered, NotLowered
from clew.frontend.class_bodies import computes
from clew.frontend.expressions import BINARY, NONE
from clew.frontend.patterns import Patterns
from clew.frontend.places import (
    FunctionNode,
    docstring_of,
    handler_span,
    has_goal,
    head_span,
    span_of,
)
from clew.frontend.scopes import Scope, Scopes, parameters_of
from clew.ir import tree as ir

ARMS = 16  # so many `elif` are nested, before the rest is tested beside them


def lower_function(node: FunctionNode, scopes: Scopes, project: Lowered, parent: Builder | None = None) -> ir.Function:
    """The function a `def` makes; each is lowered once."""
    known = project.functions.get(id(node))
    if known is None:
        scope = scopes.of[id(node)]
        if parent is None and scope.parent is not None:
            parent = _builder_around(scope.parent, scopes, project)
        known = Lowering(scope, scopes, project, parent).function(node)
        project.functions[id(node)] = known
    return known


def _builder_around(scope: Scope, scopes: Scopes, project: Lowered) -> Lowering | None:
    """For a function inside native code: the chain of functions around it is all that is asked of its parent."""
    around: Scope | None = scope
    while around is not None and around.kind in ("module", "class", "type-parameters"):
        around = around.parent
    if around is None or around.parent is None:
        return None
    return Lowering(around, scopes, project, _builder_around(around.parent, scopes, project))


class Lowering(Patterns):
    """Statements and functions, one method for each kind: the last of the classes, the one that is made."""

    # ------------------------------------------------------------ functions

    def function(self, node: FunctionNode) -> ir.Function:
        docstring = docstring_of(node)
        self.statements([s for s in node.body if s is not docstring])
        scope = self.scope
        flags = (*(("generator",) if scope.is_generator else ()),)
        if isinstance(node, ast.AsyncFunctionDef):
            flags = (*flags, "async")
        return ir.Function(
            name=node.name,
            qualname=qualname_of(scope),
            parameters=self.signature(node.args),
            returns=None if node.returns is None else self.project.text_of(node.returns),
            locals=tuple(n for n in scope.bound if n not in scope.globals and n not in scope.nonlocals),
            nonlocals=tuple(scope.nonlocals),
            globals=tuple(scope.globals),
            free=tuple(sorted(scope.free - set(scope.nonlocals))),
            flags=flags,
            decorators=tuple([self.project.text_of(d) for d in node.decorator_list]),
            body=with_bindings(self.out, self.unbound(), span_of(node)),
            span=span_of(node),
            doc=None if docstring is None else docstring.value.value,  # type: ignore[attr-defined]
        )

    def lambda_function(self, node: ast.Lambda) -> ir.Function:
        inner = self.inner(node)
        result = inner.atom(node.body)
        inner.emit(ir.Return(result, span_of(node.body)))
        scope = inner.scope
        return ir.Function(
            name="<lambda>",
            qualname=qualname_of(scope),
            parameters=inner.signature(node.args),
            returns=None,
            locals=tuple(n for n in scope.bound if n not in scope.nonlocals),
            nonlocals=(),
            globals=(),
            free=tuple(sorted(scope.free)),
            flags=("generator",) if scope.is_generator else (),
            decorators=(),
            body=with_bindings(inner.out, inner.unbound(), span_of(node)),
            span=span_of(node),
        )

    def qualname(self) -> str:
        return qualname_of(self.scope)

    def unbound(self) -> list[str]:
        """The names the body must bind."""
        scope = self.scope
        given = {*scope.parameters, *scope.globals, *scope.nonlocals}
        return [name for name in scope.bound if name not in given]

    def signature(self, args: ast.arguments) -> tuple[ir.Parameter, ...]:
        kinds = {id(a): "positional-only" for a in args.posonlyargs}
        kinds |= {id(a): "positional" for a in args.args} | {id(a): "keyword-only" for a in args.kwonlyargs}
        if args.vararg:
            kinds[id(args.vararg)] = "*"
        if args.kwarg:
            kinds[id(args.kwarg)] = "**"
        positional = [*args.posonlyargs, *args.args]
        defaulted = {id(a) for a in positional[len(positional) - len(args.defaults) :]}
        defaulted |= {id(a) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None}
        return tuple([
            ir.Parameter(
                self.scope.mangle(a.arg),
                kinds[id(a)],
                None if a.annotation is None else self.project.text_of(a.annotation),
                id(a) in defaulted,
            )
            for a in parameters_of(args)
        ])  # fmt: skip

    # ------------------------------------------------------------ statements

    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if has_goal(node, None):
                self.emit(ir.Mark(head_span(node)))
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Lower one statement; where a part of it must stay native, all of it does."""
        emitted, assigned = len(self.out), set(self.assigned)
        try:
            self._statement(node)
        except NotLowered as stop:
            del self.out[emitted:]
            self.assigned, self.renamed = assigned, []
            self.emit(self.native_statement(node, str(stop)))
            self.jumps_of(node, str(stop))

    def jumps_of(self, node: ast.stmt, reason: str) -> None:
        """What follows a native statement is where it may have jumped: tests that nothing is known of say so.

        They are never taken, for the statement itself has jumped already.
        """
        span = span_of(node)
        jumps: tuple[tuple[type[ast.stmt], ir.Statement], ...] = (
            (ast.Break, ir.Break(span)),
            (ast.Continue, ir.Continue(span)),
            (ast.Return, ir.Return(ir.Const(None), span)),
        )
        found = set(_jumps(node))
        for kind, jump in jumps:
            if kind in found:
                never = self.temporary(ir.Native("False", reason, ()), span)
                self.emit(ir.If(never, (jump,), (), None, span))

    def arm(self, statements: list[ast.stmt]) -> tuple[ir.Statement, ...]:
        with self.block() as out:
            self.statements(statements)
        return tuple(out)

    def _statement(self, node: ast.stmt) -> None:
        span = span_of(node)
        match node:
            case ast.Expr(value=value):
                if not isinstance(value, ast.Constant):
                    self.temporary(self.value(value), span_of(value))
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                variable := self.variable(self.scope.mangle(name))
            ) is not None:
                self.assign(variable, self.value(value), span)
            case ast.Assign(targets=targets, value=value):
                atom = self.kept(value)
                for target in targets:
                    self.store(target, atom)
            case ast.AugAssign():
                self._augmented(node)
            case ast.AnnAssign(target=target, value=None):
                self._evaluate_target(target)
            case ast.AnnAssign(target=target, value=value):
                assert value is not None
                self._statement(ast.copy_location(ast.Assign([target], value), node))
            case ast.Delete(targets=targets):
                for target in targets:
                    self._delete(target)
            case ast.Return(value=value):
                self.emit(ir.Return(NONE if value is None else self.atom(value), span))
            case ast.Raise(exc=exception, cause=cause):
                atoms = self.operands([e for e in (exception, cause) if e is not None])
                first = atoms[0] if exception is not None else None
                self.emit(ir.Raise(first, atoms[1] if cause is not None else None, False, span))
            case ast.Assert(test=test, msg=message):
                self._assert(node, test, message)
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body, orelse=orelse):
                with self.block() as before:
                    condition = self.test(test)
                self.emit(ir.While(tuple(before), condition, self.arm(body), self.arm(orelse), span_of(test)))
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                source = self.atom(iterable)
                with self.block() as out:
                    variable = self._target(target)
                    self.statements(body)
                self.emit(ir.For(variable, source, tuple(out), self.arm(orelse), True, span_of(iterable)))
            case ast.Break():
                self.emit(ir.Break(span))
            case ast.Continue():
                self.emit(ir.Continue(span))
            case ast.Pass() | ast.Global() | ast.Nonlocal():
                pass
            case ast.Try():
                self._try(node)
            case ast.With(items=items, body=body):
                self._with(items, body)
            case ast.Match():
                self.match(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._def(node)
            case ast.ClassDef():
                raise NotLowered(ir.COMPUTING if computes(node) else "class inside a function")
            case ast.Import() | ast.ImportFrom():
                raise NotLowered("import inside a function")
            case ast.AsyncFor():
                raise NotLowered("`async for`")
            case ast.AsyncWith():
                raise NotLowered("`async with`")
            case ast.TryStar():
                raise NotLowered("`except*`")
            case _:
                raise NotLowered(f"{type(node).__name__} statement")

    def _if(self, node: ast.If) -> None:
        """A long `elif` chain is cut into groups that stand side by side, so that blocks do not nest too deeply."""
        chain = [node]
        while len(chain[-1].orelse) == 1 and isinstance(chain[-1].orelse[0], ast.If):
            chain.append(chain[-1].orelse[0])
        if len(chain) <= ARMS:
            self._arms(chain, None)
            return
        done = self.temporary(ir.Const(False), span_of(node.test))
        for start in range(0, len(chain), ARMS):
            group = chain[start : start + ARMS]
            with self.block() as out:
                self._arms(group, done)
            self.emit(ir.If(done, (), tuple(out), None, span_of(group[0].test)))

    def _arms(self, chain: list[ast.If], done: ir.Var | None) -> None:
        first, *rest = chain
        condition = self.test(first.test)
        with self.block() as then:
            if done is not None:
                self.emit(ir.Assign(done, ir.Const(True), span_of(first.test)))
            self.statements(first.body)
        with self.block() as orelse:
            if rest:
                self.emit(ir.Mark(head_span(rest[0])))
                self._arms(rest, done)
            elif not (len(first.orelse) == 1 and isinstance(first.orelse[0], ast.If) and done is not None):
                self.statements(first.orelse)
            else:
                self.emit(ir.Mark(head_span(first.orelse[0])))
        self.emit(ir.If(condition, tuple(then), tuple(orelse), "branch", span_of(first.test)))

    def _assert(self, node: ast.Assert, test: ast.expr, message: ast.expr | None) -> None:
        span = span_of(node)
        condition = self.test(test)
        with self.block() as failed:
            error = self.of_interpreter("AssertionError", span)
            if message is not None:
                error = self.temporary(ir.Call(error, (self.atom(message),)), span)
            self.emit(ir.Raise(error, None, True, span, span in self.project.asking))
        self.emit(ir.If(condition, (), tuple(failed), "branch", span_of(test)))

    def _try(self, node: ast.Try) -> None:
        body = self.arm(node.body)
        handlers = []
        for clause in node.handlers:
            name = None
            if clause.name is not None:
                name = self.variable(self.scope.mangle(clause.name))
                if name is None:
                    raise NotLowered("an `except` clause that binds a global")
            with self.block() as test:
                kind = None if clause.type is None else self.atom(clause.type)
            handlers.append(ir.Handler(tuple(test), kind, name, self.arm(clause.body), handler_span(clause)))
        self.emit(ir.Try(body, tuple(handlers), self.arm(node.orelse), self.arm(node.finalbody), head_span(node)))

    def _with(self, items: list[ast.withitem], body: list[ast.stmt]) -> None:
        first, *rest = items
        context = self.atom(first.context_expr)
        with self.block() as out:
            target = None
            if first.optional_vars is not None:
                target = self._target(first.optional_vars)
            if rest:
                self._with(rest, body)
            else:
                self.statements(body)
        self.emit(ir.With(context, target, tuple(out), span_of(first.context_expr)))

    def _def(self, node: FunctionNode) -> None:
        """Decorators are evaluated first, then defaults; decorators are applied from the last to the first."""
        type_parameters = {parameter.name for parameter in getattr(node, "type_params", ())}
        if self.scopes.of[id(node)].uses(type_parameters):
            raise NotLowered("a function that uses its type parameters")
        decorators = [self.kept(d) for d in node.decorator_list]
        defaults, keyword_defaults = self.defaults(node.args)
        function = lower_function(node, self.scopes, self.project, self)
        result: ir.Value = ir.Closure(function, defaults, keyword_defaults)
        span = head_span(node)
        for decorator in reversed(decorators):
            result = ir.Call(decorator, (self.temporary(result, span),))
        variable = self.variable(self.scope.mangle(node.name))
        if variable is None:
            self.emit(ir.SetGlobal(self.scope.mangle(node.name), self.temporary(result, span), span))
        else:
            self.assign(variable, result, span)

    # ------------------------------------------------------------ targets

    def store(self, target: ast.expr, value: ir.Atom) -> None:
        """`target = value`."""
        span = span_of(target)
        match target:
            case ast.Name(id=name):
                name = self.scope.mangle(name)
                variable = self.variable(name)
                if variable is None:
                    self.emit(ir.SetGlobal(name, value, span))
                else:
                    self.assign(variable, value, span)
            case ast.Attribute(value=owner, attr=name):
                self.emit(ir.SetAttr(self.atom(owner), self.scope.mangle(name), value, span))
            case ast.Subscript(value=owner, slice=key):
                a, b = self.operands([owner, key])
                self.emit(ir.SetItem(a, b, value, span))
            case ast.Starred(value=inner):
                self.store(inner, value)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                self._unpack(items, value, target)
            case _:
                raise NotLowered(f"assignment to {type(target).__name__}")

    def _unpack(self, items: list[ast.expr], value: ir.Atom, target: ast.expr) -> None:
        star = next((i for i, item in enumerate(items) if isinstance(item, ast.Starred)), None)
        plain = [item.value if isinstance(item, ast.Starred) else item for item in items]
        direct = [self.variable(self.scope.mangle(item.id)) if isinstance(item, ast.Name) else None for item in plain]
        if all(variable is not None for variable in direct):
            targets = [variable for variable in direct if variable is not None]
            self.emit(ir.Unpack(tuple(targets), star, value, span_of(target)))
            self.assigned.update(variable.name for variable in targets)
            return
        parts = [self.fresh() for _ in items]
        self.emit(ir.Unpack(tuple(parts), star, value, span_of(target)))
        for item, part in zip(plain, parts, strict=True):
            self.store(item, part)

    def _augmented(self, node: ast.AugAssign) -> None:
        """The target is evaluated once, read before the operand, and written after the in-place operation."""
        span = span_of(node)
        op = f"{BINARY[type(node.op)]}="
        match node.target:
            case ast.Name(id=name):
                mangled = self.scope.mangle(name)
                load = ast.copy_location(ast.Name(name, ast.Load()), node.target)
                left, right = self.operands([load, node.value])
                variable = self.variable(mangled)
                if variable is None:
                    result = self.temporary(ir.Binary(op, left, right), span)
                    self.emit(ir.SetGlobal(mangled, result, span))
                else:
                    self.assign(variable, ir.Binary(op, left, right), span)
            case ast.Attribute(value=owner, attr=attr):
                attr = self.scope.mangle(attr)
                subject = self.kept(owner)
                old = self.temporary(ir.Attr(subject, attr), span_of(node.target))
                result = self.temporary(ir.Binary(op, old, self.atom(node.value)), span)
                self.emit(ir.SetAttr(subject, attr, result, span))
            case ast.Subscript(value=owner, slice=key):
                subject, index = self.kept(owner), self.kept(key)
                old = self.temporary(ir.Item(subject, index), span_of(node.target))
                result = self.temporary(ir.Binary(op, old, self.atom(node.value)), span)
                self.emit(ir.SetItem(subject, index, result, span))

    def _evaluate_target(self, target: ast.expr) -> None:
        """`target: T` alone evaluates the parts of the target (the annotation is not evaluated in a function)."""
        match target:
            case ast.Attribute(value=owner):
                self.temporary(self.value(owner), span_of(owner))
            case ast.Subscript(value=owner, slice=key):
                self.temporary(self.value(owner), span_of(owner))
                self.temporary(self.value(key), span_of(key))

    def _delete(self, target: ast.expr) -> None:
        span = span_of(target)
        match target:
            case ast.Name(id=name):
                name = self.scope.mangle(name)
                variable = self.variable(name)
                self.emit(ir.DelGlobal(name, span) if variable is None else ir.DelVar(variable, span))
            case ast.Attribute(value=owner, attr=name):
                self.emit(ir.DelAttr(self.atom(owner), self.scope.mangle(name), span))
            case ast.Subscript(value=owner, slice=key):
                a, b = self.operands([owner, key])
                self.emit(ir.DelItem(a, b, span))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._delete(item)
            case _:
                raise NotLowered(f"deletion of {type(target).__name__}")


def qualname_of(scope: Scope) -> str:
    """CPython's `__qualname__` of a function."""
    names: list[str] = []
    inner: Scope | None = scope
    while inner is not None and inner.kind != "module":
        match inner.node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                own = name
            case ast.Lambda():
                own = "<lambda>"
            case ast.ListComp():
                own = "<listcomp>"
            case ast.SetComp():
                own = "<setcomp>"
            case ast.DictComp():
                own = "<dictcomp>"
            case _:
                own = "<genexpr>"
        if inner.kind != "type-parameters":
            if names and inner.kind != "class":
                names.append("<locals>")
            if inner.kind in ("function", "class") and inner.parent is not None and own in inner.parent.globals:
                names.append(own)
                break
            names.append(own)
        inner = inner.parent
    return ".".join(reversed(names))


def _jumps(node: ast.AST, inside_loop: bool = False) -> Iterator[type[ast.AST]]:
    """The kinds of jumps that leave the statement."""
    match node:
        case ast.Return():
            yield ast.Return
        case ast.Break() | ast.Continue() if not inside_loop:
            yield type(node)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.expr():
            return
    for name, value in ast.iter_fields(node):
        loop = isinstance(node, ast.For | ast.AsyncFor | ast.While) and name == "body"
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _jumps(child, inside_loop or loop)
