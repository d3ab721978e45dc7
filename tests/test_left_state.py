"""What tests leave in the module: nothing, so that tests of the user's in the same process find it as it was imported.

Every function of the subject changes state of its module.  The tests that are written of their calls run among tests
that look at that state, in many orders; and each holds however often it runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from test_safe_tests import cases_of, functions_of, replayed

from clew.checking.script import NotReplayed, Replayed
from clew.frontend.module import Module
from clew.inputs.recipes import Case, Literal, Made, Name
from clew.testgen.suite import SuiteCase, write_suite

LEAVING = (Path(__file__).parent / "misbehaving" / "leaving.py").read_text(encoding="utf-8")

THEIRS = """
import copy, decimal, gc, os, random, sys
import subject

def state():
    names = ("REGISTRY", "CACHE", "TABLE", "COUNT", "MODE", "RECENT", "LETTERS")
    yield from (copy.deepcopy(getattr(subject, name)) for name in names)
    yield repr(subject.IDS)
    yield from (subject.Registry.made, list(subject.Registry.names), hasattr(subject, "MADE"))
    yield from (subject.REGISTERED.rows[:], subject.REGISTERED.size, subject.SLOTTED.rows[:])
    yield subject.INSTANCES["first"].rows[:]
    yield copy.deepcopy((subject.keeps.__defaults__, subject.keeps.__kwdefaults__, subject.Account.keeps.__defaults__))
    yield from (vars(subject.called).copy(), subject.cached.cache_info(), subject.Account.cached.cache_info())
    yield from (decimal.getcontext().prec, gc.isenabled(), sys.excepthook, [*sys.path], random.getstate())
    mask = os.umask(0o022)
    os.umask(mask)
    yield mask

AS_IMPORTED = list(state())

"""
THEIRS += "\n".join(f"def test_theirs_{number}():\n    assert list(state()) == AS_IMPORTED\n" for number in range(8))

OBJECTS = (Path(__file__).parent / "misbehaving" / "leaving_objects.py").read_text(encoding="utf-8")

THEIRS_OF_OBJECTS = """
import io, logging, operator
import subject

def state():
    yield from (subject.LOCK.locked(), repr(subject.AGAIN)[:9], subject.READY.is_set(), vars(subject.HERE).copy())
    yield from (subject.FREE._value, subject.BOUNDED._value, subject.JOBS.qsize(), subject.SIMPLE.qsize())
    yield from (subject.JOBS.unfinished_tasks, subject.OUT.getvalue(), subject.TEXT.tell(), subject.BYTES.closed)
    yield from (subject.LEVEL.get(), subject.UNSET.get(None), operator.length_hint(subject.ROWS))
    yield from ([dict(each) for each in subject.LAYERS.maps], vars(subject.Colour.RED).copy())
    yield from (subject.LOG.level, subject.LOG.handlers[:], subject.LOG.propagate, subject.LOG.isEnabledFor(10))
    handlers = [each for each in logging.root.handlers if type(each) is logging.StreamHandler]
    yield from (logging.root.level, handlers, logging.root.manager.disable)
    yield from (subject.REPORT.rows[:], sorted(vars(subject.REPORT)), subject.REPORT.lock.locked())

AS_IMPORTED = list(state())

"""
THEIRS_OF_OBJECTS += "\n".join(
    f"def test_theirs_{number}():\n    assert list(state()) == AS_IMPORTED\n" for number in range(8)
)

ORDERED = """
import os, random

def pytest_collection_modifyitems(items):
    random.Random(int(os.environ["SHUFFLE"])).shuffle(items)
"""


TWICE = """
import pytest, sys

options = ["-q", "-p", "no:cacheprovider", "-p", "ordered", "--tb=short", "test_subject.py", "test_theirs.py"]
sys.exit(pytest.main(options) or pytest.main(options))
"""


def all_cases(text: str) -> list[Case]:
    cases = [case for case in cases_of(text, ("a", 1)) if not case.qualname.startswith(("Account.", "Registry.", "Sl"))]
    for name in ("Account.enters", "Account.cached"):
        cases.append(Case("subject", name, account(), (), ()))
    cases.append(Case("subject", "keeps", None, (Literal(1),), ()))
    cases.append(Case("subject", "Account.keeps", None, (Literal(1),), ()))
    return cases


def account() -> Made:
    return Made(Name("subject", "Account"), (Literal("a"),), ())


def run(folder: Path, order: int) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder), "SHUFFLE": str(order), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", TWICE],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def confirmed(folder: Path, subject: str, cases: list[Case]) -> tuple[Module, list[SuiteCase]]:
    """The module, and the cases as tests; none of them is refused."""
    module, rendered, answers = replayed(folder, subject, cases)
    refused = [(c.qualname, a.reason.text) for c, a in zip(cases, answers, strict=True) if isinstance(a, NotReplayed)]
    assert refused == []
    kept = [
        SuiteCase(case.qualname, one, answer, answer.hits)
        for case, one, answer in zip(cases, rendered, answers, strict=True)
        if isinstance(answer, Replayed)
    ]
    return module, kept


def written(folder: Path, subject: str, cases: list[Case], theirs: str) -> str:
    """The tests of the cases, beside those of a user's."""
    module, kept = confirmed(folder, subject, cases)
    text = write_suite(module, kept).text
    (folder / "test_subject.py").write_text(text, encoding="utf-8")
    (folder / "test_theirs.py").write_text(theirs, encoding="utf-8")
    (folder / "ordered.py").write_text(ORDERED, encoding="utf-8")
    return text


def test_nothing_is_left(tmp_path: Path) -> None:
    text = written(tmp_path, LEAVING, all_cases(LEAVING), THEIRS)
    for order in range(6):
        done = run(tmp_path, order)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    assert [line.strip() for line in text.splitlines() if "# leaves" in line] == ["# leaves changed: subject.STEP"]


def test_objects_of_the_library_are_left_as_they_were(tmp_path: Path) -> None:
    cases = [Case("subject", name, None, (), ()) for name, _ in functions_of(OBJECTS) if "." not in name]
    text = written(tmp_path, OBJECTS, cases, THEIRS_OF_OBJECTS)
    for order in range(4):
        done = run(tmp_path, order)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    assert [line.strip() for line in text.splitlines() if "# leaves" in line] == ["# leaves changed: subject.NUMBERS"]
    for line in (
        'monkeypatch.setattr("subject.LOCK", threading.Lock())',
        'monkeypatch.setattr("subject.JOBS", queue.Queue(5))',
        'monkeypatch.setattr("subject.TEXT", io.StringIO("one\\ntwo\\n"))',
        'monkeypatch.setattr("subject.COLOURS", itertools.cycle(["red", "blue"]))',
        'monkeypatch.setattr("subject.ROWS", iter([1, 2, 3]))',
        'request.addfinalizer(functools.partial(vars(subject.REPORT).pop, "total", None))',
        'vars(subject.REPORT).pop("total", None)',
    ):
        assert line in text


def test_an_import_of_logging_changes_no_logger() -> None:
    program = (
        "import sys\nfrom clew.checking.process_state import ProcessState\nassert 'logging' not in sys.modules\n"
        "state = ProcessState()\nstate.begin()\nimport logging\nassert state.left() == frozenset()\nstate.begin()\n"
        "logging.root.setLevel(10)\n"
        "assert [each.path for each in state.left()] == ['level of logging.root'] and logging.root.level == 30\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_import_of_decimal_changes_no_context() -> None:
    """A run that imports it, and no more, leaves what the import of a test would; one that changes it does not."""
    program = (
        "import sys\nfrom clew.checking.process_state import ProcessState\nassert 'decimal' not in sys.modules\n"
        "state = ProcessState()\nstate.begin()\nimport decimal\nassert state.left() == frozenset()\nstate.begin()\n"
        "decimal.getcontext().traps[decimal.Inexact] = True\n"
        "assert [each.path for each in state.left()] == ['the decimal context']\n"
        "assert not decimal.getcontext().traps[decimal.Inexact] and decimal.getcontext().prec == 28\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
