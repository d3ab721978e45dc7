"""Of the mutants that no test kills, how many are equivalent, and how many of these are proved to be?

    python bench/equivalent_mutants.py [NAME…] [--out bench/out/equivalent_mutants]

Mutants are those of `--criterion mutant`, of the correct files of `bench/faults`.  What is left open was read by a person:
`faults/survivors.txt` has a line for each, with `equivalent`, `different` (and a call) or `unsure`.  Printed are those that it does
not have, and the table of `results/equivalent_mutants.md`.  Within smaller bounds: the work was used up before the bounds were
reached that are asked for, and the reason says up to which of them all was tried.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from fault_detection import BENCH, subjects
from packages import report_of

JUDGED = BENCH / "faults" / "survivors.txt"
WANTED = 60.0
COLUMNS = (
    "mutants",
    "killed",
    "proved equivalent",
    "within bounds",
    "open",
    "equivalent by hand",
    "none within smaller bounds",
    "different",
    "unsure",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="Files of `bench/faults`, without their ending.")
    parser.add_argument("--out", default="bench/out/equivalent_mutants")
    given = parser.parse_args()
    out = Path(given.out).resolve()
    judged = judgements()
    total = Counter[str]()
    print(f"| | {' | '.join(COLUMNS)} |\n|{'---|' * (len(COLUMNS) + 1)}")
    for subject in subjects():
        if subject.group == "versions" or (given.names and subject.group not in given.names):
            continue
        found = counted(subject.file, subject.text, out, judged)
        total += found
        row(subject.group, found)
    row("all", total)
    equivalent = total["proved equivalent"] + total["within bounds"] + total["equivalent by hand"]
    proved = total["proved equivalent"] + total["within bounds"]
    print(
        f"\n{equivalent} are equivalent as far as is known; proved {total['proved equivalent']}, within bounds {total['within bounds']}: "
        f"{100 * proved / max(equivalent, 1):.0f} % (wanted {WANTED:g} %); of {total['none within smaller bounds']} others nothing within "
        "bounds that are less than those asked for"
    )


def judgements() -> dict[str, str]:
    """By the goal, what a person has said of it."""
    if not JUDGED.exists():
        return {}
    lines = [line.split(maxsplit=2) for line in JUDGED.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {goal: said for said, goal, *_ in lines if said != "#"}


def counted(file: str, text: str, out: Path, judged: dict[str, str]) -> Counter[str]:
    folder = out / Path(file).stem
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    options = ["--criterion", "mutant", "--isolated", "--fresh", "--no-write", "-j", "1", "--output-format", "json"]
    report = report_of(["cover", file, *options], folder, "report.json")
    if report is None:
        raise SystemExit(f"clew failed on {file}; see {folder}/stderr")
    names = {
        "covered": "killed",
        "infeasible": "proved equivalent",
        "none-within-bounds": "within bounds",
        "unknown": "open",
    }
    found = Counter[str]()
    for goal in (goal for unit in report["units"] for goal in unit["goals"]):
        found["mutants"] += 1
        found[names[goal["verdict"]]] += 1
        if goal["verdict"] == "unknown":
            said = judged.get(goal["id"], "")
            found["equivalent by hand" if said == "equivalent" else said or "not judged"] += 1
            found["none within smaller bounds"] += said == "equivalent" and goal["reason"]["text"].startswith(
                "none within"
            )
            if not said:
                print(f"not judged: {goal['id']}  {goal['reason']['code']}")
    return found


def row(name: str, found: Counter[str]) -> None:
    print(f"| {name} | {' | '.join(str(found[column]) for column in COLUMNS)} |", flush=True)


if __name__ == "__main__":
    main()
