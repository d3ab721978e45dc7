"""Which statements run no code but Python's own and change no container, by what is known of their operands.

After any other, nothing is known any more of containers that others may hold: a special method of an unknown class, a
property or a callback may do anything to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from clew.analysis.abstract_values import (
    SEQUENCES,
    Bool,
    ClassOf,
    Cut,
    Fixed,
    Int,
    Itself,
    Known,
    Many,
    Matched,
    Maybe,
    Nothing,
    Number,
    Table,
    Value,
    classes_of,
    is_number,
)
from clew.analysis.library_results import is_looked_up
from clew.analysis.regex_results import FUNCTIONS
from clew.ir import tree as ir

MEASURING: Final = (len, iter, list, tuple, enumerate, zip, reversed, bool, id, callable)
"""What runs no code of the elements."""
COMPUTING: Final = (
    range, int, float, str, abs, min, max, round, chr, ord, divmod, pow, repr, sorted, sum, set, frozenset, bin, hex,
    oct, format, any, all, dict,
)  # fmt: skip
"""What runs none where the elements are scalars."""
_INDEXED: Final = SEQUENCES | {"range"}
LOOKING: Final = frozenset({"get", "keys", "values", "items", "copy"})

ValueOf = Callable[[ir.Atom], Value]


def is_calm(statement: ir.Statement, value_of: ValueOf) -> bool:
    """Of simple statements: compound ones are what their parts are."""
    match statement:
        case ir.Assign(_, value):
            return _is_calm_value(value, value_of)
        case ir.Unpack(_, _, value):
            return isinstance(value_of(value), Many | Fixed)
        case ir.Mark() | ir.Reach() | ir.Break() | ir.Continue() | ir.DelVar() | ir.SetGlobal() | ir.DelGlobal():
            return True
    return False


def runs_no_code(statement: ir.Statement, container: Value, value_of: ValueOf) -> bool:
    """Of a statement that changes this list: does it run no code but Python's own, where objects end quietly?"""
    if not isinstance(container, Many) or container.kind != "list":
        return False
    match statement:
        case ir.SetItem(_, key) | ir.DelItem(_, key):
            return isinstance(value_of(key), Int | Bool)
        case ir.Assign(_, ir.MethodCall(_, "append", (ir.Var() | ir.Const(),))):
            return True
        case ir.Assign(_, ir.MethodCall(_, "pop" | "clear" | "reverse", arguments)):
            return all(isinstance(a, ir.Var | ir.Const) and isinstance(value_of(a), Int | Bool) for a in arguments)
    return False


def is_plain(value: Value) -> bool:
    """Is the value a scalar of Python's own, a match or pattern, or a tuple of such?"""
    match value:
        case Int() | Number() | Bool() | Nothing():
            return True
        case Many(kind, _, _, element):
            return kind in ("str", "range") or (kind == "tuple" and is_plain(element))
        case Fixed(items):
            return all(is_plain(item) for item in items)
        case Maybe(inner):
            return is_plain(inner)
        case Cut(_, plain):
            return plain
        case Matched() | Known(re.Pattern()):
            return True
    return False


def _is_calm_value(value: ir.Value, value_of: ValueOf) -> bool:
    match value:
        case ir.Var() | ir.Const() | ir.Global() | ir.Builtin() | ir.Closure() | ir.Slice() | ir.Join():
            return True
        case ir.Unary("not", operand):
            return value_of(operand) is not None
        case ir.Unary(op, operand):
            return op in ("-", "+", "~") and is_number(value_of(operand))
        case ir.Binary("is" | "is-not"):
            return True
        case ir.Binary(op, left, right):
            return _is_calm_operator(op, value_of(left), value_of(right))
        case ir.Item(object, key):
            return _is_calm_lookup(value_of(object), value_of(key))
        case ir.Attr(object):
            return isinstance(value_of(object), Known) or classes_of(value_of(object)) is not None
        case ir.Display(kind, items):
            stars = any(isinstance(item, ir.Star) for item in items)
            return not stars and (
                kind != "set" or all(is_plain(value_of(i)) for i in items if not isinstance(i, ir.Star))
            )
        case ir.DictDisplay(items):
            return all(isinstance(key, ir.Const) for key, _ in items)
        case ir.Format(operand, _, spec):
            return is_plain(value_of(operand)) and is_plain(value_of(spec))
        case ir.Call(ir.Var() as function, arguments):
            return _is_calm_call(value_of(function), arguments, value_of)
        case ir.MethodCall(object, name, arguments):
            return _is_calm_method(value_of(object), name, arguments, value_of)
    return False


def _is_calm_operator(op: str, left: Value, right: Value) -> bool:
    if is_plain(left) and is_plain(right):
        return True
    match op, left, right:
        case (("in" | "not-in" | "==" | "!="), ClassOf(), _):
            return _is_builtin_class(right)
        case "+", Many("list"), Many("list"):
            return True
        case "*", Many("list"), (Int() | Bool()):
            return True
        case (("in" | "not-in"), _, Table()):
            return is_plain(left)
        case (("in" | "not-in"), _, Many(_, _, _, element)):
            return is_plain(left) and is_plain(element)
    return False


def _is_calm_lookup(object: Value, key: Value) -> bool:
    match object:
        case Many(kind):
            return kind in _INDEXED and is_plain(key)
        case Fixed():
            return is_plain(key)
        case Table():
            return is_plain(key)
    return False


def given_to(arguments: tuple[ir.Argument, ...], value_of: ValueOf) -> list[Value]:
    """What is known of each; nothing of one that is starred, or has a name."""
    return [None if isinstance(a, ir.Star | ir.Keyword) else value_of(a) for a in arguments]


def _is_calm_call(function: Value, arguments: tuple[ir.Argument, ...], value_of: ValueOf) -> bool:
    if isinstance(function, Itself):
        return function.takes(given_to(arguments, value_of))
    if not isinstance(function, Known):
        return False
    given = [value_of(a) for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
    if len(given) < len(arguments):
        return False
    called = function.object
    if called is type and len(given) == 1:
        return True  # of three it makes a class
    if any(called is each for each in MEASURING):
        return all(isinstance(g, Many | Fixed | Table) or is_plain(g) for g in given)
    if called is isinstance:
        return len(given) == 2 and given[0] is not None and _is_builtin_class(given[1])
    if any(called is each for each in COMPUTING) or is_looked_up(called):
        return all(is_plain(g) or (isinstance(g, Many) and is_plain(g.element)) for g in given)
    return False


def _is_builtin_class(value: Value) -> bool:
    """Or a tuple of such: another class may have a metaclass that answers."""
    if isinstance(value, Fixed):
        return all(_is_builtin_class(item) for item in value.items)
    return isinstance(value, Known) and isinstance(value.object, type)


def _is_calm_method(object: Value, name: str, arguments: tuple[ir.Argument, ...], value_of: ValueOf) -> bool:
    given = [value_of(a.value if isinstance(a, ir.Keyword) else a) for a in arguments if not isinstance(a, ir.Star)]
    if len(given) < len(arguments):
        return False
    match object:
        case Known(re.Pattern()):
            return name in FUNCTIONS and all(is_plain(g) for g in given)
        case Matched() | Maybe(Matched()):
            return all(is_plain(g) for g in given)
        case Known(module):
            return is_looked_up(getattr(module, name, None)) and all(is_plain(g) for g in given)
        case Many("str"):
            return all(is_plain(g) or (name == "join" and isinstance(g, Many) and is_plain(g.element)) for g in given)
        case Table() | Many("list" | "dict"):
            return name in LOOKING and (name != "get" or isinstance(object, Table)) and all(is_plain(g) for g in given)
    return False
