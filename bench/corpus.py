"""Every verdict of a fixed corpus as text, compared with the last recorded one.

    python bench/corpus.py diff                      # exit code 1 where a verdict differs from the recorded one
    python bench/corpus.py diff --only regressions   # subjects whose path contains this
    python bench/corpus.py record                    # what is said now becomes the recorded one
    python bench/corpus.py record --code OLD/src     # what another clew says of the same corpus

The corpus: the programs, regressions and attacks of the tests, the subjects of the comparison with peers, the examples,
and two packages of the index, pinned.  A subject is a file, or a folder that is one project; each is covered by a call
of its own, so that a new file changes nothing elsewhere.  Limits count steps, the seconds are far away, so that a busy
machine says the same.  `bench/corpus/AREA.txt` holds a section for each file, headed by a digest of its text, with a
line for each goal:

    GOAL covered [but SCOPE, assuming IDS, never passed]
    GOAL infeasible SCOPE, assuming IDS, by METHOD       (SCOPE: for all inputs, or the bounds)
    GOAL unknown: CODE

`diff` counts what changed by kind of change (`infeasible -> unknown: types  12`), then shows the goals of each.  Files
that are not recorded, and recorded ones that are gone, are named and are no difference; goals are told apart by their
lines, so a file whose text changed is named too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
RECORDED = BENCH / "corpus"
AREAS = ("programs", "regressions", "attacks", "peers", "examples", "packages")
HEAPS = {*(ROOT / "tests" / area for area in AREAS[:3]), BENCH / "peers/subjects"}
PACKAGES = {"semver": "semver==3.0.4", "inflection": "inflection==0.5.1"}
LIMITS = ["--paths", "200", "--work", "2000000", "--seconds", "300", "-j", "1"]


@dataclass(frozen=True)
class Subject:
    """What one call of clew covers: paths, as seen from the folder `within`."""

    area: str
    name: str
    within: Path
    paths: tuple[str, ...]


@dataclass
class Section:
    """What is said of one file.  goals: the verdict of each, as recorded; reasons: of those unknown, in words."""

    digest: str
    goals: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)


Sections = dict[str, Section]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("record", "diff"))
    parser.add_argument("--only", default="", help="subjects whose path contains this")
    parser.add_argument("--code", default=str(ROOT / "src"), help="source folder of the clew that is asked")
    parser.add_argument("--packages", default=str(BENCH / "out" / "corpus"), help="where the packages are installed")
    parser.add_argument("--recorded", default=str(RECORDED), help="folder of the recorded verdicts")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="calls of clew at a time")
    options = parser.parse_args()
    recorded = Path(options.recorded)
    subjects = [s for s in subjects_of(Path(options.packages)) if options.only in s.name]
    assert subjects, f"no subject has {options.only!r} in its path"
    code = str(Path(options.code).resolve())
    now: Sections = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for subject, said in zip(subjects, pool.map(lambda s: verdicts(s, code), subjects), strict=True):
            now.update(said)
            if options.command == "record":  # at once: what is there stays there when the rest is interrupted
                write_area(recorded, subject.area, said)
    before = {name: section for area in AREAS for name, section in read_area(recorded, area).items()}
    if options.command == "diff":
        return compare(before, now, options.only)
    for area in AREAS:
        write_area(recorded, area, {}, gone={name for name in before.keys() - now.keys() if options.only in name})
    return 0


def subjects_of(packages: Path) -> list[Subject]:
    tests = [
        Subject(area, str(path.relative_to(ROOT)), ROOT, modules_of(path))
        for area in ("programs", "regressions", "attacks")
        for path in subjects_in(ROOT / "tests" / area, projects=area == "attacks")
    ]
    peers = [Subject("peers", str(p.relative_to(ROOT)), ROOT, modules_of(p)) for p in files(BENCH / "peers/subjects")]
    site = install(packages)
    installed = [Subject("packages", name, site, (name,)) for name in sorted(PACKAGES)]
    return [*tests, *peers, Subject("examples", "examples", ROOT, ("examples",)), *installed]


def subjects_in(folder: Path, projects: bool) -> list[Path]:
    """projects: a folder in it is one subject, not a heap of them."""
    if not projects:
        return files(folder)
    found = [*folder.glob("*.py"), *(file.parent for file in folder.glob("*/*.py"))]
    return sorted({path for path in found if not path.name.startswith(("witness_", "_"))})


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def modules_of(path: Path) -> tuple[str, ...]:
    found = files(path) if path.is_dir() else [path]
    return tuple(str(file.relative_to(ROOT)) for file in found if not file.name.startswith("witness_"))


def install(folder: Path) -> Path:
    """The packages alone, in a folder that no tool takes for a part of the project."""
    site = folder / "site"
    for name, requirement in PACKAGES.items():
        if not (site / f"{requirement.replace('==', '-')}.dist-info").is_dir():
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
            subprocess.run([*command, "--target", str(site), "--upgrade", requirement], check=True)
        assert (site / name).is_dir(), f"{requirement} has no folder {name}"
    return site


def verdicts(subject: Subject, code: str) -> Sections:
    """What the clew whose source is in `code` says of the files of a subject."""
    command = [
        sys.executable,
        "-m",
        "clew",
        "cover",
        *subject.paths,
        "--isolated",
        "--no-write",
        "--fresh",
        "--suite",
        "small",
    ]
    environment = {**os.environ, "PYTHONPATH": code}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryDirectory() as alone:
        done = subprocess.run(
            [*command, *LIMITS, "--output-format", "json"],
            cwd=laid_out(subject, Path(alone)), env=environment, stdout=output, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        output.seek(0)
        try:
            report = json.load(output)
        except ValueError:
            return {subject.name: Section("", {"!": f"no report: {(done.stderr.strip() or '?').splitlines()[-1]}"})}
    print(f"{subject.name}: {report['seconds']:.1f} s", file=sys.stderr, flush=True)
    return sections_of(report, subject.within)


def laid_out(subject: Subject, alone: Path) -> Path:
    """Where it is settled: the files of the tests without the others beside them, which are no parts of one project."""
    if subject.within != ROOT:
        return subject.within
    for path in subject.paths:
        source = ROOT / path
        if source.is_file() and source.parent not in HEAPS:
            source = source.parent
        copy = alone / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, copy)
    return alone


def sections_of(report: dict, within: Path) -> Sections:
    found: Sections = {}

    def section(file: str) -> Section:
        if file not in found:
            found[file] = Section(hashlib.sha256((within / file).read_bytes()).hexdigest()[:12])
        return found[file]

    for unit in report["units"]:
        ids = {key: assumption["id"] for key, assumption in unit.get("assumptions", {}).items()}
        for goal in unit["goals"]:
            section(unit["file"]).goals[goal["id"]] = verdict_of(goal, ids)
            if "reason" in goal:
                section(unit["file"]).reasons[goal["id"]] = goal["reason"]["text"]
    for problem in report["diagnostics"]:
        if "file" in problem and problem["severity"] == "error":
            section(problem["file"]).goals["!"] = problem["code"]
    return found


def verdict_of(goal: dict, ids: dict[str, str]) -> str:
    """ids: the ids of the unit's assumptions, by the key that goals name."""
    if goal["verdict"] == "unknown":
        return f"unknown: {goal['reason']['code']}"
    if goal["verdict"] == "covered":
        doomed = goal.get("doomed")
        return f"covered but {leaning(doomed, ids)}, never passed" if doomed else "covered"
    bounded = goal["scope"] != "unbounded"
    verdict = "none-within-bounds" if bounded else goal["verdict"]  # in older reports both are called infeasible
    return f"{verdict} {leaning(goal, ids)}, by {goal['method']}"


def leaning(proof: dict, ids: dict[str, str]) -> str:
    """Scope and assumptions."""
    if proof["scope"] == "unbounded":
        scope = "for all inputs"
    else:
        scope = "within " + " ".join(f"{name}={bound}" for name, bound in sorted(proof["scope"]["within"].items()))
    assumed = sorted({ids.get(key, key) for key in proof["assumptions"]})
    return f"{scope}, assuming {' '.join(assumed)}" if assumed else scope


def write_area(recorded: Path, area: str, said: Sections, gone: Set[str] = frozenset()) -> None:
    """Put the sections beside, or in the place of, those that are there."""
    there = {name: section for name, section in read_area(recorded, area).items() if name not in gone}
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    lines = [f"# Verdicts on {area}: python {python}, {' '.join(LIMITS)}; written by bench/corpus.py"]
    for name, section in sorted((there | said).items()):
        lines.append(f"\n## {name} {section.digest}")
        lines += [f"{goal} {verdict}" for goal, verdict in sorted(section.goals.items(), key=in_order)]
    recorded.mkdir(parents=True, exist_ok=True)
    (recorded / f"{area}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def in_order(goal: tuple[str, str]) -> tuple[str, tuple[int, ...], str]:
    """By function, then line."""
    unit, _, rest = goal[0].rpartition("::")
    name, _, place = rest.partition(":")
    numbers = place.partition(":")[0].split(".")
    return f"{unit}::{name}", tuple(int(n) for n in numbers if n.isdigit()), goal[0]


def read_area(recorded: Path, area: str) -> Sections:
    found: Sections = {}
    file = recorded / f"{area}.txt"
    if not file.exists():
        return found
    current = Section("")
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            name, _, digest = line[3:].rpartition(" ")
            current = found[name] = Section(digest)
        elif line and not line.startswith("# "):
            goal, _, verdict = line.partition(" ")
            current.goals[goal] = verdict
    return found


def compare(before: Sections, now: Sections, only: str) -> int:
    """Print what changed; 1 where anything did."""
    both = [name for name in now if name in before or "!" in now[name].goals]
    for name in sorted(now.keys() - before.keys()):  # counted as a change only where clew could not read it
        print(f"not recorded: {name}, {totals([now[name]])}")
    for name in sorted(name for name in before.keys() - now.keys() if only in name):
        print(f"recorded, but no longer there: {name}")
    for name in both:
        if name in before and before[name].digest != now[name].digest:
            print(f"text changed since it was recorded: {name}")
    before = {name: before.get(name, Section("")) for name in both}
    changes = changes_between(before, now, both)
    print(f"recorded: {totals(before.values())}")
    print(f"now:      {totals(now[name] for name in both)}")
    for change, places in sorted(changes.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{change}  {len(places)}")
    for change, places in sorted(changes.items()):
        print(f"\n{change}  {len(places)}", *places, sep="\n    ")
    return int(bool(changes))


def changes_between(before: Sections, now: Sections, names: Iterable[str]) -> dict[str, list[str]]:
    """Goals by kind of change, a line for each."""
    changes: dict[str, list[str]] = defaultdict(list)
    for name in names:
        old, new = before[name].goals, now[name].goals
        for goal in sorted(old.keys() | new.keys(), key=lambda goal: in_order((goal, ""))):
            was, is_now = old.get(goal, "no goal"), new.get(goal, "no goal")
            if was != is_now:
                reason = now[name].reasons.get(goal)
                said = f"{was} -> {is_now}" + (f" ({reason})" if reason else "")
                changes[kind_of_change(was, is_now)].append(f"{name} {goal}: {said}")
    return changes


def kind_of_change(was: str, is_now: str) -> str:
    """`infeasible -> unknown: types`, or what of the proof differs where the verdict is the same."""
    if kind(was) != kind(is_now):
        return f"{kind(was)} -> {kind(is_now)}"
    lost, won = (assumed(a) - assumed(b) for a, b in ((was, is_now), (is_now, was)))
    if lost or won:
        return f"{kind(was)}, assuming {' '.join([*(f'-{i}' for i in sorted(lost)), *(f'+{i}' for i in sorted(won))])}"
    return f"{kind(was)}, other {'scope' if was.partition(',')[0] != is_now.partition(',')[0] else 'method'}"


def kind(verdict: str) -> str:
    if verdict.startswith(("unknown", "no goal", "no report")):
        return verdict
    return "doomed" if verdict.startswith("covered but") else verdict.partition(" ")[0]


def assumed(verdict: str) -> frozenset[str]:
    return frozenset(verdict.partition("assuming ")[2].partition(",")[0].split())


def totals(sections: Iterable[Section]) -> str:
    counts = Counter(kind(verdict) for section in sections for verdict in section.goals.values())
    unknown = sum(count for name, count in counts.items() if name.startswith("unknown"))
    return ", ".join(f"{count} {name}" for name, count in shown_counts(counts, unknown))


def shown_counts(counts: Counter[str], unknown: int) -> Iterator[tuple[str, int]]:
    yield "goals", counts.total()
    for name in ("covered", "doomed", "infeasible", "none-within-bounds"):
        yield name, counts[name]
    yield "unknown", unknown


if __name__ == "__main__":
    sys.exit(main())
