"""`clew rule CODE`: the page of a rule; without a code, the list of them."""

from __future__ import annotations

import sys

import click

from clew.cli.shown import show_problem
from clew.report.rules import rules
from clew.source.diagnostics import Diagnostic
from clew.source.suggestions import suggestion


@click.command("rule")
@click.argument("codes", nargs=-1, metavar="[CODE...]")
@click.pass_context
def command(ctx: click.Context, codes: tuple[str, ...]) -> None:
    """Show what a rule is about, with an example, why it matters, and how to silence it; without CODE, all rules."""
    if not codes:
        click.echo("".join(f"{code}  {rule.title}\n" for code, rule in rules().items()), nl=False)
    unknown = [code for code in codes if code.upper() not in rules()]
    for code in codes:
        if code.upper() in rules():
            _show(rules()[code.upper()].page)
    for code in unknown:
        hint = suggestion(code.upper(), rules()) or f"; the rules are {', '.join(rules())}"
        show_problem(Diagnostic("no-such-rule", f"there is no rule `{code}`{hint}"))
    ctx.exit(2 if unknown else 0)


def _show(text: str) -> None:
    """Rendered on a terminal, as it is written elsewhere."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
