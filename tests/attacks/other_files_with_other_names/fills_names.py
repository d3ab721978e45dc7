"""What fills them."""

import heapq
from functools import partial

import kept_names
from kept_names import by_as_name as by_as_name_here
from kept_names import config as here


def _fill(values: list[int]) -> None:
    values.append(1)


def fill_by_as_name() -> None:
    by_as_name_here.append(1)


def fill_by_variable() -> None:
    found = kept_names.by_variable
    found.append(1)


def fill_by_argument() -> None:
    _fill(kept_names.by_argument)


def fill_by_unbound() -> None:
    list.append(kept_names.by_unbound, 1)


def fill_by_loop() -> None:
    for each in (kept_names.by_loop,):
        each.append(1)


def fill_by_table() -> None:
    tables = {"a": kept_names.by_table}
    tables["a"].append(1)


def fill_by_heap() -> None:
    heapq.heappush(kept_names.by_heap, 1)


def fill_by_bound() -> None:
    add = kept_names.by_bound.append
    add(1)


def fill_by_mapped() -> None:
    list(map(kept_names.by_mapped.append, [1]))


def fill_by_choice() -> None:
    (kept_names.by_choice if heapq else []).append(1)


def fill_by_walrus() -> None:
    (found := kept_names.by_walrus).append(1)


def fill_by_matched() -> None:
    match kept_names.by_matched:
        case found:
            found.append(1)


def fill_by_partial() -> None:
    partial(_fill, kept_names.by_partial)()


def deepen() -> None:
    kept_names.table["a"].append(1)


def deepen_all() -> None:
    for each in kept_names.lists.values():
        each.append(1)


def enable() -> None:
    here.debug = True


def choose() -> None:
    found = kept_names.Settings().choices
    found["a"] = 1


class Longer(kept_names.Shelf):
    """Adds to what it inherits."""

    def add(self) -> None:
        self.store.append(1)


Base = kept_names.Box


def large() -> kept_names.Box:
    class Large(Base):
        def size(self) -> int:
            return 5

    return Large()


def bulky() -> kept_names.Bag:
    return type("Bulky", (kept_names.Bag,), {"size": lambda self: 5})()


def shown() -> str:
    return ", ".join(kept_names.names) if "a" in kept_names.names else f"{len(kept_names.names)}"
