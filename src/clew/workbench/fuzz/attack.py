"""Random executions on plain CPython, under the probes: do they reach what was called infeasible?"""

from __future__ import annotations

import contextlib
import io
import random
import signal
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from clew.concolic.snapshot import Snapshot
from clew.effects.bodies import constants_of
from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Made, Recipe
from clew.inputs.shapes import LiteralShape, parts
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.records import dataclass
from clew.testgen.render import render_case, script_of
from clew.verdict.evidence import Evidence, doubt, proof
from clew.workbench.fuzz.analyse import NAME, Analysis, Explored
from clew.workbench.fuzz.isolated import isolated
from clew.workbench.fuzz.values import CannotMake, Maker, Size, Use, use

STATE = ("module-state",)  # the assumptions that other calls have not been made before
GUESS = "guessed-types"  # the assumption that values have the most likely type where none is stated
PATIENCE = 0.2  # seconds of the processor for one execution


@dataclass(frozen=True, slots=True)
class Contradiction:
    """kind: `infeasible` (a goal was reached), `found` (a case does not reach what it claims), `shadow` (a claim about
    a value is wrong), `doomed` (an execution that reached the goal ended normally), `diverged`, `crash`.
    """

    kind: str
    unit: str
    goal: str
    text: str

    def shown(self) -> str:
        return f"{self.kind} {self.unit} {self.goal}: {self.text}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """said: how many verdicts there were of each kind: methods, bounds, assumptions of proofs, reasons for unknown."""

    contradictions: tuple[Contradiction, ...] = ()
    infeasible: int = 0
    found: int = 0
    said: Counter[str] = field(default_factory=Counter)
    runs: int = 0


class _Late(BaseException):
    pass


def attack(text: str, analysis: Analysis, runs: int, seed: str, seconds: float = 60.0) -> Outcome | str:
    return isolated(lambda: _Attack(text, analysis, seed).all(runs), seconds)


def confirmed(text: str, analysis: Analysis) -> frozenset[str] | str:
    """The goals that the cases found reach on plain CPython."""
    return isolated(lambda: _Attack(text, analysis, "").confirmed(), 60.0)


class _Attack:
    def __init__(self, text: str, analysis: Analysis, seed: str) -> None:
        self.analysis = analysis
        self.rng = random.Random(seed)
        module = read_module(text, NAME + ".py", NAME)
        assert isinstance(module, Module)
        self.module = module
        self.goals = module.goals
        probed = probe(text, NAME + ".py", self.goals)
        self.table = probed.table
        self.hits: set[int] = set()
        self.code = compile(probed.tree, NAME + ".py", "exec", dont_inherit=True)
        lowered = {(NAME, u.qualname): u.function for u in module.units}
        self.lowered = lowered
        self.doomed: dict[int, tuple[str, Evidence]] = {}
        self.module_object = types.ModuleType(NAME)
        self.found: list[Contradiction] = []
        self.seen: set[tuple[str, str]] = set()
        self.ended = False  # did the last execution end normally
        signal.signal(signal.SIGPROF, self.late)

    def late(self, *_: object) -> None:
        raise _Late

    def fresh(self) -> None:
        """The module as it is after its import."""
        made = types.ModuleType(NAME)
        vars(made).update(hooks(self.hits.add))
        sys.modules[NAME] = made
        exec(self.code, vars(made))
        self.module_object = made
        self.catalogue = Catalogue((NAME,), self.lowered)
        self.uses: dict[type, tuple[Use, ...]] = {}

    def restart(self) -> None:
        """A fresh module, whose state will be put back."""
        self.fresh()
        self.snapshot = Snapshot.take([self.module_object])

    def report(self, kind: str, unit: str, goal: str, text: str) -> None:
        if (kind, goal) not in self.seen:
            self.seen.add((kind, goal))
            self.found.append(Contradiction(kind, unit, goal, text))

    # ------------------------------------------------------------ all of it

    def all(self, runs: int) -> Outcome:
        analysis = self.analysis
        for crash in analysis.crashes:
            self.report("crash", crash.partition(":")[0], "", crash)
        said: Counter[str] = Counter()
        impossible = dict(analysis.dead)
        count = 0
        for entry in analysis.entries:
            for fault in entry.faults[:1]:
                self.report("shadow", entry.qualname, entry.qualname, fault)
            for goal, known in entry.known.items():
                if (shown := proof(known)) is not None:
                    impossible.setdefault(goal, shown)
                    said.update(_kinds(shown))
                elif (reason := doubt(known)) is not None:
                    said[f"unknown: {reason.code}"] += 1
                    if reason.code == "model-diverged":
                        self.report("diverged", entry.qualname, "", f"{reason.text} {reason.place}")
        wanted = {self.table.index(g): (g, v) for g, v in impossible.items() if g in self.table}
        for entry in analysis.entries:
            doomed = {g: shown for g, shown in entry.doomed.items() if shown.doubt is None}
            said["doomed"] += len(doomed)
            self.doomed = {self.table.index(g): (g, d) for g, d in doomed.items() if g in self.table}
            self.replay(entry, wanted)
            self.random_calls(entry, runs, wanted)
            count += len(entry.found)
        return Outcome(tuple(self.found), len(impossible), count, said, runs * len(analysis.entries))

    # ------------------------------------------------------------ what was found

    def confirmed(self) -> frozenset[str]:
        reached: set[str] = set()
        for entry in self.analysis.entries:
            for found in entry.found:
                if self.script(found.case, self.positional(entry)) is not None:
                    reached.update(self.table[n] for n in self.hits)
        return frozenset(reached)

    def positional(self, entry: Explored) -> tuple[str, ...]:
        unit = next(u for u in self.module.units if u.id == entry.unit)
        names = tuple(p.name for p in unit.function.parameters if p.kind in ("positional", "positional-only"))
        return names[0 if unit.binding in ("function", "static") else 1 :]

    def replay(self, entry: Explored, wanted: Mapping[int, tuple[str, Evidence]]) -> None:
        positional = self.positional(entry)
        for found in entry.found:
            shown = self.script(found.case, positional)
            if shown is None:
                self.report("crash", entry.qualname, "", f"cannot be written: {found.case}")
                continue
            missing = (set(found.goals) & set(self.table)) - {self.table[n] for n in self.hits}
            if found.case.via is not None:  # it repeats the call that failed, not what was made before
                missing = {g for g in missing if g.startswith(f"{entry.unit}:")}
            if missing and found.certain:
                self.report("found", entry.qualname, min(missing), f"{shown} does not reach {sorted(missing)}")
            self.check(entry, wanted, None, lambda: shown)
            for _ in range(6):
                mutated = _mutated_case(found.case, self.rng)
                text = self.script(mutated, positional)
                if text is not None and self.hits & wanted.keys():
                    self.check(entry, wanted, None, lambda text=text: text, mutated=True)  # type: ignore[misc]

    def script(self, case: Case, positional: tuple[str, ...]) -> str | None:
        self.fresh()
        self.hits.clear()
        try:
            script = script_of(render_case(case, positional))
        except Exception:
            return None
        space: dict[str, Any] = {}
        lines = [*script.imports, *script.setup, script.call]
        self.run(lambda: exec("\n".join(lines), space), patience=20 * PATIENCE)
        return "; ".join(lines)

    # ------------------------------------------------------------ random calls

    def random_calls(self, entry: Explored, runs: int, wanted: Mapping[int, tuple[str, Evidence]]) -> None:
        unit = next(u for u in self.module.units if u.id == entry.unit)
        constants = constants_of(unit.function)
        for number in range(runs):
            carried = number % 4 == 3  # the state of the module is what earlier calls left
            if number % 200 == 0:
                self.restart()
            elif not carried:
                self.snapshot.restore()
            self.hits.clear()
            state = self.rng.getstate()
            maker = Maker(self.rng, self.catalogue, constants, self.uses)
            try:
                with _limited():
                    call, text = self.call(entry, maker)
            except CannotMake:
                return
            except _Late:
                continue
            except Exception:
                self.check(entry, wanted, maker.size, lambda: "while an argument was made")
                continue
            shown = ""
            self.run(call)
            if self.ended and not self.hits.isdisjoint(self.doomed):
                self.passed(entry, maker.size, text)
            if not self.hits.isdisjoint(wanted):
                if carried:
                    self.check(entry, wanted, maker.size, text, carried=True)
                    continue
                after = self.rng.getstate()
                self.rng.setstate(state)
                self.restart()
                again = Maker(self.rng, self.catalogue, constants, self.uses)
                call, text = self.call(entry, again)
                shown = text()
                again.size.loop, nested = self.run(call, counted=True)
                again.size.depth = max(again.size.depth, nested - 1)
                self.rng.setstate(after)
                self.check(entry, wanted, again.size, lambda shown=shown: shown)  # type: ignore[misc]

    def call(self, entry: Explored, maker: Maker) -> tuple[Callable[[], Any], Callable[[], str]]:
        method = entry.qualname.rpartition(".")[2]
        if entry.owner is None or entry.binding in ("static", "class"):
            function = getattr(self.module_object, entry.qualname.split(".")[0])
            for part in entry.qualname.split(".")[1:]:
                function = getattr(function, part)
            receiver: Any = None
        else:
            receiver = maker.instance(entry.owner, 0)
            function = None
        args, kwargs = maker.arguments(entry.parameters)
        text = lambda: f"{entry.qualname}({receiver!r}, {args!r}, {kwargs!r})"  # noqa: E731
        match entry.binding:
            case "property":
                return lambda: getattr(receiver, method), text
            case "setter":
                return lambda: setattr(receiver, method, args[0]), text
            case "deleter":
                return lambda: delattr(receiver, method), text
        if function is None:
            if method == "__init__":
                return lambda: None, text
            return lambda: use(getattr(receiver, method)(*args, **kwargs), maker.size), text
        return lambda: use(function(*args, **kwargs), maker.size), text

    def run(self, call: Callable[[], Any], counted: bool = False, patience: float = PATIENCE) -> tuple[int, int]:
        """Returns, where asked, how often the line was executed that was executed most often, and how many calls of one
        function there were at once.
        """
        lines: Counter[tuple[Any, int]] = Counter()
        active: Counter[Any] = Counter()
        nested = 0

        def count(frame: Any, event: str, _: Any) -> Any:
            nonlocal nested
            if frame.f_code.co_filename != NAME + ".py":
                return None
            if event == "line":
                lines[frame.f_code, frame.f_lineno] += 1
            elif event == "call":
                active[frame.f_code] += 1
                nested = max(nested, active[frame.f_code])
            elif event == "return":
                active[frame.f_code] -= 1
            return count

        expected = contextlib.suppress(Exception, _Late, SystemExit, GeneratorExit)
        with expected, _limited(patience), contextlib.redirect_stdout(io.StringIO()):
            if counted:
                sys.settrace(count)
            self.ended = False
            try:
                call()
                self.ended = True
            finally:
                sys.settrace(None)
        return max(lines.values(), default=0), nested

    # ------------------------------------------------------------ judging

    def passed(self, entry: Explored, size: Size, text: Callable[[], str]) -> None:
        """Goals were reached that are said to be reached only by executions that fail, and this one ended normally."""
        for number in self.hits & self.doomed.keys():
            goal, doom = self.doomed[number]
            assumed = {a.kind for a in doom.assumptions}
            if not doom.scope and assumed.isdisjoint(STATE) and (size.guessed or GUESS not in assumed):
                self.report("doomed", entry.qualname, goal, f"{text()} reaches it and ends normally; {size}")

    def check(
        self,
        entry: Explored,
        wanted: Mapping[int, tuple[str, Evidence]],
        size: Size | None,
        shown: Callable[[], str],
        mutated: bool = False,
        carried: bool = False,
    ) -> None:
        for number in self.hits & wanted.keys():
            goal, verdict = wanted[number]
            if verdict.scope and (mutated or size is None or not _within(size, dict(verdict.scope))):
                continue
            assumed = {a.kind for a in verdict.assumptions}
            if carried and (verdict.scope or not assumed.isdisjoint(STATE)):
                continue
            if GUESS in assumed and (mutated if size is None else not size.guessed):
                continue
            if mutated and "types" in assumed and _has_literals(entry.parameters):
                continue  # a mutated literal has another type
            owner = next(u for u in self.module.units if any(g.id == goal for g in u.goals))
            own = owner.id == entry.unit or owner.id.startswith(entry.unit + ".<locals>.")
            if not own and verdict.method != "structure":
                continue  # said of calls of that function itself
            after = ", after other calls" if carried else ""
            self.report("infeasible", entry.qualname, goal, f"{shown()}{after} reaches it; scope {verdict.scope}")


def _has_literals(parameters: tuple[ParameterShape, ...]) -> bool:
    return any(isinstance(s, LiteralShape) for p in parameters for s in parts(p.shape))


def _kinds(verdict: Evidence) -> Iterator[str]:
    yield f"by {verdict.method}"
    yield from (f"within {bound}" for bound, _ in verdict.scope or (("nothing", 0),))
    yield from (f"assuming {id}" for id in dict.fromkeys(a.id for a in verdict.assumptions))
    if verdict.summaries:
        yield "by summaries"


def _within(size: Size, scope: dict[str, int]) -> bool:
    measured = {"len": size.len, "text": size.text, "depth": size.depth, "int": size.int}
    measured |= {"method-calls": size.calls, "loop": size.loop}
    return all(measured.get(name, limit + 1) <= limit for name, limit in scope.items())


@contextlib.contextmanager
def _limited(seconds: float = PATIENCE) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


# ---------------------------------------------------------------- mutation of cases


def _mutated_case(case: Case, rng: random.Random) -> Case:
    return replace(
        case,
        args=tuple(_mutated(a, rng) for a in case.args),
        kwargs=tuple((k, _mutated(v, rng)) for k, v in case.kwargs),
        receiver=None if case.receiver is None else _mutated(case.receiver, rng),
    )


def _mutated(recipe: Recipe, rng: random.Random) -> Recipe:
    if rng.random() < 0.3:
        return recipe
    match recipe:
        case Literal(bool(value)):
            return Literal(not value)
        case Literal(int(value)):
            return Literal(value + rng.choice((1, -1, 2, 10, -value, -2 * value)))
        case Literal(float(value)):
            return Literal(rng.choice((value + 1, -value, value / 2, 0.0)))
        case Literal(str(value)):
            return Literal(rng.choice((value + "a", value[1:], value[:-1], value.upper(), value + value)))
        case Collection(kind, items):
            mutated = tuple(_mutated(i, rng) for i in items)
            if kind in ("list", "set") and mutated and rng.random() < 0.5:
                mutated = mutated[1:] if rng.random() < 0.5 else (*mutated, mutated[0])
            return Collection(kind, mutated)
        case Dictionary(kind, items):
            return Dictionary(kind, tuple((k, _mutated(v, rng)) for k, v in items))
        case Made(callee, args, kwargs, steps):
            return Made(callee, tuple(_mutated(a, rng) for a in args), kwargs, steps)
        case _:
            return recipe
