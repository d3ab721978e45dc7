"""`bench/written_tests.py` sees what differs from run to run, what always fails, and what changes files."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parent.parent / "bench"

# Each file beside what is said of its tests.
FILES = {
    "good": "def test_good():\n    assert True\n",
    "order": "import subject\n\ndef test_a():\n    assert not subject.SEEN\n\ndef test_b():\n    subject.SEEN.append(1)\n",
    "seed": "def test_seed():\n    import os\n    assert os.environ['PYTHONHASHSEED'] == '0'\n",
    "zone": "import time\n\ndef test_zone():\n    assert time.timezone == 0\n",
    "wrong": "def test_wrong():\n    assert False\n",
    "broken": "import no_such_module\n",
    "skipped": "import pytest\n\ndef test_skipped():\n    pytest.skip()\n",
    "deletes": "import pathlib\n\ndef test_deletes():\n    pathlib.Path('data.db').unlink(missing_ok=True)\n",
}


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    spec = importlib.util.spec_from_file_location("written_tests", BENCH / "written_tests.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "written_tests", module)  # dataclasses look it up
    spec.loader.exec_module(module)
    return module


def test_what_is_said_of_runs(bench: ModuleType, tmp_path: Path) -> None:
    scratch, beside = tmp_path / "scratch", tmp_path / "beside"
    bench.prepare(scratch)
    beside.mkdir()
    (beside / "subject.py").write_text("SEEN = []\n", encoding="utf-8")
    (scratch / "clew_tests").mkdir()
    for name, text in FILES.items():
        (scratch / "clew_tests" / f"test_{name}.py").write_text(text, encoding="utf-8")
    found = bench.ten_runs(scratch, (beside,))
    flaky = {test.rpartition("::")[2] for test in found.flaky}
    assert flaky == {"test_a", "test_seed", "test_zone"}
    assert found.failing == ("clew_tests/test_broken.py", "clew_tests/test_wrong.py::test_wrong")
    assert found.changed == ("data.db",)
    assert min(found.failures) >= 3  # what was skipped has not passed
    assert not found.is_good


def test_only_what_passed_is_good(bench: ModuleType) -> None:
    runs = len(bench.RUNS)
    assert bench.Ten({"a": ("passed",) * runs}, ()).is_good
    assert not bench.Ten({}, ()).is_good
    assert not bench.Ten({"a": ("passed",) * runs}, ("data.db",)).is_good
    assert not bench.Ten({"a": ("skipped",) * runs}, ()).is_good
    assert not bench.Ten({"a": ("passed",) * (runs - 1) + ("",)}, ()).is_good
