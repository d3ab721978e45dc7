"""Helpers for any object."""

from typing import Any


def plain(o: Any) -> None:
    o._a = 1


def by_keyword(o: Any) -> None:
    vars(o).update(_b=1)


def mangled(o: Any) -> None:
    o._Options__c = 1
