"""A part of the work for one of several machines that do not know of each other: `--shard 2/8`.

All files are read by each of them, since what is asked of a function depends on others (who calls it, what they
announce); then each keeps some.  A file is not divided: the tests that are found for one of its functions count for all
of them, so that apart they could end with other verdicts than together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clew.records import dataclass
from clew.settling.work import ModuleWork
from clew.source.discovery import Target


@dataclass(frozen=True, slots=True)
class Shard:
    """The one of this number, from 1, among `of`."""

    number: int
    of: int

    def part(self, sizes: Mapping[str, int]) -> frozenset[str]:
        """The keys that are its own.  The larger ones are dealt out first, each to whom has least by then."""
        loads = [0] * self.of
        own = set()
        for key in sorted(sizes, key=lambda key: (-sizes[key], key)):
            least = loads.index(min(loads))
            loads[least] += sizes[key] + 1  # reading and importing it is work, too
            if least == self.number - 1:
                own.add(key)
        return frozenset(own)

    def own(self, works: Sequence[ModuleWork], programs: Sequence[Target]) -> tuple[list[ModuleWork], list[Target]]:
        sizes = {work.target.file: sum(len(entry.asked) for entry in work.entries) for work in works}
        files = self.part({program.file: 0 for program in programs} | sizes)
        return [w for w in works if w.target.file in files], [p for p in programs if p.file in files]


def read_shard(text: str) -> Shard:
    """`2/8`; raises ValueError."""
    number, separator, of = text.partition("/")
    if not (separator and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise ValueError(f"`{text}` is no shard; wanted NUMBER/OF, such as 2/8, the first being 1/8")
    return Shard(int(number), int(of))
