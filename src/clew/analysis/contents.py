"""What variables, and containers in containers, can hold: the classes, whatever order the statements run in.

    ends = [[0] * n for _ in range(n)]
    ends[i][j] = ends[i - 1][j - 1] + 1         ints, and no bools, are in the lists that are in `ends`

Inclusion of classes, and one set for all that may be in the same container (Steensgaard, POPL 1996, for what a
container holds; Andersen's inclusion for variables).  It holds at any time, so nothing is forgotten; it is said of
functions that work on scalars and containers of Python's own, and call nothing but builtins and their methods that are
known here: then no other code runs that could put something into a container.  Everything else makes it say nothing.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from clew.analysis.content_cells import Cell, Cells, Unknown, root
from clew.ir import tree as ir
from clew.ir.operators import ALWAYS_BOOL, COMPARISONS
from clew.ir.walk import nodes

_SCALARS: Final = frozenset({int, bool, float, str, type(None)})
_HOLDING: Final = frozenset({list, tuple, set, dict})
_WHOLE: Final = frozenset({int, bool})
_NUMBERS: Final = frozenset({int, bool, float})
_MOST_ROUNDS: Final = 12


def contents_of(
    function: ir.Function,
    parameters: Mapping[str, frozenset[type]],
    elements: Mapping[str, frozenset[type]],
    value_of_global: Callable[[str], Any],
) -> Mapping[str, frozenset[type]]:
    """By variable, the classes of what it may hold, exactly these; nothing where that is not known.

    parameters: of each, likewise; elements: of what is in those that are lists or sets.  The body has no guards.
    """
    plain = all(p.kind in ("positional", "positional-only", "keyword-only") for p in function.parameters)
    if function.flags or function.free or not plain or {p.name for p in function.parameters} != parameters.keys():
        return {}
    calls = [node for node in nodes(function.body, nested=False) if isinstance(node, ir.MethodCall)]
    found = _Contents(value_of_global, frozenset(call.bound.name for call in calls if call.bound is not None))
    try:
        for name, classes in parameters.items():
            found.given(found.of(name), classes, elements.get(name))
        before: Mapping[Cell, frozenset[type]] = {}
        for _ in range(_MOST_ROUNDS):
            found.assigned.clear()
            for node in nodes(function.body, nested=False):
                found.visit(node)
            before, last = found.reached(), before
            if before == last:
                return {name: frozenset(root(cell).classes) for name, cell in found.cells.items()}
    except Unknown:
        pass
    return {}


class _Contents(Cells):
    """Of one function; every visit of a statement adds what it says.  bound: temporaries that hold methods until these
    are called.
    """

    def __init__(self, value_of_global: Callable[[str], Any], bound: frozenset[str]) -> None:
        self.value_of_global = value_of_global
        self.cells: dict[str, Cell] = {}
        self.callees: dict[str, Any] = {}
        self.assigned: set[str] = set()
        self.bound = bound

    def of(self, name: str) -> Cell:
        return self.cells.setdefault(name, Cell())

    def reached(self) -> Mapping[Cell, frozenset[type]]:
        """What is in all cells, by which a round that added nothing is known."""
        cells: dict[Cell, frozenset[type]] = {}
        waiting = [*self.cells.values()]
        while waiting:
            cell = root(waiting.pop())
            if cell not in cells:
                cells[cell], cell.kept = frozenset(cell.classes), True
                waiting += [each for each in (cell.element, cell.key, *cell.items) if each is not None]
        return cells

    def given(self, cell: Cell, classes: Iterable[type], element: frozenset[type] | None) -> None:
        holds = not _HOLDING.isdisjoint(classes)
        if not set(classes) <= _SCALARS | {list, set} or (holds and (element is None or not element <= _SCALARS)):
            raise Unknown
        cell.classes |= set(classes)
        if holds and element is not None:
            self.inside(cell).classes.update(element)

    # ------------------------------------------------------------ statements

    def visit(self, node: Any) -> None:
        match node:
            case ir.Assign(ir.Var(name), value):
                self.assign(name, value)
            case ir.For(ir.Var(name), iterable):
                self.include(self.of(name), self.iterated(self.atom(iterable)))
            case ir.Unpack(targets, starred, value):
                self.unpack([self.of(target.name) for target in targets], starred, self.atom(value))
            case ir.SetItem(container, key, value):
                self.put(self.atom(container), self.atom(key), self.atom(value))
            case _ if isinstance(node, _OPEN):
                raise Unknown

    def atom(self, atom: ir.Atom) -> Cell:
        if isinstance(atom, ir.Const):
            return Cell({type(atom.value)})
        if atom.name in self.callees:  # not called, but handed on
            if type(self.callees[atom.name]) is not type:
                raise Unknown
            return Cell({type})
        return self.of(atom.name)

    def unpack(self, targets: list[Cell], starred: int | None, value: Cell) -> None:
        value = root(value)
        if value.items and starred is None and len(value.items) == len(targets) and value.classes == {tuple}:
            for target, item in zip(targets, value.items, strict=True):
                self.include(target, item)
            return
        element = self.iterated(value)
        for index, target in enumerate(targets):
            self.include(target, Cell({list}, element) if index == starred else element)

    def put(self, container: Cell, key: Cell, value: Cell) -> None:
        classes = root(container).classes
        if classes <= {dict}:
            self.include(self.keys(container), key)
            self.include(self.inside(container), value)
        elif classes <= {list}:
            sliced = slice in root(key).classes
            self.include(self.inside(container), self.iterated(value) if sliced else value)
        else:
            raise Unknown

    def iterated(self, value: Cell) -> Cell:
        value = root(value)
        if value.classes <= {dict} and value.classes:
            return self.keys(value)
        if value.classes <= {str} and value.classes:
            return Cell({str})
        if not value.classes <= {list, tuple, set, range, _Iterator}:
            raise Unknown
        return self.inside(value)

    def assign(self, name: str, value: ir.Value) -> None:
        target = self.of(name)
        if name in self.callees and (name in self.assigned or not isinstance(value, ir.Global)):
            raise Unknown
        if isinstance(value, ir.Global) and name in self.assigned:
            raise Unknown
        self.assigned.add(name)
        match value:
            case ir.Const() | ir.Var():
                self.include(target, self.atom(value))
            case ir.Global(called):
                self.callees[name] = self.known(name, called)
            case ir.Attr() if name in self.bound:
                pass  # a method, which is called as one or not at all
            case ir.Unary("not" | "is-sequence" | "is-mapping"):
                target.classes.add(bool)
            case ir.Unary(_, operand):
                classes = root(self.atom(operand)).classes
                target.classes |= {float if each is float else int for each in _only(classes, _NUMBERS)}
            case ir.Binary(op, left, right):
                self.include(target, self.binary(op, self.atom(left), self.atom(right)))
            case ir.Slice():
                target.classes.add(slice)
            case ir.Item(container, key):
                self.include(target, self.item(self.atom(container), key))
            case ir.Display(kind, items):
                self.include(target, self.display(kind, items))
            case ir.DictDisplay(pairs):
                self.include(target, self.dict_display(pairs))
            case ir.Call(ir.Var(f), arguments) if f in self.callees:
                self.include(target, self.called(self.callees[f], [self.argument(a) for a in arguments]))
            case ir.MethodCall(ir.Var(receiver), method, arguments):
                self.include(target, self.method(self.of(receiver), method, [self.argument(a) for a in arguments]))
            case ir.Join() | ir.Format():
                target.classes.add(str)
            case _:
                raise Unknown

    def known(self, name: str, called: str) -> Any:
        """A builtin that the temporary holds, and nothing else."""
        value = self.value_of_global(called)
        if not name.startswith("%") or value is None or getattr(builtins, called, None) is not value:
            raise Unknown
        return value

    def argument(self, argument: ir.Argument) -> Cell:
        if isinstance(argument, ir.Star | ir.Keyword):
            raise Unknown
        if isinstance(argument, ir.Var) and argument.name in self.callees:
            raise Unknown
        return self.atom(argument)

    # ------------------------------------------------------------ values

    def display(self, kind: str, items: tuple[ir.Var | ir.Const | ir.Star, ...]) -> Cell:
        cells = [self.iterated(self.atom(i.value)) if isinstance(i, ir.Star) else self.atom(i) for i in items]
        if kind == "tuple" and cells and not any(isinstance(i, ir.Star) for i in items):
            places = tuple(Cell() for _ in cells)
            for place, cell in zip(places, cells, strict=True):
                self.include(place, cell)
            return Cell({tuple}, items=places)
        made = Cell({{"list": list, "tuple": tuple, "set": set}[kind]})
        for cell in cells:
            self.include(self.inside(made), cell)
        return made

    def dict_display(self, pairs: tuple[tuple[ir.Atom | None, ir.Atom], ...]) -> Cell:
        made = Cell({dict})
        for key, value in pairs:
            if key is None:
                raise Unknown
            self.put(made, self.atom(key), self.atom(value))
        return made

    def item(self, container: Cell, key: ir.Atom) -> Cell:
        container = root(container)
        classes, sliced = container.classes, slice in root(self.atom(key)).classes
        if classes <= {str}:
            return Cell(set(classes))
        if sliced and classes <= {list, tuple}:
            return Cell(set(classes), self.inside(container))
        if classes <= {range}:
            return Cell({int}) if not sliced else Cell({range}, Cell({int}))
        if not classes <= {list, tuple, dict} or sliced:
            raise Unknown
        place = key.value if isinstance(key, ir.Const) else None
        if container.items and type(place) is int and -len(container.items) <= place < len(container.items):
            return container.items[place]
        return self.inside(container)

    def binary(self, op: str, left: Cell, right: Cell) -> Cell:
        left, right = root(left), root(right)
        if op == "+=" and list in left.classes:
            if not left.classes <= {list}:
                raise Unknown
            self.include(self.inside(left), self.iterated(right))
            return left
        if op == "|=" and not left.classes | right.classes <= _WHOLE:
            raise Unknown
        asking = op in ALWAYS_BOOL or op in COMPARISONS
        if not left.classes | right.classes <= _SCALARS | _HOLDING | ({range, type} if asking else set()):
            raise Unknown
        if asking:
            return Cell({bool})
        made = Cell()
        for one, other in itertools.product(left.classes, right.classes):
            made.classes |= _computed(op.removesuffix("="), one, other)
        if not made.classes.isdisjoint(_HOLDING):
            for each in (left, right):
                if not each.classes.isdisjoint(_HOLDING):
                    self.join(self.inside(each), self.inside(made))
                    if dict in each.classes:
                        self.join(self.keys(each), self.keys(made))
        return made

    def called(self, function: Any, given: list[Cell]) -> Cell:
        first = root(given[0]) if given else Cell()
        if any(function is each for each in _GIVING):
            return Cell({next(cls for each, cls in _GIVING.items() if function is each)})
        if function is type and len(given) == 1:
            return Cell({type})
        if function is range:
            return Cell({range}, Cell({int}))
        if function in (list, tuple, set, sorted, reversed, iter) and len(given) <= 1:
            kind = {list: list, sorted: list, tuple: tuple, set: set}.get(function, _Iterator)
            return Cell({kind}, self.iterated(first) if given else None)
        if function is enumerate and given:
            return Cell({_Iterator}, Cell({tuple}, items=(Cell({int}), self.iterated(first))))
        if function is zip and given:
            return Cell({_Iterator}, Cell({tuple}, items=tuple(map(self.iterated, given))))
        if function in (min, max) and given:
            made = Cell()
            for each in given if len(given) > 1 else [self.iterated(first)]:
                self.include(made, each)
            return made
        if function is abs and len(given) == 1:
            return Cell({float if each is float else int for each in _only(first.classes, _NUMBERS)})
        if function is sum and len(given) == 1:
            return Cell({int, *(float for each in _only(self.iterated(first).classes, _NUMBERS) if each is float)})
        if isinstance(function, type) and issubclass(function, BaseException):
            return Cell({function})
        raise Unknown

    def method(self, receiver: Cell, method: str, given: list[Cell]) -> Cell:
        classes = root(receiver).classes
        if classes <= {str} and (found := _OF_TEXTS.get(method)) is not None:
            return Cell({found})
        if classes <= {list}:
            return self.of_list(receiver, method, given)
        if classes <= {dict}:
            return self.of_dict(receiver, method, given)
        if classes <= {set} and method in ("add", "discard", "remove") and len(given) == 1:
            if method == "add":
                self.include(self.inside(receiver), given[0])
            return Cell({type(None)})
        raise Unknown

    def of_list(self, receiver: Cell, method: str, given: list[Cell]) -> Cell:
        if method in ("append", "insert") and given:
            self.include(self.inside(receiver), given[-1])
        elif method == "extend" and len(given) == 1:
            self.include(self.inside(receiver), self.iterated(given[0]))
        elif method == "pop":
            return self.inside(receiver)
        elif method == "copy":
            return Cell({list}, self.inside(receiver))
        elif method in ("index", "count"):
            return Cell({int})
        elif method not in ("remove", "clear", "reverse", "sort"):
            raise Unknown
        return Cell({type(None)})

    def of_dict(self, receiver: Cell, method: str, given: list[Cell]) -> Cell:
        made = Cell()
        if method in ("get", "setdefault", "pop") and given:
            self.include(made, self.inside(receiver))
            if method == "setdefault":
                self.put(receiver, given[0], given[1] if len(given) > 1 else Cell({type(None)}))
            elif len(given) > 1:
                self.include(made, given[1])
            elif method == "get":
                made.classes.add(type(None))
            return made
        if method in ("keys", "values") and not given:
            return Cell({_Iterator}, self.keys(receiver) if method == "keys" else self.inside(receiver))
        if method == "items" and not given:
            return Cell({_Iterator}, Cell({tuple}, items=(self.keys(receiver), self.inside(receiver))))
        raise Unknown


class _Iterator:
    """Stands for iterators and views, of Python's own."""


_GIVING: Final[dict[Any, type]] = {
    len: int, int: int, ord: int, float: float, str: str, chr: str, repr: str, bool: bool, any: bool, all: bool,
    isinstance: bool,
}  # fmt: skip
_OF_TEXTS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("lower", "upper", "strip", "lstrip", "rstrip", "replace", "join", "title", "casefold"), str),
    **dict.fromkeys(("find", "rfind", "index", "rindex", "count"), int),
    **dict.fromkeys(("startswith", "endswith", "isdigit", "isdecimal", "isalpha", "isalnum", "isspace"), bool),
}
_OPEN: Final = (
    ir.Closure, ir.Native, ir.NativeStatement, ir.With, ir.Yield, ir.YieldFrom, ir.Await, ir.SetGlobal, ir.DelGlobal,
    ir.SetAttr, ir.DelAttr, ir.SuperCall, ir.Builtin, ir.Try,
)  # fmt: skip


def _only(classes: set[type], wanted: frozenset[type]) -> set[type]:
    if not classes <= wanted:
        raise Unknown
    return classes


def _computed(op: str, one: type, other: type) -> set[type]:
    """What an operator gives for objects of these classes, where it gives something."""
    if {one, other} <= _NUMBERS:
        if op in ("&", "|", "^"):
            return {bool} if one is other is bool else {int}
        if op == "/" or (float in (one, other) and op in ("+", "-", "*", "//", "%")):
            return {float}
        if op in ("+", "-", "*", "//", "%", "<<", ">>"):
            return {int}
        raise Unknown  # powers may be floats, or complex
    match op:
        case "+" if one is other and one in (str, list, tuple):
            return {one}
        case "*" if one in (str, list, tuple) and other in _WHOLE:
            return {one}
        case "*" if other in (str, list, tuple) and one in _WHOLE:
            return {other}
        case "%" if one is str:
            return {str}
        case "&" | "|" | "-" | "^" if one is other is set:
            return {set}
        case "|" if one is other is dict:
            return {dict}
        case "+" | "-" | "*" | "//" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>":
            return set()  # it fails
    raise Unknown
