"""How tests give a call its surroundings: by fixtures, and as plain statements."""

from __future__ import annotations

import ast

from clew.checking.pins import CHDIR
from clew.inputs.recipes import Case, File, Literal, Preset, Variable
from clew.testgen.render import render_case

WORLD = (
    Variable("HOME", None),
    Variable("LANG", "C"),
    File("in/a.txt", "one\n"),
    File("empty", None),
    File('a"b\\c.bin', b"\0"),
)


def test_the_same_in_two_wordings() -> None:
    rendered = render_case(Case("shop", "f", None, (), (), presets=(Preset("shop", "LIMIT", Literal(3)),), world=WORLD))
    assert rendered.pins == (
        'monkeypatch.setattr("shop.LIMIT", 3)',
        CHDIR,
        'monkeypatch.delenv("HOME", raising=False)',
        'monkeypatch.setenv("LANG", "C")',
        'tmp_path.joinpath("in").mkdir(parents=True, exist_ok=True)',
        'tmp_path.joinpath("in/a.txt").write_text("one\\n")',
        'tmp_path.joinpath("empty").mkdir(parents=True, exist_ok=True)',
        'tmp_path.joinpath(\'a"b\\\\c.bin\').write_bytes(b"\\x00")',
    )
    assert rendered.around == (
        'os.environ.pop("HOME", None)',
        'os.environ["LANG"] = "C"',
        'pathlib.Path("in").mkdir(parents=True, exist_ok=True)',
        'pathlib.Path("in/a.txt").write_text("one\\n")',
        'pathlib.Path("empty").mkdir(parents=True, exist_ok=True)',
        'pathlib.Path(\'a"b\\\\c.bin\').write_bytes(b"\\x00")',
    )
    for line in (*rendered.pins, *rendered.around):
        ast.parse(line)
