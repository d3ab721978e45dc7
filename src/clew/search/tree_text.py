"""The tree of paths as text, both ways, with all that a proof by exhaustion asks: such a proof can be read, edited and
made again without anything being run.

    (declare-fun x () Int)
    goal 0 m::f:4:statement @4:8-4:16
    site 0 @3:7-3:12 own
    guards 0 true 0
    implied 2 false 0

    node 0
      decides 0 true direct: (> x 3)
      fact: (>= x 0)
      true run 1 in 0
      false infeasible core @3:7-3:12 within loop 8
    node 1 loop 2 leaf
      open unmodelled-call @3:4-3:9 for 0: the result of shuffle()

Goals, sites and nodes have numbers.  A node says how often the place visited most often on the way was visited, and the
name of the bound on that.  A side says its state, the node behind it, the goals in its arm and those perhaps ahead, and
the levels of size whose limits leave it out (`beyond 3 len 2`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final

from clew.logic.smtlib import show, show_declarations
from clew.records import dataclass
from clew.regexes import regex
from clew.search.exhaustion import Implied
from clew.search.run_text import (
    Lines,
    TextError,
    read_decision,
    read_reason,
    show_bool,
    show_decision,
    show_reason,
    terms_of,
)
from clew.search.tree import Node, PathTree, Side
from clew.search.ways import Ways
from clew.source.spans import Span, read_span
from clew.verdict.scopes import Scope

# ---------------------------------------------------------------- showing


def show_tree(tree: PathTree, ways: Ways, goals: Collection[str], implied: Collection[Implied] = ()) -> str:
    """goals: those that proofs may be asked about.  Inverse of `read_tree`, as far as such proofs can tell."""
    return "\n".join(_Writer(tree, ways, goals, implied).lines()) + "\n"


class _Writer:
    def __init__(self, tree: PathTree, ways: Ways, goals: Collection[str], implied: Collection[Implied]) -> None:
        self.tree = tree
        self.ways = ways
        self.goals = {goal: number for number, goal in enumerate(sorted(goals))}
        self.implied = sorted(implied)
        self.nodes = {node: number for number, node in enumerate(_nodes(tree))}
        self.left: dict[Node, list[str]] = {}
        for node, reason, concerned in tree.open_leaves:
            code, _, text = show_reason(reason).partition(": ")
            known = [] if concerned is None else [goal for goal in concerned if goal in self.goals]
            of = "" if concerned is None else f" for {self.numbers(known) or 'none'}"
            self.left.setdefault(node, []).append(f"open {code}{of}: {text}")

    def numbers(self, goals: Iterable[str]) -> str:
        return " ".join(map(str, sorted(self.goals[goal] for goal in goals)))

    def lines(self) -> Iterator[str]:
        decisions = [node.decision for node in self.nodes if node.decision is not None]
        facts = [fact for node in self.nodes for fact in node.facts]
        yield from show_declarations([*terms_of(decisions), *facts])
        for goal, number in self.goals.items():
            span = self.ways.goal_span(goal)
            yield f"goal {number} {goal}{'' if span is None else f' {span}'}"
        decided = {d.site for d in decisions} | {n for site, _, decider in self.implied for n in (site, decider)}
        sites = sorted(site for site in decided if site >= 0)
        for site in sites:
            yield f"site {site} {self.ways.span(site)}{' own' if self.ways.own(site) else ''}"
        for site in sites:
            for outcome in (False, True):
                if guarded := self.numbers(goal for goal in self.goals if self.ways.guards(site, outcome, goal)):
                    yield f"guards {site} {show_bool(outcome)} {guarded}"
        for site, outcome, decider in self.implied:
            yield f"implied {site} {show_bool(outcome)} {decider}"
        for node, number in self.nodes.items():
            yield ""
            yield f"node {number}{_words_of(node)}"
            yield from (f"  {line}" for line in (*self.left.get(node, ()), *self.inside(node)))

    def inside(self, node: Node) -> Iterator[str]:
        if node.decision is None:
            return
        *facts, decision = show_decision(node.decision)
        yield decision
        yield from dict.fromkeys((*facts, *(f"fact: {show(fact)}" for fact in node.facts)))
        for side in node.sides:
            yield self.side(side)

    def side(self, side: Side) -> str:
        parts = [show_bool(side.outcome), side.state]
        if side.child is not None:
            parts.append(str(self.nodes[side.child]))
        if self.tree.off_guess(side):
            parts.append("off-guess")
        for word, wanted in (("in", 2), ("ahead", 1)):
            if leads := self.numbers(goal for goal in self.goals if self.ways.leads(side, goal) == wanted):
                parts.append(f"{word} {leads}")
        if side.core:
            parts += ["core", *map(str, side.core)]
        if side.bounds:
            parts += ["within", *_scope(side.bounds)]
        for level, scope in sorted(side.beyond.items()):
            parts += ["beyond", str(level), *_scope(scope)]
        reason = f" because {show_reason(side.reason)}" if side.state == "open" and side.reason is not None else ""
        return " ".join(parts) + reason


def _nodes(tree: PathTree) -> Iterator[Node]:
    stack = [tree.root]
    while stack:
        node = stack.pop()
        yield node
        stack += [side.child for side in reversed(node.sides) if side.child is not None]


def _words_of(node: Node) -> str:
    words = f" {node.repeated} {node.rounds}" if node.rounds or node.repeated != "loop" else ""
    return words + (" off-guess" if node.off_guess else "") + (" leaf" if node.leaf else "")


def _scope(scope: Scope) -> Iterator[str]:
    for bound, limit in scope:
        yield from (bound, str(limit))


# ---------------------------------------------------------------- reading


@dataclass(slots=True)
class TableWays:
    """The ways that a text tells."""

    spans: dict[int, Span] = field(default_factory=dict)
    sites: set[int] = field(default_factory=set)  # in the module under test
    goals: dict[str, Span | None] = field(default_factory=dict)
    guarded: set[tuple[int, bool, str]] = field(default_factory=set)
    leading: dict[Side, dict[str, int]] = field(default_factory=dict)

    def leads(self, side: Side, goal: str) -> int:
        return self.leading.get(side, {}).get(goal, 0)

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        return (site, outcome, goal) in self.guarded

    def span(self, site: int) -> Span:
        return self.spans[site]

    def own(self, site: int) -> bool:
        return site in self.sites

    def operations(self, goal: str) -> frozenset[int]:
        return frozenset()

    def goal_span(self, goal: str) -> Span | None:
        return self.goals.get(goal)


class ReadTree(PathTree):
    """A tree whose sides say by themselves which of them are off the likely types."""

    def __init__(self) -> None:
        super().__init__(lambda condition: False)
        self.off: set[Side] = set()

    def off_guess(self, side: Side) -> bool:
        return side in self.off


@dataclass(frozen=True, slots=True)
class TreeText:
    """What `exhaustion.exhausted` takes."""

    tree: ReadTree
    ways: TableWays
    implied: frozenset[Implied]


def read_tree(text: str) -> TreeText:
    """Raises TextError, with the line that cannot be read."""
    reader, ways, tree = Lines(text), TableWays(), ReadTree()
    names: list[str] = []
    implied: set[Implied] = set()
    nodes: dict[int, Node] = {0: tree.root}
    while (line := reader.next()) is not None:
        match line.split():
            case ["site", number, span, *own]:
                ways.spans[int(number)] = read_span(span)
                if own:
                    ways.sites.add(int(number))
            case ["goal", number, goal, *place]:
                names.append(goal)
                ways.goals[goal] = read_span(place[0]) if place else None
            case ["guards", number, outcome, *goals]:
                ways.guarded |= {(int(number), outcome == "true", names[int(goal)]) for goal in goals}
            case ["implied", number, outcome, decider]:
                implied.add((int(number), outcome == "true", int(decider)))
            case ["node", number, *words]:
                if int(number) not in nodes:
                    raise TextError(f"no side leads to node {number}")
                _NodeReader(reader, names, nodes, tree, ways).node(nodes[int(number)], words)
            case _:
                reader.declare(line)
    return TreeText(tree, ways, frozenset(implied))


_OPEN: Final = regex(r"(.*?)(?: for (none|\d+(?: \d+)*))?: (.*)")
_KEYS: Final = ("off-guess", "in", "ahead", "core", "within", "beyond")


@dataclass(frozen=True, slots=True)
class _NodeReader:
    reader: Lines
    names: list[str]
    nodes: dict[int, Node]
    tree: ReadTree
    ways: TableWays

    def node(self, node: Node, words: list[str]) -> None:
        node.leaf, node.off_guess = "leaf" in words, "off-guess" in words
        named = [word for word in words if word not in ("leaf", "off-guess")]
        if named:
            node.repeated, node.rounds = named[0], int(named[1])
        while (line := self.reader.next()) is not None:
            word, _, rest = line.partition(" ")
            match word:
                case "open":
                    self.left(node, rest)
                case "decides":
                    node.decision = read_decision(rest, (), self.reader)
                    node.sides = [Side(node, False), Side(node, True)]
                case "fact:":
                    node.facts[self.reader.term(rest)] = None
                case "true" | "false":
                    if not node.sides:
                        raise TextError(f"a side of no decision: {line!r}")
                    self.side(node.sides[word == "true"], rest)
                case _:
                    self.reader.back()
                    return

    def left(self, node: Node, text: str) -> None:
        found = _OPEN.fullmatch(text)
        if found is None:
            raise TextError(f"not what stays open: {text!r}")
        numbers = found[2]
        concerned = None if numbers is None else frozenset(self.goals([] if numbers == "none" else numbers.split()))
        self.tree.open_leaves.append((node, read_reason(f"{found[1]}: {found[3]}"), concerned))

    def goals(self, numbers: Iterable[str]) -> list[str]:
        return [self.names[int(number)] for number in numbers]

    def side(self, side: Side, text: str) -> None:
        text, _, reason = text.partition(" because ")
        side.reason = read_reason(reason) if reason else None
        side.state, *words = text.split()
        if words and words[0].isdigit():
            side.child = self.nodes[int(words.pop(0))] = Node(side.node, side.outcome)
        while words:
            key = words.pop(0)
            if key not in _KEYS:
                raise TextError(f"a side says nothing like {key!r}")
            end = next((i for i, word in enumerate(words) if word in _KEYS), len(words))
            values, words = words[:end], words[end:]
            match key:
                case "off-guess":
                    self.tree.off.add(side)
                case "in" | "ahead":
                    leads = dict.fromkeys(self.goals(values), 2 if key == "in" else 1)
                    self.ways.leading.setdefault(side, {}).update(leads)
                case "core":
                    side.core = tuple(map(read_span, values))
                case "within":
                    side.bounds = _read_scope(values)
                case "beyond":
                    side.beyond[int(values[0])] = _read_scope(values[1:])


def _read_scope(words: list[str]) -> Scope:
    return tuple((bound, int(limit)) for bound, limit in zip(words[::2], words[1::2], strict=True))
