"""Functions that are only written in another way have one normal form, and the normal form does what the function does."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from textwrap import dedent, indent

import pytest

from clew.frontend.forms.normal_form import SUPPOSED, needed_for_one, normal_form, normal_function
from clew.frontend.forms.symbols import MARK, rename
from clew.frontend.places import FunctionNode
from clew.frontend.sides import Side

ALIKE = {
    "names of variables": (
        "r = []\nfor x in a:\n    r.append(x)\nreturn r",
        "out = []\nfor y in a:\n    out.append(y)\nreturn out",
    ),
    "caught exceptions": (
        "try:\n    f(a)\nexcept E as e:\n    g(e)",
        "try:\n    f(a)\nexcept E as error:\n    g(error)",
    ),
    "patterns": (
        "match a:\n    case [x, *y]:\n        return x, y",
        "match a:\n    case [p, *q]:\n        return p, q",
    ),
    "names in functions inside": ("def g():\n    return x\nx = a\nreturn g", "def g():\n    return y\ny = a\nreturn g"),
    "nonlocal names": (
        "n = 0\ndef g():\n    nonlocal n\n    n += 1\nreturn g",
        "m = 0\ndef g():\n    nonlocal m\n    m += 1\nreturn g",
    ),
    "annotations inside": ("def g(x: int) -> list[str]:\n    return x\nreturn g", "def g(x):\n    return x\nreturn g"),
    "annotations": ("x: int = f(a)\ny = g()\nreturn x, y", "x = f(a)\ny: str\ny = g()\nreturn x, y"),
    "arms of a negation": ("if not a:\n    f()\nelse:\n    g()", "if a:\n    g()\nelse:\n    f()"),
    "is not": ("if a is not None:\n    f()\nelse:\n    g()", "if None is a:\n    g()\nelse:\n    f()"),
    "not in": ("return not a in b", "return a not in b"),
    "guards": ("if a:\n    return f()\nelse:\n    return g()", "if a:\n    return f()\nreturn g()"),
    "a guard or a block": ("if a:\n    f()\n    g()", "if not a:\n    return\nf()\ng()"),
    "a guard in a loop": (
        "for x in a:\n    if x:\n        f(x)",
        "for x in a:\n    if not x:\n        continue\n    f(x)",
    ),
    "nested conditions": ("if a:\n    if b:\n        f()", "if a and b:\n    f()"),
    "conditions of guards": (
        "if a or b:\n    return 1\nreturn f()",
        "if a:\n    return 1\nif b:\n    return 1\nreturn f()",
    ),
    "De Morgan": ("if not (a or b):\n    f()\nelse:\n    g()", "if not a and not b:\n    f()\nelse:\n    g()"),
    "a test that is returned": ("return a is b", "if a is b:\n    return True\nreturn False"),
    "a negation that is returned": ("return not a", "return False if a else True"),
    "a choice that is assigned": (
        "x = f() if a else g()\nreturn h(x)",
        "if a:\n    x = f()\nelse:\n    x = g()\nreturn h(x)",
    ),
    "a comparison in a chain": ("c = f(a)\nd(c)\nreturn a < c <= b", "c = f(a)\nd(c)\nreturn a < c and c <= b"),
    "a loop without an end": ("while 1:\n    if not f():\n        break\n    g()", "while f():\n    g()"),
    "else of a loop": ("for x in a:\n    f(x)\nelse:\n    g()", "for x in a:\n    f(x)\ng()"),
    "a list made in a loop": (
        "return [f(x) for x in a if x]",
        "r = []\nfor x in a:\n    if x:\n        r.append(f(x))\nreturn r",
    ),
    "a list made in two loops": (
        "r = [f(x, y) for x in a for y in x]\ng(r)\nreturn r",
        "r = []\nfor x in a:\n    for y in x:\n        r.append(f(x, y))\ng(r)\nreturn r",
    ),
    "a name for what comes first": ("x = f(a)\nreturn x.m(b)", "return f(a).m(b)"),
    "a name for an argument": ("x = f(a)\nreturn len(x)", "return len(f(a))"),
    "names for two steps": ("x = f(a)\ny = x.m()\nif y:\n    g()", "if f(a).m():\n    g()"),
    "an iterable with a name": ("x = f(a)\nfor y in x:\n    g(y)", "for y in f(a):\n    g(y)"),
    "constants at once": ("x, y = 0, 1\nf(a)\nreturn x, y", "x = 0\ny = 1\nf(a)\nreturn x, y"),
    "what does nothing": ("f(a)\npass\nreturn None", "'A text.'\nf(a)"),
    "a list that is searched": ("return a in [1, 2]", "return a in (1, 2)"),
    "a set made in a loop": ("return {f(x) for x in a}", "r = set()\nfor x in a:\n    r.add(f(x))\nreturn r"),
    "a dict made in a loop": (
        "return {x: f(x) for x in a if x}",
        "r = dict()\nfor x in a:\n    if x:\n        r[x] = f(x)\nreturn r",
    ),
    "a list made where a variable has a value": (
        "while f():\n    x = g()\n    r = [h(x, y) for y in a]\n    i(r)",
        "while f():\n    x = g()\n    r = []\n    for y in a:\n        r.append(h(x, y))\n    i(r)",
    ),
    "a name in a test": (
        "if (x := f(a)) is not None:\n    g(x)\n    h(x)",
        "x = f(a)\nif x is not None:\n    g(x)\n    h(x)",
    ),
    "a name in the test of a loop": (
        "while x := f(a):\n    g(x, x)",
        "while True:\n    x = f(a)\n    if not x:\n        break\n    g(x, x)",
    ),
    "a default": ("if b is None:\n    b = []\nreturn f(b)", "b = [] if b is None else b\nreturn f(b)"),
    "a default by or": ("b = b or []\nreturn f(b)", "if not b:\n    b = []\nreturn f(b)"),
    "or as a choice": ("return f(a or b)", "return f(a if a else b)"),
    "or that is returned": ("return a or f(b)", "if a:\n    return a\nreturn f(b)"),
    "and that is returned": ("return a and f(b)", "if not a:\n    return a\nreturn f(b)"),
    "a parameter that is set and returned": ("a = f(a)\nreturn a", "return f(a)"),
    "set in two arms": (
        "if a:\n    r = f()\n    return r\nr = g()\nreturn r",
        "if a:\n    return f()\nreturn g()",
    ),
    "set in what may fail": (
        "try:\n    r = f(a)\nexcept E:\n    return None\nreturn r",
        "try:\n    return f(a)\nexcept E:\n    return None",
    ),
    "else after what may fail": (
        "try:\n    r = f(a)\nexcept E:\n    return None\nelse:\n    g(r)\n    h(r)",
        "try:\n    r = f(a)\nexcept E:\n    return None\ng(r)\nh(r)",
    ),
    "arms that do the same": (
        "if a:\n    f()\n    g()\nelif b:\n    f()\n    g()\nelse:\n    h()",
        "if a or b:\n    f()\n    g()\nelse:\n    h()",
    ),
    "nested guards": ("if a:\n    if b:\n        raise E(1)\nf()\ng()", "if a and b:\n    raise E(1)\nf()\ng()"),
    "several classes": ("return isinstance(a, (int, str))", "return isinstance(a, int) or isinstance(a, str)"),
    "makers": ("return dict(x=a), list(), tuple(), list((a, b))", "return {'x': a}, [], (), [a, b]"),
    "a list of a list": ("return list([f(x) for x in a])", "return [f(x) for x in a]"),
    "a sorted list": ("return list(sorted(a))", "return sorted(a)"),
    "an exception without arguments": ("if a:\n    raise ValueError()", "if a:\n    raise ValueError"),
    "an older name": ("try:\n    f()\nexcept IOError:\n    g()", "try:\n    f()\nexcept OSError:\n    g()"),
    "two contexts": ("with f() as x:\n    with g():\n        h(x)", "with f() as x, g():\n    h(x)"),
    "an attribute by name": ("return getattr(a, 'm')", "return a.m"),
    "zip": ("return zip(a, b, strict=False)", "return zip(a, b)"),
    "a constant before": ("return 'x' == a, 1 == b", "return a == 'x', b == 1"),
    "a text in two parts": ("return f('a' + 'b')", "return f('ab')"),
    "a function that is only called": ("def g(x):\n    return x\nreturn g(a)", "h = lambda x: x\nreturn h(a)"),
    "what is global": (
        "global p, q\np = a\nq = b",
        "global q\nglobal p\np = a\nq = b",
    ),
}

SUPPOSING = {
    "comparisons": {
        "the opposite": ("return not a == b", "return a != b"),
        "a set that is searched": ("return a in {1, 2}", "return a in (1, 2)"),
        "one after the other": ("if a == 1 or a == 2:\n    f()", "if a in (1, 2):\n    f()"),
        "a bound before": ("return 1 < a", "return a > 1"),
        "a comparison that is returned": ("return a == b", "if a == b:\n    return True\nreturn False"),
    },
    "names": {"a function that is handed on": ("def g(x):\n    return x\nreturn g", "return lambda x: x")},
    "mappings": {
        "keys": ("for k in a.keys():\n    f(k)", "for k in a:\n    f(k)"),
        "get": ("return a.get(b, None)", "return a.get(b)"),
    },
    "format": {
        "percent": ("return '%s: %r %%' % (a, b)", "return f'{a}: {b!r} %'"),
        "percent with names": ("return '%(x)s %(y)s' % {'x': a, 'y': b}", "return f'{a} {b}'"),
        "format": ("return '{} {!r:>4} {{}}'.format(a, b)", "return f'{a} {b!r:>4} {{}}'"),
        "format with names": ("return '{x} {x.y}'.format(x=a)", "return f'{a} {a.y}'"),
        "format with places": ("return '{1} {0}'.format(a, b)", "return f'{b} {a}'"),
        "plus": ("return 'x' + str(a)", "return f'x{a}'"),
        "str inside": ("return f'{str(a)}{repr(b)}'", "return f'{a}{b!r}'"),
        "one that is sure to be no tuple": ("return 'x%s' % len(a)", "return f'x{len(a)}'"),
        "joined texts": ("return '%s!' % ', '.join(a)", "return f\"{', '.join(a)}!\""),
    },
    "format percent": {"one": ("return 'x%r' % a", "return f'x{a!r}'")},
    "format texts": {"join": ("return '-'.join((a, b))", "return f'{a}-{b}'")},
    "texts": {"several": ("return f(a.startswith(('x', 'y')))", "return f(a.startswith('x') or a.startswith('y'))")},
    "generators": {
        "all at once": ("return ','.join([f(x) for x in a])", "return ','.join(f(x) for x in a)"),
        "a list of a generator": ("return list(f(x) for x in a)", "return [f(x) for x in a]"),
        "a set of a generator": ("return set(f(x) for x in a)", "return {f(x) for x in a}"),
        "a dict of a generator": ("return dict((x, f(x)) for x in a)", "return {x: f(x) for x in a}"),
        "a sum": ("return sum([f(x) for x in a])", "return sum(f(x) for x in a)"),
        "extended": (
            "r = []\nr.extend(f(x) for x in a if x)\nreturn r",
            "r = []\nfor x in a:\n    if x:\n        r.append(f(x))\nreturn r",
        ),
    },
}

BY_LOOPS = {
    "any": ("return any(f(x) for x in a)", "for x in a:\n    if f(x):\n        return True\nreturn False"),
    "any with a filter": (
        "return any(x.m for x in a if x is not b)",
        "for x in a:\n    if x is b:\n        continue\n    if x.m:\n        return True\nreturn False",
    ),
    "all": ("return all(x.m for x in a)", "for each in a:\n    if not each.m:\n        return False\nreturn True"),
    "all of two loops": (
        "return all(f(x, y) for x in a for y in x)",
        "for x in a:\n    for y in x:\n        if not f(x, y):\n            return False\nreturn True",
    ),
}

APART = {
    "in place or not": ("x = f(a)\nx += b\nreturn g(x), x", "x = f(a)\nx = x + b\nreturn g(x), x"),
    "names of parameters of functions inside": ("return lambda x: x", "return lambda y: y"),
    "names of functions inside": (
        "def g():\n    f()\n    return 1\nreturn g",
        "def h():\n    f()\n    return 1\nreturn h",
    ),
    "a variable or a global": ("x = f(a)\ng()\nreturn x", "x = f(a)\ng()\nreturn y"),
    "one variable or two": ("x = f(a)\ny = g(a)\nreturn x, y", "x = f(a)\nx = g(a)\nreturn x, x"),
    "variables in another order": ("x = f(a)\ny = g(a)\nreturn x, y", "y = f(a)\nx = g(a)\nreturn x, y"),
    "a call before another": ("x = f(a)\nreturn g(b, x)", "return g(b, f(a))"),
    "an attribute before a call": ("x = f(a)\nreturn a.m(x)", "return a.m(f(a))"),
    "a call before an unpacking": ("x = f(a)\nreturn dict(**b, k=x)", "return dict(**b, k=f(a))"),
    "in a function inside": ("x = f(a)\nreturn lambda: x", "return lambda: f(a)"),
    "in each round": ("x = f(a)\nwhile x:\n    g()", "while f(a):\n    g()"),
    "used twice": ("x = f(a)\nreturn x, x", "return f(a), f(a)"),
    "a middle that changes": ("return a < f() < b", "return a < f() and f() < b"),
    "values of and": ("return a and b", "if a:\n    return b\nreturn False"),
    "a value or its truth": ("return a", "return True if a else False"),
    "else of a loop with a break": (
        "for x in a:\n    if x:\n        break\nelse:\n    g()",
        "for x in a:\n    if x:\n        break\ng()",
    ),
    "else of a loop with a break further in": (
        "for x in a:\n    while x:\n        f()\n    else:\n        break\nelse:\n    g()",
        "for x in a:\n    while x:\n        f()\n    else:\n        break\ng()",
    ),
    "a list seen half made": (
        "try:\n    r = [f(x) for x in a]\nexcept E:\n    return r",
        "try:\n    r = []\n    for x in a:\n        r.append(f(x))\nexcept E:\n    return r",
    ),
    "a list seen by what makes it": (
        "def g():\n    return r\nr = [g() for x in a]\nreturn r",
        "def g():\n    return r\nr = []\nfor x in a:\n    r.append(g())\nreturn r",
    ),
    "a list made of itself": (
        "r = f(a)\ng(r)\nr = [x for x in r]\nreturn r",
        "r = f(a)\ng(r)\nr = []\nfor x in r:\n    r.append(x)\nreturn r",
    ),
    "the variable of a loop": (
        "x = 0\nr = [x for x in a]\nreturn r, x",
        "x = 0\nr = []\nfor x in a:\n    r.append(x)\nreturn r, x",
    ),
    "a list of what is deleted": (
        "if b:\n    del a\nreturn [x for x in b if a]",
        "if b:\n    del a\nr = []\nfor x in b:\n    if a:\n        r.append(x)\nreturn r",
    ),
    "a list of what a handler unbinds": (
        "e = 1\ntry:\n    f()\nexcept E as e:\n    g()\nreturn [e for x in b]",
        "e = 1\ntry:\n    f()\nexcept E as e:\n    g()\nr = []\nfor x in b:\n    r.append(e)\nreturn r",
    ),
    "functions made in a list": (
        "return [lambda: x for x in a]",
        "r = []\nfor x in a:\n    r.append(lambda: x)\nreturn r",
    ),
    "the rest or one arm": ("if a:\n    f()\ng()", "if a:\n    f()\nelse:\n    g()"),
    "return in finally": ("try:\n    return f(a)\nfinally:\n    return 1", "try:\n    return f(a)\nfinally:\n    pass"),
    "True or 1": ("return True", "return 1"),
    "a dict whose keys are made": (
        "return {f(x): g(x) for x in a}",
        "r = {}\nfor x in a:\n    r[f(x)] = g(x)\nreturn r",
    ),
    "a name in the second test": ("if a and (x := f(a)):\n    g(x, x)", "x = f(a)\nif a and x:\n    g(x, x)"),
    "a test that is asked twice": ("if (a if a else b):\n    f()", "if a or b:\n    f()"),
    "a value read in finally": (
        "try:\n    a = f(a)\n    return a\nfinally:\n    g(a)",
        "try:\n    return f(a)\nfinally:\n    g(a)",
    ),
    "a value read by a function inside": (
        "def g():\n    print(a)\n    return h(a)\na = f(g)\nreturn a",
        "def g():\n    print(a)\n    return h(a)\nreturn f(g)",
    ),
    "a global that is returned": ("global c\nc = f(a)\nreturn c", "global c\nreturn f(a)"),
    "else after what is caught": (
        "try:\n    f()\nexcept E:\n    g()\nelse:\n    h()",
        "try:\n    f()\nexcept E:\n    g()\nh()",
    ),
    "else with a finally": (
        "try:\n    f()\nexcept E:\n    return\nelse:\n    g()\nfinally:\n    h()",
        "try:\n    f()\nexcept E:\n    return\nfinally:\n    h()\ng()",
    ),
    "arms that do other things": ("if a:\n    f()\nelif b:\n    g()", "if a or b:\n    f()"),
    "an exception that may be none": ("raise a()", "raise a"),
    "a class that is none": ("if a:\n    raise E()", "if a:\n    raise E"),
    "contexts in another order": ("with f() as x, g():\n    h(x)", "with g(), f() as x:\n    h(x)"),
    "a private attribute": ("return getattr(a, '__m')", "return a.__m"),
    "a dict of its own": ("dict = f\nreturn dict()", "dict = f\nreturn {}"),
    "strict": ("return zip(a, b, strict=True)", "return zip(a, b)"),
    "a width": ("return '%5s' % (a,)", "return f'{a!s:5}'"),
    "a number": ("return '%d' % (a,)", "return f'{a}'"),
    "too many": ("return '%s' % (a, b)", "return f'{a}'"),
    "another conversion": ("return '%s' % (a,)", "return f'{a!r}'"),
    "aligned": ("return f'{a!s:>4}'", "return f'{a:>4}'"),
    "format in another order": ("return '{1} {0}'.format(f(), g())", "return f'{g()} {f()}'"),
    "a list that others hold": (
        "r = f()\nr.extend(g(x) for x in a)\nreturn r",
        "r = f()\nfor x in a:\n    r.append(g(x))\nreturn r",
    ),
    "a bound that is met": ("return 1 < a", "return a >= 1"),
    "a list that is made anyway": ("return any([f(x) for x in a])", "return any(f(x) for x in a)"),
    "a default of get": ("return a.get(b, 0)", "return a.get(b)"),
    "a function that names what it returns": (
        "def g(x):\n    return (y := x) + y\nreturn g(a)",
        "def g(x):\n    return (y := x) - y\nreturn g(a)",
    ),
    "a set that is filled or made": ("return set([1, 2, 3])", "return {1, 2, 3}"),
    "what may be a tuple": ("return a.startswith('x') or a.startswith(b)", "return a.startswith(('x', b))"),
    "written before the next is made": ("x = f()\nreturn '%s %s' % (a, x)", "return '%s %s' % (a, f())"),
    "a tuple with a name": ("x = (a, f())\nreturn '%s %s' % x", "return '%s %s' % (a, f())"),
    "a text with a name": ("x = '%s %s'\nreturn x % (a, f())", "return '%s %s' % (a, f())"),
    "a truth that is asked twice": (
        "return any(x or f(x) for x in a)",
        "for x in a:\n    if x or f(x):\n        return True\nreturn False",
    ),
    "what is asked again": ("x = a and b\nif x:\n    f()", "if a and b:\n    f()"),
    "what is asked again after not": ("x = not (a or b)\nif x:\n    f()", "if not (a or b):\n    f()"),
    "any or all": ("return any(f(x) for x in a)", "return all(f(x) for x in a)"),
    "any of its own": (
        "any = f\nreturn any(x for x in a)",
        "any = f\nfor x in a:\n    if x:\n        return True\nreturn False",
    ),
    "declared local": ("x: int\nreturn x", "return x"),
}


def functions(text: str) -> tuple[Side, FunctionNode]:
    side = Side(ast.parse(text))
    return side, side.functions["f_under_test"]


def form(body: str, *supposing: str) -> str:
    found = normal_form(*functions(f"def f_under_test(a, b):\n{indent(body, '    ')}\n"), frozenset(supposing))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ALIKE)
def test_one_normal_form(name: str) -> None:
    one, other = ALIKE[name]
    assert form(one) == form(other)


@pytest.mark.parametrize(("supposed", "name"), [(each, name) for each, pairs in SUPPOSING.items() for name in pairs])
def test_one_normal_form_where_it_is_supposed(supposed: str, name: str) -> None:
    one, other = (functions(f"def f_under_test(a, b):\n{indent(body, '    ')}\n") for body in SUPPOSING[supposed][name])
    assert needed_for_one(one, other) == tuple(supposed.split())


@pytest.mark.parametrize("name", BY_LOOPS)
def test_quantifiers_are_loops_where_that_is_supposed(name: str) -> None:
    one, other = BY_LOOPS[name]
    assert form(one, "generators") == form(other, "generators")
    assert form(one) != form(other)


@pytest.mark.parametrize("name", APART)
def test_two_normal_forms(name: str) -> None:
    one, other = APART[name]
    assert form(one) != form(other)
    assert form(one, *SUPPOSED) != form(other, *SUPPOSED)


@pytest.mark.parametrize(
    "cls", ["class E(Exception):\n    def __new__(cls): return 5", "class E(K, metaclass=M): pass"]
)
def test_a_class_of_exceptions_that_is_called_otherwise(cls: str) -> None:
    for head, is_one in ((cls, False), ("class E(KeyError): pass", True)):
        forms = [normal_form(*functions(f"{head}\ndef f_under_test():\n    raise E{call}\n")) for call in ("", "()")]
        assert (forms[0] == forms[1]) is is_one


@pytest.mark.parametrize("text", ["locals()", "eval('x')", "inspect.stack()", "sys._getframe()"])
def test_no_normal_form_where_names_are_looked_at(text: str) -> None:
    assert normal_form(*functions(f"def f_under_test(x):\n    y = x\n    return {text}\n")) is None


@pytest.mark.parametrize("annotation", ["x()", "f()", "Other"])
def test_no_normal_form_where_annotations_inside_may_do_something(annotation: str) -> None:
    text = f"def f_under_test(x):\n    def g(y: {annotation}): return y\n    return g\n"
    assert normal_form(*functions(text)) is None
    if annotation != "x()":
        postponed = normal_form(*functions("from __future__ import annotations\n" + text))
        assert postponed == normal_form(*functions(text.replace(f": {annotation}", "")))


@pytest.mark.parametrize("constant", ["1.0", "True"])
def test_constants_that_know_how_to_compare(constant: str) -> None:
    """With what is derived from int, which is not asked then."""
    assert form(f"return {constant} == a") != form(f"return a == {constant}")


# ---------------------------------------------------------------- the law


class Stopped(Exception):
    pass


class Script:
    """What operations give, one after the other; what was asked is written down."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.log: list[str] = []
        self.made = 0

    def ask(self, what: str) -> bool:
        self.log.append(what)
        if len(self.log) > 120:
            raise RecursionError
        if self.random.random() < 0.04:
            raise Stopped(what)
        return self.random.random() < 0.6

    def value(self) -> Watched:
        self.made += 1
        return Watched(self, f"v{self.made}")


class Watched:
    """An object whose every operation is seen."""

    def __init__(self, script: Script, name: str) -> None:
        self.script, self.name = script, name

    def __repr__(self) -> str:
        return self.name

    def __bool__(self) -> bool:
        return self.script.ask(f"bool({self.name})")

    def __lt__(self, other: object) -> object:
        self.script.ask(f"{self.name} < {other!r}")
        return self.script.value()

    def __eq__(self, other: object) -> bool:
        return self.script.ask(f"{self.name} == {other!r}")

    def __hash__(self) -> int:
        self.script.ask(f"hash({self.name})")
        return 1

    def __contains__(self, other: object) -> bool:
        return self.script.ask(f"{other!r} in {self.name}")

    def __iter__(self) -> Iterator[Watched]:
        while self.script.ask(f"next({self.name})"):
            yield self.script.value()

    def __enter__(self) -> object:
        self.script.ask(f"enter {self.name}")
        return self.script.value()

    def __exit__(self, *caught: object) -> bool:
        return not self.script.ask(f"exit {self.name}") and self.script.ask("raise again") and False

    def __call__(self, *args: object, **named: object) -> object:
        self.script.ask(f"{self.name}({args!r}, {named!r})")
        return self.script.value()

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        self.script.ask(f"{self.name}.{name}")
        return self.script.value()


class Writer:
    """Random functions of a parameter `a` and a global `f`, with variables that always have a value."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.named = 0

    def function(self) -> str:
        names = ["a", "p", "q"]
        body = ["p = f(1)", "q = None", *self.block(names, 3, loop=False)]
        return "def f_under_test(a):\n" + indent("\n".join(body), "    ") + "\n"

    def block(self, names: list[str], depth: int, loop: bool) -> list[str]:
        names = [*names]
        return [line for _ in range(self.random.randint(1, 3)) for line in self.statement(names, depth, loop)]

    def statement(self, names: list[str], depth: int, loop: bool) -> list[str]:
        kinds = ["assign", "assign", "once", "once", "call", "return", "list", "pair", "choice", "annotated"]
        kinds += ["default", "default", "raise", "kept", "function", "extend"]
        kinds += ["if", "if", "if", "for", "while", "try", "with", "named", "else", "twin"] if depth else []
        kinds += ["continue", "break"] if loop else []
        kind = self.random.choice(kinds)
        value = self.value(names, 2)
        match kind:
            case "assign":
                name = self.name(names)
                return [f"{name} = {value}", *([f"f({name})"] if self.random.random() < 0.5 else [])]
            case "once":
                self.named += 1
                name = f"once{self.named}"
                uses = [f"return {name}", f"return not {name}", f"return {name} and f(5)", f"return str({name})"]
                uses += [
                    f"assert {name}",
                    f"q = {name}.m",
                    f"q = f(6) if {name} else f(7)",
                    f"return [y for y in {name}]",
                ]
                uses += [
                    f"q = ({name} or f(8)) is None",
                    f"if {name} and f(9):\n    f(10)",
                    f"if not {name}:\n    f(11)",
                ]
                return [
                    f"{name} = {self.random.choice([value, self.test(names, 2)])}",
                    *self.random.choice(uses).split("\n"),
                ]
            case "default":
                name, op = self.random.choice(["p", "q", "a"]), self.random.choice(["or", "and"])
                shapes = [f"{name} = {name} {op} {value}", f"{name} = {value} if {name} is None else {name}"]
                shapes += [f"if not {name}:\n    {name} = {value}", f"{name} = {name}", f"return {name} {op} {value}"]
                return self.random.choice(shapes).split("\n")
            case "raise":
                return [
                    f"if {self.test(names, 1)}:",
                    f"    raise {self.random.choice(['KeyError()', 'Stopped', 'KeyError'])}",
                ]
            case "kept":
                name = self.name(names)
                return [f"{name} = {value}", f"return {name}"]
            case "function":
                self.named += 1
                inner = self.value([*names, "z"], 1)
                return self.random.choice(
                    [
                        [f"g{self.named} = lambda z: {inner}", f"f(g{self.named}(2))"],
                        [f"def g{self.named}(z):", f"    return {inner}", f"f(g{self.named}(2))"],
                    ]
                )
            case "extend":
                self.named += 1
                made = self.made(names)
                return [f"l{self.named} = []", f"l{self.named}.extend({'(' + made[1:-1] + ')'})", f"f(l{self.named})"]
            case "with":
                inner = self.inside(names, depth, loop)
                if self.random.random() < 0.5:
                    return [f"with {value}:", *inner]
                return [f"with {value}:", f"    with {self.value(names, 1)}:", *(f"    {line}" for line in inner)]
            case "named":
                self.named += 1
                name = f"n{self.named}"
                shapes = [f"if ({name} := {value}) is None:", f"if ({name} := {value}) and {name}.m:"]
                shapes += [
                    f"if {name} := {value}:",
                    f"while f(0) and ({name} := {value}):",
                    f"while {name} := {value}:",
                ]
                return [
                    self.random.choice(shapes),
                    *self.inside(names, depth, loop),
                    "    if f(12):",
                    "        return q",
                ]
            case "else":
                tried = [f"r{(n := self.named)} = {value}", *self.block(names, depth - 1, loop)]
                caught = [*self.block(names, depth - 1, loop), self.random.choice(["return a", "raise", "f(13)"])]
                after = self.random.choice([[f"return r{n}"], ["else:", f"    f(r{n})"], ["f(14)"]])
                head = ["try:", *(f"    {line}" for line in tried), "except Stopped:"]
                return [*head, *(f"    {line}" for line in caught), *after]
            case "twin":
                inner = self.inside(names, depth, loop)
                other = ["else:", *self.inside(names, depth, loop)] if self.random.random() < 0.5 else []
                return [f"if {self.test(names, 2)}:", *inner, f"elif {self.test(names, 2)}:", *inner, *other]
            case "annotated":
                return [f"{self.name(names)}: object = {value}"]
            case "pair":
                return [f"{self.name(names)}, {self.name(names)} = 1, 2"]
            case "choice":
                return [f"{self.name(names)} = {value} if {self.test(names, 2)} else {self.value(names, 1)}"]
            case "call":
                return [value]
            case "return":
                quantified = f"{self.random.choice(['any', 'all'])}({self.made(names)[1:-1]})"
                shapes = [value, self.test(names, 2), "None", self.made(names, dicts=True), quantified]
                return [f"return {self.random.choice(shapes)}"]
            case "list":
                return [f"{self.name(names)} = {self.made(names, dicts=True)}"]
            case "if":
                found = [f"if {self.test(names, 2)}:", *self.inside(names, depth, loop)]
                other = ["else:", *self.inside(names, depth, loop)] if self.random.random() < 0.5 else []
                return [*found, *other]
            case "for" | "while":
                head = f"for x in {value}:" if kind == "for" else f"while f(0) and {self.test(names, 2)}:"
                inner = [*names, "x"] if kind == "for" else names
                other = ["else:", *self.inside(names, depth, loop)] if self.random.random() < 0.3 else []
                return [head, *self.inside(inner, depth, loop=True), *other]
            case "try":
                return [
                    "try:",
                    *self.inside(names, depth, loop),
                    "except Stopped as e:",
                    *self.inside(names, depth, loop),
                ]
        return [kind]

    def inside(self, names: list[str], depth: int, loop: bool) -> list[str]:
        return [f"    {line}" for line in self.block(names, depth - 1, loop)]

    def name(self, names: list[str]) -> str:
        """One that has a value from now on; seldom the parameter."""
        if self.random.random() < 0.4:
            return self.random.choice(["p", "q", "a"])
        self.named += 1
        names.append(f"t{self.named}")
        return names[-1]

    def made(self, names: list[str], dicts: bool = False) -> str:
        test = f" if {self.test([*names, 'y'], 1)}" if self.random.random() < 0.5 else ""
        if dicts and self.random.random() < 0.15:
            return f"{{y: {self.value([*names, 'y'], 1)} for y in {self.value(names, 1)}{test}}}"
        return f"[{self.value([*names, 'y'], 1)} for y in {self.value(names, 1)}{test}]"

    def value(self, names: list[str], depth: int) -> str:
        name = self.random.choice(names)
        if not depth:
            return name
        inner = self.value(names, depth - 1)
        shapes = [
            name,
            inner,
            f"f({inner})",
            f"f({name}, {inner})",
            f"f(k={inner})",
            f"f({inner}).m",
            f"{name}.m({inner})",
        ]
        shapes += [f"dict(x={inner})", f"getattr({name}, 'm')", f"isinstance({name}, (int, str))", f"list([{inner}])"]
        shapes += [f"str({inner})", f"({name} if {inner} else {name})", f"({inner} and {name})", f"({inner} or f(4))"]
        return self.random.choice([*shapes, f"(not {inner})", f"({name} < {name} < {inner})"])

    def test(self, names: list[str], depth: int) -> str:
        one = self.value(names, 1)
        if not depth:
            return one
        other = self.test(names, depth - 1)
        name = self.random.choice(names)
        shapes = [
            one,
            f"not {other}",
            f"({one} and {other})",
            f"({other} or {one})",
            f"{one} is None",
            f"{one} is not {name}",
        ]
        return self.random.choice([*shapes, f"{name} not in [{one}]", f"f({one}) < {name} < f(3)", f"{one} < f(2)"])


def runnable(function: FunctionNode) -> str:
    for each in ast.walk(function):
        rename(each, lambda name: "variable" + name.replace(MARK, "") if MARK in name else name)
        if isinstance(getattr(each, "body", None), list) and not each.body:  # type: ignore[attr-defined]
            each.body = [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(ast.fix_missing_locations(function))


def did(text: str, seed: int) -> tuple[object, list[str]]:
    script = Script(seed)
    space: dict[str, object] = {"f": Watched(script, "f"), "Stopped": Stopped}
    exec(compile(text, "case", "exec"), space)
    try:
        outcome = repr(space["f_under_test"](Watched(script, "a")))  # type: ignore[operator]
    except (Stopped, RecursionError, TypeError, AttributeError, NameError, AssertionError, KeyError) as error:
        outcome = type(error).__name__
    return outcome, script.log


@pytest.mark.parametrize("seed", range(6))
def test_the_normal_form_does_what_the_function_does(seed: int) -> None:
    changed = 0
    for number in range(150):
        text = Writer(1000 * seed + number).function()
        normal = normal_function(*functions(text), frozenset(["generators"] if number % 2 == 0 else []))
        assert normal is not None
        again = runnable(normal)
        changed += ast.unparse(ast.parse(text)) != again
        for run in range(8):
            assert did(text, run) == did(again, run), f"{text}\n# normal form\n{again}"
    assert changed > 140


def test_the_law_sees_a_step_that_is_wrong() -> None:
    text = dedent("""\
        def f_under_test(a):
            x = f(a)
            return a.m(x)
        """)
    assert any(
        did(text, run) != did(text.replace("m(x)", "m(f(a))").replace("x = f(a)", "pass"), run) for run in range(8)
    )
