"""Callers of the functions beside, and code that is given to them."""

import asyncio


def raising(error):
    raise error
    yield


def refusing(text):
    import given_code

    def refuse(value):
        raise given_code.Refused(text)

    return refuse


def missing():
    raise FileNotFoundError(2, "missing")


def thrown(generator, error):
    next(generator)
    generator.throw(error)


def managed(manager, error):
    with manager:
        raise error


def athrown(generator, error):
    async def go():
        await generator.__anext__()
        await generator.athrow(error)

    asyncio.run(go())


def agrown(function):
    async def go():
        values = [1]
        async for _ in function(values):
            values.append(2)

    asyncio.run(go())


def drained(generator):
    async def go():
        return [item async for item in generator]

    asyncio.run(go())


def very_deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


def line(cls, count):
    made = cls(1)
    for _ in range(count):
        made.add()
    return made


def used(order, cls, count):
    return order(line(cls, count))
