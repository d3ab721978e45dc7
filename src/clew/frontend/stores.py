"""Assignments whose value might never be read: candidates for dead stores, with the pairs in which they are read.

    total = 0            no pair: on every path of the control-flow graph `total` is assigned again before it is read
    total = price(n)

Only what an assignment stores in one local variable is asked about, and only where all reads of the variable are in the
text of the function, each when its statement is carried out.  So variables are left out

  - that inner functions, lambdas, classes and generator expressions mention, which read them later;
  - that are deleted, or whose definitions and uses are not told apart by statements (`frontend/definitions.py`);
  - whose name is a word of some text in the function: `query("price < @limit")` may look into the frame of its caller;
  - by convention: `_`, `_rest`, `unused_x`, `dummy`.

So are all of functions that wait or yield, and of modules that look at frames (`locals`, `eval`, `f_locals`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from clew.frontend.definitions import Variables, variables_of
from clew.frontend.module import Module, Unit, read_module
from clew.frontend.parsing import parse_module
from clew.frontend.places import FunctionNode, docstring_of, functions_of, head_span, span_of
from clew.frontend.scopes import Scope, find_scopes
from clew.goals.criteria import DEF_USE, Criteria
from clew.goals.goal import Goal
from clew.goals.pairs import read_pair
from clew.records import dataclass
from clew.regexes import regex
from clew.source.spans import Span

FRAMES: Final = frozenset({"locals", "eval", "exec", "breakpoint", "set_trace", "getargvalues"}) | {
    *("f_locals", "tb_frame", "gi_frame", "cr_frame", "_getframe", "_current_frames"),
    *("currentframe", "getinnerframes", "getouterframes"),
}
"""Names by which a program may read the variables of a function that it does not mention."""
OF_ANYTHING: Final = frozenset({"vars", "dir"})
"""They read these variables where they are given nothing."""
LATER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
_UNUSED: Final = regex(r"_|dummy|ignored?(_|$)|unused")
_WORD: Final = regex(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Store:
    """An assignment that stores a value in a variable.

    span: of the statement.  pairs: where the value is read, each with a path of the control-flow graph to it.  initial:
    the value is one that variables are often given beforehand (`None`, `0`, `[]`), which does not fail.  guarded: what
    it raises may be caught in the function.  is_read: is the variable read anywhere?  keeps: may it be there to keep an
    object alive, as of a variable that nothing reads?
    """

    name: str
    span: Span
    pairs: tuple[Goal, ...]
    initial: bool
    guarded: bool
    is_read: bool
    keeps: bool


def stores_in(module: Module, asked: bool) -> dict[str, tuple[Store, ...]]:
    """By the id of the function.  asked: the module was read for goals of the kind `def-use`."""
    tree = parse_module(module.text)
    if _looks_at_frames(tree):
        return {}
    paired = module if asked else read_module(module.text, module.file, module.name, Criteria((DEF_USE,)))
    assert isinstance(paired, Module)  # it was read before
    scopes = find_scopes(tree)
    nodes = {span_of(node): node for node in functions_of(tree)}
    found: dict[str, tuple[Store, ...]] = {}
    for unit in paired.units:
        node = nodes.get(unit.span)
        if node is None or isinstance(node, ast.AsyncFunctionDef) or scopes.of[id(node)].is_generator:
            continue
        found[unit.id] = tuple(_stores(node, scopes.of[id(node)], variables_of(node, scopes), unit))
    return found


def _looks_at_frames(tree: ast.Module) -> bool:
    given = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call) and (n.args or n.keywords)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in FRAMES:
                return True
            case ast.Name(id=name) if name in OF_ANYTHING and id(node) not in given:
                return True
            case ast.Attribute(ast.Name("inspect"), "stack" | "trace"):
                return True
            case ast.ImportFrom(module="inspect") | ast.alias(name="inspect", asname=str()):
                return True
            case ast.alias(name=name) if name in FRAMES | OF_ANYTHING:
                return True
            case ast.Constant(value=str(text)) if not FRAMES.isdisjoint(_WORD.findall(text)) and " " not in text:
                return True
    return False


def _stores(node: FunctionNode, scope: Scope, variables: Variables, unit: Unit) -> Iterator[Store]:
    """unit: with its goals of the kind `def-use`."""
    unclear = {joint.goal.outcome for joint in unit.joint if joint.goal.kind == DEF_USE}
    followed = variables.origins.keys() - _left_out(node, scope) - unclear
    pairs: dict[tuple[str, str], list[Goal]] = {}
    for goal in unit.goals:
        if goal.kind == DEF_USE and goal.outcome is not None:
            pair = read_pair(goal.outcome)
            pairs.setdefault((pair.name, pair.origin), []).append(goal)
    read = {name for table in (variables.used, variables.tested) for names in table.values() for name in names}
    guarded = {id(inner) for each in _own(node) for part in _guarded_by(each) for inner in ast.walk(part)}
    for statement in _own(node):
        stored = _stored(statement)
        name = None if stored is None else scope.mangle(stored[0])
        if stored is None or name not in followed or _UNUSED.match(name) is not None:
            continue
        span = head_span(statement)
        label = variables.origins[name].get(span)
        if label is None or (isinstance(statement, ast.AugAssign) and not _of_constants(node, scope, name)):
            continue
        mine = tuple(pairs.get((name, label), ()))
        keeps = name not in read and _is_object(stored[1])
        yield Store(name, span, mine, _is_initial(stored[1]), id(statement) in guarded, name in read, keeps)


def _guarded_by(statement: ast.stmt) -> list[ast.AST]:
    """The parts whose exceptions may be caught by it."""
    match statement:
        case ast.Try() | ast.TryStar():
            further = [*statement.handlers, *statement.orelse] if statement.finalbody else []
            return [*statement.body, *further]
        case ast.With():
            return [*statement.body]
    return []


def _stored(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    match statement:
        case ast.Assign([ast.Name(id=name)], value) | ast.AugAssign(ast.Name(id=name), _, value):
            return name, value
        case ast.AnnAssign(ast.Name(id=name), _, ast.expr() as value):
            return name, value
    return None


def _own(node: FunctionNode) -> Iterator[ast.stmt]:
    """The statements of the function itself, in source order."""
    stack: list[ast.AST] = [*reversed(node.body)]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.stmt):
            yield each
        if not isinstance(each, (*LATER, ast.expr)):
            stack.extend(reversed([*ast.iter_child_nodes(each)]))


def _left_out(node: FunctionNode, scope: Scope) -> set[str]:
    """Variables that something may read that is not the text of a statement when that is carried out."""
    found = set(scope.deleted)
    docstring = docstring_of(node)
    for statement in node.body:
        for each in ast.walk(statement) if statement is not docstring else ():
            match each:
                case ast.Constant(value=str() as text):
                    found.update(_WORD.findall(text))
                case ast.Constant(value=bytes() as data):
                    found.update(_WORD.findall(data.decode("latin-1")))
                case ast.AnnAssign(annotation=annotation):  # type checkers read it, where CPython does not
                    found.update(scope.mangle(n.id) for n in ast.walk(annotation) if isinstance(n, ast.Name))
                case ast.Name(id="super"):  # without arguments it reads the first variable there is
                    arguments = [*node.args.posonlyargs, *node.args.args]
                    found.update(scope.mangle(a.arg) for a in arguments[:1])
            if isinstance(each, LATER) or type(each).__name__ == "TypeAlias":
                found.update(scope.mangle(n.id) for n in ast.walk(each) if isinstance(n, ast.Name))
                found.update(name for n in ast.walk(each) if isinstance(n, ast.Nonlocal) for name in n.names)
    return found


def _of_constants(node: FunctionNode, scope: Scope, name: str) -> bool:
    """Is all that is ever stored in the variable made of constants?  `xs += ys` may change an object in its place."""
    if name in scope.parameters:
        return False
    stored = 0
    for statement in _own(node):
        match _stored(statement):
            case (str(target), value) if scope.mangle(target) == name:
                if not isinstance(value, ast.Constant):
                    return False
                stored += 1
    bound = sum(
        isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and scope.mangle(n.id) == name
        for n in ast.walk(node)
    )
    return stored == bound


def _is_initial(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=given):
            return given is None or isinstance(given, bool) or given in (0, 1, "", b"")
        case ast.UnaryOp(operand=ast.Constant(value=1)):
            return True
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def _is_object(value: ast.expr) -> bool:
    """Is it looked up, or made by a class or as a task, so that somebody may wait for its end?"""
    match value:
        case ast.Attribute() | ast.Subscript():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name.lstrip("_")[:1].isupper() or "task" in name or "future" in name
    return False
