"""What one execution of a small function shows of every coverage criterion, by walking its syntax tree.

This is the definition of the criteria a second time, for the fuzzer of exactness (`exact.py`): nothing of the front
end, the IR or the probes is used.

Functions are over ints, bools, lists and objects of a class `Box`, of assignments to names, items, attributes and a
global, `if`, `while`, `for … in range(…)`, `break`, `continue`, `return` and `raise`, one statement a line, and every
variable is bound where it is read.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

from clew.records import dataclass

Fact: TypeAlias = tuple[str, int, int, str]
"""Kind, line, column and outcome of a goal that is shown; the outcome is empty where there is but one."""
Event: TypeAlias = tuple[str, str, tuple[tuple[str, int], ...]]
"""A label that held, and the numbers that variables were; or a variable that was assigned."""

ARITHMETIC: Final = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod}
COMPARISONS: Final = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}  # fmt: skip
ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
LONGEST: Final = 2_000
"""Statements of an execution: the functions that are made end sooner."""


class Left(Exception):
    """A block is left: how is `break`, `continue`, `return` or `raise`."""

    def __init__(self, how: str, value: int | None = None) -> None:
        super().__init__(how)
        self.how, self.value = how, value


@dataclass(frozen=True, slots=True)
class Shown:
    """facts: goals of all criteria but MC/DC; vectors: of each compound decision, by (line, column); path: its name.

    rounds: the most that a loop went.  result: None where it raises, or returns none.  events: labels that held and
    variables that were assigned, one after the other.
    """

    facts: frozenset[Fact]
    vectors: frozenset[tuple[tuple[int, int], str]]
    path: str
    rounds: int
    raised: bool
    result: int | None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Labelled:
    """The comments of a function.  at: by the line of a statement: place, name and expression of the labels above it.

    formulas: places and texts.
    """

    at: Mapping[int, list[tuple[int, int, str, ast.expr]]]
    formulas: Sequence[tuple[int, int, str]]


UNLABELLED: Final = Labelled({}, ())


def labels_of(text: str, function: ast.FunctionDef) -> Labelled:
    """Each comment stands above a statement: `# clew: label NAME: EXPRESSION`, or a formula of names."""
    at: dict[int, list[tuple[int, int, str, ast.expr]]] = {}
    formulas, waiting = [], list[tuple[int, int, str, ast.expr]]()
    for number, line in enumerate(text.splitlines()[: function.end_lineno], 1):
        before, mark, said = line.partition("# clew: label ")
        if number <= function.lineno:
            continue
        if mark and ":" in said:
            name, _, asked = said.partition(": ")
            waiting.append((number, len(before + mark), name, ast.parse(asked, mode="eval").body))
        elif mark:
            formulas.append((number, len(before + mark), said))
        else:
            at[number], waiting = waiting, []
    return Labelled(at, formulas)


def chains(steps: str, clear: str, events: Sequence[Event]) -> Iterator[dict[str, Event]]:
    """`a -> b`: each time that the labels have come in this order, with no assignment to a variable in between.

    Of labels that have come several times, the last one is meant.
    """
    names = [name.strip() for name in steps.split("->")]

    def back(step: int, end: int) -> list[int] | None:
        if step < 0:
            return []
        for index in range(end - 1, -1, -1):
            if clear and step < len(names) - 1 and events[index][:2] == ("assigned", clear):
                return None
            if events[index][:2] == ("label", names[step]) and (found := back(step - 1, index)) is not None:
                return [*found, index]
        return None

    for end, event in enumerate(events):
        if event[:2] == ("label", names[-1]) and (found := back(len(names) - 2, end)) is not None:
            yield {name: events[index] for name, index in zip(names, [*found, end], strict=True)}


def shows(said: str, runs: Iterable[Sequence[Event]]) -> bool:
    """Whether executions show a formula of labels together."""
    asked, _, guard = said.partition(" where ")
    body, _, clear = asked.partition(" clear ")
    every = [*dict.fromkeys(map(tuple, runs))]
    held = compile(guard or "True", "guard", "eval")
    attributes = (node for node in ast.walk(ast.parse(guard)) if isinstance(node, ast.Attribute))
    used = {(node.value.id, node.attr) for node in attributes if isinstance(node.value, ast.Name)}

    def values(chain: Mapping[str, Event]) -> tuple[tuple[str, str, int], ...]:
        kept = {(label, name): value for label, event in chain.items() for name, value in event[2]}
        return tuple([(*each, kept[each]) for each in sorted(used) if each in kept])

    for way in body.split("|"):
        found = [dict.fromkeys(values(c) for run in every for c in chains(one, clear, run)) for one in way.split("&")]
        for together in product(*found):
            space: dict[str, Any] = {label: SimpleNamespace() for label, _ in used}
            for label, name, value in (each for part in together for each in part):
                setattr(space[label], name, value)
            try:
                if eval(held, space):
                    return True
            except (AttributeError, ZeroDivisionError):
                continue
    return False


def executed(function: ast.FunctionDef, arguments: Mapping[str, int], labels: Labelled = UNLABELLED) -> Shown:
    """The execution for these arguments."""
    names = [argument.arg for argument in function.args.args]
    defined = dict.fromkeys(names, function.lineno)
    run = _Run({name: arguments[name] for name in names}, defined, function.lineno, _stored(function), labels)
    run.since.update(dict.fromkeys(names, ()))
    how, result = "return", None
    try:
        run.block(function.body)
    except Left as left:
        how, result = left.how, left.value
    raised = how == "raise"
    path = ",".join([*run.decided, *(["raises"] if raised else [])])
    return Shown(frozenset(run.facts), frozenset(run.vectors), path, run.most, raised, result, tuple(run.events))


@dataclass(slots=True)
class _Run:
    """values: of the variables; defined: the line of the last definition of each; decided: the path until now.

    since: the part of that from each of these definitions, None where it comes to a test twice.  first: the line of the
    function.  paths: what is stored elsewhere, as the text says; stores: by attribute, item or
    global, the text through which it was stored, and the line.  kept: all lists and objects, which lets no two of them
    have one identity.
    """

    values: dict[str, Any]
    defined: dict[str, int]
    first: int
    paths: frozenset[str]
    labels: Labelled
    events: list[Event] = field(default_factory=list)
    stores: dict[tuple[object, ...], tuple[str, int]] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)
    facts: set[Fact] = field(default_factory=set)
    vectors: set[tuple[tuple[int, int], str]] = field(default_factory=set)
    decided: list[str] = field(default_factory=list)
    since: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    most: int = 0
    steps: int = 0

    # ------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self.steps += 1
            assert self.steps < LONGEST, "it does not end"
            if not isinstance(node, ast.Global):
                self.facts.add(("statement", node.lineno, node.col_offset, ""))
            for line, column, name, test in self.labels.at.get(node.lineno, ()):
                known = {*self.facts}
                holds = self.truth(test, {})
                self.facts = known  # its comparisons are none of the program's
                if holds:
                    self.facts.add(("label", line, column, name))
                    now = {n: v for n, v in self.values.items() if isinstance(v, int)}
                    self.events.append(("label", name, tuple(sorted(now.items()))))
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self.used(node, [value, *_parts(target)])
                self.store(target, self.value(value), node)
            case ast.AugAssign(target=target, op=op, value=value):
                self.used(node, [target, value])
                self.store(target, ARITHMETIC[type(op)](self.value(target), self.value(value)), node)
            case ast.Global():
                pass
            case ast.If(test=test, body=body, orelse=orelse):
                self.block(body if self.test(test) else orelse)
            case ast.While(test=test, body=body):
                self.loop(test, body, iter(lambda: self.test(test), False))
            case ast.For(target=ast.Name(name), iter=ast.Call(args=args) as call, body=body):
                self.used(node, [call])
                self.counted(node, name, call, range(*map(self.value, args)), body)
            case ast.Return(value=value):
                self.used(node, [] if value is None else [value])
                raise Left("return", None if value is None else self.value(value))
            case ast.Raise():
                raise Left("raise")
            case ast.Break():
                raise Left("break")
            case ast.Continue():
                raise Left("continue")
            case _:
                assert isinstance(node, ast.Pass), ast.dump(node)

    def loop(self, head: ast.expr, body: Sequence[ast.stmt], rounds: Iterable[object]) -> None:
        """rounds: what begins each."""
        count = 0
        for _ in rounds:
            count += 1
            self.most = max(self.most, count)
            if count > 1:
                self.facts.add(("loop", head.lineno, head.col_offset, "many"))
            try:
                self.block(body)
            except Left as left:
                if left.how == "break":
                    break
                if left.how != "continue":
                    raise
        if count < 2:
            self.facts.add(("loop", head.lineno, head.col_offset, ("zero", "once")[count]))

    def counted(
        self, node: ast.For, name: str, head: ast.expr, numbers: Iterable[int], body: Sequence[ast.stmt]
    ) -> None:
        def rounds() -> Iterator[int]:
            outcome = "empty"
            for number in numbers:
                outcome = "exhausted"
                self.facts.add(("branch", head.lineno, head.col_offset, "entered"))
                self.step(f"{head.lineno}:true")
                self.define(name, number, node)
                yield number
            self.facts.add(("branch", head.lineno, head.col_offset, outcome))
            self.step(f"{head.lineno}:false")

        self.loop(head, body, rounds())

    def step(self, text: str) -> None:
        self.decided.append(text)
        place = text.partition(":")[0]
        for name, since in self.since.items():
            again = since is None or any(each.partition(":")[0] == place for each in since)
            self.since[name] = None if again or since is None else (*since, text)

    # ------------------------------------------------------------ definitions and uses

    def define(self, name: str, value: int, node: ast.stmt) -> None:
        self.values[name], self.defined[name], self.since[name] = value, node.lineno, ()
        self.events.append(("assigned", name, ()))

    def store(self, target: ast.expr, value: Any, node: ast.stmt) -> None:
        text = ast.unparse(target)
        if text in self.paths:
            self.stores[self.location(target)] = text, node.lineno
        match target:
            case ast.Name(name) if name not in self.paths:
                self.define(name, value, node)
            case ast.Name(name):
                self.values[name] = value
            case ast.Attribute(holder, name):
                self.value(holder)[name] = value
            case ast.Subscript(holder, key):
                self.value(holder)[self.value(key)] = value

    def location(self, path: ast.expr) -> tuple[object, ...]:
        match path:
            case ast.Attribute(holder, name):
                return id(self.value(holder)), name
            case ast.Subscript(holder, key):
                return id(self.value(holder)), self.value(key) % len(self.value(holder))
        return ("global",)

    def used(self, place: ast.stmt | ast.expr, parts: Iterable[ast.expr], outcome: str = "") -> None:
        nodes = [n for part in parts for n in ast.walk(part) if isinstance(n, ast.Name | ast.Attribute | ast.Subscript)]
        for node in nodes:
            name = ast.unparse(node)
            if name in self.paths:
                through, line = self.stores.get(self.location(node), (name, self.first))
                if through != name:
                    continue
            elif name in self.defined:
                line, since = self.defined[name], self.since[name]
                if since is not None:
                    way = f"[{','.join(since)}]" if since else ""
                    self.facts.add(("all-du-paths", place.lineno, place.col_offset, f"{name}@{line}{way}"))
            else:
                continue
            self.facts.add(("def-use", place.lineno, place.col_offset, f"{name}@{line}{outcome}"))

    # ------------------------------------------------------------ decisions

    def test(self, test: ast.expr) -> bool:
        """Of a statement: a step of the path, and uses of its variables."""
        outcome = self.decision(test)
        said = "true" if outcome else "false"
        self.step(f"{test.lineno}:{said}")
        self.used(test, [test], f":{said}")
        return outcome

    def decision(self, test: ast.expr) -> bool:
        seen: dict[tuple[int, int], bool] = {}
        outcome = self.truth(test, seen)
        self.facts.add(("branch", test.lineno, test.col_offset, "true" if outcome else "false"))
        places = conditions(test)
        if len(places) > 1:
            for (line, column), value in seen.items():
                self.facts.add(("condition", line, column, "true" if value else "false"))
            letters = "".join("x" if p not in seen else "T" if seen[p] else "F" for p in places)
            self.facts.add(("mcc", test.lineno, test.col_offset, letters))
            self.vectors.add(((test.lineno, test.col_offset), letters))
        return outcome

    def truth(self, test: ast.expr, seen: dict[tuple[int, int], bool]) -> bool:
        match test:
            case ast.BoolOp(op=op, values=operands):
                conjunction = isinstance(op, ast.And)
                for each in operands:
                    if self.truth(each, seen) != conjunction:
                        return not conjunction
                return conjunction
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(operand, seen)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                value = self.value(left)
                for comparison, place, right in zip(ops, links(test), comparators, strict=True):
                    following = self.value(right)
                    seen[place] = COMPARISONS[type(comparison)](value, following)
                    if type(comparison) in ORDERS and type(value) is type(following) is int:
                        side = "less" if value < following else "greater" if value > following else "equal"
                        self.facts.add(("boundary", *place, side))
                    if not seen[place]:
                        return False
                    value = following
                return True
        outcome = seen[test.lineno, test.col_offset] = bool(self.value(test))
        return outcome

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.List(items):
                self.kept.append([self.value(item) for item in items])
                return self.kept[-1]
            case ast.Call(ast.Name("Box"), [value]):
                self.kept.append({"v": self.value(value)})
                return self.kept[-1]
            case ast.Attribute(holder, name):
                return self.value(holder)[name]
            case ast.Subscript(holder, key):
                return self.value(holder)[self.value(key)]
            case ast.Constant(value=int() as value):
                return value
            case ast.Name(name):
                return self.values[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.value(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return int(ARITHMETIC[type(op)](self.value(left), self.value(right)))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.decision(test) else orelse)
        raise AssertionError(ast.dump(node))


def _stored(function: ast.FunctionDef) -> frozenset[str]:
    """The attributes, items and globals that it stores."""
    shared = {name for n in ast.walk(function) if isinstance(n, ast.Global) for name in n.names}
    targets = [t for n in ast.walk(function) for t in getattr(n, "targets", [getattr(n, "target", None)])]
    return frozenset(ast.unparse(t) for t in targets if isinstance(t, ast.expr) and _parts(t, shared))


def _parts(target: ast.expr, shared: Collection[str] = ()) -> list[ast.expr]:
    """What says where it is; of a global itself."""
    match target:
        case ast.Attribute(holder):
            return [holder]
        case ast.Subscript(holder, key):
            return [holder, key]
        case ast.Name(name) if name in shared:
            return [target]
    return []


def links(test: ast.Compare) -> list[tuple[int, int]]:
    """The places of its comparisons: each begins at its left operand."""
    return [(each.lineno, each.col_offset) for each in (test.left, *test.comparators[:-1])]


def conditions(test: ast.expr) -> list[tuple[int, int]]:
    """Their places, from left to right."""
    match test:
        case ast.BoolOp(values=operands):
            return [place for each in operands for place in conditions(each)]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return conditions(operand)
        case ast.Compare():
            return links(test)
    return [(test.lineno, test.col_offset)]


# ---------------------------------------------------------------- MC/DC


def independent(test: ast.expr, vectors: Iterable[str]) -> set[tuple[int, int]]:
    """The conditions that two of the vectors show to decide by themselves (masking MC/DC)."""
    places = conditions(test)
    seen: dict[tuple[int, int], set[bool]] = {place: set() for place in places}
    for letters in vectors:
        known = {place: letter == "T" for place, letter in zip(places, letters, strict=True) if letter != "x"}
        for place in _deciding(test, known):
            seen[place].add(known[place])
    return {place for place, values in seen.items() if len(values) == 2}


def _deciding(test: ast.expr, known: Mapping[tuple[int, int], bool]) -> list[tuple[int, int]]:
    """The conditions that were evaluated and are not masked: no operand behind them decided."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _deciding(operand, known)
        case ast.BoolOp(op=op, values=operands):
            decides = isinstance(op, ast.Or)
            outcomes = [_outcome(each, known) for each in operands]
            parts = [_deciding(each, known) for each in operands]
        case ast.Compare():
            decides = False
            outcomes = [known.get(place) for place in links(test)]
            parts = [[place] if place in known else [] for place in links(test)]
        case _:
            place = (test.lineno, test.col_offset)
            return [place] if place in known else []
    return [place for n, part in enumerate(parts) if decides not in outcomes[n + 1 :] for place in part]


def _outcome(test: ast.expr, known: Mapping[tuple[int, int], bool]) -> bool | None:
    """Of a part of a decision; None: it was not evaluated."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            value = _outcome(operand, known)
            return None if value is None else not value
        case ast.BoolOp(op=op, values=operands):
            found = [_outcome(each, known) for each in operands]
        case ast.Compare():
            op, found = ast.And(), [known.get(place) for place in links(test)]
        case _:
            return known.get((test.lineno, test.col_offset))
    if found[0] is None:
        return None
    decides = isinstance(op, ast.Or)
    return decides if decides in found else not decides
