"""`clew fmt FILE.ivl…`: `.ivl` programs in their standard layout."""

from __future__ import annotations

import click

from clew.cli.running import FAILED, FINDINGS, SETTLED
from clew.cli.shown import show_problem
from clew.source.recursion import deep_recursion
from clew.source.text import read_source


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE.ivl...")
@click.option("--write", is_flag=True, help="Change the files.  Comments are not kept, so files with comments stay.")
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 when a file is not in the standard layout.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], write: bool, check: bool) -> None:
    """Print .ivl programs in their standard layout, or write them back."""
    from clew.frontend.ivl import read_file
    from clew.ir.blocks_text import show_program

    code = SETTLED
    for file in files:
        with deep_recursion():
            program, problems = read_file(file, file)
            wanted = "" if program is None else show_program(program)
        for problem in problems:
            show_problem(problem)
        if program is None:
            code = FAILED
            continue
        text = read_source(file)
        if check:
            if wanted != text:
                click.echo(f"{file}: not in the standard layout")
                code = max(code, FINDINGS)
        elif not write:
            click.echo(wanted, nl=False)
        elif "//" in text:
            click.echo(f"{file}: has comments, which would be lost; left as it is", err=True)
            code = max(code, FINDINGS)
        elif wanted != text:
            with open(file, "w", encoding="utf-8") as stream:
                stream.write(wanted)
    ctx.exit(code)
