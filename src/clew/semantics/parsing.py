"""`int(s)` and `float(s)`: the grammars of CPython as regular expressions, and the values as terms.

What is most often meant, ASCII digits only, is asked first, as one decision.  Otherwise: is it ASCII, and is it valid?
White space and digits are those of Unicode in a str and those of C in bytes, but the separators U+001C to U+001F, which
are space to `str.isspace`, are none here.  A float is the exact quotient of two exactly represented numbers, which IEEE
division rounds correctly (Clinger 1990, the fast path); where that does not hold the text is decided.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.characters import (
    ASCII,
    DIGITS,
    LOWER,
    MAX_CODE,
    UPPER,
    Char,
    Ranges,
    Word,
    all_of,
    any_of,
    character_class,
    complement,
    constants,
    decide,
    decimal_zeros,
    equal_words,
    intersection,
    pin,
    ranges_of,
    union,
    within,
)
from clew.semantics.modelled import modelled, number, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.regex_automaton import Automaton, automaton
from clew.semantics.regex_matching import Matcher
from clew.semantics.shadow import Shadow, Tracked, simplified

UNDERSCORE: Final[Ranges] = ((95, 95),)
MAX_DIGITS: Final = 640  # longer decimal texts may meet the interpreter's limit
TEN: Final = Tracked(10, None)
EXACT_DIGITS: Final = 15
EXACT_POWER: Final = 22

# ---------------------------------------------------------------- classes and grammars


@cache
def _spaces(in_bytes: bool) -> Ranges:
    ascii_spaces: Ranges = ((9, 13), (32, 32))
    if in_bytes:
        return ascii_spaces
    return union(ascii_spaces, intersection(character_class("isspace"), complement(ASCII)))


@cache
def _digits(base: int, in_bytes: bool) -> Ranges:
    """The digits of a base: decimal digits of all scripts (ASCII ones in bytes), then letters."""
    zeros = (48,) if in_bytes else decimal_zeros()
    decimal = tuple((z, z + min(base, 10) - 1) for z in zeros)
    extra = base - 10
    letters = ((65, 64 + extra), (97, 96 + extra)) if extra > 0 else ()
    return union(decimal, letters)


def _text_of(ranges: Ranges) -> str:
    """A character class of `re`."""
    return "[" + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges) + "]"


def _pattern(source: str, in_bytes: bool) -> Automaton:
    return automaton(re.compile(source, re.ASCII if in_bytes else 0))


@cache
def _integer_grammar(base: int, in_bytes: bool) -> Automaton:
    """Group 1: the sign; group 2: the digits; for base 0, groups 2 to 5: of base 16, 8, 2 and 10."""
    space = _text_of(_spaces(in_bytes))
    zero = _text_of(ranges_of([48] if in_bytes else decimal_zeros()))

    def run(b: int) -> str:
        digit = _text_of(_digits(b, in_bytes))
        return f"{digit}(?:_?{digit})*"

    if base == 0:
        nonzero = _text_of(
            intersection(_digits(10, in_bytes), complement(ranges_of([48] if in_bytes else decimal_zeros())))
        )
        digit = _text_of(_digits(10, in_bytes))
        decimal = f"{nonzero}(?:_?{digit})*|{zero}(?:_?{zero})*"
        body = f"(?:{zero}[xX]_?({run(16)})|{zero}[oO]_?({run(8)})|{zero}[bB]_?({run(2)})|({decimal}))"
    else:
        letters = {16: "[xX]", 8: "[oO]", 2: "[bB]"}.get(base)
        prefix = f"(?:{zero}{letters}_?)?" if letters else ""
        body = f"{prefix}({run(base)})"
    return _pattern(f"{space}*([+-]?){body}{space}*", in_bytes)


@cache
def _float_grammar(in_bytes: bool) -> Automaton:
    """Groups: sign, special value, digits before and after the point, exponent."""
    space, digit = _text_of(_spaces(in_bytes)), _text_of(_digits(10, in_bytes))
    run = f"{digit}(?:_?{digit})*"
    special = "[iI][nN][fF](?:[iI][nN][iI][tT][yY])?|[nN][aA][nN]"
    mantissa = rf"(?:({run})(?:\.({run})?)?|\.({run}))"
    return _pattern(f"{space}*([+-]?)(?:({special})|{mantissa}([eE][+-]?{run})?){space}*", in_bytes)


# ---------------------------------------------------------------- values


def _digit_value(char: Char, base: int, ascii_only: bool) -> Term:
    """The value of a character that is a digit of the base."""
    value = t.sub(char.term, t.integer(48))
    if not ascii_only:
        for zero in decimal_zeros():
            if zero != 48:
                here = t.in_ranges(char.term, ((zero, zero + 9),))
                value = t.ite(here, t.sub(char.term, t.integer(zero)), value)
    if base > 10:
        value = t.ite(t.in_ranges(char.term, UPPER), t.sub(char.term, t.integer(55)), value)
        value = t.ite(t.in_ranges(char.term, LOWER), t.sub(char.term, t.integer(87)), value)
    return value


def digits_value(digits: Word, base: int, ascii_only: bool = True) -> Term:
    """Horner's scheme."""
    result = t.ZERO
    for char in digits:
        result = t.add(t.scale(base, result), _digit_value(char, base, ascii_only))
    return result


def _among(chars: Word, ascii_only: bool) -> Term:
    """The value of valid text: digits count, white space, signs and underscores are passed over."""
    result = t.ZERO
    ranges = DIGITS if ascii_only else _digits(10, False)
    for char in chars:
        more = t.add(t.scale(10, result), _digit_value(char, 10, ascii_only))
        result = t.ite(t.in_ranges(char.term, ranges), more, result)
    minus = any_of(within(c, ((45, 45),)) for c in chars)
    return t.ite(minus.term, t.neg(result), result)


def _int_of(machine: Machine, source: Tracked, base: Tracked = TEN) -> Shadow:
    chars = word(machine, source)
    radix = number(machine, base)
    in_bytes = isinstance(source.value, bytes)
    if radix != 0 and not 2 <= radix <= 36:
        return None
    if len(chars) > MAX_DIGITS:
        pin(machine, chars)
        return None
    shown = intersection(_digits(radix or 10, True), ((0, MAX_CODE),))
    plain = all_of(within(c, shown) for c in chars)
    if radix == 0 and chars:
        plain = all_of((plain, within(chars[0], ((49, 57),))))
    if chars and decide(machine, plain):
        return simplified(digits_value(chars, radix or 10))
    ascii_only = in_bytes or decide(machine, all_of(within(c, ASCII) for c in chars))
    grammar = _integer_grammar(radix, in_bytes)
    matcher = Matcher(grammar.in_ascii() if ascii_only else grammar, chars, True)
    if not decide(machine, matcher.matches_at(0)):
        return None
    if radix == 10:
        return simplified(_among(chars, ascii_only))
    spans, taken = matcher.trail(machine, 0)
    bases = (16, 8, 2, 10) if radix == 0 else (radix,)
    place = next(i for i in range(2, 2 + len(bases)) if spans[i][0] >= 0)
    value = digits_value(_digits_in(chars, taken, spans[place]), bases[place - 2], ascii_only)
    return simplified(_signed(chars[slice(*spans[1])], value, t.neg))


def _digits_in(chars: Word, taken: tuple[Ranges, ...], span: tuple[int, int]) -> Word:
    """The characters of a span without the underscores."""
    return tuple(chars[i] for i in range(*span) if taken[i] != UNDERSCORE)


def _signed(sign: Word, value: Term, negate: Callable[[Term], Term]) -> Term:
    return t.ite(t.eq(sign[0].term, t.integer(45)), negate(value), value) if sign else value


def _float_of(machine: Machine, source: Tracked) -> Shadow:
    chars = word(machine, source)
    in_bytes = isinstance(source.value, bytes)
    whole = bool(chars) and len(chars) <= EXACT_DIGITS and decide(machine, all_of(within(c, DIGITS) for c in chars))
    if whole:
        return simplified(t.operation("int_to_float", digits_value(chars, 10)))
    if 2 <= len(chars) <= EXACT_DIGITS:
        for place in range(1, len(chars) - 1):
            before, after = chars[:place], chars[place + 1 :]
            digits = all_of(within(c, DIGITS) for c in before + after)
            if decide(machine, all_of((equal_words((chars[place],), constants(".")), digits))):
                return simplified(_quotient(before + after, len(after)))
    ascii_only = in_bytes or decide(machine, all_of(within(c, ASCII) for c in chars))
    grammar = _float_grammar(in_bytes)
    matcher = Matcher(grammar.in_ascii() if ascii_only else grammar, chars, True)
    if not decide(machine, matcher.matches_at(0)):
        return None
    spans, taken = matcher.trail(machine, 0)
    _, sign, special, before_point, after_point, only_after, exponent = spans
    if special[0] >= 0:
        kind = decide(machine, within(chars[special[0]], ((73, 73), (105, 105))))
        value = t.floating(float("inf" if kind else "nan"))
    else:
        left = _digits_in(chars, taken, before_point) if before_point[0] >= 0 else ()
        fraction = after_point if after_point[0] >= 0 else only_after
        right = _digits_in(chars, taken, fraction) if fraction[0] >= 0 else ()
        if exponent[0] >= 0 or len(left) + len(right) > EXACT_DIGITS:
            pin(machine, chars)
            return None
        value = _quotient(left + right, len(right), ascii_only)
    return simplified(_signed(chars[slice(*sign)], value, lambda v: t.operation("fneg", v)))


def _quotient(digits: Word, places: int, ascii_only: bool = True) -> Term:
    """digits / 10**places, both exact doubles."""
    assert len(digits) <= EXACT_DIGITS and places <= EXACT_POWER
    value = t.operation("int_to_float", digits_value(digits, 10, ascii_only))
    return t.operation("fdiv", value, t.floating(10.0**places)) if places else value


FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (int, str): modelled("int", int, _int_of),
    (int, bytes): modelled("int", int, _int_of),
    (float, str): modelled("float", float, _float_of),
    (float, bytes): modelled("float", float, _float_of),
}
