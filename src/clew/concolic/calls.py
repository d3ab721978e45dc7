"""Calls: functions of the project are stepped into with shadows bound to their parameters; the table of operations
knows builtins; everything else is run natively, its result `Concretized` where an argument depends on the inputs.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import types
from abc import ABCMeta
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from clew.concolic import attributes, construction, contexts, dispatch, native, questions, raising, reflection, taint
from clew.concolic.arguments import Arguments
from clew.concolic.building import MORE_RESULTS, RESULT
from clew.concolic.shared_state import OTHERS, lose_objects
from clew.effects.environment_effects import CODECS, REGISTERED, may_be_registered, read_by, supposed
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.annotations import protocol_members
from clew.inputs.known_classes import is_protocol
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics import table
from clew.semantics.class_lookup import WITHHELD, container_base, in_bases, lookup, special
from clew.semantics.letters import ENCODINGS
from clew.semantics.modelled import plain
from clew.semantics.operation import Operation
from clew.semantics.shadow import Choice, Concretized, Fields, Items, Pair, Shadow, Tracked, items_of
from clew.verdict.assumptions import Assumption

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

_TYPE_TESTS = (isinstance, issubclass, hasattr, getattr, callable)
_OF_CLASSES = (isinstance, issubclass)
_NAMESPACES = frozenset({locals, vars})
_SLOTS = ("__init__", "__getattribute__")


_ENDING: Final = frozenset({"close", "throw"})


def call(machine: Machine, f: Any, arguments: Arguments, sf: Shadow = None) -> Pair:
    """`f(...)`; sf: the shadow of `f` itself."""
    if sf is not None:
        f, sf = machine.settle(Tracked(f, sf))
        if isinstance(sf, Concretized):
            machine.approximate(sf.code, f"which function is called depends on {sf.text}")
    if machine.world is not None and (given := machine.world.answer(f, arguments)) is not None:
        return given
    kind = type(f)
    if kind is types.FunctionType:
        number = machine.by_code.get(f.__code__)
        if number is not None:
            if machine.summaries is not None and (known := machine.summaries.call(f, number, arguments)) is not None:
                return known
            return _step_into(machine, f, number, arguments)
        made = machine.contents(f)
        if isinstance(made, Fields) and RESULT in made.attributes:
            return _answer(machine, f, made, arguments)
        if contexts.makes_managers(f):
            return contexts.manager_of(machine, f.__wrapped__, arguments)
        if f.__code__ in _OF_NAMED_TUPLES and _is_plain_named_tuple(arguments):
            return _OF_NAMED_TUPLES[f.__code__](machine, arguments)
        if f.__code__ is _MAKE and len(arguments.values) == 2 and not arguments.named:
            return _made_of(machine, arguments)
    elif kind is types.MethodType:
        return call(machine, f.__func__, arguments.after(f.__self__, machine.receiver_of(f)))
    elif kind is types.BuiltinFunctionType and type(f.__self__) is types.GeneratorType and f.__name__ in _ENDING:
        machine.closes(f.__self__)
    elif kind is functools.partial:
        return call(machine, f.func, _completed(machine, f, arguments))
    elif kind is functools._lru_cache_wrapper:
        return _cached(machine, f, arguments)
    elif kind in (types.MethodWrapperType, types.WrapperDescriptorType) and f.__name__ in _SLOTS:
        known = _slot(machine, f, arguments)
        if known is not None:
            return known
    elif kind is types.BuiltinFunctionType and f in _NAMESPACES:
        if f is vars and len(arguments.values) == 1 and not isinstance(arguments.values[0], types.ModuleType):
            return attributes.attribute(machine, arguments.values[0], arguments.shadows[0], "__dict__")
        machine.approximate("unmodelled-operation", f"{f.__name__}() was asked for")
    if (kind is types.BuiltinFunctionType and f in _TYPE_TESTS) or f is type:
        result = _known(machine, f, arguments)
        if arguments.values and _is_from_outside(machine, *arguments.tracked()[0]):
            question = _question(f, arguments.values[1:])
            machine.type_tested(question, *arguments.tracked()[0], result[0] if f is not getattr else "getattr")
            if f is isinstance and len(arguments.values) == 2:
                machine.run.asked.update(dict.fromkeys(_classes(arguments.values[1])))
        if f in _OF_CLASSES and len(arguments.values) == 2:
            _of_registries(machine, f, arguments)
        return result
    return _known(machine, f, arguments)


def _is_from_outside(machine: Machine, value: Any, shadow: Shadow) -> bool:
    """Is it given, though nothing of it may be an input, or made of what is?"""
    return bool(machine.inputs_of(value, shadow)) or taint.first_tainted(machine, [(value, shadow)]) is not None


def _of_registries(machine: Machine, f: Any, arguments: Arguments) -> None:
    """An abstract class says no to a class only as long as nobody registers it, a protocol to an object only as long as
    nobody gives it what it lacks.
    """
    value, shadow = arguments.values[0], arguments.shadows[0]
    asked = [value] if f is issubclass else [type(value)]
    if f is isinstance and isinstance(shadow, Choice) and shadow.tells_types():
        asked += shadow.types
    for cls in (c for c in _classes(arguments.values[1]) if isinstance(c, ABCMeta)):
        if is_protocol(cls) and f is isinstance:
            for name in sorted(protocol_members(cls)):
                machine.look_for(value, name)
        if any(isinstance(a, type) and may_be_registered(cls, a) for a in asked):
            machine.suppose(supposed(f"{REGISTERED}{cls.__qualname__}"))


def _question(f: Any, about: tuple[Any, ...]) -> str:
    """What a call of `isinstance`, `hasattr` or their like asks about its first argument."""
    if f in _OF_CLASSES:
        return " ".join([f.__name__, *(cls.__qualname__ for cls in _classes(about[0]))])
    return " ".join([f.__name__, *(name for name in about[:1] if type(name) is str)])


def _classes(asked: Any) -> list[type]:
    """What the second argument of `isinstance` names."""
    if isinstance(asked, type):
        return [asked]
    members = asked if isinstance(asked, tuple) else getattr(asked, "__args__", ())
    return [c for member in members for c in _classes(member)]


def _known(machine: Machine, f: Any, arguments: Arguments) -> Pair:
    """A call of what is not a function of the project: by the table, by what CPython would run, or natively."""
    kind = type(f)
    if _asks_classes(machine, f):
        questions.of_call(machine, f, arguments.pairs())
    if machine.lent:
        for value in arguments.values:
            machine.look_at(value)
    if reflection.is_known(f):
        try:
            return reflection.call(machine, f, arguments)
        except reflection.NotHere:
            return native.run(machine, f, arguments)
    makes_class = f is type and len(arguments.values) == 3
    operation = table.function(f) if native.is_plain_function(f) and not makes_class else None
    if operation is not None:
        if f is format and (what := read_by(f, arguments.values)) != "":
            machine.suppose(supposed(what))
        if f in _OF_TEXT and len(arguments.values) + len(arguments.named) > 1:
            with _coding(machine, arguments.values[1:], arguments.named):
                return operation.run(machine, arguments.tracked(), arguments.named_tracked())
        return operation.run(machine, arguments.tracked(), arguments.named_tracked())
    if isinstance(f, type):
        return construction.construct(machine, f, arguments)
    if _is_own_method(f):
        return method(machine, f.__self__, machine.receiver_of(f), f.__name__, arguments)
    if kind not in (types.FunctionType, types.BuiltinFunctionType):
        caller = special(kind, "__call__")
        if caller is None or caller is WITHHELD:
            f()  # raises a TypeError, whatever it is given
        if isinstance(caller, types.FunctionType):
            return call(machine, caller, arguments.after(f))
    return native.run(machine, f, arguments)


def _asks_classes(machine: Machine, f: Any) -> bool:
    """Might a call of this ask what class something is, and does it say nothing else of that itself?"""
    if (
        isinstance(f, types.BuiltinMethodType)
        and f.__self__ is not None
        and not isinstance(f.__self__, types.ModuleType)
    ):
        return not isinstance(f.__self__, questions.QUIET_RECEIVERS) or isinstance(f.__self__, str | bytes)
    if reflection.is_known(f):
        return False
    return not (isinstance(f, type) and _of_project(machine, f))


def _of_project(machine: Machine, cls: type) -> bool:
    """Is it a class whose instances are made by code that is followed, or that only keeps what it is given?"""
    made = (vars(base).get(name) for base in cls.__mro__ for name in ("__init__", "__new__"))
    codes = [getattr(getattr(f, "__func__", f), "__code__", None) for f in made]
    return issubclass(cls, BaseException) or any(
        code is not None and (code in machine.by_code or code.co_filename == "<string>") for code in codes
    )


def _is_own_method(f: Any) -> bool:
    """A bound method of a builtin type that its name also means on the object: not one that `super()` gave."""
    if type(f) is not types.BuiltinMethodType or f.__self__ is None or isinstance(f.__self__, types.ModuleType):
        return False
    owner = f.__self__
    found = lookup(owner, f.__name__) if isinstance(owner, type) else None
    found = found or lookup(type(owner), f.__name__)
    return not isinstance(found, types.FunctionType | classmethod | staticmethod)


def _step_into(machine: Machine, f: types.FunctionType, number: int, arguments: Arguments) -> Pair:
    """Call an instrumented function."""
    info = machine.sites.functions[number]
    if info.generator or info.asynchronous:
        made: Any = arguments.passed_to(f)
        frame = raw_attribute(made, "gi_frame") or raw_attribute(made, "cr_frame") or raw_attribute(made, "ag_frame")
        if frame is not None:
            machine.waiting[id(frame)] = (frame, arguments)
        return made, None
    if f.__kwdefaults__ and machine.contents(f.__kwdefaults__) is not None:
        machine.approximate("unmodelled-operation", f"the defaults of {info.name} were changed")
    machine.pending[number] = arguments
    machine.returned = None
    depth, machine.native_depth = machine.native_depth, 0
    before = machine.running.get(number, 0)
    try:
        result = f(*arguments.values, **arguments.named)
    finally:
        machine.native_depth = depth
        machine.running[number] = before  # to look at each frame around a call would cost the square of a recursion
        machine.pending.pop(number, None)
    returned, machine.returned = machine.returned, None
    if returned is not None and returned[0] is result:
        return result, returned[1]
    # Something ran after its `return`, and returned itself.
    return result, machine.lost("unmodelled-operation", f"what {info.name} returned")


def _answer(machine: Machine, f: Any, made: Fields, arguments: Arguments) -> Pair:
    """Call a callable input: whether it has a further result for this call is decided now."""
    count = sum(1 for name in made.attributes if name.startswith(RESULT)) - 2
    more, before = made.attributes[RESULT], f.calls
    result = arguments.passed_to(f)
    if isinstance(more, Term) and 0 < before <= min(MORE_RESULTS, count + 1):
        machine.decide(t.gt(more, t.integer(before - 1)), count >= before)
    return result, made.attributes[f"{RESULT}{min(before, count)}"]


def _completed(machine: Machine, f: functools.partial[Any], arguments: Arguments) -> Arguments:
    """The arguments a partial function holds, then these."""
    held, named = reflection.bound(machine, f)
    return Arguments(
        (*f.args, *arguments.values),
        (*held, *arguments.shadows),
        {**f.keywords, **arguments.named},
        {**named, **arguments.named_shadows},
    )


def _slot(machine: Machine, f: Any, arguments: Arguments) -> Pair | None:
    """What C code behind a special method does, where it is simple: the arguments of an exception, plain attributes."""
    given = arguments.after(f.__self__) if isinstance(f, types.MethodWrapperType) else arguments
    values, shadows = given.values, given.shadows
    if not values or shadows[0] is not None:
        return None
    o = values[0]
    if f.__name__ == "__getattribute__":
        # Not `isinstance`, which asks the object for its `__class__`, and so would come back here.
        plain = len(values) == 2 and shadows[1] is None and type(values[1]) is str and not issubclass(type(o), type)
        return attributes.found_attribute(machine, o, values[1]) if plain else None
    if construction.keeps_only_args(type(o)) and not arguments.named:
        result = f(*arguments.values)
        attributes.keep_field(machine, o, "args", items_of(shadows[1:]))
        return result, None
    return None


def _cached(machine: Machine, f: Any, arguments: Arguments) -> Pair:
    """`functools.lru_cache`: that the arguments are those of an earlier call is a decision on each of them."""
    limit = f.cache_parameters()["maxsize"]
    entries = machine.caches.setdefault(id(f), (f, []))[1]
    questions.ask_all(machine, arguments.pairs())  # what is equal may be another key, or have left another result
    given = [machine.settle(Tracked(*pair)) for pair in arguments.pairs()]
    for one in given:
        hash(one.value)
    names = tuple(arguments.named)
    known: Pair
    for place, (others, other_names, known) in enumerate(entries):
        if other_names == names and _one_key(machine, f, given, others, names):
            entries.append(entries.pop(place))  # the least recently used one stands first
            return known
    settled = given[: len(arguments.values)]
    result = call(
        machine,
        f.__wrapped__,
        replace(arguments, values=tuple(g.value for g in settled), shadows=tuple(g.shadow for g in settled)),
    )
    if limit is None or limit > 0:
        if given or not plain(result[0]):
            name = f.__wrapped__.__name__
            text = f"no earlier call left anything in the cache of `{name}`"
            machine.suppose(Assumption("module-state", text, about=f"cache of {name}"))
            if not machine.fresh:
                lose_objects(machine, result[0], f"{OTHERS} calls leave in what the cache of `{name}` gives")
        entries.append((given, names, result))
        if limit is not None and len(entries) > limit:
            del entries[0]
    return result


def _one_key(machine: Machine, f: Any, given: list[Tracked], others: list[Tracked], names: tuple[str, ...]) -> bool:
    """Do two calls share an entry of the cache?  A single int or text is its own key, all else is kept in a tuple."""
    if len(given) != len(others):
        return False
    kinds = [(type(a.value), type(b.value)) for a, b in zip(given, others, strict=True)]
    if f.cache_parameters()["typed"] and any(a is not b for a, b in kinds):
        return False
    if len(given) == 1 and not names and any((a in _OWN_KEYS) is not (b in _OWN_KEYS) for a, b in kinds):
        return False
    if any(a is not b and not (a in _EQUAL_ACROSS and b in _EQUAL_ACROSS) for a, b in kinds):
        if all(a.value == b.value for a, b in zip(given, others, strict=True)):
            machine.approximate("unmodelled-operation", "a cache with equal arguments of different types")
        return False
    return all(machine.truth(machine.equal(a, b)) for a, b in zip(given, others, strict=True))


def _of_cache(machine: Machine, f: Any, name: str) -> None:
    """A method of the cache itself.  What it counts are the calls of CPython's, which the run does not make."""
    if name == "cache_clear":
        machine.caches.pop(id(f), None)
    elif name == "cache_info":
        machine.approximate("unmodelled-operation", f"cache_info() of `{raw_attribute(f, '__name__', 'a cache')}`")


_OWN_KEYS = frozenset({int, str})
_EQUAL_ACROSS = frozenset({bool, int, float})


_OF_TEXT = (str, bytes, bytearray)


@contextlib.contextmanager
def _coding(machine: Machine, values: tuple[Any, ...], named: dict[str, Any]) -> Iterator[None]:
    """The table has an encoding for what CPython computes in C; what it asks the registry for is supposed: other
    codecs, and how errors are handled.
    """
    encoding, errors = (*values, None, None)[:2]
    encoding, errors = named.get("encoding", encoding) or "utf-8", named.get("errors", errors) or "strict"
    known = isinstance(encoding, str) and encoding.lower().replace("_", "-") in ENCODINGS
    if not known or errors != "strict":
        machine.suppose(supposed(CODECS))
    try:
        yield
    except ValueError:
        machine.suppose(supposed(CODECS))
        raise


# ---------------------------------------------------------------- methods


def method(machine: Machine, o: Any, so: Shadow, name: str, arguments: Arguments) -> Pair:
    """`o.name(...)`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
    if type(o) in dispatch.BUILTIN_TYPES:
        questions.of_method(machine, o, so, name, arguments.pairs())
    if type(o) is functools._lru_cache_wrapper:
        _of_cache(machine, o, name)
    operation = table.method(type(o), name)
    if machine.lent and name in _ADDING and operation is not None:
        return _unread(machine, operation, Tracked(o, so), arguments)
    if operation is not None:
        operands = (Tracked(o, so), *arguments.tracked())
        try:
            if name in ("encode", "decode"):
                with _coding(machine, arguments.values, arguments.named):
                    return operation.run(machine, operands, arguments.named_tracked())
            return operation.run(machine, operands, arguments.named_tracked())
        except Exception as error:
            if isinstance(so, Concretized) and id(error) not in machine.unclear:  # another object may take the call
                raising.may_raise(machine, so, error)
            raise
    if type(o) in dispatch.BUILTIN_TYPES:
        f = attributes.attribute(machine, o, so, name)[0] if isinstance(so, Concretized) else getattr(o, name)
        return native.run(machine, f, arguments, receiver=(o, so))
    f, sf = attributes.attribute(machine, o, so, name)
    if type(f) is types.BuiltinMethodType and f.__self__ is o and table.function(f) is None:
        base = container_base(type(o))
        inherited = table.method(base, name) if base is not None else None
        if inherited is not None:
            return inherited.run(machine, (Tracked(o, so), *arguments.tracked()), arguments.named_tracked())
        return native.run(machine, f, arguments, receiver=(o, so))
    return call(machine, f, arguments, sf if isinstance(sf, Concretized) else None)


_ADDING = frozenset({"append", "appendleft", "add"})


def _unread(machine: Machine, operation: Operation, receiver: Tracked, arguments: Arguments) -> Pair:
    """Add to a container: what others have done to it makes no difference to that."""
    lent, machine.lent = machine.lent, {}
    try:
        return operation.run(machine, (receiver, *arguments.tracked()), arguments.named_tracked())
    finally:
        machine.lent = lent


def _is_plain_named_tuple(arguments: Arguments) -> bool:
    """Is a method of named tuples called on one that is followed, and that is made and read as all of them are?"""
    if len(arguments.values) != 1 or isinstance(arguments.shadows[0], Concretized):
        return False
    cls = type(arguments.values[0])
    make = getattr(in_bases(cls, "_make", None), "__func__", None)
    return getattr(make, "__code__", None) is _MAKE and in_bases(cls, "__iter__", None) is tuple.__iter__


def _made_of(machine: Machine, arguments: Arguments) -> Pair:
    """`_make` of a class of named tuples: of what the iterable gives, if that is as much as there are fields."""
    cls, iterable = arguments.tracked()
    values, shadow = machine.call(Tracked(tuple, None), (iterable,), {})
    if shadow is not None and not isinstance(shadow, Items):
        return native.run(machine, cls.value._make, Arguments((values,), (shadow,)))
    return cls.value._make(values), shadow


def _replaced(machine: Machine, arguments: Arguments) -> Pair:
    """`_replace` of a named tuple."""
    (o,), (so,) = arguments.values, arguments.shadows
    result = o._replace(**arguments.named)
    known = so.shadows if isinstance(so, Items) else (None,) * len(o)
    return result, items_of(tuple(arguments.named_shadows.get(n, s) for n, s in zip(o._fields, known, strict=True)))


def _as_dict(machine: Machine, arguments: Arguments) -> Pair:
    """`_asdict` of a named tuple."""
    (o,), (so,) = arguments.values, arguments.shadows
    o._asdict(**arguments.named)  # raises a TypeError where there are any
    known = so.shadows if isinstance(so, Items) else (None,) * len(o)
    return machine.make_dict(tuple((n, None, v, s) for n, v, s in zip(o._fields, o, known, strict=True)))


_Sample = collections.namedtuple("_Sample", ())  # whose methods are code that all named tuples share
_MAKE = vars(_Sample)["_make"].__func__.__code__
_OF_NAMED_TUPLES = {_Sample._replace.__code__: _replaced, _Sample._asdict.__code__: _as_dict}
