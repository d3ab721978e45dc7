"""Several objects of a class, and classes made elsewhere."""

from collections.abc import Callable

import fresh_instances as m


def second(kind: type["m.Ticket"]) -> "m.Ticket":
    kind()
    return kind()


def earlier(kind: type["m.Ticket"]) -> "m.Ticket":
    first = kind()
    kind()
    return first


def again(kind: Callable[[str], "m.Handler"]) -> bool:
    kind("a")
    return kind("a").shadowed()


def more(kind: type["m.Goose"]) -> type["m.Goose"]:
    class Swan(kind):  # type: ignore[misc, valid-type]
        pass

    m.Goose.swan = Swan  # type: ignore[attr-defined]
    return Swan


def refused(setting: "m.Setting") -> bool:
    setting.validator(lambda value: value > 100)
    return setting.valid(1)
