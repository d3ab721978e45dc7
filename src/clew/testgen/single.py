"""One test of a file that clew wrote, alone or put beside the tests of another file."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from clew.frontend.parsing import parsed
from clew.records import dataclass
from clew.source.generated import is_ours, source_of, with_header, without_header
from clew.testgen.suite import import_block, unused


@dataclass(frozen=True, slots=True)
class SingleTest:
    """lines: of its function; imports: one name each, as `import_block` takes them; source: what it is a test of."""

    name: str
    lines: tuple[str, ...]
    imports: tuple[str, ...]
    source: str


def single_test(text: str, id: str) -> SingleTest | None:
    """text: of a file that clew wrote; id: of a test in it, or of a case of one: `test_total[x-gt-0]`.

    Of a case, its test with this case only.
    """
    name, _, case = id.partition("[")
    tree = parsed(text)
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    if len(found) != 1:
        return None
    lines = text.split("\n")
    first = min([found[0].lineno, *(each.lineno for each in found[0].decorator_list)])
    skipped = set(_lines_of_others(found[0], case.removesuffix("]"))) if case else set()
    last = found[0].end_lineno or found[0].lineno
    own = tuple(lines[n - 1] for n in range(first, last + 1) if n not in skipped)
    there = list(_imports(tree, lines))
    words = _names("\n".join(own))
    words |= {name for line, bound in there if bound in words for name in _names(line)}  # what a module is asked for by
    imports = tuple(line for line, bound in there if bound in words)
    return SingleTest(name, own, imports, source_of(text))


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(parsed(text)) if isinstance(node, ast.Name)}


def _lines_of_others(function: ast.FunctionDef, case: str) -> Iterator[int]:
    """The lines of all cases but this one."""
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(ast.Attribute(attr="parametrize"), [_, ast.List(elts=rows)]):
                for row in rows:
                    if not any(_is_id(keyword, case) for keyword in getattr(row, "keywords", ())):
                        yield from range(row.lineno, (row.end_lineno or row.lineno) + 1)


def _is_id(keyword: ast.keyword, case: str) -> bool:
    return keyword.arg == "id" and isinstance(keyword.value, ast.Constant) and keyword.value.value == case


def _imports(tree: ast.Module, lines: list[str]) -> Iterator[tuple[str, str]]:
    """Statements that import one thing each, with the name that it gets; last those that call for one."""
    for node in tree.body:
        match node:
            case ast.Import(names=names):
                yield from ((_import(each), (each.asname or each.name).partition(".")[0]) for each in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                source = "." * level + (module or "")
                yield from ((f"from {source} {_import(each)}", each.asname or each.name) for each in names)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Assign(targets=[ast.Name(name)]):
                yield "\n".join(lines[node.lineno - 1 : node.end_lineno]), name


def _import(alias: ast.alias) -> str:
    return f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")


def with_test(before: str, test: SingleTest) -> str | None:
    """The text of a file with the test in it; None where it is there already, or the text is no Python.

    before: empty for a file that is not there.
    """
    if not before.strip():
        body = [*import_block(dict.fromkeys(test.imports), test.source), "", "", *test.lines]
        return with_header("\n".join(body).strip("\n") + "\n", test.source)
    tree = parsed(before)
    if not tree.body:
        return None
    theirs = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    (own,) = parsed("\n".join(test.lines)).body
    if any(_is_same(own, node) for node in theirs.values()):
        return None
    name = unused(test.name, set(theirs))
    added = [line.replace(f"def {test.name}(", f"def {name}(", 1) if "def " in line else line for line in test.lines]
    text = without_header(before) if is_ours(before) else before
    for line in (each for each, _ in _missing(tree, before, test)):
        text = _with_import(text, line, test.source)
    text = text.rstrip("\n") + "\n\n\n" + "\n".join(added) + "\n"
    return with_header(text, test.source) if is_ours(before) else text


def _is_same(one: ast.stmt, other: ast.FunctionDef) -> bool:
    """But for the name."""
    other = copy.copy(other)
    other.name = one.name if isinstance(one, ast.FunctionDef) else ""
    return ast.dump(one) == ast.dump(other)


def _missing(tree: ast.Module, before: str, test: SingleTest) -> list[tuple[str, str]]:
    there = {line for line, _ in _imports(tree, before.split("\n"))}
    return [(line, "") for line in test.imports if line not in there]


def _with_import(text: str, line: str, source: str) -> str:
    """With one more import: among those of its module, or behind the last one."""
    tree, lines = parsed(text), text.split("\n")
    last = 0
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0) if line.startswith(f"from {module} import "):
                all_names = [f"from {module} {_import(each)}" for each in names]
                block = import_block(dict.fromkeys([*all_names, line]), source)
                return "\n".join([*lines[: node.lineno - 1], *block, *lines[node.end_lineno or node.lineno :]])
            case ast.Import() | ast.ImportFrom():
                last = node.end_lineno or node.lineno
            case ast.Expr(ast.Constant(str())) if not last:
                last = node.end_lineno or node.lineno
    return "\n".join([*lines[:last], line, *lines[last:]])
