"""Functions that leave the state of their module otherwise than they found it."""

import collections
import decimal
import functools
import gc
import itertools
import os
import sys

REGISTRY = []
CACHE = {}
TABLE = {"a": [1], "b": [2]}
COUNT = 0
MODE = "slow"
IDS = itertools.count(1)
RECENT = collections.OrderedDict()
LETTERS = [chr(number) for number in range(200)]


class Registry:
    made = 0
    names = []

    def __init__(self):
        self.rows = [1]
        self.size = 1


class Slotted:
    __slots__ = ("rows",)

    def __init__(self):
        self.rows = []


REGISTERED = Registry()
SLOTTED = Slotted()
INSTANCES = {"first": Registry()}


class Account:
    def __init__(self, owner):
        self.owner = owner

    def enters(self):
        Registry.made += 1
        Registry.names.append(self.owner)
        return Registry.made

    @staticmethod
    def keeps(x, seen=[]):
        seen.append(x)
        return len(seen)

    @functools.cache
    def cached(self):
        REGISTRY.append("cached")
        return 1


def registers(name):
    if name in REGISTRY:
        return False
    REGISTRY.append(name)
    return True


def counts():
    global COUNT
    COUNT += 1
    return COUNT


def switches(mode):
    global MODE
    MODE = mode


def numbered():
    return next(IDS)


def remembers(x):
    if x in CACHE:
        return "again"
    CACHE[x] = 1
    return "first"


def nested(x):
    TABLE["a"].append(x)
    return TABLE["a"]


def recent(x):
    RECENT[x] = True
    RECENT.move_to_end(x, last=False)
    return list(RECENT)


def spoils():
    LETTERS.pop()
    return len(LETTERS)


def of_an_object(x):
    REGISTERED.rows.append(x)
    REGISTERED.size += 1
    return REGISTERED.size


def of_slots(x):
    SLOTTED.rows.append(x)
    return SLOTTED.rows


def in_a_container(x):
    INSTANCES["first"].rows.append(x)
    return len(INSTANCES["first"].rows)


def makes():
    global MADE
    MADE = 1
    return MADE


@functools.lru_cache
def cached(x):
    REGISTRY.append(x)
    return len(REGISTRY)


def keeps(x, seen=[], *, known={}):
    seen.append(x)
    known["last"] = x
    return len(seen)


def called():
    called.times = getattr(called, "times", 0) + 1
    return called.times


def rebinds():
    global TABLE
    TABLE = {}
    return TABLE


def third_time():
    global COUNT
    COUNT += 1
    if COUNT > 2:
        raise RuntimeError("too often")
    return "fine"


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


STEP = counter()


def stepped():
    return STEP() > 0


def rounds_to():
    decimal.getcontext().prec = 7
    return decimal.getcontext().prec


def collects_no_more():
    gc.disable()
    return gc.isenabled()


def masks():
    os.umask(0o007)
    return 1


def hooks():
    sys.excepthook = print
    return sys.excepthook is print


def finds_more():
    sys.path.append("elsewhere")
    return len(sys.path) > 0
