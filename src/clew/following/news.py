"""What a save has changed in what is known of a file, for a terminal.

shop/cart.py: 1 of 5 functions settled again; 0.84 s
  total: 28 of 30 settled, 2 open, before 30 of 30 settled
  + 54: CLEW203 `a / b` raises ZeroDivisionError: division by zero; ratio(0)
  - CLEW101 `return 1` is never reached: `days == 0` is always false
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clew.following.standing import Settled, Standing
from clew.report.concise import problem_line
from clew.report.finding import Finding
from clew.report.finding_list import proof_of
from clew.report.wording import count, seconds_words
from clew.verdict.claims import Refuted


def news(before: Standing | None, after: Standing, seconds: float) -> Iterator[str]:
    """before: None when the file is seen for the first time."""
    known = {f.unit: f for f in before.functions} if before is not None else {}
    again = [f for f in after.functions if f.unit not in known or f.print is None or known[f.unit].print != f.print]
    said = f"{len(again)} of {count(len(after.functions), 'function')} settled{' again' if before else ''}"
    yield f"{after.target.file}: {said}; {seconds_words(seconds)}"
    for problem in after.problems:
        if before is None or problem not in before.problems:
            yield f"  {problem_line(problem)}"
    for function in after.functions:
        earlier = known.get(function.unit)
        if earlier is None or words(earlier) != words(function):
            yield f"  {function.qualname}: {words(function)}" + (f", before {words(earlier)}" if earlier else "")
    if after.lines:
        yield from (f"  {f.qualname}: gone" for f in known.values() if f.unit not in {g.unit for g in after.functions})
        yield from _findings(before, after)


def _findings(before: Standing | None, after: Standing) -> Iterator[str]:
    """Which are new, and which are there no more; those that moved are neither."""
    old = Counter(_mark(f) for f in before.findings) if before is not None else Counter[tuple[str, str, str]]()
    for finding in after.findings:
        mark = _mark(finding)
        if old[mark] > 0:
            old[mark] -= 1
        else:
            said = proof_of(finding)
            yield f"  + {finding.span.line}: {finding.rule} {finding.text}" + (f"; {said}" if said else "")
    for rule, _, text in old.elements():
        yield f"  - {rule} {text}"


def _mark(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.unit, finding.text


def words(function: Settled) -> str:
    """`7 of 8 settled, 1 refuted, 1 open`: goals and claims."""
    settled, left = function.counts
    refuted = sum(isinstance(claim.verdict, Refuted) for unit in function.claims for claim in unit.claims)
    parts = [f"{settled} of {settled + left} settled"]
    parts += [f"{number} {word}" for number, word in ((refuted, "refuted"), (left, "open")) if number]
    return ", ".join(parts)
