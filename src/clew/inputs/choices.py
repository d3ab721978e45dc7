"""The variables behind an input: numbers and choices, with the values that an assignment gives them.

Facts about ranges go to `machine.assume`.  A fact that excludes inputs which exist (a bound on lengths, a closed list
of candidates) is also a `Cut`: a proof that leaned on it holds only within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Protocol, TypeAlias

from clew.inputs.signatures import Catalogue
from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.deepening import Size
from clew.search.request import Bounds
from clew.semantics.operation import Machine

Scalar: TypeAlias = int | bool | float
Assignment: TypeAlias = Mapping[str, Any]

GROWING = ("len", "text", "method-calls")  # the bounds that are on one variable


@dataclass(frozen=True, slots=True)
class Cut:
    """`fact` excludes inputs.  bound: `len`, `text`, `depth`, `method-calls` or `types` (a guess); limit: its value.
    stated: an annotation names an abstract class, of which some subclasses are tried.
    """

    bound: str
    limit: int
    variable: str
    fact: Term
    text: str
    stated: bool = False


class InputMachine(Machine, Protocol):
    """A machine that is told what stands for other values of its annotation (`inputs.inhabitants`)."""

    def stands_for(self, name: str, base: type) -> None:
        """The variable stands for all values of an annotation that names the class."""

    def ran_out(self, exception: BaseException) -> None:
        """What was built raised it; with more memory, digits or room for calls it might have been built."""

    def guess(self, name: str) -> None:
        """The type of the input of this name is a guess."""

    def named(self, value: Any, name: str) -> None:
        """The object is the input of this name, or part of one; "": it was made in this run."""

    def holds(self, value: Any, name: str, base: type, keys: frozenset[str] | None = None) -> None:
        """And so does this object, an input or a part of one.  keys: those declared, of a `TypedDict`."""


@dataclass(slots=True)
class Choices:
    """Afterwards `values` holds the value of every variable, `cuts` the cuts, `sizes` the variables that say how large
    the input is, `likely` the most likely values of guesses.
    """

    machine: InputMachine
    catalogue: Catalogue
    bounds: Bounds
    assignment: Assignment
    values: dict[str, Scalar] = field(default_factory=dict)
    cuts: list[Cut] = field(default_factory=list)
    sizes: dict[str, Size] = field(default_factory=dict)
    likely: dict[str, int] = field(default_factory=dict)

    def scalar(self, name: str, default: Scalar) -> Scalar:
        value = self.assigned(name, default)
        self.values[name] = value
        return value

    def assigned(self, name: str, default: Scalar) -> Scalar:
        """In the sort of the default: an assignment may have been made for other shapes of the same arguments."""
        value = self.assignment.get(name, default)
        try:
            return value if type(value) is type(default) else type(default)(value)
        except (ValueError, OverflowError):
            return default

    def ranged(self, name: str, low: int, high: int, default: int) -> tuple[int, Term]:
        """An Int variable known to be in a range."""
        value = min(max(int(self.assigned(name, default)), low), high)
        self.values[name] = value
        return value, t.var(name, INT)

    def choose(self, name: str, count: int, default: int = 0) -> tuple[int, Term]:
        kind, term = self.ranged(name, 0, count - 1, min(default, count - 1))
        self.machine.assume(t.in_ranges(term, ((0, count - 1),)))
        return kind, term

    def cut(self, bound: str, limit: int, name: str, fact: Term, text: str, stated: bool = False) -> None:
        self.machine.assume(fact)
        self.cuts.append(Cut(bound, limit, name, fact, text, stated))
        if bound == "types" and not name.endswith("?class"):  # subclasses are no guess
            self.machine.guess(name.partition("?")[0])
        if bound in GROWING:
            self.sizes[name] = Size(bound, t.var(name, INT))

    def choose_candidate(
        self, name: str, count: int, text: str, default: int = 0, stated: bool = False
    ) -> tuple[int, Term]:
        """A choice from a list that is not known to be complete."""
        kind, term = self.ranged(name, 0, count - 1, min(default, count - 1))
        self.likely[name] = min(default, count - 1)
        self.machine.assume(t.ge(term, t.ZERO))
        self.cut("types", count, name, t.le(term, t.integer(count - 1)), text, stated)
        return kind, term

    def length(self, name: str, limit: int, bound: str, default: int = 0) -> tuple[int, Term]:
        count, term = self.ranged(f"{name}#len", 0, max(limit, 0), default)
        self.machine.assume(t.ge(term, t.ZERO))
        fact = t.le(term, t.integer(limit))
        if bound == "len" and limit == 0 < self.bounds.length:  # elements would be nested too deeply
            self.cut("depth", self.bounds.depth, f"{name}#len", fact, f"{name} is not nested more deeply")
        else:
            self.cut(bound, limit, f"{name}#len", fact, f"no more than {limit} elements in {name}")
        return count, term

    def decide(self, term: Term, value: int) -> None:
        self.machine.decide(t.eq(term, t.integer(value)), True)

    def ungive(self, name: str) -> None:
        """Leave the input open again."""
        kept = {v: x for v, x in self.assignment.items() if not _below(v, name)}
        self.assignment = kept

    def given(self, name: str) -> bool:
        """Whether the assignment says anything of the input."""
        return name in self.assignment or any(_below(v, name) for v in self.assignment)


def _below(variable: str, name: str) -> bool:
    """Does the variable belong to the input of that name?"""
    return variable == name or (variable.startswith(name) and variable[len(name)] in "#?[:.")
