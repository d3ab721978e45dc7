"""How many paths of a function there are that some input takes, and which.

They are counted on the block form (`vc/path_count.py`), so of functions that have one; nothing is run.  As there,
arguments have their annotated types, and a loop goes round no more than its bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from clew.frontend.module import Module, Unit
from clew.frontend.paths.marks import STEP, tests_of, with_steps
from clew.frontend.places import FunctionNode
from clew.frontend.twins import subjects_in
from clew.goals.goal import Place
from clew.ir.blocks import Procedure, origin_of
from clew.passes.cuts import DEPTH, LOOP
from clew.passes.flatten.function import RAISES, RETURNS, Flat, flatten
from clew.passes.flatten.graph import NotInSubset
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.passes.inline import TooLarge
from clew.passes.split_nodes import TooIrreducible
from clew.passes.straighten import straightened
from clew.records import dataclass
from clew.report.wording import count as words
from clew.settling.work import read_targets
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.supply import Supply
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.vc.path_count import Letter, Paths, State, TooManyStates, count, listed
from clew.vc.preparation import Bounds
from clew.vc.units import unwound

EXIT, RAISED, CUT = ("exit",), ("raises",), ("cut",)
"""How paths end: normally, with an exception, or because a loop or a recursion was cut."""
MOST_NAMED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Counted:
    """ending, raising, cut: how many paths end normally, with an exception, or beyond the bounds.

    loop: rounds of loops that were followed.  exact: False where some of them may not exist.
    """

    root: State
    ending: int
    raising: int
    cut: int
    loop: int
    exact: bool

    @property
    def said(self) -> str:
        """`242 paths end normally, 3 with an exception`."""
        most = "" if self.exact else "at most "
        said = f"{most}{words(self.ending, 'path')} {'ends' if self.ending == 1 else 'end'} normally"
        said += f", {self.raising:,} with an exception" if self.raising else ""
        return said + (f", {self.cut:,} go on beyond {self.loop} rounds of a loop" if self.cut else "")

    def paths(self, most: int = MOST_NAMED) -> Iterator[str]:
        """What is decided on each, from entry to its end: `3:true,5:false`."""
        for path in islice(listed(self.root), most):
            *steps, end = path
            words = [word for letter in steps for word in letter]
            yield ",".join([*words, *(() if end == EXIT else end)])


def count_paths(target: Target, settings: Settings) -> Counted | str | Diagnostic:
    """Of the one function that the target names."""
    works, problems = read_targets([target])
    if not works or not works[0].entries:
        return problems[0]
    module, unit = works[0].module, works[0].entries[0].unit
    node = next(subject.node for each, subject in subjects_in(module) if each.id == unit.id)
    return counted(module, unit, node, settings)


def counted(module: Module, unit: Unit, node: FunctionNode, settings: Settings) -> Counted | str:
    """Or why they cannot be counted."""
    function = with_steps(unit.function, tests_of(node))
    try:
        flat = flatten(function, function.name, annotated_kinds(unit), globals_in(module))
        cut = unwound(flat, Bounds(settings.loop, settings.depth))
    except NotInSubset as stop:
        return f"{stop.reason} (line {stop.span.line}) is in no block form"
    except (TooLarge, TooIrreducible) as error:
        return str(error)
    procedure = cut.procedure
    procedure = replace(procedure, returns=(), locals=(*procedure.locals, *procedure.returns))
    solver = Supply().z3(Z3Limits(settings.solver_steps, seed=settings.seed))
    letters = _letters(procedure, flat)
    paths = Paths(straightened(procedure, letters), letters, solver)
    try:
        root = paths.explored()
    except TooManyStates:
        return "its paths do not meet often enough to be counted"
    totals = count(root)
    exact = flat.exact and not paths.unsure
    return Counted(root, totals.get(EXIT, 0), totals.get(RAISED, 0), totals.get(CUT, 0), cut.loop, exact)


def _letters(procedure: Procedure, flat: Flat) -> Mapping[str, Letter]:
    steps = {key: [place for place in places if place.kind == STEP] for key, places in flat.places.items()}
    columns = Counter(line for line, _ in {(p.span.line, p.span.column) for each in steps.values() for p in each})
    letters: dict[str, Letter] = {LOOP: CUT, DEPTH: CUT}
    for block in procedure.blocks:
        origin = origin_of(procedure, block)
        if origin.procedure == procedure.name and origin.label in (RETURNS, RAISES):
            letters[block.label] = EXIT if origin.label == RETURNS else RAISED
        elif found := steps.get((origin.procedure, origin.label)):
            letters[block.label] = tuple(_name(place, columns) for place in found)
    return letters


def _name(place: Place, columns: Mapping[int, int]) -> str:
    column = f".{place.span.column}" if columns[place.span.line] > 1 else ""
    return f"{place.span.line}{column}:{place.outcome}"
