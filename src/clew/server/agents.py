"""`clew serve --mcp`: the tools under the Model Context Protocol, on stdin and stdout.

The library runs each tool in a thread, and keeps what is printed out of the protocol.
"""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Callable
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from clew import __version__
from clew.server.tools import Tools
from clew.source.diagnostics import ClewError

INSTRUCTIONS: Final = (
    "clew says of every branch of a Python function that a test reaches it, that no input does (proved), or why "
    "neither is known; and it compares versions. It runs the code it looks at, in guarded processes. Places are "
    "relative to the folder it was started in."
)


def serve(cwd: str) -> None:
    """Ends the process, and with it all that runs."""
    server = MCPServer("clew", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    for tool in Tools(cwd).all:
        server.add_tool(_reporting(tool), structured_output=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(130))
    server.run("stdio")
    os._exit(0)  # nobody waits for a tool that is still running


def _reporting(tool: Callable[..., str]) -> Callable[..., str]:
    """What cannot be done is for the agent to read."""

    @functools.wraps(tool)
    def called(*args: Any, **kwargs: Any) -> str:
        try:
            return tool(*args, **kwargs)
        except ClewError as error:
            raise ToolError(str(error)) from None

    return called
