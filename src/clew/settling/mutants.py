"""Mutants as goals: which tests tell them apart, and what of them is left for a search.

A test that reaches the place of a change is run once more with the changed function in the place of the function; where
what it sees then is something else than what it asserts, it kills the mutant.  For those that live, functions that call
both (`frontend/twins.py`) are searched like any others: what reaches their last line is an argument for a further test,
and a proof that nothing does says that the mutant is equivalent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from itertools import count
from typing import Final

from clew.analysis.calls import called_names
from clew.checking.replay import Replayer
from clew.checking.script import Replayed, Script, Seen, are_unequal
from clew.effects.changes import HARMLESS, MUTATORS, QUIET, Changing, changes_something, changing_names
from clew.frontend.imported_names import bound_by_imports
from clew.frontend.infected import CHOOSING, has_builtins
from clew.frontend.module import Module, Unit, read_module
from clew.frontend.mutants import SWAPPED, mutants_of
from clew.frontend.parsing import parse_module
from clew.frontend.twins import (
    Twin,
    fixed_and_makers,
    gives_numbers,
    gives_objects,
    infections_in,
    mutants_in,
    not_compared,
    refused,
    shared_by_instances,
    with_infection,
    with_twins,
)
from clew.goals.goal import Goal, Place
from clew.inputs.recipes import ACCESS, Case
from clew.inputs.signatures import PURE_MODULES
from clew.ir import tree as ir
from clew.ir.operators import ALWAYS_BOOL
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.settling.confirmation import Candidate
from clew.settling.in_place import METHODS, changes_in_place
from clew.settling.work import ModuleWork, MutantWork, UnitWork
from clew.testgen.render import mangled
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, Known, proof
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died

IDENTITY: Final = Assumption(
    "no-sharing",
    "nobody asks, or notices by changing one, which of the objects that it gives, or leaves, are one, nor asks for the "
    "order of keys and attributes",
    about="identity",
)
EQUALITY: Final = Assumption(
    "equality",
    "equal results, and equal arguments of exceptions, are alike: nobody tells 0.0 from -0.0, 1 from True, or "
    "1 from 1.0 inside",
)
NOT_REACHED: Final = Reason("not-replayed", "no test reaches the place of the change")
NOT_TOLD: Final = Reason("not-replayed", "it was told apart only by what no test compares, or what cannot be compared")
CHANGES_MORE: Final = "it may change more than its arguments, which is not compared"
OWN_EQUALITY: Final = "classes of the module say by themselves what is equal"
CALLED_AGAIN: Final = "it may be called again by what it calls, which is not changed there"
_MAKING: Final = frozenset({"list", "dict", "set", "sorted", "bytearray", "range", "reversed", "enumerate", "zip"})
_OF_BUILTINS: Final = HARMLESS | MUTATORS
_ITEMS: Final = "<genexpr>"
_MAKERS: Final = ("__init__", "__new__", "__post_init__", "__setattr__", "__set__", "__init_subclass__")
_EQUALITY: Final = ("__eq__", "__hash__", "__contains__", "__iter__", "__getitem__")
_OF_CLASSES: Final = frozenset({"isinstance", "issubclass"})
_CLASS_CHECKS: Final = ("__instancecheck__", "__subclasscheck__", "__subclasshook__")
_WORLD: Final = frozenset({"print", "open", "input", "exec", "eval", "breakpoint", "exit", "quit", "__import__"})


# ---------------------------------------------------------------- what is asked for


def ask_for_mutants(works: Iterable[ModuleWork], only: Mapping[str, Set[str]] | None = None) -> None:
    """only: the ids of those that are asked for, by the file, where not all are."""
    numbers = count(1)
    for work in works:
        entries = {entry.unit.id: entry for entry in work.entries}
        effects = Effects.of(work.module)
        for unit, subject, made in mutants_in(work.module, numbers):
            entry = entries.get(unit.id)
            if entry is None:
                continue
            why, plain = refused(subject), replace(subject, pure=effects.is_pure(unit.function))
            uncompared = effects.uncompared(unit.function, bool(unit.class_path))
            known = Reason("unmodelled-call", why) if why else NOT_REACHED
            for goal, _, twin in made:
                if only is None or goal.id in only.get(work.target.file, ()):
                    twin = replace(twin, subject=plain)
                    entry.mutants.append(MutantWork(goal, None if why else twin, uncompared, known))


@dataclass(frozen=True, slots=True)
class _Meanings:
    """Names of a module.  fixed: of variables that hold one number or text; makers: of classes whose instances are made
    by nothing but their methods; modules: the functions of modules of the project, by the names that stand for these.
    """

    fixed: Set[str] = frozenset()
    makers: Set[str] = frozenset()
    modules: Mapping[str, Mapping[str, ir.Function]] = field(default_factory=dict)


def _meanings(
    module: Module, every: Mapping[str, Module], own: Mapping[str, tuple[frozenset[str], frozenset[str]]]
) -> _Meanings:
    """every: modules by name; own: what they bind themselves, by `fixed_and_makers`."""
    fixed, makers = map(set, own[module.name])
    modules: dict[str, Mapping[str, ir.Function]] = {}
    for bound, source, name in bound_by_imports(module):
        inner = every.get(f"{source}.{name}".strip("."))
        if inner is not None:
            modules[bound] = {unit.qualname: unit.function for unit in inner.units if _is_plain(unit)}
        elif source in own:
            fixed.update([bound] if name in own[source][0] else ())
            makers.update([bound] if name in own[source][1] else ())
    return _Meanings(fixed, makers, modules)


@dataclass(frozen=True, slots=True)
class Effects:
    """What functions of a module do beside giving a result.

    worldly: names of those that print, write or read; calls: what functions of a name mention; functions: by name;
    computing: modules of the library that only compute; shared: attributes that instances have in common; has_equality:
    do classes say what is equal, or leave fields out of that?  meanings: what names of the module mean that each
    function is in; inside, pure: what is known of functions; all by identity.
    """

    changing: Changing
    worldly: frozenset[str]
    calls: Mapping[str, frozenset[str]]
    functions: Mapping[str, list[ir.Function]]
    computing: frozenset[str]
    shared: frozenset[str]
    has_equality: bool
    meanings: Mapping[int, _Meanings]
    inside: dict[int, bool] = field(default_factory=dict)
    pure: dict[int, bool] = field(default_factory=dict)

    @staticmethod
    def of(module: Module, others: Sequence[Module] = ()) -> Effects:
        """others: modules of the project whose functions it may call."""
        functions = [function for each in (module, *others) for function in each.functions]
        calls: dict[str, frozenset[str]] = {}
        for function in functions:
            calls[function.name] = calls.get(function.name, frozenset()) | called_names(function)
        worldly, before = set(_WORLD), 0
        while before != (before := len(worldly)):
            worldly.update(name for name, mentioned in calls.items() if not worldly.isdisjoint(mentioned))
        by_name: dict[str, list[ir.Function]] = {}
        for unit in (unit for each in (module, *others) for unit in each.units):
            by_name.setdefault(unit.function.name, []).append(unit.function)
        imported = frozenset(re.findall(r"^import (\w+)$", module.text, re.MULTILINE))
        library = {name for text in (each.text for each in (module, *others)) for name in _imported_from_library(text)}
        computing = imported & PURE_MODULES
        equality = "__eq__" in by_name or any("compare=False" in each.text for each in (module, *others))
        shared = shared_by_instances(module)
        changing = changing_names(functions)
        changing = replace(changing, harmless=changing.harmless | library)
        known = changing, frozenset(worldly), calls, by_name, computing, shared, equality
        every = {each.name: each for each in (module, *others)}
        own = {name: fixed_and_makers(each) for name, each in every.items()}
        meanings: dict[int, _Meanings] = {}
        for each in every.values():
            meant = _meanings(each, every, own)
            meanings |= {id(function): meant for function in each.functions}
        return Effects(*known, meanings)

    def is_pure(self, function: ir.Function) -> bool:
        def asked() -> bool:
            inner = (f for name in called_names(function) for f in self.named(name))  # properties among them
            changes = changes_something(function, self.changing)
            changes = changes or changes_in_place(function, any(map(self.named, METHODS)))
            return not changes and self.stays_inside(function) and all(map(self.is_pure, inner))

        return _remembered(self.pure, function, asked)

    def uncompared(self, function: ir.Function, is_method: bool) -> str:
        """What a call may do beside giving a result and changing what it is given, or what is made of that."""
        mentioned = called_names(function)
        if self.reaches(mentioned if is_method else mentioned - {function.name}, function.name):
            return CALLED_AGAIN
        if not self.stays_inside(function):
            return CHANGES_MORE
        return OWN_EQUALITY if self.has_equality and not self.is_pure(function) else ""

    def stays_inside(self, function: ir.Function) -> bool:
        def asked() -> bool:
            return self.worldly.isdisjoint(called_names(function)) and self._changes_its_own(function)

        return _remembered(self.inside, function, asked)

    def reaches(self, names: Iterable[str], wanted: str) -> bool:
        seen, waiting = set[str](), [*names]
        while waiting:
            name = waiting.pop()
            if name == wanted:
                return True
            if name not in seen:
                seen.add(name)
                waiting += self.calls.get(name, ())
        return False

    def named(self, name: str) -> list[ir.Function]:
        return self.functions.get(name, [])

    def _changes_its_own(
        self, function: ir.Function, around: Set[object] = frozenset(), meant: _Meanings | None = None
    ) -> bool:
        """around: variables of the function around it that hold what is its own; meant: what names mean there."""
        meant = meant or self.meanings.get(id(function), _Meanings())
        if function.globals or function.nonlocals or self.changing.special:
            return False
        own: set[object] = {ir.Var(p.name) for p in function.parameters}.union(around)
        generators: set[object] = set()
        makers: set[object] = set()  # holds the class itself, which is no part of what is given
        if "classmethod" in function.decorators:
            makers.update([ir.Var(p.name) for p in function.parameters][:1])
            own -= makers
        globals_read: dict[object, str] = {}
        for node in nodes(function.body, nested=False):
            match node:
                case ir.Native() | ir.NativeStatement() | ir.SetGlobal() | ir.With():
                    return False
                case ir.Yield() if function.name != _ITEMS:
                    return False
                case ir.Assign(target, ir.Closure(items)):
                    named = {v for v in own if _is_named(v)}
                    if items.name != _ITEMS or not self._changes_its_own(items, named, meant):
                        return False
                    generators.add(target)
                case ir.Assign(target, ir.Call(callee)) if callee in generators:
                    own.add(target)
                case ir.Assign(target, ir.Global(name)) if name in meant.fixed:
                    own.add(target)
                case ir.Assign(target, ir.Global(name)):
                    globals_read[target] = name
                case ir.Assign(target, ir.Call(callee)) if callee in makers or globals_read.get(callee) in meant.makers:
                    if not self._stay_inside(*_MAKERS):
                        return False
                    own.add(target)
                case ir.Assign(target, ir.Call(callee, given)):
                    name = globals_read.get(callee, "")
                    inner = [f for f in self.named(name) if "." not in f.qualname]
                    known = all(map(self.stays_inside, inner)) if inner else name in self.changing.harmless
                    if not known or not self._may_be_given(given, globals_read, None if inner else name):
                        return False
                    own.update([target] if inner or name in _MAKING else ())
                case ir.Assign(target, ir.MethodCall(o, name, given)) if globals_read.get(o) in meant.modules:
                    if not self._is_known(meant.modules[globals_read[o]].get(name), given, globals_read):
                        return False
                    own.add(target)
                case ir.Assign(target, ir.MethodCall(o, name)) if globals_read.get(o) not in self.computing:
                    inner = self.named(name)
                    is_own = o in own or isinstance(o, ir.Const)
                    if not is_own or not (all(map(self.stays_inside, inner)) if inner else name in _OF_BUILTINS):
                        return False
                    own.add(target)
                case ir.Attr(_, name) | ir.SetAttr(_, name) if not all(map(self.stays_inside, self.named(name))):
                    return False  # a property
                case ir.SetAttr(o, _, value) | ir.SetItem(o, _, value):
                    if o not in own or value in globals_read:
                        return False
                case ir.DelAttr(o) | ir.DelItem(o):
                    if o not in own:
                        return False
                case ir.Assign(target, ir.Attr(o, name)):
                    own.update([target] if o in own and name not in self.shared else ())
                case ir.Assign(target, ir.Item(o)):
                    own.update([target] if o in own else ())
                case ir.Assign(target, ir.Var() as value):
                    if value in globals_read:
                        return False
                    own.update([target] if value in own else ())
                case ir.Assign(target, ir.Binary(op, left, right)):
                    looked_into = right in globals_read and not (op in ALWAYS_BOOL and self._stay_inside(*_EQUALITY))
                    if left in globals_read or looked_into:
                        return False
                    own.add(target)
                case ir.Assign(target, ir.Display() | ir.DictDisplay() | ir.Const() | ir.Unary() | ir.Format()):
                    own.add(target)
                case ir.For(target, o):
                    own.update([target] if o in own else ())
        return True

    def _is_known(
        self, called: ir.Function | None, given: Iterable[object], globals_read: Mapping[object, str]
    ) -> bool:
        """Is it a function of another module that changes no more than what it is given?"""
        return called is not None and self.stays_inside(called) and self._may_be_given(given, globals_read, None)

    def _may_be_given(self, given: Iterable[object], globals_read: Mapping[object, str], builtin: str | None) -> bool:
        """Does a call with these arguments change no variable of the module?  builtin: its name, None where one of the
        project is called.
        """
        names = [globals_read[value] for value in map(_handed, given) if value in globals_read]
        if not names or (builtin in _OF_CLASSES and not any(map(self.named, _CLASS_CHECKS))):
            return True
        functions = [f for name in names for f in self.named(name)]
        known = all(self.named(name) or name in self.changing.harmless for name in names)
        return builtin is not None and known and all(map(self.stays_inside, functions))

    def _stay_inside(self, *names: str) -> bool:
        return all(self.stays_inside(f) for name in names for f in self.named(name))


def _handed(argument: object) -> object:
    return argument.value if isinstance(argument, ir.Keyword) else argument


def _imported_from_library(text: str) -> Iterator[str]:
    """Names of functions of modules that only compute, and of builtins under other names."""
    for module, names in re.findall(r"^from (\w+) import ([\w, ]+)$", text, re.MULTILINE):
        for each in names.split(","):
            name, _, other = each.strip().partition(" as ")
            if module in PURE_MODULES or (module == "builtins" and name in QUIET - _WORLD):
                yield other or name


def _is_named(variable: object) -> bool:
    """Is it one of the text?"""
    return isinstance(variable, ir.Var) and variable.name.isidentifier()


def _is_plain(unit: Unit) -> bool:
    """A function of a module, as its `def` makes it."""
    return "." not in unit.qualname and not unit.function.decorators and not unit.function.flags


def _remembered(known: dict[int, bool], function: ir.Function, asked: Callable[[], bool]) -> bool:
    """True until something else shows, where functions call each other; what was found on the way is forgotten then."""
    own = id(function)  # modules have functions at the same places
    if own not in known:
        before = {*known}
        known[own] = True
        if not asked():
            for each in known.keys() - before:
                if known[each]:
                    del known[each]
            known[own] = False
    return known[own]


# ---------------------------------------------------------------- tests against mutants


def with_kills(work: ModuleWork, candidates: Sequence[Candidate], twins: Replayer) -> list[Candidate]:
    """The candidates, with the goals of the mutants that they kill among what they hit.

    twins: has the module with all twins.
    """
    if twins.failure is not None:
        for mutant in (m for entry in work.entries for m in entry.mutants if m.known is NOT_REACHED):
            mutant.known = Reason(twins.failure.code, twins.failure.text)
        return list(candidates)
    asked: list[tuple[int, MutantWork]] = []
    for entry in work.entries:
        own = [i for i, c in enumerate(candidates) if _is_of(c, entry)]
        for mutant in entry.mutants:
            if mutant.twin is not None:
                near = _around(entry.unit, mutant.goal)
                asked += ((i, mutant) for i in own if not near or not near.isdisjoint(candidates[i].hits))
    scripts: list[Script] = []
    asserting: list[Replayed] = []
    for i, mutant in asked:
        assert mutant.twin is not None
        scripts.append(replace(candidates[i].script, instead=instead_of(mutant.twin)))
        replay = candidates[i].replay
        assert isinstance(replay, Replayed)
        asserting.append(replay)
    hits: dict[int, set[str]] = {}
    seen = twins.once(scripts)
    told = [_tells(asserted, each) for asserted, each in zip(asserting, seen, strict=True)]
    doubtful = [n for n, each in enumerate(told) if each is None]
    answers = twins.once([_asserting(scripts[n], asserting[n]) for n in doubtful])
    for n, answer in zip(doubtful, answers, strict=True):
        told[n] = isinstance(answer, Died) or answer.outcome is None or answer.outcome.text != "True"
    for (i, mutant), killed in zip(asked, told, strict=True):
        if killed:
            hits.setdefault(i, set()).add(mutant.goal.id)
        elif mutant.known is NOT_REACHED:
            mutant.known = ALIVE
    return [_killing(each, hits[i]) if i in hits else each for i, each in enumerate(candidates)]


def instead_of(twin: Twin) -> tuple[str, str]:
    """As in `Script`: the twin in the place of its function."""
    return mangled(twin.subject.path), twin.name


ALIVE: Final = Reason("budget", "all tests that reach it end alike", "--work")


def unsearched(entry: UnitWork) -> None:
    """Where the run ended before the function was searched, that tests do not tell its mutants apart says nothing."""
    for mutant in entry.mutants:
        if entry.exploration is None and (mutant.known is NOT_REACHED or mutant.known is ALIVE):
            mutant.known = entry.unexplored


def _is_of(candidate: Candidate, entry: UnitWork) -> bool:
    if not isinstance(candidate.replay, Replayed):
        return False
    return candidate.found.case.qualname == entry.unit.qualname or not entry.goals.isdisjoint(candidate.hits)


def _around(unit: Unit, goal: Goal) -> frozenset[str]:
    """The statements that the change is in."""
    return frozenset(g.id for g in unit.goals if g.kind == "statement" and goal.span.inside(g.span))


def _killing(candidate: Candidate, goals: set[str]) -> Candidate:
    assert isinstance(candidate.replay, Replayed)
    return replace(candidate, kills=frozenset(goals), asserted=candidate.replay.outcome)


def _asserting(script: Script, asserted: Replayed) -> Script:
    """Whether the result, or what is left, is equal to what the test expects, by what its class says of that."""
    imports = (*script.imports, *(f"import {module}" for module in asserted.modules))
    parts = [f"({name}) == ({text})" for name, text in asserted.after]
    if asserted.outcome.text not in ("None", None):
        parts.insert(0, f"({script.call}) == ({asserted.outcome.text})")
        return replace(script, imports=imports, call=f"bool({' and '.join(parts)})", observe=())
    setup = (*script.setup, script.call)
    return replace(script, imports=imports, setup=setup, call=f"bool({' and '.join(parts)})", observe=())


def _tells(asserted: Replayed, seen: Seen | Died) -> bool | None:
    """Would the test fail?  None where the text of its result does not say so."""
    if isinstance(seen, Died):
        return seen.code in ("timeout", "worker-died")
    if seen.outcome is None:
        return seen.problem is not None
    before, after = asserted.outcome, seen.outcome
    if seen.blocked or (before.kind, before.exception) != (after.kind, after.exception):
        return not seen.blocked
    left = _differ(asserted.after, seen.after)
    if before.kind == "raises":
        return (bool(before.message) and _matched(before.message) not in after.message) or left is True
    if before.text is None:
        if before.type_name != after.type_name or _differ(asserted.attributes, seen.attributes) is True:
            return True
        return left
    if before.text == "None" and after.text == "None" and not asserted.after:
        return asserted.printed != seen.printed
    told = None if after.text is None else are_unequal(before.text, after.text)
    return True if True in (told, left) else None if None in (told, left) else False


def _matched(message: str) -> str:
    """How the pattern begins, at least, that the test asks for; what is special in patterns makes it shorter."""
    first = message.split("\n")[0].strip()[:10]
    return first if re.fullmatch(r"[\w ,:']*", first) else first[:4]


def _differ(asserted: Sequence[tuple[str, str]], seen: Sequence[tuple[str, str]]) -> bool | None:
    """None where that is for their classes to say, as it is of what was not changed at all."""
    found = dict(seen)
    told = [are_unequal(text, found[name]) if name in found else None for name, text in asserted]
    return True if True in told else None if None in told else False


# ---------------------------------------------------------------- a search for what tells them apart


def of_twins(work: ModuleWork, mutants: Iterable[MutantWork], drivers: bool) -> ModuleWork | None:
    """The module with the twins of these behind it; drivers: entries that tell them apart, with one goal each."""
    twins = [mutant.twin for mutant in mutants if mutant.twin is not None]
    text = with_twins(work.module.text, twins, drivers)
    module = read_module(text, work.target.file, work.module.name, begins=work.module)
    if not isinstance(module, Module):
        return None
    units = {unit.qualname: unit for unit in module.units}
    entries = [UnitWork(units[t.driver], frozenset({units[t.driver].goals[-1].id})) for t in twins if drivers]
    return ModuleWork(work.target, module, entries, given=True, beside=work.beside, drawn=work.drawn)


def ask_where_infected(work: ModuleWork, mutants: Iterable[MutantWork]) -> None:
    """Add to the twins of these the texts that say where the changes may make a difference.

    Not where the function is called again by what it calls, which is not watched there.
    """
    asked = {(m.goal.span, m.goal.outcome): m for m in mutants if m.twin is not None and m.uncompared != CALLED_AGAIN}
    module = parse_module(work.module.text)
    if not has_builtins(module, CHOOSING):
        asked = {(span, outcome): m for (span, outcome), m in asked.items() if outcome != SWAPPED}
    if not asked or not has_builtins(module):
        return
    (subject, *_) = (m.twin.subject for m in asked.values() if m.twin is not None)
    for changed in mutants_of(subject.node):
        mutant = asked.get((changed.place.span, changed.place.outcome))
        if mutant is not None and mutant.twin is not None:
            mutant.twin = with_infection(mutant.twin, changed.node)


def where_infected(both: ModuleWork, mutants: Iterable[MutantWork]) -> dict[str, UnitWork]:
    """By the id of the mutant: the place that is reached where its change may make a difference, as an entry."""
    twins = [(mutant.goal.id, mutant.twin) for mutant in mutants if mutant.twin is not None and mutant.twin.infected]
    places = infections_in(both.module.text) if twins else {}
    units = {unit.qualname: unit for unit in both.module.units}
    found: dict[str, UnitWork] = {}
    for mutant, twin in twins:
        unit = units[twin.weak]
        place = Place(places[twin.weak], "branch", "false") if twin.weak in places else None
        goals = [goal.id for goal in unit.goals if goal.place == place]
        if goals:
            found[mutant] = UnitWork(unit, frozenset(goals))
    return found


def with_all_twins(work: ModuleWork) -> ModuleWork | None:
    """None where none is asked for."""
    mutants = [mutant for entry in work.entries for mutant in entry.mutants if mutant.twin is not None]
    return of_twins(work, mutants, drivers=False) if mutants else None


def may_be_told(mutant: MutantWork) -> bool:
    """Is there anything to search for?  Where not, it is said why."""
    if mutant.twin is None:
        return False
    why = not_compared(mutant.twin.subject)
    if why:
        mutant.known = Reason("unmodelled-call", why)
    return not why


def known_of(mutant: MutantWork, driver: UnitWork) -> Known:
    """By the search for what tells it apart; where that found something, no test did the same."""
    if driver.exploration is None:
        return driver.unexplored
    (goal,) = driver.goals
    known = driver.exploration.known.get(goal, NOT_TOLD)
    shown = proof(known)
    if shown is None:
        return known
    shown = replace(shown, because=(mutant.goal.span,))
    if mutant.twin is not None and gives_objects(mutant.twin.subject):
        shown = shown.supposing(IDENTITY)
    if mutant.twin is not None and gives_numbers(mutant.twin.subject):
        shown = shown.supposing(EQUALITY)
    return shown.missing(Reason("unmodelled-call", mutant.uncompared)) if mutant.uncompared else shown


def known_by_infection(mutant: MutantWork, place: UnitWork) -> Evidence | None:
    """A proof that no input leads to where the change makes a difference; there is nothing then to be compared, but for
    which of two equal ints it is.
    """
    if place.exploration is None:
        return None
    shown = [proof(place.exploration.known.get(goal, NOT_TOLD)) for goal in place.goals]
    if len(shown) != 1 or shown[0] is None:
        return None
    found = replace(shown[0], because=(mutant.goal.span,))
    return found.supposing(IDENTITY) if mutant.goal.outcome == SWAPPED else found


def settled_of(mutant: MutantWork, driver: UnitWork, place: UnitWork | None) -> Known:
    """By the search for what tells it apart, and by that for where it may begin to; the proof with fewer bounds."""
    shown = known_by_infection(mutant, place) if place is not None else None
    if shown is not None and (not shown.scope or driver.exploration is None):
        return shown
    known = known_of(mutant, driver)
    return known if shown is None or proof(known) is not None else shown


def case_of(case: Case, unit: Unit) -> Case:
    """The call of the function with the arguments that its driver was called with."""
    receiver, args = None, case.args
    if unit.binding == "method" or unit.binding in ACCESS:
        receiver, *rest = case.args
        args = tuple(rest)
    return replace(case, qualname=unit.qualname, receiver=receiver, args=args, access=ACCESS.get(unit.binding))
