"""What a class keeps is also got by names that are values, whoever computes them."""
# ruff: noqa: RUF012

import operator


class ByPattern:
    _OF_PATTERN = [1]

    def look(self) -> int:
        return self._OF_PATTERN[0]  # fails by: (by_pattern(), ByPattern().look())


def by_pattern() -> None:
    match ByPattern():
        case ByPattern(_OF_PATTERN=found):
            found.clear()


class ByName:
    _OF_NAME = [1]

    def look(self) -> int:
        return self._OF_NAME[0]  # fails by: (by_name(), ByName().look())


def by_name() -> None:
    operator.attrgetter("_OF_NAME")(ByName()).clear()


class ByGetter:
    _OF_GETTER = [1]

    def look(self) -> int:
        return self._OF_GETTER[0]  # fails by: (by_getter(), ByGetter().look())


def by_getter() -> None:
    object.__getattribute__(ByGetter(), "_OF_GETTER").clear()


class OnlyRead:
    _OF_ONLYREAD = [1]
    visited = 0

    def look(self) -> int:
        return self._OF_ONLYREAD[0]

    def visit(self, kind: str) -> object:
        return getattr(self, f"visit_{kind}")(kind)

    def fields(self) -> list[object]:
        return [getattr(self, name) for name in ("visited", "kind")]

    def kind(self) -> str:
        return "kind"
