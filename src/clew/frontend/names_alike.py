"""Names of attributes that the text of a file may use or set of objects of others, by their looks.

    o._note = "late"        sets `_note`                setattr(o, key, 1)      may set all names that the text mentions
    print(o._note)          uses it                     self._note = ""         is about an object of its own

Without parsing, for files that no import connects with the class that is asked about, of which there may be many.
Found too many rather than too few; but a name that is not in the text is not found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from clew.regexes import regex

_OF_OTHERS: Final = r"(?:\b(?!self\b|cls\b)\w+|[\])])\s*\.[\s\\]*(_\w+)\b(?<!__)"
_IN_TEXT: Final = r"""["'](_\w+)\b(?<!__)["']"""
_PRIVATE: Final = regex(rf"{_OF_OTHERS}|{_IN_TEXT}")
_ASSIGNS: Final = r"[-+*/%@&|^<>]{0,2}=(?!=)|:[^=\n]*=(?!=)|,|[\])]*\s*(?:=(?!=)|\bin\b)"
_SET: Final = regex(
    rf"{_OF_OTHERS}(?=\s*(?:{_ASSIGNS}))|\b(?:del|as)\b[^\n]*\.\s*(_\w+)|{_IN_TEXT}|[(,]\s*(_\w+)\s*=(?!=)"
)
_SPECIAL: Final = regex(
    r"""(?:\b(?!self\b)\w+|[\])])\s*\.\s*(__(?!doc|name|qualname|module|dict|version|all|annotations|wrapped)\w+__)\s*=(?!=)
    |\bsetattr\s*\([^"'\n]*["'](__\w+__)["']""",
    re.VERBOSE,
)
_ROADS_ALIKE: Final = (
    "setattr",
    "delattr",
    "attr__",
    "__dict__",
    "__class__",
    "__set__",
    "__delete__",
    "vars",
    "exec",
    "eval",
    "methodcaller",
    "state__",
    "__reduce",
    "namespace",
)
_WORD: Final = regex(r"\b(_\w+)\b(?<!__)")
_PAST: Final = regex(
    r"""(?<!\bdef\ )(?<!\bsuper\(\)\.)\b__(?:set|del)attr__(?!\s*\(\s*(?:self|cls)\s*,)
    |(?<!\bself)(?<!\bcls)\.__(?:dict|class|set|delete|getstate|setstate|reduce|reduce_ex)__
    |\bvars\b(?!\s*\(\s*(?:self\s*)?\))|\b(?:exec|eval)\b(?!\s*\(\s*["'])|\bmethodcaller\b|\bnamespace\s*=(?!=)""",
    re.VERBOSE,
)
_COMPUTING: Final = regex(
    rf"""(?:set|del)attr\b(?!\s*\((?:\s*(?:self|cls)\s*,|[^,()]*,\s*["']\w*["']\s*[,)]))|{_PAST.pattern}""", re.VERBOSE
)


def private_names_of_others(text: str) -> Iterator[str]:
    """Of attributes that the text uses, by its looks, of objects not its own, and those that texts in it hold."""
    return _found(_PRIVATE, text)


def private_names_set(text: str) -> Iterator[str]:
    """Of attributes that it may set of those, or that texts in it and keyword arguments name; of all that it mentions,
    where it sets some under names that it computes.  Special ones too: `type(o).__bool__ = f`.
    """
    yield from _found(_WORD if sets_computed_names(text) else _SET, text)
    if "__" in text:
        yield from _found(_SPECIAL, text)


def sets_computed_names(text: str) -> bool:
    """May it set attributes of others under names that it computes?"""
    return any(road in text for road in _ROADS_ALIKE) and _COMPUTING.search(text) is not None


def sets_past_setters(text: str) -> bool:
    """May it set attributes of others that their `__setattr__` refuses?"""
    return any(road in text for road in _ROADS_ALIKE) and _PAST.search(text) is not None


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """What its groups hold, in the text as Python reads its names."""
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return (next(filter(None, found.groups())) for found in pattern.finditer(text))
