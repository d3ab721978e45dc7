"""Runs on the workers of a cluster of Dask: what they say, whatever becomes of the workers, is what a run here says."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import clew
from clew.cli.main import main
from clew.report.progress import Silent
from clew.report.record import CoverResult, UnitReport, show_report
from clew.scheduling import cluster as clusters
from clew.scheduling.snapshot import Snapshot, lay_out, mark, moved, places_of
from clew.source.discovery import discover
from clew.verdict.verdicts import Unknown

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

from clew.scheduling import remote  # noqa: E402

# A package with imports, a file of data, an error that says where that is, and a function that ends its process.
PROJECT = {
    "pyproject.toml": "",
    "src/shop/__init__.py": "",
    "src/shop/rates.json": '{"tea": 5, "rum": 20}',
    "src/shop/rates.py": """
import json
from pathlib import Path

FILE = Path(__file__).with_name("rates.json")
RATES: dict[str, int] = json.loads(FILE.read_text())


def rate(name: str) -> int:
    if name not in RATES:
        raise LookupError(f"{name!r} is not in {FILE}")
    return RATES[name]


def where() -> str:
    return str(FILE)
""",
    "src/shop/orders.py": """
import os

from shop.rates import rate


def total(name: str, count: int) -> int:
    if count > 10 and count < 5:
        return 0
    if name == "rum" and count > 3:
        return rate(name) * count * 2
    return rate("tea") * count


def leave(code: int) -> int:
    if code == 7:
        os._exit(3)
    return code
""",
    "src/shop/codes.py": """
def zone(code: str) -> int:
    if not code.startswith("GB"):
        return 2
    if code[0] == "I":
        return 3
    return 1


def share(whole: int, of: int) -> int:
    return whole // of


def poison(n: int) -> int:
    return 1 if n * n == 1234321 else 0
""",
}

ENDLESS = """
def short(n: int) -> int:
    return 1 if n > 3 else 0


def long(items: list[int]) -> int:
    found = 0
    for item in items:
        if item * item * item % 1009 == 7:
            found += 1
        if item % 17 == 3:
            found += 1
    return 1 if found * found == 2 else 0
"""


class Told(Silent):
    """Calls when the first function is begun."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call
        self.is_told = False

    def unit_started(self, unit: str, goals: int) -> None:
        if not self.is_told:
            self.is_told = True
            self.call()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers; a task that has lost one is at once suspected of having killed it, and one that is silent is dead."""
    with dask.config.set({"distributed.scheduler.allowed-failures": 0, "distributed.scheduler.worker-ttl": "5s"}):
        made = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60
        )
        yield made
        # Where the machine is busy, workers outlast the seconds in which they are to end, and are killed: also an end.
        with contextlib.suppress(TimeoutError):
            made.close()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def here(project: Path) -> CoverResult:
    return clew.cover("src", cwd=project, isolated=True)


def at(cluster: Any) -> str:
    return str(cluster.scheduler_address).replace("tcp://", "dask://")


def unmeasured(data: Any) -> Any:
    if isinstance(data, dict):
        measured = ("seconds", "cpu_seconds", "solver_seconds", "reached_after", "memory")
        return {key: unmeasured(value) for key, value in data.items() if key not in measured}
    return [unmeasured(item) for item in data] if isinstance(data, list) else data


def said(result: CoverResult) -> list[str]:
    """All but what was measured, as lines."""
    report = json.dumps(unmeasured(json.loads(show_report(result.report))), indent=1)
    return [*report.splitlines(), *(line for test in result.tests for line in (test.path, *test.text.splitlines()))]


def until(is_so: Callable[[], object], seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


# ---------------------------------------------------------------- the same report


def test_covering_there_says_what_it_says_here(cluster: Any, project: Path, here: CoverResult) -> None:
    assert said(clew.cover("src", cwd=project, isolated=True, executor=at(cluster))) == said(here)
    codes = {
        goal.verdict.reason.code
        for unit in here.report.units
        for goal in unit.goals
        if isinstance(goal.verdict, Unknown)
    }
    assert "worker-died" in codes  # of the function that ends its process
    assert any(str(project / "src/shop/rates.json") in test.text for test in here.tests)  # paths are those of here


def test_checking_there_says_what_it_says_here(cluster: Any, project: Path) -> None:
    found = clew.check("src", cwd=project, isolated=True, executor=at(cluster))
    assert found.report.findings
    assert said(found) == said(clew.check("src", cwd=project, isolated=True))


def test_a_worker_imports_nothing_of_the_project(cluster: Any, project: Path) -> None:
    clew.cover("src/shop/codes.py", cwd=project, isolated=True, executor=at(cluster))
    with distributed.Client(cluster, set_as_default=False) as client:
        assert client.run(modules_of_shop) == {worker: [] for worker in client.nthreads()}


def modules_of_shop() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == "shop"]


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_time(cluster: Any, project: Path, here: CoverResult) -> None:
    def kill() -> None:
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    assert said(clew.cover("src", cwd=project, isolated=True, executor=at(cluster), progress=Told(kill))) == said(here)


@pytest.mark.slow
def test_a_worker_that_stands_still_costs_time(cluster: Any, project: Path, here: CoverResult) -> None:
    assert until(lambda: len(cluster.scheduler.workers) == 2)
    stopped = cluster.workers[0].pid
    try:
        stop = Told(lambda: os.kill(stopped, signal.SIGSTOP))
        assert said(clew.cover("src", cwd=project, isolated=True, executor=at(cluster), progress=stop)) == said(here)
    finally:
        with contextlib.suppress(ProcessLookupError):  # its nanny has begun another one
            os.kill(stopped, signal.SIGCONT)


@pytest.mark.slow
def test_a_function_that_kills_its_workers_costs_its_own_goals(
    cluster: Any, project: Path, here: CoverResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "work", deadly)
    found = clew.cover("src", cwd=project, isolated=True, executor=at(cluster)).report
    of_poison, others = parted(found.units)
    _, wanted = parted(here.report.units)
    assert others == wanted
    verdicts = [goal.verdict for unit in of_poison for goal in unit.goals]
    open_ones = [verdict.reason.code for verdict in verdicts if isinstance(verdict, Unknown)]
    assert set(open_ones) == {"worker-died"}, verdicts  # the attack covers the others


def deadly(called: remote.Called, snapshot: bytes, order: bytes, stem: bytes) -> bytes:
    if called.task is not None and getattr(pickle.loads(called.payload), "unit", "").endswith("::poison"):
        os.kill(os.getpid(), signal.SIGKILL)
    return remote.Workshop.work(distributed.get_worker().plugins[remote.Workshop.name], called, snapshot, order, stem)


def parted(units: tuple[UnitReport, ...]) -> tuple[list[UnitReport], list[tuple[str, list[Any]]]]:
    poison = [unit for unit in units if unit.id.endswith("::poison")]
    return poison, [(unit.id, [(g.id, g.verdict) for g in unit.goals]) for unit in units if unit not in poison]


@pytest.mark.slow
def test_a_scheduler_that_comes_back_costs_time(project: Path, here: CoverResult) -> None:
    port = free_port()
    with contextlib.ExitStack() as ends:
        first = ends.enter_context(started(port))

        def again() -> None:
            for process in first:
                process.kill()
                process.wait()
            ends.enter_context(started(port))

        progress = Told(lambda: threading.Thread(target=again).start())
        address = f"dask://127.0.0.1:{port}"
        assert said(clew.cover("src", cwd=project, isolated=True, executor=address, progress=progress)) == said(here)


@pytest.mark.slow
def test_a_scheduler_that_stays_away_ends_the_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BACK_WITHIN", 1.0)
    monkeypatch.setattr(clusters, "WITHIN", 4.0)
    port = free_port()
    with started(port) as processes:
        progress = Told(lambda: [process.kill() for process in processes])
        address = f"dask://127.0.0.1:{port}"
        found = clew.cover("src/shop/codes.py", cwd=project, isolated=True, executor=address, progress=progress).report
    (problem,) = found.diagnostics
    assert problem.code == "executor" and problem.severity == "error"
    assert problem.text.startswith(f"lost the scheduler at tcp://127.0.0.1:{port}: ")
    assert {g.verdict.reason.code for u in found.units for g in u.goals if isinstance(g.verdict, Unknown)} == {
        "interrupted"
    }


def test_two_versions_are_compared_there_as_they_are_here(cluster: Any, tmp_path: Path) -> None:
    for version, least in (("before", 3), ("after", 2)):
        (tmp_path / version).mkdir()
        (tmp_path / version / "limits.py").write_text(
            f"def least() -> int:\n    return {least}\n\n\ndef within(n: int) -> bool:\n    return n >= least()\n"
        )

    def differences(**settings: Any) -> Any:
        found = clew.diff(
            tmp_path / "before", tmp_path / "after", no_index=True, cwd=tmp_path, isolated=True, **settings
        )
        return [replace(each, seconds=0.0) for each in found.functions]

    there = differences(executor=at(cluster))
    assert there and there == differences()


@pytest.mark.parametrize("expression", ["entry .* 8:true .* exit", ".* 10:true .* exit"])
def test_paths_are_asked_about_there_as_here(cluster: Any, project: Path, expression: str) -> None:
    there, here = (
        clew.path("src/shop/orders.py::total", expression, cwd=project, isolated=True, **settings)
        for settings in ({"executor": at(cluster)}, {})
    )
    assert said(there) == said(here) and here.report.totals.unknown == 0


def test_what_tests_miss_is_settled_there_as_here(
    cluster: Any, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(project, tmp_path, dirs_exist_ok=True)
    (tmp_path / "test_orders.py").write_text(
        "from shop.orders import total\n\n\ndef test_total():\n    assert total('tea', 2) == 10\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "src"), *filter(None, sys.path)]))
    run = [sys.executable, "-m", "coverage", "run", "--branch", "--source=src", "-m", "pytest", "-q", "test_orders.py"]
    subprocess.run(run, check=True, capture_output=True)
    for command in (["coverage", "src", "--no-mark"], ["mutate", "src/shop/orders.py::total"]):
        there, here = (
            CliRunner().invoke(main, [*command, "--fresh", "--isolated", "--output-format", "json", *where])
            for where in (["--executor", at(cluster)], [])
        )
        assert there.exit_code == here.exit_code == 1, there.output
        assert unmeasured(json.loads(there.stdout)) == unmeasured(json.loads(here.stdout))
        assert "impossible" in here.stdout or "told-apart" in here.stdout


@contextlib.contextmanager
def started(port: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A scheduler at the port, and a worker."""
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = ["dask_worker", f"tcp://127.0.0.1:{port}", "--nthreads", "2", "--no-nanny", "--no-dashboard"]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *arguments in (scheduler, worker)
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ---------------------------------------------------------------- what cannot be done


def refused(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["cover", "src", "--isolated", "--no-write", *arguments])
    assert done.exit_code == 2, done.output
    return done.stderr


def test_a_scheduler_that_is_not_there(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setattr(clusters, "WITHIN", 1.0)
    port = free_port()
    assert f"cannot reach the scheduler at tcp://127.0.0.1:{port} within 1 s" in refused(
        "--executor", f"dask://127.0.0.1:{port}"
    )


def test_what_is_no_executor(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert "not an executor; wanted dask://HOST:PORT" in refused("--executor", "127.0.0.1:8786")
    asked = ("--executor", "dask://127.0.0.1:8786")
    assert "the files of this machine" in refused(*asked, "--allow", "files")
    monkeypatch.setattr(clusters.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'clew[cluster]'" in refused(*asked)


def test_workers_of_another_clew_are_refused(cluster: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    own = remote.identity()
    monkeypatch.setattr(remote, "identity", lambda: own)  # is made there anew, from this text
    monkeypatch.setattr(clusters, "_unlike", lambda whose, other, own: f"{whose} is not {own}")
    with monkeypatch.context() as patched:
        patched.setattr(remote.Identity, "__eq__", lambda self, other: False)
        assert "the scheduler is not Identity(" in refused("--executor", at(cluster))


@pytest.mark.slow
def test_ctrl_c_leaves_nothing_behind(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(ENDLESS)
    command = [sys.executable, "-m", "clew", "cover", "subject.py", "--executor", at(cluster), "--effort", "thorough"]
    limits = ["--work", "3000000000000", "--paths", "1000000", "--attack", "0", "--suite", "small", "--jobs", "1"]
    running = subprocess.Popen(
        [*command, *limits], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with distributed.Client(cluster, set_as_default=False) as client:

        def is_exploring_the_second() -> bool:
            return bool(rows(tmp_path / ".clew/ledger.sqlite")) and any(client.run(hosts_at_work).values())

        assert until(is_exploring_the_second), running.poll()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
        assert running.returncode == 130, err
        assert "interrupted" in out
        assert until(lambda: not any(client.run(hosts_at_work).values()), 5)
        assert until(lambda: not any(client.processing().values()), 5)
    assert rows(tmp_path / ".clew/ledger.sqlite") == ["subject::short"]


def rows(ledger: Path) -> list[str]:
    if not ledger.exists():
        return []
    with contextlib.closing(sqlite3.connect(ledger)) as connection, contextlib.suppress(sqlite3.OperationalError):
        return [unit for (unit,) in connection.execute("select unit from result")]
    return []


def hosts_at_work(dask_worker: Any) -> list[str]:
    workshop = dask_worker.plugins.get(remote.Workshop.name)
    return [] if workshop is None else list(workshop.running)


# ---------------------------------------------------------------- snapshots


def test_a_snapshot_is_named_by_what_is_in_it(project: Path, tmp_path: Path) -> None:
    here = Snapshot.of([str(project)])
    lay_out(here.packed, str(tmp_path / "there"))
    there = Snapshot.of([str(tmp_path / "there" / "0")])
    assert there.digest == here.digest
    (tmp_path / "there/0/src/shop/rates.json").write_text("{}")
    assert Snapshot.of([str(tmp_path / "there" / "0")]).digest != here.digest


def test_a_snapshot_has_no_hidden_or_installed_files(tmp_path: Path) -> None:
    for name in ("a.py", "data/b.csv", ".git/c", "venv/pyvenv.cfg", "venv/lib/d.py", "__pycache__/e.pyc"):
        (tmp_path / "from" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "from" / name).write_text(name)
    lay_out(Snapshot.of([str(tmp_path / "from")]).packed, str(tmp_path / "to"))
    found = sorted(str(path.relative_to(tmp_path / "to")) for path in (tmp_path / "to").rglob("*") if path.is_file())
    assert found == ["0/a.py", "0/data/b.csv"]


def test_the_folder_of_a_project_is_what_has_its_file(project: Path, tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text("")
    targets, _ = discover([str(project / "src"), str(tmp_path / "alone.py")], cwd=str(project))
    assert places_of(targets, [str(project / "src")]) == tuple(sorted([str(project), str(tmp_path)]))


def test_paths_in_answers_are_moved() -> None:
    own = [(mark(0), "/home/me")]
    assert moved((mark(0) + "/a", {"x": [mark(0)]}, 3, b"y"), own) == ("/home/me/a", {"x": ["/home/me"]}, 3, b"y")
