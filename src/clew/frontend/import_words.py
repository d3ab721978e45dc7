"""The words of the import statements of a text, found without parsing."""

from __future__ import annotations

import re
from typing import Final

from clew.regexes import regex

STATEMENT: Final = regex(r"^[ \t]*(?:from|import)\s[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
_WORD: Final = regex(r"\w+")


def import_words(text: str) -> frozenset[str]:
    """Each part of each dotted name, and the names that are bound."""
    return frozenset(_WORD.findall(" ".join(STATEMENT.findall(text))))
