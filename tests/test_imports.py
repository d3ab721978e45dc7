"""Who may import whom: the rows as data.  A new arrow is a change to this file, made in the open.

Imports go down, to any row below.  Inside a row only what `INSIDE` names is allowed.
"""

from __future__ import annotations

import ast
import functools
import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from clew.scheduling.processes import PRELOADED, REPLAYING

ROOT = Path(__file__).parent.parent / "src" / "clew"

ROWS = {
    # Goals, verdicts and the package itself (its version) are plain data that every row may name; so is how records and
    # folders of a run are made.
    1: {"source", "ir", "logic", "goals", "verdict", "records", "regexes", "scratch", "__init__"},
    2: {"semantics", "solver"},
    3: {"frontend", "analysis", "contracts"},
    4: {"passes", "vc", "workers", "search", "effects", "inputs", "concolic"},
    5: {"attack", "invariants", "checking"},
    6: {"testgen", "report"},
    7: {"settling", "coverage", "mutation"},
    8: {"scheduling"},
    9: {"pipeline"},
    10: {"following"},
    11: {"api", "cli", "server", "workbench", "__main__", "pytest_plugin", "hypothesis"},
}

INSIDE = {
    ("ir", "source"),
    ("goals", "source"),
    ("goals", "records"),
    ("goals", "regexes"),
    ("verdict", "source"),
    ("verdict", "records"),
    ("verdict", "regexes"),
    ("source", "records"),
    ("source", "regexes"),
    ("ir", "records"),
    ("ir", "regexes"),
    ("ir", "logic"),  # what an operator of the block form means
    ("logic", "records"),
    ("logic", "regexes"),
    ("attack", "checking"),  # its runs are made in a process of the replay
    ("vc", "passes"),  # a goal names the form its function must be in
    ("concolic", "passes"),  # a function in the subset is settled by its block form first
    ("concolic", "vc"),
    ("search", "vc"),  # a proof of the block form is a value
    ("inputs", "effects"),
    ("inputs", "search"),
    ("concolic", "effects"),
    ("concolic", "inputs"),
    ("concolic", "search"),
    ("concolic", "workers"),
    ("frontend", "analysis"),
    ("contracts", "frontend"),  # claims are read off modules
    ("__init__", "api"),  # when one of its functions is asked for
    ("__init__", "source"),
    ("api", "cli"),
    ("cli", "server"),  # the command that starts it
    ("server", "api"),
    ("server", "cli"),  # what commands are asked for, and write
    ("workbench", "cli"),
    ("__main__", "cli"),
    ("pytest_plugin", "cli"),
    ("hypothesis", "api"),
}

# Modules of a higher row that are plain data for a lower one.
DATA = {"inputs.recipes", "effects.library"}

# Circles of modules: a term that is printed while something is looked into shows itself as SMT-LIB.
CIRCLES = [{"logic.terms", "logic.smtlib"}]

# Every outside thing has one door: the packages that may be imported only there.
DOORS = {
    # `ir.tree_reader` reads literals with it, `inputs.shape_text` expressions.
    "ast": {
        "frontend",
        "inputs.shape_text",
        "ir.tree_reader",
        "checking.script",
        "checking.worker",
        "checking.probes",
        "testgen",
        "workbench",
        "hypothesis",  # which reads the calls of a report
    },
    "hypothesis": {"hypothesis", "attack.drawing"},  # which draws from the strategies of the user
    "z3": {"solver.engines"},
    "cvc5": {"solver.engines"},
    "lark": {"frontend", "ir"},
    "rich": {"report", "cli"},
    "click": {"cli", "workbench.reference"},  # which reads the options of commands
    "coverage": {"coverage", "checking.agreement"},
    "jinja2": {"report.pages.site"},
    "markupsafe": {"report.pages"},
    "mcp": {"server.agents"},
    "pygls": {"server"},
    "lsprotocol": {"server"},
    "pytest": {"workbench", "pytest_plugin", "mutation.session"},
}


@functools.cache
def modules() -> list[str]:
    """Dotted names below `clew`, `inputs.recipes` and the like."""
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.py"))


@functools.cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))


@functools.cache
def imports_of(module: str) -> list[tuple[int, str]]:
    """(line, dotted name) of everything a module imports, at the top or inside a function."""
    return imports_in(tree_of(module))


def imports_in(tree: ast.AST) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found += [(node.lineno, alias.name) for alias in names]
            case ast.ImportFrom(level=0, module=str(source), names=names):
                found += [(node.lineno, f"{source}.{alias.name}") for alias in names]
            case ast.ImportFrom():
                found.append((node.lineno, "a relative import"))
    return found


def row_of(part: str) -> int:
    return next((row for row, parts in ROWS.items() if part in parts), 0)


def top(module: str) -> str:
    return module.split(".")[0]


def within(module: str, place: str) -> bool:
    return module == place or module.startswith(place + ".")


def wrong_imports(module: str) -> list[str]:
    problems = []
    mine = top(module)
    for line, name in imports_of(module):
        place = f"{module.replace('.', '/')}.py:{line}"
        if name == "a relative import":
            problems.append(f"{place} has a relative import")
        parts = name.split(".")
        if parts[0] in DOORS and not any(within(module, door) for door in DOORS[parts[0]]):
            problems.append(f"{place} imports {parts[0]}, whose door is {' or '.join(sorted(DOORS[parts[0]]))}")
        if parts[0] != "clew" or len(parts) < 2:
            continue
        theirs = parts[1] if (ROOT / parts[1]).is_dir() or (ROOT / f"{parts[1]}.py").is_file() else "__init__"
        allowed = mine == theirs or row_of(theirs) < row_of(mine) or (mine, theirs) in INSIDE or theirs == "__init__"
        if not allowed and not any(within(".".join(parts[1:]), data) for data in DATA):
            problems.append(f"{place} imports clew.{theirs} (row {row_of(theirs)}), itself in row {row_of(mine)}")
    return problems


def test_every_part_is_in_a_row() -> None:
    assert [module for module in modules() if not row_of(top(module))] == []


@pytest.mark.parametrize("part", sorted({top(module) for module in modules()}))
def test_imports_go_down(part: str) -> None:
    assert [problem for module in modules() if top(module) == part for problem in wrong_imports(module)] == []


def needed_to_run(module: str) -> set[str]:
    """The modules it imports, at the top or inside a function, but not those of which it only names types."""
    tree, known = tree_of(module), set(modules())
    guards = [n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    types = {place for guard in guards for place in imports_in(guard)}
    names = [name.removeprefix("clew.") for _, name in set(imports_in(tree)) - types if name.startswith("clew.")]
    return {name if name in known else name.rpartition(".")[0] for name in names} & known


def test_modules_do_not_import_each_other_in_circles() -> None:
    needed = {module: needed_to_run(module) for module in modules()}
    reached: dict[str, set[str]] = {}
    for module, waiting in needed.items():
        found, waiting = set[str](), {*waiting}
        while waiting:
            found |= waiting
            waiting = set().union(*(needed[m] for m in waiting)) - found
        reached[module] = found
    circles = {frozenset(n for n in found if m in reached[n]) for m, found in reached.items() if m in found}
    assert [set(circle) for circle in circles] == CIRCLES


def test_dependencies_are_imported_and_imports_declared() -> None:
    project = tomllib.loads((ROOT.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {"z3-solver": "z3"}
    needed, optional = (
        {named.get(name, name) for each in given if (name := re.split(r"[^\w-]", each)[0])}
        for given in (
            project["dependencies"],
            [each for extra in project["optional-dependencies"].values() for each in extra],
        )
    )
    imported = {name.split(".")[0] for module in modules() for _, name in imports_of(module)}
    assert needed <= imported
    # Brought by others of these: of pygls, of jinja2, of distributed.
    others = {"lsprotocol", "markupsafe", "dask"}
    assert imported - sys.stdlib_module_names - {"clew", "a relative import"} - needed - optional - others == set()


def test_engines_come_from_the_solver() -> None:
    """Nobody asks one past the watchers of `--keep-queries` and `--cross-check`."""
    asking = {"Z3Engine", "Z3Session", "PropositionalSession", "Cvc5Engine", "satisfy", "satisfy_sums", "solve_horn"}
    for module in modules():
        if top(module) not in ("solver", "workbench"):
            names = {name for _, name in imports_of(module) if name.startswith("clew.solver.engines.")}
            assert not {name.rpartition(".")[2] for name in names} & asking, module


def test_packages_reexport_nothing() -> None:
    """An `__init__.py` is a docstring; the package's own has the version and finds what it offers to programs, that of
    `coverage` what coverage.py calls, by the name of the package.
    """
    for path in set(ROOT.rglob("__init__.py")) - {ROOT / "__init__.py", ROOT / "coverage" / "__init__.py"}:
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert len(body) == 1, path
        assert isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant), f"{path} has no docstring"


def test_the_command_starts_without_heavy_imports() -> None:
    """Starting `clew` must not load a solver, rich or the analysis."""
    import subprocess
    import sys

    program = "import sys, clew.cli.main; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT.parent)
    loaded = set(run.stdout.split())
    assert not loaded & {"z3", "rich", "lark", "clew.pipeline", "clew.frontend.module", "hypothesis"}


def test_processes_start_without_what_few_runs_need() -> None:
    """Each run pays for what the zygotes import, and each task for the modules that it imports itself."""
    import subprocess

    def loaded(*names: str) -> set[str]:
        command = [sys.executable, "-c", f"import sys, {', '.join(names)}; print(*sys.modules)"]
        run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT.parent)
        return set(run.stdout.split())

    large = {"logging", "socket", "pathlib", "json", "shutil", "calendar", "z3"}
    assert not loaded("clew.workers.zygote", *PRELOADED) & large
    assert not loaded("clew.workers.zygote", REPLAYING, "clew.attack.trials") & {"clew.frontend.module"}


def test_measurements_ask_for_what_is_there() -> None:
    """What no test runs breaks unseen when a name moves."""
    missing = [
        f"{file.name}: {node.module}.{alias.name}"
        for file in sorted((ROOT.parents[1] / "bench").glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("clew.")
        for alias in node.names
        if not hasattr(importlib.import_module(node.module), alias.name)
    ]
    assert missing == []
