"""The coverage goals of a function, read off its syntax tree.

What the goals are is said in `places`.  Goals inside lambdas and comprehensions belong to the function around them;
nested functions have their own.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Final

from clew.frontend.places import (
    FunctionNode,
    case_span,
    comparison_span,
    docstring_of,
    handler_span,
    has_goal,
    has_items,
    head_span,
    is_compound,
    is_fixed,
    is_irrefutable,
    never_runs,
    span_of,
    strip_not,
)
from clew.goals.goal import DECISION, LOOP, Place
from clew.source.spans import Span

_LEAVES: Final = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)


def find_places(node: FunctionNode) -> list[Place]:
    """The goals of a function, in source order, each once."""
    found: dict[Place, None] = {}
    docstring = docstring_of(node)
    # The flag: this expression is tested as a part of a decision, so its conditions are goals.
    stack: list[tuple[ast.AST, bool]] = [(s, False) for s in reversed(node.body) if s is not docstring]

    def add(span: Span, kind: str, *outcomes: str | None) -> None:
        for outcome in outcomes:
            found[Place(span, kind, outcome)] = None

    def decision(test: ast.expr) -> tuple[ast.AST, bool]:
        if not is_fixed(test):
            add(span_of(test), "branch", *DECISION)
        return test, is_compound(test)

    def loop(iterable: ast.expr) -> None:
        full = has_items(iterable)
        add(span_of(iterable), "branch", *(outcome for outcome in LOOP if not (full and outcome == "empty")))

    def operand(node: ast.expr, tested: bool) -> tuple[ast.AST, bool]:
        bare, _ = strip_not(node)
        if is_compound(bare):
            return node, tested
        if tested and not is_fixed(bare):
            add(span_of(bare), "condition", *DECISION)
        return bare, False

    while stack:
        part, tested = stack.pop()
        if isinstance(part, _LEAVES):
            continue
        later: list[tuple[ast.AST, bool]] = []
        if isinstance(part, ast.stmt) and has_goal(part, None):
            add(head_span(part), "statement", None)
        match part:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                later += [(d, False) for d in part.decorator_list]
                later += [(d, False) for d in [*part.args.defaults, *part.args.kw_defaults] if d is not None]
            case ast.ClassDef():
                later += [(d, False) for d in [*part.decorator_list, *part.bases, *(k.value for k in part.keywords)]]
            case ast.Lambda():
                later += [(d, False) for d in [*part.args.defaults, *part.args.kw_defaults] if d is not None]
                later.append((part.body, False))
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
                unread = never_runs(part) if isinstance(part, ast.If) else []
                later.append(decision(test))
                later += [(child, False) for child in ast.iter_child_nodes(part) if child not in (test, *unread)]
            case ast.For(iter=iterable) | ast.AsyncFor(iter=iterable):
                loop(iterable)
                later += [(child, False) for child in ast.iter_child_nodes(part)]
            case ast.comprehension(iter=iterable, ifs=filters):
                loop(iterable)
                later += [(iterable, False), (part.target, False), *[decision(f) for f in filters]]
            case ast.match_case(pattern=pattern, guard=guard):
                always = guard is None and is_irrefutable(pattern)
                add(case_span(part), "branch", *(("taken",) if always else ("taken", "missed")))
                later.append((pattern, False))
                if guard is not None:
                    later.append(decision(guard))
                later += [(s, False) for s in part.body]
            case ast.ExceptHandler():
                add(handler_span(part), "branch", "entered")
                later += [(child, False) for child in ast.iter_child_nodes(part)]
            case ast.BoolOp(values=values):
                later += [operand(v, tested or i < len(values) - 1) for i, v in enumerate(values)]
            case ast.Compare(ops=[_, _, *_]):
                count = len(part.ops) if tested else len(part.ops) - 1
                for index in range(count):
                    add(comparison_span(part, index), "condition", *DECISION)
                later += [(child, False) for child in ast.iter_child_nodes(part)]
            case ast.UnaryOp(op=ast.Not(), operand=inner) if is_compound(inner):
                later.append((inner, True))
            case ast.AnnAssign(target=target, value=value):
                later += [(target, False), *([] if value is None else [(value, False)])]
            case _:
                later += [(child, False) for child in ast.iter_child_nodes(part)]
        stack.extend(reversed(later))
    return sorted(found, key=lambda place: (place.span[:2], place.kind != "statement"))


def goal_ids(unit: str, places: list[Place]) -> list[str]:
    """`unit:line:kind:outcome`; the column, then the end, is added only where it is needed to tell goals apart."""

    def name(place: Place, at: str) -> str:
        tail = "" if place.outcome is None else f":{place.outcome}"
        return f"{unit}:{at}:{place.kind}{tail}"

    short = [name(p, f"{p.span.line}") for p in places]
    middle = [name(p, f"{p.span.line}.{p.span.column}") for p in places]
    full = [name(p, f"{p.span.line}.{p.span.column}-{p.span.end_line}.{p.span.end_column}") for p in places]
    once, twice = Counter(short), Counter(middle)
    return [s if once[s] == 1 else m if twice[m] == 1 else f for s, m, f in zip(short, middle, full, strict=True)]
