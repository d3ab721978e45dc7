"""How long an editor waits for `clew serve`: milliseconds from what is done to what is shown, over the files given.

    python bench/editing.py FILE.py …

Each file is copied to a folder of its own, opened, typed in and saved as an editor would.  Needs the extra `lsp`.
"""

from __future__ import annotations

import ast
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
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


async def measured(path: Path, folder: Path) -> dict[str, float]:
    text = path.read_text()
    functions = outermost(text)
    middle = functions[len(functions) // 2]
    lines = text.split("\n")
    place = middle.body[-1].lineno - 1
    indent = " " * middle.body[-1].col_offset
    changed = "\n".join([*lines[:place], f"{indent}pass", *lines[place:]])
    editor, found = Editor(folder), {}
    began = time.monotonic()
    await editor.start()
    found["start"] = time.monotonic() - began

    async def timed(name: str, wait: asyncio.Future[None] | object) -> None:
        before = time.monotonic()
        await wait  # type: ignore[misc]
        found[name] = time.monotonic() - before

    editor.open(path)
    await timed("opened, all is settled", editor.settled(path, len(functions)))
    spent = []
    for function in functions:
        before = time.monotonic()
        await editor.hover(path, function.body[-1].lineno - 1)
        spent.append(time.monotonic() - before)
    found["hover"], found["hover, the longest"] = statistics.median(spent), max(spent)
    await timed("lenses", editor.lenses(path))
    count = editor.published
    editor.type(path, changed)
    await timed("typed, results are gone", editor.until(lambda: editor.published > count))
    editor.save(path, changed)
    await timed("saved, the function is settled again", editor.settled(path, len(functions)))
    count = editor.published
    editor.save(path, "\n\n" + changed if not changed.startswith("from __future__") else changed + "\n")
    await timed("saved, nothing changed", editor.until(lambda: editor.published > count + 1))
    editor.save(path, "\n".join([*changed.split("\n"), "", "", "ADDED = 1", ""]))
    spent = []
    for _ in range(40):
        before = time.monotonic()
        await editor.hover(path, functions[0].body[-1].lineno - 1)
        spent.append(time.monotonic() - before)
        await asyncio.sleep(0.02)
    found["hover while all is settled"] = statistics.median(spent)
    found["hover while all is settled, the longest"] = max(spent)
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()
    return found


def main() -> None:
    for given in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory(prefix="clew-bench-") as scratch:
            path = Path(shutil.copy(given, scratch))
            text = path.read_text()
            found = asyncio.run(asyncio.wait_for(measured(path, Path(scratch)), PATIENCE))
        print(f"{given.name}: {text.count(chr(10))} lines, {len(outermost(text))} functions")
        for name, seconds in found.items():
            print(f"  {name:<42}{seconds * 1000:9.1f} ms")


if __name__ == "__main__":
    main()
