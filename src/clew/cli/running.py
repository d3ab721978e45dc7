"""What the commands that analyse share: what they were asked for, the run, and what is kept and shown of it."""

from __future__ import annotations

import contextlib
import itertools
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from clew.cli.asking import LEDGER, changed_since, keeping_queries, targets_at
from clew.cli.folders import NOT_A_FOLDER, unwritable
from clew.cli.options import overrides
from clew.cli.settings_file import settings_for
from clew.cli.shown import show_problem
from clew.records import dataclass
from clew.source.diagnostics import ClewError, Diagnostic, InputError
from clew.source.discovery import Target, is_program
from clew.source.generated import GENERATED, is_ours, was_ours
from clew.source.own_folder import NAME, make_folder
from clew.source.settings import Settings
from clew.source.text import read_source

if TYPE_CHECKING:
    from clew.report.progress import Progress
    from clew.report.record import CoverResult, Report
    from clew.scheduling.shards import Shard
    from clew.workers.nursery import Nursery

SETTLED, FINDINGS, FAILED, INTERRUPTED = 0, 1, 2, 130
NO_TESTS: Final = "--no-write asks for no tests"
LAST_REPORT = os.path.join(NAME, "last.json")


@dataclass(frozen=True, slots=True)
class Asked:
    """problems: with some of the places, already shown; cwd: the folder in which the command was called.

    html: the folder for pages, if any are wanted; shard: the part of the files that is done, if not all.
    """

    settings: Settings
    targets: list[Target]
    problems: list[Diagnostic]
    cwd: str
    nursery: Nursery
    html: str | None = None
    shard: Shard | None = None

    @contextlib.contextmanager
    def arguments(self, fresh: bool, meanwhile: Callable[[], object] = lambda: None) -> Iterator[dict[str, Any]]:
        """The further arguments of a way of `clew.pipeline`.

        fresh: nothing is remembered; meanwhile: as of `Resources`.
        """
        from clew.scheduling.resources import Resources

        progress = progress_shown()
        try:
            yield {
                "progress": progress,
                "resources": Resources(
                    None if fresh else Path(self.cwd, LEDGER),
                    keeping_queries(self.settings, self.cwd),
                    self.nursery,
                    meanwhile,
                    self.shard,
                ),
            }
        finally:
            progress.end()


@contextlib.contextmanager
def asked(
    ctx: click.Context, places: tuple[str, ...], config: str | None, isolated: bool, given: dict[str, Any]
) -> Iterator[Asked]:
    """What the command line asks for, with processes that warm up while it is read; ends where nothing is left."""
    cwd = os.getcwd()
    since, html, shard = (given.pop(name, None) for name in ("since", "html", "shard"))
    if html is not None:
        from clew.cli.pages import refused_folder

        if (refused := refused_folder(html, cwd)) is not None:
            show_problem(refused)
            ctx.exit(FAILED)
    with _processes(places, ctx.obj) as nursery:
        settings, targets, problems = _asked_for(ctx, places, cwd, config, isolated, given, since)
        yield Asked(settings, targets, problems, cwd, nursery, html, shard)


def _asked_for(
    ctx: click.Context,
    places: tuple[str, ...],
    cwd: str,
    config: str | None,
    isolated: bool,
    given: dict[str, Any],
    since: str | None,
) -> tuple[Settings, list[Target], list[Diagnostic]]:
    """The settings, the targets, and what was wrong with some places, already shown; ends where nothing is left."""
    try:
        settings = settings_for(cwd, config, isolated, overrides(given))
        targets, problems = targets_at(places, settings, cwd)
        for problem in problems:
            show_problem(problem)
        if since is not None:
            targets, unread = changed_since(since, targets, cwd)
            for problem in unread:
                show_problem(problem)
    except ClewError as error:
        end_with(ctx, error)
    if not targets:
        click.echo(f"nothing changed since {since}", err=True)
        ctx.exit(SETTLED)
    return settings, targets, problems


def end_with(ctx: click.Context, error: ClewError) -> NoReturn:
    """Show what is wrong."""
    for problem in error.diagnostics:
        show_problem(problem)
    ctx.exit(FAILED)


def _processes(places: tuple[str, ...], first: tuple[int, int] | None) -> Nursery:
    """Those of the run.  They warm up while the command reads its settings and imports the analysis.

    first: what was started already, by `clew.cli.start`.
    """
    if all(is_program(place) for place in places):
        from clew.workers.nursery import Nursery

        return Nursery()
    from clew.scheduling.processes import warm_nursery

    return warm_nursery(several=False, first=first)  # how many functions there are is known later


def exit_code(report: Report, found: bool) -> int:
    """By the worst there is.  found: something that the command looks for."""
    if report.interrupted:
        return INTERRUPTED
    if any(problem.severity == "error" for problem in report.problems):
        return FAILED
    return FINDINGS if found else SETTLED


def progress_shown() -> Progress:
    """A live line where stderr is a terminal, else nothing."""
    if not sys.stderr.isatty():
        from clew.report.progress import Silent

        return Silent()
    from clew.report.live import Live

    return Live()


def running_tests(targets: list[Target], output: str, cwd: str) -> str:
    """The command that runs the tests; where the analysed code would not be found, it says where it is."""
    known = {cwd, *filter(None, sys.path)}
    roots = [os.path.relpath(root, cwd) for root in sorted({t.root for t in targets if not t.is_program} - known)]
    place = f"PYTHONPATH={shlex.quote(os.pathsep.join(roots))} " if roots else ""
    return f"{place}python -m pytest {shlex.quote(output)}"


def sources(report: Report, cwd: str) -> dict[str, list[str]]:
    """The lines of each file of the report, those that can be read."""
    lines: dict[str, list[str]] = {}
    for file in sorted({unit.file for unit in report.units} | {d.file for d in report.diagnostics if d.file}):
        with contextlib.suppress(InputError):  # Its problem was reported when it was analysed.
            lines[file] = read_source(os.path.join(cwd, file)).splitlines()
    return lines


def pages(report: Report, run: Asked) -> list[Diagnostic]:
    """Write those that were asked for; what was wrong."""
    if run.html is None:
        return []
    from clew.cli.pages import write_pages

    return write_pages(report, sources(report, run.cwd), run.html, run.cwd)


def write_tests(result: CoverResult, output: str | None, shown: str) -> list[Diagnostic]:
    """Write the test files.  One that somebody has edited is his and stays; one that has the wanted text stays too."""

    problems: list[Diagnostic] = []
    for test in result.tests if output is not None else ():
        assert output is not None
        path = os.path.join(output, *test.path.split("/"))
        name = os.path.join(shown, *test.path.split("/"))
        try:
            before = _existing(path)
            if before is not None and before != test.text and not is_ours(before):
                text = "edited by hand, so left as it is; move it away to have the new tests written"
                problems.append(Diagnostic("output", text, name, severity="warning"))
            elif before != test.text:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8", newline="\n") as file:
                    file.write(test.text)
        except OSError as error:
            problems.append(Diagnostic("output", f"cannot write the tests: {error.strerror}", name))
    if output is not None and not problems:
        _tell_apart([os.path.join(output, *test.path.split("/")) for test in result.tests], output)
    return problems


def _tell_apart(written: list[str], output: str) -> None:
    """Make a package of the folder: pytest takes two files of one name for one module, unless they are in packages,
    and a user's `tests/test_cart.py` may come later.

    Not where it has files of others, who may import them by their bare names, unless names are alike already; and not
    beside another package of its name, of which it would be taken for a part.
    """
    names, there = {os.path.basename(path) for path in written}, os.path.realpath(output)
    are_alike = False
    for folder, inner, files in itertools.islice(os.walk(os.path.realpath(os.getcwd())), _MOST_FOLDERS):
        inner[:] = [name for name in inner if not name.startswith(".") and name not in _NOT_OF_PROJECT]
        if os.path.join(folder, "").startswith(os.path.join(there, "")):
            continue
        if os.path.basename(folder) == os.path.basename(there) and PACKAGE in files:
            return
        are_alike = are_alike or not names.isdisjoint(files)
    for folder in sorted({os.path.dirname(path) for path in written}):
        while folder.startswith(output):
            if are_alike or _is_ours_alone(folder):
                with contextlib.suppress(OSError), open(os.path.join(folder, PACKAGE), "x", encoding="utf-8") as file:
                    file.write(_OF_PACKAGE)
            folder = os.path.dirname(folder)


def _is_ours_alone(folder: str) -> bool:
    """Did clew write all modules in it, whoever edited them since?"""

    names = [name for name in os.listdir(folder) if name.endswith(".py") and name != PACKAGE]
    return all(was_ours(_existing(os.path.join(folder, name)) or "") for name in names)


PACKAGE: Final = "__init__.py"
_OF_PACKAGE: Final = f"{GENERATED}, so that pytest tells the tests here from others whose files have the same names.\n"
_MOST_FOLDERS: Final = 5_000  # that are looked through
_NOT_OF_PROJECT: Final = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "build", "dist"})


def _existing(path: str) -> str | None:
    """The text of a file; None where there is none, and no text of ours where it cannot be decoded."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def keep_report(text: str, cwd: str) -> None:
    """Keep the report for `clew explain`; a folder that cannot be written to is no reason to fail."""
    path = os.path.join(cwd, LAST_REPORT)
    try:
        make_folder(Path(cwd, NAME))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        show_problem(
            Diagnostic("last", f"not kept for `clew explain`: {error.strerror}", LAST_REPORT, severity="warning")
        )


def output_folder(
    ctx: click.Context, settings: Settings, cwd: str, without: str
) -> tuple[str | None, list[Diagnostic]]:
    """Where the tests go; None, and why, where nothing can be written: the report is worth having all the same.

    Ends where the name is that of a file, or was given on the command line.  without: what asks for no tests.
    """
    folder = os.path.join(cwd, settings.output)
    refused = unwritable(folder, settings.output, "the tests")
    if refused is None:
        return folder, []
    if not refused.text.endswith(NOT_A_FOLDER):
        refused = replace(refused, text=f"{refused.text}; -o names another folder, {without}")
        if not is_given(ctx, "output"):
            return None, [refused]
    show_problem(refused)
    ctx.exit(FAILED)


def is_given(ctx: click.Context, option: str) -> bool:
    """On the command line?"""
    return ctx.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE
