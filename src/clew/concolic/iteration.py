"""Iterating over tracked values: each step decides whether there is one more."""

from __future__ import annotations

import itertools
import os
import types
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.concolic import dispatch, native, raising, taint
from clew.concolic.arguments import Arguments
from clew.concolic.recording import LONG
from clew.logic import terms as t
from clew.search.trace import ModelError
from clew.semantics.class_lookup import is_python, lookup, special
from clew.semantics.dicts import KINDS as DICTS
from clew.semantics.dicts import VIEWS, dict_of, over_view
from clew.semantics.drawing import Drawn, Steps
from clew.semantics.gathering import checked_iterator, gathered, gathered_again, users_iterator
from clew.semantics.hashing import SET_ORDER, by_hash, hash_of_value
from clew.semantics.shadow import (
    Concretized,
    Havocked,
    Items,
    Mapping,
    Members,
    Sequence,
    Shadow,
    Text,
    Tracked,
    text_of,
)
from clew.verdict.assumptions import Assumption

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

_END = object()
RANGE_STEPS: Final = 8  # what a round costs beyond the first `LONG` of them, in operations


class Stream:
    """A real iterator over tracked items: CPython sees the values, the machine also their shadows."""

    is_stream = True

    def __init__(self, machine: Machine, items: Iterator[Tracked], sized_by: Tracked | None = None) -> None:
        self.machine = machine
        self.sized_by = sized_by
        self.items = Drawn(machine, items) if type(items) is types.GeneratorType else items

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Any:
        item = next(self.items)
        return self.machine.give(item.value, item.shadow)

    def __reduce_ex__(self, protocol: object) -> Any:
        raise ModelError("an iterator that is given is not copied here, and each of two calls needs its own")

    def twin(self) -> Stream | None:
        """A copy that goes on from the same place of the same list; None for what was made in another way."""
        if type(self.items) is not OverList:
            return None
        return Stream(self.machine, OverList(self.machine, self.items.real, self.items.index))

    def of_caller(self) -> None:
        """From here on this stands for an iterator that the caller has made, in whatever way."""
        self.items = OfCaller(self.machine, self.items)

    def iterated(self) -> None:
        """`iter` is asked for its iterator, which is itself."""
        if type(self.items) is OfCaller:
            self.machine.suppose(BY_PROTOCOL)


class OfCaller(Iterator[Tracked]):
    """An iterator of the caller's.  That it stays at its end is what the protocol asks, and what not all iterators do:
    `map(next, [iter([]), iter([3])])` ends, and goes on when it is asked again.
    """

    __slots__ = ("ended", "items", "machine")

    def __init__(self, machine: Machine, items: Iterator[Tracked]) -> None:
        self.machine, self.items, self.ended = machine, items, False

    def __next__(self) -> Tracked:
        if self.ended:
            self.machine.suppose(BY_PROTOCOL)
        self.machine.others_act()
        try:
            return next(self.items)
        except StopIteration:
            self.ended = True
            raise


BY_PROTOCOL: Final = Assumption(
    "types",
    "iterators given as arguments keep to the protocol: none goes on after its end, and each is its own iterator",
    about="iterators",
)


class Loop:
    """The iteration of one `for` statement; `advance` says whether the body runs once more."""

    __slots__ = ("goals", "items", "iterable", "machine", "shadow", "site", "started", "value")

    def __init__(self, machine: Machine, iterable: Tracked, site: int, is_iterator: bool = False) -> None:
        """is_iterator: it is what `iter` gave already, which is not asked for another one."""
        self.machine = machine
        self.site = site
        self.goals = machine.sites.places[site].goals
        self.started = False
        settled = machine.settle(iterable)
        self.iterable = settled.value
        self.items = machine.resume(settled) if is_iterator else machine.iterate(settled)
        self.value: Any = None
        self.shadow: Shadow = None

    def advance(self) -> bool:
        machine = self.machine
        machine.at = self.site
        visits = machine.visits[self.site] = machine.visits.get(self.site, 0) + 1
        machine.round(visits)
        if machine.lent:
            machine.look_at(self.iterable)
        item = next(self.items, None)
        if item is None:
            if self.goals:
                machine.reach(self.site, "exhausted" if self.started else "empty")
            return False
        if not self.started:
            self.started = True
            if self.goals:
                machine.reach(self.site, "entered")
        self.value, self.shadow = item
        machine.at = self.site
        return True


def iterate(machine: Machine, value: Tracked) -> Iterator[Tracked]:
    """The items of anything iterable.  That it *is* iterable is checked at once, as `iter` does."""
    real, shadow = value
    kind = type(real)
    if machine.world is not None and (lines := machine.world.iterated(real)) is not None:
        return lines
    if isinstance(shadow, Concretized):
        if shadow.kind is None:
            native_items, _ = raising.guarded(machine, shadow, iter, real)
            return _untracked(machine, native_items, shadow, may_fail=True)
        return _untracked(machine, iter(real), shadow)
    if kind in (list, bytearray) or (kind is tuple and shadow is None):
        return OverList(machine, real)
    if isinstance(shadow, Items) and isinstance(real, tuple) and lookup_iter(kind) is tuple.__iter__:
        return map(Tracked, tuple(real), shadow.shadows)
    if kind in (str, bytes):
        return _over_text(machine, real, text_of(real, shadow))
    if kind is Stream:
        return Counted(machine, real.items)
    if kind is range and isinstance(shadow, Items):
        return _over_range(machine, real, shadow)
    if kind in DICTS:
        return _over_dict(machine, real, iter(real))
    if kind in VIEWS:
        return _over_view(machine, real)
    if kind is deque:
        return _over_deque(machine, real, iter(real))
    if kind in (set, frozenset):
        return _over_set(machine, real, iter(real))
    if kind is types.GeneratorType:
        return OverGenerator(machine, real)
    if isinstance(real, os._Environ):
        return _untracked(machine, iter(real), machine.lost("nondeterministic", "what the environment holds"), True)
    if kind not in dispatch.BUILTIN_TYPES:
        return _over_object(machine, value)
    cause = taint.first_tainted(machine, [value])
    lost = None if cause is None else machine.lost("unmodelled-operation", f"iterating over a {kind.__name__}")
    return _untracked(machine, iter(real), lost, may_fail=True)


def resume(machine: Machine, value: Tracked) -> Iterator[Tracked]:
    """What an iterator gives from now on; it is not asked for another one."""
    kind = type(value.value)
    of_users = kind is not Stream and is_python(lookup(kind, "__next__"))
    return _by_next(machine, value.value) if of_users else machine.iterate(value)


def lookup_iter(kind: type) -> Any:
    return special(kind, "__iter__")


class Counted(Iterator[Tracked]):
    """There may be no end of them, and no statement runs in between: `sum(itertools.repeat(1))`."""

    __slots__ = ("items", "machine", "number")

    def __init__(self, machine: Machine, items: Iterator[Tracked]) -> None:
        self.machine, self.items, self.number = machine, items, 0

    def __next__(self) -> Tracked:
        self.number += 1
        self.machine.round(self.number)
        return next(self.items)


class OverList(Iterator[Tracked]):
    """A list may grow or shrink under the loop, so every step looks again.  index: None after the end, for good.

    base: the built-in class, whose own methods are asked.
    """

    __slots__ = ("base", "index", "machine", "real")

    def __init__(self, machine: Machine, real: Any, index: int | None = 0) -> None:
        self.machine, self.real, self.index = machine, real, index
        self.base: Any = next(base for base in (list, tuple, bytearray) if isinstance(real, base))

    def __next__(self) -> Tracked:
        machine, real, index = self.machine, self.real, self.index
        if index is None:
            raise StopIteration
        size = self.base.__len__(real)
        contents = None if isinstance(real, tuple) else machine.contents(real)
        if isinstance(contents, Havocked):
            machine.decide_lost(contents.lost, index < size)
        elif isinstance(contents, Sequence) and contents.length is not None:
            machine.decide(t.gt(contents.length, t.integer(index)), index < size)
        if index >= size:
            self.index = None
            raise StopIteration
        self.index = index + 1
        shadow: Shadow = None
        if isinstance(contents, Sequence):
            shadow = contents.items[index]
        elif isinstance(contents, Havocked):
            shadow = contents.lost
        return Tracked(self.base.__getitem__(real, index), shadow)


def _over_text(machine: Machine, real: Any, text: Text | None) -> Iterator[Tracked]:
    for index, item in enumerate(real):
        if text is not None and not t.is_const(text.length):
            machine.decide(t.gt(text.length, t.integer(index)), True)
        if text is None:
            yield Tracked(item, None)
            continue
        code = text.char(index)
        shadow: Shadow = None
        if not t.is_const(code):
            shadow = code if isinstance(item, int) else Text(t.ONE, (code,))
        yield Tracked(item, shadow)
    if text is not None and not t.is_const(text.length):
        machine.decide(t.gt(text.length, t.integer(len(real))), False)


def _over_range(machine: Machine, real: range, shadow: Items) -> Iterator[Tracked]:
    """range(start, stop, step) whose bounds depend on the inputs; the sign of the step is decided first.

    It may go on nearly for ever where no statement runs in between: `list(range(n))`.
    """
    start, stop, step = (
        s if isinstance(s, t.Term) else t.integer(v)
        for s, v in zip(shadow.shadows, (real.start, real.stop, real.step), strict=True)
    )
    lost = next((s for s in shadow.shadows if isinstance(s, Concretized)), None)
    if lost is not None:
        yield from _untracked(machine, iter(real), lost)
        return
    if not t.is_const(step):
        machine.decide(t.gt(step, t.ZERO), real.step > 0)
    current = start
    for number, item in enumerate(real):
        if number > LONG:
            machine.step(RANGE_STEPS)
        machine.decide(t.lt(current, stop) if real.step > 0 else t.gt(current, stop), True)
        yield Tracked(item, dispatch.scalar(current))
        current = t.add(current, step)
    machine.decide(t.lt(current, stop) if real.step > 0 else t.gt(current, stop), False)


# What draws from a dict, set or deque knows from its making how many there were, and complains where there are others.


def _over_dict(machine: Machine, real: dict[Any, Any], drawn: Iterator[Any]) -> Iterator[Tracked]:
    contents = machine.contents(real)
    if contents is None:
        for key in drawn:
            yield Tracked(key, None)
        return
    if isinstance(contents, Havocked):
        yield from _untracked(machine, drawn, contents.lost)
        return
    assert isinstance(contents, Mapping)
    count = 0
    for key in drawn:
        if contents.length is not None:
            machine.decide(t.gt(contents.length, t.integer(count)), True)
        count += 1
        yield Tracked(key, contents.entries[key][0] if key in contents.entries else None)
    if contents.length is not None:
        machine.decide(t.gt(contents.length, t.integer(count)), False)


def _over_view(machine: Machine, view: Any) -> Iterator[Tracked]:
    """The view of a dict, whose contents the machine keeps."""
    real = dict_of(view)
    if real is None:
        return _untracked(machine, iter(view), None)
    return _in_view(machine, view, real, iter(view), iter(real))


def _in_view(
    machine: Machine, view: Any, real: dict[Any, Any], drawn: Iterator[Any], keys: Iterator[Any]
) -> Iterator[Tracked]:
    contents = machine.contents(real)
    if isinstance(contents, Havocked):
        yield from _untracked(machine, drawn, contents.lost)
    elif contents is None:
        for item in drawn:
            yield Tracked(item, None)
    else:
        yield from over_view(machine, view, real, keys)


def _over_deque(machine: Machine, real: deque[Any], drawn: Iterator[Any]) -> Iterator[Tracked]:
    contents = machine.contents(real)
    if isinstance(contents, Havocked):
        yield from _untracked(machine, drawn, contents.lost)
        return
    shadows = machine.elements(real) if contents is not None else None
    for index, item in enumerate(drawn):
        yield Tracked(item, None if shadows is None else shadows[index])


def _over_set(machine: Machine, real: Any, drawn: Iterator[Any]) -> Iterator[Tracked]:
    """The order of a set depends on the hashes of its members, which are not modelled."""
    contents = machine.contents(real)
    if contents is None:
        if by_hash(real):
            machine.suppose(SET_ORDER)
        for item in drawn:
            yield Tracked(item, None)
        return
    if isinstance(contents, Havocked):
        yield from _untracked(machine, drawn, contents.lost)
        return
    assert isinstance(contents, Members)
    if contents.length is not None:
        length, contents.length = contents.length, None
        machine.decide(t.eq(length, t.integer(len(real))), True)
    if len(real) > 1 and any(s is not None or not hash_of_value(item) for item, s in contents.entries.items()):
        machine.approximate("unmodelled-operation", "the order in which a set is iterated")
    for item in drawn:
        yield Tracked(item, contents.entries.get(item))


class OverGenerator(Iterator[Tracked]):
    """A generator of the project is stepped; what it yields passes through `give`."""

    __slots__ = ("machine", "real")

    def __init__(self, machine: Machine, real: Any) -> None:
        self.machine = machine
        self.real = real

    def __next__(self) -> Tracked:
        machine = self.machine
        machine.yielded = None
        depth, machine.native_depth = machine.native_depth, 0
        at = machine.at
        try:
            item = next(self.real)
        except StopIteration:
            machine.at = at
            raise
        finally:
            machine.native_depth = depth
        machine.at = at
        given, machine.yielded = machine.yielded, None
        return Tracked(item, given[1] if given is not None and given[0] is item else machine.native_taint)


def send_all(machine: Machine, real: Any, values: Tracked, waits: Callable[[Any], None]) -> None:
    """Start a generator, then resume it with each value of a tuple, until it ends.  waits: called whenever it waits."""
    shadows = values.shadow.shadows if isinstance(values.shadow, Items) else (None,) * len(values.value)
    try:
        waits(real.send(None))
        for value, shadow in zip(values.value, shadows, strict=True):
            machine.sending = (value, shadow)
            waits(real.send(value))
    except StopIteration:
        pass


def _over_object(machine: Machine, value: Tracked) -> Iterator[Tracked]:
    """`__iter__` and `__next__`, or `__getitem__` from 0 on, of a user class."""
    real = value.value
    method = lookup_iter(type(real))
    if isinstance(method, types.FunctionType):
        given = Tracked(*machine.invoke(method, Arguments((real,), (value.shadow,))))
        return resume(machine, checked_iterator(machine, given))
    if method is None and is_python(special(type(real), "__getitem__")):
        return _by_index(machine, real)
    if (isinstance(real, list) and method is list.__iter__) or (isinstance(real, tuple) and method is tuple.__iter__):
        return OverList(machine, real)
    if isinstance(real, dict) and method is dict.__iter__:
        return _over_dict(machine, real, iter(real))
    if isinstance(real, set | frozenset) and method in (set.__iter__, frozenset.__iter__):
        return _over_set(machine, real, iter(real))
    if isinstance(real, deque) and method is deque.__iter__:
        return _over_deque(machine, real, iter(real))
    cause = taint.first_tainted(machine, [value])
    lost = None if cause is None else machine.lost("unmodelled-operation", f"iterating over a {type(real).__name__}")
    return _untracked(machine, iter(real), lost, may_fail=True)


def _by_next(machine: Machine, iterator: Any) -> Iterator[Tracked]:
    method = lookup(type(iterator), "__next__")

    def step() -> Tracked | None:
        try:
            return Tracked(*machine.invoke(method, Arguments((iterator,), (None,))))
        except Exception as error:
            if not raising.is_caught(machine, error, StopIteration):
                raise
            return None

    return Steps(step)


def _by_index(machine: Machine, real: Any) -> Iterator[Tracked]:
    method = lookup(type(real), "__getitem__")
    index: int | None = 0

    def step() -> Tracked | None:
        nonlocal index
        if index is None:
            return None
        try:
            item = Tracked(*machine.invoke(method, Arguments((real, index), (None, None))))
        except Exception as error:
            if not raising.is_caught(machine, error, (IndexError, StopIteration)):
                raise
            index = None
            return None
        index += 1
        return item

    return Steps(step)


def _untracked(
    machine: Machine, items: Iterator[Any], lost: Concretized | None, may_fail: bool = False
) -> Iterator[Tracked]:
    """Native iteration; where the iterable was lost, so is the number of its items, and whether giving one may fail."""

    def step() -> Tracked | None:
        if lost is None:
            item = native.run(machine, lambda: next(items, _END), Arguments())
        else:
            item = raising.guarded(machine, lost, next, items, _END) if may_fail else (next(items, _END), lost)
            machine.decide_lost(lost, item[0] is not _END)
        return None if item[0] is _END else Tracked(*item)

    return Steps(step)


def unpack(
    machine: Machine, value: Tracked, count: int, starred: int | None
) -> tuple[tuple[Any, ...], tuple[Shadow, ...]]:
    """The values and shadows for the targets of an unpacking; CPython raises where their number is wrong."""
    value = machine.settle(value)
    items: list[Tracked] = []
    iterator = None if starred is None else users_iterator(machine, value)
    if iterator is not None:
        items += itertools.islice(machine.resume(iterator), starred)
        items += gathered(machine, iterator) if len(items) == starred else ()  # as `list` takes the rest of it
    else:
        for item in machine.iterate(value) if starred is None else gathered_again(machine, value):
            items.append(item)
            if starred is None and len(items) > count:
                break
    if starred is None:
        if len(items) > count:
            raise ValueError(f"too many values to unpack (expected {count})")
        if len(items) < count:
            raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
        return tuple(i.value for i in items), tuple(i.shadow for i in items)
    if len(items) < count - 1:
        raise ValueError(f"not enough values to unpack (expected at least {count - 1}, got {len(items)})")
    after = count - 1 - starred
    middle = items[starred : len(items) - after]
    rest, rest_shadow = machine.make_list(tuple(i.value for i in middle), tuple(i.shadow for i in middle))
    result = [*items[:starred], Tracked(rest, rest_shadow), *items[len(items) - after :]]
    return tuple(i.value for i in result), tuple(i.shadow for i in result)


_PASSIVE: Final = frozenset({"builtins", "collections", "itertools"})
"""What is iterated of these, generators left out, is not told what is sent or thrown."""


def delegate(machine: Machine, value: Tracked) -> Generator[Any, Any, Any]:
    """`yield from value`: a generator keeps its own protocol, anything else is iterated with its shadows."""
    value = machine.settle(value)
    kind = type(value.value)
    machine.delegates |= kind.__module__ not in _PASSIVE or hasattr(kind, "throw")
    if type(value.value) is types.GeneratorType:
        return (yield from value.value)
    if hasattr(type(value.value), "send"):
        machine.approximate("unmodelled-operation", f"what a {type(value.value).__name__} is sent")
        return (yield from value.value)
    for item in machine.iterate(value):
        sent = yield machine.give(item.value, item.shadow)
        # Whether it is None decides what happens next.
        sent = machine.settle(Tracked(*machine.sent(sent))).value
        if sent is not None:
            raise AttributeError(f"'{type(iter(value.value)).__name__}' object has no attribute 'send'")
    return machine.ret(None, None)
