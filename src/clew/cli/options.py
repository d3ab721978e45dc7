"""The settings as command-line options, made from the record, so that the two cannot differ."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import click

from clew.source.settings import Option, Value, options


class Checked(click.ParamType):  # type: ignore[type-arg]  # Older clicks have no parameter for it.
    """A value that the setting itself checks."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.name = {"int": "N", "float": "X"}.get(option.kind, "TEXT")
        if option.choices:
            self.name = "|".join(option.choices)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        read: Any = value
        if isinstance(value, str) and self.option.kind in ("int", "float"):
            with contextlib.suppress(ValueError):  # The check below says what was wanted.
                read = int(value) if self.option.kind == "int" else float(value)
        try:
            if self.option.kind == "list":
                self.option.check([read])
                return read
            return self.option.check(read)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class WithSettings(click.Command):
    """A command whose help lists the settings apart from its own options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = {option.name for option in options()}
        given = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        shown = [(p.name in names, p.get_help_record(ctx)) for p in given]
        with formatter.section("Settings, also keys of [tool.clew] in pyproject.toml"):
            formatter.write_dl([record for setting, record in shown if setting and record is not None])
        with formatter.section("Options"):
            formatter.write_dl([record for setting, record in shown if not setting and record is not None])


class ShardType(click.ParamType):  # type: ignore[type-arg]
    """`2/8`."""

    name = "K/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from clew.scheduling.shards import read_shard

        try:
            return read_shard(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def shard_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Of commands whose pipeline can do a part of its files."""
    help = "Do only this part of the files, the K-th of N; `clew report` joins the reports of all of them."
    return click.option("--shard", type=ShardType(), help=help)(command)


def places_and_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the places to analyse, one option per setting, and where settings are read from."""
    since = "Only functions that changed since this revision in git, those that read what changed, and callers of both."
    html = "Write the report as pages for a browser, too, and say what changed since the one that is there."
    command = click.option("--html", metavar="DIR", help=html)(settings_options(command))
    command = click.option("--since", metavar="REV", help=since)(command)
    return click.argument("places", nargs=-1, required=True, metavar="PATH...")(command)


def settings_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add one option per setting, and where settings are read from."""
    pyproject = "Read [tool.clew] of this file, not of the nearest pyproject.toml."
    command = click.option("--isolated", is_flag=True, help="Read no pyproject.toml.")(command)
    command = click.option("--config", type=click.Path(), help=pyproject)(command)
    return _setting_options(command)


def _setting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Settings that are not given are passed as None (or an empty tuple)."""
    for option in reversed(options()):
        shown = ",".join(option.default) if isinstance(option.default, tuple) else option.default
        default = f"  [default: {shown}]" if shown not in (None, "") else ""
        if option.kind == "bool":
            flag = click.option(
                f"{option.flag}/--no-{option.key}", option.name, is_flag=True, default=None, help=option.help
            )
            command = flag(command)
            continue
        command = click.option(
            *([option.short] if option.short else []),
            option.flag,
            option.name,
            type=Checked(option),
            default=None,
            multiple=option.kind == "list",
            help=option.help.replace("`", "") + default,
        )(command)
    return command


def overrides(given: Mapping[str, Any]) -> dict[str, Value]:
    """The settings that were given on the command line."""
    return {name: value for name, value in given.items() if value is not None and value != ()}


def only_formats(given: Mapping[str, Any], *further: str) -> None:
    """Before anything is analysed: of the formats for machines the command has only these.  Raises UsageError.

    One that the file of settings names is for the commands that have it; others print what they print without.
    """
    known = ("full", "concise", "json", *further)
    if (wanted := given.get("output_format")) is not None and wanted not in known:
        raise click.UsageError(f"--output-format {wanted} is none of this command, which has {', '.join(known)}")
