"""Definitions and uses of globals, attributes and items: what is asked, that probes see it, that no proof denies it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import DEF_USE, Criteria
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin

ATTACKS = Path(__file__).parent / "attacks_on_pairs"
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in sorted(ATTACKS.glob("*.py"))}
MARK = re.compile(r"# read: (.*)")


def asked(text: str) -> Module:
    module = read_module(text, "m.py", "m", Criteria((DEF_USE,)))
    assert isinstance(module, Module)
    return module


def marks_of(text: str) -> Iterator[tuple[int, str, str]]:
    """The line of a use, the pair and a call; `not` before a pair that the call does not show."""
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        first = number if line.startswith("def ") else first
        found = MARK.search(line)
        for each in found[1].split("; ") if found is not None and first else ():
            pair, call = each.split(" by ", 1)
            yield number, re.sub(r"@(\d+)", lambda m: f"@{int(m[1]) + first}", pair), call


def shown_by(text: str, call: str) -> set[tuple[int, str]]:
    """The lines of uses, with the pairs, that the probes note."""
    goals, hits = asked(text).goals, set[int]()
    space: dict[str, Any] = {**hooks(hits.add), "__name__": "m"}
    exec(compile(probe(text, "m.py", goals).tree, "m.py", "exec"), space)
    hits.clear()
    eval(call, space)
    return {(goals[n].span.line, goals[n].outcome or "") for n in hits}


@pytest.mark.parametrize("name", TEXTS)
def test_probes_see_what_is_read(name: str) -> None:
    for line, pair, call in marks_of(TEXTS[name]):
        seen = (line, pair.removeprefix("not ")) in shown_by(TEXTS[name], call)
        assert seen is not pair.startswith("not "), (line, pair, call)


@pytest.mark.parametrize("name", TEXTS)
def test_the_tree_form_is_one(name: str) -> None:
    module = asked(TEXTS[name])
    assert [problem for unit in module.units for problem in check_function(unit.function)] == []
    assert all(read(show(unit.function)) == unit.function for unit in module.units)
    assert probe(TEXTS[name], "m.py", module.goals).unprobed == ()


@pytest.mark.parametrize("name", TEXTS)
def test_no_proof_denies_what_is_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(TEXTS[name], encoding="utf-8")
    settings = Settings(criterion=(DEF_USE,), suite="small", jobs=2, attack=0)
    report = cover([Target("m.py", str(file), "m", str(tmp_path))], settings, Silent()).report
    verdicts = {(g.span.line, g.outcome): g.verdict for unit in report.units for g in unit.goals}
    marked = [(line, pair) for line, pair, _ in marks_of(TEXTS[name]) if not pair.startswith("not ")]
    assert [each for each in marked if isinstance(verdicts[each], Infeasible | NoneWithin)] == []
    assert sum(isinstance(verdicts[each], Covered) for each in marked) > 0.8 * len(marked)
