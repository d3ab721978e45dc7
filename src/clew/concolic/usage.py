"""What callers do with what the function under test gives back: items are drawn, coroutines driven, managers entered,
functions called; and what they may do meanwhile to what it can reach.
"""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from clew.analysis.reachable_goals import Waiting
from clew.concolic.building import Builder
from clew.concolic.callbacks import Callbacks
from clew.concolic.consumers import Consumer, Target, thrown_classes
from clew.concolic.driving import drive
from clew.concolic.entry import Entry
from clew.concolic.iteration import Stream, send_all
from clew.concolic.prepared import Prepared
from clew.concolic.reachability import goals_while_waiting
from clew.effects import object_graph
from clew.inputs.input_arguments import BuiltArguments
from clew.inputs.readymade import realise
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Name, Recipe
from clew.inputs.shapes import AnyShape, BoolShape, FloatShape, IntShape, NoneShape, StrShape, VariadicTupleShape
from clew.records import dataclass
from clew.search.request import Bounds
from clew.search.trace import Approximation, Run, StepLimit
from clew.semantics.shadow import Tracked

SENT = AnyShape((IntShape(), NoneShape(), FloatShape(), StrShape(), BoolShape()))
BODIES: tuple[tuple[Recipe, ...], ...] = (
    (Name("builtins", "list"),),
    (Name("builtins", "int"), Literal("x")),
    (Name("operator", "getitem"), Dictionary("dict", ()), Literal(0)),
    (Name("operator", "truediv"), Literal(1), Literal(0)),
)  # calls that return, or raise ValueError, KeyError, ZeroDivisionError
CONSUMED = 12  # items drawn from a generator under test, and followed
MOST_CONSUMED = 400  # and drawn at all
MOST_DRAWING = 20_000  # operations for those


@dataclass(slots=True)
class Usage:
    """The use of results of one entry.

    case: of the run that is going on, with as much of the use as was begun; waited: whether the function under test has
    waited in this run, delegated: on something else that waits; frame: of the generator under test; inner, called_back,
    waiting: see the methods of like names.
    """

    prepared: Prepared
    entry: Entry
    bounds: Bounds
    case: Case | None = None
    waited: bool = False
    inner: Mapping[int, frozenset[str]] | None = None
    called_back: Callbacks | None = None
    waiting: Waiting | None = None
    delegated: bool = False
    frame: types.FrameType | None = None

    def use(self, case: Case, result: Tracked, builder: Builder, given: list[Any]) -> None:
        """What the caller would do with the result; `self.case` says so before it is done, since it may raise.

        given: what the function was called with.
        """
        machine, flags = self.prepared.machine, self.entry.unit.function.flags
        value = result.value
        driven = value.gen if isinstance(value, contextlib._GeneratorContextManager) else value
        self.frame = driven.gi_frame if isinstance(driven, types.GeneratorType) else None
        if self.bounds.links and self.driven_otherwise(case, value, builder, given):
            return
        if isinstance(value, types.GeneratorType) and self.entry.receives:
            sent = builder.build(VariadicTupleShape(SENT), "sent", 0, 1)
            assert isinstance(sent.recipe, Collection)
            self.case = replace(case, sent=(Literal(None), *sent.recipe.items))
            send_all(machine, value, sent.tracked, lambda item: self.waits([*given, item]))
        elif isinstance(value, contextlib._GeneratorContextManager):
            self.within(case, value, builder, given)
        elif isinstance(value, types.GeneratorType | Stream):
            self.case = replace(case, consume=0)
            self.draw(case, result, given)
        elif isinstance(value, types.CoroutineType):
            self.case = replace(case, awaited=True)
            drive(machine, value, lambda: self.waits(given))
        elif isinstance(value, types.FunctionType) and value.__code__ in machine.by_code:
            info = self.prepared.sites.functions[machine.by_code[value.__code__]]
            if info.qualname.startswith(self.entry.unit.qualname + ".<locals>."):
                lowered = self.prepared.catalogue.functions.get((info.module, info.qualname))
                arguments: BuiltArguments = builder.arguments(
                    self.prepared.catalogue.signature(value, lowered), "result."
                )
                if not arguments.kwargs:
                    self.case = replace(case, follow=(arguments.arg_recipes,))
                    machine.call(result, arguments.args, {})
        elif flags:
            kind = type(value).__name__
            machine.approximate("unmodelled-call", f"the {kind} it returns runs its body later, and was not used")

    def driven_otherwise(self, case: Case, value: Any, builder: Builder, given: list[Any]) -> bool:
        """Close it, throw into it, or change what it was given, after so many items; False: use it as usual."""
        kinds = (types.GeneratorType, types.CoroutineType, contextlib._GeneratorContextManager)
        if not isinstance(value, kinds) or case.via is not None or case.access is not None:
            return False

        def tell(told: Case) -> None:
            self.case = told

        unit, module = self.entry.unit, vars(self.prepared.module)
        consumer = Consumer(
            builder, self.prepared.catalogue, case, value, tell, lambda item: self.waits([*given, item])
        )
        return consumer.go(self.targets(case, given), thrown_classes(unit.function, module))

    def targets(self, case: Case, given: list[Any]) -> list[Target]:
        """The arguments that others may change while the function waits."""
        names = {p.name: p.shape for p in self.entry.parameters}
        found: list[Target] = []
        positional = list(given[: len(given) - len(case.kwargs)])
        if case.receiver is not None:
            found.append(Target(None, "receiver", Tracked(positional[0], None), None))
        positional = positional[-len(case.args) :] if case.args else []
        for place, (value, (name, shape)) in enumerate(zip(positional, names.items(), strict=False)):
            found.append(Target(place, name, Tracked(value, None), shape))
        for (key, _), value in zip(case.kwargs, given[len(given) - len(case.kwargs) :], strict=True):
            found.append(Target(key, key, Tracked(value, None), names.get(key)))
        return found

    def waits(self, remains: list[Any]) -> None:
        """The function under test waits at a `yield` or `await`.

        Whoever resumes it may have changed what it can reach, and may throw any exception into it instead, as the end
        of a generator and cancelling do.
        """
        machine, goals = self.prepared.machine, self.waiting_goals()
        if not self.waited:
            self.waited = True
            self.doubt("what is thrown into it while it waits was not followed", goals.thrown)
        if not self.delegated and (machine.delegates or "async" in self.entry.unit.function.flags):
            self.delegated = True
            self.doubt("what is thrown into, or sent to, what it waits for was not followed", goals.delegated)
        machine.others_act()
        machine.lend(remains)
        if self.inner_goals():
            self.callbacks().given_away(machine, [*remains, *(kept.value for kept in self.kept_by_modules())])

    def waiting_goals(self) -> Waiting:
        if self.waiting is None:
            self.waiting = goals_while_waiting(self.prepared, self.entry.unit)
        return self.waiting

    def doubt(self, text: str, goals: frozenset[str]) -> None:
        """From here on the goals may be reached in ways that were not tried."""
        if goals:
            run, span = self.prepared.machine.run, self.entry.unit.span
            run.approximations.append(Approximation("bound", text, span, len(run.decisions), goals))

    def draw(self, case: Case, generator: Tracked, given: list[Any]) -> None:
        """Draw all items.  Of many only the first are followed; the others are drawn for the goals they reach."""
        machine = self.prepared.machine
        items = enumerate(machine.iterate(generator), 1)
        for count, item in items:
            self.waits([*given, item.value])
            if count == CONSUMED:
                break
        else:
            return
        machine.approximate("bound", f"only {CONSUMED} items drawn from the generator were followed")
        run, shown, ended = machine.run, CONSUMED, False
        rest = machine.run = Run(hits=dict(run.hits))
        rest.steps = max(run.steps, machine.max_steps - MOST_DRAWING)
        reached = len(rest.hits)
        try:
            for count, _ in items:
                if len(rest.hits) > reached:
                    reached, shown = len(rest.hits), count
                if count == MOST_CONSUMED:
                    break
            else:
                ended = True
            self.case = replace(case, consume=0 if ended else shown)
        except StepLimit:
            self.case = replace(case, consume=shown)
            rest.hits = dict.fromkeys(list(rest.hits)[:reached], 0)
        finally:
            machine.run = run
            for goal in rest.hits:
                run.hits.setdefault(goal, len(run.decisions))
            run.passed = len(run.hits)

    def within(self, case: Case, manager: Any, builder: Builder, given: list[Any]) -> None:
        """Enter and leave a context manager, around a call that returns or raises."""
        which, term = builder.choose("within?kind", len(BODIES))
        builder.decide(term, which)
        body = BODIES[which]
        self.case = replace(case, within=body)
        function, *arguments = map(realise, body)
        with manager as value:
            self.waits([*given, value])
            function(*arguments)

    def outlived(self, remains: list[Tracked]) -> None:
        """Functions defined inside that the caller, or the module, can still call: how often, and with what, nobody
        knows.
        """
        machine, inner = self.prepared.machine, self.inner_goals()
        if not inner or machine.plain:
            return
        for value in object_graph.reachable([*remains, *self.kept_by_modules()]):
            if value is object_graph.TOO_MANY:
                goals, name = frozenset[str]().union(*inner.values()), "a function defined inside"
            else:
                code = object_graph.code_of(value)
                number = machine.by_code.get(code) if code is not None else None
                if number is None or number not in inner:
                    continue
                goals, name = inner[number], self.prepared.sites.functions[number].name
            text = f"{name} can be called after the end, and was called at most once then"
            if not any(a.text == text for a in machine.run.approximations):
                position = len(machine.run.decisions)
                machine.run.approximations.append(Approximation("bound", text, self.entry.unit.span, position, goals))

    def kept_by_modules(self) -> Iterator[Tracked]:
        """The variables of the project's modules, and the attributes of their classes."""
        catalogue = self.prepared.catalogue
        for name in catalogue.modules:
            module = vars(sys.modules[name]) if name in sys.modules else {}
            yield from (Tracked(v, None) for n, v in list(module.items()) if not n.startswith("__") and n != "_clew")
        for cls in catalogue.classes():
            yield from (Tracked(v, None) for n, v in list(vars(cls).items()) if not n.startswith("__"))

    def callbacks(self) -> Callbacks:
        """What code that is not followed may call of the project's functions."""
        if self.called_back is None:
            self.called_back = self.prepared.callbacks.within(self.inner_goals())
        return self.called_back

    def inner_goals(self) -> Mapping[int, frozenset[str]]:
        """By number of a function defined inside the unit: its goals, and those of what is inside it."""
        if self.inner is None:
            functions, unit = self.prepared.sites.functions, self.entry.unit
            found: dict[int, set[str]] = {
                n: set()
                for n, f in enumerate(functions)
                if f.module == self.entry.module and f.span != unit.span and f.span.inside(unit.span)
            }
            for site in self.prepared.sites.places:
                for number, goals in found.items():
                    if site.function in found and functions[site.function].span.inside(functions[number].span):
                        goals.update(site.goals.values())
            self.inner = {n: frozenset(goals) for n, goals in found.items() if goals}
        return self.inner
