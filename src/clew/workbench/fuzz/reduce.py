"""Delta debugging of a program that shows a contradiction, over its syntax tree.

Statements are left out, blocks put in place of what is around them, and expressions replaced by parts of themselves or
by constants, as long as what remains still fails in the same way.  (Zeller, Hildebrandt 2002; here by tree, as in
hierarchical delta debugging, Misherghi, Su 2006.)
"""

from __future__ import annotations

import ast
import copy
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from clew.workbench.fuzz.attack import Contradiction

ATTEMPTS = 400
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


def reduce_failure(
    text: str, failure: Contradiction, judge: Callable[[str], tuple[Contradiction, ...]], folder: Path, found: str
) -> Path:
    """Write the reduced program; returns its file.  judge: the contradictions of a program; found: how it was."""
    left = ATTEMPTS

    def fails(candidate: str) -> bool:
        nonlocal left
        left -= 1
        return any(c.kind == failure.kind for c in judge(candidate))

    small = reduced(text, fails, lambda: left > 0)
    last = next((c for c in judge(small) if c.kind == failure.kind), failure)
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "_" for c in f"fuzz_{failure.kind}_{found}")
    file = folder / f"{name}.py"
    file.write_text(
        f"# Found by the fuzzer: {found}.\n# {last.kind} {last.goal}: {last.text}\n{small}", encoding="utf-8"
    )
    return file


def reduced(text: str, fails: Callable[[str], bool], more: Callable[[], bool] = lambda: True) -> str:
    """The smallest text found that still fails."""
    tree = ast.parse(text)
    text = ast.unparse(tree) + "\n"
    if not fails(text):  # layout matters
        return text
    progress = True
    while progress and more():
        progress = False
        for edit in list(_edits(ast.parse(text))):
            if not more():
                break
            candidate = _applied(text, edit)
            if candidate is not None and len(candidate) < len(text) and fails(candidate):
                text, progress = candidate, True
                break
    return text


# An edit is a place, as steps from the root, and what to do there.
Edit = tuple[tuple[tuple[str, int | None], ...], str]


def _edits(tree: ast.AST) -> Iterator[Edit]:
    """Large parts first."""
    found: list[tuple[int, Edit]] = []

    def walk(node: ast.AST, path: tuple[tuple[str, int | None], ...]) -> None:
        size = sum(1 for _ in ast.walk(node))
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            found.append((size, (path, "drop")))
            if getattr(node, "body", None) and not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                found.append((size - 1, (path, "body")))
            if getattr(node, "orelse", None):
                found.append((size - 1, (path, "orelse")))
        elif isinstance(node, ast.expr) and not isinstance(node, ast.Name | ast.Constant) and _is_read(node):
            found.extend((size - 1, (path, f"part {n}")) for n in range(len(list(_parts(node)))))
            found.append((size - 2, (path, "zero")))
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                walk(value, (*path, (field, None)))
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        walk(item, (*path, (field, index)))

    walk(tree, ())
    for _, edit in sorted(found, key=lambda item: -item[0]):
        yield edit


def _is_read(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and _is_read(child):
            yield child


def _applied(text: str, edit: Edit) -> str | None:
    """The text after the edit, where that is a program."""
    tree = copy.deepcopy(ast.parse(text))
    path, action = edit
    *outer, (field, index) = path or [("", None)]
    holder: ast.AST = tree
    for step, place in outer:
        value = getattr(holder, step)
        holder = value if place is None else value[place]
    if not field:
        return None
    node = getattr(holder, field) if index is None else getattr(holder, field)[index]
    if action == "drop" or action in BODIES:
        if index is None:
            return None
        items = getattr(holder, field)
        items[index : index + 1] = [] if action == "drop" else getattr(node, action)
        if not items and field == "body" and not isinstance(holder, ast.Module):
            items.append(ast.Pass())
    else:
        new = ast.Constant(0) if action == "zero" else list(_parts(node))[int(action.split()[1])]
        if index is None:
            setattr(holder, field, new)
        else:
            getattr(holder, field)[index] = new
    try:
        result = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(result, "<reduced>", "exec")
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None
    return result
