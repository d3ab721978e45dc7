"""Progress of a run, as the protocol shows it, told from the thread that settles."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import field

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from clew.records import dataclass
from clew.report.record import UnitReport


@dataclass(slots=True)
class Shown:
    """A `Progress` that becomes visible with the first function there is to settle.  title: `clew: cart.py`.

    later: makes a call in the loop of the server; on_token: gets the token under which the client may cancel it.
    """

    server: LanguageServer
    later: Callable[[Callable[[], None]], None]
    title: str
    on_token: Callable[[str], None]
    token: str = field(default_factory=lambda: f"clew-{uuid.uuid4().hex}")
    _state: str = "new"  # then `asked`, `begun`, `ended`

    def begin(self, units: int, goals: int) -> None:
        if units:
            self.later(self._ask)

    def unit_started(self, unit: str, goals: int) -> None:
        self.later(lambda: self._report(unit.partition("::")[2]))

    def unit_moved(self, unit: str, covered: int, infeasible: int, within: int) -> None: ...

    def unit_done(self, unit: UnitReport) -> None: ...

    def end(self) -> None:
        self.later(self._end)

    # ------------------------------------------------------------ in the loop of the server

    def _ask(self) -> None:
        supported = self.server.client_capabilities.window
        if self._state == "new" and supported is not None and supported.work_done_progress:
            self._state = "asked"
            self.on_token(self.token)
            task = asyncio.get_running_loop().create_task(self.server.work_done_progress.create_async(self.token))
            task.add_done_callback(self._created)

    def _created(self, task: asyncio.Task[object]) -> None:
        if self._state == "asked" and not task.cancelled() and task.exception() is None:
            self._state = "begun"
            begin = types.WorkDoneProgressBegin(self.title, cancellable=True)
            self.server.work_done_progress.begin(self.token, begin)

    def _report(self, name: str) -> None:
        if self._state == "begun":
            report = types.WorkDoneProgressReport(message=name, cancellable=True)
            self.server.work_done_progress.report(self.token, report)

    def _end(self) -> None:
        if self._state == "begun":
            self.server.work_done_progress.end(self.token, types.WorkDoneProgressEnd())
        self._state = "ended"
