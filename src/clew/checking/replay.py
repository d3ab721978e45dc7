"""Run tests on plain CPython and say what they really do, before anyone is shown them.

Three guarded processes hold the module: one unmodified, two with probes in the syntax tree, each in other surroundings
(hash seed, recursion limit, time zone, clock, arguments, current directory), one of them running the scripts in reverse
order.  An outcome counts when all three agree on it; a goal counts as reached when both probed runs say so.  What
depends on time, randomness, addresses, set order, the machine, or state left by other tests therefore shows as
disagreement: texts that differ are dropped from the outcome, and an outcome of another kind is `nondeterministic`.  A
script that disagrees, or misses the goals it promised, is tried again in processes where nothing ran before.

What a call asks of its surroundings is seen (`watch.py`), and it is run again with the lines that fix it (`pins.py`).
Scripts that are to be written are run further, twice in each of several processes that differ more, in several orders
(`confirm`).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any, Final

from clew.checking.influences import ADDRESS, AT_IMPORT, CLOCK, HASH, INPUT
from clew.checking.pins import fixed_by, pinned, unsafe
from clew.checking.script import (
    COUNTED,
    Batch,
    Left,
    NotReplayed,
    Replay,
    Replayed,
    ReplayEnvironment,
    Script,
    Seen,
    Setting,
    Target,
    Told,
    as_goals,
)
from clew.frontend.process_determinism import is_deterministic, makes_none_suspect
from clew.inputs.recipes import Outcome
from clew.records import dataclass
from clew.verdict.reasons import SHORT_OF_MEMORY, Reason
from clew.workers.host import Host
from clew.workers.host_protocol import Died, Done
from clew.workers.limits import Limits
from clew.workers.task_host import StartHost, TaskHost
from clew.workers.threads import at_once

PREPARE: Final = "clew.checking.worker:prepare"
RUN: Final = "clew.checking.worker:run"

# What is refused, by the kind of `--allow` that would let it be; nothing lets a test leave what is not its own changed.
OPENED_BY: Final = {
    **dict.fromkeys(("write", "delete", "rename", "chmod"), "files"),
    "network": "network",
    "process": "processes",
}

PINNINGS: Final = 4  # how often a script is run again with more lines, which may change what it asks for
LATER: Final = 40_000_000  # seconds: another second, minute, hour, day, weekday, month and year

# (probed, scripts in reverse, surroundings)
WORKERS: Final = (
    (False, False, ReplayEnvironment(0, 0, (("TZ", "UTC"),), ("one",), "clutter", folder="given", beside=True)),
    (
        True,
        True,
        ReplayEnvironment(
            1,
            150,
            (("TZ", "EAST-5:30"), ("COLUMNS", "117"), ("TERM", "xterm")),
            ("two", "-x", "--why"),
            "a clutter.txt",
            LATER,
            "pytest-of-me/pytest-0/test_it0",
            "strict",
            pytest=True,
        ),
    ),
    (
        True,
        False,
        ReplayEnvironment(
            2,
            300,
            (("TZ", "WEST7"), ("LINES", "11"), ("TERM", "dumb")),
            ("three", "four"),
            ".clutter.py",
            folder="a b",
            errors="replace",
        ),
    ),
)

# Of the last runs of what is to be written, under pytest in other orders.
FURTHER: Final = tuple(
    ReplayEnvironment(
        seed,
        100 + seed,
        (("TZ", zone),),
        tuple(f"argument {number}" for number in range(seed % 3)),
        f"clutter {seed}",
        seed * 1_234_567,
        f"pytest-of-you/pytest-{seed}/test_it_again0",
        "replace",
        pytest=True,
        beside=seed % 2 == 1,
    )
    for seed, zone in ((3, "JST-9"), (4, "UTC"), (5, "EST5EDT"), (6, "CET-1CEST"))
)
TWISTED: Final = frozenset({CLOCK, ADDRESS, HASH})
TWISTS: Final = 12  # further runs of what asks for what no line fixes


@dataclass(slots=True)
class Replayer:
    """Start with `Replayer.start`, end with `close` or `with`.  Used by one thread at a time."""

    target: Target
    seconds: float
    deterministic: bool  # the module, and all scripts so far
    begin: Callable[[bool, ReplayEnvironment], TaskHost]
    is_plain: bool = False  # there is no process with probes: scripts are run `once`, and not replayed
    hosts: tuple[TaskHost, ...] = ()  # of each worker; one may serve two
    changed: set[str] = field(default_factory=set)  # paths of what scripts have left otherwise
    codes: dict[tuple[bool, str], bytes] = field(default_factory=dict)  # of calls, by whether probes are there
    reached: dict[bytes, frozenset[str]] = field(default_factory=dict)  # by the numbers that stand for the goals

    @staticmethod
    def start(
        target: Target,
        limits: Limits,
        seconds: float = 5.0,
        paths: tuple[str, ...] | None = None,
        start: StartHost = Host.start,
        is_plain: bool = False,
    ) -> Replayer:
        """Returns at once; the module is imported meanwhile.

        seconds: of processor time for each script.  paths: `sys.path` after the roots, by default the caller's.
        start: how its processes are.
        """
        rest = tuple(path for path in sys.path if path) if paths is None else paths

        # The clock of a batch is that of its scripts; one that stops it is ended for its silence.
        limits = replace(limits, cpu=3600.0, wall=3600.0, quiet=3 * seconds + 2)

        def begin(probed: bool, around: ReplayEnvironment) -> TaskHost:
            return start(
                PREPARE,
                Setting(target, probed, around),
                limits,
                paths=(*target.roots, *rest),
                hash_seed=around.hash_seed,
                environment=around.environment,
            )

        replayer = Replayer(target, seconds, is_deterministic(target.text, (*target.roots, *rest)), begin, is_plain)
        replayer._begin()
        return replayer

    def _begin(self) -> None:
        """Start the hosts that are not there yet."""
        (plain, _, around), (_, _, other), (probed, _, far) = WORKERS
        if self.is_plain:
            self.hosts = (self.begin(plain, around),)
            return
        first, last = (
            (self.hosts[0], self.hosts[-1]) if self.hosts else (self.begin(plain, around), self.begin(probed, far))
        )
        self.hosts = (first, last if self.deterministic else self.begin(probed, other), last)

    @property
    def failure(self) -> Died | None:
        """Why the module cannot be replayed at all, or None."""
        return next((host.ready for host in self.hosts if isinstance(host.ready, Died)), None)

    @property
    def probed(self) -> TaskHost:
        """A process that has the module with probes."""
        return self.hosts[-1]

    def replay(self, scripts: Sequence[Script]) -> list[Replay]:
        """One answer for each script, in order."""
        assert not self.is_plain, "only `once`"
        if self.deterministic and not all(map(self._is_harmless, scripts)):
            self.deterministic = False
            self._begin()
        failure = self.failure
        if failure is not None:
            reason = Reason(failure.code, failure.text)
            return [NotReplayed(reason, failure.blocked) for _ in scripts]
        answers = self.together(scripts)
        for place, (script, answer) in enumerate(zip(scripts, answers, strict=True)):
            if _depends_on_others(script, answer) and len(scripts) > 1:
                answers[place] = self._alone(script, answer)
        return answers

    def _is_harmless(self, script: Script) -> bool:
        return makes_none_suspect((*script.imports, *script.setup, script.call), self.target.module)

    def together(self, scripts: Sequence[Script]) -> list[Replay]:
        """One answer for each script among the others, in either order."""
        found = list(zip(scripts, self._run(list(enumerate(scripts))), strict=True))
        for _ in range(PINNINGS):
            counted = [(i, old, _counted(runs)) for i, (old, runs) in enumerate(found)]
            self.changed.update(left.path for _, _, runs in counted for left in _left(runs))
            marked = [(i, old, pinned(old, _marks(runs), _left(runs))) for i, old, runs in counted]
            more = [(i, new) for i, old, new in marked if new is not old]
            if not more:
                break
            for (place, script), runs in zip(more, self._run(more), strict=True):
                found[place] = (script, runs)
        return [_agreed(script, runs) for script, runs in found]

    def once(self, scripts: Sequence[Script]) -> list[Seen | Died]:
        """What the plain process sees of each, one after the other."""
        failure = self.failure
        if failure is not None:
            return [failure for _ in scripts]
        found = self._in_order(self.hosts[0], list(enumerate(scripts)), twist=0)
        return [found[place] for place in range(len(scripts))]

    def confirm(self, scripts: Sequence[Script], answers: Sequence[Replayed]) -> list[Replay]:
        """What is left of the answers in further processes, where the scripts run in other orders, with the state that
        they read and other code changes as it was after the import.

        scripts: with the pins of their answers.
        """
        scripts, answers = self._as_imported(scripts, answers)
        numbered = list(enumerate(scripts))
        found: list[Replay] = list(answers)
        if self.deterministic:
            # It cannot tell one process from another: what is left are orders, and what others left behind.
            hosts = [(self.hosts[-1], around) for around in FURTHER[::2]]
        else:
            hosts = list(zip(self._further(answers), FURTHER, strict=True))
        try:
            for host, around in hosts:
                if self.hosts[0].stopped:
                    break
                order = random.Random(around.hash_seed).sample(numbered, len(numbered))
                # The second time each has run before, and after others than the first time.
                for again in (order, order[::-1]):
                    _weaken(found, scripts, self._in_order(host, again, around.hash_seed))
            self._twist(found, numbered, [host for host, _ in hosts])
        finally:
            if not self.deterministic:
                for host, _ in hosts:
                    host.close()
        return found

    def _as_imported(
        self, scripts: Sequence[Script], answers: Sequence[Replayed]
    ) -> tuple[list[Script], list[Replayed]]:
        """Those that do the same so have lines for the state that they read."""
        runs = self._in_order(self.probed, list(enumerate(scripts)), 0, frozenset(self.changed))
        more: dict[int, Script] = {}
        for i, old in enumerate(scripts):
            fixed, run = fixed_by(old.pins), runs[i]
            read = [left for left in run.read if left.path not in fixed] if isinstance(run, Seen) else []
            if (new := pinned(old, (), read)) is not old:
                more[i] = new
        new_scripts, new_answers = list(scripts), list(answers)
        for (i, script), answer in zip(more.items(), self.together(list(more.values())), strict=True):
            if isinstance(answer, Replayed) and _does_the_same(answer, answers[i]):
                new_answers[i] = replace(answers[i], pins=answer.pins, marks=answers[i].marks | answer.marks)
                new_scripts[i] = replace(script, pins=answer.pins)
        return new_scripts, new_answers

    def _further(self, answers: Sequence[Replayed]) -> list[TaskHost]:
        """Processes in which every variable is set that the module looked for in vain when it was imported."""
        missed = {mark.removeprefix(AT_IMPORT) for a in answers for mark in a.marks if mark.startswith(AT_IMPORT)}
        variables = tuple((name, "1") for name in sorted(missed))
        hosts = [self.begin(True, replace(around, environment=(*around.environment, *variables))) for around in FURTHER]
        for place, host in enumerate(hosts):
            if variables and isinstance(host.ready, Died):  # it wants other values
                host.close()
                hosts[place] = self.begin(True, FURTHER[place])
        return hosts

    def _twist(self, found: list[Replay], numbered: list[tuple[int, Script]], hosts: Sequence[TaskHost]) -> None:
        """Run what asks for clocks, addresses or hashes many times over."""
        for twist in range(TWISTS):
            asking = [
                (place, script)
                for place, script in numbered
                if isinstance(answer := found[place], Replayed) and not TWISTED.isdisjoint(answer.marks)
            ]
            if not asking or self.hosts[0].stopped:
                return
            scripts = [script for _, script in numbered]
            _weaken(found, scripts, self._in_order(hosts[twist % len(hosts)], asking, COUNTED + twist))

    def _alone(self, script: Script, before: Replay) -> Replay:
        """The answer of processes where nothing ran before, if that is a better one."""
        (alone,) = self.together([script])
        if isinstance(alone, NotReplayed):
            return before if isinstance(before, Replayed) else alone
        if isinstance(before, Replayed) and not script.goals & (alone.hits - before.hits):
            return before
        return replace(alone, fresh_only=True)

    def _run(self, scripts: list[tuple[int, Script]]) -> list[list[Seen | Died]]:
        """What each worker saw of each script."""
        hosts = {id(host): host for host in self.hosts}

        def stop() -> None:
            for host in self.hosts:
                host.stop()

        calls = [partial(self._on_host, host, scripts) for host in hosts.values()]
        seen = at_once(calls, len(calls), stop)
        of_hosts = dict(zip(hosts, seen, strict=True))
        runs = [of_hosts[id(host)][reverse] for host, (_, reverse, _) in zip(self.hosts, WORKERS, strict=True)]
        return [[run[place] for run in runs] for place, _ in scripts]

    def _on_host(self, host: TaskHost, scripts: list[tuple[int, Script]]) -> dict[bool, dict[int, Seen | Died]]:
        """What a host saw of each script, by the order in which they ran; what did not end is not run again."""
        orders = [reverse for mine, (_, reverse, _) in zip(self.hosts, WORKERS, strict=True) if mine is host]
        seen: dict[bool, dict[int, Seen | Died]] = {}
        over: dict[int, Seen | Died] = {}
        for reverse in orders:
            left = [each for each in (scripts[::-1] if reverse else scripts) if each[0] not in over]
            seen[reverse] = self._in_order(host, left, twist=0) | over
            over |= {place: end for place, end in seen[reverse].items() if isinstance(end, Died)}
        return seen

    def _in_order(
        self, host: TaskHost, scripts: list[tuple[int, Script]], twist: int, changed: frozenset[str] | None = None
    ) -> dict[int, Seen | Died]:
        found: dict[int, Seen | Died] = {}
        todo, probed, calls = list(scripts), host is not self.hosts[0], {place: each.call for place, each in scripts}

        def keep(told: Told) -> None:
            found[told.place] = replace(told.seen, hits=self._goals(told.hits))
            if told.code:
                self.codes[probed, calls[told.place]] = told.code

        while todo:
            codes = {place: code for place, each in todo if (code := self.codes.get((probed, each.call)))}
            end = host.run(RUN, Batch(tuple(todo), self.seconds, twist, changed, codes), keep)
            todo = [each for each in todo if each[0] not in found]
            match end:
                case Died(code="interrupted"):
                    return found | {place: end for place, _ in todo}
                case Died() if todo:
                    # The scripts run in order, so the first without an answer is the one that ended its process.
                    if end.code == "timeout":
                        end = replace(end, text=f"it did not end within {self.seconds:g} s")
                    found[todo.pop(0)[0]] = end
                case Died() | Done():
                    assert not todo
        return found

    def _goals(self, numbers: bytes) -> frozenset[str]:
        """One set for all runs that reached the same."""
        found = self.reached.get(numbers)
        if found is None:
            found = self.reached[numbers] = as_goals(numbers, self.target.goals)
        return found

    def close(self) -> None:
        for host in self.hosts:
            host.stop()
        for host in self.hosts:
            host.close()

    def __enter__(self) -> Replayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _depends_on_others(script: Script, answer: Replay) -> bool:
    match answer:
        case Replayed(hits=hits):
            return not script.goals <= hits
        case NotReplayed(reason=reason):
            return reason.code in ("nondeterministic", "not-replayed", "cannot-build-input")


def _does_the_same(answer: Replayed, before: Replayed) -> bool:
    """Is all that was seen still seen?"""
    return replace(answer, hits=before.hits, **_APART) == replace(before, **_APART) and before.hits <= answer.hits


_APART: Final[dict[str, Any]] = {"pins": (), "marks": frozenset(), "fresh_only": False}


def _agreed(script: Script, runs: Sequence[Seen | Died]) -> Replay:
    """What the runs of one script have in common.  runs: the plain one first."""
    runs = _counted(runs)
    blocked = tuple(dict.fromkeys(each for run in runs for each in run.blocked))
    marks = _marks(runs)
    for run in runs:
        if isinstance(run, Died):
            return NotReplayed(Reason(run.code, run.text), blocked)
    if blocked:
        first = blocked[0]
        if first.what == "input":
            return NotReplayed(Reason("side-effect-blocked", f"it reads standard input at {first.place}"), blocked)
        if first.what == "leave":
            return NotReplayed(Reason("side-effect-blocked", f"it leaves {first.target}"), blocked)
        text = f"the guard refused it: {first.what} {first.target} at {first.place}"
        kind = OPENED_BY.get(first.what)
        return NotReplayed(Reason("side-effect-blocked", text, kind and f"--allow {kind}"), blocked)
    reason = unsafe(script, marks, _left(runs))
    if reason is not None:
        return NotReplayed(reason)
    seen = [run for run in runs if isinstance(run, Seen)]
    plain, *probed = seen
    for run in seen:
        if run.problem is not None:
            short = run.problem == SHORT_OF_MEMORY
            code, setting = ("worker-died", "--memory") if short else ("cannot-build-input", None)
            return NotReplayed(Reason(code, run.problem, setting))
    outcomes = [run.outcome for run in seen if run.outcome is not None]
    shapes = {_shape(outcome) for outcome in outcomes}
    if len(shapes) > 1:
        if len({_shape(outcome) for outcome in outcomes[1:]}) == 1:
            text = f"plain: {_words(outcomes[0])}; with probes: {_words(outcomes[1])}"
        else:
            text = f"{_words(outcomes[1])} in one run, {_words(outcomes[2])} in another"
        return NotReplayed(Reason("nondeterministic", text))
    hits = frozenset.intersection(*(run.hits for run in probed))
    outcome = outcomes[0]
    if len({each.text for each in outcomes}) > 1:
        outcome = replace(outcome, text=None)
    if len({each.message for each in outcomes}) > 1:
        outcome = replace(outcome, message="")
    return Replayed(
        outcome,
        hits,
        _common([run.after for run in seen]),
        _common([run.attributes for run in seen]) if outcome.text is None else (),
        plain.modules,
        plain.printed if all(run.printed == plain.printed for run in seen) else "",
        pins=script.pins,
        marks=marks,
        escaped=plain.escaped,
        met=frozenset.intersection(*(run.met for run in probed)),
        broken=probed[0].broken if all(run.broken == probed[0].broken for run in probed) else None,
    )


def _counted(runs: Sequence[Seen | Died]) -> Sequence[Seen | Died]:
    """Without the plain run, where a library may raise there what the others only write down."""
    broken = [run.broken for run in runs[1:] if isinstance(run, Seen)]
    return runs[1:] if broken and all(each is not None and each.library for each in broken) else runs


def _marks(runs: Sequence[Seen | Died]) -> frozenset[str]:
    """What any of the runs asked of its surroundings."""
    asked = frozenset(mark for run in runs if isinstance(run, Seen) for mark in run.marks)
    return asked | {INPUT} if any(each.what == "input" for run in runs for each in run.blocked) else asked


def _left(runs: Sequence[Seen | Died]) -> frozenset[Left]:
    """What any of the runs left otherwise in modules of the project."""
    return frozenset(left for run in runs if isinstance(run, Seen) for left in run.left)


def _weaken(found: list[Replay], scripts: Sequence[Script], runs: Mapping[int, Seen | Died]) -> None:
    """Keep of each answer what a further run says, too."""
    for place, run in runs.items():
        answer = found[place]
        if isinstance(answer, Replayed):
            found[place] = _weakened(answer, scripts[place], run)


def _escapes_alike(answer: Replayed, run: Seen) -> bool:
    """The claim that an exception, or a broken contract, refutes may be one that only these tell of."""
    if answer.broken is not None:
        return answer.broken == run.broken
    return answer.escaped is not None and answer.escaped == run.escaped


def _weakened(answer: Replayed, script: Script, run: Seen | Died) -> Replay:
    if isinstance(run, Died) or run.outcome is None or run.blocked:
        return NotReplayed(Reason("nondeterministic", "it did not end alike in further runs"), run.blocked)
    marks = answer.marks | run.marks
    reason = unsafe(script, marks, run.left)
    if reason is not None:
        return NotReplayed(reason)
    outcome = answer.outcome
    if _shape(outcome) != _shape(run.outcome):
        text = f"{_words(outcome)} in one run, {_words(run.outcome)} in another"
        return NotReplayed(Reason("nondeterministic", text))
    if outcome.text != run.outcome.text:
        outcome = replace(outcome, text=None)
    if outcome.message != run.outcome.message:
        outcome = replace(outcome, message="")
    return replace(
        answer,
        outcome=outcome,
        hits=answer.hits if TWISTED.isdisjoint(marks) or _escapes_alike(answer, run) else answer.hits & run.hits,
        after=_common([answer.after, run.after]),
        attributes=_common([answer.attributes, run.attributes]),
        printed=answer.printed if answer.printed == run.printed else "",
        marks=marks,
    )


def _shape(outcome: Outcome) -> tuple[str, str, tuple[str, str] | None]:
    return outcome.kind, outcome.type_name, outcome.exception


def _words(outcome: Outcome) -> str:
    return f"{outcome.kind} {outcome.type_name}"


def _common(runs: Sequence[tuple[tuple[str, str], ...]]) -> tuple[tuple[str, str], ...]:
    """What all runs say alike, in the order of the first."""
    first, *others = runs
    return tuple(item for item in first if all(item in other for other in others))
