"""Text of values and numbers read from text, against CPython."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.logic.evaluate import evaluate
from clew.semantics import formatting, parsing, text
from clew.semantics.shadow import Tracked, items_of
from tests.differential.text_check import INTEGERS, SHORT, STRINGS, CheckingMachine, check, input_shadow, model_of

NUMBERS = st.one_of(
    st.text(st.sampled_from("019-+_ .eExXobBaf٣\xa0\x1c\n"), max_size=5),
    st.sampled_from(
        ["12", "-7", " 42 ", "1_0", "0x1f", "0b1_0", "00", "0o17", "1.5", "-.5", "1e3", "inf", "-nan", "٣٤", ""]
    ),
    st.integers().map(str),
    st.floats(-1000, 1000).map(lambda f: f"{f:.3f}"),
    STRINGS,
)


@given(NUMBERS, st.sampled_from([0, 2, 8, 10, 16, 36, 1]))
@settings(max_examples=100, deadline=None)
def test_int(a: str, base: int) -> None:
    check(parsing.FUNCTION[int, str].shadow, int, (a, base), (False, True))
    check(parsing.FUNCTION[int, str].shadow, int, (a,))
    data = a.encode("latin-1", "replace")
    check(parsing.FUNCTION[int, bytes].shadow, int, (data,))


@given(NUMBERS)
@settings(max_examples=100, deadline=None)
def test_float(a: str) -> None:
    check(parsing.FUNCTION[float, str].shadow, float, (a,))
    check(parsing.FUNCTION[float, bytes].shadow, float, (a.encode("latin-1", "replace"),))


SCALARS = st.one_of(INTEGERS, st.booleans(), STRINGS, st.floats(), st.none(), st.binary(max_size=3))


@pytest.mark.parametrize("function", [str, repr, ascii])
@given(SCALARS)
@settings(max_examples=33, deadline=None)
def test_conversion(function: Any, a: Any) -> None:
    check(formatting.FUNCTION[function, object].shadow, function, (a,), (a is None,))


@pytest.mark.parametrize("function", [bin, oct, hex])
@given(st.one_of(INTEGERS, st.booleans()))
@settings(max_examples=20, deadline=None)
def test_bases(function: Any, a: Any) -> None:
    check(formatting.FUNCTION[function, type(a)].shadow, function, (a,))


SPECS = st.builds(
    lambda *parts: "".join(parts),
    st.sampled_from(["", "<", ">", "^", "=", "*<", "x>", "0^"]),
    st.sampled_from(["", "", "+", " ", "-"]),
    st.sampled_from(["", "", "#"]),
    st.sampled_from(["", "0", "5", "05", "12"]),
    st.sampled_from(["", "", ",", "_"]),
    st.sampled_from(["", "", ".2", ".0"]),
    st.sampled_from(["", "", "d", "s", "x", "X", "b", "o", "f", "e", "%", "c", "q"]),
)


@given(st.one_of(INTEGERS, SHORT, st.booleans(), st.floats()), st.one_of(SPECS, SHORT))
@settings(max_examples=100, deadline=None)
def test_format(a: Any, spec: str) -> None:
    check(formatting.FUNCTION[format, object].shadow, format, (a, spec), (False, True))


@given(st.one_of(INTEGERS, SHORT, st.booleans()), SHORT, st.sampled_from(["", "r", "s", "a"]))
@settings(max_examples=53, deadline=None)
def test_f_string(a: Any, b: str, conversion: str) -> None:
    def run(machine: Any, x: Tracked, y: Tracked) -> Tracked:
        first = formatting.format_value(machine, x, conversion, Tracked("", None))
        return formatting.join_parts(machine, (first, Tracked("-", None), y))

    convert = {"": str, "s": str, "r": repr, "a": ascii}[conversion]
    check(run, lambda x, y: f"{convert(x)}-{y}", (a, b))


TEMPLATES = ["{}{}", "{0}-{1:>4}", "{1}{0!r}", "{:{}}", "{{}}{}", "{:05}", "{0.real}", "{x}", "{2}", "{", "{0}{}"]


@pytest.mark.parametrize("template", TEMPLATES)
@given(st.one_of(INTEGERS, SHORT), st.integers(0, 12))
@settings(max_examples=8, deadline=None)
def test_format_method(template: str, a: Any, b: int) -> None:
    fixed = Tracked(template, None)
    entry = text.METHOD[str, "format"]
    check(lambda m, x, y: entry.run(m, (fixed, x, y)), template.format, (a, b), exact=False)


PERCENTS = ["%s", "%d|%s", "%5d%r", "%-4s|%+d", "%05d%%", "%x", "%.1f", "%.2s%s", "%c", "%s%s%s", "%", "%(a)s", "%s %x"]


@pytest.mark.parametrize("template", PERCENTS)
@given(st.one_of(INTEGERS, SHORT), st.one_of(INTEGERS, SHORT))
@settings(max_examples=8, deadline=None)
def test_percent(template: str, a: Any, b: Any) -> None:
    entry = formatting.BINARY["%", str, object]
    fixed = Tracked(template, None)

    def both(machine: Any, x: Tracked, y: Tracked) -> Tracked:
        return entry.run(machine, (fixed, Tracked((x.value, y.value), items_of((x.shadow, y.shadow)))))

    check(both, lambda x, y: template % (x, y), (a, b), exact=False)
    check(lambda m, x: entry.run(m, (fixed, x)), lambda x: template % x, (a,), exact=False)


def test_messages_decide_no_digits() -> None:
    machine = CheckingMachine(model_of({"x": 123}))
    field = formatting.format_value(machine, Tracked(123, input_shadow("x", 123)), "", Tracked("", None))
    made = formatting.join_parts(machine, (Tracked("bad value ", None), field))
    assert made.value == "bad value 123"
    (digits,) = machine.decisions  # only whether it has more of them than Python shows
    assert digits[1] is False and evaluate(digits[0], {"x": 10**5_000})
    assert made.shadow.length.data == 13
    assert len(machine.decisions) > 1
