"""One test of a file that clew wrote, put into files that are not there, ours, or somebody's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew import api
from clew.source.generated import is_ours, with_header
from clew.testgen.single import single_test, with_test

SUBJECT = '''\
import enum


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


def sign(n: int) -> int:
    """Raises ValueError."""
    if n > 0:
        return 1
    if n < 0:
        return -1
    raise ValueError(n)


def other(side: Side) -> Side:
    return Side.LEFT if side is Side.RIGHT else Side.RIGHT
'''
OWN = '''\
"""My tests."""

from __future__ import annotations

import os


def test_sign() -> None:
    assert os.sep
'''


@pytest.fixture
def written(tmp_path: Path) -> str:
    (tmp_path / "subject.py").write_text(SUBJECT)
    (file,) = api.cover("subject.py", cwd=tmp_path).tests
    return file.text


def ids_of(folder: Path, text: str) -> list[str]:
    """Of the tests in a file of this text, all of which pass."""
    (folder / "test_it.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "test_it.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": "."})
    assert run.returncode == 0, run.stdout
    return [line.split(" ")[0].partition("::")[2] for line in run.stdout.splitlines() if " PASSED " in line]


def test_each_alone_and_all_together(written: str, tmp_path: Path) -> None:
    text = ""
    ids = ids_of(tmp_path, written)
    assert len(ids) == 5 and any("[" in id for id in ids)
    for count, id in enumerate(ids, 1):
        test = single_test(written, id)
        assert test is not None
        (alone,) = ids_of(tmp_path, with_test("", test) or "")
        assert alone == id
        text = with_test(text, test) or ""
        assert is_ours(text) and len(ids_of(tmp_path, text)) == count
        assert with_test(text, test) is None
    assert text.count("from subject import") == 1


def test_names_that_it_does_not_need_are_not_imported(written: str) -> None:
    test = single_test(written, "test_sign_raises_value_error") or single_test(written, "test_sign_returns_1")
    test = test or single_test(written, "test_sign")
    assert test is not None
    assert [line for line in test.imports if line.startswith("from ")] == ["from subject import sign"]


@pytest.mark.parametrize("before", [OWN, with_header(OWN, "subject") + "# edited\n"])
def test_what_somebody_wrote_stays(before: str, written: str, tmp_path: Path) -> None:
    ids = [id for id in ids_of(tmp_path, written) if id.startswith("test_sign")]
    test = single_test(written, ids[0])
    assert test is not None
    text = with_test(before, test)
    assert text is not None and not is_ours(text)
    assert ids_of(tmp_path, text)[0] == "test_sign" and len(ids_of(tmp_path, text)) == 2
    assert [line for line in before.split("\n") if line not in text.split("\n")] == []


def test_what_is_no_python_is_left_alone(written: str) -> None:
    name = next(line for line in written.split("\n") if line.startswith("def test_")).split("(")[0][4:]
    test = single_test(written, name)
    assert single_test(written, "test_nothing") is None
    assert test is not None and with_test("def f(:\n", test) is None
