"""Which code an operation runs: an entry of the table, a special method of the user, or CPython alone.

For user classes the data model's own dispatch (reflected methods, subclass priority, in-place fallback, default
`__ne__`, descriptors) is followed step by step, so that each special method written in Python is stepped into with its
shadows.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import operator
import sys
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew.concolic import native, questions, raising, taint
from clew.concolic.arguments import Arguments, Pair
from clew.concolic.operands import BINARY_METHODS
from clew.effects import exception_classes
from clew.effects.environment_effects import (
    NOTHING_HANDLED,
    OPEN_OF_SYS,
    THIS_PYTHON,
    of_the_process,
    says_of_this_python,
    supposed,
)
from clew.ir.operators import ARITHMETIC, COMPARISONS, TURNED
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics import table
from clew.semantics.class_lookup import container_base, forget_bases
from clew.semantics.iteration import checked_length
from clew.semantics.operation import Operation
from clew.semantics.python_versions import DATACLASSES_COMPARE_FIELDS
from clew.semantics.shadow import Choice, Concretized, Contents, Fields, Havocked, Items, Mapping, Shadow, Tracked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

SCALAR_TYPES = frozenset({int, bool, float, complex, str, bytes, type(None)})
BUILTIN_TYPES = SCALAR_TYPES | frozenset(
    {list, tuple, dict, set, frozenset, range, slice, bytearray, collections.deque, collections.OrderedDict,
     collections.defaultdict, collections.Counter, type({}.keys()), type({}.values()), type({}.items())}
)  # fmt: skip
_METHODS_OF_COMPARISONS = {op: (f"__{word}__", f"__{COMPARISONS[TURNED[op]]}__") for op, word in COMPARISONS.items()}


def method_name(op: str) -> str:
    """The machine's method for a binary operator."""
    return BINARY_METHODS[op]


def scalar(term: Term) -> Shadow:
    return None if t.is_const(term) else term


def _looked_up(cls: type, name: str) -> Any:
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None


_remembered = functools.cache(_looked_up)

# The attribute in the class or its bases, unbound and raw; None where there is none.
lookup: Callable[[type, str], Any] = _remembered


def forget_classes() -> None:
    """Classes may have changed: look their attributes up again."""
    _remembered.cache_clear()
    forget_bases()


def _lost_of(*shadows: Shadow) -> Concretized | None:
    return next((s for s in shadows if isinstance(s, Concretized)), None)


def guarded(
    machine: Machine,
    lost: Concretized,
    concrete: Callable[..., Any],
    *values: Any,
    classes: frozenset[type] | None = None,
) -> Pair:
    """CPython's result on operands that were lost; that it raises or not was not followed either."""
    try:
        result = concrete(*values)
    except Exception as error:
        raising.may_raise(machine, lost, error, classes)
        raise
    raising.may_raise(machine, lost, None, classes)
    return result, dataclasses.replace(lost, kind=None)


_TOTAL = frozenset({"+", "-", "*", "+=", "-=", "*="})
_NUMERIC = (int, bool, float)


def _lost_scalars(
    machine: Machine, op: str, lost: Concretized, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow
) -> Pair:
    """A binary operation where an operand was lost; between numbers of known types some operations never raise."""
    kinds = [s.kind if isinstance(s, Concretized) else type(v) for v, s in ((a, sa), (b, sb))]
    if op in COMPARISONS and (all(k in _NUMERIC for k in kinds) or kinds in ([str, str], [bytes, bytes])):
        return concrete(a, b), dataclasses.replace(lost, kind=bool)
    if op in _TOTAL and all(k in _NUMERIC for k in kinds):
        floats = kinds.count(float)
        if floats != 1 or all(
            k is float or (s is None and abs(v) < 1e300) for k, v, s in zip(kinds, (a, b), (sa, sb), strict=True)
        ):
            return concrete(a, b), dataclasses.replace(lost, kind=float if floats else int)
    return guarded(machine, lost, concrete, a, b, classes=exception_classes.of_operator(op, kinds))


# ---------------------------------------------------------------- operators


def binary(machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    """`a op b`, also for `op=` and the comparisons; concrete: what CPython does."""
    if isinstance(sa, Choice):
        a, sa = machine.settle(Tracked(a, sa))
    if isinstance(sb, Choice):
        b, sb = machine.settle(Tracked(b, sb))
    left, right = type(a), type(b)
    if left in BUILTIN_TYPES and right in BUILTIN_TYPES:
        questions.of_operator(machine, op, a, sa, b, sb)
        lost = _lost_of(sa, sb)
        if lost is not None and left in SCALAR_TYPES and right in SCALAR_TYPES:
            return _lost_scalars(machine, op, lost, concrete, a, sa, b, sb)
        operation = table.binary(op, left, right)
        if operation is None and op.endswith("=") and op[:-1] in ARITHMETIC and table.binary(op, left, left) is None:
            operation = table.binary(op[:-1], left, right) if left not in (list, set, dict, bytearray) else None
        if operation is not None:
            return operation.run(machine, (Tracked(a, sa), Tracked(b, sb)))
        if left is not right and not (left in _NUMBERS and right in _NUMBERS):
            if op in ("==", "!=") and left in SCALAR_TYPES and right in SCALAR_TYPES:
                return concrete(a, b), None  # whatever the values are
            try:
                concrete(a, b)
            except TypeError as error:
                if any(text in str(error) for text in _OF_TYPES):
                    raise  # whatever the values are
            except Exception:
                pass  # raised again below, where the machine watches
        return native.run(machine, concrete, Arguments((a, b), (sa, sb)))
    if op in COMPARISONS:
        return _compare(machine, op, concrete, a, sa, b, sb)
    return _arithmetic(machine, op, concrete, a, sa, b, sb)


_NUMBERS = frozenset({int, bool, float, complex})
_OF_TYPES = (
    "unsupported operand type", "not supported between instances", "can only concatenate", "can't concat",
    "can't multiply sequence",
)  # fmt: skip


def _python(f: Any) -> bool:
    return isinstance(f, types.FunctionType)


def _attempt(machine: Machine, f: Any, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    if f is None:
        return NotImplemented, None
    if _python(f):
        return machine.invoke(f, Arguments((a, b), (sa, sb)))
    return native.run(machine, f, Arguments((a, b), (sa, sb)))


def _arithmetic(
    machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow
) -> Pair:
    base = ARITHMETIC[op.removesuffix("=")]
    left, right = type(a), type(b)
    names = [lookup(left, f"__i{base}__")] if op.endswith("=") else []
    forward, backward = lookup(left, f"__{base}__"), lookup(right, f"__r{base}__")
    if not any(_python(f) for f in (*names, forward, backward)):
        inherited = container_base(left) if names else None
        operation = table.binary(op, inherited, container_base(right) or right) if inherited is not None else None
        if operation is not None:
            return operation.run(machine, (Tracked(a, sa), Tracked(b, sb)))
        return native.run(machine, concrete, Arguments((a, b), (sa, sb)))
    for f in names:
        result = _attempt(machine, f, a, sa, b, sb)
        if result[0] is not NotImplemented:
            return result
    reflected_first = right is not left and issubclass(right, left) and backward is not lookup(left, f"__r{base}__")
    order = [(forward, a, sa, b, sb), (backward, b, sb, a, sa)]
    if left is right:
        order.pop()
    elif reflected_first:
        order.reverse()
    for f, x, sx, y, sy in order:
        result = _attempt(machine, f, x, sx, y, sy)
        if result[0] is not NotImplemented:
            return result
    symbol = op if op != "**" else "** or pow()"
    raise TypeError(f"unsupported operand type(s) for {symbol}: '{left.__name__}' and '{right.__name__}'")


def _compare(machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    left, right = type(a), type(b)
    forward_name, backward_name = _METHODS_OF_COMPARISONS[op]
    forward, backward = lookup(left, forward_name), lookup(right, backward_name)
    if op == "!=" and (forward is object.__ne__ or backward is object.__ne__):
        if _python(lookup(left, "__eq__")) or _python(lookup(right, "__eq__")):
            return machine.not_(*_compare(machine, "==", operator.eq, a, sa, b, sb))
    generated = _dataclass_compare(machine, op, forward, a, b)
    if generated is not None:
        return generated
    if not (_python(forward) or _python(backward)):
        if forward in (object.__eq__, object.__ne__, None) and backward in (object.__eq__, object.__ne__, None):
            return concrete(a, b), _lost_of(sa, sb)
        base = container_base(left) or left
        operation = table.binary(op, base, base) if base is (container_base(right) or right) else None
        if operation is not None:
            return operation.run(machine, (Tracked(a, sa), Tracked(b, sb)))
        for one in (a, b) if machine.outside else ():
            machine.read(one, "__dict__")
        return native.run(machine, concrete, Arguments((a, b), (sa, sb)))
    order = [(forward, a, sa, b, sb), (backward, b, sb, a, sa)]
    if right is not left and issubclass(right, left):
        order.reverse()
    for f, x, sx, y, sy in order:
        if f in _OF_OBJECT:
            continue
        result = _attempt(machine, f, x, sx, y, sy)
        if result[0] is not NotImplemented:
            return result
    if op == "==":
        return a is b, None
    if op == "!=":
        return a is not b, None
    raise TypeError(f"'{op}' not supported between instances of '{left.__name__}' and '{right.__name__}'")


_OF_OBJECT = [vars(object)[name] for name, _ in _METHODS_OF_COMPARISONS.values()]


def _dataclass_compare(machine: Machine, op: str, f: Any, a: Any, b: Any) -> Pair | None:
    """The comparison a dataclass generates: of the compared fields of the class that has the method."""
    if not _python(f) or f.__code__.co_filename != "<string>" or type(a) is not type(b):
        return None
    method = _METHODS_OF_COMPARISONS[op][0]
    owner: Any = next(base for base in type(a).__mro__ if method in vars(base))
    if "__dataclass_fields__" not in vars(owner):
        return None
    names = [field.name for field in dataclasses.fields(owner) if field.compare]
    if op == "==" and DATACLASSES_COMPARE_FIELDS:
        return _fields_equal(machine, names, a, b)
    pairs = []
    for instance in (a, b):
        columns = [attribute(machine, instance, None, name) for name in names]
        pairs.append(machine.make_tuple(tuple(c[0] for c in columns), tuple(c[1] for c in columns)))
    return getattr(machine, method_name(op))(*pairs[0], *pairs[1])  # type: ignore[no-any-return]


def _fields_equal(machine: Machine, names: list[str], a: Any, b: Any) -> Pair:
    """`a is b or a.x == b.x and a.y == b.y and …`"""
    result: Pair = True, None
    if a is b:
        return result
    compare: Callable[..., Pair] = getattr(machine, method_name("=="))
    for number, name in enumerate(names, 1):
        result = compare(*attribute(machine, a, None, name), *attribute(machine, b, None, name))
        if number < len(names) and not machine.truth(Tracked(*result)):
            break
    return result


def unary(machine: Machine, op: str, value: Any, shadow: Shadow) -> Pair:
    """`-a`, `+a`, `~a`"""
    value, shadow = machine.settle(Tracked(value, shadow))
    if op == "~" and machine.flags:
        questions.ask(machine, value, shadow)
    concrete = _UNARY[op][0]
    if isinstance(shadow, Concretized):
        return guarded(machine, shadow, concrete, value)
    operation = table.unary(op, type(value))
    if operation is not None:
        return operation.run(machine, (Tracked(value, shadow),))
    f = lookup(type(value), _UNARY[op][1])
    if _python(f):
        return machine.invoke(f, Arguments((value,), (shadow,)))
    return native.run(machine, concrete, Arguments((value,), (shadow,)))


_UNARY: dict[str, tuple[Callable[[Any], Any], str]] = {
    "-": (operator.neg, "__neg__"),
    "+": (operator.pos, "__pos__"),
    "~": (operator.invert, "__invert__"),
}


def equal(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    """`a is b or a == b`, as containers compare their elements."""
    if isinstance(a.shadow, Choice) is not isinstance(b.shadow, Choice):
        a, b = machine.settle(a), machine.settle(b)  # of one object, one may have been asked what it is
    if a.value is b.value and a.shadow is b.shadow and not isinstance(a.shadow, Concretized):
        return Tracked(True, None)
    a, b = machine.settle(a), machine.settle(b)
    if _two_nans(machine, a, b):
        if a.shadow is None and b.shadow is None:
            return Tracked(a.value is b.value, None)
        return Tracked(a.value is b.value, machine.lost("unmodelled-operation", "whether two nans are one object"))
    return machine.binary("==", a, b)


def _two_nans(machine: Machine, a: Tracked, b: Tracked) -> bool:
    """Are both nans?  They may be one object, which no term says, so that they are not both is a decision of its own.

    Nothing is decided where one is known to be a number.
    """
    if type(a.value) is not float or type(b.value) is not float:
        return False
    nans = a.value != a.value and b.value != b.value
    if not all(isinstance(s, Term | None) for s in (a.shadow, b.shadow)):
        return nans
    numbers = [_is_number(value, shadow) for value, shadow in (a, b)]
    machine.decide(t.or_(*numbers), not nans)
    return nans


def _is_number(value: float, shadow: Shadow) -> Term:
    """That it is no nan."""
    return t.operation("feq", shadow, shadow) if isinstance(shadow, Term) else t.boolean(value == value)


def truth(machine: Machine, value: Tracked) -> bool:
    """`__bool__`, else `__len__`, else true."""
    kind = type(value.value)
    for name in ("__bool__", "__len__"):
        f = lookup(kind, name)
        if _python(f):
            result = Tracked(*machine.invoke(f, Arguments((value.value,), (value.shadow,))))
            if name == "__bool__" and not isinstance(result.value, bool):
                raise TypeError(f"__bool__ should return bool, returned {type(result.value).__name__}")
            return machine.truth(checked_length(machine, result) if name == "__len__" else result)
        if f is not None:
            return bool(value.value)
    return True


def identical(machine: Machine, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    """`a is b`.  Against None (or another singleton) the choice of a type is not settled but asked."""
    for (x, sx), (y, sy) in (((a, sa), (b, sb)), ((b, sb), (a, sa))):
        if isinstance(sx, Choice) and sy is None and y is None and sx.tells_types():
            kinds = [t.eq(sx.kind, t.integer(i)) for i, kind in enumerate(sx.types) if kind is type(None)]
            return x is y, scalar(t.or_(*kinds))
    (a, sa), (b, sb) = machine.settle(Tracked(a, sa)), machine.settle(Tracked(b, sb))
    if hasattr(type(a), "__next__") or hasattr(type(b), "__next__"):
        asked = (a, sa) if sa is not None else (b, sb)  # `iter(x) is x` asks whether it is an iterator
        machine.type_tested("is", *asked, a is b)
    if type(a) is not type(b):
        left, right = (s.kind if isinstance(s, Concretized) else type(v) for v, s in ((a, sa), (b, sb)))
        surely = left is not None and right is not None and left is not right
        if surely or ((a is None or b is None) and (id(a) in machine.unclear or id(b) in machine.unclear)):
            return False, None
        return a is b, _lost_of(sa, sb)
    if isinstance(a, bool):
        return binary(machine, "==", operator.is_, a, sa, b, sb)
    if type(a) is tuple and (isinstance(sa, Items) or isinstance(sb, Items)):
        return a is b, machine.lost("unmodelled-operation", "identity of equal values")  # one chosen from a table
    if type(a) is frozenset and a is not b and (machine.contents(a) is not None or machine.contents(b) is not None):
        return False, machine.lost("unmodelled-operation", "identity of equal values")
    if a is not b and isinstance(a, _IMMUTABLE) and _lost_of(sa, sb) is None:
        own = _python(lookup(type(a), "__eq__"))
        if own or machine.truth(machine.binary("==", Tracked(a, sa), Tracked(b, sb))):
            return False, machine.lost("unmodelled-operation", "identity of equal values")
        return False, None  # what differs is not one object
    if sa is None and sb is None and a is not b and may_be_merged(a, b):
        machine.run.merging = True
        return False, machine.lost("unmodelled-operation", "identity of equal values")
    if (sa is None and sb is None) or (type(a) not in SCALAR_TYPES and _lost_of(sa, sb) is None):
        return a is b, None
    if a is None:
        return True, _lost_of(sa, sb)
    lost = _lost_of(sa, sb)
    if lost is None and not _two_nans(machine, Tracked(a, sa), Tracked(b, sb)) and a == a:
        if not machine.truth(machine.binary("==", Tracked(a, sa), Tracked(b, sb))):
            return False, None  # what differs is not one object
    return a is b, lost or machine.lost("unmodelled-operation", "identity of equal values")


_IMMUTABLE = (tuple, range, slice)


def may_be_merged(a: Any, b: Any) -> bool:
    """Whether CPython may have one object for both: constants that it folds or merges, what it keeps to use again."""
    kind = type(a)
    if kind is not type(b) or kind not in _MERGED:
        return False
    if kind is tuple or kind is frozenset:
        return len(a) == len(b) and all(x is y or may_be_merged(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)


_MERGED = frozenset({int, float, complex, str, bytes, tuple, frozenset})


def contains(machine: Machine, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    """`a in b`"""
    if sa is None and sb is None and type(a) in SCALAR_TYPES and type(b) in (str, bytes):
        return a in b, None
    if isinstance(sb, Choice):
        b, sb = machine.settle(Tracked(b, sb))
    if isinstance(sa, Choice):
        a, sa = machine.settle(Tracked(a, sa))
    questions.of_key(machine, b, sb, a, False)
    operation = table.binary("in", type(a), container_base(type(b)) or type(b))
    if operation is not None:
        return operation.run(machine, (Tracked(a, sa), Tracked(b, sb)))
    if type(b) in BUILTIN_TYPES:
        return native.run(machine, operator.contains, Arguments((b, a), (sb, sa)))
    f = lookup(type(b), "__contains__")
    if _python(f):
        return machine.truth(Tracked(*machine.invoke(f, Arguments((b, a), (sb, sa))))), None
    if f is None and (_python(lookup(type(b), "__iter__")) or _python(lookup(type(b), "__getitem__"))):
        for item in machine.iterate(Tracked(b, sb)):
            if machine.truth(machine.equal(Tracked(a, sa), item)):
                return True, None
        return False, None
    return native.run(machine, operator.contains, Arguments((b, a), (sb, sa)))


def pattern_kind(machine: Machine, value: Any, shadow: Shadow, flag: int) -> Pair:
    """Is the subject of a `match` a sequence (or mapping) to the interpreter?"""
    if shadow is not None or machine.heap:
        machine.type_tested(f"pattern {flag}", value, shadow, bool(type(value).__flags__ & flag))
    if isinstance(shadow, Choice) and shadow.tells_types():
        kinds = [t.eq(shadow.kind, t.integer(i)) for i, kind in enumerate(shadow.types) if kind.__flags__ & flag]
        return bool(type(value).__flags__ & flag), scalar(t.or_(*kinds))
    value, shadow = machine.settle(Tracked(value, shadow))
    return bool(type(value).__flags__ & flag), shadow if isinstance(shadow, Concretized) else None


# ---------------------------------------------------------------- items

_ITEM: dict[str, tuple[str, Callable[[type], Operation | None], Callable[..., Any]]] = {
    "item": ("__getitem__", table.item, operator.getitem),
    "set_item": ("__setitem__", table.set_item, operator.setitem),
    "del_item": ("__delitem__", table.del_item, operator.delitem),
}


# What the operations on containers use of them, where CPython's own go past what a subclass says.
_INSIDE = ("__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__len__", "__missing__")


def item(machine: Machine, action: str, o: Any, so: Shadow, k: Any, sk: Shadow, *rest: Any) -> Pair:
    """`o[k]`, `o[k] = v` and `del o[k]`; rest: the value to set and its shadow."""
    if isinstance(so, Choice):
        o, so = machine.settle(Tracked(o, so))
    if isinstance(sk, Choice):
        k, sk = machine.settle(Tracked(k, sk))
    name, entry, concrete = _ITEM[action]
    values, shadows = (o, k, *rest[::2]), (so, sk, *rest[1::2])
    operation = entry(type(o))
    if operation is not None:
        size = len(o) if type(o) is collections.defaultdict else -1
        try:
            result = operation.run(machine, tuple(Tracked(v, s) for v, s in zip(values, shadows, strict=True)))
        except KeyError:
            questions.of_key(machine, o, so, k, True)
            raise
        questions.of_key(machine, o, so, k, action == "item" and -1 < size < len(o))  # it made one
        return result
    f = lookup(type(o), name)
    if f is None and not isinstance(so, Concretized) and not isinstance(o, type):
        concrete(*values)  # raises a TypeError, whatever the values are
    if type(o) not in BUILTIN_TYPES:
        if _python(f):
            return machine.invoke(f, Arguments(values, shadows))
        if isinstance(o, type) and action == "item":
            f = lookup(o, "__class_getitem__")
            if f is not None or type(o) is not type:
                return native.run(machine, concrete, Arguments(values, shadows))
        if f is not None and isinstance(o, list | dict | tuple):
            base = next(b for b in (list, dict, tuple) if isinstance(o, b))
            operation = entry(base)
            if operation is not None and all(lookup(type(o), n) is getattr(base, n, None) for n in _INSIDE):
                return operation.run(machine, tuple(Tracked(v, s) for v, s in zip(values, shadows, strict=True)))
    return native.run(machine, concrete, Arguments(values, shadows))


# ---------------------------------------------------------------- attributes


def attribute(machine: Machine, o: Any, so: Shadow, name: str) -> Pair:
    """`o.name`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
        if isinstance(so, Concretized):
            return guarded(machine, so, getattr, o, name)
        questions.of_attribute(machine, o, so, name)
        if so is not None:
            return _attribute_of_plain_value(machine, o, so, name)
    elif machine.given:
        questions.of_attribute(machine, o, so, name)
    if type(o) is super:
        receiver: Any = o.__self__  # type: ignore[attr-defined]
        if isinstance(receiver, _PLAIN_VALUES):
            machine.approximate("unmodelled-operation", f"super() on a {type(receiver).__name__}")
    if isinstance(o, types.ModuleType):
        if o is sys and name in _OF_THE_WORLD:
            machine.worldly = True
            if machine.world is not None and (known := machine.world.attribute(name)) is not None:
                return known
        if o is sys and name in OPEN_OF_SYS:
            return _of_the_process(machine, name)
        if says_of_this_python(o, name):
            machine.suppose(THIS_PYTHON)
        if (what := of_the_process(o, name)) != "":
            machine.suppose(supposed(what))
        return getattr(o, name), machine.global_shadows.get((o.__name__, name))
    kind = type(o)
    if name == "__self__" and isinstance(o, _BOUND):
        return o.__self__, machine.receiver_of(o)
    if kind is functools.partial and name in ("keywords", "__dict__"):  # who has the dict may change what is passed
        for held in (o, o.keywords):
            machine.keep(held, Havocked(machine.lost("unmodelled-operation", "the keywords of a partial, asked for")))
    if kind in _OF_RUNNING_CODE and not name.startswith("__"):
        return guarded(machine, machine.lost("nondeterministic", f"{name} of a {kind.__name__}"), getattr, o, name)
    if name in _OF_LOGGING and (o if isinstance(o, type) else kind).__module__ == "logging":
        machine.suppose(supposed("the configuration of logging"))
    if kind in weakref.ProxyTypes:
        return native.run(machine, getattr, Arguments((o, name), (None, None)))
    reader = lookup(kind, "__getattribute__")
    if _python(reader):
        try:
            return machine.invoke(reader, Arguments((o, name), (None, None)))
        except Exception as error:
            missing = lookup(kind, "__getattr__")
            if not _python(missing) or not raising.is_caught(machine, error, AttributeError):
                raise
            return machine.invoke(missing, Arguments((o, name), (None, None)))
    if getattr(kind, "is_stream", False) and not hasattr(kind, name) and name not in _OF_SOME_ITERATORS:
        raise AttributeError(f"iterator object has no attribute '{name}'", name=name, obj=iter(()))
    return plain_attribute(machine, o, name)


# A stream stands for some iterator of CPython's, and these are what only some of them have.
_OF_SOME_ITERATORS = frozenset({"__length_hint__", "__setstate__", "__copy__", "__class_getitem__"})
# What they show is the text that is run here, and who called it.
_OF_RUNNING_CODE = frozenset({types.TracebackType, types.FrameType, types.CodeType})
_OF_LOGGING = frozenset(
    {"level", "handlers", "disabled", "propagate", "filters", "parent", "formatter", "manager", "loggerDict"}
)


_OF_THE_WORLD = frozenset({"argv", "stdin"})


def _of_the_process(machine: Machine, name: str) -> Pair:
    """What Python was started with."""
    value, lost = getattr(sys, name), machine.lost("nondeterministic", f"sys.{name}")
    if isinstance(value, list):
        machine.keep(value, Havocked(lost))
        return value, None
    return value, lost


_PLAIN_VALUES = (int, float, complex, str, bytes, tuple, range, slice)
_BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)


def _attribute_of_plain_value(machine: Machine, o: Any, so: Shadow, name: str) -> Pair:
    """An attribute of a value that carries its shadow itself; whatever is bound to the value must keep it."""
    kind = type(o)
    raw = lookup(kind, name)
    if isinstance(so, Items):
        names = ("start", "stop", "step") if kind in (range, slice) else getattr(kind, "_fields", ())
        if name in names and not isinstance(raw, property | types.FunctionType):
            return getattr(o, name), so.shadows[names.index(name)]
    if isinstance(raw, property) and raw.fget is not None:
        return machine.invoke(raw.fget, Arguments((o,), (so,)))
    missing = lookup(kind, "__getattr__")
    if raw is None and _python(missing) and name not in _instance_dict(o):
        return machine.invoke(missing, Arguments((o, name), (so, None)))
    value = getattr(o, name)
    if isinstance(value, _BOUND) and value.__self__ is o:
        machine.bind(value, so)
        return value, None
    if raw is value or isinstance(raw, staticmethod | classmethod):
        return value, _field_shadow(machine, o, name, value)
    if name in _instance_dict(o) and machine.contents(o) is not None:
        return value, _field_shadow(machine, o, name, value)
    return value, machine.lost("unmodelled-operation", f"attribute {name} of a {kind.__name__}")


def plain_attribute(machine: Machine, o: Any, name: str) -> Pair:
    """As `object.__getattribute__` finds it, then `__getattr__`: where there is none, or what was found raised an
    AttributeError.
    """
    missing = lookup(type(o), "__getattr__")
    try:
        return found_attribute(machine, o, name)
    except Exception as error:
        if not _python(missing) or not raising.is_caught(machine, error, AttributeError):
            raise
    return machine.invoke(missing, Arguments((o, name), (None, None)))


def found_attribute(machine: Machine, o: Any, name: str) -> Pair:
    """Properties and descriptors of the user's are stepped into."""
    kind = type(o)
    if name == "__dict__":
        if machine.outside:
            machine.read(o, name)
        return namespace(machine, o)
    raw = lookup(kind, name)
    if isinstance(raw, property) and raw.fget is not None:
        return machine.invoke(raw.fget, Arguments((o,), (None,)))
    if isinstance(raw, functools.cached_property) and name not in o.__dict__:
        value, shadow = machine.invoke(raw.func, Arguments((o,), (None,)))
        o.__dict__[name] = value
        keep_field(machine, o, name, shadow)
        return value, shadow
    if name in ("__code__", "__closure__") and _python(o) and o.__code__ in machine.by_code:
        machine.approximate("unmodelled-operation", f"the {name.strip('_')} of {o.__name__} was asked for")
    own = lookup(o, name) if issubclass(type(o), type) else raw
    getter = lookup(type(own), "__get__") if own is not None else None
    if _python(getter):
        of_data = lookup(type(own), "__set__") is not None or lookup(type(own), "__delete__") is not None
        if issubclass(type(o), type):
            return machine.invoke(getter, Arguments((own, None, o), (None, None, None)))
        if of_data or name not in _instance_dict(o):
            return machine.invoke(getter, Arguments((own, o, kind), (None, None, None)))
    if machine.outside:
        machine.read(o, name)
    missing = lookup(kind, "__getattr__")
    if own is None and raw is None and _python(missing) and name not in _instance_dict(o):
        raise AttributeError(name)  # not looked up natively, which would call it
    own_way = _python(missing) and not issubclass(kind, type)  # natively it would call `__getattr__`
    plain = own_way or _python(lookup(kind, "__getattribute__"))
    try:
        value = object.__getattribute__(o, name) if plain else getattr(o, name)
    except AttributeError as error:
        if (lost := lost_namespace(machine, o)) is not None:  # others may have given it one
            raising.may_raise(machine, lost, error, frozenset({AttributeError}))
        raise
    if machine.lent and not isinstance(value, _BOUND):
        machine.look_at(o)
    if value is None and name == "__context__" and isinstance(o, BaseException):
        machine.suppose(NOTHING_HANDLED)
    if not machine.heap:
        return value, None
    return value, _field_shadow(machine, o, name, value)


def _instance_dict(o: Any) -> dict[str, Any]:
    try:
        found = object.__getattribute__(o, "__dict__")
    except AttributeError:
        return {}
    return found if isinstance(found, dict) else {}


def namespace(machine: Machine, o: Any) -> Pair:
    """`o.__dict__`.  From now on the shadows of the attributes are kept with the dict, where both ways to them meet."""
    if issubclass(type(o), type):
        space: Any = type.__dict__["__dict__"].__get__(o)
        if machine.contents(o) is None:
            return space, None
        return space, machine.lost("unmodelled-operation", f"the namespace of {o.__name__}")
    space = object.__getattribute__(o, "__dict__")
    if type(space) is dict and id(o) not in machine.exposed:
        machine.exposed[id(o)] = (o, space)
        contents = machine.contents(o)
        if isinstance(contents, Havocked):
            machine.keep(space, Havocked(contents.lost))
        elif machine.contents(space) is None:
            fields = contents.attributes if isinstance(contents, Fields) else {}
            machine.keep(space, Mapping({k: (None, fields.get(k)) for k in space}))
    return space, None


_METHODS = (types.MethodType, types.BuiltinMethodType)


def _may_have_itself(machine: Machine, o: Any, name: str) -> bool:
    """Is the attribute one of the object, and not what its class has under the name, or does code make it one?"""
    own = name in _instance_dict(o) or isinstance(lookup(type(o), name), types.MemberDescriptorType)
    return own or machine.is_set(name)


def lost_namespace(machine: Machine, o: Any) -> Concretized | None:
    """Where which attributes an object has itself is not known."""
    spaces = (machine.exposed[id(o)][1:] if id(o) in machine.exposed else ()) + machine.slotted.get(id(o), ())[1:]
    every = (machine.contents(each) for each in (o, *spaces))
    return next((contents.lost for contents in every if isinstance(contents, Havocked)), None)


def _field_shadow(machine: Machine, o: Any, name: str, value: Any) -> Shadow:
    if id(value) in machine.unclear:  # the cause of an exception, or its context
        return raising.shadow_of(machine, value)
    contents = machine.contents(o)
    if isinstance(contents, Havocked) and (not isinstance(value, _METHODS) or _may_have_itself(machine, o, name)):
        return contents.lost
    if id(o) in machine.exposed:
        kept = machine.contents(machine.exposed[id(o)][1])
        if isinstance(kept, Havocked):
            return kept.lost
        if isinstance(kept, Mapping) and name in kept.entries:
            return kept.entries[name][1]
    elif isinstance(contents, Fields) and name in contents.attributes:
        return contents.attributes[name]
    if id(o) in machine.slotted:
        kept = machine.contents(machine.slotted[id(o)][1])
        if isinstance(kept, Havocked):
            return kept.lost
        if isinstance(kept, Fields) and name in kept.attributes:
            return kept.attributes[name]
    if name not in _instance_dict(o):
        for cls in type(o).__mro__ if not issubclass(type(o), type) else o.__mro__:
            contents = machine.contents(cls)
            if isinstance(contents, Fields) and name in contents.attributes:
                return contents.attributes[name]
            if isinstance(contents, Havocked) and name in vars(cls) and not callable(value):
                return contents.lost
    return None


_CONTAINERS = (list, dict, set, collections.deque, bytearray, tuple)


def keep_field(machine: Machine, o: Any, name: str, shadow: Shadow) -> None:
    """Remember the shadow of an attribute: with the object, or with its `__dict__` where the program holds that.

    The own contents of a container are its elements, so its attributes are kept apart: in its `__dict__`, or as slots.
    """
    if isinstance(o, _CONTAINERS) and type(o) is not tuple:
        if name not in _instance_dict(o):
            _keep_slot(machine, o, name, shadow)
            return
        namespace(machine, o)
    if id(o) in machine.exposed:
        space = machine.exposed[id(o)][1]
        kept = machine.heap[id(space)][1]
        if isinstance(kept, Mapping) and name in space:
            kept.entries[name] = (None, shadow)
        else:
            machine.contents(space)  # notices a stale one
        if isinstance(o, _CONTAINERS):
            return
    contents = machine.contents(o)
    if isinstance(contents, Fields):
        contents.attributes[name] = shadow
    elif shadow is not None and not isinstance(contents, Havocked):
        machine.keep(o, Fields({name: shadow}))


def copy_shadows(machine: Machine, original: Any, made: Any, copied: Callable[[Contents], Contents]) -> None:
    """What is known of an object is known of its copy, wherever it is kept; `copied` makes contents of its own."""
    contents = machine.contents(original)
    if contents is not None:
        machine.keep(made, copied(contents))
    if id(original) in machine.exposed and namespace(machine, made)[1] is None:
        kept = machine.contents(machine.exposed[id(original)][1])
        if kept is not None:
            machine.keep(machine.exposed[id(made)][1], copied(kept))
    if id(original) in machine.slotted:
        kept = machine.contents(machine.slotted[id(original)][1])
        if kept is not None:
            _make_slots(machine, made, copied(kept))


def _keep_slot(machine: Machine, o: Any, name: str, shadow: Shadow) -> None:
    if id(o) not in machine.slotted:
        _make_slots(machine, o, Fields({}))
    kept = machine.contents(machine.slotted[id(o)][1])
    if isinstance(kept, Fields):
        kept.attributes[name] = shadow


def _make_slots(machine: Machine, o: Any, contents: Contents) -> None:
    slots = types.SimpleNamespace()
    machine.slotted[id(o)] = (o, slots)
    machine.keep(slots, contents)


def set_attribute(machine: Machine, o: Any, so: Shadow, name: str, v: Any, sv: Shadow) -> None:
    """`o.name = v`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
        if isinstance(so, Concretized):
            machine.approximate(so.code, so.text)
    if isinstance(o, type):
        forget_classes()
    if isinstance(o, types.ModuleType):
        setattr(o, name, v)
        machine.set_global(o.__name__, name, sv)
        if sv is not None:  # functions of that module may take the global for a constant
            machine.approximate("unmodelled-operation", f"{name} of module {o.__name__} was set from outside")
        return
    if isinstance(o, types.CellType):  # a variable of some function
        machine.approximate("unmodelled-operation", "a variable of another function was set by way of its cell")
    kind = type(o)
    setter = lookup(kind, "__setattr__")
    if _python(setter):
        machine.invoke(setter, Arguments((o, name, v), (None, None, sv)))
        return
    raw = lookup(kind, name)
    if isinstance(raw, property) and raw.fset is not None:
        machine.invoke(raw.fset, Arguments((o, v), (None, sv)))
        return
    descriptor = lookup(type(raw), "__set__") if raw is not None else None
    if _python(descriptor):
        machine.invoke(descriptor, Arguments((raw, o, v), (None, None, sv)))
        return
    if _kept_in_c(o, raw, setter, descriptor) and taint.first_tainted(machine, [(o, None), (v, sv)]) is not None:
        native.run(machine, setattr, Arguments((o, name, v), (None, None, sv)))
        machine.approximate("unmodelled-operation", f"{name} of a {kind.__name__} was set")
        return
    setattr(o, name, v)
    if name == "__dict__" and raw is not None:
        forget_fields(machine, o)
        space, _ = namespace(machine, o)
        if isinstance(sv, Concretized):
            machine.keep(space, Havocked(sv))
        return
    if not machine.setup:
        machine.not_outside(o, name)
    keep_field(machine, o, name, sv)


_PLAIN_SETTERS = (
    object.__setattr__, type.__setattr__, BaseException.__setattr__, types.SimpleNamespace.__setattr__,
    functools.partial.__setattr__,
)  # fmt: skip


def _kept_in_c(o: Any, raw: Any, setter: Any, descriptor: Any) -> bool:
    """Does C code keep the attribute in its own way: defaults of a function, fields of a structure, what belongs to a
    thread, attributes set by a weak proxy?
    """
    if setter not in _PLAIN_SETTERS:
        return True
    if descriptor is None or isinstance(raw, property | types.MemberDescriptorType) or isinstance(o, BaseException):
        return False
    return raw is not object.__dict__["__class__"] and getattr(raw, "__name__", "") != "__dict__"


def forget_fields(machine: Machine, o: Any) -> None:
    """Its `__dict__` is another one from now on."""
    machine.exposed.pop(id(o), None)
    if isinstance(machine.contents(o), Fields):
        del machine.heap[id(o)]
