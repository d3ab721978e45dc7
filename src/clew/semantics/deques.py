"""collections.deque: a list that drops elements at the other end once it has its greatest length."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from clew.ir.operators import COMPARISONS, MEMBERSHIP
from clew.semantics import sequences
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.lists import remove, writable
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import decide_in_range, find_place, index_term, items, pinned
from clew.semantics.shadow import NOTHING, Sequence, Tracked


def replace_all(machine: Machine, target: Tracked, elements: list[Tracked]) -> None:
    """The elements, as many as fit: the last ones."""
    target.value.clear()
    target.value.extend(e.value for e in elements)
    machine.keep(target.value, Sequence([e.shadow for e in elements][len(elements) - len(target.value) :]))


def _deque(machine: Machine, iterable: Tracked = Tracked((), None), maxlen: Tracked = NOTHING) -> Tracked:  # noqa: B008
    if maxlen.value is not None and (type(maxlen.value) is not int or pinned(machine, maxlen) < 0):
        raise NotFollowed
    result = Tracked(deque(maxlen=maxlen.value), None)
    _extend(machine, result, iterable)
    return result


def _append(machine: Machine, target: Tracked, value: Tracked, /) -> Tracked:
    if value.shadow is None and machine.contents(target.value) is None:
        target.value.append(value.value)
        return NOTHING
    shadows = writable(machine, target)
    target.value.append(value.value)
    shadows.append(value.shadow)
    del shadows[: len(shadows) - len(target.value)]
    return NOTHING


def _append_left(machine: Machine, target: Tracked, value: Tracked, /) -> Tracked:
    shadows = writable(machine, target)
    target.value.appendleft(value.value)
    shadows.insert(0, value.shadow)
    del shadows[len(target.value) :]
    return NOTHING


def _extend(machine: Machine, target: Tracked, values: Tracked, /) -> Tracked:
    given = items(machine, values) if values.value is target.value else machine.iterate(values)
    for element in given:
        _append(machine, target, element)
    return NOTHING


def _extend_left(machine: Machine, target: Tracked, values: Tracked, /) -> Tracked:
    given = items(machine, values) if values.value is target.value else machine.iterate(values)
    for element in given:
        _append_left(machine, target, element)
    return NOTHING


def _add_in_place(machine: Machine, target: Tracked, values: Tracked, /) -> Tracked:
    _extend(machine, target, values)
    return target


def _pop(machine: Machine, target: Tracked, /) -> Tracked:
    shadows = writable(machine, target)
    value = target.value.pop()  # an IndexError where it is empty
    return Tracked(value, shadows.pop())


def _pop_left(machine: Machine, target: Tracked, /) -> Tracked:
    shadows = writable(machine, target)
    value = target.value.popleft()
    return Tracked(value, shadows.pop(0))


def _rotate(machine: Machine, target: Tracked, by: Tracked = Tracked(1, None), /) -> Tracked:  # noqa: B008
    if type(by.value) not in (int, bool):
        raise NotFollowed
    elements = deque(items(machine, target))
    elements.rotate(pinned(machine, by))
    replace_all(machine, target, list(elements))
    return NOTHING


def _insert(machine: Machine, target: Tracked, place: Tracked, value: Tracked, /) -> Tracked:
    if type(place.value) not in (int, bool):
        raise NotFollowed
    number = pinned(machine, place)
    shadows = list(writable(machine, target))
    target.value.insert(number, value.value)  # an IndexError where it is full
    shadows.insert(number, value.shadow)
    machine.keep(target.value, Sequence(shadows))
    return NOTHING


def _clear(machine: Machine, target: Tracked, /) -> Tracked:
    replace_all(machine, target, [])
    return NOTHING


def _reverse(machine: Machine, target: Tracked, /) -> Tracked:
    replace_all(machine, target, items(machine, target)[::-1])
    return NOTHING


def _copy(machine: Machine, target: Tracked, /) -> Tracked:
    result = Tracked(deque(maxlen=target.value.maxlen), None)
    replace_all(machine, result, items(machine, target))
    return result


def _plus(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    result = _copy(machine, a)
    _extend(machine, result, b)
    return result


def _item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    if type(key.value) not in (int, bool):
        raise NotFollowed
    return sequences.item(machine, target, key)


def _set_item(machine: Machine, target: Tracked, key: Tracked, value: Tracked, /) -> Tracked:
    if type(key.value) not in (int, bool):
        raise NotFollowed
    shadows = writable(machine, target)
    place = find_place(machine, key, len(shadows))
    target.value[key.value] = value.value
    assert place is not None
    shadows[place] = value.shadow
    return NOTHING


def _del_item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    if type(key.value) not in (int, bool):
        raise NotFollowed
    shadows = writable(machine, target)
    decide_in_range(machine, index_term(key), operator.index(key.value), len(shadows))
    place = find_place(machine, key, len(shadows))
    del target.value[key.value]
    assert place is not None
    del shadows[place]
    return NOTHING


def _comparison(op: str, wanted: bool) -> Callable[..., Tracked]:
    """`==` and `!=` ask the first two items that differ once more, with the operator itself."""
    compared = sequences.equality(wanted)

    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        left, right = items(machine, a), items(machine, b)
        if len(left) != len(right) or all(sequences.plain(each.value) for each in (*left, *right)):
            return compared(machine, a, b)
        for x, y in zip(machine.iterate(a), machine.iterate(b), strict=False):
            if not machine.truth(machine.equal(x, y)):
                return Tracked(machine.truth(machine.binary(op, x, y)), None)
        return Tracked(wanted, None)

    return model


_METHODS: Final[dict[str, Callable[..., Tracked]]] = {
    "append": _append, "appendleft": _append_left, "extend": _extend, "extendleft": _extend_left, "pop": _pop,
    "popleft": _pop_left, "rotate": _rotate, "insert": _insert, "remove": remove, "clear": _clear,
    "reverse": _reverse, "copy": _copy, "count": sequences.count, "index": sequences.index,
}  # fmt: skip
_TOTAL: Final = frozenset({"append", "appendleft", "clear", "reverse", "copy"})

BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    **{key: entry for key, entry in sequences.entries(deque).items() if key[0] in COMPARISONS or key[0] in MEMBERSHIP},
    ("==", deque, deque): followed("==", operator.eq, _comparison("==", True)),
    ("!=", deque, deque): followed("!=", operator.ne, _comparison("!=", False)),
    ("+", deque, deque): followed("+", operator.add, _plus),
    ("+=", deque, object): followed("+=", operator.iadd, _add_in_place),
}
ITEM: Final = {deque: followed("[]", operator.getitem, _item)}
SET_ITEM: Final = {deque: followed("[]=", operator.setitem, _set_item)}
DEL_ITEM: Final = {deque: followed("del []", operator.delitem, _del_item)}
FUNCTION: Final = {(deque, object): followed("deque", deque, _deque)}
_KIND: Any = deque
METHOD: Final = {
    (deque, name): followed(name, getattr(_KIND, name), model, total=name in _TOTAL) for name, model in _METHODS.items()
}
