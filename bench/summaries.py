"""Calls inlined, summarised and as `auto` decides, side by side: programs where inlining explodes, and where it is best.

    python bench/summaries.py [--json FILE]       seconds are of the processor

`.ivl`: a chain of N procedures, each calling the next twice (inlining makes 2^N copies of the last), one callee with
2^6 paths called N times, and small callees.  Python: the same in functions; the executor's runs and queries.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

from clew.concolic.prepared import prepare
from clew.concolic.tasks import explore_unit
from clew.frontend.ivl import read
from clew.search.request import Bounds, Budget, Request, Setup
from clew.settling.programs import settled_procedure, summaries_of
from clew.source.settings import Settings
from clew.vc.modular import Calls
from clew.verdict.evidence import doubt, proofs
from clew.verdict.verdicts import Unknown

HOW: tuple[Calls, ...] = get_args(Calls)

# ---------------------------------------------------------------- .ivl


def chain(count: int) -> str:
    """Each procedure calls the next twice; the last keeps its argument within bounds.  `big` is infeasible."""
    text = [
        "proc main(x: int) { var y: int; a: call y := f0(x); goto big, small;"
        " big: assume x < 100 && y > 100; return; small: assume y <= 1000; return; }"
    ]
    for i in range(count):
        text.append(
            f"proc f{i}(x: int) returns (y: int) {{ a: call y := f{i + 1}(x); call y := f{i + 1}(y); return; }}"
        )
    text.append(
        f"proc f{count}(x: int) returns (y: int) {{ a: goto under, over, within; under: assume x < 0; y := 0; return;"
        " over: assume x > 500; y := 500; return; within: assume 0 <= x && x <= 500; y := x; return; }"
    )
    return "\n".join(text)


def branching(count: int, branches: int = 6) -> str:
    """A callee with 2^branches paths and few outcomes, called `count` times; `never` is infeasible."""
    bits = "\n".join(
        f"  t{i}: goto y{i}, n{i}; y{i}: assume x > {10 * i}; k := {'k + 1' if i % 3 == 0 else 'k'}; goto t{i + 1};"
        f" n{i}: assume x <= {10 * i}; goto t{i + 1};"
        for i in range(branches)
    )
    parameters = ", ".join(f"x{i}: int" for i in range(count))
    calls = " ".join(f"call r := f(x{i}); s := s + r;" for i in range(count))
    return f"""
proc main({parameters}) {{ var s: int; var r: int; a: s := 0; {calls} goto most, never, rest;
  most: assume s == {2 * count}; return; never: assume s > {2 * count}; return; rest: assume s < {2 * count}; return; }}
proc f(x: int) returns (k: int) {{ begin: k := 0; goto t0; {bits} t{branches}: return; }}
"""


def small(count: int) -> str:
    """A callee of one block."""
    calls = " ".join("call x := inc(x);" for _ in range(count))
    return f"""
proc main(x: int) {{ a: {calls} goto b, c; b: assume x > 9; return; c: assume x <= 9; return; }}
proc inc(v: int) returns (w: int) {{ a: w := v + 1; return; }}
"""


IVL: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "chain of doubled calls": (chain, (2, 4, 6, 12)),
    "64 paths, called n times": (branching, (2, 4, 8, 16)),
    "one block, called n times": (small, (8, 32)),
}


def run_ivl(text: str, how: Calls) -> dict[str, Any]:
    program, problems = read(text)
    assert program is not None, problems
    began = time.process_time()
    report = settled_procedure(summaries_of(program, Settings(calls=how)), program.procedure("main"))
    own = [goal for goal in report.goals if "." not in (goal.outcome or "")]
    return {
        "seconds": time.process_time() - began,
        "settled": bool(own) and not any(isinstance(goal.verdict, Unknown) for goal in own),
        "queries": report.queries,
    }


# ---------------------------------------------------------------- Python

HELPERS = """
def score(x: int) -> int:
    if x < 0:
        x = -x
    points = 0
    if x > 100:
        points += 3
    elif x > 50:
        points += 2
    if x % 2 == 0:
        points += 1
    if x % 5 == 0:
        points += 4
    return points


def damped(x: int) -> int:
    if x < -100:
        raise ValueError("too small")
    if x > 1000:
        raise OverflowError("too large")
    if x > 10:
        return x - 7
    return x
"""


def sequence(count: int) -> str:
    parameters = ", ".join(f"a{i}: int" for i in range(count))
    total = " + ".join(f"score(a{i})" for i in range(count))
    return f"""{HELPERS}

def f({parameters}) -> str:
    s = {total}
    if s >= {8 * count}:
        return "all"
    if s == {8 * count - 2}:
        return "nearly"
    if s < 0:
        return "never"
    return "some"
"""


def loop(count: int) -> str:
    return f"""{HELPERS}

def f(x: int, y: int) -> str:
    for _ in range({count}):
        x, y = damped(y), damped(x)
    if x + y > {2000 - 14 * count}:
        return "never"
    if x == 993 - 7 * {count - 1}:
        return "once"
    return "small"
"""


def once(count: int) -> str:
    return f"""{HELPERS}

def f(x: int) -> int:
    return damped(x) + {count}
"""


PYTHON: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "a branching helper, n times in sequence": (sequence, (2, 5, 10, 20)),
    "a helper with exceptions, in a loop of n rounds": (loop, (4, 8, 16)),
    "a small helper, once": (once, (1,)),
}


class _Quiet:
    """What `explore_unit` tells about its progress."""

    class guard:
        @staticmethod
        def drain() -> tuple[()]:
            return ()

    def __call__(self, message: object) -> None:
        pass


def run_python(text: str, how: Calls) -> dict[str, Any]:
    defaults = Settings()
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        Path(folder, "subject.py").write_text(text)
        prepared = prepare(Setup("subject", (folder,), defaults.steps))
        unit = next(u for u in prepared.project.modules["subject"].units if u.qualname == "f")
        budget = Budget(defaults.paths, defaults.paths * 4, 300.0, defaults.loop, work=defaults.work)
        goals = frozenset(goal.id for goal in unit.goals)
        request = Request(unit.id, goals, Bounds(), budget, defaults.solver_steps, calls=how)
        began = time.process_time()
        found = explore_unit(prepared, request, _Quiet())  # type: ignore[arg-type]
        return {
            "seconds": time.process_time() - began,
            "settled": not any(doubt(v) is not None for v in found.known.values()),
            "infeasible": len(proofs(found.known)),
            "runs": found.runs,
            "queries": found.queries,
        }


# ---------------------------------------------------------------- the measuring

LIMIT = 20  # seconds of the processor


def measured(run: Callable[[str, Calls], dict[str, Any]], text: str, how: Calls) -> dict[str, Any] | None:
    """In a process of its own; None where the limit was not enough."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def work() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        sender.send(run(text, how))

    process = context.Process(target=work)
    process.start()
    sender.close()
    try:
        return dict(receiver.recv())
    except EOFError:
        return None
    finally:
        process.join()


def rows() -> Iterator[dict[str, Any]]:
    for programs, run in ((IVL, run_ivl), (PYTHON, run_python)):
        for name, (make, sizes) in programs.items():
            for size in sizes:
                yield {"program": name, "size": size} | {how: measured(run, make(size), how) for how in HOW}


# ---------------------------------------------------------------- the table


def show(row: dict[str, Any]) -> str:
    cells = []
    for how in HOW:
        cell = row[how]
        text = f"more than {LIMIT} s"
        if cell is not None:
            counted = f"{cell['runs']} runs" if "runs" in cell else f"{cell['queries']} queries"
            text = f"{cell['seconds']:.2f} s {counted:>13}"
        cells.append(f"{text:>24}{' ' if cell is None or cell['settled'] else '?'}")
    return f"{row['program']:<48}{row['size']:>4}" + "".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    print(f"{'program':<48}{'n':>4}" + "".join(f"{how:>25}" for how in HOW))
    found = []
    for row in rows():
        found.append(row)
        print(show(row), flush=True)
    print("?: goals were left open within the default budgets, or inlining made too many blocks")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
