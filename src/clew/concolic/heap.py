"""What is known of the contents of objects in a run, and which of them others may have changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable
from typing import Any

from clew.concolic.recording import Recorder
from clew.effects import object_graph
from clew.effects.watched import Watched
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.search.sites import Sites
from clew.semantics.shadow import (
    Choice,
    Contents,
    Fields,
    Havocked,
    Mapping,
    Members,
    Sequence,
    Shadow,
    Text,
    Tracked,
    text_of,
)
from clew.verdict.assumptions import Assumption

_CONTAINERS = (list, dict, set, deque, bytearray)


class Heap(Recorder):
    """heap: contents by identity, each with its object; standing: variables of inputs that stand for others (see
    `inhabitants`); given: and objects, as `holds` says; lent: what others may have changed while the function under
    test waited; doubted: it has looked at something of that; delegates: something waits for what may wait itself;
    outside: objects whose attributes others may have set; attributes_given: names of attributes that code of the
    project gives to objects; objects: inputs, parts of them, and what the run made, with names; guesses: the names of
    inputs whose types are guesses.
    """

    def __init__(self, sites: Sites, steps: int) -> None:
        super().__init__(sites, steps)
        self.attributes_given: Container[str] = frozenset()

    def begin(self) -> None:
        super().begin()
        self.heap: dict[int, tuple[Any, Contents]] = {}
        self.standing: dict[str, type] = {}
        self.given: dict[int, tuple[Any, str, type, frozenset[str] | None]] = {}
        self.lent: dict[int, Any] = {}
        self.doubted = False
        self.delegates = False
        self.outside: dict[int, Watched] = {}
        self.objects: dict[int, tuple[Any, str]] = {}
        self.guesses: set[str] = set()

    def contents(self, value: Any) -> Contents | None:
        """Contents that still describe the object; stale ones become Havocked."""
        if self.lent and isinstance(value, _CONTAINERS):
            self.look_at(value)
        entry = self.heap.get(id(value))
        if entry is None:
            return None
        contents = entry[1]
        match contents:
            case Sequence(items) if len(items) != len(value):
                return self._stale(value)
            case Mapping(entries) | Members(entries) if len(entries) != len(value):
                return self._stale(value)
        return contents

    def _stale(self, value: Any) -> Contents:
        contents = Havocked(self.lost("unmodelled-operation", f"a {type(value).__name__} changed behind the model"))
        self.keep(value, contents)
        return contents

    def keep(self, value: Any, contents: Contents) -> None:
        self.heap[id(value)] = (value, contents)

    def bind(self, method: Any, receiver: Shadow) -> None:
        """A bound method keeps the shadow of what it is bound to."""
        self.keep(method, Fields({"self": receiver}))

    def receiver_of(self, method: Any) -> Shadow:
        """The shadow of what a bound method is bound to."""
        contents = self.contents(method)
        return contents.attributes.get("self") if isinstance(contents, Fields) else None

    def stands_for(self, name: str, base: type) -> None:
        self.standing[name] = base

    def holds(self, value: Any, name: str, base: type, keys: frozenset[str] | None = None) -> None:
        self.given[id(value)] = (value, name, base, keys)

    def named(self, value: Any, name: str) -> None:
        """The object is the input of this name, or part of one; "": it was made in this run."""
        self.objects[id(value)] = (value, name)

    def guess(self, name: str) -> None:
        self.guesses.add(name)

    def is_guess(self, name: str) -> bool:
        """Is the type of the input a guess, or of what it is a part of?"""
        ends = [i for i, c in enumerate(name) if not (c.isalnum() or c == "_")]
        return any(name[:end] in self.guesses for end in (*ends, len(name)))

    def inputs_of(self, value: Any, shadow: Shadow) -> list[str]:
        """The names of the inputs that a value is, or comes from; none where that is not known."""
        terms: tuple[Term, ...] = ()
        match shadow:
            case Choice():
                terms = (shadow.kind,)
            case Term():
                terms = (shadow,)
            case Text(source=str(source)):
                return [source]
            case Text():
                terms = (shadow.length, *shadow.chars)
            case None if id(value) in self.objects:
                return [self.objects[id(value)][1]]
            case None if id(value) in self.given:
                return [self.given[id(value)][1]]
        return sorted({str(variable.data) for term in terms for variable in t.variables(term)})

    def elements(self, value: Any) -> list[Shadow]:
        contents = self.contents(value)
        if contents is None:
            contents = Sequence([None] * len(value))
            self.keep(value, contents)
        if isinstance(contents, Havocked):
            return [contents.lost] * len(value)
        assert isinstance(contents, Sequence)
        if contents.length is not None:
            length, contents.length = contents.length, None
            self.decide(t.eq(length, t.integer(len(value))), True)
        return contents.items

    def characters(self, value: Tracked) -> tuple[Term, ...] | None:
        text = text_of(value.value, value.shadow) if not isinstance(value.shadow, Choice) else None
        if text is None:
            return None
        count = len(value.value)
        if not t.is_const(text.length):
            self.decide(t.eq(text.length, t.integer(count)), True)
        return text.first(count)

    def lend(self, roots: list[Any]) -> None:
        """The function under test waits: from now on others may change whatever these lead to."""
        for value in object_graph.reachable([(root, None) for root in roots]):
            if value is object_graph.TOO_MANY:
                self.doubt("one of many objects")
            else:
                self.lent[id(value)] = value

    def watch(self, o: Any, names: Iterable[str], others: bool) -> None:
        """Callers may have set these attributes of an input, or changed what they hold; others: and made new ones."""
        self.outside[id(o)] = Watched(o, set(names), others, set())

    def watch_copy(self, o: Any, made: Any) -> None:
        """A copy has what callers may have set of the original."""
        if id(o) in self.outside:
            watched = self.outside[id(o)]
            self.outside[id(made)] = Watched(made, set(watched.names), watched.others, set(watched.settled))

    def not_outside(self, o: Any, name: str) -> None:
        """From now on the attribute is what the function under test makes it."""
        if id(o) in self.outside:
            self.outside[id(o)].settled.add(name)

    def read(self, o: Any, name: str) -> None:
        """An attribute of an object is read by the function under test, or what it calls."""
        watched = self.outside.get(id(o))
        if watched is None or self.setup:
            return
        new = watched.may_be_new(name)
        if new and name not in self.attributes_given:
            text = f"no object has an attribute `{name}`, which no code of the project gives to any"
            self.suppose(Assumption("construction", text, about=name))
        elif new or watched.may_differ(name):
            watched.settled.add(name)
            self.doubt_from_here(f"what callers do to `{name}` of a {type(o).__name__} themselves was not followed")

    def look_for(self, o: Any, name: str) -> None:
        """The code asks whether there is such an attribute: it foresees both."""
        watched = self.outside.get(id(o))
        if watched is not None and not self.setup and watched.may_be_new(name):
            watched.settled.add(name)
            self.doubt_from_here(f"whether a {type(o).__name__} has `{name}` is left to callers")

    def look_at(self, value: Any) -> None:
        """What the object holds is about to be read."""
        if not self.doubted and id(value) in self.lent:
            self.doubt(f"a {type(value).__name__}")

    def look_below(self, values: Iterable[Any]) -> None:
        """What the objects lead to is about to be read."""
        for value in object_graph.reachable([(value, None) for value in values]):
            if value is object_graph.TOO_MANY:
                self.doubt("one of many objects")
            self.look_at(value)

    def doubt(self, what: str) -> None:
        if not self.doubted:
            self.doubted = True
            self.approximate("bound", f"what others do to {what} while it waits was not followed")
