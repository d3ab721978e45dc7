"""The table of the library against the running interpreter: no method of a container is left out, no module misspelt."""

from __future__ import annotations

import builtins
import collections
import contextlib
import importlib.util
import sys
from collections.abc import Iterable

import pytest

from clew.analysis import looked_at, own_containers, sizes, unchanged
from clew.concolic import calls, questions
from clew.effects import library
from clew.effects.changes import MUTATORS
from clew.frontend import named_values

CONTAINERS = [list, dict, set, bytearray, collections.deque, collections.OrderedDict, collections.Counter]


def _methods(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))}


@pytest.mark.parametrize("kind", CONTAINERS)
def test_every_method_of_a_container_changes_it_or_looks(kind: type) -> None:
    rows = {names[0]: said.split("|") for names, said in library._entries(library.METHODS)}
    changing, looking = (set(part.split()) for part in rows[kind.__name__])
    assert not changing & looking
    later = {"resize", "take_bytes"}  # of bytearray, since Python 3.14 and 3.15
    assert (changing | looking) - later == _methods(kind) - later


@pytest.mark.parametrize("kind", [list, dict, set, bytearray, collections.deque, collections.OrderedDict])
def test_methods_that_only_look_leave_it_as_it_was(kind: type) -> None:
    """Called with nothing, or with what such a container may hold."""
    for name in sorted(library.LOOKING[kind.__name__]):
        for arguments in ((), (1,), (1, 2), ([1, 2],), (b"a",), (b"a", b"b")):
            subject = (
                kind([(1, 2), (3, 4)]) if issubclass(kind, dict) else kind([1, 2, 1] if kind is bytearray else [2, 1])
            )
            before = repr(subject)
            try:
                getattr(subject, name)(*arguments)
            except (TypeError, ValueError, LookupError):
                continue
            finally:
                assert repr(subject) == before, name


def test_modules_of_the_table_are_those_of_the_library() -> None:
    names = {name for part in (library.READS, library.DECIDED, library.OUTSIDE, library.ALIKE) for name in part}
    private = {name for name in names if name.startswith("_")} | {"sre_compile", "sre_constants", "sre_parse"}
    elsewhere = {"nt", "typing_extensions", "json.scanner", "zipfile._path", "tomllib._re"}
    tops = sys.stdlib_module_names
    assert {name for name in names - elsewhere if name.partition(".")[0] not in tops} <= private
    for name in names - private - elsewhere:
        assert importlib.util.find_spec(name) is not None, name


def test_builtins_that_give_plain_values_give_nothing_of_what_they_are_given() -> None:
    kept = [object()]
    given = ((kept,), (65,), ("7",), (kept, "append"), (kept, list), (list, object))
    for name in sorted(library.PLAIN):
        results = []
        for arguments in given:
            with contextlib.suppress(TypeError, ValueError):
                results.append(getattr(builtins, name)(*arguments))
        assert results and {type(result) for result in results} <= {bool, int, float, str, type(None)}, name


def test_builtins_that_hand_nothing_on_change_nothing() -> None:
    """Two rows of the table say so."""
    assert {name for name in library.READERS | library.CHOOSERS if not library.READS["builtins"].has(name)} == set()


@pytest.mark.parametrize(
    ("named", "others"),
    [
        (looked_at.CHANGING, set()),
        (own_containers.GROWING, set()),
        (unchanged.BUILDING.keys(), set()),
        (named_values._ADDING, set()),
        (calls._ADDING, set()),
        (sizes.TAKING, {"next", "__next__"}),
        (questions._GROWING, {"maxlen"}),
        (MUTATORS, {"write", "push"}),  # of files, and what libraries call so
    ],
)
def test_who_names_methods_that_change_names_those_of_the_table(named: Iterable[str], others: set[str]) -> None:
    """Parts of it, for purposes of their own: there is no second opinion about what changes a container."""
    assert {*named} - library.CHANGING - library.CHANGING_SPECIAL == others
