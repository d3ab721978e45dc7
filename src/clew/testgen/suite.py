"""Replayed cases of a module → one pytest file.

Cases of a function that make the same call and are judged alike become one parametrised test; the others a function
each.  Nothing but pytest and the user's code is imported.  The header holds a hash of the rest, so a file that somebody
edited is recognised and left alone.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from clew.checking.pins import FIXTURES, Pins, fixtures_of, names_in, owns_folder, read_pins
from clew.checking.script import Replayed, module_above
from clew.frontend.module import Module, Unit
from clew.inputs.recipes import Outcome
from clew.records import dataclass
from clew.regexes import regex
from clew.source.generated import with_header
from clew.testgen.assertions import OBSERVED, SINGLETONS, Assertions
from clew.testgen.contract_lines import Promise, promised
from clew.testgen.expressions import Names, restyled, snake, string_text, visible
from clew.testgen.layout import WIDTH, layout
from clew.testgen.naming import name_tests
from clew.testgen.render import RenderedCase

PLAIN_NAMES: Final = frozenset(
    {"int", "str", "float", "bool", "bytes", "complex", "object", "None", "list", "dict", "set", "frozenset", "tuple"}
)
LONGEST_PART: Final = 80  # letters of the name of a file that say what of the module is tested
_PLAIN = regex(r"\w[\w\[\], |.]*")


@dataclass(frozen=True, slots=True)
class SuiteCase:
    """A case to be written.  qualname: of the function called, after its module where that is another one; covers: ids
    of the goals it reaches.
    """

    qualname: str
    rendered: RenderedCase
    replayed: Replayed
    covers: frozenset[str]


@dataclass(frozen=True, slots=True)
class TestFile:
    """ids: the pytest id of each case (`test_total[x-gt-0]`), in the order they were given."""

    __test__ = False

    name: str
    text: str
    ids: tuple[str, ...]


def write_suite(module: Module, cases: Sequence[SuiteCase], part: str = "") -> TestFile:
    """part: the name of what alone was asked for; it gets a file of its own, beside the whole module's."""
    goals = {goal.id: goal for goal in module.goals}
    own = {unit.qualname: unit for unit in reversed(module.units)}  # one, for all overloads of a name
    order = list(dict.fromkeys([*(unit.qualname for unit in module.units), *(case.qualname for case in cases)]))
    names = function_names(order)
    ids = [""] * len(cases)
    body: list[str] = []
    imports: dict[str, None] = {}
    for qualname in order:
        mine = [i for i, case in enumerate(cases) if case.qualname == qualname]
        if not mine:
            continue
        values = [_values(cases[i].rendered) for i in mine]
        endings = [_ending(cases[i].replayed.outcome) for i in mine]
        named = name_tests([cases[i].covers for i in mine], values, goals, module.text, endings)
        labels = dict(zip(mine, named, strict=True))
        unit = own.get(qualname)  # None: a function of another module, which calls those of this one
        described = [(i, cases[i], labels[i]) for i in mine]
        procedure = unit is not None and unit.function.returns == "None"
        promises = {i: p for i in mine if unit and (p := _promise(module, unit, cases[i])) is not None}
        annotations = _plain_annotations(unit) if unit is not None else {}
        for group in _groups(module.name, names[qualname], described, annotations, procedure, promises):
            body.extend(("", "", *group.lines))
            imports.update(dict.fromkeys(group.imports))
            for index, test in group.ids:
                ids[index] = test
    lines = [*import_block(imports, module.name), *body] if body else []
    text = with_header("\n".join(lines).strip("\n") + "\n", module.name)
    return TestFile(f"{file_stem(module.name, part)}.py", text, tuple(ids))


def file_stem(module: str, part: str) -> str:
    """module: its name; part: as of `write_suite`, of which a long one is cut: file systems have limits."""
    named = slug(part)
    if len(named) > LONGEST_PART:
        digest = hashlib.sha256(part.encode()).hexdigest()[:8]
        named = f"{named[: LONGEST_PART - 9]}_{digest}"
    return f"test_{module.replace('.', '_')}{'__' + named if part else ''}"


def _promise(module: Module, unit: Unit, case: SuiteCase) -> Promise | None:
    """What the contract says of the call, if it ended normally."""
    if unit.contract is None or case.replayed.outcome.kind != "returns" or case.replayed.broken is not None:
        return None
    return promised(module, unit, case.rendered)


def _plain_annotations(unit: Unit) -> dict[str, str]:
    """The annotations of the parameters that are made of builtins alone, by name."""
    return {
        p.name: p.annotation
        for p in unit.function.parameters
        if p.annotation is not None
        and p.kind not in ("*", "**")
        and _PLAIN.fullmatch(p.annotation)
        and PLAIN_NAMES.issuperset(re.findall(r"\w+", p.annotation))
    }


def _values(rendered: RenderedCase) -> str:
    """The arguments, where they are few enough to say what a case is about."""
    text = " ".join(f"{name} {value}" for name, value in rendered.arguments)
    return text if len(text) <= 32 else ""


def _ending(outcome: Outcome) -> str:
    """How a call ends, in words."""
    if outcome.exception is not None:
        return f"raises {outcome.exception[1].rpartition('.')[2]}"
    shown = outcome.text if outcome.text is not None and len(outcome.text) <= 24 else outcome.type_name
    return f"returns {shown}"


def function_names(qualnames: Sequence[str]) -> dict[str, str]:
    """`test_total` for `Cart.total`, with the class in front where two would be called alike."""
    short: dict[str, list[str]] = {}
    for qualname in qualnames:
        short.setdefault(slug(qualname.split(".")[-1]), []).append(qualname)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for short_name, owners in short.items():
        for qualname in owners:
            parts = [p for p in qualname.split(".") if p != "<locals>"]
            name = short_name if len(owners) == 1 else "_".join(slug(p) for p in parts)
            unique, number = name, 2
            while unique in taken:
                unique, number = f"{name}_{number}", number + 1
            taken.add(unique)
            found[qualname] = f"test_{unique}"
    return found


def slug(name: str) -> str:
    return re.sub(r"\W+", "_", snake(name)).strip("_") or "it"


# ---------------------------------------------------------------- grouping


@dataclass(slots=True)
class _Group:
    """Lines of one or more tests, what they import, and the ids of the cases in them."""

    lines: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    ids: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Oracle:
    """kind: `equals`, `is`, `nan`, `returns`, `raises`, `promise`, or `own`, not shared.  text: expected value or
    exception.
    """

    kind: str
    text: str
    message: str = ""
    promise: Promise | None = None


def _groups(
    module: str,
    name: str,
    cases: list[tuple[int, SuiteCase, str]],
    annotations: Mapping[str, str],
    procedure: bool,
    promises: Mapping[int, Promise],
) -> list[_Group]:
    """The tests of one function, values before exceptions.  procedure: it is declared to return nothing; promises: what
    contracts say, by case.
    """
    names = Names(module)
    alike: dict[tuple[str, ...], list[tuple[int, SuiteCase, str, _Oracle]]] = {}
    for index, case, label in cases:
        promise = promises.get(index)
        oracle = _oracle(case, names) if promise is None else _Oracle("promise", "", "", promise)
        if (procedure or case.rendered.is_statement) and oracle == _Oracle("is", "None"):
            oracle = _Oracle("returns", "None")
        single = bool(case.rendered.setup) or not case.rendered.arguments or oracle.kind == "own"
        kind = "value" if oracle.kind in ("equals", "is") else oracle.kind
        shared = oracle.text if kind == "raises" else ""
        key = ("", str(index)) if single else (case.rendered.form, kind, shared, *case.replayed.pins)
        alike.setdefault(key, []).append((index, case, label, oracle))
    ordered = sorted(alike.values(), key=lambda g: (g[0][3].kind == "raises", g[0][0]))
    tables = [g for g in ordered if len(g) > 1]
    found: list[_Group] = []
    taken: set[str] = set()
    for group in ordered:
        if len(group) > 1:
            plain = group is tables[0] and (group[0][3].kind != "raises" or len(ordered) == 1)
            wanted = name if plain else f"{name}_{_kind_name(group[0][3])}"
            found.append(_table(unused(wanted, taken), group, annotations))
        else:
            index, case, label, oracle = group[0]
            alone = len(cases) == 1
            wanted = name if alone else f"{name}_{label.replace('-', '_')}"
            found.append(_single(unused(wanted, taken), index, case, oracle))
        found[-1].imports.extend(names.imports)
    return found


def _kind_name(oracle: _Oracle) -> str:
    return f"raises_{slug(oracle.text.rpartition('.')[2])}" if oracle.kind == "raises" else oracle.kind


def unused(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    taken.add(name)
    return name


def _oracle(case: SuiteCase, names: Names) -> _Oracle:
    outcome = case.replayed.outcome
    if outcome.kind == "raises":
        module, path = outcome.exception or ("builtins", "Exception")
        text = "Exception" if "<locals>" in path else names.of(module, path)
        return _Oracle("raises", text, outcome.message)
    if case.replayed.after or outcome.text is None:
        return _Oracle("own", outcome.text or "")
    text = restyled(outcome.text, names, case.replayed.modules)
    if text == 'float("nan")':
        names.imports["import math"] = None
        return _Oracle("nan", text)
    if text == "None" and case.replayed.printed:
        return _Oracle("own", text)
    return _Oracle("is" if text in SINGLETONS else "equals", text)


# ---------------------------------------------------------------- tests


def _single(name: str, index: int, case: SuiteCase, oracle: _Oracle) -> _Group:
    group = _Group(imports=list(case.rendered.imports), ids=[(index, name)])
    said = [(name, text) for name, text in case.replayed.after if name in case.rendered.always]
    is_captured = oracle.kind == "own" and oracle.text == "None" and len(said) == len(case.replayed.after)
    captured = case.replayed.printed if is_captured else ""
    pins = read_pins(case.replayed.pins)
    given = [*fixtures_of(pins.lines), *(["capsys: pytest.CaptureFixture[str]"] if captured else [])]
    group.imports.extend(imports_for(pins))
    assertions = Assertions.beside([*pins.lines, *case.rendered.setup, case.rendered.call, *dict(case.replayed.after)])
    body = _pinned(pins)
    for statement in case.rendered.setup:
        body.extend(layout(statement, 1))
    if oracle.kind == "raises":
        group.imports.append("import pytest")
        body.extend(_raising(oracle, case.rendered.call))
        body.extend(_left(case, group, said, assertions))
    elif oracle.promise is not None:
        group.imports.extend(oracle.promise.imports)
        body.extend(_promised(oracle.promise, oracle.promise.statements(case.rendered)))
        body.extend(_left(case, group, said, assertions))
    elif oracle.kind == "own":
        body.extend(_own(case, group, assertions))
    else:
        body.extend(_assertion(case.rendered.call, oracle, assertions))
    if captured:
        group.imports.append("import pytest")
        body.extend(assertions.compare("capsys.readouterr().out", string_text(case.replayed.printed), "=="))
    group.lines = [*decorated(pins), *layout(f"def {name}({', '.join(given)}) -> None:"), *body]
    return group


def styled(pins: Pins) -> list[str]:
    """The lines, in the style of the file."""
    return [restyled(pin, Names(""), ()) for pin in pins.lines]


def _pinned(pins: Pins) -> list[str]:
    return [line for pin in styled(pins) for line in layout(pin, 1)]


def decorated(pins: Pins) -> list[str]:
    return [f"@{decorator}" for decorator in pins.decorators]


def imports_for(pins: Pins) -> list[str]:
    """What the lines and the annotations of the fixtures name."""
    given = fixtures_of(pins.lines)
    imports = [*pins.imports, *(["import pytest"] if given or pins.decorators else [])]
    return [*imports, *(["import pathlib"] if owns_folder(pins.lines) else [])]


def _raising(oracle: _Oracle, call: str) -> list[str]:
    pattern = _pattern(oracle.message, WIDTH - len(f"    with pytest.raises({oracle.text}, match=):") - 4)
    match = f", match={pattern}" if pattern else ""
    lines = layout(f"with pytest.raises({oracle.text}{match}):", 1)
    return [*lines, *layout(call, 2)]


def _pattern(message: str, room: int) -> str:
    """A literal that matches the start of the message; empty where there is none.

    How many exceptions are in a group is left out: versions of pytest differ in whether they see that.
    """
    first = _IN_A_GROUP.sub("", message.split("\n")[0])
    while first and len(_raw(re.escape(first))) > max(room, 12):
        first = first[:-1].rstrip()
    return _raw(_escape(first)) if first.strip() else ""


_IN_A_GROUP = regex(r" \(\d+ sub-exceptions?\)$")


def _escape(text: str) -> str:
    """`re.escape`, leaving alone what needs no escaping."""
    return re.sub(r"([\\.^$*+?{}\[\]|()])", r"\\\1", text)


def _raw(pattern: str) -> str:
    is_seen = pattern.isprintable() and visible(pattern) == pattern
    if "\\" in pattern and '"' not in pattern and is_seen and not pattern.endswith("\\"):
        return f'r"{pattern}"'
    return string_text(pattern)


def _assertion(call: str, oracle: _Oracle, assertions: Assertions) -> list[str]:
    if oracle.kind == "nan":
        return layout(f"assert math.isnan({call})", 1, OBSERVED)
    if oracle.kind == "returns":
        return layout(call, 1, f"{OBSERVED}: it returns")
    return assertions.compare(call, oracle.text, "is" if oracle.kind == "is" else "==")


def _promised(promise: Promise, statements: Sequence[str]) -> list[str]:
    """Each clause with a comment that says whose it is."""
    said = f"ensure of {promise.unit.function.name}"
    return [x for s in statements for x in layout(s, 1, said if s.startswith("assert ") else "")]


def _own(case: SuiteCase, group: _Group, assertions: Assertions) -> list[str]:
    """A result that cannot be written down, or arguments that changed."""
    names = Names((case.rendered.imports and _module_of(case)) or "")
    lines: list[str] = []
    outcome, replayed, call = case.replayed.outcome, case.replayed, case.rendered.call
    if outcome.text is not None and outcome.text != "None":
        text = restyled(outcome.text, names, replayed.modules)
        kind = "nan" if text == 'float("nan")' else "is" if text in SINGLETONS else "equals"
        if kind == "nan":
            group.imports.append("import math")
        lines.extend(_assertion(call, _Oracle(kind, text), assertions))
    elif outcome.text == "None":
        lines.extend(layout(call, 1))
    elif replayed.attributes:
        result, lines = assertions.result(call)
        if outcome.cls in PLAIN_NAMES or outcome.cls == "collections.deque":
            cls = restyled(outcome.cls, names, replayed.modules)
            lines.extend(assertions.compare(f"type({result})", cls, "is"))
        for form, value in replayed.attributes:
            lines.extend(assertions.equal(form.format(result), restyled(value, names, replayed.modules)))
    elif outcome.cls and not _is_hidden(outcome.cls, case):
        cls = restyled(outcome.cls, names, replayed.modules)
        lines.extend(assertions.compare(f"type({call})", cls, "is"))
    else:
        name = outcome.type_name.rpartition(".")[2]
        lines.extend(assertions.compare(f"type({call}).__name__", string_text(name), "=="))
    group.imports.extend(names.imports)
    return [*lines, *_left(case, group, replayed.after, assertions)]


def _is_hidden(cls: str, case: SuiteCase) -> bool:
    """Does the test have a variable of the name?"""
    made = {re.split(r"\W", statement, maxsplit=1)[0] for statement in case.rendered.setup}
    return not made.isdisjoint(cls.split("."))


def _left(case: SuiteCase, group: _Group, after: Sequence[tuple[str, str]], assertions: Assertions) -> list[str]:
    """What the call left of arguments, its object, and places in modules."""
    names = Names((case.rendered.imports and _module_of(case)) or "")
    lines: list[str] = []
    for variable, value in after:
        if module := module_above(variable, case.rendered.imports):
            names.imports[f"import {module}"] = None
        lines.extend(assertions.equal(variable, restyled(value, names, case.replayed.modules)))
    group.imports.extend(names.imports)
    return lines


def _module_of(case: SuiteCase) -> str:
    """The module whose names the test imports."""
    for line in case.rendered.imports:
        if line.startswith("from ") and not line.startswith("from typing "):
            return line.split(" ")[1]
    return ""


def _table(name: str, rows: list[tuple[int, SuiteCase, str, _Oracle]], annotations: Mapping[str, str]) -> _Group:
    """One parametrised test.  Columns that are alike in all rows are written into the call.

    annotations: of the parameters, those that need no import.
    """
    first = rows[0][1].rendered
    oracles = [oracle for *_, oracle in rows]
    group = _Group(imports=["import pytest"])
    columns: list[tuple[str, list[str]]] = []
    declared: dict[str, str] = {}
    holes: list[str] = []
    pins = read_pins(rows[0][1].replayed.pins)
    given = fixtures_of(pins.lines)
    group.imports.extend(imports_for(pins))
    taken: set[str] = {"expected", "message", "io", "random", *FIXTURES, *re.findall(r"\b\w+\b(?!=)", first.form)}
    taken |= names_in(pins.lines)
    for place, (wanted, text) in enumerate(first.arguments):
        values = [case.rendered.arguments[place][1] for _, case, _, _ in rows]
        if oracles[0].promise is not None:
            columns.append((wanted, values))
            holes.append(wanted)
            declared[wanted] = annotations.get(wanted, "")
            continue
        if len(set(values)) == 1 and len(first.arguments) > 1 and len(text) <= 12:
            holes.append(text)
            continue
        column = unused(wanted.strip("*") or "value", taken)
        columns.append((column, values))
        holes.append(column)
        declared[column] = annotations.get(wanted, "")
    if not columns:
        column = unused(first.arguments[0][0], taken)
        columns.append((column, [case.rendered.arguments[0][1] for _, case, _, _ in rows]))
        holes[0] = column
    call = first.form.format(*holes)
    kind = oracles[0].kind
    if (promise := oracles[0].promise) is not None:
        group.imports.extend(promise.imports)
        body = _promised(promise, promise.around(call))
    elif kind == "raises":
        body = _table_raising(oracles, call, columns)
    elif kind == "nan":
        body = layout(f"assert math.isnan({call})", 1, OBSERVED)
    elif len({o.text for o in oracles}) == 1:
        body = _assertion(call, oracles[0], Assertions({column for column, _ in columns}))
    else:
        columns.append(("expected", [o.text for o in oracles]))
        operator = "is" if all(o.kind == "is" for o in oracles) else "=="
        body = Assertions({column for column, _ in columns}).compare(call, "expected", operator)
    types = {column: declared.get(column) or _type_of(values) for column, values in columns}
    if "message" in types:
        types["message"] = "str"
    if types.get("expected") == "Any":
        types["expected"] = "object"
    if "Any" in " ".join(types.values()):
        group.imports.append("from typing import Any")
    group.lines = [*decorated(pins), "@pytest.mark.parametrize("]
    titles = [string_text(column) for column, _ in columns]
    group.lines.extend(layout(f"({', '.join(titles)})" if len(titles) > 1 else titles[0], 1))
    group.lines[-1] += ","
    group.lines.append("    [")
    for row, (index, case, label, _) in enumerate(rows):
        values = [values[row] for _, values in columns]
        lines = layout(f"pytest.param({', '.join(values)}, id={string_text(label)}),", 2)
        group.lines.extend(lines)
        group.imports.extend(case.rendered.imports)
        group.ids.append((index, f"{name}[{label}]"))
    group.lines.extend(("    ],", ")"))
    parameters = [*given, *(f"{c}: {types[c]}" for c, _ in columns)]
    group.lines.extend(layout(f"def {name}({', '.join(parameters)}) -> None:"))
    group.lines.extend((*_pinned(pins), *body))
    return group


def _table_raising(oracles: list[_Oracle], call: str, columns: list[tuple[str, list[str]]]) -> list[str]:
    room = WIDTH - len(f"    with pytest.raises({oracles[0].text}, match=):") - 4
    alike = len({o.message for o in oracles}) == 1
    patterns = [_pattern(o.message, room if alike else 56) for o in oracles]
    match = ""
    if len(set(patterns)) == 1:
        match = f", match={patterns[0]}" if patterns[0] else ""
    elif all(patterns):
        columns.append(("message", patterns))
        match = ", match=message"
    return [*layout(f"with pytest.raises({oracles[0].text}{match}):", 1), *layout(call, 2)]


_NUMBER = regex(r"-?\d+")
_FLOAT = regex(r'-?\d+(\.\d+)?(e-?\d+)?|float\("(nan|-?inf)"\)')


def _type_of(texts: Sequence[str]) -> str:
    """The annotation of a column of literals."""
    found: dict[str, None] = {}
    for text in texts:
        if text == "None":
            found["None"] = None
        elif text in ("True", "False"):
            found["bool"] = None
        elif _NUMBER.fullmatch(text):
            found["int"] = None
        elif _FLOAT.fullmatch(text):
            found["float"] = None
        elif text[:1] in "\"'":
            found["str"] = None
        elif text[:2] in ("b'", 'b"'):
            found["bytes"] = None
        else:
            return "Any"
    if "float" in found:
        found.pop("int", None)  # which a float may be, too (PEP 484)
    kinds = [k for k in found if k != "None"]
    return " | ".join([*sorted(kinds), *(["None"] if "None" in found else [])])


def import_block(imports: Mapping[str, None], module: str) -> list[str]:
    """Standard library, then third party, then the module under test; `from m import a, b` merged and sorted.

    Last come modules that no statement can name.
    """
    plain: dict[str, None] = {}
    members: dict[str, dict[str, None]] = {}
    made = [line for line in imports if not line.startswith(("from ", "import "))]
    for line in (line for line in imports if line not in made):
        if line.startswith("from "):
            source, _, name = line.removeprefix("from ").partition(" import ")
            members.setdefault(source, {})[name] = None
        else:
            plain[line.removeprefix("import ")] = None

    def section(source: str) -> int:
        top = source.partition(".")[0]
        return 0 if top in sys.stdlib_module_names else 2 if top == module.partition(".")[0] else 1

    blocks: list[str] = []
    for number in (0, 1, 2):
        lines = [f"import {m}" for m in sorted(plain, key=str.lower) if section(m) == number]
        for source in sorted(members, key=str.lower):
            if section(source) == number:
                names = ", ".join(sorted(members[source], key=_import_order))
                text = f"from {source} import {names}"
                if len(text) > WIDTH:
                    lines.append(f"from {source} import (")
                    lines.extend(f"    {n}," for n in sorted(members[source], key=_import_order))
                    lines.append(")")
                else:
                    lines.append(text)
        if lines:
            blocks.extend([*([""] if blocks else []), *lines])
    return [*blocks, *([""] if made else []), *sorted(made)]


def _import_order(name: str) -> tuple[int, str]:
    """Constants, classes, then the rest, as the sorters of imports do."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name)
