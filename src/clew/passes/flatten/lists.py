"""Lists: their lengths and items, what changes them, and new ones.

A list is a cell, three or fewer variables of the block form (`values.Listed`).  Names of one list share its cell, so
that a change by one name is seen by the others; which names do is known while the function is flattened.  Where it
would have to be decided by a run (`a = xs if c else ys`), the value is no longer known.

Whether parameters are one object is decided at the entry (`function.py`).  Cells are made by a visit of an expression,
and what a loop assigns is not known at its header, so no name still has the cell of an earlier round.

An index is compared with the length as CPython does, negative ones too; one beyond CPython's own index type is beyond
every length as well, and raises the same exception.
"""

from __future__ import annotations

from typing import Final

from clew.ir import tree
from clew.ir.blocks import FALSE, TRUE, Assign, Assume, Binary, Conditional, Expr, Literal, Name, Select, Store
from clew.passes.flatten.calls import Calls
from clew.passes.flatten.graph import End, Graph, NotInSubset
from clew.passes.flatten.operations import Findings
from clew.passes.flatten.values import (
    ANY,
    EXPRESSIONS,
    NONE,
    Globals,
    Items,
    Listed,
    Method,
    Value,
    Walk,
    as_int,
    binary,
    integer,
    is_bit,
    is_condition,
)
from clew.source.spans import Span

RESULT_LIST: Final = "result$"
"""The cell of a list that a procedure returns."""

METHODS: Final = frozenset(
    ("append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort")
)


class Lists(Calls):
    """Operations on lists of one function being flattened."""

    def __init__(self, graph: Graph, globals: Globals, careful: bool, found: Findings, resizes: bool) -> None:
        """resizes: lists may get longer or shorter."""
        super().__init__(graph, globals, careful, found)
        self.resizes = resizes
        self.naturals: set[str] = set()  # variables of generator expressions
        self.sites: dict[str, Span] = {}  # of cells that displays made

    # ------------------------------------------------------------ right-hand sides

    def value(self, end: End, value: tree.Value, span: Span) -> tuple[End, Value] | None:
        match value:
            case tree.Item(object, key):
                return self.item(end, object, key, span)
            case tree.Attr(object, name):
                known = self.listed(end, object, span, f".{name}")
                return None if known is None else (known[0], Method(known[1], name))
            case tree.MethodCall(object, name, arguments, bound):
                known = self.receiver(end, object, bound, name, span)
                return None if known is None else self.method(known[0], known[1], name, arguments, span)
            case tree.Display("list", items):
                return self.display(end, items, span)
            case tree.Unary("not", operand):
                found = self.atom(end, operand, span)
                if found is not None and isinstance(found[1], Listed):
                    return found[0], binary("==", self.length(found[0], found[1], span), integer(0))
        return super().value(end, value, span)

    def truth(self, value: Value, span: Span) -> Expr:
        if isinstance(value, Listed):
            return binary("!=", value.length, integer(0))
        return super().truth(value, span)

    def identity(self, op: str, a: Value, b: Value, span: Span) -> Expr:
        if NONE in (a, b) and (isinstance(a, Listed) or isinstance(b, Listed)):
            return TRUE if op == "is-not" else FALSE
        return super().identity(op, a, b, span)

    def builtin(self, end: End, name: str, arguments: list[Value], span: Span) -> tuple[End, Value] | None:
        match name, arguments:
            case "len", [Listed() as listed]:
                return end, self.length(end, listed, span)
            case "len", [Items(items)]:
                return end, integer(len(items))
            case "enumerate", [Listed() as listed]:
                return end, Walk((listed,), start=integer(0))
            case "enumerate", [Listed() as listed, start]:
                return end, Walk((listed,), start=as_int(self.number(start, span, "enumerate()")))
            case "reversed", [Listed() as listed]:
                return end, Walk((listed,), backwards=True)
            case "zip", [Listed(), *_] if all(isinstance(each, Listed) for each in arguments):
                return end, Walk(tuple(each for each in arguments if isinstance(each, Listed)), zipped=True)
            case "list", []:
                return end, self.fresh_list(end, [], span)
            case "list", [Listed() as listed] if listed.element != "list":
                return end, self.copied(end, listed, span)
        return super().builtin(end, name, arguments, span)

    # ------------------------------------------------------------ reading

    def length(self, end: End, listed: Listed, span: Span) -> Expr:
        """As it is now."""
        return self.graph.copy(end, listed.length, span) if self.resizes else listed.length

    def listed(self, end: End, atom: tree.Atom, span: Span, what: str) -> tuple[End, Listed] | None:
        found = self.atom(end, atom, span)
        if found is None:
            return None
        if not isinstance(found[1], Listed):
            raise NotInSubset(f"{what} of something that is not known to be a list", span)
        return found[0], found[1]

    def item(self, end: End, object: tree.Atom, key: tree.Atom, span: Span) -> tuple[End, Value] | None:
        found = self.atom(end, object, span)
        if found is not None and isinstance(found[1], Items) and isinstance(key, tree.Const):
            return found[0], self.component(found[1], key.value, span)
        known = self.listed(end, object, span, "an item")
        index = known and self.numbers(known[0], (key,), span, "an index")
        place = known and index and self.place(index[0], known[1], as_int(index[1][0]), span)
        if known is None or place is None:
            return None
        return place[0], self.read(place[0], known[1], place[1], span)

    def component(self, items: Items, key: object, span: Span) -> Value:
        if not isinstance(key, int) or not -len(items.items) <= key < len(items.items):
            raise NotInSubset("an item of a tuple that has none there", span)
        return items.items[key]

    def place(self, end: End, listed: Listed, index: Expr, span: Span) -> tuple[End, Expr] | None:
        """The index counted from the start, where there is an item."""
        length = listed.length
        if isinstance(index, Literal):
            value = int(index.value)
            least, place = (value, index) if value >= 0 else (-value - 1, binary("+", length, index))
            goes = self.raise_if(end, binary("<=", length, integer(least)), "IndexError", span)
            return None if goes is None else (goes, place)
        natural = self.is_natural(index)
        if not isinstance(index, Name):
            index = self.graph.copy(end, index, span)
        if natural:
            goes = self.raise_if(end, binary(">=", index, length), "IndexError", span)
            return None if goes is None else (goes, index)
        below = binary("<", binary("+", index, length), integer(0))
        goes = self.raise_if(end, Binary("||", binary(">=", index, length), below), "IndexError", span)
        place = Conditional(binary("<", index, integer(0)), binary("+", index, length), index)
        return None if goes is None else (goes, place)

    def is_natural(self, index: Expr) -> bool:
        """Is the int never negative?  What is said of all items is then said of plain indexes, as provers like them."""
        match index:
            case Literal(value):
                return value >= 0
            case Name(name):
                return name in self.naturals
            case Binary("+", left, right):
                return self.is_natural(left) and self.is_natural(right)
        return False

    def read(self, end: End, listed: Listed, place: Expr, span: Span) -> Value:
        """The item there, in variables of its own."""
        match listed.element:
            case "any":
                return ANY
            case "list":
                row = Listed(self.graph.fresh("row").name, "int", True)
                end.emit(Assign(row.length, Select(listed.lengths, place), span))
                end.emit(Assume(binary(">=", row.length, integer(0)), span))
                end.emit(Assign(row.items, Select(listed.items, place), span))
                return row
        item = self.graph.fresh("item")
        end.emit(Assign(item, Select(listed.items, place), span))
        if listed.element == "bool":
            end.emit(Assume(is_bit(item), span))
        return item

    # ------------------------------------------------------------ changing

    def set_item(self, s: tree.SetItem, end: End) -> End | None:
        found = self.listed(end, s.object, s.span, "assignment to an item")
        value = found and self.atom(found[0], s.value, s.span)
        index = value and self.numbers(value[0], (s.key,), s.span, "an index")
        place = found and index and self.place(index[0], found[1], as_int(index[1][0]), s.span)
        if found is None or value is None or place is None:
            return None
        self.changeable(found[1], s.span, resizes=False)
        self.put(place[0], found[1], place[1], value[1], s.span)
        return place[0]

    def put(self, end: End, listed: Listed, place: Expr, value: Value, span: Span) -> None:
        if listed.element == "any":
            return
        if not isinstance(value, EXPRESSIONS):
            if listed.cell not in self.sites:
                raise NotInSubset("something else than an int in a list of ints", span)
            self.opaque.add(self.sites[listed.cell])
            return
        if listed.element == "bool" and not (is_condition(value) or value in (integer(0), integer(1))):
            raise NotInSubset("something else than a bool in a list of bools", span)
        end.emit(Assign(listed.items, Store(listed.items, place, as_int(value)), span))

    def receiver(
        self, end: End, object: tree.Atom, bound: tree.Var | None, name: str, span: Span
    ) -> tuple[End, Listed] | None:
        """The list whose method is called, which may have been looked up before."""
        if bound is None:
            return self.listed(end, object, span, f".{name}()")
        found = self.atom(end, bound, span)
        if found is None:
            return None
        assert isinstance(found[1], Method)
        return found[0], found[1].listed

    def method(
        self, end: End, listed: Listed, name: str, arguments: tuple[tree.Argument, ...], span: Span
    ) -> tuple[End, Value] | None:
        if name != "copy":
            self.changeable(listed, span)
        match name, arguments:
            case "append", (tree.Var() | tree.Const() as item,):
                given = self.atom(end, item, span)
                if given is None:
                    return None
                self.put(given[0], listed, listed.length, given[1], span)
                given[0].emit(Assign(listed.length, binary("+", listed.length, integer(1)), span))
                return given[0], NONE
            case "pop", ():
                goes = self.raise_if(end, binary("==", listed.length, integer(0)), "IndexError", span)
                if goes is None:
                    return None
                goes.emit(Assign(listed.length, binary("-", listed.length, integer(1)), span))
                return goes, self.read(goes, listed, listed.length, span)
            case "clear", ():
                end.emit(Assign(listed.length, integer(0), span))
                return end, NONE
            case "copy", () if listed.element != "list":
                return end, self.copied(end, listed, span)
        raise NotInSubset(f".{name}() with these arguments", span)

    # ------------------------------------------------------------ new lists

    def display(
        self, end: End, items: tuple[tree.Var | tree.Const | tree.Star, ...], span: Span
    ) -> tuple[End, Value] | None:
        found = self.atoms(end, items, span)
        return None if found is None else (found[0], self.fresh_list(*found, span))

    def fresh_list(self, end: End, values: list[Value], span: Span) -> Listed:
        ints = span not in self.found.opaque and all(isinstance(value, EXPRESSIONS) for value in values)
        listed = Listed(self.graph.fresh("list").name, "int" if ints else "any")
        self.sites[listed.cell] = span
        for number, value in enumerate(values):
            self.put(end, listed, integer(number), value, span)
        end.emit(Assign(listed.length, integer(len(values)), span))
        return listed

    def copied(self, end: End, listed: Listed, span: Span) -> Listed:
        """A new list of the same items."""
        copy = Listed(self.graph.fresh("list").name, listed.element)
        for mine, theirs in zip(copy.variables, listed.variables, strict=True):
            end.emit(Assign(mine, theirs, span))
        return copy

    def give_list(self, end: End, listed: Listed, span: Span) -> None:
        """The function returns it."""
        if listed.element != "list":
            for mine, theirs in zip(Listed(RESULT_LIST, listed.element).variables, listed.variables, strict=True):
                end.emit(Assign(mine, theirs, span))

    # ------------------------------------------------------------ going through them

    def more(self, walk: Walk, counter: Name) -> Expr:
        """Is there an item where the walk is now?"""
        there = [binary("<", counter, listed.length) for listed in walk.lists]
        if walk.backwards:
            there.append(binary(">=", counter, integer(0)))
        found = there[0]
        for each in there[1:]:
            found = Binary("&&", found, each)
        return found

    def items_at(self, end: End, walk: Walk, counter: Name, span: Span) -> Value:
        items = tuple(self.read(end, listed, counter, span) for listed in walk.lists)
        if walk.zipped:
            return Items(items)
        if walk.start is not None:
            return Items((binary("+", walk.start, counter), items[0]))
        return items[0]
