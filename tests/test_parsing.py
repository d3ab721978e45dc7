"""Python's parser from several threads."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Callable
from functools import partial

import pytest

from clew.frontend.parsing import parse_expression, parse_module, parsed
from clew.workers.threads import at_once

TEXT = "".join(
    f"def f{n}(x):\n    return [(x + {n}) * (y - {{x: {n}}}[x]) for y in x if (y, {n})]\n" for n in range(40)
)


def test_trees_of_several_threads_do_not_meet() -> None:
    def switches(phase: str, info: dict[str, int]) -> None:
        time.sleep(0)

    def read(deep: int) -> int:
        return (
            read(deep - 1) if deep else sum(len(read(TEXT).body) for _ in range(20) for read in (parse_module, parsed))
        )

    threshold = gc.get_threshold()
    gc.callbacks.append(switches)
    gc.set_threshold(40)
    try:
        assert at_once([partial(read, 9 * n) for n in range(4)], 4, lambda: None) == [40 * 40] * 4
    finally:
        gc.callbacks.remove(switches)
        gc.set_threshold(*threshold)


@pytest.mark.parametrize("read", [parse_module, parse_expression])
def test_what_is_no_python_is_refused(read: Callable[[str], ast.AST]) -> None:
    with pytest.raises(SyntaxError):
        read("x +")
    assert parsed("x +").body == []
