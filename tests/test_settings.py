"""The record of settings, its image on the command line, and `[tool.clew]`."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.cli.settings_file import find_pyproject, load_settings, read_settings
from clew.source.diagnostics import InputError
from clew.source.settings import Settings, options, settings_from_json


def expect_error(text: str, message: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        read_settings(text, "pyproject.toml")
    problem = caught.value.diagnostic
    assert problem.text == message
    assert problem.file == "pyproject.toml"
    assert problem.span is not None and problem.span.line == line


def test_defaults_pass_their_own_checks() -> None:
    for option in options():
        if option.default is not None:
            assert option.check(option.default) == option.default


def test_every_setting_is_an_option_with_its_default() -> None:
    text = CliRunner().invoke(main, ["cover", "--help"], terminal_width=200).output
    for option in options():
        assert option.flag in text
    assert [o.name for o in options()] == [f.name for f in fields(Settings)]


def test_json_both_ways() -> None:
    settings = replace(Settings(), allow=("network",), loop=3, keep_queries="q", seconds=1.5)
    assert settings_from_json(settings.to_json()) == settings
    assert settings_from_json({**Settings().to_json(), "of-another-version": 1}) == Settings()


def test_settings_are_read() -> None:
    text = '[tool.other]\nx = 1\n[tool.clew]\nloop = 4\nsolver-steps = 1_000\nseconds = 2\nallow = ["files"]\n'
    assert read_settings(text, "p") == {"loop": 4, "solver_steps": 1000, "seconds": 2.0, "allow": ("files",)}


def test_a_switch_is_read_and_may_be_turned_off_again() -> None:
    assert read_settings("[tool.clew]\ncross-check = true\n", "p") == {"cross_check": True}
    expect_error("[tool.clew]\ncross-check = 1\n", "`cross-check`: wanted true or false, got a whole number (1)", 2)
    text = CliRunner().invoke(main, ["cover", "--help"], terminal_width=200).output
    assert "--cross-check / --no-cross-check" in text


@pytest.mark.parametrize("text", ["", "[tool]\n", "[project]\nname = 'x'\n", "tool = 3\n", "[tool.clew]\n"])
def test_no_settings(text: str) -> None:
    assert read_settings(text, "p") == {}


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("[tool.clew]\nlop = 3\n", "`lop` is not a setting of clew; did you mean `loop`?", 2),
        ("[tool.clew]\n\nsolver_step = 3\n", "`solver_step` is not a setting of clew; did you mean `solver-steps`?", 3),
        ("[tool.clew]\nzzz = 3\n", "`zzz` is not a setting of clew", 2),
        ("[tool.clew]\nloop = 1\n'len' = 'x'\n", "`len`: wanted a whole number ≥ 0, got the string 'x'", 3),
        ("[tool.clew]\nloop = true\n", "`loop`: wanted a whole number ≥ 1, got the boolean true", 2),
        ("[tool.clew]\nloop = 0\n", "`loop`: wanted a whole number ≥ 1, got 0", 2),
        ("[tool.clew]\nloop = 1.5\n", "`loop`: wanted a whole number ≥ 1, got a number (1.5)", 2),
        ("[tool.clew]\nseconds = nan\n", "`seconds`: wanted a number ≥ 0.01, got nan", 2),
        ("[tool.clew]\ntypes = 'all'\n", "`types`: wanted 'annotated' or 'any', got the string 'all'", 2),
        (
            "[tool.clew]\ninclude = ['a', 3]\n",
            "`include`: wanted a list of strings, got a list with a whole number (3)",
            2,
        ),
        ("[tool.clew]\ninclude = 'a'\n", "`include`: wanted a list of strings, got the string 'a'", 2),
        ("[tool.clew.loop]\nx = 3\n", "`loop`: wanted a whole number ≥ 1, got a table", 1),
        ("[tool]\nclew.lop = 3\n", "`lop` is not a setting of clew; did you mean `loop`?", 2),
        ("tool.clew.lop = 3\n", "`lop` is not a setting of clew; did you mean `loop`?", 1),
        ("[tool]\nclew = { lop = 3 }\n", "`lop` is not a setting of clew; did you mean `loop`?", 2),
        ("[other]\nlop = 1\n[tool.clew]\nlop = 3\n", "`lop` is not a setting of clew; did you mean `loop`?", 4),
        ("[tool]\nclew = 3\n", "`tool.clew` must be a table", 2),
        ("[tool.clew]\nloop = \n", "not valid TOML: Invalid value", 2),
    ],
)
def test_wrong_settings(text: str, message: str, line: int) -> None:
    expect_error(text, message, line)


def test_command_line_wins(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "pyproject.toml"
    file.write_text("[tool.clew]\nloop = 4\nlen = 5\n")
    settings = load_settings(str(file), "pyproject.toml", {"len": 6})
    assert (settings.loop, settings.len, settings.depth) == (4, 6, Settings().depth)


def test_nearest_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    assert find_pyproject(str(tmp_path / "a" / "b")) == str(tmp_path / "pyproject.toml")
    (tmp_path / "a" / "pyproject.toml").touch()
    assert find_pyproject(str(tmp_path / "a" / "b")) == str(tmp_path / "a" / "pyproject.toml")
