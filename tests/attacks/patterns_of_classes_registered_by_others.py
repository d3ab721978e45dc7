"""The same where no code of the module registers one."""

from __future__ import annotations

from collections.abc import Sequence


class Mine:
    def __len__(self) -> int:
        return 0

    def __getitem__(self, i: int) -> int:
        raise IndexError


def empty(m: Mine) -> int:
    match m:
        case []:
            return 1  # reached by: Sequence.register(Mine); empty(Mine()) [supposing process-state]
    return 0
