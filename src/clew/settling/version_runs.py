"""Calls made in both versions of a module.

What a search in the text that has both finds is only a suggestion: a difference counts when each version, run in its
own surroundings on plain CPython, does something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, Final, TypeVar

from clew.attack.simpler import simpler_cases, with_ints
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script, Seen, are_unequal
from clew.frontend.copies import IN_CLASS, PREFIX
from clew.frontend.module import Unit
from clew.inputs.recipes import Case, Made, Name, Shared, Step
from clew.records import dataclass
from clew.report.differences import Differs, Side
from clew.settling.constructions import constructing
from clew.settling.mutants import case_of
from clew.settling.versions import Comparing
from clew.testgen.render import render_case
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died

SIMPLER: Final = 12  # rounds in which a call that shows a difference is made simpler
AT_ONCE: Final = 24  # simpler calls tried in one
RESULT: Final = "result_"
PARTS: Final = "parts_of_"
_PARTS_OF: Final = f"""\
def {PARTS}(o, depth=5):
    if type(o) in (list, tuple):
        return type(o)({PARTS}(each, depth) for each in o)
    inner = getattr(o, "__dict__", None)
    if inner is None or isinstance(o, type):
        return o
    return {{name: {PARTS}(each, depth - 1) for name, each in inner.items()}} if depth else "..."
"""
"""Objects as what they hold, of which there is always a text; shallow, so that circles have one too."""
_SomeRun = TypeVar("_SomeRun", Seen | Died, Replay)


@dataclass(frozen=True, slots=True)
class Judge:
    """Runs calls in both versions, each in its own surroundings.

    parameters: names of the positional ones; numbers: of those that are annotated as such; says: is what exceptions say
    compared?
    """

    parameters: tuple[str, ...]
    numbers: frozenset[str]
    says: bool
    now: Replayer
    before: Replayer

    def difference(self, cases: Iterable[Case]) -> Differs | None:
        """Of the first call that shows one, made simpler."""
        found = list(dict.fromkeys(cases))
        case = self._first(found)
        if case is None:
            return None
        for _ in range(SIMPLER):
            simpler = self._first(list(islice(simpler_cases(case), AT_ONCE)))
            if simpler is None:
                break
            case = simpler
        plain = with_ints(case, self.parameters, self.numbers)
        if repr(plain) != repr(case):  # they are equal, as True and 1 are
            case = self._first([plain]) or case
        return self._sure(case)

    def _first(self, cases: Sequence[Case]) -> Case | None:
        """The first that both versions are seen to do something else for, in one run each."""
        scripts = [script for case in cases for script in self.scripts(case)]
        seen = zip(self.now.once(scripts), map(self._at_home, self.before.once(scripts)), strict=True)
        told = [_told_apart(now, before, self.says) for now, before in seen]
        for place, case in enumerate(cases):
            given, call, left = told[place * 3 : place * 3 + 3]
            if (call or left) and not given:
                return case
        return None

    def _sure(self, case: Case) -> Differs | None:
        """Where it is the same in all surroundings."""
        _, call, left = self.scripts(case)
        for script in (call, left):
            (now,), (before,) = self.now.replay([script]), map(self._at_home, self.before.replay([script]))
            if _told_apart(now, before, self.says):
                elsewhere = _is_elsewhere(now, before)
                first, second = (_side(each, script is left, elsewhere) for each in (before, now))
                shown = render_case(case, self.parameters, watch=True)
                return Differs(shown.statements, shown.imports_of_statements, first, second, script is left)
        return None

    def _at_home(self, seen: _SomeRun) -> _SomeRun:
        """What the earlier version did, with its files where those at hand are."""
        there, here = self.before.target.roots[0], self.now.target.roots[0]
        if there == here or not isinstance(seen, Seen | Replayed) or seen.outcome is None:
            return seen

        def moved(text: str) -> str:
            return text.replace(there, here)

        outcome = seen.outcome
        text = None if outcome.text is None else moved(outcome.text)
        outcome = replace(outcome, text=text, message=moved(outcome.message))
        after = tuple((name, moved(value)) for name, value in seen.after)
        attributes = tuple((name, moved(value)) for name, value in seen.attributes)
        return replace(seen, outcome=outcome, after=after, attributes=attributes, printed=moved(seen.printed))

    def scripts(self, case: Case) -> tuple[Script, Script, Script]:
        """What the call is given, the call, and what it leaves of that and has made.

        What it is given has to be the same, since each version makes its own objects.
        """
        rendered = render_case(case, self.parameters, watch=True)
        call = Script(rendered.imports, rendered.setup, rendered.call, rendered.observe, frozenset(), rendered.pins)
        made = f"try:\n    {RESULT} = {rendered.call}\nexcept Exception:\n    {RESULT} = None"
        parts = [f"{name!r}: {PARTS}({name})" for name in rendered.observe]
        made_of = [f'"{place}": ({text}, None)[1]' for place, (_, text) in enumerate(rendered.arguments)]
        setup = (_PARTS_OF, *rendered.setup)
        given = replace(call, setup=setup, call=f"{{{', '.join([*parts, *made_of])}}}", observe=())
        parts.append(f'**({{"result": {PARTS}({RESULT})}} if hasattr({RESULT}, "__dict__") else {{}})')
        return given, call, replace(given, setup=(*setup, made), call=f"{{{', '.join(parts)}}}")


def _told_apart(now: Seen | Died | Replay, before: Seen | Died | Replay, says: bool) -> bool:
    """Did a call do something else in one version than in the other?"""
    if _is_endless(now) != _is_endless(before):
        return isinstance(before if _is_endless(now) else now, Seen | Replayed)
    if not isinstance(now, Seen | Replayed) or not isinstance(before, Seen | Replayed):
        return False
    first, second = now.outcome, before.outcome
    if first is None or second is None:
        return False
    if isinstance(now, Seen) and isinstance(before, Seen) and (now.blocked or before.blocked):
        return False
    if (first.kind, first.exception) != (second.kind, second.exception) or (says and first.message != second.message):
        return True
    if first.type_name != second.type_name and not {first.type_name, second.type_name} <= {"int", "bool"}:
        return True
    if now.printed != before.printed or _differ(now.after, before.after):
        return True
    if first.text is None or second.text is None:
        return first.text is second.text and _differ(now.attributes, before.attributes)
    return are_unequal(first.text, second.text) is not False


def _is_endless(seen: Seen | Died | Replay) -> bool:
    match seen:
        case Died(code=code) | NotReplayed(reason=Reason(code=code)):
            return code == "timeout"
    return False


def _differ(now: Sequence[tuple[str, str]], before: Sequence[tuple[str, str]]) -> bool:
    first, second = dict(now), dict(before)
    return any(are_unequal(first[name], second[name]) is not False for name in first.keys() & second.keys())


def _is_elsewhere(now: Replay, before: Replay) -> bool:
    """Is the exception of both of one name, and its class said to be of two modules?"""
    found = [each.outcome.exception for each in (now, before) if isinstance(each, Replayed) and each.outcome.exception]
    return len({module for module, _ in found}) > len({name for _, name in found})


def _side(replay: Replay, is_state: bool, with_module: bool = False) -> Side:
    if is_state and isinstance(replay, Replayed):
        return Side("state", _printable(replay.outcome.text or ""))
    if not isinstance(replay, Replayed):
        return Side("endless", "it does not end")
    outcome = replay.outcome
    if outcome.exception is not None:
        name = ".".join(outcome.exception) if with_module else outcome.exception[1]
        printed = (_printable(f"prints {replay.printed!r}"),) if replay.printed else ()
        return Side("raises", _printable(f"{name}: {outcome.message}" if outcome.message else name), printed)
    text = outcome.text if outcome.text is not None else f"<{outcome.type_name}>"
    parts = [f"{form.removeprefix('{}.').format('result')} == {value}" for form, value in replay.attributes]
    parts += [f"{name} == {value}" for name, value in replay.after]
    parts += [f"prints {replay.printed!r}"] if replay.printed else []
    return Side("returns", _printable(text), tuple(map(_printable, parts)))


def _printable(text: str) -> str:
    """Without lone surrogates, which no stream takes, and what would move the cursor."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


# ---------------------------------------------------------------- which calls


def cases_of(found: Iterable[Case], comparing: Comparing) -> list[Case]:
    """Calls of the function with what its drivers were called with."""
    unit = comparing.unit
    found = [renamed(case) for case in found if case.via is None]  # others fail where an object is made
    if unit.qualname.rpartition(".")[2] != "__init__" or unit.binding != "method":
        return [_on_its_class(case_of(case, unit), unit) for case in found]
    cls = unit.class_path or ""
    return [replace(case, qualname=unit.qualname, via=Name(case.module, cls)) for case in found]


def _on_its_class(case: Case, unit: Unit) -> Case:
    """Called through the class of the method, where the object is of another one."""
    receiver = case.receiver.value if isinstance(case.receiver, Shared) else case.receiver
    own = isinstance(receiver, Made) and isinstance(receiver.callee, Name) and receiver.callee.path == unit.class_path
    return case if receiver is None or own else replace(case, unbound=True)


def renamed(recipe: Any) -> Any:
    """What old methods, as they are called beside the new ones, do to an object is done by those of its version."""
    if isinstance(recipe, Step) and recipe.name.startswith(PREFIX):
        recipe = replace(recipe, name=recipe.name.removeprefix(PREFIX).partition(IN_CLASS)[0])
    if isinstance(recipe, tuple):
        return tuple(map(renamed, recipe))
    if not is_dataclass(recipe):
        return recipe
    return replace(recipe, **{f.name: renamed(getattr(recipe, f.name)) for f in fields(recipe)})  # type: ignore[type-var]


def of_covering(found: Iterable[Case], comparing: Comparing) -> list[Case]:
    """Calls of the function itself, among those that cover it."""
    made = (constructing(case) or case for case in found)
    unit = comparing.unit
    made = (case if case.via is not None else _on_its_class(case, unit) for case in made)
    return [case for case in made if case.via is None or comparing.version.qualname.endswith(".__init__")]
