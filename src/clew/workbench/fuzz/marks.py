"""Programs that say themselves which verdicts they expect, by a mark at the end of a statement's line.

# covered          a case reaches the statement, and does so on plain CPython
# infeasible       it is called infeasible
# not infeasible   it is covered or unknown: it can be reached, so any other verdict is wrong
# unknown          it is unknown: it can be reached, or nobody knows
# infeasible within len, infeasible assuming types     the verdict names that bound, or that assumption
# infeasible unbounded                                 the verdict names no bound
"""

from __future__ import annotations

from dataclasses import replace

from clew.frontend.module import Module, read_module
from clew.records import dataclass
from clew.regexes import regex
from clew.verdict.evidence import Evidence, proofs
from clew.workbench.fuzz.analyse import BUDGET, NAME, analyse
from clew.workbench.fuzz.attack import confirmed

MARK = regex(
    r"# (covered|infeasible|not infeasible|unknown"
    r"|infeasible within [\w-]+|infeasible assuming [\w-]+|infeasible unbounded)$"
)


@dataclass(frozen=True, slots=True)
class Wrong:
    line: int
    expected: str
    verdict: str
    detail: str


def wrong_marks(text: str) -> list[Wrong]:
    """The marks that do not hold, and what the shadows claimed wrongly."""
    module = read_module(text, NAME + ".py", NAME)
    assert isinstance(module, Module), module
    marks = {n: m[1] for n, line in enumerate(text.splitlines(), 1) if (m := MARK.search(line))}
    goals = {g.span.line: g.id for g in module.goals if g.kind == "statement" and g.span.line in marks}
    assert marks.keys() == goals.keys(), f"no statement at lines {sorted(marks.keys() - goals.keys())}"
    analysis = analyse(text, None, 120.0, replace(BUDGET, seconds=20.0))
    assert not isinstance(analysis, str), analysis
    assert not analysis.crashes, analysis.crashes
    reached = confirmed(text, analysis)
    assert not isinstance(reached, str), reached
    said = dict(analysis.dead)
    found: list[Wrong] = []
    for entry in analysis.entries:
        said |= proofs(entry.known)
        found += [Wrong(0, "values", entry.qualname, f) for f in entry.faults if "its shadow says" in f]
    for line, expected in sorted(marks.items()):
        goal = goals[line]
        verdict = "covered" if goal in reached else "infeasible" if goal in said else "unknown"
        if not _agrees(expected, verdict, said.get(goal)):
            found.append(Wrong(line, expected, verdict, str(said.get(goal, ""))))
    return found


def _agrees(expected: str, verdict: str, said: Evidence | None) -> bool:
    if expected == "infeasible unbounded":
        return said is not None and not said.scope
    wanted, _, name = expected.partition(" within ")
    wanted, _, assumed = wanted.partition(" assuming ")
    if wanted == "not infeasible":
        return verdict != "infeasible"
    if wanted != verdict or said is None:
        return wanted == verdict
    supposed = {a.kind for a in said.assumptions}
    return (not name or name in dict(said.scope)) and (not assumed or assumed in supposed)
