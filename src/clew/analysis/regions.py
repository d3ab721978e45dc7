"""The blocks of a function: which statements stand together, and which side of which test leads to them.

A block is a run of statements at one level of the source; its *guard* is the goal whose being reached is the same as
its first statement being reached (`None` for a block that control falls into).  From the tree form, so that a test and
its arms have the spans of the coverage goals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.walk import operands, statements
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(slots=True, eq=False)
class Block:
    """statements: the spans of their heads, as in the goals.  parent: the block and the statement it is a part of.

    raises: the statements that are a `raise`, or an `assert` of a constant that is false; yields: those that hold a
    `yield`.
    """

    guard: Place | None
    parent: tuple[Block, Span] | None
    statements: list[Span] = field(default_factory=list)
    raises: set[Span] = field(default_factory=set)
    yields: set[Span] = field(default_factory=set)


@dataclass(slots=True)
class Regions:
    """blocks: in source order.  tests: for each decision and condition what it is computed from; handlers: the classes
    caught.
    """

    blocks: list[Block] = field(default_factory=list)
    tests: dict[Span, ir.Atom] = field(default_factory=dict)
    values: dict[str, list[tuple[ir.Value, Span]]] = field(default_factory=dict)
    handlers: dict[Span, frozenset[str]] = field(default_factory=dict)
    asserts: set[Span] = field(default_factory=set)
    parameters: frozenset[str] = frozenset()

    def sources(self, test: Span) -> Iterator[tuple[ir.Value, Span]]:
        """Everything the test may be computed from: the values assigned, anywhere, to the variables it reads, and so
        on.
        """
        condition = self.tests.get(test)
        pending = [condition.name] if isinstance(condition, ir.Var) else []
        seen = set(pending)
        while pending:
            for value, span in self.values.get(pending.pop(), ()):
                yield value, span
                for name in names_read(value):
                    if name not in seen:
                        seen.add(name)
                        pending.append(name)


def regions_of(function: ir.Function) -> Regions:
    found = Regions(parameters=frozenset(p.name for p in function.parameters))
    outer = Block(None, None)
    found.blocks.append(outer)
    _walk(found, function.body, outer)
    found.blocks = [block for block in found.blocks if block.statements]
    return found


def _walk(found: Regions, body: tuple[ir.Statement, ...], block: Block) -> None:
    for statement in body:
        here = block.statements[-1] if block.statements else None
        match statement:
            case ir.Mark(span):
                block.statements.append(span)
            case ir.Reach(span, kind, outcome):
                if not block.statements and block.guard is None:
                    block.guard = Place(span, kind, outcome)
            case ir.Assign(target, value, span):
                found.values.setdefault(target.name, []).append((value, span))
                if isinstance(value, ir.Yield | ir.YieldFrom) and here is not None:
                    block.yields.add(here)
                if isinstance(value, ir.Closure) and value.function.name.startswith("<"):
                    _walk(found, value.function.body, Block(None, None))
            case ir.Unpack(targets, _, value, span):
                for target in targets:
                    found.values.setdefault(target.name, []).append((value, span))
            case ir.Raise() if here is not None:
                block.raises.add(here)
            case ir.If(condition, then, orelse, decision, span):
                if decision is not None:
                    found.tests[span] = condition
                if decision is not None and any(isinstance(s, ir.Raise) and s.assertion for s in orelse):
                    found.asserts.add(span)
                    if isinstance(condition, ir.Const) and not condition.value and here is not None:
                        block.raises.add(here)
                    _walk(found, tuple(s for s in orelse if not isinstance(s, ir.Raise)), block)
                    continue
                for side, arm in (("true", then), ("false", orelse)):
                    guard = Place(span, decision, side) if decision is not None else None
                    _inner(found, arm, block, here, guard)
            case ir.While(before, condition, loop, orelse, span):
                found.tests[span] = condition
                _walk(found, before, block)
                _inner(found, loop, block, here, Place(span, "branch", "true"))
                _inner(found, orelse, block, here, Place(span, "branch", "false"))
            case ir.For(target, iterable, loop, orelse, decision, span):
                found.values.setdefault(target.name, []).append((ir.Native("", "loop", ()), span))
                found.tests.setdefault(span, iterable)
                _inner(found, loop, block, here, Place(span, "branch", "entered") if decision else None)
                _inner(found, orelse, block, here, Place(span, "branch", "exhausted") if decision else None)
            case ir.Try(tried, handlers, orelse, final):
                _inner(found, tried, block, here, None)
                for handler in handlers:
                    found.handlers[handler.span] = _caught(handler)
                    _walk(found, handler.test, block)
                    _inner(found, handler.body, block, here, Place(handler.span, "branch", "entered"))
                _inner(found, orelse, block, here, None)
                _inner(found, final, block, here, None)
            case ir.With(body=inside, target=bound, span=span):
                if bound is not None:
                    found.values.setdefault(bound.name, []).append((ir.Native("", "with", ()), span))
                _inner(found, inside, block, here, None)
            case ir.NativeStatement(writes=writes, span=span):
                for name in writes:
                    found.values.setdefault(name, []).append((ir.Native("", "native", ()), span))
            case _:
                pass


def _inner(
    found: Regions, body: tuple[ir.Statement, ...], block: Block, here: Span | None, guard: Place | None
) -> None:
    """What has no statement of its own belongs to the statement it is in."""
    if not _has_mark(body):
        _walk(found, body, block)
        return
    inner = Block(guard, (block, here) if here is not None else block.parent)
    found.blocks.append(inner)
    _walk(found, body, inner)


def _has_mark(body: tuple[ir.Statement, ...]) -> bool:
    return any(isinstance(statement, ir.Mark) for statement in statements(body))


def _caught(handler: ir.Handler) -> frozenset[str]:
    names = set()
    for statement in handler.test:
        match statement:
            case ir.Assign(value=ir.Global(name)) | ir.Assign(value=ir.Attr(name=name)):
                names.add(name)
            case _:
                pass
    return frozenset(names)


def names_read(value: ir.Value) -> Iterator[str]:
    """The variables among the operands of a right-hand side; a method that was looked up before is its receiver's."""
    if isinstance(value, ir.MethodCall):
        value = replace(value, bound=None)
    for atom in operands(value):
        if isinstance(atom, ir.Var):
            yield atom.name
