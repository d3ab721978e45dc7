async def f(x):
    y = await x
    async with y as z:
        return z
