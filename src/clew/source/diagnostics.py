"""A message for the user about his input, returned next to the result."""

from __future__ import annotations

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


class InputError(Exception):
    """Input that cannot be analysed, with its diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.text)
        self.diagnostic = diagnostic
