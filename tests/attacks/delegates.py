"""What a generator delegates to is thrown into, or sent something, while it waits, and goes on with that."""

from collections.abc import Generator


def step() -> Generator[int, int, int]:
    try:
        yield 1
    except OSError as e:
        if e.errno == 13:
            return 7  # reached by: w.thrown(step(), 1, PermissionError(13, "x"))
    return 0


def by_errno() -> Generator[int, int, int]:
    r = yield from step()
    if r == 7:
        return -3  # reached by: w.thrown(by_errno(), 1, PermissionError(13, "x"))
    return r


def retried(limit: int) -> Generator[int, None, int]:
    tries = 0
    while tries < limit:
        try:
            yield tries
        except ValueError:
            tries += 1
        else:
            return tries
    return -1


def outer(limit: int) -> Generator[int, None, str]:
    tries = yield from retried(limit)
    if tries == 2:
        return "second"  # reached by: w.thrown(outer(3), 1, ValueError(), ValueError(), None)
    if tries < 0:
        return "gave up"  # reached by: w.thrown(outer(1), 1, ValueError())
    return "first"


def three() -> Generator[int, None, str]:
    yield 0
    found = yield from outer(3)
    if found == "second":
        return "three"  # reached by: w.thrown(three(), 2, ValueError(), ValueError(), None)
    return found


def echo() -> Generator[int, int, int]:
    n = yield 0
    while n > 0:
        n = yield n
    return n


def relay() -> Generator[int, int, str]:
    r = yield from echo()
    if r == -41:
        return "hit"  # reached by: w.sent(relay(), 3, -41)
    return "other"


class Worker:
    def step(self) -> Generator[str, int, bool]:
        n = yield "ready"
        return n > 0

    def run(self) -> Generator[str, int, str]:
        ok = yield from self.step()
        if ok:
            return "done"  # reached by: w.sent(Worker().run(), 1)
        return "stopped"  # reached by: w.sent(Worker().run(), 0)


class Steps:
    def __iter__(self) -> Generator[int, int, None]:
        try:
            yield 1
        except KeyError:
            yield 2


def of_an_object(s: Steps) -> Generator[int, int, int]:
    seen = 0
    try:
        yield from s
        seen = 1
    finally:
        if seen == 1:
            print("done")  # reached by: w.thrown(of_an_object(Steps()), 1, KeyError(), None)
    return seen


async def nested() -> int:
    try:
        await w_pause()
    except KeyError:
        return 1
    return 0


class Pause:
    def __await__(self) -> Generator[int, int, int]:
        return (yield 0)


async def w_pause() -> int:
    return await Pause()


async def awaits() -> int:
    r = await nested()
    if r == 1:
        return 5  # reached by: w.thrown_coroutine(awaits(), KeyError())
    return r


async def told() -> int:
    r = await w_pause()
    if r == 12:
        return 1  # reached by: w.sent_coroutine(told(), 12)
    return 0
