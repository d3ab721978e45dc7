"""Finding a key in a dict, or a member in a set, where either may depend on the inputs.

One decision says whether an equal key is there, a second one which; so a big constant table costs one membership term.
Builtin keys that are equal hash alike, so hashes need no model; keys of classes with their own `__eq__` are not
followed.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.semantics.fallback import NotFollowed
from clew.semantics.operation import Machine
from clew.semantics.shadow import Concretized, Items, Shadow, Tracked
from clew.verdict.assumptions import Assumption

_CONSTANT: Final = frozenset({int, str, bytes, type(None)})


class Found(NamedTuple):
    """Whether a key is there, as a term; the equal key in this run (`place`); and when the key equals each one."""

    term: Term
    there: bool
    place: Any
    cases: tuple[tuple[Any, Term], ...]


def hashed(machine: Machine, key: Tracked) -> None:
    """Raises the TypeError of an unhashable key, its type decided; refuses keys with hash or equality of the user's."""
    kind = type(key.value)
    if isinstance(kind.__hash__, types.FunctionType) or isinstance(kind.__eq__, types.FunctionType):
        raise NotFollowed
    if kind in (tuple, frozenset) and not all(is_builtin(v) for v in key.value):
        raise NotFollowed
    try:
        hash(key.value)
    except TypeError:
        _settle(machine, key)
        raise


def _settle(machine: Machine, key: Tracked) -> None:
    """Decide which type it has, and so do its items."""
    settled = machine.settle(key)
    if isinstance(settled.shadow, Items) and isinstance(settled.value, tuple):
        for value, shadow in zip(tuple.__iter__(settled.value), settled.shadow.shadows, strict=True):
            _settle(machine, Tracked(value, shadow))


def is_builtin(value: Any) -> bool:
    """Whether hash and equality of the key run no Python code."""
    kind = type(value)
    if kind in (tuple, frozenset):
        return all(map(is_builtin, value))
    return not isinstance(kind.__hash__, types.FunctionType) and not isinstance(kind.__eq__, types.FunctionType)


def same_key(machine: Machine, old: Tracked, new: Tracked) -> bool:
    """Whether a dict or set takes the new key for the old one, decided.  Raises what the keys' methods raise.

    Generated methods of dataclasses are trusted to give one hash to what is equal.
    """
    if type(old.value) is type(new.value) is tuple and len(old.value) == len(new.value):
        pairs = zip(machine.iterate(old), machine.iterate(new), strict=True)
        return all(same_key(machine, machine.settle(a), machine.settle(b)) for a, b in pairs)
    if any(_hashes_itself(type(key.value)) for key in (old, new)):
        hashes = [machine.call(Tracked(hash, None), (key,), {}) for key in (old, new)]
        if not machine.truth(machine.equal(*hashes)):
            return False
    return machine.truth(machine.equal(old, new))


def _hashes_itself(kind: type) -> bool:
    method = kind.__hash__
    return isinstance(method, types.FunctionType) and method.__code__.co_filename != "<string>"


def search(machine: Machine, key: Tracked, keys: Iterable[Any], shadows: dict[Any, Shadow], real: Any) -> Found:
    """Look for the key; nothing is decided.  shadows: of the keys that have one; real: the container."""
    hashed(machine, key)
    if key.shadow is None and not shadows:
        there = key.value in real
        return Found(t.boolean(there), there, key.value if there else None, ())
    if not shadows and type(key.value) is int and isinstance(key.shadow, Term) and all(type(k) is int for k in keys):
        return _among_ints(key.shadow, key.value, real)
    cases: list[tuple[Any, Term]] = []
    place, there = None, False
    for other in keys:
        if key.shadow is None and type(key.value) in _CONSTANT and type(other) in _CONSTANT and other not in shadows:
            result = Tracked(key.value == other, None)
        else:
            if not is_builtin(other):
                raise NotFollowed
            result = machine.equal(Tracked(other, shadows.get(other)), key)
        if isinstance(result.shadow, Concretized):
            raise NotFollowed
        if result.value:
            place, there = other, True
        term = result.shadow if isinstance(result.shadow, Term) else t.boolean(bool(result.value))
        if term is not t.FALSE:
            cases.append((other, term))
    return Found(t.or_(*(term for _, term in cases)), there, place, tuple(cases))


def _among_ints(term: Term, value: int, real: Any) -> Found:
    assert term.sort is INT
    ranges: list[tuple[int, int]] = []
    for number in sorted(real):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    there = value in real
    cases = tuple((k, t.eq(term, t.integer(k))) for k in real)
    return Found(t.in_ranges(term, tuple(ranges)), there, value if there else None, cases)


def decide_there(machine: Machine, found: Found) -> bool:
    return machine.decide(found.term, found.there)


def decide_place(machine: Machine, found: Found) -> Any:
    """The key that is equal, decided; after `decide_there`."""
    for other, term in found.cases:
        if other is found.place or other == found.place:
            machine.decide(term, True)
            return other
    return found.place


# ---------------------------------------------------------------- the order of sets

SET_ORDER: Final = Assumption("set-order", "sets are in the order that the hashes of this process give")


def by_hash(members: Collection[Any]) -> bool:
    """Does the order of a set with these members depend on the process?"""
    return len(members) > 1 and not all(map(hash_of_value, members))


def hash_of_value(member: Any) -> bool:
    """Whether the hash is the same in every process.  Those of texts and of most objects are not."""
    if type(member) in (tuple, frozenset):
        return all(map(hash_of_value, member))
    return isinstance(member, int | float | complex) and type(member).__hash__ in (
        int.__hash__,
        float.__hash__,
        complex.__hash__,
    )
