"""`clew watch PATH…`.

Files are looked at for new times a few times a second.  A notifier of the operating system would be a further library
for each of them, sees nothing on network drives and in some containers, and tells of every file below a folder, where a
thousand `stat` calls on those that matter take milliseconds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from clew.cli.asking import LEDGER, targets_at
from clew.cli.options import WithSettings, overrides, settings_options
from clew.cli.running import end_with, progress_shown
from clew.cli.settings_file import settings_for
from clew.records import dataclass
from clew.source.diagnostics import ClewError
from clew.source.discovery import Target
from clew.source.settings import Settings

if TYPE_CHECKING:
    from clew.following.follower import Follower
    from clew.workers.cancelling import RunNursery

PAUSE: Final = 0.25  # seconds between two looks at the files
LOOK_FOR_NEW: Final = 8  # looks after which it is seen which files there are


@click.command("watch", cls=WithSettings)
@settings_options
@click.argument("places", nargs=-1, required=True, metavar="PATH...")
@click.option("--fresh", is_flag=True, help="Use nothing that earlier runs found, and keep nothing.")
@click.pass_context
def command(
    ctx: click.Context, /, places: tuple[str, ...], config: str | None, isolated: bool, fresh: bool, **given: Any
) -> None:
    """Settle the files at PATH, and again whenever they are saved; say what changed.

    PATH is a file, a folder or a dotted module.  Said is what `clew dead` and `clew check` find, and of how many goals
    and claims of each function the verdict is known.  After a save only functions are settled again that changed, or
    may lean on what did; a run that a save overtakes is given up.  No tests are written.  Ctrl-C ends it.
    """
    cwd = os.getcwd()
    try:
        # A run that the next change ends stays on this machine.
        settings = replace(settings_for(cwd, config, isolated, overrides(given)), executor=None)
        targets = targets_at(places, settings, cwd)[0]
    except ClewError as error:
        end_with(ctx, error)
    if any(target.qualname is not None or target.is_program for target in targets):
        raise click.UsageError("clew watch wants Python files, folders or modules")
    from clew.following.desk import Desk
    from clew.following.follower import Follower
    from clew.report.wording import count
    from clew.scheduling.processes import warm_nursery

    follower = Follower(None if fresh else Path(cwd, LEDGER))
    desk = Desk(warm_nursery(several=True), _failed, lambda _: None)
    click.echo(f"watching {count(len(targets), 'file')}; Ctrl-C ends it", err=True)
    try:
        for target, is_first in _Files(places, settings, cwd).saved():
            desk.ask(target.path, partial(_settle, follower, target, settings), urgent=not is_first)
    finally:
        desk.close()


def _settle(follower: Follower, target: Target, settings: Settings, processes: RunNursery) -> None:
    """In the thread of the desk."""
    from clew.following.news import news

    before, began = follower.standings.get(target.path), time.monotonic()
    progress = progress_shown()
    try:
        standing = follower.settle(target, settings, progress, processes, lambda _: None)
    finally:
        progress.end()
    for line in news(before, standing, time.monotonic() - began):
        click.echo(line)


def _failed(path: str, error: Exception) -> None:
    click.echo(f"{path}: internal error: {type(error).__name__}: {error}; this is a defect of clew", err=True)


@dataclass(slots=True)
class _Files:
    """Those at the places.  times: of the last change of each, in nanoseconds."""

    places: tuple[str, ...]
    settings: Settings
    cwd: str
    times: dict[str, int] = field(default_factory=dict)

    def saved(self) -> Iterator[tuple[Target, bool]]:
        """Each as soon as it is saved, without an end; first all, which is said with them."""
        yield from ((target, True) for target in self.targets() if self.is_saved(target.path))
        while True:
            targets = self.targets()
            for _ in range(LOOK_FOR_NEW):
                time.sleep(PAUSE)
                yield from ((target, False) for target in targets if self.is_saved(target.path))

    def targets(self) -> list[Target]:
        try:
            found = targets_at(self.places, self.settings, self.cwd)[0]
        except ClewError:  # a file may be gone for a moment, as some editors save
            return []
        return list({target.path: replace(target, qualname=None) for target in found if not target.is_program}.values())

    def is_saved(self, path: str) -> bool:
        try:
            now = os.stat(path).st_mtime_ns
        except OSError:
            return False
        before, self.times[path] = self.times.get(path), now
        return before != now
