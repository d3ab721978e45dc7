"""Trees of paths that do not close under the usual bounds within the budget, and do under smaller ones."""


def selection_sorted(items: list[int]) -> list[int]:
    rest = list(items)
    out: list[int] = []
    while rest:
        smallest = rest[0]
        for item in rest:
            if item < smallest:
                smallest = item
        rest.remove(smallest)
        out.append(smallest)
    for left, right in zip(out, out[1:], strict=False):
        if left > right:
            return items  # infeasible within len
    return out


class Ring:
    def __init__(self, size: int) -> None:
        self._slots: list[int | None] = [None] * max(size, 1)
        self._count = 0

    def put(self, item: int) -> None:
        self._slots[self._count % len(self._slots)] = item
        self._count += 1


def last(ring: Ring) -> int:
    if ring._count == 0:
        return 0
    item = ring._slots[(ring._count - 1) % len(ring._slots)]
    if item is None:
        return -1  # infeasible within int
    return item


def steep(items: list[int]) -> int:
    """A longer list reaches it, as the scope says."""
    rises = 0
    for left, right in zip(items, items[1:], strict=False):
        if left < right:
            rises += 1
        elif left == right:
            rises -= 1
    if rises > 4:
        return 1  # infeasible within len
    return 0
