"""Lines of a report on a stream: coloured and folded on a terminal, as they are elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from clew.report.frame import ASCII, Signs

WIDTH_OF_FILES = 100  # for what is not a terminal


def print_lines(stream: TextIO, lines: Callable[[int, Signs], Iterable[Text]]) -> None:
    """lines: given the width and the characters that the stream can show.

    `NO_COLOR` and a stream that is no terminal give no colours.
    """
    console = Console(file=stream, highlight=False, markup=False, emoji=False)
    signs = Signs() if "utf" in (stream.encoding or "").lower() else ASCII
    width = console.width if console.is_terminal else WIDTH_OF_FILES
    for line in lines(width, signs):
        for part in folded(line, console) if console.is_terminal else (line,):
            console.print(part, soft_wrap=True)


def folded(line: Text, console: Console) -> Iterator[Text]:
    """A line in as many as it needs, each below the start of its text: after the margin, and the word in it."""
    if cell_len(line.plain) <= console.width or "\n" in line.plain:
        yield line
        return
    start = re.match(r" *(?:[a-z]+ {2,})?", line.plain)
    margin = start.end() if start is not None else 0
    first, rest = line[:margin], line[margin:]
    for number, part in enumerate(rest.wrap(console, max(console.width - margin, 20))):
        part.rstrip()
        yield Text.assemble(first if number == 0 else " " * margin, part)
