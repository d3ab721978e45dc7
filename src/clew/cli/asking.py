"""What a run is asked for, whoever asks: settings, targets, what changed since a revision.

Nothing is printed here and nothing ends: what cannot be done at all raises `ClewError`, and what is wrong with some of
the places is returned beside the others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clew.cli.queries import missing_second_engine, query_writer
from clew.scratch import scratch_folder
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.discovery import Target, discover
from clew.source.own_folder import NAME
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.search.request import KeptQuery
    from clew.source.revisions import Earlier

LEDGER: Final = os.path.join(NAME, "ledger.sqlite")


def targets_at(places: Sequence[str], settings: Settings, cwd: str) -> tuple[list[Target], list[Diagnostic]]:
    """What is to be analysed, and what is wrong with the other places; raises where nothing is left."""
    if settings.cross_check and (problem := missing_second_engine()) is not None:
        raise ClewError([problem])
    if settings.executor is not None:
        from clew.scheduling.resources import executor_of

        if (problem := executor_of(settings.executor).missing()) is not None:
            raise ClewError([problem])
        if "files" in settings.allow:
            text = "`--allow files` lets code use the files of this machine, and with an executor it runs on others"
            raise ClewError([Diagnostic("usage", text)])
    targets, problems = discover(
        places, cwd=cwd, search=[p for p in sys.path if p], include=settings.include, exclude=settings.exclude
    )
    if any(target.qualname is not None and not target.is_program for target in targets):
        from clew.cli.names import check_names

        targets, unknown = check_names(targets)
        problems += unknown
    if not targets:
        raise ClewError(problems)
    return targets, problems


def changed_since(revision: str, targets: Sequence[Target], cwd: str) -> tuple[list[Target], list[Diagnostic]]:
    """Those of the targets that changed since then, and what calls them; raises where that cannot be said."""
    from clew.settling.since import changed_targets
    from clew.source.revisions import since

    files = [target for target in targets if not target.is_program]
    with scratch_folder() as scratch:
        earlier = since(revision, files, cwd, scratch)
        if earlier.problems:
            raise ClewError(earlier.problems)
        return changed_targets(files, earlier)


def earlier_versions(
    revision: str, places: Sequence[str], settings: Settings, cwd: str, scratch: str
) -> tuple[Earlier, list[Diagnostic]]:
    """What changed at these places, by default below this folder, and what is wrong with some of them."""
    from clew.source.revisions import since

    targets, problems = discover(places or (".",), cwd=cwd, include=settings.include, exclude=settings.exclude)
    targets = [target for target in targets if not target.is_program]
    if not targets and problems:
        raise ClewError(problems)
    from clew.frontend.renamed_files import with_renames

    found = _of_places(with_renames(since(revision, targets, cwd, scratch)), places, cwd)
    _check_names(targets, found)
    return _usable(found), problems


def two_versions(before: str, after: str, settings: Settings, cwd: str, scratch: str) -> Earlier:
    """What changed between two files, or two folders."""
    from clew.frontend.renamed_files import with_renames
    from clew.source.revisions import beside

    return _usable(with_renames(beside(before, after, cwd, scratch, settings.include, settings.exclude)))


def keeping_queries(settings: Settings, cwd: str) -> Callable[[KeptQuery], None] | None:
    """What writes each query to a file of its own, where that is asked for."""
    if settings.keep_queries is None:
        return None
    write = query_writer(Path(cwd, settings.keep_queries))
    return lambda query: write(query.unit, query.number, query.text)


def _usable(found: Earlier) -> Earlier:
    if found.problems and not found.pairs:
        raise ClewError(found.problems)
    return found


def _of_places(found: Earlier, places: Sequence[str], cwd: str) -> Earlier:
    """Without files that went from elsewhere."""
    asked = [os.path.normpath(os.path.join(cwd, place.partition("::")[0])) for place in places or (".",)]
    full = {old: os.path.normpath(os.path.join(cwd, shown)) for old, shown in found.gone.items()}
    gone = {o: s for o, s in found.gone.items() if any(Path(full[o]).is_relative_to(place) for place in asked)}
    return replace(found, gone=gone)


def _check_names(targets: Sequence[Target], found: Earlier) -> None:
    """A function that was asked for is in one of the versions."""
    from clew.cli.names import check_names

    before = {pair.now: replace(pair.before, qualname=pair.now.qualname) for pair in found.pairs if pair.before}
    named = [target for target in targets if target.qualname is not None]
    _, problems = check_names([t for t in named if t not in before or check_names([before[t]])[1]])
    if problems:
        raise ClewError(problems)
