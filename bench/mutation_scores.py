"""Mutation scores of suites that clew, CrossHair, Pynguin and Hypothesis make for the same functions.

    python bench/mutation_scores.py [NAME] [--budget 5] [--only year_of_day,median] [--tools clew,pynguin] [--out FOLDER]

The functions are those of a correct file of `bench/faults`.  Each function is asked for by itself, but for
Pynguin, which works on modules and gets what CrossHair may take for all of them, and writes its assertions by its own mutants,
as is its default.  What a tool wrote counts as far as it passes on the correct file, test by test.  `clew mutate` says
which mutants such tests kill; those that clew proves equivalent, or a person has read as equivalent
(`faults/survivors.txt`), are left out of the score.  Seconds are of the processor, for making the tests.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from equivalent_mutants import judgements
from fault_detection import LIMIT, PATIENCE, Subject, functions_in, subjects
from packages import report_of
from peers import TOOLS, install, processor_time, run

NO_SEARCH = ("--seconds", "0.05", "--paths", "1", "--attack", "0", "--work", "1000")
"""What tests do not kill is of no interest here."""
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Asked:
    """names: of functions; out: where the environments of tools are; python: of the file's suites."""

    subject: Subject
    names: tuple[str, ...]
    budget: float
    out: Path

    @property
    def module(self) -> str:
        return self.subject.file.removesuffix(".py")

    @property
    def places(self) -> list[str]:
        return [f"{self.subject.file}::{name}" for name in self.names]


def by_clew(asked: Asked, folder: Path) -> None:
    command = [sys.executable, "-m", "clew", "cover", "--isolated", "--fresh", "-j", "1", "-o", "tests"]
    for place in asked.places:
        run([*command, place], 120, folder, {"PYTHONPATH": str(ROOT / "src")})


def by_crosshair(asked: Asked, folder: Path) -> None:
    tool = [str(asked.out / "env-crosshair" / "bin" / "crosshair"), "cover", "--example_output_format=pytest"]
    tool += ["--coverage_type=opcode", f"--per_condition_timeout={asked.budget:g}"]
    for name in asked.names:
        written(folder, name, run([*tool, f"{asked.module}.{name}"], asked.budget + 20, folder, {"PYTHONPATH": "."})[0])


def by_pynguin(asked: Asked, folder: Path) -> None:
    seconds = int(asked.budget * len(asked.names))
    command = [str(asked.out / "env-pynguin" / "bin" / "pynguin"), "--project-path", ".", "--module-name", asked.module]
    command += ["--output-path", "tests", "--maximum-search-time", str(seconds), "--seed", "0"]
    if asked.names != all_of(asked.subject):
        command += ["--only-cover", *asked.names]
    run(command, 10 * seconds + 60, folder, {"PYNGUIN_DANGER_AWARE": "1"})


def by_hypothesis(asked: Asked, folder: Path) -> None:
    for name in asked.names:
        tool = str(asked.out / "env-ghostwriter" / "bin" / "hypothesis")
        command = [tool, "write", "--style=pytest", f"{asked.module}.{name}"]
        written(folder, name, run(command, 60, folder, {"PYTHONPATH": "."})[0])


MAKERS: dict[str, Callable[[Asked, Path], None]] = {
    "clew": by_clew,
    "crosshair": by_crosshair,
    "pynguin": by_pynguin,
    "hypothesis": by_hypothesis,
}
assert set(MAKERS) == set(TOOLS)


def written(folder: Path, name: str, text: str) -> None:
    """A test file, where that is one."""
    try:
        ast.parse(text)
    except SyntaxError:
        return
    if "def test_" in text:
        file = folder / "tests" / f"test_{name.replace('.', '_')}.py"
        file.write_text(text, encoding="utf-8")


def passing(folder: Path) -> tuple[list[str], int]:
    """Tests that pass on the correct file, and how many there are in all: those of a file that does not end are none."""
    found: dict[str, str] = {}
    for file in sorted((folder / "tests").glob("test_*.py")):
        command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-o", "addopts="]
        text = run([*WITHIN, *command, f"tests/{file.name}"], PATIENCE, folder, {"PYTHONPATH": "."})[0]
        lines = [line.split(" - ")[0].split(maxsplit=1) for line in text.splitlines() if line.startswith(ENDS)]
        found.update({name: how for how, name in lines} or {file.name: "none"})
    return sorted(name for name, how in found.items() if how in ("PASSED", "XFAIL")), len(found)


WITHIN = ("bash", "-c", f'ulimit -v {LIMIT // 1024}; exec "$@"', "bash")
ENDS = ("PASSED ", "FAILED ", "ERROR ", "XFAIL ", "XPASS ")


def killed_by(asked: Asked, folder: Path, tests: Sequence[str]) -> dict[str, bool]:
    """By the mutant, whether these tests kill it."""
    named = [part for test in tests for part in ("--tests", test)]
    options = ["--isolated", "--fresh", "-j", "1", *NO_SEARCH, "--output-format", "json"]
    report = report_of(["mutate", *asked.places, *named, *options], folder, "mutate.json")
    if report is None:
        raise SystemExit(f"clew mutate failed; see {folder}/stderr")
    return {each["goal"]: each["state"] == "killed" for each in report["mutation"]["mutants"]}


def not_equivalent(asked: Asked, folder: Path) -> set[str]:
    """Mutants that do something else, as far as is known."""
    options = ["--criterion", "mutant", "--isolated", "--no-write", "-j", "1", "--output-format", "json"]
    report = report_of(["cover", *asked.places, *options], folder, "equivalent.json")
    if report is None:
        raise SystemExit(f"clew cover failed; see {folder}/stderr")
    goals = [goal for unit in report["units"] for goal in unit["goals"]]
    proved = {goal["id"] for goal in goals if goal["verdict"] in ("infeasible", "none-within-bounds")}
    read = {goal for goal, said in judgements().items() if said == "equivalent"}
    return {goal["id"] for goal in goals} - proved - read


def all_of(subject: Subject) -> tuple[str, ...]:
    """Its functions; methods are left out, since tools ask for their objects in ways of their own."""
    return tuple(name for name, _, _ in functions_in(subject.text) if "." not in name)


def laid_out(asked: Asked, tool: str) -> Path:
    folder = asked.out / "mutation_scores" / asked.subject.group / tool
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    (folder / asked.subject.file).write_text(asked.subject.text, encoding="utf-8")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="histories", help="A file of `bench/faults`, without its ending.")
    parser.add_argument("--budget", type=float, default=5.0, help="Seconds for one function.")
    parser.add_argument("--only", default="", help="Functions, separated by commas.")
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--out", default="bench/out")
    given = parser.parse_args()
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    (subject,) = (each for each in subjects() if each.group == given.name)
    names = tuple(filter(None, given.only.split(","))) or all_of(subject)
    asked = Asked(subject, names, given.budget, Path(given.out).resolve())
    wanted = not_equivalent(asked, laid_out(asked, "equivalent"))
    print("| suite of | tests that pass | of | killed | of those not equivalent | seconds |\n|---|---|---|---|---|---|")
    for tool in given.tools.split(","):
        problem = install("ghostwriter" if tool == "hypothesis" else tool, asked.out)
        if problem:
            print(f"| {tool} | left out: {problem} | | | | |", flush=True)
            continue
        folder = laid_out(asked, tool)
        used = processor_time()
        if not any((folder / "tests").iterdir()):
            MAKERS[tool](asked, folder)
        used = processor_time() - used
        tests, written_ = passing(folder)
        fates = killed_by(asked, folder, tests) if tests else {}
        killed = sum(fates.get(goal, False) for goal in wanted)
        share = f"{100 * killed / max(len(wanted), 1):.1f} % of {len(wanted)}"
        print(f"| {tool} | {len(tests)} | {written_} | {killed} | {share} | {used:.0f} |", flush=True)
        (folder / "fates.json").write_text(json.dumps(fates, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
