"""Comprehensions and generator expressions.

List, set and dict comprehensions become loops in place, their variables renamed (`x'1`); PEP 709 says why that is
the same.  Where something inside captures those variables (a lambda, a generator expression), or must stay native, the
comprehension is a function called with the iterator of its first iterable, as CPython before 3.12 did it; generator
expressions always are.
"""

from __future__ import annotations

import ast
from abc import abstractmethod

from clew.frontend.builder import CannotInline
from clew.frontend.expressions import Expressions
from clew.frontend.places import Comprehension, span_of
from clew.ir import tree as ir

NAMES = {
    ast.ListComp: "<listcomp>",
    ast.SetComp: "<setcomp>",
    ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}


class Comprehensions(Expressions):
    """Comprehensions to loops in place, or to functions that are called."""

    @abstractmethod
    def qualname(self) -> str:
        """CPython's `__qualname__` of the function that is lowered."""

    def comprehension(self, node: Comprehension) -> ir.Value:
        if is_asynchronous(node):
            return self.native(node, "asynchronous comprehension")
        first = self.atom(node.generators[0].iter)
        if isinstance(node, ast.GeneratorExp) or id(node) in self.project.captured:
            return self._called(node, first)
        emitted = len(self.out)
        assigned = set(self.assigned)
        renamed = list(self.renamed)
        try:
            return self._inlined(node, first)
        except CannotInline:
            del self.out[emitted:]
            self.assigned, self.renamed = assigned, renamed
            self.project.captured.add(id(node))
            return self._called(node, first)

    def _inlined(self, node: Comprehension, first: ir.Atom) -> ir.Var:
        span = span_of(node)
        empty = ir.DictDisplay(()) if isinstance(node, ast.DictComp) else ir.Display(_kind(node), ())
        result = self.temporary(empty, span)
        self.project.renamings += 1
        bound = self.scopes.of[id(node)].bound
        self.renamed.append({name: f"{name}'{self.project.renamings}" for name in bound})
        self._loop(node, 0, first, result)
        self.renamed.pop()
        return result

    def _loop(self, node: Comprehension, index: int, iterable: ir.Atom, result: ir.Var | None) -> None:
        generator = node.generators[index]
        with self.block() as body:
            target = self._target(generator.target)
            self._filter(node, index, 0, result)
        self.emit(ir.For(target, iterable, tuple(body), (), True, span_of(generator.iter)))

    def _target(self, target: ast.expr) -> ir.Var:
        """The loop variable; anything but a plain name is stored to at the start of the body."""
        if isinstance(target, ast.Name):
            variable = self.variable(self.scope.mangle(target.id))
            if variable is not None:
                self.assigned.add(variable.name)
                return variable
        item = self.fresh()
        self.store(target, item)
        return item

    def _filter(self, node: Comprehension, index: int, number: int, result: ir.Var | None) -> None:
        """The filters of a clause from a number on, then the next clause."""
        filters = node.generators[index].ifs
        if number < len(filters):
            condition = self.test(filters[number])
            with self.block() as then:
                self._filter(node, index, number + 1, result)
            self.emit(ir.If(condition, tuple(then), (), "branch", span_of(filters[number])))
        elif index + 1 < len(node.generators):
            self._loop(node, index + 1, self.atom(node.generators[index + 1].iter), result)
        else:
            self._element(node, result)

    def _element(self, node: Comprehension, result: ir.Var | None) -> None:
        if isinstance(node, ast.DictComp):
            key, value = self.operands([node.key, node.value])
            assert result is not None
            self.emit(ir.SetItem(result, key, value, span_of(node.key)))
            return
        element = self.atom(node.elt)
        if result is None:
            self.temporary(ir.Yield(element), span_of(node.elt))
        else:
            add = "append" if isinstance(node, ast.ListComp) else "add"
            self.temporary(ir.MethodCall(result, add, (element,)), span_of(node.elt))

    def _called(self, node: Comprehension, first: ir.Atom) -> ir.Value:
        inner = self.inner(node)
        function = inner.comprehension_function(node)
        span = span_of(node.generators[0].iter)
        make = self.temporary(ir.Closure(function, (), ()), span_of(node))
        iter_itself = self.of_interpreter("iter", span)
        iterator = self.temporary(ir.Call(iter_itself, (first,)), span)
        return ir.Call(make, (iterator,))

    def comprehension_function(self, node: Comprehension) -> ir.Function:
        """The body, iterating over the parameter."""
        result = None
        if not isinstance(node, ast.GeneratorExp):
            empty = ir.DictDisplay(()) if isinstance(node, ast.DictComp) else ir.Display(_kind(node), ())
            result = self.temporary(empty, span_of(node))
        self._loop(node, 0, ir.Var(ir.FIRST_ITERATOR), result)
        if result is not None:
            self.emit(ir.Return(result, span_of(node)))
        name = NAMES[type(node)]
        scope = self.scope
        return ir.Function(
            name=name,
            qualname=self.qualname(),
            parameters=(ir.Parameter(ir.FIRST_ITERATOR, "positional-only", None, False),),
            returns=None,
            locals=(ir.FIRST_ITERATOR, *[n for n in scope.bound if n not in scope.nonlocals]),
            nonlocals=tuple(n for n in scope.nonlocals if scope.resolve(n) == "free"),
            globals=tuple(n for n in scope.nonlocals if scope.resolve(n) == "global"),
            free=tuple(sorted(scope.free - set(scope.nonlocals))),
            flags=("generator",) if isinstance(node, ast.GeneratorExp) else (),
            decorators=(),
            body=tuple(self.out),
            span=span_of(node),
        )


def _kind(node: Comprehension) -> str:
    return "list" if isinstance(node, ast.ListComp) else "set"


def is_asynchronous(node: Comprehension) -> bool:
    """Whether a comprehension awaits, itself or in a comprehension inside it (a lambda cannot)."""
    stack: list[ast.AST] = [node]
    while stack:
        part = stack.pop()
        match part:
            case ast.comprehension(is_async=1) | ast.Await():
                return True
            case ast.Lambda():
                continue
            case ast.GeneratorExp() if part is not node:
                stack.append(part.generators[0].iter)
                continue
        stack.extend(ast.iter_child_nodes(part))
    return False
