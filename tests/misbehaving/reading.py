"""Functions that only read the state of their module, beside those that change it."""

import collections
import functools

LEVEL = 3
LIMIT = 10  # nothing changes it
TABLE = {"a": 1}  # nor this
REGISTRY = {}
RECENT = collections.deque(["first"], maxlen=2)
MODE = "slow"
BOUND = {"x": 1}
ALSO_BOUND = BOUND


class Config:
    def __init__(self):
        self.debug = False
        self.names = []

    def enable(self):
        self.debug = True

    @functools.cached_property
    def size(self):
        return len(self.names)


CONFIG = Config()


class Cart:
    made = 0
    rows = []
    currency = "EUR"  # nothing changes it

    @classmethod
    def opened(cls):
        cls.made += 1
        cls.rows.append(cls.made)


def sets_level(level):
    global LEVEL
    LEVEL = level


def registers(name):
    REGISTRY.setdefault(name, []).append(name)


def happens(name):
    recent = RECENT
    recent.append(name)


def binds(name):
    BOUND[name] = 1


def switches(mode):
    globals()["MODE"] = mode


def enables():
    CONFIG.enable()
    CONFIG.names.append("enabled")
    return CONFIG.size


def opens():
    Cart.opened()


def counts():
    counts.times = getattr(counts, "times", 0) + 1


def keeps(x, seen=[]):
    if x:
        seen.append(x)
    return len(seen)


@functools.cache
def remembered():
    return LEVEL


def reads_level(x):
    return x > LEVEL


def reads_limit(x):
    return x > LIMIT


def reads_table(name):
    return TABLE.get(name)


def reads_registry(name):
    return name in REGISTRY


def reads_recent():
    return list(RECENT)


def reads_mode():
    return MODE == "slow"


def reads_debug():
    return CONFIG.debug


def reads_names():
    return len(CONFIG.names)


def reads_size():
    return CONFIG.size


def reads_made():
    return Cart.made


def reads_rows():
    return Cart().rows


def reads_currency():
    return Cart.currency


def reads_times():
    return getattr(counts, "times", 0)


def reads_default(x):
    return keeps(x - x)


def reads_bound():
    return BOUND is ALSO_BOUND, len(ALSO_BOUND)


def reads_remembered():
    return remembered()


def reads_either(x):
    if x == 1:
        return LEVEL
    return MODE
