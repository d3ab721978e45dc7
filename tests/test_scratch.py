"""Folders of runs: removed at the end, those of killed runs by the next one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clew import scratch
from clew.scratch import new_scratch, remove_left_behind, remove_scratch, scratch_folder

HOLDING = "import sys; from clew.scratch import new_scratch; print(new_scratch(), flush=True); sys.stdin.read()"


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def aged(path: str) -> None:
    os.utime(path, (time.time() - 10_000,) * 2)


def test_removed_at_the_end(tmp_path: Path) -> None:
    with scratch_folder() as path:
        assert Path(path).parent == tmp_path
        (Path(path) / "inner").mkdir()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    run = subprocess.Popen([sys.executable, "-c", HOLDING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdin is not None
    left = run.stdout.readline().strip()
    aged(left)
    remove_left_behind()
    assert os.path.isdir(left), "it is still running"
    run.kill()
    run.wait()
    run.stdin.close()
    run.stdout.close()
    remove_left_behind()
    assert not os.path.exists(left)


def test_fresh_ones_own_ones_and_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = new_scratch()
    aged(own)
    fresh, other, link = tmp_path / "clew-run-1", tmp_path / "clew-other", tmp_path / "clew-run-2"
    fresh.mkdir()
    other.mkdir()
    aged(str(other))
    link.symlink_to(other)
    remove_left_behind()
    assert {path.name for path in tmp_path.iterdir()} == {Path(own).name, fresh.name, other.name, link.name}
    monkeypatch.setattr(scratch, "_FRESH", -1)
    remove_left_behind()
    assert not fresh.exists()
    remove_scratch(own)
    assert not os.path.exists(own)
