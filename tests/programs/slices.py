"""Slices as arguments, annotated and not."""


class Line:
    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def __getitem__(self, index):
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self.cells))
            if step == -1 and start > stop:
                return self.cells[index]  # covered
            return start  # covered
        return self.cells[index]  # covered


def bounds(s: slice) -> int:
    if s.start is None:
        return 0  # covered
    if s.stop is not None and s.start > s.stop:
        return 1  # covered
    if s.start is None:
        return 2  # infeasible
    return 3  # covered


def duck(s, size: int):
    if s.start is not None and s.stop is not None and s.step is None:
        return s.stop - s.start  # covered
    return None  # covered
