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
    tools = Tools(cwd)
    server = Server(tools)
    for tool in tools.all:
        server.add_tool(_reporting(tool), structured_output=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(130))
    server.run("stdio")
    os._exit(0)  # nobody waits for a tool that is still running


class Server(MCPServer[Any]):  # type: ignore[misc, unused-ignore]  # where the library is not installed
    """The library leaves out arguments that a tool does not have; an agent would take the answer for that to what it
    asked.
    """

    def __init__(self, tools: Tools) -> None:
        super().__init__("clew", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
        self._tools = tools

    async def call_tool(self, name: str, arguments: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        if (refused := self._tools.refused(name, arguments)) is not None:
            raise ToolError(refused)
        return await super().call_tool(name, arguments, *args, **kwargs)


def _reporting(tool: Callable[..., str]) -> Callable[..., str]:
    """What cannot be done is for the agent to read."""

    @functools.wraps(tool)
    def called(*args: Any, **kwargs: Any) -> str:
        try:
            return tool(*args, **kwargs)
        except ClewError as error:
            raise ToolError(str(error)) from None

    return called
