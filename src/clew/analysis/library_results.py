"""What functions of Python and its library give whatever they are given, where they give anything.

Exactly these classes: no table says it of a function that may hand on what a method of its argument returned.
"""

from __future__ import annotations

import itertools
import math
import os.path
import random
import re
import time
import types
from typing import Any, Final

from clew.analysis.abstract_values import (
    ANY_INT,
    FINITE,
    NATURAL,
    TRUTH,
    Fixed,
    Many,
    Number,
    Value,
    bounds_of,
    is_number,
    text,
    worst_of,
)
from clew.analysis.regex_results import FUNCTIONS
from clew.regexes import regex

MODULES: Final = (itertools, math, os, os.path, random, re, time)
"""Whose functions are looked up here, where a variable holds one of them."""
_BY_NAME: Final = {"os.path": os.path, **{module.__name__: module for module in MODULES}}
IMPORT: Final = regex(r"(?:from (?P<module>[\w.]+) )?import (?P<names>[\w., ]+)")


def _of(module: types.ModuleType, names: str, value: Value) -> dict[Any, Value]:
    return {getattr(module, name): value for name in names.split() if hasattr(module, name)}


_FINITE: Final = (
    "acos acosh asin asinh atan atanh cos cosh erf erfc exp exp2 expm1 fabs gamma lgamma log log10 log1p log2 radians "
    "sin sinh sqrt tan tanh cbrt"
)
_ALWAYS: Final[dict[Any, Value]] = {
    **dict.fromkeys((bool, isinstance, issubclass, hasattr, callable, any, all), TRUTH),
    **_of(math, f"{_FINITE} atan2 degrees dist fmod fsum hypot ldexp copysign pow remainder ulp", Number()),
    **_of(math, "isclose isfinite isinf isnan", TRUTH),
    **_of(math, "comb factorial gcd isqrt lcm perm", NATURAL),
    math.modf: Fixed((Number(), Number())),
    math.frexp: Fixed((Number(), ANY_INT)),
    **_of(time, "time monotonic perf_counter process_time", Number(True, FINITE)),
    **_of(time, "time_ns monotonic_ns perf_counter_ns", ANY_INT),
    random.random: Number(True, FINITE),
}
_OF_ONE: Final[dict[Any, Value]] = {itertools.tee: Fixed((None, None))}
"""What they give for one argument."""
_OF_FINITE: Final[dict[Any, Value]] = {
    **_of(math, _FINITE, Number(True, FINITE)),
    math.modf: Fixed((Number(True, FINITE), Number(True, FINITE))),
    math.frexp: Fixed((Number(True, FINITE), ANY_INT)),
}
"""What they give for finite numbers: where the result would not be one, they fail."""
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


def imported(statement: str) -> dict[str, Any]:
    """What an import inside of a function gives which names; nothing where it is of other modules than these."""
    found: dict[str, Any] = {}
    match = IMPORT.fullmatch(statement.strip())
    for part in match["names"].split(",") if match is not None else ():
        name, _, alias = part.strip().partition(" as ")
        if match is not None and match["module"] is not None:
            value = getattr(_BY_NAME.get(match["module"]), name, None)
        else:  # `import os.path` gives a value to `os`
            name = name if alias else name.partition(".")[0]
            value = _BY_NAME.get(name)
        if not is_looked_up(value):
            return {}
        found[alias or name] = value
    return found


def is_search(value: Any) -> bool:
    """Is it one of the functions of `re` whose pattern says what they give?"""
    return isinstance(value, types.FunctionType) and value in SEARCHING


def _is_in_tables(function: Any) -> bool:
    return any(function in table for table in (_ALWAYS, _OF_ONE, _OF_NUMBERS, _OF_TEXTS, SEARCHING))


def fixed_result(function: Any, given: list[Value]) -> Value:
    """None where nothing is known of it."""
    if function is math.log and given and bounds_of(given[0])[0] >= 1:
        if len(given) == 1 or (worst_of(given[1]) == FINITE and bounds_of(given[1])[0] >= 2):
            return Number(True, worst_of(given[0]), 0)
    if function in _OF_ONE and len(given) == 1:
        return _OF_ONE[function]
    if function in _OF_FINITE and all(worst_of(value) == FINITE for value in given):
        return _OF_FINITE[function]
    if function in _ALWAYS:
        return _ALWAYS[function]
    if function in _OF_NUMBERS and len(given) == 1 and is_number(given[0]):
        return _OF_NUMBERS[function]
    if function in _OF_TEXTS and len(given) == 1 and isinstance(given[0], Many) and given[0].kind == "str":
        return _OF_TEXTS[function]
    return None
