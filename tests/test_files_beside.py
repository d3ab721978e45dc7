"""Files outside of a package, given with it or beside it, count among what may change what it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.settling.work import files_beside
from clew.source.discovery import Target, discover
from clew.source.project_files import ProjectFiles
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible

VALUES = """\
DEBUG = False
NAMES: list[str] = []


def is_debugging() -> int:
    if DEBUG:
        return 1
    return 0


def has_names() -> int:
    if NAMES:
        return 1
    return 0
"""


def project(folder: Path, script: str, at: str = "main.py") -> None:
    (folder / "config").mkdir()
    (folder / "config/__init__.py").write_text("", encoding="utf-8")
    (folder / "config/values.py").write_text(VALUES, encoding="utf-8")
    (folder / at).parent.mkdir(parents=True, exist_ok=True)
    (folder / at).write_text(script, encoding="utf-8")


def proved(folder: Path, *given: str) -> set[str]:
    """The functions of the package with a goal that is called infeasible."""
    targets, problems = discover([str(folder / each) for each in given], cwd=str(folder))
    assert problems == []
    result = cover(targets, Settings(suite="small", jobs=1), Silent())
    goals = ((u, g) for u in result.report.units if u.id.startswith("config") for g in u.goals)
    return {u.id.partition("::")[2] for u, g in goals if isinstance(g.verdict, Infeasible)}


def test_nobody_else_changes_it(tmp_path: Path) -> None:
    project(tmp_path, "from config import values\n\n\ndef run() -> bool:\n    return values.DEBUG\n")
    assert proved(tmp_path, ".") == {"is_debugging", "has_names"}


@pytest.mark.parametrize("given", [(".",), ("config",)])
def test_a_script_beside_the_package(tmp_path: Path, given: tuple[str, ...]) -> None:
    text = "from config import values\n\n\ndef run() -> None:\n    values.DEBUG = True\n    values.NAMES.append('x')\n"
    project(tmp_path, text)
    assert proved(tmp_path, *given) == set()


def test_a_file_of_another_folder_that_is_given_too(tmp_path: Path) -> None:
    project(tmp_path, "import config.values as here\n\n\ndef run() -> None:\n    here.DEBUG = True\n", "tools/run.py")
    assert proved(tmp_path, "config") == {"is_debugging", "has_names"}
    assert proved(tmp_path, "config", "tools") == {"has_names"}


def test_what_lies_beside(tmp_path: Path) -> None:
    project(tmp_path, "")
    inside = Target("v.py", str(tmp_path / "config/values.py"), "config.values", str(tmp_path))
    given = Target("t.py", str(tmp_path / "tools/t.py"), "t", str(tmp_path / "tools"))
    beside = (str(tmp_path / "main.py"), str(tmp_path / "tools/t.py"))
    assert files_beside(inside, [inside, given]) == beside


def test_more_files_than_are_read(tmp_path: Path) -> None:
    """The nearest are read; what the others do is not known."""
    (tmp_path / "config.py").write_text(VALUES, encoding="utf-8")
    assert "has_names" in proved(tmp_path, "config.py")
    (tmp_path / "far/away").mkdir(parents=True)
    for each in range(4_001):
        (tmp_path / f"far/away/z{each}.py").write_text("", encoding="utf-8")
    found = ProjectFiles.of([str(tmp_path)], ())
    assert not found.is_whole
    assert [Path(path).name for path, _ in found.texts[:2]] == ["config.py", "z0.py"]
    assert "has_names" not in proved(tmp_path, "config.py")
