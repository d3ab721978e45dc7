"""What others set: a configuration read here and written by a set-up module, by users, by plugins."""

from __future__ import annotations

LIMIT = 10
DEBUG = False
mode = "plain"
NAMES = ("a", "b")
TABLE: dict[str, int] = {}
_private = 3
_listed: list[int] = []


class Options:
    strict = False
    names: list[str] = []
    depth: int = 2

    def __init__(self, level: int) -> None:
        self.level = level


def above(x: int) -> int:
    if x > 5 and LIMIT < 5:
        return 1  # reached by: import setting_up; setting_up.configure(3); above(6) [supposing module-state]
    return 0


def debugging(x: int) -> int:
    if DEBUG:
        return 1  # reached by: import limits; limits.DEBUG = True; limits.debugging(1) [supposing module-state]
    return 0


def in_mode(x: int) -> int:
    if mode != "plain":
        return 1  # reached by: import setting_up as s; s.by_setattr("mode", "rich"); in_mode(1) [supposing module-state]
    return 0


def named(name: str) -> int:
    if name in NAMES and len(name) > 1:
        return 1  # reached by: import limits; limits.NAMES = ("long",); limits.named("long") [supposing module-state]
    return 0


def in_table(name: str) -> int:
    if name in TABLE:
        return 1  # reached by: import setting_up; setting_up.fill("k"); in_table("k") [supposing module-state]
    return 0


def by_namespace(x: int) -> int:
    if _private != 3:
        return 1  # reached by: set_private(4); by_namespace(1) [supposing module-state]
    return 0


def set_private(value: int) -> None:
    globals()["_private"] = value


def listed(x: int) -> int:
    if _listed:
        return 1  # reached by: collect([1]); listed(0) [supposing module-state]
    return 0


def collect(values: list[int]) -> None:
    list(map(_listed.append, values))


def strict(options: Options) -> int:
    if options.strict:
        return 1  # reached by: import setting_up as s; s.harden(Options); strict(Options(1)) [supposing module-state]
    return 0


def class_list(x: int) -> int:
    if Options.names:
        return 1  # reached by: Options.names.append("a"); class_list(1) [supposing module-state]
    return 0


def through_type(options: Options) -> int:
    if type(options).depth > 2:
        return 1  # reached by: Options.depth = 5; through_type(Options(1)) [supposing module-state, construction]
    return 0


def helper(x: int) -> int:
    return LIMIT if x else 0


def through_a_helper(x: int) -> int:
    if helper(x) > 10:
        return 1  # reached by: import limits; limits.LIMIT = 99; limits.through_a_helper(1) [supposing module-state]
    return 0


def default(x: int, limit: int = LIMIT) -> int:
    if limit == 99:
        return 1  # reached by: default(1, 99)
    return 0


def replaced(x: int) -> int:
    if hook(x) != x:
        return 1  # reached by: install(lambda x: x + 1); replaced(1) [supposing module-state]
    return 0


def hook(x: int) -> int:
    return x


def install(other: object) -> None:
    global hook
    hook = other  # type: ignore[assignment]
