"""The language server, end to end: a real client over stdio, files on disk, processes that are really started."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

import clew
from clew.server.language import SETTLE
from clew.server.options import Options
from clew.source.generated import is_ours

ROOT = Path(clew.__file__).parents[1]
PATIENCE = 90.0  # seconds; machines are busy

DEAD = """\
def size(n: int) -> str:
    if n > 10:
        if len("🙂") * n < 5:
            return "odd"
        return "large"
    return "small"


def twice(n: int) -> int:
    return n * 2
"""
ALIVE = DEAD.replace("n < 5", "n < 50")
REFUTED = "def ratio(n: int) -> int:\n    return 100 // n\n"


class Client:
    """A client that keeps what the server says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("test", "1")
        self.published: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.progress: list[Any] = []
        self.tokens: list[Any] = []
        self.refreshed = 0
        self.pid = 0
        self.version = 1

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def create(params: types.WorkDoneProgressCreateParams) -> None:
            self.tokens.append(params.token)

        @self.client.feature(types.PROGRESS)
        def progress(params: types.ProgressParams) -> None:
            self.progress.append(dict(params.value))

        @self.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def refresh(*_: object) -> None:
            self.refreshed += 1

    async def start(self, options: object = None) -> types.InitializeResult:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "clew-from")}
        await self.client.start_io(sys.executable, "-m", "clew", "serve", env=environment, cwd=str(self.folder))
        assert self.client._server is not None
        self.pid = self.client._server.pid
        capabilities = types.ClientCapabilities(
            workspace=types.WorkspaceClientCapabilities(
                code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
                workspace_edit=types.WorkspaceEditClientCapabilities(
                    document_changes=True, resource_operations=[types.ResourceOperationKind.Create]
                ),
            ),
            window=types.WindowClientCapabilities(work_done_progress=True),
        )
        result = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities,
                process_id=os.getpid(),
                workspace_folders=[types.WorkspaceFolder(self.folder.as_uri(), "project")],
                initialization_options=options,
            )
        )
        self.client.initialized(types.InitializedParams())
        return result

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        item = types.TextDocumentItem(self.uri(name), "python", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, name: str, text: str) -> None:
        self.version += 1
        place = types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.version)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(place, [change]))

    def save(self, name: str, text: str) -> None:
        self.type(name, text)
        (self.folder / name).write_text(text, encoding="utf-8")
        place = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(place))

    def diagnostics(self, name: str) -> list[types.Diagnostic]:
        said = [params for params in self.published if params.uri == self.uri(name)]
        return list(said[-1].diagnostics) if said else []

    async def until(self, condition: Callable[[], bool]) -> float:
        """Seconds until it holds."""
        began = time.monotonic()
        while not condition():
            assert time.monotonic() < began + PATIENCE, (self.published[-2:], self.messages)
            await asyncio.sleep(0.005)
        return time.monotonic() - began

    async def settled(self, name: str, functions: int) -> list[str]:
        """Until all that is asked of so many functions is known."""
        done = "· write tests"
        return await self.until_lenses(name, lambda titles: sum(title.endswith(done) for title in titles) == functions)

    async def until_lenses(self, name: str, holds: Callable[[list[str]], bool]) -> list[str]:
        began = time.monotonic()
        while not holds(titles := await self.lenses(name)):
            assert time.monotonic() < began + PATIENCE, titles
            await asyncio.sleep(0.02)
        return titles

    async def lenses(self, name: str) -> list[str]:
        params = types.CodeLensParams(types.TextDocumentIdentifier(self.uri(name)))
        found = await self.client.text_document_code_lens_async(params)
        return [lens.command.title for lens in found or [] if lens.command is not None]

    async def hover(self, name: str, line: int) -> str:
        place = types.TextDocumentIdentifier(self.uri(name))
        found = await self.client.text_document_hover_async(types.HoverParams(place, types.Position(line - 1, 4)))
        return found.contents.value if found is not None and isinstance(found.contents, types.MarkupContent) else ""

    async def actions(self, name: str, diagnostic: types.Diagnostic) -> list[types.CodeAction | types.Command]:
        """The library of this client takes actions that have a command for commands."""
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri(name)), diagnostic.range, types.CodeActionContext([diagnostic])
        )
        found = await self.client.text_document_code_action_async(params)
        return list(found or [])

    async def edits(
        self,
        name: str,
        diagnostic: types.Diagnostic | None = None,
        line: int = 1,
        only: list[types.CodeActionKind | str] | None = None,
    ) -> dict[str, types.WorkspaceEdit]:
        """What is offered that edits, by title."""
        place = types.Position(line - 1, 0)
        range_ = types.Range(place, place) if diagnostic is None else diagnostic.range
        context = types.CodeActionContext([] if diagnostic is None else [diagnostic], only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(self.uri(name)), range_, context)
        found = await self.client.text_document_code_action_async(params) or []
        return {a.title: a.edit for a in found if isinstance(a, types.CodeAction) and a.edit is not None}

    def applied(self, edit: types.WorkspaceEdit) -> list[Path]:
        """As an editor does that saves at once."""
        changes: list[tuple[str, Sequence[Any]]] = list((edit.changes or {}).items())
        for change in edit.document_changes or ():
            if isinstance(change, types.CreateFile):
                path = Path(to_fs_path(change.uri) or "")
                path.parent.mkdir(exist_ok=True)
                path.touch(exist_ok=False)
            else:
                assert isinstance(change, types.TextDocumentEdit)
                changes.append((change.text_document.uri, change.edits))
        for uri, edits in changes:
            path = Path(to_fs_path(uri) or "")
            document = TextDocument(uri, path.read_text(encoding="utf-8"))
            for each in edits:
                document.apply_change(types.TextDocumentContentChangePartial(each.range, each.new_text))
            path.write_text(document.source, encoding="utf-8")
        return [Path(to_fs_path(uri) or "") for uri, _ in changes]

    async def stop(self) -> int:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        assert self.client._server is not None
        code = await asyncio.wait_for(self.client._server.wait(), 30)
        await self.client.stop()
        return code

    def processes(self) -> list[int]:
        """All that come from the server: its zygotes say where clew is, hosts and tasks look like them."""
        mark = str(self.folder / "clew-from").encode()
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if mark in (entry / "cmdline").read_bytes():
                        found.append(int(entry.name))
                except OSError:
                    continue
        return found

    async def gone(self) -> None:
        await self.until(lambda: not self.processes())


def ran(folder: Path, test: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": "."})


def served(folder: Path, talk: Callable[[Client], Awaitable[None]], options: object = None) -> int:
    """The exit code of a server that somebody talked to."""

    async def run() -> int:
        client = Client(folder)
        (folder / "clew-from").symlink_to(ROOT)
        await client.start(options)
        try:
            await talk(client)
            code = await client.stop()
        finally:
            if client.client._server is not None and client.client._server.returncode is None:
                os.kill(client.pid, signal.SIGKILL)
        await client.gone()
        return code

    return asyncio.run(run())


def test_a_dead_branch_from_opening_to_its_end(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        client.open("subject.py", DEAD)
        await client.until(lambda: bool(client.diagnostics("subject.py")))
        (found,) = client.diagnostics("subject.py")
        assert (found.code, found.source, found.severity) == ("CLEW101", "clew", types.DiagnosticSeverity.Warning)
        assert found.range == types.Range(types.Position(3, 12), types.Position(3, 24))
        assert found.message.startswith('`return "odd"` is never reached')
        assert "for all inputs, if arguments have their annotated types" in found.message
        assert list(found.tags or []) == [types.DiagnosticTag.Unnecessary]
        because = [each.location.range for each in found.related_information or []]
        assert because[-1] == types.Range(types.Position(2, 11), types.Position(2, 28))  # the face is two units wide
        await client.settled("subject.py", 2)
        assert 'infeasible: `return "odd"` is never reached' in await client.hover("subject.py", 4)
        assert "is reached: `twice(" in await client.hover("subject.py", 10)
        assert await client.hover("subject.py", 8) == ""
        client.save("subject.py", ALIVE)
        await client.until(lambda: not client.diagnostics("subject.py"))
        await client.settled("subject.py", 2)
        assert client.diagnostics("subject.py") == []
        assert "is reached: `size(" in (said := await client.hover("subject.py", 4))
        assert "; on the way `n > 10` is true" in said
        assert {value["kind"] for value in client.progress} == {"begin", "report", "end"}
        assert not client.messages
        assert client.processes()

    assert served(tmp_path, talk) == 0


def test_what_is_typed_takes_results_away_at_once_and_moves_the_others(tmp_path: Path) -> None:
    text = DEAD + "\n\n" + REFUTED + "\n\ndef half(n: int) -> int:\n    return ratio(n) // 2\n"

    async def talk(client: Client) -> None:
        client.open("subject.py", text)
        await client.settled("subject.py", 4)
        await client.until(lambda: {d.code for d in client.diagnostics("subject.py")} == {"CLEW101", "CLEW203"})
        before = len(client.published)

        client.type("subject.py", text.replace('return "odd"', "return ("))  # and does not parse
        took = await client.until(lambda: len(client.published) > before)
        assert [d.code for d in client.diagnostics("subject.py")] == ["CLEW203"]
        assert took < 1.0
        assert len(await client.lenses("subject.py")) == 3

        client.type("subject.py", text.replace("    return n * 2\n", "    m = n\n    return m * 2\n"))
        await client.until(lambda: {d.code for d in client.diagnostics("subject.py")} == {"CLEW101", "CLEW203"})
        lines = {d.code: d.range.start.line + 1 for d in client.diagnostics("subject.py")}
        assert lines == {"CLEW101": 4, "CLEW203": 15}

        client.type("subject.py", text.replace("100 // n", "101 // n"))
        titles = await client.lenses("subject.py")
        assert [title for title in titles if "before something changed" in title] == [titles[-1]]
        assert "stale" in await client.hover("subject.py", 18)

        client.type("subject.py", "LIMIT = 3\n" + text)
        (faded,) = (d for d in client.diagnostics("subject.py") if d.code == "CLEW101")
        await client.until(lambda: client.diagnostics("subject.py")[0].range.start.line == 4)
        (faded,) = (d for d in client.diagnostics("subject.py") if d.code == "CLEW101")
        assert (faded.severity, faded.tags) == (types.DiagnosticSeverity.Hint, None)
        assert "stale" in faded.message
        assert (tmp_path / "subject.py").read_text() == text  # nothing was saved, and so nothing settled

        client.type("subject.py", text)
        await client.settled("subject.py", 4)

    assert served(tmp_path, talk) == 0


def test_a_text_that_does_not_parse_is_saved_and_what_was_known_stays(tmp_path: Path) -> None:
    text = DEAD + "\n\n" + REFUTED

    async def talk(client: Client) -> None:
        client.open("subject.py", text)
        await client.settled("subject.py", 3)
        await client.until(lambda: {d.code for d in client.diagnostics("subject.py")} == {"CLEW101", "CLEW203"})
        before = len(client.published)
        client.save("subject.py", "\n" + text.replace("100 // n", "(100 // n"))
        await client.until(lambda: len(client.published) > before + 1)
        (dead,) = client.diagnostics("subject.py")
        assert (dead.code, dead.range.start.line) == ("CLEW101", 4)
        assert "is never reached" in await client.hover("subject.py", 5)
        client.save("subject.py", text)
        await client.until(lambda: {d.code for d in client.diagnostics("subject.py")} == {"CLEW101", "CLEW203"})
        await client.settled("subject.py", 3)

    assert served(tmp_path, talk) == 0


def test_actions(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        client.open("subject.py", DEAD + "\n\n" + REFUTED)
        await client.settled("subject.py", 3)
        await client.until(lambda: len(client.diagnostics("subject.py")) == 2)
        dead = next(d for d in client.diagnostics("subject.py") if d.code == "CLEW101")
        silence, write = await client.actions("subject.py", dead)
        assert isinstance(silence, types.CodeAction) and silence.edit is not None and silence.edit.changes is not None
        (edit,) = silence.edit.changes[client.uri("subject.py")]
        assert edit == types.TextEdit(
            types.Range(types.Position(3, 0), types.Position(3, 0)), " " * 12 + "# clew: ignore[CLEW101] (say why)\n"
        )
        assert write.title == "Write the tests of size to clew_tests"
        arguments = types.ExecuteCommandParams("clew.writeTests", [client.uri("subject.py"), "size"])

        client.type("subject.py", DEAD + "\n\n" + REFUTED + "\n")
        await client.client.workspace_execute_command_async(arguments)
        await client.until(lambda: bool(client.messages))
        assert client.messages == ["clew: save subject.py first: its tests are about what is on disk"]
        assert not (tmp_path / "clew_tests").exists()

        lines = (DEAD + "\n\n" + REFUTED).split("\n")
        client.save("subject.py", "\n".join([*lines[:3], edit.new_text.rstrip("\n"), *lines[3:]]))
        await client.until(lambda: [d.code for d in client.diagnostics("subject.py")] == ["CLEW203"])
        await client.settled("subject.py", 3)
        await client.client.workspace_execute_command_async(arguments)
        await client.until(lambda: len(client.messages) > 1)
        assert client.messages[1] == "clew: 3 tests of size in clew_tests/test_subject__size.py"
        assert "from subject import size" in (tmp_path / "clew_tests" / "test_subject__size.py").read_text()

    assert served(tmp_path, talk) == 0


def test_edits_against_a_refuted_claim(tmp_path: Path) -> None:
    """Each of them is applied, saved, and seen to do what it says."""
    text = REFUTED + "\n\ndef half(n: int) -> int:\n    return 10 // n\n"

    async def talk(client: Client) -> None:
        client.open("subject.py", text)
        await client.settled("subject.py", 2)
        await client.until(lambda: len(client.diagnostics("subject.py")) == 2)
        ratio, half = client.diagnostics("subject.py")
        edits = await client.edits("subject.py", ratio, only=[types.CodeActionKind.QuickFix])
        fails, ask, announce, silence = edits
        assert fails == "Write the test that fails, `ratio(0)`, to clew_tests"
        assert ask == "Ask of callers: require n != 0"
        assert announce == "Announce that ratio raises ZeroDivisionError"
        assert silence == "Silence CLEW203 here, with a reason"

        (written,) = client.applied(edits[fails])
        assert written.relative_to(tmp_path).as_posix() == "clew_tests/test_subject__ratio__refuted.py"
        run = ran(tmp_path, written)
        assert run.returncode == 1 and "1 failed" in run.stdout and "ZeroDivisionError" in run.stdout, run.stdout
        assert fails not in await client.edits("subject.py", ratio)  # it is there

        for title in (ask, announce, silence):
            client.applied(edits[title])
            client.save("subject.py", (tmp_path / "subject.py").read_text())
            await client.until(lambda: len(client.diagnostics("subject.py")) == 1)
            await client.settled("subject.py", 2)
            assert [d.message for d in client.diagnostics("subject.py")] == [half.message], title
            client.save("subject.py", text)
            await client.until(lambda: len(client.diagnostics("subject.py")) == 2)
            await client.settled("subject.py", 2)

        client.type("subject.py", text.replace("100 // n", "101 // n"))  # so that nothing is known of it
        assert list(await client.edits("subject.py", ratio)) == ["Silence CLEW203 here, with a reason"]

    assert served(tmp_path, talk) == 0


def test_tests_of_a_line_are_added(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        client.open("subject.py", DEAD)
        await client.settled("subject.py", 2)
        edits = await client.edits("subject.py", line=2)
        small, large = (title for title in edits if title.startswith("Add the test `size("))
        for title, number in ((small, 1), (large, 2)):
            (written,) = client.applied((await client.edits("subject.py", line=2))[title])
            assert written.relative_to(tmp_path).as_posix() == "clew_tests/test_subject__size.py"
            run = ran(tmp_path, written)
            assert run.returncode == 0 and f"{number} passed" in run.stdout, run.stdout
        assert is_ours(written.read_text())
        assert not any(title.startswith("Add the test") for title in await client.edits("subject.py", line=2))
        assert not await client.edits("subject.py", line=2, only=[types.CodeActionKind.QuickFix])

    assert served(tmp_path, talk) == 0


def test_unchanged_functions_are_answered_from_memory(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        client.open("subject.py", DEAD)
        await client.settled("subject.py", 2)
        began = len(client.tokens)
        client.save("subject.py", "\n\n" + DEAD)
        await client.until(lambda: client.diagnostics("subject.py")[0].range.start.line == 5)
        times = []
        for line in (6, 12):
            before = time.monotonic()
            assert "clew" in await client.hover("subject.py", line)
            times.append(time.monotonic() - before)
        assert min(times) < 0.1
        client.save("subject.py", DEAD)
        await client.until(lambda: client.diagnostics("subject.py")[0].range.start.line == 3)
        await client.settled("subject.py", 2)
        assert len(client.tokens) == began  # nothing was settled

    assert served(tmp_path, talk) == 0


SLOW = "".join(
    f"def slow_{n}(a: int, b: int, c: int) -> int:\n    if a * a * b + c * c * c == {n}{n}7 and a > b > c > 1:\n"
    f"        return {n}\n    return 0\n\n\n"
    for n in range(1, 9)
)


def test_the_newest_save_wins_and_a_run_can_be_given_up(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        client.open("slow.py", SLOW)
        await client.until(lambda: bool(client.progress))
        client.open("subject.py", DEAD)
        client.save("subject.py", DEAD)
        await client.settled("subject.py", 2)
        titles = await client.lenses("slow.py")
        assert "settling …" in titles  # it was given up, and waits
        await client.until(lambda: len(client.tokens) >= 3)
        client.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(client.tokens[-1]))
        titles = await client.until_lenses("slow.py", lambda titles: "settling …" not in titles)
        assert len(titles) < 8

    assert served(tmp_path, talk) == 0


def test_options_and_what_is_wrong_with_them(tmp_path: Path) -> None:
    text = "def far(a: int, b: int) -> int:\n    if hash((a, b)) == 77:\n        return 1\n    return 0\n"
    options = {"openGoals": True, "codeLense": True, "settings": {"paths": 50, "lop": 3, "len": -1}}

    async def talk(client: Client) -> None:
        client.open("subject.py", text)
        await client.until(lambda: bool(client.diagnostics("subject.py")))
        found = client.diagnostics("subject.py")
        assert {(d.code, d.severity) for d in found} == {("open", types.DiagnosticSeverity.Hint)}
        assert found[0].message.startswith("open: whether ")
        assert client.messages == [
            "clew: `clew.codeLense` is no setting of the server; did you mean `codeLens`?",
            "clew: `lop` is not a setting of clew; did you mean `loop`?",
            "clew: `len`: wanted a whole number ≥ 0, got -1",
        ]
        client.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"clew": {"openGoals": False, "settings": {"paths": 50}}})
        )
        await client.until(lambda: not client.diagnostics("subject.py"))

    assert served(tmp_path, talk, options) == 0


@pytest.mark.parametrize(("module", "extra", "arguments"), [("pygls", "lsp", []), ("mcp", "mcp", ["--mcp"])])
def test_where_the_extra_is_missing(module: str, extra: str, arguments: list[str]) -> None:
    program = f"import sys; sys.modules[{module!r}] = None; from clew.cli.start import run; run()"
    command = [sys.executable, "-c", program, "serve", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert (run.returncode, run.stdout) == (2, "")
    assert f"is not installed here: pip install 'clew[{extra}]'" in run.stderr and "Traceback" not in run.stderr


def test_the_extension_for_vs_code_has_the_options_and_commands_of_the_server() -> None:
    folder = Path(__file__).parents[1] / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text())
    declared = package["contributes"]["configuration"]["properties"]
    assert {name.removeprefix("clew.") for name in declared} == {f.name for f in fields(Options)} | {"command"}
    for field in fields(Options):
        assert declared[f"clew.{field.name}"]["default"] == getattr(Options(), field.name)
    assert package["version"] == clew.__version__
    assert f'command: "{SETTLE}"' in (folder / "extension.js").read_text()


def test_files_that_are_left_alone_and_files_that_fail(tmp_path: Path) -> None:
    (tmp_path / ".venv" / "lib").mkdir(parents=True)

    async def talk(client: Client) -> None:
        for name in ("test_subject.py", ".venv/lib/subject.py"):
            client.open(name, DEAD)
        client.open("broken.py", "def f(:\n")
        client.open("failing.py", "import no_such_module\n\n\ndef f() -> int:\n    return 1\n")
        await client.until(lambda: bool(client.diagnostics("failing.py")))
        (found,) = client.diagnostics("failing.py")
        assert (found.code, found.severity) == ("import", types.DiagnosticSeverity.Error)
        assert "No module named 'no_such_module'" in found.message
        assert not any(client.diagnostics(name) for name in ("broken.py", "test_subject.py", ".venv/lib/subject.py"))
        assert await client.lenses("test_subject.py") == []
        client.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(client.uri("failing.py")))
        )
        await client.until(lambda: not client.diagnostics("failing.py"))

    assert served(tmp_path, talk) == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path, number: signal.Signals) -> None:
    async def talk() -> None:
        client = Client(tmp_path)
        (tmp_path / "clew-from").symlink_to(ROOT)
        await client.start()
        client.open("slow.py", SLOW)
        await client.until(lambda: len(client.processes()) > 1)
        os.kill(client.pid, number)
        await client.gone()

    asyncio.run(talk())


def test_a_client_that_leaves_without_a_word(tmp_path: Path) -> None:
    async def talk() -> None:
        client = Client(tmp_path)
        (tmp_path / "clew-from").symlink_to(ROOT)
        await client.start()
        client.open("subject.py", DEAD)
        await client.until(lambda: bool(client.diagnostics("subject.py")))
        assert client.client._server is not None and client.client._server.stdin is not None
        client.client._server.stdin.close()
        code = await asyncio.wait_for(client.client._server.wait(), 30)
        assert client.client._server.stderr is not None
        assert (code, await client.client._server.stderr.read()) == (1, b"")
        await client.gone()

    asyncio.run(talk())
