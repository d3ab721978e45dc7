"""`clew coverage` and the plugin of coverage.py: what no input reaches is left out of reports, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clew.coverage.exclusions import Excluded, FileExclusions, read_exclusions, show_exclusions
from clew.frontend.line_arcs import Blocks
from clew.source.settings import Settings

SETTINGS = '[tool.coverage.run]\nbranch = true\nsource = ["shop"]\nplugins = ["clew.coverage"]\n'

IMPOSSIBLE = {6, 13, 16, 39}
CART = """\
def price(count: int, member: bool) -> int:
    if count <= 0:
        raise ValueError("nothing")
    total = count * 10
    if total < 10:
        return 0
    if member:
        total -= 1
    elif (
        total < 5
    ):
        global seen
        seen = total
    for step in range(3):
        if step > 5:
            return -1
    while total > 7:
        total -= 7
    match total:
        case 3:
            return 3
        case _:
            pass
    return total


def long(text: str) -> bool:
    if len(text) > 70000:
        return True
    return False


class Box:
    def __init__(self, size: int) -> None:
        self.size = size

    def half(self) -> int:
        if self.size % 2 not in (0, 1):
            return -1
        return self.size // 2
"""

ALL = "import shop.cart as c\nc.price(1, True)\nc.price(2, False)\nc.long('')\nc.Box(2).half()\n" + (
    "try:\n    c.price(0, False)\nexcept ValueError:\n    pass\nfor n in range(1, 8):\n    c.price(n, True)\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package with a file, settings that name the plugin, and a script in the place of tests."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "cart.py").write_text(CART)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "run.py").write_text(ALL)
    return tmp_path


def call(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **environment}
    module = [sys.executable, "-m", *command]
    return subprocess.run(module, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def measure_of(folder: Path, cart: str, script: str) -> None:
    """Of another module, by another script."""
    (folder / "shop" / "cart.py").write_text(cart)
    (folder / "run.py").write_text(script)
    measure(folder)


def measure(folder: Path, **environment: str) -> None:
    done = call(folder, "coverage", "run", "run.py", **environment)
    assert done.returncode == 0, done.stderr


def missing(folder: Path, *options: str) -> dict[str, Any]:
    done = call(folder, "clew", "coverage", "--output-format", "json", *options)
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def states(report: dict[str, Any]) -> dict[str, str]:
    """By `line` or `line->line`."""
    parts = report["coverage"]["parts"]
    return {f"{p['line']}->{p['to']}" if "to" in p else str(p["line"]): p["state"] for p in parts}


def report(folder: Path) -> dict[str, Any]:
    """What coverage.py says of the file: its JSON."""
    done = call(folder, "coverage", "json", "-q", "-o", "out.json")
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads((folder / "out.json").read_text())["files"]["shop/cart.py"]
    return said


def test_what_no_input_reaches_is_left_out(project: Path) -> None:
    measure(project)
    before = report(project)
    found = missing(project)
    said = states(found)
    after = report(project)
    impossible = {int(place) for place, state in said.items() if state == "impossible" and "->" not in place}
    assert impossible == IMPOSSIBLE
    assert set(before["missing_lines"]) - set(after["missing_lines"]) == impossible
    assert set(after["excluded_lines"]) == impossible
    # Nothing is lost but what was missing.
    assert after["executed_lines"] == before["executed_lines"]
    assert after["summary"]["covered_branches"] <= before["summary"]["covered_branches"]
    assert after["missing_lines"] == [int(p) for p, s in said.items() if s != "impossible" and "->" not in p]


def test_loops_that_are_never_empty_have_one_way_out_less(project: Path) -> None:
    measure_of(
        project,
        "def f(n: int) -> int:\n    for i in range(3):\n        if i > n:\n            break\n    return n\n\n\n"
        "def g(n: int) -> int:\n    m = n * n\n    while m < 0:\n        m += 1\n    if m >= 0:\n        n = 1\n    return n\n",
        "import shop.cart as c\nc.f(5)\nc.f(0)\nc.g(1)\n",
    )
    assert report(project)["missing_branches"] == [[10, 11], [12, 14]]
    assert states(missing(project)) == {"11": "impossible", "12->14": "impossible"}
    after = report(project)
    assert after["missing_branches"] == [] and after["missing_lines"] == []
    assert after["summary"]["percent_covered"] == 100.0
    assert call(project, "coverage", "report", "--fail-under=100").returncode == 0


def test_what_is_shown_only_within_bounds_stays(project: Path) -> None:
    measure_of(
        project,
        "def f(xs: list[int]) -> int:\n    total = 0\n    for x in xs:\n        total += x * x\n"
        "        if total * total % 7 == 3:\n            return 1\n    return 0\n",
        "import shop.cart as c\nc.f([1])\n",
    )
    found = missing(project, "--work", "3000000")  # a tenth, after which nothing is gained
    verdicts = {goal["id"]: goal["verdict"] for unit in found["units"] for goal in unit["goals"]}
    assert verdicts["shop.cart::f:6:statement"] != "infeasible", "else this shows nothing"
    assert states(found)["6"] == "open"
    assert report(project)["missing_lines"] == [6]


def test_what_can_be_reached_comes_with_a_call(project: Path) -> None:
    (project / "run.py").write_text("import shop.cart as c\nc.price(1, True)\n")
    measure(project)
    found = missing(project)
    calls = {p["line"]: p["why"] for p in found["coverage"]["parts"] if p["state"] == "reachable" and "to" not in p}
    assert calls[3].startswith("price(") and calls[35].startswith("Box(")
    names = {test["call"] for unit in found["units"] for test in unit["tests"]}
    assert set(calls.values()) <= names


@pytest.mark.parametrize("core", ["ctrace", "pytrace"])
def test_each_core_will_do(project: Path, core: str) -> None:
    measure(project, COVERAGE_CORE=core)
    missing(project)
    assert set(report(project)["excluded_lines"]) >= IMPOSSIBLE


def test_with_the_c_tracer_proofs_that_are_there_need_no_marking(project: Path) -> None:
    measure(project)
    missing(project)
    (project / ".coverage").unlink()
    measure(project)
    assert report(project)["excluded_lines"] == []
    settings = SETTINGS + "\n[tool.coverage.clew.coverage]\nmeasures = true\n"
    (project / "pyproject.toml").write_text(settings)
    (project / ".coverage").unlink()
    measure(project, COVERAGE_CORE="ctrace")
    assert set(report(project)["excluded_lines"]) >= IMPOSSIBLE


def test_other_text_has_no_proofs(project: Path) -> None:
    measure(project)
    missing(project)
    cart = project / "shop" / "cart.py"
    cart.write_text(cart.read_text() + "\n# another text\n")
    done = call(project, "coverage", "json", "-q", "-o", "out.json")
    assert "is not what it was proved of" in done.stderr
    assert json.loads((project / "out.json").read_text())["files"]["shop/cart.py"]["excluded_lines"] == []
    missing(project)
    assert set(report(project)["excluded_lines"]) >= IMPOSSIBLE


def test_reports_of_every_kind(project: Path) -> None:
    measure(project)
    missing(project)
    for kind, file in (("xml", "coverage.xml"), ("lcov", "coverage.lcov"), ("html", "htmlcov/index.html")):
        assert call(project, "coverage", kind, "-q").returncode == 0
        assert (project / file).exists()
    assert 'number="6"' not in (project / "coverage.xml").read_text()
    assert "\nDA:6," not in (project / "coverage.lcov").read_text()
    assert "\nDA:5," in (project / "coverage.lcov").read_text()


def test_own_exclusions_stay(project: Path) -> None:
    (project / "pyproject.toml").write_text(SETTINGS + '\n[tool.coverage.report]\nexclude_also = ["return False"]\n')
    measure(project)
    missing(project)
    assert {6, 30} <= set(report(project)["excluded_lines"])


def test_without_the_plugin_in_the_settings_the_data_stay_as_they_are(project: Path) -> None:
    (project / "pyproject.toml").write_text(SETTINGS.replace('plugins = ["clew.coverage"]\n', ""))
    measure(project)
    before = (project / ".coverage").read_bytes()
    done = call(project, "clew", "coverage")
    assert 'plugins = ["clew.coverage"]' in done.stderr and "run this again" in done.stderr
    assert (project / ".coverage").read_bytes() == before
    assert report(project)["excluded_lines"] == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (".coveragerc", "[run]\nbranch = true\n", "add plugins = clew.coverage to [run] in .coveragerc"),
        ("setup.cfg", "[coverage:run]\nbranch = true\n", "add plugins = clew.coverage to [coverage:run] in setup.cfg"),
        ("tox.ini", "[coverage:run]\nbranch = true\n", "add plugins = clew.coverage to [coverage:run] in tox.ini"),
        ("setup.cfg", "[metadata]\n", 'add plugins = ["clew.coverage"] to [tool.coverage.run] in pyproject.toml'),
    ],
)
def test_the_hint_names_the_file_that_is_read(project: Path, name: str, text: str, said: str) -> None:
    (project / "pyproject.toml").write_text("[tool.other]\n")
    (project / name).write_text(text)
    measure(project)
    assert said in call(project, "clew", "coverage", "--effort", "quick").stderr
    (project / "pyproject.toml").unlink()
    if "branch" in text:
        (project / name).write_text(text + "plugins = clew.coverage\n")
        assert "reports will not" not in call(project, "clew", "coverage", "--effort", "quick").stderr


def test_reasons_name_the_option(project: Path) -> None:
    text = "import os\n\n\ndef run(n: int) -> int:\n    return os.system('true') + n\n"
    measure_of(project, text, "import shop.cart\n")
    (part,) = (part for part in missing(project)["coverage"]["parts"] if part["line"] == 5)
    assert part["state"] == "open" and part["why"].endswith("; try --allow processes")


def test_proofs_that_cannot_be_kept(project: Path) -> None:
    measure(project)
    (project / ".clew").write_text("a file in the place of the folder")
    done = call(project, "clew", "coverage", "--fresh")
    assert "reports will not leave anything out" in done.stderr and "internal" not in done.stderr
    assert done.returncode == 2 and "reached by no input\n" in done.stdout
    assert report(project)["excluded_lines"] == []


def test_no_data_no_files(project: Path) -> None:
    done = call(project, "clew", "coverage")
    assert done.returncode == 2 and "run your tests first" in done.stderr
    measure(project)
    (project / "other.py").write_text("def f(): pass\n")
    done = call(project, "clew", "coverage", "other.py")
    assert done.returncode == 2 and "none of the measured files" in done.stderr


def test_what_was_executed_contradicts_its_proof(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict that is wrong is told by the data, and leaves nothing out."""
    from clew.coverage.measured import Data, exclusions_of, parts_of
    from clew.report.record import read_report
    from clew.source.discovery import discover
    from clew.verdict.verdicts import Infeasible

    measure(project)
    found = missing(project)
    found.pop("coverage")
    units = read_report(json.dumps(found)).units
    lie = Infeasible((), (), (), "exhaustion")
    wrong = [replace(u, goals=tuple(replace(g, verdict=lie) for g in u.goals)) for u in units]
    monkeypatch.chdir(project)
    target = discover(["shop/cart.py"], cwd=str(project))[0][0]
    file = Data(None, str(project)).measured(target)
    assert file is not None
    parts, contradicted, broken = parts_of(file, wrong, Settings())
    assert {"2", "3", "2->3", "7->8"} <= {part.place for part in contradicted} and not broken
    assert exclusions_of(file, parts).lines.isdisjoint(file.executed)
    assert parts_of(file, units, Settings())[1:] == ([], [])


TYPED = """\
def told(text: str | None, words: list[str] | None = None) -> str:
    if words is None:
        return "none"
    if text is None:
        return "nothing"
    if isinstance(text, str):
        return text
    if callable(text):
        return text()
    return repr(text)


def size(n: int) -> int:
    if n * n < 0:
        return -1
    if isinstance(n, str):
        return 0
    return n
"""


def test_tests_that_do_not_keep_to_annotations(project: Path) -> None:
    """What a proof takes for granted does not hold in them, so nothing of that function is left out that leans on it."""
    measure_of(project, TYPED, "import shop.cart as c\nc.told(None, [])\nc.told(lambda: '', [])\nc.size(2)\n")
    found = missing(project)
    assert found["coverage"]["contradicted"] == []
    assert {part["line"] for part in found["coverage"]["broken"]} == {6, 8, 9}
    assert states(found) == {"3": "reachable", "2->3": "reachable", "7": "reachable", "6->7": "reachable"} | {
        "10": "open",
        "8->10": "open",
        "15": "impossible",
        "17": "impossible",
    }
    (why,) = {part["why"] for part in found["coverage"]["parts"] if part["line"] == 10}
    assert why.startswith("impossible if arguments have their annotated types") and "does not hold in your tests" in why
    assert report(project)["excluded_lines"] == [15, 17]
    shown = call(project, "clew", "coverage").stdout
    assert (
        "something that its proof takes for granted does not hold\n  shop/cart.py\n    6->8, 8, 8->9, 9\n" in shown
    ), shown


def test_code_outside_of_functions_is_said_once(project: Path) -> None:
    (project / "shop" / "late.py").write_text(
        "import os\n\nNAME = 1\nOTHER = 2\n\n\ndef f(x: int) -> int:\n    return x\n"
    )
    measure(project)
    shown = call(project, "clew", "coverage", "shop/late.py").stdout
    assert "    1, 3-4, 7\n               outside of functions: the import of the module runs it\n" in shown, shown


def test_a_suite_that_takes_warnings_for_errors(project: Path) -> None:
    """pytest wants to rewrite the asserts of what has a plugin for it, and coverage.py has imported it before."""
    installed = project / "site" / "clew-0.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: clew\nVersion: 0\n")
    (installed / "entry_points.txt").write_text("[pytest11]\nclew-here = elsewhere\n")
    (project / "site" / "elsewhere.py").write_text("")
    (installed / "RECORD").write_text("clew/__init__.py,,\n")
    (project / "test_cart.py").write_text(
        "import shop.cart\n\n\ndef test_price():\n    assert shop.cart.price(1, True) == 2\n"
    )
    path = os.pathsep.join([str(installed.parent), *(p for p in sys.path if p)])
    done = call(project, "coverage", "run", "-m", "pytest", "-q", "-W", "error", "test_cart.py", PYTHONPATH=path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_file_of_proofs_both_ways(tmp_path: Path) -> None:
    path = os.path.realpath(tmp_path / "a.py")
    files = {path: FileExclusions("0f", (Excluded(3, None, ("m::f:3",), "for all inputs"), Excluded(4, -1, (), "")))}
    assert read_exclusions(show_exclusions(files, str(tmp_path)), str(tmp_path)) == files
    with pytest.raises(ValueError, match="clew coverage"):
        read_exclusions("{}", str(tmp_path))


def test_functions_with_a_line_in_their_body() -> None:
    text = "def f():\n    return 1\n\nclass C:\n    def g(self):\n        def h():\n            pass\n        return h\nx = 1\n"
    blocks = Blocks(text, "t.py")
    assert blocks.functions_with({1, 9}) == []
    assert blocks.functions_with({7}) == ["C.g"]
    assert blocks.functions_with({2, 8}) == ["f", "C.g"]
    decisions = Blocks("if x:\n    pass\nelif y:\n    a = (1,\n  2)\n", "t.py").decisions
    assert [(d.line, d.first, d.last) for d in decisions] == [(1, 2, 2), (3, 4, 5)]


def test_a_way_that_is_open_stays_missing_beside_one_that_is_impossible(project: Path) -> None:
    measure_of(
        project,
        "def f(k: int) -> int:\n    y = 0\n    try:\n        if 100 // k == 1000:\n            y = 1\n"
        "    except ZeroDivisionError:\n        y = 2\n    y += 1\n    return y\n",
        "import shop.cart as c\nc.f(0)\n",
    )
    assert states(missing(project)) == {"5": "impossible", "4->8": "reachable"}
    after = report(project)
    assert after["missing_branches"] == [[4, 8]] and after["excluded_lines"] == [5]
    assert after["summary"]["percent_covered"] < 100


def test_ways_out_of_one_line_and_clauses(project: Path) -> None:
    measure_of(
        project,
        "def f(x: int) -> int:\n    if x > 0: return 1\n    else:\n        x += 1\n    return x\n\n\n"
        "def g(text: str) -> int:\n    try:\n        return int(text)\n    except ValueError:\n        return 0\n\n\n"
        "def h(n: int) -> int:\n    try:\n        n += 1\n    except ValueError:\n        n = 2\n    return n\n",
        "import shop.cart as c\nc.f(0)\nc.g('1')\nc.h(1)\n",
    )
    found = {part["line"]: part for part in missing(project)["coverage"]["parts"]}
    assert (found[2]["state"], found[11]["state"], found[12]["state"]) == ("reachable", "reachable", "reachable")
    assert (found[18]["state"], found[19]["state"]) == ("open", "impossible")
    assert "was not asked" in found[18]["why"]


def test_clauses_of_one_line_are_executed_where_they_are_looked_at(project: Path) -> None:
    measure_of(
        project,
        'def f(x: int) -> str:\n    match x:\n        case 1: return "a"\n        case 1: return "b"\n'
        '        case _: return "c"\n\n\ndef g(x: int) -> int:\n    try:\n        return 10 // x\n'
        "    except KeyError: return 2\n    except ZeroDivisionError: return 3\n",
        "import shop.cart as c\nc.f(0)\nc.g(1)\n",
    )
    found = missing(project)
    assert found["coverage"]["contradicted"] == []
    parts = {part["line"]: part["state"] for part in found["coverage"]["parts"] if "to" not in part}
    assert parts == {11: "open", 12: "reachable"}
