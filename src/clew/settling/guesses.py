"""Which failures say no more than that a guess was wrong: where nothing states the types of what is given.

Not only a `TypeError` does.  A dict where `xs[0]` is read, or `xs[i]` with a number that is counted, gives a KeyError,
and so does one without the key where `node["name"]` is, of which nothing asks whether it is there; an empty list in it
an IndexError where `node["children"][0]` is, and nothing asks how long it is; a text where pairs are unpacked a
ValueError, and what a callback is given is nothing that its author chose.  A text says nothing where the default is a
number, nor a state that `__getstate__` never gave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clew.checking.script import Escaped
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Made, Name
from clew.ir import tree as ir
from clew.ir.guards import is_guard
from clew.ir.walk import nodes
from clew.regexes import regex
from clew.source.spans import Span

TYPE_ERRORS: Final = frozenset({"TypeError", "AttributeError"})
_NUMBERS: Final = (int, float, bool)
_OF_FORMATS: Final = regex(r"Unknown format code|Cannot specify|Sign not allowed|Precision not allowed")

_OF_PAIRS: Final = "dictionary update sequence element"
"""What is no dict is taken for pairs, where one is updated."""

_OF_TYPES: Final = regex(r"\b(?:isinstance|issubclass|type|callable|hasattr)\(|\bis (?:not )?None\b")
"""What of an assertion asks for the type of what is given."""


def is_about_form(function: ir.Function, escaped: Escaped, message: str, given: tuple[object, ...] = ()) -> bool:
    """Would it not happen to a value of the form that the code is made for?  given: the recipes of the case."""
    if not TYPE_ERRORS.isdisjoint(escaped.names):
        return True
    if "ValueError" in escaped.names and (_OF_FORMATS.match(message) or message.startswith(_OF_PAIRS)):
        return True
    if escaped.asked and _OF_TYPES.search(escaped.text):
        return True
    for operation in _operations_at(function, escaped.span):
        match operation:
            case ir.Assign(value=ir.Item(_, ir.Const(int()))) if "KeyError" in escaped.names:
                return True
            case ir.Assign(value=ir.Item(ir.Var(name), ir.Const(str(key)))) if "KeyError" in escaped.names:
                if _is_given(function, name) and _lack(given, key) and not _asks_for(function, key):
                    return True
            case ir.Assign(value=ir.Item(_, ir.Var(key))) if "KeyError" in escaped.names and message.isdigit():
                if all(p.name != key for p in function.parameters) and _have_no_numbers(given):
                    return True
            case ir.Assign(value=ir.Item(ir.Var(name), ir.Const(int()))) if "IndexError" in escaped.names:
                under = _held_under(function, name)
                if under is not None and not _is_measured(function, under):
                    return True
            case ir.Unpack(value=ir.Var(name)) if "ValueError" in escaped.names and _is_given(function, name):
                return True
    return False


def hands_on_builtins(given: tuple[object, ...]) -> bool:
    """Is there a class or function of Python's own among what is given, to be called with who knows what?"""
    return any(isinstance(node, Name) and node.module == "builtins" for node in nodes(given))


def goes_past_defaults(function: ir.Function, skipped: int, call: Case | Made, defaults: Mapping[str, type]) -> bool:
    """Is something of another kind given to a parameter whose default is a number or a text?

    skipped: how many parameters come before the first argument; defaults: classes of these.  None is given by who wants
    no value.
    """
    names = [p.name for p in function.parameters if p.kind.startswith("positional")][skipped:]
    given = (*zip(names, call.args, strict=False), *call.kwargs)
    return any(name in defaults and not _is_like(defaults[name], recipe) for name, recipe in given)


def _is_like(cls: type, recipe: object) -> bool:
    """An object of a class of the project may be made to pass for a number."""
    if isinstance(recipe, Literal):
        numbers = cls in _NUMBERS and isinstance(recipe.value, _NUMBERS)
        return recipe.value is None or numbers or type(recipe.value) is cls
    return not isinstance(recipe, Collection | Dictionary)


def given_by(case: Case) -> tuple[object, ...]:
    """The recipes of a case."""
    return case.receiver, case.args, case.kwargs, case.sent, case.follow, case.earlier


def _lack(given: tuple[object, ...], key: str) -> bool:
    """Is a dict without the key among what is given?"""
    dicts = (node for node in nodes(given) if isinstance(node, Dictionary))
    return any(all(k != Literal(key) for k, _ in each.items) for each in dicts)


def _have_no_numbers(given: tuple[object, ...]) -> bool:
    """Are there dicts among what is given, and no number is a key of one, as it would be if it were looked up there?"""
    dicts = [node for node in nodes(given) if isinstance(node, Dictionary)]
    numbers = (isinstance(k, Literal) and isinstance(k.value, _NUMBERS) for each in dicts for k, _ in each.items)
    return bool(dicts) and not any(numbers)


def _asks_for(function: ir.Function, key: str) -> bool:
    """Does the function ask anything whether it has the key, or handle that it has not?"""
    asked = ir.Const(key)
    for node in nodes(function.body):
        match node:
            case ir.Binary("in" | "not-in", left) if left == asked:
                return True
            case ir.MethodCall(_, "get" | "pop" | "setdefault", (first, *_)) if first == asked:
                return True
            case ir.DelItem(_, k) if k == asked:
                return True
    return False


def _held_under(function: ir.Function, name: str, others: frozenset[str] = frozenset()) -> str | None:
    """The key of a dict that is given, under which it holds what the variable stands for.  others: variables that stand
    for the same.
    """
    for node in nodes(function.body) if name not in others else ():
        match node:
            case ir.Assign(ir.Var(target), ir.Item(ir.Var(holder), ir.Const(str(key)))) if target == name:
                return key if _is_given(function, holder) else None
            case ir.Assign(ir.Var(target), ir.Var(source)) if target == name:
                return _held_under(function, source, others | {name})
    return None


def _is_measured(function: ir.Function, key: str) -> bool:
    """Is anything asked of what is held under the key, as how long it is, or whether it is empty?"""
    found = {node.target.name for node in nodes(function.body) if isinstance(node, ir.Assign)}
    held = {ir.Var(name) for name in found if _held_under(function, name) == key}
    for node in nodes(function.body):
        match node:
            case ir.If(asked) | ir.Unary(_, asked) if asked in held:
                return True
            case ir.Binary(_, left, right) if left in held or right in held:
                return True
            case ir.Call(_, arguments) if not held.isdisjoint(a for a in arguments if isinstance(a, ir.Var)):
                return True
    return False


def _operations_at(function: ir.Function, span: Span) -> list[ir.Statement]:
    """In a guard, or in none, where nothing is claimed of it."""
    found: list[ir.Statement] = []
    for node in nodes(function.body):
        if isinstance(node, ir.Try) and is_guard(node) and node.span == span:
            found.append(node.body[-1])
        elif isinstance(node, ir.Assign | ir.Unpack) and node.span == span:
            found.append(node)
    return found


def _is_given(function: ir.Function, name: str) -> bool:
    """Is it an argument, or a part of something that no operation of the function made?"""
    if any(p.name == name for p in function.parameters):
        return True
    for node in nodes(function.body):
        match node:
            case ir.For(ir.Var(target)) if target == name:
                return True
            case ir.Assign(ir.Var(target), ir.Item()) if target == name:
                return True
    return False
