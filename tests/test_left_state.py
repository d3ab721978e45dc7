"""What tests leave in the module: nothing, so that tests of the user's in the same process find it as it was imported.

Every function of the subject changes state of its module.  The tests that are written of their calls run among tests
that look at that state, in many orders; and each holds however often it runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from test_safe_tests import cases_of, replayed

from clew.checking.script import NotReplayed, Replayed
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


def test_nothing_is_left(tmp_path: Path) -> None:
    cases = all_cases(LEAVING)
    module, rendered, answers = replayed(tmp_path, LEAVING, cases)
    refused = [(c.qualname, a.reason.text) for c, a in zip(cases, answers, strict=True) if isinstance(a, NotReplayed)]
    assert refused == []
    kept = [
        SuiteCase(case.qualname, one, answer, answer.hits)
        for case, one, answer in zip(cases, rendered, answers, strict=True)
        if isinstance(answer, Replayed)
    ]
    text = write_suite(module, kept).text
    (tmp_path / "test_subject.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_theirs.py").write_text(THEIRS, encoding="utf-8")
    (tmp_path / "ordered.py").write_text(ORDERED, encoding="utf-8")
    for order in range(6):
        done = run(tmp_path, order)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    assert [line.strip() for line in text.splitlines() if "# leaves" in line] == ["# leaves changed: subject.STEP"]
