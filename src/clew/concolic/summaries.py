"""Path summaries of functions of the project that a function under test calls.

A pure function over numbers is explored on its own, its parameters being variables, until its tree of paths is closed
(compositional symbolic execution; Godefroid 2007, with the tree as the exact summary).  A call of it then is one step:
CPython runs the function, and its paths enter the run merged, the result being one term (an `ite` for each decision of
the tree) and each outcome that no term can hold, an exception or a constant of another type, one decision.  So callers
see one path where there were many.

Proofs rest on summaries as on runs, so a summary is used only where it is exact:

    what the function does depends on its arguments and on globals that are constants, which is checked by its
    text (`analysis.purity`), by what its globals hold, and again at each call;
    every run of its own exploration was followed to the end, and every side of every decision was run or is
    contradictory;
    nothing that is a goal of the function under test can run inside.

Everything else is stepped into.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from clew.analysis.purity import globals_of_a_pure_function
from clew.concolic.arguments import Arguments
from clew.effects.faults import is_ours
from clew.ir import tree as ir
from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import BOOL, FLOAT, INT, Sort
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.trace import ModelError, Run, Stop
from clew.search.tree import Diverged, Model, Node, PathTree, Side, condition_of, prefix_of
from clew.semantics.shadow import Concretized, Fields, Havocked, Items, Pair, Tracked, simplified, term_of
from clew.solver.parts import solve_flip
from clew.solver.protocol import Sat, Solver, Unsat

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

RUNS: Final = 128  # of a function explored on its own
ROUNDS: Final = 20  # decisions at one place in one of them
WORK: Final = 2_000_000  # of the solver for all of them
STEPS: Final = 2_000  # operations in one of them
SPECIAL: Final = 6  # summaries of one function for constant arguments
HEAVY: Final = 8  # paths that make a function heavy (`auto`), called once or often

_SORTS: Final[Mapping[type, Sort]] = {int: INT, bool: BOOL, float: FLOAT}
_CONSTANTS: Final = frozenset({int, bool, float, str, bytes, type(None)})
_PURE_BUILTINS: Final = frozenset(
    {
        abs, min, max, len, range, int, float, bool, str, divmod, round, sum, pow, ord, chr, any, all, enumerate, zip,
        reversed, sorted, tuple, list, set, frozenset, repr,
    }
)  # fmt: skip

Kind = tuple[Any, ...]
"""An outcome as far as no term tells it: `("value", class)`, `("constant", class, value)`, `("raise", class, args)`."""


@dataclass(frozen=True, slots=True)
class Summary:
    """parameters: the variables, None for a parameter fixed to a constant.

    conditions: when each kind of outcome comes about, no two at once, one of them always; results: the value then;
    paths: how many there are.
    """

    name: str
    parameters: tuple[Term | None, ...]
    conditions: Mapping[Kind, Term]
    results: Mapping[Kind, Term]
    paths: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What a pure function rests on: the globals it and what it calls read, and all that may run inside it."""

    reads: tuple[tuple[dict[str, Any], str, Any], ...]
    runs: frozenset[int]


class NoSummary(Exception):
    """The function is to be stepped into."""


@dataclass(slots=True)
class Summaries:
    """Of one exploration of one unit.

    work: what the solver has done so far.  lowered: the tree form of the function of a number; changed: names of module
    variables that some function changes; apart: may the function of this number run inside a summary (is nothing in it
    a goal)?  often: names of functions that the unit calls often; heavy_only: leave others to be stepped into, unless
    they have many paths.
    """

    machine: Machine
    solver: Solver
    work: Callable[[], int]
    lowered: Callable[[int], ir.Function | None]
    changed: frozenset[str]
    apart: Callable[[int], bool]
    often: frozenset[str]
    heavy_only: bool
    known: dict[tuple[Any, ...], Summary | None] = field(default_factory=dict)
    frames: dict[int, Frame | None] = field(default_factory=dict)
    special: dict[int, int] = field(default_factory=dict)
    applied: dict[tuple[Any, ...], tuple[dict[Kind, Term], dict[Kind, Term]]] = field(default_factory=dict)

    # ------------------------------------------------------------ a call

    def call(self, f: types.FunctionType, number: int, arguments: Arguments) -> Pair | None:
        """The call by its summary; None where it is to be stepped into."""
        machine = self.machine
        if machine.setup or (number in self.frames and self.frames[number] is None):
            return None
        if not any(s is not None for s in (*arguments.shadows, *arguments.named_shadows.values())):
            return None
        given = self.parameters(f, number, arguments)
        if given is None or not self.unchanged(number, f):
            return None
        given = [machine.settle(v) for v in given]
        if not all(map(_plain, given)):
            return None
        summary = self.summary(f, number, given)
        return None if summary is None else self.apply(f, summary, given)

    def parameters(self, f: types.FunctionType, number: int, arguments: Arguments) -> list[Tracked] | None:
        """The arguments by parameter; None where that takes more than a look, or CPython would complain."""
        positional = machine_parameters(self.machine, number)
        defaults = dict(zip(reversed(positional), reversed(f.__defaults__ or ()), strict=False))
        if f.__kwdefaults__ or len(arguments.values) > len(positional):
            return None
        given = dict(zip(positional, arguments.tracked(), strict=False))
        for name, value in arguments.named_tracked().items():
            if name in given or name not in positional:
                return None
            given[name] = value
        found = [
            given[p] if p in given else Tracked(defaults[p], None) for p in positional if p in given or p in defaults
        ]
        if len(found) < len(positional):
            return None
        return found

    def apply(self, f: types.FunctionType, summary: Summary, given: list[Tracked]) -> Pair:
        machine = self.machine
        at = machine.at
        result, failure = self.run_plainly(f, given)
        kind = _kind_of(result) if failure is None else _kind_of_failure(failure, summary.conditions)
        ended, machine.at = machine.at, at
        if kind is None or kind not in summary.conditions:
            raise ModelError(f"{machine.place()}: {f.__qualname__} had another outcome than on any of its paths")
        conditions, results = self.at_call(summary, given)
        others = list(summary.conditions)
        for other in others:
            if other is not others[-1] or kind != other:
                machine.decide(conditions[other], other == kind)
            if other == kind:
                break
        machine.run.summaries.add(summary.name)
        if failure is not None:
            machine.at = ended
            if kind[2] is None:
                machine.keep(failure, Havocked(machine.lost("unmodelled-operation", "the arguments of an exception")))
            raise failure
        term = results.get(kind)
        return result, None if term is None else simplified(term)

    def at_call(self, summary: Summary, given: list[Tracked]) -> tuple[dict[Kind, Term], dict[Kind, Term]]:
        """Conditions and results with the arguments in place of the parameters."""
        pairs = [(p, term_of(*v)) for p, v in zip(summary.parameters, given, strict=True) if p is not None]
        key = (id(summary), *(term for _, term in pairs))
        if key not in self.applied:
            mapping = {p: term for p, term in pairs if term is not None}
            self.applied[key] = (
                {kind: t.substitute(term, mapping) for kind, term in summary.conditions.items()},
                {kind: t.substitute(term, mapping) for kind, term in summary.results.items()},
            )
        return self.applied[key]

    def run_plainly(self, f: types.FunctionType, given: list[Tracked]) -> tuple[Any, BaseException | None]:
        """CPython's call, with nothing followed: the result, or what it raised."""
        machine = self.machine
        before = machine.native_taint, machine.native_depth, machine.returned, machine.inputs
        machine.native_taint, machine.native_depth, machine.inputs, machine.plain = None, 0, None, True
        try:
            return f(*(v.value for v in given)), None
        except (Stop, ModelError):
            raise
        except Exception as error:
            return None, error
        finally:
            machine.native_taint, machine.native_depth, machine.returned, machine.inputs = before
            machine.plain = False

    # ------------------------------------------------------------ what it rests on

    def unchanged(self, number: int, f: types.FunctionType) -> bool:
        """Is the function pure, may it be summarised, and do the globals hold what they held?"""
        if number not in self.frames:
            try:
                self.frames[number] = self.frame(f, number)
            except NoSummary:
                self.frames[number] = None
        frame = self.frames[number]
        if frame is None:
            return False
        shadows = self.machine.global_shadows
        return all(
            _held(space, name) is value and shadows.get((space.get("__name__", ""), name)) is None
            for space, name, value in frame.reads
        )

    def frame(self, f: types.FunctionType, number: int) -> Frame:
        reads: list[tuple[dict[str, Any], str, Any]] = []
        runs: set[int] = set()
        waiting = [(f, number)]
        while waiting:
            function, its_number = waiting.pop()
            if its_number in runs:
                continue
            runs.add(its_number)
            lowered = self.lowered(its_number)
            names = None if lowered is None else globals_of_a_pure_function(lowered)
            if names is None or function.__closure__ or function.__dict__ or not self.apart(its_number):
                raise NoSummary
            for name in sorted(names):
                value = _held(function.__globals__, name)
                reads.append((function.__globals__, name, value))
                if isinstance(value, types.FunctionType):
                    inner = self.machine.by_code.get(value.__code__)
                    if inner is None or name in self.changed:
                        raise NoSummary
                    waiting.append((value, inner))
                elif name in self.changed or not (_constant(value) or _computes(value)):
                    raise NoSummary
        return Frame(tuple(reads), frozenset(runs))

    # ------------------------------------------------------------ the summary

    def summary(self, f: types.FunctionType, number: int, given: list[Tracked]) -> Summary | None:
        """For numbers of these types; where that has too many paths, for these constants."""
        general = (number, *((type(v.value),) if type(v.value) in _SORTS else _constant_key(v.value) for v in given))
        found = self.remembered(f, number, general, given, {i for i, v in enumerate(given) if _number(v)})
        if found is not None or all(v.shadow is not None for v in given):
            return found
        fixed = (number, *((type(v.value),) if v.shadow is not None else _constant_key(v.value) for v in given))
        if fixed == general or (fixed not in self.known and self.special.get(number, 0) >= SPECIAL):
            return None
        if fixed not in self.known:
            self.special[number] = self.special.get(number, 0) + 1
        return self.remembered(f, number, fixed, given, {i for i, v in enumerate(given) if v.shadow is not None})

    def remembered(
        self, f: types.FunctionType, number: int, key: tuple[Any, ...], given: list[Tracked], free: set[int]
    ) -> Summary | None:
        if key not in self.known:
            self.known[key] = None  # while it is made, calls of itself are stepped into
            try:
                summary = self.explore(f, number, given, free)
            except NoSummary:
                return None
            wanted = 2 if not self.heavy_only or f.__name__ in self.often else HEAVY
            self.known[key] = summary if summary.paths >= wanted else None
        return self.known[key]

    def explore(self, f: types.FunctionType, number: int, given: list[Tracked], free: set[int]) -> Summary:
        """Run it on its own until its tree of paths is closed.  free: which parameters are variables."""
        machine = self.machine
        name = f.__qualname__
        parameters = tuple(
            t.var(f"{name}()!{i}:{type(v.value).__name__}", _SORTS[type(v.value)]) if i in free else None
            for i, v in enumerate(given)
        )
        first = {p.data: v.value for p, v in zip(parameters, given, strict=True) if p is not None}
        saved = dict(vars(machine))
        tree = PathTree(lambda condition: False)
        kinds: dict[Node, tuple[Kind, Term | None]] = {}
        limit = self.work() + WORK
        try:
            waiting = self.run(f, number, given, parameters, first, tree, kinds)
            while waiting:
                side = waiting.pop()
                if side.state != "waiting":
                    continue
                node = side.node
                assert node.decision is not None and node.model is not None
                prefix, _ = prefix_of(node)
                answer = solve_flip(self.solver, prefix, node.model, condition_of(node.decision, side.outcome))
                match answer:
                    case Sat(model):
                        if tree.runs >= RUNS or self.work() > limit:
                            raise NoSummary
                        waiting += self.run(f, number, given, parameters, model, tree, kinds)
                        if side.state == "waiting":
                            raise NoSummary
                    case Unsat(_, exact=True):
                        side.state = "infeasible"
                    case _:
                        raise NoSummary
        finally:
            vars(machine).update(saved)
        return _fold(name, parameters, tree, kinds)

    def run(
        self,
        f: types.FunctionType,
        number: int,
        given: list[Tracked],
        parameters: tuple[Term | None, ...],
        model: Model,
        tree: PathTree,
        kinds: dict[Node, tuple[Kind, Term | None]],
    ) -> list[Side]:
        """One run; the sides it leaves waiting."""
        machine = self.machine
        machine.begin()
        machine.setup = False
        machine.max_steps = STEPS
        values = [v.value if p is None else model[p.data] for p, v in zip(parameters, given, strict=True)]
        for p, v in zip(parameters, given, strict=True):
            if p is not None:
                machine.stands_for(str(p.data), type(v.value))
        machine.pending[number] = Arguments(tuple(values), parameters)
        failure: BaseException | None = None
        result: Any = None
        try:
            result = f(*values)
        except (Stop, ModelError, RecursionError, MemoryError):
            raise NoSummary from None
        except Exception as error:
            if is_ours(error):
                raise NoSummary from None
            failure = error
        run = machine.run
        if not _followed(run, machine.facts, model):
            raise NoSummary
        term: Term | None = None
        if failure is not None:
            kind = _raised(machine, failure)
        else:
            returned = machine.returned
            if returned is None or returned[0] is not result:
                raise NoSummary
            shadow = returned[1]
            kind = _kind_of(result)
            if kind is not None and kind[0] == "value":
                term = term_of(result, shadow)
                if term is None or not _same(evaluate(term, model), result):
                    raise NoSummary
            elif shadow is not None:
                raise NoSummary
        if kind is None:
            raise NoSummary
        try:
            fresh = tree.insert(run, model)
        except Diverged:
            raise NoSummary from None
        kinds[tree.last] = kind, term
        return fresh


def _fold(
    name: str,
    parameters: tuple[Term | None, ...],
    tree: PathTree,
    kinds: Mapping[Node, tuple[Kind, Term | None]],
) -> Summary:
    """The closed tree as terms: one `ite` for each decision whose sides differ."""
    # Where one path gives a class of exceptions arguments that depend on the inputs, none of them is told apart.
    vague = {kind[1] for kind, _ in kinds.values() if kind[0] == "raise" and kind[2] is None}
    kinds = {n: (("raise", k[1], None) if k[0] == "raise" and k[1] in vague else k, v) for n, (k, v) in kinds.items()}
    order = list(dict.fromkeys(kind for kind, _ in kinds.values()))
    conditions: dict[Kind, Term] = {}
    results: dict[Kind, Term] = {}
    for kind in order:
        when: dict[Node, Term] = {}
        what: dict[Node, Term | None] = {}
        stack = [tree.root]
        while stack:
            node = stack[-1]
            children = [side.child for side in node.sides if side.child is not None]
            missing = [child for child in children if child not in when]
            if missing:
                stack += missing
                continue
            stack.pop()
            if node.decision is None:
                its_kind, term = kinds[node]
                when[node], what[node] = t.boolean(its_kind == kind), term if its_kind == kind else None
                continue
            no, yes = (side.child for side in node.sides)
            condition = node.decision.condition
            assert condition is not None
            if no is None or yes is None:
                only = yes or no
                assert only is not None
                when[node], what[node] = when[only], what[only]
                continue
            when[node] = t.ite(condition, when[yes], when[no])
            one, other = what[yes], what[no]
            what[node] = one if other is None else other if one is None else t.ite(condition, one, other)
        conditions[kind] = when[tree.root]
        result = what[tree.root]
        if result is not None:
            results[kind] = result
    return Summary(name, parameters, conditions, results, len(kinds))


def _followed(run: Run, facts: list[Term], model: Model) -> bool:
    """Does the path condition of the run say everything about it, and hold?  And is it no loop without an end?"""
    if run.stopped is not None or run.approximations or run.assumptions or run.type_tests or run.told or facts:
        return False
    return all(
        d.condition is not None and d.occurrence <= ROUNDS and not d.facts and evaluate(d.condition, model) == d.outcome
        for d in run.decisions
    )


def machine_parameters(machine: Machine, number: int) -> list[str]:
    return [parameter.name for parameter in machine.sites.functions[number].parameters]


def _plain(value: Tracked) -> bool:
    """A number that is followed, or a constant."""
    if value.shadow is None:
        return type(value.value) in _CONSTANTS
    return type(value.value) in _SORTS and isinstance(value.shadow, Term)


def _number(value: Tracked) -> bool:
    return type(value.value) in _SORTS


def _constant_key(value: Any) -> tuple[Any, ...]:
    return (type(value), value.hex() if isinstance(value, float) else value)


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and (a == b or (a != a and b != b)) and str(a) == str(b)


def _kind_of(result: Any) -> Kind | None:
    kind = type(result)
    if kind in _SORTS:
        return ("value", kind)
    if kind in _CONSTANTS:
        return ("constant", kind, result)
    return None


def _raised(machine: Machine, error: BaseException) -> Kind | None:
    """An exception whose arguments depend on the inputs is told by its class alone."""
    contents = machine.contents(error)
    known = contents.attributes.get("args") if isinstance(contents, Fields) else None
    if type(error).__init__ is not _builtin_init(type(error)) or isinstance(contents, Havocked):
        return None
    if isinstance(known, Items | Concretized) or not all(type(a) in _CONSTANTS for a in error.args):
        return ("raise", type(error), None)
    return ("raise", type(error), tuple(_constant_key(a) for a in error.args))


def _builtin_init(kind: type) -> Any:
    return next(
        (vars(c)["__init__"] for c in kind.__mro__ if "__init__" in vars(c) and c.__module__ == "builtins"), None
    )


def _kind_of_failure(error: BaseException, kinds: Mapping[Kind, Term]) -> Kind:
    told = ("raise", type(error), tuple(_constant_key(a) for a in error.args if type(a) in _CONSTANTS))
    return told if told in kinds else ("raise", type(error), None)


def _held(space: dict[str, Any], name: str) -> Any:
    """What a global, or else builtin, name stands for."""
    return space[name] if name in space else getattr(builtins, name, None)


def _constant(value: Any) -> bool:
    return type(value) in _CONSTANTS or (type(value) is tuple and all(map(_constant, value)))


def _computes(value: Any) -> bool:
    """A builtin that only computes, or a class of exceptions that only keeps its arguments."""
    if isinstance(value, type) and issubclass(value, Exception):
        return value.__init__ is _builtin_init(value) and not any(
            "__new__" in vars(c) for c in value.__mro__ if c.__module__ != "builtins"
        )
    try:
        return value in _PURE_BUILTINS
    except TypeError:
        return False
