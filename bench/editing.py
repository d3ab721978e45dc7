"""How long an editor waits for `clew serve`: milliseconds from what is done to what is shown, over the files given.

    python bench/editing.py [--rounds 10] FILE.py …

Each file is copied with its package to a folder of its own, opened, typed in and saved as an editor would.  Needs the
extra `lsp`.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import math
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 600.0


class Editor:
    def __init__(self, folder: Path) -> None:
        self.folder, self.version, self.published = folder, 1, 0
        self.client = LanguageClient("bench", "1")

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published += 1

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "clew", "serve", cwd=str(self.folder))
        folders = [types.WorkspaceFolder(self.folder.as_uri(), "bench")]
        params = types.InitializeParams(types.ClientCapabilities(), workspace_folders=folders)
        await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())

    def open(self, path: Path) -> None:
        item = types.TextDocumentItem(path.as_uri(), "python", self.version, path.read_text())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: Path, text: str) -> None:
        self.version += 1
        place = types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=self.version)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(place, [change]))

    def save(self, path: Path, text: str) -> None:
        self.type(path, text)
        path.write_text(text)
        place = types.TextDocumentIdentifier(path.as_uri())
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(place))

    async def lenses(self, path: Path) -> list[str]:
        params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
        found = await self.client.text_document_code_lens_async(params)
        return [lens.command.title for lens in found or [] if lens.command is not None]

    async def hover(self, path: Path, line: int) -> None:
        params = types.HoverParams(types.TextDocumentIdentifier(path.as_uri()), types.Position(line, 4))
        await self.client.text_document_hover_async(params)

    async def actions(self, path: Path, line: int) -> None:
        place = types.Range(types.Position(line, 4), types.Position(line, 4))
        context = types.CodeActionContext([])
        params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), place, context)
        await self.client.text_document_code_action_async(params)

    async def settled(self, path: Path, functions: int) -> None:
        while sum(title.endswith("write tests") for title in await self.lenses(path)) < functions:
            await asyncio.sleep(0.02)

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.001)


def outermost(text: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions that a lens is above, as far as they are plainly there."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append(node)
            elif not isinstance(node, ast.expr):
                waiting.append(node)
    return sorted(found, key=lambda node: node.lineno)


async def measured(path: Path, folder: Path, rounds: int) -> dict[str, list[float]]:
    """Seconds, by what is waited for."""
    text = path.read_text()
    functions = outermost(text)
    editor = Editor(folder)
    found: dict[str, list[float]] = {}

    async def timed(name: str, wait: Awaitable[None]) -> None:
        before = time.monotonic()
        await wait
        found.setdefault(name, []).append(time.monotonic() - before)

    async def published() -> None:
        count = editor.published
        await editor.until(lambda: editor.published > count)

    await timed("the server starts", editor.start())
    editor.open(path)
    await timed("opened, all is settled", editor.settled(path, len(functions)))
    for number in range(rounds):
        for function in functions:
            line = function.body[-1].lineno - 1
            await timed("hover", editor.hover(path, line))
            await timed("code actions", editor.actions(path, line))
        await timed("lenses", editor.lenses(path))
        shown = asyncio.ensure_future(published())
        await asyncio.sleep(0)
        editor.save(path, text)
        await shown  # as it was typed
        await timed("saved, nothing changed", published())
        await editor.settled(path, len(functions))
        changed = with_line(text, functions[number % len(functions)], number)
        shown = asyncio.ensure_future(published())
        await asyncio.sleep(0)
        editor.type(path, changed)
        await timed("typed, results are gone", shown)
        editor.save(path, changed)
        await timed("saved, the function is settled again", editor.settled(path, len(functions)))
        editor.save(path, text)
        await timed("saved as it was once", editor.settled(path, len(functions)))
    editor.save(path, "\n".join([*text.split("\n"), "", "", "ADDED = 1", ""]))
    for _ in range(4 * rounds):
        await timed("hover while all is settled", editor.hover(path, functions[0].body[-1].lineno - 1))
        await asyncio.sleep(0.02)
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()
    return found


def with_line(text: str, function: ast.FunctionDef | ast.AsyncFunctionDef, number: int) -> str:
    """Something is assigned before its last statement, as nowhere before."""
    lines, last = text.split("\n"), function.body[-1]
    place = min([last.lineno, *(each.lineno for each in getattr(last, "decorator_list", ()))]) - 1
    return "\n".join([*lines[:place], f"{' ' * last.col_offset}added = {number}", *lines[place:]])


def copied(file: Path, folder: Path) -> Path:
    """In the folder, with the package it is a part of."""
    package = None
    for parent in file.parents:
        if not (parent / "__init__.py").exists():
            break
        package = parent
    if package is None:
        return Path(shutil.copy(file, folder))
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / package.name / file.relative_to(package)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    for given in options.files:
        with tempfile.TemporaryDirectory(prefix="clew-bench-") as scratch:
            path = copied(given.resolve(), Path(scratch))
            text = path.read_text()
            found = asyncio.run(asyncio.wait_for(measured(path, Path(scratch), options.rounds), PATIENCE))
        print(f"{given.name}: {text.count(chr(10))} lines, {len(outermost(text))} functions")
        print(f"  {'milliseconds':<42}{'times':>6}{'median':>9}{'95 %':>9}{'longest':>9}")
        for name, spent in found.items():
            shown = [1000 * s for s in sorted(spent)]
            late = shown[math.ceil(0.95 * len(shown)) - 1]
            print(f"  {name:<42}{len(shown):>6}{statistics.median(shown):9.1f}{late:9.1f}{shown[-1]:9.1f}")


if __name__ == "__main__":
    main()
