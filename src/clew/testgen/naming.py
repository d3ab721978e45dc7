"""What a test is for, in a few words taken from the source: `x-gt-0`, `xs-empty`, `raises-value-error`."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from clew.goals.criteria import ALL_DU_PATHS, DEF_USE, VECTOR
from clew.goals.goal import Goal
from clew.goals.pairs import read_pair, read_path
from clew.source.spans import Span
from clew.testgen.expressions import snake

LONGEST: Final = 40
OPERATORS: Final[Mapping[str, str]] = {
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "+": "plus", "-": "minus", "*": "times",
    "/": "over", "//": "div", "%": "mod", "**": "to", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr",
    "~": "not", "=": "is", ":=": "is", "+=": "plus", "-=": "minus",
}  # fmt: skip
OPPOSITE: Final[Mapping[str, str]] = {
    "==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "in": "not in", "not in": "in", "is": "is not",
    "is not": "is",
}  # fmt: skip
KIND_ORDER: Final = ("branch", "condition", "statement")


def name_tests(
    covers: Sequence[frozenset[str]],
    arguments: Sequence[str],
    goals: Mapping[str, Goal],
    text: str,
    endings: Sequence[str] = (),
) -> list[str]:
    """An id for each test: what it reaches and few others do, else its arguments, else how it ends; unique, the same in
    every run.
    """
    lines = text.splitlines()
    name_of = cache(lambda goal: goal_name(goals[goal], lines))
    shared: dict[str, int] = {}
    for covered in covers:
        for goal in covered:
            shared[goal] = shared.get(goal, 0) + 1
    # The latest goal among the rarest says most: earlier ones lead to it.
    telling = sorted(
        (g for g in shared if g in goals and (shared[g] < len(covers) or len(covers) == 1)),
        key=lambda g: (
            shared[g],
            KIND_ORDER.index(goals[g].kind) if goals[g].kind in KIND_ORDER else 3,
            tuple(-n for n in goals[g].span[:2]),
            g,
        ),
    )
    ranks = {goal: rank for rank, goal in enumerate(telling)}
    taken: dict[str, int] = {}
    found: list[str] = []
    for covered, values, ending in zip(covers, arguments, endings or [""] * len(covers), strict=True):
        ordered = [telling[rank] for rank in sorted(ranks[g] for g in covered if g in ranks)]
        name = next((n for g in ordered if (n := name_of(g)) and n not in taken), "") or words(values)
        if not name:
            ends = words(ending)
            names = [n for n in map(name_of, ordered) if n]
            name = (ends if ends not in taken else "") or (names or [ends or "case"])[0]
        taken[name] = taken.get(name, 0) + 1
        found.append(name if taken[name] == 1 else f"{name}-{taken[name]}")
    return found


def goal_name(goal: Goal, lines: Sequence[str]) -> str:
    """The goal in words; empty where its source says nothing."""
    source = _source(goal.span, lines)
    if goal.kind == VECTOR:
        return words(f"{source} {(goal.outcome or '').lower()}")
    if goal.kind == DEF_USE and "@" in (goal.outcome or ""):
        pair = read_pair(goal.outcome or "")
        read = negated(source) if pair.outcome == "false" else source
        if sum(source in line for line in lines) > 1:  # which of them is meant?
            read = f"line {goal.span.line} {pair.outcome}"
        return words(f"{pair.name} of line {pair.origin.partition('.')[0]} in {read}")
    if goal.kind == ALL_DU_PATHS and "@" in (goal.outcome or ""):
        name, label, decided = read_path(goal.outcome or "")
        return words(f"{name} of line {label.partition('.')[0]} in line {goal.span.line} {' '.join(decided)}")
    match goal.outcome:
        case "true":
            return words(source)
        case "false":
            return words(negated(source))
        case "entered" if source.startswith("except"):
            return words(source)
        case None:
            return words(source)
        case "taken" | "missed":
            return words(f"case {source} {'' if goal.outcome == 'taken' else 'missed'}")
        case _:
            return words(f"{source} {goal.outcome}")


def negated(source: str) -> str:
    """The opposite of a test, where it is a plain comparison; else `not` in front."""
    tokens = _tokens(source)
    if tokens is None:
        return f"not {source}"
    if tokens[:1] == ["not"] and len(tokens) > 1 and not {"and", "or"} & set(tokens):
        return " ".join(tokens[1:])
    depth = 0
    places: list[tuple[int, int, str]] = []
    for i, token in enumerate(tokens):
        depth += token in "([{"
        depth -= token in ")]}"
        two = " ".join(tokens[i : i + 2])
        if depth == 0 and token in ("and", "or", "if", "else", "lambda"):
            return f"not {source}"
        if depth == 0 and two in ("not in", "is not"):
            places.append((i, i + 2, two))
        elif (
            depth == 0 and token in OPPOSITE and not (i and (tokens[i - 1] in ("not", "is") and token in ("in", "not")))
        ):
            places.append((i, i + 1, token))
    if len(places) != 1:
        return f"not {source}"
    start, end, operator = places[0]
    return " ".join([*tokens[:start], OPPOSITE[operator], *tokens[end:]])


def words(source: str) -> str:
    """Lower-case words joined by `-`, cut between words."""
    tokens = _tokens(source)
    parts: list[str] = []
    for i, token in enumerate(tokens if tokens is not None else re.findall(r"\w+", source)):
        if token == "-" and (i == 0 or not re.match(r"[\w)\]]", (tokens or [""])[i - 1][-1:])):
            parts.append("minus")
        elif token in OPERATORS:
            parts.append(OPERATORS[token])
        elif token[-1:] in "\"'" and len(token) > 1:
            parts.extend(re.findall(r"[A-Za-z0-9]+", token) or (["empty"] if len(token) == 2 else ["text"]))
        else:
            parts.extend(snake(w).replace("_", "-") for w in re.findall(r"[A-Za-z0-9_]+", token))
    result = ""
    for part in "-".join(parts).split("-"):
        if part and len(result) + len(part) + 1 <= LONGEST:
            result = f"{result}-{part}" if result else part
        elif part:
            break
    return result


def _tokens(source: str) -> list[str] | None:
    try:
        found = list(tokenize.generate_tokens(io.StringIO(f"({source})").readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return None
    kinds = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)
    return [t.string for t in found if t.type in kinds][1:-1]


def _source(span: Span, lines: Sequence[str]) -> str:
    """The text at a place, its first two lines at most."""
    if not 1 <= span.line <= len(lines):
        return ""
    data = lines[span.line - 1].encode()
    if span.end_line == span.line:
        return data[span.column : span.end_column].decode(errors="replace").strip()
    return data[span.column :].decode(errors="replace").strip().rstrip(":")
