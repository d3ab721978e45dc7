"""clew for programs: what the commands do, as functions that return their reports.

    import clew

    result = clew.cover("shop/cart.py::Cart.total", loop=4)
    for unit in result.report.units:
        for goal in unit.goals:
            print(goal.id, goal.verdict)

Nothing is printed or written, and nothing ends the program.  `import clew` loads none of this before it is used.

places: strings or paths, as on the command line: a file, a folder, a dotted module, `file.py::f`, `file.py::Cart.f`.
Files that cannot be analysed (they do not parse, or fail on import) are `diagnostics` of the report, as on the command
line; a place that is none raises `ClewError`.

What is in a report is in `clew.report.record`: frozen records, whose lines count from 1 and columns from 0, in bytes of
UTF-8 as in Python's `ast`; seconds are seconds of the clock, `memory` is bytes.  Goals end `Covered`, `Infeasible`,
`NoneWithin` or `Unknown` (`clew.verdict.verdicts`), claims `Proved`, `Refuted`, `NoneWithin` or `Unknown`
(`clew.verdict.claims`); take them apart with `match`.  `clew.report.record.show_report` makes the JSON of the commands.

settings: the options of the commands by their names, with underscores (`solver_steps=100_000`), checked like these.
What is not given comes from `[tool.clew]` of the nearest `pyproject.toml`, as for the commands.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, TypedDict, Unpack

from clew import pipeline
from clew.cli.asking import LEDGER, changed_since, earlier_versions, keeping_queries, targets_at, two_versions
from clew.cli.mutating import survivors_of
from clew.cli.settings_file import settings_for
from clew.frontend.paths.asked import Asked as Question
from clew.frontend.paths.asked import problem_of
from clew.frontend.paths.expression import BadQuestion
from clew.mutation.suite import Unusable
from clew.records import dataclass
from clew.report.differences import Differences
from clew.report.progress import Progress, Silent
from clew.report.record import CoverResult, Report
from clew.report.survivors import Survivors
from clew.scheduling.differences import diff as diff_of
from clew.scheduling.resources import Resources
from clew.scratch import scratch_folder
from clew.settling.path_counts import Counted, count_paths
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings, Value, options
from clew.source.suggestions import suggestion

Place: TypeAlias = str | os.PathLike[str]

OF_THE_COMMANDS: Final = frozenset({"output", "output_format"})
"""Settings of what the commands write and print, which the functions do not."""


class Given(TypedDict, total=False):
    """Settings that may be given by name, a key for each option; `clew cover --help` says what each means."""

    loop: int
    len: int
    text: int
    depth: int
    method_calls: int
    effort: str
    paths: int
    steps: int
    solver_steps: int
    work: int
    seconds: float
    total_seconds: float
    attack: int
    memory: int
    criterion: str | Sequence[str]
    mcdc: str
    suite: str
    types: str
    allow: Sequence[str]
    calls: str
    algorithm: str
    seed: int
    include: Sequence[str]
    exclude: Sequence[str]
    strategies: Sequence[str]
    import_first: Sequence[str]
    keep_queries: str
    cross_check: bool
    jobs: int
    executor: str


def cover(
    *places: Place,
    since: str | None = None,
    remember: bool = False,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> CoverResult:
    """Settle every coverage goal of the functions at `places`, as `clew cover`.

    since: only functions that changed since this revision in git, those that read what changed, and callers of both.
    remember: use what earlier runs found, and keep what this one finds, in `.clew/ledger.sqlite` below `cwd`.
    cwd: the folder that places are relative to, and that paths in the report are shown from; by default the current
    one.  config: the file that settings are read from; isolated: none is read.
    progress: is told how far it is (`clew.report.progress`), from threads, one at a time.

    Returns the report and, in `tests`, the text of the test files that `clew cover` would write, by their paths
    relative to its output folder.  Raises `ClewError` for a place, setting or revision that cannot be used, `TypeError`
    for a setting that there is not, and `KeyboardInterrupt`, after its processes are ended.
    """
    asked = _Asked.of("cover", places, since, cwd, config, isolated, settings)
    if not asked.targets:
        return CoverResult(asked.nothing())
    return _ended(pipeline.cover(asked.targets, asked.settings, **asked.further(remember, progress)))


def check(
    *places: Place,
    since: str | None = None,
    remember: bool = False,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> CoverResult:
    """Prove or refute every claim of the functions at `places`, as `clew check`.

    Parameters and exceptions are those of `cover`.  The units of the report have `claims` in place of goals; what is
    refuted is in `report.findings`, the most certain and most surprising first.  The tests are those that fail.
    """
    asked = _Asked.of("check", places, since, cwd, config, isolated, settings)
    if not asked.targets:
        return CoverResult(asked.nothing())
    return _ended(pipeline.check(asked.targets, asked.settings, **asked.further(remember, progress)))


def dead(
    *places: Place,
    since: str | None = None,
    remember: bool = False,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> Report:
    """Find code that no normally ending execution passes through, as `clew dead`.

    Parameters and exceptions are those of `cover`.  All findings are in `findings` of the report: what is silenced by a
    comment says so (`silenced`), what holds only within bounds names them (`scope`), and notes have their `level`.
    """
    asked = _Asked.of("dead", places, since, cwd, config, isolated, settings)
    if not asked.targets:
        return asked.nothing()
    return _ended(pipeline.dead(asked.targets, asked.settings, **asked.further(remember, progress))).report


def diff(
    revision: Place,
    *places: Place,
    no_index: bool = False,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> Differences:
    """Say of every function that changed since `revision` whether it does the same, as `clew diff`.

    revision: one in git, with which the files at `places` are compared (by default all below `cwd`); no_index: a file,
    or a folder, with which the one place is compared.  The other parameters and the exceptions are those of `cover`.
    Each of the `functions` of what is returned `said` that both versions are the `Same`, how one call `Differs`, or the
    `Reason` why neither is known (`clew.report.differences`).
    """
    folder = _folder(cwd)
    used = settings_given("diff", folder, config, isolated, settings)
    named = [os.fspath(place) for place in places]
    if no_index and len(named) != 1:
        raise ClewError([Diagnostic("usage", "no_index compares `revision` with one place", "")])
    with scratch_folder() as scratch:
        if no_index:
            earlier = two_versions(os.fspath(revision), named[0], used, folder, scratch)
        else:
            earlier, problems = earlier_versions(os.fspath(revision), named, used, folder, scratch)
            if problems:
                raise ClewError(problems)
        found = diff_of(earlier, os.fspath(revision), used, progress or Silent())
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def path(
    place: Place,
    expression: str,
    *,
    start: str | None = None,
    given: str | None = None,
    where: str | None = None,
    must: str | None = None,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> CoverResult:
    """Is there an input that drives execution of the function at `place` along a path, as `clew path`?

    expression: which paths are meant (`clew.frontend.paths.expression`); where: what is true at the end, an expression
    over the variables there; must: is this true at the end of each?  One of the two.  start: the event inside of the
    call with which the path begins; given: what is true where it begins.  The other parameters and the exceptions are
    those of `cover`; `ClewError` also where the question cannot be understood.

    The report has one unit with one goal of the kind `path`: covered by a test that goes along (and ends without what
    must be), infeasible where no input does, or unknown.
    """
    if where is not None and must is not None:
        raise TypeError("path() takes `where` or `must`, not both")
    asked = _Asked.of("path", (place,), None, cwd, config, isolated, settings)
    asked.function("path")
    question = Question(expression, where or must or "", must is not None, start or "", given or "")
    try:
        return _ended(pipeline.path(asked.targets, question, asked.settings, **asked.further(False, progress)))
    except BadQuestion as error:
        raise ClewError([problem_of(error, question, asked.targets[0].file)]) from None


def count(
    place: Place,
    *,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    **settings: Unpack[Given],
) -> Counted:
    """How many paths of the function at `place` does some input take, as `clew path` counts them?

    Up to `loop` rounds of each loop are followed; nothing is run.  The parameters are those of `cover`; `ClewError`,
    also with the reason where the paths cannot be counted.

    Returns the numbers of those that end normally (`ending`), with an exception (`raising`) and beyond the bounds
    (`cut`); its method `paths()` goes through them, as `clew path` lists them.
    """
    asked = _Asked.of("count", (place,), None, cwd, config, isolated, settings)
    target = asked.function("count")
    found = count_paths(target, asked.settings)
    if isinstance(found, str):
        raise ClewError([Diagnostic("paths", found, target.file)])
    if isinstance(found, Diagnostic):
        raise ClewError([found])
    return found


def mutate(
    *places: Place,
    tests: Sequence[Place] = (),
    since: str | None = None,
    remember: bool = False,
    cwd: Place | None = None,
    config: Place | None = None,
    isolated: bool = False,
    progress: Progress | None = None,
    **settings: Unpack[Given],
) -> Survivors:
    """Which small changes of the functions at `places` do your own tests not notice, as `clew mutate`?

    tests: folders, files, or `file.py::test`; by default what pytest's settings say.  The other parameters are those of
    `cover`; `ClewError` also where the tests cannot be used.

    Each of the `mutants` of what is returned has its `state`: `killed` by the tests, `equivalent` (proved),
    `told-apart` by a call, or `open`; `score` is the share in percent that is killed of those not proved equivalent.
    """
    asked = _Asked.of("mutate", places, since, cwd, config, isolated, settings)
    given = [os.fspath(each) for each in tests]
    try:
        found, _ = survivors_of(
            asked.targets, asked.settings, asked.cwd, given, lambda *_: None, lambda: asked.further(remember, progress)
        )
    except Unusable as error:
        raise ClewError([Diagnostic("tests", str(error), "", detail=error.detail)]) from None
    if found.interrupted:
        raise KeyboardInterrupt
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    settings: Settings
    targets: list[Target]
    cwd: str

    @staticmethod
    def of(
        function: str,
        places: Sequence[Place],
        since: str | None,
        cwd: Place | None,
        config: Place | None,
        isolated: bool,
        given: Mapping[str, Any],
    ) -> _Asked:
        if not places:
            raise TypeError(f"{function}() wants at least one place: a file, a folder, a module, or file.py::function")
        folder = _folder(cwd)
        settings = settings_given(function, folder, config, isolated, given)
        targets, problems = targets_at([os.fspath(place) for place in places], settings, folder)
        if problems:
            raise ClewError(problems)
        if since is not None:
            targets, problems = changed_since(since, targets, folder)
            if problems:
                raise ClewError(problems)
        return _Asked(settings, targets, folder)

    def function(self, name: str) -> Target:
        """The only one."""
        if len(self.targets) != 1 or self.targets[0].qualname is None or self.targets[0].is_program:
            text = f"{name}() asks about one function: file.py::function"
            raise ClewError([Diagnostic("usage", text, self.targets[0].file if self.targets else "")])
        return self.targets[0]

    def nothing(self) -> Report:
        """Where nothing changed."""
        return Report(self.settings, 0.0, ())

    def further(self, remember: bool, progress: Progress | None) -> dict[str, Any]:
        """The further arguments of a way of `clew.pipeline`."""
        memory = Path(self.cwd, LEDGER) if remember else None
        keep_query = keeping_queries(self.settings, self.cwd)
        return {"progress": progress or Silent(), "resources": Resources(memory, keep_query)}


def _ended(result: CoverResult) -> CoverResult:
    """Raises KeyboardInterrupt where that is how it ended."""
    if result.report.interrupted:
        raise KeyboardInterrupt
    return result


def _folder(cwd: Place | None) -> str:
    return os.path.abspath(os.fspath(cwd)) if cwd is not None else os.getcwd()


def settings_given(function: str, cwd: str, config: Place | None, isolated: bool, given: Mapping[str, Any]) -> Settings:
    """Those in force in a folder, for a call of a function with some; raises as the functions do."""
    known = {option.name: option for option in options() if option.name not in OF_THE_COMMANDS}
    checked: dict[str, Value] = {}
    for name, value in given.items():
        if name not in known:
            hint = suggestion(name, known)
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")
        try:
            checked[name] = known[name].check(value)
        except ValueError as error:
            raise ClewError([Diagnostic("settings", f"`{name}`: {error}", "")]) from None
    return settings_for(cwd, None if config is None else os.fspath(config), isolated, checked)
