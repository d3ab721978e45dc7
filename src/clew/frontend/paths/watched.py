"""Functions that record their paths: how the replay tells, on plain CPython, along which path a call went.

It knows nothing of automata: a path is written down, a letter for each step, and Python's own `re` says whether it is
one of those meant.  A test is run once more with such a function in the place of the function.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from clew.frontend.parsing import parse_module
from clew.frontend.paths.expression import ENTRY, OUTCOME, RAISES, AnyBut, Choice, Event, Expression, Repeated, Series
from clew.frontend.paths.question import Question, Twin, end_of, if_given, standing_alone
from clew.frontend.paths.steps import Seen, Step, is_meant, placed, steps_of
from clew.frontend.places import FunctionNode
from clew.frontend.twins import Subject, bound_as

WATCH: Final = "_clew_paths_of"
RECORDED: Final = "_clew_recorded"
LOG: Final = "_clew_log"
BEGUN: Final = "_clew_begun"
LONGEST: Final = 2_000  # steps of a path that is looked at

_WATCHING: Final = f'''
{RECORDED} = []


def {WATCH}(call):
    """What was recorded while it was called."""
    del {RECORDED}[:]
    try:
        call()
    except BaseException:
        pass
    return sorted(set({RECORDED}))
'''


def watching(text: str, recording: Iterable[Twin]) -> str:
    """The text of the module, with functions that record their paths behind it, and `WATCH`."""
    parts = [f"{twin.text}\n\n\n{bound(twin)} = {bound_as(twin.subject, twin.name)}" for twin in recording]
    return "\n\n\n".join([text.rstrip("\n"), _WATCHING.strip("\n"), *parts]) + "\n"


def watched(call: str) -> str:
    """The call, or statement, as an expression whose value is what was recorded."""
    try:
        compile(call, "<script>", "eval")
    except SyntaxError:
        call = f"exec({call!r}, globals())"
    return f"{WATCH}(lambda: {call})"


def recorded_in(text: str | None) -> list[str]:
    """What was recorded, from the text of that value."""
    try:
        found = ast.literal_eval(text or "[]")
    except (ValueError, SyntaxError):
        return []
    return found if isinstance(found, list) else []


def bound(twin: Twin) -> str:
    """The name of what may stand in its class."""
    return f"{twin.name}_bound"


def recording_answer(subject: Subject, question: Question, number: int) -> Twin:
    """It records its number where a path that is meant ends, with what is asked about it true."""
    seen, name = question.seen, f"_recording{number}"
    steps = steps_of(subject.node, seen)
    letters = {step: chr(0xE000 + n) for n, step in enumerate(steps)}
    ended = end_of(question)
    told = parse_module(f"{RECORDED}.append({str(number)!r})").body

    def put(step: Step) -> list[ast.stmt]:
        begins = question.begins_with(step) or (step.kind == ENTRY and not question.start)
        begun = parse_module(f"{BEGUN}.append(len({LOG}))").body
        noted = [] if step.kind == ENTRY and not seen.entry else parse_module(f"{LOG}.append({letters[step]!a})").body
        asked = parse_module(f"if {name}_is_meant({LOG}, {BEGUN}): pass").body[0]
        assert isinstance(asked, ast.If)
        asked.body = ended(step, told)
        first = parse_module(f"{LOG} = []\n{BEGUN} = []").body if step.kind == ENTRY else []
        return [*first, *(if_given(question, begun, []) if begins else []), *noted, asked]

    _, text, _ = standing_alone(subject, placed(subject.node, seen, put), name)
    pattern = _pattern(question.expression, steps, letters)
    asking = f"""
def {name}_is_meant(path, begun, meant=__import__("re").compile({pattern!a}).fullmatch):
    return len(path) <= {LONGEST} and any(meant("".join(path[n:])) for n in begun)
"""
    return Twin(subject, name, f"{asking.strip()}\n\n\n{text}", {}, dict)


def _pattern(expression: Expression, steps: Sequence[Step], letters: dict[Step, str]) -> str:
    match expression:
        case Event():
            return _one_of([letters[step] for step in steps if is_meant(step, expression)])
        case AnyBut(but):
            return _one_of([letters[s] for s in steps if not any(is_meant(s, event) for event in but)])
        case Series(parts):
            return "".join(_pattern(part, steps, letters) for part in parts)
        case Choice(parts):
            return f"(?:{'|'.join(_pattern(part, steps, letters) for part in parts)})"
        case Repeated(part, sign):
            return f"(?:{_pattern(part, steps, letters)}){sign}"


def _one_of(letters: Sequence[str]) -> str:
    return f"[{''.join(letters)}]" if letters else "(?!)"


ENDS: Final = Seen(lines=False, outcomes=None, exits=True, raises="")


def recording_word(subject: Subject, number: int) -> Twin:
    """It records the outcomes of all its tests, and how it ended, when it ends."""
    names = names_of(subject.node)

    def put(step: Step) -> list[ast.stmt]:
        match step.kind:
            case "entry":
                return parse_module(f"{LOG} = []").body
            case "outcome":
                return parse_module(f"{LOG}.append({names[step]!r})").body
        ending = f" + [{RAISES!r}]" if step.kind == RAISES else ""
        return parse_module(f"{RECORDED}.append({str(number)!r} + ' ' + ','.join({LOG}{ending}))").body

    name = f"_recording{number}"
    return Twin(subject, name, standing_alone(subject, placed(subject.node, ENDS, put), name)[1], {}, dict)


def names_of(node: FunctionNode) -> dict[Step, str]:
    """`3:true`, with the column where a line has several tests."""
    outcomes = [step for step in steps_of(node, ENDS) if step.kind == OUTCOME]
    columns = Counter(line for line, _ in {(step.line, step.column) for step in outcomes})
    return {s: f"{s.line}{f'.{s.column}' if columns[s.line] > 1 else ''}:{s.name}" for s in outcomes}


def named(word: Sequence[Step], names: Mapping[Step, str]) -> str:
    """`3:true,5:false,raises`."""
    return ",".join(RAISES if s.kind == RAISES else names[s] for s in word if s.kind in (OUTCOME, RAISES))
