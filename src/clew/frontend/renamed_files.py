"""Files that have another name now, put under that name in the version before.

    shop/fees.py   from shop.base import BASE    is   shop/costs.py   from shop.base import BASE
    shop/cart.py   from shop.fees import fee     is   shop/cart.py    from shop.costs import fee

The version before is then what it was, but for the names of its modules, and each of its files is compared with the one
that it became.  Where an import cannot be told the other name (`import shop.fees`, whose uses have the old one), it
fails, and what needs it is unknown.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final

from clew.frontend.imported_names import package_of, source_of
from clew.frontend.parsing import parsed
from clew.regexes import regex
from clew.source.diagnostics import InputError
from clew.source.discovery import import_name
from clew.source.revisions import Earlier, Pair, Renamed
from clew.source.text import read_source

SIMILAR: Final = 0.5  # the part that has to be alike, as git supposes
LARGE: Final = 4000  # words; such texts are compared by lines
MOST: Final = 2500  # pairs of files that are compared by what is in them


def with_renames(found: Earlier) -> Earlier:
    """Each file that is gone and that a new one resembles is the version before of that one, in the folder of that
    version, which is changed.
    """
    new = {pair.now.path: pair.now for pair in found.pairs if pair.before is None}
    if not found.is_copy or not found.gone or not new:
        return found
    became = {old: new[path] for old, path in _became({p: _text(p) for p in found.gone}, {p: _text(p) for p in new})}
    modules: dict[str, str] = {}
    places: dict[str, str] = {}
    renamed: list[Renamed] = []
    for old, now in became.items():
        module, root = import_name(old)
        there = os.path.join(found.top, os.path.relpath(now.root, found.here))
        if os.path.realpath(root) == os.path.realpath(there):
            modules[module] = now.module
            places[old] = os.path.join(there, os.path.relpath(now.path, now.root))
            renamed.append(Renamed(found.gone[old], now.file, module, now.module))
    if not places:
        return found
    _rename_imports(found.top, modules)
    for old, place in places.items():
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.move(old, place)
    before = {became[old].path: place for old, place in places.items()}
    pairs = [_renamed(pair, before, found) for pair in found.pairs]
    gone = {old: shown for old, shown in found.gone.items() if old not in places}
    return replace(found, pairs=tuple(pairs), gone=gone, renamed=tuple(renamed))


def _renamed(pair: Pair, before: Mapping[str, str], found: Earlier) -> Pair:
    """before: where the version before is, by the path of the file at hand."""
    now = pair.now
    if pair.before is not None or now.path not in before:
        return pair
    root = os.path.join(found.top, os.path.relpath(now.root, found.here))
    return Pair(now, replace(now, path=before[now.path], root=root))


def _text(path: str) -> str:
    try:
        return read_source(path, path)
    except InputError:
        return ""


# ---------------------------------------------------------------- which file became which


def _became(gone: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The most alike first; each file once."""
    pairs = [(old, path) for old in gone for path in new if gone[old].strip() and new[path].strip()]
    if len(pairs) > MOST:
        pairs = [(old, path) for old, path in pairs if _is_alike(old, path)][:MOST]
    alike = ((_likeness(gone[old], new[path], _is_alike(old, path)), old, path) for old, path in pairs)
    left = sorted((-part, old, path) for part, old, path in alike if part >= SIMILAR)
    seen: set[str] = set()
    for _, old, path in left:
        if old not in seen and path not in seen:
            seen |= {old, path}
            yield old, path


def _is_alike(path: str, other: str) -> bool:
    return os.path.basename(path) == os.path.basename(other)


def _likeness(old: str, new: str, named_alike: bool) -> float:
    defined, still = ({*_DEFINED.findall(text)} for text in (old, new))
    if defined.isdisjoint(still) and (defined or still or not named_alike):
        return 0.0  # there is nothing to compare
    before, now = _WORD.findall(old), _WORD.findall(new)
    if max(len(before), len(now)) > LARGE:
        before, now = old.splitlines(), new.splitlines()
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    return matcher.ratio() if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= SIMILAR else 0.0


_DEFINED: Final = regex(r"^ *(?:async +)?(?:def|class) +(\w+)", re.MULTILINE)
_WORD: Final = regex(r"\w+|[^\w\s]")


# ---------------------------------------------------------------- imports


def _rename_imports(folder: str, modules: Mapping[str, str]) -> None:
    """In all Python files of the folder.  modules: names now, by names before."""
    last = "|".join(sorted({re.escape(module.rpartition(".")[2]) for module in modules}))
    named = re.compile(rf"\b(?:{last})\b")
    for at, inner, files in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for path in (os.path.join(at, file) for file in files if file.endswith(".py")):
            text = _text(path)
            module, _ = import_name(path)
            if named.search(text) or module in modules:
                package, package_now = (package_of(m, path) for m in (module, modules.get(module, module)))
                made = with_imports(text, package, package_now, modules)
                if made != text:
                    os.unlink(path)  # it may be a link
                    with open(path, "w", encoding="utf-8") as written:
                        written.write(made)


def with_imports(text: str, package: str, package_now: str, modules: Mapping[str, str]) -> str:
    """With other names of modules in its imports; what they bind keeps its name.

    package: that the module was in, and package_now: is in.
    """
    data = text.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    edits: list[tuple[int, int, str]] = []
    for node in ast.walk(parsed(text)):
        match node:
            case ast.ImportFrom():
                made = _from_import(node, package, package_now, modules)
            case ast.Import():
                made = _import(node, modules)
            case _:
                continue
        if made is not None:
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            edits.append((starts[node.lineno - 1] + node.col_offset, end, made))
    for start, end, made in sorted(edits, reverse=True):
        data = data[:start] + made.encode() + data[end:]
    return data.decode()


def _from_import(node: ast.ImportFrom, package: str, package_now: str, modules: Mapping[str, str]) -> str | None:
    """The statements; None where it stays as it is."""
    before, meant = (source_of(node, each) for each in (package, package_now))
    by_source: dict[str, list[ast.alias]] = {}
    for each in node.names:
        whole = f"{before}.{each.name}"
        if whole in modules:
            source, _, last = modules[whole].rpartition(".")
            each = each if last == each.name else ast.alias(last, each.asname or each.name)
        else:
            source = modules.get(before, before)
        by_source.setdefault(source, []).append(each)
    if by_source == {meant: node.names}:
        return None
    base = source_of(ast.ImportFrom(None, [], node.level), package_now) if node.level else ""
    made: list[ast.stmt] = []
    for source, names in by_source.items():
        if not source:  # modules that are in no package now
            made += [ast.Import([ast.alias(each.name, each.asname or each.name)]) for each in names]
        elif base and f"{source}.".startswith(f"{base}."):
            made.append(ast.ImportFrom(source[len(base) + 1 :] or None, names, node.level))
        else:
            made.append(ast.ImportFrom(source, names, 0))
    return "; ".join(map(ast.unparse, made))


def _import(node: ast.Import, modules: Mapping[str, str]) -> str | None:
    """The statement; None where it stays as it is."""
    made: list[ast.alias] = []
    for each in node.names:
        if each.name not in modules:
            made.append(each)
        elif each.asname or "." not in each.name:
            made.append(ast.alias(modules[each.name], each.asname or each.name))
        elif (top := each.name.partition(".")[0]) in modules:
            made += [ast.alias(modules[each.name]), ast.alias(modules[top], top)]
        else:
            return None
    return None if made == node.names else ast.unparse(ast.Import(made))
