"""What stands in the replay for the fixtures of pytest that a test is given: `monkeypatch`, `request`, `tmp_path`.

Only what `pins.py` writes is here, and it does what pytest does: all is undone when the test ends.  A test that has a
folder of its own may change nothing outside of it, as it will stand in another folder when it is run.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.checking.module_state import resolve
from clew.workers.guard import Guard

if TYPE_CHECKING:
    from pathlib import Path

_ABSENT: Final = object()


class Request:
    """As `pytest.FixtureRequest`; what is added is done when the patches are undone."""

    def __init__(self, patches: Patches) -> None:
        self.addfinalizer = patches.undoing.append


class Patches:
    """As `pytest.MonkeyPatch`."""

    def __init__(self) -> None:
        self.undoing: list[Callable[[], object]] = []

    def chdir(self, path: Path) -> None:
        before = os.getcwd()
        self.undoing.append(lambda: os.chdir(before))
        os.chdir(path)

    def setenv(self, name: str, value: str) -> None:
        self._keep_variable(name)
        os.environ[name] = value

    def delenv(self, name: str, raising: bool = True) -> None:
        self._keep_variable(name)
        os.environ.pop(name, None)

    def _keep_variable(self, name: str) -> None:
        before = os.environ.get(name)
        if before is None:
            self.undoing.append(lambda: os.environ.pop(name, None))
        else:
            self.undoing.append(lambda: os.environ.__setitem__(name, before))

    def setattr(self, place: object, *given: Any, raising: bool = True) -> None:
        """place, given: a path and a value, or an object, a name and a value."""
        *name_of, value = given
        if isinstance(place, str):
            above, _, name = place.rpartition(".")
            owner = resolve(above)
        else:
            owner, (name,) = place, name_of
        before = self._kept(owner, name)
        if before is _ABSENT:
            if raising:
                raise AttributeError(f"{owner!r} has no attribute {name!r}")
            self.undoing.append(lambda: delattr(owner, name))
        else:
            self.undoing.append(lambda: setattr(owner, name, before))
        setattr(owner, name, value)

    def setitem(self, items: dict[str, Any], name: str, value: object) -> None:
        before = items.get(name, _ABSENT)
        if before is _ABSENT:
            self.undoing.append(lambda: items.pop(name, None))
        else:
            self.undoing.append(lambda: items.__setitem__(name, before))
        items[name] = value

    def delattr(self, path: str) -> None:
        above, _, name = path.rpartition(".")
        owner = resolve(above)
        before = self._kept(owner, name)
        self.undoing.append(lambda: setattr(owner, name, before))
        delattr(owner, name)

    def _kept(self, owner: Any, name: str) -> Any:
        """What is to be put back; of a class, what it has itself, as that is no method yet."""
        held = getattr(owner, name, _ABSENT)
        return vars(owner).get(name, _ABSENT) if isinstance(owner, type) else held

    def undo(self) -> None:
        while self.undoing:
            self.undoing.pop()()


@contextlib.contextmanager
def fixtures(guard: Guard, folder: str, own: bool) -> Iterator[dict[str, object]]:
    """The fixtures by name.  folder: the name of the test's; own: is it used?  Then it alone may be changed."""
    patches = Patches()
    whole = guard.scratch
    given: dict[str, object] = {"monkeypatch": patches, "request": Request(patches)}
    if own:
        from pathlib import Path  # a large import

        given["tmp_path"] = path = Path(whole, folder)
        with guard.lifted():
            path.mkdir(parents=True, exist_ok=True)
        guard.scratch = str(path)
    try:
        yield given
    finally:
        guard.scratch = whole
        with guard.lifted(), contextlib.suppress(OSError):
            patches.undo()
