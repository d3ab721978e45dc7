"""Which clauses of contracts a call breaks: the clauses are evaluated on plain CPython, before and after each call.

A call that the test itself makes, and that breaks a precondition, is none: it ends the script.  Everywhere else the
first clause that is broken is written down, and the program goes on as it would without us.
"""

from __future__ import annotations

import copy
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from typing import Any

from clew.checking.claim_places import claim_at
from clew.checking.escaped import place_in, text_at, text_of
from clew.checking.script import Broken
from clew.frontend.class_clauses import SELF
from clew.frontend.clauses import ReadClause, ReadContract
from clew.frontend.contract_probes import DECORATOR, paths_in
from clew.frontend.contract_probes import INVARIANT as INVARIANT_HOOK
from clew.goals.goal import Goal
from clew.ir.contract import INVARIANT, OLD, REQUIRE, RESULT
from clew.ir.guards import CLAIM
from clew.records import dataclass
from clew.source.spans import Span


class NotAnInput(BaseException):
    """The test breaks a precondition of what it calls."""


@dataclass(slots=True)
class Watched:
    """What is known of contracts in one process.  file: of the module under test; folders: of the project; hits: the
    numbers of the goals that were hit, by their places among the goals.

    met: the functions whose preconditions the script met; broken: the first clause that did not hold, and before: what
    was reached until then; loops: the invariants of loops that did not hold until then, which end nothing; busy: a
    clause is being evaluated.  calls: the functions with contracts that run, and what their clauses know.
    """

    file: str
    folders: Sequence[str]
    goals: Sequence[Goal]
    hits: set[int]
    met: set[str] = field(default_factory=set)
    broken: Broken | None = None
    before: frozenset[int] = frozenset()
    busy: bool = False
    contracts: dict[int, ReadContract] = field(default_factory=dict)
    loops: dict[tuple[str, Span], Broken] = field(default_factory=dict)
    calls: list[tuple[_Checked, Mapping[str, Any]]] = field(default_factory=list)

    def hooks(self) -> dict[str, Callable[..., Any]]:
        """What is injected into a module."""
        return {DECORATOR: self.decorator, INVARIANT_HOOK: self.at_loop}

    def all_broken(self) -> Broken | None:
        """With the invariants of loops that were broken before."""
        loops = tuple(self.loops.values())
        if self.broken is not None:
            return replace(self.broken, earlier=loops)
        return replace(loops[0], earlier=loops[1:]) if loops else None

    def begin(self) -> None:
        """Nothing was called yet."""
        self.hits.clear()
        self.met.clear()
        self.calls.clear()
        self.loops.clear()
        self.broken = None

    def named(self) -> frozenset[str]:
        return frozenset(self.goals[number].id for number in self.reached())

    def reached(self) -> frozenset[int]:
        """The goals hit before a contract was broken, and the claim that is refuted by that.

        What breaks a precondition shows nothing but that.
        """
        loops = frozenset(goal for loop in self.loops.values() for goal in self._refuted(loop))
        if self.broken is None:
            return frozenset(self.hits) | loops
        before = frozenset[int]() if self.broken.kind == REQUIRE else self.before
        return before | self._refuted(self.broken) | loops

    def numbers_of(self, ids: Set[str]) -> frozenset[int]:
        return frozenset(number for number, goal in enumerate(self.goals) if goal.id in ids) if ids else frozenset()

    def _refuted(self, broken: Broken) -> frozenset[int]:
        if not broken.here:
            return frozenset()
        if broken.kind == REQUIRE:
            found = claim_at(broken.span, (REQUIRE,), self.goals)
            return frozenset() if found is None else self.numbers_of({found.id})
        place = broken.span, CLAIM, broken.kind
        return frozenset(n for n, each in enumerate(self.goals) if (each.span, each.kind, each.outcome) == place)

    def at_loop(self, number: int, index: int, clause: Any, shown: Any, *many: Any) -> Any:
        """What is called where a loop asks whether there is another round.  many: what it goes through."""
        if many:
            return self._walked(number, index, clause, shown, many[0])
        if not self.busy and self.calls and self.broken is None:
            checked, known = self.calls[-1]
            if checked.contract is self.contracts[number]:
                checked.at_loop(checked.contract.loops[index].clause, clause, shown, known)
        return None

    def _walked(self, number: int, index: int, clause: Any, shown: Any, many: Any) -> Iterator[Any]:
        self.at_loop(number, index, clause, shown)
        for item in many:
            yield item
            self.at_loop(number, index, clause, shown)

    def decorator(
        self, number: int, requires: Any, ensures: Any, invariants: Any, snapshots: Any
    ) -> Callable[[Any], Any]:
        """What is injected under the name of the decorator."""
        read = self.contracts[number]
        before = tuple(zip(read.requires, requires, strict=True))
        after = tuple(zip(read.ensures, ensures, strict=True))
        always = tuple(zip(read.invariants, invariants, strict=True))
        olds = tuple((s.name, made) for s, made in zip(read.snapshots, snapshots, strict=True))
        return lambda function: _Checked(self, read, function, before, after, always, olds).wrapper()


@dataclass(frozen=True, slots=True)
class _Unkept:
    """A value at entry that could not be kept: clauses that ask for it raise."""

    error: Exception


@dataclass(slots=True)
class _Checked:
    """A function with its clauses."""

    watched: Watched
    contract: ReadContract
    function: Any
    requires: tuple[tuple[ReadClause, Any], ...]
    ensures: tuple[tuple[ReadClause, Any], ...]
    invariants: tuple[tuple[ReadClause, Any], ...]
    olds: tuple[tuple[str, Any], ...]

    def wrapper(self) -> Any:
        inner = self.function
        if not callable(inner):
            return inner
        signature = inspect.signature(inner)

        @functools.wraps(inner)
        def checked(*args: Any, **kwargs: Any) -> Any:
            if self.watched.busy:
                return inner(*args, **kwargs)
            try:
                bound = signature.bind(*args, **kwargs)
            except TypeError:
                return inner(*args, **kwargs)
            bound.apply_defaults()
            whole = self.contract.constructor or self.is_whole(bound.arguments)
            self.all_hold(self.requires, bound.arguments)
            if self.requires and self.watched.broken is None and self.caller() is None:
                self.watched.met.add(inner.__qualname__)
            known = {**bound.arguments, **self.old(bound.arguments)}
            self.watched.calls.append((self, known))
            try:
                result = inner(*args, **kwargs)
            finally:
                self.watched.calls.pop()
            self.all_hold(self.ensures, {**known, RESULT: result})
            if self.invariants and whole:
                self.all_hold(self.invariants, {SELF: next(iter(bound.arguments.values()))})
            return result

        return checked

    def is_whole(self, arguments: Mapping[str, Any]) -> bool:
        """Do the invariants hold of the object where a method begins?  The method is not to blame where they do not."""
        owner = {SELF: next(iter(arguments.values()))} if self.invariants else {}
        for read, clause in self.invariants:
            if not self.holds(clause, owner)[0]:
                if self.caller() is None:  # the test gives the object
                    raise NotAnInput(f"`invariant {read.text}` does not hold of what it calls")
                return False
        return True

    def old(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, made in self.olds:
            try:
                found[OLD + name] = copy.deepcopy(arguments[name]) if made is None else self.evaluated(made, arguments)
            except Exception as error:
                found[OLD + name] = _Unkept(error)
        return found

    def evaluated(self, clause: Any, known: Mapping[str, Any]) -> Any:
        """The value of a clause; what the clause reaches is not reached by the program."""
        watched = self.watched
        before, watched.busy = set(watched.hits), True
        try:
            code = clause.__code__
            given = {name: known[name] for name in code.co_varnames[: code.co_argcount]}
            unkept = next((value for value in given.values() if isinstance(value, _Unkept)), None)
            if unkept is not None:
                raise unkept.error
            return clause(**given)
        finally:
            watched.busy = False
            watched.hits.intersection_update(before)

    def holds(self, clause: Any, known: Mapping[str, Any]) -> tuple[bool, str]:
        """Whether it is true, and what it raises, if anything."""
        try:
            return bool(self.evaluated(clause, known)), ""
        except Exception as error:
            return False, type(error).__name__

    def all_hold(self, clauses: Iterable[tuple[ReadClause, Any]], known: Mapping[str, Any]) -> None:
        for read, clause in clauses:
            held, raised = self.holds(clause, known)
            if not held:
                self.breaks(read, clause, known, raised)
                return

    def breaks(self, read: ReadClause, clause: Any, known: Mapping[str, Any], raised: str) -> None:
        caller = self.caller()
        if read.kind == REQUIRE and caller is None:
            raise NotAnInput(f"it breaks `require {read.text}` of {self.function.__qualname__}")
        if self.watched.broken is not None:
            return
        span = self.contract.place if read.kind == INVARIANT else read.span
        file = self.function.__code__.co_filename
        if read.kind == REQUIRE and caller is not None:
            place = place_in(caller.f_code, caller.f_lasti)
            span, file = place or read.span, caller.f_code.co_filename
        paths = (path for path in paths_in(read.node.body) if path[0] in known)
        shown = ((".".join(path).replace(OLD, "OLD."), text_at(path, known)) for path in paths)
        parts = tuple((name, text) for name, text in shown if text is not None)
        here = file == self.watched.file
        name = self.function.__qualname__
        self.watched.before = frozenset(self.watched.hits)
        foreign = self.function.__code__.co_filename != self.watched.file
        self.watched.broken = Broken(
            read.kind, name, read.span, read.text, raised, span, here, parts, read.library, foreign
        )

    def at_loop(self, read: ReadClause, clause: Any, shown: Any, known: Mapping[str, Any]) -> None:
        held, raised = self.holds(clause, known)
        file = self.function.__code__.co_filename
        if held or (file, read.span) in self.watched.loops:
            return
        values = []
        for name, value in shown:
            try:
                text = text_of(value())
            except NameError:
                continue
            if text is not None:
                values.append((name, text))
        name = self.function.__qualname__
        self.watched.loops[file, read.span] = Broken(
            read.kind, name, read.span, read.text, raised, read.span, file == self.watched.file, tuple(values)
        )

    def caller(self) -> types.FrameType | None:
        """The innermost function of the project that calls; None where it is the test."""
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None:
            if any(frame.f_code.co_filename.startswith(folder) for folder in self.watched.folders):
                return frame
            frame = frame.f_back
        return None
