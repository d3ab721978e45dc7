"""Functions written to refute verdicts: each hard goal says by itself which call reaches it.

    return 2  # reached by: parse(b"\xff")
    return 3  # reached by: parse("x" * 9) [beyond len]
    return 4  # reached by: configure(3); limit() [supposing module-state]

A mark at the end of a statement's line holds a call, or several statements with `;` between, in the names of the
module.  What is too long for that stands in `witness_NAME.py` beside `NAME.py`, which knows the module by its name and
is known to the marks as `w`.  Two things are checked: that the witness reaches the statement, on plain CPython under
probes; and that clew calls neither it infeasible nor any other goal of the function that the witness reaches: branches,
loops, conditions.  `supposing`: unless a proof names one of these assumptions, which the witness breaks; `beyond`:
unless one names one of these bounds, which it exceeds.

No test is replayed, and no plain run made against a proof (`--attack` changes nothing): both would hide what is wrong
with the provers.  Each file is looked at alone, in a folder of its own: what other files do to modules would leave its
goals open.  `--project`: the files belong together, and stay where they are.

    python -m clew.workbench.witnesses tests/attacks/*.py
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import types
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from clew.checking.breaches import Watched
from clew.frontend.clauses import ReadContract
from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.records import dataclass
from clew.regexes import regex
from clew.scheduling.processes import warm_nursery
from clew.source.discovery import discover
from clew.source.settings import Settings, options
from clew.verdict.verdicts import Infeasible, NoneWithin, Verdict
from clew.workbench.explored import explored
from clew.workers.nursery import Nursery

MARK = regex(
    r"# reached by: (?P<call>.+?)"
    r"(?: \[(?:supposing (?P<supposing>[\w, :-]+?))?(?:; )?(?:beyond (?P<beyond>[\w, -]+))?\])?$"
)
PATIENCE = 20  # seconds for one witness
PREFIX = "witness_"


@dataclass(frozen=True, slots=True)
class Witness:
    """call: statements that reach the statement at the line.  goal: the id of that statement."""

    file: Path
    line: int
    goal: str
    call: str
    supposing: frozenset[str]
    beyond: frozenset[str]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What is wrong with one mark, or with the verdict on its goal."""

    witness: Witness
    text: str

    def shown(self) -> str:
        return f"{self.witness.file}:{self.witness.line}: {self.witness.call}: {self.text}"


def read_witnesses(file: Path) -> tuple[Module, list[Witness]]:
    """The marks of a file.  Raises AssertionError where the file, or a mark, cannot be read."""
    text = file.read_text(encoding="utf-8")
    module = read_module(text, str(file), file.stem)
    assert isinstance(module, Module), module
    statements = {g.span.line: g.id for g in module.goals if g.kind == "statement"}
    found: list[Witness] = []
    for line, content in enumerate(text.splitlines(), 1):
        if "# reached by:" not in content:
            continue
        mark = MARK.search(content)
        assert mark is not None, f"{file}:{line}: a mark that cannot be read"
        assert line in statements, f"{file}:{line}: no statement of a function starts here"
        names = [
            frozenset(n.strip() for n in (mark[part] or "").split(",") if n.strip()) for part in ("supposing", "beyond")
        ]
        found.append(Witness(file, line, statements[line], mark["call"].strip(), *names))
    return module, found


def contradictions(
    files: Sequence[Path], asked: Sequence[Settings], nursery: Nursery, project: bool = False
) -> tuple[list[Contradiction], Counter[str]]:
    """What is wrong in these files, and how many marked goals had which verdict, for all of these settings.

    project: do the files belong together?
    """
    wrong: list[Contradiction] = []
    ran: list[tuple[Witness, frozenset[str]]] = []
    for file in files:
        module, mine = read_witnesses(file)
        probed = _Probed.of(module, file)
        for witness in mine:
            why, reached = run_witness(probed, witness)
            ran.append((witness, reached))
            if why:
                wrong.append(Contradiction(witness, f"does not reach its statement ({why})"))
    counts: Counter[str] = Counter()
    for said in verdicts(files, [witness for witness, _ in ran], asked, nursery, project):
        wrong += _contradicted(ran, said, counts)
    return wrong, counts


Said: TypeAlias = dict[tuple[Path, str], Verdict]  # by file, and id of the goal


def verdicts(
    files: Sequence[Path], marked: Iterable[Witness], asked: Sequence[Settings], nursery: Nursery, project: bool
) -> list[Said]:
    """What is said of the goals of the functions with marks, with each of the settings."""
    said: list[Said] = [{} for _ in asked]
    with tempfile.TemporaryDirectory() as folder:
        places = {
            str(file.resolve()) if project else _alone(file, Path(folder, str(number))): file
            for number, file in enumerate(files)
        }
        targets, problems = discover(list(places), cwd=folder)
        assert not problems, problems
        goals = {(witness.file, witness.goal) for witness in marked}
        wanted = [(path, goal) for path, file in places.items() for name, goal in goals if name == file]
        for each in explored(targets, wanted, asked, nursery):
            said[each.asked][places[each.path], each.goal.id] = each.goal.verdict
    return said


def _alone(file: Path, folder: Path) -> str:
    """A copy in a folder of its own."""
    folder.mkdir()
    copy = shutil.copy(file, folder)
    return str(Path(copy).resolve())


def _contradicted(
    ran: Sequence[tuple[Witness, frozenset[str]]], said: Said, counts: Counter[str]
) -> Iterator[Contradiction]:
    """The verdicts that runs of witnesses contradict.  counts: takes those of marked goals."""
    for witness, reached in ran:
        if (witness.file, witness.goal) not in said:
            yield Contradiction(witness, "no verdict")
            continue
        counts[type(said[witness.file, witness.goal]).__name__] += 1
        for id in sorted(reached):
            verdict = said.get((witness.file, id))
            if not isinstance(verdict, Infeasible | NoneWithin):
                continue
            scope = dict(verdict.scope)
            assumed = {name for a in verdict.assumptions for name in (a.id, a.kind)}
            if witness.supposing.isdisjoint(assumed) and witness.beyond.isdisjoint(scope):
                text = f"{id} is {type(verdict).__name__}, scope {scope}, assuming {sorted(assumed)}"
                yield Contradiction(witness, text)


@dataclass(frozen=True, slots=True)
class _Probed:
    """A file under probes: code, and the contracts in it."""

    module: Module
    code: types.CodeType
    contracts: Mapping[int, ReadContract]

    @staticmethod
    def of(module: Module, file: Path) -> _Probed:
        probed = probe(module.text, str(file), module.goals)
        code = compile(probed.tree, str(file), "exec", dont_inherit=True)
        return _Probed(module, code, probed.contracts)


def run_witness(probed: _Probed, witness: Witness) -> tuple[str, frozenset[str]]:
    """Run it in a fork, with a fresh module under probes: why the statement was not reached, if it was not, and the
    goals of the function, and of those it is in or defines, that were.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(PATIENCE)
        with contextlib.suppress(BaseException), os.fdopen(write, "w") as answer:
            json.dump(_reached(probed, witness), answer)
            answer.flush()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    ended, hits = json.loads(text) if text else (f"it did not end within {PATIENCE} s", [])
    return "" if witness.goal in hits else ended, frozenset(hits) & _beside(probed.module, witness.goal)


def _beside(module: Module, goal: str) -> frozenset[str]:
    """The goals of the outermost function that a goal is in."""
    inside = [
        frozenset(g.id for unit in module.units if unit.span.inside(outer.span) for g in unit.goals)
        for outer in module.units
        if outer.parent is None
    ]
    return next(goals for goals in inside if goal in goals)


def _reached(probed: _Probed, witness: Witness) -> tuple[str, list[str]]:
    """How it ended, and what it reached of the module."""
    name = witness.file.stem
    goals = probed.module.goals
    hits: set[int] = set()
    watched = Watched(str(witness.file), (str(witness.file.parent) + os.sep,), goals, hits)
    watched.contracts = dict(probed.contracts)
    sys.path.insert(0, str(witness.file.parent))
    made = types.ModuleType(name)
    made.__file__ = str(witness.file)
    vars(made).update({**hooks(hits.add), **watched.hooks()})
    sys.modules[name] = made
    ended = "it ended normally"
    with _quiet():
        try:
            exec(probed.code, vars(made))
            names = dict(vars(made))
            beside = witness.file.parent / f"{PREFIX}{name}.py"
            if beside.exists():
                names["w"] = _imported(beside)
            exec("\n".join(witness.call.split("; ")), names)
        except BaseException as error:
            ended = f"{type(error).__name__}: {error}"
    return ended, sorted(watched.named())


def _imported(file: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m clew.workbench.witnesses", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "files", nargs="+", type=Path, help="files with marks; those with the witnesses go by themselves"
    )
    parser.add_argument("--project", action="store_true", help="the files belong together")
    numbers = [option for option in options() if option.kind in ("int", "float")]
    for option in numbers:
        kind = int if option.kind == "int" else float
        parser.add_argument(option.flag, type=kind, default=option.default, metavar="N", help="as in clew cover")
    given = parser.parse_args()
    files = [file for file in given.files if not file.name.startswith(PREFIX)]
    settings = Settings(**{option.name: getattr(given, option.name) for option in numbers})
    with warm_nursery(several=True) as nursery:
        wrong, counts = contradictions(files, [settings], nursery, given.project)
    for one in wrong:
        print(one.shown())
    print(f"{sum(counts.values())} marked goals: {', '.join(f'{n} {v}' for v, n in sorted(counts.items()))}")
    print(f"{len(wrong)} contradictions")
    if not counts:
        print("nothing was looked at: a mark is `# reached by: CALL` at the end of a line")
    return 1 if wrong or not counts else 0


if __name__ == "__main__":
    raise SystemExit(main())
