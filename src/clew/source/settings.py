"""What may be asked of a run, as one frozen record.

Each field carries its documentation, so the command line, `[tool.clew]` and the table in the README are read off one
place.  Bounds cut the analysis and are named by a verdict that leans on them; budgets end it: `unknown: budget`.
All of them are counted, so that a busy machine gives the same report, except `seconds`, which is a safety net, and
`total_seconds`, which is for those who cannot wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, field, fields
from typing import Any, Final, TypeAlias

from clew.records import dataclass

TYPES: Final = ("annotated", "any")
FORMATS: Final = ("full", "concise", "json", "junit", "markdown", "sarif", "github")
ALLOW: Final = ("files", "network", "processes")
EFFORT: Final = ("quick", "normal", "thorough")
CALLS: Final = ("inline", "summarise", "auto")
CRITERIA: Final = (
    "statement", "branch", "condition", "mcdc", "mcc", "boundary", "loop",
    "def-use", "all-defs", "all-du-paths", "path", "label", "mutant",
)  # fmt: skip
COVERAGE: Final = CRITERIA[:3]  # of the default
SMALL, STRONG, MINIMAL, READABLE = "small", "strong", "minimal", "readable"
SUITE: Final = (STRONG, SMALL, MINIMAL, READABLE)
MCDC: Final = ("masking", "unique-cause")
ALGORITHMS: Final = ("clew", "paths", "pc", "sc", "fm", "vstte")

Value: TypeAlias = bool | int | float | str | tuple[str, ...] | None


def _setting(
    default: Value,
    help: str,
    group: str,
    *,
    least: float | None = None,
    choices: tuple[str, ...] = (),
    flag: str | None = None,
    named: bool = False,
) -> Any:
    metadata = {"help": help, "group": group, "least": least, "choices": choices, "flag": flag, "named": named}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one run.  Defaults are what `clew cover PATH` uses.

    A flat record with a field for each option: command line, file of settings, README and keys of the ledger are read
    off it, and parts of it would have no other reader.
    """

    loop: int = _setting(8, "rounds of a loop that proofs follow", "bounds", least=1)
    len: int = _setting(8, "longest list, dict or set made as an argument", "bounds", least=0)
    text: int = _setting(32, "longest string made as an argument", "bounds", least=0)
    depth: int = _setting(
        3, "depth of nested arguments (a list of lists has depth 2), and of recursion", "bounds", least=1
    )
    method_calls: int = _setting(3, "method calls made on an object before it is used", "bounds", least=0)

    effort: str = _setting(
        "normal",
        "when a function is given up whose goals no longer fall: soon (`quick`), later (`normal`), or only after all "
        "of the work (`thorough`)",
        "budgets",
        choices=EFFORT,
    )
    paths: int = _setting(2_000, "runs of a function", "budgets", least=1)
    steps: int = _setting(
        200_000, "operations executed in one run, which get at most a twentieth of the work", "budgets", least=1
    )
    solver_steps: int = _setting(500_000, "solver resource units (Z3 rlimit) for one query", "budgets", least=1)
    work: int = _setting(
        30_000_000, "work on one function: operations executed plus solver resource units", "budgets", least=1
    )
    seconds: float = _setting(60.0, "safety net: processor seconds for one function", "budgets", least=0.01)
    total_seconds: float = _setting(
        0.0,
        "seconds on the clock after which no function is searched any more; what was found is still confirmed and "
        "written; 0: no limit",
        "budgets",
        least=0,
    )
    attack: int = _setting(200, "plain runs that try to refute what is said of a function; 0: none", "budgets", least=0)
    memory: int = _setting(1024, "megabytes a worker may use", "budgets", least=64)

    criterion: tuple[str, ...] = _setting(
        COVERAGE,
        "what `clew cover` asks for, separated by commas: `statement`, `branch`, `condition`, `mcdc` (each condition "
        "decides by itself), `mcc` (all vectors of conditions), `boundary` (what is compared is less, equal, greater), "
        "`loop` (no round, one, many), `def-use` (each use of "
        "each definition of a variable, global, attribute or item), `all-defs` (some use of each definition), "
        "`all-du-paths` (each path between a definition and a use of a variable), `path` (all paths, with none, one "
        "and two rounds of loops), `label` (what comments ask for), `mutant` (what tells a small change of the "
        "function from it)",
        "run",
        choices=CRITERIA,
        named=True,
    )
    mcdc: str = _setting(
        "masking",
        "the other conditions of a pair of tests: `masking`, none of them decides; `unique-cause`, they stay the same",
        "run",
        choices=MCDC,
    )
    suite: str = _setting(
        SUITE[0],
        "the tests that are written: `small`, few that show what is asked for; `minimal`, as few as the tests known "
        "allow, with what is proved of that, after tests were asked for that show much at once; `readable`, for each "
        "goal the one with the plainest arguments; `strong`, others too that tell small changes of the functions apart "
        "(of `clew cover`)",
        "run",
        choices=SUITE,
    )
    types: str = _setting(
        "annotated",
        "`annotated`: arguments have the types of their annotations; `any`: try others too",
        "inputs",
        choices=TYPES,
    )
    allow: tuple[str, ...] = _setting(
        (),
        "let the analysed code use this, which is real then: `files` are those below the folder that clew is started "
        "in (code that deletes some deletes them!); repeatable",
        "inputs",
        choices=ALLOW,
    )
    calls: str = _setting(
        "auto",
        "`inline`: step into what is called; `summarise`: explore pure functions once and use all their paths as one "
        "step; `auto`: those with many paths, or called often",
        "run",
        choices=CALLS,
    )
    algorithm: str = _setting(
        "clew",
        "of `.ivl` programs: ours (`clew`), all feasible paths (`paths`), or one of Christ, Hoenicke and Schäf (2012)",
        "run",
        choices=ALGORITHMS,
    )
    strategies: tuple[str, ...] = _setting(
        (),
        "a module that registers strategies of Hypothesis for types whose objects clew cannot make, or a function in "
        "it that does (`tests.strategies`, `tests.conftest:register`); repeatable",
        "inputs",
    )
    import_first: tuple[str, ...] = _setting(
        (),
        "a module that is imported before your code, as `conftest`, where that sets up what your code needs for its "
        "own import; repeatable",
        "inputs",
    )
    seed: int = _setting(0, "seed of every choice that is not forced; one seed, one report", "inputs", least=0)

    include: tuple[str, ...] = _setting((), "in folders, only files that match this glob; repeatable", "files")
    exclude: tuple[str, ...] = _setting((), "in folders, no files that match this glob; repeatable", "files")
    output: str = _setting("clew_tests", "folder for the tests", "files", flag="-o")
    keep_queries: str | None = _setting(None, "folder for one SMT-LIB file per solver query", "files")
    cross_check: bool = _setting(False, "ask cvc5 about every contradiction that a proof leans on", "run")
    jobs: int = _setting(
        0,
        "worker processes; 0: one per processor, or per thread of the workers of `--executor`",
        "run",
        least=0,
        flag="-j",
    )
    executor: str | None = _setting(
        None,
        "the scheduler of a cluster of Dask on whose machines functions are explored and tests replayed, as "
        "`dask://HOST:PORT` (pip install 'clew[cluster]')",
        "run",
    )
    output_format: str = _setting(
        "full",
        "what is printed on stdout; `junit`, `markdown`: of `clew cover`, `dead` and `check`; `sarif`, `github`: of "
        "`dead` and `check`",
        "run",
        choices=FORMATS,
    )

    def bounds(self) -> dict[str, int]:
        """The bounds that were asked for, by name, as verdicts show them."""
        return {
            "loop": self.loop,
            "len": self.len,
            "text": self.text,
            "depth": self.depth,
            "recursion": self.depth,
            "method-calls": self.method_calls,
        }

    def to_json(self) -> dict[str, Any]:
        """Every setting by name, tuples as lists."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def settings_from_json(data: dict[str, Any]) -> Settings:
    """Inverse of `Settings.to_json`; names that are not settings (of another version) are left out."""
    known = {f.name for f in fields(Settings)}
    read: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
    return Settings(**{name: value for name, value in read.items() if name in known})


@dataclass(frozen=True, slots=True)
class Option:
    """A setting as the command line and the file of settings see it.

    kind: `bool`, `int`, `float`, `str`, `list`, or
    `names`, a list that one text may give, separated by commas.
    """

    name: str
    kind: str
    default: Value
    help: str
    group: str
    least: float | None
    choices: tuple[str, ...]
    short: str | None

    @property
    def key(self) -> str:
        """The key in `[tool.clew]`."""
        return self.name.replace("_", "-")

    @property
    def flag(self) -> str:
        return "--" + self.key

    @property
    def wanted(self) -> str:
        """The type in words, for messages."""
        if self.choices:
            one = " or ".join(repr(c) for c in self.choices)
            return f"a list of {one}" if self.kind in ("list", "names") else one
        words = {
            "bool": "true or false",
            "int": "a whole number",
            "float": "a number",
            "str": "a string",
            "list": "a list of strings",
        }
        return words[self.kind] + (f" ≥ {self.least:g}" if self.least is not None else "")

    def check(self, given: object) -> Value:
        """The value as the record holds it; raises ValueError, saying what was wanted and what was given."""
        value: Value = None
        match self.kind, given:
            case "bool", bool():
                return given
            case "int", int() if not isinstance(given, bool):
                value = given
            case "float", int() | float() if not isinstance(given, bool):
                value = float(given)
            case "str", str():
                value = given
            case "list", list() | tuple() if all(isinstance(item, str) for item in given):
                value = tuple(given)
            case "names", str() | list() | tuple() if given and all(isinstance(item, str) for item in given):
                return self.named(given.split(",") if isinstance(given, str) else given)
            case _:
                raise ValueError(f"wanted {self.wanted}, got {_describe(given)}")
        # Written so that nan is refused as well.
        if self.least is not None and isinstance(value, int | float) and not value >= self.least:
            raise ValueError(f"wanted {self.wanted}, got {given}")
        if self.choices and not set(value if isinstance(value, tuple) else [value]) <= set(self.choices):
            raise ValueError(f"wanted {self.wanted}, got {_describe(given)}")
        return value

    def named(self, given: Iterable[str]) -> tuple[str, ...]:
        """Each once, in the order of the choices."""
        from clew.source.suggestions import suggestion  # where there is something to say

        names = [name.strip() for name in given]
        if unknown := [name for name in names if name not in self.choices]:
            hint = suggestion(unknown[0], self.choices)
            raise ValueError(f"`{unknown[0]}` is none of {', '.join(self.choices)}{hint}")
        return tuple(name for name in self.choices if name in names)


def options() -> tuple[Option, ...]:
    """All settings, in the order of the record."""
    return tuple(_option(f) for f in fields(Settings))


def _option(f: Field[Any]) -> Option:
    assert f.default is not MISSING, f.name
    kind = {"bool": "bool", "int": "int", "float": "float", "tuple[str, ...]": "list"}.get(str(f.type), "str")
    m = f.metadata
    kind = "names" if m["named"] else kind
    return Option(f.name, kind, f.default, m["help"], m["group"], m["least"], m["choices"], m["flag"])


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _describe(given: object) -> str:
    names = {bool: "a boolean", int: "a whole number", float: "a number", str: "a string", dict: "a table"}
    match given:
        case bool():
            return f"the boolean {str(given).lower()}"
        case list() | tuple():
            odd = [item for item in given if not isinstance(item, str)]
            return f"a list with {_describe(odd[0])}" if odd else f"the list {list(given)!r}"
        case dict():
            return "a table"
        case int() | float() | str():
            return f"{names[type(given)]} ({given!r})" if not isinstance(given, str) else f"the string {given!r}"
        case _:
            return f"{type(given).__name__} ({given})"
