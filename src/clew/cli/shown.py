"""Diagnostics on stderr, in the one form all commands use: `error: file:line: text`, the source line and a caret."""

from __future__ import annotations

import contextlib
import os
import sys

from clew.source.diagnostics import Diagnostic, InputError
from clew.source.text import read_source


def show_problem(problem: Diagnostic) -> None:
    """Print a diagnostic, with the line of its file that it is about."""
    from clew.report.printing import print_lines
    from clew.report.terminal import problem_lines

    lines: list[str] = []
    if problem.span is not None and os.path.isfile(problem.file):
        with contextlib.suppress(InputError):
            lines = read_source(problem.file).splitlines()
    print_lines(sys.stderr, lambda width, signs: problem_lines(problem, lines, width, signs))
