class Pump:
    def __init__(self) -> None:
        self._on = False

    async def _start(self) -> None:
        self._on = True

    def running(self) -> bool:
        if self._on:
            return True  # reached by: import asyncio; p = Pump(); asyncio.run(start(p)); p.running()
        return False


async def start(p: Pump) -> None:
    await p._start()
