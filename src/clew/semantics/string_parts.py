"""Methods of str and bytes whose result has another shape: strip, split, partition, replace, join, padding, …

The shape is decided character by character; the characters of the result are those of the operand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from clew.logic import terms as t
from clew.semantics.characters import (
    Char,
    Fact,
    Ranges,
    Word,
    any_of,
    byte_class,
    character_class,
    constants,
    decide,
    equal_words,
    ranges_of,
    same,
    shadow_of,
    within,
)
from clew.semantics.deferred import Deferred
from clew.semantics.gathering import gathered_again
from clew.semantics.modelled import NONE, Model, NotModelled, Parts, flag, modelled, number, sized, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Shadow, Tracked, items_of
from clew.semantics.strings import occurrences

LINE_ENDS: Final[Ranges] = ((10, 13), (28, 30), (0x85, 0x85), (0x2028, 0x2029))
BYTE_LINE_ENDS: Final[Ranges] = ((10, 10), (13, 13))
UNLIMITED: Final = Tracked(-1, None)
FALSE: Final = Tracked(False, None)
EIGHT: Final = Tracked(8, None)


def white_space(kind: type) -> Ranges:
    return character_class("isspace") if kind is str else byte_class("isspace")


# ---------------------------------------------------------------- strip


def _member(char: Char, chars: Word | None, kind: type) -> Fact:
    if chars is None:
        return within(char, white_space(kind))
    if all(t.is_const(c.term) for c in chars):
        return within(char, ranges_of(c.code for c in chars))
    return any_of(same(char, c) for c in chars)


def _strip(left: bool, right: bool) -> Model:
    def model(machine: Machine, operand: Tracked, chars: Tracked = NONE) -> Shadow:
        kind = type(operand.value)
        body = word(machine, operand)
        unwanted = None if chars.value is None else word(machine, chars, kind)
        first, last = 0, len(body)
        while left and first < last and decide(machine, _member(body[first], unwanted, kind)):
            first += 1
        while right and last > first and decide(machine, _member(body[last - 1], unwanted, kind)):
            last -= 1
        return shadow_of(body[first:last])

    return model


def _remove_prefix(machine: Machine, operand: Tracked, prefix: Tracked) -> Shadow:
    body, part = word(machine, operand), word(machine, prefix, type(operand.value))
    found = decide(machine, equal_words(body[: len(part)], part))
    return shadow_of(body[len(part) :] if found else body)


def _remove_suffix(machine: Machine, operand: Tracked, suffix: Tracked) -> Shadow:
    body, part = word(machine, operand), word(machine, suffix, type(operand.value))
    start = len(body) - len(part)
    found = start >= 0 and decide(machine, equal_words(body[start:], part))
    return shadow_of(body[:start] if found else body)


# ---------------------------------------------------------------- split


def _limit(machine: Machine, maxsplit: Tracked, size: int) -> int:
    """How many splits at most; more than there are characters is no limit."""
    wanted = sized(machine, maxsplit, -1, size + 1)
    return size + 1 if wanted < 0 else wanted


def _split_by(machine: Machine, body: Word, sep: Word, limit: int) -> list[Word]:
    parts, start = [], 0
    found = occurrences(body, sep)
    while limit > 0 and (place := _next(machine, found, range(start, len(found)))) is not None:
        parts.append(body[start:place])
        start = place + len(sep)
        limit -= 1
    return [*parts, body[start:]]


def _next(machine: Machine, found: list[Fact], places: range) -> int | None:
    """The first of the places where it is found.  Whether there is one is asked first: often there is none."""
    if not decide(machine, any_of(found[i] for i in places)):
        return None
    return next(i for i in places if decide(machine, found[i]))


def _split_blank(machine: Machine, body: Word, kind: type, limit: int) -> list[Word]:
    """Split at runs of white space; what remains after the last split keeps its trailing space."""
    spaces = white_space(kind)
    parts: list[Word] = []
    i, size = 0, len(body)
    while True:
        while i < size and decide(machine, within(body[i], spaces)):
            i += 1
        if i == size:
            return parts
        if limit == 0:
            return [*parts, body[i:]]
        start = i
        while i < size and not decide(machine, within(body[i], spaces)):
            i += 1
        parts.append(body[start:i])
        limit -= 1


def _rsplit_blank(machine: Machine, body: Word, kind: type, limit: int) -> list[Word]:
    return [part[::-1] for part in reversed(_split_blank(machine, body[::-1], kind, limit))]


def _split(from_right: bool) -> Model:
    def model(machine: Machine, operand: Tracked, sep: Tracked = NONE, maxsplit: Tracked = UNLIMITED) -> Parts | None:
        kind = type(operand.value)
        body = word(machine, operand)
        limit = _limit(machine, maxsplit, len(body))
        if sep.value is None:
            parts = (_rsplit_blank if from_right else _split_blank)(machine, body, kind, limit)
        else:
            by = word(machine, sep, kind)
            if not by:
                return None
            if from_right:
                parts = [p[::-1] for p in reversed(_split_by(machine, body[::-1], by[::-1], limit))]
            else:
                parts = _split_by(machine, body, by, limit)
        return Parts(tuple(map(shadow_of, parts)))

    return model


def _splitlines(machine: Machine, operand: Tracked, keepends: Tracked = FALSE) -> Parts:
    body = word(machine, operand)
    keep = flag(machine, keepends)
    ends = LINE_ENDS if isinstance(operand.value, str) else BYTE_LINE_ENDS
    parts, start, i = [], 0, 0
    while i < len(body):
        if not decide(machine, within(body[i], ends)):
            i += 1
            continue
        stop = i + 1
        if stop < len(body) and decide(machine, equal_words(body[i : i + 2], constants("\r\n"))):
            stop += 1
        parts.append(body[start : stop if keep else i])
        start = i = stop
    if start < len(body):
        parts.append(body[start:])
    return Parts(tuple(map(shadow_of, parts)))


def _partition(from_right: bool) -> Model:
    def model(machine: Machine, operand: Tracked, sep: Tracked) -> Shadow:
        body, by = word(machine, operand), word(machine, sep, type(operand.value))
        if not by:
            return None
        found = occurrences(body, by)
        places = range(len(found))
        i = _next(machine, found, places[::-1] if from_right else places)
        if i is not None:
            return items_of(tuple(map(shadow_of, (body[:i], by, body[i + len(by) :]))))
        return items_of(tuple(map(shadow_of, ((), (), body) if from_right else (body, (), ()))))

    return model


# ---------------------------------------------------------------- replace and translate


def _replace(machine: Machine, operand: Tracked, old: Tracked, new: Tracked, count: Tracked = UNLIMITED) -> Shadow:
    kind = type(operand.value)
    body, out, into = word(machine, operand), word(machine, old, kind), word(machine, new, kind)
    limit = _limit(machine, count, len(body) + 1)
    if not out:
        pieces: list[Char] = []
        for i, char in enumerate(body):
            pieces.extend(into if i < limit else ())
            pieces.append(char)
        return shadow_of([*pieces, *(into if len(body) < limit else ())])
    if len(out) == len(into) == 1 and limit > len(body):
        return shadow_of(_chosen(same(c, out[0]), into[0], c) for c in body)
    parts = _split_by(machine, body, out, limit)
    joined = list(parts[0])
    for part in parts[1:]:
        joined += [*into, *part]
    return shadow_of(joined)


def _chosen(fact: Fact, then: Char, orelse: Char) -> Char:
    return Char(t.ite(fact.term, then.term, orelse.term), then.code if fact.holds else orelse.code)


def _translate(machine: Machine, operand: Tracked, table: Tracked) -> Shadow:
    """A table that is a dict or str of constants: every key is asked for."""
    body = word(machine, operand)
    mapping = table.value
    if type(mapping) is not dict or table.shadow is not None or machine.contents(mapping) is not None:
        raise NotModelled("this table")
    targets: dict[int, str] = {}
    for key, item in mapping.items():
        if type(key) is not int or not (item is None or type(item) in (int, str)):
            raise NotModelled("this table")
        if type(item) is int and not 0 <= item <= sys.maxunicode:
            raise NotModelled("this table")  # an error where the text has the key
        targets[key] = "" if item is None else chr(item) if type(item) is int else item
    kept_length = all(len(target) == 1 for target in targets.values())
    result: list[Char] = []
    for char in body:
        if kept_length:
            mapped = char
            for key, target in targets.items():
                mapped = _chosen(same(char, constants(chr(key))[0]), constants(target)[0], mapped)
            result.append(mapped)
        elif decide(machine, within(char, ranges_of(targets))):
            key = next(k for k in targets if decide(machine, same(char, constants(chr(k))[0])))
            result.extend(constants(targets[key]))
        else:
            result.append(char)
    return shadow_of(result)


def _expandtabs(machine: Machine, operand: Tracked, tabsize: Tracked = EIGHT) -> Shadow:
    body = word(machine, operand)
    width = number(machine, tabsize)
    result: list[Char] = []
    column = 0
    for char in body:
        if decide(machine, same(char, constants("\t")[0])):
            blanks = width - column % width if width > 0 else 0
            result.extend(constants(" ") * blanks)
            column += blanks
        else:
            result.append(char)
            ends = decide(machine, within(char, BYTE_LINE_ENDS))
            column = 0 if ends else column + 1
    return shadow_of(result)


# ---------------------------------------------------------------- join


def _join(machine: Machine, separator: Tracked, iterable: Tracked) -> Tracked | None:
    """Joins what iterating gives, so that the steps of a generator are taken here; the characters are deferred."""
    kind = type(separator.value)
    if not isinstance(iterable.value, Iterable):
        raise NotModelled(f"joining a {type(iterable.value).__name__}")
    items = [machine.settle(item) for item in gathered_again(machine, iterable)]
    lost = next((item.shadow for item in items if isinstance(item.shadow, Concretized)), None)
    if lost is not None:
        machine.approximate(lost.code, "join of values that were not followed may raise")
    value = separator.value.join([item.value for item in items])
    if lost is not None:
        return Tracked(value, lost)
    if separator.shadow is None and all(item.shadow is None for item in items):
        return Tracked(value, None)
    if not all(type(item.value) is kind for item in items):
        return Tracked(value, machine.lost("unmodelled-operation", "join of instances of a subclass"))

    def characters() -> list[Char]:
        between = word(machine, separator)
        result: list[Char] = []
        for i, item in enumerate(items):
            result += [*(between if i else ()), *word(machine, item, kind)]
        return result

    return Tracked(value, Deferred(characters, separator.shadow, *(item.shadow for item in items)))


# ---------------------------------------------------------------- padding


def _padding(machine: Machine, operand: Tracked, width: Tracked) -> tuple[Word, int]:
    body = word(machine, operand)
    wanted = sized(machine, width, len(body), 1 << 30)
    if wanted >= 1 << 20:
        raise NotModelled("a very long string")
    return body, wanted - len(body)


def padded(body: Word, pad: int, align: str, fill: Word, width: int) -> Word:
    """align: `<`, `>`, or `^` as `str.center` does it."""
    if align == "<":
        return body + fill * pad
    if align == ">":
        return fill * pad + body
    left = pad // 2 + (pad & width & 1)
    return fill * left + body + fill * (pad - left)


def _justify(align: str) -> Model:
    def model(machine: Machine, operand: Tracked, width: Tracked, fillchar: Tracked | None = None) -> Shadow:
        kind = type(operand.value)
        fill = constants(" ") if fillchar is None else word(machine, fillchar, kind)
        body, pad = _padding(machine, operand, width)
        return shadow_of(padded(body, pad, align, fill, len(body) + pad)) if len(fill) == 1 else None

    return model


def _zfill(machine: Machine, operand: Tracked, width: Tracked) -> Shadow:
    body, pad = _padding(machine, operand, width)
    if not pad:
        return shadow_of(body)
    signed = bool(body) and decide(machine, within(body[0], ((43, 43), (45, 45))))
    return shadow_of((*body[:signed], *constants("0") * pad, *body[signed:]))


def shape_methods(kind: type) -> dict[str, Operation]:
    """The entries for str or bytes."""
    models: dict[str, Model] = {
        "strip": _strip(True, True),
        "lstrip": _strip(True, False),
        "rstrip": _strip(False, True),
        "removeprefix": _remove_prefix,
        "removesuffix": _remove_suffix,
        "split": _split(False),
        "rsplit": _split(True),
        "splitlines": _splitlines,
        "partition": _partition(False),
        "rpartition": _partition(True),
        "replace": _replace,
        "expandtabs": _expandtabs,
        "join": _join,
        "ljust": _justify("<"),
        "rjust": _justify(">"),
        "center": _justify("^"),
        "zfill": _zfill,
    }
    if kind is str:
        models["translate"] = _translate
    return {name: modelled(name, getattr(kind, name), model) for name, model in models.items()}
