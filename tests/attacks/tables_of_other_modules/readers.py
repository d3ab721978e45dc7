"""Reads variables of another module, each of which somebody changes."""

from __future__ import annotations

import tables
import tables as others
import writers


def by_count() -> int:
    if tables.COUNTS["low"] > 5:
        return 1  # reached by: tables.count("low"); by_count()
    return 0


def by_length() -> int:
    if len(tables.RANGES) > 3:
        return 1  # reached by: tables.extend(); by_length()
    return 0


def by_limit() -> int:
    if tables.LIMIT > 5:
        return 1  # reached by: tables.set_limit(9); by_limit()
    return 0


def by_mode() -> int:
    if tables.MODE != "plain":
        return 1  # reached by: writers.set_mode(); by_mode()
    return 0


def by_inner() -> int:
    if tables.NESTED["inner"]["low"] > 5:
        return 1  # reached by: writers.spoil_inner(); by_inner()
    return 0


def by_pair() -> int:
    if len(tables.PAIRS[0]) > 1:
        return 1  # reached by: writers.spoil_pair(); by_pair()
    return 0


def by_other_name() -> int:
    if others.STEPS["one"] > 5:
        return 1  # reached by: writers.spoil_by_own_name(); by_other_name()
    return 0


def by_import_in_function() -> int:
    if tables.OTHER["one"] > 5:
        return 1  # reached by: writers.spoil_by_late_import(); by_import_in_function()
    return 0


def by_private() -> int:
    if tables._hidden["one"] > 5:
        return 1  # reached by: writers.spoil_private(); by_private()
    return 0


def by_handed_out() -> int:
    if tables.SIZES["s"] > 5:
        return 1  # reached by: writers.spoil_handed_out(); by_handed_out()
    return 0


def by_local_name() -> int:
    tables = writers.Tables
    if tables.CLASSES["low"] > 5:
        return 1  # reached by: by_local_name()
    return 0


def by_parameter(tables: type) -> int:
    if tables.CLASSES["low"] > 5:  # type: ignore[attr-defined]
        return 1  # reached by: by_parameter(writers.Tables)
    return 0


def by_nobody() -> int:
    if tables.NAMES[0] != "a":
        return 1  # reached by: tables.NAMES = ("b",); by_nobody() [supposing module-state]
    return 0
