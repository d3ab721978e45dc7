"""Changes variables of another module, by the ways there are."""

from __future__ import annotations

import tables
from tables import STEPS as MINE
from tables import sizes


class Tables:
    CLASSES = {"low": 7}


def set_mode() -> None:
    tables.MODE = "other"


def spoil_inner() -> None:
    inner = tables.NESTED["inner"]
    inner["low"] = 9


def spoil_pair() -> None:
    first, _ = tables.PAIRS
    first.append(3)


def spoil_by_own_name() -> None:
    MINE["one"] = 9


def spoil_by_late_import() -> None:
    from tables import OTHER as late

    late.update(one=9)


def spoil_private() -> None:
    hidden = tables._hidden
    hidden["one"] = 9


def spoil_handed_out() -> None:
    sizes()["s"] = 9
