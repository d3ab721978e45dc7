"""The words of the import statements of a text, and the names they give, found without parsing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_STATEMENT: Final = re.compile(r"^[ \t]*(?:from|import)\s[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
_ALIAS: Final = re.compile(r"\b(\w+)\s+as\s+(\w+)")
_WORD: Final = re.compile(r"\w+")


def import_words(text: str) -> frozenset[str]:
    """Each part of each dotted name, and the names that are bound."""
    return frozenset(_WORD.findall(" ".join(_STATEMENT.findall(text))))


def named_otherwise(names: Iterable[str], texts: Iterable[str]) -> frozenset[str]:
    """The names, and what those had been called before import statements of the texts gave them these (`as`)."""
    pairs = {pair for text in texts for statement in _STATEMENT.findall(text) for pair in _ALIAS.findall(statement)}
    found = set(names)
    while more := {name for name, alias in pairs if alias in found} - found:
        found |= more
    return frozenset(found)
