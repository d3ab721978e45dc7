"""Users of these classes and functions."""

from collections.abc import Callable

import fresh_state as m


def strict(tag: m.Tag) -> m.Tag:
    tag.limit = 1
    return tag


def unnamed(library: m.Library) -> m.Library:
    library.books.append("")
    return library


def cleared(kind: Callable[[list[str]], m.Roster]) -> str:
    names = ["a"]
    roster = kind(names)
    names.clear()
    return roster.first()


def within(scope: m.Scope, function: Callable[[], str]) -> str:
    with scope:
        return function()


def added(invoice: m.Invoice) -> m.Invoice:
    invoice.lines.append(3)
    return invoice


def thrice(step: Callable[[], int]) -> None:
    step()
    step()
    step()


def registered(registry: m.Registry) -> str:
    @registry.register("a")
    class A:
        pass

    return registry.lookup("a")


def debugging(function: Callable[[str], str]) -> str:
    m.set_debug(True)
    try:
        return function("a")
    finally:
        m.set_debug(False)
