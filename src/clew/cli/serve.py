"""`clew serve`."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import NoReturn

import click

from clew.cli.running import FAILED, INTERRUPTED
from clew.cli.shown import show_problem
from clew.source.diagnostics import Diagnostic


@click.command("serve")
@click.option("--mcp", is_flag=True, help="Speak the Model Context Protocol, for agents, instead.")
@click.pass_context
def command(ctx: click.Context, mcp: bool) -> None:
    """Speak the language server protocol on stdin and stdout, for editors.

    Files are settled when they are opened and saved: what `clew dead` and `clew check` find is shown as diagnostics,
    what `clew cover` settles above each function and where the pointer is.  The README says how to set editors up.
    """
    if mcp:
        _import_extra(ctx, "mcp", "mcp", "the server for agents")
        from clew.server.agents import serve

        serve(os.getcwd())
        return
    _import_extra(ctx, "pygls", "lsp", "the language server")
    _serve_editors()


def _import_extra(ctx: click.Context, module: str, extra: str, what: str) -> None:
    """Ends where it is not there."""
    try:
        importlib.import_module(module)
    except ImportError:
        show_problem(Diagnostic(extra, f"{what} is not installed here: pip install 'clew[{extra}]'", ""))
        ctx.exit(FAILED)


def _serve_editors() -> None:
    from clew.scheduling.processes import warm_nursery

    nursery = warm_nursery(several=True)
    from clew.server.language import server

    sys.setswitchinterval(0.0005)  # seconds: what is asked is answered while a thread settles
    made = server(nursery)

    def end(code: int) -> NoReturn:
        """With all processes, and without waiting for what is yet to be read from stdin."""
        made.desk.close()
        os._exit(code)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: end(INTERRUPTED))
    made.feature("exit")(lambda *_: end(0 if made.is_shut_down else 1))
    # Whatever is printed by accident must not end up in the protocol.
    with os.fdopen(os.dup(0), "rb") as reading, os.fdopen(os.dup(1), "wb") as writing:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(sys.stderr.fileno(), 1)
        made.start_io(reading, writing)
    end(1)  # the client is gone without a word
