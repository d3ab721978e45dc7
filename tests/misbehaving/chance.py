"""Functions whose results depend on chance, clocks, addresses, hashes and what else a process has."""

import asyncio
import datetime
import gc
import getpass
import importlib.util
import inspect
import logging
import os
import random
import secrets
import shutil
import sys
import threading
import time
import uuid
import warnings
import weakref

MINE = random.Random()
SEEN = []
COUNTS = {}


class Thing:
    pass


def plain(x):
    return [x]


def die():
    return "high" if random.randint(1, 6) > 3 else "low"


def shuffled(x):
    letters = list("abcdef")
    random.shuffle(letters)
    return letters, x


def chosen(x):
    return random.choice([x, 1, 2])


def own_generator():
    return random.Random().random() < 0.5


def module_generator():
    return "a" if MINE.random() < 0.5 else 2


def token():
    return secrets.token_hex(2)


def identifier():
    return str(uuid.uuid4())


def identifier_by_time():
    return len(str(uuid.uuid1()))


def hashed(x):
    return hash(x) % 2


def hashed_text(x):
    return "even" if hash(str(x)) % 2 == 0 else None


def object_hash():
    return hash(Thing()) % 7 == 0


def address(x):
    return id(x) % 64


def order_of_addresses():
    return id(Thing()) < id(Thing())


def shown(x):
    return repr([Thing(), x])


def raised(x):
    raise ValueError(f"{Thing()} is not {x}")


def last_letter(x):
    letters = {"p", "q", "r", str(x)}
    return list(letters)[-1]


def first_of_things():
    first, second = Thing(), Thing()
    return next(iter({first, second})) is first


def popped():
    return {"one", "two", "three"}.pop()


def joined(x):
    return ",".join({"red", "green", "blue", str(x)})


def early():
    return "early" if datetime.datetime.now().second < 30 else 2


def even_second():
    return int(time.time()) % 2 == 0


def even_tick():
    return time.perf_counter_ns() // 1000 % 2


def up_long():
    return int(time.monotonic()) % 5


def weekday():
    return datetime.date.today().weekday() if datetime.date.today().day > 15 else None


def hour():
    return time.localtime(0).tm_hour


def measured():
    began = time.perf_counter()
    return time.perf_counter() - began < 10


def process_number():
    return os.getpid() % 10


def thread_number():
    return threading.get_ident() % 1000


def debug():
    return "on" if os.environ.get("DEBUG") else "off"


def zone():
    return os.environ.get("TZ", "none")


def every_variable():
    return len(dict(os.environ))


def user():
    return getpass.getuser()


def width():
    return shutil.get_terminal_size().columns


def arguments():
    return len(sys.argv)


def asked():
    return sys.stdin.read()


def terminal():
    return sys.stdin.isatty()


def under_test():
    return "pytest" in sys.modules


def named_test():
    return "PYTEST_CURRENT_TEST" in os.environ


def handlers():
    return len(logging.getLogger().handlers)


def logged(x):
    logging.warning("logged %s", x)


def warned():
    warnings.warn("careful", stacklevel=1)
    return 1


def deprecated(x):
    warnings.warn("old", DeprecationWarning, stacklevel=2)
    return x


def printed(x):
    print("printed", x)


def printed_badly():
    print("\ud800")


def printed_address():
    print(Thing())


def depth():
    return len(inspect.stack())


def deep(x):
    return 0 if x == 0 else 1 + deep(900 if x == 5 else len(str(x)) and x - 1) if isinstance(x, int) else x


def caller():
    return sys._getframe(1).f_code.co_name


def endless():
    return endless()


def collected():
    thing = Thing()
    thing.itself = thing
    alive = weakref.ref(thing)
    del thing
    return alive() is None


def tracked():
    return len(gc.get_objects()) % 2


def counted():
    SEEN.append(1)
    return len(SEEN)


def first_time(x):
    if x in COUNTS:
        return "again"
    COUNTS[x] = 1
    return "first"


def third_time():
    SEEN.append(2)
    if len(SEEN) > 3:
        raise RuntimeError("too often")
    return "fine"


def never_awaited():
    async def nothing():
        return 1

    return nothing() is not None


def awaited():
    async def nothing():
        await asyncio.sleep(0)
        return 1

    return asyncio.run(nothing())


def huge(x):
    return 10**5000 if x == 5 else 7**4000


def not_a_number():
    return [float("nan")]


def surrogate():
    return "\ud800"


def odd_texts(x):
    return f"\x00\x85\u2028\ud800{x}\"'\\"


def raised_badly():
    raise ValueError("\ud800\n\u2028 here")


def recursion_limit():
    return sys.getrecursionlimit()


def modules():
    return len(sys.modules) % 2


def optional(x):
    try:
        import package_that_nobody_has
    except ImportError:
        return x
    return package_that_nobody_has


def looked_for():
    return importlib.util.find_spec("package_that_nobody_has.part") is None if x_is_there() else "missing"


def x_is_there():
    return importlib.util.find_spec("package_that_nobody_has") is not None
