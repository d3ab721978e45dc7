"""list: what changes it, beside what `sequences.py` says."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.semantics import sequences
from clew.semantics.choosing import WIDEST_CHOICE
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.gathering import gathered, gathered_again
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import (
    NUMBERS,
    at_place,
    clamped,
    decide_in_range,
    find,
    find_place,
    index_term,
    items,
    length_term,
    list_of,
    live,
    must_fit,
    raise_absent,
    slice_bounds,
    times,
)
from clew.semantics.shadow import NOTHING, Havocked, Sequence, Shadow, Tracked, simplified, term_of
from clew.semantics.sorting import descends, order


def writable(machine: Machine, operand: Tracked) -> list[Shadow]:
    """The element shadows, the length decided; the list is what the machine keeps."""
    if machine.contents(operand.value) is None:
        machine.keep(operand.value, Sequence([None] * len(operand.value)))
    shadows = machine.elements(operand.value)
    assert len(shadows) == len(operand.value)
    return shadows


def replace_all(machine: Machine, target: Tracked, elements: list[Tracked]) -> None:
    target.value[:] = [e.value for e in elements]
    machine.keep(target.value, Sequence([e.shadow for e in elements]))


# ---------------------------------------------------------------- items


def set_item(machine: Machine, target: Tracked, key: Tracked, value: Tracked, /) -> Tracked:
    real = target.value
    if isinstance(key.value, slice):
        size = len(items(machine, target))
        bounds = slice_bounds(machine, key, size)
        first, last, step = bounds.indices(size)  # a step of zero is a ValueError before the value is looked at
        given = list(gathered_again(machine, value))
        elements = items(machine, target)  # which giving them may have changed
        if len(elements) != size and step != 1:
            raise NotFollowed
        elements[bounds if step != 1 else slice(first, max(first, last))] = given
        replace_all(machine, target, elements)
        return NOTHING
    if type(key.value) not in (int, bool):
        if key.shadow is None and not hasattr(type(key.value), "__index__"):
            real[key.value] = value.value  # a TypeError
        raise NotFollowed
    shadows = writable(machine, target)
    index, number, size = index_term(key), operator.index(key.value), len(real)
    if t.is_const(index):
        real[number] = value.value
        shadows[number] = value.shadow
        return NOTHING
    if not decide_in_range(machine, index, number, size):
        real[number] = value.value  # an IndexError
        raise AssertionError("unreachable")
    place = number % size
    updated = _where_written(index, real, shadows, value)
    if updated is None:
        machine.decide(at_place(index, place, size), True)
        shadows[place] = value.shadow
    else:
        shadows[:] = updated
    real[number] = value.value
    return NOTHING


def _where_written(index: t.Term, real: list[Any], shadows: list[Shadow], value: Tracked) -> list[Shadow] | None:
    """Every element, new where the index means its place; None unless all are numbers of one type."""
    kinds = {type(value.value), *map(type, real)}
    size = len(real)
    new = term_of(value.value, value.shadow)
    if len(kinds) != 1 or not kinds <= NUMBERS or size > WIDEST_CHOICE or new is None:
        return None
    result: list[Shadow] = []
    for place, (old_value, old_shadow) in enumerate(zip(real, shadows, strict=True)):
        old = term_of(old_value, old_shadow)
        if old is None:
            return None
        result.append(simplified(t.ite(at_place(index, place, size), new, old)))
    return result


def del_item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    if isinstance(key.value, slice):
        elements = items(machine, target)
        del elements[slice_bounds(machine, key, len(elements))]
        replace_all(machine, target, elements)
        return NOTHING
    shadows = writable(machine, target)
    place = find_place(machine, key, len(shadows))
    del target.value[key.value]
    assert place is not None
    del shadows[place]
    return NOTHING


# ---------------------------------------------------------------- methods


def _append(machine: Machine, target: Tracked, value: Tracked, /) -> Tracked:
    if value.shadow is None and machine.contents(target.value) is None:
        target.value.append(value.value)
        return NOTHING
    shadows = writable(machine, target)
    target.value.append(value.value)
    shadows.append(value.shadow)
    return NOTHING


def _extend(machine: Machine, target: Tracked, values: Tracked, /) -> Tracked:
    """Elements arrive one by one, so that those before an exception stay; a list or tuple is read first."""
    if type(values.value) in (list, tuple):
        given = items(machine, values)
        shadows = writable(machine, target)
        target.value.extend(e.value for e in given)
        shadows.extend(e.shadow for e in given)
        return NOTHING
    for element in gathered(machine, values):
        _append(machine, target, element)
    return NOTHING


def _add_in_place(machine: Machine, target: Tracked, values: Tracked, /) -> Tracked:
    _extend(machine, target, values)
    return target


def _times_in_place(machine: Machine, target: Tracked, number: Tracked, /) -> Tracked:
    elements = items(machine, target)
    replace_all(machine, target, elements * times(machine, number, not elements))
    return target


def _insert(machine: Machine, target: Tracked, place: Tracked, value: Tracked, /) -> Tracked:
    if type(place.value) not in (int, bool):
        raise NotFollowed
    shadows = writable(machine, target)
    must_fit(machine, place, lambda number: target.value.insert(number, value.value))
    number = clamped(machine, place, len(shadows))
    assert number is not None
    target.value.insert(number, value.value)
    shadows.insert(number, value.shadow)
    return NOTHING


def _pop(machine: Machine, target: Tracked, place: Tracked = Tracked(-1, None), /) -> Tracked:  # noqa: B008
    size = len(target.value)
    length = length_term(machine, target)
    if type(place.value) in (int, bool):
        must_fit(machine, place, target.value.pop)  # or an IndexError of the same meaning
    if not machine.decide(t.ge(length, t.ONE), size >= 1):
        return Tracked(target.value.pop(place.value), None)
    shadows = writable(machine, target)
    where = find_place(machine, place, size)
    value = target.value.pop(place.value)
    assert where is not None
    return Tracked(value, shadows.pop(where))


def remove(machine: Machine, target: Tracked, value: Tracked, /) -> Tracked:
    """Of a list or a deque."""
    compared = live(machine, target, value)
    if type(target.value) is not list and not isinstance(compared, list):
        raise NotFollowed  # a deque complains where it was changed meanwhile
    place = find(machine, value, compared)
    if place is None:
        raise_absent(machine, target, "remove", value)
    shadows = writable(machine, target)
    if place < len(shadows):  # comparing may have shortened it
        del target.value[place]
        del shadows[place]
    return NOTHING


def _clear(machine: Machine, target: Tracked, /) -> Tracked:
    replace_all(machine, target, [])
    return NOTHING


def _copy(machine: Machine, target: Tracked, /) -> Tracked:
    return list_of(machine, items(machine, target))


def _reverse(machine: Machine, target: Tracked, /) -> Tracked:
    replace_all(machine, target, items(machine, target)[::-1])
    return NOTHING


def _sort(machine: Machine, target: Tracked, /, *, key: Tracked = NOTHING, reverse: Tracked = NOTHING) -> Tracked:
    """While keys are found and compared the list is empty for whoever looks, as it is for CPython, which is asked to
    sort it meanwhile: it complains of a list that was touched, whatever is in it in the end.
    """
    descending = descends(machine, reverse)
    elements = items(machine, target)
    left = list(elements)
    ran = False

    def at_once(_: Any) -> int:
        nonlocal left, ran
        if not ran:
            ran = True
            machine.keep(target.value, Sequence([]))
            left = order(machine, elements, key, descending, left)
        return 0

    try:
        target.value.sort(key=at_once)
    finally:
        replace_all(machine, target, left)
    return NOTHING


def _list(machine: Machine, iterable: Tracked = Tracked((), None), /) -> Tracked:  # noqa: B008
    """A list copied keeps a free length: nobody has looked."""
    contents = machine.contents(iterable.value) if type(iterable.value) is list else None
    if isinstance(contents, Sequence) and contents.length is not None:
        result = list(iterable.value)
        machine.keep(result, Sequence(list(contents.items), contents.length))
        return Tracked(result, None)
    assert not isinstance(contents, Havocked)
    return list_of(machine, list(gathered(machine, iterable)))


def _entry(name: str, model: Callable[..., Tracked], total: bool = False) -> tuple[tuple[type, str], Operation]:
    return (list, name), followed(name, getattr(list, name), model, total=total)


BINARY: Final = {
    **sequences.entries(list),
    ("+=", list, object): followed("+=", operator.iadd, _add_in_place),
    ("*=", list, int): followed("*=", operator.imul, _times_in_place),
}
ITEM: Final = {list: followed("[]", operator.getitem, sequences.item)}
SET_ITEM: Final = {list: followed("[]=", operator.setitem, set_item)}
DEL_ITEM: Final = {list: followed("del []", operator.delitem, del_item)}
FUNCTION: Final = {(list, object): followed("list", list, _list)}
METHOD: Final = {
    **sequences.methods(list),
    **dict(
        (
            _entry("append", _append, total=True),
            _entry("extend", _extend),
            _entry("insert", _insert),
            _entry("pop", _pop),
            _entry("remove", remove),
            _entry("clear", _clear, total=True),
            _entry("copy", _copy, total=True),
            _entry("reverse", _reverse, total=True),
            _entry("sort", _sort),
        )
    ),
}
