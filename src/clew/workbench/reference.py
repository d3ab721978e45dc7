"""The reference of the documentation, read off the code: `python -m clew.workbench.reference docs/reference`.

What it writes is kept beside the other pages, so that they can be read where they lie; a test says when it is stale.
What is said of Python is read off `tests/supported`, whose marks a test holds against verdicts.
"""

from __future__ import annotations

import json
import re
import sys
from ast import FunctionDef, get_docstring, parse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

from clew.cli.main import COMMANDS, Lazy, main
from clew.regexes import regex
from clew.report.rules import rules
from clew.source.settings import CRITERIA, Option, options
from clew.verdict import assumptions, reasons

MADE: Final = "<!-- made by `python -m clew.workbench.reference docs/reference` -->\n\n"


def pages() -> Mapping[str, str]:
    """Markdown, and the schema of the settings, by the names of the files."""
    made = {"commands": _commands, "settings": _settings, "rules": _rules, "reasons": _reasons, "assumptions": _assumed}
    made["python"] = _supported
    written = {f"{name}.md": MADE + "\n".join(lines()).rstrip() + "\n" for name, lines in made.items()}
    return written | {"settings.schema.json": json.dumps(settings_schema(), indent=2) + "\n"}


def _commands() -> Iterator[str]:
    yield "# Commands\n"
    yield "What `clew COMMAND --help` says. Most commands take the [settings](settings.md) as options, too.\n"
    assert isinstance(main, Lazy)
    with click.Context(main, info_name="clew") as above:
        for name, title in COMMANDS.items():
            command = main.get_command(above, name)
            assert command is not None
            yield from _command(click.Context(command, info_name=name, parent=above), title)
    yield "## Exit codes\n"
    yield "| code | when |\n|---|---|"
    for code, when in EXIT_CODES.items():
        yield f"| {code} | {when} |"


EXIT_CODES: Final = {
    0: "what was asked for is settled, and nothing is wrong",
    1: "findings: a goal is unknown, or code is doomed (`cover`); a warning (`check`, `dead`); something differs or is "
    "unknown (`diff`); a mutant survived (`mutate`); something that is missing is possible (`coverage`)",
    2: "wrong usage, input that cannot be analysed (the rest still is), or an error of clew",
    130: "Ctrl-C or SIGTERM: what is finished is reported, and its tests are written",
}


def _command(ctx: click.Context, title: str) -> Iterator[str]:
    named = {option.name for option in options()}
    yield f"## clew {ctx.info_name}\n"
    yield f"{title}\n"
    yield f"```text\nclew {ctx.info_name} {' '.join(ctx.command.collect_usage_pieces(ctx))}\n```\n"
    for paragraph in (ctx.command.help or "").split("\n\n"):
        yield _code_of(" ".join(paragraph.split())) + "\n"
    given = [p for p in ctx.command.get_params(ctx) if isinstance(p, click.Option) and "--help" not in p.opts]
    own = [record for p in given if p.name not in named and (record := p.get_help_record(ctx)) is not None]
    yield "| option | |\n|---|---|"
    for flags, text in own:
        yield f"| `{_cell(flags)}` | {_cell(_code_of(text))} |"
    if len(own) < len(given):
        yield "\nand the settings."
    yield ""


def _settings() -> Iterator[str]:
    yield "# Settings\n"
    yield (
        "On the command line, or in `[tool.clew]` of the nearest `pyproject.toml` from the current folder upwards "
        "(without the dashes: `solver-steps = 100_000`); the command line wins, and unknown keys are errors. "
        "`--config FILE` names another file, `--isolated` reads none. `settings.schema.json` beside this page is a "
        "JSON schema of the table, for editors.\n"
    )
    groups = {option.group: HEADINGS[option.group] for option in options()}
    for group, heading in groups.items():
        yield f"## {heading}\n"
        yield "| option | default | what |\n|---|---|---|"
        yield from (_setting(option) for option in options() if option.group == group)
        yield ""


HEADINGS: Final = {
    "bounds": "Bounds: what verdicts name",
    "budgets": "Budgets: when a function is given up",
    "run": "The run",
    "inputs": "Inputs",
    "files": "Files",
}


def _setting(option: Option) -> str:
    shown = ",".join(option.default) if isinstance(option.default, tuple) else option.default
    default = "" if option.default is False or shown in (None, "") else f"`{shown}`"
    flags = f"`{option.short}`, `{option.flag}`" if option.short else f"`{option.flag}`"
    values = (
        f" ({', '.join(f'`{c}`' for c in option.choices)})" if option.choices and option.choices != CRITERIA else ""
    )
    return f"| {flags} | {default} | {_cell(option.help)}{values} |"


def settings_schema() -> dict[str, Any]:
    """A JSON schema of the table `[tool.clew]`, for editors that check TOML."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "[tool.clew] of pyproject.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {option.key: _schema(option) for option in options()},
    }


def _schema(option: Option) -> dict[str, Any]:
    one: dict[str, Any] = {"type": _TYPES.get(option.kind, "string")}
    if option.choices and option.kind != "names":
        one["enum"] = list(option.choices)
    if option.least is not None:
        one["minimum"] = option.least
    about: dict[str, Any] = {"description": option.help}
    if option.default is not None:
        about["default"] = list(option.default) if isinstance(option.default, tuple) else option.default
    if option.kind == "list":
        return {"type": "array", "items": one, **about}
    if option.kind == "names":
        each = {"type": "string", "enum": list(option.choices)}
        return {"anyOf": [{"type": "array", "items": each, "minItems": 1}, {"type": "string", "minLength": 1}], **about}
    return one | about


_TYPES: Final = {"bool": "boolean", "int": "integer", "float": "number"}


def _rules() -> Iterator[str]:
    yield "# Rules\n"
    yield "What `clew rule CODE` shows.\n"
    for rule in rules().values():
        yield rule.page.replace("\n## ", "\n### ").replace("# ", "## ", 1)


def _reasons() -> Iterator[str]:
    yield "# Reasons\n"
    yield "Why a goal or claim is unknown, and what moves that. The reasons are a closed list.\n"
    yield "| reason | what it means | what moves it |\n|---|---|---|"
    for code, (meaning, mover) in reasons.MEANINGS.items():
        yield f"| `{code}` | {meaning} | {mover} |"


def _assumed() -> Iterator[str]:
    yield "# Assumptions\n"
    yield (
        "What a proof takes for granted is said with it; in JSON it goes by an id, of a closed list of kinds. An id "
        "may say more behind a colon. None names what all of them suppose: that code is not replaced (functions, "
        "their defaults, classes, names of builtins), that no object is made a second time (`o.__init__()`), and that "
        "libraries, and what they hold, are as their imports left them. Not taken for granted is what files of the "
        "project are seen to change of these: by statements on a module of a library or on what is imported from one, "
        "also by way of other files, and by giving a module to somebody. Not seen are texts that are run, modules "
        "found by computed names, in all of `sys.modules` or by way of functions and namespaces (`__globals__`, "
        "`vars(m)`), operators, and answers to `isinstance`, of classes that change what stands beside them, "
        "`mock.patch` that is never undone, and "
        "constants of `sys`.\n"
    )
    yield "| id | what is taken for granted |\n|---|---|"
    for kind, meaning in assumptions.MEANINGS.items():
        yield f"| `{kind}` | {meaning} |"


SUPPORTED: Final = Path(__file__).parents[3] / "tests" / "supported"
MARK: Final = regex(r"# (never(?: within bounds)?|open: (\S+))$", re.MULTILINE)
"""Of a line of an example there: no input reaches it, none within the bounds does, or that is open, for this reason."""


def _supported() -> Iterator[str]:
    yield "# Python, as far as it is followed\n"
    yield (
        "All of Python is run, so tests are found whatever a function is made of. How far proofs reach depends on what "
        "clew can follow: each row is a function of `tests/supported` with a line that nothing reaches, and what is "
        "said of that line. Where a row says a reason, the goals behind such code are open, never called impossible. "
        "What a row that is followed names beyond its example is held against CPython by `tests/differential`.\n"
    )
    for name in ("syntax", "library", "not_yet", "run_only"):
        text = (SUPPORTED / f"{name}.py").read_text(encoding="utf-8")
        tree = parse(text)
        yield f"## {(get_docstring(tree) or '').rstrip('.')}\n"
        yield "| | nothing reaches it: proved |\n|---|---|"
        for function in (each for each in tree.body if isinstance(each, FunctionDef)):
            if (title := get_docstring(function)) is not None:
                body = "\n".join(text.split("\n")[function.lineno - 1 : function.end_lineno])
                marks = [reason or said for said, reason in MARK.findall(body)]
                yield f"| {_cell(title)} | {_PROVED.get(marks[0], f'no: [`{marks[0]}`](reasons.md)')} |"
        yield ""


_PROVED: Final = {"never": "for all inputs", "never within bounds": "within bounds"}


def _code_of(text: str) -> str:
    """Options that are named in the words of a help are code."""
    return re.sub(r"(?<![`\w-])--[a-z][\w-]*", r"`\g<0>`", text)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
