from __future__ import annotations

from importlib import import_module


def load(plugins: list[str]) -> None:
    for plugin in plugins:
        import_module(plugin)._names.append(plugin)
