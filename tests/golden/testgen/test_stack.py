# Written by clew from stack; renewed by its next run unless edited. (baa4d15df07e3c2b)

import itertools
from typing import Any

import pytest

import stack
from stack import (
    Colour,
    Empty,
    Point,
    Stack,
    adder,
    apply,
    countdown,
    mirror,
    sort_into,
)


def test_push_not_items() -> None:
    stack = Stack()
    stack.push(3)
    assert stack.size == 1  # observed


def test_push_len_self_items_ge_self_limit() -> None:
    stack = Stack([0, 1])
    stack.push(2)
    with pytest.raises(OverflowError, match="full"):
        stack.push(3)


def test_pop_self_items() -> None:
    stack = Stack([0, 1])
    stack.push(2)
    assert stack.pop() == 2  # observed


def test_pop_not_self_items() -> None:
    with pytest.raises(Empty, match="empty stack"):
        Stack().pop()


def test_size() -> None:
    stack = Stack([0, 1])
    stack.push(2)
    assert stack.size == 3  # observed


def test_of() -> None:
    result = Stack.of(1, 2)
    assert result.limit == 3  # observed


def test_twice() -> None:
    assert Stack.Inner().twice(4) == 8  # observed


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        pytest.param(Colour.RED, Point(x=1, y=0), id="colour-is-colour-red"),
        pytest.param(Colour.BLUE, Point(x=0, y=1), id="colour-is-not-colour-red"),
    ],
)
def test_mirror(colour: Any, expected: object) -> None:
    assert mirror(Point(0, 1), colour) == expected  # observed


def test_sort_into_xs_xs_ys_xs() -> None:
    xs = [2, 1]
    sort_into(xs, xs)
    assert xs == [2, 1, 1, 2]  # observed


def test_sort_into_xs_xs_ys_ys() -> None:
    xs = [2, 1]
    ys: list[Any] = []
    sort_into(xs, ys)
    assert ys == [1, 2]  # observed


def test_adder() -> None:
    assert adder(1)(2) == 3  # observed


def test_countdown() -> None:
    assert list(itertools.islice(countdown(3), 10)) == [3, 2, 1]  # observed


def test_apply() -> None:
    assert apply(lambda *args: 0, ["a", "b"]) == [0, 0]  # observed


def test_sum_xs_1() -> None:
    assert stack.sum([1]) == 1  # observed


def test_sum_xs_xs() -> None:
    xs = {
        "key0": 0,
        "key1": 1,
        "key2": 2,
        "key3": 3,
        "key4": 4,
        "key5": 5,
        "key6": 6,
        "key7": 7,
        "key8": 8,
        "key9": 9,
        "key10": 10,
        "key11": 11,
    }
    assert stack.sum(xs) == 12  # observed
