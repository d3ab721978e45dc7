"""Text of values: `str`, `repr`, `ascii`, `bin`, `hex`, `oct`, f-strings, `format`, `%`.

Results are `Deferred`: how many digits a number has is decided when somebody looks at the text, since most of it is
only shown.  Whether a format is valid depends on types and constants here, never on what was deferred.
"""

from __future__ import annotations

import functools
import re
import sys
from _string import formatter_parser  # `string.Formatter().parse`, without the rest of that module
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.regexes import regex
from clew.semantics.characters import (
    ASCII,
    Char,
    Fact,
    Word,
    constants,
    decide,
    pin,
    within,
)
from clew.semantics.deferred import Deferred
from clew.semantics.fallback import unmodelled
from clew.semantics.modelled import NotModelled, integer_term, modelled, plain, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Items, Mapping, Shadow, Text, Tracked, term_of

MAX_DIGITS: Final = 40
EMPTY: Final = Tracked("", None)

# ---------------------------------------------------------------- numbers


def magnitude_digits(machine: Machine, magnitude: Term, value: int, base: int, upper: bool = False) -> Word:
    """The digits of a number that is not negative; how many is decided."""
    if t.is_const(magnitude):
        return constants(_in_base(value, base, upper))
    count = 1
    while not decide(machine, Fact(t.lt(magnitude, t.integer(base**count)), value < base**count)):
        count += 1
        if count > MAX_DIGITS:
            decide(machine, Fact(t.eq(magnitude, t.integer(value)), True))
            return constants(_in_base(value, base, upper))
    result = []
    for code, i in zip(map(ord, _in_base(value, base, upper)), reversed(range(count)), strict=True):
        digit = t.floor_mod(t.floor_div(magnitude, t.integer(base**i)), t.integer(base))
        shown = t.add(digit, t.integer(48))
        if base > 10:
            letter = t.add(digit, t.integer(55 if upper else 87))
            shown = t.ite(t.lt(digit, t.integer(10)), shown, letter)
        result.append(Char(shown, code))
    return tuple(result)


def _in_base(value: int, base: int, upper: bool) -> str:
    return format(value, {2: "b", 8: "o", 10: "d", 16: "X" if upper else "x"}[base])


def integer_word(machine: Machine, operand: Tracked, base: int = 10, prefix: str = "") -> Word:
    """An int (or a bool as one) as `str`, `bin`, … show it."""
    term, value = integer_term(operand), int(operand.value)
    negative = decide(machine, Fact(t.lt(term, t.ZERO), value < 0))
    digits = magnitude_digits(machine, t.neg(term) if negative else term, abs(value), base)
    return (*constants("-" if negative else ""), *constants(prefix), *digits)


# ---------------------------------------------------------------- conversions


def check_digits(machine: Machine, operand: Tracked) -> None:
    """An int with more decimal digits than the interpreter allows has no text."""
    limit = sys.get_int_max_str_digits()
    if limit and type(operand.value) is int and isinstance(operand.shadow, Term):
        most = _largest(limit)
        outside = t.or_(t.gt(operand.shadow, t.integer(most)), t.lt(operand.shadow, t.integer(-most)))
        machine.decide_failure(outside, abs(operand.value) > most)


@functools.cache
def _largest(digits: int) -> int:
    return int(10**digits - 1)


def _quoted(machine: Machine, operand: Tracked) -> Word:
    """`repr` of a str or bytes; beyond printable ASCII without quotes and backslashes the text is decided."""
    chars = word(machine, operand)
    easy = ((32, 38), (40, 91), (93, 126))
    if not all(decide(machine, within(c, easy)) for c in chars):
        pin(machine, chars)
        return constants(repr(operand.value))
    return (*constants("b'" if isinstance(operand.value, bytes) else "'"), *chars, *constants("'"))


_CONVERSIONS: Final[dict[str, Callable[[Any], str]]] = {"s": str, "r": repr, "a": ascii}


def _shown(machine: Machine, operand: Tracked, conversion: str) -> Word:
    """`str` ("s"), `repr` ("r") or `ascii` ("a") of a scalar."""
    value, shadow = operand
    if isinstance(value, str) and conversion == "s":
        return word(machine, operand)
    if shadow is None:
        return constants(_CONVERSIONS[conversion](value))
    if isinstance(value, str) and conversion == "a":
        chars = word(machine, operand)
        for char in chars:
            decide(machine, within(char, ASCII))
        if not value.isascii():
            pin(machine, chars)
            return constants(ascii(value))
    if isinstance(value, str | bytes):
        return _quoted(machine, operand)
    if isinstance(value, bool):
        return constants(str(machine.truth(operand)))
    if isinstance(value, int):
        return integer_word(machine, operand)
    return constants(str(_pinned(machine, operand)))


def _pinned(machine: Machine, operand: Tracked) -> Any:
    """A scalar, its value decided."""
    value = operand.value
    if isinstance(value, str | bytes):
        pin(machine, word(machine, operand))
        return value
    term = term_of(value, operand.shadow)
    constant = term_of(value, None)
    if term is None or constant is None:
        raise NotModelled(f"a value of type {type(value).__name__}")
    decide(machine, Fact(t.eq(term, constant), True))
    return value


_SCALARS: Final = (str, bytes, int, bool, float, type(None))
_NEVER_FAIL: Final = (str, bytes, bool, float, type(None))


def _followed(operand: Tracked) -> bool:
    """A scalar whose text can be worked out."""
    return type(operand.value) in _SCALARS and (operand.shadow is None or isinstance(operand.shadow, Term | Text))


def converted(machine: Machine, operand: Tracked, conversion: str) -> Tracked:
    """`str` ("s"), `repr` ("r") or `ascii` ("a") of any value; special methods of the user are called."""
    operand = machine.settle(operand)
    function = _CONVERSIONS[conversion]
    check_digits(machine, operand)
    if _followed(operand):
        if operand.shadow is None:
            return Tracked(function(operand.value), None)
        if isinstance(operand.value, str) and conversion == "s":
            return operand
        return Tracked(function(operand.value), Deferred(lambda: _shown(machine, operand, conversion), operand.shadow))
    if isinstance(operand.shadow, Concretized) and plain(operand.value):
        if operand.shadow.kind in _NEVER_FAIL:
            return Tracked(function(operand.value), operand.shadow)
        return unmodelled(machine, function.__name__, function, (operand,), {})
    return _by_special_method(machine, operand, conversion)


def _by_special_method(machine: Machine, operand: Tracked, conversion: str) -> Tracked:
    kind = type(operand.value)
    if plain(operand.value) and operand.shadow is None:
        return Tracked(_CONVERSIONS[conversion](operand.value), None)
    method: Any = kind.__str__ if conversion == "s" else kind.__repr__
    if method is object.__str__:
        method = kind.__repr__
    result = machine.settle(machine.call(Tracked(method, None), (operand,), {}))
    if not isinstance(result.value, str):
        raise TypeError(
            f"__{'str' if conversion == 's' else 'repr'}__ returned non-string (type {type(result.value).__name__})"
        )
    return converted_ascii(machine, result) if conversion == "a" else result


def converted_ascii(machine: Machine, text: Tracked) -> Tracked:
    """`ascii` of an object whose `repr` is known."""
    if text.shadow is None:
        return Tracked(text.value.encode("ascii", "backslashreplace").decode(), None)
    lost = text.shadow if isinstance(text.shadow, Concretized) else machine.lost("unmodelled-operation", "ascii()")
    return Tracked(text.value.encode("ascii", "backslashreplace").decode(), lost)


# ---------------------------------------------------------------- the format mini-language

_SPEC: Final = regex(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alt>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<group>[,_])?(?:\.(?P<precision>\d+))?(?P<type>[a-zA-Z%])?",
    re.DOTALL | re.ASCII,
)


class Spec(NamedTuple):
    """A format specification, taken apart; align is empty where none was given."""

    fill: str
    align: str
    sign: str
    alternate: bool
    width: int
    group: str
    precision: int | None
    type: str


def read_spec(text: str) -> Spec | None:
    """None for what is not of the standard form."""
    found = _SPEC.fullmatch(text)
    if found is None:
        return None
    fill, align = found["fill"] or " ", found["align"] or ""
    if found["zero"] and not align:
        fill, align = "0", "="
    elif found["zero"] and not found["fill"]:
        fill = "0"
    precision = None if found["precision"] is None else int(found["precision"])
    width = int(found["width"] or 0)
    return Spec(
        fill,
        align,
        found["sign"] or "",
        bool(found["alt"]),
        width,
        found["group"] or "",
        precision,
        found["type"] or "",
    )


_BASES: Final = {"": 10, "d": 10, "b": 2, "o": 8, "x": 16, "X": 16}


def _aligned(body: Word, lead: int, spec: Spec, default: str) -> Word:
    """lead: how many characters of the body are sign and prefix, before which `=` does not fill."""
    pad = spec.width - len(body)
    if pad <= 0:
        return body
    fill = constants(spec.fill)
    match spec.align or default:
        case "<":
            return body + fill * pad
        case ">":
            return fill * pad + body
        case "=":
            return body[:lead] + fill * pad + body[lead:]
    return fill * (pad // 2) + body + fill * (pad - pad // 2)


def _formatted_text(machine: Machine, operand: Tracked, spec: Spec) -> Word:
    body = word(machine, operand)
    return _aligned(body if spec.precision is None else body[: spec.precision], 0, spec, "<")


def _formatted_integer(machine: Machine, operand: Tracked, spec: Spec) -> Word:
    term, value = integer_term(operand), int(operand.value)
    base = _BASES[spec.type]
    negative = decide(machine, Fact(t.lt(term, t.ZERO), value < 0))
    digits = magnitude_digits(machine, t.neg(term) if negative else term, abs(value), base, spec.type == "X")
    sign = "-" if negative else "" if spec.sign == "-" else spec.sign
    prefix = {"b": "0b", "o": "0o", "x": "0x", "X": "0X"}.get(spec.type, "") if spec.alternate else ""
    lead = constants(sign + prefix)
    if spec.group:
        digits = _grouped(digits, spec, len(lead), 3 if base == 10 else 4)
    return _aligned(lead + digits, len(lead), spec, ">")


def _grouped(digits: Word, spec: Spec, lead: int, size: int) -> Word:
    """Separators from the right; zeros that fill up to the width are grouped too."""
    separator = constants(spec.group)
    fills = spec.align == "=" and spec.fill == "0"
    while True:
        result: Word = ()
        for i, digit in enumerate(reversed(digits)):
            result = (digit, *(separator if i and i % size == 0 else ()), *result)
        if not fills or len(result) + lead >= spec.width:
            return result
        digits = constants("0") + digits


def formatted(machine: Machine, operand: Tracked, spec: Tracked) -> Tracked:
    """`format(value, spec)`."""
    operand, spec = machine.settle(operand), machine.settle(spec)
    if spec.value == "" and not isinstance(spec.shadow, Concretized) and type(operand.value) in _SCALARS:
        if isinstance(spec.shadow, Text):
            pin(machine, word(machine, spec))
        return converted(machine, operand, "s")
    if not _followed(operand) or isinstance(spec.shadow, Concretized):
        return _by_format_method(machine, operand, spec)
    if spec.shadow is not None:
        pin(machine, word(machine, spec))
    value = operand.value
    if operand.shadow is None:
        return Tracked(format(value, spec.value), None)
    parts = read_spec(spec.value)
    if parts is None or (parts.fill in "{}" and parts.align):
        return Tracked(format(_pinned(machine, operand), spec.value), None)
    if isinstance(value, str) and parts.type in ("", "s"):
        plain_text = parts.align != "=" and not (parts.sign or parts.alternate or parts.group)
        if plain_text:
            result = format(value, spec.value)
            return Tracked(result, Deferred(lambda: _formatted_text(machine, operand, parts), operand.shadow))
    groups = parts.group != "," or _BASES.get(parts.type) == 10
    if isinstance(value, int) and parts.type in _BASES and parts.precision is None and groups:
        if _BASES[parts.type] == 10:
            check_digits(machine, operand)
        result = format(value, spec.value)
        return Tracked(result, Deferred(lambda: _formatted_integer(machine, operand, parts)))
    return Tracked(format(_pinned(machine, operand), spec.value), None)


def _by_format_method(machine: Machine, operand: Tracked, spec: Tracked) -> Tracked:
    kind: Any = type(operand.value)
    if kind.__format__ is object.__format__ and spec.value == "" and spec.shadow is None:
        return converted(machine, operand, "s")
    result = machine.settle(machine.call(Tracked(kind.__format__, None), (operand, spec), {}))
    if isinstance(result.shadow, Concretized):
        machine.approximate(result.shadow.code, "format() of a value that was not followed may raise")
    return result


def format_value(machine: Machine, operand: Tracked, conversion: str, spec: Tracked) -> Tracked:
    """One replacement field of an f-string."""
    if conversion:
        operand = converted(machine, operand, conversion)
    return formatted(machine, operand, spec)


def join_parts(machine: Machine, parts: tuple[Tracked, ...]) -> Tracked:
    """The concatenation of strings; its characters are worked out when looked at."""
    parts = tuple(map(machine.settle, parts))
    value = "".join([p.value for p in parts])
    tainted = [p.shadow for p in parts if p.shadow is not None]
    if not tainted:
        return Tracked(value, None)
    lost = next((s for s in tainted if isinstance(s, Concretized)), None)
    if lost is not None:
        return Tracked(value, lost)
    full = [p for p in parts if p.value or p.shadow is not None]
    if len(full) == 1:
        return full[0]
    return Tracked(value, Deferred(lambda: [c for p in full for c in word(machine, p)], *tainted))


# ---------------------------------------------------------------- str.format


class Arguments(NamedTuple):
    positional: tuple[Tracked, ...]
    named: dict[str, Tracked]


def _fields(machine: Machine, template: str, arguments: Arguments, counter: Iterator[int]) -> list[Tracked]:
    parts: list[Tracked] = []
    for literal, field, spec, conversion in formatter_parser(template):
        if literal:
            parts.append(Tracked(literal, None))
        if field is None:
            continue
        operand = _argument(field, arguments, counter)
        wanted = join_parts(machine, tuple(_fields(machine, spec, arguments, counter))) if spec else EMPTY
        parts.append(format_value(machine, operand, conversion or "", wanted))
    return parts


def _check_fields(template: str, arguments: Arguments, counter: Iterator[int]) -> None:
    """Every field is one we follow; asked before the first one is shown, since showing may run code of the user."""
    for _, field, spec, conversion in formatter_parser(template):
        if field is not None:
            _argument(field, arguments, counter)
            _check_fields(spec or "", arguments, counter)
            if conversion is not None and conversion not in ("s", "r", "a"):
                raise NotModelled("this conversion")


def _argument(field: str, arguments: Arguments, counter: Iterator[int]) -> Tracked:
    """The argument a field names; an attribute or item of one is not followed."""
    if field == "":
        index = next(counter)
    elif field.isdecimal() and field.isascii():
        index = int(field)
    elif field in arguments.named and field.isidentifier():
        return arguments.named[field]
    else:
        raise NotModelled("this replacement field")
    if index >= len(arguments.positional):
        raise NotModelled("a missing argument")
    return arguments.positional[index]


def _format_method(machine: Machine, template: Tracked, *args: Tracked, **kwargs: Tracked) -> Tracked:
    if template.shadow is not None:
        raise NotModelled("a template that depends on the inputs")
    fields = [f for _, f, _, _ in formatter_parser(template.value) if f is not None]
    if "" in fields and any(f[:1].isdecimal() for f in fields):
        raise NotModelled("automatic and manual numbering")
    _check_fields(template.value, Arguments(args, kwargs), iter(range(1 << 30)))
    counter = iter(range(1 << 30))
    return join_parts(machine, tuple(_fields(machine, template.value, Arguments(args, kwargs), counter)))


# ---------------------------------------------------------------- %

_PERCENT: Final = regex(
    r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<type>.)",
    re.DOTALL,
)


def _percent(machine: Machine, template: Tracked, values: Tracked) -> Tracked:
    """`template % values` for a constant template of the common conversions."""
    if template.shadow is not None:
        raise NotModelled("a template that depends on the inputs")
    operands = _operands(values)
    mapping = values.value if type(values.value) is dict else None
    parts: list[Tracked | tuple[Tracked, re.Match[str]]] = []
    place = used = 0
    while (at := template.value.find("%", place)) >= 0:
        found = _PERCENT.match(template.value, at)
        if found is None or found["width"] == "*" or found["precision"] == "*":
            raise NotModelled("this template")
        parts.append(Tracked(template.value[place:at], None))
        place = found.end()
        if found["type"] == "%":
            if found.end() - at != 2:
                raise NotModelled("this template")
            parts.append(Tracked("%", None))
            continue
        if found["key"] is not None:
            operand: Tracked = _entry_of(machine, mapping, found["key"])
        else:
            if used >= len(operands) or mapping is not None:
                raise NotModelled("these arguments")
            operand = operands[used]
            used += 1
        operand = machine.settle(operand)
        if not _percent_fits(operand, found):
            raise NotModelled(f"%{found['type']} of a {type(operand.value).__name__}")
        parts.append((operand, found))
    parts.append(Tracked(template.value[place:], None))
    if mapping is None and used != len(operands):
        raise NotModelled("the number of arguments")
    return join_parts(machine, tuple(p if isinstance(p, Tracked) else _percent_part(machine, *p) for p in parts))


def _operands(values: Tracked) -> tuple[Tracked, ...]:
    if isinstance(values.value, tuple):
        shadows = values.shadow.shadows if isinstance(values.shadow, Items) else (None,) * len(values.value)
        return tuple(map(Tracked, values.value, shadows))
    return (values,)


def _entry_of(machine: Machine, mapping: dict[Any, Any] | None, key: str) -> Tracked:
    if mapping is None or key not in mapping:
        raise NotModelled("these arguments")
    contents = machine.contents(mapping)
    if contents is None:
        return Tracked(mapping[key], None)
    if not isinstance(contents, Mapping) or contents.length is not None or contents.entries[key][0] is not None:
        raise NotModelled("a dict that depends on the inputs")
    return Tracked(mapping[key], contents.entries[key][1])


def _percent_fits(operand: Tracked, found: re.Match[str]) -> bool:
    """Asked of every field before the first one is shown, since showing may run code of the user."""
    kind, real = found["type"], type(operand.value)
    whole = kind in "diuxXo" and real in (int, bool) and found["precision"] is None
    return kind in "sra" or whole or (kind in "eEfFgGdiu" and real in (int, float, bool) and _followed(operand))


def _percent_part(machine: Machine, operand: Tracked, found: re.Match[str]) -> Tracked:
    kind, flags = found["type"], found["flags"]
    width = int(found["width"] or 0)
    precision = None if found["precision"] is None else int(found["precision"] or 0)
    left = "-" in flags
    if kind in "sra":
        text = converted(machine, operand, kind)
        spec = (f"<{width}" if left else f">{width}") + ("" if precision is None else f".{precision}")
        return formatted(machine, text, Tracked(spec, None))
    if kind in "diuxXo" and type(operand.value) is not float and precision is None:
        sign = "+" if "+" in flags else " " if " " in flags else ""
        fill = "<" if left else "0=" if "0" in flags else ">"
        spec = f"{fill}{sign}{'#' if '#' in flags and kind in 'xXo' else ''}{width}{'d' if kind in 'iu' else kind}"
        return formatted(machine, operand, Tracked(spec, None))
    value = _pinned(machine, operand) if operand.shadow is not None else operand.value
    return Tracked(found[0] % value, None)


# ---------------------------------------------------------------- entries


def _converting(conversion: str, function: Callable[..., Any]) -> Operation:
    def model(machine: Machine, operand: Tracked) -> Tracked:
        return converted(machine, operand, conversion)

    return Operation(function.__name__, function, shadow=_guarded(function, model))


def _guarded(function: Callable[..., Any], model: Callable[..., Tracked]) -> Callable[..., Tracked]:
    """One argument goes to the model; `str()` and `str(data, encoding)` are for the general entry."""
    general = modelled(function.__name__, function, _decoded)

    def run(machine: Machine, *args: Tracked, **kwargs: Tracked) -> Tracked:
        if len(args) == 1 and not kwargs:
            return model(machine, *args)
        return general.run(machine, args, kwargs)

    return run


def _decoded(machine: Machine, data: Tracked, *rest: Tracked, **named: Tracked) -> Shadow:
    """`str(data, encoding, errors)`"""
    from clew.semantics.letters import decoded_shadow

    return decoded_shadow(machine, data, *rest, **named)


def _in_base_model(base: int, prefix: str) -> Callable[..., Shadow]:
    def model(machine: Machine, operand: Tracked) -> Shadow:
        integer_term(operand)
        return Deferred(lambda: integer_word(machine, operand, base, prefix))

    return model


def _format_function(machine: Machine, operand: Tracked, spec: Tracked = EMPTY) -> Tracked:
    return formatted(machine, operand, spec)


FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (str, object): _converting("s", str),
    (repr, object): _converting("r", repr),
    (ascii, object): _converting("a", ascii),
    (format, object): Operation("format", format, shadow=_format_function),
}
for _function, _base, _prefix in ((bin, 2, "0b"), (oct, 8, "0o"), (hex, 16, "0x")):
    for _kind in (int, bool):
        FUNCTION[_function, _kind] = modelled(_function.__name__, _function, _in_base_model(_base, _prefix), total=True)

METHOD: Final[dict[tuple[type, str], Operation]] = {
    (str, "format"): modelled("format", str.format, _format_method),
}
BINARY: Final[dict[tuple[str, type, type], Operation]] = {
    ("%", str, object): modelled("%", lambda a, b: a % b, _percent),
}
