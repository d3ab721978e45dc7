"""Tests that read the state of a module hold whatever the user's own tests did to it before.

Some functions of the subject change the state of their module, the others read it.  The tests that are written of the
readers run among tests of a user's that change all of it and put nothing back.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from test_left_state import ORDERED, confirmed, run
from test_safe_tests import functions_of

from clew.effects.changes import MUTATORS
from clew.frontend.state_changes import state_changes
from clew.inputs.recipes import Case, Literal
from clew.testgen.suite import write_suite

READING = (Path(__file__).parent / "misbehaving" / "reading.py").read_text(encoding="utf-8")

THEIRS = """
import subject

def test_theirs():
    subject.sets_level(100)
    subject.registers("a")
    subject.registers(1)
    subject.happens("now")
    subject.switches("fast")
    subject.enables()
    subject.opens()
    subject.counts()
    subject.keeps(7)
    subject.remembered()
    subject.binds("y")
"""


def lines_for_readers(folder: Path) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The tests of all functions, and the lines before the call in those of the readers."""
    cases = [
        Case("subject", name, None, (Literal(argument),) * min(parameters, 1), ())
        for name, parameters in functions_of(READING)
        for argument in ((1, "a") if "registry" in name else (1,))
        if "." not in name
    ]
    module, kept = confirmed(folder, READING, cases)
    pins = {each.qualname: each.replayed.pins for each in kept if each.qualname.startswith("reads_")}
    return write_suite(module, kept).text, pins


def test_what_others_changed_is_as_it_was_imported(tmp_path: Path) -> None:
    text, pins = lines_for_readers(tmp_path)
    (tmp_path / "test_subject.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_theirs.py").write_text(THEIRS, encoding="utf-8")
    (tmp_path / "ordered.py").write_text(ORDERED, encoding="utf-8")
    for order in range(4):
        done = run(tmp_path, order)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    assert pins == {
        "reads_level": ('monkeypatch.setattr("subject.LEVEL", 3)',),
        "reads_limit": (),
        "reads_table": (),
        "reads_registry": ('monkeypatch.setattr("subject.REGISTRY", {})',),
        "reads_recent": (
            "import collections",
            "monkeypatch.setattr(\"subject.RECENT\", collections.deque(['first'], maxlen=2))",
        ),
        "reads_mode": ("monkeypatch.setattr(\"subject.MODE\", 'slow')",),
        "reads_debug": ('monkeypatch.setattr("subject.CONFIG.debug", False)',),
        "reads_names": ('monkeypatch.setattr("subject.CONFIG.names", [])',),
        "reads_size": (
            "import functools",
            "import subject",
            'request.addfinalizer(functools.partial(vars(subject.CONFIG).pop, "size", None))',
            'monkeypatch.setattr("subject.CONFIG.names", [])',
            'vars(subject.CONFIG).pop("size", None)',
        ),
        "reads_made": ('monkeypatch.setattr("subject.Cart.made", 0)',),
        "reads_rows": ('monkeypatch.setattr("subject.Cart.rows", [])',),
        "reads_currency": (),
        "reads_times": (
            'monkeypatch.setattr("subject.counts.times", None, raising=False)',
            'monkeypatch.delattr("subject.counts.times")',
        ),
        "reads_default": ('monkeypatch.setattr("subject.keeps.__defaults__", ([],))',),
        "reads_bound": (
            "import subject",
            "monkeypatch.setattr(\"subject.BOUND\", {'x': 1})",
            'monkeypatch.setattr("subject.ALSO_BOUND", subject.BOUND)',
        ),
        "reads_remembered": (
            "import subject",
            'monkeypatch.setattr("subject.LEVEL", 3)',
            "request.addfinalizer(subject.remembered.cache_clear)",
            "subject.remembered.cache_clear()",
        ),
        "reads_either": ('monkeypatch.setattr("subject.LEVEL", 3)',),
    }


@pytest.mark.parametrize(
    ("body", "variables", "attributes", "of_objects"),
    [
        ("global A; A = 1", {"A"}, set(), set()),
        ("global A; del A", {"A"}, set(), set()),
        ("A = 1", set(), set(), set()),
        ("A['x'] = 1", {"A"}, set(), set()),
        ("A['x'][0].append(1)", {"A"}, set(), set()),
        ("A.setdefault(x, []).append(1)", {"A"}, set(), set()),
        ("A.get(x)", set(), set(), set()),
        ("x.append(1)", set(), set(), set()),
        ("x.rows.append(1)", set(), {"rows"}, set()),
        ("A.made += 1", set(), {"made"}, {"made"}),
        ("A.b.made = 1", set(), {"made"}, {"made"}),
        ("x.made = 1", set(), set(), {"made"}),
        ("x.__class__.made = 1", set(), {"made"}, {"made"}),
        ("type(x).made = 1", set(), {"made"}, {"made"}),
        ("setattr(A, 'made', 1)", set(), {"made"}, set()),
    ],
)
def test_what_a_text_changes(body: str, variables: set[str], attributes: set[str], of_objects: set[str]) -> None:
    found = state_changes(f"def f(x):\n    {body}\n", MUTATORS)
    assert (found.variables, found.attributes, found.of_objects) == (variables, attributes, of_objects)


def test_what_runs_at_import_changes_nothing_later() -> None:
    found = state_changes("A = {}\nA['x'] = 1\nfor n in 'ab':\n    A[n] = n\n", MUTATORS)
    assert (found.variables, found.attributes, found.of_objects) == (set(), set(), set())


def test_constructors_set_what_is_their_own() -> None:
    text = "class C:\n    def __init__(self, x):\n        self.made = x\n    def change(self):\n        self.size = 1\n"
    assert state_changes(text, MUTATORS).of_objects == {"size"}


def test_a_text_that_is_no_python_changes_nothing() -> None:
    assert state_changes("def f(:", MUTATORS).variables == set()
