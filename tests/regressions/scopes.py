"""What a verdict has to name: bounds, types that cannot be built, the state of the module.

Found by reading: claims without the bound or assumption they lean on.
"""

import socket
from typing import Any, Optional, Protocol
import io
import logging


def opaque_optional(x: int, conn: socket.socket | None = None):
    if conn is not None:
        return 1  # not infeasible
    return 0


def opaque_default(x: int, out: io.TextIOBase = None):
    if out is not None:
        return 1  # not infeasible
    return 0


def any_type(x: Any):
    if isinstance(x, complex):
        return 1  # not infeasible
    return 0


def untyped(x):
    if hasattr(x, "quux"):
        return 1  # not infeasible
    return 0


class Tree:
    def __init__(self, value: int, left: Optional["Tree"] = None, right: Optional["Tree"] = None) -> None:
        self.value = value
        self.left = left
        self.right = right


def depth(t: Tree | None) -> int:
    if t is None:
        return 0
    return 1 + max(depth(t.left), depth(t.right))


def deep(t: Tree):
    if depth(t) == 6:
        return 1  # infeasible within depth
    return 0


def state() -> int:
    if READY:
        return 1  # covered
    return 0


READY = False


def init() -> None:
    global READY
    READY = True


CACHE: dict[int, int] = {}


def lookup(x: int):
    if x in CACHE:
        return CACHE[x]  # covered
    CACHE[x] = 1
    return 0


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance
        self.locked = False

    def lock(self) -> None:
        self.locked = True

    def withdraw(self, amount: int) -> int:
        if self.locked:
            return -1  # not infeasible
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        return self.balance


class Holder:
    def __init__(self, account: Account) -> None:
        self.account = account


def held(h: Holder):
    if h.account.locked:
        return 1  # covered
    return 0


def listed(accounts: list[Account]):
    for a in accounts:
        if a.locked:
            return 1  # not infeasible
    return 0


def all_given(d: int = 3, *rest: int):
    """The smaller of two bounds on lengths is the one that is named (found by the fuzzer's random executions)."""
    if len(rest) > 3:
        return 1  # infeasible within len
    return d
