"""What a coroutine finds of the event loop that will run it: there is one, and what it does is not followed."""

import asyncio


async def gathers(x: int):
    async def inner(k):
        await asyncio.sleep(0)
        return x + k

    found = await asyncio.gather(inner(1), inner(2))
    if found[1] == 771:
        return 1  # not infeasible
    return 0


async def slept(x: int):
    await asyncio.sleep(0.001)
    if x == 771:
        return 1  # not infeasible
    return 0


async def in_a_loop(x: int):
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return 2  # infeasible
    if x == 771:
        return 1  # not infeasible
    return 0  # not infeasible


async def event(x: int):
    e = asyncio.Event()
    e.set()
    await e.wait()
    if x == 771:
        return 1  # not infeasible
    return 0


async def queue(x: int):
    q = asyncio.Queue()
    await q.put(x)
    if await q.get() == 771:
        return 1  # not infeasible
    return 0


async def locked(x: int):
    async with asyncio.Lock():
        if x == 771:
            return 1  # not infeasible
    return 0


async def timed(x: int):
    async with asyncio.timeout(1):
        if x == 771:
            return 1  # not infeasible
    return 0


async def task(x: int):
    async def inner():
        return x

    t = asyncio.create_task(inner())
    if await t == 771:
        return 1  # not infeasible
    return 0


async def generator(x: int):
    async def g():
        yield 1
        yield x

    async for v in g():
        if v == 771:
            return 1  # not infeasible
    return 0
