"""Which files of a project are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.source import project_files
from clew.source.generated import with_header
from clew.source.project_files import ProjectFiles


def names(found: ProjectFiles, folder: Path) -> list[str]:
    return [os.path.relpath(path, folder) for path, _ in found.texts]


def write(path: Path, data: bytes = b"x = 1\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def test_scripts_and_packages_of_all_names(tmp_path: Path) -> None:
    write(tmp_path / "a.py")
    write(tmp_path / "window.pyw")
    write(tmp_path / "bin" / "start", b"#!/usr/bin/env python3\nx = 1\n")
    write(tmp_path / "bin" / "shell", b"#!/bin/sh\n")
    write(tmp_path / "LICENSE", b"words")
    write(tmp_path / "shop" / "build" / "__init__.py")
    write(tmp_path / "build" / "lib" / "a.py")
    write(tmp_path / "ci" / "build" / "make.py")
    write(tmp_path / "env" / "pyvenv.cfg", b"")
    write(tmp_path / "env" / "lib" / "b.py")
    os.mkfifo(tmp_path / "pipe")
    found = ProjectFiles.of([str(tmp_path)], {os.path.realpath(tmp_path / "a.py")})
    assert names(found, tmp_path) == ["window.pyw", "bin/start", "ci/build/make.py", "shop/build/__init__.py"]
    assert found.is_whole


def test_encodings_are_those_of_python(tmp_path: Path) -> None:
    write(tmp_path / "a.py", "# -*- coding: latin-1 -*-\n_é = 1\n".encode("latin-1"))
    write(tmp_path / "b.py", b"# coding: utf-7\n+AF8-x = 1\n")
    write(tmp_path / "broken.py", b"_\xff = 1\n")
    assert [text.split("\n")[1] for _, text in ProjectFiles.of([str(tmp_path)], ()).texts] == ["_é = 1", "_x = 1"]


def test_what_is_not_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        write(tmp_path / f"{name}.py")
    monkeypatch.setattr(project_files, "_MOST_FILES", 2)
    monkeypatch.setattr(project_files, "_NEAREST", 2)
    found = ProjectFiles.of([str(tmp_path)], ())
    assert names(found, tmp_path) == ["a.py", "b.py"] and not found.is_whole
    monkeypatch.setattr(project_files, "_MOST_FILES", 3)
    monkeypatch.setattr(project_files, "_LARGEST", 10)
    assert ProjectFiles.of([str(tmp_path)], ()).is_whole
    write(tmp_path / "c.py", b"x = 123_456_789\n")
    found = ProjectFiles.of([str(tmp_path)], ())
    assert names(found, tmp_path) == ["a.py", "b.py"] and not found.is_whole


def test_tests_that_clew_wrote_are_left_out_until_somebody_edits_them(tmp_path: Path) -> None:
    written = with_header("import shop\n\nshop.LIMIT = 1\n", "shop")
    (tmp_path / "test_shop.py").write_text(written)
    (tmp_path / "test_edited.py").write_text(written + "shop.LIMIT = 2\n")
    assert names(ProjectFiles.of([str(tmp_path)], ()), tmp_path) == ["test_edited.py"]
