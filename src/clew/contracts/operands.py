"""What the text of a function says of its variables, where it says it plainly: an annotation, a display, the name of
what is called.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final, TypeAlias, TypeVar

from clew.frontend.declared import Declared, head_of, view_of
from clew.frontend.module_facts import ModuleFacts, may_mean_none
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.regexes import regex

SEQUENCE, MAPPING, SET = "sequence", "mapping", "set"

GIVING_SEQUENCES: Final = frozenset(
    {"split", "rsplit", "splitlines", "partition", "rpartition", "modf", "frexp", "divmod", "splitext", "format",
     "join", "replace", "lower", "upper", "strip", "lstrip", "rstrip", "title", "capitalize", "casefold", "swapcase",
     "zfill", "ljust", "rjust", "center", "expandtabs", "translate", "removeprefix", "removesuffix", "hexdigest",
     "isoformat", "strftime", "as_posix"}
)  # fmt: skip
"""Methods, and functions of modules, whose name says that a text, list or tuple is what they give."""
LENGTHS: Final[Mapping[str, int]] = {
    "divmod": 2, "modf": 2, "frexp": 2, "splitext": 2, "partition": 3, "rpartition": 3, "popitem": 2,
}  # fmt: skip
PATHS: Final = frozenset({"path", "purepath", "posixpath", "windowspath", "pureposixpath", "purewindowspath"})
_TUPLE: Final = regex(r"(?:typing\.)?[tT]uple\[(.*)\]")

_KINDS: Final = {
    **dict.fromkeys(("list", "tuple", "str", "bytes", "bytearray", "range", "deque", "sequence"), SEQUENCE),
    **dict.fromkeys(("mutablesequence",), SEQUENCE),
    **dict.fromkeys(("dict", "mapping", "mutablemapping", "counter", "ordereddict", "defaultdict"), MAPPING),
    **dict.fromkeys(("set", "frozenset", "abstractset", "mutableset"), SET),
}
_NUMBERS: Final = {"int": "int", "bool": "int", "float": "float"}
"""By the class of a number: that of what it is negated to."""
_HANDING_ON: Final = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"})
"""Functions that give what holds the same elements."""
_MADE: Final = {
    **dict.fromkeys(("list", "tuple", "str", "bytes", "bytearray", "range", "sorted", "divmod", "repr"), SEQUENCE),
    "dict": MAPPING,
    "set": SET,
    "frozenset": SET,
}


@dataclass(frozen=True, slots=True)
class Operands:
    """What the text of a function says of its variables.

    globals: temporaries that hold a global; kinds: variables that hold only containers of one kind; optional: variables
    that may hold None; slices, texts: temporaries that hold one; paths: variables that hold only paths of files;
    lengths: variables that hold only tuples of one length; indexes: those that hold only what was computed with ints;
    heads: of the one class whose instances a variable holds; annotations: of those that hold one thing that has one;
    imported: as in `Declared`.
    """

    globals: Mapping[str, str]
    kinds: Mapping[str, str]
    optional: frozenset[str]
    slices: frozenset[str]
    texts: frozenset[str]
    paths: frozenset[str]
    lengths: Mapping[str, int]
    indexes: frozenset[str]
    heads: Mapping[str, str]
    annotations: Mapping[str, str]
    imported: Mapping[str, str]

    def head(self, atom: ir.Atom) -> str:
        """`int`, `str` or another class, in lower case; empty where the text does not say which."""
        return self.heads.get(atom.name, "") if isinstance(atom, ir.Var) else type(atom.value).__name__

    def annotation(self, atom: ir.Atom) -> str:
        if isinstance(atom, ir.Var):
            return self.annotations.get(atom.name, "")
        return "None" if atom.value is None else type(atom.value).__name__

    def kind(self, atom: ir.Atom) -> str | None:
        if isinstance(atom, ir.Var):
            return self.kinds.get(atom.name)
        return SEQUENCE if isinstance(atom.value, str | bytes | tuple) else None

    def is_index(self, atom: ir.Atom) -> bool:
        """Does the operand say by itself that it is a place in a sequence, and no key?"""
        return atom.name in self.indexes if isinstance(atom, ir.Var) else _is_int(atom)

    def is_path(self, atom: ir.Atom) -> bool:
        return isinstance(atom, ir.Var) and atom.name in self.paths

    def may_be_none(self, atom: ir.Atom) -> bool:
        return isinstance(atom, ir.Var) and atom.name in self.optional


def operands_of(function: ir.Function, around: Operands | None, facts: ModuleFacts) -> Operands:
    """around: those of the function that it is defined in; facts: of the module."""
    values = _assigned(function)
    globals = {n: v.name for n, (v, *rest) in values.items() if isinstance(v, ir.Global) and not rest}
    declared = facts.declared
    heads = _numeric(values, globals, _the_same(values, lambda value: _head(value, globals, declared)))
    kinds = _the_same(values, lambda value: _kind(value, globals, declared))
    if around is not None:
        kinds |= {n: around.kinds[n] for n in function.free if n in around.kinds}
    return Operands(
        globals,
        kinds,
        _optional(values, globals, facts.optional),
        frozenset(n for n, vs in values.items() if all(isinstance(v, ir.Slice) for v in vs)),
        frozenset(n for n, vs in values.items() if all(isinstance(v, ir.Join | ir.Format) for v in vs)),
        frozenset(n for n, head in heads.items() if head in PATHS),
        _the_same(values, lambda value: _length(value, values, globals, declared)),
        frozenset(n for n, vs in values.items() if all(_is_index(v) for v in vs)),
        {n: head for n, head in heads.items() if head},
        _annotations(values, globals, declared),
        declared.imported,
    )


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of what is iterated."""

    of: ir.Atom


_Known: TypeAlias = "ir.Value | ir.Parameter | _Element | None"
_T = TypeVar("_T")


def _the_same(values: Mapping[str, list[_Known]], of: Callable[[_Known], _T | None]) -> dict[str, _T]:
    """What is the same of all that a variable may be, where it is anything."""
    found = {n: {of(value) for value in vs} for n, vs in values.items() if vs}
    return {n: each for n, (each, *rest) in found.items() if each is not None and not rest}


def _assigned(function: ir.Function) -> dict[str, list[_Known]]:
    """All that variables of a function may be; None: something that is not known."""
    values: dict[str, list[_Known]] = {p.name: [p] for p in function.parameters}
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(target, value):
                values.setdefault(target.name, []).append(value)
            case ir.For(target, iterable):
                values.setdefault(target.name, []).append(_Element(iterable))
            case ir.Unpack(targets):
                for each in targets:
                    values.setdefault(each.name, []).append(None)
            case ir.With(target=ir.Var(name)) | ir.Handler(name=ir.Var(name)):
                values.setdefault(name, []).append(None)
            case ir.NativeStatement(writes=writes):
                for name in writes:
                    values.setdefault(name, []).append(None)
    return values


def _annotations(values: Mapping[str, list[_Known]], globals: Mapping[str, str], declared: Declared) -> dict[str, str]:
    """The annotations of parameters and of results, and what follows of the elements of what is made of those."""
    known: dict[str, str] = {}

    def annotation(value: _Known) -> str | None:
        match value:
            case ir.Parameter(kind="positional" | "positional-only" | "keyword-only"):
                return value.annotation
            case ir.Var(name):
                return known.get(name)
            case ir.MethodCall(ir.Var(name), "keys" | "values" | "items" as view, ()):
                return view_of(known.get(name, ""), view)
            case ir.Call(ir.Var(name), arguments):
                function = globals.get(name, "")
                match arguments:
                    case (ir.Var(given),) if function in _HANDING_ON:
                        return known.get(given)
                return declared.returns.get(function)
        return None

    while (found := _the_same(values, annotation)) != known:
        known = found
    return known


def _numeric(
    values: Mapping[str, list[_Known]], globals: Mapping[str, str], heads: Mapping[str, str | None]
) -> dict[str, str]:
    """The heads that are known, and those of what is computed with numbers."""
    known = {name: head for name, head in heads.items() if head}

    def of_atom(atom: ir.Atom) -> str:
        return known.get(atom.name, "") if isinstance(atom, ir.Var) else type(atom.value).__name__

    def head(value: _Known) -> str | None:
        match value:
            case ir.Const(int() | float()):
                return type(value.value).__name__
            case ir.Var(name):
                return known.get(name)
            case ir.Unary("-" | "+", operand):
                return _NUMBERS.get(of_atom(operand))
            case ir.Binary(op, left, right):
                return _computed(op.removesuffix("="), of_atom(left), of_atom(right), right)
            case ir.Call(ir.Var(name)) if globals.get(name) in ("int", "float"):
                return globals[name]
        return None

    while (found := _the_same(values, head) | known) != known:
        known = found
    return known


def _computed(op: str, left: str, right: str, operand: ir.Atom) -> str | None:
    """The head of what an operator gives for numbers with these; operand: the right one."""
    if left not in _NUMBERS or right not in _NUMBERS or op not in ("+", "-", "*", "/", "//", "%", "**"):
        return None
    if op == "/" or "float" in (left, right):
        return "float"
    natural = isinstance(operand, ir.Const) and isinstance(operand.value, int) and operand.value >= 0
    return "int" if op != "**" or natural else None


def _is_index(value: _Known) -> bool:
    match value:
        case ir.Binary("+" | "-" | "//", left, right):
            return _is_int(left) or _is_int(right)
        case ir.Unary("-"):
            return True
    return False


def _is_int(atom: ir.Atom) -> bool:
    return isinstance(atom, ir.Const) and type(atom.value) is int


def _head(value: _Known, globals: Mapping[str, str], declared: Declared) -> str:
    """What it is an instance of, by what is declared; empty where nothing is."""
    match value:
        case ir.Parameter(kind="positional" | "positional-only" | "keyword-only", annotation=str(text)):
            return head_of(text)
        case ir.Global(name):
            return declared.variables.get(name, "")
        case ir.Attr(_, name):
            return declared.attributes.get(name, "")
        case ir.Call(ir.Var(name)):
            return head_of(declared.returns.get(globals.get(name, ""), ""))
        case ir.Binary("/", _, ir.Const(str())):
            return "path"
    return ""


def _length(
    value: _Known, values: Mapping[str, list[_Known]], globals: Mapping[str, str], declared: Declared
) -> int | None:
    """Of a tuple, where the text says it, or everybody knows it."""
    match value:
        case ir.Display("tuple", items) if not any(isinstance(item, ir.Star) for item in items):
            return len(items)
        case ir.MethodCall(_, name) if name in LENGTHS:
            return LENGTHS[name]
        case ir.Call(ir.Var(name)) if globals.get(name, "") in LENGTHS:
            return LENGTHS[globals[name]]
        case ir.Call(ir.Var(name)):
            found = _TUPLE.fullmatch(declared.returns.get(globals.get(name, ""), ""))
            return None if found is None else _parts(found[1])
        case _Element(ir.Var(name)):
            return _the_same({name: values.get(name, [])}, lambda each: _length_of_elements(each, globals)).get(name)
    return None


def _length_of_elements(value: _Known, globals: Mapping[str, str]) -> int | None:
    match value:
        case ir.MethodCall(_, "items", ()):
            return 2
        case ir.Call(ir.Var(name), arguments) if not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
            return {"enumerate": 2, "zip": len(arguments)}.get(globals.get(name, ""))
    return None


def _parts(inside: str) -> int | None:
    """How many types a text names; None for `int, ...`."""
    depth, parts = 0, 1
    for character in inside:
        depth += (character in "[(") - (character in "])")
        parts += character == "," and not depth
    return None if inside.endswith("...") else parts


def _kind(value: _Known, globals: Mapping[str, str], declared: Declared) -> str | None:
    match value:
        case ir.Parameter(kind="*"):
            return SEQUENCE
        case ir.Parameter(kind="**"):
            return MAPPING
        case ir.Parameter() | ir.Global() | ir.Attr():
            return _KINDS.get(_head(value, globals, declared))
        case ir.Display("set"):
            return SET
        case ir.Display():
            return SEQUENCE
        case ir.DictDisplay():
            return MAPPING
        case ir.Call(ir.Var(name)):
            made = _MADE.get(globals.get(name, ""))
            return made or _KINDS.get(_head(value, globals, declared))
        case ir.MethodCall(_, name) if name in GIVING_SEQUENCES:
            return SEQUENCE
        case ir.Const(str() | bytes() | tuple()) | ir.Join():
            return SEQUENCE
    return None


def _optional(
    values: Mapping[str, list[_Known]], globals: Mapping[str, str], optional: Container[str]
) -> frozenset[str]:
    """The variables that may hold None, those included that get the value of one."""
    found = {n for n, vs in values.items() if any(_may_be_none(v, globals, optional) for v in vs)}
    copies = [(n, v.name) for n, vs in values.items() for v in vs if isinstance(v, ir.Var)]
    while new := {target for target, source in copies if source in found} - found:
        found |= new
    return frozenset(found)


def _may_be_none(value: _Known, globals: Mapping[str, str], optional: Container[str]) -> bool:
    """Does the text itself say that it may be None?"""
    match value:
        case ir.Parameter(annotation=str(text)):
            return may_mean_none(text)
        case ir.Attr(_, name) | ir.MethodCall(_, name) if name in optional:
            return True
        case ir.Call(ir.Var(name)):
            return globals.get(name, "") in optional
        case ir.Const(None):
            return True
        case ir.MethodCall(ir.Var(name), "match" | "search" | "fullmatch"):
            return globals.get(name) == "re"
        case ir.MethodCall(_, "get", (_,)) | ir.MethodCall(_, "group", (_,)):
            return True
    return False
