"""`clew check` on whole programs: a line is marked with what becomes of its claims, and there are no others.

# refuted IndexError first([])      with this call; `[guessed]`: some types are
# proved IndexError
# unknown IndexError bound
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.checking.escaped import text_at
from clew.cli.main import main
from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Case, Literal
from clew.pipeline import check
from clew.report.claims import ClaimReport
from clew.report.progress import Silent
from clew.report.record import CoverResult, Report, read_report, show_report
from clew.search.request import Found
from clew.settling.plain_ints import plainer
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import NoneWithin, Unknown

PROGRAMS = Path(__file__).parent / "programs" / "check"
MARK = re.compile(r"# ((?:refuted|proved|unknown) .*)$")


def checked(folder: Path, names: list[str]) -> CoverResult:
    targets = [Target(f"{name}.py", str(folder / f"{name}.py"), name, str(folder)) for name in names]
    return check(targets, Settings(jobs=2, paths=300, work=3_000_000), Silent())


@pytest.fixture(scope="module")
def result() -> CoverResult:
    return checked(PROGRAMS, sorted(file.stem for file in PROGRAMS.glob("*.py")))


def claims(report: Report, name: str) -> Iterator[ClaimReport]:
    yield from (claim for unit in report.units if unit.file == name for claim in unit.claims)


def shown(claim: ClaimReport) -> str:
    match claim.verdict:
        case Proved():
            return f"proved {claim.exception}"
        case Refuted(_, call, exception, certain=certain):
            return f"refuted {exception} {call}{'' if certain else ' [guessed]'}"
        case Unknown(reason):
            return f"unknown {claim.exception} {reason.code}"
        case NoneWithin():
            return f"unknown {claim.exception} bound"


@pytest.mark.parametrize("name", sorted(file.name for file in PROGRAMS.glob("*.py")))
def test_programs(result: CoverResult, name: str) -> None:
    assert_marked(result, PROGRAMS / name)


def test_what_stores_in_an_object_that_is_a_dict() -> None:
    """In a folder of their own: where there are such classes, a `dict` may be of one."""
    result = checked(PROGRAMS.parent / "dicts", ["own_dicts", "own_dicts_changed"])
    assert_marked(result, PROGRAMS.parent / "dicts" / "own_dicts.py")
    assert_marked(result, PROGRAMS.parent / "dicts" / "own_dicts_changed.py")


def assert_marked(result: CoverResult, file: Path) -> None:
    found = sorted((claim.span.line, shown(claim)) for claim in claims(result.report, file.name))
    lines = file.read_text().splitlines()
    wanted = sorted(
        (number, each.strip())
        for number, line in enumerate(lines, 1)
        if (mark := MARK.search(line)) is not None
        for each in mark[1].split(" and ")
    )
    assert found == wanted


def test_every_refutation_is_a_test_that_fails(result: CoverResult, tmp_path: Path) -> None:
    """With the exception, and without clew."""
    refuted = [c for unit in result.report.units for c in unit.claims if isinstance(c.verdict, Refuted)]
    for file in result.tests:
        (tmp_path / file.path).write_text(file.text)
        assert "clew" not in file.text.partition("\n")[2]
    written = "".join(file.text for file in result.tests)
    for claim in refuted:
        assert isinstance(claim.verdict, Refuted)
        assert claim.verdict.call.rpartition("; ")[2] in written, "what is shown is what the test does"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", str(tmp_path)]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(PROGRAMS), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{len(refuted)} failed" in run.stdout and "passed" not in run.stdout, run.stdout
    for claim in refuted:
        assert isinstance(claim.verdict, Refuted)
        line = rf"{claim.verdict.test} - (\w+\.)?{claim.verdict.exception}\b"  # `decimal.InvalidOperation`
        assert re.search(line, run.stdout) or claim.kind == "assert", run.stdout


def test_the_report_can_be_read_back(result: CoverResult) -> None:
    again = read_report(show_report(result.report))
    assert [unit.claims for unit in again.units] == [unit.claims for unit in result.report.units]
    assert again.totals.claims == result.report.totals.claims


def test_operands_are_shown_with_their_values(result: CoverResult) -> None:
    (claim,) = [c for c in claims(result.report, "plain.py") if "Box.share" in c.id]
    assert isinstance(claim.verdict, Refuted)
    assert dict(claim.verdict.parts) == {"total": "0", "self.count": "0"}


def test_what_is_said_of_a_call_that_nothing_is_to_come_to(result: CoverResult) -> None:
    said = [f.text for f in result.report.findings or () if f.file == "never.py" and "Mood" in f.text]
    assert said == [
        "`typing.assert_never(mood)` raises AssertionError: "
        "Expected code to be unreachable, but got: <Mood.ODD: 3>; most_moods(Mood.ODD)"
    ]


def test_certain_findings_come_first(result: CoverResult) -> None:
    certain = {c.id: c.verdict.certain for u in result.report.units for c in u.claims if isinstance(c.verdict, Refuted)}
    order = [(f.level, not certain[f.goals[0]]) for f in result.report.findings or ()]
    assert order == sorted(order, key=lambda key: (key[0] == "note", key[1])) and len(set(order)) > 2


def test_what_no_caller_may_ever_see_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def _half(n: int) -> float:\n    return 1 / n\n")
    code, output = run(tmp_path, "m.py")
    assert code == 0 and "a note: the call is one of a private function" in output
    assert "1 refuted (1 a note only)" in output
    (tmp_path / "m.py").write_text("def half(n: int) -> float:\n    return 1 / n\n")
    code, output = run(tmp_path, "m.py")
    assert code == 1 and "a note" not in output


@pytest.mark.parametrize(
    ("annotation", "notes"), [("Iterable[int]", 1), ("Iterable[T]", 0), ("Any", 0), ("Countable", 1)]
)
def test_what_an_abstract_class_admits_is_no_guess(tmp_path: Path, annotation: str, notes: int) -> None:
    (tmp_path / "m.py").write_text(
        "from collections.abc import Iterable\nfrom typing import Any, TypeVar, SupportsInt as Countable\n\nT = TypeVar('T')\n\n\n"
        f"def _share(n: int, xs: {annotation}) -> float:\n    print(xs)\n    return 1 / n\n"
    )
    code, output = run(tmp_path, "m.py")
    assert (code, output.count("a note: the call is one of a private function")) == (0, notes)


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("def half(n: int) -> float:\n    return n / 2\n", 1),
        ("def coded(s: str) -> bytes:\n    return s.encode()\n", 1),
        ("def coded(s: str) -> bytes:\n    return s.encode('ascii')\n", 0),
        ("def whole(n: int) -> bytes:\n    return n.to_bytes(2, 'big')\n", 0),
    ],
)
def test_what_takes_a_value_that_few_have_is_a_note(tmp_path: Path, line: str, notes: int) -> None:
    (tmp_path / "m.py").write_text(line)
    code, output = run(tmp_path, "m.py")
    assert (code, output.count("a note: it takes a value that few callers have")) == (0 if notes else 1, notes)


def test_a_call_of_a_public_caller_says_more_than_one_of_the_private_function(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "def _share(a: int, b: int) -> int:\n    return a // b\n\n\n"
        "def ratio(n: int, xs: list[int]) -> int:\n    return _share(n, len(xs)) if n > 3 else 0\n"
    )
    (tmp_path / "n.py").write_text("import m\n\n\ndef other(n: int) -> float:\n    return m._share(n, 0)\n")
    code, output = run(tmp_path, "m.py", "n.py")
    assert code == 1 and "m.py:2" in output and "call:  ratio(" in output and "a note" not in output
    (tmp_path / "m.py").write_text("def _share(a: int, b: int) -> float:\n    return a / b\n")
    assert run(tmp_path, "m.py", "n.py")[0] in (0, 1)  # whose caller is in another module


def test_a_call_found_for_two_functions_refutes_what_it_refutes_for_one(tmp_path: Path) -> None:
    """`Box(0)` is a call that all methods of the class come to, the private ones, too."""
    (tmp_path / "m.py").write_text(
        "class Box:\n    def __init__(self, n: int) -> None:\n        self._set(n)\n\n"
        "    def _set(self, n: int) -> None:\n        self.n = 10 // n\n\n"
        "    def half(self, k: int) -> int:\n        return self._half(k)\n\n"
        "    def _half(self, k: int) -> int:\n        return self.n // k\n"
    )
    result = checked(tmp_path, ["m"])
    found = {claim.span.line: shown(claim) for claim in claims(result.report, "m.py")}
    assert found[6] == "refuted ZeroDivisionError Box(0)" and found[12].startswith("refuted ZeroDivisionError Box(1).")


PARTS = 6  # at most, of a file; those that stand beside each other, as callers do, are in different ones


def verdicts(folder: Path, name: str, *parts: list[str] | list[None]) -> dict[str, str]:
    """By claim; what any of several questions settles, is settled."""
    found: dict[str, str] = {}
    for part in parts:
        targets = [Target(f"{name}.py", str(folder / f"{name}.py"), name, str(folder), function) for function in part]
        result = check(targets, Settings(jobs=2, paths=60, work=400_000), Silent())
        for claim in (claim for unit in result.report.units for claim in unit.claims):
            if "unknown" in found.get(claim.id, "unknown"):
                found[claim.id] = (
                    type(claim.verdict).__name__.replace("NoneWithin", "unknown").replace("Unknown", "unknown")
                )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "place",
    ["programs/check/absent.py", "programs/check/state.py", "attacks/methods_that_raise.py", "attacks/purity.py"],
)
def test_the_claims_of_a_file_are_those_of_its_functions(place: str) -> None:
    file = Path(__file__).parent / place
    module = read_module(file.read_text(encoding="utf-8"), file.name, file.stem)
    assert isinstance(module, Module)
    functions = [unit.qualname for unit in module.units if unit.parent is None]
    parts = [functions[first::PARTS] for first in range(min(PARTS, len(functions)))]
    assert verdicts(file.parent, file.stem, [None]) == verdicts(file.parent, file.stem, *parts)


# ---------------------------------------------------------------- the command


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    runner = CliRunner()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = runner.invoke(main, ["check", *arguments, "--isolated", "--fresh"])
    return result.exit_code, result.output


SMALL = '''"""Two functions."""


def first(xs: list[int]) -> int:
    return xs[0]


def safe(xs: list[int]) -> int:
    return xs[0] if len(xs) > 0 else 0
'''

FULL = """small.py:5: CLEW202 `xs[0]` raises IndexError: list index out of range
    5 │ return xs[0]
      │        ~~~~~
    call:  first([])
    where: xs = []
    test:  test_first_index_error

2 claims: 1 proved, 1 refuted, 0 unknown in 2 functions; """


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.py").write_text(SMALL)
    return tmp_path


def test_full(folder: Path) -> None:
    code, text = run(folder, "small.py")
    assert code == 1 and text.startswith(FULL)
    assert text.endswith("see them fail: python -m pytest clew_tests\n")
    written = (folder / "clew_tests" / "test_small__refuted.py").read_text()
    assert written.endswith(
        "from small import first\n\n\ndef test_first_index_error() -> None:\n"
        "    # first: `xs[0]` raises IndexError\n    #   where xs = []\n    first([])\n"
    )


def test_a_test_that_is_not_written_is_not_named(folder: Path) -> None:
    code, text = run(folder, "small.py", "--no-write")
    assert code == 1 and "    where: xs = []\n\n" in text and "test: " not in text


def test_names_that_stand_for_themselves_are_no_values(tmp_path: Path) -> None:
    text = "def f(x: float) -> int:\n    from math import log\n\n    return int(log(x + 1))\n"
    (tmp_path / "logs.py").write_text(text)
    _, shown = run(tmp_path, "logs.py", "--no-write")
    assert "where: x = " in shown and "log = " not in shown
    assert text_at(["log"], {"log": math.log}) is None
    assert text_at(["kind"], {"kind": int}) == "int"


def test_concise_and_proofs(folder: Path) -> None:
    code, text = run(folder, "small.py", "--no-write", "--output-format", "concise", "--proofs")
    lines = text.splitlines()
    assert code == 1
    assert lines[0] == ("small.py:5:12: warning: CLEW202 `xs[0]` raises IndexError: list index out of range; first([])")
    assert lines[1].startswith("small.py:9:12: proved: no IndexError of `xs[0]`: for all inputs, if arguments have")
    assert not (folder / "clew_tests").exists()


def test_machine_formats(folder: Path) -> None:
    data = json.loads(run(folder, "small.py", "--no-write", "--output-format", "json")[1])
    (claim,) = data["units"][0]["claims"]
    assert (claim["verdict"], claim["call"], claim["values"]) == ("refuted", "first([])", [["xs", "[]"]])
    assert data["totals"]["claims"] == {"proved": 1, "refuted": 1, "unknown": 0}
    sarif = json.loads(run(folder, "small.py", "--no-write", "--output-format", "sarif")[1])
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["CLEW202"]
    github = run(folder, "small.py", "--no-write", "--output-format", "github")[1]
    assert github.startswith("::warning file=small.py,line=5,endLine=5,col=12,title=CLEW202::`xs[0]` raises IndexError")


def test_a_comment_silences(folder: Path) -> None:
    text = SMALL.replace("    return xs[0]\n", "    return xs[0]  # clew: ignore[CLEW202] never empty\n", 1)
    (folder / "small.py").write_text(text)
    code, shown = run(folder, "small.py", "--no-write")
    assert code == 0 and "silenced: never empty" in shown and "(1 silenced)" in shown


def test_a_comment_that_silences_nothing_is_told_of(folder: Path) -> None:
    text = SMALL.replace("xs[0] if", "xs[0] if  # clew: ignore[CLEW202] safe\n        ", 1).replace(
        "return xs[0] if", "return (xs[0] if"
    )
    text = text.replace("else 0\n", "else 0)\n")
    (folder / "small.py").write_text(text)
    assert "CLEW002" in run(folder, "small.py::safe", "--no-write")[1]


def test_modules_of_a_package_that_imports_them(folder: Path) -> None:
    """What the package has imported is still looked at with the places of claims."""
    package = folder / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("from shop import cart, stock\n")
    for name in ("cart", "stock"):
        (package / f"{name}.py").write_text(SMALL)
    code, text = run(folder, "shop", "--no-write", "--output-format", "json")
    claims = [claim["verdict"] for unit in json.loads(text)["units"] for claim in unit["claims"]]
    assert code == 1 and sorted(claims) == ["proved", "proved", "refuted", "refuted"]


def test_baseline(folder: Path) -> None:
    code, text = run(folder, "small.py", "--no-write", "--baseline", "known.json")
    assert code == 0 and "1 finding written to known.json; later runs with it show what is new" in text
    assert json.loads((folder / "known.json").read_text())["findings"] == [
        ["small.py", "small::first", "CLEW202", "`xs[0]`"]
    ]
    (folder / "small.py").write_text("# moved\n" + SMALL + "\n\ndef second(xs: list[int]) -> int:\n    return xs[1]\n")
    code, text = run(folder, "small.py", "--no-write", "--baseline", "known.json", "--output-format", "concise")
    assert code == 1 and "xs[1]" in text and "first([])" not in text
    assert text.count("1 finding left out that known.json lists\n") == 1
    (folder / "small.py").write_text("def second(xs: list[int]) -> int:\n    return 0\n")
    text = run(folder, "small.py", "--no-write", "--baseline", "known.json")[1]
    assert "0 findings left out that known.json lists; 1 more is not found any more" in text


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', '{"format": "clew-baseline/1", "findings": [1]}'])
def test_bad_baseline(folder: Path, text: str) -> None:
    (folder / "known.json").write_text(text)
    code, shown = run(folder, "small.py", "--no-write", "--baseline", "known.json")
    assert code == 2 and "known.json" in shown


def test_bad_input(folder: Path) -> None:
    (folder / "wrong.py").write_text("def f(:\n")
    code, text = run(folder, "wrong.py", "--no-write")
    assert code == 2 and "wrong.py:1" in text
    assert run(folder, "missing.py", "--no-write")[0] == 2
    (folder / "fails.py").write_text("1 / 0\n\n\ndef f(xs: list[int]) -> int:\n    return xs[0]\n")
    code, text = run(folder, "fails.py", "--no-write")
    assert code == 2 and "fails on import" in text and "cannot-import" in text


def test_a_function_without_claims(folder: Path) -> None:
    (folder / "none.py").write_text("def f(x: int) -> int:\n    return x + 1\n")
    code, text = run(folder, "none.py", "--no-write")
    assert code == 0 and text.startswith("0 claims: 0 proved, 0 refuted, 0 unknown in 1 function; ")


def test_queries_are_kept(folder: Path) -> None:
    (folder / "asked.py").write_text("def f(x: int) -> int:\n    return 1 // (x * x - 1369)\n")
    assert run(folder, "asked.py", "--no-write", "--keep-queries", "queries")[0] == 1
    assert list((folder / "queries").glob("*.smt2"))


def test_claims_are_explained(folder: Path) -> None:
    run(folder, "small.py", "--no-write")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        refuted = CliRunner().invoke(main, ["explain", "small::first:5:claim:IndexError"])
        proved = CliRunner().invoke(main, ["explain", "small.py:9"])
    assert refuted.exit_code == proved.exit_code == 0
    assert "refuted no IndexError begins at `xs[0]`" in refuted.output and "call:  first([])" in refuted.output
    assert "proved no IndexError" in proved.output and "shown for all inputs, by the types of the" in proved.output


def test_a_stray_exception_needs_no_claim(folder: Path) -> None:
    """Nothing in the text of the function says that the library raises it."""
    (folder / "stray.py").write_text(
        "import fractions\n\n\ndef f(a: int, b: int) -> fractions.Fraction:\n    return fractions.Fraction(a, b)\n"
    )
    code, text = run(folder, "stray.py", "--no-write")
    assert code == 1 and "CLEW203 `fractions.Fraction(a, b)` raises ZeroDivisionError: Fraction(0, 0)" in text


def test_what_ints_say_as_well_as_bools(tmp_path: Path) -> None:
    """Numbers that have too many digits to be shown are compared all the same."""
    path = tmp_path / "m.py"
    path.write_text("def share(a: int, b: int) -> float:\n    return a / b\n")
    huge = Literal(10**5000)
    cases = [Found(Case("m", "share", None, (huge, Literal(b)), ()), ()) for b in (0, False)]
    (plain,) = plainer(read_module(path.read_text(), "m", str(path)), cases)
    assert plain.case.args == (huge, Literal(0)) and plain.case.args[1].value is not False  # type: ignore[union-attr]


def test_keys_that_nothing_asks_for_are_the_form_of_what_nothing_states(tmp_path: Path) -> None:
    """A dict without them refutes nothing, where neither an annotation nor a question says that they may be missing."""
    (tmp_path / "m.py").write_text(
        'def name(node):\n    return node["name"]\n\n\n'
        'def stated(node: dict[str, int]) -> int:\n    return node["name"]\n\n\n'
        'def asked(node):\n    return 0 if "name" in node else node["name"]\n'
    )
    code, output = run(tmp_path, "m.py")
    assert code == 1 and "call:  stated({})" in output
    assert 'm.py:2: unknown: LookupError of `node["name"]`: types' in output
    assert "m.py:2: CLEW" not in output and re.search(r"m\.py:10: CLEW\d+ .*KeyError", output)


def test_items_of_lists_of_whose_length_nothing_is_asked_are_part_of_the_form(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        'def first(node):\n    return node["children"][0]\n\n\n'
        'def asked(node):\n    children = node["children"]\n'
        "    return 0 if len(children) > 3 else children[0]\n\n\n"
        "def direct(items):\n    return items[0]\n"
    )
    code, output = run(tmp_path, "m.py")
    assert code == 1 and "m.py:2: CLEW" not in output
    assert re.search(r"m\.py:2: unknown: IndexError of .*: types", output), output
    assert re.search(r"m\.py:7: CLEW\d+ .*IndexError", output) and re.search(r"m\.py:11: CLEW\d+ .*IndexError", output)


def test_what_was_done_before_to_an_object_that_nobody_looks_at_does_not_matter(tmp_path: Path) -> None:
    """Other methods, and what these leave in the class, are no part of such a proof."""
    (tmp_path / "m.py").write_text(
        "class Table:\n    KNOWN: dict[str, int] = {}\n\n"
        "    def learn(self, key: str, value: int) -> None:\n        self.KNOWN[key] = value\n        self.last = value\n\n"
        "    def tenth(self, n: int) -> int:\n        return 10 // (n * n + 1)\n\n"
        "    def share(self, n: int) -> int:\n        return n // self.KNOWN.get('n', 1)\n"
    )
    result = checked(tmp_path, ["m"])
    found = {claim.span.line: claim.verdict for claim in claims(result.report, "m.py")}
    assert isinstance(found[9], Proved)
    assert not any("KNOWN" in assumption.text for assumption in found[9].assumptions)
    assert not isinstance(found[12], Proved)


@pytest.mark.parametrize(
    "line",
    ["eval('self.n')", "vars()['self'].n", "super().__getattribute__('n')", "(lambda: self.n)()", "seen(1)"],
)
def test_who_looks_at_the_receiver_by_another_road_sees_what_was_done_to_it(tmp_path: Path, line: str) -> None:
    (tmp_path / "m.py").write_text(
        "import sys\n\n\ndef seen(up: int) -> int:\n    return sys._getframe(up).f_locals['self'].n\n\n\n"
        "class Count:\n    def __init__(self) -> None:\n        self.n = 1\n\n"
        "    def down(self) -> None:\n        self.n -= 1\n\n"
        f"    def share(self, of: int) -> int:\n        return of // {line}\n"
    )
    result = checked(tmp_path, ["m"])
    (claim,) = [c for c in claims(result.report, "m.py") if c.exception == "ZeroDivisionError"]
    assert not isinstance(claim.verdict, Proved)


def test_an_operation_without_a_claim_of_its_own_may_be_about_form_too(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        'def pick(node, values: list[int]):\n    try:\n        return values[node["place"]]\n'
        "    except IndexError:\n        return None\n"
    )
    code, output = run(tmp_path, "m.py")
    assert code == 0 and "CLEW" not in output


def test_ints_that_no_length_can_be_are_values_that_few_have(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def blanks(n: int) -> list[None]:\n    return [None] * n\n")
    code, output = run(tmp_path, "m.py")
    assert code == 0 and ("CLEW" not in output or "a note: it takes a value that few callers have" in output)


def test_what_a_default_says_of_a_parameter(tmp_path: Path) -> None:
    """Texts refute nothing where the default is a number, and numbers do; an annotation has the last word."""
    (tmp_path / "m.py").write_text(
        "from decimal import Decimal\n\n\n"
        "class Span:\n    def __init__(self, days=0, *, hours=1):\n"
        "        self.days = Decimal(str(days))\n        self.share = 24 // hours\n\n"
        "    def __setstate__(self, state):\n        self.__dict__.update(state)\n\n"
        "    def half(self):\n        return self.days / 2\n\n\n"
        "def stated(days: str = '0'):\n    return int(days)\n\n\n"
        "def named(days=''):\n    return int(days)\n"
    )
    _, output = run(tmp_path, "m.py")
    assert "m.py:6: CLEW" not in output and "m.py:10: CLEW" not in output
    assert re.search(r"m\.py:7: CLEW203", output) and re.search(r"m\.py:17: CLEW", output)
    assert re.search(r"m\.py:21: CLEW", output)


def test_an_assumption_names_the_builtin_classes_that_were_tried(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        "from typing import Protocol\n\n\nclass HasLen(Protocol):\n    def __len__(self) -> int: ...\n\n\n"
        "class Box:\n    def __len__(self) -> int:\n        return 2\n\n\n"
        "def share(of: HasLen, n: int) -> int:\n    return 10 // (n * n + 1) if len(of) > 2 else 0\n"
    )
    (claim,) = claims(checked(tmp_path, ["m"]).report, "m.py")
    assert isinstance(claim.verdict, Proved)
    said = [a.text for a in claim.verdict.assumptions if a.about == "HasLen"]
    assert said == ["there is no other implementation of HasLen than Box, str, list and dict"]
