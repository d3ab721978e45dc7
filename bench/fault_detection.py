"""How many bugs do tests notice that were made from the correct program?

    python bench/fault_detection.py [NAME…] [--criteria small,default,mutant] [--effort quick] [--out FOLDER]

Each line of `bench/faults/*.py` with `# bug:` says what stood, or stands, in its place where the function is wrong:
algorithms of QuixBugs, and mistakes that are on record elsewhere, all written anew.  The pairs of `bench/versions/differs`
come on top.  Tests are made from the correct file, have to pass on it, and are then run on one wrong function at a time:
a test that fails, or does not end, notices the bug.  Seconds are of the processor, for making the tests.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent
AFTER = "# ---- after\n"
BUG = re.compile(r"^(\s*)(\S.*?)  # bug: (.*)$")
CRITERIA = {"small": ("--suite", "small"), "default": (), "mutant": ("--criterion", "mutant")}
PATIENCE = 20.0  # seconds for the tests of a file
LIMIT = 2 << 30  # bytes for them


@dataclass(frozen=True, slots=True)
class Fault:
    """name: of the function; text: of the file, in which only it is wrong."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Subject:
    """text: of the correct file."""

    group: str
    file: str
    text: str
    faults: tuple[Fault, ...]


def subjects() -> Iterator[Subject]:
    for file in sorted((BENCH / "faults").glob("*.py")):
        lines = file.read_text(encoding="utf-8").splitlines()
        correct = "\n".join(BUG.sub(r"\1\2", line) for line in lines) + "\n"
        yield Subject(file.stem, file.name, correct, tuple(faults_in(lines)))
    for pair in sorted((BENCH / "versions" / "differs").glob("*.py")):
        before, _, after = pair.read_text(encoding="utf-8").partition(AFTER)
        yield Subject("versions", pair.name, before.strip() + "\n", (Fault(pair.stem, after.strip() + "\n"),))


def faults_in(lines: list[str]) -> Iterator[Fault]:
    """One for each function, with all of its lines that say so changed."""
    for name, first, last in functions_in("\n".join(lines)):
        changed = [BUG.sub(r"\1\3", line) if first <= n <= last else line for n, line in enumerate(lines, 1)]
        if changed != lines:
            yield Fault(name, "\n".join(BUG.sub(r"\1\2", line) for line in changed) + "\n")


def functions_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Functions and methods, with their lines."""
    for node in ast.parse(text).body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                assert each.end_lineno is not None
                name = f"{node.name}.{each.name}" if isinstance(node, ast.ClassDef) else each.name
                yield name, each.lineno, each.end_lineno


def tests_for(subject: Subject, folder: Path, options: tuple[str, ...]) -> float:
    """Written to `tests` in the folder; how many seconds that took."""
    (folder / subject.file).write_text(subject.text, encoding="utf-8")
    began = seconds()
    command = [sys.executable, "-m", "clew", "cover", subject.file, "--isolated", "--fresh", "-o", "tests", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{subject.file}: {done.stderr}{done.stdout}")
    return seconds() - began


def seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def passes(folder: Path, file: str, text: str) -> bool:
    """Do the tests pass with this text in the file's place?"""
    (folder / file).write_text(text, encoding="utf-8")
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "tests"]
    surroundings = {
        **os.environ,
        "PYTHONPATH": ".",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=surroundings,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)),
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def noticed(subject: Subject, options: tuple[str, ...], keep: Path | None) -> tuple[dict[str, bool], float]:
    """By the name of a function, whether its bug is; and the seconds that the tests took to make."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        used = tests_for(subject, folder, options)
        if not passes(folder, subject.file, subject.text):
            raise SystemExit(f"{subject.file}: the tests do not pass on the correct file")
        found = {fault.name: not passes(folder, subject.file, fault.text) for fault in subject.faults}
        if keep is not None:
            shutil.copytree(folder / "tests", keep, dirs_exist_ok=True)
        return found, used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="Groups or files, without their ending.")
    parser.add_argument("--criteria", default="small,default,mutant")
    parser.add_argument("--effort", default="normal", help="As of `clew cover`.")
    parser.add_argument("--out", default="bench/out/fault_detection")
    given = parser.parse_args()
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    results: dict[str, dict[str, bool]] = {}
    for criterion in given.criteria.split(","):
        all_found: dict[str, bool] = {}
        used = 0.0
        for subject in subjects():
            if given.names and not {subject.group, Path(subject.file).stem} & set(given.names):
                continue
            found, took = noticed(subject, (*CRITERIA[criterion], "--effort", given.effort), out / criterion)
            used += took
            all_found.update({f"{subject.group}: {name}": each for name, each in found.items()})
            missed = ", ".join(name for name, each in found.items() if not each)
            print(
                f"{criterion:<8} {subject.file:<30} {sum(found.values()):>3} of {len(found):<3} {took:7.1f} s  {missed}",
                flush=True,
            )
        if not all_found:
            raise SystemExit(f"there is nothing by the name of {', '.join(given.names)}")
        share = 100 * sum(all_found.values()) / len(all_found)
        print(f"{criterion}: {sum(all_found.values())} of {len(all_found)} noticed, {share:.0f} %; {used:.0f} s\n")
        results[criterion] = all_found
    (out / "fault_detection.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
