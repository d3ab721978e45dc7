from __future__ import annotations

import asyncio


class C:
    def __init__(self) -> None:
        self._n = 0

    async def co(self) -> None:
        self._n -= 1
        await asyncio.sleep(0)
        self._n += 1

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: c = C(); k = c.co(); k.send(None); c.check() [supposing construction]
        return 0
