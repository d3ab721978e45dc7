"""What user code may use and do, and what was refused: the plain data of the guard."""

from __future__ import annotations

from clew.records import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may use.

    allow opens what is refused: `write` (files below the folders), `network`, `process`, `env` (the caller's
    environment).  Never files elsewhere: arguments are made up, and a function that is given a path may be given `/`.
    """

    memory: int = 2048 * MEGABYTE
    cpu: float = 20.0  # seconds of one task
    wall: float = 60.0  # seconds of one task, a safety net
    quiet: float = 60.0  # seconds between two messages of a task
    prepare_wall: float = 60.0  # seconds of the import
    survey_wall: float = 900.0  # seconds of what else is prepared, which grows with the project
    output: int = MEGABYTE  # characters kept of what is printed
    file_size: int = 64 * MEGABYTE
    open_files: int = 256
    allow: frozenset[str] = frozenset()
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocked:
    """A refused action.  what: `write`, `delete`, `network`, `process`, …; target: the path, address or command."""

    what: str
    target: str
    place: str  # file:line of the innermost frame outside the standard library
