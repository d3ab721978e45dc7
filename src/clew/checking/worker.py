"""What runs inside the guarded processes of the replay: import the module, plain or with probes, and run scripts.

Scripts run one after another in one process, as pytest would run them, each with a clock of its own; what is seen of
each is sent at once, so that a script that ends its process costs only itself.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import functools
import importlib
import importlib.machinery
import importlib.util
import marshal
import operator
import os
import sys
import types
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Final, TypeAlias

from clew.checking.breaches import NotAnInput, Watched
from clew.checking.describe import Description, asked_of, describe, show_type
from clew.checking.escaped import escaped_of, refuted_by
from clew.checking.fixtures import fixtures
from clew.checking.identity_hashes import scatter
from clew.checking.influences import AT_IMPORT, WARNING
from clew.checking.module_state import ModuleState
from clew.checking.observing import changes, observed
from clew.checking.pins import fixed_by, owns_folder, read_pins
from clew.checking.process_state import ProcessState
from clew.checking.read_state import Reads, changeable
from clew.checking.script import Batch, ReplayEnvironment, Script, Seen, Setting, Target, Told, as_bytes
from clew.checking.twist import look_like_pytest, twisted
from clew.checking.watch import Watch, start_over, warnings_marked, watch_over
from clew.frontend.contract_probes import with_contracts
from clew.frontend.probes import hooks, probe
from clew.inputs.recipes import Outcome
from clew.records import dataclass
from clew.verdict.reasons import SHORT_OF_MEMORY
from clew.workers.contract_libraries import stand_in, stand_in_where_missing, unwrapped
from clew.workers.guard import Guard, SideEffectBlocked, bounded_stream, installed, start_clock
from clew.workers.host_process import Emit
from clew.workers.waiting import IDLE_FOR_GOOD, end_process, ended_when_idle


@dataclass(frozen=True, slots=True)
class Prepared:
    """hits: the numbers of goals that were hit."""

    module: types.ModuleType
    hits: set[int]
    around: ReplayEnvironment
    probed: bool
    watch: Watch
    target: Target
    watched: Watched
    state: ModuleState
    process: ProcessState = field(default_factory=ProcessState)

    def begin(self) -> None:
        """Nothing is reached."""
        self.watched.begin()

    def reached(self) -> frozenset[int]:
        """The goals hit, and the claim about a contract that is refuted."""
        return self.watched.reached()

    def refuted_by(self, error: BaseException) -> frozenset[int]:
        """The claims that say that this exception does not leave a call; none once a contract is broken."""
        if self.watched.broken is not None:
            return frozenset()
        target = self.target
        return self.watched.numbers_of(refuted_by(error, target.goals, target.text, target.file, target.folders))


_MASKS: Final = (0o022, 0o077, 0o027)  # of the rights of new files, as people have them


def prepare(setting: Setting) -> Prepared:
    """Import the module, from the text itself where it is probed."""
    guard = installed()
    hits: set[int] = set()
    target, around = setting.target, setting.environment
    watched = Watched(target.file, tuple(folder + os.sep for folder in target.folders), target.goals, hits)
    watch = watch_over(guard, around.arguments, around.ahead, moves_clocks=setting.probed, tells=setting.probed)
    if around.pytest:
        look_like_pytest()
    if setting.probed:
        sys.meta_path.insert(0, _ProbedFinder(target, hits, watched))
        stand_in()
    else:
        stand_in_where_missing()
        if target.given:
            sys.meta_path.insert(0, _GivenFinder(target))
    with watch.importing() as written:
        for first in target.first:
            importlib.import_module(first)
        module = importlib.import_module(target.module)
    for name in target.drawn:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    if written and "write" not in guard.limits.allow:
        name = min(written)
        guard.note("write", name)
        raise SideEffectBlocked(f"importing it changes {name} in the current folder, and so would its tests")
    sys.setrecursionlimit(sys.getrecursionlimit() - around.recursion)
    os.umask(_MASKS[around.hash_seed % len(_MASKS)])
    state = ModuleState(module.__file__ or target.file, tuple(watched.folders))
    state.take()
    if around.beside:
        _import_beside(target)
    if setting.probed:
        scatter({each.__name__ for each in state.modules()}, watch.hashes)
    return Prepared(module, hits, around, setting.probed, watch, target, watched, state)


def _import_beside(target: Target) -> None:
    """What pytest imports for other tests, and what that does to the module."""
    for name in target.beside:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def run(prepared: Prepared, batch: Batch, emit: Emit) -> None:
    """Task: run the scripts in order, sending what is `Told` of each."""
    kept = twisted(batch.twist, prepared)
    places = None if batch.changed is None else changeable(prepared.state, prepared.target, batch.changed)
    for place, script in batch.scripts:
        start_clock(emit.guard, batch.seconds)
        call = Call(script.call, prepared.probed, batch.codes.get(place, b""))
        reached = frozenset[int]()
        if places is None:
            seen, reached = run_script(script, prepared, emit.guard, call)
        elif not places:
            seen = NOTHING_READ
        else:
            reads = Reads(places, frozenset(module.__name__ for module in prepared.state.modules()))
            seen, reached = run_script(script, prepared, emit.guard, call, reads.watched())
            seen = replace(seen, read=reads.found)
        emit(Told(place, seen, as_bytes(reached), b"" if WARNING in seen.marks else call.to_send()))
    del kept


NOTHING_READ: Final = Seen(None, None, frozenset(), ())
Around: TypeAlias = contextlib.AbstractContextManager[None]


@dataclass(slots=True)
class Call:
    """The code of a call, compiled when it is needed, or sent by a process that has done so without a warning.

    nested: inside a function, as it will be in the test.
    """

    text: str
    nested: bool
    sent: bytes = b""
    made: types.CodeType | None = None

    def code(self) -> types.CodeType:
        """Or SyntaxError; of a statement, what executes it."""
        if self.sent:
            code: types.CodeType = marshal.loads(self.sent)
            return code
        try:
            self.made = compile(f"(lambda: ({self.text}\n))()" if self.nested else self.text, "<script>", "eval")
        except SyntaxError:
            self.made = compile(self.text, "<script>", "exec")
        return self.made

    def to_send(self) -> bytes:
        """For processes that run it in the same way."""
        return b"" if self.made is None else marshal.dumps(self.made)


def run_script(
    script: Script, prepared: Prepared, guard: Guard, call: Call | None = None, around: Around | None = None
) -> tuple[Seen, frozenset[int]]:
    """Run it and say how it ended, what it left behind, and, as numbers, what it reached.  User code may raise anything
    at all.

    around: is entered for the call and what the test says of it, not for the imports.
    """
    call = call or Call(script.call, prepared.probed)
    prepared.begin()
    guard.drain()
    start_over(prepared.watch)
    prepared.state.begin()
    prepared.process.begin()
    with (
        _replaced(prepared.module, script.instead),
        _scratch(guard, prepared.around.clutter),
        _captured(guard, prepared.around.errors) as printed,
        fixtures(guard, prepared.around.folder, owns_folder(script.pins)) as given,
    ):
        # Functions written in the test know the names of what they are in, which no result may rest on.
        name = "probed_script" if prepared.probed else "script"
        namespace: dict[str, Any] = {"__name__": name, "__builtins__": __builtins__, **given}
        with ended_when_idle(end_process, IDLE_FOR_GOOD):
            seen, marks = _watched_outcome(script, call, namespace, prepared, guard, around or contextlib.nullcontext())
        namespace.clear()  # what ends now ends in the folder of the test, as it will there
    left = prepared.state.left(fixed_by(script.pins)) | prepared.process.left()
    reached: frozenset[int] = seen.pop("hits")
    whole = Seen(
        **seen,
        hits=frozenset(),
        broken=prepared.watched.all_broken(),
        met=frozenset(prepared.watched.met),
        blocked=guard.drain(),
        printed=printed[0],
        marks=frozenset(marks | prepared.watch.marks | {AT_IMPORT + name for name in prepared.watch.at_import}),
        left=left,
    )
    return whole, reached


def _watched_outcome(
    script: Script, call: Call, namespace: dict[str, Any], prepared: Prepared, guard: Guard, around: Around
) -> tuple[dict[str, Any], set[str]]:
    problem = _imports_of(script, namespace, prepared)
    if problem is not None:
        return {"outcome": None, "problem": problem, "hits": prepared.reached()}, set()
    pins = read_pins(script.pins)
    try:
        for line in (*pins.imports, *pins.lines):
            exec(_statement(line), namespace)
    except BaseException as error:
        text = f"the setup failed: {_exception_text(error)}"
        return {"outcome": None, "problem": text, "hits": prepared.reached()}, set()
    with around, prepared.watch.watching() as marks, warnings_marked(prepared.watch):
        seen = _outcome_of(script, call, namespace, prepared, guard)
    return seen, marks


def _imports_of(script: Script, namespace: dict[str, Any], prepared: Prepared) -> str | None:
    """Run the imports, as the test file does before all tests; what is wrong with them."""
    try:
        with prepared.watch.importing() as written:
            for line in script.imports:
                exec(_statement(line), namespace)
    except BaseException as error:
        return f"the setup failed: {_exception_text(error)}"
    return f"an import changes {min(written)} in the current folder" if written else None


@functools.cache
def _statement(line: str) -> types.CodeType:
    """Of an import or a pin, of which most scripts have the same."""
    return compile(line, "<script>", "exec")


def _outcome_of(
    script: Script, call: Call, namespace: dict[str, Any], prepared: Prepared, guard: Guard
) -> dict[str, Any]:
    """The fields of `Seen` that the call decides.  User code may raise anything at all, so everything is caught."""
    hits, target = prepared.hits, prepared.target
    try:
        for line in script.setup:
            exec(compile(line, "<script>", "exec"), namespace)
        code = call.code()
    except BaseException as error:
        return {"outcome": None, "problem": f"the setup failed: {_exception_text(error)}", "hits": prepared.reached()}
    before = observed(script, namespace, hits)
    try:
        with _builtins_kept(guard):
            result = eval(code, namespace)  # None for a statement
    except NotAnInput as error:
        return {"outcome": None, "problem": str(error), "hits": frozenset()}
    except MemoryError:
        return {"outcome": None, "problem": SHORT_OF_MEMORY, "hits": prepared.reached()}
    except BaseException as error:
        error = unwrapped(error)
        reached = prepared.reached() | prepared.refuted_by(error)  # before the texts below run code of the user's
        escaped = escaped_of(error, target.goals, target.text, target.file, target.folders)
        if _is_refusal_of_the_kernel(error):
            guard.note("write", _message(error))
        outcome = Outcome("raises", None, show_type(type(error)), _exception_name(error), _message(error))
        del error
        seen = {"outcome": outcome, "problem": None, "hits": reached, "escaped": escaped}
        return {**seen, **changes(before, namespace)}
    reached = prepared.reached()
    try:
        described = describe(result)
        attributes = asked_of(result) if described.text is None else ()
    except BaseException:  # a `__repr__` or `__eq__` of the user's, ending with SystemExit or the like
        described, attributes = Description(None, (), show_type(type(result))), ()
    changed = changes(before, namespace)
    changed["modules"] = tuple(sorted({*changed["modules"], *described.modules, *_modules(attributes)}))
    outcome = Outcome("returns", described.text, described.type_name, cls=described.cls)
    shown = tuple((name, each.text) for name, each in attributes)
    return {"outcome": outcome, "problem": None, "hits": reached, "attributes": shown, **changed}


def _modules(attributes: Sequence[tuple[str, Description]]) -> set[str]:
    return {module for _, description in attributes for module in description.modules}


def _exception_name(error: BaseException) -> tuple[str, str]:
    return str(type(error).__module__), show_type(type(error))


def _message(error: BaseException) -> str:
    try:
        text = str(error)
        return text[:2_000] if type(text) is str else ""
    except BaseException:
        return ""


def _is_refusal_of_the_kernel(error: BaseException) -> bool:
    """Errors that Landlock causes where no audit event is raised; elsewhere the call might have succeeded."""
    match error:
        case SideEffectBlocked():
            return False
        case PermissionError(errno=errno.EACCES | errno.EPERM):
            return True
    return _exception_name(error) == ("sqlite3", "OperationalError") and "unable to open" in _message(error)


def _exception_text(error: BaseException) -> str:
    return f"{show_type(type(error))}: {_message(error)}"[:300]


@contextlib.contextmanager
def _replaced(module: types.ModuleType, instead: tuple[str, str] | None) -> Iterator[None]:
    """As `Script` says."""
    if instead is None:
        yield
        return
    path, other = instead
    owner: Any = module
    *around, name = path.split(".")
    for each in around:
        owner = getattr(owner, each)
    before = vars(owner)[name]
    setattr(owner, name, vars(module)[other])
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextlib.contextmanager
def _builtins_kept(guard: Guard) -> Iterator[None]:
    """What the block patches in `builtins` is undone, and noted: it must harm neither the next script nor pytest."""
    names = vars(builtins)
    before = dict(names)
    update, pop = names.update, names.pop
    try:
        yield
    finally:
        if not _is_untouched(names, before):
            now = names.copy()
            update(before)
            for name in names.keys() - before.keys():
                pop(name)
            for name, held in before.items():
                if now.get(name) is not held:
                    guard.note("leave", f"builtins.{name} changed")


_ALL, _MAP, _LEN, _IS = all, map, len, operator.is_  # as they are before code under test patches them


def _is_untouched(names: dict[str, Any], before: dict[str, Any]) -> bool:
    same = _LEN(names) == _LEN(before) and _ALL(_MAP(_IS, names, before))
    return same and _ALL(_MAP(_IS, names.values(), before.values()))


@contextlib.contextmanager
def quietly(guard: Guard) -> Iterator[None]:
    """What the block prints goes nowhere, what it writes into the scratch directory is deleted."""
    with (
        _scratch(guard, "clutter"),
        _captured(guard, "backslashreplace"),
        _builtins_kept(guard),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield
    guard.drain()


@contextlib.contextmanager
def _captured(guard: Guard, errors: str) -> Iterator[list[str]]:
    """Standard output of the block, in the list when it ends; prompts go nowhere."""
    stream, sink = bounded_stream(1, guard.limits.output, errors)
    old = sys.stdout
    sys.stdout = stream
    printed = [""]
    try:
        yield printed
    finally:
        sys.stdout = old
        with contextlib.suppress(Exception):
            stream.flush()
        printed[0] = sink.kept.decode("utf-8", "backslashreplace")


@contextlib.contextmanager
def _scratch(guard: Guard, clutter: str) -> Iterator[None]:
    """The block runs in the scratch directory, which is then emptied."""
    os.chdir(guard.scratch)
    with open(clutter, "w"):
        pass
    try:
        yield
    finally:
        with guard.lifted(), contextlib.suppress(OSError):
            os.chdir(guard.scratch)
            for name in os.listdir(guard.scratch):
                path = os.path.join(guard.scratch, name)
                if os.path.isdir(path) and not os.path.islink(path):
                    import shutil

                    shutil.rmtree(path, ignore_errors=True)
                else:
                    os.unlink(path)


class _ProbedFinder:
    """A meta path finder: the target is found where Python would, and loaded from its probed syntax tree."""

    def __init__(self, target: Target, hits: set[int], watched: Watched) -> None:
        self.target = target
        self.hits = hits
        self.watched = watched

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return None
        loader: importlib.machinery.SourceFileLoader
        if fullname == self.target.module:
            loader = _ProbedLoader(fullname, spec.origin, self.target, self.hits, self.watched)
        elif spec.origin.endswith(".py") and spec.origin.startswith(tuple(self.watched.folders)):
            loader = _WatchedLoader(fullname, spec.origin, self.watched)
        else:
            return None
        return importlib.util.spec_from_file_location(
            fullname, spec.origin, loader=loader, submodule_search_locations=spec.submodule_search_locations
        )


class _GivenFinder:
    """A meta path finder: the target is found where Python would, and its text is the one that is given."""

    def __init__(self, target: Target) -> None:
        self.target = target

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname == self.target.module else None
        if spec is None or spec.origin is None:
            return None
        spec.loader = _GivenLoader(fullname, spec.origin, self.target.text)
        return spec


class _GivenLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self.text = text

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _WatchedLoader(importlib.machinery.SourceFileLoader):
    """Another module of the project: its contracts may be broken, too."""

    def __init__(self, fullname: str, path: str, watched: Watched) -> None:
        super().__init__(fullname, path)
        self.watched = watched

    def exec_module(self, module: types.ModuleType) -> None:
        source = self.get_source(self.name) or ""
        made = with_contracts(source, self.path, len(self.watched.contracts))
        if made is None:
            super().exec_module(module)
            return
        tree, contracts = made
        self.watched.contracts.update(contracts)
        module.__dict__.update(self.watched.hooks())
        exec(compile(tree, self.path, "exec", dont_inherit=True), module.__dict__)


class _ProbedLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, target: Target, hits: set[int], watched: Watched) -> None:
        super().__init__(fullname, path)
        self.target = target
        self.hits = hits
        self.watched = watched

    def exec_module(self, module: types.ModuleType) -> None:
        probed = probe(self.target.text, self.path, self.target.goals, len(self.watched.contracts))
        code = compile(probed.tree, self.path, "exec", dont_inherit=True)
        module.__dict__.update(hooks(self.hits.add, [goal.place for goal in self.target.goals]))
        if probed.contracts:
            self.watched.contracts.update(probed.contracts)
            module.__dict__.update(self.watched.hooks())
        exec(code, module.__dict__)
