"""dict and its library subclasses: keys are found as `hashing.py` says, values keep their shadows by key."""

from __future__ import annotations

import gc
import operator
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.choosing import choose
from clew.semantics.class_lookup import in_class
from clew.semantics.fallback import NotFollowed, followed
from clew.semantics.gathering import gathered_again
from clew.semantics.hashing import Found, decide_place, decide_there, hashed, is_builtin, search
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import all_equal, tuple_of
from clew.semantics.shadow import NOTHING, Havocked, Mapping, Shadow, Tracked, simplified

KINDS: Final = (dict, OrderedDict, defaultdict, Counter)
VIEWS: Final[tuple[type, ...]] = tuple(
    type(getattr(kind(), name)()) for kind in (dict, OrderedDict) for name in ("keys", "values", "items")
)


# ---------------------------------------------------------------- contents


def mapping(machine: Machine, target: Tracked) -> Mapping:
    """The contents, made where there are none, the length not decided."""
    contents = machine.contents(target.value)
    if contents is None:
        contents = Mapping(dict.fromkeys(target.value, (None, None)))
        machine.keep(target.value, contents)
    if isinstance(contents, Havocked) or not isinstance(contents, Mapping):
        raise NotFollowed
    return contents


def entries(machine: Machine, target: Tracked) -> dict[Any, tuple[Shadow, Shadow]]:
    """The shadows of keys and values, the length decided; to be changed with the dict."""
    contents = mapping(machine, target)
    if contents.length is not None:
        length, contents.length = contents.length, None
        machine.decide(t.eq(length, t.integer(len(target.value))), True)
    return contents.entries


def untouched(machine: Machine, target: Tracked, *others: Tracked) -> bool:
    """Nothing in the dict depends on the inputs, nor do the others."""
    return machine.contents(target.value) is None and all(other.shadow is None for other in others)


def lookup(machine: Machine, target: Tracked, key: Tracked) -> Found:
    if untouched(machine, target):
        return search(machine, key, target.value, {}, target.value)
    known = entries(machine, target)
    tainted: dict[Any, Shadow] = {k: shadow for k, (shadow, _) in known.items() if shadow is not None}
    return search(machine, key, known, tainted, target.value)


def read(machine: Machine, target: Tracked, found: Found) -> Tracked:
    """The value under a key that is there."""
    real = target.value
    contents = machine.contents(real)
    known = contents.entries if isinstance(contents, Mapping) else {}

    def at(key: Any) -> Tracked:
        return Tracked(dict.__getitem__(real, key), known[key][1] if key in known else None)

    if len(found.cases) > 1:
        actual = next(i for i, (key, _) in enumerate(found.cases) if key is found.place or key == found.place)
        return choose(machine, [(term, at(key)) for key, term in found.cases], actual)
    return at(decide_place(machine, found))


def write(machine: Machine, target: Tracked, key: Tracked, value: Tracked) -> None:
    real = target.value
    if untouched(machine, target, key, value):
        hashed(machine, key)
        real[key.value] = value.value
        return
    known = entries(machine, target)
    found = lookup(machine, target, key)
    if decide_there(machine, found):
        place = decide_place(machine, found)
        known[place] = (known[place][0], value.shadow)
    else:
        known[key.value] = (key.shadow, value.shadow)
    real[key.value] = value.value


def remove(machine: Machine, target: Tracked, found: Found) -> Tracked:
    """Take out the key that is there."""
    place = decide_place(machine, found)
    known = mapping(machine, target).entries
    _, shadow = known[place]
    value = target.value[place]
    del target.value[place]
    del known[place]
    return Tracked(value, shadow)


def pairs(machine: Machine, target: Tracked) -> list[tuple[Tracked, Tracked]]:
    known = entries(machine, target)
    shadows = (known[k] if is_builtin(k) else (None, None) for k in dict.keys(target.value))
    return [(Tracked(k, a), Tracked(v, b)) for (k, v), (a, b) in zip(dict.items(target.value), shadows, strict=True)]


def dict_of(view: Any) -> dict[Any, Any] | None:
    """The dict that a view looks at; None where the interpreter does not say."""
    return next((o for o in gc.get_referents(view) if isinstance(o, dict)), None)


def over_view(machine: Machine, view: Any, real: dict[Any, Any], drawn: Iterator[Any]) -> Iterator[Tracked]:
    """Iterate over a view of the dict; each step decides whether there is one more.  drawn: its keys."""
    contents = mapping(machine, Tracked(real, None))
    for count, key in enumerate(drawn):
        if contents.length is not None:
            machine.decide(t.gt(contents.length, t.integer(count)), True)
        if is_builtin(key):
            (key_shadow, value_shadow), value = contents.entries.get(key, (None, None)), dict.__getitem__(real, key)
        else:  # which is not asked for its hash again
            (key_shadow, value_shadow), value = (None, None), next(v for k, v in dict.items(real) if k is key)
        yield _of_view(view, Tracked(key, key_shadow), Tracked(value, value_shadow))
    if contents.length is not None:
        machine.decide(t.gt(contents.length, t.integer(len(real))), False)


def _of_view(view: Any, key: Tracked, value: Tracked) -> Tracked:
    if isinstance(view, VIEWS[0]):
        return key
    return value if isinstance(view, VIEWS[1]) else tuple_of([key, value])


# ---------------------------------------------------------------- items


def _found_plainly(machine: Machine, target: Tracked, key: Tracked) -> Tracked | None:
    """The value under a key of which nothing depends on inputs: looked up once, as its methods may be the user's."""
    if type(target.value) is not dict or not untouched(machine, target, key):
        return None
    hashed(machine, key)
    value = target.value.get(key.value, NOTHING)
    return None if value is NOTHING else Tracked(value, None)


def get_item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    if (value := _found_plainly(machine, target, key)) is not None:
        return value
    found = lookup(machine, target, key)
    if decide_there(machine, found):
        return read(machine, target, found)
    if type(target.value) is Counter:
        return Tracked(0, None)
    if type(target.value) is defaultdict and target.value.default_factory is not None:
        value = machine.call(Tracked(target.value.default_factory, None), (), {})
        write(machine, target, key, value)
        return value
    return Tracked(target.value[key.value], None)  # a KeyError


def set_item(machine: Machine, target: Tracked, key: Tracked, value: Tracked, /) -> Tracked:
    write(machine, target, key, value)
    return NOTHING


def del_item(machine: Machine, target: Tracked, key: Tracked, /) -> Tracked:
    found = lookup(machine, target, key)
    if decide_there(machine, found):
        mapping(machine, target)
        remove(machine, target, found)
    else:
        del target.value[key.value]
    return NOTHING


def contains(machine: Machine, key: Tracked, target: Tracked, /) -> Tracked:
    found = lookup(machine, target, key)
    return Tracked(found.there, simplified(found.term))


def excludes(machine: Machine, key: Tracked, target: Tracked, /) -> Tracked:
    found = lookup(machine, target, key)
    return Tracked(not found.there, simplified(t.not_(found.term)))


# ---------------------------------------------------------------- methods


def _get(machine: Machine, target: Tracked, key: Tracked, default: Tracked = NOTHING, /) -> Tracked:
    if (value := _found_plainly(machine, target, key)) is not None:
        return value
    found = lookup(machine, target, key)
    return read(machine, target, found) if decide_there(machine, found) else default


def _set_default(machine: Machine, target: Tracked, key: Tracked, default: Tracked = NOTHING, /) -> Tracked:
    found = lookup(machine, target, key)
    if decide_there(machine, found):
        return read(machine, target, found)
    write(machine, target, key, default)
    return default


def _pop(machine: Machine, target: Tracked, key: Tracked, /, *default: Tracked) -> Tracked:
    if len(default) > 1:
        target.value.pop(key.value, *(d.value for d in default))  # a TypeError
    if not target.value:
        entries(machine, target)
        target.value.pop(key.value, *(d.value for d in default))  # an empty dict does not hash the key
        return default[0]
    found = lookup(machine, target, key)
    if decide_there(machine, found):
        mapping(machine, target)
        return remove(machine, target, found)
    return default[0] if len(default) == 1 else Tracked(target.value.pop(key.value, *(d.value for d in default)), None)


def _pop_item(machine: Machine, target: Tracked, /) -> Tracked:
    known = entries(machine, target)
    key, value = target.value.popitem()
    shadows = known.pop(key)
    return tuple_of([Tracked(key, shadows[0]), Tracked(value, shadows[1])])


def update_from(machine: Machine, target: Tracked, other: Tracked) -> None:
    if type(other.value) in KINDS:
        if not all(map(is_builtin, other.value)):
            raise NotFollowed
        given = pairs(machine, other)
    elif hasattr(type(other.value), "keys") or in_class(type(other.value), "__getattr__"):
        raise NotFollowed
    else:
        for element in machine.iterate(other):
            pair = list(gathered_again(machine, machine.settle(element)))
            if len(pair) != 2:
                raise ValueError("dictionary update sequence element has the wrong length; 2 is required")
            write(machine, target, *pair)
        return
    for key, value in given:
        write(machine, target, key, value)


def _update(machine: Machine, target: Tracked, /, *others: Tracked, **named: Tracked) -> Tracked:
    filled(machine, target, others, named, "update ")
    return NOTHING


def filled(
    machine: Machine, target: Tracked, others: tuple[Tracked, ...], named: dict[str, Tracked], doing: str = ""
) -> Tracked:
    """doing: what a TypeError says is done."""
    if len(others) > 1:
        raise TypeError(f"{doing}expected at most 1 argument, got {len(others)}")
    for other in others:
        update_from(machine, target, other)
    for name, value in named.items():
        write(machine, target, Tracked(name, None), value)
    return target


def _clear(machine: Machine, target: Tracked, /) -> Tracked:
    target.value.clear()
    machine.keep(target.value, Mapping())
    return NOTHING


def copied(machine: Machine, target: Tracked, /) -> Tracked:
    contents = mapping(machine, target)
    result = target.value.copy()
    machine.keep(result, Mapping(dict(contents.entries), contents.length))
    return Tracked(result, None)


def _view(name: str) -> Callable[..., Tracked]:
    """The view shares the contents of its dict, so that whoever looks at it sees what it depends on."""

    def model(machine: Machine, target: Tracked, /) -> Tracked:
        view = getattr(target.value, name)()
        machine.keep(view, mapping(machine, target))
        return Tracked(view, None)

    return model


def _or(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    result = copied(machine, a)
    update_from(machine, result, b)
    return result


def _or_in_place(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
    update_from(machine, a, b)
    return a


def _held(machine: Machine, target: Tracked) -> list[tuple[int, ...]]:
    """What is in it, told apart by identity."""
    return [(id(k.value), id(k.shadow), id(v.value), id(v.shadow)) for k, v in pairs(machine, target)]


def _equality(wanted: bool) -> Callable[..., Tracked]:
    def model(machine: Machine, a: Tracked, b: Tracked, /) -> Tracked:
        if not all(map(is_builtin, (*a.value, *b.value))):
            raise NotFollowed  # CPython keeps their hashes
        left, right = entries(machine, a), entries(machine, b)
        if len(left) != len(right):
            return Tracked(not wanted, None)
        absent = False

        def matched() -> Iterator[tuple[Tracked, Tracked]]:
            nonlocal absent
            for key, value in pairs(machine, a):
                found = lookup(machine, b, key)
                absent = not decide_there(machine, found)
                if absent:
                    return
                yield value, read(machine, b, found)

        before = [_held(machine, a), _held(machine, b)]
        result = all_equal(machine, matched())
        if before != [_held(machine, a), _held(machine, b)]:
            machine.approximate("unmodelled-operation", "a comparison changed the dict that is compared")
        if absent:
            return Tracked(not wanted, None)
        if wanted:
            return result
        return Tracked(not result.value, t.not_(result.shadow) if isinstance(result.shadow, Term) else None)

    return model


def _dict(machine: Machine, /, *others: Tracked, **named: Tracked) -> Tracked:
    result = Tracked({}, None)
    if not others and not named:
        return result
    _update(machine, result, *others, **named)
    return result


def _from_keys(machine: Machine, keys: Tracked, value: Tracked = NOTHING, /) -> Tracked:
    result = Tracked({}, None)
    for key in machine.iterate(keys):
        write(machine, result, key, value)
    return result


# ---------------------------------------------------------------- entries


def _methods(kind: Any) -> dict[tuple[type, str], Operation]:
    models: dict[str, tuple[Callable[..., Tracked], bool]] = {
        "get": (_get, False), "setdefault": (_set_default, False), "pop": (_pop, False), "clear": (_clear, True),
        "copy": (copied, True), "keys": (_view("keys"), True), "values": (_view("values"), True),
        "items": (_view("items"), True),
    }  # fmt: skip
    if kind is not Counter:
        models["update"] = (_update, False)
    if kind is not OrderedDict:
        models["popitem"] = (_pop_item, False)
    return {(kind, name): followed(name, getattr(kind, name), model, total=n) for name, (model, n) in models.items()}


BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    **{("in", object, kind): followed("in", lambda a, b: a in b, contains) for kind in KINDS},
    **{("not-in", object, kind): followed("not in", lambda a, b: a not in b, excludes) for kind in KINDS},
    ("==", dict, dict): followed("==", operator.eq, _equality(True)),
    ("!=", dict, dict): followed("!=", operator.ne, _equality(False)),
    ("|", dict, dict): followed("|", operator.or_, _or),
    ("|=", dict, object): followed("|=", operator.ior, _or_in_place),
}
ITEM: Final = {kind: followed("[]", operator.getitem, get_item) for kind in KINDS}
SET_ITEM: Final = {kind: followed("[]=", operator.setitem, set_item) for kind in KINDS}
DEL_ITEM: Final = {kind: followed("del []", operator.delitem, del_item) for kind in KINDS}
FUNCTION: Final = {
    (dict, object): followed("dict", dict, _dict),
    (dict.fromkeys, object): followed("fromkeys", dict.fromkeys, _from_keys),
}
METHOD: Final = {
    **{key: entry for kind in KINDS for key, entry in _methods(kind).items()},
}
