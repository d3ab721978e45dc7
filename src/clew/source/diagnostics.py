"""A message for the user about his input, returned next to the result."""

from __future__ import annotations

from collections.abc import Iterable

from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """code: `missing`, `unreadable`, `encoding`, `nul`, `syntax`, `source`, `no-python`, `no-such-name`, `import`, ….

    file: as it should be shown; severity: `error` (nothing could be analysed there: exit code 2) or `warning`;
    detail: more lines, shown indented below the text (the end of a traceback).
    """

    code: str
    text: str
    file: str = ""
    span: Span | None = None
    severity: str = "error"
    detail: tuple[str, ...] = ()


class ClewError(Exception):
    """What was asked for cannot be done.  diagnostics: why, at least one; the text has a line for each."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(_line, self.diagnostics)))


class InputError(ClewError):
    """Input that cannot be analysed, with its diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__([diagnostic])
        self.diagnostic = diagnostic


def _line(problem: Diagnostic) -> str:
    place = f"{problem.file}:{problem.span.line}" if problem.span is not None else problem.file
    return f"{place}: {problem.text}" if place else problem.text
