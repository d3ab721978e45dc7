"""Searching in str and bytes: `find`, `index`, `count`, `startswith`, … as one term each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import Char, Fact, Word, any_of, decide, equal_words, within
from clew.semantics.modelled import NONE, Model, NotModelled, answer, bounds, integer_term, modelled, text, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Items, Shadow, Tracked, simplified
from clew.semantics.strings import is_free, occurrences


def _needle(machine: Machine, operand: Tracked, sought: Tracked) -> Word:
    """What is looked for: a string of the same kind, or for bytes an int (decided to be a byte)."""
    if isinstance(operand.value, bytes) and type(sought.value) in (int, bool):
        term = integer_term(sought)
        byte = within(Char(term, int(sought.value)), ((0, 255),))
        if not decide(machine, byte):
            raise NotModelled("a number that is no byte")
        return (Char(term, int(sought.value)),)
    return word(machine, sought, type(operand.value))


def _places(
    machine: Machine, operand: Tracked, sought: Tracked, start: Tracked, stop: Tracked
) -> list[tuple[int, Fact]]:
    """Where the needle may be, in order, and whether it is there."""
    chars = word(machine, operand)
    needle = _needle(machine, operand, sought)
    first, last = bounds(machine, start, stop, len(chars))
    found = occurrences(chars, needle)
    return [(i, found[i]) for i in range(max(first, 0), last - len(needle) + 1)]


def _first_place(places: list[tuple[int, Fact]]) -> Term:
    result = t.integer(-1)
    for place, fact in reversed(places):
        result = t.ite(fact.term, t.integer(place), result)
    return result


def _find(backwards: bool) -> Model:
    def model(machine: Machine, operand: Tracked, sub: Tracked, start: Tracked = NONE, end: Tracked = NONE) -> Shadow:
        places = _places(machine, operand, sub, start, end)
        return simplified(_first_place(places[::-1] if backwards else places))

    return model


def _index(backwards: bool) -> Model:
    def model(machine: Machine, operand: Tracked, sub: Tracked, start: Tracked = NONE, end: Tracked = NONE) -> Shadow:
        places = _places(machine, operand, sub, start, end)
        if not decide(machine, any_of(fact for _, fact in places)):
            return None
        return simplified(_first_place(places[::-1] if backwards else places))

    return model


def _count(machine: Machine, operand: Tracked, sub: Tracked, start: Tracked = NONE, end: Tracked = NONE) -> Shadow:
    """Occurrences do not overlap: from i on there are as many as from i+1, or one more than from behind the match."""
    chars = word(machine, operand)
    needle = _needle(machine, operand, sub)
    first, last = bounds(machine, start, end, len(chars))
    if not needle:
        return None
    found = occurrences(chars, needle)
    counts: dict[int, Term] = {}
    for i in range(last - len(needle), max(first, 0) - 1, -1):
        rest = counts.get(i + 1, t.ZERO)
        if len(needle) == 1:
            counts[i] = t.add(t.ite(found[i].term, t.ONE, t.ZERO), rest)
        else:
            counts[i] = t.ite(found[i].term, t.add(t.ONE, counts.get(i + len(needle), t.ZERO)), rest)
    return simplified(counts.get(max(first, 0), t.ZERO))


def _affixes(affix: Tracked) -> list[Tracked]:
    """The one affix, or those of a tuple."""
    if type(affix.value) is not tuple:
        return [affix]
    shadows = affix.shadow.shadows if isinstance(affix.shadow, Items) else (None,) * len(affix.value)
    if isinstance(affix.shadow, Concretized) or any(isinstance(s, Concretized) for s in shadows):
        raise NotModelled("a string that was not followed")
    return list(map(Tracked, affix.value, shadows))


def _affixed(at_end: bool) -> Model:
    """`startswith` and `endswith`.  An affix of known length at the start of a string needs no length decided."""

    def model(machine: Machine, operand: Tracked, affix: Tracked, start: Tracked = NONE, end: Tracked = NONE) -> Shadow:
        kind = type(operand.value)
        affixes = [machine.settle(a) for a in _affixes(affix)]
        known = text(operand)
        if not at_end and is_free(known) and start.value is None and end.value is None:
            results = []
            for one in affixes:
                word(machine, one, kind)
                prefix = text(one, kind) if not is_free(text(one, kind)) else None
                codes = prefix.chars if prefix is not None else machine.characters(one) or ()
                same = t.and_(*map(t.eq, known.first(len(codes)), codes))
                results.append(t.and_(t.ge(known.length, t.integer(len(codes))), same))
            return simplified(t.or_(*results))
        chars = word(machine, operand)
        first, last = bounds(machine, start, end, len(chars))
        facts = []
        for one in affixes:
            part = word(machine, one, kind)
            if max(first, 0) + len(part) <= last:
                place = last - len(part) if at_end else max(first, 0)
                facts.append(equal_words(chars[place : place + len(part)], part))
        return answer(any_of(facts))

    return model


def _entry(name: str, model: Model, value: Callable[..., Any]) -> Operation:
    return modelled(name, value, model)


def search_methods(kind: type) -> dict[str, Operation]:
    """The entries for str or bytes."""
    models = {
        "find": _find(False),
        "rfind": _find(True),
        "index": _index(False),
        "rindex": _index(True),
        "count": _count,
        "startswith": _affixed(False),
        "endswith": _affixed(True),
    }
    return {name: modelled(name, getattr(kind, name), model) for name, model in models.items()}
