"""`--html DIR`: the pages of a report, and beside them the report itself, which the next run compares with.

Nothing is written over that clew did not write: a page says that it is one.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import click

from clew.cli.folders import unwritable
from clew.source.diagnostics import Diagnostic

if TYPE_CHECKING:
    from clew.report.pages.site import Before
    from clew.report.record import Report

REPORT: Final = "report.json"
SOURCES: Final = "sources.json"
"""The text of the files that the report is about, by their names."""

BEGINNING: Final = 1000  # characters of a page, among which it says what made it


def refused_folder(html: str, cwd: str) -> Diagnostic | None:
    """Why pages cannot be made, or not be written there: asked before anything is analysed."""
    if importlib.util.find_spec("jinja2") is None:
        return Diagnostic("html", "pages need Jinja2: pip install 'clew[report]'", html)
    folder = os.path.join(cwd, html)
    return unwritable(folder, html, "pages") or _others(folder, html)


def _others(folder: str, html: str) -> Diagnostic | None:
    index = os.path.join(folder, "index.html")
    if os.path.exists(index) and not _is_ours(index):
        text = "it has an index.html that clew did not write; name another folder for the pages"
        return Diagnostic("html", text, html)
    if os.path.exists(index) and not os.access(index, os.W_OK):
        return Diagnostic("html", "cannot write pages: those that are there may not be changed", html)
    return None


def write_pages(report: Report, sources: Mapping[str, Sequence[str]], html: str, cwd: str) -> list[Diagnostic]:
    """Pages, and what the next run compares with; pages of files that are no longer in the report are taken away."""
    from clew.report.pages.site import page_names, pages_of
    from clew.report.record import read_report, show_report

    folder = os.path.join(cwd, html)
    before, problems = _before(folder, html)
    kept = show_report(report, compact=True)
    report = read_report(kept)  # so that its pages are those that are made of it later, to the last digit
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in pages_of(report, sources, before):
            _write(os.path.join(folder, name), text)
        stale = set(page_names(before.report).values()) if before is not None else set()
        for name in sorted(stale - set(page_names(report).values())):
            with contextlib.suppress(FileNotFoundError):
                if _is_ours(path := os.path.join(folder, name)):
                    os.remove(path)
        texts = {file: "".join(f"{line}\n" for line in lines) for file, lines in sources.items()}
        _write(os.path.join(folder, SOURCES), json.dumps(texts, ensure_ascii=False) + "\n")
        _write(os.path.join(folder, REPORT), kept)
    except OSError as error:
        return [*problems, Diagnostic("html", f"cannot write pages: {error.strerror}", html)]
    click.echo(f"pages: {os.path.join(html, 'index.html')}", err=True)
    return problems


def _before(folder: str, html: str) -> tuple[Before | None, list[Diagnostic]]:
    """The report that is there."""
    from clew.report.pages.site import Before
    from clew.report.record import read_report

    try:
        with open(os.path.join(folder, REPORT), encoding="utf-8") as file:
            report = read_report(file.read())
        return Before(report, _sources(folder)), []
    except FileNotFoundError:
        return None, []
    except (OSError, ValueError, AttributeError) as error:
        text = f"cannot compare with the report that is there: {error}"
        return None, [Diagnostic("html", text, os.path.join(html, REPORT), severity="warning")]


def kept_sources(report: str) -> dict[str, list[str]]:
    """What a report that `--html` left was about, whatever became of the files; nothing of any other report."""
    if os.path.basename(report) != REPORT:
        return {}
    try:
        return _sources(os.path.dirname(report))
    except (OSError, ValueError, AttributeError):
        return {}


def _sources(folder: str) -> dict[str, list[str]]:
    with open(os.path.join(folder, SOURCES), encoding="utf-8") as file:
        texts: dict[str, str] = json.load(file)
    return {name: text.splitlines() for name, text in texts.items()}


def _is_ours(path: str) -> bool:
    from clew.report.pages.site import MARK

    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return MARK in file.read(BEGINNING)
    except IsADirectoryError:
        return False


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
