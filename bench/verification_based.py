"""The subjects of Engel and Hähnle (2007), table of section 7, in Python, each correct and with seeded bugs.

    python bench/verification_based.py [--only median,card] [--seconds 20] [--out bench/results/verification_based.md]

For each subject of `bench/verification_based/` (bubble sort in both forms of the table): what the paper reports, and
what `clew check` says of the correct text, how many branch outcomes of the functions `clew cover` reaches, how many
tests that takes, the seconds of processor time of both, and how many of the seeded bugs `clew check` refutes.  A bug is a replacement of
text in the correct subject; one that is not refuted is named.

The paper counts paths of the proof tree, where unwinding and aliases split; clew counts none.  So this column stands
for itself.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SUBJECTS = Path(__file__).resolve().parent / "verification_based"
OPTIONS = ["--isolated", "--fresh", "-j", "1", "--output-format", "json"]


@dataclass(frozen=True)
class Published:
    specification: str
    proof: str
    branches: str
    paths: str  # whether all of them
    number: str


@dataclass(frozen=True)
class Subject:
    """bugs: what is replaced by what, once."""

    name: str
    published: Published
    bugs: tuple[tuple[str, str], ...]


TABLE = (
    Subject(
        "conditional_swap",
        Published("precise", "no", "yes", "yes", "3"),
        (
            ("# clew: require x is not y\n", ""),  # the paper's: both are one object
            (">= y._value:\n        swap", "> y._value + 1:\n        swap"),
            ("swap(x, y)\n", "swap(x, x)\n"),
            ("y._value += x._value", "y._value += x._value + 1"),
            ("x._value = y._value - x._value", "x._value = x._value - y._value"),
            ("    y._value -= x._value\n", ""),
        ),
    ),
    Subject(
        "median",
        Published("precise", "yes", "yes", "yes", "6"),
        (
            ("middle = z\n", "middle = y\n"),
            ("if y < z:", "if y <= x:"),
            ("        if x < y:\n            middle = y", "        if x < y:\n            middle = x"),
            ("elif x < z:\n            middle = x", "elif x < z:\n            middle = z"),
            ("elif x > y:", "elif x < y:"),
            ("elif x > z:\n        middle = x", "elif x > z:\n        middle = z + 1"),
        ),
    ),
    Subject(
        "search_tree",
        Published("lightweight", "no", "yes", "infinite", "65"),
        (
            ("if key < at._key", "if key > at._key"),
            ("                    at._left = node\n                    return", "                    return"),
            ("at = at._right\n", "at = at._left or at\n                return\n"),
            ("self._root = node\n            return", "return"),
            ("elif key > at._key", "elif key > at._key + 1"),
            ("at._right = node\n", "at._left = node\n"),
        ),
    ),
    Subject(
        "multiplier",
        Published("lightweight", "no", "yes", "no", "16"),
        (
            ("product = 0", "product = 1"),
            ("while b > 0", "while b > 1"),
            ("if b % 2 == 1", "if b % 2 == 0"),
            ("product += a", "product = a"),
            ("a *= 2", "a += 2"),
            ("b //= 2", "b -= 2"),
        ),
    ),
    Subject(
        "bubble_sort",
        Published("approximate", "no", "yes", "infinite", "42"),
        (
            ("range(len(a) - 1):\n", "range(len(a) - 2):\n"),
            ("range(len(a) - 1):\n", "range(len(a)):\n"),
            ("if a[i] > a[i + 1]", "if a[i] < a[i + 1]"),
            ("a[i], a[i + 1] = a[i + 1], a[i]", "a[i], a[i + 1] = a[i + 1], a[i + 1]"),
            ("                done = False\n", ""),
            ("done = False\n", "done = len(a) > 3\n"),
        ),
    ),
    Subject(
        "bubble_sort_of_four",
        Published("approximate", "yes", "yes", "yes", "24"),
        (
            ("range(len(a) - 1):\n", "range(len(a) - 2):\n"),
            ("range(len(a) - 1):\n", "range(len(a)):\n"),
            ("if a[i] > a[i + 1]", "if a[i] < a[i + 1]"),
            ("a[i], a[i + 1] = a[i + 1], a[i]", "a[i], a[i + 1] = a[i + 1], a[i + 1]"),
            ("                done = False\n", ""),
            ("done = False\n", "done = a[0] < a[3]\n"),
        ),
    ),
    Subject(
        "card",
        Published("lightweight", "no", "yes", "yes (but for calls of the API)", "several dozen"),
        (
            ("if self._state == State.TERMINATED:\n            return NOT_ALLOWED\n        if command == 0x20", "if command == 0x20"),
            ("self._advance(State.INITIALIZED, State.SECURED)", "self._advance(State.READY, State.SECURED)"),
            ("        if data != self._pin:\n", "        if data < self._pin:\n"),
            ("if self._tries == 0:\n            return BLOCKED\n        ", ""),
            ("        self._authenticated = False\n        self._state = State.TERMINATED", "        self._state = State.TERMINATED"),
            ("self._state = following\n        return OK", "self._state = following\n        return NOT_ALLOWED"),
        ),
    ),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="subjects, separated by commas")
    parser.add_argument("--seconds", default="20", help="clew's safety net for one function")
    parser.add_argument("--out", help="a file for the table")
    options = parser.parse_args()
    chosen = [s for s in TABLE if not options.only or s.name in options.only.split(",")]
    lines = [HEAD, RULE]
    print(HEAD, RULE, sep="\n", flush=True)
    for subject in chosen:
        for line in rows(subject, options.seconds):
            lines.append(line)
            print(line, flush=True)
    if options.out:
        Path(options.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


HEAD = "| subject | paper: spec., proof, BC, PC, paths | own proof | BC | tests | seconds | bugs refuted |"
RULE = "|---|---|---|---|---|---|---|"


def rows(subject: Subject, seconds: str) -> Iterator[str]:
    """The line of a subject, and one for each bug that was not refuted."""
    text = (SUBJECTS / f"{subject.name}.py").read_text(encoding="utf-8")
    found, checked = said("check", text, seconds)
    covered, covering = said("cover", text, seconds)
    claims = [claim for unit in found["units"] for claim in unit.get("claims", ())]
    verdicts = Counter(claim["verdict"] for claim in claims)
    wrong = [claim for claim in claims if claim["verdict"] == "refuted"]
    branches = [g for u in covered["units"] for g in u["goals"] if g["kind"] == "branch"]
    reached = sum(g["verdict"] == "covered" for g in branches)
    missed = [
        f"{old.strip()!r} -> {new.strip()!r}" for old, new in subject.bugs if not refuted(text, old, new, seconds)
    ]
    p = subject.published
    own = f"{verdicts['proved']} of {len(claims)} claims" + (f", {len(wrong)} refuted" if wrong else "")
    paper = f"{p.specification}, {p.proof}, {p.branches}, {p.paths}, {p.number}"
    bugs = f"{len(subject.bugs) - len(missed)} of {len(subject.bugs)}"
    yield (
        f"| {subject.name} | {paper} | {own} | {reached} of {len(branches)} | {covered['totals']['tests']} "
        f"| {checked + covering:.1f} | {bugs} |"
    )
    for each in missed:
        yield f"| | | not refuted: `{each}` | | | | |"


def refuted(text: str, old: str, new: str, seconds: str) -> bool:
    assert text.count(old) >= 1, old
    report, _ = said("check", text.replace(old, new, 1), seconds)
    return any(claim["verdict"] == "refuted" for unit in report["units"] for claim in unit.get("claims", ()))


def said(command: str, text: str, seconds: str) -> tuple[dict, float]:
    """The report on a subject, and the seconds of processor time that it took."""
    began = used()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "subject.py").write_text(text, encoding="utf-8")
        line = [sys.executable, "-m", "clew", command, "subject.py", *OPTIONS, "--no-write", "--seconds", seconds]
        run = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr)
    return json.loads(run.stdout), used() - began


def used() -> float:
    """Seconds of processor time of what was run so far: what else a machine does, does not matter much to them."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


if __name__ == "__main__":
    sys.exit(main())
