"""Invariants of classes, read off comments and decorators, with those of the bases that the module defines.

    # clew: invariant self.cents >= 0
    class Purse: ...

Each is asked of `self` where a public method begins, and promised where one, or a constructor, ends normally.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from clew.frontend.clause_comments import Comment
from clew.frontend.library_names import Named, Names
from clew.frontend.places import FunctionNode, span_of
from clew.frontend.truths import is_truth
from clew.records import dataclass
from clew.source.spans import Span

SELF: Final = "self"
DECORATORS: Final = frozenset({"icontract.invariant", "deal.inv"})
HEIRS: Final = frozenset({"icontract.DBC", "icontract.DBCMeta"})
CONSTRUCTORS: Final = frozenset({"__init__", "__post_init__"})
NOT_PUBLIC: Final = frozenset(
    {"__new__", "__repr__", "__del__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__",
     "__init_subclass__", "__class_getitem__", "__set_name__", "__subclasshook__"}
)  # fmt: skip
"""Special methods that objects must answer, or that make them, before and after they are whole."""


@dataclass(frozen=True, slots=True)
class ReadInvariant:
    """body: names the object `self`; library: as in `ReadClause`; private: it names what only its class sees.

    steps: the library asks it whenever an attribute was set, of which we see no more than the last.
    """

    span: Span
    text: str
    library: bool
    body: ast.expr
    private: bool
    steps: bool = False

    def function(self) -> ast.Lambda:
        """One of its own for each method."""
        body = copy.deepcopy(self.body)
        parameter = ast.copy_location(ast.arg(SELF), body)
        return ast.copy_location(ast.Lambda(ast.arguments([], [parameter], None, [], [], None, []), body), body)


def role_of(node: FunctionNode) -> str:
    """`constructor`, `method`, or empty for what invariants do not concern."""
    decorators = {getattr(d, "id", "") for d in node.decorator_list}
    args = node.args
    if not decorators.isdisjoint({"staticmethod", "classmethod"}) or not (args.posonlyargs or args.args):
        return ""
    if node.name in CONSTRUCTORS:
        return "constructor"
    special = node.name.startswith("__") and node.name.endswith("__")
    return "" if node.name in NOT_PUBLIC or (node.name.startswith("_") and not special) else "method"


def classes_of(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """The classes of the module and of its classes, in source order."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.ClassDef):
            yield node
        if not isinstance(node, ast.expr | ast.FunctionDef | ast.AsyncFunctionDef):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))


def from_comment(comment: Comment, known: set[str]) -> ReadInvariant:
    """SyntaxError or ValueError where it is none."""
    body = comment.expression()
    stored = {n.id for n in ast.walk(body) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    for node in ast.walk(body):
        if isinstance(node, ast.Name) and node.id not in {SELF, *known, *stored}:
            raise ValueError(f"`{node.id}` is no name of the module: an invariant is about `self`")
    return ReadInvariant(comment.span, comment.text, False, body, _is_private(body))


def from_decorator(named: Named, functions: Mapping[str, ast.FunctionDef]) -> ReadInvariant:
    """ValueError where it is not understood.  functions: of the module."""
    deal = named.name.startswith("deal")
    match named.argument(0, "condition" if named.name.startswith("icontract") else "validator"):
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)], defaults=[]), body=body):
            body = copy.deepcopy(body)
            for node in ast.walk(body):
                if isinstance(node, ast.Name) and node.id == name:
                    node.id = SELF
            if deal and not is_truth(body, functions):
                raise ValueError("for deal a text is a refusal, and whether this gives one is not known")
            return ReadInvariant(span_of(body), ast.unparse(body), True, body, _is_private(body), deal)
    raise ValueError("a condition that is no lambda of the object")


def _is_private(body: ast.expr) -> bool:
    names = (n.attr for n in ast.walk(body) if isinstance(n, ast.Attribute))
    return any(name.startswith("__") and not name.endswith("__") for name in names)


def with_inherited(
    tree: ast.Module, names: Names, own: dict[int, list[ReadInvariant]], problem: Callable[[str, Span], None]
) -> dict[int, list[ReadInvariant]]:
    """By `id` of the class: its own and those of its bases; those of icontract where it checks them there, too."""
    found: dict[int, list[ReadInvariant]] = {}
    by_name: dict[str, ast.ClassDef] = {}
    inheriting = _inheriting(tree, names)
    for cls in classes_of(tree):
        bases = [by_name[b.id] for b in cls.bases if isinstance(b, ast.Name) and b.id in by_name]
        given = {clause.span: clause for base in bases for clause in found.get(id(base), ())}
        for span, clause in list(given.items()):
            if clause.private:
                problem(f"it names what `{cls.name}`, a subclass, cannot see, and is not asked of it", span)
            elif clause.library and not clause.steps and not inheriting[cls.name]:
                problem(f"icontract asks it of `{cls.name}`, a subclass, only where that derives from DBC", span)
            else:
                continue
            del given[span]
        found[id(cls)] = [*given.values(), *own.get(id(cls), ())]
        by_name[cls.name] = cls
    return found


def heirs(tree: ast.Module, names: Names) -> set[int]:
    """The methods, by `id`, that inherit contracts of icontract from one they override (its own classes do so only)."""
    found: set[int] = set()
    inheriting = _inheriting(tree, names)
    contracted: dict[str, set[str]] = {}
    for cls in classes_of(tree):
        bases = [b.id for b in cls.bases if isinstance(b, ast.Name) and b.id in contracted]
        above = {name for b in bases for name in contracted[b]}
        methods = [n for n in cls.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        own = {n.name for n in methods if any(_of_icontract(d, names) for d in n.decorator_list)}
        contracted[cls.name] = above | own
        if inheriting[cls.name]:
            found |= {id(n) for n in methods if n.name in above and n.name not in CONSTRUCTORS}
    return found


def _inheriting(tree: ast.Module, names: Names) -> dict[str, bool]:
    """The classes by name: does icontract hand contracts on to it?"""
    found: dict[str, bool] = {}
    for cls in classes_of(tree):
        bases = [b.id for b in cls.bases if isinstance(b, ast.Name) and b.id in found]
        made = {names.meaning(b) for b in (*cls.bases, *(k.value for k in cls.keywords if k.arg == "metaclass"))}
        found[cls.name] = not made.isdisjoint(HEIRS) or any(found[b] for b in bases)
    return found


def _of_icontract(decorator: ast.expr, names: Names) -> bool:
    named = names.of_library(decorator)
    return named is not None and named.name.startswith("icontract.")
