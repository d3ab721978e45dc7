"""Right-hand sides of the tree form on values: what they compute, and the branch to an exceptional exit where they may
raise.

The result is the end where control goes on and the value there; None where the operation always raises.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from clew.ir import tree
from clew.ir.blocks import FALSE, INT, TRUE, Assign, Assume, Binary, Conditional, Expr, Literal, Name, Unary
from clew.ir.operators import COMPARISONS, IDENTITY, IN_PLACE, MEMBERSHIP
from clew.passes.flatten.exceptions import ExceptionClass, exception_class
from clew.passes.flatten.graph import End, Graph, NotInSubset
from clew.passes.flatten.values import (
    ANY,
    CLASS_OF_NUMBER,
    EXPRESSIONS,
    NONE,
    STRING,
    Builtin,
    Callee,
    Globals,
    Items,
    Opaque,
    Raised,
    Value,
    as_condition,
    as_int,
    binary,
    integer,
    is_condition,
    negated,
    size,
)
from clew.records import dataclass
from clew.source.spans import Span

LARGEST: Final = 24  # nodes of an expression that is not stored
LONGEST_TEXT: Final = 10**640  # the least limit that `sys.set_int_max_str_digits` takes
HIGHEST_SHIFT: Final = 64
HIGHEST_POWER: Final = 4


@dataclass(frozen=True, slots=True)
class Findings:
    """What earlier attempts to flatten a function showed.

    unbound: variables that are, somewhere; mixed: those that hold no int, or not always, where a loop goes round;
    opaque: displays of lists that get something else than ints; changes: a list that it is given is changed; resizes:
    some list gets longer or shorter.
    """

    unbound: frozenset[str] = frozenset()
    mixed: frozenset[str] = frozenset()
    opaque: frozenset[Span] = frozenset()
    changes: bool = False
    resizes: bool = False


class Operations(ABC):
    """Operations of one function being flattened; one method for each kind.

    careful: someone who calls it asks for the class of what it raises.
    """

    def __init__(self, graph: Graph, globals: Globals, careful: bool, found: Findings) -> None:
        self.graph = graph
        self.globals = globals
        self.found = found
        self.flagged = found.unbound
        self.careful = careful
        self.unbound: set[str] = set()
        self.mixed: set[str] = set()
        self.opaque: set[Span] = set()
        self.changes = False
        self.resized = False
        self.breaches = False
        self.exact = True
        self.names: dict[str, str] = {}

    def findings(self) -> Findings:
        """What was found out by earlier attempts and by this one."""
        known = self.found
        return Findings(
            known.unbound | self.unbound,
            known.mixed | self.mixed,
            known.opaque | self.opaque,
            known.changes or self.changes,
            known.resizes or self.resized,
        )

    # Those below are completed by the statements and the function.

    @abstractmethod
    def throw(self, end: End, code: Expr) -> None:
        """Leave by an exception of this class."""

    @abstractmethod
    def caught_somewhere(self) -> bool:
        """May the class of an exception raised here make a difference?"""

    @abstractmethod
    def local(self, variable: str) -> str:
        """The name that a variable of the tree form has in the block form."""

    @abstractmethod
    def call(
        self, end: End, function: Value, arguments: tuple[tree.Argument, ...], span: Span
    ) -> tuple[End, Value] | None:
        """Of what is known of the function."""

    # ------------------------------------------------------------ raising

    def raise_if(self, end: End, condition: Expr, name: str, span: Span) -> End | None:
        """Go on where the condition does not hold."""
        fails, goes = self.graph.fork(end, condition, span, "fails", "holds")
        if fails is not None:
            cls = exception_class(name)
            assert cls is not None
            self.throw(fails, integer(cls.number))
        return goes

    # ------------------------------------------------------------ operands

    def atom(self, end: End, atom: tree.Atom, span: Span) -> tuple[End, Value] | None:
        match atom:
            case tree.Const(bool() | int() as value):
                return end, integer(value)
            case tree.Const(None):
                return end, NONE
            case tree.Const(str()):
                return end, STRING
            case tree.Const():
                return end, ANY
            case tree.Var(variable):
                name = self.local(variable)
                if not name.startswith("t$") and name not in end.bound:
                    return self.maybe_unbound(end, name, span)
                return end, end.known.get(name, Name(name, INT))

    def maybe_unbound(self, end: End, name: str, span: Span) -> tuple[End, Value] | None:
        if name not in self.flagged:
            self.unbound.add(name)
        flag = Name(f"{name}$bound", INT)
        goes = self.raise_if(end, Binary("==", flag, integer(0)), "UnboundLocalError", span)
        if goes is None:
            return None
        goes.bound |= {name}
        return goes, goes.known.get(name, Name(name, INT))

    def numbers(self, end: End, atoms: tuple[tree.Atom, ...], span: Span, what: str) -> tuple[End, list[Expr]] | None:
        """All of them ints."""
        found: list[Expr] = []
        for atom in atoms:
            result = self.atom(end, atom, span)
            if result is None:
                return None
            end, value = result
            found.append(self.number(value, span, what))
        return end, found

    def number(self, value: Value, span: Span, what: str) -> Expr:
        if not isinstance(value, EXPRESSIONS):
            raise NotInSubset(f"{what} on something that is not known to be an int", span)
        return value

    def truth(self, value: Value, span: Span) -> Expr:
        match value:
            case Opaque("none"):
                return FALSE
            case Items(items):
                return TRUE if items else FALSE
            case ExceptionClass() | Raised() | Callee() | Builtin():
                return TRUE
        return as_condition(self.number(value, span, "a test"))

    # ------------------------------------------------------------ right-hand sides

    def value(self, end: End, value: tree.Value, span: Span) -> tuple[End, Value] | None:
        match value:
            case tree.Var() | tree.Const():
                return self.atom(end, value, span)
            case tree.Unary(op, operand):
                found = self.atom(end, operand, span)
                return None if found is None else (found[0], self.unary(op, found[1], span))
            case tree.Binary(op, left, right):
                return self.binary(end, op, left, right, span)
            case tree.Global(name):
                known = self.globals(name)
                if known is None:
                    raise NotInSubset(f"the global {name}", span)
                return end, integer(known) if isinstance(known, int) else known
            case tree.Display("tuple", items):
                several = self.atoms(end, items, span)
                return None if several is None else (several[0], Items(tuple(several[1])))
            case tree.Call(function, arguments):
                found = self.atom(end, function, span)
                return None if found is None else self.call(found[0], found[1], arguments, span)
            case tree.Format(operand, "" | "r" | "s" | "a", spec):
                return self.format(end, operand, spec, span)
            case tree.Join():
                return end, STRING
            case tree.Native(reason=reason):
                raise NotInSubset(reason, span)
        raise NotInSubset(f"{type(value).__name__.lower()} expressions", span)

    def unary(self, op: str, value: Value, span: Span) -> Value:
        if op == "not":
            return negated(self.truth(value, span))
        number = as_int(self.number(value, span, f"`{op}`"))
        match op:
            case "+":
                return number
            case "-":
                return minus(number, span)
            case "~":
                return binary("-", integer(-1), number)
        raise NotInSubset(f"`{op}`", span)

    def binary(self, end: End, op: str, left: tree.Atom, right: tree.Atom, span: Span) -> tuple[End, Value] | None:
        found = self.atoms(end, (left, right), span)
        return None if found is None else self.operation(found[0], op, found[1][0], found[1][1], span)

    def atoms(self, end: End, items: Iterable[tree.Atom | tree.Star], span: Span) -> tuple[End, list[Value]] | None:
        """Several, one after the other; None where one of them always raises."""
        values: list[Value] = []
        for item in items:
            if isinstance(item, tree.Star):
                raise NotInSubset("a starred item", span)
            found = self.atom(end, item, span)
            if found is None:
                return None
            end = found[0]
            values.append(found[1])
        return end, values

    def operation(self, end: End, op: str, a: Value, b: Value, span: Span) -> tuple[End, Value] | None:
        op = IN_PLACE.get(op, op)
        if op in IDENTITY:
            return end, self.identity(op, a, b, span)
        if op in MEMBERSHIP:
            return end, self.membership(op, a, b, span)
        if op in ("&", "|", "^") and isinstance(a, EXPRESSIONS) and isinstance(b, EXPRESSIONS):
            if is_condition(a) and is_condition(b):
                return end, Binary({"&": "&&", "|": "||", "^": "!="}[op], a, b, span)
        x = as_int(self.number(a, span, f"`{op}`"))
        y = as_int(self.number(b, span, f"`{op}`"))
        match op:
            case "+" | "-" | "*":
                return end, binary(op, x, y)
            case "//" | "%":
                goes = self.raise_if(end, binary("==", y, integer(0)), "ZeroDivisionError", span)
                return None if goes is None else (goes, divided(op, x, y))
            case "<<" | ">>" if (count := _literal(y)) is not None and 0 <= count <= HIGHEST_SHIFT:
                factor = integer(1 << count)
                return end, binary("*", x, factor) if op == "<<" else divided("//", x, factor)
            case "**" if (power := _literal(y)) is not None and 0 <= power <= HIGHEST_POWER:
                return end, power_of(x, power)
            case "&":
                for number, other in ((x, y), (y, x)):
                    mask = _literal(other)
                    if mask is not None and mask >= 0 and mask & (mask + 1) == 0:
                        return end, divided("%", number, integer(mask + 1))
            case _ if op in COMPARISONS:
                return end, binary(op, x, y)
        raise NotInSubset(f"`{op}` of these operands", span)

    def identity(self, op: str, a: Value, b: Value, span: Span) -> Expr:
        """Only whether something is None, or the class of a number another one."""
        if a == CLASS_OF_NUMBER and (named := _classes_named([b])) is not None and _NUMBERS.isdisjoint(named):
            return FALSE if op == "is" else TRUE
        same = a == NONE and b == NONE
        if NONE in (a, b) and all(v == NONE or isinstance(v, EXPRESSIONS) for v in (a, b)):
            return TRUE if same == (op == "is") else FALSE
        raise NotInSubset("`is` between these operands", span)

    def membership(self, op: str, a: Value, b: Value, span: Span) -> Expr:
        if not isinstance(b, Items):
            raise NotInSubset("`in` of something else than a tuple of ints", span)
        if a == CLASS_OF_NUMBER and (named := _classes_named(b.items)) is not None:
            if named >= _NUMBERS or _NUMBERS.isdisjoint(named):
                return TRUE if (op == "in") is (named >= _NUMBERS) else FALSE
        wanted = as_int(self.number(a, span, "`in`"))
        found: Expr = FALSE
        for item in b.items:
            same = binary("==", wanted, as_int(self.number(item, span, "`in`")))
            found = same if found == FALSE else Binary("||", found, same, span)
        return found if op == "in" else negated(found)

    def format(self, end: End, operand: tree.Atom, spec: tree.Atom, span: Span) -> tuple[End, Value] | None:
        """An int in an f-string: its digits may be too many."""
        found = self.atom(end, operand, span)
        if found is None:
            return None
        end, value = found
        if spec != tree.Const("") or not (isinstance(value, EXPRESSIONS) or value in (STRING, NONE)):
            raise NotInSubset("a format", span)
        if not isinstance(value, EXPRESSIONS) or is_condition(value) or isinstance(value, Literal):
            return end, STRING
        if self.caught_somewhere():
            # How many are too many is a setting, so the exception is possible and not certain.
            outside = Binary(
                "||", Binary(">=", value, integer(LONGEST_TEXT)), Binary("<=", value, integer(-LONGEST_TEXT))
            )
            fails = self.graph.go(end, "fails", span)
            fails.emit(Assume(outside, span))
            goes = self.graph.go(end, "holds", span)
            cls = exception_class("ValueError")
            assert cls is not None
            self.throw(fails, integer(cls.number))
            end = goes
        return end, STRING

    def choice(self, end: End, condition: Expr, then: Expr, orelse: Expr, span: Span) -> Expr:
        if isinstance(condition, Literal):
            return then if condition.value else orelse
        return self.bounded(end, Conditional(condition, then, orelse, span), span)

    def bounded(self, end: End, value: Expr, span: Span) -> Expr:
        """Large expressions are stored: they may be used more than once."""
        return value if size(value) <= LARGEST else self.graph.copy(end, value, span)

    # ------------------------------------------------------------ results

    def store(self, end: End, name: str, value: Value, span: Span) -> None:
        """variable := value"""
        if name.startswith("t$"):
            value = self.bounded(end, value, span) if isinstance(value, EXPRESSIONS) else value
            end.known[name] = value
            return
        if isinstance(value, EXPRESSIONS):
            self.graph.assign(end, name, value, span)
        else:
            end.known[name] = value
        end.bound |= {name}
        if name in self.flagged:
            end.emit(Assign(Name(f"{name}$bound", INT), integer(1), span))


def is_plainly_made(cls: ExceptionClass, arguments: int) -> bool:
    """Does calling the class with so many arguments give an instance of exactly this class, whatever they are?"""
    if "Group" in cls.name or cls.name in ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError"):
        return False
    picky = [exception_class(name) for name in ("OSError", "SyntaxError")]
    return arguments <= 1 or not any(p is not None and p.number <= cls.number <= p.last for p in picky)


def _literal(expr: Expr) -> int | None:
    return int(expr.value) if isinstance(expr, Literal) else None


def minus(expr: Expr, span: Span) -> Expr:
    value = _literal(expr)
    return Unary("-", expr, span) if value is None else integer(-value)


def divided(op: str, x: Expr, y: Expr) -> Expr:
    a, b = _literal(x), _literal(y)
    if a is not None and b:
        return integer(a // b if op == "//" else a % b)
    if y == integer(1):
        return x if op == "//" else integer(0)
    return Binary("div" if op == "//" else "mod", x, y)


def power_of(x: Expr, power: int) -> Expr:
    result: Expr = integer(1)
    for turn in range(power):
        result = x if turn == 0 else binary("*", result, x)
    return result


_NUMBERS: Final = frozenset({"int", "bool"})
_CLASSES: Final = _NUMBERS | {"float", "str", "list", "tuple"}


def _classes_named(values: Iterable[Value]) -> frozenset[str] | None:
    """The builtin classes that these are; None where one is something else."""
    names = [value.name if isinstance(value, Builtin) else "" for value in values]
    return frozenset(names) if _CLASSES.issuperset(names) else None
