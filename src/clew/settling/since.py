"""Only what changed since a revision, and what calls that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.frontend.leaning import callers
from clew.frontend.versions import Versions, versions_of
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target
from clew.source.revisions import Earlier
from clew.source.text import read_source


def changed_targets(targets: Sequence[Target], earlier: Earlier) -> tuple[list[Target], list[Diagnostic]]:
    """Of the targets the functions that changed, all of files that are new, and functions that name one of these."""
    texts: dict[str, str] = {}
    problems: list[Diagnostic] = []
    for target in targets:
        try:
            texts[target.path] = read_source(target.path, target.file)
        except InputError as error:
            problems.append(error.diagnostic)
    whole: set[str] = set()
    changed: dict[str, set[str]] = {}
    for pair in earlier.pairs:
        path, before = pair.now.path, pair.before
        if path not in texts:
            continue
        try:
            old = None if before is None else read_source(before.path, pair.now.file)
        except InputError:
            old = None
        found = None if old is None else versions_of(old, texts[path], pair.now.file)
        if isinstance(found, Versions):
            changed[path] = {each.qualname for each in found.functions if each.change != "removed"}
        else:
            whole.add(path)
    names = {qualname.rpartition(".")[2] for found in changed.values() for qualname in found}
    names -= {"__init__", "__post_init__", "__new__"}
    names |= {qualname.split(".")[-2] for found in changed.values() for qualname in found if "__init__" in qualname}
    chosen: dict[Target, None] = {}
    for target in targets:
        if target.path in whole:
            chosen[target] = None
        elif target.path in texts:
            mine = {*changed.get(target.path, ()), *callers(texts[target.path], names)}
            own = target.qualname
            inside = (name for name in sorted(mine) if own is None or name == own or name.startswith(own + "."))
            chosen.update(dict.fromkeys(replace(target, qualname=name) for name in inside))
    return list(chosen), problems
