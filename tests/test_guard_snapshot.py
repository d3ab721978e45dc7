"""A snapshot puts the state of a module back, whatever a run did to it."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.concolic.snapshot import Snapshot

HERE = Path(__file__).parent / "misbehaving"


@pytest.fixture
def stateful() -> Iterator[types.ModuleType]:
    spec = importlib.util.spec_from_file_location("stateful", HERE / "stateful.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["stateful"] = module
    everything_else = Snapshot.take([])
    spec.loader.exec_module(module)
    yield module
    everything_else.restore()
    del sys.modules["stateful"]


def test_every_run_finds_the_same_state(stateful: types.ModuleType) -> None:
    snapshot = Snapshot.take([stateful])
    runs = []
    for _ in range(4):
        runs.append(stateful.change_everything())
        snapshot.restore()
    for run in runs[1:]:
        assert run == runs[0]
    assert "counter" in vars(stateful)
    assert len("ab") == 2


def test_objects_keep_their_identity(stateful: types.ModuleType) -> None:
    snapshot = Snapshot.take([stateful])
    names = ("numbers", "table", "members", "recent", "buffer", "registry", "slotted", "record", "Registry")
    before = [vars(stateful)[name] for name in names]
    inner = stateful.numbers[1]
    stateful.change_everything()
    stateful.numbers = []
    snapshot.restore()
    assert all(vars(stateful)[name] is old for name, old in zip(names, before, strict=True))
    assert stateful.numbers[1] is inner
    assert inner == [2, 3]


def test_what_cannot_be_put_back_is_reported(stateful: types.ModuleType) -> None:
    assert Snapshot.take([stateful]).unrestorable == ("stateful.rows: generator",)


def test_a_replaced_instance_dictionary(stateful: types.ModuleType) -> None:
    snapshot = Snapshot.take([stateful])
    old = vars(stateful.registry)
    stateful.registry.__dict__ = {"values": 3}
    snapshot.restore()
    assert vars(stateful.registry) is old
    assert old == {"values": [1]}


def test_large_state_is_bounded() -> None:
    module = types.ModuleType("large")
    module.rows = [[n] for n in range(50_000)]  # type: ignore[attr-defined]
    snapshot = Snapshot.take([module])
    assert "more than" in snapshot.unrestorable[0]
    with contextlib.suppress(IndexError):
        module.rows.clear()  # type: ignore[attr-defined]
    snapshot.restore()
    assert len(module.rows) == 50_000  # type: ignore[attr-defined]


def test_parts_of_functions_are_put_back_each_time() -> None:
    module = types.ModuleType("parts")
    exec("def f(a=1, *, b=2): return a, b\ndef g(a=3, *, b=4): return b, a\n", vars(module))
    snapshot = Snapshot.take([module])
    f, g = vars(module)["f"], vars(module)["g"]
    for _ in range(2):
        f.__annotations__["a"] = int  # what functions hold besides
        f.__code__, f.__defaults__, g.__kwdefaults__ = g.__code__, (5,), {"b": 6}
        assert (f(), g()) == ((2, 5), (6, 3))
        snapshot.restore()
        assert (f(), g()) == ((1, 2), (4, 3))
