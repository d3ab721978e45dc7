"""Which goals the tests reach: each by itself, through the fixtures it uses, or before any of them runs.

What a fixture for several tests reaches while it is set up counts for all tests that use it, though only the first of
them sets it up.  What is reached while modules are imported counts for every test: what they keep of it is there for
all.
"""

from __future__ import annotations

import functools
import gc
import os
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, Final, TypeAlias

from clew.checking.probing import Finder, Hit, Probing
from clew.frontend.module import PLAIN
from clew.goals.criteria import Criteria
from clew.records import dataclass

Key: TypeAlias = tuple[str, str]
"""Of a goal: the path of its file, and its id."""

_CACHED: Final = type(functools.lru_cache(lambda: None))


@dataclass(slots=True)
class Reach:
    """files: the real paths of those that are watched.  current: what goals are put into now; loading: modules on their
    way in; caches: of functions in the files, None where modules have come since they were looked for.
    """

    files: frozenset[str] = frozenset()
    early: set[Key] = field(default_factory=set)
    by_test: dict[str, set[Key]] = field(default_factory=dict)
    by_fixture: dict[int, set[Key]] = field(default_factory=dict)
    current: set[Key] | None = None
    loading: int = 0
    caches: list[Any] | None = None

    def hit(self, goal: str, path: str) -> None:
        into = self.early if self.loading or self.current is None else self.current
        into.add((path, goal))

    @contextmanager
    def into(self, goals: set[Key]) -> Iterator[None]:
        before, self.current = self.current, goals
        try:
            yield
        finally:
            self.current = before

    @contextmanager
    def of_fixture(self, number: int) -> Iterator[None]:
        found: set[Key] = set()
        with self.into(found):
            yield
        self.by_fixture.setdefault(number, set()).update(found)
        if self.current is not None:
            self.current |= found

    def finder(self, modules: Iterable[tuple[str, str]], criteria: Criteria = PLAIN) -> Finder:
        """modules: path and dotted name of each; criteria: of the goals."""

        def loader(path: str, own: str) -> Callable[[str, str], Probing]:
            return lambda name, origin: _Watched(name, origin, path, own, self.hit, criteria, self)

        loaders = {path: loader(path, own) for path, own in modules}
        self.files = frozenset(map(os.path.realpath, loaders))
        return Finder(loaders)

    def forget_results(self) -> None:
        """Empty the caches of functions, or a test would seem not to reach what an earlier one has asked."""
        if self.caches is None:
            self.caches = [each for each in gc.get_objects() if type(each) is _CACHED and self._is_watched(each)]
        for each in self.caches:
            each.cache_clear()

    def _is_watched(self, cached: Any) -> bool:
        code = getattr(cached.__wrapped__, "__code__", None)
        return code is not None and os.path.realpath(code.co_filename) in self.files


class _Watched(Probing):
    def __init__(self, name: str, path: str, given: str, own: str, hit: Hit, criteria: Criteria, reach: Reach) -> None:
        super().__init__(name, path, given, own, hit, criteria)
        self.reach = reach

    def exec_module(self, module: types.ModuleType) -> None:
        self.reach.loading += 1
        try:
            super().exec_module(module)
        finally:
            self.reach.loading -= 1
            self.reach.caches = None
