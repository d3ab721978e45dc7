"""An entry of the table of operations, and what it may ask of the machine that runs it."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.records import dataclass
from clew.semantics.shadow import Concretized, Contents, Shadow, Tracked, simplified, term_of
from clew.verdict.assumptions import Assumption

LONG = 1024  # bits of an int, from which on it costs more the longer it is
BITS = 32  # that cost as much as an operation


class Machine(Protocol):
    """The executor, as an operation sees it.

    Everything an operation learns about the inputs goes through `decide`: a run is then determined by its decisions,
    and the negation of one leads to another run.
    """

    def decide(self, condition: Term, outcome: bool) -> bool:
        """Record that in this run `condition` has the value `outcome`, and return it.  Constants are not recorded."""

    def decide_failure(self, condition: Term, outcome: bool) -> bool:
        """Record a condition under which an exception is raised: one that nobody sees is not looked for."""

    def assume(self, condition: Term) -> None:
        """Record a fact that holds in every run along this path, never to be negated: the range of a fresh variable."""

    def charge(self, steps: int) -> None:
        """One operation was as much work as so many."""
        ...

    def round(self, visits: int) -> None:
        """A loop goes on, for the so-many-th time; the run ends here where that is too much."""
        ...

    def settle(self, value: Tracked) -> Tracked:
        """Decide a `Choice` (no change for other shadows)."""

    def contents(self, value: Any) -> Contents | None:
        """The contents kept for a mutable object; None where they do not depend on the inputs."""

    def watch(self, o: Any, names: Iterable[str], others: bool) -> None:
        """Callers may have set these attributes of an input, or changed what they hold."""

    def number_of(self, function: types.FunctionType) -> int | None:
        """Of a function of the project, among all; None for any other."""

    def keep(self, value: Any, contents: Contents) -> None:
        """Set the contents of a mutable object."""

    def elements(self, value: Any) -> list[Shadow]:
        """The element shadows of a list or the like, its length decided; a list's may be changed in place."""

    halfway: Any
    """What the model of an operation that is at work has done so far; see `fallback`."""

    def characters(self, value: Tracked) -> tuple[Term, ...] | None:
        """The code points of a str or bytes, its length decided; None where the shadow is Concretized."""

    def iterate(self, value: Tracked) -> Iterator[Tracked]:
        """Iterate over anything iterable, deciding at each step whether there is one more."""

    def resume(self, value: Tracked) -> Iterator[Tracked]:
        """What an iterator gives from now on, without asking it for another one."""

    def call(self, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
        """Call; functions of the project are stepped into."""

    def attr(self, o: Any, so: Shadow, name: str) -> tuple[Any, Shadow]:
        """`o.name`"""

    def set_attr(self, o: Any, so: Shadow, name: str, v: Any, sv: Shadow) -> None:
        """`o.name = v`"""

    def del_attr(self, o: Any, so: Shadow, name: str) -> None:
        """`del o.name`"""

    def truth(self, value: Tracked) -> bool:
        """The truth value, decided."""

    def binary(self, op: str, a: Tracked, b: Tracked) -> Tracked:
        """Any binary operator, special methods of user classes included."""

    def equal(self, a: Tracked, b: Tracked) -> Tracked:
        """`a is b or a == b`, as containers compare their elements: a bool, with a term where possible."""

    def less(self, a: Tracked, b: Tracked) -> Tracked:
        """`a < b`"""

    def stream(self, items: Iterator[Tracked], sized_by: Tracked | None = None) -> Tracked:
        """A real iterator over the values, whose items keep their shadows for `iterate`.

        sized_by: whom it asks for their number.
        """

    def lost(self, code: str, text: str) -> Concretized:
        """A Concretized at the current place."""

    def decide_lost(self, lost: Concretized, outcome: bool) -> bool:
        """A decision on something that was not followed."""

    def tells(self, error: Exception, operands: tuple[Tracked, ...]) -> None:
        """An operation on these operands raised it; what it says may depend on them."""

    def ends(self, error: Exception, kind: type[Exception]) -> bool:
        """Is the exception of the kind, as that which ends an iteration?  Where its class was lost, that is decided."""

    def suppose(self, assumption: Assumption) -> None:
        """Record an assumption this run leans on."""

    def approximate(self, code: str, text: str) -> None:
        """This run stands for fewer executions than its decisions say (UNDER): the path tree cannot be closed."""


@dataclass(frozen=True, slots=True)
class Raises:
    """The operation raises `exception` where `condition(*terms)` holds; the conditions are tried in order."""

    exception: str
    condition: Callable[..., Term]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation on operands of known types.

    Scalar operations give `term` (and `raises`): the proofs and the executor both read them; those without a `term`
    lose their result, and nothing of when they raise.  Structured ones
    (strings, containers) give `shadow`, which runs the operation on a machine and returns the result with its shadow;
    it must make every decision *before* it lets CPython raise.  `value` is what CPython computes.
    """

    name: str
    value: Callable[..., Any]
    term: Callable[..., Term] | None = None
    raises: tuple[Raises, ...] = ()
    shadow: Callable[..., Tracked] | None = None

    def run(self, machine: Machine, args: tuple[Tracked, ...], kwargs: dict[str, Tracked] | None = None) -> Tracked:
        """Compute value and shadow.  Raises whatever CPython raises, after deciding why."""
        try:
            if self.shadow is not None:
                return self.shadow(machine, *args, **(kwargs or {}))
            return self._scalar(machine, args)
        except Exception as error:
            if type(error) is not StopIteration:  # whose value has a shadow of its own
                machine.tells(error, (*args, *(kwargs or {}).values()))
            raise

    def _scalar(self, machine: Machine, args: tuple[Tracked, ...]) -> Tracked:
        values = [a.value for a in args]
        if all(a.shadow is None for a in args):
            return Tracked(self.value(*values), None)
        terms = []
        for arg in args:
            term = term_of(arg.value, arg.shadow)
            if term is None:
                lost = arg.shadow if isinstance(arg.shadow, Concretized) else None
                lost = lost or machine.lost("unmodelled-operation", f"{self.name} on this operand")
                if self.raises:
                    machine.approximate(lost.code, f"{self.name} on a value that was not followed may raise")
                return Tracked(self.value(*values), lost)
            terms.append(term)
        for reason in self.raises:
            condition = reason.condition(*terms)
            if not t.is_const(condition):
                try:
                    self.value(*values)
                    raised = False
                except Exception as error:
                    raised = type(error).__name__ == reason.exception
                if machine.decide(condition, raised):
                    break
        result = self.value(*values)
        if type(result) is int and result.bit_length() > LONG:
            machine.charge(result.bit_length() // BITS)
        if self.term is None:
            return Tracked(result, machine.lost("unmodelled-operation", f"`{self.name}`"))
        return Tracked(result, simplified(self.term(*terms)))
