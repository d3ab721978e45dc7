"""Expressions and statements for which there is a plainer way: `dict()` and `{}`, `raise E()` and `raise E`.

Each step is an equation that holds for all objects, or where it is supposed (`SUPPOSED`).
"""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Callable, Iterable, Set
from typing import Final

from clew.frontend.forms.truth import as_tuple, joined, one_of
from clew.frontend.sides import Side, bound_by
from clew.frontend.syntax_copies import copy_of

_ALIASES: Final = {"IOError": "OSError", "EnvironmentError": "OSError"}
_MAKERS: Final = frozenset({"list", "set", "tuple", "dict"})
_ADDING: Final = frozenset({"sum", "max", "min"})
_OF_TEXTS: Final = frozenset({"startswith", "endswith"})
_LITERAL: Final = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.expr_context)
_SWAPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    **{ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
}
_SHORT: Final = {"A": "ASCII", "I": "IGNORECASE", "L": "LOCALE", "M": "MULTILINE", "S": "DOTALL", "U": "UNICODE"}
_SAME: Final = {
    **{("re", short): f"re.{name}" for short, name in {**_SHORT, "X": "VERBOSE"}.items()},
    **{("socket", "timeout"): "TimeoutError", ("asyncio", "TimeoutError"): "TimeoutError"},
    **{(module, "error"): "OSError" for module in ("os", "select", "socket")},
}
"""Other names of what modules of the library have."""


class Plainer(ast.NodeTransformer):
    """line: where the function begins.  builtin: names that mean what Python means by them.  may_repeat: may an
    expression be looked at twice?  supposing: what steps may need (`normal_form.SUPPOSED`).
    """

    def __init__(
        self, side: Side, line: int, builtin: Set[str], may_repeat: Callable[[ast.expr], bool], supposing: Set[str]
    ) -> None:
        self.side, self.line, self.builtin, self.may_repeat = side, line, builtin, may_repeat
        self.supposing = supposing
        self.has_lists = "generators" in supposing

    # ------------------------------------------------------------ expressions

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        for (module, name), other in _SAME.items():
            if node.attr == name and self.is_of_library(node, module, name):
                of, _, same = other.rpartition(".")
                if of:
                    return ast.Attribute(node.value, same, node.ctx)
                return ast.Name(other, node.ctx) if other in self.builtin else node
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [ast.In() | ast.NotIn() as op], [searched]):
                return self.searched(left, op, self.by_keys(searched))
            case ast.Compare(left, [op], [right]) if type(op) in _SWAPPED:
                if self.goes_behind(left, op) and not _is_literal(right):
                    left, op, right = right, _SWAPPED[type(op)](), left
                if isinstance(op, ast.NotEq) and "comparisons" in self.supposing:
                    return ast.UnaryOp(ast.Not(), ast.Compare(left, [ast.Eq()], [right]))
                return ast.Compare(left, [op], [right])
        return node

    def goes_behind(self, left: ast.expr, op: ast.cmpop) -> bool:
        """May what is on the left stand on the right as well?

        A text, None or an int cannot compare itself with what is none of its kind, so that the other is asked, and a
        subclass is asked first; a float compares itself with all that are derived from int.
        """
        if isinstance(op, ast.Eq | ast.NotEq) and isinstance(left, ast.Constant):
            if left.value is None or type(left.value) in (str, bytes, int):
                return True
        return "comparisons" in self.supposing and _is_literal(left)

    def searched(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
        elts = right.elts if isinstance(right, ast.Set | ast.Tuple | ast.List) and not _has_star(right.elts) else []
        if "comparisons" not in self.supposing or not elts:
            return ast.Compare(left, [op], [right])
        if not self.may_repeat(left) or not all(map(self.may_repeat, elts)):
            return ast.Compare(left, [op], [ast.Tuple(elts, ast.Load())])
        asked = [ast.Compare(copy_of(left), [ast.Eq()], [each]) for each in elts]
        either = one_of(ast.Or(), asked)
        return either if isinstance(op, ast.In) else ast.UnaryOp(ast.Not(), either)

    def by_keys(self, node: ast.expr) -> ast.expr:
        """What is gone through, or searched."""
        match node:
            case ast.Call(ast.Attribute(of, "keys"), [], []) if "mappings" in self.supposing:
                return of
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = as_tuple(self.by_keys(node.iter))
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = as_tuple(self.by_keys(node.iter))
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id in _ALIASES and {node.id, _ALIASES[node.id]} <= self.builtin:
            return ast.Name(_ALIASES[node.id], node.ctx)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Constant(str()), "join"), [made], []):
                node.args = [self.at_once(made)]
            case ast.Call(ast.Attribute(of, "get"), [key, ast.Constant(None)], []) if "mappings" in self.supposing:
                node.args = [key]
            case ast.Call(ast.Attribute(of, name), [ast.Tuple([_, _, *_] as elts)], []) if name in _OF_TEXTS:
                texts = all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in elts)
                if "texts" in self.supposing and self.may_repeat(of) and texts:
                    asked = (ast.Attribute(copy_of(of), name, ast.Load()) for _ in elts)
                    return ast.BoolOp(ast.Or(), [ast.Call(ask, [e], []) for ask, e in zip(asked, elts, strict=True)])
            case ast.Call(ast.Name(name), args, keywords) if name in self.builtin:
                if name in ("isinstance", "issubclass"):
                    return self.of_classes(node)
                return self.of_builtin(node, name, args, keywords)
        return node

    def of_builtin(self, node: ast.Call, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
        match name, args, keywords:
            case "dict", [], _ if all(each.arg is not None for each in keywords):
                return ast.Dict([ast.Constant(each.arg) for each in keywords], [each.value for each in keywords])
            case _, [], [] if name in ("list", "tuple"):
                return ast.List([], ast.Load()) if name == "list" else ast.Tuple([], ast.Load())
            case _, [made], [] if name in _MAKERS:
                return self.of_maker(node, name, made)
            case "sorted", [made], _ if all(self.is_still(each.value) for each in keywords):
                node.args = [self.at_once(made)]
            case _, [ast.GeneratorExp() as made, *_], _ if name in _ADDING and all(map(self.is_still, args[1:])):
                if all(self.is_still(each.value) for each in keywords):
                    node.args[0] = self.at_once(made)
            case "getattr", [of, ast.Constant(str(attribute))], [] if _is_plain_name(attribute):
                return ast.Attribute(of, attribute, ast.Load())
            case "zip", _, [ast.keyword("strict", ast.Constant(False))]:
                node.keywords = []
            case "open", [path, ast.Constant("r" | "rt")], _:
                node.args = [path]
        return node

    def of_maker(self, node: ast.Call, name: str, made: ast.expr) -> ast.expr:
        """Of a call of `list`, `set`, `tuple` or `dict` with one argument."""
        match name, made:
            case "list", ast.ListComp():
                return made
            case "list", ast.Call(ast.Name("sorted")) if "sorted" in self.builtin:
                return made
            case "list", ast.List(elts) | ast.Tuple(elts):
                return ast.List(elts, ast.Load())
            case "tuple", ast.List(elts) | ast.Tuple(elts):
                return ast.Tuple(elts, ast.Load())
            case "list", ast.GeneratorExp(elt, rounds) if self.has_lists:
                return ast.ListComp(elt, rounds)
            case "set", ast.GeneratorExp(elt, rounds) if self.has_lists:
                return ast.SetComp(elt, rounds)
            case "dict", ast.GeneratorExp(ast.Tuple([key, value]), rounds) if self.has_lists:
                if not _has_star([key, value]):
                    return ast.DictComp(key, value, rounds)
            case "tuple", _:
                node.args = [self.at_once(made)]
        return node

    def at_once(self, made: ast.expr) -> ast.expr:
        if isinstance(made, ast.GeneratorExp) and self.has_lists and not any(r.is_async for r in made.generators):
            return ast.ListComp(made.elt, made.generators)
        return made

    def is_still(self, node: ast.expr) -> bool:
        """Does it matter to nobody when it is evaluated?"""
        return isinstance(node, ast.Lambda) or self.may_repeat(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(str(left)), ast.Add(), ast.Constant(str(right))):
                return ast.Constant(left + right)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return joined(node.op, node.values)

    def of_classes(self, node: ast.Call) -> ast.expr:
        """`isinstance(x, (A, B))` asks for one after the other."""
        match node:
            case ast.Call(ast.Name("isinstance" | "issubclass" as name), [of, ast.Tuple(elts)], []):
                if len(elts) > 1 and name in self.builtin and self.may_repeat(of) and all(map(self.is_there, elts)):
                    asked = (ast.Call(ast.Name(name, ast.Load()), [copy_of(of), each], []) for each in elts)
                    return ast.BoolOp(ast.Or(), [*asked])
        return node

    # ------------------------------------------------------------ statements

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        self.generic_visit(node)
        match node:
            case ast.Raise(ast.Call(ast.Name() as cls, [], []), None | ast.Constant()) if self.is_raised(cls):
                return ast.Raise(cls, node.cause)
        return node

    def visit_With(self, node: ast.With) -> ast.stmt:
        self.generic_visit(node)
        match node.body:
            case [ast.With(items, body)]:
                node = ast.With([*node.items, *items], body)
        suppressed = self.suppressed(node.items[-1])
        if suppressed is None:
            return node
        tried = ast.Try(node.body, [ast.ExceptHandler(suppressed, None, [])], [], [])
        return ast.With(node.items[:-1], [tried]) if node.items[1:] else tried

    def suppressed(self, item: ast.withitem) -> ast.expr | None:
        """What `contextlib.suppress` catches."""
        match item:
            case ast.withitem(ast.Call(func, [_, *_] as caught, []), None) if "groups" in self.supposing:
                if all(map(self.is_exception, caught)) and self.is_of_library(func, "contextlib", "suppress"):
                    return caught[0] if len(caught) == 1 else ast.Tuple(caught, ast.Load())
        return None

    # ------------------------------------------------------------ what names mean

    def is_exception(self, node: ast.expr) -> bool:
        """One of Python itself, or what a module has that the module imports."""
        match node:
            case ast.Name(id=name):
                cls = getattr(builtins, name, None)
                return name in self.builtin and isinstance(cls, type) and issubclass(cls, BaseException)
            case ast.Attribute(ast.Name(id=name)):
                return [*map(type, self.side.bindings.get(name, ()))] == [ast.Import] and self.is_global(name)
        return False

    def is_raised(self, node: ast.expr) -> bool:
        """A class of exceptions that is called as all are: of Python itself, or one of the module, which nothing else
        binds, without a metaclass and `__new__`.
        """
        if not isinstance(node, ast.Name):
            return False
        match self.side.bindings.get(node.id):
            case [ast.ClassDef(bases=[base], keywords=[], body=body, decorator_list=[])]:
                makes = any("__new__" in bound_by(statement) for statement in body)
                return not makes and self.is_global(node.id) and self.is_raised(base)
            case None:
                return self.is_exception(node)
        return False

    def is_there(self, node: ast.expr) -> bool:
        """Has the name the same value whenever the function is called?"""
        if not isinstance(node, ast.Name):
            return False
        match self.side.bindings.get(node.id):
            case [ast.ClassDef() | ast.Import() | ast.ImportFrom() as bound]:
                return bound.lineno < self.line and self.is_global(node.id)
        return node.id in self.builtin

    def is_of_library(self, node: ast.expr, module: str, name: str) -> bool:
        """Is it what the module of the library has under the name?"""
        match node:
            case ast.Attribute(ast.Name(head), attribute) if attribute == name:
                wanted, attribute = module, ""
            case ast.Name(head):
                wanted, attribute = module, name
            case _:
                return False
        match self.side.bindings.get(head):
            case [ast.Import(names)] if not attribute:
                found = any(a.name == wanted and (a.asname or a.name) == head for a in names)
            case [ast.ImportFrom(module=of, names=names, level=0)] if attribute:
                found = of == wanted and any(a.name == attribute and (a.asname or a.name) == head for a in names)
            case _:
                return False
        return found and module.partition(".")[0] not in self.side.shadowed and self.is_global(head)

    def is_global(self, name: str) -> bool:
        """Is it a name of the module that no function binds?"""
        return not self.side.rebinds and name not in self.side.names_in_functions


def _is_plain_name(text: str) -> bool:
    """Is it written as an attribute in the same way, in a class, too?"""
    is_private = text.startswith("__") and not text.endswith("__")
    return text.isascii() and text.isidentifier() and not keyword.iskeyword(text) and not is_private


def _is_literal(node: ast.expr) -> bool:
    return all(isinstance(each, _LITERAL) for each in ast.walk(node))


def _has_star(elts: Iterable[ast.expr]) -> bool:
    return any(isinstance(each, ast.Starred) for each in elts)
