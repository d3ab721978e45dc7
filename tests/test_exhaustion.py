"""Proofs by exhaustion, made from trees of paths that are written down here: nothing is run and no solver is asked."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.logic.terms import TRUE
from clew.search.exhaustion import Closure, Terms, exhausted
from clew.search.observers import EndsAfter, Reaches
from clew.search.run_text import TextError, read_runs, show_runs
from clew.search.tree import PathTree
from clew.search.tree_text import read_tree, show_tree
from clew.source.spans import Span
from clew.verdict.reasons import Reason

WAITING = Reason("budget", "not settled")

# if x > 3: (if x < 2: return 1)
CONTRADICTION = """
(declare-fun x () Int)
goal 0 m::f:3:statement @3:12-3:20
goal 1 m::f:5:statement @5:4-5:12
site 0 @1:3-1:8 own
site 1 @2:7-2:12 own
guards 0 true 0
guards 1 true 0

node 0
  decides 0 false direct: (<= 4 x)
  false run 1 ahead 1
  true run 2 in 0 ahead 1

node 1 loop 1 leaf

node 2 loop 1
  decides 1 false direct: (<= x 1)
  false run 3 ahead 1
  true infeasible in 0 ahead 1 core @1:3-1:8 @2:7-2:12

node 3 loop 1 leaf
"""


def proof(text: str, goal: str = "m::f:3:statement", **terms: object) -> Closure | Reason:
    found = read_tree(text)
    assert goal in found.ways.goals
    asked = Terms(**{"loop": 8, "waiting": WAITING, **terms})  # type: ignore[arg-type]
    return exhausted(found.tree, Reaches(goal, found.ways), found.ways, asked, found.implied)


def changed(line: str, to: str, text: str = CONTRADICTION) -> str:
    assert text.count(line) == 1, line
    return text.replace(line, to)


INFEASIBLE = "true infeasible in 0 ahead 1 core @1:3-1:8 @2:7-2:12"


def test_every_side_is_settled() -> None:
    assert proof(CONTRADICTION) == Closure((), (Span(1, 3, 1, 8), Span(2, 7, 2, 12)))


def test_a_bound_in_a_contradiction_is_one_of_the_proof() -> None:
    text = changed(INFEASIBLE, INFEASIBLE + " within len 8 text 4")
    assert proof(text) == Closure((("len", 8), ("text", 4)), (Span(1, 3, 1, 8), Span(2, 7, 2, 12)))


def test_a_side_that_waits() -> None:
    assert proof(changed(INFEASIBLE, "true waiting in 0 ahead 1")) == WAITING


def test_a_side_that_waits_and_leads_elsewhere() -> None:
    assert isinstance(proof(changed(INFEASIBLE, "true waiting ahead 1")), Closure)


def test_a_side_beyond_the_bound_on_visits() -> None:
    text = changed("decides 1 false direct:", "decides 1 false direct occurrence 9:")
    text = changed(INFEASIBLE, "true waiting in 0 ahead 1", text)
    assert proof(text) == Closure((("loop", 8),), ())
    assert proof(text, loop=9) == WAITING
    assert proof(changed("direct occurrence 9", "direct by-recursion occurrence 9", text)) == Closure(
        (("recursion", 8),), ()
    )


def test_the_nearest_of_several_reasons() -> None:
    open_one = "false open ahead 0 1 because unmodelled-call @1:3-1:8: depends on shuffle()"
    nearer = "true open in 0 ahead 1 because solver-gave-up @2:7-2:12 --solver-steps: it gave up"
    text = changed("false run 1 ahead 1", open_one, changed("node 1 loop 1 leaf\n", ""))
    text = changed(INFEASIBLE, nearer, text)
    assert proof(text) == Reason("solver-gave-up", "it gave up", "--solver-steps", Span(2, 7, 2, 12))
    assert proof(text, "m::f:5:statement") == Reason("unmodelled-call", "depends on shuffle()", None, Span(1, 3, 1, 8))


def test_a_side_that_was_left_out_for_leading_nowhere_then() -> None:
    found = proof(changed(INFEASIBLE, "true pruned in 0 ahead 1"))
    assert isinstance(found, Reason) and found.code == "budget"


@pytest.mark.parametrize(
    ("concerned", "closed"),
    [("", False), (" for 0", False), (" for 0 1", False), (" for 1", True), (" for none", True)],
)
def test_a_run_that_stands_for_too_few_executions(concerned: str, closed: bool) -> None:
    left = f"node 3 loop 1 leaf\n  open side-effect-blocked @2:0-2:5{concerned}: a file was opened"
    found = proof(changed("node 3 loop 1 leaf", left))
    assert isinstance(found, Closure) == closed
    if not closed:
        assert found == Reason("side-effect-blocked", "a file was opened", None, Span(2, 0, 2, 5))


def test_a_level_of_size_leaves_out_what_lies_beyond_it() -> None:
    text = changed(INFEASIBLE, "true waiting in 0 ahead 1 beyond 2 len 3")
    assert proof(text, within=(2, 8)) == Closure((("len", 3),), ())
    assert proof(text, within=(1, 8)) == WAITING
    # And all that is behind a side left out.
    text = changed("true run 2 in 0 ahead 1", "true run 2 in 0 ahead 1 beyond 4 text 1")
    text = changed(INFEASIBLE, "true waiting in 0 ahead 1", text)
    assert proof(text, within=(4, 8)) == Closure((("text", 1),), ())


def test_rounds_of_a_level() -> None:
    text = changed("node 2 loop 1", "node 2 loop 5")
    text = changed(INFEASIBLE, "true waiting in 0 ahead 1", text)
    assert proof(text, within=(0, 4)) == Closure((("loop", 4),), ())
    assert proof(text, within=(0, 5)) == WAITING


def test_unlikely_types_are_left_to_the_assumption() -> None:
    text = changed(INFEASIBLE, "true waiting off-guess in 0 ahead 1")
    assert isinstance(proof(text, all_types=False), Closure)
    assert proof(text) == WAITING
    text = changed("node 3 loop 1 leaf", "node 3 loop 1 off-guess leaf\n  open timeout @2:0-2:5: it was stopped")
    assert isinstance(proof(text, all_types=False), Closure)
    assert isinstance(proof(text), Reason)


def test_what_followed_from_an_earlier_test_is_a_reason() -> None:
    text = changed("guards 0 true 0\n", "site 2 @2:20-2:25 own\nguards 0 true 0\nguards 2 true 0\nimplied 2 false 0\n")
    text = changed(INFEASIBLE, "true waiting ahead 1", text)
    assert proof(text) == Closure((), (Span(1, 3, 1, 8), Span(2, 20, 2, 25)))


def test_a_test_before_the_goal_says_why_where_nothing_nearer_does() -> None:
    text = changed(INFEASIBLE, "true waiting ahead 1")
    text = changed("node 1 loop 1 leaf\n", "", text)
    text = changed("false run 1 ahead 1", "false infeasible ahead 0 core @1:3-1:8", text)
    text = changed("guards 0 true 0\n", "", text)
    assert proof(text) == Closure((), (Span(1, 3, 1, 8),))


def test_a_normal_end_behind_a_hit() -> None:
    """The second state: what is behind the hit matters though it leads to no goal."""
    text = changed("node 3 loop 1 leaf\n", "")
    text = changed("false run 3 ahead 1", "false waiting ahead 1", text)
    found = read_tree(text)
    goal, asked = "m::f:3:statement", Terms(8, WAITING)
    assert isinstance(exhausted(found.tree, Reaches(goal, found.ways), found.ways, asked), Closure)
    behind = found.tree.root.sides[True].child
    assert behind is not None
    assert exhausted(found.tree, EndsAfter(goal, found.ways, {behind}), found.ways, asked) == WAITING
    # What a run did not follow behind its hit matters to how executions end, whichever goals it concerns.
    left = changed("node 3 loop 1 leaf", "node 3 loop 1 leaf\n  open timeout @2:0-2:5 for none: it was stopped")
    found = read_tree(left)
    assert isinstance(exhausted(found.tree, Reaches(goal, found.ways), found.ways, asked), Closure)
    ends = exhausted(found.tree, EndsAfter(goal, found.ways, set()), found.ways, asked)
    assert isinstance(ends, Reason) and ends.code == "timeout"


@pytest.mark.parametrize(
    "bad",
    [
        "nonsense", "node 7", "node 0\n  true run 1", "node 0\n  decides 0 perhaps: true", "node 0\n  open x",
        "node 0\n  decides 0 true: true\n  true waiting over 3", "(declare-fun x Int)",
    ],
)  # fmt: skip
def test_what_cannot_be_read(bad: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_tree(bad)


PROGRAM = """
def settle(x: int, names: list[str], limit: float, flag: bool) -> int:
    total = 0
    for name in names:
        if not name:
            break
        total += len(name)
        if total < 0:
            return 2
    if limit > 2.5 and flag:
        if limit + 1.0 < 2.0:
            return 3
    elif names and names[0] == "a" and len(names[0]) > 1:
        return 4
    return x


def nested(rows: list[list[int]], key: object) -> int:
    if isinstance(key, str) and key == "a" and key != "a":
        return 1
    return len([row for row in rows if row and row[0] > row[-1] and len(row) == 1])
"""


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The file, and the trees and runs of its functions."""
    folder = tmp_path_factory.mktemp("dumps")
    file = folder / "settling.py"
    file.write_text(PROGRAM)
    found: dict[str, str] = {}
    for stage in ("tree", "runs"):
        run = CliRunner().invoke(main, ["dump", str(file), "--after", stage])
        assert run.exit_code == 0, run.output
        for part in re.split(r"^# settling::", run.output, flags=re.M)[1:]:
            name, _, text = part.partition("\n")
            found[f"{stage} {name}"] = text.strip() + "\n"
    assert len(found) == 4
    return file, found


def again(name: str, text: str) -> str:
    if name.startswith("runs"):
        return show_runs(read_runs(text))
    found = read_tree(text)
    return show_tree(found.tree, found.ways, found.ways.goals, found.implied)


def alike(one: str, other: str) -> bool:
    """Line by line; what `and` and `or` join stands in the order in which a process first made it."""

    def lines(text: str) -> list[list[str]]:
        return [sorted(line) for line in text.splitlines() if "(let " not in line]

    return lines(one) == lines(other)


def test_both_ways(dumps: tuple[Path, dict[str, str]]) -> None:
    for name, text in dumps[1].items():
        read = again(name, text)
        # No comparison of the texts by pytest, which would look for hours for where they differ.
        assert alike(read, text) is True, name
        assert (again(name, read) == read) is True, name


def test_verdicts_are_those_of_the_text(dumps: tuple[Path, dict[str, str]]) -> None:
    """Every proof by exhaustion in a report is one that the printed tree allows, with the same bounds."""
    file, texts = dumps
    run = CliRunner().invoke(
        main, ["cover", str(file), "--isolated", "--no-write", "--fresh", "--paths", "200", "--attack", "0", "--output-format", "json"]
    )  # fmt: skip
    report = json.loads(run.output)
    checked = 0
    for unit in report["units"]:
        found = read_tree(texts[f"tree {unit['id'].partition('::')[2]}"])
        for goal in unit["goals"]:
            if goal.get("method") != "exhaustion":
                continue
            observer = Reaches(goal["id"], found.ways)
            answer = exhausted(found.tree, observer, found.ways, Terms(8, WAITING), found.implied)
            assert isinstance(answer, Closure), goal["id"]
            assert dict(answer.scope) == goal["scope"]["within"]
            # The report tells goals that fall together the reasons of all.
            assert answer.because and {tuple(span) for span in goal["because"]} >= set(answer.because)
            checked += 1
    assert checked >= 5


def test_the_tree_is_the_one_of_the_runs(dumps: tuple[Path, dict[str, str]]) -> None:
    """Runs that are read back and put into an empty tree decide what the printed tree says was run."""
    for name, text in dumps[1].items():
        if not name.startswith("runs"):
            continue
        tree = PathTree(lambda condition: False)
        for run, model in read_runs(text):
            tree.insert(run, dict(model))
        printed = read_tree(dumps[1][name.replace("runs", "tree")]).tree

        def taken(one: PathTree) -> list[tuple[str, bool]]:
            sides = [side for side in one.all_sides() if side.state == "run" and side.node.decision is not None]
            return sorted((str(side.node.decision.condition or TRUE), side.outcome) for side in sides)  # type: ignore[union-attr]

        assert taken(tree) == taken(printed)


def test_runs_that_cannot_be_read() -> None:
    with pytest.raises(TextError, match="a run has no line 'jumps'"):
        read_runs("run\n  jumps\n")
    with pytest.raises(TextError, match="no decision"):
        read_runs("run\n  decides maybe: x\n")


def test_goals_of_generators_are_reachable(tmp_path: Path) -> None:
    """No side is left out that leads to a function which is handed on."""
    subject = tmp_path / "goals_of_generators.py"  # without the classes of the files beside it
    shutil.copyfile(Path(__file__).parent / "regressions" / subject.name, subject)
    run = CliRunner().invoke(main, ["cover", str(subject), "--isolated", "--no-write", "--fresh", "--attack", "0"])
    assert "63 goals: 61 covered, 2 infeasible, 0 unknown" in run.output, run.output


QUANTIFIED = """
def checked(a: int, values: list[int]) -> int:
    if a * a * a - a * 7 == 4913000 - 1190 and all(0 < v and v != 5 for v in values):
        return 4
    return 1


def ranged(a: int, n: int) -> int:
    if a * a * a - a * 7 == 4913000 - 1190 and any(i * a == 340 or i > 30 for i in range(n)):
        return 4
    return 1
"""


@pytest.mark.parametrize("work", ["60000", "100000", "400000"])
def test_what_a_formula_stands_for_is_not_excluded(tmp_path: Path, work: str) -> None:
    """`all(...)` is one formula in the block form: its loop has no blocks there, and is reached all the same."""
    subject = tmp_path / "quantified.py"
    subject.write_text(QUANTIFIED, encoding="utf-8")
    options = ["--isolated", "--no-write", "--fresh", "--attack", "0", "--work", work]
    run = CliRunner().invoke(main, ["cover", str(subject), *options])
    assert " 0 infeasible," in run.output, run.output
