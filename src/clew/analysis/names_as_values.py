"""Which attributes code may get by names that are values: `getattr(o, name)`, `vars(cls)[name]`, `attrgetter(name)`.

A name that is not known is a pattern: what is known of its beginning, and `*` (ANY_ATTRIBUTE: nothing).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.regexes import regex

ANY_ATTRIBUTE: Final = "*"
# What gives attributes by names: its arguments are the names; or all that there are.
BY_NAME: Final = frozenset({"getattr", "getattr_static", "attrgetter", "__getattribute__"})
WHOLE: Final = frozenset(
    {"vars", "getmembers", "getmembers_static", "get_field", "get_objects", "get_referents", "get_referrers", "eval",
     "exec", "__dict__"}
)  # fmt: skip
_PRIVATE: Final = regex(r"\b_\w*[^\W_]\w*\b")
# By these all that is there may be found: text that is run, frames, names of modules, what an error was about.
_FINDING_ANYTHING: Final = regex(
    r"\b(?:eval|exec|locals)\s*\(|\b(?:[a-z]+_frame|f_locals|f_back|f_globals|_getframe|currentframe|getclosurevars)\b"
    r"|\bget(?:generator|coroutine|asyncgen)locals\b"
    r"|\b(?:resolve_name|locate|get_type_hints|get_annotations|eval_str|classify_class_attrs)\b"
    r"|\bInteractive(?:Interpreter|Console)\b|\bEntryPoint\s*\("
    r"|\.obj\b|[\"']obj[\"']|\b__self__\b|\.__reduce(?:_ex)?__\b"
)
_HANDED_ON: Final = regex(rf"\b(?:{'|'.join(sorted((BY_NAME | WHOLE) - {'__dict__'}))})\b(?!\s*\()")
_MATCH_ARGS: Final = regex(r"\b__match_args__\s*(?::[^=\n]*)?=(?!=)")
_IMPORT: Final = regex(r"^[ \t]*(?:from\s+[\w.]+\s+)?import\s+[\w., \t]+$", re.MULTILINE)


def gets_any(text: str) -> bool:
    """May the text of a module get what modules and classes keep by roads that its functions do not show: does it give
    `getattr` another name or hand it on, run text, look at frames, or say by itself which attributes class patterns are
    about?
    """
    aliases = _IMPORT.sub(lambda m: m[0] if " as " in m[0] else "", text)
    return any((_FINDING_ANYTHING.search(text), _HANDED_ON.search(aliases), _MATCH_ARGS.search(text)))


def matching(patterns: Collection[str], names: Iterable[str]) -> frozenset[str]:
    """Those of the names that one of the patterns stands for."""
    starts = tuple(pattern[:-1] for pattern in patterns if pattern.endswith(ANY_ATTRIBUTE))
    return frozenset(name for name in names if name in patterns or (starts and name.startswith(starts)))


def private_words(function: ir.Function) -> frozenset[str]:
    """The private names in strings of the function: whatever these are given to may look such attributes up."""
    texts: list[str] = []
    for node in nodes(function.body):
        match node:
            case ir.Const(str(text)) | ir.Native(text) | ir.NativeStatement(text):
                texts.append(text)
    return frozenset(word for text in texts for word in _PRIVATE.findall(text))


class NamesAsValues:
    """What the variables of one function hold, as far as it is text."""

    def __init__(self, function: ir.Function) -> None:
        """The values that are assigned; None stands for any."""
        self.values: dict[str, list[ir.Value | None]] = {p.name: [None] for p in function.parameters}
        for node in nodes(function.body):
            if isinstance(node, ir.Function):
                self._anything(node.nonlocals)
        self._anything(function.nonlocals)
        for node in nodes(function.body, nested=False):
            match node:
                case ir.Assign(target, value):
                    self.values.setdefault(target.name, []).append(value)
                case ir.For(target, over):
                    self.values.setdefault(target.name, []).extend(self._elements(over))
                case ir.Unpack(targets):
                    self._anything(target.name for target in targets)
                case ir.With(target=ir.Var(name)):
                    self._anything([name])
                case ir.NativeStatement(writes=writes):
                    self._anything(writes)

    def of(self, atom: object, depth: int = 4) -> frozenset[str]:
        """The names, or patterns, that the atom may be."""
        match atom:
            case ir.Const(str(text)):
                return frozenset(text.split("."))
            case ir.Var(name) if depth and (values := self.values.get(name)):
                return frozenset(found for value in values for found in self._of_value(value, depth - 1))
        return frozenset({ANY_ATTRIBUTE})

    def _of_value(self, value: ir.Value | None, depth: int) -> Iterator[str]:
        match value:
            case ir.Const() | ir.Var():
                yield from self.of(value, depth)
            case ir.Join((ir.Const(str(start)), *_)) | ir.Binary("+", ir.Const(str(start))) if "." not in start:
                yield f"{start}{ANY_ATTRIBUTE}"
            case ir.Item(ir.Var(names)) if self._are_match_args(names):
                pass  # names of fields, but for those that the text of a class states
            case _:
                yield ANY_ATTRIBUTE

    def _anything(self, names: Iterable[str]) -> None:
        for name in names:
            self.values.setdefault(name, []).append(None)

    def _elements(self, over: object) -> Iterator[ir.Value | None]:
        for value in self.values.get(over.name, [None]) if isinstance(over, ir.Var) else [None]:
            match value:
                case ir.Display(_, items):
                    yield from (item if isinstance(item, ir.Const | ir.Var) else None for item in items)
                case _:
                    yield None

    def _are_match_args(self, name: str) -> bool:
        values = self.values.get(name, ())
        given = [value.arguments for value in values if isinstance(value, ir.Call)]
        return len(given) == 1 and any(a == ir.Const("__match_args__") for a in given[0])
