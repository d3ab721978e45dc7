"""Handlers of what may be raised wherever a run is: the depth of recursion runs out, memory does, digits are too many."""

from __future__ import annotations

import contextlib
import json
import logging
from dataclasses import dataclass
from fractions import Fraction

log = logging.getLogger(__name__)


def helper(x: int) -> int:
    return x + 1


def added(x: int, times: int) -> int:
    return helper(x) if times == 0 else added(helper(x), times - 1)


def twice(x: int) -> int:
    return added(added(x, 6), 5)


def guarded(x: int) -> int:
    try:
        return helper(x)
    except RecursionError:
        return -1  # reached by: w.near_the_end(guarded, 1) [supposing resources]


def general(x: int) -> int:
    try:
        return twice(x)
    except Exception:
        log.debug("failed")  # reached by: w.near_the_end(general, 1) [supposing resources]
    return -1  # reached by: w.near_the_end(general, 1) [supposing resources]


def in_a_tuple(x: int) -> int:
    try:
        return twice(x)
    except (KeyError, RuntimeError) as error:
        return len(error.args)  # reached by: w.near_the_end(in_a_tuple, 1) [supposing resources]


def bare(x: int) -> int:
    try:
        return twice(x)
    except:  # noqa: E722
        return -1  # reached by: w.near_the_end(bare, 1) [supposing resources]


def flagged(x: int) -> int:
    done = False
    try:
        y = twice(x)
        done = True
    except Exception:
        y = 0
    if not done:
        return -1  # reached by: w.near_the_end(flagged, 1) [supposing resources]
    return y


def cleaned_up(x: int) -> int:
    done = False
    try:
        y = twice(x)
        done = True
        return y
    finally:
        if not done:
            log.debug("not done")  # reached by: w.near_the_end(cleaned_up, 1) [supposing resources]


def inner(x: int) -> int:
    try:
        return twice(x)
    except RuntimeError:
        return -100


def by_a_helper(x: int) -> str:
    y = inner(abs(x))
    if y < 0:
        return "negative"  # reached by: w.near_the_end(by_a_helper, 1) [supposing resources]
    return "positive"


def suppressed(x: int) -> int:
    with contextlib.suppress(RecursionError):
        return twice(x)
    return -1  # reached by: w.near_the_end(suppressed, 1) [supposing resources]


@dataclass
class Account:
    balance: int = 0
    failed: bool = False

    def add(self, amount: int) -> int:
        self.balance = helper(self.balance) + amount - 1
        return self.balance

    def safely(self, amount: int) -> int:
        try:
            return self.add(amount)
        except Exception as error:
            self.failed = True  # reached by: w.near_the_end(Account(1).safely, 1) [supposing resources]
            raise ValueError(amount) from error  # reached by: w.near_the_end(Account(1).safely, 1) [supposing resources]


def digits_of_a_constant() -> int:
    try:
        return int("1" * 1000)
    except ValueError:
        return -1  # reached by: w.few_digits(digits_of_a_constant) [supposing resources, process-state]


def shown(n: int) -> str:
    try:
        return f"{n % 10**900}"
    except ValueError:
        return "large"  # reached by: w.few_digits(shown, -1) [supposing resources, process-state]


def formatted(n: int) -> str:
    try:
        return "%d" % (abs(n) % 10**700)
    except ValueError:
        return "large"  # reached by: w.few_digits(formatted, 10**700 - 1) [supposing resources, process-state]


def read() -> int:
    try:
        return len(str(json.loads("9" * 1000)))
    except ValueError:
        return -1  # reached by: w.few_digits(read) [supposing resources, process-state]


def ratio() -> int:
    try:
        return Fraction("1" * 800 + "/3").denominator
    except ValueError:
        return -1  # reached by: w.few_digits(ratio) [supposing resources, process-state]


def interrupted(xs: list[int]) -> int:
    total = 0
    try:
        for x in xs:
            total += helper(x)
    except KeyboardInterrupt:
        return -1  # reached by: w.interrupted(interrupted) [supposing resources, types]
    return total
