"""Functions as they are whatever way they are written: two with one normal form do the same for all inputs.

Each step is an equation that holds for all objects, whatever their operators do: names of local variables, nested and
flat conditions, guard clauses, `not` before a test, conditional expressions, comprehensions and the loops they stand
for, variables that are used once in the next place, `:=`, annotations, what `plainer.py` lists.  What holds for some
types only (`x = x + 1` for `x += 1`) is left to the search.  Other steps are taken only where what they need is
supposed (`SUPPOSED`): what is proved by them is proved under that assumption, which is named.
"""

from __future__ import annotations

import ast
from collections.abc import Set
from typing import Final

from clew.frontend.forms.arms import with_joined_arms
from clew.frontend.forms.blocks import Blocks
from clew.frontend.forms.expressions import Expressions
from clew.frontend.forms.plain_statements import PlainStatements
from clew.frontend.forms.plainer import Plainer
from clew.frontend.forms.single_use import inlined
from clew.frontend.forms.symbols import MARK, rename, with_symbols
from clew.frontend.forms.texts import Texts
from clew.frontend.places import FunctionNode
from clew.frontend.sides import Side, dumped

SUPPOSED: Final = ("generators", "names", "comparisons", "mappings", "format", "percent", "texts", "groups")
"""What steps may need.

generators: nothing that a generator evaluates raises StopIteration, and it does not matter when its items are made, so
that it may be a list, or a loop.  names: nobody asks functions inside for their names.  comparisons: they give True or
False, fit each other (`a == b` is `b == a` and the opposite of `a != b`, `a < b` is `b > a`) and hashes, and do nothing
else.  mappings: what has `keys()` is gone through by them, and its `get()` gives None where there is nothing.  format:
objects are written into texts as `str` and `repr` write them, which does nothing else.  percent: what `%` writes alone
is no tuple.  texts: what is added to texts, joined, or asked for `startswith` or `endswith` is a text.  groups: no
group of exceptions is raised where `contextlib.suppress` would take it apart.
"""


def normal_form(side: Side, node: FunctionNode, supposing: Set[str] = frozenset()) -> str | None:
    """As text to compare; None where its wording may matter to what it does.  supposing: of `SUPPOSED`."""
    found = normal_function(side, node, supposing)
    return None if found is None else dumped(found)


def needed_for_one(old: tuple[Side, FunctionNode], new: tuple[Side, FunctionNode]) -> tuple[str, ...] | None:
    """What of `SUPPOSED` has to be for two functions to have one normal form; None where they have none even so."""
    if _have_one(old, new, frozenset()):
        return ()
    needed = frozenset(SUPPOSED)
    if not _have_one(old, new, needed):
        return None
    for each in SUPPOSED:
        if _have_one(old, new, needed - {each}):
            needed -= {each}
    return tuple(sorted(needed))


def _have_one(old: tuple[Side, FunctionNode], new: tuple[Side, FunctionNode], supposing: Set[str]) -> bool:
    form = normal_form(*old, supposing)
    return form is not None and form == normal_form(*new, supposing)


def normal_function(side: Side, node: FunctionNode, supposing: Set[str] = frozenset()) -> FunctionNode | None:
    """The function, a copy, whose blocks may be empty, and whose local variables have a `MARK` in their names."""
    try:
        symbolic = with_symbols(side, node, "names" in supposing)
        if symbolic is None:
            return None
        root = symbolic.node
        parameters = {part.arg for part in ast.walk(root) if isinstance(part, ast.arg)}
        builtin = frozenset[str]() if side.rebinds else symbolic.steady - parameters
        PlainStatements(symbolic).visit(root)
        symbolic = symbolic.without_names()
        inlined(root, symbolic.steady)
        if "format" in supposing and not side.has_own_format:
            Texts(builtin, symbolic.may_repeat, supposing).visit(root)
        Plainer(side, node.lineno, builtin, symbolic.may_repeat, supposing).visit(root)
        Expressions(symbolic).visit(root)
        with_joined_arms(root)
        Blocks(symbolic, root, builtin, supposing).all(root)
        with_joined_arms(root)
        _number(root)
        return root
    except RecursionError:
        return None


def _number(root: FunctionNode) -> None:
    """Symbols in the order in which they come."""
    numbers: dict[str, str] = {}

    def numbered(name: str) -> str:
        return numbers.setdefault(name, f"{len(numbers)}{MARK}") if MARK in name else name

    for each in {id(node): node for node in ast.walk(root)}.values():
        rename(each, numbered)
