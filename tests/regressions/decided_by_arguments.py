"""Library calls that nothing but their arguments decides keep their proofs; all others, and what they read, are open."""

import asyncio
import base64
import calendar
import collections
import copy
import datetime
import fractions
import hashlib
import itertools
import json
import pathlib
import re
import string
import struct
import sys
import textwrap
import tracemalloc


def folded() -> int:
    if json.loads("[1]") != [1]:
        return 1  # infeasible unbounded
    if re.match("a+", "aab").end() != 2:
        return 2  # infeasible unbounded
    if pathlib.PurePath("a/b.txt").suffix != ".txt":
        return 3  # infeasible unbounded
    if datetime.date(2020, 2, 28) + datetime.timedelta(days=1) != datetime.date(2020, 2, 29):
        return 4  # infeasible unbounded
    if fractions.Fraction(1, 3) * 3 != 1:
        return 5  # infeasible unbounded
    if hashlib.sha256(b"").hexdigest()[0] != "e":
        return 6  # infeasible unbounded
    if struct.pack("<h", 1) != b"\x01\x00":
        return 7  # infeasible unbounded
    if base64.b64encode(b"a") != b"YQ==":
        return 8  # infeasible unbounded
    if copy.deepcopy({"a": [1]}) != {"a": [1]}:
        return 9  # infeasible unbounded
    if calendar.monthrange(2021, 2)[1] != 28:
        return 10  # infeasible unbounded
    if collections.Counter("aab").most_common(1) != [("a", 2)]:
        return 11  # infeasible unbounded
    if string.Template("$a").substitute(a=1) != "1":
        return 12  # infeasible unbounded
    if textwrap.shorten("a b", 3) != "a b":
        return 13  # infeasible unbounded
    if list(itertools.accumulate([1, 2])) != [1, 3]:
        return 14  # infeasible unbounded
    return 0


def again() -> int:
    try:
        raise
    except RuntimeError:
        return 1
    except KeyError:
        return 2  # infeasible assuming process-state


def own_exception() -> int:
    try:
        raise KeyError
    except KeyError:
        if sys.exc_info()[0] is not KeyError:
            return 1  # infeasible unbounded
    return 0


def looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True  # not infeasible


def traced() -> bool:
    if tracemalloc.is_tracing():
        return True  # not infeasible
    return False


def first_day() -> int:
    if calendar.firstweekday() == 6:
        return 1  # infeasible assuming process-state
    return 0
