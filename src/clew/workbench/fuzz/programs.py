"""A random module from a seed: functions expanded from the templates, over the pieces of the prelude they use."""

from __future__ import annotations

import ast
import random
import re
import warnings
from dataclasses import field

from clew.records import dataclass
from clew.regexes import regex
from clew.workbench.fuzz.integers import random_module
from clew.workbench.fuzz.prelude import ERRORS, IMPORTS, NAMED_BY, NUMBERS, PIECES
from clew.workbench.fuzz.templates import CHOICES, EXPRESSIONS, GROUPS, IN_GENERATOR, IN_LOOP, STATEMENTS, Weighted

HOLE = regex(r"<([a-zA-Z_][^<>]*|=\d)>")
PARAMETERS = (
    "int", "int", "int", "str", "list[int]", "bool", "float", "dict[str, int]", "set[int]", "list[str]", "bytes",
    "int | None", "int | str", "tuple[int, str]", "list[list[int]]", "dict[int, int]", "Box", "Point", "Shape", "Meter",
    "Color", "Pair", "Node", "Slot", "Base", "Frozen", "OddEq", "Sly", "tuple[int, ...]", "list[int] | None",
    "dict[str, list[int]]", "Literal", "fnp", "iterp", "frozenset[int]",
    "list[Point]", "list[Box]", "dict[Frozen, int]", "dict[Box, int]", "set[Frozen]", "set[OddEq]", "Point | None",
    "tuple[Point, Point]", "dict[str, Point]", "list[str | None]", "list[tuple[int, str]]", "list[Node]", "fnb",
    "Iterable[int]", "Sequence[int]", "Mapping[str, int]", "anything",
)  # fmt: skip
NUMBERS_ONLY = ("int", "int", "int", "bool")
ANNOTATIONS = {
    "Literal": "typing.Literal[1, 2, 7]", "fnp": "collections.abc.Callable[[int], int]",
    "fnb": "collections.abc.Callable[[int], bool]", "anything": "typing.Any", "iterp": "collections.abc.Iterator[int]",
    "Iterable[int]": "collections.abc.Iterable[int]", "Sequence[int]": "collections.abc.Sequence[int]",
    "Mapping[str, int]": "collections.abc.Mapping[str, int]", "list[int] | None": "typing.Optional[list[int]]",
    "Node": '"Node"',
}  # fmt: skip
# What a program of numbers alone is made of: such programs have a block form, and other proofs.
OF_NUMBERS = frozenset(
    {"int", "cond", "bool", "block", "loop", "num", "small", "pos", "cmp", "idx", "error", "type", "=1", "=2", "=3"}
)
CALLED = frozenset({"total_to", "clamp", "check", "descend", "HIGH"})
PLAIN_WORDS = frozenset(
    {"if", "elif", "else", "while", "for", "in", "range", "break", "continue", "pass", "return", "raise", "try"}
    | {"except", "finally", "as", "error", "assert", "not", "and", "or", "True", "False", "None", "min", "max", "abs"}
    | {"int", "bool", "divmod", "match", "case", "global", "GLOBAL", "del", "is"}
)
SELF = (("self.a", "int"), ("self.a", "int"), ("self.items", "list[int]"), ("self.seen", "int | None"))
BASES = (
    ("(list)", "list[int]"),
    ("(dict)", "dict[str, int]"),
    ("(set)", "set[int]"),
    ("(collections.deque)", "list[int]"),
)
# What changes objects beside methods: head, its parameters, a statement before the random ones.
MEMBERS = (
    ("@property\ndef read(self):", (), "self.a += 1"),
    ("@property\ndef v(self):\n    return self.a\n\n@v.setter\ndef v(self, p0):", ("p0",), "self.a = p0"),
    ("@functools.cached_property\ndef kept(self):", (), "self.seen = self.a"),
    ("def __setitem__(self, p0: int, p1: int):", ("p0", "p1"), "self.items.append(p1)"),
    ("def __delitem__(self, p0: int):", ("p0",), "self.items.pop(p0)"),
    ("def __getitem__(self, p0: int):", ("p0",), "self.a = self.items[p0]"),
    ("def __call__(self, p0: int):", ("p0",), "self.a += p0"),
    ("def __contains__(self, p0: int):", ("p0",), "self.seen = p0"),
    ("def __iadd__(self, p0: int):", ("p0",), "self.a += p0"),
    ("def __exit__(self, *exc):\n    self.seen = 7\n\ndef __enter__(self):", (), "self.a += 10"),
    ("@contextlib.contextmanager\ndef within(self):", (), "self.a += 5; yield; self.a -= 5"),
    ("def steps(self, p0: int):", ("p0",), "self.a += p0; yield self.a; self.items.clear()"),
    ("async def later(self, p0: int):", ("p0",), "self.seen = p0"),
)
DEEPEST = 2  # nested expressions
FOCUS = 12  # how much more likely a template is that is about a parameter of a kind few templates are about
COMMON = frozenset({"int", "str", "bool", "float", "list[int]", "dict[str, int]"})
ONLY_INTS = 0.15


class Unusable(Exception):
    """A template needs a variable of a type there is none of."""


@dataclass(slots=True)
class _Writer:
    """Expands templates; `scope` holds the variables known so far, innermost last."""

    rng: random.Random
    scope: list[tuple[str, str]] = field(default_factory=list)
    fresh: int = 0
    left: int = 14  # statements still to be written
    numbers: bool = False  # nothing but ints and bools
    generator: bool = False
    focus: tuple[str, ...] = ()  # holes for the parameters

    # ------------------------------------------------------------ choosing

    def pick(self, options: Weighted) -> str:
        if self.numbers:
            options = tuple(option for option in options if _of_numbers(option[1])) or ((1, "pass"),)
        weights = [weight * (FOCUS if any(hole in text for hole in self.focus) else 1) for weight, text in options]
        return self.rng.choices([text for _, text in options], weights)[0]

    def variable(self, kind: str) -> str:
        found = [name for name, type_ in self.scope if type_ == kind]
        if not found:
            raise Unusable(kind)
        return self.rng.choice(found[-6:])

    def new(self, kind: str) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    # ------------------------------------------------------------ expressions

    def expression(self, kind: str, depth: int) -> str:
        known = [name for name, type_ in self.scope[-8:] if type_ == kind]
        if known and self.rng.random() < 0.2 + 0.25 * depth:
            return self.rng.choice(known)
        for attempt in range(12):
            template = self.pick(EXPRESSIONS[kind])
            if (depth >= DEEPEST or attempt > 6) and re.search(
                r"<(?!var:|num|small|pos|idx|word|ch>|real|oct)\w", template
            ):
                continue
            try:
                return self.expand(template, 9, depth + 1)
            except Unusable:
                continue
        return self.smallest(kind)

    def smallest(self, kind: str) -> str:
        plain = {
            "int": "3", "str": '"ab"', "cond": "True", "float": "0.5", "bytes": 'b"a"', "bool": "True",
            "list[int]": "[]", "list[str]": "[]", "list[list[int]]": "[]", "int | None": "None",
            "tuple[int, str]": '(1, "a")', "int | str": "1", "Box": "Box(1)", "Point": "Point(1, 2)",
            "Shape": "Square(2)", "Meter": "Meter(1)", "Lazy": "Lazy(1)", "Color": "Color.RED",
            "fn": "abs", "dict[str, int]": "{}",
            "dict[int, int]": "{}", "set[int]": "set()", "Pair": "Pair(1)", "Node": "Node(1)", "Slot": "Slot(1)",
            "Base": "Child(1)", "Frozen": "Frozen(1)", "OddEq": "OddEq(1)", "Sly": "Sly(1)", "tuple[int, ...]": "(1,)",
            "dict[str, list[int]]": "{}", "cmpd": "True",
        }  # fmt: skip
        return plain[kind]

    def expand(self, template: str, depth: int, inside: int) -> str:
        """Fill the holes of an expression or a statement, left to right.  depth: of blocks; inside: of expressions."""
        named: list[str] = []
        before = len(self.scope)
        kept: list[tuple[str, str]] = []
        pending: list[tuple[str, str]] = []

        def fill(match: re.Match[str]) -> str:
            hole = match[1]
            if hole in ("block", "loop") or "\n" in template[: match.start()].rpartition(">")[2]:
                self.scope += pending
                pending.clear()
            if hole.startswith("="):
                return named[int(hole[1:]) - 1]
            kind, _, type_ = hole.partition(":")
            match kind:
                case "var" | "nonlocal":
                    named.append(self.variable(type_))
                    return named[-1]
                case "new" | "tmp":
                    name = self.new(type_)
                    named.append(name)
                    if kind == "new":
                        kept.append((name, type_))
                    elif type_ not in ("fn", "gen", "it", "fns"):
                        pending.append((name, type_))
                    return name
                case "block" | "loop":
                    column = match.start() - (template.rfind("\n", 0, match.start()) + 1)
                    return f"\n{' ' * column}".join(self.block(kind == "loop", depth).split("\n"))
            if hole in CHOICES:
                return self.rng.choice(CHOICES[hole])
            if hole in GROUPS:
                hole = self.rng.choice(GROUPS[hole])
            text = self.expression(hole, inside)
            bare = inside == 0 or re.fullmatch(r"-?[\w.]+|\"[^\"]*\"|[(\[][^()\[\]]*[\])]", text)
            return text if bare and not template.startswith("<") else f"({text})"

        try:
            text = HOLE.sub(fill, template)
        except Unusable:
            del self.scope[before:]
            raise
        del self.scope[before:]
        self.scope += kept
        return text

    # ------------------------------------------------------------ statements

    def block(self, loop: bool, depth: int) -> str:
        """Statements, at least one; what they define is known only inside."""
        before = len(self.scope)
        lines: list[str] = []
        for _ in range(self.rng.choice((1, 1, 2, 2, 3))):
            lines.append(self.statement(loop, depth))
            if lines[-1].startswith(("return", "raise", "break", "continue")):
                break
        del self.scope[before:]
        return "\n".join(lines)

    def statement(self, loop: bool, depth: int) -> str:
        self.left -= 1
        for _ in range(30):
            template = self.pick(IN_LOOP if loop and self.rng.random() < 0.15 else STATEMENTS)
            if self.generator and self.rng.random() < 0.2:
                template = self.pick(IN_GENERATOR)
            if (self.left <= 0 or depth >= 4) and ("<block>" in template or "<loop>" in template):
                continue
            if template.startswith(("return", "raise")) and depth == 0 and self.left > 3:
                continue
            try:
                return self.expand(template, depth + 1, 0)
            except Unusable:
                continue
        return "pass"

    def function(self, name: str, receiver: bool = False) -> str:
        rng = self.rng
        kinds = rng.choices(NUMBERS_ONLY if self.numbers else PARAMETERS, k=rng.choice((1, 2, 2, 3)))
        if rng.random() < 0.25:
            kinds.append(kinds[0])
        self.focus = tuple(f"<var:{kind}>" for kind in kinds if kind not in COMMON)
        parameters = ["self"] if receiver else []
        if receiver:
            self.scope += SELF
        for number, kind in enumerate(kinds):
            stated = rng.random() > 0.07 or kind in ("fnp", "fnb", "iterp", "Literal")
            parameters.append(f"p{number}: {ANNOTATIONS.get(kind, kind)}" if stated else f"p{number}")
            self.scope.append((f"p{number}", kind))
        if rng.random() < 0.1 and not self.numbers:
            parameters.append('k: "Made | None"' if rng.random() < 0.3 else 'k: "Made"')
            self.scope += [("k.a", "int")] * 2 + [("k.items", "list[int]"), ("k.seen", "int | None")]
        if rng.random() < 0.15:
            parameters.append("d: int = 3")
            self.scope.append(("d", "int"))
        elif rng.random() < 0.05 and not self.numbers:
            parameters.append("e: list[int] = []")
            self.scope.append(("e", "list[int]"))
        if rng.random() < 0.1 and not self.numbers:
            parameters.append("*rest: int")
            self.scope.append(("rest", "tuple[int, ...]"))
        elif rng.random() < 0.1:
            parameters.append("*, only: int = 2")
            self.scope.append(("only", "int"))
        if rng.random() < 0.06 and not self.numbers:
            parameters.append("**more: int")
            self.scope.append(("more", "dict[str, int]"))
        self.generator = rng.random() < 0.08 and not self.numbers and not receiver
        self.left = rng.choice((2, 3, 5, 8, 12, 16)) if not receiver else rng.choice((2, 4))
        text = self.body()
        head = "async def" if rng.random() < 0.04 and not self.generator and not receiver else "def"
        return f"{head} {name}({', '.join(parameters)}):\n    {text}\n"

    def member(self, head: str, names: tuple[str, ...], extra: str) -> str:
        """A member of a class under its own head; names: its parameters; extra: what comes before the random part."""
        self.scope += SELF
        self.scope += [(name, "int") for name in names]
        self.left = 2
        return f"{head}\n    {extra}\n    {self.body()}\n"

    def body(self) -> str:
        rng = self.rng
        body = []
        while self.left > 0:
            body.append(self.statement(False, 0))
            if body[-1].startswith(("return", "raise")):
                break
        if rng.random() < 0.7:
            body.append(f"return {self.expression('int', 1)}")
        return "\n".join(body).replace("\n", "\n    ")


def _of_numbers(template: str) -> bool:
    holes = {hole.rpartition(":")[2] for hole in HOLE.findall(template)}
    bare = HOLE.sub("", template)
    words = set(re.findall(r"[A-Za-z_]{2,}", bare))
    return holes <= OF_NUMBERS and words <= CALLED | PLAIN_WORDS and not re.search(r"[\[\]{}\"'.]|\*\*", bare)


def _made_class(rng: random.Random) -> str:
    """A class whose methods change its attributes at random; some are containers themselves."""
    base, kind = rng.choice(BASES) if rng.random() < 0.3 else ("", "")
    own = [("self", kind)] * 4 if kind else []
    methods = []
    for number in range(rng.choice((1, 2, 2, 3))):
        text = _Writer(rng, list(own)).function(f"m{number}", receiver=True)
        methods.append("    " + text.replace("\n", "\n    ").rstrip() + "\n")
    for head, names, extra in rng.sample(MEMBERS, rng.choice((0, 0, 1, 2, 3))):
        text = _Writer(rng, list(own)).member(head, names, extra)
        methods.append("    " + text.replace("\n", "\n    ").rstrip() + "\n")
    return (
        f"class Made{base}:\n    def __init__(self, a: int, items: list[int]) -> None:\n        self.a = a\n"
        "        self.items = items\n        self.seen = None\n\n" + "\n".join(methods) + "\n\n"
    )


def generate(seed: int, number: int) -> str:
    """The text of a module; the same for the same numbers.  Some are of functions over ints only."""
    if random.Random(f"ints {seed}:{number}").random() < ONLY_INTS:
        return random_module(f"{seed}:{number}", 2)
    for attempt in range(50):
        rng = random.Random(f"{seed}:{number}:{attempt}")
        numbers = rng.random() < 0.15
        functions = [_Writer(rng, numbers=numbers).function(f"f{i}") for i in range(rng.choice((1, 1, 2)))]
        body = "\n\n".join(functions)
        if "Made" in body or (not numbers and rng.random() < 0.12):
            body = _made_class(rng) + body
        text = with_prelude(body, rng)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(text, "<generated>", "exec")
        except SyntaxError:
            continue
        return text
    raise AssertionError("no valid program in 50 attempts")


def with_prelude(functions: str, rng: random.Random) -> str:
    tree = _parsed(functions)
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | set(re.findall(r'"(\w+)"', functions))
    names |= {name for n in ast.walk(tree) if isinstance(n, ast.Global) for name in n.names}
    wanted: dict[str, None] = {}

    def add(name: str) -> None:
        name = NAMED_BY.get(name, name)
        if name in PIECES and name not in wanted:
            for other in PIECES[name][0]:
                add(other)
            wanted[name] = None

    for name in sorted(names):
        add(name)
    pieces = [_constants(PIECES[name][1], rng) for name in wanted]
    body = "\n".join(pieces) + "\n\n" + functions
    imports = [f"import {m}" for m in IMPORTS if re.search(rf"\b{m}\.", body)]
    return "\n".join(imports) + "\n\n" + body


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.parse("")


def _constants(text: str, rng: random.Random) -> str:
    return re.sub(r"#(\w)", lambda m: rng.choice(ERRORS if m[1] == "e" else NUMBERS), text)
