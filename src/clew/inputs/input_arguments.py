"""The arguments of a call: each by its shape, some of them left out, and some the same object as an earlier one."""

from __future__ import annotations

from clew.inputs.input_values import Built, ValueBuilder
from clew.inputs.recipes import Literal, Recipe, Shared
from clew.inputs.shapes import Shape, mutable
from clew.inputs.sharing import fits, overlap
from clew.inputs.signatures import ParameterShape
from clew.records import dataclass
from clew.semantics.shadow import Choice, Shadow, Tracked


@dataclass(frozen=True, slots=True)
class BuiltArguments:
    """What a call gets."""

    args: tuple[Tracked, ...]
    kwargs: dict[str, Tracked]
    arg_recipes: tuple[Recipe, ...]
    kwarg_recipes: tuple[tuple[str, Recipe], ...]


@dataclass(frozen=True, slots=True)
class Receiver:
    """name: of the variable that holds it, where it is an argument as well."""

    shape: Shape
    name: str
    built: Built


@dataclass(slots=True)
class ArgumentBuilder(ValueBuilder):
    """Builds what a call gets."""

    def arguments(
        self,
        parameters: tuple[ParameterShape, ...],
        prefix: str = "",
        depth: int = 0,
        aliasing: bool = False,
        receiver: Receiver | None = None,
    ) -> BuiltArguments:
        """The arguments of a call, the receiver first.  aliasing: those whose shapes overlap may be the same object."""
        args: list[Built] = [] if receiver is None else [receiver.built]
        kwargs: dict[str, Built] = {}
        earlier: list[tuple[Shape, str, int | str]] = [] if receiver is None else [(receiver.shape, receiver.name, 0)]
        skipped = False
        for p in parameters:
            name = prefix + p.name
            if p.kind == "*":
                if skipped:  # nothing can be passed after an argument that is left out
                    continue
                count, term = self.length(name, min(self.room(p.shape, depth), 3), "len")
                self.decide(term, count)
                args.extend(self.build(p.shape, f"{name}[{i}]", depth) for i in range(count))
                continue
            if p.kind == "**":
                named = p.names or tuple(each.name for each in parameters if each.kind == "keyword-only")
                but = f" but {', '.join(named)}" if named else ""
                self.machine.approximate("bound", f"no keyword arguments{but} are passed as {name}")
                for key in p.names:
                    if key not in kwargs and self.present(f"{name}.{key}?given"):
                        kwargs[key] = self.build(p.shape, f"{name}.{key}", depth)
                continue
            if p.optional and not (self.buildable(p.shape, depth) and self.present(f"{name}?given")):
                skipped = True
                continue
            place: int | str = p.name if p.kind == "keyword-only" or skipped else len(args)
            if isinstance(place, str) and p.kind == "positional-only":
                continue
            built = self.alias_or_new(p, name, depth, earlier if aliasing else [], args, kwargs)
            if isinstance(place, str):
                kwargs[place] = built
            else:
                args.append(built)
            earlier.append((p.shape, p.name, place))
        shown = len(args)
        if prefix and all(p.kind in ("positional-only", "positional") for p in parameters) and not kwargs:
            # What is only there to make an object is written without arguments that are the defaults anyway.
            while shown and _is_default(args[shown - 1], parameters[shown - 1]):
                shown -= 1
        return BuiltArguments(
            tuple(b.tracked for b in args),
            {k: b.tracked for k, b in kwargs.items()},
            tuple(b.recipe for b in args[:shown]),
            tuple((k, b.recipe) for k, b in kwargs.items()),
        )

    def alias_or_new(
        self,
        p: ParameterShape,
        name: str,
        depth: int,
        earlier: list[tuple[Shape, str, int | str]],
        args: list[Built],
        kwargs: dict[str, Built],
    ) -> Built:
        same, at_once = self.possibly_same(p.shape, earlier, args, kwargs)
        if not same:
            return self.build(p.shape, name, depth)
        which, kind = self.choose(f"{name}?alias", len(same) + 1)
        if at_once:
            self.decide(kind, which)
        if which == 0:
            built = self.build(p.shape, name, depth)
        else:
            other, place = same[which - 1]
            old = args[place] if isinstance(place, int) else kwargs[place]
            shared = old.recipe if isinstance(old.recipe, Shared) else Shared(other, old.recipe)
            built = Built(_inner(old.tracked), shared)
            if isinstance(place, int):
                args[place] = Built(old.tracked, shared)
            else:
                kwargs[place] = Built(old.tracked, shared)
        if at_once:
            return built
        types = (self.type_of(p.shape),) * (len(same) + 1)
        shadow = Choice(kind, types, which, built.tracked.shadow)
        return Built(Tracked(built.tracked.value, shadow), built.recipe)

    def possibly_same(
        self,
        shape: Shape,
        earlier: list[tuple[Shape, str, int | str]],
        args: list[Built],
        kwargs: dict[str, Built],
    ) -> tuple[list[tuple[str, int | str]], bool]:
        """The earlier arguments that a value of the shape may be; must that be decided before it is made?"""
        same: list[tuple[str, int | str]] = []
        at_once = self.runs_code(shape)
        for other_shape, other, place in earlier:
            if other_shape == shape and mutable(shape):
                same.append((other, place))
            elif overlap(other_shape, shape):
                old = args[place] if isinstance(place, int) else kwargs[place]
                if fits(self.machine.settle(old.tracked).value, shape, self.type_of):
                    same.append((other, place))
                    at_once = True
        return same, at_once


def _is_default(built: Built, parameter: ParameterShape) -> bool:
    return (
        parameter.default != ()
        and built.recipe == Literal(parameter.default[0])
        and (type(parameter.default[0]) is type(built.tracked.value))
    )


def _inner(tracked: Tracked) -> Tracked:
    """The value without the alias choice around it."""
    shadow: Shadow = tracked.shadow
    while isinstance(shadow, Choice):
        shadow = shadow.inner
    return Tracked(tracked.value, shadow)
