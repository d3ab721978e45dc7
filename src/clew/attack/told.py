"""What a test would see of a call, and which changes of the function it tells apart by that.

    items = [2, 1]                           a test says so much of each call, and of what the call has changed
    assert ranked(items) == [1, 2]
    assert items == [2, 1]                   this only where it tells a change apart that nothing else does

Both are read off two descriptions: what a call returned, and what its objects are afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, TypeAlias

from clew.attack.orders import Part
from clew.checking.describe import describe, describe_attributes, describe_views
from clew.records import dataclass

_PLAIN: Final = frozenset({type(None), bool, int, float, str, bytes})
_ROWS: Final = frozenset({list, tuple})
_FAILING: Final = ("returns", "raises")
_MISSING: Final = ("IndexError", "KeyError")
WHOLE: Final = "{}"

Texts: TypeAlias = tuple[tuple[str, str | None], ...]
"""By form: `{}.size`, `list({})`."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is seen of an object that has no text: public attributes, what else it shows, and private ones."""

    type_name: str
    public: Texts
    views: Texts
    private: Texts


@dataclass(frozen=True, slots=True)
class Seen:
    """Of one call.  Equal where no test that looks at all of it would notice a difference.

    result: described, or the name of the exception; message: the beginning of its text; objects: the receiver and the
    arguments as the call left them.
    """

    kind: str
    result: object
    message: str = ""
    objects: tuple[object, ...] = ()


LATE_CALL: Final = Seen("late", None)


@dataclass(frozen=True, slots=True)
class Told:
    """The changes that a call tells apart.  asserting: those that it tells apart only if a test says one of these parts
    of its objects, too.  missing: those that look for what is not there, in a call that returns; with other arguments
    they may find something, and give another result, which is what a mistake like it would do.
    """

    plainly: frozenset[str] = frozenset()
    asserting: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()

    @property
    def changes(self) -> frozenset[str]:
        return self.plainly | self.asserting.keys()

    def among(self, changes: Collection[str]) -> Told:
        left = {change: parts for change, parts in self.asserting.items() if change in changes}
        return Told(self.plainly.intersection(changes), left, self.missing.intersection(changes))

    def parts(self) -> tuple[Part, ...]:
        """Few that are enough for all of them; one that shows most of what is left comes first."""
        left, found = dict(self.asserting), list[Part]()
        while left:
            ways = [part for parts in left.values() for part in parts]
            best = max(dict.fromkeys(ways), key=ways.count)
            found.append(best)
            left = {change: parts for change, parts in left.items() if best not in parts}
        return tuple(sorted(found))


def told_apart(before: Seen, after: Mapping[str, Seen], given: Callable[[], Sequence[object] | None]) -> Told:
    """before: of the function as it is, after: of the changed ones, all of which are otherwise.  given: what the
    objects are before a call, if that can be said.
    """
    plainly, asserting = set[str](), dict[str, tuple[Part, ...]]()
    missing = {c for c, seen in after.items() if (before.kind, seen.kind) == _FAILING and seen.result in _MISSING}
    held: Sequence[object] | None = ()
    for change, seen in after.items():
        if (seen.kind, seen.result, seen.message) != (before.kind, before.result, before.message):
            plainly.add(change)
            continue
        held = given() if held == () else held
        parts = [] if held is None else list(_parts(before, seen, held))
        if None in parts:
            plainly.add(change)
        elif parts:
            asserting[change] = tuple(part for part in parts if part is not None)
    return Told(frozenset(plainly), asserting, frozenset(missing))


def _parts(before: Seen, after: Seen, given: Sequence[object]) -> Iterator[Part | None]:
    """Where the objects differ; None where a test looks anyway, as the call itself changes that."""
    for place, (ours, theirs, held) in enumerate(zip(before.objects, after.objects, given, strict=False)):
        looked_at = {*_changed(held, ours)} if before.kind == "returns" else ()
        for form in _differing(ours, theirs):
            yield None if form in looked_at else (place, form)


def _changed(given: object, left: object) -> Sequence[str]:
    """The forms that a test has because the call changed them, as `checking/observing.py` says."""
    if not isinstance(given, Shown) or not isinstance(left, Shown):
        return () if given == left else (WHOLE,)
    public, private = _unequal(given.public, left.public), _unequal(given.private, left.private)
    views = _unequal(given.views, left.views) if private or not public else ()
    return (*public, *views) or private


def _differing(ours: object, theirs: object) -> Sequence[str]:
    if not isinstance(ours, Shown) or not isinstance(theirs, Shown) or ours.type_name != theirs.type_name:
        return () if ours == theirs else (WHOLE,)
    return (
        _unequal(ours.public, theirs.public)
        or _unequal(ours.views, theirs.views)
        or _unequal(ours.private, theirs.private)
    )


def _unequal(ours: Texts, theirs: Texts) -> tuple[str, ...]:
    other = dict(theirs)
    return tuple(form for form, text in ours if form in other and other[form] != text)


def described(value: Any, whole: bool = True) -> object:
    """Equal for values that a test takes for equal; what is plain is looked at without being written down.

    A test asks whether a result `is True`, but what is inside of one is compared by `==`, as numbers are: it does not
    tell `0` from `0.0` or `-0.0`.
    """
    match value:
        case None | bool() if whole:
            return "is", value
        case None | bool() | int() | float() | str() | bytes() if type(value) in _PLAIN:
            return value if value == value else "nan"
        case list() | tuple() if type(value) in _ROWS:
            return type(value), tuple(described(each, False) for each in value)
    shown = describe(value)
    if shown.text is not None:
        return shown.text
    public = tuple((f"{{}}.{name}", each.text) for name, each in describe_attributes(value))
    views = tuple((form, each.text) for form, each in describe_views(value))
    private = tuple((f"{{}}.{name}", each.text) for name, each in describe_attributes(value, private=True))
    return Shown(shown.type_name, public, views, private)
