"""`unicodedata` against CPython: every character, texts that are normalized, and what decisions predict for others."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import INT
from clew.semantics.character_properties import (
    FORMS,
    FUNCTION,
    NUMBERS,
    TEXTS,
    by_length,
    chosen,
    left_alone,
    named,
    number_groups,
    partition,
)
from clew.semantics.characters import MAX_CODE, contains
from tests.differential.text_check import check

# Marks, Hangul, characters that join, fall apart, change their order or have no name.
ODD = "aZ1é\u0301\u0327\u0344\u0345\u093c\u0958\u09be\u09c7\u0f73\u1100\u1161\u11a8\uac00\uac01\u05d0\u0661\u200f\u2066"
ODD += "\ufb1d\uff21\u212b\u2126\ufdfa\U0001d15e\U00011131\U00011127\ud800\ue000\uffff\U0010ffff\0\x7f\u0378中カﾀﾞ"
CHARACTERS = st.one_of(st.sampled_from(ODD), st.characters())
TEXT = st.text(CHARACTERS, max_size=5)


def shadow_of(name: str) -> Any:
    return FUNCTION[getattr(unicodedata, name), object].shadow


@pytest.mark.parametrize("name", [*TEXTS, *NUMBERS])
def test_every_character_is_in_its_part(name: str) -> None:
    parts = partition(name)
    assert sum(high - low + 1 for ranges in parts.values() for low, high in ranges) == MAX_CODE + 1
    for value, ranges in parts.items():
        assert all(
            getattr(unicodedata, name)(chr(code)) == value for low, high in ranges for code in range(low, high + 1)
        )


@pytest.mark.parametrize("name", [*TEXTS, *NUMBERS])
def test_terms_tell_the_value(name: str) -> None:
    code = t.var("c", INT)
    rng = random.Random(1)
    borders = [code for ranges in partition(name).values() for low, high in ranges[:20] for code in (low, high)]
    for number in [*borders, *(rng.randrange(MAX_CODE + 1) for _ in range(200))]:
        wanted = getattr(unicodedata, name)(chr(number))
        if name in NUMBERS:
            assert evaluate(chosen(code, number_groups(name)), {"c": number}) == wanted
            continue
        (found,) = (each for each in by_length(name) if contains(each.ranges, number))
        letters = [evaluate(chosen(code, place), {"c": number}) for place in found.places]
        assert "".join(map(chr, letters)) == wanted


def test_which_characters_have_names() -> None:
    rng = random.Random(1)
    borders = [code for low, high in named() for code in (low - 1, low, high, high + 1) if 0 <= code <= MAX_CODE]
    for code in [*borders, *(rng.randrange(MAX_CODE + 1) for _ in range(2_000))]:
        assert contains(named(), code) == (unicodedata.name(chr(code), None) is not None)


@pytest.mark.parametrize("name", [*TEXTS, *NUMBERS])
@given(TEXT, CHARACTERS)
@settings(max_examples=40, deadline=None)
def test_properties(name: str, a: str, c: str) -> None:
    check(shadow_of(name), getattr(unicodedata, name), (c,))
    check(shadow_of(name), getattr(unicodedata, name), (a,))  # mostly refused


@given(CHARACTERS, st.sampled_from([None, "", "x"]))
@settings(max_examples=40, deadline=None)
def test_name_with_a_default(c: str, default: str | None) -> None:
    check(shadow_of("name"), unicodedata.name, (c, default), (False, True), exact=False)


@pytest.mark.parametrize("form", FORMS)
@given(TEXT)
@settings(max_examples=60, deadline=None)
def test_normal_forms(form: str, a: str) -> None:
    check(shadow_of("normalize"), unicodedata.normalize, (form, a), (True, False))
    check(shadow_of("is_normalized"), unicodedata.is_normalized, (form, a), (True, False))


@pytest.mark.parametrize("form", FORMS)
def test_texts_of_what_is_left_alone_stay(form: str) -> None:
    """Every character behind every other one that might join it, and long texts of any of them."""
    rng = random.Random(1)
    allowed = [
        code for low, high in left_alone(form) for code in range(low, high + 1) if unicodedata.name(chr(code), "")
    ]
    starts = [chr(c) for c in allowed if unicodedata.name(chr(c)).split()[0] in ("LATIN", "HANGUL", "BENGALI", "TAMIL")]
    text = "".join(start + chr(rng.choice(allowed)) for start in starts for _ in range(20))
    assert unicodedata.normalize(form, text) == text
    rng.shuffle(allowed)
    text = "".join(map(chr, allowed))
    assert unicodedata.normalize(form, text) == text
    pairs = "".join(a + chr(c) for c in allowed for a in "aㄱ가\u09c7")
    if all(contains(left_alone(form), ord(a)) for a in "aㄱ가\u09c7"):
        assert unicodedata.normalize(form, pairs) == pairs


def test_most_of_what_is_written_is_left_alone() -> None:
    assert all(contains(left_alone("NFC"), ord(c)) for c in "aß1.é中カж한")
    assert not any(contains(left_alone("NFC"), ord(c)) for c in "\u0301\u212b\u11a8\u1161\u09be")
    assert not any(contains(left_alone("NFD"), ord(c)) for c in "é한\u0301")
