"""Which code an operation runs: an entry of the table, a special method of the user, or CPython alone.

For user classes the data model's own dispatch (reflected methods, subclass priority, in-place fallback, default
`__ne__`, descriptors) is followed step by step, so that each special method written in Python is stepped into with its
shadows.
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clew.concolic import attributes, native, questions, raising
from clew.concolic.arguments import Arguments
from clew.concolic.operands import BINARY_METHODS
from clew.effects import exception_classes
from clew.effects.environment_effects import REGISTERED, may_be_registered, supposed
from clew.ir.operators import ARITHMETIC, COMPARISONS, TURNED
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics import dates, table
from clew.semantics.class_lookup import WITHHELD, container_base, is_python, lookup, special
from clew.semantics.gathering import checked_length
from clew.semantics.operation import Operation
from clew.semantics.python_versions import DATACLASSES_COMPARE_FIELDS
from clew.semantics.shadow import Choice, Concretized, Items, Pair, Shadow, Tracked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

SCALAR_TYPES = frozenset({int, bool, float, complex, str, bytes, type(None)})
BUILTIN_TYPES = SCALAR_TYPES | frozenset(
    {list, tuple, dict, set, frozenset, range, slice, bytearray, collections.deque, collections.OrderedDict,
     collections.defaultdict, collections.Counter, type({}.keys()), type({}.values()), type({}.items())}
)  # fmt: skip
_VALUES = SCALAR_TYPES | dates.PARTS.keys()
_OF_OPERATORS = BUILTIN_TYPES | dates.PARTS.keys()
_METHODS_OF_COMPARISONS = {op: (f"__{word}__", f"__{COMPARISONS[TURNED[op]]}__") for op, word in COMPARISONS.items()}


def method_name(op: str) -> str:
    """The machine's method for a binary operator."""
    return BINARY_METHODS[op]


def scalar(term: Term) -> Shadow:
    return None if t.is_const(term) else term


def _lost_of(*shadows: Shadow) -> Concretized | None:
    return next((s for s in shadows if isinstance(s, Concretized)), None)


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
    return raising.guarded(machine, lost, concrete, a, b, classes=exception_classes.of_operator(op, kinds))


# ---------------------------------------------------------------- operators


def binary(machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    """`a op b`, also for `op=` and the comparisons; concrete: what CPython does."""
    if isinstance(sa, Choice):
        a, sa = machine.settle(Tracked(a, sa))
    if isinstance(sb, Choice):
        b, sb = machine.settle(Tracked(b, sb))
    left, right = type(a), type(b)
    if left in _OF_OPERATORS and right in _OF_OPERATORS:
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
            if op in ("==", "!=") and left in _VALUES and right in _VALUES:
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


_SEQUENCES = (list, tuple, str, bytes, bytearray, collections.deque)


def _attempt(machine: Machine, f: Any, a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    if f is None:
        return NotImplemented, None
    if f is WITHHELD:
        f()  # raises a TypeError, whatever it is given
    if is_python(f):
        return machine.invoke(f, Arguments((a, b), (sa, sb)))
    return native.run(machine, f, Arguments((a, b), (sa, sb)))


def _arithmetic(
    machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow
) -> Pair:
    base = ARITHMETIC[op.removesuffix("=")]
    left, right = type(a), type(b)
    names = [special(left, f"__i{base}__")] if op.endswith("=") else []
    forward, backward = special(left, f"__{base}__"), special(right, f"__r{base}__")
    if not any(is_python(f) for f in (*names, forward, backward)):
        inherited = container_base(left) if names else None
        operation = table.binary(op, inherited, container_base(right) or right) if inherited is not None else None
        if operation is not None:
            return operation.run(machine, (Tracked(a, sa), Tracked(b, sb)))
        return native.run(machine, concrete, Arguments((a, b), (sa, sb)))
    reflected_first = right is not left and issubclass(right, left) and backward is not special(left, f"__r{base}__")
    order = [(forward, a, sa, b, sb), (backward, b, sb, a, sa)]
    if left is right:
        order.pop()
    elif reflected_first:
        order.reverse()
    order = [*((f, a, sa, b, sb) for f in names), *order]
    if base in ("add", "mul") and issubclass(left, _SEQUENCES):
        order.sort(key=lambda each: not is_python(each[0]))  # for CPython, what they do themselves is no arithmetic
    for f, x, sx, y, sy in order:
        result = _attempt(machine, f, x, sx, y, sy)
        if result[0] is not NotImplemented:
            return result
    symbol = op if op != "**" else "** or pow()"
    raise TypeError(f"unsupported operand type(s) for {symbol}: '{left.__name__}' and '{right.__name__}'")


def _compare(machine: Machine, op: str, concrete: Callable[..., Any], a: Any, sa: Shadow, b: Any, sb: Shadow) -> Pair:
    left, right = type(a), type(b)
    forward_name, backward_name = _METHODS_OF_COMPARISONS[op]
    forward, backward = special(left, forward_name), special(right, backward_name)
    generated = _dataclass_compare(machine, op, forward, a, b)
    if generated is not None:
        return generated
    if not any(map(is_python, (forward, backward, *_turned_round(forward, left), *_turned_round(backward, right)))):
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
        turned = _turned_round(f, type(x))
        if f in _OF_OBJECT and (not turned or turned[0] is object.__eq__):
            continue
        generated = _dataclass_compare(machine, "==", turned[0], x, y) if turned else None
        result = generated or _attempt(machine, turned[0] if turned else f, x, sx, y, sy)
        if result[0] is not NotImplemented:
            return machine.not_(*result) if turned else result
    if op == "==":
        return a is b, None
    if op == "!=":
        return a is not b, None
    raise TypeError(f"'{op}' not supported between instances of '{left.__name__}' and '{right.__name__}'")


def _turned_round(f: Any, kind: type) -> tuple[Any, ...]:
    """`object.__ne__` asks the `__eq__` of the same object and turns its answer round."""
    return (special(kind, "__eq__"),) if f is object.__ne__ else ()


_OF_OBJECT = [vars(object)[name] for name, _ in _METHODS_OF_COMPARISONS.values()]


def _dataclass_compare(machine: Machine, op: str, f: Any, a: Any, b: Any) -> Pair | None:
    """The comparison a dataclass generates: of the compared fields of the class that has the method."""
    if not is_python(f) or f.__code__.co_filename != "<string>" or type(a) is not type(b):
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
        columns = [attributes.attribute(machine, instance, None, name) for name in names]
        pairs.append(machine.make_tuple(tuple(c[0] for c in columns), tuple(c[1] for c in columns)))
    return getattr(machine, method_name(op))(*pairs[0], *pairs[1])  # type: ignore[no-any-return]


def _fields_equal(machine: Machine, names: list[str], a: Any, b: Any) -> Pair:
    """`a is b or a.x == b.x and a.y == b.y and …`"""
    result: Pair = True, None
    if a is b:
        return result
    compare: Callable[..., Pair] = getattr(machine, method_name("=="))
    for number, name in enumerate(names, 1):
        result = compare(*attributes.attribute(machine, a, None, name), *attributes.attribute(machine, b, None, name))
        if number < len(names) and not machine.truth(Tracked(*result)):
            break
    return result


def unary(machine: Machine, op: str, value: Any, shadow: Shadow) -> Pair:
    """`-a`, `+a`, `~a`"""
    value, shadow = machine.settle(Tracked(value, shadow))
    if op == "~" and machine.flags():
        questions.ask(machine, value, shadow)
    concrete = _UNARY[op][0]
    if isinstance(shadow, Concretized):
        return raising.guarded(machine, shadow, concrete, value)
    operation = table.unary(op, type(value))
    if operation is not None:
        return operation.run(machine, (Tracked(value, shadow),))
    f = special(type(value), _UNARY[op][1])
    if is_python(f):
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
        f = special(kind, name)
        if is_python(f):
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
        own = is_python(special(type(a), "__eq__"))
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


_IMMUTABLE = (tuple, range, slice, *dates.PARTS)


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
    f = special(type(b), "__contains__")
    if is_python(f):
        return machine.truth(Tracked(*machine.invoke(f, Arguments((b, a), (sb, sa))))), None
    method = special(type(b), "__iter__")
    if f is None and (is_python(method) or (method is None and is_python(special(type(b), "__getitem__")))):
        for item in machine.iterate(Tracked(b, sb)):
            if machine.truth(machine.equal(item, Tracked(a, sa))):
                return True, None
        return False, None
    return native.run(machine, operator.contains, Arguments((b, a), (sb, sa)))


_UNCHANGED: Final = 1 << 8  # the flag of classes that nobody changes
_FLAGGED: Final[dict[int, type]] = {1 << 5: Sequence, 1 << 6: Mapping}
_ALL_FLAGGED: Final = sum(_FLAGGED)


def pattern_kind(machine: Machine, value: Any, shadow: Shadow, flag: int) -> Pair:
    """Is the subject of a `match` a sequence (or mapping) to the interpreter?

    Classes are flagged as such when they are made, and when they are registered.
    """
    asked = [type(value), *(shadow.types if isinstance(shadow, Choice) and shadow.tells_types() else ())]
    for cls in asked:
        # Whoever registers a class with the one takes its flag of the other.
        abstract = _FLAGGED[_ALL_FLAGGED - flag if cls.__flags__ & flag else flag]
        if not cls.__flags__ & _UNCHANGED and may_be_registered(abstract, cls):
            machine.suppose(supposed(f"{REGISTERED}{abstract.__qualname__}"))
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
    f = special(type(o), name)
    if f is enum.EnumMeta.__getitem__ and action == "item":  # a member by its name
        return item(machine, action, o._member_map_, None, k, sk)
    if f is None and not isinstance(so, Concretized) and not isinstance(o, type):
        concrete(*values)  # raises a TypeError, whatever the values are
    if type(o) not in BUILTIN_TYPES:
        if is_python(f):
            return machine.invoke(f, Arguments(values, shadows))
        if isinstance(o, type) and action == "item":
            f = lookup(o, "__class_getitem__")
            if f is not None or type(o) is not type:
                return native.run(machine, concrete, Arguments(values, shadows))
        if f is not None and isinstance(o, list | dict | tuple):
            base = next(b for b in (list, dict, tuple) if isinstance(o, b))
            operation = entry(base)
            if operation is not None and all(special(type(o), n) is getattr(base, n, None) for n in _INSIDE):
                return operation.run(machine, tuple(Tracked(v, s) for v, s in zip(values, shadows, strict=True)))
    return native.run(machine, concrete, Arguments(values, shadows))
