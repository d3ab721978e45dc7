"""Which parameters callers pass something for."""

from __future__ import annotations

import typing
from typing import TypedDict, Unpack

from clew.inputs.passed_parameters import passed_parameters, unpacked_items, unpacked_keys


class Keys(TypedDict):
    size: int


def test_what_the_receiver_is_bound_to_is_left_out_but_for_a_star() -> None:
    def method(self: object, size: int, *rest: int) -> None: ...
    def star(*everything: int) -> None: ...

    assert [p.name for p in passed_parameters(method, 1)] == ["size", "rest"]
    assert [p.name for p in passed_parameters(method, 3)] == ["rest"]
    assert [p.name for p in passed_parameters(star, 1)] == ["everything"]


def test_keys_of_an_unpacked_typed_dict() -> None:
    assert unpacked_keys(Unpack[Keys]) is Keys
    assert unpacked_keys(Keys) is unpacked_keys(Unpack[tuple[int, str]]) is unpacked_keys(typing.Any) is None


def test_items_of_an_unpacked_tuple() -> None:
    assert [*unpacked_items(Unpack[tuple[int, str]])] == [(int, False), (str, False)]
    assert [*unpacked_items(Unpack[tuple[int, *tuple[str, ...]]])] == [(int, False), (str, True)]
    assert [*unpacked_items(Unpack[tuple[int, ...]])] == [(int, True)]
    assert [*unpacked_items(int)] == [*unpacked_items(tuple[int, str])] == []
