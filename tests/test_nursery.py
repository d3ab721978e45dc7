"""Zygotes: hosts are forked from them, and nothing outlives its owner."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.workers.host import Host
from clew.workers.host_protocol import Died, Done, Ready
from clew.workers.limits import MEGABYTE, Limits
from clew.workers.nursery import Nursery

PATHS = (str(Path(__file__).parent / "misbehaving"), *(p for p in sys.path if p))
LIMITS = Limits(memory=1024 * MEGABYTE, cpu=5.0, wall=30.0, quiet=30.0)


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    with Nursery() as made:
        yield made


def start(nursery: Nursery, payload: Any = 2, **options: Any) -> Host:
    return Host.start("tasks:prepare", payload, LIMITS, paths=PATHS, nursery=nursery, **options)


def parent_of(pid: int | None) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def pid_of(host: Host) -> int:
    assert host._process is not None
    pid = host._process.pid
    assert pid is not None
    return pid


def value(answer: Done | Died) -> Any:
    assert isinstance(answer, Done), answer
    return answer.value


def test_hosts_of_one_seed_have_one_zygote_and_lives_of_their_own(nursery: Nursery) -> None:
    environment = (("CLEW_TEST", "one"),)
    with (
        start(nursery, 1, environment=environment) as one,
        start(nursery, 5) as other,
        start(nursery, hash_seed=1) as far,
    ):
        assert value(one.run("tasks:double", 1)) == 3
        assert value(other.run("tasks:double", 1)) == 7
        assert value(one.run("tasks:environment", "CLEW_TEST")) == "one"
        assert value(other.run("tasks:environment", "CLEW_TEST")) is None
        assert far.ready
        zygote = parent_of(pid_of(one))
        assert zygote == parent_of(pid_of(other)) != parent_of(pid_of(far))
        one.stop()
        assert value(other.run("tasks:double", 2)) == 9


def test_a_zygote_that_is_killed_is_replaced(nursery: Nursery) -> None:
    with start(nursery, 1) as host:
        assert host.ready
        first = pid_of(host)
        os.kill(parent_of(first), signal.SIGKILL)
        deadline = time.monotonic() + 10
        while is_alive(first):
            assert time.monotonic() < deadline, "the host outlives its zygote"
            time.sleep(0.01)
        answer = host.run("tasks:double", 1)
        if isinstance(answer, Died):  # its end was not known yet
            answer = host.run("tasks:double", 1)
        assert value(answer) == 3
        assert pid_of(host) != first


def test_closing_the_nursery_ends_its_hosts() -> None:
    nursery = Nursery()
    host = start(nursery)
    assert host.ready
    pid = pid_of(host)
    nursery.close()
    deadline = time.monotonic() + 10
    while is_alive(pid):
        assert time.monotonic() < deadline, "still running"
        time.sleep(0.01)
    host.close()


def test_a_host_that_cannot_import_tells_its_status(nursery: Nursery) -> None:
    with Host.start("importing:prepare", "dies", LIMITS, paths=PATHS, nursery=nursery) as host:
        assert isinstance(host.ready, Died)
        assert "exited with code 5" in host.ready.text


def test_hosts_of_one_stem_are_forks_of_what_it_prepared(nursery: Nursery) -> None:
    with start_from("package", nursery, 1) as one, start_from("package", nursery, 2) as other:
        shared, own, pid = value(one.run("tasks:given"))
        again, theirs, their_pid = value(other.run("tasks:given"))
        assert shared == again
        assert shared[:2] == (None, "package")
        assert (own, theirs) == (1, 2)
        assert pid != their_pid
        stem = parent_of(pid_of(one))
        assert stem == parent_of(pid_of(other)) == shared[2]
    with start_from("another package", nursery, 3) as far:
        assert value(far.run("tasks:given"))[0][1] == "another package"
        assert parent_of(pid_of(far)) != stem


def test_hosts_of_a_stem_have_scratch_directories_of_their_own(nursery: Nursery) -> None:
    with start_from("package", nursery, 1) as one, start_from("package", nursery, 2) as other:
        mine, theirs = value(one.run("tasks:write_here")), value(other.run("tasks:write_here"))
        assert os.path.dirname(mine) != os.path.dirname(theirs)
        assert not os.path.exists(mine) and not os.path.exists(theirs)  # swept
    nursery.close()
    assert not os.path.exists(os.path.dirname(os.path.dirname(mine)))


def test_without_its_stem_a_host_prepares_alone(nursery: Nursery) -> None:
    with start_from("package", nursery, 1) as host:
        assert host.ready
        os.kill(parent_of(pid_of(host)), signal.SIGKILL)
        answer = host.run("tasks:given")
        if isinstance(answer, Died):  # its end was not known yet
            answer = host.run("tasks:given")
        assert value(answer)[:2] == (None, 1)


def test_a_stem_that_cannot_prepare_says_why_for_each_host(nursery: Nursery) -> None:
    for _ in range(2):
        with Host.start("importing:prepare", "fine", LIMITS, paths=PATHS, nursery=nursery, stem="raises") as host:
            assert isinstance(host.ready, Died)
            assert host.ready.code == "cannot-import"
            assert "ZeroDivisionError" in host.ready.text


def test_a_host_whose_stem_does_not_end_says_so(nursery: Nursery) -> None:
    limits = Limits(memory=1024 * MEGABYTE, cpu=5.0, wall=30.0, quiet=30.0, prepare_wall=1.0)
    with Host.start("importing:prepare", "fine", limits, paths=PATHS, nursery=nursery, stem="waits") as host:
        assert isinstance(host.ready, Died)
        assert host.ready.code == "timeout"


def test_a_host_that_is_asked_late_has_its_time_from_then_on(nursery: Nursery) -> None:
    limits = Limits(memory=1024 * MEGABYTE, cpu=5.0, wall=30.0, quiet=30.0, prepare_wall=1.0)
    with Host.start("tasks:prepare_from", 1, limits, paths=PATHS, nursery=nursery, stem="late") as host:
        time.sleep(1.5)
        assert isinstance(host.ready, Ready)


def test_without_a_stem_that_dies_in_its_preparation_a_host_prepares_alone(nursery: Nursery) -> None:
    with Host.start("importing:prepare", "fine", LIMITS, paths=PATHS, nursery=nursery, stem="dies") as host:
        assert value(host.run("importing:answer", 1)) == 2


def start_from(stem: str, nursery: Nursery, payload: int) -> Host:
    return Host.start("tasks:prepare_from", payload, LIMITS, paths=PATHS, nursery=nursery, stem=stem)
