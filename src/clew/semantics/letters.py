"""Character classes and case of str and bytes, and encodings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import (
    ASCII,
    LOWER,
    UPPER,
    Char,
    Fact,
    Ranges,
    Word,
    all_of,
    any_of,
    byte_class,
    cased_characters,
    character_class,
    complement,
    constants,
    continues_identifier,
    decide,
    intersection,
    negation,
    pin,
    ranges_of,
    shadow_of,
    unchanged_by,
    union,
    within,
)
from clew.semantics.modelled import Model, NotModelled, answer, modelled, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Shadow, Tracked

CAPITAL_SIGMA: Final = 0x3A3

# ---------------------------------------------------------------- classes


def _class(name: str, kind: type) -> Ranges:
    return character_class(name) if kind is str else byte_class(name)


def _every(name: str, of_empty: bool = False) -> Model:
    """Every character is in the class, and there is one (or not, for `isascii` and `isprintable`)."""

    def model(machine: Machine, operand: Tracked) -> Shadow:
        ranges = _class(name, type(operand.value))
        chars = word(machine, operand)
        return answer(all_of(within(c, ranges) for c in chars)) if chars or of_empty else None

    return model


@cache
def title_case_only() -> Ranges:
    """The letters such as U+01C5 that are in title case and in no other."""
    return intersection(character_class("istitle"), complement(character_class("isupper")))


def _cased(wanted: str) -> Model:
    """`isupper`, `islower`: a letter of the wanted case, and none of another."""

    def model(machine: Machine, operand: Tracked) -> Shadow:
        kind = type(operand.value)
        ranges = _class(wanted, kind)
        other = _class("islower" if wanted == "isupper" else "isupper", kind)
        unwanted = union(other, title_case_only()) if kind is str else other
        chars = word(machine, operand)
        none = all_of(negation(within(c, unwanted)) for c in chars)
        return answer(all_of((none, any_of(within(c, ranges) for c in chars))))

    return model


def _istitle(machine: Machine, operand: Tracked) -> Shadow:
    """Upper case only after uncased, lower case only after cased characters, and some of them."""
    kind = type(operand.value)
    upper = _class("istitle", kind)
    lower = _class("islower", kind)
    facts, cased = [], []
    before = Fact(t.FALSE, False)
    for char in word(machine, operand):
        is_upper, is_lower = within(char, upper), within(char, lower)
        facts.append(negation(all_of((is_upper, before))))
        facts.append(negation(all_of((is_lower, negation(before)))))
        before = any_of((is_upper, is_lower))
        cased.append(before)
    return answer(all_of((*facts, any_of(cased))))


def _isidentifier(machine: Machine, operand: Tracked) -> Shadow:
    chars = word(machine, operand)
    if not chars:
        return None
    rest = (within(c, continues_identifier()) for c in chars[1:])
    return answer(all_of((within(chars[0], character_class("isidentifier")), *rest)))


# ---------------------------------------------------------------- case


def lower_term(char: Char) -> Char:
    """The lower case of an ASCII character."""
    return _shifted(char, UPPER, 32)


def upper_term(char: Char) -> Char:
    return _shifted(char, LOWER, -32)


def _shifted(char: Char, ranges: Ranges, distance: int) -> Char:
    fact = within(char, ranges)
    moved = t.add(char.term, t.integer(distance))
    return Char(t.ite(fact.term, moved, char.term), char.code + distance if fact.holds else char.code)


def _swapped(char: Char) -> Char:
    up, low = within(char, LOWER), within(char, UPPER)
    term = t.ite(low.term, t.add(char.term, t.integer(32)), char.term)
    term = t.ite(up.term, t.sub(char.term, t.integer(32)), term)
    return Char(term, char.code - 32 if up.holds else char.code + 32 if low.holds else char.code)


@cache
def mapping_of(method: str) -> tuple[Ranges, tuple[tuple[int, Ranges], ...]]:
    """A case mapping of str: the special characters, and by distance those that move by it.

    Special are those that become several, and the capital sigma, whose lower case depends on its neighbours.
    """
    special: list[int] = []
    moved: dict[int, list[int]] = {}
    for low, high in complement(unchanged_by(method)):
        for code in range(low, high + 1):
            target = getattr(chr(code), method)()
            if len(target) != 1 or (code == CAPITAL_SIGMA and method in ("lower", "swapcase")):
                special.append(code)
            else:
                moved.setdefault(ord(target) - code, []).append(code)
    return ranges_of(special), tuple((distance, ranges_of(codes)) for distance, codes in sorted(moved.items()))


def _moved(char: Char, method: str) -> Char:
    """A character that is not special, mapped."""
    return Char(_moved_term(char.term, method), ord(getattr(chr(char.code), method)()))


@lru_cache(maxsize=4096)
def _moved_term(term: Term, method: str) -> Term:
    result = term
    for distance, ranges in mapping_of(method)[1]:
        result = t.ite(t.in_ranges(term, ranges), t.add(term, t.integer(distance)), result)
    return result


def _per_character(method: str, ascii_term: Callable[[Char], Char]) -> Model:
    """`lower`, `upper`, `casefold`, `swapcase`: is all ASCII?  Is there a special character?"""

    def model(machine: Machine, operand: Tracked) -> Shadow:
        chars = word(machine, operand)
        if isinstance(operand.value, bytes) or decide(machine, all_of(within(c, ASCII) for c in chars)):
            return shadow_of(map(ascii_term, chars))
        special = mapping_of(method)[0]
        if decide(machine, all_of(negation(within(c, special)) for c in chars)):
            return shadow_of(_moved(c, method) for c in chars)
        result: list[Char] = []
        for char in chars:
            if not decide(machine, within(char, special)):
                result.append(_moved(char, method))
            elif char.code == CAPITAL_SIGMA:
                pin(machine, chars)
                return None
            else:
                pin(machine, (char,))
                result.extend(constants(getattr(chr(char.code), method)()))
        return shadow_of(result)

    return model


def _in_context(convert: Callable[[Word, Casing], list[Char]]) -> Model:
    """`title`, `capitalize`: what becomes of a character depends on those before it."""

    def model(machine: Machine, operand: Tracked) -> Shadow:
        chars = word(machine, operand)
        if isinstance(operand.value, bytes) or decide(machine, all_of(within(c, ASCII) for c in chars)):
            return shadow_of(convert(chars, Casing(upper_term, lower_term, (*UPPER, *LOWER))))
        special = union(mapping_of("title")[0], mapping_of("lower")[0])
        if decide(machine, all_of(negation(within(c, special)) for c in chars)):
            casing = Casing(lambda c: _moved(c, "title"), lambda c: _moved(c, "lower"), cased_characters())
            return shadow_of(convert(chars, casing))
        pin(machine, chars)
        return None

    return model


class Casing(NamedTuple):
    """How characters become title and lower case, and which are cased."""

    title: Callable[[Char], Char]
    lower: Callable[[Char], Char]
    cased: Ranges


def _capitalized(chars: Word, casing: Casing) -> list[Char]:
    return [casing.lower(c) if i else casing.title(c) for i, c in enumerate(chars)]


def _titled(chars: Word, casing: Casing) -> list[Char]:
    result: list[Char] = []
    before = Fact(t.FALSE, False)
    for char in chars:
        low, up = casing.lower(char), casing.title(char)
        result.append(Char(t.ite(before.term, low.term, up.term), low.code if before.holds else up.code))
        before = within(char, casing.cased)
    return result


# ---------------------------------------------------------------- encodings

ENCODINGS: Final = {
    "ascii": "ascii", "us-ascii": "ascii", "utf-8": "utf-8", "utf8": "utf-8", "latin-1": "latin-1", "latin1": "latin-1",
    "iso-8859-1": "latin-1",
}  # fmt: skip


def _encoding(encoding: Tracked, errors: Tracked) -> str:
    """Our name of the encoding."""
    if encoding.shadow is not None or errors.shadow is not None:
        raise NotModelled("an encoding that depends on the inputs")
    if type(encoding.value) is not str or type(errors.value) is not str:
        raise NotModelled("an encoding that is no plain text")
    if errors.value != "strict":
        return "other"
    return ENCODINGS.get(encoding.value.lower().replace("_", "-"), "other")


UTF_8: Final = Tracked("utf-8", None)
STRICT: Final = Tracked("strict", None)


def encoded_shadow(machine: Machine, operand: Tracked, encoding: Tracked = UTF_8, errors: Tracked = STRICT) -> Shadow:
    name = _encoding(encoding, errors)
    chars = word(machine, operand)
    if name == "other":
        pin(machine, chars)
        return None
    top = 255 if name == "latin-1" else 127
    if decide(machine, all_of(within(c, ((0, top),)) for c in chars)):
        return shadow_of(chars)
    if name != "utf-8":
        pin(machine, chars)
        return None
    result: list[Term] = []
    for char in chars:
        encoded = _utf_8(machine, char)
        if encoded is None:
            return None
        result.extend(encoded)
    return shadow_of(Char(term, 0) for term in result)


def _utf_8(machine: Machine, char: Char) -> list[Term] | None:
    """The bytes of a code point, how many being decided; None for a surrogate, which is an error."""
    tops = (0x7F, 0x7FF, 0xFFFF)
    size = next((n for n, top in enumerate(tops, 1) if decide(machine, within(char, ((0, top),)))), 4)
    lead = (0, 0xC0, 0xE0, 0xF0)[size - 1]
    if size == 3 and decide(machine, within(char, ((0xD800, 0xDFFF),))):
        return None
    rest = [char.term]
    for _ in range(size - 1):
        rest[:1] = [t.floor_div(rest[0], t.integer(64)), t.add(t.floor_mod(rest[0], t.integer(64)), t.integer(128))]
    return [t.add(rest[0], t.integer(lead)), *rest[1:]]


def decoded_shadow(machine: Machine, operand: Tracked, encoding: Tracked = UTF_8, errors: Tracked = STRICT) -> Shadow:
    """`data.decode(encoding, errors)`"""
    name = _encoding(encoding, errors)
    chars = word(machine, operand)
    if name == "other":
        pin(machine, chars)
        return None
    top = 255 if name == "latin-1" else 127
    if not decide(machine, all_of(within(c, ((0, top),)) for c in chars)):
        pin(machine, chars)
        return None
    return shadow_of(chars)


def letter_methods(kind: type) -> dict[str, Operation]:
    """The entries for str or bytes."""
    models: dict[str, Model] = {
        "isalpha": _every("isalpha"),
        "isalnum": _every("isalnum"),
        "isdigit": _every("isdigit"),
        "isspace": _every("isspace"),
        "isascii": _every("isascii", True),
        "isupper": _cased("isupper"),
        "islower": _cased("islower"),
        "istitle": _istitle,
        "lower": _per_character("lower", lower_term),
        "upper": _per_character("upper", upper_term),
        "swapcase": _per_character("swapcase", _swapped),
        "capitalize": _in_context(_capitalized),
        "title": _in_context(_titled),
    }
    if kind is str:
        models |= {
            "isdecimal": _every("isdecimal"),
            "isnumeric": _every("isnumeric"),
            "isprintable": _every("isprintable", True),
            "isidentifier": _isidentifier,
            "casefold": _per_character("casefold", lower_term),
            "encode": encoded_shadow,
        }
    else:
        models["decode"] = decoded_shadow
    total = frozenset(models) - {"encode", "decode"}
    return {name: modelled(name, getattr(kind, name), model, name in total) for name, model in models.items()}
