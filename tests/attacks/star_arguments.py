"""Receivers that `*args` takes, keywords that a TypedDict declares, and tuples with a part of any length."""

from typing import NotRequired, TypedDict, Unpack


class Needs(TypedDict):
    size: int
    tag: NotRequired[str]


class Taking:
    def all(*args: object) -> int:
        if len(args) > 1:
            return 1  # reached by: Taking().all(2)
        return 0

    def __call__(*args: object) -> int:
        if len(args) > 2:
            return 1  # reached by: Taking()(2, 3)
        return 0

    @classmethod
    def of_class(*args: object) -> int:
        if len(args) > 1:
            return 1  # reached by: Taking.of_class(2)
        return 0


def keywords(**needs: Unpack[Needs]) -> int:
    if "tag" not in needs:
        return 1  # reached by: keywords(size=1)
    if needs["tag"] == "x" and needs["size"] > 7:
        return 2  # reached by: keywords(size=8, tag="x")
    return 0


def open_tuple(t: tuple[int, *tuple[str, ...]]) -> int:
    if len(t) == 1:
        return 1  # reached by: open_tuple((1,))
    if t[-1] == "z5":
        return 2  # reached by: open_tuple((1, "a", "z5"))
    return 0


def open_arguments(*args: *tuple[int, *tuple[str, ...]]) -> int:
    if len(args) == 1:
        return 1  # reached by: open_arguments(1)
    if args[-1] == "z5" and len(args) == 5:
        return 2  # reached by: open_arguments(1, "a", "b", "c", "z5")
    return 0
