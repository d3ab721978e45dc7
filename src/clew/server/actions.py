"""What can be done about what is found: write a test, ask something of callers, announce an exception, silence it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from lsprotocol import types

from clew.following.standing import Settled, View
from clew.frontend.outline import parses
from clew.frontend.suggested_clauses import Suggested, suggested
from clew.ir.contract import CONTRACTS
from clew.records import dataclass
from clew.regexes import regex
from clew.report.claims import ClaimReport
from clew.report.finding import Finding
from clew.report.record import TestFile, TestReport
from clew.report.silence import find_ignores
from clew.server.diagnostics import SOURCE, message_of
from clew.server.lenses import WRITE_TESTS
from clew.server.positions import end_of
from clew.testgen.refuting import REFUTED
from clew.testgen.single import single_test, with_test
from clew.testgen.suite import file_stem
from clew.verdict.claims import Refuted
from clew.verdict.verdicts import Covered

REASON = "(say why)"
MOST: Final = 4  # tests of a line that are offered
WIDEST: Final = 60  # columns of a call in a title
_RULE = regex(r"CLEW\d{3}")


@dataclass(frozen=True, slots=True)
class TestFolder:
    """shown: as people read it.  text_of: of a file, as the editor has it; empty for one that is not there.

    creates: can the client be asked to make files?
    """

    path: str
    shown: str
    text_of: Callable[[str], str]
    creates: bool


def actions_of(
    view: View, lines: Sequence[str], uri: str, params: types.CodeActionParams, folder: TestFolder
) -> Iterator[types.CodeAction]:
    """lines: of the text that is shown."""
    wanted = params.context.only
    for action in _all_of(view, lines, uri, params, folder):
        if wanted is None or action.kind is None or any(_is_of(action.kind, kind) for kind in wanted):
            yield action


def _is_of(kind: str, wanted: str) -> bool:
    """Kinds are known by their texts, of which an editor may have others."""
    asked = str.__str__(wanted)
    return not asked or f"{str.__str__(kind)}.".startswith(f"{asked}.")


def _all_of(
    view: View, lines: Sequence[str], uri: str, params: types.CodeActionParams, folder: TestFolder
) -> Iterator[types.CodeAction]:
    for diagnostic in params.context.diagnostics:
        code = diagnostic.code
        if diagnostic.source == SOURCE and isinstance(code, str) and _RULE.fullmatch(code):
            refuted = _refuted(view, diagnostic)
            for title, edit in _against(view, lines, uri, refuted, folder) if refuted is not None else ():
                yield types.CodeAction(title, types.CodeActionKind.QuickFix, diagnostics=[diagnostic], edit=edit)
            silent = silencing(lines, diagnostic.range.start.line, code)
            if silent is not None:
                yield types.CodeAction(
                    f"Silence {code} here, with a reason",
                    types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    edit=types.WorkspaceEdit({uri: [silent]}),
                )
    line = params.range.start.line + 1
    found = view.function_at(line)
    if found is not None and found[1] == "fresh":
        function = found[0]
        for title, edit in _tests_at(view, function, line, folder):
            yield types.CodeAction(title, types.CodeActionKind.Source, edit=edit)
        title = f"Write the tests of {function.qualname} to {folder.shown}"
        command = types.Command(title, WRITE_TESTS, arguments=[uri, function.qualname])
        yield types.CodeAction(title, types.CodeActionKind.Source, command=command)


# ---------------------------------------------------------------- about claims


def _refuted(view: View, diagnostic: types.Diagnostic) -> tuple[Settled, ClaimReport, Refuted] | None:
    """The claim that it is about, of a function about which all holds that is known."""
    for function, state in view.functions:
        claims = {claim.id: claim for unit in function.claims for claim in unit.claims}
        for finding in function.findings if state == "fresh" else ():
            claim = claims.get(finding.goals[0]) if finding.goals else None
            if claim is not None and isinstance(claim.verdict, Refuted) and _is(finding, diagnostic, view, claims):
                return function, claim, claim.verdict
    return None


def _is(finding: Finding, diagnostic: types.Diagnostic, view: View, claims: dict[str, ClaimReport]) -> bool:
    span = view.span(finding.span)
    is_there = span is not None and span.line == diagnostic.range.start.line + 1 and finding.rule == diagnostic.code
    return is_there and diagnostic.message == message_of(finding, claims)


def _against(
    view: View, lines: Sequence[str], uri: str, refuted: tuple[Settled, ClaimReport, Refuted], folder: TestFolder
) -> Iterator[tuple[str, types.WorkspaceEdit]]:
    function, claim, verdict = refuted
    edit = _adding(verdict.test, function.failing, _stem(view, function) + REFUTED, folder)
    if edit is not None:
        yield f"Write the test that fails, {_shortened(verdict.call)}, to {folder.shown}", edit
    span = view.span(claim.span)
    text = "\n".join(lines)
    if span is None or claim.exception in CONTRACTS:
        return
    found = suggested(text, span, claim.exception, verdict.message)
    for title, comment in _comments(found, claim) if found is not None else ():
        assert found is not None
        place = types.Position(found.line - 1, 0)
        above = types.TextEdit(types.Range(place, place), f"{found.indent}{comment}\n")
        yield title, types.WorkspaceEdit({uri: [above]})


def _comments(found: Suggested, claim: ClaimReport) -> Iterator[tuple[str, str]]:
    if found.require:
        yield f"Ask of callers: {found.require.removeprefix('# clew: ')}", found.require
    if found.raises:
        yield f"Announce that {found.function} raises {claim.exception}", found.raises


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


# ---------------------------------------------------------------- tests


def _tests_at(
    view: View, function: Settled, line: int, folder: TestFolder
) -> Iterator[tuple[str, types.WorkspaceEdit]]:
    """Each test that reaches a goal of the line, the first ones."""
    tests: dict[str, TestReport] = {test.id: test for unit in function.units for test in unit.tests}
    spans = ((view.span(goal.span), goal) for goal in function.goals)
    names = (g.verdict.test for s, g in spans if s is not None and s.line == line and isinstance(g.verdict, Covered))
    chosen = [tests[name] for name in dict.fromkeys(names) if name in tests]
    for test in chosen[:MOST]:
        edit = _adding(test.id, function.tests, _stem(view, function), folder)
        if edit is not None:
            yield f"Add the test {_shortened(test.call)} to {folder.shown}", edit


def _stem(view: View, function: Settled) -> str:
    """Of the file that tests of this function alone are written to."""
    return file_stem(view.standing.target.module, function.qualname)


def _adding(id: str, written: Sequence[TestFile], stem: str, folder: TestFolder) -> types.WorkspaceEdit | None:
    """None where no such test was written, or the file has it already."""
    test = next((found for file in written if (found := single_test(file.text, id)) is not None), None)
    if test is None:
        return None
    path = os.path.join(folder.path, f"{stem}.py")
    before = folder.text_of(path)
    after = with_test(before, test)
    if after is None:
        return None
    uri = Path(path).as_uri()
    edit = types.TextEdit(types.Range(types.Position(0, 0), end_of(before)), after)
    if not folder.creates:
        return types.WorkspaceEdit({uri: [edit]})
    document = types.OptionalVersionedTextDocumentIdentifier(uri)
    changed = types.TextDocumentEdit(document, [edit])
    if before or os.path.exists(path):
        return types.WorkspaceEdit(document_changes=[changed])
    return types.WorkspaceEdit(document_changes=[types.CreateFile(uri), changed])


def _shortened(call: str) -> str:
    return f"`{call}`" if len(call) <= WIDEST else f"`{call[:WIDEST]}…`"
