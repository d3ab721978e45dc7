"""A line above each function: `7 of 8 settled, 1 open · write tests`."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from clew.following.news import words
from clew.following.standing import Settled, State, View

WRITE_TESTS = "clew.writeTests"


def lenses_of(view: View, uri: str) -> Iterator[types.CodeLens]:
    for function, state in view.functions:
        line = view.moves.lines[function.block.first] - 1
        place = types.Range(types.Position(line, 0), types.Position(line, 0))
        yield types.CodeLens(place, _command(function, state, uri))


def _command(function: Settled, state: State, uri: str) -> types.Command:
    if state == "settling":
        return types.Command(f"{words(function)} so far …" if function.is_known else "settling …", "")
    if state == "stale":
        return types.Command(f"{words(function)} before something changed that it may lean on", "")
    return types.Command(f"{words(function)} · write tests", WRITE_TESTS, arguments=[uri, function.qualname])
