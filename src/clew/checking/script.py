"""A test as text, and what was seen when it ran: the plain data between `testgen`, the replay and its workers."""

from __future__ import annotations

import ast
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeAlias

from clew.goals.goal import Goal
from clew.inputs.recipes import Outcome
from clew.ir.contract import LOOP
from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.reasons import Reason
from clew.workers.limits import Blocked

COUNTED: Final = 100  # from this twist of a process on (`twist`) addresses and hashes are counted, not masked


@dataclass(frozen=True, slots=True)
class Escaped:
    """An exception that left the call.  names: of its class and those above it.

    function, span: the innermost function of the project, and where it was; here: in the module under test; given: as
    in `Operation`; text, parts: the operation, and its operands with their values as text, where these can be told;
    about_none: it is about an operand that is None.

    asked: the function that asserts at its start what its callers have to keep, if that is the operation; function and
    span are those of the call that does not.
    """

    names: tuple[str, ...]
    function: str
    span: Span
    here: bool
    given: bool
    text: str
    parts: tuple[tuple[str, str], ...]
    about_none: bool
    asked: str = ""

    @property
    def unmet(self) -> str:
        """What the call does not keep, in words, where that is it."""
        return f"`assert {self.text}` of {self.asked} does not hold" if self.asked else ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A clause that did not hold.  function: whose it is; clause: its place and text; raises: the class of the
    exception with which it ended itself.

    span: the place of the claim: of the clause, or of the call that breaks a precondition; here: it is in the module
    under test; parts: what the names in the clause meant, as text; library: one raises there.
    """

    kind: str
    function: str
    clause: Span
    text: str
    raises: str
    span: Span
    here: bool
    parts: tuple[tuple[str, str], ...]
    library: bool = False
    foreign: bool = False  # the function is of another module
    earlier: tuple[Broken, ...] = ()  # invariants of loops that did not hold before

    @property
    def said(self) -> str:
        """What is wrong, in words."""
        end = f"raises {self.raises}" if self.raises else "does not hold"
        whose = f"a loop of {self.function}" if self.kind == LOOP else self.function
        return f"`{self.kind.removeprefix('loop-')} {self.text}` of {whose} {end}"


@dataclass(frozen=True, slots=True)
class Target:
    """The module under test.  roots: folders put before `sys.path`; goals: of all its units; folders: the project's.

    given: is the text to be run, whatever the file has?  beside: modules whose tests are run with its own.
    drawn: those that what strategies gave is made with, which tests import; first: those that are imported before.
    """

    module: str
    file: str
    text: str
    goals: tuple[Goal, ...]
    roots: tuple[str, ...]
    folders: tuple[str, ...] = ()
    given: bool = False
    beside: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """One test, exactly as it will be written.

    imports, setup: lines (a setup entry may be a whole statement of several lines); call: the expression, or statement,
    whose outcome is the test's.  observe: names of the setup whose value after the call is wanted where it has changed;
    always: what of them is wanted even where it has not (`items`, `cart.total`).
    goals: the ids it is said to reach; where they are not seen among other tests it is tried again in a fresh process.
    pins: lines that come before the setup, and decorators, which make it do the same everywhere (`pins.py`).  instead:
    while it runs, what the module has by the first (dotted) name is what it has by the second.
    """

    imports: tuple[str, ...]
    setup: tuple[str, ...]
    call: str
    observe: tuple[str, ...] = ()
    goals: frozenset[str] = frozenset()
    pins: tuple[str, ...] = ()
    instead: tuple[str, str] | None = None
    always: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A place in a module of the project that a run left otherwise than it found it (`module_state.py`).

    path: as `monkeypatch.setattr` takes it.  how: what a test can have there while it runs: `value`, the text, for
    which the modules are imported; `same`, what is there, or by another path, the text; a `copy` or `deepcopy` of that;
    `absent`, nothing; `cache`, that of a function, emptied; `process`, the text is lines that put back what no
    other way does; `hidden`, nothing can be done.
    """

    path: str
    how: str
    module: str
    text: str = ""
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """One run of a script in one process.

    problem: why the call was not made or says nothing (the setup failed); after: observed names that changed, with
    their new text, and what is wanted always; attributes: of a result without text, as forms (`{}.size`); modules: to
    be imported for the texts;
    marks: what was asked of the surroundings (`watch.py`); escaped: where the exception began that ended the call;
    broken: the first clause of a contract that did not hold, where the module has probes, and met: the functions whose
    preconditions did; left: what the project's modules were left with; read: what gives a test the state that it read
    as it was after the import, where that was asked for.
    """

    outcome: Outcome | None
    problem: str | None
    hits: frozenset[str]
    blocked: tuple[Blocked, ...]
    after: tuple[tuple[str, str], ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    modules: tuple[str, ...] = ()
    printed: str = ""
    marks: frozenset[str] = frozenset()
    escaped: Escaped | None = None
    broken: Broken | None = None
    met: frozenset[str] = frozenset()
    left: frozenset[Left] = frozenset()
    read: frozenset[Left] = frozenset()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What every run agreed on.

    outcome.text and message are what all runs gave alike, else None and "".  fresh_only: agreed only when nothing of
    the module had run before in the process, so the test depends on its place among others.  pins: the lines it ran
    with; marks: what it asks of its surroundings even so; escaped: as in `Seen`, of the plain run; broken: of those
    with probes, as met.
    """

    outcome: Outcome
    hits: frozenset[str]
    after: tuple[tuple[str, str], ...]
    attributes: tuple[tuple[str, str], ...]
    modules: tuple[str, ...]
    printed: str
    fresh_only: bool = False
    pins: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    escaped: Escaped | None = None
    broken: Broken | None = None
    met: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """The script is not to be written; hits are empty where nothing was confirmed."""

    reason: Reason
    blocked: tuple[Blocked, ...] = ()


Replay: TypeAlias = Replayed | NotReplayed


def are_unequal(text: str, other: str) -> bool | None:
    """Do these texts of results stand for values that a test can tell apart?  None where their classes decide that."""
    if text == other:
        return False
    try:
        return bool(ast.literal_eval(text) != ast.literal_eval(other))
    except (ValueError, SyntaxError):
        return None


@dataclass(frozen=True, slots=True)
class ReplayEnvironment:
    """What differs from machine to machine, and so from worker to worker: no result may rest on it.

    recursion: frames less than the usual limit; arguments: `sys.argv`; clutter: a file in the current directory; ahead:
    seconds that the clock is ahead; folder: the name of the one a test is given; errors: what standard output does with
    what it cannot encode; pytest: what can be seen of it there is to be seen; beside: the modules whose tests run with
    those of this one are imported, too.
    """

    hash_seed: int
    recursion: int
    environment: tuple[tuple[str, str], ...]
    arguments: tuple[str, ...]
    clutter: str
    ahead: int = 0
    folder: str = "folder"
    errors: str = "backslashreplace"
    pytest: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """How a worker is prepared."""

    target: Target
    probed: bool
    environment: ReplayEnvironment


@dataclass(frozen=True, slots=True)
class Batch:
    """twist: changes what one process has otherwise each time: random numbers, addresses, clocks.  changed: only what
    state the scripts read is asked, of what code changes and of these places, which runs have left otherwise.  codes:
    of calls that other processes have compiled, by the places of their scripts.
    """

    scripts: tuple[tuple[int, Script], ...]  # with their places in the caller's list
    seconds: float  # of processor time, for each
    twist: int = 0
    changed: frozenset[str] | None = None
    codes: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """What a process says of a script.  seen: without its hits, which are numbers of goals, since names would be most
    of what is sent; code: of its call, where that was compiled here.
    """

    place: int
    seen: Seen
    hits: bytes
    code: bytes = b""


def as_bytes(numbers: Iterable[int]) -> bytes:
    """To be read by `as_goals`; the same for the same numbers."""
    return array(_NUMBER, sorted(numbers)).tobytes()


def as_goals(numbers: bytes, goals: Sequence[Goal]) -> frozenset[str]:
    return frozenset(goals[number].id for number in array(_NUMBER, numbers))


_NUMBER: Final = "I"


def module_above(path: str, imports: Sequence[str]) -> str:
    """Of the modules that are imported, or of which something is, the one in which the path is; else empty."""
    modules = [line.split()[1] for line in imports if line.startswith(("from ", "import "))]
    return max((module for module in modules if path.startswith(f"{module}.")), key=len, default="")
