"""Witnesses too long for a mark."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import coroutines_and_managers as m


def while_waiting(function: Any, items: list[int]) -> None:
    async def main() -> None:
        task = asyncio.create_task(function(items))
        await asyncio.sleep(0)
        items.append(2)
        await task

    asyncio.run(main())


def cleared_while_waiting() -> None:
    async def main() -> None:
        table = {"a": 1}
        task = asyncio.create_task(m.looked_up(table, "a"))
        await asyncio.sleep(0)
        table.clear()
        await task

    asyncio.run(main())


def thrown_into_ticks() -> None:
    async def main() -> None:
        ticks: Any = m.ticks(3)
        await anext(ticks)
        await ticks.athrow(KeyError())
        await ticks.aclose()

    asyncio.run(main())


def divided_within() -> None:
    with contextlib.suppress(RuntimeError), m.always_fails(1):
        raise ZeroDivisionError
