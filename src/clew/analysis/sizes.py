"""The sizes that matter to a function: constants which lengths, indexes and counts are compared with.

A branch behind `len(text) > 64` is reached by no text of 32 characters, and a search that begins behind the tenth
element by no list of eight.  So inputs of these sizes are tried, and the bounds are raised to just beyond them.

The analysis is a forward data flow over names, without regard to order: a *count* is what `len`, a search, an index of
a loop or a counter gives, and what is computed from counts; a *constant* is an int that is written down, or held by a
global, a class or an attribute that is set to one.  It follows counts into calls by name.  Nothing is proved by it, so
what it misses costs a test, and what it adds costs time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any, Final

from clew.ir import tree as ir
from clew.ir.operators import COMPARISONS, MEMBERSHIP, with_in_place
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.regexes import regex

LARGEST: Final = 300  # size that inputs are raised to
ROUNDS: Final = 6  # of the data flow
TEXT, LENGTH = "text", "len"
EITHER: Final = frozenset({TEXT, LENGTH})
COUNTING: Final = frozenset({"count", "find", "rfind", "index", "rindex", "bit_length", "qsize", "tell", "__len__"})
PADDING: Final = frozenset({"ljust", "rjust", "center", "zfill"})
# One item each time, which is what tells how many rounds there are; iterators and containers alike.
TAKING: Final = frozenset({"pop", "popleft", "popitem", "remove", "next", "__next__"})
CONTAINER: Final = regex(
    r"(?:[\w.]+\.)?(?:list|List|tuple|Tuple|set|Set|frozenset|dict|Dict|deque|Deque|Sequence|Mapping|MutableSequence)\b"
    r"[^|]*$"
)
TABLE: Final = regex(r"(?:[\w.]+\.)?(?:dict|Dict|Mapping|MutableMapping|defaultdict|Counter)\b")
COMPUTED: Final = with_in_place("+", "-", "*", "//", "%")


@dataclass(frozen=True, slots=True)
class Sizes:
    """lengths: of containers; texts: of strings; each in order, up to `LARGEST`."""

    lengths: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()


def sizes_of(
    functions: Iterable[ir.Function], known: Callable[[str], Iterable[int]], lengths: Callable[[str], Iterable[int]]
) -> Sizes:
    """known: the ints that globals, or attributes of classes, of this name are; lengths: of containers among them."""
    flow = _Flow(tuple(functions), known, lengths)
    for _ in range(ROUNDS):
        before = flow.size()
        for function in flow.functions:
            flow.follow(function)
        if flow.size() == before:
            break
    found: dict[str, set[int]] = {TEXT: set(), LENGTH: set()}
    for function in flow.functions:
        for kinds, size in flow.compared(function):
            for kind in kinds:
                if 0 < abs(size) <= LARGEST:
                    found[kind].add(abs(size))
    return Sizes(tuple(sorted(found[LENGTH])), tuple(sorted(found[TEXT])))


@dataclass(frozen=True, slots=True)
class _Count:
    """kinds: of what it counts; factor: so many elements make one of it."""

    kinds: frozenset[str]
    factor: int = 1

    def joined(self, other: _Count | None) -> _Count:
        return self if other is None else _Count(self.kinds | other.kinds, max(self.factor, other.factor))


@dataclass(slots=True)
class _Flow:
    """Variables are named by their function's qualified name and their own; attributes by `.name`, results by
    `name()`.
    """

    functions: tuple[ir.Function, ...]
    known: Callable[[str], Iterable[int]]
    lengths: Callable[[str], Iterable[int]]
    counts: dict[str, _Count] = field(default_factory=dict)
    constants: dict[str, set[int]] = field(default_factory=dict)
    globals: dict[str, str] = field(default_factory=dict)  # temporaries that hold a global
    by_name: dict[str, list[ir.Function]] = field(default_factory=dict)
    annotated: dict[str, frozenset[str]] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)  # parameters whose items are found by key
    loops: dict[str, set[int]] = field(default_factory=dict)  # variables of `for … in range(n)`

    def __post_init__(self) -> None:
        for function in self.functions:
            self.by_name.setdefault(function.name, []).append(function)
            for p in function.parameters:
                name = f"{function.qualname}:{p.name}"
                self.annotated[name] = _kinds(p.annotation)
                if p.annotation is not None and TABLE.match(p.annotation):
                    self.tables.add(name)

    def size(self) -> int:
        return len(self.counts) + sum(map(len, self.constants.values())) + sum(c.factor for c in self.counts.values())

    # ------------------------------------------------------------ what names stand for

    def count(self, name: str, found: _Count | None) -> None:
        if found is not None:
            self.counts[name] = found.joined(self.counts.get(name))

    def of(self, function: ir.Function, atom: Any) -> _Count | None:
        return self.counts.get(_name(function, atom)) if isinstance(atom, ir.Var) else None

    def ints(self, function: ir.Function, atom: Any) -> set[int]:
        if isinstance(atom, ir.Var):
            return self.constants.get(_name(function, atom), set())
        values = atom.value if isinstance(atom, ir.Const) else None
        parts = values if isinstance(values, tuple | frozenset) else (values,)
        return {v for v in parts if type(v) is int and abs(v) <= LARGEST}

    def kinds(self, function: ir.Function, atom: Any) -> frozenset[str]:
        return self.annotated.get(_name(function, atom), EITHER) if isinstance(atom, ir.Var) else EITHER

    def called(self, function: ir.Function, atom: Any) -> str:
        return self.globals.get(_name(function, atom), "") if isinstance(atom, ir.Var) else ""

    # ------------------------------------------------------------ one round

    def follow(self, function: ir.Function) -> None:
        for node in nodes(function.body, nested=False):
            match node:
                case ir.Assign(target, value):
                    self.assign(function, _name(function, target), value)
                case ir.SetAttr(_, name, value):
                    self.count(f".{name}", self.of(function, value))
                    self.constants.setdefault(f".{name}", set()).update(self.ints(function, value))
                case ir.For(target, iterable):
                    self.loop(function, target, iterable)
                case ir.Unpack((first, *_), _, value):
                    self.count(_name(function, first), self.of(function, value))
                case ir.Return(value):
                    self.count(f"{function.name}()", self.of(function, value))
                    self.constants.setdefault(f"{function.name}()", set()).update(self.ints(function, value))

    def assign(self, function: ir.Function, name: str, value: Any) -> None:
        constants = self.constants.setdefault(name, set())
        match value:
            case ir.Var() | ir.Const():
                self.count(name, self.of(function, value))
                constants |= self.ints(function, value)
            case ir.Global(of):
                self.globals[name] = of
                constants.update(self.known(of))
            case ir.Attr(_, attribute):
                self.count(name, self.counts.get(f".{attribute}"))
                constants |= self.constants.get(f".{attribute}", set())
                constants.update(self.known(attribute))
            case ir.Binary(op, left, right) if op in COMPUTED:
                self.compute(function, name, op, left, right)
            case ir.Display(_, items):
                constants.update(*(self.ints(function, item) for item in items))
            case ir.Call(callee, arguments):
                self.call(function, name, self.called(function, callee), arguments)
            case ir.MethodCall(o, method, arguments):
                if method in COUNTING:
                    self.count(name, _Count(self.kinds(function, o)))
                self.enter(function, name, method, arguments, 1)

    def compute(self, function: ir.Function, name: str, op: str, left: Any, right: Any) -> None:
        a, b = self.of(function, left), self.of(function, right)
        by = self.ints(function, right)
        if op.startswith("//") and a is not None and by:
            self.count(name, _Count(a.kinds, min(a.factor * max(max(by), 1), LARGEST)))
        else:
            self.count(name, a)
            self.count(name, b)
        if 1 in by and (op == "+=" or (op == "+" and _name(function, left) == name)):
            self.count(name, _Count(EITHER))  # a counter
        if a is None and b is None and _name(function, left) != name:
            for x in {*self.ints(function, left)}:
                for y in {*by}:  # that may be what is added to, as in `x = 1 - x`
                    computed = {"+": x + y, "-": x - y, "*": x * y}.get(op.rstrip("="))
                    if computed is not None and abs(computed) <= LARGEST:
                        self.constants[name].add(computed)

    def call(self, function: ir.Function, name: str, callee: str, arguments: tuple[Any, ...]) -> None:
        match callee, arguments:
            case "len", (a,):
                self.count(name, _Count(self.kinds(function, a)))
                if held := self.called(function, a):
                    self.constants[name].update(self.lengths(held))
            case "enumerate", (a, *_):
                self.count(name, _Count(self.kinds(function, a)))
            case "range", _:
                for a in arguments:
                    self.count(name, self.of(function, a))
                    self.constants[name] |= self.ints(function, a)
            case (("min" | "max" | "abs" | "int" | "sum" | "divmod" | "round"), _):
                for a in arguments:
                    self.count(name, self.of(function, a))
            case _:
                self.enter(function, name, callee, arguments, 0)

    def enter(self, function: ir.Function, name: str, callee: str, arguments: tuple[Any, ...], skipped: int) -> None:
        """A call of a function of the project, by name.  skipped: parameters bound before."""
        for entered in self.by_name.get(callee, ()):
            self.count(name, self.counts.get(f"{callee}()"))
            self.constants.setdefault(name, set()).update(self.constants.get(f"{callee}()", set()))
            for p, a in zip(entered.parameters[skipped:], arguments, strict=False):
                target = f"{entered.qualname}:{p.name}"
                self.count(target, self.of(function, a))
                if not isinstance(a, ir.Star | ir.Keyword):
                    self.constants.setdefault(target, set()).update(self.ints(function, a))

    def loop(self, function: ir.Function, target: ir.Var, iterable: Any) -> None:
        name = _name(function, iterable)
        if found := self.counts.get(name):
            self.count(_name(function, target), found)
        elif self.constants.get(name):
            self.loops.setdefault(_name(function, target), set()).update(self.constants[name])

    # ------------------------------------------------------------ what they are compared with

    def compared(self, function: ir.Function) -> Iterable[tuple[frozenset[str], int]]:
        everything = list(nodes(function.body, nested=False))
        for node in everything:
            match node:
                case ir.Binary(op, left, right) if op in COMPARISONS or op in MEMBERSHIP:
                    for count, other in ((self.of(function, left), right), (self.of(function, right), left)):
                        if count is not None:
                            yield from ((count.kinds, c * count.factor) for c in self.ints(function, other))
                case ir.Item(o, key):
                    sizes = self.ints(function, key) if _name(function, o) not in self.tables else set[int]()
                    inside = self.loops.get(_name(function, key), set()) if isinstance(key, ir.Var) else set[int]()
                    yield from ((self.kinds(function, o), c) for c in sizes | inside)
                case ir.Slice(lower, upper, _):
                    yield from ((EITHER, c) for part in (lower, upper) for c in self.ints(function, part))
                case ir.MethodCall(o, name, (first, *_)) if name in PADDING:
                    yield from ((frozenset({TEXT}), c) for c in self.ints(function, first))
                case ir.Call(callee, arguments) if self.called(function, callee) in ("islice", "nlargest", "nsmallest"):
                    yield from ((EITHER, c) for a in arguments for c in self.ints(function, a))
                case ir.For(target, _, body) if self.loops.get(_name(function, target)) and _takes(
                    self, function, body
                ):
                    yield from ((EITHER, c) for c in self.loops[_name(function, target)])


def _takes(flow: _Flow, function: ir.Function, body: tuple[Any, ...]) -> bool:
    """Does it take items from something, one by one?"""
    return any(
        (isinstance(n, ir.MethodCall) and n.name in TAKING)
        or (isinstance(n, ir.Call) and flow.called(function, n.function) in TAKING)
        for n in nodes(body, nested=False)
    )


def _name(function: ir.Function, atom: Any) -> str:
    return f"{function.qualname}:{atom.name}" if isinstance(atom, ir.Var) else ""


def _kinds(annotation: str | None) -> frozenset[str]:
    """What a parameter of this annotation can be: text, containers, or either."""
    if annotation in ("str", "bytes", "bytearray"):
        return frozenset({TEXT})
    return frozenset({LENGTH}) if annotation is not None and CONTAINER.match(annotation) else EITHER
