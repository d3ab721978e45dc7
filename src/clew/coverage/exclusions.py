"""What is left out of the reports of coverage.py, as data and as a file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from clew.records import dataclass

VERSION: Final = "clew-coverage/1"


@dataclass(frozen=True, slots=True)
class Excluded:
    """A line that nothing reaches, or the arc from it to another that nothing takes.

    to: None for the line itself, negative where it leaves the function.  goals: the ids of those with the proofs.
    why: scope and assumptions, in words.
    """

    line: int
    to: int | None
    goals: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class FileExclusions:
    """What is left out of a file, which holds for one text of it: digest, in hexadecimal SHA-256.

    branching: lines with one way out left, which the tests do not take: they stay branches, so that it stays missing.
    """

    digest: str
    excluded: tuple[Excluded, ...]
    branching: tuple[int, ...] = ()

    @property
    def lines(self) -> frozenset[int]:
        return frozenset(each.line for each in self.excluded if each.to is None)

    @property
    def arcs(self) -> frozenset[tuple[int, int]]:
        return frozenset((each.line, each.to) for each in self.excluded if each.to is not None)


def digest_of(path: str) -> str:
    """Of the file as it is now; empty where it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def show_exclusions(files: Mapping[str, FileExclusions], folder: str) -> str:
    """As JSON.  files: by path; folder: what the paths in the text are relative to, with `/`."""
    shown = {
        os.path.relpath(path, folder).replace(os.sep, "/"): {
            "digest": file.digest,
            "branching": list(file.branching),
            "excluded": [
                {"line": each.line, "to": each.to, "goals": list(each.goals), "why": each.why} for each in file.excluded
            ],
        }
        for path, file in sorted(files.items())
    }
    return json.dumps({"schema": VERSION, "files": shown}, indent=1, ensure_ascii=False) + "\n"


def read_exclusions(text: str, folder: str) -> dict[str, FileExclusions]:
    """What `show_exclusions` wrote, by the real path.  Raises ValueError where it did not."""
    read = json.loads(text)
    if not isinstance(read, dict) or read.get("schema") != VERSION:
        raise ValueError(f"this is no file of the form {VERSION}; `clew coverage` writes one")
    return {
        os.path.realpath(os.path.join(folder, path)): FileExclusions(
            file["digest"], tuple(_excluded(file["excluded"])), tuple(file["branching"])
        )
        for path, file in read["files"].items()
    }


def _excluded(given: Iterable[Mapping[str, Any]]) -> Iterable[Excluded]:
    for each in given:
        yield Excluded(each["line"], each["to"], tuple(each["goals"]), each["why"])
