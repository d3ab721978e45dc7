"""The life of an order: a state machine with `match` and an `Enum`."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    NEW = "new"
    PAID = "paid"
    SHIPPED = "shipped"
    CANCELLED = "cancelled"


class NotAllowed(Exception):
    pass


def advance(state: State, event: str) -> State:
    match state, event:
        case State.NEW, "pay":
            return State.PAID
        case State.PAID, "ship":
            return State.SHIPPED
        case (State.NEW | State.PAID), "cancel":
            return State.CANCELLED
        case _, "look":
            return state
    raise NotAllowed(f"{event} while {state.value}")


def replay(events: list[str]) -> State:
    state = State.NEW
    for event in events:
        state = advance(state, event)
    return state


def describe(command: object) -> str:
    """A command as it may come from outside: a word, a pair, or a mapping."""
    match command:
        case "":
            return "nothing"
        case str(word):
            return f"word {word}"
        case [str(name), int(count)] if count > 0:
            return f"{count} times {name}"
        case [_, _, *rest]:
            return f"a list with {len(rest)} more"
        case {"order": int(number), **others}:
            return f"order {number}" + ("…" if others else "")
        case _:
            return "unknown"
