"""The process in which a user's tests are run against mutants: `serve`, started by `suite.py`.

It imports pytest and what is needed of clew, and forks; only its forks import the user's code.  One runs the tests with
probes and says what each reaches.  One collects them and is forked for each mutant, with the functions that are there
given its code.  Of mutants in what is reached while modules are imported, a fork of the first process collects the
tests anew.

    {"tests": 12, "flaky": []}                                 what it writes, a line for each thing that it knows
    {"file": "shop/cart.py", "goal": "shop.cart::fee:9:mutant:<=", "by": "", "how": "survived"}
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from clew.frontend.module import PLAIN, Module, read_module
from clew.goals.criteria import Criteria
from clew.mutation.forks import Ending, Limits, Say, in_forks
from clew.mutation.plan import Planned, planned
from clew.mutation.reach import Key, Reach
from clew.mutation.session import Held, Outcome, Tests, run_session
from clew.mutation.swap import Functions, load_changed, swapped
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.files import read_source

KILLED, TIMEOUT, DIED, SURVIVED, UNREACHED = "killed", "timeout", "died", "survived", "unreached"
ANEW: Final = "anew"  # the mutant needs a process that imports the modules changed
TIMES: Final = 5  # as long as the tests take unmutated, and some more, may they take for a mutant
MORE: Final = 1.0  # seconds of the processor
WALL_TIMES, WALL_MORE = 10, 10.0  # the same by the clock, for what waits; a busy machine is no reason
SHOWN: Final = 5  # tests that are named in a message


@dataclass(frozen=True, slots=True)
class File:
    """path: where it is; shown: what it is called; name: of its module; functions: those asked for."""

    path: str
    shown: str
    name: str
    functions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A mutant, and the tests that are run against it, in their order."""

    file: File
    text: str
    each: Planned
    tests: tuple[str, ...]


class Unusable(Exception):
    """The tests cannot be used; the text says why."""


@dataclass(slots=True)
class Runner:
    """out: what is found goes there, a line each.  texts: of the files; seen: by the tests with probes."""

    files: list[File]
    arguments: list[str]
    jobs: int
    memory: int
    scratch: str
    out: int
    texts: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
    baseline: dict[str, Outcome] = field(default_factory=dict)  # of the tests that are used, the slower run of each
    flaky: list[str] = field(default_factory=list)
    reached: dict[str, set[Key]] = field(default_factory=dict)
    early: set[Key] = field(default_factory=set)
    collecting: float = 0.0
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def say(self, **values: Any) -> None:
        os.write(self.out, json.dumps(values).encode() + b"\n")

    def run(self) -> None:
        plans = [(file, text, each) for file in self.files for text, each in self.plan(file)]
        self.look()
        anew: list[Job] = []
        for message in self.collected(plans):
            if message["how"] == ANEW:
                file, text, each = plans[message["number"]]
                anew.append(Job(file, text, each, tuple(self.tests_of(file, each))))
            else:
                self.say(**message)
        for job, ending in in_forks(anew, self.test_anew, self.limits_anew, self.jobs):
            self.say(**found(job, ending))

    def plan(self, file: File) -> Iterator[tuple[str, Planned]]:
        text = read_source(Path(file.path))
        if isinstance(text, Diagnostic):
            return
        module = read_module(text, file.path, file.name)
        if isinstance(module, Module):
            self.texts[file.path] = module.text
            yield from ((module.text, each) for each in planned(module, {*file.functions}))

    # ------------------------------------------------------------ before there are mutants

    def look(self) -> None:
        """What each test reaches: in a fork, since the modules there have probes."""

        def work(task: None, say: Say) -> None:
            for message in looked([(file.path, file.name) for file in self.files], self.arguments, PLAIN):
                say(message)

        told = self.alone(work)
        if told.get("problem"):
            raise Unusable(told["problem"])
        if "tests" not in told:
            raise Unusable("the process of the tests ended before they did")
        self.late = told["late"]
        self.reached = {test: set(map(tuple, goals)) for test, _, why, _, goals in told["tests"] if not why}
        self.early = set(map(tuple, told["early"]))

    def alone(self, work: Any) -> dict[str, Any]:
        """All that a fork says that has all the time it wants."""
        ((_, ending),) = in_forks([0], work, lambda task: self.limits(None, None), 1)
        return {name: value for said in ending.said for name, value in said.items()}

    def measure(self, tests: Tests) -> None:
        """Run all tests as they are, first to last and last to first: those that fail once are left out."""
        runs: list[dict[str, Outcome]] = []
        for order in ([*tests.items], [*tests.items][::-1]):

            def work(task: int, say: Say, order: Sequence[str] = order) -> None:
                def told(outcome: Outcome) -> bool:
                    say([outcome.test, outcome.why, outcome.seconds, outcome.wall])
                    return False

                self.settle_in()
                tests.run(order, told)

            ((_, ending),) = in_forks([0], work, lambda task: self.limits(None, None), 1)
            runs.append({test: Outcome(test, *rest) for test, *rest in ending.said})
            if ending.how != "done":
                last = f" in or after {ending.last[0]}" if ending.said else ""
                raise Unusable(f"the process of the tests ended{last}, without any mutant")
        forward, backward = runs
        failed = [test for test in forward if forward[test].failed and backward[test].failed]
        if failed:
            shown = "; ".join(f"{test}: {forward[test].why}" for test in failed[:SHOWN])
            more = f"; and {len(failed) - SHOWN} more" if len(failed) > SHOWN else ""
            raise Unusable(f"tests fail without any mutant, so that nothing can be said of those: {shown}{more}")
        self.flaky = [test for test in forward if forward[test].failed or backward[test].failed]
        for test in forward:
            if test not in self.flaky:
                self.baseline[test] = max(forward[test], backward[test], key=lambda outcome: outcome.seconds)

    # ------------------------------------------------------------ mutants

    def collected(self, plans: Sequence[tuple[File, str, Planned]]) -> Iterator[dict[str, Any]]:
        """In a fork that has collected the tests: what is found of each mutant, `anew` where that needs another."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self.serve_collected(plans, writer)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            for line in lines:
                message = json.loads(line)
                if "unusable" in message:
                    raise Unusable(message["unusable"])
                if "baseline" in message:
                    self.baseline = {test: Outcome(test, *rest) for test, *rest in message["baseline"]}
                    self.collecting = message["collecting"]
                    self.flaky = message["flaky"]
                    self.say(tests=len(self.baseline), flaky=self.flaky, late=self.late, mutants=len(plans))
                else:
                    yield message
        _, status = os.waitpid(pid, 0)
        if status != 0:
            raise Unusable("the process that had collected the tests ended early")

    def serve_collected(self, plans: Sequence[tuple[File, str, Planned]], writer: int) -> None:
        """Ends the process."""
        code = 1

        def say(**values: Any) -> None:
            os.write(writer, json.dumps(values).encode() + b"\n")

        try:
            held = Held(lambda tests: self.use(tests, plans, say))
            problem = _problem(held, run_session(self.arguments, held))
            if problem:
                say(unusable=problem)
            code = 0
        except Unusable as error:
            say(unusable=str(error))
            code = 0
        finally:
            os._exit(code)

    def use(self, tests: Tests, plans: Sequence[tuple[File, str, Planned]], say: Any) -> None:
        signal.signal(signal.SIGTERM, _stop)
        self.collecting = sum(os.times()[:2])
        try:
            self.measure(tests)
        except Unusable as error:
            say(unusable=str(error))
            return
        kept = [[o.test, o.why, o.seconds, o.wall] for o in self.baseline.values()]
        say(baseline=kept, collecting=self.collecting, flaky=self.flaky)
        functions = Functions.now(self.texts)
        loaded = {os.path.realpath(file) for m in [*sys.modules.values()] if (file := getattr(m, "__file__", None))}
        gc.freeze()
        jobs: list[tuple[int, Job]] = []
        for number, (file, text, each) in enumerate(plans):
            job = Job(file, text, each, tuple(self.tests_of(file, each)))
            if not job.tests:
                say(**_message(job, "", UNREACHED))
            elif self.is_early(file, each):
                say(number=number, how=ANEW)
            else:
                jobs.append((number, job))

        def work(task: tuple[int, Job], tell: Say) -> None:
            job = task[1]
            load_changed(job.each, job.file.path, job.text)
            if os.path.realpath(job.file.path) in loaded and not swapped(job.each, job.file.path, job.text, functions):
                tell(ANEW)
                return
            self.test(tests, job, tell)

        for (number, job), ending in in_forks(jobs, work, lambda task: self.limits_of(task[1]), self.jobs):
            if ending.last == ANEW:
                say(number=number, how=ANEW)
            else:
                say(**found(job, ending))

    def test_anew(self, job: Job, tell: Say) -> None:
        """In a fork of a process that has imported nothing of the user's."""
        load_changed(job.each, job.file.path, job.text)
        held = Held(lambda tests: self.test(tests, job, tell))
        code = run_session(self.arguments, held)
        if held.problem or held.tests is None:
            tell([f"exit code {code} of pytest, before any test", "failed"])

    def test(self, tests: Tests, job: Job, tell: Say) -> None:
        self.settle_in()
        failed = tests.run(job.tests, lambda o: o.failed, lambda test: tell([test, "begun"]))
        if failed is not None:
            tell([failed, "failed"])

    def settle_in(self) -> None:
        """A folder of its own for temporary files, for this process, in which tests are about to run."""
        own = tempfile.mkdtemp(dir=self.scratch)
        os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = own
        tempfile.tempdir = None

    def tests_of(self, file: File, each: Planned) -> list[str]:
        """Those that come to the change; all where that cannot be seen, or where what they keep may come from it."""
        if file.path in self.late or self.is_early(file, each):
            return [*self.baseline]
        wanted = {(file.path, goal) for goal in each.around}
        return [test for test in self.baseline if test not in self.reached or not wanted.isdisjoint(self.reached[test])]

    def is_early(self, file: File, each: Planned) -> bool:
        return any((file.path, goal) in self.early for goal in each.around)

    def limits_of(self, job: Job) -> Limits:
        seconds = sum(self.baseline[test].seconds for test in job.tests)
        wall = sum(self.baseline[test].wall for test in job.tests)
        return self.limits(TIMES * seconds + MORE, WALL_TIMES * wall + WALL_MORE)

    def limits_anew(self, job: Job) -> Limits:
        limits = self.limits_of(job)
        assert limits.seconds is not None and limits.wall is not None
        return self.limits(limits.seconds + TIMES * self.collecting, limits.wall + WALL_TIMES * self.collecting)

    def limits(self, seconds: float | None, wall: float | None) -> Limits:
        return Limits(seconds, wall, self.memory)


def looked(
    modules: Sequence[tuple[str, str]], arguments: Sequence[str], criteria: Criteria
) -> Iterator[dict[str, Any]]:
    """What each test reaches of these modules, while they have probes: `late`, `problem`, and of `tests` each with its
    file, how it failed, its seconds, and the goals.

    modules: path and name of each.
    """
    reach, outcomes = Reach(), list[Outcome]()
    yield {"late": reach.finder(modules, criteria).install()}
    held = Held(lambda tests: tests.run([*tests.items], outcomes.append), reach)
    code = run_session(arguments, held)
    yield {"problem": _problem(held, code)}
    items = {} if held.tests is None else held.tests.items
    tests = [(o.test, str(items[o.test].path), o.why, o.seconds, sorted(reach.by_test[o.test])) for o in outcomes]
    yield {"tests": tests, "early": sorted(reach.early)}


def found(job: Job, ending: Ending) -> dict[str, Any]:
    test, what = ending.last or ("", "begun")
    if ending.how == "timeout":
        return _message(job, test, TIMEOUT)
    if what == "failed":
        return _message(job, test, KILLED)
    return _message(job, *((test, DIED) if ending.how == "died" else ("", SURVIVED)))


def _message(job: Job, by: str, how: str) -> dict[str, Any]:
    return {"file": job.file.shown, "goal": job.each.goal.id, "by": by, "how": how}


def _problem(held: Held, code: int) -> str:
    if held.problem:
        return held.problem
    if held.tests is None:
        return "there are no tests" if code == 5 else f"pytest ended with exit code {code} before any test"
    return "" if held.tests.items else "there are no tests"


def _stop(*_: object) -> None:
    raise SystemExit(1)


def serve_look(request: str, out: int) -> None:
    """request: a file with what is wanted, as JSON; what `looked` says goes out, a line each."""
    signal.signal(signal.SIGTERM, _stop)
    asked = json.loads(Path(request).read_text(encoding="utf-8"))
    sys.path[:0] = asked["search"]
    criteria = Criteria(tuple(asked["criteria"]), asked["form"])
    for message in (*looked([tuple(each) for each in asked["modules"]], asked["arguments"], criteria), {"done": True}):
        with os.fdopen(os.dup(out), "w", encoding="utf-8") as lines:
            lines.write(json.dumps(message) + "\n")


def serve(request: str, out: int) -> None:
    """request: a file with what is wanted, as JSON."""
    signal.signal(signal.SIGTERM, _stop)
    asked = json.loads(Path(request).read_text(encoding="utf-8"))
    files = [File(**{**each, "functions": tuple(each["functions"])}) for each in asked.pop("files")]
    sys.path[:0] = asked.pop("search")
    runner = Runner(files, out=out, **asked)
    try:
        runner.run()
        runner.say(done=True)
    except Unusable as error:
        runner.say(unusable=str(error))
