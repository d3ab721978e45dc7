"""Claims that the analysis of values proves: about matches, of whose groups what it says holds, and about elements."""

from __future__ import annotations

import builtins
import contextlib
import itertools
import math
import operator
import re
from textwrap import dedent

import pytest

from clew.analysis.abstract_values import (
    FINITE,
    NAN,
    UNBOUNDED,
    Fixed,
    Int,
    Many,
    Matched,
    Maybe,
    Nothing,
    Table,
    Value,
    bounds_of,
    constant,
    join,
    keys_of,
    may_be_zero,
    worst_of,
)
from clew.analysis.regex_results import Search, least_matched, match_of, method_of_match, result_of_search
from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.analysis.value_operations import binary, result_of_call, unary
from clew.contracts.claims import with_all_claims
from clew.frontend.module import Module, read_module
from clew.ir import tree as ir

PATTERNS = (
    r"(a)|(b)", r"(a)?b", r"(a|ab)(c|bcd)?", r"(?:(a)|b)*", r"(?:(a)|b)+", r"(a*)*", r"(a*)+", r"((a)|b)*?1", r"(?:(a)?b)+",
    r"(?=(a))", r"(?!(a))", r"(?!(a)b)a", r"(?<=(a))b", r"(a)(?(1)b|1)", r"(a)?(?(1)b|1)", r"(?P<x>a)(?P<y>1)?", r"(a)\1",
    r"(a?)\1", r"(\d+)", r"(\d{1,2})a", r"([0-9])", r"([ab1])", r"([^a])", r"(1|a)", r"(1|\d)", r"(?i:(A))", r"(?:(a){0,2})b",
    r"(?:(a)(b)?){2}", r"((?:a|(b))+)1", r"(.*?)(b)?$", r"^(a)?", r"(?>(a)|b)1", r"(a)*+b", r"(?:(ab|a)b?)+", r"(a)(?#b)", r"",
    r"(?:(a)|(b)|1)*", r"(?:(?:(a)|b)1?)*", r"(?:a(b)?|(1))+", r"(\b)a", r"(1\b)", r"(٣|1)", r"(²)?1", r"((a)b?)+?1",
)  # fmt: skip
TEXTS = ["".join(letters) for n in range(5) for letters in itertools.product("ab1", repeat=n)] + ["٣", "²1", "A"]


def stands_for(value: Value, found: object) -> bool:
    match value:
        case None:
            return True
        case Nothing():
            return found is None
        case Maybe(inner):
            return found is None or stands_for(inner, found)
        case Many("str", low, high, _, _, decimal):
            return type(found) is str and low <= len(found) <= high and (not decimal or int(found) >= 0)
        case Many("list", low, high, element):
            return isinstance(found, list) and low <= len(found) <= high and all(stands_for(element, x) for x in found)
        case Fixed(items):
            return isinstance(found, tuple) and all(map(stands_for, items, found)) and len(items) == len(found)
        case Int(low, high):
            return isinstance(found, int) and low <= found <= high
        case Table(items):
            return isinstance(found, dict) and all(key in found and stands_for(v, found[key]) for key, v in items)
    return False


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_said_holds_of_every_match(pattern: str) -> None:
    compiled = re.compile(pattern)
    known = match_of(Search("search", pattern, False, ()))
    assert known.groups and known == match_of(Search("search", pattern, False, ()))
    for text in TEXTS:
        for name in ("split", "findall"):
            assert stands_for(result_of_search(Search(name, pattern, False, ())), getattr(compiled, name)(text))
        for match in compiled.finditer(text):
            assert least_matched(Search("search", pattern, False, ())) <= len(text)
            for number, group in enumerate(known.groups):
                assert stands_for(group, match[number]), (text, number)
                for asked in ("start", "end", "span"):
                    found = getattr(match, asked)(number)
                    assert stands_for(method_of_match(known, asked, (ir.Const(number),)), found)
            assert stands_for(method_of_match(known, "groups", ()), match.groups())
            assert stands_for(method_of_match(known, "groupdict", ()), match.groupdict())


def test_a_pattern_that_is_not_known_promises_nothing() -> None:
    for pattern, flags in ((None, False), (r"(a)", True), (Many("str", 0, 9), False)):
        match = match_of(Search("match", pattern, flags, ()))
        assert isinstance(match, Matched) and match.groups == () and match.of_texts is (pattern is not None)


def proved(source: str) -> list[str]:
    """`line:outcome` of the claims of the first function that are excluded."""
    module = read_module(dedent(source).strip() + "\n", "m.py", "m")
    assert isinstance(module, Module)
    ((claimed, _),) = with_all_claims([module])
    unit = claimed.units[0]
    names = {"re": re, "math": math, "WORD": re.compile(r"(?P<a>\d+)(?:-(\w))?")}
    parameters = {p.name: frozenset({Class(str, True)}) for p in unit.function.parameters}
    found = dead_by_values(unit.function, parameters, lambda n: names.get(n, getattr(builtins, n, None)), True)
    return sorted(f"{place.span[0]}:{place.outcome}" for place in found if place.kind == "claim")


@pytest.mark.parametrize(
    ("source", "claims"),
    [
        ("def f(s):\n    m = WORD.match(s)\n    return int(m.group('a')) if m else 0", ["3:ValueError"]),
        ("def f(s):\n    m = WORD.match(s)\n    if not m:\n        return\n    a, b = m.groups()\n    return a.upper()",
         ["5:ValueError"]),
        ("def f(s):\n    return re.sub('(a)', lambda m: m.group(1).upper(), s)", ["2:AttributeError"]),
        ("def f(s):\n    s = re.sub('a', '', s)\n    return s[0] if s else s", ["3:IndexError"]),
        ("def f(s):\n    m = re.search('(?P<k>a)', s)\n    return m.groupdict()['k'] if m else ''",
         ["3:AttributeError", "3:LookupError"]),
        ("def f(s):\n    return re.split(',', s)[0]", ["2:IndexError"]),
        ("def f(s):\n    m = re.match('(..)', s)\n    return m[1][1] if m is not None else ''",
         ["3:IndexError"]),
        ("def f(s):\n    return int(s) if s.isdecimal() else 0", ["2:ValueError"]),
        ("def f(s):\n    words = [w for w in s.split()]\n    return [w[0] for w in words]", ["3:IndexError"]),
        ("def f(s):\n    xs = [(c, 1) for c in s]\n    xs.sort()\n    return [c for c, _ in xs]", ["4:ValueError"]),
        ("def f(s):\n    return s[1] if re.match('ab|cd', s) else s", ["2:IndexError"]),
        ("def f(s):\n    if ':' not in s:\n        return\n    a, b = s.split(':', 1)\n    return s.index(':')",
         ["4:ValueError", "5:ValueError"]),
        ("def f(s):\n    xs = []\n    for c in s:\n        xs.append(c % s)\n    return xs[0] if len(xs) == 1 else xs",
         ["5:IndexError"]),
        ("def f(s):\n    d = {'a': 1}\n    return len(s) // d['a']", ["3:ZeroDivisionError"]),
        ("def f(s):\n    import math\n    return math.modf(len(s))[1] + math.modf(len(s))[0]", ["3:IndexError"]),
        ("def f(s):\n    from math import log as ln\n    return int(ln(len(s) + 1))", ["3:ValueError"]),
        ("def f(s):\n    import math\n    x = float(s)\n    return int(x) if math.isfinite(x) else 0", ["4:ValueError"]),
        ("def f(s):\n    x = float(s)\n    return int(x) if x >= 1 else 0", ["3:ValueError"]),
        ("def f(s):\n    import math\n    x = float(s)\n    if math.isnan(x):\n        return 0\n    return int(x)",
         ["6:ValueError"]),
        ("def f(s):\n    x = float(s)\n    y = int(x)\n    return y + int(x % 7)", ["4:ValueError"]),
        ("def f(s):\n    xs = s.split(',')\n    return xs.pop(0)", ["3:IndexError"]),
        ("def f(s):\n    return {'a': s}.pop('a')", ["2:KeyError"]),
        ("def f(s):\n    d = {'a': 1} if s else {'a': 2}\n    print(s, **d)\n    d['b'] = 2\n    return g(**d), d['a']",
         ["5:LookupError"]),
        ("def f(s):\n    d = {'a': 1} if s else {'a': 2}\n    g(d)\n    return d['a']", []),
        ("def f(s):\n    d = e = {'a': 1} if s else {'a': 2}\n    g(e)\n    return d['a']", []),
        ("def f(s, *args):\n    return args[-1] if args else args", ["2:IndexError"]),
        ("def f(s):\n    i = 0\n    while i < len(s):\n        if s[i] == '-' and i + 1 < len(s):\n            return s[i + 1]\n        i += 1",
         ["4:LookupError", "5:IndexError"]),
        ("def f(s):\n    n = len(s)\n    for i in range(n - 1, -1, -1):\n        if s[i] == s[n - 1 - i]:\n            return i", ["4:LookupError"]),
        ("def f(s):\n    for i, c in enumerate(s):\n        if i and s[i - 1] == c:\n            return i", ["3:IndexError"]),
        ("def f(s):\n    lo, hi = 0, len(s)\n    while lo < hi:\n        mid = (lo + hi) // 2\n        if s[mid] < 'm':\n"
         "            lo = mid + 1\n        else:\n            hi = mid", ["5:IndexError"]),
        ("def f(s):\n    i = s.rfind(':')\n    return s[i] if i >= 0 else s[(i + 7) % len(s)] if s else s", ["3:LookupError"]),
        ("def f(s):\n    xs = [0] * len(s)\n    xs.append(1)\n    for i in range(len(s)):\n        xs[i + 1] = 1\n    return xs",
         ["5:IndexError"]),
        ("def f(s):\n    end = min(int(s), len(s))\n    i = 0\n    while i < end:\n        i = max(i, 0) + 1\n        print(s[i - 1])", ["6:IndexError"]),
        ("def f(s):\n    xs = list(s)\n    for i in range(len(xs)):\n        print(xs[i])\n        xs.clear()", []),
        ("def f(s):\n    n = len(s)\n    s = s[1:]\n    return [s[i] for i in range(n)]", []),
        ("def f(s):\n    for i in range(len(s) + 1):\n        print(s[i])", []),
        ("def f(s):\n    i = int(s)\n    return s[i] if i < len(s) else s", []),
        ("def f(s):\n    lo, hi = 0, len(s)\n    while lo <= hi:\n        mid = (lo + hi) // 2\n        print(s[mid])\n        lo = mid + 1", []),
        ("def f(s):\n    xs = list(s)\n    def g():\n        xs.clear()\n    i = 0\n    while i < len(xs):\n        g()\n        print(xs[i])\n        i += 1", []),
        ("def f(s):\n    return int(s) if s.isdigit() else 0", []),
        ("def f(s):\n    x = float(s)\n    return 0 if x < 1 else int(x)", []),
        ("def f(s):\n    x = float(s)\n    return int(x) if x != 1 else 0", []),
        ("def f(s):\n    x = float(s)\n    return 0 if x < 1 or x > 2 else int(x - x)", []),
        ("def f(s):\n    import math\n    math = s\n    return int(math.modf(1)[0])", []),
        ("def f(s):\n    xs = s.split(',')\n    xs.pop()\n    return xs.pop()", ["3:IndexError"]),
        ("def f(s):\n    return 2 ** len(s) + 0 ** len(s)", ["2:ZeroDivisionError"]),
        ("def f(s):\n    return (len(s) + 1) ** int(s)", ["2:ZeroDivisionError"]),
        ("def f(s):\n    n = int(s)\n    return n ** 2 / 3 if 0 < n < 9 else float(n)", ["3:OverflowError"]),
        ("def f(s):\n    return math.sqrt(len(s)) + math.log2(len(s) + 1)", ["2:ValueError"]),
        ("def f(s):\n    x = float(s)\n    return round(x % 7) if x == 0 else int(float(len(s)))", ["3:OverflowError"]),
        ("def f(s):\n    n = int(s)\n    return n / 2", []),
        ("def f(s):\n    if s in ('a', 'b'):\n        return {'a': 1, 'b': 2}[s]", ["3:KeyError"]),
        ("def f(s):\n    t = s[:2]\n    if t not in ('>=', '=='):\n        t = '<'\n    return {'>=': 1, '==': 2, '<': 3}[t]", ["5:KeyError"]),
        ("def f(s):\n    x = 'a'\n    for c in s:\n        if c == '1' and x == 'a':\n            x = 'b'\n    return {'a': 1, 'b': 2}[x]",
         ["6:KeyError"]),
        ("def f(s):\n    n = 0\n    for c in 'abc':\n        n += {'a': 1, 'b': 2, 'c': 3}[c]\n    return n", ["4:KeyError"]),
        ("def f(s):\n    return {'a': 1, 'b': 2}[s] if len(s) == 1 and s in 'ab' else 0", ["2:KeyError"]),
        ("def f(s):\n    n = len(s)\n    return {0: 1, 1: 2}[n] if n < 2 else 0", ["3:KeyError"]),
        ("def f(s):\n    x = 'a' if s else 'b'\n    return 1 // {'a': 1, 'b': 2}[x]", ["3:ZeroDivisionError"]),
        ("def f(s):\n    x = s if s in ('a', 'b') else 'b'\n    if x != 'b':\n        assert x == 'a'", ["4:AssertionError"]),
        ("def f(s):\n    xs = s.split(',')\n    del xs[-1]\n    xs.append(s)\n    xs[0] = s\n    del xs[0]", ["3:IndexError", "5:IndexError", "6:IndexError"]),
        ("def f(s):\n    m = re.match('(a)?', s)\n    g = m[1] if m else None\n    if not g:\n        assert not g", ["5:AssertionError"]),
        ("def f(s):\n    return {'a': 1, 'b': 2}[s] if s in 'ab' else 0", []),
        ("def f(s):\n    return {'a': 1}[s] if s in ('a', g) else 0", []),
        ("def f(s):\n    xs = s.split(',')\n    del xs[-1]\n    del xs[-1]", ["3:IndexError"]),
        ("def f(s):\n    x = float(s)\n    y = abs(x)\n    if y < 1000:\n        return int(x)", ["5:OverflowError", "5:ValueError"]),
        ("def f(s):\n    x = float(s)\n    return int(x) if -1 < x <= 7.5 else 0", ["3:OverflowError", "3:ValueError"]),
        ("def f(s):\n    x = abs(float(s))\n    if x >= 1000:\n        n = int(min(math.log(x, 1000), 3))\n        return 'abc'[n - 1]",
         ["4:ValueError", "5:IndexError"]),
        ("def f(s):\n    return math.log(len(s) + 1, 10) + math.log(2, len(s) + 2)", ["2:ValueError", "2:ZeroDivisionError"]),
        ("def f(s):\n    x = float(s)\n    return 1 / x if 0.5 < abs(x) else 0", ["3:ZeroDivisionError"]),
        ("def f(s):\n    x = float(s)\n    y = abs(x)\n    x = float(s)\n    if y < 1000:\n        return int(x)", []),
        ("def f(s):\n    x = float(s)\n    return int(x) if x < 1000 else 0", ["3:ValueError"]),
        ("def f(s):\n    return math.log(len(s) + 1, len(s))", []),
        ("def f(s):\n    return math.log(len(s))", []),
        ("def f(s):\n    return int(float(s) * 2)", []),
        ("def f(s):\n    return (len(s) - 1) ** (len(s) - 2)", []),
        ("def f(s):\n    g = lambda m: m.group(1).upper()\n    return re.sub('(a)', g, s) + g(s)", []),
    ],
)  # fmt: skip
def test_claims_are_proved(source: str, claims: list[str]) -> None:
    assert [claim for claim in claims if claim not in proved(source)] == []
    assert claims or proved(source) == []


OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow,
}  # fmt: skip
NUMBERS = (0, 1, -3, 2**60, 0.0, 1.5, -2.0, 1e308, -1e308, 5e-324, math.inf, -math.inf, math.nan)


def test_how_far_from_finite_a_number_may_be() -> None:
    """Of all operations and functions that are known, on all pairs of numbers."""
    for op in ("+", "-", "*", "/", "//", "%", "**"):
        for a, b in itertools.product((n for n in NUMBERS if op != "**" or n != 2**60), repeat=2):
            with contextlib.suppress(ArithmeticError, ValueError):
                found = OPERATORS[op](a, b)
                assert isinstance(found, complex) or _is_within(binary(op, constant(a), constant(b)), found), (op, a, b)
    names = vars(math).keys() - {"comb", "factorial", "perm"}  # of what is large they would never end
    for function in (abs, float, round, max, min, *(f for n in sorted(names) if callable(f := getattr(math, n)))):
        for given in (*itertools.product(NUMBERS, repeat=1), *itertools.product(NUMBERS, repeat=2)):
            with contextlib.suppress(ArithmeticError, ValueError, TypeError):
                found, known = function(*given), result_of_call(function, list(map(constant, given)))
                parts, each = (found, known.items) if isinstance(known, Fixed) else ((found,), (known,))
                assert all(map(_is_within, each, parts)), (function, given)


def test_between_which_bounds_a_number_is() -> None:
    """Of what is known to be one of two numbers."""
    for one, other in itertools.product(NUMBERS, repeat=2):
        between = join(constant(one), constant(other))
        for number in (one, other):
            assert _is_within(between, number)
            assert _is_within(unary("-", between), -number) and _is_within(unary("+", between), +number)
            for function in (abs, float, int, round, math.log):
                with contextlib.suppress(ArithmeticError, ValueError):
                    assert _is_within(result_of_call(function, [between]), function(number)), (function, one, other)
            for function, third in itertools.product((min, max), (3, -0.5, math.nan, math.inf)):
                for given in ((number, third), (third, number), (2, number, third), (number, third, 1)):
                    known = result_of_call(function, [between if n is number else constant(n) for n in given])
                    assert _is_within(known, function(given)), (function, given)


def _is_within(value: Value, found: float) -> bool:
    if value is None or not isinstance(found, float):
        return True
    low, high = bounds_of(value)
    inside = math.isnan(found) or (low <= found <= high and (found != 0 or may_be_zero(value)))
    return inside and worst_of(value) >= (NAN if math.isnan(found) else UNBOUNDED if math.isinf(found) else FINITE)


def test_an_iterator_is_none_of_the_texts_that_it_goes_through() -> None:
    text = constant("a")
    assert keys_of(text) == ["a"]
    assert keys_of(result_of_call(iter, [text])) is None
