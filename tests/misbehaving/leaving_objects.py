"""Functions that leave objects of the library, which their module keeps, otherwise than they found them."""

import collections
import contextvars
import enum
import functools
import io
import itertools
import logging
import queue
import threading

LOCK = threading.Lock()
AGAIN = threading.RLock()
READY = threading.Event()
FREE = threading.Semaphore(2)
BOUNDED = threading.BoundedSemaphore(1)
HERE = threading.local()
JOBS = queue.Queue(5)
SIMPLE = queue.SimpleQueue()
OUT = io.StringIO()
TEXT = io.StringIO("one\ntwo\n")
BYTES = io.BytesIO(b"ab")
LEVEL = contextvars.ContextVar("LEVEL", default=1)
UNSET = contextvars.ContextVar("UNSET")
COLOURS = itertools.cycle(["red", "blue"])
ROWS = iter([1, 2, 3])
LAYERS = collections.ChainMap({}, {"a": 1})
LOG = logging.getLogger("leaving_objects")
NUMBERS = (number for number in range(10))


class Colour(enum.Enum):
    RED = 1
    BLUE = 2
    CRIMSON = 1


class Report:
    def __init__(self):
        self.rows = [1, 2]
        self.lock = threading.Lock()

    @functools.cached_property
    def total(self):
        return sum(self.rows)


REPORT = Report()


def acquires():
    return LOCK.acquire(blocking=False)


def acquires_again():
    return AGAIN.acquire() and AGAIN.acquire()


def readies():
    READY.set()
    return READY.is_set()


def takes():
    return FREE.acquire(blocking=False)


def takes_bounded():
    return BOUNDED.acquire(blocking=False)


def here():
    HERE.seen = getattr(HERE, "seen", 0) + 1
    return HERE.seen


def puts():
    JOBS.put("job")
    return JOBS.qsize()


def puts_simply():
    SIMPLE.put("job")
    return SIMPLE.qsize()


def prints():
    OUT.write("line\n")
    return OUT.getvalue()


def reads():
    return TEXT.readline()


def closes():
    BYTES.close()
    return BYTES.closed


def sets_level():
    LEVEL.set(LEVEL.get() + 1)
    return LEVEL.get()


def sets_unset():
    UNSET.set(1)
    return UNSET.get(0)


def colours():
    return next(COLOURS)


def rows():
    return next(ROWS)


def layers():
    LAYERS["b"] = 2
    LAYERS.maps[1]["c"] = 3
    return len(LAYERS)


def logs():
    LOG.setLevel("DEBUG")
    LOG.addHandler(logging.NullHandler())
    LOG.propagate = False
    return LOG.isEnabledFor(10)


def logs_all():
    logging.getLogger().setLevel(1)
    logging.basicConfig()
    logging.disable(50)
    return logging.root.level


def annotates():
    Colour.RED.note = "warm"
    return Colour.CRIMSON.note


def totals():
    REPORT.rows.append(3)
    return REPORT.total


def holds():
    return REPORT.lock.acquire(blocking=False)


def numbers():
    return next(NUMBERS) >= 0
