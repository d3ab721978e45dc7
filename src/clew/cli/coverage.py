"""`clew coverage [PATH…]`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from clew.cli.options import WithSettings, only_formats, settings_options
from clew.cli.running import FAILED, FINDINGS, INTERRUPTED, SETTLED, Asked, asked, keep_report
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import SMALL, Settings

if TYPE_CHECKING:
    from clew.coverage.measured import Data, Measured
    from clew.report.missing import Missing, Part

SHARED: Final = ("pyproject.toml", "setup.cfg", "tox.ini")
"""Files with settings of several programs, in which those of coverage.py have sections named after it."""


@click.command("coverage", cls=WithSettings)
@settings_options
@click.argument("places", nargs=-1, metavar="[PATH]...")
@click.option("--data", metavar="FILE", help="The data of coverage.py.  [default: as its settings say, else .coverage]")
@click.option("--no-mark", is_flag=True, help="Only say what is missing; leave the data as they are.")
@click.option("--fresh", is_flag=True, help="Use nothing that an earlier run found, and keep nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    places: tuple[str, ...],
    config: str | None,
    isolated: bool,
    data: str | None,
    no_mark: bool,
    fresh: bool,
    **given: Any,
) -> None:
    """Say of every line and branch that your tests miss whether any input reaches it.

    Run after `coverage run`, or `pytest --cov`, over the files at PATH that were measured (by default all below this
    folder).  What is missing is reached by no input (proved for all inputs), by a call that is shown, or it is open,
    with the reason.  What no input reaches is left out of all later reports of coverage.py from these data, where its
    settings name the plugin clew.coverage: 100 % then means everything that is possible.
    """
    only_formats(given)
    with asked(ctx, places or (".",), config, isolated, given) as run:
        found, files = _measured(ctx, data, run.targets, run.cwd)
        if not no_mark and not found.has_plugin:
            text = f"reports will not leave anything out: {_to_add(found, run.cwd)}, and run this again"
            show_problem(Diagnostic("plugin", text, "", severity="warning"))
        missing, unmarked = _settle(found, files, run, fresh, mark=not no_mark and found.has_plugin)
    _print(missing, run.settings, {file.target.file: file.text.split("\n") for file in files})
    for problem in unmarked:
        show_problem(problem)
    ctx.exit(_exit_code(missing, [*run.problems, *unmarked]))


def _to_add(data: Data, cwd: str) -> str:
    """What names the plugin, in the file that coverage.py reads; where there is none, in the one that projects have."""
    path = data.settings_file
    shown = "pyproject.toml" if path is None else os.path.relpath(path, cwd)
    if shown.startswith(os.pardir):
        shown = path or shown
    is_own = os.path.basename(shown) not in SHARED
    if shown.endswith(".toml"):
        return f'add plugins = ["clew.coverage"] to [{"run" if is_own else "tool.coverage.run"}] in {shown}'
    return f"add plugins = clew.coverage to [{'run' if is_own else 'coverage:run'}] in {shown}"


def _measured(ctx: click.Context, data: str | None, targets: list[Target], cwd: str) -> tuple[Data, list[Measured]]:
    """The data, and what they say of the targets; ends where there are none."""
    try:
        from clew.coverage.measured import Data, Unusable
    except ImportError:
        show_problem(Diagnostic("coverage", "coverage.py is not installed here: pip install 'clew[coverage]'", ""))
        ctx.exit(FAILED)
    try:
        found = Data(data, cwd)
    except Unusable as error:
        show_problem(Diagnostic("coverage", str(error), data or ""))
        ctx.exit(FAILED)
    own = [target for target in targets if not target.is_program]
    own.sort(key=lambda target: os.path.realpath(target.path) != target.path)  # links last
    one_each = {os.path.realpath(target.path): target for target in reversed(own)}
    wanted = set(one_each.values())
    files = [each for target in targets if target in wanted and (each := found.measured(target)) is not None]
    if not files:
        show_problem(Diagnostic("coverage", "none of the measured files is at these places", ""))
        ctx.exit(FAILED)
    return found, files


def _settle(
    data: Data, files: list[Measured], run: Asked, fresh: bool, *, mark: bool
) -> tuple[Missing, list[Diagnostic]]:
    """What is missing, and why it is not marked where it should be."""
    from dataclasses import replace

    from clew.coverage.exclusions import show_exclusions
    from clew.coverage.measured import Unusable, exclusions_of, parts_of
    from clew.coverage.plugin import PROOFS
    from clew.pipeline import cover
    from clew.report.missing import Missing
    from clew.report.record import show_report

    wanted = [replace(file.target, qualname=name) for file in files for name in file.functions]
    with run.arguments(fresh) as arguments:
        result = cover(wanted, replace(run.settings, suite=SMALL), **arguments)
    parts: dict[str, list[Part]] = {}
    contradicted: list[Part] = []
    broken: list[Part] = []
    for file in files:
        units = [unit for unit in result.report.units if unit.file == file.target.file]
        parts[file.name], wrong, unkept = parts_of(file, units, run.settings)
        contradicted += wrong
        broken += unkept
    cwd = run.cwd
    keep_report(show_report(result.report), cwd)
    unmarked: list[Diagnostic] = []
    if mark:
        proofs = {file.target.path: exclusions_of(file, parts[file.name]) for file in files}
        try:
            Path(cwd, PROOFS).write_text(show_exclusions(proofs, cwd), encoding="utf-8")
            data.mark(files)
        except (OSError, Unusable) as error:
            why = error.strerror if isinstance(error, OSError) else error
            unmarked = [Diagnostic("coverage", f"reports will not leave anything out: {why}", PROOFS)]
    everything = tuple(part for file in files for part in parts[file.name])
    marked = mark and not unmarked
    return Missing(result.report, everything, tuple(contradicted), tuple(broken), marked), unmarked


def _print(missing: Missing, settings: Settings, texts: dict[str, list[str]]) -> None:
    from clew.report.missing import print_missing, show_concise, show_missing

    match settings.output_format:
        case "json":
            click.echo(show_missing(missing), nl=False)
        case "concise":
            click.echo(show_concise(missing), nl=False)
        case _:
            print_missing(missing, texts)


def _exit_code(missing: Missing, problems: list[Diagnostic]) -> int:
    if missing.report.interrupted:
        return INTERRUPTED
    if any(problem.severity == "error" for problem in (*problems, *missing.report.problems)):
        return FAILED
    return FINDINGS if missing.contradicted or any(part.state != "impossible" for part in missing.parts) else SETTLED
