"""The sentences of the reports: one wording of each goal, scope, reason and count, for every output format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from clew.frontend.mutants import DELETED, IN_PLACE, NEGATED, SWAPPED, TEXT
from clew.frontend.ordered import ORDERED
from clew.report.record import GoalReport, Report, Totals
from clew.source.settings import Option, Settings, Value, options
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.scopes import scope_list
from clew.verdict.verdicts import Infeasible, NoneWithin

LONGEST_QUOTE = 60
MOST_NAMES = 4
COMMAND, FILE, ARGUMENT = "command", "file", "argument"
"""Where settings are given: options of a command; `[tool.clew]`, for what has no options of its own; the argument
`settings` of a tool.
"""

INTERRUPTED = "interrupted: functions that were not finished are not in it"


def characters(line: str, column: int) -> int:
    """How many characters a column of the syntax tree, counted in UTF-8 bytes, is from the start of its line."""
    return len(line) if column >= len(line) * 4 else len(line.encode("utf-8")[:column].decode("utf-8", "ignore"))


def quote(span: Span, lines: Sequence[str]) -> str:
    """The source text of a span as a short quotation in backticks; empty where the source is not at hand."""
    if not 0 < span.line <= len(lines):
        return ""
    first = lines[span.line - 1]
    start = characters(first, span.column)
    if span.end_line == span.line:
        text = first[start : characters(first, span.end_column)]
    else:
        text = first[start:].rstrip() + " …"
    text = shortened(" ".join(text.split()))
    return f"`{text}`" if text else ""


def lines_words(spans: Iterable[Span]) -> str:
    """`line 10`, `lines 10, 18`; empty where none is known."""
    numbers = sorted({span.line for span in spans if span.line})
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}" if numbers else ""


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 2].rstrip() + " …"


def goal_words(goal: GoalReport, lines: Sequence[str]) -> tuple[str, str]:
    """Subject and predicate: (`x > 3`, true).  They read "… is never true" and "whether … can be true"."""
    text = quote(goal.span, lines)
    match goal.kind, goal.outcome:
        case "statement", _:
            return text or "this statement", "reached"
        case "block", label:
            return f"block `{label}`", "reached"
        case "mcdc", _:
            return text or "this condition", "what decides by itself"
        case "mcc", None:
            return text or "this decision", "evaluated in every way"
        case "mcc", vector:
            return text or "this decision", f"evaluated as {vector}"
        case kind, outcome if kind in _OF_ORDER:
            return _OF_ORDER[kind](outcome, text)
        case "all-defs", definition:
            name, _, line = (definition or "").partition("@")
            return f"`{name}` of line {line.partition('.')[0]}" if line else f"`{name}`", "read by anything"
        case "path", None:
            return "the paths of this function", "taken"
        case "path", path:
            return f"the path {path}" if path else "the only path", "taken"
        case "mutant", outcome:
            return _change(outcome or "", text), "told apart"
        case "condition", outcome:
            return text or "this condition", f"{outcome} here" if outcome else "decided"
        case _, ("true" | "false") as outcome:
            return text or "this condition", outcome
        case _, "entered" if text.startswith("`except"):
            return text, "entered"
        case _, "entered":
            return f"the loop over {text}" if text else "this loop or clause", "entered"
        case _, "exhausted":
            return f"the loop over {text}" if text else "this loop", "run to its end"
        case _, "empty":
            return text or "what is iterated here", "empty"
        case _, ("taken" | "missed") as outcome:
            return f"case {text}" if text else "this case", "taken" if outcome == "taken" else "passed over"
        case kind, outcome:
            return text or f"this {kind}", outcome or "reached"


_OF_ORDER = {criterion.kind: criterion.words for criterion in ORDERED}


def _change(outcome: str, text: str) -> str:
    """What a mutant is: `<=` in `n < 3`, `4` for `3`, `total += n` deleted."""
    text = text or "this"
    if outcome in (DELETED, SWAPPED, NEGATED):
        return f"{text} {_CHANGED[outcome]}"
    if outcome == TEXT:
        return f"another text for {text}"
    operator = outcome.removesuffix("=") in IN_PLACE or outcome in IN_PLACE
    shown = outcome.replace("-", " ") if outcome in ("is-not", "not-in") else outcome
    return f"`{shown}` {'in' if operator else 'for'} {text}"


_CHANGED = {DELETED: "deleted", SWAPPED: "with its first two arguments swapped", NEGATED: "negated"}


def headline(goal: GoalReport, lines: Sequence[str], doubted: bool = False) -> str:
    """The verdict on a goal that has no test, as a sentence.  doubted: its proof is not to be relied on."""
    subject, predicate = goal_words(goal, lines)
    match goal.verdict:
        case Infeasible() if not doubted:
            return f"{subject} is never {predicate}"
        case NoneWithin():
            return f"{subject} is not {predicate} within the bounds"
    return f"whether {subject} can be {predicate}"


def doomed_words(goal: GoalReport, lines: Sequence[str]) -> str:
    """What is said of a goal from which no execution ends normally."""
    return f"{' can be '.join(goal_words(goal, lines))}, but nothing ends normally"


def scope_words(scope: Sequence[tuple[str, int]]) -> str:
    """`for all inputs`, or `within loop ≤ 8, len ≤ 4`."""
    return f"within {scope_list(tuple(scope))}" if scope else "for all inputs"


def leaning_words(scope: Sequence[tuple[str, int]], assumptions: Iterable[Assumption]) -> str:
    """Scope and assumptions: `for all inputs, if arguments have their annotated types`."""
    facts = dict.fromkeys(a.text.rstrip(".") for a in assumptions)
    return scope_words(scope) + (f", if {' and '.join(facts)}" if facts else "")


def proof_words(verdict: Infeasible | NoneWithin) -> str:
    return leaning_words(verdict.scope, verdict.assumptions)


def reason_words(reason: Reason, settings: Settings, given_in: str = COMMAND) -> str:
    """The code, what it says in few names, and what may move it: `bound: depends on `rates`; try --loop 16 (now 8)`."""
    hint = advice(reason, settings, given_in)
    return f"{reason.code}: {few_names(reason.text)}" + (f"; {hint}" if hint else "")


def few_names(text: str) -> str:
    """With the first of many names that it ends with; reports in JSON, pages and `clew explain` have all."""
    said, colon, listed = text.rpartition(": ")
    names = listed.split(", ")
    if not colon or len(names) <= MOST_NAMES + 1 or not {"(", "`"}.isdisjoint(listed):
        return text
    return f"{said}: {', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} more"


def advice(reason: Reason, settings: Settings, given_in: str = COMMAND) -> str:
    """The setting that would move an unknown, with a value to try; empty where there is none.

    given_in: where settings are given, `COMMAND`, `FILE` or `ARGUMENT`.
    """
    if reason.setting is None:
        return ""
    flag, *wanted = reason.setting.split()
    option = next((o for o in options() if o.name == flag.lstrip("-").replace("-", "_")), None)
    if flag == "--allow" and wanted and wanted[0] in settings.allow:
        return ""  # it is given, and does not reach so far
    if option is None:
        return f"try {reason.setting}"
    current = getattr(settings, option.name)
    if wanted:
        return f"try {_given(option, ' '.join(wanted), current, given_in)}"
    match option.kind:
        case "int" if option.name != "jobs":
            more = max(current * (2 if option.group == "bounds" else 10), current + 1)
            return f"try {_given(option, str(more), current, given_in)} (now {current})"
        case "float":
            return f"try {_given(option, f'{current * 10:g}', current, given_in)} (now {current:g})"
        case "str" if option.choices:
            others = "|".join(c for c in option.choices if c != current)
            return f"try {_given(option, others, current, given_in)} (now {current})"
        case "list" if current:
            return ""
        case _:
            return f"try {_given(option, '', current, given_in)}"


def _given(option: Option, value: str, current: Value, given_in: str) -> str:
    """How this value is set there; an empty one is for the user to choose."""
    if given_in == COMMAND:
        return f"{option.flag} {value}".rstrip()
    if given_in == ARGUMENT:
        return _as_argument(option, value, current)
    match option.kind:
        case _ if not value:
            said = option.key
        case "list" | "names":
            both = dict.fromkeys((*current, value) if isinstance(current, tuple) else (value,))
            said = f"{option.key} = [{', '.join(map(_quoted, both))}]"
        case "int" | "float":
            said = f"{option.key} = {value}"
        case _:
            said = f"{option.key} = {' or '.join(map(_quoted, value.split('|')))}"
    return f"{said} in [tool.clew]"


def _as_argument(option: Option, value: str, current: Value) -> str:
    """As an entry of `settings`, in JSON; one that is for the user to choose is named."""
    if not value:
        return f"the setting `{option.name}`"
    choices: list[object] = list(value.split("|"))
    match option.kind:
        case "list" | "names":
            choices = [[*dict.fromkeys((*current, value) if isinstance(current, tuple) else (value,))]]
        case "int":
            choices = [int(value)]
        case "float":
            choices = [float(value)]
    return " or ".join(f'settings {{"{option.name}": {json.dumps(each)}}}' for each in choices)


def _quoted(text: str) -> str:
    return f'"{text}"'


def alternatives(words: Sequence[str]) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else ""


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 goal`, `41 goals`, `12,000 goals`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shares(counts: Totals) -> list[tuple[int, str]]:
    """How many goals have which verdict, in words; what holds within bounds only is named where there is any."""
    within = [(counts.none_within, "none within bounds")] if counts.none_within else []
    return [(counts.covered, "covered"), (counts.infeasible, "infeasible"), *within, (counts.unknown, "unknown")]


def seconds_words(seconds: float) -> str:
    if seconds >= 120:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min {rest} s"
    return f"{seconds:.1f} s" if seconds >= 10 else f"{seconds:.2f} s"


def percent(part: int, whole: int) -> str:
    """Never rounded up to 100."""
    if whole == 0 or part == whole:
        return "100 %"
    return f"{min(int(part * 100 / whole), 99)} %"


def natives_words(report: Report) -> str:
    """What was run but not modelled: `async with` ×2, `exec` ×1; empty where all was."""
    found: dict[str, int] = {}
    for unit in report.units:
        for native in unit.natives:
            found[native.reason] = found.get(native.reason, 0) + 1
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{reason} ×{n}" for reason, n in ordered[:4]]
    return ", ".join([*shown, *([f"{len(ordered) - 4} more kinds"] if len(ordered) > 4 else [])])
