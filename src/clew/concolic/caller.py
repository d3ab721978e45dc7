"""A call of the function under test: its receiver and arguments are built, it is called, what comes back is used."""

from __future__ import annotations

import functools
import inspect
import keyword
from collections.abc import Callable
from dataclasses import field, replace

from clew.analysis.reachable_goals import may_return
from clew.concolic.building import Builder
from clew.concolic.earlier import Changer, call_earlier, changers, presets_of
from clew.concolic.entry import Entry, mangled
from clew.concolic.prepared import Prepared
from clew.concolic.undecorated import by_name
from clew.concolic.usage import Usage
from clew.effects.faults import is_ours
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.input_arguments import Receiver
from clew.inputs.known_classes import receiver_shape
from clew.inputs.recipes import ACCESS, Case, Name
from clew.inputs.shapes import EnumShape, ObjectShape
from clew.inputs.signatures import drawn_of
from clew.ir.contract import REQUIRE
from clew.records import dataclass
from clew.search.trace import Breached, ModelError, Stop
from clew.semantics.shadow import Tracked
from clew.verdict.verdicts import Raising
from clew.workers.guard import SideEffectBlocked


@dataclass(slots=True)
class Caller:
    """entered: whether some run got as far as the call; own_sites: of the unit, where it matters if it was entered;
    never_return: functions asked about so far; before: see `changers`; watches: is shown the receiver when the call
    begins and when it has ended.
    """

    prepared: Prepared
    entry: Entry
    usage: Usage
    entered: bool = False
    own_sites: tuple[int, ...] | None = None
    before: tuple[Changer, ...] | None = None
    never_return: dict[tuple[str, int], bool] = field(default_factory=dict)
    watches: Callable[[object], None] | None = None

    def call(self, builder: Builder) -> Case | None:
        """Build receiver and arguments, call, and use up what comes back.

        Exceptions of the user's code are outcomes.
        """
        entry, unit, machine = self.entry, self.entry.unit, self.prepared.machine
        before = self.usage.bounds.earlier
        presets = presets_of(self.prepared) if before else ()
        earlier = call_earlier(builder, self.changers()) if before else ()
        receiver: Receiver | None = None
        first: tuple[Tracked, ...] = ()
        if entry.needs_receiver:
            receiver = self.build_receiver(builder)
            first = (receiver.built.tracked,)
        elif unit.binding == "class":
            cls = self.receiving_class(builder)
            first = (Tracked(cls, None),)
        arguments = builder.arguments(entry.parameters, aliasing=entry.aliasing, receiver=receiver)
        recipe = None
        if receiver is not None:
            recipe = arguments.arg_recipes[0]
            arguments = replace(arguments, args=arguments.args[1:], arg_recipes=arguments.arg_recipes[1:])
        case = Case(entry.module, unit.qualname, recipe, arguments.arg_recipes, arguments.kwarg_recipes)
        case = replace(case, earlier=earlier, presets=presets)
        callee = entry.callee
        if callee.read or unit.binding in ACCESS:
            case = replace(case, access=ACCESS.get(unit.binding, "get"))
        if callee.path:
            case = replace(case, via=Name(entry.module, unit.qualname + callee.path), unbound=receiver is not None)
        elif unit.binding == "class" and first[0].value is not entry.owner:
            case = self.through_subclass(case, first[0].value)
        if receiver is not None and self.overridden(type(first[0].value)):
            case = replace(case, unbound=True)
        self.usage.case = case
        function = callee.function
        if unit.binding in ("static", "class"):
            function = getattr(function, "__func__", function)
        entered = self.entries()
        cached = isinstance(callee.function, functools.cached_property) and self.own_name in raw_attribute(
            first[0].value, "__dict__", ()
        )
        machine.setup = self.usage.waited = self.usage.delegated = False
        self.entered = True
        remains = given = [*first, *arguments.args, *arguments.kwargs.values()]
        machine.run.passed = len(machine.run.hits)
        self.show(receiver)
        try:
            if callee.bound_late and receiver is not None and not self.usage.case.unbound:
                name = mangled(self.own_name, entry.owner)
                machine.not_outside(first[0].value, name)
                result = Tracked(*machine.attr(*first[0], name))
                if not callee.read:
                    result = machine.call(result, arguments.args, arguments.kwargs)
            else:
                result = machine.call(Tracked(function, None), (*first, *arguments.args), arguments.kwargs)
            remains = [*given, result]
            self.usage.outlived(remains)
            self.usage.use(case, result, builder, [g.value for g in given])
        except RecursionError:
            machine.approximate("budget", "the recursion goes deeper than a run may")
        except SideEffectBlocked as error:
            machine.approximate("side-effect-blocked", str(error))
        except ModelError:
            raise
        except Stop:
            raise
        except Breached as breach:
            if breach.outside:
                raise
            machine.run.raised = Raising("", "", "", machine.place(), machine.run.breach != REQUIRE)
        except BaseException as error:  # tests throw any of them into what waits
            if is_ours(error):
                raise ModelError(f"{type(error).__name__}: {error}") from error
            self.failed(error)
            remains = [*given, Tracked(error, None)]
        self.show(receiver)
        self.usage.outlived(remains)
        if (callee.wrapped or not callee.certain) and not cached and self.entries() == entered:
            self.not_entered()
        return self.usage.case

    def show(self, receiver: Receiver | None) -> None:
        if receiver is not None and self.watches is not None:
            self.watches(receiver.built.tracked.value)

    def changers(self) -> tuple[Changer, ...]:
        """The functions that may be called before."""
        if self.before is None:
            self.before = changers(self.prepared, self.entry)
        return self.before

    def build_receiver(self, builder: Builder) -> Receiver:
        """The object that the method is called on, with the name that tests give it."""
        shape = self.receiver_shape()
        if isinstance(shape, ObjectShape) and not drawn_of(shape, self.prepared.catalogue):
            built = builder.object(shape, "self", 0)
        else:
            built = builder.build(shape, "self")
        name = self.entry.owner.__name__.lower()
        taken = keyword.iskeyword(name) or any(p.name == name for p in self.entry.parameters)
        return Receiver(shape, f"{name}_" if taken else name, built)

    @property
    def own_name(self) -> str:
        return self.entry.unit.qualname.rpartition(".")[2]

    def entries(self) -> int:
        """How often statements of the unit were executed in this run; not counted where it must be its function that is
        called.
        """
        if self.entry.callee.certain and not self.entry.callee.wrapped:
            return 0
        if self.own_sites is None:
            places, number = self.prepared.sites.places, self.entry.number
            self.own_sites = tuple(site for site, place in enumerate(places) if place.function == number)
        visits = self.prepared.machine.visits
        return sum(visits.get(site, 0) for site in self.own_sites)

    def not_entered(self) -> None:
        """What the decorators made of the function did not call it."""
        unit, callee, machine = self.entry.unit, self.entry.callee, self.prepared.machine
        if callee.wrapped:
            machine.suppose(by_name(unit))
            return
        kind = type(callee.function).__name__
        text = f"calling what its decorators made of `{unit.qualname}`, a {kind}, did not call the function"
        machine.approximate("unmodelled-call", text)

    def overridden(self, cls: type) -> bool:
        """Has a class of receivers something else under the name of the unit?"""
        owner = self.entry.owner
        name = mangled(self.own_name, owner)
        return inspect.getattr_static(cls, name, None) is not inspect.getattr_static(owner, name)

    def failed(self, error: BaseException) -> None:
        """An exception left the function under test."""
        machine, sites = self.prepared.machine, self.prepared.sites
        machine.ran_out(error)
        thrown: object = machine.thrown
        explicit = thrown is error or thrown is type(error)
        explicit = explicit and not isinstance(error, AssertionError)
        if machine.at < 0:
            machine.run.raised = Raising(type(error).__name__, "", "", None, explicit)
            return
        site = sites.places[machine.at]
        function = sites.functions[site.function]
        key = (function.module, function.span.line)
        if key not in self.never_return:
            lowered = self.prepared.catalogue.definitions.get(key)
            self.never_return[key] = lowered is not None and lowered.span not in may_return(lowered)
        always = self.never_return[key]
        missing = self.missing(error)
        machine.run.raised = Raising(
            type(error).__name__, function.module, function.qualname, site.span, explicit, always, missing
        )

    def missing(self, error: BaseException) -> bool:
        """An attribute that an object of the class under test should have had from its constructor."""
        if not isinstance(error, AttributeError) or self.entry.owner is None:
            return False
        cls = type(error.obj)
        return isinstance(error.obj, self.entry.owner) and "__init__" in vars(cls) and "__getattr__" not in vars(cls)

    def receiving_class(self, builder: Builder) -> type:
        """What a class method is called on: where its text uses that, subclasses are tried as well."""
        classes = self.entry.receiving_classes(self.prepared.catalogue.classes())
        if len(classes) == 1:
            return classes[0]
        which, kind = builder.choose("cls?class", len(classes))
        builder.decide(kind, which)
        return classes[which]

    def through_subclass(self, case: Case, cls: type) -> Case:
        """The call of a class method on a subclass; past what that has itself under the name, as `super()` does."""
        if self.overridden(cls):
            recipe = Name(cls.__module__, cls.__qualname__)
            function = Name(case.module, f"{case.qualname}.__func__")
            return replace(case, via=function, args=(recipe, *case.args))
        return replace(case, via=Name(cls.__module__, f"{cls.__qualname__}.{mangled(self.own_name, self.entry.owner)}"))

    def receiver_shape(self) -> ObjectShape | EnumShape:
        assert self.entry.owner_name is not None
        return receiver_shape(self.prepared.catalogue, self.entry.owner, self.entry.owner_name)
