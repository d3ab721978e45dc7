"""Pairs of a definition and a use of a variable, as outcomes of goals: `total@12`, `total@12.4`, `total@12:true`.

A definition gives a variable a value; a use reads it.  A goal of the kind `def-use` stands where the use is, and wants
an execution in which the definition named is the last one before it (all-uses; Rapps and Weyuker, TSE 11(4), 1985).  A
use in a decision is one for each outcome of it (a *p-use*), any other is one for its statement (a *c-use*).  So it is
with globals, attributes and items: `self.x@12`, `xs[i]@3`.

A path between them is a pair with what is decided on it: `total@12[14:true,17:false]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clew.records import dataclass
from clew.regexes import regex

_PAIR: Final = regex(r"(.+)@(\d+(?:\.\d+)?)(?::(true|false))?")


@dataclass(frozen=True, slots=True)
class Pair:
    """name: of the variable.  origin: where it is defined, a line, with a column where a line defines it twice.

    outcome: `true` or `false` where the use is in a decision, else empty.
    """

    name: str
    origin: str
    outcome: str = ""

    @property
    def is_of_path(self) -> bool:
        """Is it about an attribute or an item?"""
        return not self.name.isidentifier()

    def __str__(self) -> str:
        return f"{self.name}@{self.origin}" + (f":{self.outcome}" if self.outcome else "")


def read_pair(text: str) -> Pair:
    """ValueError where it is none."""
    found = _PAIR.fullmatch(text)
    if found is None:
        raise ValueError(f"no pair of a definition and a use: {text}")
    return Pair(found[1], found[2], found[3] or "")


def path_name(name: str, label: str, steps: Sequence[str]) -> str:
    """`x@4[5:true,9:false]`."""
    return f"{name}@{label}" + (f"[{','.join(steps)}]" if steps else "")


def read_path(text: str) -> tuple[str, str, tuple[str, ...]]:
    """The variable, the label of its definition and what is decided."""
    pair, _, decided = text.removesuffix("]").partition("[")
    name, _, label = pair.partition("@")
    return name, label, tuple(decided.split(",")) if decided else ()
