"""A call that waits for what never comes costs the goals behind it, and no others."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.concolic.arguments import Arguments
from clew.concolic.fuzzing import Fuzzer, Probe
from clew.concolic.native import plainly
from clew.inputs.mutation import Layout, Mutator
from clew.inputs.vocabulary import Vocabulary
from clew.search.session import Sight
from clew.workers.waiting import ended_when_idle


class Enough(Exception):
    pass


def enough() -> None:
    raise Enough


def test_a_wait_ends_and_work_does_not() -> None:
    with pytest.raises(Enough), ended_when_idle(enough, 0.2):
        threading.Event().wait(30)
    with ended_when_idle(enough, 0.2):
        until = time.process_time() + 0.6
        while time.process_time() < until:
            pass
    time.sleep(0.5)  # and the clock is stopped


def test_what_is_before_the_wait_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jobs.py").write_text(
        "from queue import Queue\n\n\ndef drain(n: int, jobs: 'Queue[int]') -> int:\n    if n > 3:\n        return 1\n"
        "    if n * 0 > 1:\n        return 2\n    jobs.get()\n    return 3\n"
    )
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(
        main, ["cover", "jobs.py", "--no-write", "--fresh", "--suite", "small", "--output-format", "json"]
    )
    goals = {goal["id"]: goal for unit in json.loads(result.stdout)["units"] for goal in unit["goals"]}
    verdicts = {id.removeprefix("jobs::drain:"): goal["verdict"] for id, goal in goals.items()}
    assert verdicts["6:statement"] == "covered"
    assert verdicts["8:statement"] != "covered"
    assert verdicts["10:statement"] == "unknown"
    assert "waited" in goals["jobs::drain:10:statement"]["reason"]["text"]


def test_a_run_in_which_nothing_is_followed_does_not_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    plainly(time.sleep, Arguments((3600,), (None,)))
    assert slept == [0]
    assert plainly(max, Arguments((1, 2), (None, None))) == 2


@pytest.mark.parametrize(("layout", "tried"), [(Layout(), 1), (Layout(scalars={"n": "int"}), 50)])
def test_an_input_without_parts_is_not_tried_again(layout: Layout, tried: int) -> None:
    made: list[dict[str, object]] = []

    def probe(assignment: dict[str, object]) -> Probe:
        made.append(assignment)
        sight = Sight(assignment, frozenset(), None, None)
        return Probe(assignment, layout, frozenset(), frozenset({(1, len(made))}), 1, True, sight)

    mutator = Mutator(Vocabulary(), 8, random.Random(0))
    fuzzer = Fuzzer(probe, mutator, iter([{}, {}]), 10_000)
    assert not [*fuzzer.round(50, {"f:1"})]
    assert len(made) == tried
