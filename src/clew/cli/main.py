"""The `clew` command.  A sub-command is imported when it is run, so that starting up costs little more than click.

Exit codes: 0 everything is settled and nothing is wrong; 1 findings (`cover`: a goal is left unknown, or code is
doomed; `dead`: a warning that no comment silences); 2 wrong usage, input that could not be analysed, or an internal
error; 130 interrupted by Ctrl-C or SIGTERM, after reporting what was finished.
"""

from __future__ import annotations

import importlib
import signal
from typing import Any, Final

import click

from clew import __version__
from clew.source.diagnostics import ClewError

# Command → one line for `clew --help`.  Each is `command` in the module `clew.cli.<name>`.
COMMANDS: Final = {
    "cover": "For every coverage goal a test, a proof that nothing reaches it, or the reason.",
    "check": "What must never happen: assertions that fail, exceptions that nothing announces; proved or refuted.",
    "dead": "Code that no normally ending execution passes through, proved, with the lines that show why.",
    "diff": "Of every function that changed since a revision: the same for all inputs, proved, or a call that differs.",
    "path": "Is there an input that drives execution along a path, with this true at its end?",
    "suite": "What your tests show, by any criterion, and what they do not: impossible, missing (written), or open.",
    "mutate": "Which small changes your tests do not notice: equivalent (proved), told apart by a call, or open.",
    "coverage": "What your tests miss: reached by no input (left out of reports of coverage.py), by a call, or open.",
    "report": "Show a report that was kept as JSON: as text, or as pages for a browser.",
    "watch": "Settle files again whenever they are saved, and say what changed.",
    "serve": "A language server, for editors (pip install 'clew[lsp]').",
    "explain": "How the verdict on one goal of the last run came about.",
    "rule": "The page of a rule that findings are made by.",
    "dump": "Show a function after one of the stages of the analysis.",
    "fmt": "Print .ivl programs in their standard layout.",
}


class Lazy(click.Group):
    """A group whose commands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"clew.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from clew.source.suggestions import suggestion

            hint = suggestion(args[0], COMMANDS) or f"; the commands are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{args[0]}`{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it did not expect is our fault, is said as such, and ends with exit code 2.

        SIGTERM, as `timeout` and cancelled jobs send it, is as good as Ctrl-C: what is finished is reported.
        """
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(130)
        except ClewError as error:  # of a run, as where its machines cannot be reached
            from clew.cli.shown import show_problem

            for problem in error.diagnostics:
                show_problem(problem)
            ctx.exit(2)
        except Exception as error:
            import traceback

            click.echo(traceback.format_exc(), err=True)
            click.echo(f"internal error: {type(error).__name__}; this is a defect of clew {__version__}", err=True)
            ctx.exit(2)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 settled and clean, 1 findings, 2 usage or internal error, 130 interrupted.",
)
@click.version_option(__version__, prog_name="clew")
def main() -> None:
    """For every coverage goal of a Python function: a test that reaches it, a proof that nothing can, or the reason why
    neither was found."""


if __name__ == "__main__":
    main()
