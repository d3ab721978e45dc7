"""Shapes → arguments: real values, their shadows, and the recipes that make them again.

An input is a tree of choices and scalars, every one of them a solver variable; an assignment gives values to some, the
others take the plainest value there is.  The names of the variables:

    x          an int, float or bool           x?kind     which option of a union, literal, enum, candidate
    x#len      length of a string or container x?class    which subclass
    x[i]       i-th code point or element      x?alias    0, or which earlier parameter it is the same object as
    x.keyi     i-th key of a dict              x?calls    how many methods are called on it before
    x.valuei   and its value                   x?calli    which method, with arguments x.calli.name
    x.name     constructor argument, field     x?given    whether an optional argument is passed
    x()        result of a callable

Facts about ranges go to `machine.assume`.  A fact that excludes inputs which exist (a bound on lengths, a closed list
of candidates) is also a `Cut`: a proof that leaned on it holds only within it.  Where building runs code
(constructors), what it depends on is decided at once; otherwise choices stay open until somebody looks.
"""

from __future__ import annotations

import types
from dataclasses import field, replace
from typing import Any

from clew.concolic.driving import drive
from clew.concolic.shared_state import SharedAttribute
from clew.inputs.input_arguments import ArgumentBuilder, BuiltArguments
from clew.inputs.input_values import Built
from clew.inputs.interface import changes_of
from clew.inputs.linking import Link, at, links_of
from clew.inputs.outside import changes_from_outside, not_free, state_of, takes_any
from clew.inputs.readymade import CannotBuild, realise
from clew.inputs.recipes import (
    Function,
    Made,
    Name,
    Part,
    Recipe,
    Shared,
    Step,
)
from clew.inputs.shapes import (
    ANY_SCALAR,
    AnyShape,
    CallableShape,
    ClassName,
    ObjectShape,
    Shape,
    mutable,
)
from clew.inputs.signatures import Change, ParameterShape, likelier
from clew.logic import terms as t
from clew.records import dataclass
from clew.search.trace import ModelError
from clew.semantics.shadow import (
    Fields,
    Shadow,
    Tracked,
)
from clew.verdict.assumptions import CHANGED, Assumption

RESULT = "()"  # the attribute of a callable input's contents under which the number of its further results is kept
MOST_DRAWN = 64  # from a generator, to change an object
MORE_RESULTS = 4  # that a callable input may give after its first one


class ConstructionFailed(Exception):
    """A constructor or method called to prepare an argument raised `error`.

    what: the class or method; how: it was used, as in a `Step`, or `inside` of the object; receiver, arguments: what it
    was called with, so that the call can be repeated.
    """

    def __init__(
        self, what: Name, receiver: Recipe | None, arguments: BuiltArguments, error: Exception, how: str = "call"
    ) -> None:
        super().__init__(f"{what.path} raised {type(error).__name__}")
        self.what = what
        self.how = how
        self.receiver = receiver
        self.arguments = arguments
        self.error = error


@dataclass(slots=True)
class Builder(ArgumentBuilder):
    """Builds the arguments of one run: objects and callables beside plain values.

    linkable: an object was made whose attributes may be linked, or which has internal methods to call; roots: the
    objects for which that may have been done; inside: those inside of others on which methods may have been called.
    """

    linkable: bool = False
    roots: dict[str, None] = field(default_factory=dict)
    inside: dict[str, None] = field(default_factory=dict)
    shared: tuple[SharedAttribute, ...] = ()  # that making another object may change
    kept: list[Any] = field(default_factory=list)  # generators and managers that must not end before the call

    # ------------------------------------------------------------ callables and objects

    def callable(self, parameters: tuple[Shape, ...] | None, result: Shape, name: str, depth: int) -> Built:
        """A function that gives one result after the other, whatever it is called with, and the last one from then on.

        The shadows of its results are kept as the contents of the function object, under `RESULT` and `RESULT0`, …; how
        many results there are is decided when it is called (`answer`).
        """
        count, term = self.ranged(f"{name}{RESULT}#more", 0, MORE_RESULTS, 0)
        self.machine.assume(t.ge(term, t.ZERO))
        self.machine.approximate("bound", f"{name} gives its results in a fixed order and does nothing else")
        built = [self.build(result, name + RESULT + (f"[{i}]" if i else ""), depth, i) for i in range(count + 1)]
        answers = tuple(b.tracked.value for b in built)
        recipes = [
            Shared(f"{name}_result{i or ''}", b.recipe) if mutable(result) or isinstance(b.recipe, Made) else b.recipe
            for i, b in enumerate(built)
        ]
        value = _scripted(answers, parameters is None)
        kept: dict[str, Shadow] = {f"{RESULT}{i}": b.tracked.shadow for i, b in enumerate(built)}
        self.machine.keep(value, Fields({RESULT: term, **kept}))
        extra = ", **kwargs" if parameters is None else ""
        if count == 0:
            return Built(Tracked(value, None), Function(f"lambda *args{extra}:", recipes[0]))
        return Built(Tracked(value, None), Function(f"lambda *args{extra}:", None, tuple(recipes)))

    def object(self, shape: ObjectShape, name: str, depth: int) -> Built:
        """An instance, from its constructor, on which methods may have been called."""
        if depth > self.bounds.depth:
            raise CannotBuild(f"{name} would be nested too deeply")
        classes = shape.classes
        if not classes:
            raise CannotBuild(f"{name} is abstract, and no class is known that completes {shape.cls.qualname}")
        if others := self.catalogue.unnamed_below(self.catalogue.resolve(shape.cls)):
            text = f"{name} may be of a class that no module holds under a name: {', '.join(others)}"
            self.machine.approximate("types", text)
        which = 0
        if len(classes) > 1:
            text = f"{name} is an instance of one of {len(classes)} known classes"
            which, kind = self.choose_candidate(f"{name}?class", len(classes), text)
            self.decide(kind, which)
        return self.instance(classes[which], name, depth)

    def namespace(self, cls: ClassName, fields: tuple[tuple[str, Shape], ...], name: str, depth: int) -> Built:
        """An object with these attributes; others, which such an object may have too, are not tried."""
        built = {key: self.build(shape, f"{name}.{key}", depth) for key, shape in fields}
        made = Name(cls.module, cls.qualname)
        value = realise(made)(**{key: b.tracked.value for key, b in built.items()})
        self.machine.keep(value, Fields({key: b.tracked.shadow for key, b in built.items()}))
        self.machine.watch(value, (), True)
        return Built(Tracked(value, None), Made(made, (), tuple((key, b.recipe) for key, b in built.items())))

    def instance(self, cls: ClassName, name: str, depth: int) -> Built:
        real = self.catalogue.resolve(cls)
        arguments = self.arguments(self.catalogue.constructor(cls), f"{name}.", depth + 1)
        called = Name(cls.module, cls.qualname)
        made = self.call(called, Tracked(real, None), arguments)
        recipe = Made(called, arguments.arg_recipes, arguments.kwarg_recipes, ())
        before = self.as_made(made.value)
        given = [v for v, _ in (*arguments.args, *arguments.kwargs.values())]
        steps = self.steps(cls, made, recipe, name, depth, given)
        self.watch(real, made.value, before if steps else None, given)
        if depth == 0:
            steps = (*steps, *self.links(made.value, name, cls, replace(recipe, steps=steps)))
        return Built(made, replace(recipe, steps=steps))

    def as_made(self, o: Any) -> dict[str, Any]:
        """The state of an object before any method was called."""
        return state_of(o)

    def watch(self, cls: type, o: Any, before: dict[str, Any] | None, given: list[Any]) -> None:
        """Watch the attributes that may hold something else than this run has left in them."""
        if cls in self.catalogue.classes():
            self.machine.watch(o, not_free(self.catalogue, o, before, given), takes_any(cls))

    def links(self, root: Any, name: str, cls: ClassName, made: Made) -> list[Step]:
        """Assignments that link the object with those it holds, or with new ones, and changes of public attributes."""
        if not self.bounds.links:
            self.linkable = self.linkable or bool(
                changes_of(self.catalogue, cls, internal=True)
                or changes_from_outside(self.catalogue, root)
                or self.another(cls)
                or links_of(root, self.catalogue)
            )
            return []
        self.roots[name] = None
        count, term = self.ranged(f"{name}?links", 0, self.bounds.links, 0)
        self.machine.assume(t.in_ranges(term, ((0, self.bounds.links),)))
        steps: list[Step] = []
        for i in range(self.bounds.links):
            choices: list[Link | Change] = [
                *self.another(cls), *links_of(root, self.catalogue), *changes_from_outside(self.catalogue, root)
            ]  # fmt: skip
            if not choices or not self.machine.decide(t.gt(term, t.integer(i)), count > i):
                break
            which, kind = self.choose(f"{name}?link{i}", len(choices))
            self.decide(kind, which)
            link = choices[which]
            if isinstance(link, Change):
                arguments = self.arguments(link.parameters, f"{name}.link{i}.", 1)
                before = replace(made, steps=(*made.steps, *steps))
                steps.append(self.prepare(link, Tracked(root, None), arguments, cls, before))
                continue
            recipe: Recipe
            if link.made is None:
                value, recipe = Tracked(at(root, link.source), None), Part(link.source)
            else:
                value, recipe = self.instance(link.made, f"{name}.link{i}", 1)
            self.machine.set_attr(at(root, link.holder), None, link.attribute, value.value, value.shadow)
            steps.append(Step(link.target, (recipe,), how="set"))
        return steps

    def another(self, cls: ClassName) -> list[Change]:
        """One more object of the class is made, where that may change what this one shares with it."""
        real = self.catalogue.resolve(cls)
        if not any(attribute.cls in real.__mro__ for attribute in self.shared):
            return []
        return [Change("__class__", "call", self.catalogue.constructor(cls))]

    def call(self, what: Name, function: Tracked, arguments: BuiltArguments) -> Tracked:
        try:
            return self.machine.call(function, arguments.args, arguments.kwargs)
        except ModelError:
            raise
        except Exception as error:
            self.machine.ran_out(error)
            if what.module not in self.catalogue.modules:
                raise CannotBuild(f"{what.path} cannot be made: {error}") from error
            raise ConstructionFailed(what, None, arguments, error) from error

    def change(self, change: Change, o: Tracked, arguments: BuiltArguments, name: str = "") -> Step:
        """Do to the object what a caller may do.  name: of the variables of what a function it gives is called with."""
        follow = self.changed(change, o, arguments, name)
        return Step(change.name, arguments.arg_recipes, arguments.kwarg_recipes, change.how, follow)

    def prepare(
        self, change: Change, o: Tracked, arguments: BuiltArguments, cls: ClassName, before: Made, name: str = ""
    ) -> Step:
        """Change an object before it becomes an argument.  before: how it was made so far.

        What a call leaves behind that raises is no input that is tried, nor one that is excluded.
        """
        held = self.held(o.value)
        try:
            return self.change(change, o, arguments, name)
        except (ModelError, CannotBuild):
            raise
        except Exception as error:
            self.machine.ran_out(error)
            if self.held(o.value) != held:
                text = f"what {cls.qualname}.{change.name} leaves behind when it raises was not followed"
                self.machine.approximate("bound", text)
            if change.name == "__class__":
                raise ConstructionFailed(Name(cls.module, cls.qualname), None, arguments, error) from error
            what = Name(cls.module, f"{cls.qualname}.{change.name}")
            how = "inside" if "." in change.name else change.how  # what is called is no member of the class
            raise ConstructionFailed(what, before, arguments, error, how) from error

    def held(self, o: Any) -> tuple[dict[str, Any], dict[str, Shadow]]:
        """What tells two states of the object apart."""
        contents = self.machine.contents(o)
        return state_of(o), dict(contents.attributes) if isinstance(contents, Fields) else {}

    def changed(self, change: Change, o: Tracked, arguments: BuiltArguments, prefix: str) -> tuple[Recipe, ...] | None:
        machine = self.machine
        holder, _, name = change.name.rpartition(".")
        o = Tracked(at(o.value, holder), o.shadow)
        match change.how:
            case "get":
                machine.attr(*o, name)
                return None
            case "set":
                machine.set_attr(*o, name, *arguments.args[0])
                return None
            case "delete":
                machine.del_attr(*o, name)
                return None
        bound = Tracked(getattr(o.value, name), None)
        result = machine.call(bound, arguments.args, arguments.kwargs)
        self.kept.append(result.value)
        match change.how:
            case "call":
                return self.follow(result, prefix)
            case "await":
                drive(machine, result.value)
            case "enter":
                result.value.__enter__()
            case "start" | "run":
                items = machine.iterate(result)
                self.kept.append(items)
                for count, _ in enumerate(items):
                    if change.how == "start":
                        break
                    if count == MOST_DRAWN:
                        raise CannotBuild(f"{change.name}() gives more than {MOST_DRAWN} items")
        return None

    def follow(self, result: Tracked, prefix: str) -> tuple[Recipe, ...] | None:
        """Call a function that a method has defined and given back, once, as the decorator that it may be."""
        function = result.value
        if not isinstance(function, types.FunctionType) or "<locals>" not in function.__qualname__:
            return None
        if self.machine.number_of(function) is None:
            return None
        parameters = tuple(_callable(p) for p in self.catalogue.signature(function))
        given = self.arguments(parameters, f"{prefix}given.", 1)
        if given.kwargs:
            return None
        self.machine.approximate("bound", f"what {function.__name__} does when it is called more than once")
        self.machine.call(result, given.args, {})
        return given.arg_recipes

    def steps(
        self, cls: ClassName, made: Tracked, recipe: Made, name: str, depth: int, given: list[Any]
    ) -> tuple[Step, ...]:
        """given: takes what the methods are called with."""
        changes = self.possible_changes(cls, name, depth)
        if not changes:
            return ()
        if depth == 1 and not self.bounds.links:
            self.linkable = True
        if depth == 1 and self.bounds.links:
            self.inside[name] = None
        most = self.bounds.method_calls if depth == 0 else min(self.bounds.method_calls, 1 if self.bounds.links else 0)
        count, term = self.ranged(f"{name}?calls", 0, most, 0)
        self.machine.assume(t.ge(term, t.ZERO))
        text = f"no more than {most} methods are called on {name} before"
        self.cut("method-calls", most, f"{name}?calls", t.le(term, t.integer(most)), text)
        steps: list[Step] = []
        for i in range(most):
            if not self.machine.decide(t.gt(term, t.integer(i)), count > i):
                break
            which, kind = self.choose(f"{name}?call{i}", len(changes))
            self.decide(kind, which)
            change = changes[which]
            arguments = self.arguments(change.parameters, f"{name}.call{i}.{change.name}.", depth + 1)
            given += [v for v, _ in (*arguments.args, *arguments.kwargs.values())]
            before = replace(recipe, steps=tuple(steps))
            steps.append(self.prepare(change, made, arguments, cls, before, f"{name}.call{i}.{change.name}."))
        else:  # That there are no more is a decision too: a proof that leans on it must name the bound.
            self.machine.decide(t.gt(term, t.integer(most)), False)
        return tuple(steps)

    def possible_changes(self, cls: ClassName, name: str, depth: int) -> list[Change]:
        if self.bounds.idle and (name, depth) == ("self", 0):
            return []
        internal = changes_of(self.catalogue, cls, internal=True) if self.bounds.links else ()
        every = (*internal, *changes_of(self.catalogue, cls))
        able = [c.how != "unknown" and self.has_arguments(c, depth + 1) for c in every]
        possible = [c for c, can in zip(every, able, strict=True) if can]
        if depth == 0 and len(possible) < len(every):
            tried = {c.name for c in possible}
            for left, what in (
                (False, f"used on {name}"),
                (True, "left half-way, sent anything or given time for others"),
            ):
                others = (c.name for c, can in zip(every, able, strict=True) if not can)
                omitted = dict.fromkeys(name for name in others if (name in tried) is left)
                if omitted:
                    text = f"{cls.qualname}'s {', '.join(f'`{each}`' for each in omitted)} is not {what} before"
                    self.machine.suppose(Assumption("construction", text, about=f"{CHANGED}:{cls.qualname}"))
        return possible

    def has_arguments(self, change: Change, depth: int) -> bool:
        return all(p.kind in ("*", "**") or p.optional or self.buildable(p.shape, depth) for p in change.parameters)


def _scripted(answers: tuple[Any, ...], keywords: bool) -> Any:
    """A function that returns the answers in turn; `calls` counts how often it was called."""

    def function(*args: Any) -> Any:
        function.calls += 1  # type: ignore[attr-defined]
        return answers[min(function.calls, len(answers)) - 1]  # type: ignore[attr-defined]

    def lenient(*args: Any, **kwargs: Any) -> Any:
        lenient.calls += 1  # type: ignore[attr-defined]
        return answers[min(lenient.calls, len(answers)) - 1]  # type: ignore[attr-defined]

    chosen: Any = lenient if keywords else function
    chosen.calls = 0
    return chosen


def _callable(parameter: ParameterShape) -> ParameterShape:
    """What a decorator is given is most likely a function."""
    if not isinstance(parameter.shape, AnyShape):
        return parameter
    return replace(parameter, shape=likelier((CallableShape(None, ANY_SCALAR),), parameter.shape))
