"""CPython's own tests over modules of the library of which each function is replaced by its normal form.

    python bench/normal_forms.py [MODULE[:TEST]…]

`clew diff` calls functions of one normal form the same for all inputs, so the normal form has to do what the function
does.  Wanted: no test fails that passes on the modules as they are, but for those that compare the wording itself (lines
of code in tracebacks, paths of modules).  Needs a Python with the package `test`.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from clew.frontend.forms.normal_form import SUPPOSED, normal_function
from clew.frontend.forms.symbols import MARK, rename
from clew.frontend.places import FunctionNode, docstring_of
from clew.frontend.sides import DEFINITION, Side

MODULES = """
argparse bisect calendar cmd colorsys configparser contextlib copy csv difflib fnmatch fractions functools enum dataclasses
gettext glob graphlib heapq html.parser:test_htmlparser ipaddress mimetypes optparse plistlib pprint random sched shlex
statistics string stringprep textwrap timeit tokenize typing urllib.parse:test_urlparse _pydecimal:test_decimal
_strptime:test_strptime zipfile tarfile
"""


def rewritten(text: str) -> tuple[str, int, int]:
    """The module, how many functions it has, and how many have a normal form."""
    tree = ast.parse(text)
    side = Side(tree)
    forms = [(node, normal_function(side, node, frozenset(SUPPOSED))) for node in side.functions.values()]
    for node, form in forms:
        if form is not None:
            docstring = [s for s in node.body[:1] if s is docstring_of(node)]
            node.body = [*docstring, *_runnable(form).body]
    return ast.unparse(ast.fix_missing_locations(tree)), len(forms), sum(form is not None for _, form in forms)


def _runnable(root: FunctionNode) -> FunctionNode:
    """Symbols become names, empty blocks `pass`, and asynchronous generators return nothing."""
    for each in ast.walk(root):
        rename(each, _name)
        if isinstance(each, ast.Return) and isinstance(each.value, ast.Constant) and each.value.value is None:
            each.value = None
        if isinstance(
            each, (*DEFINITION, ast.If, ast.For, ast.While, ast.With, ast.Try, ast.match_case, ast.ExceptHandler)
        ):
            each.body = each.body or [ast.Pass()]
    return root


def _name(name: str) -> str:
    return "v" + name.replace(MARK, "_q") if MARK in name else name


def failures(tests: list[str], folder: str) -> tuple[set[str], int]:
    """Names of the test files that fail with the modules of a folder in front, and how many tests ran."""
    command = [sys.executable, "-W", "ignore", "-m", "test", *tests]
    environment = {**os.environ, "PYTHONPATH": folder, "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as here:
        done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
    failed = re.search(r"tests? failed.*:\n((?: +.*\n)+)", done.stdout)
    ran = re.search(r"Total tests: run=([\d,]+)", done.stdout)
    return set(failed[1].split()) if failed else set(), int(ran[1].replace(",", "")) if ran else 0


def main() -> None:
    tests: list[str] = []
    functions = with_form = 0
    with tempfile.TemporaryDirectory() as folder:
        for each in sys.argv[1:] or MODULES.split():
            module, _, test = each.partition(":")
            spec = importlib.util.find_spec(module)
            assert spec is not None and spec.origin is not None, f"there is no module {module}"
            text, all_of_it, done = rewritten(Path(spec.origin).read_text(encoding="utf-8"))
            path = Path(folder, *module.split(".")[:-1], Path(spec.origin).name)
            if "." in module:  # the other modules of its package have to be there, too
                package = Path(spec.origin).parent
                for source in package.glob("*.py"):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    (path.parent / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
            path.write_text(text, encoding="utf-8")
            functions, with_form = functions + all_of_it, with_form + done
            tests.append(test or f"test_{module}")
        (before, ran), (after, again) = failures(tests, ""), failures(tests, folder)
    print(f"{len(tests)} modules, {functions} functions, {with_form} with a normal form")
    print(f"as they are:     {ran} tests ran, failed: {sorted(before) or 'none'}")
    print(f"in normal form:  {again} tests ran, failed: {sorted(after) or 'none'}")
    raise SystemExit(1 if after - before or not ran else 0)


if __name__ == "__main__":
    main()
