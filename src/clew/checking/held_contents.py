"""How what is in an object is read, put back, and made anew in a test, by the class of the object.

    QUEUE.put(job)       what is in it; put back; `queue.Queue()`
    LOCK.acquire()       is it held; released; `threading.Lock()`
    next(COLOURS)        how far it is; stays so, who reads it next reads on; `itertools.cycle(["red", "blue"])`
    LEVEL.set(3)         what it holds here; set again; `contextvars.ContextVar("LEVEL", default=1)`

Contents are compared by identity, so they are read without any code of the user's: built-in types are asked by their
own methods, and of what the library has written in Python only the very classes are known, not those below them.
"""

from __future__ import annotations

import collections
import contextvars
import io
import itertools
import operator
import queue
import random
import threading
import types
import warnings
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from clew.checking.describe import describe, own_attributes
from clew.records import dataclass

Saved: TypeAlias = list[Any] | bytes | str | tuple[Any, ...]
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True)
class Kind:
    """read: what it holds, a list where that is to be looked into; write: puts that back, as far as can be.

    anew: an expression for one that holds the same, with the modules it needs, or None.  copies: would a copy do, too?
    """

    read: Callable[[Any], Saved]
    write: Callable[[Any, Any], object]
    anew: Callable[[Any], Anew | None] = lambda value: None
    copies: bool = True


@dataclass(frozen=True, slots=True)
class Anew:
    text: str
    modules: tuple[str, ...]


def kind_of(cls: type) -> Kind | None:
    return _EXACT.get(cls) or next((_BUILTIN[base] for base in cls.__mro__ if base in _BUILTIN), None)


def anew(value: Any) -> Anew | None:
    kind = _EXACT.get(type(value))
    return kind.anew(value) if kind is not None else None


# ---------------------------------------------------------------- containers


def _listed(value: Any) -> list[Any]:
    found = own_attributes(value)
    return [*found, *found.values()]


def _set_listed(value: Any, saved: list[Any]) -> None:
    half = len(saved) // 2
    names = dict(zip(saved[:half], saved[half:], strict=True))
    for name in own_attributes(value).keys() - names.keys():
        object.__delattr__(value, name)
    for name, held in names.items():
        object.__setattr__(value, name, held)


def _set_dict(value: Any, saved: list[Any]) -> None:
    half = len(saved) // 2
    dict.clear(value)
    dict.update(value, zip(saved[:half], saved[half:], strict=True))


def _set_ordered(value: Any, saved: list[Any]) -> None:
    half = len(saved) // 2
    collections.OrderedDict.clear(value)
    collections.OrderedDict.update(value, zip(saved[:half], saved[half:], strict=True))


def _set_set(value: Any, saved: list[Any]) -> None:
    set.clear(value)
    set.update(value, saved)


def _set_deque(value: Any, saved: list[Any]) -> None:
    collections.deque.clear(value)
    collections.deque.extend(value, saved)


def _set_maps(value: Any, saved: list[Any]) -> None:
    value.maps[:] = saved


# ---------------------------------------------------------------- what threads share


def _release(lock: Any, was_held: tuple[Any, ...]) -> None:
    """A lock that was free; one that was held stays as it is."""
    while not was_held[0] and _is_held(lock)[0]:
        lock.release()


def _is_held(lock: Any) -> tuple[Any, ...]:
    """Of one that may be held several times, by what it says of itself: it has no method for that."""
    return (lock.locked() if type(lock) is _LOCK else not repr(lock).startswith("<unlocked"),)


def _queued(value: Any) -> list[Any]:
    return [*value.queue, value.unfinished_tasks]


def _set_queued(value: Any, saved: list[Any]) -> None:
    *items, value.unfinished_tasks = saved
    if isinstance(value.queue, collections.deque):
        _set_deque(value.queue, items)
    else:
        value.queue[:] = items


def _new_queue(value: Any) -> Anew | None:
    size = value.maxsize if type(value.maxsize) is int and value.maxsize else ""
    return Anew(f"queue.{type(value).__name__}({size})", ("queue",)) if _queued(value) == [0] else None


def _drain(value: Any, saved: tuple[Any, ...]) -> None:
    while value.qsize() > saved[0]:
        value.get_nowait()


def _set_local(value: Any, saved: list[Any]) -> None:
    _set_dict(threading.local.__getattribute__(value, "__dict__"), saved)


def _of_local(value: Any) -> list[Any]:
    """In this thread."""
    held = threading.local.__getattribute__(value, "__dict__")
    return [*held, *held.values()]


def _set_event(value: Any, saved: tuple[Any, ...]) -> None:
    (value._flag,) = saved


def _set_count(value: Any, saved: tuple[Any, ...]) -> None:
    (value._value,) = saved


# ---------------------------------------------------------------- streams, context variables, iterators


def _written(value: Any) -> tuple[Any, ...]:
    return () if value.closed else (value.getvalue(), value.tell())


def _rewrite(value: Any, saved: tuple[Any, ...]) -> None:
    if saved and not value.closed:
        value.seek(0)
        value.truncate()
        value.write(saved[0])
        value.seek(saved[1])


def _new_stream(value: Any) -> Anew | None:
    text, at = _written(value) or ("", -1)
    return Anew(f"io.{type(value).__name__}({repr(text) if text else ''})", ("io",)) if at == 0 else None


def _in_context(value: contextvars.ContextVar[Any]) -> list[Any]:
    return [value.get(_ABSENT)]


def _set_in_context(value: contextvars.ContextVar[Any], saved: list[Any]) -> None:
    """One that was not set cannot be made so again without the token."""
    if saved[0] is not _ABSENT:
        value.set(saved[0])


def _new_variable(value: contextvars.ContextVar[Any]) -> Anew | None:
    if value.get(_ABSENT) is not _ABSENT:  # it was set
        return None
    try:
        shown = describe(value.get())
    except LookupError:
        return Anew(f"contextvars.ContextVar({value.name!r})", ("contextvars",))
    text = f"contextvars.ContextVar({value.name!r}, default={shown.text})"
    return Anew(text, ("contextvars", *shown.modules)) if shown.text is not None else None


def _left_in(value: Any) -> tuple[Any, ...]:
    return (operator.length_hint(value),)


def _rest(value: Any) -> list[Any] | None:
    """What an iterator over a sequence will give."""
    if type(value) not in _OVER_SEQUENCES:
        return None
    _, (held, *_), *at = value.__reduce__()
    return list(held)[at[0] if at else 0 :]


def _new_iterator(value: Any, form: str = "iter({})", modules: tuple[str, ...] = ()) -> Anew | None:
    if (rest := _rest(value)) is None or (shown := describe(rest)).text is None:
        return None
    return Anew(form.format(shown.text), (*modules, *shown.modules))


def _parts_of_cycle(value: Any) -> tuple[Any, list[Any]] | None:
    """What it is over, and what it keeps for the next round; from Python 3.14 on it does not say."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            _, (inner,), (kept, _) = value.__reduce__()
        except (TypeError, ValueError):
            return None
    return inner, kept


def _place_in_cycle(value: Any) -> tuple[Any, ...]:
    parts = _parts_of_cycle(value)
    return () if parts is None else (operator.length_hint(parts[0]), len(parts[1]))


def _new_cycle(value: Any) -> Anew | None:
    """Of one that has not been asked yet."""
    parts = _parts_of_cycle(value)
    if parts is None or parts[1]:
        return None
    return _new_iterator(parts[0], "itertools.cycle({})", ("itertools",))


def _place_in_generator(value: types.GeneratorType[Any, Any, Any]) -> tuple[Any, ...]:
    return (value.gi_frame.f_lasti if value.gi_frame is not None else None,)


def _stays(value: Any, saved: Saved) -> None:
    """It cannot be put back: who reads it next reads on."""


def _iterator(read: Callable[[Any], Saved], new: Callable[[Any], Anew | None] = lambda value: None) -> Kind:
    return Kind(read, _stays, new, copies=False)


def _plain(text: str, module: str, holds: Callable[[Any], bool]) -> Callable[[Any], Anew | None]:
    """anew: the text, where this holds nothing."""
    return lambda value: None if holds(value) else Anew(text, (module,))


_LOCK: Final = type(threading.Lock())
_RLOCK: Final = type(threading.RLock())
_OVER_SEQUENCES: Final = tuple(map(type, (iter([]), iter(()), iter(""), iter("é"))))
_OVER_OTHERS: Final = tuple(map(type, (iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(range(1)))))


def _new_semaphore(value: Any) -> Anew | None:
    if getattr(value, "_initial_value", value._value) != value._value:  # a bounded one, some of which is taken
        return None
    return Anew(f"threading.{type(value).__name__}({value._value})", ("threading",))


_SEMAPHORE: Final = Kind(lambda v: (v._value,), _set_count, _new_semaphore, copies=False)


def _event(value: Any) -> tuple[Any, ...]:
    return (value._flag,)


OF_OBJECTS: Final = Kind(_listed, _set_listed)
_BUILTIN: Final[dict[type, Kind]] = {
    list: Kind(lambda v: list(list.__iter__(v)), lambda v, saved: list.__setitem__(v, slice(None), saved)),
    dict: Kind(lambda v: [*dict.__iter__(v), *dict.values(v)], _set_dict),
    collections.OrderedDict: Kind(
        lambda v: [*collections.OrderedDict.__iter__(v), *collections.OrderedDict.values(v)], _set_ordered
    ),
    set: Kind(lambda v: list(set.__iter__(v)), _set_set),
    collections.deque: Kind(lambda v: list(collections.deque.__iter__(v)), _set_deque),
    bytearray: Kind(bytes, lambda v, saved: bytearray.__setitem__(v, slice(None), saved)),
    random.Random: Kind(random.Random.getstate, random.Random.setstate),
}
_EXACT: Final[dict[type, Kind]] = {
    collections.ChainMap: Kind(lambda v: list(v.maps), _set_maps),
    _LOCK: Kind(_is_held, _release, _plain("threading.Lock()", "threading", lambda v: _is_held(v)[0]), copies=False),
    _RLOCK: Kind(_is_held, _release, _plain("threading.RLock()", "threading", lambda v: _is_held(v)[0]), copies=False),
    threading.Event: Kind(
        _event, _set_event, _plain("threading.Event()", "threading", lambda v: bool(v._flag)), copies=False
    ),
    **dict.fromkeys((threading.Semaphore, threading.BoundedSemaphore), _SEMAPHORE),
    threading.local: Kind(
        _of_local, _set_local, _plain("threading.local()", "threading", lambda v: bool(_of_local(v))), copies=False
    ),
    **dict.fromkeys((queue.Queue, queue.LifoQueue, queue.PriorityQueue), Kind(_queued, _set_queued, _new_queue, False)),
    queue.SimpleQueue: Kind(
        lambda v: (v.qsize(),), _drain, _plain("queue.SimpleQueue()", "queue", lambda v: v.qsize() > 0), copies=False
    ),
    **dict.fromkeys((io.StringIO, io.BytesIO), Kind(_written, _rewrite, _new_stream)),
    contextvars.ContextVar: Kind(_in_context, _set_in_context, _new_variable, copies=False),
    itertools.count: _iterator(lambda v: (repr(v),), lambda v: Anew(f"itertools.{v!r}", ("itertools",))),
    itertools.cycle: _iterator(_place_in_cycle, _new_cycle),
    **dict.fromkeys((*_OVER_SEQUENCES, *_OVER_OTHERS), _iterator(_left_in, _new_iterator)),
    types.GeneratorType: _iterator(_place_in_generator),
}
