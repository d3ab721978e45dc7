"""Operations on lists of whose result only the length is known, or a range: sums, slices, sorted lists, insertions.

They have more executions than CPython's, an OVER approximation: what the result holds is anything.  A program with one
is not *exact*, and gives proofs but no inputs.
"""

from __future__ import annotations

import sys
from typing import Final

from clew.ir import tree
from clew.ir.blocks import FALSE, TRUE, Assign, Assume, Binary, Conditional, Expr, Havoc, Literal, Name
from clew.ir.operators import COMPARISONS, ORDER
from clew.passes.flatten.graph import End, NotInSubset
from clew.passes.flatten.lists import Lists
from clew.passes.flatten.values import (
    EXPRESSIONS,
    NONE,
    Listed,
    Range,
    Sliced,
    Value,
    as_int,
    binary,
    integer,
    is_bit,
    negated,
)
from clew.source.spans import Span

ORDERED: Final = ("int", "bool")  # elements that are compared and added without calling anything
FOLDS: Final = ("all", "any", "max", "min", "sorted", "sum", "tuple")


class Approximate(Lists):
    """What lists hold afterwards is forgotten."""

    def unknown(self, end: End, span: Span) -> Name:
        """Any int."""
        self.exact = False
        name = self.graph.fresh("unknown")
        end.emit(Havoc(name, span))
        return name

    def between(self, end: End, low: Expr, high: Expr, span: Span) -> Name:
        name = self.unknown(end, span)
        end.emit(Assume(Binary("&&", binary("<=", low, name), binary("<=", name, high)), span))
        return name

    def decided(self, end: End, never: Expr, always: Expr, span: Span) -> Expr:
        """A truth that is not known, but for where it never or always holds."""
        bit = self.unknown(end, span)
        holds = binary("==", bit, integer(1))
        end.emit(Assume(is_bit(bit), span))
        if never != FALSE:
            end.emit(Assume(Binary("||", negated(never), negated(holds)), span))
        if always != FALSE:
            end.emit(Assume(Binary("||", negated(always), holds), span))
        return holds

    def scrambled(self, end: End, listed: Listed, span: Span) -> None:
        """The list holds anything from here on."""
        self.exact = False
        for name in listed.variables[1:]:
            end.emit(Havoc(name, span))

    def made(self, end: End, element: str, length: Expr, fixed: bool, span: Span) -> Listed:
        listed = Listed(self.graph.fresh("list").name, element, fixed)
        self.scrambled(end, listed, span)
        end.emit(Assign(listed.length, length, span))
        return listed

    # ------------------------------------------------------------ operators

    def operation(self, end: End, op: str, a: Value, b: Value, span: Span) -> tuple[End, Value] | None:
        match op, a, b:
            case (("in" | "not-in"), _, Listed(element=element)) if element in ORDERED and isinstance(a, EXPRESSIONS):
                found = self.decided(end, binary("==", b.length, integer(0)), FALSE, span)
                return end, found if op == "in" else negated(found)
            case _, Listed(), Listed() if op in COMPARISONS:
                return end, self.compared(end, op, a, b, span)
            case (("+" | "+="), Listed(), Listed()) if a.element != "list" and b.element != "list":
                return end, self.joined(end, op, a, b, span)
            case (("*" | "*="), Listed(element=element), _) if element != "list" and isinstance(b, EXPRESSIONS):
                return self.repeated(end, op, a, as_int(b), span)
            case "*", _, Listed(element=element) if element != "list" and isinstance(a, EXPRESSIONS):
                return self.repeated(end, op, b, as_int(a), span)
        return super().operation(end, op, a, b, span)

    def compared(self, end: End, op: str, a: Listed, b: Listed, span: Span) -> Expr:
        if not (a.element in ORDERED and b.element in ORDERED and a.fixed == b.fixed):
            raise NotInSubset(f"`{op}` of lists that may hold anything", span)
        if op in ORDER:
            return self.decided(end, FALSE, FALSE, span)
        if a.cell == b.cell:
            return TRUE if op == "==" else FALSE
        empty = Binary("&&", binary("==", a.length, integer(0)), binary("==", b.length, integer(0)))
        same = self.decided(end, binary("!=", a.length, b.length), empty, span)
        return same if op == "==" else negated(same)

    def joined(self, end: End, op: str, a: Listed, b: Listed, span: Span) -> Listed:
        length = binary("+", a.length, b.length)
        if op == "+=" and not a.fixed:
            self.extend(end, a, b, span)
            return a
        if a.fixed != b.fixed:
            raise NotInSubset("`+` of a list and a tuple", span)
        element = a.element if a.element == b.element else "int" if "any" not in (a.element, b.element) else "any"
        return self.made(end, element, length, a.fixed, span)

    def extend(self, end: End, listed: Listed, other: Listed, span: Span) -> None:
        self.changeable(listed, span)
        self.holds(listed, other.element, span)
        end.emit(Assign(listed.length, binary("+", listed.length, other.length), span))
        self.scrambled(end, listed, span)

    def holds(self, listed: Listed, element: str, span: Span) -> None:
        """May the list hold items of this kind as well?"""
        if listed.element in ("any", element) or (listed.element, element) == ("int", "bool"):
            return
        if listed.cell not in self.sites or listed.element != "int":
            raise NotInSubset("something else than an int in a list of ints", span)
        self.opaque.add(self.sites[listed.cell])

    def repeated(self, end: End, op: str, listed: Listed, times: Expr, span: Span) -> tuple[End, Value] | None:
        goes = self.fitting(end, times, span)
        if goes is None:
            return None
        end, times = goes
        none = binary("<=", times, integer(0))
        # A list of one item is the usual case, and the others are no linear arithmetic.
        length: Expr = Binary("*", times, listed.length)
        length = Conditional(binary("==", listed.length, integer(1)), times, length, span)
        length = Conditional(none, integer(0), length, span)
        if op == "*=" and not listed.fixed:
            self.changeable(listed, span)
            end.emit(Assign(listed.length, length, span))
            self.scrambled(end, listed, span)
            return end, listed
        return end, self.made(end, listed.element, length, listed.fixed, span)

    def fitting(self, end: End, index: Expr, span: Span) -> tuple[End, Expr] | None:
        """An int that CPython's index type holds; others are an OverflowError."""
        if not isinstance(index, Name | Literal):
            index = self.graph.copy(end, index, span)
        high = binary(">", index, integer(sys.maxsize))
        low = binary("<", index, integer(-sys.maxsize - 1))
        outside = high if high == TRUE else low if FALSE in (high, low) else Binary("||", high, low)
        goes = self.raise_if(end, outside, "OverflowError", span)
        return None if goes is None else (goes, index)

    # ------------------------------------------------------------ slices

    def value(self, end: End, value: tree.Value, span: Span) -> tuple[End, Value] | None:
        if not isinstance(value, tree.Slice):
            return super().value(end, value, span)
        parts: list[Expr | None] = []
        for atom in (value.lower, value.upper, value.step):
            found = self.atom(end, atom, span)
            if found is None:
                return None
            end = found[0]
            parts.append(None if found[1] == NONE else as_int(self.number(found[1], span, "a slice")))
        return end, Sliced(*parts)

    def item(self, end: End, object: tree.Atom, key: tree.Atom, span: Span) -> tuple[End, Value] | None:
        if isinstance(key, tree.Var) and isinstance(part := end.known.get(self.local(key.name)), Sliced):
            found = self.listed(end, object, span, "a slice")
            return None if found is None else self.slice(found[0], found[1], part, span)
        return super().item(end, object, key, span)

    def slice(self, end: End, listed: Listed, part: Sliced, span: Span) -> tuple[End, Value] | None:
        if listed.element == "list":
            raise NotInSubset("a slice of a list of lists", span)
        if part.step is not None and part.step != integer(1):
            goes = self.raise_if(end, binary("==", part.step, integer(0)), "ValueError", span)
            if goes is None:
                return None
            length: Expr = self.between(goes, integer(0), listed.length, span)
            if part.step == integer(-1) and part.lower is part.upper is None:
                length = listed.length
            return goes, self.made(goes, listed.element, length, listed.fixed, span)
        low = self.clamped(end, part.lower, integer(0), listed, span)
        high = self.clamped(end, part.upper, listed.length, listed, span)
        length = Conditional(binary("<", low, high), binary("-", high, low), integer(0), span)
        return end, self.made(end, listed.element, length, listed.fixed, span)

    def clamped(self, end: End, bound: Expr | None, default: Expr, listed: Listed, span: Span) -> Expr:
        """A bound of a slice, counted from the start, between 0 and the length."""
        if bound is None:
            return default
        if not isinstance(bound, Name | Literal):
            bound = self.graph.copy(end, bound, span)
        back = binary("+", bound, listed.length)
        under = Conditional(binary("<", back, integer(0)), integer(0), back, span)
        over = Conditional(binary("<", listed.length, bound), listed.length, bound, span)
        if isinstance(bound, Literal):
            return self.graph.copy(end, under if int(bound.value) < 0 else over, span)
        return self.graph.copy(end, Conditional(binary("<", bound, integer(0)), under, over, span), span)

    # ------------------------------------------------------------ builtins

    def builtin(self, end: End, name: str, arguments: list[Value], span: Span) -> tuple[End, Value] | None:
        match name, arguments:
            case "list", [Range(start, stop, Literal(1))]:
                length = Conditional(binary("<", start, stop), binary("-", stop, start), integer(0), span)
                fits = self.fitting(end, length, span)
                return None if fits is None else (fits[0], self.made(fits[0], "int", fits[1], False, span))
            case _, [Listed() as listed] if name in FOLDS and listed.element in ORDERED:
                return self.folded(end, name, listed, span)
            case "sum", [Listed() as listed, start] if listed.element in ORDERED and isinstance(start, EXPRESSIONS):
                return end, self.unknown(end, span)
        return super().builtin(end, name, arguments, span)

    def folded(self, end: End, name: str, listed: Listed, span: Span) -> tuple[End, Value] | None:
        empty = binary("==", listed.length, integer(0))
        match name:
            case "min" | "max":
                goes = self.raise_if(end, empty, "ValueError", span)
                return None if goes is None else (goes, self.unknown(goes, span))
            case "sum":
                total = self.unknown(end, span)
                end.emit(Assume(Binary("||", negated(empty), binary("==", total, integer(0))), span))
                return end, total
            case "any":
                return end, self.decided(end, empty, FALSE, span)
            case "all":
                return end, self.decided(end, FALSE, empty, span)
        return end, self.made(end, listed.element, listed.length, name == "tuple", span)

    # ------------------------------------------------------------ methods

    def method(
        self, end: End, listed: Listed, name: str, arguments: tuple[tree.Argument, ...], span: Span
    ) -> tuple[End, Value] | None:
        values: list[Value] = []
        for argument in arguments:
            if not isinstance(argument, tree.Var | tree.Const):
                raise NotInSubset(f".{name}() with these arguments", span)
            found = self.atom(end, argument, span)
            if found is None:
                return None
            end = found[0]
            values.append(found[1])
        match name, values:
            case (("sort" | "reverse"), []) if name == "reverse" or listed.element in ORDERED:
                self.changeable(listed, span)
                self.scrambled(end, listed, span)
                return end, NONE
            case "extend", [Listed() as other] if other.element != "list":
                self.extend(end, listed, other, span)
                return end, NONE
            case "insert", [index, item] if isinstance(index, EXPRESSIONS):
                return self.insert(end, listed, as_int(index), item, span)
            case "pop", [index] if isinstance(index, EXPRESSIONS):
                return self.pop_at(end, listed, as_int(index), span)
            case (("remove" | "index" | "count"), [item]) if listed.element in ORDERED and isinstance(
                item, EXPRESSIONS
            ):
                return self.looked_for(end, listed, name, span)
        return super().method(end, listed, name, arguments, span)

    def insert(self, end: End, listed: Listed, index: Expr, item: Value, span: Span) -> tuple[End, Value] | None:
        fits = self.fitting(end, index, span)
        if fits is None:
            return None
        self.changeable(listed, span)
        self.put(fits[0], listed, listed.length, item, span)
        fits[0].emit(Assign(listed.length, binary("+", listed.length, integer(1)), span))
        self.scrambled(fits[0], listed, span)
        return fits[0], NONE

    def pop_at(self, end: End, listed: Listed, index: Expr, span: Span) -> tuple[End, Value] | None:
        fits = self.fitting(end, index, span)
        place = fits and self.place(fits[0], listed, fits[1], span)
        if place is None:
            return None
        item = self.read(place[0], listed, place[1], span)
        self.taken_out(place[0], listed, span)
        return place[0], item

    def taken_out(self, end: End, listed: Listed, span: Span) -> None:
        self.changeable(listed, span)
        end.emit(Assign(listed.length, binary("-", listed.length, integer(1)), span))
        self.scrambled(end, listed, span)

    def looked_for(self, end: End, listed: Listed, name: str, span: Span) -> tuple[End, Value] | None:
        if name == "count":
            return end, self.between(end, integer(0), listed.length, span)
        missing = self.decided(end, FALSE, binary("==", listed.length, integer(0)), span)
        goes = self.raise_if(end, missing, "ValueError", span)
        if goes is None:
            return None
        if name == "index":
            return goes, self.between(goes, integer(0), binary("-", listed.length, integer(1)), span)
        self.taken_out(goes, listed, span)
        return goes, NONE

    def delete_item(self, s: tree.DelItem, end: End) -> End | None:
        found = self.listed(end, s.object, s.span, "`del` of an item")
        index = found and self.numbers(found[0], (s.key,), s.span, "an index")
        place = found and index and self.place(index[0], found[1], as_int(index[1][0]), s.span)
        if found is None or place is None:
            return None
        self.taken_out(place[0], found[1], s.span)
        return place[0]
