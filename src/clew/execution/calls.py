"""Calls: functions of the project are stepped into with shadows bound to their parameters; the table of operations
knows builtins; everything else is run natively, its result `Lost` where an argument depends on the inputs.

How a shadow reaches a parameter: the caller leaves a `Binding` under the callee's number, CPython makes the call, and
the callee's first line collects it (`bind`).  So CPython alone decides what a call means.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import functools
import inspect
import math
import sys
import types
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from clew.execution import dispatch, reflection, taint
from clew.execution.inputs import MORE_RESULTS, RESULT
from clew.execution.surroundings import outside
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics import table
from clew.semantics.shadow import Fields, Items, Lost, Mapping, Sequence, Shadow, Tracked, Unknown, items_of

if TYPE_CHECKING:
    from clew.execution.machine import Machine

Pair = tuple[Any, Shadow]


@dataclass(frozen=True, slots=True)
class Binding:
    """The shadows of a call's arguments."""

    values: tuple[Any, ...]
    shadows: tuple[Shadow, ...]
    keywords: dict[str, Shadow]


# ---------------------------------------------------------------- entering a function


def bind(
    machine: Machine, number: int, values: tuple[Any, ...], defaults: dict[str, Shadow], binding: Binding | None
) -> tuple[Shadow, ...]:
    """The shadows of the parameters, whose values CPython has just bound."""
    parameters = machine.sites.functions[number].parameters
    if binding is None:
        lost = machine.native_taint
        if lost is None:
            return (None,) * len(parameters)
        return tuple(lost if type(v) in SCALARS else None for v in values)
    shadows, keywords = list(binding.shadows), dict(binding.keywords)
    result: list[Shadow] = []
    for parameter, value in zip(parameters, values, strict=True):
        shadow: Shadow = None
        match parameter.kind:
            case "*":
                shadow = items_of(tuple(shadows))
                shadows = []
            case "**":
                if any(s is not None for s in keywords.values()):
                    machine.keep(value, Mapping({k: (None, keywords.get(k)) for k in value}))
            case "keyword-only":
                shadow = keywords.pop(parameter.name) if parameter.name in keywords else defaults.get(parameter.name)
            case _:
                if shadows:
                    shadow = shadows.pop(0)
                elif parameter.name in keywords and parameter.kind != "positional-only":
                    shadow = keywords.pop(parameter.name)
                else:
                    shadow = defaults.get(parameter.name)
        result.append(shadow)
    return tuple(result)


TYPE_TESTS = (isinstance, issubclass, hasattr, getattr, callable)
SCALARS = frozenset({int, bool, float, str, bytes, complex})


def waiting_binding(machine: Machine) -> Binding | None:
    """The binding left for the generator or coroutine whose frame is now starting."""
    entry = machine.waiting.pop(id(sys._getframe(2)), None)
    return entry[1] if entry else None


# ---------------------------------------------------------------- calling


def call(machine: Machine, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
    return Tracked(
        *call_pairs(
            machine,
            function.value,
            function.shadow,
            tuple(a.value for a in args),
            tuple(a.shadow for a in args),
            {k: v.value for k, v in kwargs.items()},
            {k: v.shadow for k, v in kwargs.items()},
        )
    )


def call_pairs(
    machine: Machine,
    f: Any,
    sf: Shadow,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    if sf is not None:
        f, sf = machine.settle(Tracked(f, sf))
        if isinstance(sf, Lost):
            machine.approximate(sf.code, f"which function is called depends on {sf.text}")
    kind = type(f)
    if kind is types.FunctionType:
        number = machine.by_code.get(f.__code__)
        if number is not None:
            return step_into(machine, f, number, values, shadows, kwvalues, kwshadows)
        made = machine.contents(f)
        if isinstance(made, Fields) and RESULT in made.attributes:  # a callable input
            return answer(machine, f, made, values, kwvalues)
        if f.__code__ is _MANAGER_MAKER and getattr(f, "__wrapped__", _MISSING) is not _MISSING:
            return manager_of(machine, f.__wrapped__, values, shadows, kwvalues, kwshadows)
    elif kind is types.MethodType:
        held = (dispatch.receiver_of(machine, f), *shadows)
        return call_pairs(machine, f.__func__, None, (f.__self__, *values), held, kwvalues, kwshadows)
    elif kind is functools.partial:
        held, named = reflection.bound(machine, f)
        merged, merged_shadows = {**f.keywords, **kwvalues}, {**named, **kwshadows}
        return call_pairs(machine, f.func, None, (*f.args, *values), (*held, *shadows), merged, merged_shadows)
    elif kind is functools._lru_cache_wrapper:
        return cached_call(machine, f, values, shadows, kwvalues, kwshadows)
    elif kind in (types.MethodWrapperType, types.WrapperDescriptorType) and f.__name__ in (
        "__init__",
        "__getattribute__",
    ):
        known = _slot(machine, f, values, shadows, kwvalues)
        if known is not None:
            return known
    elif kind is types.BuiltinFunctionType and f in _NAMESPACES:
        if f is vars and len(values) == 1 and not isinstance(values[0], types.ModuleType):
            return dispatch.attribute(machine, values[0], shadows[0], "__dict__")
        machine.approximate("unmodelled-operation", f"{f.__name__}() was asked for")
    elif kind is types.BuiltinMethodType and type(f.__self__) is functools._lru_cache_wrapper:
        if f.__name__ == "cache_clear":
            machine.caches.pop(id(f.__self__), None)
        else:
            machine.approximate("unmodelled-operation", f"{f.__name__}() of a cache")
    if (kind is types.BuiltinFunctionType and f in TYPE_TESTS) or f is type:
        result = _known(machine, f, values, shadows, kwvalues, kwshadows)
        if values and taint.first_tainted(machine, [(values[0], shadows[0])]) is not None:
            machine.type_tested(result[0] if f is not getattr else "getattr")
        return result
    return _known(machine, f, values, shadows, kwvalues, kwshadows)


def _known(
    machine: Machine,
    f: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """A call of what is not a function of the project: by the table, by what CPython would run, or natively."""
    kind = type(f)
    if reflection.is_known(f):
        operands = tuple(zip(values, shadows, strict=True))
        try:
            return reflection.call(machine, f, operands, {k: (v, kwshadows.get(k)) for k, v in kwvalues.items()})
        except reflection.NotHere:
            return native(machine, f, values, shadows, kwvalues, kwshadows)
    operation = table.function(f) if _hashable(f) else None
    if operation is not None:
        args = tuple(Tracked(v, s) for v, s in zip(values, shadows, strict=True))
        return operation.run(machine, args, {k: Tracked(v, kwshadows[k]) for k, v in kwvalues.items()})
    if isinstance(f, type):
        return construct(machine, f, values, shadows, kwvalues, kwshadows)
    if _is_own_method(f):
        receiver = dispatch.receiver_of(machine, f)
        return method(machine, f.__self__, receiver, f.__name__, values, shadows, kwvalues, kwshadows)
    if kind not in (types.FunctionType, types.BuiltinFunctionType):
        special = dispatch.lookup(kind, "__call__")
        if isinstance(special, types.FunctionType):
            return call_pairs(machine, special, None, (f, *values), (None, *shadows), kwvalues, kwshadows)
    return native(machine, f, values, shadows, kwvalues, kwshadows)


_MISSING: Any = object()
_MANAGER_MAKER = contextlib.contextmanager(iter).__code__  # of what `@contextmanager` puts in the place of a function


def manager_of(
    machine: Machine,
    f: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """What a call of a function under `@contextmanager` gives, made as `contextlib` makes it."""
    code = getattr(f, "__code__", None)
    if code not in machine.by_code or not machine.sites.functions[machine.by_code[code]].generator:
        maker = contextlib.contextmanager(f)
        return native(machine, maker, values, shadows, kwvalues, kwshadows)
    manager: Any = contextlib._GeneratorContextManager(f, values, kwvalues)
    machine.waiting[id(manager.gen.gi_frame)] = (manager.gen.gi_frame, Binding(values, shadows, kwshadows))
    return manager, None


def _is_own_method(f: Any) -> bool:
    """A bound method of a builtin type that its name also means on the object: not one that `super()` gave."""
    if type(f) is not types.BuiltinMethodType or f.__self__ is None or isinstance(f.__self__, types.ModuleType):
        return False
    return not isinstance(dispatch.lookup(type(f.__self__), f.__name__), types.FunctionType)


def answer(machine: Machine, f: Any, made: Fields, values: tuple[Any, ...], kwvalues: dict[str, Any]) -> Pair:
    """Call a callable input: whether it has a further result for this call is decided now."""
    count = sum(1 for name in made.attributes if name.startswith(RESULT)) - 2
    more, before = made.attributes[RESULT], f.calls
    result = f(*values, **kwvalues)
    if isinstance(more, Term) and 0 < before <= min(MORE_RESULTS, count + 1):
        machine.decide(t.gt(more, t.integer(before - 1)), count >= before)
    return result, made.attributes[f"{RESULT}{min(before, count)}"]


_NAMESPACES = frozenset({globals, locals, vars})


def _slot(
    machine: Machine, f: Any, values: tuple[Any, ...], shadows: tuple[Shadow, ...], kwvalues: dict[str, Any]
) -> Pair | None:
    """What C code behind a special method does, where it is simple: the arguments of an exception, plain attributes."""
    if isinstance(f, types.MethodWrapperType):
        values, shadows = (f.__self__, *values), (None, *shadows)
    if not values or shadows[0] is not None:
        return None
    o = values[0]
    if f.__name__ == "__getattribute__":
        # Not `isinstance`, which asks the object for its `__class__`, and so would come back here.
        plain = len(values) == 2 and shadows[1] is None and type(values[1]) is str and not issubclass(type(o), type)
        return dispatch.plain_attribute(machine, o, values[1]) if plain else None
    if issubclass(type(o), BaseException) and not issubclass(type(o), _TELLING) and not kwvalues:
        result = f(*(values if isinstance(f, types.WrapperDescriptorType) else values[1:]))
        dispatch.keep_field(machine, o, "args", items_of(shadows[1:]))
        return result, None
    return None


# Exceptions that keep their arguments in other attributes too.
_TELLING = (OSError, SyntaxError, UnicodeError, StopIteration, SystemExit, ImportError, BaseExceptionGroup)


def cached_call(
    machine: Machine,
    f: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """`functools.lru_cache`: that the arguments are those of an earlier call is a decision on each of them."""
    limit = f.cache_parameters()["maxsize"]
    entries = machine.caches.setdefault(id(f), (f, []))[1]
    given = [*map(Tracked, values, shadows), *(Tracked(kwvalues[k], kwshadows.get(k)) for k in kwvalues)]
    given = [machine.settle(g) for g in given]
    for one in given:
        hash(one.value)
    names = tuple(kwvalues)
    for others, other_names, result in entries:
        if other_names != names or len(others) != len(given):
            continue
        if any(type(a.value) is not type(b.value) for a, b in zip(given, others, strict=True)):
            if all(a.value == b.value for a, b in zip(given, others, strict=True)):
                machine.approximate("unmodelled-operation", "a cache with equal arguments of different types")
            continue
        if all(machine.truth(machine.equal(a, b)) for a, b in zip(given, others, strict=True)):
            return result
    result = call_pairs(
        machine, f.__wrapped__, None, tuple(g.value for g in given[: len(values)]),
        tuple(g.shadow for g in given[: len(values)]), kwvalues, kwshadows,
    )  # fmt: skip
    if limit is None or limit > 0:
        entries.append((given, names, result))
        if limit is not None and len(entries) > limit:
            machine.approximate("unmodelled-operation", "a cache that forgets")
    return result


def _hashable(f: Any) -> bool:
    return isinstance(f, types.BuiltinFunctionType | type | types.FunctionType | types.MethodDescriptorType)


def step_into(
    machine: Machine,
    f: types.FunctionType,
    number: int,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """Call an instrumented function."""
    binding = Binding(values, shadows, kwshadows)
    info = machine.sites.functions[number]
    if info.generator or info.asynchronous:
        result = f(*values, **kwvalues)
        frame = (
            getattr(result, "gi_frame", None) or getattr(result, "cr_frame", None) or getattr(result, "ag_frame", None)
        )
        if frame is not None:
            machine.waiting[id(frame)] = (frame, binding)
        return result, None
    machine.pending[number] = binding
    machine.returned = None
    depth, machine.native_depth = machine.native_depth, 0
    try:
        result = f(*values, **kwvalues)
    finally:
        machine.native_depth = depth
        machine.pending.pop(number, None)
    returned, machine.returned = machine.returned, None
    return result, (returned[1] if returned is not None and returned[0] is result else None)


def method(
    machine: Machine,
    o: Any,
    so: Shadow,
    name: str,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """`o.name(...)`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
    operation = table.method(type(o), name)
    if operation is not None:
        args = (Tracked(o, so), *(Tracked(v, s) for v, s in zip(values, shadows, strict=True)))
        return operation.run(machine, args, {k: Tracked(v, kwshadows[k]) for k, v in kwvalues.items()})
    if type(o) in dispatch.BUILTIN_TYPES:
        bound = getattr(o, name)
        return native(machine, bound, values, shadows, kwvalues, kwshadows, receiver=(o, so))
    if isinstance(o, tuple) and name in _OF_NAMED_TUPLES and hasattr(type(o), "_fields") and not values:
        return _OF_NAMED_TUPLES[name](machine, o, so, kwvalues, kwshadows)
    f, sf = dispatch.attribute(machine, o, so, name)
    if type(f) is types.BuiltinMethodType and f.__self__ is o and table.function(f) is None:
        inherited = _inherited(type(o), name)
        if inherited is not None:
            args = (Tracked(o, so), *map(Tracked, values, shadows))
            return inherited.run(machine, args, {k: Tracked(v, kwshadows[k]) for k, v in kwvalues.items()})
        return native(machine, f, values, shadows, kwvalues, kwshadows, receiver=(o, so))
    return call_pairs(machine, f, sf if isinstance(sf, Lost) else None, values, shadows, kwvalues, kwshadows)


def _replaced(machine: Machine, o: Any, so: Shadow, values: dict[str, Any], shadows: dict[str, Shadow]) -> Pair:
    """`_replace` of a named tuple."""
    result = o._replace(**values)
    known = so.shadows if isinstance(so, Items) else (None,) * len(o)
    return result, items_of(tuple(shadows.get(n, s) for n, s in zip(o._fields, known, strict=True)))


def _as_dict(machine: Machine, o: Any, so: Shadow, values: dict[str, Any], shadows: dict[str, Shadow]) -> Pair:
    if values or isinstance(so, Lost):
        return native(machine, o._asdict, (), (), values, shadows, receiver=(o, so))
    known = so.shadows if isinstance(so, Items) else (None,) * len(o)
    return machine.make_dict(tuple((n, None, v, s) for n, v, s in zip(o._fields, o, known, strict=True)))


_OF_NAMED_TUPLES = {"_replace": _replaced, "_asdict": _as_dict}
_SHARED = frozenset(
    {"__init__", "__new__", "__repr__", "__str__", "__class_getitem__", "__init_subclass__", "__hash__"}
)


@functools.cache
def _inherited(kind: type, name: str) -> Any:
    """The entry for a method that a subclass of list, dict, set or deque inherits, and no special method of its own
    disturbs.
    """
    base = next((b for b in (list, dict, set, collections.deque) if issubclass(kind, b)), None)
    if base is None or kind.__flags__ & 1 << 9 == 0 or base is not kind.__base__:
        return None
    for cls in kind.__mro__[: kind.__mro__.index(base)]:
        for key, value in vars(cls).items():
            if key.startswith("__") and key not in _SHARED and isinstance(value, types.FunctionType):
                return None
    return table.method(base, name)


def spread(
    machine: Machine, arguments: tuple[tuple[str, Any, Shadow], ...]
) -> tuple[tuple[Any, ...], tuple[Shadow, ...], dict[str, Any], dict[str, Shadow]]:
    """Arguments with `*` and `**` taken apart: values, shadows, keyword values, keyword shadows."""
    values: list[Any] = []
    shadows: list[Shadow] = []
    kwvalues: dict[str, Any] = {}
    kwshadows: dict[str, Shadow] = {}
    for kind, value, shadow in arguments:
        if kind == "*":
            for item in machine.iterate(machine.settle(Tracked(value, shadow))):
                values.append(item.value)
                shadows.append(item.shadow)
        elif kind == "**":
            mapping = machine.settle(Tracked(value, shadow))
            for key in mapping.value.keys():
                if key in kwvalues:
                    raise TypeError(f"got multiple values for keyword argument '{key}'")
                kwvalues[key], kwshadows[key] = dispatch.item(machine, "item", *mapping, key, None)
        elif kind:
            kwvalues[kind[1:]], kwshadows[kind[1:]] = value, shadow
        else:
            values.append(value)
            shadows.append(shadow)
    return tuple(values), tuple(shadows), kwvalues, kwshadows


# ---------------------------------------------------------------- making objects

_PLAIN_NEW = (object.__new__, BaseException.__new__, Exception.__new__)


def construct(
    machine: Machine,
    cls: type,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """`cls(...)`, stepping into `__new__` and `__init__` where they are Python's."""
    if cls is contextlib.nullcontext:
        manager: Any = cls(*values, **kwvalues)
        held = [*shadows, *kwshadows.values()]
        if held and held[0] is not None:
            machine.keep(manager, Fields({"enter_result": held[0]}))
        return manager, None
    if isinstance(cls, enum.EnumMeta) or type(cls).__call__ is not type.__call__:
        return _construct_by_metaclass(machine, cls, values, shadows, kwvalues, kwshadows)
    init, new = dispatch.lookup(cls, "__init__"), cls.__new__
    if (
        new in _PLAIN_NEW
        and is_dataclass(cls)
        and getattr(init, "__code__", None) not in machine.by_code
        and _generated(init)
    ):
        return _construct_dataclass(machine, cls, values, shadows, kwvalues, kwshadows)
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and init is object.__init__:
        return _construct_named_tuple(machine, cls, values, shadows, kwvalues, kwshadows)
    stepped_init = getattr(init, "__code__", None) in machine.by_code
    stepped_new = getattr(new, "__code__", None) in machine.by_code
    raising = issubclass(cls, BaseException) and not issubclass(cls, _TELLING) and type(new) is types.BuiltinMethodType
    if raising and not isinstance(init, types.FunctionType) and not kwvalues:
        instance = cls(*values)
        machine.keep(instance, Fields({"args": items_of(shadows)}))
        return instance, None
    if not (stepped_init or stepped_new):
        return native(machine, cls, values, shadows, kwvalues, kwshadows)
    if stepped_new:
        instance, _ = call_pairs(machine, new, None, (cls, *values), (None, *shadows), kwvalues, kwshadows)
        if not isinstance(instance, cls):
            return instance, None
    elif new is object.__new__ or new in (list.__new__, dict.__new__, set.__new__):
        instance = new(cls)  # the arguments are for `__init__`
    elif raising:
        instance = new(cls, *values, **kwvalues)
        machine.keep(instance, Fields({"args": items_of(shadows)}))
    else:
        instance, shadow = native(machine, new, (cls, *values), (None, *shadows), kwvalues, kwshadows)
        if isinstance(shadow, Lost):
            machine.keep(instance, Fields())
    if stepped_init:
        result, _ = call_pairs(machine, init, None, (instance, *values), (None, *shadows), kwvalues, kwshadows)
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type(result).__name__}'")
    elif init is not object.__init__:
        native(machine, init, (instance, *values), (None, *shadows), kwvalues, kwshadows)
    return instance, None


def _generated(init: Any) -> bool:
    return isinstance(init, types.FunctionType) and init.__code__.co_filename == "<string>"


def _construct_dataclass(
    machine: Machine,
    cls: type,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """The generated `__init__` does what the fields say: assign each, then call `__post_init__`."""
    post_init = dispatch.lookup(cls, "__post_init__")
    init: Any = cls.__init__
    signature = inspect.signature(init)
    bound = signature.bind(None, *values, **kwvalues)  # raises the TypeError of a bad call
    names = [n for n in signature.parameters][1:]
    given: dict[str, Shadow] = dict(zip(names, shadows, strict=False))
    given.update(kwshadows)
    if any(f.type == "InitVar" or "InitVar" in str(f.type) for f in cls.__dataclass_fields__.values()):  # type: ignore[attr-defined]
        return native(machine, cls, values, shadows, kwvalues, kwshadows)
    instance = cls.__new__(cls)
    contents = Fields()
    for field in fields(cls):
        if field.init and field.name in bound.arguments:
            value = bound.arguments[field.name]
        elif field.default_factory is not MISSING:
            value, given[field.name] = call_pairs(machine, field.default_factory, None, (), (), {}, {})
        elif field.name in signature.parameters:
            value = signature.parameters[field.name].default
        else:
            continue
        object.__setattr__(instance, field.name, value)
        shadow = given.get(field.name)
        if shadow is not None:
            contents.attributes[field.name] = shadow
    machine.keep(instance, contents)
    if isinstance(post_init, types.FunctionType):
        call_pairs(machine, post_init, None, (instance,), (None,), {}, {})
    return instance, None


def _construct_named_tuple(
    machine: Machine,
    cls: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    if cls.__new__.__code__ in machine.by_code:
        return call_pairs(machine, cls.__new__, None, (cls, *values), (None, *shadows), kwvalues, kwshadows)
    instance = cls(*values, **kwvalues)
    given = dict(zip(cls._fields, shadows, strict=False)) | kwshadows
    return instance, items_of(tuple(given.get(name) for name in cls._fields))


def _construct_by_metaclass(
    machine: Machine,
    cls: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
) -> Pair:
    """An enum looked up by value is a choice among its members; other metaclasses run natively."""
    if (
        isinstance(cls, enum.EnumMeta)
        and len(values) == 1
        and not kwvalues
        and dispatch.lookup(cls, "_missing_") is None
    ):
        for member in cls:
            same = machine.equal(Tracked(member.value, None), Tracked(values[0], shadows[0]))
            if machine.truth(same):
                return member, None
    return native(machine, cls, values, shadows, kwvalues, kwshadows)


# ---------------------------------------------------------------- native code


def native(
    machine: Machine,
    f: Any,
    values: tuple[Any, ...],
    shadows: tuple[Shadow, ...],
    kwvalues: dict[str, Any],
    kwshadows: dict[str, Shadow],
    receiver: Pair | None = None,
) -> Pair:
    """Run for real.  The result is `Lost` where anything it could see depends on the inputs."""
    operands = [*zip(values, shadows, strict=True), *((v, kwshadows.get(k)) for k, v in kwvalues.items())]
    if receiver is not None:
        operands.append(receiver)
    elif getattr(f, "__self__", None) is not None and not isinstance(f.__self__, types.ModuleType):
        operands.append((f.__self__, dispatch.receiver_of(machine, f)))
    cause = taint.first_tainted(machine, operands)
    name = getattr(f, "__qualname__", None) or type(f).__name__
    lost = None if cause is None else machine.lost("unmodelled-call", f"the result of {name}()")
    if lost is None and outside(f, (value for value, _ in operands)):
        lost = machine.lost("nondeterministic", f"the result of {name}(), which its arguments do not decide")
    if lost is not None:
        values = tuple(machine.settle(Tracked(v, s)).value for v, s in zip(values, shadows, strict=True))
    before = taint.fingerprint(machine, operands) if lost is not None else None
    outer = machine.native_taint, machine.leaked
    machine.native_taint, machine.leaked = lost, None
    machine.native_depth += 1
    failure: BaseException | None = None
    try:
        result = f(*values, **kwvalues)
    except BaseException as error:
        failure = error
        raise
    finally:
        leaked = machine.leaked
        machine.native_depth -= 1
        machine.native_taint, machine.leaked = outer[0], outer[1] or leaked
        if before is not None:
            taint.after_native(machine, before, name, lost)
        lost = lost or leaked
        if lost is not None and not isinstance(failure, machine.Stop) and not _never_raises(f):
            taint.may_raise(machine, lost, failure is not None)
    if lost is None:
        return result, None
    return taint.result_of_native(machine, result, _typed(f, lost), operands)


def _never_raises(f: Any) -> bool:
    """An operation the table says is total, or a builtin that takes anything."""
    return getattr(f, "clew_total", False) is True or (_hashable(f) and f in _TOTAL)


_TOTAL = frozenset({id, callable, type, BaseException.__init__, Exception.__init__, object.__init__})
_OF_FLOATS = frozenset(f for n, f in vars(math).items() if isinstance(f, types.BuiltinFunctionType)) - {
    math.ceil, math.floor, math.trunc, math.factorial, math.gcd, math.lcm, math.comb, math.perm, math.isqrt, math.prod,
    math.sumprod if hasattr(math, "sumprod") else math.prod, math.modf, math.frexp, math.isnan, math.isinf,
    math.isfinite, math.isclose,
}  # fmt: skip


def _typed(f: Any, lost: Lost) -> Lost:
    """The result of these functions has one type whatever they are given."""
    if not _hashable(f):
        return lost
    kind = float if f in _OF_FLOATS else _RESULTS.get(f)
    return lost if kind is None else replace(lost, kind=kind)


_RESULTS: dict[Any, type] = {hash: int, id: int, repr: str, ascii: str, len: int, hex: str, oct: str, bin: str}


# ---------------------------------------------------------------- context managers


class Context:
    """`with` on a tracked context manager: `__enter__` and `__exit__` are called by the machine."""

    def __init__(self, machine: Machine, manager: Tracked) -> None:
        self.machine = machine
        self.manager = machine.settle(manager)
        kind = type(self.manager.value)
        # CPython looks both up first, and complains before it enters.
        self.enter, self.exit = dispatch.lookup(kind, "__enter__"), dispatch.lookup(kind, "__exit__")
        if self.enter is None or self.exit is None:
            with self.manager.value:
                raise AssertionError("unreachable")

    def stepped(self) -> bool:
        """Is it a generator of the project under `@contextmanager`?  `contextlib` only passes on what that gives."""
        manager = self.manager.value
        return type(manager) is contextlib._GeneratorContextManager and manager.gen.gi_code in self.machine.by_code

    def __enter__(self) -> Pair:
        manager, machine = self.manager.value, self.machine
        if self.stepped():
            machine.yielded = None
            depth, machine.native_depth = machine.native_depth, 0
            try:
                value = self.enter(manager)
            finally:
                machine.native_depth = depth
            given, machine.yielded = machine.yielded, None
            return value, (given[1] if given is not None and given[0] is value else machine.native_taint)
        if type(manager) is contextlib.nullcontext:
            return dispatch.attribute(machine, manager, None, "enter_result")
        return call_pairs(self.machine, self.enter, None, (self.manager.value,), (None,), {}, {})

    def __exit__(self, *exception: Any) -> bool:
        if exception[0] is not None and issubclass(exception[0], self.machine.Stop):
            return False
        if self.stepped():
            depth, self.machine.native_depth = self.machine.native_depth, 0
            try:
                return bool(self.exit(self.manager.value, *exception))
            finally:
                self.machine.native_depth = depth
        if type(self.manager.value) in (contextlib.suppress, contextlib.nullcontext):  # they look at its type alone
            return bool(self.manager.value.__exit__(*exception))
        result = call_pairs(
            self.machine, self.exit, None, (self.manager.value, *exception), (None, None, None, None), {}, {}
        )
        return self.machine.truth(Tracked(*result))


__all__ = [
    "Binding",
    "Context",
    "Items",
    "Sequence",
    "Unknown",
    "bind",
    "call",
    "call_pairs",
    "method",
    "native",
    "spread",
]
