"""Only what changed since a revision, and what leans on that."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from clew.frontend.touched import Changes
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target, is_test
from clew.source.project_files import ProjectFiles
from clew.source.revisions import Earlier
from clew.source.text import read_source


def changed_targets(targets: Sequence[Target], earlier: Earlier) -> tuple[list[Target], list[Diagnostic]]:
    """Of the targets the functions that changed, all of files that are new, and functions that use what changed,
    whichever file of the repository that is in.
    """
    texts: dict[str, str] = {}
    problems: list[Diagnostic] = []
    for target in targets:
        try:
            texts[target.path] = read_source(target.path, target.file)
        except InputError as error:
            problems.append(error.diagnostic)
    real = {os.path.realpath(path): path for path in texts}
    whole: set[str] = set()
    before: dict[str, str] = {}
    others: dict[str, str] = {}
    for change in earlier.files:
        path = real.get(change.now, change.now)
        old = _text(change.before)
        if path in texts and old is None:
            whole.add(path)
        elif path in texts or not is_test(path):
            # What only a new module has is used by those that changed for it.
            before[path] = old or ""
            others[path] = texts.get(path, "" if old is None else _text(path) or "")
    if before:
        folders = sorted({target.root for target in targets})
        project = ProjectFiles.of(folders, {*real, *(change.now for change in earlier.files)})
        others |= dict(project.texts)
    touched = Changes(others | texts, before).touched if before else {}
    chosen: dict[Target, None] = {}
    for target in targets:
        if target.path in whole:
            chosen[target] = None
        elif target.path in texts:
            own = target.qualname
            mine = sorted(touched.get(target.path, ()))
            inside = (name for name in mine if own is None or name == own or name.startswith(own + "."))
            chosen.update(dict.fromkeys(replace(target, qualname=name) for name in inside))
    return list(chosen), problems


def _text(path: str | None) -> str | None:
    """None where there is none."""
    try:
        return None if path is None or not os.path.isfile(path) else read_source(path, path)
    except InputError:
        return None
