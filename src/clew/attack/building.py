"""Recipes → objects, in the process that has imported the module under test."""

from __future__ import annotations

import collections
import importlib
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

from clew.inputs.recipes import Collection, Dictionary, Function, Literal, Made, Name, Part, Recipe, Shared, Step

COLLECTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "bytearray": bytearray, "iterator": iter,
    "deque": collections.deque, "generator": lambda items: (item for item in items),
}  # fmt: skip
DICTIONARIES: dict[str, Callable[[dict[Any, Any]], Any]] = {
    "dict": dict, "OrderedDict": collections.OrderedDict, "Counter": collections.Counter,
}  # fmt: skip


class Workshop:
    """Makes the objects of one case; equal names of `Shared` recipes give one object.

    Raises whatever the constructors and steps raise.
    """

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def build(self, recipe: Recipe) -> Any:
        match recipe:
            case Literal(value):
                return value
            case Collection(kind, items):
                return COLLECTIONS[kind]([self.build(i) for i in items])
            case Dictionary(kind, pairs):
                return DICTIONARIES[kind]({self.build(k): self.build(v) for k, v in pairs})
            case Name(module, path):
                return named(module, path)
            case Function():
                return self.function(recipe)
            case Shared(name, value):
                if name not in self.known:
                    self.known[name] = self.build(value)
                return self.known[name]
            case Made(callee, args, kwargs, steps):
                made = self.build(callee)(*map(self.build, args), **{k: self.build(v) for k, v in kwargs})
                for step in steps:
                    self.do(made, step)
                return made
            case Part():
                raise AssertionError("a part of an object is made where the object is")

    def function(self, recipe: Function) -> Any:
        results = recipe.results or (() if recipe.result is None else (recipe.result,))
        if not results:
            return eval(recipe.text, {})
        first, last = iter([self.build(r) for r in results[:-1]]), results[-1]
        return lambda *args, **named: next(first) if recipe.results and len(results) > 1 else self.build(last)

    def do(self, made: Any, step: Step) -> None:
        """One step of what is done to an object before it is used."""
        owner, name = made, step.name
        if "." in name:
            path, _, name = name.rpartition(".")
            owner = attribute(made, path)
        match step.how:
            case "get":
                getattr(owner, name)
            case "delete":
                delattr(owner, name)
            case "set":
                (value,) = step.args
                setattr(owner, name, attribute(made, value.path) if isinstance(value, Part) else self.build(value))
            case how:
                result = getattr(owner, name)(*map(self.build, step.args), **{k: self.build(v) for k, v in step.kwargs})
                self.use(result, how)

    def use(self, result: Any, how: str) -> None:
        match how:
            case "await":
                run_to_end(result)
            case "run":
                collections.deque(itertools.islice(result, 100), maxlen=0)
            case "start":
                next(result, None)
            case "enter":
                result.__enter__()
            case _:
                pass
        self.known[f"result {len(self.known)}"] = result  # which is not to end before the call


def named(module: str, path: str) -> Any:
    return attribute(importlib.import_module(module), path)


def attribute(root: Any, path: str) -> Any:
    """What a path of attributes leads to; the empty one to the root itself."""
    for part in path.split(".") if path else ():
        root = getattr(root, part)
    return root


def run_to_end(coroutine: Coroutine[Any, Any, object]) -> None:
    import asyncio  # it takes as long as most attacks

    asyncio.run(coroutine)
