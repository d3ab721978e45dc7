"""Runs an operation on inputs with shadows and checks three things against CPython.

The value or exception is CPython's; the shadow evaluated under the input is the value; and, most of all, every *other*
input that satisfies the same decisions has the result the shadow predicts for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term
from clew.semantics.shadow import Concretized, Items, Sequence, Shadow, Text, Tracked
from tests.differential import harness

LETTERS = "aAbBzZ09_ .-:/\t\n\r,+eExX%{}\x1c\x85\xa0ßéÉ٣３İıſΣσςǅ\u2003½²\ud800😀K"
CHARACTERS = st.one_of(st.sampled_from(LETTERS), st.sampled_from("ab01 -."), st.characters())
STRINGS = st.text(CHARACTERS, max_size=6)
SHORT = st.text(st.sampled_from("ab0 .-"), max_size=3)
BYTES = st.one_of(st.binary(max_size=5), st.lists(st.sampled_from(b"aAb01 \n\r\t.-_"), max_size=6).map(bytes))
INTEGERS = st.one_of(st.integers(-8, 8), st.integers())


class CheckingMachine(harness.CheckingMachine):
    """What it gives as an iterator is a list here, so that its items can be looked at."""

    def stream(self, items: Iterator[Tracked]) -> Tracked:
        made = list(items)
        result = [item.value for item in made]
        self.keep(result, Sequence([item.shadow for item in made]))
        return Tracked(result, None)


LOST = object()


def input_shadow(name: str, value: Any) -> Shadow:
    """The shadow of an input, its shape free."""
    match value:
        case bool():
            return t.var(name, BOOL)
        case int():
            return t.var(name, INT)
        case float():
            return t.var(name, FLOAT)
        case str() | bytes():
            return Text(t.var(f"len({name})", INT), (), name)
        case _:
            return None


def model_of(values: dict[str, Any]) -> dict[str, Any]:
    model: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, str | bytes):
            model[f"len({name})"] = len(value)
            codes = map(ord, value) if isinstance(value, str) else value
            model |= {f"{name}[{i}]": code for i, code in enumerate(codes)}
        elif isinstance(value, bool | int | float):
            model[name] = value
    return model


def predicted(machine: CheckingMachine, result: Tracked, model: dict[str, Any]) -> Any:
    """The value of the result under another input."""
    value, shadow = result
    match shadow:
        case Concretized():
            return LOST
        case Items(shadows):
            parts = [predicted(machine, Tracked(v, s), model) for v, s in zip(value, shadows, strict=True)]
            return LOST if LOST in parts else tuple(parts)
        case Text():
            codes = [evaluate(c, model) for c in shadow.first(evaluate(shadow.length, model))]
            return "".join(map(chr, codes)) if isinstance(value, str) else type(value)(codes)
        case Term():
            return evaluate(shadow, model)
    if isinstance(value, list):
        shadows = machine.elements(value)
        parts = [predicted(machine, Tracked(v, s), model) for v, s in zip(value, shadows, strict=True)]
        return LOST if any(p is LOST for p in parts) else parts
    return value


def same(a: Any, b: Any) -> bool:
    """Equal, with equal types; nan equals itself."""
    return type(a) is type(b) and repr(a) == repr(b)


def mutated(value: Any, pick: random.Random) -> Any:
    """Another value near this one."""
    match value:
        case bool():
            return pick.random() < 0.5
        case int():
            return pick.choice((value + 1, value - 1, -value, value, value * 10 + 3, pick.randrange(-9, 9)))
        case float():
            return pick.choice((value, -value, value + 1))
        case str() | bytes():
            alphabet = LETTERS if isinstance(value, str) else bytes(range(256))
            place = pick.randrange(len(value) + 1)
            start = pick.randrange(len(alphabet))
            new = alphabet[start : start + 1]
            close = value[place : place + 1]
            if isinstance(value, str) and close and pick.random() < 0.5:
                new = chr(min(max(ord(close) + pick.choice((-1, 1, 2, 5, -32, 32)), 0), 0x10FFFF))
            match pick.randrange(6):
                case 0:
                    return value[:place] + new + value[place:]
                case 1:
                    return value[:place] + value[place + 1 :]
                case _:
                    return value[:place] + new + value[place + 1 :]
        case _:
            return value


def outcome_of(call: Callable[[], Any]) -> Any:
    try:
        return ("returns", call())
    except Exception as error:
        return ("raises", type(error))


def check(
    run: Callable[..., Tracked],
    real: Callable[..., Any],
    args: tuple[Any, ...],
    constant: tuple[bool, ...] = (),
    seed: int = 0,
    exact: bool = True,
    rounds: int = 24,
) -> Any:
    """Run on inputs; see the module.  constant: which arguments are not inputs; exact: Concretized is a failure."""
    fixed = constant + (False,) * (len(args) - len(constant))
    names = {f"x{i}": value for i, value in enumerate(args) if not fixed[i]}
    machine = CheckingMachine(model_of(names))
    tracked = [Tracked(v, None if fixed[i] else input_shadow(f"x{i}", v)) for i, v in enumerate(args)]
    wanted = outcome_of(lambda: real(*args))
    try:
        result: Tracked | None = run(machine, *tracked)
    except AssertionError:
        raise
    except Exception as error:
        assert wanted == ("raises", type(error)), f"raised {error!r}, CPython: {wanted}"
        result = None
    else:
        assert wanted[0] == "returns", f"CPython raises {wanted}, we return {result}"
        assert same(result.value, wanted[1]), f"{result.value!r} is not {wanted[1]!r}"
        here = predicted(machine, result, machine.model)
        assert here is LOST or same(here, wanted[1]), f"shadow {here!r} is not {wanted[1]!r}"
        assert not exact or here is not LOST, result.shadow
    if exact:
        assert not machine.approximated, machine.approximated
    pick = random.Random(f"{seed}{args!r}")
    for _ in range(rounds):
        other = list(args)
        for _ in range(pick.choice((1, 1, 2, 3))):
            i = pick.randrange(len(args))
            if not fixed[i]:
                other[i] = mutated(other[i], pick)
        model = model_of({f"x{i}": value for i, value in enumerate(other) if not fixed[i]})
        if machine.approximated or any(evaluate(term, model) is not truth for term, truth in machine.decisions):
            continue
        again = outcome_of(lambda: real(*other))
        if result is None:
            assert again == wanted, f"{other} takes the same decisions and {again}"
        else:
            there = predicted(machine, result, model)
            if there is not LOST:
                assert again[0] == "returns", f"{other} takes the same decisions and {again}"
                assert same(there, again[1]), f"for {other} predicted {there!r}, CPython: {again[1]!r}"
    return result
