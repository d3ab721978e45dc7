"""Every row of the table of exception classes, attacked with extreme values of its types.

In a process of its own, with little memory: sizes that exhaust it are among the values.
"""

from __future__ import annotations

import importlib
import itertools
import os
import random
import resource
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.effects.exception_classes import Operand, Row, all_rows, of_call, of_operator
from clew.semantics.shadow import Concretized
from clew.semantics.symbols import CONCRETE
from clew.workbench.fuzz.isolated import isolated

MOST = 2_000  # calls for one row
MEMORY = 2 * 2**30
ROWS = all_rows()
LONG = "9" * 5_000


def itself() -> list[Any]:
    result: list[Any] = []
    result.append(result)
    return result


VALUES: dict[str, list[Any]] = {
    "str": [
        "", "a", " ", "0", "-1", "5", "1e400", "nan", "inf", "-inf", "1/0", "1_000", "９", "٣", "\ud800", "a\udcff", "\0",
        "a\0b", "x" * 5_000, LONG, "-" + LONG, "[" * 100_000, '{"a":' * 5_000, '"\ud800"', "[NaN]", "1" * 4_301, "1.5e5",
        "0x1p9999999", "0x1p-9999999", "é", "ß", "İ", "ŉ", "1e999999999999999999999", "a.b.c", "::1", "1.2.3.4", "1.2.3.4/33",
        "1::2::3", "::1%eth0", "http://[::1", "http://[zz]/", "http://a:b@c:99999/x", "http://\u2100/", "http://a\u2100b/",
        "2020-01-01", "2020-13-01", "0000-01-01", "2020-W01-1", "2020-W53-7", "99999-01-01", "2020-01-01T25:00",
        "2020-01-01T00:00:00+25:00", "2020-01-01T00:00:00.123456789+00:00", "12:00", "12:61", "24:00", "%zz", "%ff%",
        "%d%s", "&#99999999999;", "&#x110000;", f"&#{LONG};", "&#xd800;", "&amp", '"', "'", 'a"b', "\\", "YQ", "YQ==", "Y",
        "===", "éé", "(", "(" * 1_000, "-" * 5_000 + "1", "1+1j", "{}", "{[]: 1}", "{{}}", "None", "\t", 'b"é"',
        "'\\N{foo}'", " 1", "\ufeff1", "\ufeff{}", "urn:uuid:12345678123456781234567812345678",
        "{12345678-1234-5678-1234-567812345678}", "g" * 32, "_" * 32, "1" * 32, "٣" * 32, ".", "..", "/", "//", "/dev/null/x",
        "/nowhere/at/all", "x.y", "\U0010ffff", "\r\n\x85\u2028", "NFC", "sNaN", "0b1", "0x", "1,2", "a,b,,c",
        "[" * 50 + "]" * 50, "[1,2", "[9" + LONG + "]", "\x1f", "-0", "e", "+", "1e-400", "infinity", "\n1\n", "f" * 64,
        "00", "0" * 5_000 + "1",
    ],
    "bytes": [
        b"", b"a", b"0", b"-1", b" 1 ", b"\xff", b"\x80abc", b"\0", b"1\0", LONG.encode(), b"[" * 100_000, b"\xff\xfe",
        b"\xff\xfe\0\0", b"\xef\xbb\xbf1", b"\0\0\0", b"{\0", b"\0{", b"YQ", b"YQ==", b"===", b"Y", b"zz", b"abc",
        b"\xed\xa0\x80", b"\xc0\x80", zlib.compress(b"x"), zlib.compress(b"x")[:-1], zlib.compress(b"x" * 99) + b"y",
        b"\x1f\x8b\x08\x00", b"x\x9c", b"1e400", b"nan", b"\xd9\xa3", b'"\xff"', b"\x85\xa0", b"x" * 5_000,
    ],
    "int": [
        0, 1, -1, 2, 10, 16, 37, 100, 255, 256, 1_114_111, 1_114_112, 0xD800, 2**31, -(2**31) - 1, 2**62, 2**63 - 1, 2**63,
        -(2**63), -(2**63) - 1, 2**64, 2**70, -(2**70), 10**18, 10**400, -(10**400), 10**4_299, 10**4_300, 10**5_000,
        2**1023, 2**1024, 9999, 10_000, 12, 13, 31, 59, 60, 999_999_999, 1_000_000_000, 86_400 * 10**9, -86_399,
    ],
    "float": [
        0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, float("nan"), float("inf"), -float("inf"), 1e308, -1e308, 1.7e308, 5e-324,
        -5e-324, 2.0**53, 1e16, 709.0, 710.0, -750.0, 1e22, 3.141592653589793,
    ],
    "bool": [False, True],
    "NoneType": [None],
    "list": [[], [1], [1, "a", None], itself(), [[]] * 3, [float("nan")]],
    "tuple": [(), (1,), ((), []), (1, "a")],
    "dict": [{}, {1: 2}, {"a": {}}, {(): None}],
    "set": [set(), {1}, {"a", 2}],
    "frozenset": [frozenset(), frozenset({1})],
    "range": [range(0), range(5), range(2**70), range(2**63), range(-(10**400), 10**400), range(2**63 - 1)],
    "bytearray": [bytearray(), bytearray(b"\xff"), bytearray(b"1"), bytearray(b"[" * 100_000), bytearray(LONG.encode())],
    "Random": [random.Random(1)],
    "class": [int, str, (int, str), (), Exception],
    "type": [int, bool, type, Exception],
    "*": [None, 0, "a", [], itself(), object(), int, float("nan"), 10**5_000],
}  # fmt: skip


def values_of(operand: Operand) -> list[Any]:
    if operand.anything:
        return VALUES["*"]
    if operand.constants:
        return sorted(operand.constants)
    return [v for name in sorted(operand.types) for v in VALUES[name]]


def calls_of(row: Row) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    pools = [values_of(o) for o in row.operands] + [values_of(o) for _, o in row.named]
    if "MemoryError" in row.raises:  # what fits takes long to fill
        pools = [[v for v in pool if type(v) is not int or not 10**6 < v < 2**31] for pool in pools]
    names = [n for n, _ in row.named]
    count = 1
    for pool in pools:
        count *= len(pool)
    generator = random.Random(0)
    chosen: Any = itertools.product(*pools)
    if count > MOST:
        chosen = (tuple(generator.choice(pool) for pool in pools) for _ in range(MOST))
    for one in chosen:
        yield one[: len(row.operands)], dict(zip(names, one[len(row.operands) :], strict=True))


def function_named(name: str) -> Any:
    parts = name.split(".")
    for size in range(len(parts) - 1, -1, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:size]) or "builtins")
        except ImportError:
            continue
        for part in parts[size:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def bound(name: str, values: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """As the executor meets the call: methods are bound to their first operand."""
    f = function_named(name)
    owner = getattr(f, "__objclass__", None)
    if owner in (str, bytes, list, dict, set, int, float):
        return getattr(values[0], f.__name__), values[1:]
    return f, values


def shown(value: Any) -> str:
    try:
        return repr(value)[:60]
    except (ValueError, RecursionError):
        return f"a {type(value).__name__}"


def outside(name: str, row: Row) -> list[str]:
    """Calls that raise what the row leaves out, or that it does not take."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    wrong = []
    for values, named in calls_of(row):
        f, given = bound(name, values)
        operands = [(v, None) for v in given]
        if len(given) < len(values):
            operands.append((values[0], None))
        classes = of_call(f, [(a, None) for a in given], {n: (v, None) for n, v in named.items()}, operands)
        what = f"{name}({', '.join(map(shown, values))}{''.join(f', {n}={shown(v)}' for n, v in named.items())})"
        if classes is None:
            wrong.append(f"no row for {what}")
            continue
        try:
            f(*[list(v) if type(v) is list else v for v in given], **named)
        except BaseException as error:
            if type(error) not in classes:
                wrong.append(f"{type(error).__name__} of {what}")
    return wrong


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: f"{n}-{ROWS[n][0]}")
def test_row_names_every_class(number: int, tmp_path: Path) -> None:
    name, row = ROWS[number]
    function_named(name)

    def work() -> list[str]:
        os.chdir(tmp_path)
        sys.setrecursionlimit(1_000)
        return outside(name, row)

    assert isolated(work, 30.0) == []


def of_operators(op: str) -> list[str]:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    small = [v for v in VALUES["int"] if abs(v) < 1_000 or abs(v) > 2**62]
    wrong = []
    for a, b in itertools.product([*small, True, *VALUES["float"]], repeat=2):
        if op == "**" and type(a) is type(b) is int and abs(a) > 1 and b > 1_000:
            continue  # CPython would work on it for hours
        classes = of_operator(op, [type(a), type(b)])
        if classes is None:
            continue
        try:
            CONCRETE[op](a, b)
        except BaseException as error:
            if type(error) not in classes:
                wrong.append(f"{type(error).__name__} of {shown(a)} {op} {shown(b)}")
    return wrong


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"])
def test_operators_name_every_class(op: str) -> None:
    assert isolated(lambda: of_operators(op), 60.0) == []


def test_what_was_lost_has_no_row_unless_its_type_is_known() -> None:
    lost = Concretized("unmodelled-call", "x")
    text = Concretized("unmodelled-call", "x", kind=str)
    assert of_call(int, [("1", lost)], {}, []) is None
    assert of_call(int, [("1", text)], {}, []) == {ValueError}


class Text(str):
    """Whose methods may be anything."""


def test_subclasses_have_no_row() -> None:
    assert of_call(int, [(Text("1"), None)], {}, []) is None
    assert of_call(Text("1").split, [], {}, []) is None
