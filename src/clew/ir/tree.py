"""The structured form of the IR: a function body in A-normal form.

Every operand is an `Atom`; every statement does one thing, in CPython's order of evaluation.  Control flow stays
structured (`If`, `While`, `For`, `Try`, `With`), so the executor can hand it back to CPython and the block form can be
derived from it; nothing is lowered twice.  What the frontend cannot lower is kept as `Native`, with its source.

User variables keep their names; temporaries are named `%1`, `%2`, … and are assigned before they are read on every
path.
Attribute names are already mangled (`_Class__x`).  Comprehension variables are renamed `x'1` where inlined.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from clew.records import dataclass
from clew.source.spans import Span

# ---------------------------------------------------------------- operands


FIRST_ITERATOR: Final = "it'0"
"""The parameter of a comprehension that holds its first iterator; CPython calls it `.0`."""


@dataclass(frozen=True, slots=True)
class Var:
    """A local variable, a parameter, a cell or free variable, or a temporary (`%n`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Const:
    """None, a bool, int, float, complex, str, bytes or Ellipsis.  Compared with its type: `1`, `True`, `1.0` differ."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and _key(self.value) == _key(other.value)

    def __hash__(self) -> int:
        return hash(_key(self.value))


def _key(value: object) -> tuple[type, object]:
    """What tells constants apart: their type too; nan equals itself, 0.0 and -0.0 differ."""
    return type(value), repr(value) if isinstance(value, float | complex) else value


Atom: TypeAlias = Var | Const


@dataclass(frozen=True, slots=True)
class Star:
    """`*value` in a call or display."""

    value: Atom


@dataclass(frozen=True, slots=True)
class Keyword:
    """`name=value` in a call; `**value` where name is None."""

    name: str | None
    value: Atom


Argument: TypeAlias = Var | Const | Star | Keyword

# ---------------------------------------------------------------- right-hand sides


@dataclass(frozen=True, slots=True)
class Unary:
    """op: `-`, `+`, `~`, `not`, `is-sequence`, `is-mapping` (the last two: what `match` asks of a subject)."""

    op: str
    value: Atom


@dataclass(frozen=True, slots=True)
class Binary:
    """op: `+ - * / // % ** @ << >> & | ^`, these with `=` (in place), `== != < <= > >=`, `is is-not in not-in`."""

    op: str
    left: Atom
    right: Atom


@dataclass(frozen=True, slots=True)
class Item:
    """`object[key]`."""

    object: Atom
    key: Atom


@dataclass(frozen=True, slots=True)
class Attr:
    """`object.name`."""

    object: Atom
    name: str


@dataclass(frozen=True, slots=True)
class Slice:
    """`slice(lower, upper, step)`, missing parts being `Const(None)`."""

    lower: Atom
    upper: Atom
    step: Atom


@dataclass(frozen=True, slots=True)
class Global:
    """The value of a global, or else builtin, name."""

    name: str


@dataclass(frozen=True, slots=True)
class Builtin:
    """What the interpreter itself uses, where a global has, or may have, the name: `iter` of a comprehension."""

    name: str


@dataclass(frozen=True, slots=True)
class Display:
    """kind: `tuple`, `list` or `set`."""

    kind: str
    items: tuple[Var | Const | Star, ...]


@dataclass(frozen=True, slots=True)
class DictDisplay:
    """`{key: value, **mapping}`; a key of None (not `Const(None)`) marks a `**mapping`."""

    items: tuple[tuple[Atom | None, Atom], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """`function(arguments)`."""

    function: Atom
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class MethodCall:
    """`object.name(arguments)`, kept whole so that the table of operations can see the method.

    bound: where evaluating the arguments could be noticed, the temporary that holds `object.name`, looked up before
    them as CPython does; calling it is then what happens.  None: looked up here.
    """

    object: Atom
    name: str
    arguments: tuple[Argument, ...]
    bound: Var | None = None


@dataclass(frozen=True, slots=True)
class SuperCall:
    """Zero-argument `super()`; needs the `__class__` cell and the first parameter of the function."""


@dataclass(frozen=True, slots=True)
class Format:
    """One replacement field of an f-string: `format(conversion(value), spec)`.  conversion: "", "r", "s" or "a"."""

    value: Atom
    conversion: str
    spec: Atom


@dataclass(frozen=True, slots=True)
class Join:
    """The concatenation of the (string) parts of an f-string."""

    parts: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Closure:
    """A function object for a nested `def`, a lambda, or a generator expression.

    `defaults` are the values of the trailing positional parameters, `keyword_defaults` of keyword-only ones, by name.
    Decorators are not here: the frontend lowers them to calls after it.
    """

    function: Function
    defaults: tuple[Atom, ...]
    keyword_defaults: tuple[tuple[str, Atom], ...]


@dataclass(frozen=True, slots=True)
class Yield:
    value: Atom


@dataclass(frozen=True, slots=True)
class YieldFrom:
    value: Atom


@dataclass(frozen=True, slots=True)
class Await:
    value: Atom


@dataclass(frozen=True, slots=True)
class Native:
    """An expression kept as Python text.  `reads`: the local variables it reads (their user names)."""

    text: str
    reason: str
    reads: tuple[str, ...]


Value: TypeAlias = (
    Var | Const | Unary | Binary | Item | Attr | Slice | Global | Builtin | Display | DictDisplay | Call | MethodCall
    | SuperCall | Format | Join | Closure | Yield | YieldFrom | Await | Native
)  # fmt: skip

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Mark:
    """A statement of the source starts here: the place of its statement goal."""

    span: Span


@dataclass(frozen=True, slots=True)
class Reach:
    """Control is here: covers the goal (span, kind, outcome), e.g. an `except` clause entered, a `match` case taken."""

    span: Span
    kind: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Assign:
    target: Var
    value: Value
    span: Span


@dataclass(frozen=True, slots=True)
class SetItem:
    object: Atom
    key: Atom
    value: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class SetAttr:
    object: Atom
    name: str
    value: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class SetGlobal:
    name: str
    value: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class DelItem:
    object: Atom
    key: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class DelAttr:
    object: Atom
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class DelVar:
    target: Var
    span: Span


@dataclass(frozen=True, slots=True)
class DelGlobal:
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Unpack:
    """`targets = value`, all temporaries or plain variables; `starred` is the index of the `*target`, or None."""

    targets: tuple[Var, ...]
    starred: int | None
    value: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """Branch on the truth value of `condition`.

    decision: the goal kind of its two outcomes `true`/`false` (`branch` for a whole decision, `condition` for one
    operand of an `and`/`or`/chained comparison), or None where the source has no decision here.  `span` is that of the
    tested expression.
    """

    condition: Atom
    then: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    decision: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """Run `before`, test `condition` (branch goals at `span`: true/false); `continue` goes back to `before`."""

    before: tuple[Statement, ...]
    condition: Atom
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """Iterate.  Branch goals at `span` (the iterable expression): entered, empty, exhausted.

    decision is False for loops the source does not show as statements or comprehensions.
    """

    target: Var
    iterable: Atom
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    decision: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Break:
    span: Span


@dataclass(frozen=True, slots=True)
class Continue:
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    value: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class Raise:
    """`raise exception from cause`; a bare `raise` where exception is None.

    assertion: of an `assert`; asks: of one that says what callers have to keep.
    """

    exception: Atom | None
    cause: Atom | None
    assertion: bool
    span: Span
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """The execution breaks a contract of the function, and ends: what follows is about those that keep it.

    kind: `require`, `ensure` or `invariant`, of the clause at the span.
    """

    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Handler:
    """One `except` clause.  `test` computes `type` (None: a bare `except`); its goal is (span, branch, entered).

    `name` is unbound when the clause ends, as in Python.  A constant text as the type, in a guard, takes what a call
    does not keep of what the function asks for (`ir.guards`).
    """

    test: tuple[Statement, ...]
    type: Atom | None
    name: Var | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Try:
    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Statement, ...]
    final: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class With:
    """`with context as target:`; one item (several are nested)."""

    context: Atom
    target: Var | None
    body: tuple[Statement, ...]
    span: Span


COMPUTING: Final = "class inside a function, whose body computes"
"""The reason of a native statement that may give something else each time, for one that only defines."""


@dataclass(frozen=True, slots=True)
class NativeStatement:
    """Statements kept as Python text.  `reads`, `writes`: local variables by user name."""

    text: str
    reason: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    span: Span


Statement: TypeAlias = (
    Mark | Reach | Assign | SetItem | SetAttr | SetGlobal | DelItem | DelAttr | DelVar | DelGlobal | Unpack | If | While
    | For | Break | Continue | Return | Raise | Breach | Try | With | NativeStatement
)  # fmt: skip

# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Parameter:
    """kind: `positional-only`, `positional`, `keyword-only`, `*` or `**`; annotation: its source text, or None."""

    name: str
    kind: str
    annotation: str | None
    has_default: bool


@dataclass(frozen=True, slots=True)
class Function:
    """A function, method, lambda (`<lambda>`) or generator expression (`<genexpr>`), lowered.

    qualname: as CPython's `__qualname__` (`Cart.total`, `outer.<locals>.inner`).
    locals: every name bound in this scope, parameters first, then in order of appearance, without temporaries.
    nonlocals / globals: names declared so; free: names read from an enclosing function.
    flags: any of `generator`, `async`.
    doc: the docstring.
    Inlined comprehension variables (`x'1`) are not in `locals`.  A comprehension that cannot be inlined (a lambda in it
    captures its variables) is a Function `<listcomp>`, `<setcomp>`, `<dictcomp>` with one parameter `it'0`, as are all
    generator expressions.  Whatever goals are inside lambdas and comprehensions belong to the function around them.
    """

    name: str
    qualname: str
    parameters: tuple[Parameter, ...]
    returns: str | None
    locals: tuple[str, ...]
    nonlocals: tuple[str, ...]
    globals: tuple[str, ...]
    free: tuple[str, ...]
    flags: tuple[str, ...]
    decorators: tuple[str, ...]
    body: tuple[Statement, ...]
    span: Span
    doc: str | None = None

    @property
    def receiver(self) -> str:
        """The parameter that is the object a method is called on; empty where there is none, or it is a class."""
        around, _, _ = self.qualname.rpartition(".")
        bound = (
            around and not around.endswith("<locals>") and {"classmethod", "staticmethod"}.isdisjoint(self.decorators)
        )
        return self.parameters[0].name if bound and self.parameters else ""
