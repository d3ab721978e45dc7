"""What a CI job takes: JUnit, a summary in Markdown, SARIF with fingerprints, and shards that are joined again."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.report.joined import joined
from clew.report.junit import show_junit
from clew.report.record import Report, read_report
from clew.scheduling.shards import Shard, read_shard
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings

SHOP = {
    "prices.py": "def price(table: dict[str, int], name: str) -> int:\n    return table[name]\n\n\n"
    "def half(n: int) -> int:\n    if n > 3 and n < 2:\n        return 0\n    return n // 2\n",
    # prices.price announces nothing; that this caller handles its KeyError does.
    "orders.py": "from prices import price\n\n\ndef total(table: dict[str, int]) -> int:\n    try:\n"
    "        return price(table, 'tea')\n    except KeyError:\n        return 0\n",
    "shares.py": "def share(whole: int, of: int) -> int:\n    é = 'é'; return whole // of  # no other column is the same\n",
}


ROOT = Path(__file__).parents[1]
OASIS = jsonschema.Draft4Validator(
    json.loads((ROOT / "tests" / "schemas" / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
)


def shop(folder: Path) -> None:
    for name, text in SHOP.items():
        (folder / name).write_text(text, encoding="utf-8")


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, [*arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


def verdicts(report: Report) -> dict[str, object]:
    goals = {g.id: g.verdict for unit in report.units for g in unit.goals}
    return (
        goals
        | {c.id: c.verdict for unit in report.units for c in unit.claims}
        | dict.fromkeys(report.findings or (), 1)
    )


@pytest.mark.parametrize("command", ["cover", "check"])
def test_shards_together_say_what_one_run_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    asked = [command, ".", "--fresh", "--isolated", "--no-write", "--attack", "10", "--output-format", "json"]
    whole = read_report(run(*asked)[1])
    names = []
    for k in (1, 2):
        names.append(f"shard{k}.json")
        Path(names[-1]).write_text(run(*asked, "--shard", f"{k}/2")[1], encoding="utf-8")
    parts = [read_report(Path(name).read_text(encoding="utf-8")) for name in names]
    assert sorted(len({unit.file for unit in part.units}) for part in parts) == [1, 2]
    assert verdicts(joined(parts)) == verdicts(whole) and verdicts(whole)
    assert joined(parts).command == command
    shown = run("report", *names, "--output-format", "json")[1]
    assert verdicts(read_report(shown)) == verdicts(whole)
    assert [unit.id for unit in read_report(shown).units] == [unit.id for unit in whole.units]


@pytest.mark.parametrize("seed", range(40))
def test_each_file_is_in_one_shard_and_none_has_much_more(seed: int) -> None:
    rng = random.Random(seed)
    goals, of = [rng.randrange(50) for _ in range(rng.randrange(20))], rng.randint(1, 8)
    sizes = {f"{number}.py": size for number, size in enumerate(goals)}
    parts = [Shard(k, of).part(sizes) for k in range(1, of + 1)]
    assert sorted(name for part in parts for name in part) == sorted(sizes)
    assert parts == [Shard(k, of).part(dict(reversed(sizes.items()))) for k in range(1, of + 1)]
    loads = [sum(sizes[name] + 1 for name in part) for part in parts]
    assert max(loads) - min(loads) <= max(sizes.values(), default=0) + 1


@pytest.mark.parametrize("text", ["0/3", "4/3", "2", "2/", "/2", "a/b", "1/0", "-1/2", "²/2"])
def test_what_is_no_shard(text: str) -> None:
    with pytest.raises(ValueError, match="is no shard"):
        read_shard(text)
    done = CliRunner().invoke(main, ["cover", "nowhere.py", f"--shard={text}"])
    assert done.exit_code == 2 and "is no shard" in done.output


def test_reports_of_two_commands_are_not_joined(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        joined([Report(Settings(), 1.0, ()), Report(Settings(), 1.0, (), findings=())])


def test_junit_and_markdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(tmp_path)
    (tmp_path / "broken.py").write_text("def f(:\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, text = run("check", ".", "--fresh", "--isolated", "--no-write", "--output-format", "junit")
    root = ElementTree.fromstring(text)
    cases = {(case.get("classname"), case.get("name")): case for case in root.iter("testcase")}
    failed = [key for key, case in cases.items() if case.find("failure") is not None]
    assert code == 2 and failed == [("shares", "share")]
    failure = cases["shares", "share"].find("failure")
    assert failure is not None and failure.get("message", "").startswith("line 2: CLEW203 `whole // of` raises")
    assert [key for key, case in cases.items() if case.find("error") is not None] == [
        ("broken", "outside of functions")
    ]
    assert root.get("failures") == "1" and root.get("errors") == "1" and root.get("tests") == str(len(cases)) == "5"

    shown = run("report", "--output-format", "markdown")[1]
    assert shown.startswith("### clew check: ")
    assert "- **broken.py:1**: invalid syntax" in shown
    assert "- **shares.py:2** `share`: CLEW203 `whole // of` raises ZeroDivisionError" in shown
    assert "| file | functions | proved | refuted | unknown |\n|---|--:|--:|--:|--:|\n" in shown
    assert "| shares.py | 1 | 0 | 1 | 0 |" in shown


def test_open_goals_fail_as_the_exit_code_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import random\n\n\ndef f(n: int) -> int:\n    if hash(random.random()) == 77:\n        return 1\n    return n\n"
    (tmp_path / "dice.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, shown = run("cover", "dice.py", "--fresh", "--isolated", "--no-write", "--output-format", "junit")
    (case,) = ElementTree.fromstring(shown).iter("testcase")
    failure = case.find("failure")
    assert code == 1 and failure is not None and failure.text is not None
    assert "line 6: whether `return 1` can be reached: " in failure.text
    markdown = run("report", "--output-format", "markdown")[1]
    assert "- **dice.py:6** `f`: whether `return 1` can be reached: " in markdown
    assert "| dice.py | 1 | 3 | 0 | 0 | 2 |" in markdown


def test_proofs_name_what_they_lean_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SHOP["prices.py"] + "\n\ndef mean(ns: list[int]) -> int:\n    return sum(ns) // len('')\n"
    (tmp_path / "prices.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    leaning = ", if arguments have their annotated types"
    run("dead", "prices.py", "--fresh", "--isolated")
    for output_format in ("concise", "full", "markdown", "junit", "sarif", "github"):
        shown = run("report", "--output-format", output_format)[1]
        assert shown.count("CLEW101") and shown.count(leaning) >= 2, shown
    run("cover", "prices.py::mean", "--fresh", "--isolated", "--no-write")
    for output_format in ("concise", "full", "markdown", "junit"):
        assert leaning in run("report", "--output-format", output_format)[1]


def test_what_no_xml_may_have() -> None:
    report = Report(Settings(), 1.0, (), (Diagnostic("x", "a \x00 b \udcff & <c>", "m.py"),))
    text = show_junit(report, {})
    (case,) = ElementTree.fromstring(text.encode()).iter("testcase")
    error = case.find("error")
    assert error is not None and error.text == "a \\x00 b \\udcff & <c>"


def test_sarif_is_known_again_and_says_how_it_got_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(tmp_path)
    monkeypatch.chdir(tmp_path)

    def results() -> list[dict[str, object]]:
        found = json.loads(
            run("check", "shares.py", "--fresh", "--isolated", "--no-write", "--output-format", "sarif")[1]
        )
        assert not [*OASIS.iter_errors(found)]
        return found["runs"][0]["results"]  # type: ignore[no-any-return]

    (before,) = results()
    region = before["locations"][0]["physicalLocation"]["region"]  # type: ignore[index]
    line = SHOP["shares.py"].splitlines()[1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "whole // of"
    (tmp_path / "shares.py").write_text("# a line more\n" + SHOP["shares.py"], encoding="utf-8")
    (after,) = results()
    assert after["partialFingerprints"] == before["partialFingerprints"] and after["locations"] != before["locations"]
    dead = json.loads(run("dead", "prices.py", "--fresh", "--isolated", "--output-format", "sarif")[1])
    assert not [*OASIS.iter_errors(dead)]
    flows = [r["codeFlows"][0]["threadFlows"][0]["locations"] for r in dead["runs"][0]["results"]]
    assert flows and all(len(flow) > 1 for flow in flows)


def test_sarif_of_every_kind_is_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is silenced, what lies in files that do not parse, and letters of every plane."""
    (tmp_path / "zoo é.py").write_text(
        'def f(n: int) -> str:\n    if n > 3 and n < 2:  # clew: ignore[CLEW104] 🐍 "later"\n        return "é"  # clew: ignore[CLEW101]\n'
        '    return "🐍"\n\n\ndef g(n: int) -> int:\n    return 1 // n  # clew: ignore[CLEW203] callers know\n',
        encoding="utf-8",
    )
    (tmp_path / "broken.py").write_text("def (:\n")
    monkeypatch.chdir(tmp_path)
    for command in (["dead", "."], ["check", ".", "--no-write"]):
        code, out = run(*command, "--fresh", "--isolated", "--output-format", "sarif")
        found = json.loads(out)
        assert code == 2 and not [error.message for error in OASIS.iter_errors(found)]
        assert found["runs"][0]["invocations"][0]["toolExecutionNotifications"], out
        assert any(result.get("suppressions") for result in found["runs"][0]["results"]), out
        assert json.loads(run("report", "--output-format", "sarif")[1]) == found
        assert "CLEW" not in run("report", "--output-format", "github")[1]  # an annotation is for what is open
    run("dead", "zoo é.py", "--fresh", "--isolated")
    assert "CLEW" not in run("report")[1] and "no findings" in run("report", "--output-format", "concise")[1]


@pytest.mark.parametrize(
    "arguments", [("cover", "m.py", "sarif"), ("mutate", "m.py", "junit"), ("coverage", "m.py", "markdown"),
                  ("diff", "HEAD", "sarif"), ("path", "m.py::f", "junit")]
)  # fmt: skip
def test_formats_that_a_command_does_not_have_are_refused_at_once(arguments: tuple[str, str, str]) -> None:
    command, place, given_format = arguments
    done = CliRunner().invoke(main, [command, place, "--output-format", given_format])
    assert done.exit_code == 2 and f"--output-format {given_format} is none of this command" in done.output


def act(folder: Path, **inputs: str) -> tuple[int, str, str]:
    """What the Action runs: exit code, output, and the summary of the job."""
    wanted = {
        "CLEW_PYTHON": sys.executable,
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "PYTHONPATH": str(ROOT / "src"),
    }
    given = {f"CLEW_{name.upper()}": value for name, value in inputs.items()}
    script = ["bash", str(ROOT / "ci" / "run_clew.sh")]
    done = subprocess.run(
        script, cwd=folder, env=os.environ | wanted | given, text=True, capture_output=True, timeout=300
    )
    summary = folder / "summary.md"
    return done.returncode, done.stdout + done.stderr, summary.read_text(encoding="utf-8") if summary.exists() else ""


def test_the_action_leaves_what_was_asked_for(tmp_path: Path) -> None:
    shop(tmp_path)
    options = {
        "paths": "shares.py 'prices.py'",
        "arguments": "--isolated --attack 10",
        "junit": "j.xml",
        "sarif": "s.sarif",
    }
    code, said, summary = act(tmp_path, command="check", **options)
    assert code == 1, said
    assert "::warning file=shares.py,line=2," in said and summary.startswith("### clew check: ")
    assert len([*ElementTree.parse(tmp_path / "j.xml").iter("testcase")]) == 3
    assert (
        len(json.loads((tmp_path / "s.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]) == 2
    )  # nobody handles it here


@pytest.mark.parametrize(
    ("inputs", "said"),
    [({"command": "report"}, "check, dead, cover and diff"), ({"command": "diff"}, "wants a revision"),
     ({"paths": "$(touch made) `touch made`"}, "there is no such file")],
)  # fmt: skip
def test_the_action_refuses(tmp_path: Path, inputs: dict[str, str], said: str) -> None:
    code, out, _ = act(tmp_path, **inputs)
    assert code == 2 and said in out, out
    assert not (tmp_path / "made").exists()


def test_the_action_hands_every_input_on() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    script = (ROOT / "ci" / "run_clew.sh").read_text(encoding="utf-8")
    named = re.findall(r"^  (\w+):$", text.split("\noutputs:")[0], re.MULTILINE)
    assert {"command", "paths", "install"} < {*named} and all(f"inputs.{name} " in text for name in named)
    assert all(f"CLEW_{name.upper()}" in script for name in named if name != "install")
