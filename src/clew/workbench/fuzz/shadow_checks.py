"""A machine that writes down every operation of a run, so that what the shadows claim can be checked afterwards.

Two claims are checked.  A shadow, evaluated under the input, is the value that CPython computed.  And a metamorphic
one, for what is *not* there (a shadow that is None says "the same in every run along this path"): two runs that have
decided alike so far have done the same operations, with the same shadows, and the same values where there is none.
"""

from __future__ import annotations

import collections
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from clew.concolic.arguments import bind, waiting_arguments
from clew.concolic.machine import Machine
from clew.concolic.operands import BINARY_METHODS
from clew.logic.evaluate import Environment
from clew.logic.terms import Term
from clew.logic.values import key_of
from clew.search.sites import Sites
from clew.semantics import shadow as sh
from clew.semantics.deferred import Deferred
from clew.semantics.shadow import Choice, Concretized, Items, Shadow, Text

OPERATIONS = (
    "not_", "neg", "pos", "invert", "is_", "is_not", "contains", "not_contains", "is_sequence", "is_mapping", "item",
    "slice", "attr", "make_tuple", "make_list", "make_set", "make_dict", "format", "join", "call_at", "method", "sent",
    "taken",
)  # fmt: skip
DEEPEST, WIDEST = 3, 24  # of containers
COMPARED = 12  # earlier runs that a run is compared with
MOST_EVENTS = 6_000  # of one run

# What an operation gave: nested tuples.  ("=", type, value), ("?", shadow), ("lost",), or a container of these.
Image: TypeAlias = tuple[Any, ...]
LOST: Image = ("lost",)


@dataclass(frozen=True, slots=True)
class Event:
    """kind: the operation; `mark`; `decide`; `choose` (while the input was built); `blind` (from here on the run
    stands for fewer executions).
    """

    kind: str
    site: int
    image: Image


class CheckedMachine(Machine):
    """`faults` are sentences: what was found wrong so far."""

    __module__ = Machine.__module__  # what native code can reach is searched for shadows, but not through the machine

    def __init__(self, sites: Sites, steps: int) -> None:
        self.faults: list[str] = []
        self.runs: list[list[Event]] = []
        self.events: list[Event] = []
        self.claims: list[tuple[int, str, Any, Shadow]] = []
        self.following = False
        self.module = ""
        super().__init__(sites, steps)
        for name in (*OPERATIONS, *sorted(set(BINARY_METHODS.values()))):
            setattr(self, name, self._recorded(name, getattr(self, name)))

    def begin(self) -> None:
        self.conclude()
        super().begin()

    # ------------------------------------------------------------ recording

    def _recorded(self, name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
        def run(*operands: Any) -> Any:
            if not self.watched(sys._getframe(1).f_code):  # what an operation does inside is its own affair
                return operation(*operands)
            try:
                result = operation(*operands)
            except Exception as error:
                self.note("raise", ("=", name, type(error).__name__))
                raise
            if isinstance(result, tuple) and len(result) == 2 and self.inputs is not None:
                self.note(name, self.image(*result, name))
            return result

        return run

    def note(self, kind: str, image: Image) -> None:
        if self.setup and kind not in ("choose", "blind"):  # the builder of the input asks the program things, once
            return
        watching = self.following and self.inputs is not None and self.native_taint is None
        if watching and len(self.events) < MOST_EVENTS:
            self.events.append(Event(kind, self.at, image))

    def mark(self, site: int) -> None:
        super().mark(site)
        if self.sites.functions[self.sites.places[site].function].module == self.module:
            self.note("mark", ())

    def branch(self, value: Any, shadow: Shadow, site: int) -> bool:
        outcome = super().branch(value, shadow, site)
        if self.watched(sys._getframe(1).f_code):
            self.note("branch", ("=", bool, outcome))
        return outcome

    def _record(
        self,
        condition: Term | None,
        outcome: bool,
        lost: Concretized | None,
        raising: bool = False,
        ends: bool | None = None,
    ) -> None:
        super()._record(condition, outcome, lost, raising, ends)
        kind = "blind" if condition is None else "choose" if self.setup else "decide"
        self.note(kind, (condition, outcome))

    def approximate(self, code: str, text: str) -> None:
        super().approximate(code, text)
        self.note("blind", ())

    def enter(self, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow]) -> tuple[Shadow, ...]:
        # Not by way of `super`, here and below: the frame of the function is looked for among those that call.
        self.starts(number)
        shadows = bind(self, number, values, defaults, self.pending.pop(number, None))
        if self.sites.functions[number].module == self.module:
            self.entered(values, shadows)
        return shadows

    def enter_generator(self, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow]) -> tuple[Shadow, ...]:
        self.starts(number)
        shadows = bind(self, number, values, defaults, waiting_arguments(self))
        if self.sites.functions[number].module == self.module:
            self.entered(values, shadows)
        return shadows

    def entered(self, values: tuple[Any, ...], shadows: tuple[Shadow, ...]) -> None:
        if self.inputs is not None:
            images = tuple(self.image(v, s, "a parameter") for v, s in zip(values, shadows, strict=True))
            self.note("enter", ("tuple", *images))

    def unpack(
        self, value: Any, shadow: Shadow, count: int, starred: int | None
    ) -> tuple[tuple[Any, ...], tuple[Shadow, ...]]:
        values, shadows = super().unpack(value, shadow, count, starred)
        if self.watched(sys._getframe(1).f_code):
            self.entered(values, shadows)
        return values, shadows

    def ret(self, value: Any, shadow: Shadow) -> Any:
        if self.inputs is not None and self.watched(sys._getframe(1).f_code):
            self.note("return", self.image(value, shadow, "return"))
        return super().ret(value, shadow)

    # ------------------------------------------------------------ images

    def image(self, value: Any, shadow: Shadow, name: str, depth: int = 0) -> Image:
        match shadow:
            case Concretized():
                return LOST
            case Choice(kind=kind, types=types_, actual=actual, inner=inner):
                self.claims.append((self.at, name, actual, kind))
                self.image(value, inner, name, DEEPEST)
                return ("?", kind, types_)
            case Deferred() if shadow.waiting:  # to look would be to decide
                return LOST
            case Deferred():
                self.claims.append((self.at, name, value, shadow))
                return ("?", shadow.chars)
            case Text() | Term():
                self.claims.append((self.at, name, value, shadow))
                return ("?", shadow)
            case Items(shadows) if isinstance(value, tuple) and tuple.__len__(value) == len(shadows):
                return (
                    "tuple",
                    *(self.image(v, s, name, depth + 1) for v, s in zip(tuple.__iter__(value), shadows, strict=True)),
                )
            case Items():
                return LOST
        if isinstance(value, bool | int | float | str | bytes | None):
            return ("=", type(value), key_of(value))
        if depth >= DEEPEST:
            return LOST
        if type(value) is tuple:
            return ("tuple", *(self.image(v, None, name, depth + 1) for v in value[:WIDEST]))
        return self.contents_image(value, name, depth)

    def contents_image(self, value: Any, name: str, depth: int) -> Image:
        entry = self.heap.get(id(value))
        contents = entry[1] if entry is not None else None
        kind = type(value)
        if getattr(contents, "length", None) is not None:
            self.claims.append((self.at, name, len(value), contents.length))  # type: ignore[union-attr]
            return ("?", contents.length)  # type: ignore[union-attr]
        match contents:
            case sh.Havocked():
                return LOST
            case sh.Sequence(items):
                if len(items) != len(value):
                    return LOST
                pairs = list(zip(value, items, strict=True))
            case sh.Mapping(entries) if isinstance(value, dict):
                if len(entries) != len(value):
                    return LOST
                pairs = [
                    pair
                    for (k, v), (ks, vs) in zip(dict.items(value), entries.values(), strict=True)
                    for pair in ((k, ks), (v, vs))
                ]
            case sh.Members() | sh.Mapping():
                return LOST
            case _ if kind in (list, collections.deque):
                pairs = [(v, None) for v in value]
            case _ if kind is dict:
                pairs = [(part, None) for item in value.items() for part in item]
            case _:
                return ("=", kind.__module__, kind.__qualname__)
        return (kind.__name__, len(pairs), *(self.image(v, s, name, depth + 1) for v, s in pairs[:WIDEST]))

    # ------------------------------------------------------------ judging

    def watched(self, code: types.CodeType) -> bool:
        number = self.by_code.get(code)
        return number is not None and self.sites.functions[number].module == self.module

    def follow(self, module: str) -> None:
        """The runs from now on are of one function of this module.

        Of others nothing is written down: the library's functions that are stepped into keep caches of their own.
        """
        self.module, self.following, self.faults, self.runs = module, True, [], []
        self.inputs = None  # what is asked before the first run is no part of one

    def found(self) -> tuple[str, ...]:
        """What was found wrong in these runs."""
        self.conclude()
        self.following = False
        return tuple(dict.fromkeys(self.faults))

    def conclude(self) -> None:
        """Judge the run that is over."""
        events, claims, self.events, self.claims = self.events, self.claims, [], []
        if not events or self.inputs is None:
            return
        self.evaluate(claims, self.inputs)
        for earlier in self.runs:
            fault = self.difference(events, earlier)
            if fault is not None:
                self.faults.append(fault)
        self.runs = [*self.runs[-COMPARED:], events]

    def evaluate(self, claims: list[tuple[int, str, Any, Shadow]], inputs: Mapping[str, Any]) -> None:
        environment = Environment(inputs)
        for site, name, value, shadow in claims:
            predicted: Any
            if isinstance(shadow, Text):
                codes = [environment.value(c) for c in shadow.first(environment.value(shadow.length))]
                predicted = bytes(codes) if isinstance(value, bytes) else "".join(map(chr, codes))
            else:
                assert isinstance(shadow, Term)
                predicted = environment.value(shadow)
                if isinstance(value, float) != isinstance(predicted, float):
                    predicted = ("another type", predicted)
            if key_of(predicted) != key_of(value):
                self.faults.append(
                    f"{self.where(site)} {name} gave {value!r}, its shadow says {predicted!r}: {shadow!r}"
                )
                return

    def difference(self, one: list[Event], other: list[Event]) -> str | None:
        """Where two runs differ before a decision told them apart, or something was lost that leaves the tree open."""
        entering = True
        for a, b in zip(one, other, strict=False):
            if "blind" in (a.kind, b.kind):
                return None
            if "choose" in (a.kind, b.kind) and a != b:  # another input, or one built within other bounds
                return None
            if a.kind == b.kind and a.kind in ("decide", "choose"):
                if a.image != b.image:
                    return None
                continue
            entering = entering and a.kind == b.kind == "enter"
            if entering and not _alike(a.image, b.image):
                return None  # arguments of other shapes: types that were asked for are tried in further searches
            if _of_other_shapes(a.image, b.image):
                return None  # and so may what is inside of them be
            if a.kind != b.kind or (a.kind == "mark" and a.site != b.site) or not _alike(a.image, b.image):
                return f"{self.where(a.site)} one path, but {a.kind} {a.image!r} here and {b.kind} {b.image!r} there"
        return None

    def where(self, site: int) -> str:
        return str(self.sites.places[site].span) if site >= 0 else "before the call:"


def _of_other_shapes(a: Any, b: Any) -> bool:
    """Is something a choice between types in one of them only?"""
    if not (isinstance(a, tuple) and isinstance(b, tuple)):
        return False
    if a[:1] == b[:1] == ("?",) and len(a) != len(b):
        return True
    return len(a) == len(b) and any(map(_of_other_shapes, a, b))


def _alike(a: Any, b: Any) -> bool:
    if a is b or a is LOST or b is LOST:
        return True
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return all(_alike(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and bool(a == b)
