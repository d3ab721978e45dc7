"""Taking all items at once, by what makes room for them first: it asks what it takes them from how many there are.

So do `list`, `tuple`, `sorted`, `bytes`, `xs.extend(c)`, `[*c]`, `f(*c)`; neither loops, nor sets, nor what draws items
one by one.  Observed on CPython 3.11; source: `operator.length_hint`, PEP 424.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.semantics.class_lookup import in_bases
from clew.semantics.operation import Machine
from clew.semantics.sequences import LARGEST_INDEX
from clew.semantics.shadow import Concretized, Tracked, simplified, term_of


def gathered(machine: Machine, source: Tracked) -> Iterator[Tracked]:
    """The items, for those who make room before they take them, and ask for a length (`operator.length_hint`)."""
    items = machine.iterate(source)
    asked_for_length(machine, source)
    return _counted(machine, items)


def _counted(machine: Machine, items: Iterator[Tracked]) -> Iterator[Tracked]:
    """There may be no end of them, and no statement runs in between."""
    for number, item in enumerate(items):
        machine.round(number)
        yield item


def gathered_again(machine: Machine, source: Tracked) -> Iterator[Tracked]:
    """As `PySequence_Fast` gathers them, from an iterator over what is neither list nor tuple."""
    iterator = users_iterator(machine, source)
    if iterator is not None:
        return gathered(machine, iterator)
    has_one = in_bases(type(source.value), "__iter__", None) is not None
    return machine.iterate(source) if has_one else gathered(machine, source)


def users_iterator(machine: Machine, source: Tracked) -> Tracked | None:
    """What `iter` gives of an object whose class says so in Python; who takes it may ask it for another one."""
    written = isinstance(in_bases(type(source.value), "__iter__", None), types.FunctionType)
    return machine.call(Tracked(iter, None), (source,), {}) if written else None


def checked_iterator(machine: Machine, result: Tracked) -> Tracked:
    """What a user's `__iter__` gave, which `iter` hands on only where it has a `__next__`."""
    result = machine.settle(result)
    is_iterator = hasattr(type(result.value), "__next__")
    if isinstance(result.shadow, Concretized):
        machine.decide_lost(result.shadow, is_iterator)
    if not is_iterator:
        raise TypeError(f"iter() returned non-iterator of type '{type(result.value).__name__}'")
    return result


def asked_for_length(machine: Machine, source: Tracked) -> Tracked | None:
    """What an object says of how many items it has, if it does."""
    if getattr(type(source.value), "is_stream", False):  # `reversed`, and `iter` of what has no `__iter__`, ask theirs
        source = source.value.sized_by or source
    for name, checked in (("__len__", checked_length), ("__length_hint__", _checked_hint)):
        method = in_bases(type(source.value), name, None)
        if isinstance(method, types.FunctionType):
            try:
                return checked(machine, machine.call(Tracked(method, None), (source,), {}))
            except Exception as error:
                if not machine.ends(error, TypeError):
                    raise
                continue
        if method is not None:
            break
    return None


def _checked_hint(machine: Machine, result: Tracked) -> Tracked | None:
    result = machine.settle(result)
    if isinstance(result.shadow, Concretized):
        machine.approximate(result.shadow.code, result.shadow.text)
    if result.value is NotImplemented:
        return None
    if not isinstance(result.value, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type(result.value).__name__}")
    term = term_of(result.value, result.shadow)
    if term is None or term.sort is not INT:
        term = t.integer(int(result.value))
    if machine.decide(t.gt(term, t.integer(LARGEST_INDEX)), result.value > LARGEST_INDEX):
        raise OverflowError("Python int too large to convert to C ssize_t")
    if machine.decide(t.lt(term, t.ZERO), result.value < 0):
        raise ValueError("__length_hint__() should return >= 0")
    return result


def checked_length(machine: Machine, result: Tracked) -> Tracked:
    """What `__len__` returned, if it will do for a length."""
    result = machine.settle(result)
    term = term_of(result.value, result.shadow)
    if isinstance(result.value, int) and term is not None and term.sort is INT:
        if machine.decide(t.lt(term, t.ZERO), result.value < 0):
            raise ValueError("__len__() should return >= 0")
        if machine.decide(t.gt(term, t.integer(LARGEST_INDEX)), result.value > LARGEST_INDEX):
            raise OverflowError("cannot fit 'int' into an index-sized integer")
        return result
    if isinstance(result.shadow, Concretized):
        machine.approximate(result.shadow.code, result.shadow.text)
    elif term is not None and isinstance(result.value, bool):
        return Tracked(int(result.value), simplified(t.ite(term, t.ONE, t.ZERO)))
    return Tracked(_Sized(result.value).measured(), result.shadow)


class _Sized:
    """Something of that length, for CPython to complain about."""

    def __init__(self, size: Any) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size  # type: ignore[no-any-return]

    def measured(self) -> int:
        return len(self)
