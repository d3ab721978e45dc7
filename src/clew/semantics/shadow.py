"""What stands beside a concrete Python value: how it depends on the inputs.

    None       does not depend on the inputs (in every run along this path the value is this one); for a mutable object:
               the *reference* does not, its contents are looked up by identity (`Machine.contents`)
    Term       bool (Bool), int (Int), float (Float)
    Text       str or bytes: a length and code points (or byte values)
    Items      tuple: the shadows of its items
    Choice     which of several alternatives the value is, is a solver variable not yet looked at
    Concretized       depends on the inputs in a way that was not followed; says why and where

Contents of mutable objects (by identity, kept by the machine):

    Sequence   list, bytearray, deque: item shadows, and a length term while the length is still a free input
    Mapping    dict: by key, the shadows of key and value; in the order of the real dict
    Members    set, frozenset: by member, its shadow
    Fields     an instance of a user class: by attribute name, the shadow
    Havocked    nothing is known any more about the contents (a native call may have changed them): a Concretized
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Final, NamedTuple, TypeAlias

from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.records import dataclass
from clew.source.spans import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Concretized:
    """code: a reason code of the report (`unmodelled-call`, `unmodelled-operation`, …); text: what, for the reader.

    kind: the type of the value, where it is the same in every run along this path.
    """

    code: str
    text: str
    span: Span = NOWHERE
    kind: type | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A string (or bytes) of `length` whose i-th code point is `char(i)`.

    Known shape: `length` is a constant and `chars` has exactly that many terms.  Free shape (an input that nobody has
    looked into yet): `length` is a variable, `source` names it, and code points are variables `source[i]`.
    """

    length: Term
    chars: tuple[Term, ...]
    source: str | None = None

    def char(self, index: int) -> Term:
        """The index-th code point, index >= 0; meaningful only where length > index."""
        return self.chars[index] if self.source is None else t.var(f"{self.source}[{index}]", INT)

    def first(self, count: int) -> tuple[Term, ...]:
        """The first `count` code points; meaningful only where length >= count."""
        return self.chars[:count] if self.source is None else tuple(self.char(i) for i in range(count))


@dataclass(frozen=True, slots=True)
class Items:
    """The shadows of a tuple's items; at least one is not None."""

    shadows: tuple[Shadow, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The value is alternative number `kind` (an Int term, 0 <= kind < len(types)) of an input.

    types: the exact Python type of each alternative, or `object` where it has several; inner: the shadow of the value
    as it is in this run. An operation that looks at the value first asks the machine to settle the choice
    (`Machine.settle`).
    """

    kind: Term
    types: tuple[type, ...]
    actual: int
    inner: Shadow

    def tells_types(self) -> bool:
        """Does the alternative decide the type?

        Only then may a question for the type be answered from `kind` alone.
        """
        return object not in self.types


Shadow: TypeAlias = None | Term | Text | Items | Choice | Concretized


class Tracked(NamedTuple):
    """A concrete value and its shadow."""

    value: Any
    shadow: Shadow


NOTHING: Final = Tracked(None, None)

Pair: TypeAlias = tuple[Any, Shadow]
"""The same as generated code passes them."""


@dataclass(slots=True)
class Sequence:
    """items[i] is the shadow of the i-th element.  `length`: the length as a term while it is a free input."""

    items: list[Shadow]
    length: Term | None = None


@dataclass(slots=True)
class Mapping:
    """entries[key] = (shadow of the key, shadow of the value)."""

    entries: dict[Any, tuple[Shadow, Shadow]] = field(default_factory=dict)
    length: Term | None = None


@dataclass(slots=True)
class Members:
    entries: dict[Any, Shadow] = field(default_factory=dict)
    length: Term | None = None


@dataclass(slots=True)
class Fields:
    attributes: dict[str, Shadow] = field(default_factory=dict)


@dataclass(slots=True)
class Havocked:
    lost: Concretized


Contents: TypeAlias = Sequence | Mapping | Members | Fields | Havocked


def term_of(value: Any, shadow: Shadow) -> Term | None:
    """The term of a bool, int or float (its constant where the shadow is None); None where there is none."""
    if shadow is None:
        if isinstance(value, bool):
            return t.boolean(value)
        if isinstance(value, int):
            return t.integer(value)
        if isinstance(value, float):
            return t.floating(value)
        return None
    return shadow if isinstance(shadow, Term) else None


def text_of(value: str | bytes, shadow: Shadow) -> Text | None:
    """The Text of a str or bytes (constants where the shadow is None); None where it was lost."""
    if shadow is None:
        codes = value if isinstance(value, bytes) else map(ord, value)
        return Text(t.integer(len(value)), tuple(t.integer(c) for c in codes))
    return shadow if isinstance(shadow, Text) else None


def known_text(chars: tuple[Term, ...]) -> Shadow:
    """The shadow of a string of known length; None where every code point is a constant."""
    if all(t.is_const(c) for c in chars):
        return None
    return Text(t.integer(len(chars)), chars)


def items_of(shadows: tuple[Shadow, ...]) -> Shadow:
    """The shadow of a tuple; None where no item depends on the inputs."""
    return None if all(s is None for s in shadows) else Items(shadows)


def simplified(term: Term) -> Shadow:
    """None for a constant term (it no longer depends on the inputs), else the term."""
    return None if t.is_const(term) else term
