"""What can be done about what is found: write the tests of a function, silence a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from clew.following.standing import View
from clew.frontend.outline import parses
from clew.report.silence import find_ignores
from clew.server.diagnostics import SOURCE
from clew.server.lenses import WRITE_TESTS

REASON = "(say why)"
_RULE = re.compile(r"CLEW\d{3}")


def actions_of(
    view: View, lines: Sequence[str], uri: str, params: types.CodeActionParams, folder: str
) -> Iterator[types.CodeAction]:
    """folder: for the tests, as shown."""
    line = params.range.start.line + 1
    for diagnostic in params.context.diagnostics:
        code = diagnostic.code
        if diagnostic.source == SOURCE and isinstance(code, str) and _RULE.fullmatch(code):
            edit = silencing(lines, diagnostic.range.start.line, code)
            if edit is not None:
                yield types.CodeAction(
                    f"Silence {code} here, with a reason",
                    types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    edit=types.WorkspaceEdit({uri: [edit]}),
                )
    found = view.function_at(line)
    if found is not None and found[1] == "fresh":
        title = f"Write the tests of {found[0].qualname} to {folder}"
        command = types.Command(title, WRITE_TESTS, arguments=[uri, found[0].qualname])
        yield types.CodeAction(title, types.CodeActionKind.Source, command=command)


def silencing(lines: Sequence[str], line: int, code: str) -> types.TextEdit | None:
    """A comment alone above the line (from 0); None where there can be none, as inside of a string."""
    indent = re.match(r"[ \t]*", lines[line])
    assert indent is not None
    text = f"{indent[0]}# clew: ignore[{code}] {REASON}"
    after = "\n".join([*lines[:line], text, *lines[line:]])
    if not parses(after) or not any(i.span.line == line + 1 and line + 2 in i.lines for i in find_ignores(after)):
        return None
    place = types.Position(line, 0)
    return types.TextEdit(types.Range(place, place), text + "\n")
