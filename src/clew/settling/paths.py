"""Paths as goals: which calls take them, and what is left of them for a search.

A test is run once more with a function that records its paths in the function's place (`paths/watched.py`): what is
recorded then is what the test shows.  For the other paths, twins that reach a statement along them are searched like
any function (`paths/question.py`, `paths/words.py`): what reaches it is an argument for a further test, which counts
when its path was recorded, and a proof that nothing does says that no input drives execution along the path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from typing import Final

from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Script
from clew.frontend.goals import goal_ids
from clew.frontend.module import Module, Unit, read_module
from clew.frontend.paths.asked import Asked, question_of
from clew.frontend.paths.question import Question, Twin, twin_of
from clew.frontend.paths.watched import (
    WATCH,
    bound,
    named,
    names_of,
    recorded_in,
    recording_answer,
    recording_word,
    watched,
    watching,
)
from clew.frontend.paths.words import MOST, TooMany, twin_of_words, words_of
from clew.frontend.places import head_span
from clew.frontend.twins import Subject, refused, subjects_in
from clew.goals.criteria import PATH
from clew.goals.goal import Goal, Place
from clew.goals.joint import Joint
from clew.settling.confirmation import Candidate
from clew.settling.joint import known_together
from clew.settling.work import ModuleWork, PathWork, UnitWork
from clew.source.spans import Span
from clew.testgen.render import mangled
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died

NOT_SEARCHED: Final = Reason("not-replayed", "no test takes this path")
NOT_RECORDED: Final = Reason(
    "not-replayed", "a run of the model took this path, but the replay on CPython did not confirm that"
)
SETTERS: Final = "paths of setters are not recorded"


# ---------------------------------------------------------------- what is asked for


def ask_for_paths(works: Iterable[ModuleWork]) -> None:
    """All paths of each function."""
    numbers = count(1)
    for entry, subject in _subjects(works):
        unit, place = entry.unit, Place(head_span(subject.node), PATH, None)
        why = _refused(subject)
        try:
            words = words_of(subject.node)
        except TooMany:
            words, why = [], f"it has more than {MOST:,} paths by its shape"
        if why:
            (goal,) = goal_ids(unit.id, [place])
            told = Goal(goal, place.kind, place.span, None)
            entry.paths.append(PathWork(told, None, 0, None, "", Reason("unmodelled-call", why)))
            continue
        number, names = next(numbers), names_of(subject.node)
        along, recording = twin_of_words(subject, words, number), cache(partial(recording_word, subject, number))
        texts = [named(word, names) for word in words]
        places = [place._replace(outcome=text) for text in texts]
        for n, (text, at, goal) in enumerate(zip(texts, places, goal_ids(unit.id, places), strict=True)):
            told = Goal(goal, at.kind, at.span, at.outcome)
            entry.paths.append(PathWork(told, along, n, recording, f"{number} {text}", NOT_SEARCHED))


def ask(works: Iterable[ModuleWork], asked: Asked) -> None:
    """One question, of one function; the errors are those of `question_of`, and of `twin_of`."""
    for work in works:
        for entry, subject in _subjects([work]):
            _ask(entry, subject, question_of(asked, work.module, subject), str(asked))


def _ask(entry: UnitWork, subject: Subject, question: Question, text: str) -> None:
    place = Place(head_span(subject.node), PATH, text)
    (goal,) = goal_ids(entry.unit.id, [place])
    told = Goal(goal, place.kind, place.span, place.outcome)
    if why := _refused(subject):
        entry.paths.append(PathWork(told, None, 0, None, "", Reason("unmodelled-call", why)))
        return
    along, recording = twin_of(subject, question, 1), cache(partial(recording_answer, subject, question, 1))
    entry.paths.append(PathWork(told, along, 0, recording, "1", NOT_SEARCHED))


def _subjects(works: Iterable[ModuleWork]) -> Iterable[tuple[UnitWork, Subject]]:
    for work in works:
        entries = {entry.unit.id: entry for entry in work.entries}
        for unit, subject in subjects_in(work.module):
            if unit.id in entries:
                yield entries[unit.id], subject


def _refused(subject: Subject) -> str:
    return SETTERS if subject.binding in ("setter", "deleter") else refused(subject)


# ---------------------------------------------------------------- tests and their paths


def with_recording(work: ModuleWork) -> ModuleWork | None:
    """The module with what records the paths of its functions; None where none is asked for."""
    twins = _recordings(each for entry in work.entries for each in entry.paths)
    return _given(work, watching(work.module.text, twins)) if twins else None


def with_paths(work: ModuleWork, candidates: Sequence[Candidate], recorder: Replayer) -> list[Candidate]:
    """The candidates, with the goals of the paths that they take among what they hit."""
    if recorder.failure is not None:
        for each in (each for entry in work.entries for each in entry.paths if each.known is NOT_SEARCHED):
            each.known = Reason(recorder.failure.code, recorder.failure.text)
        return list(candidates)
    found = list(candidates)
    for entry in work.entries:
        goals: dict[str, str] = {each.recorded: each.goal.id for each in entry.paths if each.recording is not None}
        for twin in _recordings(entry.paths):
            asked = [i for i, c in enumerate(found) if not isinstance(c.replay, NotReplayed)]
            answers = recorder.once([_recorded(found[i].script, twin, work.module.name) for i in asked])
            for i, answer in zip(asked, answers, strict=True):
                text = None if isinstance(answer, Died) or answer.outcome is None else answer.outcome.text
                paths = frozenset(goals[each] for each in recorded_in(text) if each in goals)
                found[i] = replace(found[i], along=found[i].along | paths)
    return found


def _recorded(script: Script, twin: Twin, module: str) -> Script:
    imports = (*script.imports, f"from {module} import {WATCH}")
    instead = (mangled(twin.subject.path), bound(twin))
    return replace(script, imports=imports, call=watched(script.call), observe=(), instead=instead)


# ---------------------------------------------------------------- a search for what takes them


def of_paths(work: ModuleWork, left: Sequence[PathWork]) -> ModuleWork | None:
    """The module with the twins for these paths behind it, each an entry."""
    twins = _each(each.along for each in left)
    text = "\n\n\n".join([work.module.text.rstrip("\n"), *(twin.text for twin in twins)]) + "\n"
    both = _given(work, text)
    if both is None:
        return None
    units = {unit.qualname: unit for unit in both.module.units}
    for twin in twins:
        unit = units[twin.name]
        wanted = {goal for each in left if each.along is twin for goal in goals_of(unit, each)}
        both.entries.append(UnitWork(unit, frozenset(wanted), noted=True))
    return both


def goals_of(unit: Unit, asked: PathWork) -> list[str]:
    """The statements of the twin that answer it.  unit: of the twin."""
    assert asked.along is not None
    first = unit.span.line - 1
    places = {_moved(span, first) for span in asked.along.goals.get(asked.number, ())}
    return [goal.id for goal in unit.goals if goal.kind == "statement" and goal.span in places]


def known_of(asked: PathWork, twin: UnitWork, reached: frozenset[str], wanted: Mapping[str, int]) -> Known:
    """By the search for its statements.  reached: goals that runs reached, confirmed or not."""
    assert asked.along is not None
    goals = goals_of(twin.unit, asked)
    if not goals:
        return Evidence("unreached", "structure", because=(asked.goal.span,))
    if twin.exploration is None:
        return twin.unexplored
    known = twin.exploration.known
    by_id = {goal: known.get(goal, NOT_RECORDED) for goal in goals}
    joint = Joint(asked.goal, tuple((goal,) for goal in goals))
    together = known_together(joint, by_id, {}, reached, wanted)
    if isinstance(together, Reason):
        return NOT_RECORDED if not reached.isdisjoint(goals) else replace(together, place=None)
    return replace(together, because=_in_source(together.because, asked, twin.unit.span.line - 1))


def _in_source(because: Iterable[Span], asked: PathWork, first: int) -> tuple[Span, ...]:
    """The places in the function of places in its twin; what the question names, where the twin alone has them."""
    assert asked.along is not None
    origins = asked.along.origins()
    own = (_moved(span, -first) for span in because)
    found = dict.fromkeys(origins[span] for span in own if span in origins and origins[span].line)
    return tuple(sorted(found)) or asked.along.named or (asked.goal.span,)


def _moved(span: Span, lines: int) -> Span:
    return span._replace(line=span.line + lines, end_line=span.end_line + lines)


def _given(work: ModuleWork, text: str) -> ModuleWork | None:
    module = read_module(text, work.target.file, work.module.name, begins=work.module)
    if not isinstance(module, Module):
        return None
    return ModuleWork(work.target, module, [], given=True, beside=work.beside, drawn=work.drawn)


def _recordings(paths: Iterable[PathWork]) -> list[Twin]:
    return _each(each.recording() for each in paths if each.recording is not None)


def _each(twins: Iterable[Twin | None]) -> list[Twin]:
    """Each once."""
    return [*{twin.name: twin for twin in twins if twin is not None}.values()]
