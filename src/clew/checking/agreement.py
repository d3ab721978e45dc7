"""A third opinion on what a script reaches: coverage.py on the unmodified module.

The probes live in the syntax tree; coverage.py listens to the interpreter's line events.  Where both can speak of a
goal (a statement alone on its line; a decision of an `if` or `while` whose outcomes lie on other lines) they must
agree.  coverage.py is a development dependency; without it nothing is measured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from clew.checking.replay import Replayer
from clew.checking.script import Replay, Replayed, Script, Target
from clew.checking.worker import Prepared, run_script
from clew.records import dataclass
from clew.workers.host_process import Emit
from clew.workers.host_protocol import Died

if TYPE_CHECKING:
    from clew.goals.goal import Goal

MEASURE: Final = "clew.checking.agreement:measure"


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one script.  statements: first lines of all statements; executed: of those that ran; jumps: between lines."""

    statements: frozenset[int]
    executed: frozenset[int]
    jumps: frozenset[tuple[int, int]]


def find_disagreements(
    replayer: Replayer, target: Target, scripts: Sequence[Script], answers: Sequence[Replay]
) -> list[str]:
    """Run what was replayed once more, measured; one sentence for each goal that coverage.py sees otherwise."""
    confirmed = [
        (script, answer)
        for script, answer in zip(scripts, answers, strict=True)
        if isinstance(answer, Replayed) and not answer.fresh_only
    ]
    measured: list[Measured] = []
    end = replayer.hosts[0].run(MEASURE, (target.file, tuple(script for script, _ in confirmed)), measured.append)
    if isinstance(end, Died):
        return [f"measuring failed: {end.text}"]
    return [
        f"{script.call}: {problem}"
        for (script, answer), seen in zip(confirmed, measured, strict=False)
        for problem in check_agreement(target, answer.hits, seen)
    ]


def check_agreement(target: Target, hits: frozenset[str], seen: Measured) -> list[str]:
    """The goals on which probes and coverage.py differ."""
    lines = target.text.splitlines()
    statements = [goal for goal in target.goals if goal.kind == "statement"]
    alone = Counter(goal.span.line for goal in statements)
    problems = []
    for goal in statements:
        line = goal.span.line
        if alone[line] == 1 and line in seen.statements and (goal.id in hits) != (line in seen.executed):
            problems.append(f"{goal.id} was {'' if goal.id in hits else 'not '}reached, coverage.py says otherwise")
    targets: dict[int, set[int]] = defaultdict(set)
    for start, end in seen.jumps:
        if start != end:
            targets[start].add(end)
    for line, pair in _decisions(target.goals).items():
        if line not in seen.statements or alone[line] != 1 or not lines[line - 1].lstrip().startswith(_HEADS):
            continue
        reached = [goal.outcome for goal in pair if goal.id in hits]
        if len(targets[line]) != len(reached):
            where = ", ".join(str(end) for end in sorted(targets[line])) or "nowhere"
            problems.append(f"line {line} was {reached or 'not decided'}, coverage.py saw jumps to {where}")
    return problems


_HEADS: Final = ("if ", "if(", "while ", "while(")


def _decisions(goals: Sequence[Goal]) -> Mapping[int, list[Goal]]:
    """Line → its two goals, for lines with one decision, on that line alone."""
    by_line: dict[int, list[Goal]] = defaultdict(list)
    for goal in goals:
        if goal.kind != "statement":
            by_line[goal.span.line].append(goal)
    return {
        line: pair
        for line, pair in by_line.items()
        if [goal.outcome for goal in pair if goal.kind == "branch"] == ["true", "false"]
        and len({goal.span for goal in pair if goal.kind == "branch"}) == 1
        and len(pair) == 2
        and pair[0].span.line == pair[0].span.end_line
    }


def measure(prepared: Prepared, payload: tuple[str, tuple[Script, ...]], emit: Emit) -> None:
    """Task: what coverage.py sees of each script."""
    try:
        import coverage
    except ImportError:
        return
    file, scripts = payload
    for script in scripts:
        session = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[file], messages=False)
        session.set_option("report:exclude_lines", [])
        session.start()
        try:
            run_script(script, prepared, emit.guard)
        finally:
            session.stop()
        with emit.guard.lifted():
            data = session.get_data()
            if file not in data.measured_files():
                emit(Measured(frozenset(), frozenset(), frozenset()))
                continue
            _, statements, _, missing, _ = session.analysis2(file)
            jumps = frozenset((a, b) for a, b in data.arcs(file) or () if a > 0)
            emit(Measured(frozenset(statements), frozenset(statements) - frozenset(missing), jumps))
