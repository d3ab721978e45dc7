"""Path regular expressions: which paths through a function are meant (Goldberg, Wang, Zimmerman, ISSTA 1994).

    entry .* 17:true (23 | 31) !40* exit

An expression is about the events of one call of the function, in their order:

    23          the statement that begins in line 23 (`23.4`: in that column, where a line has several)
    17:true     the test in line 17 is true; `false` too.  Of a `for`: there is a further item, or none
    17:taken    the `case` in line 17 is taken;  17:entered  the `except` clause in line 17 is
    entry       the call begins;  exit  it ends normally;  raises  with an exception, raises:KeyError  of that class
    call:fetch  a call of `fetch` is about to be made
    retry       the statement that has the comment `# clew: label retry`, behind it or above it

    .  any event        !e, !(e | f)  any event but these
    a b  one after the other        a | b  either        a*  a+  a?  any number of times, at least once, at most once

Only events that some part of the expression could mean are seen at all: every line is, the outcomes of a test are where
the expression names an outcome of that line, a call where it names the function, the beginning and ends where it names
them.  So `17 23` may follow each other whatever was decided between, unless it asks how line 17 was decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from clew.records import dataclass

if TYPE_CHECKING:
    from lark import Lark

ENTRY: Final = "entry"
EXIT: Final = "exit"
RAISES: Final = "raises"
CALL: Final = "call"
LABEL: Final = "label"
LINE: Final = "line"
OUTCOME: Final = "outcome"
LOOP: Final = "loop"  # begins, which no expression names
OUTCOMES: Final = ("true", "false", "taken", "entered")


@dataclass(frozen=True, slots=True)
class Event:
    """One event, as it is written.

    kind: `line`, `outcome`, `entry`, `exit`, `raises`, `call` or `label`; line, and column where one is given, of the
    first two; name: the outcome, the class of the exception, the function or the label.  at: the column in the
    expression, from 0.
    """

    kind: str
    line: int = 0
    column: int | None = None
    name: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class AnyBut:
    """Any event, but those named."""

    but: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """One after the other; none: the empty path."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of them."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """sign: `*`, `+` or `?`."""

    part: Expression
    sign: str


Expression: TypeAlias = Event | AnyBut | Series | Choice | Repeated


class BadQuestion(ValueError):
    """A question that cannot be understood.  column: where in its text, from 0."""

    def __init__(self, text: str, column: int) -> None:
        super().__init__(text)
        self.column = column


class BadExpression(BadQuestion):
    """The expression cannot be."""


def events_in(expression: Expression) -> Iterator[Event]:
    """All that it names, from left to right."""
    stack: list[Expression] = [expression]
    while stack:
        match stack.pop():
            case Event() as event:
                yield event
            case AnyBut(but):
                yield from but
            case Series(parts) | Choice(parts):
                stack.extend(reversed(parts))
            case Repeated(part):
                stack.append(part)


# ---------------------------------------------------------------- text


def show(expression: Expression) -> str:
    """Inverse of `read`, but for columns and spaces."""
    match expression:
        case Event("line" | "outcome", line, column, name):
            place = str(line) if column is None else f"{line}.{column}"
            return f"{place}:{name}" if name else place
        case Event("label", name=name):
            return name
        case Event(kind, name=name):
            return f"{kind}:{name}" if name else kind
        case AnyBut(()):
            return "."
        case AnyBut((event,)):
            return f"!{show(event)}"
        case AnyBut(events):
            return f"!({' | '.join(map(show, events))})"
        case Series(parts):
            return " ".join(f"({show(p)})" if isinstance(p, Choice | Series) else show(p) for p in parts)
        case Choice(parts):
            return " | ".join(map(show, parts))
        case Repeated(part, sign):
            simple = isinstance(part, Event | AnyBut)
            return f"{show(part)}{sign}" if simple else f"({show(part)}){sign}"


def read(text: str) -> Expression:
    """BadExpression where it is none."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    try:
        tree = _parser().parse(text)
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise _unfinished(text) from None
        raise BadExpression(f"`{error.token}` cannot stand here", error.column - 1) from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        raise BadExpression(f"`{text[at]}` cannot stand here", at) from None
    except UnexpectedEOF:
        raise _unfinished(text) from None
    (choice,) = tree.children
    made = _choice(choice)
    if made == Series(()):
        raise BadExpression("the expression is empty", 0)
    return made


def _unfinished(text: str) -> BadExpression:
    missing = "`)`" if text.count("(") > text.count(")") else "something"
    return BadExpression(f"{missing} is missing at the end", len(text.rstrip()))


@cache
def _parser() -> Lark:
    """Imported on use: most runs ask about no path."""
    from lark import Lark

    grammar = files("clew.frontend.paths").joinpath("expression.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=True)


def _choice(tree: Any) -> Expression:
    parts = tuple([_sequence(each) for each in tree.children])
    return parts[0] if len(parts) == 1 else Choice(parts)


def _sequence(tree: Any) -> Expression:
    parts = tuple([_repeated(each) for each in tree.children])
    return parts[0] if len(parts) == 1 else Series(parts)


def _repeated(tree: Any) -> Expression:
    inner, *signs = tree.children
    made: Expression
    match inner.data:
        case "any":
            made = AnyBut()
        case "other":
            made = AnyBut(tuple([_event(each) for each in inner.children]))
        case "event":
            made = _event(inner)
        case _:
            made = _choice(inner)
    for sign in signs:
        made = Repeated(made, str(sign))
    return made


def _event(tree: Any) -> Event:
    first, name = tree.children
    at = first.column - 1
    if first.type == "LINE":
        line, _, column = str(first).partition(".")
        if name is not None and str(name) not in OUTCOMES:
            raise BadExpression(f"`{name}` is no outcome; there are {', '.join(OUTCOMES)}", name.column - 1)
        kind = LINE if name is None else OUTCOME
        return Event(kind, int(line), int(column) if column else None, str(name or ""), at)
    word = str(first)
    if word in (ENTRY, EXIT) and name is not None:
        raise BadExpression(f"`{word}` has nothing behind it", name.column - 1)
    if word == CALL and name is None:
        raise BadExpression("`call` names a function: `call:fetch`", at)
    if word in (ENTRY, EXIT, RAISES, CALL):
        return Event(word, name=str(name or ""), at=at)
    if name is not None:
        raise BadExpression(f"`{word}` has nothing behind it", name.column - 1)
    return Event(LABEL, name=word, at=at)
