"""What a private variable of a module holds is changed in ever other ways by a function that reads it: no proof may take
it for what the import left.

The function is asked about with hardly any run, so that no search hides what the provers say; the third call reaches
what the first does not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible
from clew.workbench.witnesses import contradictions
from clew.workers.nursery import Nursery


def counting(head: str, result: str = "return self.n") -> str:
    return f"class _M:\n    n = 0\n\n    {head}:\n        self.n += 1\n        {result}\n\n\n_x = _M()"


# What the module keeps, how it is changed, what is asked then.
CASES: Final = (
    ("_x: list[int] = []", "operator.iadd(_x, [1])", "len(_x) > 1"),
    ("_x: dict[str, int] = {}", "operator.setitem(_x, 'a' * len(_x), 1)", "len(_x) > 1"),
    ("_x: list[int] = []", "list.append(_x, 1)", "len(_x) > 1"),
    ("_x: list[int] = []", "_x.__iadd__([1])", "len(_x) > 1"),
    ("_x: dict[str, int] = {}", "_x.__setitem__(str(len(_x)), 1)", "len(_x) > 1"),
    ("_x: list[int] = []", "heapq.heappush(_x, 1)", "len(_x) > 1"),
    ("_x: list[int] = []", "bisect.insort(_x, 1)", "len(_x) > 1"),
    ("_x: list[int] = []", "_x[:0] = [1]", "len(_x) > 1"),
    ("_x: list[int] = [1, 2, 3]", "del _x[0]", "len(_x) < 2"),
    ("_x = iter([1, 2, 3])", "y = next(_x, 9)", "y > 1"),
    (
        "_x = iter([1, 2, 3])",
        """y = 0
    for y in _x:
        break""",
        "y > 1",
    ),
    ("_x: list[int] = []", "getattr(_x, 'append')(1)", "len(_x) > 1"),
    ("_x = types.SimpleNamespace(n=0)", "setattr(_x, 'n', _x.n + 1)", "_x.n > 1"),
    ("_x = types.SimpleNamespace(n=0)", "vars(_x)['n'] += 1", "_x.n > 1"),
    ("_x = types.SimpleNamespace(n=0)", "_x.__dict__['n'] += 1", "_x.n > 1"),
    ("_x: dict[str, int] = {}", "_x.update(a=len(_x), **{str(len(_x)): 1})", "len(_x) > 2"),
    ("_x: set[int] = set()", "_x.add(len(_x))", "len(_x) > 1"),
    (
        "_x: set[int] = set()",
        """for f in (_x.add,):
        f(len(_x))""",
        "len(_x) > 1",
    ),
    ("_x: list[int] = []", "(_x, 1)[0].append(1)", "len(_x) > 1"),
    ("_x: list[int] = []", "[_x.append(i) for i in range(1)]", "len(_x) > 1"),
    ("_x: list[int] = []", "(lambda: _x.append(1))()", "len(_x) > 1"),
    ("_x: list[int] = []", "sorted([1], key=_x.append)", "len(_x) > 1"),
    ("_x: list[int] = []", "list(map(_x.append, [1]))", "len(_x) > 1"),
    ("_x: list[int] = []", "any(_x.append(1) for _ in [1])", "len(_x) > 1"),
    ("_x: list[str] = []", "re.sub('a', lambda m: _x.append(m[0]) or '', 'a')", "len(_x) > 1"),
    (
        """_x: list[int] = []


def _get() -> list[int]:
    return _x""",
        "_get().append(1)",
        "len(_x) > 1",
    ),
    (
        """_x: list[int] = []


def _get(y: list[int] = _x) -> list[int]:
    y.append(1)
    return y""",
        "_get()",
        "len(_x) > 1",
    ),
    (
        """_x: list[int] = []


class _B:
    def __init__(self, y: list[int]) -> None:
        self.y = y

    def add(self) -> None:
        self.y.append(1)""",
        "_B(_x).add()",
        "len(_x) > 1",
    ),
    ("_x: list[list[int]] = [[]]", "_x[0].append(1)", "len(_x[0]) > 1"),
    (
        "_x: list[list[int]] = [[]]",
        """for y in _x:
        y.append(1)""",
        "len(_x[0]) > 1",
    ),
    ("_x: dict[str, list[int]] = {'a': []}", "_x.get('a', []).append(1)", "len(_x['a']) > 1"),
    ("_x: dict[str, list[int]] = {}", "_x.setdefault('a', []).append(1)", "len(_x['a']) > 1"),
    ("_x = collections.defaultdict(list)", "_x['a'].append(1)", "len(_x['a']) > 1"),
    ("_x = collections.defaultdict(int)", "_x['a' * len(_x)]", "len(_x) > 1"),
    ("_x = collections.Counter()", "_x['a'] += 1", "_x['a'] > 1"),
    ("_x = collections.deque(maxlen=2)", "_x.append(1)", "len(_x) > 1"),
    ("_x = collections.OrderedDict(a=1, b=2)", "_x.move_to_end('a')", "list(_x)[0] == 'b'"),
    ("_x = [1, 2]", "_x.reverse()", "_x[0] == 1"),
    ("_x = bytearray(b'')", "_x.extend(b'a')", "len(_x) > 1"),
    ("_x = array.array('i', [])", "_x.append(1)", "len(_x) > 1"),
    ("_x = io.StringIO()", "_x.write('a')", "len(_x.getvalue()) > 1"),
    (
        """def _x() -> int:
    return 0


_x.n = 0""",
        "_x.n += 1",
        "_x.n > 1",
    ),
    (
        """class _x:
    n = 0""",
        "_x.n += 1",
        "_x.n > 1",
    ),
    (
        """class _x:
    ns: list[int] = []""",
        "_x.ns.append(1)",
        "len(_x.ns) > 1",
    ),
    (
        """class _C:
    ns: list[int] = []""",
        "_C().ns.append(1)",
        "len(_C.ns) > 1",
    ),
    (
        """class _C:
    n = 0

    @classmethod
    def up(cls) -> None:
        cls.n += 1""",
        "_C.up()",
        "_C.n > 1",
    ),
    (
        "_x: list[int] = []",
        """with contextlib.suppress(ValueError):
        _x.append(1)""",
        "len(_x) > 1",
    ),
    (
        """class _M:
    n = 0

    def __enter__(self) -> int:
        self.n += 1
        return self.n

    def __exit__(self, *a: object) -> None: ...


_x = _M()""",
        """with _x as y:
        pass""",
        "y > 1",
    ),
    (
        counting("def __getitem__(self, i: int) -> int"),
        "y = _x[0]",
        "y > 1",
    ),
    (
        counting("def __add__(self, i: int) -> int"),
        "y = _x + 1",
        "y > 1",
    ),
    (
        """class _M:
    n = 0

    @property
    def p(self) -> int:
        self.n += 1
        return self.n


_x = _M()""",
        "y = _x.p",
        "y > 1",
    ),
    (
        counting("def __bool__(self) -> bool", "return self.n > 1"),
        "y = 1 if _x else 0",
        "y == 1",
    ),
    (
        counting("def __iter__(self)", "return iter([self.n])"),
        "(y,) = _x",
        "y > 1",
    ),
    (
        counting("def __len__(self) -> int"),
        "y = len(_x)",
        "y > 1",
    ),
    (
        counting("def __str__(self) -> str", "return str(self.n)"),
        "y = f'{_x}'",
        "y == '2'",
    ),
    (
        counting("def __contains__(self, i: int) -> bool", "return self.n > 1"),
        "y = 3 in _x",
        "y",
    ),
    (
        counting("def __getattr__(self, name: str) -> int"),
        "y = _x.foo",
        "y > 1",
    ),
    (
        """class _D:
    n = 0

    def __get__(self, o: object, t: object = None) -> int:
        self.n += 1
        return self.n


class _C:
    d = _D()""",
        "y = _C().d",
        "y > 1",
    ),
    (
        """@functools.cache
def _x(i: int) -> list[int]:
    return []""",
        "_x(1).append(1)",
        "len(_x(1)) > 1",
    ),
    (
        """@functools.lru_cache
def _x(i: int) -> int:
    return 1""",
        """y = _x.cache_info().hits
    _x(1)""",
        "y > 0",
    ),
    (
        """def _make():
    n = 0

    def up() -> int:
        nonlocal n
        n += 1
        return n

    return up


_x = _make()""",
        "y = _x()",
        "y > 1",
    ),
    (
        """def _make():
    ns: list[int] = []

    def up() -> int:
        ns.append(1)
        return len(ns)

    return up


_x = {'up': _make()}""",
        "y = _x['up']()",
        "y > 1",
    ),
    (
        """def _gen():
    n = 0
    while True:
        n += 1
        yield n


_x = _gen()""",
        "y = next(_x)",
        "y > 1",
    ),
    (
        """def _gen():
    n = 0
    while True:
        n += 1
        yield n


_x = _gen()""",
        "y = _x.send(None)",
        "y > 1",
    ),
    ("_x = itertools.count()", "y = next(_x)", "y > 1"),
    (
        "_x = itertools.count()",
        """for y in _x:
        break""",
        "y > 1",
    ),
    ("_x = zip(itertools.count())", "(y,) = next(_x)", "y > 1"),
    ("_x = enumerate('abc')", "y, _ = next(_x, (9, ''))", "y > 1"),
    ("_x = map(abs, [1, 2, 3])", "y = next(_x, 9)", "y > 1"),
    ("_x = random.Random(1)", "y = _x.random()", "y > 0.5"),
    (
        """_x = weakref.WeakValueDictionary()


class _C: ...


_c = _C()""",
        "_x[len(_x)] = _c",
        "len(_x) > 1",
    ),
    (
        """_x: list[int] = []
_y = {'x': _x}""",
        "_y['x'].append(1)",
        "len(_x) > 1",
    ),
    (
        """_x: list[int] = []
_y = functools.partial(operator.iadd, _x)""",
        "_y([1])",
        "len(_x) > 1",
    ),
    (
        """_x: list[int] = []
_y = [_x.append, _x.extend]""",
        "_y[0](1)",
        "len(_x) > 1",
    ),
    ("_x = [0]", "_x[0] += 1", "_x[0] > 1"),
    (
        "_x = [0]",
        """def up() -> None:
        _x[0] += 1

    up()""",
        "_x[0] > 1",
    ),
    ("_x = 0", "globals()['_x'] += 1", "_x > 1"),
    ("_x = 0", "sys.modules[f.__module__].__dict__['_x'] = _x + 1", "_x > 1"),
    ("_x = 0", "exec('global _x; _x += 1', globals())", "_x > 1"),
    (
        """_x = threading.local()
_x.n = 0""",
        "_x.n += 1",
        "_x.n > 1",
    ),
    ("_x = contextvars.ContextVar('x', default=0)", "_x.set(_x.get() + 1)", "_x.get() > 1"),
    ("_x = queue.Queue()", "_x.put(1)", "_x.qsize() > 1"),
    (
        """_x = string.Formatter()
_x.n = 0""",
        "_x.n += 1",
        "_x.n > 1",
    ),
    (
        """class _E(enum.Enum):
    A = 1
    n = []""",
        "_E.n.value.append(1)",
        "len(_E.n.value) > 1",
    ),
    (
        """class _E(enum.Enum):
    A = 1

    def up(self) -> int:
        self.k = getattr(self, 'k', 0) + 1
        return self.k""",
        "y = _E.A.up()",
        "y > 1",
    ),
    (
        """@dataclasses.dataclass
class _S:
    n: int = 0


_x = _S()""",
        "_x.n += 1",
        "_x.n > 1",
    ),
    (
        """@dataclasses.dataclass
class _S:
    n: int = 0


_x = (_S(), 1)""",
        """a, _ = _x
    a.n += 1""",
        "_x[0].n > 1",
    ),
    (
        """@dataclasses.dataclass
class _S:
    n: int = 0


_x = {'a': _S()}""",
        """for v in _x.values():
        v.n += 1""",
        "_x['a'].n > 1",
    ),
    (
        """@dataclasses.dataclass
class _S:
    n: int = 0


_x = [_S()]""",
        """[v] = _x
    v.n += 1""",
        "_x[0].n > 1",
    ),
    (
        """@dataclasses.dataclass
class _S:
    n: int = 0


_x = [_S()]""",
        "max(_x, key=lambda v: v.n).n += 1",
        "_x[0].n > 1",
    ),
    (
        "_x: list[int] = []",
        """match _x:
        case list() as y:
            y.append(1)""",
        "len(_x) > 1",
    ),
    (
        "_x: list[int] = []",
        """if (y := _x) is not None:
        y.append(1)""",
        "len(_x) > 1",
    ),
    (
        "_x: list[int] = []",
        """y = _x or [1]
    z = _x if n else _x
    z.append(1)""",
        "len(_x) > 1",
    ),
    (
        "_x: list[int] = []",
        """def put(*ys: list[int]) -> None:
        ys[0].append(1)

    put(_x)""",
        "len(_x) > 1",
    ),
    (
        "_x: list[int] = []",
        """def put(**ys: list[int]) -> None:
        ys['a'].append(1)

    put(a=_x)""",
        "len(_x) > 1",
    ),
    (
        "_x: list[int] = []",
        """try:
        raise ValueError(_x)
    except ValueError as e:
        e.args[0].append(1)""",
        "len(_x) > 1",
    ),
    ("_x: list[int] = []", "copy.copy((_x,))[0].append(1)", "len(_x) > 1"),
    ("_x: list[int] = []", "dict(a=_x)['a'].append(1)", "len(_x) > 1"),
    ("_x: list[int] = []", "[*[_x]][0].append(1)", "len(_x) > 1"),
    ("_x: list[int] = []", "next(iter([_x])).append(1)", "len(_x) > 1"),
    ("_x: list[int] = []", "list(zip([_x]))[0][0].append(1)", "len(_x) > 1"),
    (
        "_x: list[int] = []",
        """functools.reduce(lambda a, b: a + [b], [1], _x)
    functools.reduce(lambda a, b: a.append(b) or a, [1], _x)""",
        "len(_x) > 1",
    ),
    ("_x: list[int] = []", "min(_x, [0, 0, 0]).append(-1)", "len(_x) > 1"),
    (
        "_x: list[int] = []",
        """random.shuffle(_x)
    json.JSONEncoder().default
    struct.pack_into
    _x.insert(0, 1)""",
        "len(_x) > 1",
    ),
)
LIBRARY: Final = (
    "array", "bisect", "collections", "contextlib", "contextvars", "copy", "dataclasses", "enum", "functools", "heapq",
    "io", "itertools", "json", "operator", "queue", "random", "re", "string", "struct", "sys", "threading", "types",
    "weakref",
)  # fmt: skip
PARTS: Final = 4


def subject(kept: str, change: str, question: str) -> str:
    used = [name for name in LIBRARY if re.search(rf"\b{name}\b", f"{kept} {change} {question}")]
    imports = "".join(f"import {name}\n" for name in used)
    body = f"    {change}\n    if {question}:\n        return 1  # reached by: f(1); f(1); f(1)\n    return 0\n"
    return f"{imports}\n{kept}\n\n\ndef f(n: int) -> int:\n{body}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_private_state_is_taken_for_constant(part: int, tmp_path: Path, nursery: Nursery) -> None:
    files = []
    for number, case in list(enumerate(CASES))[part::PARTS]:
        files.append(tmp_path / f"case_{number}.py")
        files[-1].write_text(subject(*case))
    wrong, counts = contradictions(files, [Settings(paths=3)], nursery)
    assert sum(counts.values()) == len(files)
    assert [f"{one.shown()}\n{one.witness.file.read_text()}" for one in wrong] == []


def test_what_is_private_and_read_is_named_with_the_proof(tmp_path: Path) -> None:
    text = """\
from collections.abc import Callable

LIMIT = 3
_LIMIT = 3
_TABLE = {"a": 1}
_UNREAD = 4


def _made(n: int) -> Callable[[int], int]:
    def inner(x: int) -> int:
        return x + n

    return inner


_get = _made(3)


class C:
    _most = 5


def f(s: str) -> int:
    if _LIMIT > 4 or LIMIT > 4 or _TABLE.get(s) == 2 or _get(1) == 5 or C._most == 6:
        return 1
    return 0


def g(x: int) -> int:
    return 1 if x > 3 and x < 2 else 0
"""
    path = tmp_path / "m.py"
    path.write_text(text, encoding="utf-8")
    result = cover([Target("m.py", str(path), "m", str(tmp_path))], Settings(suite="small", jobs=1), Silent())
    proofs = {u.id: [g.verdict for g in u.goals if isinstance(g.verdict, Infeasible)] for u in result.report.units}
    assert proofs["m::f"] and proofs["m::g"]
    named = {a.id: a.text for proof in proofs["m::f"] for a in proof.assumptions}
    assert named["private-state"].endswith(": _LIMIT, _TABLE, C._most, the closure of _get")
    assert named["module-state"].endswith(": LIMIT")
    assert {a.kind for proof in proofs["m::g"] for a in proof.assumptions} == {"types"}
