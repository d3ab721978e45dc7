"""`clew serve`: the language server.

Everything of the protocol happens in one loop; a thread settles (`following/desk.py`) and hands its standings to that
loop.  What is shown is the standing of a file on disk, as far as it holds in the text of the editor: so a function that
is being typed in has no results at once, and text that is not saved is never taken for what is on disk.

The texts are sent whole: ends of lines are then ours to count, and not where `str.splitlines` sees some.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from clew import __version__
from clew.cli.asking import LEDGER
from clew.cli.folders import unwritable
from clew.cli.running import write_tests
from clew.cli.settings_file import settings_for
from clew.following.desk import Desk
from clew.following.follower import Follower
from clew.following.standing import Standing, View
from clew.pipeline import cover
from clew.records import dataclass
from clew.report.wording import count
from clew.scheduling.resources import Resources
from clew.server.actions import TestFolder, actions_of
from clew.server.diagnostics import diagnostics_of
from clew.server.hovers import hover_of
from clew.server.lenses import WRITE_TESTS, lenses_of
from clew.server.options import Options, read_options
from clew.server.positions import lines_of
from clew.server.progress import Shown
from clew.source.diagnostics import ClewError, InputError
from clew.source.discovery import Target, is_found_in, target_of
from clew.source.settings import Settings
from clew.source.text import read_source
from clew.workers.cancelling import RunNursery
from clew.workers.nursery import Nursery

SETTLE = "clew.settle"


@dataclass(slots=True)
class File:
    """One that is open.  view: of its standing in the text of that version."""

    uri: str
    target: Target
    cwd: str
    settings: Settings
    standing: Standing | None = None
    view: tuple[int | None, View] | None = None
    token: str = ""


class Server(LanguageServer):
    """The state of the server.  Methods are called in the loop, where they do not say otherwise."""

    def __init__(self, nursery: Nursery) -> None:
        super().__init__("clew", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.options = Options()
        self.files: dict[str, File] = {}  # by uri
        self.followers: dict[str, Follower] = {}  # by folder
        self.desk = Desk(nursery, self.failed, self.given_up)
        self.loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_shut_down(self) -> bool:
        """Has the client asked for that, as it should before it says that the server is to exit?"""
        return bool(self.protocol._shutdown)

    # ------------------------------------------------------------ files

    def opened(self, uri: str) -> None:
        self.loop = asyncio.get_running_loop()
        file = self.file_of(uri)
        if file is not None:
            self.files[uri] = file
            if self.options.onOpen:
                self.settle(file, urgent=False)

    def saved(self, uri: str) -> None:
        """It is settled first; other open files of its folder may lean on it, and follow."""
        if (file := self.files.get(uri)) is None:
            return
        for other in self.files.values():
            if other is not file and other.cwd == file.cwd and other.standing is not None:
                self.settle(other, urgent=False)
        self.settle(file, urgent=True)

    def changed(self, uri: str) -> None:
        if uri in self.files:
            self.publish(self.files[uri])

    def closed(self, uri: str) -> None:
        if (file := self.files.pop(uri, None)) is not None:
            self.desk.drop(file.target.path)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def file_of(self, uri: str) -> File | None:
        """None for what is not analysed: tests, environments, what lies in none of the folders that are open."""
        path = to_fs_path(uri)
        if path is None or not path.endswith(".py"):
            return None
        path = os.path.abspath(path)
        folders = [p for f in self.workspace.folders.values() if (p := to_fs_path(f.uri)) is not None]
        around = [folder for folder in folders if Path(path).is_relative_to(folder)]
        if folders and not around:
            return None
        cwd = max(around, key=len) if around else os.path.dirname(path)
        try:
            settings = replace(settings_for(cwd, overrides=self.options.settings), executor=None)
        except InputError as error:
            self.say(types.MessageType.Error, str(error))
            return None
        if not is_found_in(cwd, path, settings.include, settings.exclude):
            return None
        return File(uri, target_of(path, cwd), cwd, settings)

    def lines(self, uri: str) -> list[str]:
        """Of the text as the editor has it."""
        return lines_of(self.workspace.get_text_document(uri).source)

    def test_folder(self, uri: str) -> TestFolder:
        """For the tests of a file that is open."""
        file = self.files[uri]
        path, shown = os.path.join(file.cwd, file.settings.output), file.settings.output
        workspace = self.client_capabilities.workspace
        edits = workspace.workspace_edit if workspace is not None else None
        known = (edits.resource_operations or ()) if edits is not None and edits.document_changes else ()
        return TestFolder(path, shown, self._text_of, types.ResourceOperationKind.Create in known)

    def _text_of(self, path: str) -> str:
        try:
            return self.workspace.get_text_document(Path(path).as_uri()).source
        except (OSError, UnicodeDecodeError):
            return ""

    def view(self, file: File) -> View | None:
        """What is known of it, where it is in that text now."""
        if file.standing is None:
            return None
        version = self.workspace.get_text_document(file.uri).version
        if file.view is None or file.view[0] != version or file.view[1].standing is not file.standing:
            file.view = (version, file.standing.at(self.lines(file.uri)))
        return file.view[1]

    # ------------------------------------------------------------ settling

    def settle(self, file: File, *, urgent: bool) -> None:
        """In the background."""
        follower = self.followers.setdefault(file.cwd, Follower(Path(file.cwd, LEDGER)))

        def work(nursery: RunNursery) -> None:
            with self._watched(file, os.path.basename(file.target.path)) as progress:
                follower.settle(
                    file.target, file.settings, progress, nursery, lambda standing: self._told(file, standing)
                )

        self.desk.ask(file.target.path, work, urgent=urgent)

    @contextlib.contextmanager
    def _watched(self, file: File, title: str) -> Iterator[Shown]:
        """From the thread."""
        assert self.loop is not None

        def on_token(token: str) -> None:
            file.token = token

        progress = Shown(self, self._later, f"clew: {title}", on_token)
        try:
            yield progress
        finally:
            progress.end()

    def _told(self, file: File, standing: Standing) -> None:
        """From the thread: there is more to show."""
        self._later(lambda: self.show(file, standing))

    def _later(self, call: Callable[[], None]) -> None:
        assert self.loop is not None
        with contextlib.suppress(RuntimeError):  # it is closed: nobody listens any more
            self.loop.call_soon_threadsafe(call)

    def failed(self, path: str, error: Exception) -> None:
        """From the thread."""
        said = str(error) if isinstance(error, ClewError) else f"internal error: {type(error).__name__}: {error}"
        self._later(lambda: self.say(types.MessageType.Error, f"{os.path.basename(path)}: {said}"))
        self.given_up(path)

    def given_up(self, path: str) -> None:
        """From the thread, or the loop: what was to be settled is not."""
        self._later(lambda: self._unsettled(path))

    def _unsettled(self, path: str) -> None:
        for file in self.files.values():
            if file.target.path == path and file.standing is not None and file.standing.open:
                self.show(file, replace(file.standing, open=frozenset()))

    def cancelled(self, token: object) -> None:
        """The client wants no more of this progress."""
        for file in self.files.values():
            if file.token == token:
                self.desk.drop()

    def write_tests(self, uri: str, qualname: str) -> None:
        """Of a function, as `clew cover FILE::f` does; the file has to be saved."""
        file = self.files.get(uri)
        if file is None:
            self.say(types.MessageType.Warning, f"clew has not settled {uri}")
            return
        try:
            on_disk = read_source(file.target.path, file.target.file)
        except InputError as error:
            self.say(types.MessageType.Error, str(error))
            return
        if lines_of(on_disk) != self.lines(uri):
            self.say(types.MessageType.Warning, f"save {file.target.file} first: its tests are about what is on disk")
            return
        self.desk.ask(f"tests of {uri}::{qualname}", lambda nursery: self._write(file, qualname, nursery))

    def _write(self, file: File, qualname: str, nursery: RunNursery) -> None:
        """From the thread."""
        settings, target = file.settings, replace(file.target, qualname=qualname)
        folder = os.path.join(file.cwd, settings.output)
        refused = unwritable(folder, settings.output, "the tests")
        if refused is not None:
            raise InputError(refused)
        with self._watched(file, f"tests of {qualname}") as progress:
            result = cover([target], settings, progress, Resources(Path(file.cwd, LEDGER), nursery=nursery))
        nursery.check()
        problems = write_tests(result, folder, settings.output)
        if problems:
            raise ClewError(problems)
        number = result.report.totals.tests
        names = [os.path.join(settings.output, *test.path.split("/")) for test in result.tests]
        said = f"{count(number, 'test')} of {qualname} in {', '.join(names)}" if names else f"no test of {qualname}"
        self._later(lambda: self._written(said, [os.path.join(file.cwd, name) for name in names]))

    def _written(self, said: str, paths: list[str]) -> None:
        self.say(types.MessageType.Info, said)
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            for path in paths:
                self.window_show_document(types.ShowDocumentParams(Path(path).as_uri()))

    # ------------------------------------------------------------ showing

    def show(self, file: File, standing: Standing) -> None:
        if self.files.get(file.uri) is not file:  # closed meanwhile
            return
        file.standing = _last_good(file.standing, standing)
        self.publish(file)
        workspace = self.client_capabilities.workspace
        lens = workspace.code_lens if workspace is not None else None
        if self.options.codeLens and lens is not None and lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def publish(self, file: File) -> None:
        view = self.view(file)
        if view is not None:
            lines, codec = self.lines(file.uri), self.workspace.position_codec
            found = diagnostics_of(view, lines, file.uri, codec, open_goals=self.options.openGoals)
            version = self.workspace.get_text_document(file.uri).version
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(file.uri, found, version))

    def say(self, kind: types.MessageType, text: str) -> None:
        self.window_show_message(types.ShowMessageParams(kind, f"clew: {text}"))

    def configure(self, given: object) -> None:
        """Options of the editor; those that are wrong are said, and do not count."""
        self.options, problems = read_options(given if isinstance(given, Mapping) else {})
        for problem in problems:
            self.say(types.MessageType.Warning, problem)
        for uri in list(self.files):
            before, after = self.files[uri], self.file_of(uri)
            if after is None:
                self.closed(uri)
            elif after.settings != before.settings:
                self.files[uri] = after
                self.settle(after, urgent=False)
            else:
                self.publish(before)


def _last_good(before: Standing | None, now: Standing) -> Standing:
    """What is known of the last text that could be read, where somebody has saved one that cannot; it is shown as in
    any text that is being written.
    """
    if now.lines or before is None:
        return now
    return replace(before, problems=now.problems, open=frozenset())


def server(nursery: Nursery) -> Server:
    """The server with its features.  nursery: ends with its desk."""
    made = Server(nursery)

    @made.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        made.options, problems = read_options(_given(params.initialization_options))
        for problem in problems:
            made.say(types.MessageType.Warning, problem)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        made.opened(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        made.saved(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        made.closed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        view = _view(made, params.text_document.uri)
        return list(lenses_of(view, params.text_document.uri)) if view and made.options.codeLens else []

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        view = _view(made, params.text_document.uri)
        said = hover_of(view, params.position.line + 1) if view else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.Source]

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        view = _view(made, uri)
        return list(actions_of(view, made.lines(uri), uri, params, made.test_folder(uri))) if view else []

    @made.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        made.configure(_given(params.settings))

    @made.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(params: types.WorkDoneProgressCancelParams) -> None:
        made.cancelled(params.token)

    @made.command(WRITE_TESTS)
    def write(ls: Server, uri: str, qualname: str) -> None:
        made.write_tests(uri, qualname)

    @made.command(SETTLE)
    def settle(ls: Server, uri: str) -> None:
        made.saved(uri)

    return made


def _view(made: Server, uri: str) -> View | None:
    file = made.files.get(uri)
    return None if file is None else made.view(file)


def _given(settings: Any) -> Mapping[str, Any]:
    """The options, alone or as the section `clew` of more."""
    given = settings if isinstance(settings, Mapping) else {}
    inner = given.get("clew")
    return inner if isinstance(inner, Mapping) else given
