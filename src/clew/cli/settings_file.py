"""`[tool.clew]` of `pyproject.toml`, checked key by key.

tomllib gives values but not their places, so the line of a key is looked up in the text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from clew.source.diagnostics import Diagnostic, InputError
from clew.source.settings import Settings, Value, options
from clew.source.spans import Span
from clew.source.suggestions import suggestion


def find_pyproject(cwd: str) -> str | None:
    """The nearest `pyproject.toml`, from the current folder upwards."""
    at = os.path.abspath(cwd)
    while True:
        path = os.path.join(at, "pyproject.toml")
        if os.path.isfile(path):
            return path
        if (parent := os.path.dirname(at)) == at:
            return None
        at = parent


def settings_for(
    cwd: str, config: str | None = None, isolated: bool = False, overrides: Mapping[str, Value] = MappingProxyType({})
) -> Settings:
    """The settings in force in a folder.  config: the file, if one is named; isolated: no file is read.

    Raises InputError.
    """
    path = None if isolated else config or find_pyproject(cwd)
    return load_settings(path, os.path.relpath(path, cwd) if path else "", overrides)


def load_settings(path: str | None, shown: str, overrides: Mapping[str, Value]) -> Settings:
    """Defaults, then the file, then the command line."""
    from_file: dict[str, Value] = {}
    if path is not None:
        try:
            with open(path, "rb") as file:
                text = file.read().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(Diagnostic("settings", f"cannot read it: {error}", shown)) from None
        from_file = read_settings(text, shown)
    return replace(Settings(), **{**from_file, **overrides})  # type: ignore[arg-type]


def read_settings(text: str, shown: str) -> dict[str, Value]:
    """The settings that `[tool.clew]` gives, by field name; raises InputError for the first that is wrong."""
    import tomllib  # where there are settings at all

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        span = None
        if place is not None:
            line, column = int(place[1]), int(place[2]) - 1
            span = Span(line, column, line, column + 1)
        words = re.sub(r" \(at .*\)$", "", str(error))
        raise InputError(Diagnostic("settings", f"not valid TOML: {words}", shown, span)) from None
    tool = data.get("tool", {})
    table = tool.get("clew", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise InputError(Diagnostic("settings", "`tool.clew` must be a table", shown, _place(text, "clew")))
    return {name: value for key, given in table.items() for name, value in [_setting(key, given, text, shown)]}


def _setting(key: str, given: Any, text: str, shown: str) -> tuple[str, Value]:
    known = {option.key: option for option in options()}
    option = known.get(key.replace("_", "-"))
    if option is None:
        words = f"`{key}` is not a setting of clew{suggestion(key, known)}"
        raise InputError(Diagnostic("settings", words, shown, _place(text, key)))
    try:
        return option.name, option.check(given)
    except ValueError as error:
        raise InputError(Diagnostic("settings", f"`{key}`: {error}", shown, _place(text, key))) from None


def _place(text: str, key: str) -> Span | None:
    """Where the key is set: below `[tool.clew]`, or as a dotted or inline key; else the table's own line."""
    quoted = rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
    section = ""
    fallback: Span | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+([^\]]*)\]+", line):
            section = re.sub(r"[\s\"']", "", header[1])
        prefix = {"tool.clew": "", "tool": r"clew\s*\.\s*", "": r"tool\s*\.\s*clew\s*\.\s*"}.get(section)
        if fallback is None and re.search(r"\bclew\b", line) and (section or "tool" in line):
            fallback = Span(number, 0, number, len(line))
        if prefix is not None and (found := re.match(rf"\s*{prefix}({quoted})\s*[.=]", line)):
            return Span(number, found.start(1), number, found.end(1))
        inline = re.search(rf"\bclew\s*=\s*\{{.*?({quoted})\s*=", line)
        if inline:
            return Span(number, inline.start(1), number, inline.end(1))
    return fallback
