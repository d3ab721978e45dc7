"""What functions of Python and its library give whatever they are given, where they give anything.

Exactly these classes: no table says it of a function that may hand on what a method of its argument returned.
"""

from __future__ import annotations

import math
import os.path
import random
import re
import time
import types
from typing import Any, Final

from clew.analysis.abstract_values import ANY_INT, NATURAL, TRUTH, Fixed, Many, Number, Value, is_number, text
from clew.analysis.regex_results import FUNCTIONS

MODULES: Final = (math, os, os.path, random, re, time)
"""Whose functions are looked up here, where a global holds one of them."""


def _of(module: types.ModuleType, names: str, value: Value) -> dict[Any, Value]:
    return {getattr(module, name): value for name in names.split() if hasattr(module, name)}


_ALWAYS: Final[dict[Any, Value]] = {
    **dict.fromkeys((bool, isinstance, issubclass, hasattr, callable, any, all), TRUTH),
    **_of(
        math,
        "acos acosh asin asinh atan atan2 atanh cos cosh degrees dist erf erfc exp exp2 expm1 fabs fmod fsum gamma "
        "hypot ldexp lgamma log log10 log1p log2 copysign pow radians remainder sin sinh sqrt tan tanh cbrt ulp",
        Number(),
    ),
    **_of(math, "isclose isfinite isinf isnan", TRUTH),
    **_of(math, "comb factorial gcd isqrt lcm perm", NATURAL),
    math.modf: Fixed((Number(), Number())),
    math.frexp: Fixed((Number(), ANY_INT)),
    **_of(time, "time monotonic perf_counter process_time", Number()),
    **_of(time, "time_ns monotonic_ns perf_counter_ns", ANY_INT),
    random.random: Number(),
}
_OF_NUMBERS: Final[dict[Any, Value]] = _of(math, "ceil floor trunc", ANY_INT)
"""Of anything else they give what its own method does."""
_OF_TEXTS: Final[dict[Any, Value]] = {
    **_of(os.path, "split splitext splitdrive", Fixed((text(), text()))),
    **_of(os.path, "basename dirname normpath normcase expanduser", text()),
}

SEARCHING: Final = frozenset(getattr(re, name) for name in FUNCTIONS)
"""What these give depends on the text of the pattern (`regex_results`)."""


def is_looked_up(value: Any) -> bool:
    """Is the value a function, or a module or pattern with functions, that the tables know?"""
    if isinstance(value, re.Pattern):
        return True
    if isinstance(value, types.ModuleType):
        return any(value is module for module in MODULES)
    return isinstance(value, types.BuiltinFunctionType | types.FunctionType | types.MethodType) and _is_in_tables(value)


def is_search(value: Any) -> bool:
    """Is it one of the functions of `re` whose pattern says what they give?"""
    return isinstance(value, types.FunctionType) and value in SEARCHING


def _is_in_tables(function: Any) -> bool:
    return any(function in table for table in (_ALWAYS, _OF_NUMBERS, _OF_TEXTS, SEARCHING))


def fixed_result(function: Any, given: list[Value]) -> Value:
    """None where nothing is known of it."""
    if function in _ALWAYS:
        return _ALWAYS[function]
    if function in _OF_NUMBERS and len(given) == 1 and is_number(given[0]):
        return _OF_NUMBERS[function]
    if function in _OF_TEXTS and len(given) == 1 and isinstance(given[0], Many) and given[0].kind == "str":
        return _OF_TEXTS[function]
    return None
