"""Make the inputs of a case plainer while it keeps reaching its goals, before anyone has to read them.

Greedy, as delta debugging (Zeller and Hildebrandt 2002) on the input variables: fewer calls on objects first, then
shorter strings and containers, by dropping blocks of elements, then likelier types, then plainer code points and
smaller numbers.  Each attempt is a run; a few dozen are enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from clew.records import dataclass
from clew.search.tree import Model

ATTEMPTS = 48  # runs for one case
PLAIN_CODES = (97, 48, 32)  # a, 0, space
USUAL_YEAR = 2024


@dataclass(slots=True)
class _Shrinker:
    model: Model
    keeps: Callable[[Model], Model | None]
    left: int

    def offer(self, changes: Model, gone: tuple[str, ...] = ()) -> bool:
        """Take the changed inputs if they still do; False where not, or where the attempts are used up."""
        if self.left <= 0:
            return False
        candidate = {name: value for name, value in self.model.items() if name not in gone} | changes
        if candidate == self.model:
            return False
        self.left -= 1
        result = self.keeps(candidate)
        if result is None:
            return False
        self.model = result
        return True


def shrink(
    model: Model,
    keeps: Callable[[Model], Model | None],
    is_text: Callable[[str], bool] = lambda name: True,
    attempts: int = ATTEMPTS,
) -> Model:
    """keeps: runs an assignment; gives all its variables when the case is still worth the same, None otherwise.

    is_text: of an input with a length, whether it is a text rather than a container.
    """
    shrinker = _Shrinker(model, keeps, attempts)
    for name in sorted(n for n in model if n.endswith("?calls")):
        _fewer_calls(shrinker, name.removesuffix("?calls"))
    for name in sorted(n for n in shrinker.model if n.endswith("#len")):
        _shorten(shrinker, name.removesuffix("#len"))
    for name in sorted(n for n, kind in shrinker.model.items() if n.endswith("?kind") and kind):
        _likelier(shrinker, name.removesuffix("?kind"))
    _readable(shrinker, is_text)
    for name in sorted(shrinker.model):
        value = shrinker.model.get(name)
        if name.endswith(("#len", "?kind")) or isinstance(value, bool) or not value:
            continue
        if _is_year(shrinker.model, name):
            plainer: Iterator[int | float] = iter((USUAL_YEAR,))
        else:
            plainer = _plainer_code(value) if _is_code(shrinker.model, name, is_text) else _plainer_number(value)
        for candidate in plainer:
            if shrinker.offer({name: candidate}):
                break
    return shrinker.model


def _fewer_calls(shrinker: _Shrinker, name: str) -> None:
    """Leave out what is done to an object before, one by one."""
    place = 0
    while isinstance(count := shrinker.model.get(f"{name}?calls"), int) and place < count and shrinker.left > 0:
        if not shrinker.offer(*_without_call(shrinker.model, name, place, count)):
            place += 1


def _without_call(model: Model, name: str, place: int, count: int) -> tuple[Model, tuple[str, ...]]:
    """The variables after leaving out one call: later ones move down, with all that belongs to them."""
    changes: Model = {f"{name}?calls": count - 1}
    gone = []
    pattern = re.compile(re.escape(name) + r"([?.]call)(\d+)(\..*)?", re.DOTALL)
    for variable, value in model.items():
        match = pattern.fullmatch(variable)
        if match is None or int(match[2]) < place:
            continue
        gone.append(variable)
        if int(match[2]) > place:
            changes[f"{name}{match[1]}{int(match[2]) - 1}{match[3] or ''}"] = value
    return changes, tuple(gone)


def _shorten(shrinker: _Shrinker, name: str) -> None:
    """Drop blocks of elements, large ones first."""
    block = _count(shrinker.model, name)
    while block >= 1 and shrinker.left > 0:
        start = 0
        while start < (count := _count(shrinker.model, name)) and shrinker.left > 0:
            size = min(block, count - start)
            if not shrinker.offer(*_without(shrinker.model, name, start, size, count)):
                start += size
        block //= 2


def _count(model: Model, name: str) -> int:
    length = model.get(f"{name}#len", 0)
    return length if isinstance(length, int) else 0


def _without(model: Model, name: str, start: int, size: int, count: int) -> tuple[Model, tuple[str, ...]]:
    """The variables after dropping `size` elements from `start` on: later ones move down, with all that belongs to
    them.
    """
    changes: Model = {f"{name}#len": count - size}
    gone = []
    pattern = re.compile(re.escape(name) + r"(?:\[(\d+)\]|\.(key|value)(\d+))(.*)", re.DOTALL)
    for variable, value in model.items():
        match = pattern.fullmatch(variable)
        if match is None:
            continue
        index = int(match[1] if match[1] is not None else match[3])
        if index < start:
            continue
        gone.append(variable)
        if index >= start + size:
            place = f"[{index - size}]" if match[1] is not None else f".{match[2]}{index - size}"
            changes[f"{name}{place}{match[4]}"] = value
    return changes, tuple(gone)


def _is_code(model: Model, name: str, is_text: Callable[[str], bool]) -> bool:
    """A code point of a string, rather than an element of a list: both are `x[i]`."""
    base, bracket, _ = name.rpartition("[")
    return bool(bracket) and name.endswith("]") and f"{base}#len" in model and is_text(base)


def _is_year(model: Model, name: str) -> bool:
    """Of a date, which has a month and a day beside it."""
    base, _, part = name.rpartition(".")
    return part == "year" and f"{base}.month" in model and f"{base}.day" in model


def _readable(shrinker: _Shrinker, is_text: Callable[[str], bool]) -> None:
    """Letters in place of what cannot be printed, the same one wherever the same stood."""
    places: dict[int, list[str]] = {}
    for name, value in shrinker.model.items():
        if isinstance(value, int) and _is_code(shrinker.model, name, is_text):
            places.setdefault(value, []).append(name)
    letters = [letter for letter in range(ord("a"), ord("z")) if letter not in places]
    for code in sorted(c for c in places if not chr(c).isprintable())[: len(letters)]:
        shrinker.offer(dict.fromkeys(places[code], letters.pop(0)))


def _likelier(shrinker: _Shrinker, name: str) -> None:
    """The first of the types it may have, with its plainest value, the parts that it has now, or the number."""
    kind = f"{name}?kind"
    if shrinker.offer({kind: 0}):
        return
    now = f"{name}:{shrinker.model.get(kind)}"
    parts: Model = {f"{name}:0{n.removeprefix(now)}": v for n, v in shrinker.model.items() if n.startswith(f"{now}.")}
    if parts and shrinker.offer({kind: 0, **parts}):
        return
    value = shrinker.model.get(now)
    if isinstance(value, float) and abs(value) < 2**53:
        for whole in (int(value), int(value) + 1):
            if shrinker.offer({kind: 0, f"{name}:0": whole}):
                return


def _plainer_code(value: object) -> Iterator[int]:
    for code in PLAIN_CODES:
        if code == value:
            return
        yield code


def _plainer_number(value: object) -> Iterator[int | float]:
    if isinstance(value, float):
        yield from (0.0, 1.0)
        if value == value and abs(value) < 2**53 and value != int(value):
            yield float(int(value))
    elif isinstance(value, int):
        sign = 1 if value > 0 else -1
        yield 0
        if value < 0:
            yield -value
        yield from (n * sign for n in (1, 2, 10, 100) if n < abs(value))
        while abs(value) > 3:
            value = sign * (abs(value) // 2)
            yield value
