"""Every kind of misbehaviour costs its own task, with a named reason, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from clew.workers.host import Host
from clew.workers.host_protocol import Died, Done, Ready
from clew.workers.limits import MEGABYTE, Limits

HERE = Path(__file__).parent / "misbehaving"
PATHS = (str(HERE), *(p for p in sys.path if p))
LIMITS = Limits(memory=150 * MEGABYTE, cpu=0.3, wall=20.0, quiet=20.0, file_size=4 * MEGABYTE)


def start(payload: object = 0, prepare: str = "tasks:prepare", limits: Limits = LIMITS, **options: object) -> Host:
    return Host.start(prepare, payload, limits, paths=PATHS, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with start() as host:
        yield host


@pytest.fixture(scope="module")
def hasty() -> Iterator[Host]:
    """A host that waits for little."""
    with start(limits=replace(LIMITS, quiet=0.5)) as host:
        yield host


@pytest.fixture(autouse=True)
def harmless(host: Host) -> Iterator[None]:
    """Whatever a test did, the sources are as before and the host answers."""
    before = {path: (path.read_bytes(), path.stat().st_mode) for path in HERE.glob("*.py")}
    yield
    assert before == {path: (path.read_bytes(), path.stat().st_mode) for path in HERE.glob("*.py")}
    assert not list(Path("/tmp").glob("clew-misbehaving*"))
    answer = host.run("tasks:double", 4)
    assert isinstance(answer, Done)
    assert answer.value == 8


def expect_died(host: Host, name: str, code: str, text: str) -> None:
    messages: list[str] = []
    began = time.monotonic()
    answer = host.run("tasks:call", name, messages.append)
    assert isinstance(answer, Died), answer
    assert answer.code == code, answer
    assert text in answer.text, answer
    assert messages == [f"before {name}"]
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("name", ["loop_forever", "swallow_everything", "catastrophic_regex", "huge_power"])
def test_an_endless_computation_ends_with_its_processor_time(host: Host, name: str) -> None:
    expect_died(host, name, "timeout", "more than 0.3 s of processor time")


def test_a_task_may_compute_for_longer_than_the_preparation() -> None:
    with start(limits=replace(LIMITS, cpu=30.0, prepare_wall=1.0)) as patient:
        assert isinstance(patient.run("tasks:call", "compute_for_four_seconds"), Done)


@pytest.mark.parametrize("name", ["sleep_forever", "deadlock", "ignore_signals"])
def test_silence_ends_by_the_wall_clock(hasty: Host, name: str) -> None:
    expect_died(hasty, name, "timeout", "did not end within 0.5 s")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("exit_at_once", "exited with code 3"),
        ("abort", "SIGABRT"),
        ("segfault", "SIGSEGV"),
        ("kill_self", "SIGKILL"),
        ("close_everything", "exited"),
    ],
)
def test_a_death_has_its_reason(host: Host, name: str, text: str) -> None:
    expect_died(host, name, "worker-died", text)


def test_an_overflow_of_the_stack(host: Host) -> None:
    """A crash before CPython counted C frames (3.12), an exception since."""
    match host.run("tasks:call", "overflow_the_stack"):
        case Died(code, text):
            assert code == "worker-died"
            assert "SIGSEGV" in text
        case Done(value):
            assert value == ("raised", "RecursionError")


def test_memory_is_bounded(host: Host) -> None:
    with start(limits=Limits(memory=150 * MEGABYTE, cpu=20)) as patient:
        answer = patient.run("tasks:call", "eat_memory")
    assert isinstance(answer, Done)
    assert answer.value == ("raised", "MemoryError")
    assert 100 * MEGABYTE < answer.peak < 300 * MEGABYTE
    expect_died(host, "eat_memory_and_insist", "timeout", "processor time")


@pytest.mark.parametrize(
    ("name", "exception"),
    [
        ("big_list", "MemoryError"),
        ("start_threads", "RuntimeError"),
        ("fill_disk", "OSError"),
        ("open_many_files", "OSError"),
        ("recurse", "RecursionError"),
        ("ask", "EOFError"),
        ("ask_password", "EOFError"),
        ("stop_at_breakpoint", "BdbQuit"),
        ("leave", "SystemExit"),
        ("interrupt", "KeyboardInterrupt"),
    ],
)
def test_an_ordinary_exception(host: Host, name: str, exception: str) -> None:
    answer = host.run("tasks:call", name)
    assert isinstance(answer, Done), answer
    assert answer.value == ("raised", exception)
    kinds = {record.what for record in answer.blocked}
    asks = name in ("ask", "ask_password", "stop_at_breakpoint")
    assert ("input" in kinds) == asks
    assert kinds <= {"input", "write"} if asks else not kinds


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("write_file", "write"),
        ("append_to_source", "write"),
        ("low_level_write", "write"),
        ("write_through_link", "write"),
        ("write_up", "write"),
        ("delete_file", "delete"),
        ("delete_tree", "delete"),
        ("rename_file", "rename"),
        ("change_mode", "chmod"),
        ("change_mode_by_descriptor", "chmod"),
        ("truncate", "write"),
        ("make_folder", "write"),
        ("make_pipe", "write"),
        ("open_database", "write"),
        ("connect", "network"),
        ("send_datagram", "network"),
        ("look_up", "network"),
        ("listen", "network"),
        ("download", "network"),
        ("browse", "process"),
        ("run_command", "process"),
        ("run_shell", "process"),
        ("fork_bomb", "process"),
        ("spawn_workers", "process"),
        ("replace_process", "process"),
        ("kill_parent", "process"),
        ("kill_group", "process"),
        ("load_library", "process"),
        ("call_c", "process"),
        ("lift_limits", "limits"),
    ],
)
def test_a_trace_outside_is_refused_and_recorded(host: Host, name: str, what: str) -> None:
    answer = host.run("tasks:call", name)
    assert isinstance(answer, Done), answer
    assert answer.value[0] == "raised", answer
    assert answer.blocked, answer
    assert answer.blocked[0].what == what
    assert answer.blocked[0].place.startswith(str(HERE / "subjects.py:")), answer


def test_the_kernel_refuses_what_no_audit_event_shows(host: Host) -> None:
    assert isinstance(host.ready, Ready)
    if "landlock" in host.ready.layers:
        answer = host.run("tasks:call", "attach_database")
        assert isinstance(answer, Done)
        assert answer.value == ("raised", "OperationalError")


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("print_much", "printed"),
        ("patch_builtins", "patched"),
        ("patch_pickle", "patched"),
        ("leave_threads", "threads"),
        ("set_alarm", "alarm"),
        ("register_exit", "registered"),
        ("collect_nothing", "limit"),
        ("write_in_scratch", "['my.db']"),
        ("use_asyncio", "1"),
    ],
)
def test_what_is_harmless_is_left_alone(host: Host, name: str, result: str) -> None:
    answer = host.run("tasks:call", name)
    assert isinstance(answer, Done), answer
    assert answer.value == ("returned", result)
    assert answer.blocked == ()


def test_the_scratch_directory_is_empty_for_the_next_task(host: Host) -> None:
    for _ in range(2):
        answer = host.run("tasks:call", "write_in_scratch")
        assert isinstance(answer, Done)
        assert answer.value == ("returned", "['my.db']")


def test_the_task_can_read_what_was_refused(host: Host) -> None:
    answer = host.run("tasks:drain")
    assert isinstance(answer, Done)
    assert answer.value == ["write", "network"]
    assert [record.what for record in answer.blocked] == ["write", "network"]


def test_messages_of_any_size_come_in_order(host: Host) -> None:
    sizes: list[int] = []
    wanted = (0, 1, 70_000, 20_000_000, 3)
    answer = host.run("tasks:stream", wanted, lambda message: sizes.append(len(message)))
    assert isinstance(answer, Done)
    assert tuple(sizes) == wanted


def test_messages_survive_a_death(host: Host) -> None:
    numbers: list[int] = []
    answer = host.run("tasks:die_after", 100, numbers.append)
    assert numbers == list(range(100))
    assert answer == Died("worker-died", "the process exited with code 7")
    whole: list[str] = []
    answer = host.run("tasks:die_within_a_message", None, whole.append)
    assert whole == ["whole"]
    assert isinstance(answer, Died)


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("send_object", "threading.Thread is not plain data"),
        ("send_unpicklable", "the result cannot be sent: "),
        ("fail", "IndexError: list index out of range"),
        ("missing", "has no attribute 'missing'"),
        ("write_rubbish", ""),
    ],
)
def test_what_cannot_come_back(host: Host, task: str, text: str) -> None:
    answer = host.run(f"tasks:{task}")
    assert isinstance(answer, Died), answer
    assert answer.code == "worker-died"
    assert text in answer.text


def test_a_host_that_dies_is_started_again() -> None:
    with start(5) as host:
        first: list[str] = []
        answer = host.run("tasks:kill_host", None, first.append)
        assert isinstance(answer, Died)
        assert "SIGKILL" in answer.text
        assert first == ["first"]
        assert host.run("tasks:double", 1).value == 7  # type: ignore[union-attr]


def test_an_error_of_the_listener_leaves_a_working_host() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with start(1) as host:
        with pytest.raises(KeyboardInterrupt):
            host.run("tasks:call", "loop_forever", stop)
        assert host.run("tasks:double", 1).value == 3  # type: ignore[union-attr]


def test_a_host_can_be_stopped_from_another_thread() -> None:
    with start(1, limits=Limits()) as host:
        began = time.monotonic()
        answer = host.run("tasks:call", "sleep_forever", lambda _: threading.Timer(0.1, host.stop).start())
        assert isinstance(answer, Died)
        assert answer.code == "interrupted"
        assert host.run("tasks:double", 1) == answer
        assert time.monotonic() - began < 5


def test_import_succeeds_in_spite_of_a_refusal() -> None:
    with start("writes", "importing:prepare") as host:
        assert isinstance(host.ready, Ready)
        assert [record.what for record in host.ready.blocked] == ["write"]
        answer = host.run("importing:answer", 1)
        assert isinstance(answer, Done)
        assert (answer.value, answer.blocked) == (3, ())


@pytest.mark.parametrize(
    ("what", "code", "text"),
    [
        ("raises", "cannot-import", "ZeroDivisionError: integer division or modulo by zero"),
        ("exits", "cannot-import", "SystemExit: 4"),
        ("dies", "cannot-import", "exited with code 5"),
        ("hangs", "timeout", "import"),
    ],
)
def test_import_fails_with_its_reason(what: str, code: str, text: str) -> None:
    limits = Limits(prepare_wall=0.8, cpu=0.3, wall=2)
    with start(what, "importing:prepare", limits) as host:
        assert isinstance(host.ready, Died)
        assert host.ready.code == code
        assert text in host.ready.text
        assert "clew/concolic" not in host.ready.text
        assert host.run("importing:answer", 1) == host.ready


@pytest.mark.parametrize("what", ["long", "computes"])
@pytest.mark.parametrize("stem", [None, "fine", "itself"])
def test_what_follows_the_import_has_a_limit_of_its_own(what: str, stem: str | None) -> None:
    limits = Limits(prepare_wall=0.5, survey_wall=20.0)
    with start(what, "importing:imported", limits, stem=what if stem == "itself" else stem) as host:
        assert isinstance(host.ready, Ready)
        done = host.run("importing:answer", 1)
        assert isinstance(done, Done)
        assert done.value == 5


@pytest.mark.parametrize("stem", [None, "endless"])
def test_what_follows_the_import_is_named_where_it_takes_too_long(stem: str | None) -> None:
    limits = Limits(prepare_wall=20.0, survey_wall=0.5)
    with start("endless", "importing:imported", limits, stem=stem) as host:
        assert isinstance(host.ready, Died)
        assert host.ready.code == "timeout"
        assert host.ready.text == "to look through the texts of the project took more than 0.5 s"


def test_a_host_in_each_thread() -> None:
    found: dict[int, list[int]] = {}

    def work(number: int) -> None:
        with start(number) as host:
            found[number] = [host.run("tasks:double", n).value for n in range(20)]  # type: ignore[union-attr]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: [number + 2 * n for n in range(20)] for number in range(3)}


def test_a_task_costs_a_fork() -> None:
    with Host.start("tasks:prepare", 0, LIMITS, paths=PATHS, preload=("z3",)) as host:
        taken = []
        for number in range(50):
            began = time.perf_counter()
            host.run("tasks:double", number)
            taken.append(time.perf_counter() - began)
        # 4 ms where this was written; the quickest, since the machine may be busy.
        assert min(taken) < 0.05


def test_the_environment_is_our_own_unless_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    with start() as host:
        assert host.run("tasks:environment", "SECRET_TOKEN").value is None  # type: ignore[union-attr]
        assert host.run("tasks:environment", "HOME").value == os.path.realpath(host.order.scratch)  # type: ignore[union-attr]
    with start(limits=Limits(allow=frozenset({"env"}))) as host:
        assert host.run("tasks:environment", "SECRET_TOKEN").value == "x"  # type: ignore[union-attr]


def test_allowed_kinds_are_not_refused(tmp_path: Path) -> None:
    with start(limits=Limits(cpu=5, allow=frozenset({"process", "network"}))) as host:
        answer = host.run("tasks:call", "look_up")
        assert isinstance(answer, Done)
        assert answer.blocked == ()
        answer = host.run("tasks:call", "spawn_workers")
        assert isinstance(answer, Done)
        assert answer.value == ("returned", "[1, 2]")


def test_the_hash_seed_decides_set_order() -> None:
    orders = set()
    for seed in (0, 0, 1, 2):
        with start(hash_seed=seed) as host:
            orders.add(tuple(host.run("tasks:spell_set").value))  # type: ignore[union-attr]
    assert len(orders) > 1
    assert len(orders) <= 3


def test_nothing_lives_on_when_the_caller_is_killed(tmp_path: Path) -> None:
    """The host sees its caller go, and the kernel ends a task whose host is gone."""
    code = f"""
import os, sys
sys.path[:] = {PATHS!r}
from clew.workers.limits import Limits
from clew.workers.host import Host
host = Host.start("tasks:prepare", 0, Limits(cpu=100, wall=100))
def ready(message):
    print(host._process.pid, flush=True)
host.run("tasks:call", "loop_forever", ready)
"""
    caller = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env={"TMPDIR": str(tmp_path)})
    assert caller.stdout is not None
    host = int(caller.stdout.readline())
    (child,) = _children(host)
    caller.kill()
    caller.wait()
    deadline = time.monotonic() + 5
    while _is_alive(host) or _is_alive(child):
        assert time.monotonic() < deadline, "still running"
        time.sleep(0.01)


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_closing_leaves_nothing_behind() -> None:
    host = start()
    scratch, process = host.order.scratch, host._process
    assert process is not None
    assert os.path.isdir(scratch)
    host.close()
    assert not os.path.exists(scratch)
    assert process.poll() is not None


def test_files_that_are_allowed_are_those_below_the_folders_said(tmp_path: Path) -> None:
    inside, outside = tmp_path / "project", tmp_path / "others"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "notes.txt").write_text("mine")
    with start(limits=replace(LIMITS, allow=frozenset({"write"}), folders=(str(inside),))) as host:
        answer = host.run("tasks:purge", (str(inside), str(outside)))
    assert isinstance(answer, Done), answer
    assert answer.value[0] == "deleted" and not list(inside.iterdir())
    assert answer.value[1].endswith(f"which is not below {inside}")
    assert (outside / "notes.txt").read_text() == "mine"
    assert [record.what for record in answer.blocked] == ["delete"]
