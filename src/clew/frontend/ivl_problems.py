"""What is wrong with an `.ivl` text, and how it is shown: message, place, the line with a caret under the place, a
hint."""

from __future__ import annotations

from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Problem:
    """hint: what to do about it, or empty."""

    message: str
    span: Span
    hint: str = ""


def show_problem(problem: Problem, text: str, file: str) -> str:
    """
    prog.ivl:4:10: error: variable `y` is not declared
       4 |     assume y > 0;
         |            ^
    hint: did you mean `x`?
    """
    span = problem.span
    head = f"{file}:{span.line}:{span.column + 1}: error: {problem.message}"
    lines = text.split("\n")
    if not 1 <= span.line <= len(lines):
        return head
    line = lines[span.line - 1].rstrip("\r")
    end = span.end_column if span.end_line == span.line else len(line)
    # A tab in the line is a tab below it, so that the caret stays under its place.
    indent = "".join("\t" if c == "\t" else " " for c in line[: span.column])
    shown = [head, f"{span.line:>5} | {line}", f"      | {indent}{'^' * max(1, end - span.column)}"]
    if problem.hint:
        shown.append(f"hint: {problem.hint}")
    return "\n".join(shown)
