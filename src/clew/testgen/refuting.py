"""Refutations of a module → one pytest file of tests that fail.

Each test makes the call that refutes a claim, so that it fails with the exception for the person to see, and passes
once that is mended.  Where a contract is broken that no library checks, it asserts the clause.  A comment says what
the claim is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clew.checking.pins import fixtures_of, read_pins
from clew.checking.script import Broken, Replayed
from clew.frontend.module import Module
from clew.ir.contract import LOOP
from clew.source.generated import with_header
from clew.testgen.contract_lines import Asserting, asserting
from clew.testgen.layout import WIDTH, layout
from clew.testgen.suite import (
    SuiteCase,
    TestFile,
    decorated,
    file_stem,
    function_names,
    import_block,
    imports_for,
    slug,
    styled,
    unused,
)

REFUTED: Final = "__refuted"  # how names of such files end


def write_refutations(module: Module, cases: Sequence[SuiteCase], part: str = "") -> TestFile:
    """part: as in `write_suite`."""
    order = list(dict.fromkeys(unit.qualname for unit in module.units))
    names, taken = function_names(order), set[str]()
    imports: dict[str, None] = {}
    body: list[str] = []
    ids: list[str] = []
    for case in cases:
        rendered, pins = case.rendered, read_pins(case.replayed.pins)
        exception = (case.replayed.outcome.exception or ("", "exception"))[1].rpartition(".")[2]
        broken = case.replayed.broken
        if broken is not None and _unasked(broken) and case.replayed.escaped is None:
            ids.append("")
            continue
        broken = broken if broken is not None and broken.kind != LOOP else None
        name = unused(f"{names[case.qualname]}_{slug(exception) if broken is None else broken.kind}", taken)
        ids.append(name)
        made = asserting(module, case.qualname, rendered, broken) if broken else Asserting((), (rendered.call,))
        imports.update(dict.fromkeys([*rendered.imports, *imports_for(pins), *made.imports]))
        given = fixtures_of([*pins.lines, *made.lines])
        lines = [*decorated(pins), *layout(f"def {name}({', '.join(given)}) -> None:")]
        lines += [f"    # {line}" for line in _comment(case.replayed, exception)]
        for statement in (*styled(pins), *rendered.setup, *made.lines):
            bare = statement.lstrip(" ")
            lines += layout(bare, 1 + (len(statement) - len(bare)) // 4) if bare else [""]
        body += ["", "", *lines]
    lines = [*import_block(imports, module.name), *body] if body else []
    text = with_header("\n".join(lines).strip("\n") + "\n", module.name)
    return TestFile(f"{file_stem(module.name, part)}{REFUTED}.py", text, tuple(ids))


def _unasked(broken: Broken) -> bool:
    """What holds between the rounds of a loop no test can ask from outside; nor do we of functions of other modules."""
    return broken.kind == LOOP or (broken.foreign and not broken.library)


def _comment(replayed: Replayed, exception: str) -> Iterator[str]:
    """What fails, and with which values."""
    broken, escaped = replayed.broken, replayed.escaped
    if broken is not None and broken.kind != LOOP:
        needs = ": the library that says so must be installed" if broken.library else ""
        yield shortened(broken.said + needs, WIDTH)
        for name, value in broken.parts:
            yield shortened(f"  where {name} = {value}", WIDTH)
        return
    if escaped is None:
        return
    yield shortened(escaped.unmet or f"{escaped.function}: `{escaped.text}` raises {exception}", WIDTH)
    for name, value in escaped.parts:
        yield shortened(f"  where {name} = {value}", WIDTH)


def shortened(text: str, width: int) -> str:
    """On one line, with an ellipsis where it does not fit."""
    text = text.replace("\n", " ")
    return text if len(text) <= width else text[: width - 2] + " …"
