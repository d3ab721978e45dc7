"""The exceptions that calls into Python's library may raise, where that is known: rows of a table.

A row says: called with operands of these types, it raises one of these classes or returns.  Rows are closed by the
documentation and CPython's source; `tests/differential/test_exception_classes.py` attacks each of them with extreme
values.  What has no row may raise anything.  Memory and depth of recursion that run out are an assumption of their own
(`resources`), except where a few characters or one number do it: those rows name `MemoryError` and `RecursionError`.

In a row `|` separates types that are taken alike, `'…'` and numbers are constants, `*` is anything, and `x=` a keyword.
"""

from __future__ import annotations

import functools
import re
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from clew.effects.raw_attribute import raw_attribute
from clew.records import dataclass
from clew.semantics.class_lookup import in_bases
from clew.semantics.shadow import Concretized, Shadow

Pair: TypeAlias = tuple[Any, Shadow]

ROWS: Final = """
json.loads(str)                         JSONDecodeError ValueError RecursionError
json.loads(bytes|bytearray)             JSONDecodeError ValueError RecursionError UnicodeDecodeError
int()                                   -
int(int|bool)                           -
int(float)                              ValueError OverflowError
int(str|bytes|bytearray)                ValueError
int(str|bytes, int|bool)                ValueError
float(float|bool)                       -
float(int)                              OverflowError
float(str|bytes)                        ValueError
complex(str)                            ValueError
bool(int|float|bool|str|bytes|NoneType|list|tuple|dict|set|frozenset|range)  -
str(str|float|bool|NoneType)            -
str(int)                                ValueError
repr(str|bytes|float|bool|NoneType)     -
repr(int)                               ValueError
ascii(str|bytes|float|bool|NoneType)    -
ascii(int)                              ValueError
hex(int|bool)                           -
oct(int|bool)                           -
bin(int|bool)                           -
abs(int|bool|float)                     -
chr(int)                                ValueError OverflowError
chr(bool)                               -
ord(str|bytes)                          TypeError
len(str|bytes|bytearray|list|tuple|dict|set|frozenset)  -
len(range)                              OverflowError
hash(int|float|bool|str|bytes|NoneType) -
round(int|bool)                         -
round(float)                            ValueError OverflowError
round(float, int)                       OverflowError
divmod(int|bool, int|bool)              ZeroDivisionError
divmod(int|float|bool, int|float|bool)  ZeroDivisionError OverflowError
isinstance(*, class)                    -
issubclass(type, class)                 -
id(*)                                   -
callable(*)                             -
type(*)                                 -
bytes()                                 -
bytes(bytes|bytearray)                  -
bytes.decode(bytes)                     UnicodeDecodeError
bytes.decode(bytes, 'utf-8'|'utf8'|'UTF-8'|'ascii')     UnicodeDecodeError
bytes.decode(bytes, 'latin-1'|'latin1'|'iso-8859-1')    -
bytes.decode(bytes, 'utf-8'|'utf8'|'UTF-8'|'ascii', 'replace'|'ignore'|'backslashreplace')  -
bytes.decode(bytes, encoding='utf-8'|'ascii')           UnicodeDecodeError
bytes.decode(bytes, errors='replace'|'ignore')          -
bytes.hex(bytes)                        -
bytes.fromhex(str)                      ValueError
bytes.strip(bytes)                      -
bytes.upper(bytes)                      -
bytes.lower(bytes)                      -
bytes.startswith(bytes, bytes)          -
bytes.endswith(bytes, bytes)            -
bytes.find(bytes, bytes)                -
bytes.split(bytes)                      -
bytes.split(bytes, bytes)               ValueError
str.encode(str)                         UnicodeEncodeError
str.encode(str, 'utf-8'|'utf8'|'UTF-8'|'ascii'|'latin-1'|'latin1')    UnicodeEncodeError
str.encode(str, 'ascii'|'latin-1', 'replace'|'ignore'|'backslashreplace'|'xmlcharrefreplace')  -
str.encode(str, 'utf-8', 'replace'|'ignore'|'backslashreplace'|'xmlcharrefreplace'|'surrogatepass')  -
str.encode(str, encoding='utf-8'|'ascii')  UnicodeEncodeError
str.upper(str)                          -
str.lower(str)                          -
str.casefold(str)                       -
str.title(str)                          -
str.capitalize(str)                     -
str.swapcase(str)                       -
str.strip(str)                          -
str.strip(str, str|NoneType)            -
str.lstrip(str)                         -
str.lstrip(str, str|NoneType)           -
str.rstrip(str)                         -
str.rstrip(str, str|NoneType)           -
str.split(str)                          -
str.split(str, NoneType)                -
str.split(str, str)                     ValueError
str.split(str, str|NoneType, int)       ValueError OverflowError
str.rsplit(str)                         -
str.rsplit(str, str)                    ValueError
str.rsplit(str, str|NoneType, int)      ValueError OverflowError
str.splitlines(str)                     -
str.partition(str, str)                 ValueError
str.rpartition(str, str)                ValueError
str.replace(str, str, str)              -
str.startswith(str, str)                -
str.endswith(str, str)                  -
str.find(str, str)                      -
str.rfind(str, str)                     -
str.count(str, str)                     -
str.index(str, str)                     ValueError
str.rindex(str, str)                    ValueError
str.removeprefix(str, str)              -
str.removesuffix(str, str)              -
str.isdigit(str)                        -
str.isalpha(str)                        -
str.isalnum(str)                        -
str.isdecimal(str)                      -
str.isnumeric(str)                      -
str.isspace(str)                        -
str.isupper(str)                        -
str.islower(str)                        -
str.istitle(str)                        -
str.isidentifier(str)                   -
str.isprintable(str)                    -
str.isascii(str)                        -
str.expandtabs(str)                     -
str.zfill(str, int)                     OverflowError MemoryError
str.ljust(str, int)                     OverflowError MemoryError
str.rjust(str, int)                     OverflowError MemoryError
str.center(str, int)                    OverflowError MemoryError
list.append(list, *)                    -
list.clear(list)                        -
list.copy(list)                         -
list.reverse(list)                      -
list.pop(list)                          IndexError
list.pop(list, int)                     IndexError OverflowError
list.insert(list, int, *)               OverflowError
dict.clear(dict)                        -
dict.copy(dict)                         -
dict.keys(dict)                         -
dict.values(dict)                       -
dict.items(dict)                        -
dict.popitem(dict)                      KeyError
set.clear(set)                          -
set.copy(set)                           -
float.is_integer(float)                 -
float.hex(float)                        -
float.fromhex(str)                      ValueError OverflowError UnicodeEncodeError
float.as_integer_ratio(float)           ValueError OverflowError
int.bit_length(int)                     -
int.bit_count(int)                      -
int.from_bytes(bytes, 'big'|'little')   -
math.isqrt(int)                         ValueError
math.isqrt(bool)                        -
math.gcd(int|bool, int|bool)            -
math.lcm(int|bool, int|bool)            -
math.floor(int|bool)                    -
math.floor(float)                       ValueError OverflowError
math.ceil(int|bool)                     -
math.ceil(float)                        ValueError OverflowError
math.trunc(float)                       ValueError OverflowError
math.isnan(float)                       -
math.isinf(float)                       -
math.isfinite(float)                    -
math.copysign(float, float)             -
math.sqrt(float)                        ValueError
math.sqrt(int)                          ValueError OverflowError
math.exp(float|int)                     OverflowError
math.log(float|int)                     ValueError
math.log(float, float)                  ValueError ZeroDivisionError
math.log2(float|int)                    ValueError
math.log10(float|int)                   ValueError
math.sin(float)                         ValueError
math.cos(float)                         ValueError
math.tan(float)                         ValueError
math.atan(float)                        -
math.atan2(float, float)                -
math.asin(float)                        ValueError
math.acos(float)                        ValueError
math.hypot(float, float)                -
math.pow(float, float)                  ValueError OverflowError
math.degrees(float)                     -
math.radians(float)                     -
decimal.Decimal(str)                    decimal.InvalidOperation
decimal.Decimal(int|bool|float)         -
fractions.Fraction(int|bool)            -
fractions.Fraction(int|bool, int|bool)  ZeroDivisionError ValueError
fractions.Fraction(float)               ValueError OverflowError
datetime.date(int, int, int)            ValueError OverflowError
datetime.datetime(int, int, int)        ValueError OverflowError
datetime.datetime(int, int, int, int, int)       ValueError OverflowError
datetime.datetime(int, int, int, int, int, int)  ValueError OverflowError
datetime.time(int, int)                 ValueError OverflowError
datetime.time(int, int, int)            ValueError OverflowError
datetime.timedelta(days=int)            OverflowError
datetime.timedelta(hours=int)           OverflowError
datetime.timedelta(minutes=int)         OverflowError
datetime.timedelta(seconds=int)         OverflowError
datetime.date.fromordinal(int)          ValueError OverflowError
datetime.date.fromisoformat(str)        ValueError
datetime.datetime.fromisoformat(str)    ValueError
datetime.time.fromisoformat(str)        ValueError
base64.b64encode(bytes)                 -
base64.b64decode(str)                   binascii.Error ValueError
base64.b64decode(bytes)                 binascii.Error
base64.urlsafe_b64encode(bytes)         -
base64.b32encode(bytes)                 -
base64.b16encode(bytes)                 -
binascii.hexlify(bytes)                 -
binascii.unhexlify(bytes)               binascii.Error
binascii.unhexlify(str)                 binascii.Error ValueError
binascii.crc32(bytes)                   -
zlib.crc32(bytes)                       -
zlib.adler32(bytes)                     -
zlib.compress(bytes)                    -
zlib.decompress(bytes)                  zlib.error
uuid.UUID(str)                          ValueError
ipaddress.ip_address(str)               ValueError
html.escape(str)                        -
html.unescape(str)                      ValueError
urllib.parse.quote(str)                 UnicodeEncodeError
urllib.parse.unquote(str)               -
urllib.parse.urlsplit(str)              ValueError
urllib.parse.urlparse(str)              ValueError
posixpath.join(str, str)                -
posixpath.join(str, str, str)           -
posixpath.basename(str)                 -
posixpath.dirname(str)                  -
posixpath.split(str)                    -
posixpath.splitext(str)                 -
posixpath.normpath(str)                 -
posixpath.isabs(str)                    -
genericpath.exists(str)                 -
genericpath.isfile(str)                 -
genericpath.isdir(str)                  -
re.escape(str|bytes)                    -
random.Random.random(Random)            -
random.Random.randint(Random, int, int) ValueError
random.Random.uniform(Random, float, float)  -
random.Random.shuffle(Random, list)     -
time.time()                             -
time.monotonic()                        -
time.perf_counter()                     -
time.process_time()                     -
time.time_ns()                          -
datetime.datetime.now()                 -
datetime.date.today()                   -
uuid.uuid4()                            -
os.getpid()                             -
os.stat(str)                            OSError* ValueError UnicodeEncodeError
os.listdir(str)                         OSError* ValueError UnicodeEncodeError
open(str)                               OSError* ValueError UnicodeEncodeError
open(str, 'r'|'rb'|'w'|'wb'|'a')        OSError* ValueError UnicodeEncodeError
open(str, 'r'|'w'|'a', encoding='utf-8')  OSError* ValueError UnicodeEncodeError
open(str, encoding='utf-8')             OSError* ValueError UnicodeEncodeError
json.dumps(str|float|bool|NoneType)     -
json.dumps(int)                         ValueError
shlex.split(str)                        ValueError
shlex.quote(str)                        -
ast.literal_eval(str)                   SyntaxError* ValueError* TypeError MemoryError RecursionError
textwrap.dedent(str)                    -
unicodedata.category(str)               TypeError
unicodedata.normalize('NFC'|'NFD'|'NFKC'|'NFKD', str)  -
"""

# Operators on numbers that were lost: what may be raised, by whether there is a float among them.
OF_INTS: Final = {
    "/": "ZeroDivisionError OverflowError", "//": "ZeroDivisionError", "%": "ZeroDivisionError",
    "**": "ZeroDivisionError OverflowError MemoryError", "<<": "ValueError OverflowError MemoryError",
    ">>": "ValueError OverflowError", "&": "-", "|": "-", "^": "-", "+": "-", "-": "-", "*": "-",
}  # fmt: skip
OF_FLOATS: Final = {
    "/": "ZeroDivisionError OverflowError", "//": "ZeroDivisionError OverflowError",
    "%": "ZeroDivisionError OverflowError", "**": "ZeroDivisionError OverflowError", "+": "OverflowError",
    "-": "OverflowError", "*": "OverflowError",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operand:
    """What one operand of a row may be: of these types (by name), or one of these constants, or anything."""

    types: frozenset[str]
    constants: frozenset[Any]
    anything: bool

    def takes(self, value: Any, shadow: Shadow) -> bool:
        if self.anything:
            return True
        if self.constants:
            return shadow is None and type(value) in (str, int) and value in self.constants
        kind: type | None = shadow.kind if isinstance(shadow, Concretized) else type(value)
        if "class" in self.types:
            return shadow is None and _plain_classes(value)
        return kind is not None and kind.__module__ in _EXACT and kind.__name__ in self.types


@dataclass(frozen=True, slots=True)
class Row:
    operands: tuple[Operand, ...]
    named: tuple[tuple[str, Operand], ...]
    raises: tuple[str, ...]

    def takes(self, operands: Sequence[Pair], named: Mapping[str, Pair]) -> bool:
        return (
            len(operands) == len(self.operands)
            and named.keys() == dict(self.named).keys()
            and all(o.takes(*pair) for o, pair in zip(self.operands, operands, strict=True))
            and all(o.takes(*named[name]) for name, o in self.named)
        )


_EXACT: Final = ("builtins", "random")


def of_call(
    f: Any, arguments: Sequence[Pair], named: Mapping[str, Pair], operands: Sequence[Pair]
) -> frozenset[type] | None:
    """The classes of exceptions that the call may raise; None where they are not known.

    operands: the arguments, and after them the receiver of a bound method.
    """
    f = raw_attribute(f, "clew_stands_for", f) if type(f) is types.FunctionType else f
    given = list(arguments)
    f, receiver = _unbound(f)
    if receiver is not None:
        given.insert(0, next((pair for pair in reversed(operands) if pair[0] is receiver), (receiver, None)))
    for row in _rows(_name_of(f)):
        if row.takes(given, named):
            return _classes(row.raises)
    return None


def of_operator(op: str, kinds: list[type | None]) -> frozenset[type] | None:
    """The same for an operator on numbers of these types."""
    if any(k not in (int, bool, float) for k in kinds):
        return None
    names = (OF_FLOATS if float in kinds else OF_INTS).get(op.removesuffix("="))
    return None if names is None else _classes(tuple(names.split()))


def _unbound(f: Any) -> tuple[Any, Any]:
    """A bound method of an object as the function of its class, with what it is bound to."""
    owner = f.__self__ if type(f) in (types.BuiltinMethodType, types.MethodType) else None
    if owner is None or isinstance(owner, types.ModuleType | type):
        return f, None
    return in_bases(type(owner), f.__name__, f), owner


def _name_of(f: Any) -> str:
    """Its full name, if it is what Python's library has under that name; else an empty one."""
    if type(f) is types.BuiltinMethodType and isinstance(f.__self__, type):
        module, name = f.__self__.__module__, f"{f.__self__.__qualname__}.{f.__name__}"
    else:
        owner = raw_attribute(f, "__objclass__")
        module = raw_attribute(f, "__module__") if not isinstance(owner, type) else owner.__module__
        name = raw_attribute(f, "__qualname__")
        if not isinstance(name, str):
            return ""
    module = _ALIASES.get(f"{module}.{name}".partition(".")[0], module)
    if not isinstance(module, str) or module.partition(".")[0] not in sys.stdlib_module_names:
        return ""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    same = found is f or (type(f) is types.BuiltinMethodType and type(found) is type(f) and found == f)
    if not same and raw_attribute(found, "__wrapped__") is not f:
        return ""
    return name if module == "builtins" else f"{module}.{name}"


_ALIASES: Final = {"_io": "io", "_random": "random", "posix": "os", "_json": "json"}


def _plain_classes(value: Any) -> bool:
    """Classes whose instance checks run no code of the program."""
    if isinstance(value, tuple):
        return all(map(_plain_classes, value))
    return isinstance(value, type) and type(value) is type


def _rows(name: str) -> tuple[Row, ...]:
    return _table().get(name, ()) if name else ()


@functools.cache
def _table() -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for name, row in all_rows():
        found[name] = (*found.get(name, ()), row)
    return found


_LINE: Final = re.compile(r"([\w.]+)\((.*?)\) +(.+)")


def all_rows() -> list[tuple[str, Row]]:
    """Every row, with the name of the function."""
    rows = []
    for line in ROWS.strip().splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        name, operands, raises = match.groups()
        parts = [p.strip() for p in operands.split(",")] if operands else []
        positional = tuple(_operand(p) for p in parts if not re.match(r"\w+=", p))
        named = tuple((n, _operand(o)) for p in parts if re.match(r"\w+=", p) for n, o in (p.split("=", 1),))
        rows.append(("io.open" if name == "open" else name, Row(positional, named, tuple(raises.split()))))
    return rows


def _operand(text: str) -> Operand:
    options = text.split("|")
    constants = frozenset(o[1:-1] for o in options if o[0] == "'")
    return Operand(frozenset(options) if not constants else frozenset(), constants, text == "*")


@functools.cache
def _classes(names: tuple[str, ...]) -> frozenset[type]:
    found: set[type] = set()
    for name in names:
        if name == "-":
            continue
        cls = class_of(name.removesuffix("*"))
        found.add(cls)
        if name.endswith("*"):
            found.update(_below(cls))
    return frozenset(found)


def class_of(name: str) -> type:
    if name == "JSONDecodeError":
        name = "json.decoder.JSONDecodeError"
    module, _, short = name.rpartition(".")
    found: Any = getattr(sys.modules[module or "builtins"], short)
    assert isinstance(found, type)
    return found


def _below(cls: type) -> list[type]:
    """The builtin classes below it: which of them an error of the system is depends on its number."""
    found: list[type] = []
    below: type
    for below in cls.__subclasses__():
        if below.__module__ == "builtins":
            found += [below, *_below(below)]
    return found
