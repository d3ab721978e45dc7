"""Solvers, and what few runs need, are imported when they are needed, which is after the user's modules.

They, and what they import, come from where clew's own dependencies are all the same: the user may have another version
on his path, or a `copy.py` beside his module.
"""

from __future__ import annotations

import importlib.machinery
import sys
import types
from collections.abc import Sequence
from typing import Final

LATE: Final = frozenset(
    {"z3", "cvc5", "traceback", "textwrap", "shutil", "asyncio", "hashlib", "logging", "json", "pathlib", "calendar"}
)


class LateImports:
    """A meta path finder.  paths: `sys.path` as it was before it became the user's."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.paths = paths

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in LATE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, self.paths)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = _Loader(name, spec.loader.path, self.paths)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, file: str, paths: tuple[str, ...]) -> None:
        super().__init__(name, file)
        self.paths = paths

    def exec_module(self, module: types.ModuleType) -> None:
        before = sys.path[:]
        sys.path[:] = self.paths
        try:
            super().exec_module(module)
        finally:
            sys.path[:] = before
