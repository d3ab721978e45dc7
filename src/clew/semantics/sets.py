"""set and frozenset: membership of every element is decided, so the result of an operation has known members."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, Final

from clew.logic import terms as t
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.hashing import SET_ORDER, Found, by_hash, decide_place, decide_there, hashed, is_builtin, search
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import NOTHING, Havocked, Members, Shadow, Tracked, simplified

KINDS: Final[tuple[type, ...]] = (set, frozenset)


def _stops_early(method: str) -> bool:
    source = iter((1, 2))
    getattr({1}, method)(source)
    return next(source, None) is not None


STOPS_EARLY: Final = {method: _stops_early(method) for method in ("intersection", "issubset")}
"""Does it leave items of an iterator once all elements of the set are found?  Versions of CPython differ."""


def members(machine: Machine, target: Tracked) -> dict[Any, Shadow]:
    """The shadow of every member, the length decided; to be changed with the set."""
    contents = machine.contents(target.value)
    if contents is None:
        if not all(map(is_builtin, target.value)):
            raise NotFollowed  # CPython keeps their hashes, and asks for none again
        contents = Members(dict.fromkeys(target.value))
        if type(target.value) is set:
            machine.keep(target.value, contents)
    if isinstance(contents, Havocked) or not isinstance(contents, Members):
        raise NotFollowed
    if contents.length is not None:
        length, contents.length = contents.length, None
        machine.decide(t.eq(length, t.integer(len(target.value))), True)
    return contents.entries


def lookup(machine: Machine, target: Tracked, element: Tracked) -> Found:
    if type(element.value) is set:
        raise NotFollowed  # CPython looks for the frozenset
    if machine.contents(target.value) is None:
        return search(machine, element, target.value, {}, target.value)
    known = members(machine, target)
    return search(machine, element, known, {k: s for k, s in known.items() if s is not None}, target.value)


def set_of(machine: Machine, kind: type, elements: Iterable[Tracked]) -> Tracked:
    """A new set; equal elements are found by decisions, the first one stays.  elements: taken one by one."""
    collected = Tracked(set(), None)
    for element in elements:
        _add(machine, collected, element)
    if kind is set:
        return collected
    result = kind(collected.value)
    contents = machine.contents(collected.value)
    if contents is not None and result:
        machine.keep(result, contents)
    return Tracked(result, None)


def elements_of(machine: Machine, target: Tracked) -> list[Tracked]:
    """The elements of a set in the order of its contents (not of its hashes), or of any iterable."""
    if type(target.value) in KINDS:
        return [Tracked(k, s) for k, s in members(machine, target).items()]
    return list(machine.iterate(target))


def _drawn(machine: Machine, source: Tracked) -> Iterable[Tracked]:
    """The same, of anything but a set one by one: what makes them may look at the set that they go to."""
    return elements_of(machine, source) if type(source.value) in KINDS else machine.iterate(source)


def contains(machine: Machine, element: Tracked, target: Tracked, /) -> Tracked:
    found = lookup(machine, target, element)
    return Tracked(found.there, simplified(found.term))


def excludes(machine: Machine, element: Tracked, target: Tracked, /) -> Tracked:
    found = lookup(machine, target, element)
    return Tracked(not found.there, simplified(t.not_(found.term)))


# ---------------------------------------------------------------- changing


def _add(machine: Machine, target: Tracked, element: Tracked, /) -> Tracked:
    if element.shadow is None and machine.contents(target.value) is None:
        hashed(machine, element)
        target.value.add(element.value)
        return NOTHING
    known = members(machine, target)
    found = lookup(machine, target, element)
    if not decide_there(machine, found):
        target.value.add(element.value)
        known[element.value] = element.shadow
    return NOTHING


def _take(machine: Machine, target: Tracked, element: Tracked) -> bool:
    known = members(machine, target)
    found = lookup(machine, target, element)
    if not decide_there(machine, found):
        return False
    place = decide_place(machine, found)
    target.value.remove(place)
    del known[place]
    return True


def _remove(machine: Machine, target: Tracked, element: Tracked, /) -> Tracked:
    if not _take(machine, target, element):
        target.value.remove(element.value)  # a KeyError
    return NOTHING


def _discard(machine: Machine, target: Tracked, element: Tracked, /) -> Tracked:
    _take(machine, target, element)
    return NOTHING


def _pop(machine: Machine, target: Tracked, /) -> Tracked:
    """Which element comes out depends on hashes."""
    known = members(machine, target)
    if len(known) > 1 and any(s is not None for s in known.values()):
        machine.approximate("unmodelled-operation", "which element set.pop() takes")
    elif by_hash(known):
        machine.suppose(SET_ORDER)
    element = target.value.pop()
    return Tracked(element, known.pop(element))


def _clear(machine: Machine, target: Tracked, /) -> Tracked:
    target.value.clear()
    machine.keep(target.value, Members())
    return NOTHING


def _update(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
    for other in others:
        for element in _drawn(machine, other):
            _add(machine, target, element)
    return NOTHING


# ---------------------------------------------------------------- algebra


def _copied(machine: Machine, target: Tracked) -> Tracked:
    return set_of_distinct(machine, type(target.value), elements_of(machine, target))


def set_of_distinct(machine: Machine, kind: type, elements: list[Tracked]) -> Tracked:
    """A new set of elements known to differ."""
    result = kind(e.value for e in elements)
    assert len(result) == len(elements)
    if any(e.shadow is not None for e in elements):
        machine.keep(result, Members({e.value: e.shadow for e in elements}))
    return Tracked(result, None)


def _within(machine: Machine, element: Tracked, other: Tracked) -> bool:
    return decide_there(machine, lookup(machine, other, element))


def as_set(machine: Machine, other: Tracked) -> Tracked:
    return other if type(other.value) in KINDS else set_of(machine, set, machine.iterate(other))


def _union(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
    sources = (target, *others)
    return set_of(machine, type(target.value), (e for source in sources for e in _drawn(machine, source)))


def _intersection(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
    kept = target
    for other in others:
        kept = _common(machine, kept, other)
    return set_of_distinct(machine, type(target.value), elements_of(machine, kept))


def _common(machine: Machine, target: Tracked, other: Tracked) -> Tracked:
    """Of two sets, the elements of the smaller one, or of the second; of anything else its own, until all are found."""
    size = len(members(machine, target))
    if type(other.value) in KINDS:
        first, second = (target, other) if len(members(machine, other)) > size else (other, target)
        kept = [e for e in elements_of(machine, first) if _within(machine, e, second)]
        return set_of_distinct(machine, set, kept)
    found = Tracked(set(), None)
    for element in machine.iterate(other):
        if _within(machine, element, target):
            _add(machine, found, element)
            if STOPS_EARLY["intersection"] and len(found.value) >= size:
                break
    return found


def _difference(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
    kept = set_of_distinct(machine, set, elements_of(machine, target))
    _difference_update(machine, kept, *others)
    return set_of_distinct(machine, type(target.value), elements_of(machine, kept))


def _symmetric(machine: Machine, target: Tracked, other: Tracked, /) -> Tracked:
    result = set_of_distinct(machine, set, elements_of(machine, as_set(machine, other)))
    for element in elements_of(machine, target):
        if not _take(machine, result, element):
            _add(machine, result, element)
    return set_of_distinct(machine, type(target.value), elements_of(machine, result))


def _difference_update(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
    """One after the other, so that what was taken out before an exception stays out."""
    for other in others:
        if type(other.value) in KINDS:
            kept = [e for e in elements_of(machine, target) if not _within(machine, e, other)]
            replace_all(machine, target, kept)
            continue
        for element in machine.iterate(other):
            _take(machine, target, element)
    return NOTHING


def replace_all(machine: Machine, target: Tracked, elements: list[Tracked]) -> None:
    target.value.clear()
    target.value.update(element.value for element in elements)
    machine.keep(target.value, Members({element.value: element.shadow for element in elements}))


def _in_place(compute: Callable[..., Tracked], result: bool) -> Callable[..., Tracked]:
    def model(machine: Machine, target: Tracked, /, *others: Tracked) -> Tracked:
        replace_all(machine, target, elements_of(machine, compute(machine, target, *others)))
        return target if result else NOTHING

    return model


def subset(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    known = as_set(machine, b)
    if len(members(machine, a)) > len(members(machine, known)):
        return Tracked(False, None)
    return Tracked(all(_within(machine, e, known) for e in elements_of(machine, a)), None)


def _is_subset(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    if type(b.value) in KINDS or not STOPS_EARLY["issubset"]:
        return subset(machine, a, b)
    return Tracked(len(members(machine, _common(machine, a, b))) == len(members(machine, a)), None)


def superset(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    if type(b.value) in KINDS:
        return subset(machine, b, a)
    return Tracked(all(_within(machine, e, a) for e in machine.iterate(b)), None)


def _is_disjoint(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    if a.value is b.value:
        return Tracked(not members(machine, a), None)
    if type(b.value) in KINDS and len(members(machine, b)) > len(members(machine, a)):
        a, b = b, a
    return Tracked(not any(_within(machine, e, a) for e in _drawn(machine, b)), None)


def _same_size(machine: Machine, a: Tracked, b: Tracked) -> bool:
    return len(members(machine, a)) == len(members(machine, b))


def _equal(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return Tracked(_same_size(machine, a, b) and subset(machine, a, b).value, None)


def _unequal(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return Tracked(not _equal(machine, a, b).value, None)


def _proper_subset(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return Tracked(len(members(machine, a)) < len(members(machine, b)) and subset(machine, a, b).value, None)


def _proper_superset(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    return _proper_subset(machine, b, a)


def _itself(machine: Machine, whole: Tracked, /) -> Tracked:
    """The copy of a frozenset, unless it is one of a subclass, which no entry is for."""
    return whole


# ---------------------------------------------------------------- entries


def _make(kind: type) -> Callable[..., Tracked]:
    def model(machine: Machine, iterable: Tracked = Tracked((), None), /) -> Tracked:  # noqa: B008
        if kind is frozenset and type(iterable.value) is frozenset:
            return iterable
        return set_of(machine, kind, _drawn(machine, iterable))

    return model


_ALGEBRA: Final[dict[str, tuple[Callable[..., Any], Callable[..., Tracked]]]] = {
    "|": (operator.or_, _union), "&": (operator.and_, _intersection), "-": (operator.sub, _difference),
    "^": (operator.xor, _symmetric), "==": (operator.eq, _equal), "!=": (operator.ne, _unequal),
    "<=": (operator.le, subset), ">=": (operator.ge, superset), "<": (operator.lt, _proper_subset),
    ">": (operator.gt, _proper_superset),
}  # fmt: skip
_CHANGING: Final[dict[str, tuple[Callable[..., Any], Callable[..., Tracked]]]] = {
    "|=": (operator.ior, _union), "&=": (operator.iand, _intersection), "-=": (operator.isub, _difference),
    "^=": (operator.ixor, _symmetric),
}  # fmt: skip
_METHODS: Final[dict[str, Callable[..., Tracked]]] = {
    "union": _union, "intersection": _intersection, "difference": _difference, "symmetric_difference": _symmetric,
    "issubset": _is_subset, "issuperset": superset, "isdisjoint": _is_disjoint,
}  # fmt: skip
_MUTATORS: Final[dict[str, Callable[..., Tracked]]] = {
    "add": _add, "remove": _remove, "discard": _discard, "pop": _pop, "clear": _clear, "update": _update,
    "intersection_update": _in_place(_intersection, False), "difference_update": _difference_update,
    "symmetric_difference_update": _in_place(_symmetric, False),
}  # fmt: skip


def _methods(kind: Any) -> dict[tuple[type, str], Operation]:
    own = {**_MUTATORS, "copy": _copied} if kind is set else {"copy": _itself}
    models = {**_METHODS, **own}
    return {(kind, name): followed(name, getattr(kind, name), model) for name, model in models.items()}


BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    **{("in", object, kind): followed("in", lambda a, b: a in b, contains) for kind in KINDS},
    **{("not-in", object, kind): followed("not in", lambda a, b: a not in b, excludes) for kind in KINDS},
    **{(op, a, b): followed(op, f, model) for op, (f, model) in _ALGEBRA.items() for a in KINDS for b in KINDS},
    **{
        (op, kind, other): followed(op, f, _in_place(model, True) if kind is set else model)
        for op, (f, model) in _CHANGING.items()
        for kind in KINDS
        for other in KINDS
    },
}
FUNCTION: Final = {(kind, object): followed(kind.__name__, kind, _make(kind)) for kind in KINDS}
METHOD: Final = {**_methods(set), **_methods(frozenset)}
