"""Functions written to refute what is proved of contracts: marks say by which calls a clause is broken there.

    def f(x: int) -> int:  # broken by: f(0)
        return g(x)  # broken by: f(-1)

Two things are checked: that the calls break a clause whose claim is on this line, or is one about what the function on
this line promises, on plain CPython; and that `clew check` does not call this claim proved.
"""

from __future__ import annotations

import os
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

from clew.checking.breaches import NotAnInput, Watched
from clew.checking.script import Broken
from clew.frontend.library_names import LIBRARIES
from clew.frontend.probes import hooks, probe
from clew.ir.contract import ENSURE, LOOP
from clew.records import dataclass
from clew.regexes import regex
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.workbench.failures import verdicts
from clew.workbench.judging import judged
from clew.workers.contract_libraries import stand_in_where_missing

MARK = regex(r"# broken by: (?P<calls>.+)$")


@dataclass(frozen=True, slots=True)
class Breach:
    """A mark, and the clause that its calls break first."""

    line: int
    calls: str
    broken: Broken | None


def breaches(file: Path) -> Iterator[Breach]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if (mark := MARK.search(line)) is not None:
            yield Breach(number, mark["calls"], _broken(file, mark["calls"]))


def _broken(file: Path, calls: str) -> Broken | None:
    """What the calls break, in a module of their own."""
    text = file.read_text(encoding="utf-8")
    probed = probe(text, str(file), ())
    watched = Watched(str(file), (str(file.parent) + os.sep,), (), set(), contracts=dict(probed.contracts))
    module = types.ModuleType(file.stem)
    vars(module).update({**hooks(lambda number: None), **watched.hooks()})
    finders = [*sys.meta_path]
    sys.modules[file.stem] = module
    stand_in_where_missing()
    try:
        exec(compile(probed.tree, str(file), "exec", dont_inherit=True), vars(module))
        watched.begin()
        exec(compile(calls, "<calls>", "exec"), vars(module))
    except (Exception, NotAnInput):
        pass
    finally:
        del sys.modules[file.stem]
        sys.meta_path[:] = finders
        for library in LIBRARIES:
            sys.modules.pop(library, None)
    return watched.all_broken()


def wrongly_kept(file: Path, settings: Settings) -> tuple[list[str], int]:
    """The marks that a proof contradicts, or whose calls break nothing there; how many claims clew itself refuted."""
    said = verdicts(file, settings)
    lines = file.read_text(encoding="utf-8").splitlines()
    wrong = []
    for breach in breaches(file):
        at = f"{file.name}:{breach.line}: {breach.calls}"
        broken = breach.broken
        if broken is None:
            wrong.append(f"{at}: breaks nothing")
            continue
        name = broken.function.rpartition(".")[2]
        at_function = broken.kind == ENSURE and f"def {name}(" in lines[breach.line - 1]
        at_loop = broken.kind == LOOP and breach.line == broken.span.end_line + 1  # a comment has no mark
        if breach.line != broken.span.line and not at_function and not at_loop:
            wrong.append(f"{at}: breaks {broken.said} at line {broken.span.line}")
        ending = f":{broken.span.line}:claim:{broken.kind}"
        claims = [v for id, v in said.items() if re.sub(r"\.\d+(?=:claim)", "", id).endswith(ending)]
        if claims and all(isinstance(verdict, Proved) for verdict in claims):
            wrong.append(f"{at}: proved")
    return wrong, sum(isinstance(verdict, Refuted) for verdict in said.values())


if __name__ == "__main__":
    raise SystemExit(judged("clew.workbench.breaches", __doc__, wrongly_kept))
