"""`iter`, `next`, `reversed` and `itertools`: iterators that are drawn from step by step, as CPython draws from them.

An iterator over something tracked is a stream of the machine.  What CPython would keep inside (the pool of a product,
the pending element of a `groupby`) is kept here as tracked values.
"""

from __future__ import annotations

import itertools
import operator
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from clew.semantics.class_lookup import special
from clew.semantics.dicts import KINDS as DICTS
from clew.semantics.dicts import VIEWS
from clew.semantics.drawing import Steps, drawn
from clew.semantics.fallback import NotFollowed, accepts, followed
from clew.semantics.gathering import checked_iterator, gathered, users_iterator
from clew.semantics.operation import Machine, Operation
from clew.semantics.sequences import items, must_fit, pinned, tuple_of
from clew.semantics.shadow import NOTHING, Havocked, Sequence, Tracked

BUILTIN: Final = frozenset({list, tuple, str, bytes, bytearray, set, frozenset, range, deque, *DICTS, *VIEWS})


# ---------------------------------------------------------------- iter, next, reversed


def _iter(machine: Machine, source: Tracked, /, *sentinel: Tracked) -> Tracked:
    if sentinel:
        return _until(machine, source, *sentinel)
    real, kind = source.value, type(source.value)
    if getattr(kind, "is_stream", False):
        real.iterated()
        return source
    if kind in BUILTIN:
        return machine.stream(machine.iterate(source))
    method = special(kind, "__iter__")
    if isinstance(method, types.FunctionType):
        return checked_iterator(machine, machine.call(Tracked(method, None), (source,), {}))
    if method is None and isinstance(special(kind, "__getitem__"), types.FunctionType):
        return machine.stream(machine.iterate(source), source)
    if hasattr(kind, "__next__") and method is not None and iter(real) is real:
        return source
    if isinstance(real, list | tuple | dict | set | frozenset | deque):
        return machine.stream(machine.iterate(source))
    raise NotFollowed


def _until(machine: Machine, function: Tracked, *sentinel: Tracked) -> Tracked:
    if len(sentinel) != 1 or not callable(function.value):
        return Tracked(iter(function.value, *(s.value for s in sentinel)), None)  # a TypeError

    ended = False

    def step() -> Tracked | None:
        nonlocal ended
        value = None if ended else called(machine, function)
        ended = ended or value is None or machine.truth(machine.equal(value, sentinel[0]))
        return None if ended else value

    return machine.stream(Steps(step))


def _next(machine: Machine, source: Tracked, /, *default: Tracked) -> Tracked:
    if len(default) > 1 or not hasattr(type(source.value), "__next__"):
        return Tracked(next(source.value, *(d.value for d in default)), None)  # a TypeError
    try:
        return next(machine.resume(source))
    except StopIteration as end:
        if default:
            return default[0]
        result = () if end.value is None else (end.value,)  # what a generator returned
    raise StopIteration(*result)


def _reversed(machine: Machine, source: Tracked, /) -> Tracked:
    kind = type(source.value)
    if kind in (set, frozenset, *(v for v in VIEWS if not hasattr(v, "__reversed__"))):
        return Tracked(reversed(source.value), None)  # a TypeError
    if kind in (list, deque):
        items(machine, source)  # how many there are is decided
        return machine.stream(_backwards(machine, source.value, reversed(source.value), len(source.value)))
    if kind in BUILTIN:
        seen = list(machine.iterate(source))[::-1]
        changes = kind in (bytearray, *DICTS, *VIEWS)
        return machine.stream(_as_seen(machine, seen, reversed(source.value)) if changes else iter(seen))
    method = special(kind, "__reversed__")
    if isinstance(method, types.FunctionType):
        return machine.call(Tracked(method, None), (source,), {})
    size, item = special(kind, "__len__"), special(kind, "__getitem__")
    if method is None and isinstance(size, types.FunctionType) and isinstance(item, types.FunctionType):
        return _from_the_end(machine, source, size, item)
    raise NotFollowed


def _backwards(machine: Machine, real: Any, drawn: Iterator[Any], length: int) -> Iterator[Tracked]:
    """A list or deque may be changed before the steps and between them: a list that became too short ends them, a deque
    complains.  drawn: what CPython draws; length: how many there were when that was made.
    """
    for place in range(length - 1, -1, -1):
        contents = machine.contents(real)
        if isinstance(contents, Havocked):
            machine.decide_lost(contents.lost, place < len(real))
        value = next(drawn, drawn)
        if value is drawn:
            return
        if isinstance(contents, Havocked):
            yield Tracked(value, contents.lost)
        else:
            yield Tracked(value, contents.items[place] if isinstance(contents, Sequence) else None)


def _as_seen(machine: Machine, seen: list[Tracked], drawn: Iterator[Any]) -> Iterator[Tracked]:
    """drawn: what CPython draws, which complains where a dict was changed; other values may stand there since."""
    for before in seen:
        value = next(drawn, drawn)
        if value is drawn:
            return
        pairs = zip(value, before.value, strict=True) if type(value) is tuple else [(value, before.value)]
        if all(a is b for a, b in pairs):
            yield before
        else:
            yield Tracked(value, machine.lost("unmodelled-operation", "what changed under reversed()"))
    next(drawn, None)  # it complains at its end, too


def _from_the_end(machine: Machine, source: Tracked, size: Any, item: Any) -> Tracked:
    """`__len__` and `__getitem__` of the user's."""
    place = machine.binary("-", machine.call(Tracked(size, None), (source,), {}), Tracked(1, None))

    def produce() -> Iterator[Tracked]:
        nonlocal place
        while machine.truth(machine.binary(">=", place, Tracked(0, None))):
            try:
                yield machine.call(Tracked(item, None), (source, place), {})
            except Exception as error:
                if not machine.ends(error, IndexError):
                    raise
                return
            place = machine.binary("-", place, Tracked(1, None))

    return machine.stream(produce(), source)


# ---------------------------------------------------------------- itertools

Lazy: TypeAlias = Callable[..., Iterator[Tracked]]


def called(machine: Machine, function: Tracked, *args: Tracked) -> Tracked | None:
    """The result of a call made for an iterator; None where a StopIteration came out, which ends it."""
    try:
        return machine.call(function, args, {})
    except Exception as error:
        if not machine.ends(error, StopIteration):
            raise
        return None


def lazy(function: Any, model: Lazy, name: str | None = None) -> tuple[tuple[Any, type], Operation]:
    """An entry whose model is called at once (so that it complains at once) and gives the items."""

    def run(machine: Machine, /, *args: Tracked, **named: Tracked) -> Tracked:
        if not accepts(model, args, named):
            raise NotFollowed
        return machine.stream(model(machine, *args, **named))

    return (function, object), followed(name or function.__name__, function, run)


def _chain(machine: Machine, /, *sources: Tracked) -> Iterator[Tracked]:
    return _one_after_another(machine, iter(sources))


def _one_after_another(machine: Machine, sources: Iterator[Tracked]) -> Iterator[Tracked]:
    """A source that raises is asked again; the iterator over the sources is not, once it raised or ended."""
    rest: Iterator[Tracked] | None = sources
    active: Iterator[Tracked] | None = None

    def step() -> Tracked | None:
        nonlocal active, rest
        while rest is not None:
            if active is None:
                asked, rest = rest, None
                source = next(asked, None)
                if source is None:
                    return None
                active = drawn(machine, machine.settle(source))
                rest = asked
            item = next(active, None)
            if item is not None:
                return item
            active = None
        return None

    return Steps(step)


def _chain_from(machine: Machine, sources: Tracked, /) -> Iterator[Tracked]:
    return _one_after_another(machine, drawn(machine, sources))


def _count_of(machine: Machine, operand: Tracked) -> int:
    """A number of items, decided."""
    if type(operand.value) not in (int, bool):
        raise NotFollowed
    number = pinned(machine, operand)
    if number < 0:
        raise NotFollowed
    return number


def _islice(machine: Machine, source: Tracked, /, *bounds: Tracked) -> Iterator[Tracked]:
    if not 1 <= len(bounds) <= 3:
        raise NotFollowed
    first, last, stride = (NOTHING, bounds[0], NOTHING) if len(bounds) == 1 else (*bounds, NOTHING)[:3]
    for bound, least in ((first, 0), (last, 0), (stride, 1)):
        if bound.value is None and bound.shadow is None:
            continue
        if type(bound.value) not in (int, bool):
            raise NotFollowed
        fits = machine.truth(machine.binary(">=", bound, Tracked(least, None)))
        if not (fits and machine.truth(machine.binary("<=", bound, Tracked(sys.maxsize, None)))):
            itertools.islice((), *(b.value for b in bounds))  # a ValueError
            raise NotFollowed
    start = Tracked(0, None) if first.value is None else first
    step = Tracked(1, None) if stride.value is None else stride
    return _sliced(machine, drawn(machine, source), start, None if last.value is None else last, step)


def _sliced(
    machine: Machine, items: Iterator[Tracked], wanted: Tracked, stop: Tracked | None, step: Tracked
) -> Iterator[Tracked]:
    """As CPython does: what lies before the next wanted place is drawn and dropped, at the end all before `stop`."""
    count = 0

    def holds(op: str, a: Tracked, b: Tracked) -> bool:
        return machine.truth(machine.binary(op, a, b))

    while True:
        while holds("<", Tracked(count, None), wanted):
            if next(items, None) is None:
                return
            count += 1
        if stop is not None and holds(">=", Tracked(count, None), stop):
            return
        item = next(items, None)
        if item is None:
            return
        count += 1
        wanted = machine.binary("+", wanted, step)
        if stop is not None and holds(">", wanted, stop):
            wanted = stop
        yield item


def _pool(machine: Machine, source: Tracked) -> list[Tracked]:
    return list(gathered(machine, source))


def _product(machine: Machine, /, *sources: Tracked, repeat: Tracked = Tracked(1, None)) -> Iterator[Tracked]:  # noqa: B008
    times = _count_of(machine, repeat)
    pools = [_pool(machine, source) for source in sources]
    return (tuple_of(list(row)) for row in itertools.product(*pools, repeat=times))


def _selections(choose: Callable[..., Iterable[tuple[Any, ...]]], whole: bool) -> Lazy:
    """`combinations` and its like, over the places of a pool."""

    def model(machine: Machine, iterable: Tracked, r: Tracked = NOTHING) -> Iterator[Tracked]:
        size = None if whole and r.value is None and r.shadow is None else _count_of(machine, r)
        pool = _pool(machine, iterable)
        rows = choose(range(len(pool)), len(pool) if size is None else size)
        return (tuple_of([pool[place] for place in row]) for row in rows)

    return model


def _accumulate(
    machine: Machine, iterable: Tracked, func: Tracked = NOTHING, *, initial: Tracked = NOTHING
) -> Iterator[Tracked]:
    items = drawn(machine, iterable)
    first = None if initial.value is None else initial
    total: Tracked | None = None

    def step() -> Tracked | None:
        nonlocal total
        if total is None:
            total = next(items, None) if first is None else first
            return total
        item = next(items, None)
        if item is None:
            return None
        result = machine.binary("+", total, item) if func.value is None else called(machine, func, total, item)
        total = total if result is None else result
        return result

    return Steps(step)


def _zip_longest(machine: Machine, /, *sources: Tracked, fillvalue: Tracked = NOTHING) -> Iterator[Tracked]:
    rest: list[Iterator[Tracked] | None] = [drawn(machine, source) for source in sources]

    def produce() -> Iterator[Tracked]:
        left = len(rest)
        while left:
            row = []
            for place, drawn_from in enumerate(rest):
                item = None if drawn_from is None else next(drawn_from, None)
                if item is None and drawn_from is not None:
                    rest[place] = None
                    left -= 1
                    if not left:
                        return
                row.append(fillvalue if item is None else item)
            yield tuple_of(row)

    return produce()


def _counting(
    machine: Machine,
    start: Tracked = Tracked(0, None),  # noqa: B008
    step: Tracked = Tracked(1, None),  # noqa: B008
) -> Iterator[Tracked]:
    if any(type(x.value) not in (int, bool) for x in (start, step)):
        raise NotFollowed

    def produce() -> Iterator[Tracked]:
        number = Tracked(operator.index(start.value), start.shadow)
        while True:
            yield number
            number = machine.binary("+", number, step)

    return produce()


def _repeat(machine: Machine, object: Tracked, times: Tracked | None = None) -> Iterator[Tracked]:
    if times is None:
        return itertools.repeat(object)
    if type(times.value) not in (int, bool):
        raise NotFollowed
    must_fit(machine, times, lambda value: itertools.repeat(None, value))
    return _repeated(machine, object, times)


def _repeated(machine: Machine, item: Tracked, times: Tracked) -> Iterator[Tracked]:
    number = 0
    while machine.truth(machine.binary("<", Tracked(number, None), times)):
        yield item
        number += 1


def _cycle(machine: Machine, source: Tracked, /) -> Iterator[Tracked]:
    items, saved = drawn(machine, source), deque[Tracked]()
    first_time = True

    def step() -> Tracked | None:
        nonlocal first_time
        item = next(items, None) if first_time else None
        first_time = item is not None
        if item is None and saved:
            item = saved.popleft()
        if item is not None:
            saved.append(item)
        return item

    return Steps(step)


def _while(taking: bool) -> Lazy:
    def model(machine: Machine, predicate: Tracked, source: Tracked, /) -> Iterator[Tracked]:
        items, decided = drawn(machine, source), False

        def step() -> Tracked | None:
            nonlocal decided
            while not (taking and decided):
                item = next(items, None)
                if item is None or decided:
                    return item
                answer = called(machine, predicate, item)
                if answer is None:
                    return None
                decided = not machine.truth(answer)
                if decided is not taking:
                    return item
            return None

        return Steps(step)

    return model


def _starmap(machine: Machine, function: Tracked, source: Tracked, /) -> Iterator[Tracked]:
    rows = drawn(machine, source)

    def step() -> Tracked | None:
        row = next(rows, None)
        return None if row is None else called(machine, function, *gathered(machine, machine.settle(row)))

    return Steps(step)


def _filter_false(machine: Machine, predicate: Tracked, source: Tracked, /) -> Iterator[Tracked]:
    return kept(machine, predicate, drawn(machine, source), False)


def kept(machine: Machine, predicate: Tracked, items: Iterator[Tracked], wanted: bool) -> Iterator[Tracked]:
    """The items on which the predicate, or the truth of the item itself, is what is wanted."""

    def step() -> Tracked | None:
        while (item := next(items, None)) is not None:
            answer = item if predicate.value is None else called(machine, predicate, item)
            if answer is None:
                return None
            if machine.truth(answer) is wanted:
                return item
        return None

    return Steps(step)


def _compress(machine: Machine, data: Tracked, selectors: Tracked) -> Iterator[Tracked]:
    items, flags = drawn(machine, data), drawn(machine, selectors)

    def step() -> Tracked | None:
        while (item := next(items, None)) is not None and (flag := next(flags, None)) is not None:
            if machine.truth(flag):
                return item
        return None

    return Steps(step)


def _pairwise(machine: Machine, source: Tracked, /) -> Iterator[Tracked]:
    items = machine.iterate(source)

    def produce() -> Iterator[Tracked]:
        before = next(items, None)
        if before is None:
            return
        for item in items:
            yield tuple_of([before, item])
            before = item

    return produce()


def _tee(machine: Machine, source: Tracked, n: Tracked = Tracked(2, None), /) -> Tracked:  # noqa: B008
    number = _count_of(machine, n)
    copies = itertools.tee(drawn(machine, users_iterator(machine, source) or source), number)
    return tuple_of([machine.stream(copy) for copy in copies])


def _group_by(machine: Machine, iterable: Tracked, key: Tracked = NOTHING) -> Iterator[Tracked]:
    """Groups share the source: moving on to the next group uses up the one before."""
    if isinstance(special(type(iterable.value), "__next__"), types.FunctionType):
        raise NotFollowed  # how often it is asked after its end
    items = drawn(machine, iterable)
    failed = False
    pending: list[tuple[Tracked, Tracked]] = []  # the element looked at last, with its key

    def advance() -> bool:
        nonlocal failed
        if failed:
            machine.approximate("unmodelled-operation", "what groupby gives after an exception came out of it")
        failed = True
        item = next(items, None)
        pending.clear()
        its_key = item if item is None or key.value is None else called(machine, key, item)
        failed = False
        if item is None or its_key is None:
            return False
        pending.append((item, its_key))
        return True

    def same(a: Tracked, b: Tracked) -> bool:
        return machine.truth(machine.equal(a, b))

    def group(turn: int, wanted: Tracked) -> Iterator[Tracked]:
        while turns[0] == turn and pending and same(wanted, pending[0][1]):
            yield pending[0][0]
            if turns[0] != turn or not advance():
                return

    turns = [0]

    def produce() -> Iterator[Tracked]:
        current: Tracked | None = None
        if not advance():
            return
        while True:
            while current is not None and pending and same(current, pending[0][1]):
                if not advance():
                    return
            if not pending:
                return
            current = pending[0][1]
            turns[0] += 1
            yield tuple_of([current, machine.stream(group(turns[0], current))])

    return produce()


# ---------------------------------------------------------------- entries

FUNCTION: Final = {
    (iter, object): followed("iter", iter, _iter),
    (next, object): followed("next", next, _next),
    (reversed, object): followed("reversed", reversed, _reversed),
    (itertools.tee, object): followed("tee", itertools.tee, _tee),
    **dict(
        (
            lazy(itertools.chain, _chain),
            lazy(itertools.chain.from_iterable, _chain_from),
            lazy(itertools.islice, _islice),
            lazy(itertools.product, _product),
            lazy(itertools.combinations, _selections(itertools.combinations, whole=False)),
            lazy(
                itertools.combinations_with_replacement,
                _selections(itertools.combinations_with_replacement, whole=False),
            ),
            lazy(itertools.permutations, _selections(itertools.permutations, whole=True)),
            lazy(itertools.accumulate, _accumulate),
            lazy(itertools.zip_longest, _zip_longest),
            lazy(itertools.count, _counting),
            lazy(itertools.repeat, _repeat),
            lazy(itertools.cycle, _cycle),
            lazy(itertools.takewhile, _while(taking=True)),
            lazy(itertools.dropwhile, _while(taking=False)),
            lazy(itertools.starmap, _starmap),
            lazy(itertools.filterfalse, _filter_false),
            lazy(itertools.compress, _compress),
            lazy(itertools.pairwise, _pairwise),
            lazy(itertools.groupby, _group_by),
        )
    ),
}
