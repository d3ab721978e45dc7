"""Compare `clew cover` with CrossHair, Pynguin and random inputs from type hints (Hypothesis) on one set of functions.

    python bench/peers.py [--budget 10] [--tools clew,hypothesis,crosshair,pynguin] [--only trees,flows] [--again clew]

Every tool gets the same wall-clock budget for a function; Pynguin, which works on modules, gets the sum over the
module. Branch coverage of a function (the arcs inside its lines) is measured by coverage.py, for all tools alike, while
what the tool produced is run.  Random inputs are 100 examples of Hypothesis drawn from the type hints, or from basic
types where there are none.  Timed is what a user waits for: one process of the tool, without measuring (for
Hypothesis: pytest running the test), in wall-clock and in processor time of all its processes.  Time to final coverage
is that after which no more was reached: clew says so in its report, Hypothesis in a log of its examples; for the others
it is the whole time.  Everything was byte-compiled before.  A result is kept as soon as it is there (`bench/out/peers`), so an interrupted comparison
goes on where it was; `--kept` only makes the table.  Printed and written: a table (`peers.md`, `peers.json`) over the
functions that every tool in it was run on.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import importlib.metadata
import json
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUBJECTS = HERE / "peers" / "subjects"
SOURCE = HERE.parent / "src"
PINS = {
    "crosshair": ["crosshair-tool==0.0.112"],
    "pynguin": ["pynguin==0.48.0"],
    "ghostwriter": ["hypothesis[cli]==6.170.15"],  # for `mutation_scores.py`
}
TOOLS = ("clew", "hypothesis", "crosshair", "pynguin")
PEERS = TOOLS[1:]


@dataclass(frozen=True, slots=True)
class Subject:
    """A function of a module: `module`, `Class.name`, and its lines, those of nested functions included."""

    module: str
    name: str
    first: int
    last: int

    @property
    def id(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(slots=True)
class Result:
    """What a tool did for a function.

    seconds, cpu: of the whole process and of its processors; final: until no more was reached, None where nobody knows.
    covered, arcs: taken and all branch arcs; verdicts, reasons: of clew's branch goals.
    """

    tool: str
    subject: str
    seconds: float
    cpu: float = 0.0
    final: float | None = None
    covered: int = 0
    arcs: int = 0
    missing: list[list[int]] = field(default_factory=list)
    problem: str = ""
    verdicts: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return self.covered / self.arcs if self.arcs else 1.0

    @property
    def to_final(self) -> float:
        return self.seconds if self.final is None else self.final


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, default=10.0, help="seconds of every tool for one function")
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--only", default="", help="modules, separated by commas")
    parser.add_argument("--again", default="", help="tools whose kept results are thrown away first")
    parser.add_argument("--out", default="bench/out", help="folder for environments and results")
    parser.add_argument("--kept", action="store_true", help="run nothing: the table of what is there")
    options = parser.parse_args()
    out = Path(options.out).resolve()
    tools = [t for t in TOOLS if t in options.tools.split(",")]
    wanted = options.only.split(",") if options.only else []
    subjects = [s for s in subjects_of(SUBJECTS) if not wanted or s.module in wanted]
    for tool in filter(None, options.again.split(",")):
        shutil.rmtree(out / "peers" / tool, ignore_errors=True)
    if not options.kept:
        compileall.compile_dir(SOURCE, quiet=1)  # as it is where clew is installed
    unusable = {} if options.kept else {tool: problem for tool in tools if (problem := install(tool, out))}
    for tool, problem in unusable.items():
        print(f"{tool} is left out: {problem}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results: list[Result] = []
    try:
        for tool in tools:
            if tool not in unusable:
                if options.kept:
                    results += [r for s in subjects if (r := read_result(out, tool, s)) is not None]
                else:
                    results.extend(run_tool(tool, subjects, options.budget, out))
    except KeyboardInterrupt:
        print("\ninterrupted; the results so far are kept", file=sys.stderr)
    text = table(results, tools, options.budget, unusable)
    print(text)
    folder = out / "peers"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "peers.md").write_text(text + "\n", encoding="utf-8")
    (folder / "peers.json").write_text(json.dumps([asdict(r) for r in results], indent=1), encoding="utf-8")
    return 0


def subjects_of(folder: Path) -> list[Subject]:
    """Functions and methods that have a branch, in order."""
    found: list[Subject] = []
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            members = [(f"{node.name}.", m) for m in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
            for prefix, member in members:
                if not isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                if any(isinstance(n, ast.If | ast.For | ast.While | ast.Match | ast.Try) for n in ast.walk(member)):
                    first = min([member.lineno, *(d.lineno for d in member.decorator_list)])
                    found.append(Subject(path.stem, prefix + member.name, first, member.end_lineno or first))
    return found


# ---------------------------------------------------------------- environments


def install(tool: str, out: Path) -> str:
    """A scratch environment for a peer; why there is none."""
    if tool not in PINS:
        return ""
    folder = out / f"env-{tool}"
    mark = folder / ".installed"
    if mark.exists() and mark.read_text() == " ".join(PINS[tool]):
        return ""
    try:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True, text=True)
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *PINS[tool], "pytest"]
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or str(error)).strip().splitlines()
        return (
            f"pip cannot install {PINS[tool][0]} for Python {sys.version.split()[0]}: {lines[-1] if lines else error}"
        )
    mark.write_text(" ".join(PINS[tool]))
    return ""


# ---------------------------------------------------------------- running


def run_tool(tool: str, subjects: list[Subject], budget: float, out: Path) -> Iterator[Result]:
    """Results of the functions in order, each kept as soon as it is there."""
    for module in dict.fromkeys(s.module for s in subjects):
        mine = [s for s in subjects if s.module == module]
        kept = {s.id: read_result(out, tool, s) for s in mine}
        todo = [s for s in mine if kept[s.id] is None]
        made = pynguin(module, todo, budget, out) if todo and tool == "pynguin" else {}
        for subject in mine:
            result = kept[subject.id]
            if result is None:
                result = made[subject.id] if tool == "pynguin" else RUNNERS[tool](subject, budget, out)
                write_result(out, subject, result)
                share = f"{100 * result.share:5.0f} %  {result.seconds:6.2f} s  {result.problem}"
                print(f"{tool:10} {subject.id:40} {share}", file=sys.stderr, flush=True)
            yield result


def read_result(out: Path, tool: str, subject: Subject) -> Result | None:
    path = out / "peers" / tool / f"{subject.id}.json"
    if not path.exists():
        return None
    return Result(**json.loads(path.read_text(encoding="utf-8")))


def write_result(out: Path, subject: Subject, result: Result) -> None:
    path = out / "peers" / result.tool / f"{subject.id}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(asdict(result)), encoding="utf-8")
    temporary.replace(path)


def scratch(out: Path, tool: str, name: str) -> Path:
    folder = out / "peers" / "scratch" / tool / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def run(
    command: list[str], seconds: float, cwd: Path, environment: dict[str, str] | None = None
) -> tuple[str, str, float, str]:
    """stdout, stderr, seconds and what went wrong of a command, which is stopped with its children after its time."""
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    problem = ""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        problem = "out of time"
        stop(process)
        out, err = process.communicate()
    except BaseException:
        stop(process)
        raise
    return out, err, time.monotonic() - began, problem


def stop(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def clew(subject: Subject, budget: float, out: Path) -> Result:
    folder = scratch(out, "clew", subject.id)
    command = [sys.executable, "-m", "clew", "cover", f"{SUBJECTS / subject.module}.py::{subject.name}"]
    command += ["--isolated", "--output-format", "json", "-o", "tests", "--seconds", str(budget)]
    used = processor_time()
    text, err, seconds, problem = run(command, 3 * budget + 30, folder, {"PYTHONPATH": str(SOURCE)})
    cpu = processor_time() - used
    result = Result("clew", subject.id, seconds, cpu, problem=problem)
    try:
        report = json.loads(text)
    except ValueError:
        result.problem = problem or (err.strip().splitlines() or ["no report"])[-1]
        measure(result, subject, folder, None)
        return result
    goals = [g for unit in report["units"] for g in unit["goals"] if g["kind"] == "branch"]
    reached = [unit["reached_after"] for unit in report["units"] if unit["reached_after"] is not None]
    if reached:  # what comes before and after the run proper counts
        result.final = seconds - report["seconds"] + max(reached)
    result.verdicts = dict(Counter(g["verdict"] for g in goals))
    result.reasons = dict(Counter(g["reason"]["code"] for g in goals if g["verdict"] == "unknown"))
    tests = sorted((folder / "tests").glob("test_*.py"))
    measure(result, subject, folder, tests[0] if tests else None)
    return result


def crosshair(subject: Subject, budget: float, out: Path) -> Result:
    folder = scratch(out, "crosshair", subject.id)
    command = [str(out / "env-crosshair" / "bin" / "crosshair"), "cover", "--example_output_format=pytest"]
    command += ["--coverage_type=opcode", f"--per_condition_timeout={budget}", subject.id]
    used = processor_time()
    text, err, seconds, problem = run(command, budget + 20, folder, {"PYTHONPATH": str(SUBJECTS)})
    result = Result("crosshair", subject.id, seconds, processor_time() - used, problem=problem)
    try:
        ast.parse(text)
    except SyntaxError:
        result.problem = result.problem or "unusable: not Python"
    if "def test_" not in text:
        last = (err.strip().splitlines() or ["no example"])[-1]
        result.problem = result.problem or f"unusable: {last[:80]}"
    path = folder / "test_crosshair.py"
    path.write_text(text, encoding="utf-8")
    ran = measure(result, subject, folder, None if result.problem.startswith("unusable: not") else path)
    if not result.problem and ran:
        result.problem = f"unusable: {ran}"
    return result


def pynguin(module: str, subjects: list[Subject], budget: float, out: Path) -> dict[str, Result]:
    """One run on the module; each of its functions is charged its part of the time."""
    folder = scratch(out, "pynguin", module)
    total = budget * len(subjects)
    command = [str(out / "env-pynguin" / "bin" / "pynguin"), "--project-path", str(SUBJECTS), "--module-name", module]
    command += ["--output-path", str(folder), "--maximum-search-time", str(int(total)), "--seed", "0"]
    command += ["--assertion-generation", "NONE"]
    used = processor_time()
    _, err, seconds, problem = run(command, 2 * total + 60, folder, {"PYNGUIN_DANGER_AWARE": "1"})
    tests = sorted(folder.glob("test_*.py"))
    if not tests:
        problem = problem or "no tests: " + (err.strip().splitlines() or ["?"])[-1][:80]
    arcs = covered_arcs(module, folder, tests[0] if tests else None)[0]
    found: dict[str, Result] = {}
    cpu = (processor_time() - used) / len(subjects)
    for subject in subjects:
        result = Result("pynguin", subject.id, seconds / len(subjects), cpu, problem=problem)
        count(result, subject, arcs)
        found[subject.id] = result
    return found


def hypothesis(subject: Subject, budget: float, out: Path) -> Result:
    folder = scratch(out, "hypothesis", subject.id)
    driver = folder / "test_random.py"
    driver.write_text(
        f"import sys\nsys.path.insert(0, {str(HERE / 'peers')!r})\nfrom random_inputs import run\n\n\n"
        f"def test_random():\n    run({subject.module!r}, {subject.name!r}, {budget!r}, {str(folder)!r})\n",
        encoding="utf-8",
    )
    result = Result("hypothesis", subject.id, 0.0)
    began, used = time.time(), processor_time()
    _, _, result.seconds, result.problem = run(pytest(driver), budget + 30, folder, {"PYTHONPATH": str(SUBJECTS)})
    result.cpu = processor_time() - used
    problem = measure(result, subject, folder, driver, budget + 30)  # the same examples once more
    result.problem = result.problem or problem
    with contextlib.suppress(OSError, ValueError, IndexError):
        ended = json.loads((folder / "ended.json").read_text(encoding="utf-8"))
        last = json.loads((folder / "last.json").read_text(encoding="utf-8"))
        result.final = ended[last] - began
    return result


def pytest(tests: Path) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", str(tests)]


def processor_time() -> float:
    """Of all that was started and has ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


RUNNERS = {"clew": clew, "crosshair": crosshair, "hypothesis": hypothesis}


# ---------------------------------------------------------------- measuring


def measure(result: Result, subject: Subject, folder: Path, tests: Path | None, seconds: float = 60.0) -> str:
    arcs, problem = covered_arcs(subject.module, folder, tests, seconds)
    count(result, subject, arcs)
    return problem


def covered_arcs(
    module: str, folder: Path, tests: Path | None, seconds: float = 60.0
) -> tuple[dict[str, list[list[int]]], str]:
    """Branch arcs of the module, `executed` and `missing`, while the tests run; and what went wrong."""
    source = SUBJECTS / f"{module}.py"
    environment = {"PYTHONPATH": str(SUBJECTS), "COVERAGE_FILE": str(folder / ".coverage"), "PYTHONHASHSEED": "0"}
    base = [sys.executable, "-m", "coverage"]
    command = [*base, "run", "--branch", f"--include={source}"]
    if tests is None:
        command += [str(_importer(folder, module))]
    else:
        command += pytest(tests)[1:]
    text, _, _, problem = run(command, seconds, folder, environment)
    if tests is not None and not problem:
        last = (text.splitlines() or ["error"])[-1]
        if "error" in last:
            problem = "the test file does not run"
        elif "failed" in last and "passed" not in last:
            problem = "every test fails"
    report = folder / "coverage.json"
    run([*base, "json", "-q", "-o", str(report)], 30, folder, environment)
    try:
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError):
        return covered_arcs(module, folder, None)[0] if tests is not None else {}, problem or "nothing was measured"
    data = next(iter(files.values()))
    return {"executed": data["executed_branches"], "missing": data["missing_branches"]}, problem


def _importer(folder: Path, module: str) -> Path:
    """What runs when there is no test: the arcs are those of the module alone."""
    path = folder / "import_only.py"
    path.write_text(f"import {module}\n", encoding="utf-8")
    return path


def count(result: Result, subject: Subject, arcs: dict[str, list[list[int]]]) -> None:
    inside = {kind: [a for a in found if subject.first <= a[0] <= subject.last] for kind, found in arcs.items()}
    result.covered = len(inside.get("executed", []))
    result.missing = inside.get("missing", [])
    result.arcs = result.covered + len(result.missing)


# ---------------------------------------------------------------- the table


def table(results: list[Result], tools: list[str], budget: float, unusable: dict[str, str]) -> str:
    by_tool = {tool: {r.subject: r for r in results if r.tool == tool} for tool in tools}
    ran = [tool for tool in tools if by_tool[tool]]
    if not ran:
        return "nothing was run"
    shared = [s for s in by_tool[ran[0]] if all(s in by_tool[t] for t in ran) and by_tool[ran[0]][s].arcs]
    peers = [tool for tool in ran if tool in PEERS]
    lines = [
        f"{len(shared)} functions, {sum(by_tool[ran[0]][s].arcs for s in shared)} branch arcs, "
        f"{budget:g} s a function, Python {sys.version.split()[0]}, coverage {importlib.metadata.version('coverage')}",
        "",
        "| tool | mean branch coverage | of all arcs | functions best | full | median seconds | to final coverage "
        "| of the processor | nothing usable |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    best = {s: max(by_tool[t][s].covered for t in ran) for s in shared}
    for tool in ran:
        mine = [by_tool[tool][s] for s in shared]
        lines.append(
            f"| {tool} | {100 * statistics.mean(r.share for r in mine):.1f} % "
            f"| {100 * sum(r.covered for r in mine) / sum(r.arcs for r in mine):.1f} % "
            f"| {sum(r.covered == best[r.subject] for r in mine)} | {sum(r.share == 1 for r in mine)} "
            f"| {statistics.median(r.seconds for r in mine):.2f} "
            f"| {statistics.median(r.to_final for r in mine):.2f} "
            f"| {statistics.median(r.cpu for r in mine):.2f} "
            f"| {sum(r.problem.startswith(('unusable', 'no tests')) for r in mine)} |"
        )
    if peers:
        union = statistics.mean(max(by_tool[t][s].share for t in peers) for s in shared)
        lines.append(f"| best of the peers, per function | {100 * union:.1f} % | | | | | | | |")
    lines += [f"| {tool} | left out: {problem} | | | | | | | |" for tool, problem in unusable.items()]
    if "clew" in ran:
        lines += ["", *about_clew(by_tool, peers, shared)]
    return "\n".join(lines)


def about_clew(by_tool: dict[str, dict[str, Result]], peers: list[str], shared: list[str]) -> list[str]:
    mine = by_tool["clew"]
    lines: list[str] = []
    if peers:
        behind = [s for s in shared if mine[s].covered < max(by_tool[t][s].covered for t in peers)]
        at_least = 100 * (len(shared) - len(behind)) / len(shared)
        lines.append(
            f"- clew covers at least as much as the best peer in {at_least:.1f} % of the functions (wanted: 95 %)"
        )
        for s in behind:
            ahead = max(peers, key=lambda t: by_tool[t][s].covered)
            lines.append(
                f"  - behind {ahead} in {s}: {mine[s].covered} of {mine[s].arcs}, not {by_tool[ahead][s].covered}"
            )
        measures: dict[str, Callable[[Result], float]] = {
            "time to final coverage (wanted: 0.20)": lambda r: r.to_final,
            "time of the whole process": lambda r: r.seconds,
            "processor time of the whole process": lambda r: r.cpu,
        }
        for name, measure in measures.items():
            ratios = ratios_to_fastest(mine, [by_tool[t] for t in peers], shared, measure)
            if ratios:
                text = f"median ratio {statistics.median(ratios):.2f}"
                lines.append(
                    f"- {name}, against the fastest peer that reaches the same ({len(ratios)} functions): {text}"
                )
    open_goals = Counter[str]()
    reasons = Counter[str]()
    for s in shared:
        open_goals.update({k: v for k, v in mine[s].verdicts.items() if k != "covered"})
        reasons.update(mine[s].reasons)
    remaining = sum(open_goals.values())
    if remaining:
        proved = 100 * (remaining - open_goals["unknown"]) / remaining
        by_reason = ", ".join(f"{code} {n}" for code, n in reasons.most_common())
        lines.append(
            f"- of {remaining} remaining branches clew proved {proved:.1f} % infeasible (wanted: 80 %); unknown: {by_reason or 'none'}"
        )
    return lines


def ratios_to_fastest(
    mine: dict[str, Result], others: list[dict[str, Result]], shared: list[str], measure: Callable[[Result], float]
) -> list[float]:
    """Of the functions in which some peer reaches as much."""
    found = []
    for s in shared:
        fastest = min((measure(other[s]) for other in others if other[s].covered >= mine[s].covered), default=0.0)
        if fastest:
            found.append(measure(mine[s]) / fastest)
    return found


if __name__ == "__main__":
    sys.exit(main())
