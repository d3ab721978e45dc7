"""Which exceptions of a function are meant: those that somebody announces.

A `raise` in the function, its docstring, a comment `# clew: raises E`, a `deal` decorator, the protocol that its name
belongs to, a handler of its own around the operation, or a caller in the project that handles just this class.  Where
a contract lists exceptions (`deal.raises`, `deal.safe`), it has the last word.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from clew.frontend.module import Module
from clew.ir import tree as ir
from clew.ir.guards import ABOVE
from clew.ir.walk import nodes
from clew.regexes import regex
from clew.source.spans import Span

BROAD: Final = frozenset({"Exception", "BaseException"})
"""Who handles these, handles a crash: that announces nothing."""

PROTOCOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "__getitem__": ("LookupError", "TypeError"), "__setitem__": ("LookupError", "TypeError"),
    "__delitem__": ("LookupError", "TypeError"), "__missing__": ("KeyError",), "__next__": ("StopIteration",),
    "__getattr__": ("AttributeError",), "__getattribute__": ("AttributeError",), "__delattr__": ("AttributeError",),
    "__setattr__": ("AttributeError",), "__hash__": ("TypeError",), "__get__": ("AttributeError",),
    "pop": ("LookupError",), "popitem": ("LookupError",), "popleft": ("LookupError",),
    "remove": ("LookupError", "ValueError"), "index": ("LookupError", "ValueError"), "rindex": ("ValueError",),
    "__truediv__": ("ZeroDivisionError",), "__rtruediv__": ("ZeroDivisionError",),
    "__floordiv__": ("ZeroDivisionError",), "__rfloordiv__": ("ZeroDivisionError",),
    "__itruediv__": ("ZeroDivisionError",), "__ifloordiv__": ("ZeroDivisionError",),
    "__mod__": ("ZeroDivisionError",), "__rmod__": ("ZeroDivisionError",), "__imod__": ("ZeroDivisionError",),
    "__divmod__": ("ZeroDivisionError",), "__rdivmod__": ("ZeroDivisionError",),
}  # fmt: skip
"""What the data model, or the containers of Python, expect of a method of this name.  (Only of methods.)"""

_NAMED: Final = regex(r"\b[A-Za-z_]\w*(?:Error|Exception|Iteration|Interrupt|Exit|Warning)\b")
_COMMENT: Final = regex(r"#\s*clew:\s*raises\s+(.*)")
_DEAL: Final = regex(r"(?:deal\.)?(raises|safe|pure)(?:\((.*)\))?", re.DOTALL)
_CHAIN: Final = regex(r"(deal\.)?chain\(.*\)", re.DOTALL)


def is_announced(cls: str, announced: Iterable[str]) -> bool:
    """Is the exception of one of these classes, or of a subclass of one (but for `Exception`)?"""
    return any(name == cls or (name not in BROAD and is_subclass(cls, name)) for name in announced)


def is_subclass(cls: str, of: str) -> bool:
    """Of builtin exceptions, and those of `ABOVE`, by name; others are known by their names alone."""
    if of in ABOVE.get(cls, ()):
        return True
    one, other = vars(builtins).get(cls), vars(builtins).get(of)
    return cls == of or (isinstance(one, type) and isinstance(other, type) and issubclass(one, other))


def listed_by(function: ir.Function, lines: list[str]) -> frozenset[str] | None:
    """The exceptions that a contract lists, which has the last word; None where none does."""
    parts = [part for text in function.decorators for part in _chained(text)]
    deal = [match for text in parts if (match := _DEAL.fullmatch(text)) is not None]
    if deal and any(line.lstrip().startswith(("import deal", "from deal import")) for line in lines):
        return frozenset(name for match in deal for name in _names(match.group(2) or ""))
    return None


def _chained(decorator: str) -> list[str]:
    """What `deal.chain` puts together, as far as it lists exceptions; else the decorator itself."""
    chain = _CHAIN.fullmatch(decorator)
    if chain is None:
        return [decorator]
    named = re.escape(chain.group(1) or "")
    return re.findall(rf"(?<![\w.]){named}(?:raises|safe|pure)\b(?:\([^()]*\))?", decorator)


def announced_by(function: ir.Function, is_method: bool, lines: list[str], by_callers: Iterable[str]) -> frozenset[str]:
    """The names of the classes.  lines: of the module; by_callers: what is handled where it is called."""
    if (listed := listed_by(function, lines)) is not None:
        return listed
    found = {*raised_in(function), *_commented(function, lines), *by_callers}
    if function.doc is not None:
        found.update(_NAMED.findall(function.doc))
    if is_method:
        found.update(PROTOCOLS.get(function.name, ()))
    return frozenset(found)


def _names(text: str) -> list[str]:
    return [part.rpartition(".")[2] for part in re.findall(r"[\w.]+", text)]


def _commented(function: ir.Function, lines: list[str]) -> Iterator[str]:
    """In the comments directly above the `def` and its decorators, or on its own line."""
    own = function.span.line - 1
    above = own - 1
    while 0 <= above < len(lines) and lines[above].lstrip().startswith(("#", "@")):
        above -= 1
    for line in lines[above + 1 : own + 1]:
        if (match := _COMMENT.search(line)) is not None:
            yield from _names(match.group(1))


def raised_in(function: ir.Function) -> set[str]:
    """The classes that `raise` statements name."""
    found: set[str] = set()
    for each in (function, *(n for n in nodes(function.body) if isinstance(n, ir.Function))):
        names = names_held(each)
        for node in nodes(each.body, nested=False):
            if isinstance(node, ir.Raise) and not node.assertion and isinstance(node.exception, ir.Var):
                found.update(names.get(node.exception.name, ()))
    return found


def names_held(function: ir.Function) -> dict[str, list[str]]:
    """By variable: the last names of what it may hold, or be a call of."""
    names: dict[str, list[str]] = {}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(target, ir.Global(name) | ir.Attr(_, name) | ir.MethodCall(_, name)):
                names.setdefault(target.name, []).append(name)
            case ir.Assign(target, ir.Var(name) | ir.Call(ir.Var(name))):
                names.setdefault(target.name, []).extend(names.get(name, ()))
            case ir.Assign(target, ir.Display("tuple", items)):
                held = [n for item in items if isinstance(item, ir.Var) for n in names.get(item.name, ())]
                names.setdefault(target.name, []).extend(held)
    return names


def handled_by(handlers: Iterable[ir.Handler]) -> frozenset[str]:
    """The names of the classes that clauses of one `try` take; `BaseException` for a bare one."""
    found: set[str] = set()
    for handler in handlers:
        if handler.type is None:
            found.add("BaseException")
            continue
        names: dict[str, list[str]] = {}
        for statement in handler.test:
            match statement:
                case ir.Assign(target, ir.Global(name) | ir.Attr(_, name)):
                    names[target.name] = [name]
                case ir.Assign(target, ir.Display("tuple", items)):
                    held = (names.get(item.name, []) for item in items if isinstance(item, ir.Var))
                    names[target.name] = [name for each in held for name in each]
        found.update(names.get(handler.type.name, ()) if isinstance(handler.type, ir.Var) else ())
    return frozenset(found)


def suppressed_by(function: ir.Function) -> dict[str, frozenset[str]]:
    """By variable that holds a `suppress(…)`: the classes that it takes."""
    held = names_held(function)
    found: dict[str, frozenset[str]] = {}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(target, ir.Call(ir.Var(called), arguments)) if "suppress" in held.get(called, ()):
                found[target.name] = _classes(arguments, held)
            case ir.Assign(target, ir.MethodCall(_, "suppress", arguments)):
                found[target.name] = _classes(arguments, held)
    return found


def _classes(arguments: tuple[ir.Argument, ...], held: Mapping[str, list[str]]) -> frozenset[str]:
    return frozenset(name for each in arguments if isinstance(each, ir.Var) for name in held.get(each.name, ()))


def handled_at(function: ir.Function, span: Span) -> frozenset[str]:
    """The classes that handlers around a place of the function take."""
    found: frozenset[str] = frozenset()
    for node in nodes(function.body):
        if isinstance(node, ir.Try) and any(span.inside(n.span) for n in nodes(node.body) if isinstance(n, ir.Mark)):
            found |= handled_by(node.handlers)
    return found


def handled_by_callers(modules: Iterable[Module]) -> dict[str, set[str]]:
    """By last name of what is called: the classes that are handled, by name, around some call of it."""
    found: dict[str, set[str]] = {}
    for module in modules:
        for unit in module.units:
            held = names_held(unit.function)
            for node in nodes(unit.function.body, nested=False):
                if isinstance(node, ir.Try) and (classes := handled_by(node.handlers) - BROAD):
                    for name in _called(node.body, held):
                        found.setdefault(name, set()).update(classes)
    return found


def _called(body: tuple[ir.Statement, ...], held: Mapping[str, list[str]]) -> Iterator[str]:
    for node in nodes(body):
        match node:
            case ir.Call(ir.Var(name)):
                yield from held.get(name, ())
            case ir.MethodCall(_, name):
                yield name
