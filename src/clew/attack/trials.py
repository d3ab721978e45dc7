"""Small changes of a function, tried on calls: which of those that were found tell them apart, and which others do.

Runs in the process of the attack.  The function there is given the code of one changed function after the other; what
calls return then, or leave behind, says whether a test that asserts it would notice the change.  Calls are drawn as in
the attack, and kept as long as they tell apart what none before did:

    return force * seconds      found: impulse(0.0, 0.0)        tells apart nothing
                                drawn: impulse(2.0, 3.0)        tells apart `+`, `/`, …
    items = list(items)         found: ranked([2, 1])           tells `items` apart, if a test says that the
                                                                argument is `[2, 1]` still (`told.py`)

Nothing is believed of this: it says only which tests are worth keeping.  Calls are ended after as many lines as is said
below, not by the clock, so that each run keeps the same ones.
"""

from __future__ import annotations

import contextlib
import inspect
import signal
import sys
import types
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from clew.attack.building import Workshop
from clew.attack.inhabitants import CannotMake, Family
from clew.attack.orders import Hit, Prey, Trial, Withstood
from clew.attack.readable import Readable, ReadableMutation
from clew.attack.simpler import simplest
from clew.attack.targets import Target
from clew.attack.told import LATE_CALL, Seen, Told, described, told_apart
from clew.attack.worker import LATE, MOST, Hunt, Late, late, limited
from clew.checking.breaches import NotAnInput
from clew.checking.worker import Prepared, quietly
from clew.frontend.replaced import ChangedCode, changed_codes
from clew.inputs.recipes import Case
from clew.regexes import regex
from clew.workers.guard import start_clock
from clew.workers.host_process import Emit

LINES: Final = 3_000  # of a call
FRUITLESS: Final = 0.4  # of all calls; after so many in a row that tell nothing apart no more are drawn
ODD: Final = regex(r"\de[-+]?\d|\bnan\b|\binf\b|\d{12}")
_CONSTANTS: Final = frozenset({int, float, str})
SIMPLER: Final = 40  # attempts to make a call simpler that does


def attempt(prepared: Prepared, trial: Trial, emit: Emit) -> None:
    """Task: sends a `Hit` for each call that was found and each that is new, with the changes that it tells apart, and
    `Withstood` after each function.
    """
    family = Family(prepared.module, dict(trial.drawn))
    signal.signal(signal.SIGVTALRM, late)
    with quietly(emit.guard):
        for prey in trial.preys:
            start_clock(emit.guard, MOST)
            emit(Withstood(prey.unit, _Attempt(prepared, family, prey, trial, emit).go()))


def _function_of(module: types.ModuleType, prey: Prey) -> types.FunctionType | None:
    """None where a decorator has put something else in its place."""
    found: Any = module
    for name in prey.qualname.split("."):
        own = found.__name__.lstrip("_") if isinstance(found, type) else ""
        is_private = own and name.startswith("__") and not name.endswith("__")
        found = inspect.getattr_static(found, f"_{own}{name}" if is_private else name, None)
    match found:
        case staticmethod() | classmethod():
            found = found.__func__
        case property():
            found = found.fset if prey.binding == "setter" else found.fget
    return found if type(found) is types.FunctionType and found.__code__.co_qualname == prey.qualname else None


class _Attempt(Hunt):
    """The changes of one function.

    changes: the code of each; places: the lines that a call has to pass for a change to matter, where that is known.
    """

    maker = Readable
    mutation = ReadableMutation
    mutants: ReadableMutation

    def __init__(self, prepared: Prepared, family: Family, prey: Prey, trial: Trial, emit: Emit) -> None:
        self.function = _function_of(prepared.module, prey)
        prey = replace(prey, constants=(*prey.constants, *_named_constants(self.function)))
        super().__init__(prepared, family, prey, trial, emit)
        place = trial.places[prey.unit]
        codes = () if self.function is None else tuple(changed_codes(trial.text, place, trial.file))
        self.changes = {each.name: each for each in codes if self.fits(each)}
        self.file = trial.file
        self.passed: set[int] = set()  # lines, by the last call
        self.raised = ""  # the exception of the last call

    def go(self) -> int:
        """The number of calls that were drawn."""
        target = self.target
        if target is None or self.function is None:
            return 0
        alive, raising = {*self.changes}, list[tuple[Case, Told, str]]()
        missing: set[str] = set()
        for case in self.prey.cases:
            found = self.told_by(target, case, self.changes)
            if self.raised:  # says little of what is computed: what others tell apart is theirs
                raising.append((case, found, self.raised))
            else:
                alive -= found.changes - found.missing
                missing |= found.missing
                self.send(found, case)
        calls = self.draw(target, alive, missing)
        alive -= missing
        for case, found, name in raising:
            left = found.among(alive)
            self.send(Told(left.plainly | ({f"raises {name}"} if found.plainly else set()), left.asserting), case)
        return calls

    def draw(self, target: Target, alive: set[str], missing: set[str]) -> int:
        """alive: the changes that nothing tells apart, those that are told apart here are taken out; missing: of them
        those that something tells apart as what they look for is not there.
        """
        for case in self.mutants.near(self.prey.cases, target.names):
            if alive and self.late < LATE:
                self.attempt(target, case, alive, missing)
        fruitless, most = 0, FRUITLESS * self.order.runs
        for number in range(self.order.runs):
            if not alive or fruitless >= most or self.late >= LATE:
                return number
            fruitless += 1
            try:
                case = self.case(target, number)
            except (CannotMake, RecursionError):
                continue
            if not is_odd(case) and self.attempt(target, case, alive, missing):
                fruitless = 0
        return self.order.runs

    def attempt(self, target: Target, case: Case, alive: set[str], missing: set[str]) -> bool:
        """Does the call tell any of these apart?  Then it is sent, made simpler, and they are taken out."""
        state = self.rng.getstate()
        told = self.told_by(target, case, sorted(alive), returning=True)
        found = told.changes - (told.missing & missing)
        if found:
            by_result = told.changes - told.missing

            def does_too(other: Case) -> bool:
                also = self.told_by(target, other, sorted(found), True)
                return found <= also.changes and by_result <= also.changes - also.missing

            case = simplest(case, does_too, SIMPLER)
            self.send(self.told_by(target, case, self.changes, returning=True), case)
            alive -= by_result
            missing |= told.missing
        self.rng.setstate(state)
        return bool(found)

    def send(self, told: Told, case: Case) -> None:
        """A test that says no more than others do, and one that says more, if that tells more apart."""
        for changes, asserting in ((told.plainly, ()), (told.changes, told.parts())):
            by_result = [f"{change}:result" for change in changes - told.missing]
            goals = tuple(sorted(f"{self.prey.unit}:{change}" for change in (*changes, *by_result)))
            if goals and (asserting or changes is told.plainly):
                self.emit(Hit(self.prey.unit, goals, case, asserting))

    def told_by(self, target: Target, case: Case, changes: Iterable[str], returning: bool = False) -> Told:
        """Those of the changes that the call tells apart, if it does the same each time; returning: and returns."""
        before = self.seen(target, case)
        if before is None or before is LATE_CALL or (returning and before.kind != "returns"):
            self.late += before is LATE_CALL
            return Told()
        self.raised = str(before.result) if before.kind == "raises" else ""
        found: dict[str, Seen] = {}
        passed = self.passed
        for change in changes:
            if passed.isdisjoint(self.changes[change].lines):
                continue
            with self.changed(self.changes[change]):
                after = self.seen(target, case)
            if after is not None and after != before:
                found[change] = after
        return told_apart(before, found, lambda: given(case)) if found and self.seen(target, case) == before else Told()

    def fits(self, change: ChangedCode) -> bool:
        """Not where what `super()` needs went, or where a decorator has given defaults of its own."""
        function = self.function
        if function is None or function.__code__.co_freevars != change.code.co_freevars:
            return False
        return change.default is None or change.default[0] in _defaults_of(function)

    @contextlib.contextmanager
    def changed(self, change: ChangedCode) -> Iterator[None]:
        function = self.function
        assert function is not None
        code, defaults, named = function.__code__, function.__defaults__, function.__kwdefaults__
        if change.default is None:
            function.__code__ = change.code
        else:
            with_other_default(function, *change.default)
        try:
            yield
        finally:
            function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, named

    @contextlib.contextmanager
    def traced(self) -> Iterator[None]:
        """A call that is ended after many lines; those of the module are kept."""
        left, passed, file = LINES, set[int](), self.file

        def count(frame: types.FrameType, event: str, argument: object) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Late
            if frame.f_code.co_filename == file:
                passed.add(frame.f_lineno)
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            yield
        finally:
            sys.settrace(before)
            self.passed = passed

    def seen(self, target: Target, case: Case) -> Seen | None:
        """None where it is no input."""
        self.prepared.begin()
        seen: Seen | None = None
        objects: tuple[object, ...] = ()
        with limited() as clock:
            try:
                workshop = Workshop()
                receiver = None if case.receiver is None else workshop.build(case.receiver)
                args = [workshop.build(each) for each in case.args]
                kwargs = {name: workshop.build(each) for name, each in case.kwargs}
                objects = (receiver, *args, *kwargs.values())
                with self.traced():
                    result = target.bound(receiver)(*args, **kwargs)
                seen = Seen("returns", described(result), "", tuple(map(described, objects)))
            except (Late, NotAnInput):
                raise
            except BaseException as error:  # user code may raise anything at all
                seen = Seen("raises", type(error).__qualname__, _beginning(error))
            if seen.kind == "raises":
                with contextlib.suppress(Exception):
                    seen = replace(seen, objects=tuple(map(described, objects)))
        return LATE_CALL if clock.passed else seen


def _defaults_of(function: types.FunctionType) -> dict[str, Any]:
    """By the names of the positional parameters, then of the others."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    return dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)) | (function.__kwdefaults__ or {})


def with_other_default(function: types.FunctionType, name: str, value: object) -> None:
    named = function.__kwdefaults__ or {}
    if name in named:
        function.__kwdefaults__ = named | {name: value}
    else:
        positional = {key: held for key, held in _defaults_of(function).items() if key not in named}
        function.__defaults__ = tuple((positional | {name: value}).values())


def _named_constants(function: types.FunctionType | None) -> list[int | float | str]:
    """Those of its module that a function reads by their names, and its defaults."""
    if function is None:
        return []
    values = [function.__globals__.get(name) for name in function.__code__.co_names]
    values += _defaults_of(function).values()
    return [value for value in values if isinstance(value, int | float | str) and type(value) in _CONSTANTS]


def is_odd(case: Case) -> bool:
    """Are there numbers among what it is given in which people do not see what the function computes?"""
    try:
        return ODD.search(repr((case.receiver, case.args, case.kwargs))) is not None
    except ValueError:  # an int of more digits than Python writes
        return True


def given(case: Case) -> tuple[object, ...] | None:
    """What the receiver and the arguments are before a call; None where that cannot be said."""
    recipes = (case.receiver, *case.args, *(each for _, each in case.kwargs))
    found = None
    with limited(), contextlib.suppress(Exception, NotAnInput):
        workshop = Workshop()
        found = tuple(described(None if each is None else workshop.build(each)) for each in recipes)
    return found


def _beginning(error: BaseException) -> str:
    """What a test asks for of its message."""
    try:
        return str(error)[:10]
    except Exception:  # of a class of the user's
        return ""
