"""A module that is imported before the user's code, wherever that is run."""

from __future__ import annotations

from pathlib import Path

import pytest

import clew
from clew.verdict.verdicts import Covered, Unknown

SETUP = """
import os

os.environ["SHOP_SETTINGS"] = "here"
"""
SHOP = """
import os

import sizes

LIMIT = len(os.environ["SHOP_SETTINGS"])


class Box(sizes.Sized):
    def is_large(self) -> bool:
        return self.size > LIMIT


def fits(n: int) -> bool:
    if n > LIMIT:
        return False
    return True
"""
SIZES = """
import os

KNOWN = os.environ["SHOP_SETTINGS"]


class Sized:
    def __init__(self, size: int) -> None:
        self.size = size
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("setting_up.py", SETUP), ("boxes.py", SHOP), ("sizes.py", SIZES)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_code_that_cannot_be_imported_without(project: Path) -> None:
    without = clew.cover("boxes.py").report
    reasons = [g.verdict.reason for u in without.units for g in u.goals if isinstance(g.verdict, Unknown)]
    assert {each.code for each in reasons} == {"cannot-import"}
    assert {each.setting for each in reasons} == {"--import-first"}
    report = clew.cover("boxes.py", import_first=["setting_up"]).report
    assert not report.problems
    assert {type(g.verdict) for u in report.units for g in u.goals} == {Covered}


def test_every_command_has_it(project: Path) -> None:
    (project / "before").mkdir()
    (project / "after").mkdir()
    for folder in ("before", "after"):
        for name in ("setting_up.py", "sizes.py"):
            (project / folder / name).write_text((project / name).read_text())
    (project / "before" / "boxes.py").write_text(SHOP)
    (project / "after" / "boxes.py").write_text(SHOP.replace("n > LIMIT", "LIMIT < n"))
    found = clew.diff(project / "before", project / "after", no_index=True, import_first=["setting_up"])
    assert not found.diagnostics
    assert [each.id for each in found.functions] == ["boxes::fits"]
    assert "cannot-import" not in repr(found.functions)
    assert not clew.check("boxes.py", import_first=["setting_up"]).report.problems


def test_one_that_is_not_there_is_said(project: Path) -> None:
    report = clew.cover("boxes.py", import_first=["nowhere"]).report
    assert any("nowhere" in " ".join((each.text, *each.detail)) for each in report.problems)
