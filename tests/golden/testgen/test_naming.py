# Written by clew from naming; renewed by its next run unless edited. (dc4330216a7f6286)

import collections
import types
from typing import Any

import pytest

from naming import Gadget, kept, made, ordered, sizes, spread


def test_made_n_eq_0() -> None:
    assert type(made(0)) is Gadget  # observed


def test_made_n_eq_1() -> None:
    result = made(1)
    assert type(result) is list  # observed
    assert len(result) == 1  # observed


def test_made_n_eq_2() -> None:
    assert type(made(2)) is types.GeneratorType  # observed


def test_made_n_eq_3() -> None:
    assert type(made(3)).__name__ == "lock"  # observed


def test_made_n_ne_3() -> None:
    assert type(made(4)).__name__ == "Local"  # observed


def test_spread() -> None:
    xs: list[Any] = []
    ys: list[Any] = []
    expected = ["a text that is much too long to stand behind the call of a test"]
    assert spread(xs, ys) == expected  # observed
    assert xs == expected  # observed
    expected_ys = ["another text that is much too long to stand behind the call of it"]
    assert ys == expected_ys  # observed


def test_kept_n_gt_3() -> None:
    result: list[Any] = []
    expected: list[Any] = []
    assert kept(result, expected, 4) == [4, 4]  # observed
    assert result == [4]  # observed
    expected_2 = ["a text that is much too long to stand behind the call of a test"]
    assert expected == expected_2  # observed


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        pytest.param(0, [0], id="n-le-3"),
        pytest.param(1, [1], id="result-expected-n-1"),
    ],
)
def test_kept(n: int, expected: object) -> None:
    assert kept([], [], n) == expected  # observed


def test_ordered() -> None:
    o = collections.OrderedDict({"a": 1})
    assert ordered(o) == collections.OrderedDict({"a": 1, "c": 3})  # observed
    assert o == collections.OrderedDict({"a": 1, "c": 3})  # observed


def test_sizes() -> None:
    assert sizes({1: 4, 2: 3}, {1, 2}) == 4  # observed
