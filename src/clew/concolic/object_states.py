"""The states that calls bring an object to: sequences of calls, breadth first, of which those that end in a state seen
before are not continued (state matching; Visser, Păsăreanu and Pelánek 2006).

What lies behind so many calls (a counter at its end, the last of several stages) is rarely found by flipping decisions,
since each call multiplies the paths.  States are few where paths are many: plain runs make each call with the arguments
of earlier runs in each state, in those first in which some attribute has a value that it had in none before.  Nothing
here is evidence for a proof.
"""

from __future__ import annotations

import enum
import heapq
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final, TypeAlias

from clew.effects.object_graph import slots_of
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.mutation import Assignment
from clew.records import dataclass
from clew.regexes import regex

Facts: TypeAlias = frozenset[tuple[str, object]]
"""Of an object: what is found at each place below it, by the attributes and positions that lead there."""
Given: TypeAlias = tuple[tuple[str, Any], ...]
"""Variables of a model and their values, the names without what says which call they belong to."""
Call: TypeAlias = tuple[int, Given]
"""The number of a change, or -1 for the function under test, and its arguments."""
DEEPEST: Final = 12  # calls in a sequence
DEPTH: Final = 3  # of objects in objects that are looked at
WIDTH: Final = 6  # items of a container
LONGEST: Final = 40  # of a text; longer ones differ by their length and beginning
MOST_FACTS: Final = 200
POOL: Final = 24  # arguments that a method is called with
BASES: Final = 4  # ways to construct the object
TRIES: Final = 2  # inputs that are kept for each goal
LEADING: Final = 6  # states beyond the bound from which a search goes on
_CALL: Final = regex(r"self\.call\d+\.")
_CONTAINERS: Final = (list, tuple, deque, set, frozenset, dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """A plain run: its goals, and the receiver when the function under test was called and when that was left."""

    goals: frozenset[str]
    before: Facts
    after: Facts


@dataclass(slots=True)
class Arguments:
    """What was given in earlier runs.

    bases: to constructors; own: to the function under test, whose parameters have these names; steps: to methods, by
    class of the receiver and number of what may be done to it.
    """

    parameters: frozenset[str]
    bases: dict[Given, None] = field(default_factory=dict)
    own: dict[Given, None] = field(default_factory=dict)
    steps: dict[tuple[int, int], dict[Given, None]] = field(default_factory=dict)

    def learn(self, model: Mapping[str, Any]) -> None:
        own, base = [], []
        for name, value in model.items():
            if re.split(r"\W", name, maxsplit=1)[0] in self.parameters:
                own.append((name, value))
            elif name.startswith(("self.", "self?class")) and not _CALL.match(name):
                base.append((name, value))
        _keep(self.own, own, POOL)
        _keep(self.bases, base, BASES)
        for i in range(model.get("self?calls", 0)):
            prefix = f"self.call{i}."
            which = (model.get("self?class", 0), model.get(f"self?call{i}", 0))
            given = [(name.removeprefix(prefix), value) for name, value in model.items() if name.startswith(prefix)]
            _keep(self.steps.setdefault(which, {}), given, POOL)

    def of_the_function(self, cls: int, itself: tuple[int, str] | None) -> Iterable[Given]:
        """What the function under test was given, by whatever called it.  itself: see `ObjectStates.own`."""
        if itself is None:
            return list(self.own)
        which, name = itself
        called = self.steps.get((cls, which), {})
        renamed = (tuple((n.removeprefix(f"{name}."), value) for n, value in given) for given in called)
        return dict.fromkeys((*self.own, *renamed))


def _keep(known: dict[Given, None], given: list[tuple[str, Any]], most: int) -> None:
    if len(known) < most:
        known.setdefault(tuple(sorted(given)))


@dataclass(slots=True)
class ObjectStates:
    """probe: one plain run.  own: by class of the receiver, the number and name of what calls the function under test.

    left: how many plain runs may still be made; bound: how many calls were searched before.  leading: inputs with
    objects in new states that more calls lead to; fruitful: calls that led to a new state from some other.
    """

    probe: Callable[[Assignment], Seen | None]
    arguments: Arguments
    own: Mapping[int, tuple[int, str]]
    left: int
    bound: int
    leading: list[Assignment] = field(default_factory=list)
    states: set[Facts] = field(default_factory=set)
    facts: set[tuple[str, object]] = field(default_factory=set)
    waiting: list[tuple[bool, int, int, Assignment]] = field(default_factory=list)
    tried: dict[str, int] = field(default_factory=dict)
    fruitful: set[Call] = field(default_factory=set)

    def inputs_for(self, goals: frozenset[str]) -> Iterator[Assignment]:
        """Inputs that reach the goals, as they are found."""
        for base in self.arguments.bases:
            if (found := self.run(dict(base))) is not None:
                self.enter(dict(base), found.before)
        while self.waiting and self.left > 0:
            known, *_, model = heapq.heappop(self.waiting)
            for call, tried, found, following, state in self.from_here(model, known):
                if self.enter(following, state):
                    self.fruitful.add(call)
                wanted = [goal for goal in sorted(goals & found.goals) if self.tried.get(goal, 0) < TRIES]
                self.tried.update((goal, self.tried.get(goal, 0) + 1) for goal in wanted)
                if wanted:
                    yield tried

    def from_here(self, model: Assignment, known: bool) -> Iterator[tuple[Call, Assignment, Seen, Assignment, Facts]]:
        """Each call with the object in this state: the input of the run, the run, and what leads to which state then.

        known: the state only puts together what was seen apart, and calls are tried that led to new ones before.
        """
        cls = model.get("self?class", 0)
        itself = self.own.get(cls)
        for given in self.arguments.of_the_function(cls, itself):
            call, tried = (-1, given), {**model, **dict(given)}
            if (known and call not in self.fruitful and itself is not None) or (found := self.run(tried)) is None:
                continue
            if itself is None:
                yield call, tried, found, model, found.before
            else:
                which, name = itself
                following = _with_call(model, which, ((f"{name}.{n}", v) for n, v in given))
                yield call, tried, found, following, found.after
        for (of_class, which), pool in self.arguments.steps.items():
            if of_class != cls or (itself is not None and which == itself[0]):
                continue
            for given in pool:
                call, tried = (which, given), _with_call(model, which, given)
                if not (known and call not in self.fruitful) and (found := self.run(tried)) is not None:
                    yield call, tried, found, tried, found.before

    def run(self, model: Assignment) -> Seen | None:
        if self.left <= 0:
            return None
        self.left -= 1
        return self.probe(model)

    def enter(self, model: Assignment, state: Facts) -> bool:
        """A sequence of calls that leads to a state.  Is it a new one?"""
        calls = model.get("self?calls", 0)
        if state in self.states:
            return False
        self.states.add(state)
        known = state <= self.facts
        self.facts |= state
        if calls > self.bound and not known and len(self.leading) < LEADING:
            self.leading.append(model)
        if calls < DEEPEST:
            heapq.heappush(self.waiting, (known, calls, len(self.states), model))
        return True


def _with_call(model: Assignment, which: int, given: Iterable[tuple[str, Any]]) -> Assignment:
    calls = model.get("self?calls", 0)
    arguments = {f"self.call{calls}.{name}": value for name, value in given}
    return {**model, "self?calls": calls + 1, f"self?call{calls}": which, **arguments}


def facts_of(value: object) -> Facts:
    """What an object holds, found without running any code of the user's: two states with the same facts are taken for
    one."""
    found: list[tuple[str, object]] = []
    seen: dict[int, str] = {}
    waiting: deque[tuple[str, object, int]] = deque([("", value, 0)])
    while waiting and len(found) < MOST_FACTS:
        path, each, depth = waiting.popleft()
        if (plain := _plain(each)) is not None:
            found.append((path, plain))
            continue
        if id(each) in seen:
            found.append((path, ("same as", seen[id(each)])))
            continue
        seen[id(each)] = path
        size = len(each) if type(each) in _CONTAINERS else 0  # type: ignore[arg-type]
        found.append((path, (type(each).__qualname__, size)))
        if depth < DEPTH:
            waiting.extend((f"{path}.{name}", inner, depth + 1) for name, inner in _inside(each))
    return frozenset(found)


def _plain(value: object) -> object:
    """A number, a text or a member of an enumeration, as something to compare; None for what holds others."""
    if value is None or type(value) in (bool, int, float, complex):
        return type(value).__name__, repr(value)
    if type(value) in (str, bytes):
        return type(value).__name__, len(value), value[:LONGEST]  # type: ignore[arg-type,index]
    if issubclass(type(value), enum.Enum):
        return type(value).__qualname__, raw_attribute(value, "_name_")
    return None


def _inside(value: Any) -> Iterator[tuple[str, object]]:
    kind = type(value)
    if kind in (list, tuple, deque):
        yield from ((str(i), item) for i, item in zip(range(WIDTH), value, strict=False))
    elif kind is dict:
        for i, (key, item) in zip(range(WIDTH), value.items(), strict=False):
            yield f"key{i}", key
            yield f"value{i}", item
    elif kind in (set, frozenset):
        plain = sorted(repr(each) for each in map(_plain, value) if each is not None)
        yield from (("in", text) for text in plain[:WIDTH])
    else:
        fields = raw_attribute(value, "__dict__", None)
        if isinstance(fields, dict):
            yield from ((str(name), item) for name, item in fields.items())
        for cls in kind.__mro__:
            for name in slots_of(cls):
                own = f"_{cls.__name__.lstrip('_')}{name}" if name.startswith("__") else name
                yield name, raw_attribute(value, own)
