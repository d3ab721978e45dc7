"""Texts of files that may be no Python."""

from __future__ import annotations

import ast
import warnings


def parsed(text: str) -> ast.Module:
    """The tree; an empty one of what Python cannot read, which nobody runs."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in literals
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
