"""What is remembered between runs comes back as it was, and only while it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Case, Collection, Dictionary, Function, Literal, Made, Name, Shared, Step
from clew.scheduling.recall import Remembered, digest_of_surroundings, key_for, read, show
from clew.search.request import Exploration, Found
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Raising

VALUES = (None, True, 0, -7, 2**5000, 1.5, float("inf"), -0.0, 2j, "é\ud800", b"\x00\xff", ...)


def test_round_trip() -> None:
    literals = tuple(Literal(v) for v in VALUES)
    made = Made(Name("m", "C"), literals, (("k", Literal(1)),), (Step("push", (Literal(2),)),))
    case = Case("m", "f", made, (Collection("list", literals), Shared("x", Dictionary("dict", ()))), ())
    case_with_function = Case("m", "f", None, (Function("lambda: 0"),), (), consume=3, follow=((Literal(0),),))
    assumed, why = Assumption("types", "…", Span(1, 2, 3, 4), "Node"), Reason("budget", "text", "--paths", None)
    shown = Evidence("unreached", "exhaustion", (("loop", 8),), (assumed,), (Span(1, 0, 1, 5),)).missing(why)
    fails = Evidence("fails", "exhaustion", raisings=(Raising("KeyError", "m", "f", None, False),))
    known: dict[str, Known] = {"a": shown, "b": why}
    found = (Found(case, ("g", "h")), Found(case_with_function, ()))
    remembered = Remembered(found, Exploration(known, {"c": fails}, runs=3), 0.25, 0.125, None)
    again = read(show(remembered))
    assert again == remembered
    assert again is not None and repr(again.cases[0].case.receiver) == repr(made)


def test_nan_comes_back() -> None:
    case = Case("m", "f", None, (Literal(float("nan")),), ())
    again = read(show(Remembered((Found(case, ()),), Exploration(), 0.0, 0.0, 1)))
    assert again is not None and repr(again.cases[0].case.args[0]) == "Literal(value=nan)"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"record": "Case", "fields": {}}', '{"record": "Popen", "fields": {}}']
)
def test_anything_else_is_nothing(text: str) -> None:
    assert read(text) is None


BEFORE = "LIMIT = 3\n\ndef g(x: int) -> int:\n    return x + 1\n\ndef f(x: int) -> int:\n    return g(x)\n\ndef h(x: int) -> int:\n    return x\n"


def keys(tmp_path: Path, text: str, other: str = "", **settings: int) -> dict[str, str]:
    (tmp_path / "m.py").write_text(text)
    (tmp_path / "other.py").write_text(other)
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    around = digest_of_surroundings(module, str(tmp_path / "m.py"), (str(tmp_path),))
    assert around is not None
    return {u.qualname: key_for(module, u, around, Settings(**settings)) for u in module.units}


def test_a_function_is_settled_again_when_what_it_calls_changed(tmp_path: Path) -> None:
    before, after = keys(tmp_path, BEFORE), keys(tmp_path, BEFORE.replace("x + 1", "x + 2"))
    assert before["f"] != after["f"]
    assert before["h"] == after["h"]


@pytest.mark.parametrize(
    ("text", "other", "settings"),
    [
        (BEFORE.replace("LIMIT = 3", "LIMIT = 4"), "", {}),
        (BEFORE, "X = 1\n", {}),
        (BEFORE, "", {"loop": 9}),
    ],
)
def test_everything_is_settled_again_when_its_surroundings_changed(
    tmp_path: Path, text: str, other: str, settings: dict[str, int]
) -> None:
    before, after = keys(tmp_path, BEFORE), keys(tmp_path, text, other, **settings)
    assert not before.items() & after.items()


def test_what_is_printed_does_not_matter(tmp_path: Path) -> None:
    assert keys(tmp_path, BEFORE) == keys(tmp_path, BEFORE, jobs=2)
