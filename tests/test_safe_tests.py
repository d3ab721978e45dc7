"""The tests that are written harm nothing and do the same everywhere: run ten times among files one would miss.

Every function of the subjects below is called with names, folders, roots and nonsense.  What is written of that is run
by pytest itself in a folder that has files of such names, under other hash seeds, time zones, folders, orders and
options; afterwards the folder is byte for byte what it was, and no test has failed once.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script, Target
from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Case, Literal, Made, Name, Recipe
from clew.testgen.render import RenderedCase, render_case, script_of
from clew.testgen.suite import SuiteCase, write_suite
from clew.workers.limits import MEGABYTE, Limits

EXAMPLES = Path(__file__).parent.parent / "examples"
HARM = (Path(__file__).parent / "misbehaving" / "harm.py").read_text(encoding="utf-8")
CHANCE = (Path(__file__).parent / "misbehaving" / "chance.py").read_text(encoding="utf-8")
PRECIOUS = ("build/x.o", "cache/entry", "data.db", "app.log", "a", "b", "x", "0", "None", "notes/~/kept", "home/.harm")
PLACES = ("", ".", "..", "/", "~", "a", "a/b", "data.db", None, 1)
LIMITS = Limits(memory=200 * MEGABYTE)

SHUFFLED = """
import os, random

def pytest_collection_modifyitems(items):
    random.Random(int(os.environ["SHUFFLE"])).shuffle(items)
"""


def functions_of(text: str) -> list[tuple[str, int]]:
    """The public functions of a subject, with the number of their parameters."""
    module = read_module(text, "subject.py", "subject")
    assert isinstance(module, Module)
    return [(u.qualname, len(u.function.parameters)) for u in module.units if u.parent is None and u.qualname[0] != "_"]


def cases_of(text: str, places: tuple[object, ...]) -> list[Case]:
    """Each function with each of the arguments, as a text and as a path."""
    found: list[Case] = []
    for name, parameters in functions_of(text):
        if parameters == 0:
            found.append(Case("subject", name, None, (), ()))
            continue
        for place in places:
            recipes: list[Recipe] = [Literal(place)]
            if isinstance(place, str):
                recipes.append(Made(Name("pathlib", "Path"), (Literal(place),)))
            found.extend(Case("subject", name, None, (recipe,) * parameters, ()) for recipe in recipes)
    return found


def replayed(folder: Path, text: str, cases: list[Case]) -> tuple[Module, list[RenderedCase], list[Replay]]:
    """What is left of the cases after replay and confirmation."""
    path = folder / "subject.py"
    path.write_text(text, encoding="utf-8")
    module = read_module(text, str(path), "subject")
    assert isinstance(module, Module), module
    rendered = [render_case(case) for case in cases]
    goals = tuple(goal for unit in module.units for goal in unit.goals)
    paths = tuple(filter(None, sys.path))
    with Replayer.start(Target("subject", str(path), text, goals, (str(folder),)), LIMITS, paths=paths) as replayer:
        answers = replayer.replay([script_of(each) for each in rendered])
        sure = [(i, answer) for i, answer in enumerate(answers) if isinstance(answer, Replayed)]
        scripts = [script_of(rendered[i], pins=answer.pins) for i, answer in sure]
        for (i, _), answer in zip(sure, replayer.confirm(scripts, [answer for _, answer in sure]), strict=True):
            answers[i] = answer
    return module, rendered, answers


def write_tests(folder: Path, text: str, cases: list[Case]) -> dict[str, int]:
    """The tests are in the folder, beside their subject; how many there are of each function."""
    module, rendered, answers = replayed(folder, text, cases)
    kept = [
        SuiteCase(case.qualname, one, answer, answer.hits)
        for case, one, answer in zip(cases, rendered, answers, strict=True)
        if isinstance(answer, Replayed)
    ]
    file = write_suite(module, kept)
    (folder / file.name).write_text(file.text, encoding="utf-8")
    counts: dict[str, int] = {}
    for each in kept:
        counts[each.qualname] = counts.get(each.qualname, 0) + 1
    return counts


def fill(folder: Path) -> None:
    for name in PRECIOUS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"precious {name}", encoding="utf-8")
    (folder / "shuffled.py").write_text(SHUFFLED, encoding="utf-8")


def digest(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for path in sorted(folder.rglob("*"))
    }


OPTIONS = ((), ("-s",), ("-W", "error"), ("-p", "no:logging"), ("--import-mode=importlib",))
ZONES = ("UTC", "Asia/Tokyo", "America/New_York")


def run_tests(folder: Path, run: int) -> subprocess.CompletedProcess[str]:
    """One of ten runs, each in other surroundings."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", ""))),
        "PYTHONHASHSEED": str(100 + 7 * run),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(folder / "home"),
        "TZ": ZONES[run % 3],
        "DEBUG": "1" * (run % 2),
        "SHUFFLE": str(run),
    }
    arguments = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "shuffled", *OPTIONS[run % 5], "--tb=short")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, str(folder / "test_subject.py")],
        cwd=(folder, folder / "build", folder / "notes")[run % 3],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        errors="replace",
    )


def check_tests(folder: Path) -> None:
    """Ten runs change nothing and fail nowhere."""
    before = digest(folder)
    for run in range(10):
        done = run_tests(folder, run)
        text = (folder / "test_subject.py").read_text(encoding="utf-8")
        assert done.returncode == 0, f"run {run}\n{done.stdout[-6000:]}{done.stderr}\n{text}"
        assert digest(folder) == before, f"run {run}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of a user's, not called as those of pytest are, nor above them."""
    made = tmp_path / "user" / "project"
    made.mkdir(parents=True)
    fill(made)
    return made


@pytest.mark.slow
def test_what_touches_files_harms_none(folder: Path) -> None:
    counts = write_tests(folder, HARM, cases_of(HARM, PLACES))
    missing = {name for name, _ in functions_of(HARM)} - counts.keys()
    assert missing == REFUSED
    check_tests(folder)


# Nothing that these do can be made safe.
REFUSED = {"absolute", "at_exit", "alarm", "outside_and_missing", "machine", "thread", "descriptor", "process"}
REFUSED |= {"closes_output", "replaces_output", "patches", "lowers_limit", "traces"}


@pytest.mark.slow
def test_what_depends_on_chance_is_steady(folder: Path) -> None:
    write_tests(folder, CHANCE, cases_of(CHANCE, ("a", "bc", 0, 5, None)))
    check_tests(folder)


@pytest.mark.slow
@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_examples(example: str, folder: Path) -> None:
    (folder / "subject.py").write_text((EXAMPLES / example).read_text(encoding="utf-8"), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "clew",
        "cover",
        "subject.py",
        "--isolated",
        "--fresh",
        "--seconds",
        "3",
        "--suite",
        "small",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "tests in" in done.stdout, done.stdout + done.stderr
    (folder / "clew_tests" / "test_subject.py").rename(folder / "test_subject.py")
    check_tests(folder)


# ---------------------------------------------------------------- one call at a time


@pytest.fixture(scope="module")
def harm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replayer]:
    root = tmp_path_factory.mktemp("project")
    (root / "harm.py").write_text(HARM, encoding="utf-8")
    (root / "chance.py").write_text(CHANCE, encoding="utf-8")
    target = Target("harm", str(root / "harm.py"), HARM, (), (str(root),))
    with Replayer.start(target, LIMITS, paths=tuple(filter(None, sys.path))) as replayer:
        yield replayer


def answer_of(replayer: Replayer, call: str) -> Replay:
    (answer,) = replayer.replay([Script(("from harm import *", "import chance"), (), call)])
    return answer


CHDIR = "monkeypatch.chdir(tmp_path)"
MISSING = ("import sys", 'monkeypatch.setitem(sys.modules, "package_that_nobody_has", None)')


@pytest.mark.parametrize(
    ("call", "pins"),
    [
        ("clean()", (CHDIR,)),
        ("wipe('build')", (CHDIR,)),
        ("wipe_quietly('build')", (CHDIR,)),
        ("remove('a')", (CHDIR,)),
        ("go('/')", (CHDIR,)),
        ("where()", (CHDIR,)),
        ("listed()", (CHDIR,)),
        ("database('x')", (CHDIR,)),
        ("in_home('x')", (CHDIR, 'monkeypatch.setenv("HOME", str(tmp_path))')),
        ("temporary()", (CHDIR, 'monkeypatch.setattr("tempfile.tempdir", str(tmp_path))')),
        ("chance.debug()", ('monkeypatch.delenv("DEBUG", raising=False)',)),
        (
            "chance.die()",
            (
                "import functools",
                "import random",
                "request.addfinalizer(functools.partial(random.setstate, random.getstate()))",
                "random.seed(0)",
            ),
        ),
        ("chance.arguments()", ('monkeypatch.setattr("sys.argv", ["program"])',)),
        ("chance.asked()", ('monkeypatch.setattr("sys.stdin", io.StringIO())',)),
        ("chance.warned()", ('@pytest.mark.filterwarnings("ignore")',)),
        (
            "chance.token()",
            ('monkeypatch.setattr("os.urandom", bytes)', 'monkeypatch.setattr("random._urandom", bytes)'),
        ),
        ("chance.optional(1)", MISSING),
        ("chance.looked_for()", MISSING),
        ("puts_output_back()", ()),
        ("own_place()", ()),
        ("chance.plain(3)", ()),
        ("chance.measured()", ()),
    ],
)
def test_what_a_test_is_given(harm: Replayer, call: str, pins: tuple[str, ...]) -> None:
    answer = answer_of(harm, call)
    assert isinstance(answer, Replayed), answer
    assert answer.pins == pins


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        ("wipe('/no/such/folder')", "side-effect-blocked", "delete /no/such/folder"),
        ("wipe_quietly('..')", "side-effect-blocked", "delete .."),
        ("remove('../../../a')", "side-effect-blocked", "delete ../../../a"),
        ("remove('/a')", "side-effect-blocked", "delete /a"),
        ("absolute()", "side-effect-blocked", "write /"),
        ("machine()", "side-effect-blocked", "it looks at /etc/hostname"),
        ("place_of('/etc/hostname')", "side-effect-blocked", "it looks at /etc"),
        ("listed_at('/')", "side-effect-blocked", "it looks at /"),
        ("at_exit()", "side-effect-blocked", "atexit.register"),
        ("alarm()", "side-effect-blocked", "signal.alarm"),
        ("thread()", "side-effect-blocked", "goes on after the call"),
        ("descriptor(1)", "side-effect-blocked", "descriptor os.close(1)"),
        ("closes_output()", "side-effect-blocked", "sys.stdout closed or replaced"),
        ("replaces_output()", "side-effect-blocked", "sys.stderr closed or replaced"),
        ("patches()", "side-effect-blocked", "builtins.print changed"),
        ("lowers_limit()", "side-effect-blocked", "the recursion limit changed"),
        ("traces()", "side-effect-blocked", "the trace function changed"),
        ("opened(1)", "side-effect-blocked", "descriptor open(1)"),
        ("chance.own_generator()", "nondeterministic", "without a seed"),
        ("chance.module_generator()", "nondeterministic", "without a seed"),
    ],
)
def test_what_no_test_does(harm: Replayer, call: str, code: str, text: str) -> None:
    answer = answer_of(harm, call)
    assert isinstance(answer, NotReplayed), answer
    assert answer.reason.code == code
    assert text in answer.reason.text


def test_the_order_of_objects_is_not_what_a_test_holds(tmp_path: Path) -> None:
    """Addresses lie alike by luck: for two objects in half of all processes, and so in all of the replay."""
    for name in ("first_of_things", "object_hash"):
        _, _, (answer,) = replayed(tmp_path, CHANCE, [Case("subject", name, None, (), ())])
        assert isinstance(answer, Replayed)
        assert answer.outcome.text is None


def test_a_copy_of_a_generator_without_a_seed_has_none(tmp_path: Path) -> None:
    """Whatever it draws looks the same here: only that it draws tells."""
    text = """
import copy
import random

UNSEEDED, SEEDED = random.Random(), random.Random(3)
COPY = copy.copy(UNSEEDED)
LATE = random.Random()
LATE.seed(5)

def f(x):
    return UNSEEDED.random() < 2

def g(x):
    return COPY.random() < 2

def h(x):
    return SEEDED.random()

def i(x):
    return LATE.random()

def j(x):
    mine = random.Random(1)
    mine.setstate(UNSEEDED.getstate())
    return mine.random() < 2
"""
    _, _, answers = replayed(tmp_path, text, [Case("subject", name, None, (Literal(1),), ()) for name in "fghij"])
    kept = [isinstance(answer, Replayed) for answer in answers]
    assert kept == [False, False, True, True, False]
    assert all("without a seed" in answer.reason.text for answer in answers if isinstance(answer, NotReplayed))


def test_an_import_that_writes(tmp_path: Path) -> None:
    """Its tests would write, too, wherever they are run."""
    text = "import os\nos.makedirs('cache', exist_ok=True)\n\ndef f(x):\n    return x\n"
    _, _, (answer,) = replayed(tmp_path, text, [Case("subject", "f", None, (Literal(1),), ())])
    assert isinstance(answer, NotReplayed)
    assert "importing it changes cache" in answer.reason.text
    text = "import os\n\ndef f(x):\n    return os.path.join('cache', x)\n"
    _, _, (answer,) = replayed(tmp_path, text, [Case("subject", "f", None, (Literal("a"),), ())])
    assert isinstance(answer, Replayed)
    assert answer.pins == ()


def test_variables_that_an_import_asks_for(tmp_path: Path) -> None:
    """No fixture comes before the import: what depends on them is not written."""
    text = """
import os
LOUD = os.environ.get("SUBJECT_LOUD")
SIZE = int(os.environ.get("SUBJECT_SIZE", "2"))

def f(x):
    return "loud" if LOUD else x

def g(x):
    return [x]
"""
    cases = [Case("subject", name, None, (Literal(0),), ()) for name in "fg"]
    _, _, (depends, does_not) = replayed(tmp_path, text, cases)
    assert isinstance(depends, NotReplayed)
    assert depends.reason.code == "nondeterministic"
    assert isinstance(does_not, Replayed)
    assert does_not.outcome.text == "[0]"
