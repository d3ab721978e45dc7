"""Mutants of functions with contracts: does a test of `clew cover` fail for each that breaks its contract?

    pip install cosmic-ray pytest
    python bench/contract_mutants.py [--only arithmetic,texts] [--every 1] [--out bench/results/contract_mutants.md]

The subjects are the functions and classes of `bench/contracts/`, whose contracts are comments.  `clew cover` writes
tests, whose oracles are the clauses, for the branches and for its own mutants; the mutants here are those of the
operators of cosmic-ray, but for arithmetic that no one writes by mistake.  A mutant is killed where a test fails or
does not end.  Of those that survive, `clew diff` proves some equivalent, and `clew check` refutes those that break the
contract: these are what tests should have killed, and they are named.  What both leave open keeps its contract as far
as anyone knows.

Exit code 1 where a mutant that breaks its contract survives.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SUBJECTS = Path(__file__).resolve().parent / "contracts"
OPTIONS = ["--isolated", "--fresh", "-j", "1", "--output-format", "json"]
LEFT_OUT = re.compile(
    r"_(?:Mod|Pow|RShift|LShift|BitOr|BitAnd|BitXor|Div|Is|IsNot|NotIn|In)$|Decorator|Exception|Variable"
)
"""Operators that put in what nobody writes by mistake, or that change nothing here."""
SECONDS = 20.0  # for the tests of one file, beyond which they do not end
COLUMNS = ("killed", "equivalent", "within the contract", "open", "breaks it")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="subjects, separated by commas")
    parser.add_argument("--every", type=int, default=1, help="take only every n-th mutant")
    parser.add_argument("--criterion", default="branch,mutant", help="what the tests of clew cover are to cover")
    parser.add_argument("--out", help="a file for the table")
    options = parser.parse_args()
    lines, total = [], Counter[str]()
    line("subject", "contracts", "mutants", *COLUMNS, to=lines)
    lines.append("|" + "---|" * (len(COLUMNS) + 3))
    print(lines[-1])
    for path in sorted(SUBJECTS.glob("*.py")):
        if options.only and path.stem not in options.only.split(","):
            continue
        text = path.read_text(encoding="utf-8")
        found = Counter[str]()
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / path.name).write_text(text, encoding="utf-8")
            clew(place, "cover", path.name, "-o", "written", "--criterion", options.criterion)
            if not passes(place):
                raise SystemExit(f"the tests of {path.name} fail as they are written")
            for what, mutant in list(mutants(text))[:: options.every]:
                (place / path.name).write_text(mutant, encoding="utf-8")
                verdict = "killed" if not passes(place) else of_survivor(text, mutant, path.name)
                found[verdict] += 1
                if verdict == "breaks it":
                    print(f"  survives: {path.name}: {what}", flush=True)
        total += found
        row(path.stem, subjects_in(text), found, lines)
    row("all", sum(subjects_in(p.read_text(encoding="utf-8")) for p in SUBJECTS.glob("*.py")), total, lines)
    if options.out:
        Path(options.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(total["breaks it"] > 0)


def row(name: str, contracts: int, found: Counter[str], lines: list[str]) -> None:
    line(name, contracts, found.total(), *(found[column] for column in COLUMNS), to=lines)


def line(*cells: object, to: list[str]) -> None:
    to.append("| " + " | ".join(map(str, cells)) + " |")
    print(to[-1], flush=True)


def subjects_in(text: str) -> int:
    """The functions and classes with a contract."""
    return len(re.findall(r"# clew: [^\n]*\n\s*(?:def|class) ", text))


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """What was changed, and the text."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    for name in sorted(operator_names()):
        if LEFT_OUT.search(name) is not None:
            continue
        for occurrence in range(10_000):
            mutant = mutate_code(text, get_operator(name)(), occurrence)
            if mutant is None:
                break
            changed = next(
                (
                    f"{old.strip()} -> {new.strip()}"
                    for old, new in zip(text.splitlines(), mutant.splitlines(), strict=False)
                    if old != new
                ),
                "",
            )
            if changed and not changed.startswith(("#", "from ")):
                yield f"{name.rpartition('/')[2]}: {changed}", mutant


def passes(folder: Path) -> bool:
    line = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-o", "pythonpath=.", "written"]
    try:
        run = subprocess.run(line, cwd=folder, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def of_survivor(text: str, mutant: str, name: str) -> str:
    """What is known of a mutant that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for part, content in (("before", text), ("after", mutant)):
            (place / part).mkdir()
            (place / part / name).write_text(content, encoding="utf-8")
        compared = clew(place, "diff", "--no-index", "before", "after")
        verdicts = {each["verdict"] for each in compared.get("functions", ())}
        if verdicts and verdicts <= {"same"}:
            return "equivalent"
        checked = clew(place / "after", "check", name, "--no-write")
    claims = Counter(claim["verdict"] for unit in checked["units"] for claim in unit.get("claims", ()))
    if claims["refuted"]:
        return "breaks it"
    return "open" if claims["unknown"] else "within the contract"


def clew(folder: Path, *arguments: str) -> dict:
    """The report."""
    options = OPTIONS if arguments[0] != "diff" else ["-j", "1", "--output-format", "json"]
    line = [sys.executable, "-m", "clew", *arguments, *options]
    run = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr)
    return json.loads(run.stdout)


if __name__ == "__main__":
    sys.exit(main())
