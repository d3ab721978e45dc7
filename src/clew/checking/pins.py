"""What a test is given so that it does the same everywhere and harms nothing: a line for each thing its call asks for.

Files are those of an empty folder of the test's own, variables of the environment are set or removed, arguments, input
and random numbers are fixed; modules that are not there stay away where they are installed.  What a call changes in a
module of the project (`module_state.py`) is for the test what it was after the import, and afterwards what it was
before; what it reads there of what other code changes (`read_state.py`) is that, too.  The replay runs the test with
these lines, so what is written is what was run; and while it runs only the folder of the test may be written to.  What
no line can fix is a reason not to write the test, or is said in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Final

from clew.checking.influences import (
    ARGUMENTS,
    CHANCE,
    ENTROPY,
    ENVIRONMENT,
    FOLDER,
    INPUT,
    MACHINE,
    MISSING,
    RANDOM,
    TEMPORARY,
    VARIABLE,
    WARNING,
)
from clew.checking.script import Left, Script
from clew.records import dataclass
from clew.regexes import regex
from clew.verdict.reasons import Reason

# With the types they have.
FIXTURES: Final = {
    "monkeypatch": "pytest.MonkeyPatch",
    "request": "pytest.FixtureRequest",
    "tmp_path": "pathlib.Path",
}

CHDIR: Final = "monkeypatch.chdir(tmp_path)"
LEAVES: Final = "# leaves changed: "
_OF_A_PLACE: Final = regex(r'monkeypatch\.setattr\("[^"]*", [\w.]*\w\.\w+\)')
_WARNINGS: Final = '@pytest.mark.filterwarnings("ignore")'
# The values of variables that much depends on; all others are removed.
_VALUES: Final = {"COLUMNS": '"80"', "LINES": '"24"', "LOGNAME": '"user"', "USER": '"user"', "HOME": "str(tmp_path)"}
_LINES: Final = {
    ENVIRONMENT: ('monkeypatch.setattr("os.environ", {})',),
    ARGUMENTS: ('monkeypatch.setattr("sys.argv", ["program"])',),
    INPUT: ('monkeypatch.setattr("sys.stdin", io.StringIO())',),
    TEMPORARY: ('monkeypatch.setattr("tempfile.tempdir", str(tmp_path))',),
    RANDOM: ("random.seed(0)",),
    ENTROPY: ('monkeypatch.setattr("os.urandom", bytes)', 'monkeypatch.setattr("random._urandom", bytes)'),
}
_TEMPORARY_VARIABLES: Final = ("TMPDIR", "TEMP", "TMP")


@dataclass(frozen=True, slots=True)
class Pins:
    """decorators, lines: of the test; imports: what the lines name."""

    decorators: tuple[str, ...]
    lines: tuple[str, ...]
    imports: tuple[str, ...]


def pins_for(marks: Iterable[str]) -> tuple[str, ...]:
    """The lines for what was asked, decorators first."""
    marks = set(marks)
    variables = sorted(mark.removeprefix(VARIABLE) for mark in marks if mark.startswith(VARIABLE))
    if not {TEMPORARY}.isdisjoint(marks) or not {*_TEMPORARY_VARIABLES}.isdisjoint(variables):
        marks.add(TEMPORARY)
    if ENVIRONMENT in marks:  # who has imported `os.environ` by its own name asks again
        variables = [name for name in variables if name in _VALUES]
    variables = [name for name in variables if name not in _TEMPORARY_VARIABLES]
    lines = [_variable(name) for name in variables if name.isprintable() and '"' not in name]
    lines += [line for mark, fixed in _LINES.items() if mark in marks for line in fixed]
    missing = sorted(mark.removeprefix(MISSING) for mark in marks if mark.startswith(MISSING))
    lines += ["import sys"] * bool(missing)
    lines += [f'monkeypatch.setitem(sys.modules, "{name}", None)' for name in missing]
    if FOLDER in marks or any("tmp_path" in line for line in lines):
        lines.insert(0, CHDIR)
    if WARNING in marks:
        lines.insert(0, _WARNINGS)
    return tuple(lines)


def _variable(name: str) -> str:
    value = _VALUES.get(name)
    if value is None:
        return f'monkeypatch.delenv("{name}", raising=False)'
    return f'monkeypatch.setenv("{name}", {value})'


def pinned(script: Script, marks: Iterable[str], left: Iterable[Left] = ()) -> Script:
    """The script, with lines for what was asked, and for what was left otherwise, besides those it has."""
    fixed = fixed_by(script.pins)
    more = [line for line in pins_for(marks) if _fixes(line) not in fixed]
    more += [line for line in _lines_for(left, fixed) if line not in script.pins]
    if not more:
        return script
    lines = sorted({*script.pins, *more}, key=_place)
    return replace(script, pins=tuple(lines))


def _lines_for(left: Iterable[Left], fixed: Set[str]) -> list[str]:
    """A line for each place, one that says so where none helps: it is hidden, or was left otherwise all the same."""
    places: dict[str, set[Left]] = {}
    for each in left:
        places.setdefault(each.path, set()).add(each)
    lines: list[str] = []
    for path, seen in sorted(places.items()):
        # Processes that do not find the same value there agree on a copy.
        one = next(iter(seen)) if len(seen) == 1 else replace(min(seen, key=repr), how="deepcopy", text="", modules=())
        if path in fixed or any(each.how == "hidden" for each in seen):
            lines.append(f"{LEAVES}{path}")
        else:
            lines.extend(_lines_of(one))
    return lines


def _lines_of(left: Left) -> list[str]:
    """The imports among them name what the others do."""
    path = left.path
    match left.how:
        case "value":
            return [*_imports(left.modules), f'monkeypatch.setattr("{path}", {left.text})']
        case "same":
            return [*_imports(left.modules or (left.module,)), f'monkeypatch.setattr("{path}", {left.text or path})']
        case "copy" | "deepcopy":
            return [*_imports(("copy", left.module)), f'monkeypatch.setattr("{path}", copy.{left.how}({path}))']
        case "absent":
            return [f'monkeypatch.setattr("{path}", None, raising=False)', f'monkeypatch.delattr("{path}")']
        case "cache":
            emptied = f"{path}.cache_clear"
            return [*_imports((left.module,)), f"request.addfinalizer({emptied})", f"{emptied}()"]
        case "process":
            return [*_imports(left.modules), *left.text.splitlines()]
    raise AssertionError(left.how)


def _imports(modules: Iterable[str]) -> list[str]:
    return [f"import {module}" for module in modules]


def fixed_by(lines: Iterable[str]) -> frozenset[str]:
    """What the lines of a test are about: variables, attributes, functions whose cache is emptied."""
    return frozenset(map(_fixes, lines))


def _fixes(line: str) -> str:
    """What the line is about, whatever it says of it."""
    found = re.match(r'monkeypatch\.(?:setattr|setenv|delenv|delattr|setitem)\((?:sys\.modules, )?"([^"]*)"', line)
    return line.removesuffix(".cache_clear()") if found is None else found[1]


def _place(line: str) -> tuple[int, str]:
    """Decorators and imports first, then the folder, then the others by their text, folders before the files in them;
    what takes another place for its value after that, what says that nothing helps last.
    """
    if line.startswith(("@", "import ")):
        return 0, line
    if line.startswith(LEAVES):
        return 5, line
    if line.startswith("monkeypatch.delattr(") or _OF_A_PLACE.fullmatch(line):
        return 4, line
    if line.startswith("request.addfinalizer(functools."):  # what it puts back is not yet changed
        return 1, line
    return 1 if line == CHDIR else 2 + ("write_" in line), line


def read_pins(lines: Iterable[str]) -> Pins:
    """The lines of a script, sorted out."""
    lines = tuple(lines)
    decorators = tuple(line.removeprefix("@") for line in lines if line.startswith("@"))
    body = tuple(line for line in lines if not line.startswith(("@", "import ")))
    imports = {line for line in lines if line.startswith("import ")}
    imports |= {f"import {name}" for name in ("io", "random") if any(re.search(rf"\b{name}\.\w+\(", x) for x in body)}
    return Pins(decorators, body, tuple(sorted(imports)))


def fixtures_of(lines: Iterable[str]) -> tuple[str, ...]:
    """The parameters of a test with these lines."""
    text = " ".join(_code(line) for line in lines)
    return tuple(f"{name}: {kind}" for name, kind in FIXTURES.items() if re.search(rf"\b{name}\b(?!=)", text))


def names_in(lines: Iterable[str]) -> frozenset[str]:
    """All that stands in the lines, outside of texts."""
    return frozenset(re.findall(r"\b[^\W\d]\w*", " ".join(_code(line) for line in lines)))


def owns_folder(lines: Iterable[str]) -> bool:
    """Is the test given a folder?"""
    return any("tmp_path" in line for line in lines)


def unsafe(script: Script, marks: Iterable[str], left: Iterable[Left]) -> Reason | None:
    """Why no line makes the script do the same everywhere, or None.  marks, left: of its runs with the lines it has."""
    for mark in sorted(marks):
        if mark.startswith(MACHINE):
            text = f"it looks at {mark.removeprefix(MACHINE)}, which is not the same everywhere"
            return Reason("side-effect-blocked", text)
        if mark.startswith(CHANCE):
            return Reason("nondeterministic", f"it uses {mark.removeprefix(CHANCE)}")
    if ENVIRONMENT in marks and not {*_LINES[ENVIRONMENT]}.isdisjoint(script.pins):
        return Reason("nondeterministic", "it goes through all of the environment, or writes to it, by another name")
    if pinned(script, marks) is not script:
        return Reason("nondeterministic", "each time it asks for something else of its surroundings")
    if (more := pinned(script, (), left)) is not script:
        places = sorted(fixed_by(more.pins) - fixed_by(script.pins))
        return Reason("nondeterministic", f"each time it leaves something else changed: {places[-1][:80]}")
    taken = _taken(script)
    for line in script.pins:
        if name := next((name for name in re.findall(r"\b[a-z_]+\b", _code(line)) if name in taken), None):
            return Reason("cannot-build-input", f"the name `{name}` means two things in its test")
    return None


def _code(line: str) -> str:
    """The line without its texts; nothing of a comment."""
    return "" if line.startswith("#") else re.sub(r'"[^"]*"|\'[^\']*\'', '""', line)


def _taken(script: Script) -> set[str]:
    """The names that a pin needs and the script gives another meaning."""
    wanted = {*FIXTURES, "io", "random", "bytes", "str"}
    wanted |= {line.split()[1].partition(".")[0] for line in script.pins if line.startswith("import ")}
    found: set[str] = set()
    for line in (*script.imports, *script.setup):
        found |= {name for name in re.findall(r"^(\w+)\s*(?::[^=]*)?=(?!=)", line) if name in wanted}
        found |= {name for name in re.findall(r"^(?:def|class) (\w+)", line) if name in wanted}
        if line.startswith("from "):
            found |= wanted & set(re.findall(r"\w+", line.partition(" import ")[2]))
    return found
