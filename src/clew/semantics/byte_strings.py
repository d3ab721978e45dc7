"""Making bytes: from numbers, from text, from other bytes.  Their methods are those of `strings` and its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from clew.semantics.characters import Char, all_of, constants, decide, shadow_of, within
from clew.semantics.gathering import gathered
from clew.semantics.letters import STRICT, encoded_shadow
from clew.semantics.modelled import NotModelled, integer_term, modelled, sized
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Shadow, Tracked

LONGEST: Final = 1 << 16


def _of_numbers(machine: Machine, source: Tracked) -> Shadow:
    """`bytes(list)`: a ValueError where a number is no byte."""
    items = [machine.settle(item) for item in gathered(machine, source)]
    if any(isinstance(item.shadow, Concretized) or type(item.value) not in (int, bool) for item in items):
        raise NotModelled("these items")
    chars = [Char(integer_term(item), int(item.value)) for item in items]
    return shadow_of(chars) if decide(machine, all_of(within(c, ((0, 255),)) for c in chars)) else None


def _of_count(machine: Machine, count: Tracked) -> Shadow:
    """`bytes(n)`: that many zeros, a ValueError for a negative number."""
    length = sized(machine, count, -1, LONGEST)
    if length < 0:
        return None
    if length == LONGEST:
        raise NotModelled("a very long string")
    return shadow_of(constants(bytes(count.value)))


def _of_text(machine: Machine, source: Tracked, encoding: Tracked, errors: Tracked = STRICT) -> Shadow:
    return encoded_shadow(machine, source, encoding, errors)


def _of_bytes(machine: Machine, source: Tracked) -> Shadow:
    return source.shadow


FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (bytes, list): modelled("bytes", bytes, _of_numbers),
    (bytes, tuple): modelled("bytes", bytes, _of_numbers),
    (bytes, int): modelled("bytes", bytes, _of_count),
    (bytes, str): modelled("bytes", bytes, _of_text),
    (bytes, bytes): modelled("bytes", bytes, _of_bytes),
}
