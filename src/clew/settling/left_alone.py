"""Tests that say more of a call than others: that it left arguments, or the object whose method it is, as they were.

    items = [2, 1]
    assert ranked(items) == [1, 2]  # observed
    assert items == [2, 1]  # observed

Such a test is a candidate beside the one that does not say so.  It costs more, so it is written where it tells a change
of the function apart that no other test does, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.attack.orders import Part
from clew.checking.replay import Replayer
from clew.checking.script import Replayed, Seen
from clew.frontend.module import Module
from clew.records import dataclass
from clew.search.request import Found
from clew.settling.confirmation import Candidate, names_of
from clew.testgen.render import RenderedCase, render_case, script_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call, and of what of its objects a test is to say what they are afterwards."""

    found: Found
    parts: tuple[Part, ...]


def saying_more(module: Module, wanted: Sequence[Wanted], replayer: Replayer) -> list[Candidate | None]:
    """None where a test cannot say all of it: what has no name in it, or is not the same each time."""
    rendered = [_rendered(module, each) for each in wanted]
    return _replayed([each.found for each in wanted], rendered, replayer)


def saying_what_is_kept(
    module: Module, found: Sequence[Found], instead: tuple[str, str], replayer: Replayer, twins: Replayer
) -> list[Candidate]:
    """The calls with which a changed function changes what the function leaves alone, as tests that say so.

    instead: as in `Script`; twins: has the module with the changed function.
    """
    watching = [render_case(each.case, names_of(module, each), watch=True) for each in found]
    pairs = [(f, r) for f, r in zip(found, watching, strict=True) if r.observe]
    scripts = [script_of(rendered) for _, rendered in pairs]
    replays, seen = replayer.replay(scripts), twins.once([replace(each, instead=instead) for each in scripts])
    kept: list[Found] = []
    saying: list[RenderedCase | None] = []
    for (each, rendered), replay, other in zip(pairs, replays, seen, strict=True):
        if isinstance(replay, Replayed) and isinstance(other, Seen):
            changed = {name for name, _ in replay.after}
            if always := tuple(name for name, _ in other.after if name not in changed):
                kept.append(each)
                saying.append(replace(rendered, always=always))
    return [candidate for candidate in _replayed(kept, saying, replayer) if candidate is not None]


def _rendered(module: Module, wanted: Wanted) -> RenderedCase | None:
    rendered = render_case(wanted.found.case, names_of(module, wanted.found), watch=True)
    places = dict(rendered.places)
    if not all(place in places for place, _ in wanted.parts):
        return None
    always = tuple(dict.fromkeys(form.format(places[place]) for place, form in wanted.parts))
    return replace(rendered, always=always)


def _replayed(
    found: Sequence[Found], rendered: Sequence[RenderedCase | None], replayer: Replayer
) -> list[Candidate | None]:
    scripts = [script_of(r, frozenset(f.goals)) for r, f in zip(rendered, found, strict=True) if r is not None]
    replays = iter(replayer.replay(scripts))
    candidates: list[Candidate | None] = []
    for each, text in zip(found, rendered, strict=True):
        replay = None if text is None else next(replays)
        if text is None or not isinstance(replay, Replayed) or not {*text.always} <= {name for name, _ in replay.after}:
            candidates.append(None)
        else:
            candidates.append(Candidate(each, text, replay))
    return candidates
