"""`--keep-queries` and `--cross-check`: whatever engine answered, for Python and `.ivl`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.logic.smtlib import read_query
from clew.solver.engines.z3_engine import Z3Engine, Z3Limits
from clew.solver.protocol import Query, Sat, Unsat

SUMS = """def f(n: int, k: int) -> int:
    i = k
    j = 2 * k
    while i < n:
        i += 1
        j += 2
    if j != 2 * i:
        return 1
    return j
"""
CLAMP = Path(__file__).parents[1] / "examples" / "clamp.ivl"


def kept(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]


def check(texts: list[str]) -> None:
    """Ask Z3 again, from the text."""
    for text in texts:
        if "declare-rel" in text:
            continue
        said = re.search(r"^; (sat|unsat, core [\d ]*|gave up|unsat)", text, re.M)
        assert said is not None, text
        again = Z3Engine(Z3Limits(steps=2_000_000)).solve(Query(read_query(text)))
        if said[1] == "sat":
            assert not isinstance(again, Unsat), text
        elif said[1].startswith("unsat, core"):
            assert not isinstance(again, Sat), text


def test_queries_of_every_engine_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.chdir(tmp_path)
    Path("sums.py").write_text(SUMS)
    run = CliRunner().invoke(
        main,
        [
            "cover",
            "sums.py",
            "--isolated",
            "--no-write",
            "--fresh",
            "--suite",
            "small",
            "--keep-queries",
            "q",
            "--cross-check",
        ],
    )
    assert "12 goals: 10 covered, 2 infeasible, 0 unknown" in run.output, run.output
    texts = kept(tmp_path / "q")
    assert min(path.name for path in (tmp_path / "q").iterdir()) == "sums-f-00001.smt2"
    assert sum("declare-rel" in text for text in texts) >= 1  # Spacer's
    assert sum("simplex" in text for text in texts) >= 1
    assert sum("propositions" in text for text in texts) >= 1
    check(texts)


@pytest.mark.parametrize("place", ["sums.py", str(CLAMP)])
def test_queries_about_dead_code_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sums.py").write_text(SUMS)
    run = CliRunner().invoke(main, ["dead", place, "--isolated", "--fresh", "--keep-queries", "q"])
    assert run.exit_code in (0, 1), run.output
    texts = kept(tmp_path / "q")
    assert texts
    check(texts)


@pytest.mark.parametrize("algorithm", ["clew", "paths", "sc", "vstte"])
def test_queries_about_programs_are_kept(tmp_path: Path, algorithm: str) -> None:
    pytest.importorskip("cvc5")
    folder = tmp_path / "q"
    options = ["--algorithm", algorithm, "--keep-queries", str(folder), "--cross-check"]
    plain = CliRunner().invoke(main, ["cover", str(CLAMP), "--algorithm", algorithm])
    run = CliRunner().invoke(main, ["cover", str(CLAMP), *options])
    assert run.exit_code == plain.exit_code == 0, run.output
    assert re.sub(r"[\d.]+ s\b", "", run.output) == re.sub(r"[\d.]+ s\b", "", plain.output)
    check(kept(folder))


def test_a_cross_check_without_the_second_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for place in (str(CLAMP), __file__):
        run = CliRunner().invoke(main, ["cover", place, "--cross-check"])
        assert run.exit_code == 2
        assert "cross-check needs cvc5" in run.output
