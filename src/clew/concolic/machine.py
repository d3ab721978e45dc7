"""The machine that instrumented code calls: real Python objects, with shadows beside them.

Each operation gets operands as (value, shadow) pairs and returns such a pair.  Operands that do not depend on the
inputs take the short way: CPython's own operator.  Others go to the table of operations, to the user's own special
methods (stepped into), or, where nothing is known, to CPython with the result `Concretized`.

What a run learns about its inputs is recorded by `decide` and nowhere else.
"""

from __future__ import annotations

import builtins
import inspect
import itertools
import re
import sys
import types
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingType
from typing import TYPE_CHECKING, Any

from clew.concolic import (
    attributes,
    breaches,
    calls,
    dispatch,
    iteration,
    native,
    questions,
    raising,
    running_out,
    taint,
)
from clew.concolic.arguments import Arguments, arguments_of, bind, spread, waiting_arguments
from clew.concolic.contexts import Context
from clew.concolic.heap import Heap
from clew.concolic.shared_state import LedTo, SharedState, lose
from clew.effects.environment_effects import (
    NOTHING_HANDLED,
    RESOURCES,
    imported_packages,
    read_by,
    supposed,
)
from clew.effects.faults import is_ours, worded_by_us
from clew.effects.set_order import is_within
from clew.ir.guards import sees_calls
from clew.ir.operators import COMPARISONS, with_in_place
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.search.sites import Sites
from clew.search.trace import Breached, ModelError, StepLimit, Stop, TypeTest
from clew.semantics import dates, formatting, ranges, table
from clew.semantics.class_lookup import forget_classes
from clew.semantics.fallback import Halfway
from clew.semantics.hashing import SET_ORDER
from clew.semantics.iterators import BUILTIN
from clew.semantics.shadow import (
    Choice,
    Concretized,
    Fields,
    Havocked,
    Items,
    Mapping,
    Pair,
    Sequence,
    Shadow,
    Text,
    Tracked,
    items_of,
)
from clew.semantics.symbols import CONCRETE

if TYPE_CHECKING:
    from clew.concolic.callbacks import Callbacks
    from clew.concolic.summaries import Summaries
    from clew.concolic.world import World

NONE = type(None)

ATOMIC = frozenset({int, bool, float, str, bytes, NONE, complex, type(...), type(NotImplemented)})

MEMO = 100_000
_UNSEEN: Any = object()
_NEVER_RAISE = with_in_place("+", "-", "*") | COMPARISONS.keys()


class Machine(Heap):
    """One machine serves a host process; `begin` makes it ready for the next run.

    One method for each operation that instrumented text may ask for, which is why there are so many.
    """

    Stop = Stop  # named by instrumented `except` clauses
    arguments = Arguments  # made by instrumented calls
    spread = spread
    invoke = calls.call
    set_attr = attributes.set_attribute
    equal = dispatch.equal
    caught_as = raising.shadow_of

    def __init__(self, sites: Sites, steps: int) -> None:
        super().__init__(sites, steps)
        self.summaries: Summaries | None = None
        self.callbacks: Callbacks | None = None
        self.shared = SharedState()  # that others may have changed before a run
        self.led_to: dict[int, LedTo] = {}  # by what is in it, before every run
        self.puts_back: Callable[[Any], bool] = lambda value: False  # is what it holds the same before every run?
        self.is_set: Callable[[str], bool] = lambda name: False  # does code of the project set it of any object?
        self.is_deleted: Callable[[str], bool] = lambda name: False
        self.catching: frozenset[int] = frozenset()  # functions that handle what may be raised wherever a run is
        self.flags: Callable[[], bool] = lambda: False  # may an int be an `IntFlag`, which keeps bits in its own way?
        for op in CONCRETE:
            setattr(self, dispatch.method_name(op), self._binary(op))
        self.begin()

    def begin(self) -> None:
        """Forget the last run, and what it may have done to classes."""
        forget_classes()
        super().begin()
        self.walked: set[int] = set()  # those iterated so far
        self.halfway: Halfway | None = None
        self.caches: dict[int, tuple[Any, list[Any]]] = {}  # of functions with `lru_cache`
        self.exposed: dict[int, tuple[Any, dict[str, Any]]] = {}  # objects whose `__dict__` the program holds, with it
        self.slotted: dict[int, tuple[Any, Any]] = {}  # containers with slots, and what keeps the shadows of these
        self.global_shadows: dict[tuple[str, str], Shadow] = {}
        self.pending: dict[int, Arguments] = {}
        self.running: dict[int, int] = {}  # by number of a function: how many calls of it have not ended, at most
        self.waiting: dict[int, tuple[Any, Arguments]] = {}
        self.returned: Pair | None = None
        self.fresh = True  # this run makes all the calls there were
        self.plain = False  # nothing is followed: CPython alone, with goals and visits counted
        self.yielded: Pair | None = None
        self.sending: Pair | None = None  # what the generator that is now resumed is sent
        self.leaked: Concretized | None = None
        self.native_taint: Concretized | None = None
        self.native_operands: list[Pair] = []  # of the native call that goes on
        self.native_depth = 0
        self.worldly = False  # was something asked of the world?
        self.world: World | None = None  # where what is asked of it is an input, too
        self.inputs: MappingType[str, Any] | None = None  # the value of every input variable, in a run that is followed
        self.unclear: dict[int, raising.Unclear] = {}  # exceptions that might have been others
        self.thrown: BaseException | None = None  # by the latest `raise` statement that names an exception
        self.refused: int | None = None  # the function that asks for what a call does not keep, where that raised it

    def tells(self, error: Exception, operands: tuple[Tracked, ...]) -> None:
        """What an exception of an operation says may depend on the operands: it names a key, or shows a text."""
        if id(error) in self.heap or taint.raised_inside(self, error) or isinstance(error, ModelError):
            return
        if isinstance(error, KeyError) and len(error.args) == 1:
            shadow = next((s for v, s in operands if v is error.args[0]), None)
            if not isinstance(shadow, Choice):
                self.keep(error, Fields({"args": items_of((shadow,))}))
                return
        if taint.first_tainted(self, list(operands)) is not None:
            lost = self.lost("unmodelled-operation", f"what the {type(error).__name__} says")
            self.keep(error, Havocked(lost))

    def ends(self, error: Exception, kind: type[Exception]) -> bool:
        """Is the exception of the kind that ends an iteration?  Where its class was lost, that is decided."""
        return raising.is_caught(self, error, kind)

    def others_act(self, at_start: bool = False) -> None:
        """Code of others runs, and may use the classes and functions of the project.  at_start: before the run."""
        lose(self, self.shared, at_start)

    def number_of(self, function: types.FunctionType) -> int | None:
        """Of a function of the project, among all."""
        return self.by_code.get(function.__code__)

    def type_tested(self, question: str, value: Any, shadow: Shadow, answer: object) -> None:
        """The code asked for the type of something that came from outside.

        One statement may ask several questions (the cases of a `match`), each of several inputs, and each counts alone.
        """
        inputs = self.inputs_of(value, shadow)
        name = answer.__qualname__ if isinstance(answer, type) else str(answer)
        first = re.split(r"[^\w.]", inputs[0])[0] if inputs else ""
        guessed = not inputs or any(map(self.is_guess, inputs))
        self.run.type_tests.add(TypeTest(self.at, f"{question} {first}", name, guessed))

    # ------------------------------------------------------------ truth

    def truth_term(self, value: Tracked) -> Term | None:
        """The truth value as a term, without deciding anything; None where only `truth` can tell."""
        real, shadow = value
        if shadow is None:
            contents = self.contents(real) if type(real) not in ATOMIC else None
            if contents is None or isinstance(contents, Havocked):
                return None
            length = getattr(contents, "length", None)
            return t.ge(length, t.ONE) if length is not None else None
        if isinstance(shadow, Text):
            return t.ge(shadow.length, t.ONE)
        if isinstance(shadow, Term):
            if isinstance(real, bool):
                return shadow
            if isinstance(real, int):
                return t.ne(shadow, t.ZERO)
            return t.not_(t.operation("feq", shadow, t.floating(0.0)))
        if isinstance(shadow, Items) and type(real) is range:
            return t.ge(ranges.length_term(self, value), t.ONE)
        return dates.truth(value) if isinstance(shadow, Items) else None

    def truth(self, value: Tracked) -> bool:
        value = self.settle(value)
        real, shadow = value
        if self.given:
            questions.of_truth(self, real, shadow)
        if shadow is None and type(real) in ATOMIC:
            return bool(real)
        if isinstance(shadow, Concretized):
            return self.decide_lost(shadow, self._native_truth(real))
        term = self.truth_term(value)
        if term is not None:
            return self.decide(term, bool(real))
        contents = self.contents(real)
        if isinstance(contents, Havocked):
            return self.decide_lost(contents.lost, self._native_truth(real))
        return dispatch.truth(self, value)

    def _native_truth(self, real: Any) -> bool:
        return bool(native.run(self, bool, Arguments((real,), (None,)))[0])

    def branch(self, value: Any, shadow: Shadow, site: int) -> bool:
        """The outcome of a decision of the source; hits its goal."""
        if shadow is None and (type(value) is bool or self.plain):
            outcome = bool(value)
        else:
            before = self.at
            self.at = site
            self.visits[site] = self.visits.get(site, 0) + 1
            tracked = self.settle(Tracked(value, shadow))
            term = self.truth_term(tracked)
            if term is not None or isinstance(tracked.shadow, Concretized):
                self.direct = True
            try:
                outcome = self.truth(tracked)
            finally:
                self.direct = False
            self.at = before
        goals = self.sites.places[site].goals
        if goals:
            goal = goals.get("true" if outcome else "false")
            if goal is not None and goal not in self.run.hits:
                self.run.hits[goal] = len(self.run.decisions)
        return outcome

    def not_(self, value: Any, shadow: Shadow) -> Pair:
        if shadow is None and (self.plain or type(value) in ATOMIC):
            return not value, None
        tracked = self.settle(Tracked(value, shadow))
        if isinstance(tracked.shadow, Concretized):
            return not self._native_truth(value), tracked.shadow
        term = self.truth_term(tracked)
        if term is not None:
            return not value, dispatch.scalar(t.not_(term))
        return not self.truth(tracked), None

    # ------------------------------------------------------------ operators

    def _binary(self, op: str) -> Callable[[Any, Shadow, Any, Shadow], Pair]:
        """The machine's method for an operator; scalar integer operations are remembered, since runs share their
        prefixes.
        """
        concrete = CONCRETE[op]
        memo: dict[tuple[Any, Any], Shadow] = {}
        remembers = op in _NEVER_RAISE

        def run(a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
            if sa is None and sb is None and (self.plain or (type(a) in ATOMIC and type(b) in ATOMIC)):
                return concrete(a, b), None
            if not (remembers and type(a) is int and type(b) is int):
                return dispatch.binary(self, op, concrete, a, sa, b, sb)
            key = (a if sa is None else sa, b if sb is None else sb)
            shadow = memo.get(key, _UNSEEN)
            if shadow is not _UNSEEN:
                return concrete(a, b), shadow
            result = dispatch.binary(self, op, concrete, a, sa, b, sb)
            if isinstance(sa, Term | NONE) and isinstance(sb, Term | NONE) and isinstance(result[1], Term | NONE):
                if len(memo) > MEMO:
                    memo.clear()
                memo[key] = result[1]
            return result

        return run

    def binary(self, op: str, a: Tracked, b: Tracked) -> Tracked:
        """Any binary operation on tracked operands."""
        return Tracked(*getattr(self, dispatch.method_name(op))(a.value, a.shadow, b.value, b.shadow))

    def less(self, a: Tracked, b: Tracked) -> Tracked:
        return self.binary("<", a, b)

    def neg(self, value: Any, shadow: Shadow) -> Pair:
        return (-value, None) if shadow is None and type(value) in ATOMIC else dispatch.unary(self, "-", value, shadow)

    def pos(self, value: Any, shadow: Shadow) -> Pair:
        return (+value, None) if shadow is None and type(value) in ATOMIC else dispatch.unary(self, "+", value, shadow)

    def invert(self, value: Any, shadow: Shadow) -> Pair:
        return (~value, None) if shadow is None and type(value) in ATOMIC else dispatch.unary(self, "~", value, shadow)

    def is_(self, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
        if sa is None and sb is None and type(a) is not frozenset and (a is b or not dispatch.may_be_merged(a, b)):
            if self.given:
                questions.of_identity(self, a, sa, b, sb)
            return a is b, None
        questions.of_identity(self, a, sa, b, sb)
        return dispatch.identical(self, a, sa, b, sb)

    def is_not(self, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
        return self.not_(*self.is_(a, sa, b, sb))

    def contains(self, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
        if self.plain:
            return a in b, None
        return dispatch.contains(self, a, sa, b, sb)

    def not_contains(self, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
        return self.not_(*dispatch.contains(self, a, sa, b, sb))

    def is_sequence(self, value: Any, shadow: Shadow) -> Pair:
        return dispatch.pattern_kind(self, value, shadow, 1 << 5)

    def is_mapping(self, value: Any, shadow: Shadow) -> Pair:
        return dispatch.pattern_kind(self, value, shadow, 1 << 6)

    # ------------------------------------------------------------ items and attributes

    def item(self, o: Any, so: Shadow, k: Any, sk: Shadow) -> Pair:
        if self.plain:
            return o[k], None
        return dispatch.item(self, "item", o, so, k, sk)

    def set_item(self, o: Any, so: Shadow, k: Any, sk: Shadow, v: Any, sv: Shadow) -> None:
        dispatch.item(self, "set_item", o, so, k, sk, v, sv)

    def del_item(self, o: Any, so: Shadow, k: Any, sk: Shadow) -> None:
        dispatch.item(self, "del_item", o, so, k, sk)

    def slice(self, lower: Any, sl: Shadow, upper: Any, su: Shadow, step: Any, ss: Shadow) -> Pair:
        return slice(lower, upper, step), items_of((sl, su, ss))

    def attr(self, o: Any, so: Shadow, name: str) -> Pair:
        if self.plain:
            return getattr(o, name), None
        return attributes.attribute(self, o, so, name)

    def del_attr(self, o: Any, so: Shadow, name: str) -> None:
        so = self.settle(Tracked(o, so)).shadow
        if isinstance(so, Concretized):
            self.approximate(so.code, so.text)
        questions.ask(self, o, so)
        if self.outside:
            self.read(o, name)  # whether there is one
        lost = attributes.lost_namespace(self, o)
        if lost is None:
            delattr(o, name)
        else:
            raising.guarded(self, lost, delattr, o, name, classes=frozenset({AttributeError}))
        if name == "__dict__":
            attributes.forget_fields(self, o)
        if id(o) in self.exposed:
            kept = self.heap[id(self.exposed[id(o)][1])][1]
            if isinstance(kept, Mapping):
                kept.entries.pop(name, None)
        for held in (o, *self.slotted.get(id(o), ())[1:]):
            contents = self.contents(held)
            if isinstance(contents, Fields):
                contents.attributes.pop(name, None)

    def global_shadow(self, module: str, name: str) -> Shadow:
        return self.global_shadows.get((module, name))

    def global_named(self, module: str, name: str) -> Any:
        """A global that a variable of the function hides."""
        for namespace in (vars(sys.modules[module]), vars(builtins)):
            if name in namespace:
                return namespace[name]
        raise NameError(f"name '{name}' is not defined", name=name)

    def builtin(self, name: str) -> Pair:
        """What the interpreter has under the name, whatever the module does."""
        return getattr(builtins, name), None

    def global_read(self, module: str, name: str) -> Pair:
        """Data in a global, for text that is not followed; NameError where it is none."""
        value = vars(sys.modules[module]).get(name, type)
        if isinstance(value, type | types.ModuleType | types.FunctionType | types.BuiltinFunctionType):
            raise NameError(name)
        return value, self.global_shadow(module, name)

    def set_global(self, module: str, name: str, shadow: Shadow) -> None:
        self.global_shadows[module, name] = shadow

    # ------------------------------------------------------------ displays and strings

    def make_tuple(self, values: tuple[Any, ...], shadows: tuple[Shadow, ...]) -> Pair:
        return tuple(values), items_of(tuple(shadows))

    def make_list(self, values: tuple[Any, ...], shadows: tuple[Shadow, ...]) -> Pair:
        result = list(values)
        if any(s is not None for s in shadows):
            self.keep(result, Sequence(list(shadows)))
        return result, None

    def make_set(self, values: tuple[Any, ...], shadows: tuple[Shadow, ...]) -> Pair:
        if all(s is None for s in shadows) and all(type(v) in ATOMIC for v in values):
            return set(values), None
        return self.call(Tracked(set, None), (Tracked(*self.make_list(values, shadows)),), {})

    def make_dict(self, items: tuple[tuple[Any, ...], ...]) -> Pair:
        if all(len(i) == 4 and i[1] is None and i[3] is None and type(i[0]) in ATOMIC for i in items):
            return {i[0]: i[2] for i in items}, None
        result: dict[Any, Any] = {}
        for item in items:
            if len(item) == 4:
                self.set_item(result, None, *item)
            else:
                self.method(result, None, "update", Arguments((item[0],), (item[1],)))
        return result, None

    def format(self, value: Any, shadow: Shadow, conversion: str, spec: Any, spec_shadow: Shadow) -> Pair:
        if spec and (what := read_by(format, (value, spec))) != "":
            self.suppose(supposed(what))
        if shadow is None and spec_shadow is None and type(value) in ATOMIC:
            convert: dict[str, Callable[[Any], Any]] = {"": lambda v: v, "r": repr, "s": str, "a": ascii}
            text = convert[conversion](value)
            return format(text, spec), None
        if is_within([value]):
            self.suppose(SET_ORDER)
        questions.ask_all(self, [(value, shadow)])
        tracked = self.settle(Tracked(value, shadow))
        return formatting.format_value(self, tracked, conversion, Tracked(spec, spec_shadow))

    def join(self, parts: tuple[Pair, ...]) -> Pair:
        if all(p[1] is None for p in parts):
            return "".join(p[0] for p in parts), None
        return formatting.join_parts(self, tuple(Tracked(*p) for p in parts))

    # ------------------------------------------------------------ calls

    def call_at(self, f: Any, sf: Shadow, arguments: Arguments) -> Pair:
        if f is globals:
            f = self.globals_of_caller
        at = self.at
        result = (native.plainly(f, arguments), None) if self.plain else calls.call(self, f, arguments, sf)
        self.at = at
        return result

    def globals_of_caller(self) -> dict[str, Any]:
        """What `globals()` gives; what is then done to it is not followed."""
        self.approximate("unmodelled-operation", "globals() was asked for")
        return self.calling()

    def calling(self) -> dict[str, Any]:
        """The variables of the module of the innermost instrumented function."""
        frame = sys._getframe(1)
        while frame.f_code not in self.by_code and frame.f_back is not None:
            frame = frame.f_back
        return frame.f_globals

    def method(self, o: Any, so: Shadow, name: str, arguments: Arguments) -> Pair:
        at = self.at
        if self.plain:
            result: Pair = native.plainly(getattr(o, name), arguments), None
        else:
            result = calls.method(self, o, so, name, arguments)
        self.at = at
        return result

    def method_bound(self, bound: Any, shadow: Shadow) -> Callable[..., Pair]:
        """`method`, for a method that was looked up before its arguments were evaluated."""

        def call(o: Any, so: Shadow, name: str, arguments: Arguments) -> Pair:
            settled = self.settle(Tracked(o, so))
            if table.method(type(settled.value), name) is not None or isinstance(settled.shadow, Concretized):
                return self.method(*settled, name, arguments)
            return self.call_at(bound, shadow if isinstance(shadow, Concretized) else None, arguments)

        return call

    def call(self, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
        return Tracked(*calls.call(self, function.value, arguments_of(args, kwargs), function.shadow))

    def enter(self, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow]) -> tuple[Shadow, ...]:
        if self.halfway is not None:
            self.halfway.ran = True
        self.starts(number)
        return bind(self, number, values, defaults, self.pending.pop(number, None))

    def enter_generator(self, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow]) -> tuple[Shadow, ...]:
        self.starts(number)
        return bind(self, number, values, defaults, waiting_arguments(self))

    def starts(self, number: int) -> None:
        """The function of the caller's caller starts."""
        before = self.running.get(number, 0)
        self.running[number] = before + 1
        self.entries[number] = self.entries.get(number, 0) + 1
        self.called_from[number] = self.at
        if number in self.catching:
            self.suppose(RESOURCES)
        if before and number not in self.recursive:
            frame = sys._getframe(2)
            code, around = frame.f_code, frame.f_back
            while around is not None:
                if around.f_code is code:
                    self.recursive.add(number)
                    return
                around = around.f_back

    def ret(self, value: Any, shadow: Shadow) -> Any:
        self.returned = (value, shadow)
        if self.native_depth:
            taint.leak(self, value, shadow)
        return value

    def closure(self, number: int, function: Any, defaults: dict[str, Shadow] | None = None) -> Any:
        """A function that was just made; defaults: the shadows of its own."""
        info = self.sites.functions[number]
        if defaults and any(shadow is not None for shadow in defaults.values()):
            lost = self.lost("unmodelled-operation", f"the defaults of {info.name}, asked for")
            self.keep(function, Fields(dict.fromkeys(("__defaults__", "__kwdefaults__", "__annotations__"), lost)))
        function.__name__ = info.name
        function.__qualname__ = info.qualname
        self.by_code[function.__code__] = number
        return function

    # ------------------------------------------------------------ iteration and generators

    def iterate(self, value: Tracked) -> Iterator[Tracked]:
        if self.plain:
            return map(Tracked, iter(value.value), itertools.repeat(None))
        questions.of_walk(self, *value)
        halfway = self.halfway
        if halfway is None or halfway.ran or type(value.value) in BUILTIN:
            return iteration.iterate(self, value)
        self.halfway = None
        try:
            items = iteration.iterate(self, value)
        finally:
            self.halfway = halfway
        return halfway.drawing(self, value.value, items)

    def stream(self, items: Iterator[Tracked], sized_by: Tracked | None = None) -> Tracked:
        """A real iterator whose items carry shadows.  sized_by: whom it asks how many these are."""
        return Tracked(iteration.Stream(self, items, sized_by), None)

    def resume(self, value: Tracked) -> Iterator[Tracked]:
        return iteration.resume(self, value)

    def loop(self, value: Any, shadow: Shadow, site: int, is_iterator: bool = False) -> iteration.Loop:
        return iteration.Loop(self, Tracked(value, shadow), site, is_iterator)

    def unpack(
        self, value: Any, shadow: Shadow, count: int, starred: int | None
    ) -> tuple[tuple[Any, ...], tuple[Shadow, ...]]:
        return iteration.unpack(self, Tracked(value, shadow), count, starred)

    def give(self, value: Any, shadow: Shadow) -> Any:
        self.yielded = (value, shadow)
        self.run.passed = len(self.run.hits)
        if self.native_depth:
            taint.leak(self, value, shadow)
        return value

    def sent(self, value: Any) -> Pair:
        sending, self.sending = self.sending, None
        if sending is not None and sending[0] is value:
            return sending
        return value, (self.native_taint if value is not None else None)

    def delegate(self, value: Any, shadow: Shadow) -> Any:
        return iteration.delegate(self, Tracked(value, shadow))

    def taken(self, value: Any) -> Pair:
        """What a `yield from` or `await` returned."""
        returned, self.returned = self.returned, None
        if returned is not None and returned[0] is value:
            return returned
        if value is None:
            return None, self.native_taint
        return value, self.lost("unmodelled-operation", "what a generator or coroutine that is not followed returned")

    # ------------------------------------------------------------ exceptions, contexts, native code

    def raised(self, exception: Any, shadow: Shadow, asks: bool = False) -> Any:
        """asks: it says that a call does not keep what the function, which is the one that raises it, asks for."""
        value = self.settle(Tracked(exception, shadow)).value
        self.thrown = value
        self.refused = self.by_code.get(sys._getframe(1).f_code) if asks else None
        return value

    def raises_again(self) -> None:
        """A `raise` without an exception; where none is handled here, the caller may be handling one."""
        if sys.exc_info()[1] is None:
            self.suppose(NOTHING_HANDLED)

    def caught(self, exception: BaseException) -> None:
        if isinstance(exception, Stop | ModelError):
            raise exception
        if isinstance(exception, Breached):
            return
        if self.run.stopped is not None:
            raise StepLimit
        if is_ours(exception):
            raise ModelError(f"{type(exception).__name__}: {exception}") from exception
        self.ran_out(exception)
        if isinstance(exception, StopIteration) and id(exception) not in self.heap and exception.value is not None:
            returned, shadow = self.returned or (None, None)
            if returned is not exception.value:
                shadow = self.lost("unmodelled-operation", "the value with which a generator ended")
            self.keep(exception, Fields({"value": shadow, "args": items_of((shadow,))}))
        elif id(exception) not in self.heap and worded_by_us(exception):
            lost = self.lost("unmodelled-operation", f"what the {type(exception).__name__} says")
            self.keep(exception, Havocked(lost))

    def ran_out(self, exception: BaseException) -> None:
        running_out.ran_out(self, exception)

    def catches(self, exception: BaseException, wanted: Any, shadow: Shadow, site: int, last: bool) -> bool:
        """Does an `except` clause with this type, or tuple of types, take the exception?  last: no clause follows."""
        if isinstance(exception, Breached):
            return breaches.takes(self, exception, wanted, site)
        if sees_calls(wanted):
            return breaches.refuses(self, exception, wanted)
        settled = self.settle(Tracked(wanted, shadow))
        of_each = settled.shadow.shadows if isinstance(settled.shadow, Items) else (settled.shadow,)
        for each in of_each:
            each = self.settle(Tracked(None, each)).shadow
            if isinstance(each, Concretized):
                self.approximate(each.code, f"which exceptions are caught depends on {each.text}")
        before, self.at, self.direct = self.at, site, True
        self.visits[site] = self.visits.get(site, 0) + 1
        try:
            return raising.is_caught(self, exception, wanted, last)
        finally:
            self.at, self.direct = before, False

    def breach(self, site: int, kind: str) -> None:
        """A contract of the function is broken here."""
        breaches.breach(self, site, kind)

    def context(self, value: Any, shadow: Shadow) -> Context:
        return Context(self, Tracked(value, shadow))

    def importing(self, text: str) -> None:
        """An import statement in a function: whether it succeeds, a package that is not installed here shows.

        The names are variables of the function then, in which nothing tells what their module makes of them later.
        """
        own = {function.module.partition(".")[0] for function in self.sites.functions}
        packages = [*imported_packages(text)]
        if not packages or not sys.stdlib_module_names.issuperset(packages):
            self.doubt_from_here(f"what is kept by the module of `{text}` was not followed")
        for name in packages:
            if name not in own and name not in sys.stdlib_module_names:
                self.suppose(supposed(f"whether there is a package {name}"))

    def native_begins(self, site: int, reason: str, reads: tuple[Callable[[], Pair], ...], open_ended: bool) -> None:
        """Native text may raise, depending on the inputs; open-ended: it may jump, or see what is not the program's."""
        self.at = site
        if self.callbacks is not None:
            self.callbacks.handed_over(self, None, reason, taint.values_read(reads), decided=False)
        if open_ended or taint.reads_tainted(self, reads):
            self.approximate("unmodelled-operation", f"{reason} was run, not followed")

    def class_made(self, cls: object) -> None:
        """By a statement that was not followed."""
        if isinstance(cls, type):
            made_by = [vars(base).get("__init_subclass__") for base in cls.__mro__[1:]]
            made_by += [
                vars(kind).get(name)
                for kind in inspect.getmro(type(cls))
                for name in ("__new__", "__init__", "__call__")
            ]
            if any(getattr(getattr(f, "__func__", f), "__code__", None) in self.by_code for f in made_by):
                self.approximate("unmodelled-operation", f"what makes {cls.__name__} a class was run, not followed")

    def native(self, site: int, reason: str, reads: tuple[Callable[[], Pair], ...], value: Any) -> Pair:
        self.at = site
        return taint.after_native_text(self, reason, reads, value)
