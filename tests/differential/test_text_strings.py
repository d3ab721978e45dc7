"""Operators and methods of str and bytes against CPython."""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.semantics import text
from clew.semantics.characters import complement, contains, unchanged_by
from clew.semantics.letters import mapping_of
from clew.semantics.shadow import Tracked, items_of
from tests.differential.text_check import BYTES, SHORT, STRINGS, check

INDEX = st.one_of(st.none(), st.integers(-8, 8))
MASKS = st.lists(st.booleans(), min_size=4, max_size=4).map(tuple)

COMPARE = ["==", "!=", "<", "<=", ">", ">="]
FUNCTIONS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "*": operator.mul, "in": lambda a, b: a in b, "not-in": lambda a, b: a not in b,
}  # fmt: skip


@pytest.mark.parametrize("symbol", [*COMPARE, "+", "in", "not-in"])
@given(st.data())
@settings(max_examples=16, deadline=None)
def test_binary(symbol: str, data: st.DataObject) -> None:
    strategy = data.draw(st.sampled_from([STRINGS, SHORT, BYTES]))
    a, b = data.draw(strategy), data.draw(strategy)
    if data.draw(st.booleans()):
        b = a
    operation = text.BINARY[symbol, type(a), type(b)]
    check(operation.shadow, FUNCTIONS[symbol], (a, b), data.draw(MASKS)[:2])


@given(st.one_of(STRINGS, BYTES), st.integers(-2, 4), MASKS)
@settings(max_examples=20, deadline=None)
def test_repetition(a: Any, times: int, mask: Any) -> None:
    check(text.BINARY["*", type(a), int].shadow, operator.mul, (a, times), mask[:2])
    check(text.BINARY["*", int, type(a)].shadow, operator.mul, (times, a), mask[:2])


@given(st.one_of(STRINGS, BYTES), st.integers(-8, 8), MASKS)
@settings(max_examples=40, deadline=None)
def test_item(a: Any, index: int, mask: Any) -> None:
    check(text.ITEM[type(a)].shadow, operator.getitem, (a, index), mask[:2])


@given(st.one_of(STRINGS, BYTES), INDEX, INDEX, st.sampled_from([None, 1, 2, -1, -2, 0]), st.booleans())
@settings(max_examples=66, deadline=None)
def test_slice(a: Any, start: Any, stop: Any, step: Any, constant: bool) -> None:
    check(text.ITEM[type(a)].shadow, operator.getitem, (a, slice(start, stop, step)), (False, True))


def method(kind: type, name: str) -> Any:
    return text.METHOD[kind, name].shadow


SEARCH = ["find", "rfind", "index", "rindex", "count", "startswith", "endswith"]


@pytest.mark.parametrize("name", SEARCH)
@given(st.data())
@settings(max_examples=26, deadline=None)
def test_search(name: str, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        a, sub = data.draw(st.text("ab", max_size=6)), data.draw(st.text("ab", max_size=2))
    else:
        a, sub = data.draw(BYTES), data.draw(st.binary(max_size=2))
    rest = data.draw(st.lists(INDEX, max_size=2))
    mask = (*data.draw(MASKS)[:2], *(r is None or data.draw(st.booleans()) for r in rest))
    check(method(type(a), name), getattr(type(a), name), (a, sub, *rest), mask)


@given(STRINGS, st.lists(SHORT, max_size=3).map(tuple))
@settings(max_examples=26, deadline=None)
def test_affixes(a: str, parts: tuple[str, ...]) -> None:
    check(method(str, "startswith"), str.startswith, (a, parts), (False, True))
    check(method(str, "endswith"), str.endswith, (a, parts), (False, True))


LETTERWISE = [
    "isalpha", "isalnum", "isdigit", "isspace", "isascii", "isupper", "islower", "istitle", "lower", "upper",
    "swapcase", "capitalize", "title",
]  # fmt: skip


@pytest.mark.parametrize("name", LETTERWISE)
@given(STRINGS, BYTES)
@settings(max_examples=20, deadline=None)
def test_letters(name: str, a: str, b: bytes) -> None:
    check(method(str, name), getattr(str, name), (a,))
    check(method(bytes, name), getattr(bytes, name), (b,))


@pytest.mark.parametrize("name", ["lower", "upper", "swapcase", "casefold"])
def test_case_of_every_character(name: str) -> None:
    """The mapping by distances is that of the interpreter for all code points."""
    special, moved = mapping_of(name)
    distances = {code: distance for distance, ranges in moved for low, high in ranges for code in range(low, high + 1)}
    changed = [code for low, high in complement(unchanged_by(name)) for code in range(low, high + 1)]
    assert all(contains(special, code) or code in distances for code in changed)
    assert all(ord(getattr(chr(code), name)()) == code + distance for code, distance in distances.items())


@pytest.mark.parametrize("name", ["isdecimal", "isnumeric", "isprintable", "isidentifier", "casefold"])
@given(STRINGS)
@settings(max_examples=20, deadline=None)
def test_letters_of_str(name: str, a: str) -> None:
    check(method(str, name), getattr(str, name), (a,))


@given(STRINGS, BYTES, st.sampled_from(["ascii", "utf-8", "latin-1", "utf-16"]))
@settings(max_examples=53, deadline=None)
def test_encodings(a: str, b: bytes, name: str) -> None:
    check(method(str, "encode"), str.encode, (a, name), (False, True))
    check(method(bytes, "decode"), bytes.decode, (b, name), (False, True))


@pytest.mark.parametrize("name", ["strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "expandtabs"])
@given(STRINGS, BYTES)
@settings(max_examples=20, deadline=None)
def test_blank(name: str, a: str, b: bytes) -> None:
    check(method(str, name), getattr(str, name), (a,))
    check(method(bytes, name), getattr(bytes, name), (b,))


@pytest.mark.parametrize(
    "name", ["strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "partition", "rpartition"]
)
@given(st.text("ab.", max_size=6), st.text("ab.", max_size=2), MASKS)
@settings(max_examples=26, deadline=None)
def test_with_string(name: str, a: str, b: str, mask: Any) -> None:
    check(method(str, name), getattr(str, name), (a, b), mask[:2])
    check(method(bytes, name), getattr(bytes, name), (a.encode(), b.encode()), mask[:2])


@pytest.mark.parametrize("name", ["split", "rsplit"])
@given(st.text("ab ", max_size=7), st.one_of(st.none(), st.text("ab ", max_size=2)), st.integers(-2, 3), MASKS)
@settings(max_examples=40, deadline=None)
def test_split(name: str, a: str, sep: Any, most: int, mask: Any) -> None:
    check(method(str, name), getattr(str, name), (a, sep, most), (mask[0], sep is None or mask[1], mask[2]))


@given(st.text("a\r\n\x1c\u2028", max_size=6), st.booleans(), MASKS)
@settings(max_examples=26, deadline=None)
def test_lines(a: str, keep: bool, mask: Any) -> None:
    check(method(str, "splitlines"), str.splitlines, (a, keep), mask[:2])


@given(st.text("ab", max_size=6), st.text("ab", max_size=2), st.text("ab", max_size=2), st.integers(-2, 4), MASKS)
@settings(max_examples=53, deadline=None)
def test_replace(a: str, old: str, new: str, count: int, mask: Any) -> None:
    check(method(str, "replace"), str.replace, (a, old, new), mask[:3])
    check(method(str, "replace"), str.replace, (a, old, new, count), mask)


@pytest.mark.parametrize("name", ["ljust", "rjust", "center", "zfill"])
@given(SHORT.map(lambda s: s + "-"), st.integers(-2, 9), st.sampled_from(["x", "", "xy", None]), MASKS)
@settings(max_examples=26, deadline=None)
def test_padding(name: str, a: str, width: int, fill: Any, mask: Any) -> None:
    args = (a, width) if fill is None or name == "zfill" else (a, width, fill)
    check(method(str, name), getattr(str, name), args, mask[: len(args)])
    check(method(str, name), getattr(str, name), (a[::-1], *args[1:]), mask[: len(args)])


@given(st.text("abc", max_size=6), st.sampled_from([{97: "b", 98: None}, {97: "xy"}, {97: 98, 98: "a"}, {}]))
@settings(max_examples=20, deadline=None)
def test_translate(a: str, table: Any) -> None:
    check(method(str, "translate"), str.translate, (a, table), (False, True))


@given(SHORT, st.lists(SHORT, max_size=3).map(tuple))
@settings(max_examples=20, deadline=None)
def test_join(a: str, parts: Any) -> None:
    check(method(str, "join"), str.join, (a, parts), (False, True))


@given(st.lists(st.integers(-1, 256), max_size=3).map(tuple), st.integers(-2, 5), STRINGS)
@settings(max_examples=20, deadline=None)
def test_making_bytes(items: Any, count: int, a: str) -> None:
    def of_items(machine: Any, *args: Tracked) -> Tracked:
        whole = Tracked(tuple(x.value for x in args), items_of(tuple(x.shadow for x in args)))
        return text.FUNCTION[bytes, tuple].run(machine, (whole,))

    if items:
        check(of_items, lambda *args: bytes(args), items)
    check(text.FUNCTION[bytes, int].shadow, bytes, (count,))
    check(text.FUNCTION[bytes, str].shadow, bytes, (a, "utf-8"), (False, True))
    check(text.FUNCTION[bytes, str].shadow, bytes, (a,), exact=False)


@given(st.one_of(STRINGS, BYTES), st.integers(-2, 0x110001))
@settings(max_examples=26, deadline=None)
def test_characters(a: Any, code: int) -> None:
    check(text.FUNCTION[ord, type(a)].shadow, ord, (a[:2],))
    check(text.FUNCTION[ord, type(a)].shadow, ord, (a[:1],))
    check(text.FUNCTION[len, type(a)].shadow, len, (a,))
    check(text.UNARY["bool", type(a)].shadow, bool, (a,))
    check(text.FUNCTION[chr, int].shadow, chr, (code,))
