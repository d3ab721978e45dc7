"""JSON texts for functions that parse them: what is done with the parsed document says what it should look like."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any, Final

from clew.inputs import shape_inference
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    RecordShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
)
from clew.inputs.signatures import Catalogue
from clew.inputs.vocabulary import Vocabulary
from clew.ir import tree as ir
from clew.ir.walk import statements

DOCUMENTS: Final = 150
GIVEN: Final = (0.3, 0.6, 0.95)  # shares of the keys that are looked up
LONGEST: Final = 2  # lists and other dicts


def documents(
    function: ir.Function, module: str, catalogue: Catalogue, vocabulary: Vocabulary, limit: int, seed: int
) -> tuple[str, ...]:
    """Documents no longer than the limit, in the shape the function seems to expect; the same for the same seed."""
    json = sys.modules.get("json")
    parsed = list(_parsed(function, module)) if json is not None else []
    if not parsed:
        return ()
    sampler = _Sampler(
        random.Random(f"documents:{seed}"), ("", "a", *vocabulary.words), (0, 1, -1, *vocabulary.numbers)
    )
    found: dict[str, None] = {}
    for name in parsed:
        shape = shape_inference.shape_of_variable(function, name, catalogue, module)
        for _ in range(DOCUMENTS):
            sampler.given = sampler.rng.choice(GIVEN)
            found[json.dumps(sampler.sample(shape), separators=(",", ":"))] = None  # type: ignore[union-attr]
    return tuple(text for text in found if len(text) <= limit)


def _parsed(function: ir.Function, module: str) -> Iterator[str]:
    """The variables that hold what `json.loads` or `json.load` gave."""
    json = sys.modules["json"]
    held: dict[str, Any] = {}
    for statement in statements(function.body):
        match statement:
            case ir.Assign(target, ir.Global(name)):
                held[target.name] = vars(sys.modules[module]).get(name)
            case ir.Assign(target, ir.Call(ir.Var(name))) if any(held.get(name) is f for f in (json.loads, json.load)):
                yield target.name
            case ir.Assign(target, ir.MethodCall(ir.Var(name), "loads" | "load")) if held.get(name) is json:
                yield target.name


class _Sampler:
    def __init__(self, rng: random.Random, words: tuple[str, ...], numbers: tuple[int | float, ...]) -> None:
        self.rng = rng
        self.words = words
        self.numbers = numbers
        self.given = 1.0

    def sample(self, shape: Shape) -> Any:
        """A JSON value, mostly of the shape."""
        rng = self.rng
        match shape:
            case AnyShape(candidates):
                likely = min(rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 3)), len(candidates) - 1)
                return self.sample(candidates[likely])
            case UnionShape(options):
                return self.sample(options[0] if rng.random() < 0.9 else rng.choice(options))
            case RecordShape(fields):
                return {key: self.sample(inner) for key, inner, _ in fields if rng.random() < self.given}
            case DictShape(_, value):
                return {rng.choice(self.words): self.sample(value) for _ in range(rng.randint(0, LONGEST))}
            case ListShape(element):
                return [self.sample(element) for _ in range(rng.randint(0, LONGEST))]
            case TupleShape(items):
                return [self.sample(item) for item in items]
            case StrShape():
                return rng.choice(self.words)
            case IntShape():
                return rng.choice(self.numbers)
            case FloatShape():
                return rng.choice((0.5, -1.5, 100.0))
            case BoolShape():
                return rng.random() < 0.5
            case _:
                return None
