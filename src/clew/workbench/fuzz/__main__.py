"""`python -m clew.workbench.fuzz --seed N --programs M [--seconds S]`: analyse random programs, try to contradict."""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from clew.regexes import regex
from clew.search.request import Budget
from clew.solver.chain import build_solver
from clew.workbench.fuzz.analyse import BUDGET, analyse
from clew.workbench.fuzz.attack import Contradiction, attack
from clew.workbench.fuzz.programs import generate
from clew.workbench.fuzz.reduce import reduce_failure

CLASS = regex(r"^class (\w+).*:\n((?:    .*\n|\n)*)", re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m clew.workbench.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--runs", type=int, default=200, help="random executions of each function")
    parser.add_argument(
        "--out", type=Path, default=None, help="folder for reduced failures (default: they are only shown)"
    )
    parser.add_argument("--paths", type=int, default=BUDGET.paths, help="runs of the executor on each function")
    parser.add_argument("--show", action="store_true", help="print the programs")
    parser.add_argument("--file", type=Path, action="append", default=[], help="a module to judge, not a random one")
    options = parser.parse_args()
    began = time.monotonic()
    build_solver()  # loads Z3 once, before the forks
    totals: Counter[str] = Counter()
    budget = replace(BUDGET, paths=options.paths, solves=3 * options.paths)
    failures = 0
    for file in options.file:
        for contradiction in judge(file.read_text(encoding="utf-8"), options.runs, str(file), totals, budget, True):
            failures += 1
            print(file.name, contradiction.shown(), flush=True)
    if options.file:
        options.programs = 0
    for number in range(options.first, options.first + options.programs):
        if time.monotonic() - began > options.seconds:
            break
        text = generate(options.seed, number)
        if options.show:
            print(text)
        found = judge(text, options.runs, f"{options.seed}:{number}", totals, budget)
        totals["programs"] += 1
        for contradiction in found:
            failures += 1
            print(f"#{number} {contradiction.shown()}", flush=True)
        if found and options.out is not None:

            def again(candidate: str, seed: str = f"{options.seed}:{number}") -> tuple[Contradiction, ...]:
                return judge(candidate, options.runs, seed, Counter())

            found_by = f"seed {options.seed}, program {number}"
            print(f"reduced to {reduce_failure(text, found[0], again, options.out, found_by)}", flush=True)
        if totals["programs"] % 20 == 0:
            print(
                f"{totals['programs']} programs, {time.monotonic() - began:.0f} s, {dict(sorted(totals.items()))}",
                flush=True,
            )
    print(f"{time.monotonic() - began:.0f} s; {failures} contradictions; {dict(sorted(totals.items()))}")
    return 1 if failures else 0


def judge(
    text: str, runs: int, seed: str, totals: Counter[str], budget: Budget = BUDGET, every: bool = False
) -> tuple[Contradiction, ...]:
    """every: all its functions, not only those that were generated."""
    names = re.findall(r"^(?:async )?def (f\d)", text, re.MULTILINE)
    names += [f"Made.{m}" for m in re.findall(r"^    def (m\d)", text, re.MULTILINE)]
    if every or random.Random(seed).random() < 0.1:
        names += re.findall(r"^(?:async )?def (\w+)", text, re.MULTILINE)
        names += [
            f"{c}.{m}" for c, body in CLASS.findall(text) for m in re.findall(r"^    def (\w+)", body, re.MULTILINE)
        ]
    calls = random.Random(f"calls {seed}").choice(("auto", "summarise", "summarise", "inline"))
    analysis = analyse(text, frozenset(names), 400.0 if every else 40.0, budget, calls)
    if isinstance(analysis, str):
        if analysis == "timeout":
            totals["timeouts"] += 1
            return ()
        return (Contradiction("crash", "", "", analysis),)
    outcome = attack(text, analysis, runs, seed, 400.0 if every else 60.0)
    if isinstance(outcome, str):
        if outcome == "timeout":
            totals["attack timeouts"] += 1
            return ()
        return (Contradiction("crash", "attack", "", outcome),)
    totals["functions"] += len(analysis.entries)
    totals["infeasible"] += outcome.infeasible
    totals["found"] += outcome.found
    totals["executions"] += outcome.runs
    totals.update(outcome.said)
    return outcome.contradictions


if __name__ == "__main__":
    sys.exit(main())
