"""`bench/corpus.py`: verdicts as lines, there and back, and what is called a difference."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parent.parent / "bench" / "corpus.py"


@pytest.fixture(scope="module")
def corpus() -> ModuleType:
    spec = importlib.util.spec_from_file_location("corpus", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["corpus"] = module  # dataclasses look it up
    spec.loader.exec_module(module)
    return module


def proof(scope: object, verdict: str = "infeasible") -> dict[str, Any]:
    return {"verdict": verdict, "scope": scope, "assumptions": ["types@2", "types", "by-name"], "method": "exhaustion"}


def test_a_bounded_proof_is_one_whatever_it_is_called(corpus: ModuleType) -> None:
    bounds = {"within": {"loop": 8, "len": 4}}
    wanted = "none-within-bounds within len=4 loop=8, assuming by-name types, by exhaustion"
    for name in ("infeasible", "none-within-bounds"):
        assert corpus.verdict_of(proof(bounds, name), {"types@2": "types"}) == wanted
    everywhere = corpus.verdict_of(proof("unbounded"), {"types@2": "types"})
    assert everywhere == "infeasible for all inputs, assuming by-name types, by exhaustion"


def test_what_changed_is_told_by_kind(corpus: ModuleType) -> None:
    for was, is_now, wanted in (
        ("infeasible for all inputs, by types", "unknown: types", "infeasible -> unknown: types"),
        ("unknown: budget", "unknown: bound", "unknown: budget -> unknown: bound"),
        ("covered", "covered but for all inputs, assuming types, never passed", "covered -> doomed"),
        (
            "infeasible for all inputs, assuming types, by exhaustion",
            "infeasible for all inputs, assuming by-name, by exhaustion",
            "infeasible, assuming -types +by-name",
        ),
        (
            "none-within-bounds within len=4, by types",
            "none-within-bounds within len=8, by types",
            "none-within-bounds, other scope",
        ),
        ("infeasible for all inputs, by types", "infeasible for all inputs, by values", "infeasible, other method"),
        ("covered", "no goal", "covered -> no goal"),
    ):
        assert corpus.kind_of_change(was, is_now) == wanted


def test_written_and_read_back(corpus: ModuleType, tmp_path: Path) -> None:
    one = corpus.Section("12ab", {"m::f:10:statement": "covered", "m::f:9:statement": "unknown: budget"})
    two = corpus.Section("34cd", {"!": "syntax"})
    corpus.write_area(tmp_path, "programs", {"a b.py": one})
    corpus.write_area(tmp_path, "programs", {"c.py": two})
    assert corpus.read_area(tmp_path, "programs") == {"a b.py": one, "c.py": two}
    text = (tmp_path / "programs.txt").read_text(encoding="utf-8")
    assert text.index("f:9:") < text.index("f:10:")
    corpus.write_area(tmp_path, "programs", {}, gone={"c.py"})
    assert corpus.read_area(tmp_path, "programs") == {"a b.py": one}


def test_only_recorded_files_differ_unless_they_cannot_be_read(
    corpus: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    was = {"a.py": corpus.Section("1", {"m::f:1:statement": "covered"})}
    new = {"b.py": corpus.Section("2", {"m::g:1:statement": "covered"})}
    assert corpus.compare(was, was | new, "") == 0
    assert "not recorded: b.py" in capsys.readouterr().out
    assert corpus.compare(was, {"b.py": corpus.Section("2", {"!": "no report: it died"})}, "") == 1
    other = {"a.py": corpus.Section("1", {"m::f:1:statement": "unknown: types"}, {"m::f:1:statement": "any class"})}
    assert corpus.compare(was, other, "") == 1
    assert "a.py m::f:1:statement: covered -> unknown: types (any class)" in capsys.readouterr().out
