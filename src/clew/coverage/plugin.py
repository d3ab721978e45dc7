"""How coverage.py is told what it need not wait for."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from coverage import Coverage, CoveragePlugin, FileReporter, FileTracer
from coverage.python import PythonFileReporter
from coverage.types import TArc, TConfigurable, TLineNo

from clew.coverage.exclusions import FileExclusions, digest_of, read_exclusions

PROOFS: Final = ".clew/coverage.json"
NO_PLUGINS: Final[list[Callable[[object], None]]] = [lambda reg: None]  # a file is read as Python
_OF_REPORTERS: Final = (
    "run:relative_files",
    "report:exclude_lines",
    "report:partial_branches",
    "report:partial_branches_always",
)
NAME: Final = "clew.coverage.Feasible"  # by which coverage.py knows the plugin in its data


class Feasible(CoveragePlugin):
    """proofs: the file that `clew coverage` wrote, from here or from a folder above."""

    def __init__(self, proofs: str) -> None:
        self._proofs = proofs
        self._read: dict[str, FileExclusions] | None = None
        self._coverage = Coverage(data_file=None, config_file=False, plugins=NO_PLUGINS)

    @property
    def files(self) -> dict[str, FileExclusions]:
        if self._read is None:
            self._read = _found(self._proofs)
        return self._read

    def configure(self, config: TConfigurable) -> None:
        """Changes nothing, but takes over what the user leaves out of reports."""
        for option in _OF_REPORTERS:
            if (value := config.get_option(option)) is not None:
                self._coverage.set_option(option, value)

    def file_tracer(self, filename: str) -> FileTracer | None:
        path = os.path.realpath(filename)
        return _AsItIs(filename) if path in self.files else None

    def file_reporter(self, filename: str) -> FileReporter:
        """Of a Python file; where its text is not the one that the proofs are about, nothing is left out."""
        found = self.files.get(os.path.realpath(filename))
        if found is not None and found.digest != digest_of(filename):
            warnings.warn(f"{filename} is not what it was proved of: call `clew coverage` again", stacklevel=2)
            found = None
        return Reporter(filename, self._coverage, found)

    def sys_info(self) -> Iterable[tuple[str, object]]:
        return [("proofs", self._proofs), ("files with proofs", len(self.files))]


class _AsItIs(FileTracer):
    """Of a Python file that is measured as every other, but reported by the plugin."""

    def __init__(self, filename: str) -> None:
        self._filename = filename

    def source_filename(self) -> str:
        return self._filename


class Reporter(PythonFileReporter):
    """As coverage.py's own, without the lines and arcs that nothing takes."""

    def __init__(self, filename: str, coverage: Coverage, proved: FileExclusions | None) -> None:
        super().__init__(filename, coverage)
        self._lines = frozenset() if proved is None else proved.lines
        self._arcs = frozenset() if proved is None else proved.arcs
        self._branching = frozenset(() if proved is None else proved.branching)

    def excluded_lines(self) -> set[TLineNo]:
        return super().excluded_lines() | (self._lines & super().lines())

    def lines(self) -> set[TLineNo]:
        return super().lines() - self._lines

    def arcs(self) -> set[TArc]:
        return super().arcs() - self._arcs

    def exit_counts(self) -> dict[TLineNo, int]:
        """Without the arcs that nothing takes, and those to lines that nothing reaches."""
        gone = self._lines & super().lines()
        fewer = Counter(start for start, end in super().arcs() if end in gone or (start, end) in self._arcs)
        counts = super().exit_counts()
        return {
            line: count if line in self._branching else count - fewer[line]
            for line, count in counts.items()
            if line not in gone
        }


def _found(name: str) -> dict[str, FileExclusions]:
    """The proofs in the nearest such file, from here upwards; none where there is none."""
    here = os.getcwd()
    while True:
        path = os.path.join(here, name)
        if os.path.isfile(path):
            folder = os.path.dirname(os.path.dirname(os.path.abspath(path))) if name == PROOFS else here
            try:
                return read_exclusions(Path(path).read_text(encoding="utf-8"), folder)
            except (OSError, ValueError, KeyError, TypeError) as error:
                warnings.warn(f"{path}: {error}; nothing is left out", stacklevel=2)
                return {}
        above = os.path.dirname(here)
        if above == here:
            return {}
        here = above
