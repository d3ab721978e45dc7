"""Other ways to drive what waits for its caller than using it up: it is closed, or an exception is thrown into it, or
what it was given is changed, after so many items.

These runs only find tests: that nothing else can happen where a function waits is never concluded from them.
"""

from __future__ import annotations

import builtins
import contextlib
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from clew.concolic.building import Builder
from clew.inputs.class_names import class_name, name_of
from clew.inputs.interface import changes_of
from clew.inputs.outside import changes_of_value
from clew.inputs.recipes import Act, Case, Made, Name, Recipe, Shared
from clew.inputs.shapes import Shape
from clew.inputs.signatures import Catalogue, Change
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.semantics.shadow import Tracked

MOST_WAITS: Final = 3  # items drawn before something else is done
MOST_ACTS: Final = 10
RESUMED: Final = 4  # how often it is resumed after that
_ANY_ERROR: Final = (ValueError, KeyboardInterrupt)


@dataclass(frozen=True, slots=True)
class Target:
    """An argument that may be changed.  place: in the case, `None` for the receiver; name: of the test's variable."""

    place: int | str | None
    name: str
    value: Tracked
    shape: Shape | None


def thrown_classes(function: ir.Function, variables: Mapping[str, Any]) -> list[type[BaseException]]:
    """Exceptions to throw into a function: what its `except` clauses name, and others; all without arguments."""
    found: dict[type[BaseException], None] = {}
    for handler in (n for n in nodes(function.body) if isinstance(n, ir.Handler)):
        found.update(dict.fromkeys(_named(handler, variables)))
    found.update(dict.fromkeys(_ANY_ERROR))
    return [cls for cls in found if cls is not GeneratorExit and _plainly_made(cls)]


def _named(handler: ir.Handler, variables: Mapping[str, Any]) -> Iterator[type[BaseException]]:
    known: dict[str, Any] = {}
    for statement in handler.test:
        match statement:
            case ir.Assign(target, ir.Global(name)):
                known[target.name] = variables.get(name, getattr(builtins, name, None))
            case ir.Assign(target, ir.Attr(ir.Var(o), name)):
                known[target.name] = getattr(known.get(o), name, None)
            case ir.Assign(target, ir.Display("tuple", items)):
                known[target.name] = tuple(known.get(i.name) for i in items if isinstance(i, ir.Var))
    wanted = known.get(handler.type.name) if isinstance(handler.type, ir.Var) else None
    for cls in wanted if isinstance(wanted, tuple) else (wanted,):
        if isinstance(cls, type) and issubclass(cls, BaseException):
            yield cls


def _plainly_made(cls: type[BaseException]) -> bool:
    try:
        return type(cls()) is cls and name_of(cls) is not None
    except Exception:
        return False


@dataclass(slots=True)
class Consumer:
    """Drives `value`, which the case has given.  tell: called with the case before each act, which may raise; waits:
    called whenever it waits again.
    """

    builder: Builder
    catalogue: Catalogue
    case: Case
    value: Any
    tell: Callable[[Case], None]
    waits: Callable[[Any], None]

    def go(self, targets: list[Target], thrown: list[type[BaseException]]) -> bool:
        """False where it is to be driven as usual."""
        count, term = self.builder.choose("consumer?waits", MOST_WAITS + 1)
        self.builder.decide(term, count)
        if count == 0:
            return False
        for _ in range(count):
            if not self.resumed():
                return True
        choices = self.choices(targets, thrown)
        which, term = self.builder.choose("consumer?act", len(choices))
        self.builder.decide(term, which)
        choice = choices[which]
        if isinstance(choice, type):
            self.throw(choice)
        elif choice is not None:
            self.change(*choice)
        else:
            self.act(Act("close"), self.value.close)
            return True
        if isinstance(self.value, contextlib._GeneratorContextManager):
            if not isinstance(choice, type):
                self.act(Act("leave"), lambda: self.value.__exit__(None, None, None))
            return True
        self.finish()
        return True

    def choices(
        self, targets: list[Target], thrown: list[type[BaseException]]
    ) -> list[type[BaseException] | tuple[Target, Change] | None]:
        ended = isinstance(self.value, contextlib._GeneratorContextManager)
        found: list[type[BaseException] | tuple[Target, Change] | None] = [*thrown] if ended else [None, *thrown]
        for target in targets:
            found += [(target, change) for change in self.changes(target)]
        return found[:MOST_ACTS]

    def changes(self, target: Target) -> list[Change]:
        cls = type(target.value.value)
        methods: list[Change] = []
        if cls in self.catalogue.classes():
            name = class_name(cls)
            methods = [c for c in changes_of(self.catalogue, name) if c.how in ("call", "set")]
        return [
            c
            for c in (*methods, *changes_of_value(self.catalogue, target.value.value, target.shape))
            if self.builder.has_arguments(c, 1)
        ]

    # ------------------------------------------------------------ acts

    def act(self, act: Act, do: Callable[[], Any]) -> Any:
        self.case = replace(self.case, acts=(*self.case.acts, act))
        self.tell(self.case)
        return do()

    def resumed(self) -> bool:
        """Go on to where it waits next; False where it has ended."""
        try:
            match self.value:
                case types.CoroutineType():
                    item = self.act(Act("send"), lambda: self.value.send(None))
                case contextlib._GeneratorContextManager():
                    if self.case.acts:
                        return True
                    item = self.act(Act("enter"), self.value.__enter__)
                case _:
                    item = self.act(Act("next"), lambda: next(self.value))
        except StopIteration:
            return False
        self.waits(item)
        return True

    def finish(self) -> None:
        """Use up the rest; where it does not end soon, some of it."""
        before = self.case
        if any(not self.resumed() for _ in range(RESUMED)) and isinstance(self.value, types.GeneratorType):
            self.case = replace(before, acts=(*before.acts, Act("rest")))
            self.tell(self.case)

    def throw(self, cls: type[BaseException]) -> None:
        made = Made(Name(cls.__module__, cls.__qualname__))
        error = cls()
        if isinstance(self.value, contextlib._GeneratorContextManager):
            self.act(Act("leave", made), lambda: self.value.__exit__(cls, error, None))
        else:
            self.waits(self.act(Act("throw", made), lambda: self.value.throw(error)))

    def change(self, target: Target, change: Change) -> None:
        prefix = f"consumer.{target.name}.{change.name}."
        arguments = self.builder.arguments(change.parameters, prefix, 1)
        shared = self.shared(target)
        step = self.builder.change(change, target.value, arguments, prefix)
        self.case = replace(self.case, acts=(*self.case.acts, Act("change", None, shared, step)))
        self.tell(self.case)

    def shared(self, target: Target) -> Recipe:
        """The argument, as a variable of the test."""
        case = self.case

        def named(recipe: Recipe) -> Recipe:
            return recipe if isinstance(recipe, Shared) else Shared(target.name, recipe)

        match target.place:
            case None:
                assert case.receiver is not None
                found = named(case.receiver)
                self.case = replace(case, receiver=found)
            case int(place):
                found = named(case.args[place])
                self.case = replace(case, args=(*case.args[:place], found, *case.args[place + 1 :]))
            case key:
                found = named(dict(case.kwargs)[key])
                self.case = replace(case, kwargs=tuple((k, found if k == key else r) for k, r in case.kwargs))
        return found
