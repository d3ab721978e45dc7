"""A call that waits for what never comes costs the goals behind it, and no others."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.main import main
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
    result = CliRunner().invoke(main, ["cover", "jobs.py", "--no-write", "--fresh", "--output-format", "json"])
    goals = {goal["id"]: goal for unit in json.loads(result.stdout)["units"] for goal in unit["goals"]}
    verdicts = {id.removeprefix("jobs::drain:"): goal["verdict"] for id, goal in goals.items()}
    assert verdicts["6:statement"] == "covered"
    assert verdicts["8:statement"] != "covered"
    assert verdicts["10:statement"] == "unknown"
    assert "waited" in goals["jobs::drain:10:statement"]["reason"]["text"]
