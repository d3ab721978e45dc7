"""collections.Counter, defaultdict and OrderedDict: what they add to the dict they are."""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from clew.semantics.dicts import (
    KINDS,
    entries,
    filled,
    lookup,
    mapping,
    pairs,
    read,
    update_from,
    write,
)
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.hashing import decide_place, decide_there
from clew.semantics.operation import Machine
from clew.semantics.sequences import list_of, must_fit, pinned, tuple_of
from clew.semantics.shadow import NOTHING, Concretized, Tracked
from clew.semantics.sorting import ordered_by

_ZERO: Final = Tracked(0, None)
_ONE: Final = Tracked(1, None)


# ---------------------------------------------------------------- Counter


def _changed(machine: Machine, counter: Tracked, op: str, /, *others: Tracked, **named: Tracked) -> Tracked:
    """`update` and `subtract`: counts of a mapping, or one of each element."""
    if len(others) > 1:
        raise TypeError(f"expected at most 1 argument, got {len(others)}")
    for other in others:
        if other.value is None:
            continue
        if type(other.value) in KINDS:
            if op == "+" and not machine.truth(counter):
                update_from(machine, counter, other)
                continue
            for key, count in pairs(machine, other):
                _change(machine, counter, key, op, count)
        elif hasattr(type(other.value), "keys"):
            raise NotFollowed
        else:
            for element in machine.iterate(other):
                _change(machine, counter, element, "-" if op == "-" else "count", _ONE)
    taken = op == "+" and not machine.truth(counter)  # as they are, where there is nothing yet
    for name, count in named.items():
        if taken:
            write(machine, counter, Tracked(name, None), count)
        else:
            _change(machine, counter, Tracked(name, None), op, count)
    return NOTHING


def _change(machine: Machine, counter: Tracked, key: Tracked, op: str, by: Tracked) -> None:
    """op: `+` and `-` a count of a mapping, `count` one more."""
    key = machine.settle(key)
    found = lookup(machine, counter, key)
    there = decide_there(machine, found)
    before = read(machine, counter, found) if there else _ZERO
    if op == "count":
        after = machine.binary("+", before, by) if there else by
    else:
        after = machine.binary("+", by, before) if op == "+" else machine.binary("-", before, by)
    write(machine, counter, key, after)


def _change_by(op: str) -> Callable[..., Tracked]:
    def model(machine: Machine, counter: Tracked, /, *others: Tracked, **named: Tracked) -> Tracked:
        return _changed(machine, counter, op, *others, **named)

    return model


def _counter(machine: Machine, /, *others: Tracked, **named: Tracked) -> Tracked:
    result = Tracked(Counter(), None)
    _changed(machine, result, "+", *others, **named)
    return result


def _most_common(machine: Machine, counter: Tracked, n: Tracked = NOTHING) -> Tracked:
    if n.value is not None and type(n.value) not in (int, bool):
        raise NotFollowed
    rows = pairs(machine, counter)
    kept = ordered_by(machine, [tuple_of(list(row)) for row in rows], [count for _, count in rows], True)
    return list_of(machine, kept if n.value is None else kept[: max(0, pinned(machine, n))])


def _total(machine: Machine, counter: Tracked, /) -> Tracked:
    result = _ZERO
    for _, count in pairs(machine, counter):
        result = machine.binary("+", result, count)
    return result


def _elements(machine: Machine, counter: Tracked, /) -> Tracked:
    def produce() -> Any:
        for key, count in pairs(machine, counter):
            number = 0
            whole = type(count.value) in (int, bool) and not isinstance(count.shadow, Concretized)
            if whole:
                must_fit(machine, count, partial(itertools.repeat, key.value))
            while machine.truth(machine.binary("<", Tracked(number, None), count)):
                yield key
                number += 1

    return machine.stream(produce())


# ---------------------------------------------------------------- defaultdict, OrderedDict


def _default_dict(machine: Machine, factory: Tracked = NOTHING, /, *others: Tracked, **named: Tracked) -> Tracked:
    if factory.shadow is not None:
        raise NotFollowed
    result = Tracked(defaultdict(factory.value), None)  # a TypeError where it cannot be called
    return filled(machine, result, others, named)


def _ordered_dict(machine: Machine, /, *others: Tracked, **named: Tracked) -> Tracked:
    return filled(machine, Tracked(OrderedDict(), None), others, named)


def _move_to_end(machine: Machine, target: Tracked, key: Tracked, last: Tracked = Tracked(True, None)) -> Tracked:  # noqa: B008
    found = lookup(machine, target, key)
    if not decide_there(machine, found):
        target.value.move_to_end(key.value)  # a KeyError
    place = decide_place(machine, found)
    at_end = machine.truth(last)
    target.value.move_to_end(place, at_end)
    if machine.contents(target.value) is not None:
        known = mapping(machine, target).entries
        ordered = {k: known[k] for k in target.value}
        known.clear()
        known.update(ordered)
    return NOTHING


def _pop_item(machine: Machine, target: Tracked, last: Tracked = Tracked(True, None)) -> Tracked:  # noqa: B008
    known = entries(machine, target)
    key, value = target.value.popitem(machine.truth(last))  # a KeyError where it is empty
    key_shadow, value_shadow = known.pop(key)
    return tuple_of([Tracked(key, key_shadow), Tracked(value, value_shadow)])


FUNCTION: Final = {
    (Counter, object): followed("Counter", Counter, _counter),
    (defaultdict, object): followed("defaultdict", defaultdict, _default_dict),
    (OrderedDict, object): followed("OrderedDict", OrderedDict, _ordered_dict),
}
METHOD: Final = {
    (Counter, "update"): followed("update", Counter.update, _change_by("+")),
    (Counter, "subtract"): followed("subtract", Counter.subtract, _change_by("-")),
    (Counter, "most_common"): followed("most_common", Counter.most_common, _most_common),
    (Counter, "total"): followed("total", Counter.total, _total),
    (Counter, "elements"): followed("elements", Counter.elements, _elements),
    (OrderedDict, "move_to_end"): followed("move_to_end", OrderedDict.move_to_end, _move_to_end),
    (OrderedDict, "popitem"): followed("popitem", OrderedDict.popitem, _pop_item),
}
