"""The events of runs as text, both ways: what was decided, supposed and hit, in order.

    (declare-fun x () Int)
    run
      input x = 4
      hits m::f:1:statement
      fact: (>= x 0)
      decides 0 true direct occurrence 2: (> x 3)
      open unmodelled-call @3:4-3:9 from 1 for m::f:3:statement: the result of shuffle()
      ends

The last line of a run is `ends`, `raises NAME` or `stopped CODE`.  A decision names its site, its outcome, and in words
what else is known of it; a condition that was lost is written `lost CODE @3:4-3:9: TEXT`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from clew.logic.evaluate import Value
from clew.logic.smtlib import Signature, read, read_declaration, show, show_declarations
from clew.logic.sorts import Sort
from clew.logic.terms import Term
from clew.regexes import regex
from clew.search.trace import Approximation, Decision, Run
from clew.search.tree import Model
from clew.semantics.shadow import Concretized
from clew.source.spans import Span, read_span
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Raising

WORDS: Final = ("direct", "setup", "raising", "by-recursion")


class TextError(ValueError):
    """A line that is none of the format; the message names it."""


Recorded: TypeAlias = tuple[Run, Model]
"""A run and its inputs."""


# ---------------------------------------------------------------- showing


def show_runs(runs: Sequence[Recorded]) -> str:
    """Inverse of `read_runs`."""
    lines = show_declarations(terms_of(decision for run, _ in runs for decision in run.decisions))
    for run, model in runs:
        lines += ["run", *(f"  {line}" for line in _run(run, model))]
    return "\n".join(lines) + "\n"


def _run(run: Run, model: Model) -> Iterator[str]:
    for name, value in model.items():
        yield f"input {name} = {show_input(value)}"
    hits = list(run.hits.items())
    for number in range(len(run.decisions) + 1):
        while hits and hits[0][1] <= number:
            yield f"hits {hits.pop(0)[0]}"
        if number < len(run.decisions):
            yield from show_decision(run.decisions[number])
    for approximation in run.approximations:
        goals = "" if approximation.goals is None else f" for {' '.join(sorted(approximation.goals)) or 'none'}"
        place = f"{approximation.place} from {approximation.position}{goals}"
        yield f"open {approximation.code} {place}: {one_line(approximation.text)}"
    if run.stopped is not None:
        yield f"stopped {run.stopped}"
    else:
        yield "ends" if run.raised is None else f"raises {run.raised.name}"


def show_decision(decision: Decision) -> Iterator[str]:
    """Its facts, a line each, and the decision itself with the outcome it had."""
    for fact in decision.facts:
        yield f"fact: {show(fact)}"
    flags = (decision.direct, decision.setup, decision.raising, decision.by_recursion)
    words = [word for word, flag in zip(WORDS, flags, strict=True) if flag]
    if decision.occurrence != 1:
        words.append(f"occurrence {decision.occurrence}")
    if decision.ends is not None:
        words.append(f"ends {show_bool(decision.ends)}")
    head = " ".join(["decides", str(decision.site), show_bool(decision.outcome), *words])
    if decision.condition is not None:
        yield f"{head}: {show(decision.condition)}"
        return
    lost = decision.lost
    assert lost is not None
    yield f"{head}: lost {lost.code} {lost.span}: {one_line(lost.text)}"


def terms_of(decisions: Iterable[Decision]) -> list[Term]:
    return [term for d in decisions for term in (*d.facts, *(() if d.condition is None else (d.condition,)))]


def show_input(value: Value) -> str:
    return show_bool(value) if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)


def show_reason(reason: Reason) -> str:
    """`CODE @3:4-3:9 [SETTING]: TEXT`."""
    place = f" {reason.place}" if reason.place is not None else ""
    setting = f" {reason.setting.replace(' ', '_')}" if reason.setting is not None else ""
    return f"{reason.code}{place}{setting}: {one_line(reason.text)}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def show_bool(value: bool) -> str:
    return "true" if value else "false"


# ---------------------------------------------------------------- reading


def read_runs(text: str) -> list[Recorded]:
    """Raises TextError."""
    reader = Lines(text)
    runs: list[Recorded] = []
    while (line := reader.next()) is not None:
        if line == "run":
            runs.append(_read_run(reader))
        else:
            reader.declare(line)
    return runs


class Lines:
    """The lines of a text, and the variables declared so far."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.splitlines() if line.strip()]
        self._at = 0
        self.declarations: dict[str, Sort | Signature] = {}

    def next(self) -> str | None:
        self._at += 1
        return self._lines[self._at - 1] if self._at <= len(self._lines) else None

    def back(self) -> None:
        self._at -= 1

    def declare(self, line: str) -> None:
        if not line.startswith("(declare-fun "):
            raise TextError(f"cannot read the line {line!r}")
        name, sort = read_declaration(line)
        self.declarations[name] = sort

    def term(self, text: str) -> Term:
        return read(text, self.declarations)


def _read_run(reader: Lines) -> Recorded:
    run, model = Run(), Model()
    facts: list[Term] = []
    while (line := reader.next()) is not None:
        word, _, rest = line.partition(" ")
        match word:
            case "input":
                name, _, value = rest.partition(" = ")
                model[name] = read_input(value)
            case "hits":
                run.hits[rest] = len(run.decisions)
            case "fact:":
                facts.append(reader.term(rest))
            case "decides":
                run.decisions.append(read_decision(rest, tuple(facts), reader))
                facts.clear()
            case "open":
                run.approximations.append(_read_approximation(rest))
            case "stopped":
                run.stopped = rest
                break
            case "raises":
                run.raised = Raising(rest, "", "", None, explicit=False)
                break
            case "ends":
                break
            case _:
                raise TextError(f"a run has no line {line!r}")
    return run, model


_DECISION: Final = regex(r"(-?\d+) (true|false)((?: [\w-]+)*): (.*)")
_LOST: Final = regex(r"lost ([\w-]+) (@\S+): (.*)")


def read_decision(text: str, facts: tuple[Term, ...], reader: Lines) -> Decision:
    found = _DECISION.fullmatch(text)
    if found is None:
        raise TextError(f"no decision: {text!r}")
    words = found[3].split()
    given = {word: words[i + 1] for i, word in enumerate(words) if word in ("occurrence", "ends")}
    lost = _LOST.fullmatch(found[4])
    condition = reader.term(found[4]) if lost is None else None
    return Decision(
        condition,
        found[2] == "true",
        int(found[1]),
        int(given.get("occurrence", "1")),
        facts,
        None if lost is None else Concretized(lost[1], lost[3], read_span(lost[2])),
        direct="direct" in words,
        setup="setup" in words,
        raising="raising" in words,
        ends=given["ends"] == "true" if "ends" in given else None,
        by_recursion="by-recursion" in words,
    )


_APPROXIMATION: Final = regex(r"([\w-]+) (@\S+) from (\d+)(?: for ((?:\S+ )*\S+?))?: (.*)")


def _read_approximation(text: str) -> Approximation:
    found = _APPROXIMATION.fullmatch(text)
    if found is None:
        raise TextError(f"not what stays open: {text!r}")
    goals = None if found[4] is None else frozenset(goal for goal in found[4].split() if goal != "none")
    return Approximation(found[1], found[5], read_span(found[2]), int(found[3]), goals)


def read_input(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)


_REASON: Final = regex(r"([\w-]+)(?: (@\S+))?(?: (\S+))?: (.*)")


def read_reason(text: str) -> Reason:
    found = _REASON.fullmatch(text)
    if found is None:
        raise TextError(f"no reason: {text!r}")
    place: Span | None = read_span(found[2]) if found[2] is not None else None
    return Reason(found[1], found[4], found[3].replace("_", " ") if found[3] is not None else None, place)
