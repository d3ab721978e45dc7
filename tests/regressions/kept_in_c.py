"""What code in C keeps in its own way: fields, defaults, what a proxy stands for, what an exception says.

None of this is what an attribute or item of a Python object is, so its shadow has to be lost, not forgotten.
"""

import ctypes
import threading
import types
import weakref
import contextvars
import functools


class C:
    def __init__(self):
        self.v = 0


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int8)]


VAR = contextvars.ContextVar("VAR", default=0)


def through_a_proxy(x: int):
    c = C()
    r = weakref.proxy(c)
    r.v = x
    if c.v * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def read_by_a_proxy(x: int):
    c = C()
    r = weakref.proxy(c)
    c.v = x
    if r.v * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def field_in_c(x: int):
    p = Point()
    p.x = x
    if p.x * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def local(x: int):
    o = threading.local()
    o.v = x
    if o.v * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def context_variable(x: int):
    VAR.set(x)
    if VAR.get() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def defaults(x: int):
    def g(a=1):
        return a

    g.__defaults__ = (x,)
    if g() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def keyword_defaults(x: int):
    def g(*, a=1):
        return a

    g.__kwdefaults__ = {"a": x}
    if g() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def keyword_defaults_item(x: int):
    def g(*, a=1):
        return a

    g.__kwdefaults__["a"] = x
    if g() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def cell(x: int):
    v = 1

    def g():
        return v

    g.__closure__[0].cell_contents = x
    if g() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def class_changed(x: int):
    class D:
        k = 5

    class E:
        k = 6

    d = D()
    if x * 3 - 5 == 226:
        d.__class__ = E
    if d.k == 6:
        return 1  # not infeasible
    return 0


def bound_partial(x: int):
    f = functools.partial(max, 3)
    f.tag = x
    if f.tag * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def partial_state(x: int):
    f = functools.partial(max, 3)
    f.__setstate__((max, (x,), {}, {}))
    if f(70) * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def namespace(x: int):
    n = types.SimpleNamespace()
    n.v = x
    if n == types.SimpleNamespace(v=77):
        return 1  # not infeasible
    return 0


def exception_arguments(x: int):
    e = ValueError(1)
    e.args = (x,)
    if e.args[0] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def exception_text(x: int):
    e = ValueError(1)
    e.args = (x,)
    if str(e) == "77":
        return 1  # not infeasible
    return 0


def os_error(x: int):
    e = OSError(x, "a")
    if e.errno * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def os_error_set(x: int):
    e = OSError(1, "a")
    e.errno = x
    if e.errno * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def stop(x: int):
    try:
        raise StopIteration(x)
    except StopIteration as e:
        if e.value * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def system_exit(x: int):
    try:
        raise SystemExit(x)
    except SystemExit as e:
        if e.code * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def unicode_error(s: str):
    try:
        s.encode("ascii")
    except UnicodeEncodeError as e:
        if e.start == 3:
            return 1  # not infeasible
    return 0


def key_error(d: dict[int, int], x: int):
    try:
        return d[x]
    except KeyError as e:
        if e.args[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def attribute_error(x: str):
    try:
        getattr(5, x)
    except AttributeError as e:
        if e.name == "abq":
            return 1  # not infeasible
    return 0


def chained(x: int):
    try:
        try:
            raise ValueError(x)
        except ValueError as e:
            raise KeyError("a") from e
    except KeyError as e:
        if e.__cause__.args[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def context(x: int):
    try:
        try:
            raise ValueError(x)
        finally:
            raise KeyError("a")
    except KeyError as e:
        if e.__context__.args[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def int_message(s: str):
    try:
        int(s)
    except ValueError as e:
        if str(e).endswith("'q7'"):
            return 1  # not infeasible
    return 0


def int_message_args(s: str):
    try:
        int(s)
    except ValueError as e:
        if "q7" in e.args[0]:
            return 1  # not infeasible
    return 0


def float_message(s: str):
    try:
        float(s)
    except ValueError as e:
        if "q7" in str(e):
            return 1  # not infeasible
    return 0


def key_message(d: dict[str, int], s: str):
    try:
        d[s]
    except KeyError as e:
        if "q7" in str(e):
            return 1  # not infeasible
    return 0


def remove_message(d: set[int], s: int):
    try:
        d.remove(s)
    except KeyError as e:
        if e.args[0] == 771:
            return 1  # not infeasible
    return 0


def pop_message(d: dict[int, int], s: int):
    try:
        d.pop(s)
    except KeyError as e:
        if e.args[0] == 771:
            return 1  # not infeasible
    return 0


def unpack_message(d: list[int]):
    try:
        a, b = d
    except ValueError as e:
        if "got 1" in str(e):
            return 1  # not infeasible
    return 0


def shift_message(d: int):
    try:
        1 << d
    except ValueError as e:
        if "negative" in str(e):
            return 1  # not infeasible
    return 0


def default_shadow(x: int):
    def g(a=x):
        return a

    if g() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def enum_by_value(x: int):
    import enum

    E = enum.Enum("E", "A B")
    try:
        E(x)
    except ValueError as e:
        if "771" in str(e):
            return 1  # not infeasible
    return 0


def to_bytes(x: int):
    try:
        b = x.to_bytes(1, "big")
    except OverflowError as e:
        if "negative" in str(e):
            return 1  # not infeasible
    return 0


def logged(x: int):
    import io
    import contextlib

    f = io.StringIO()
    with contextlib.redirect_stdout(f):
        print(x)
    if f.getvalue() == "771\n":
        return 1  # not infeasible
    return 0


def read_lines(s: str):
    import io

    for line in io.StringIO(s):
        if line == "q7\n":
            return 1  # not infeasible
    return 0


def environment(x: str):
    import os

    os.environ["CLEW_Q"] = x
    if os.environ["CLEW_Q"] == "q7x":
        return 1  # not infeasible
    return 0


def system_path(x: str):
    import sys

    sys.argv.append(x)
    if sys.argv[-1] == "q7x":
        return 1  # not infeasible
    return 0


def decimal_context(x: int):
    import decimal

    if 0 < x < 1000:
        with decimal.localcontext() as c:
            c.prec = x
            if len(str(decimal.Decimal(1) / 3)) == 773:
                return 1  # not infeasible
    return 0


def module_attribute(x: int):
    import math

    math.tau2 = x
    if math.tau2 * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def queue_(x: int):
    import queue

    q = queue.Queue()
    q.put(x)
    if q.get() * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def bisected(x: int):
    import bisect

    h = [5, 9]
    bisect.insort(h, x)
    if h[1] * 3 - 5 == 16:
        return 1  # not infeasible
    return 0


def thread(x: int):
    import threading

    found = []
    t = threading.Thread(target=lambda: found.append(x))
    t.start()
    t.join()
    if found[0] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def match_groups(s: str):
    import re

    out = []
    re.sub("q(.)", lambda m: out.append(m.group(1)) or "", s)
    if out == ["7"]:
        return 1  # not infeasible
    return 0


def json_round(x: int):
    import json

    if json.loads(json.dumps({"a": x}))["a"] == 771:
        return 1  # not infeasible
    return 0


def csv_written(x: str):
    import csv
    import io

    f = io.StringIO()
    csv.writer(f).writerow([x, 1])
    if f.getvalue().startswith("q7,"):
        return 1  # not infeasible
    return 0


def template(x: str):
    import string

    if string.Template("$a b").substitute(a=x) == "q7 b":
        return 1  # not infeasible
    return 0


def memo(x: int):
    import copy

    memo = {}
    a = [x]
    copy.deepcopy(a, memo)
    if memo[id(a)][0] == 771:
        return 1  # not infeasible
    return 0


def evaluated(x: int):
    if eval("x + 1") == 771:
        return 1  # not infeasible
    return 0


def executed(x: int):
    d = {"x": x}
    exec("y = x + 1", d)
    if d["y"] == 771:
        return 1  # not infeasible
    return 0


def formatted_object(x: int):
    class D:
        def __format__(self, spec):
            return str(x) + spec

    if f"{D():q}" == "771q":
        return 1  # not infeasible
    return 0


def bool_object(x: int):
    class D:
        def __bool__(self):
            return x == 771

    if D():
        return 1  # not infeasible
    return 0


def sort_key(x: int):
    class D:
        def __init__(self, v):
            self.v = v

        def __lt__(self, o):
            return self.v < o.v

    a, b = D(770), D(x)
    if sorted([b, a])[0] is a:
        return 1  # not infeasible
    return 0
