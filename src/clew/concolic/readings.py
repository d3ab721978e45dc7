"""Clocks, random numbers and names of the machine as input: each call gives an input, and in the test the same.

    def greeting() -> str:
        return "good morning" if datetime.now().hour < 12 else "hello"

The clock stands still at a moment whose parts are inputs, `$now.hour` among them; other functions give one result after
the other, and the last one from then on:

    monkeypatch.setattr("time.time", lambda *args: 0.0)

What is set is the name under which code of the project has the function.
"""

from __future__ import annotations

import datetime
import sys
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from clew.concolic.arguments import Arguments
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.input_values import Built
from clew.inputs.recipes import Collection, Dictionary, Function, Literal, Made, Name, Preset, Recipe
from clew.inputs.shapes import IntShape, LiteralShape, NoneShape, Shape, StrShape, UnionShape
from clew.logic import terms as t
from clew.logic.sorts import FLOAT
from clew.logic.terms import Term
from clew.semantics import dates
from clew.semantics.shadow import Pair, Tracked, items_of

if TYPE_CHECKING:
    from clew.concolic.world import World

MOST: Final = 5  # different results of a function
LAST_SECOND: Final = 4_102_444_800  # of the year 2099
MOMENT: Final = {
    "year": (1970, 2099), "month": (1, 12), "day": (1, 28), "hour": (0, 23), "minute": (0, 59), "second": (0, 59)
}  # fmt: skip
_USUAL: Final = {"year": 2024, "month": 1, "day": 1}
_OF_DATETIME: Final = {
    "now": "lambda cls, tz=None: cls({}, tzinfo=tz)", "utcnow": "lambda cls: cls({})", "today": "lambda cls: cls({})"
}  # fmt: skip


class Readings:
    """Of one run.  results: by function; asked: methods of the classes whose clocks stand still; homes: the names of
    functions, by identity.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.results: dict[str, list[Built]] = {}
        self.asked: dict[type, dict[str, Recipe]] = {}
        self.homes = _homes()

    def answer(self, f: Any, arguments: Arguments) -> Pair | None:
        owner, name = raw_attribute(f, "__self__"), raw_attribute(f, "__name__", "")
        if owner in (datetime.datetime, datetime.date) and name in _OF_DATETIME:
            return self._moment(owner, name, arguments)
        home = self.homes.get(id(f))
        if home is None or arguments.named:
            return None
        if home == "random.choice":
            return self._choice(arguments)
        before = self.results.setdefault(home, [])
        if len(before) < MOST:
            made = _READ[home](self, f"${home}[{len(before)}]", arguments, before)
            if made is None:
                return None
            before.append(made)
            self._give(home, f, _function([one.recipe for one in before]))
        return before[-1].tracked

    def _give(self, home: str, real: Any, recipe: Recipe) -> None:
        """The test has it under the names that code of the project has for it, or for its module."""
        own, _, own_name = home.rpartition(".")
        modules = sorted({function.module for function in self.world.machine.sites.functions})
        held = [(module, *item) for module in modules for item in vars(sys.modules[module]).items()]
        places = [(module, name) for module, name, value in held if value is real]
        if not places or any(value is sys.modules[own] for _, _, value in held):
            places.append((own, own_name))
        for module, name in places:
            self.world.given[f"{module}.{name}"] = Preset(module, name, recipe)

    # ------------------------------------------------------------ what is read

    def _seconds(self, name: str, arguments: Arguments, before: list[Built]) -> Built:
        """A clock that does not go back."""
        last = before[-1].tracked if before else Tracked(0.0, None)
        value = float(self.world.builder.scalar(name, last.value))
        term = t.var(name, FLOAT)
        least = last.shadow if isinstance(last.shadow, Term) else t.floating(0.0)
        for low, high in ((least, term), (term, t.floating(float(LAST_SECOND)))):
            self.world.machine.assume(t.operation("fle", low, high))
        return Built(Tracked(value, term), Literal(value))

    def _whole(self, name: str, arguments: Arguments, before: list[Built]) -> Built:
        """The same in nanoseconds."""
        least = before[-1].tracked.value if before else 0
        return self._between(name, least, LAST_SECOND * 10**9)

    def _between(self, name: str, low: int, high: int) -> Built:
        value, term = self.world.builder.ranged(name, low, high, low)
        self.world.machine.assume(t.in_ranges(term, ((low, high),)))
        return Built(Tracked(value, term), Literal(value))

    def _chance(self, name: str, arguments: Arguments, before: list[Built]) -> Built:
        ready = (0.5, 0.0, 0.1, 0.25, 0.75, 0.9, 0.999)
        return self.world.builder.one_of(tuple(Built(Tracked(v, None), Literal(v)) for v in ready), name, 0)

    def _number(self, name: str, arguments: Arguments, before: list[Built]) -> Built | None:
        """`randint(low, high)`, which depends on nothing else."""
        match arguments:
            case Arguments((int() as low, int() as high), (None, None)) if low <= high:
                return self._between(name, low, high)
        return None

    def _below(self, name: str, arguments: Arguments, before: list[Built]) -> Built | None:
        """`randrange(stop)`"""
        match arguments:
            case Arguments((int() as stop,), (None,)) if stop > 0:
                return self._between(name, 0, stop - 1)
        return None

    def _choice(self, arguments: Arguments) -> Pair | None:
        """Of a sequence whose length depends on nothing; the same place in each."""
        machine, builder = self.world.machine, self.world.builder
        if len(arguments.values) != 1 or not isinstance(arguments.values[0], list | tuple | str):
            return None
        of, shadow = machine.settle(arguments.tracked()[0])
        if not of:
            return None
        which, term = builder.ranged("$random.choice", 0, len(of) - 1, 0)
        machine.assume(t.in_ranges(term, ((0, len(of) - 1),)))
        builder.decide(term, which)
        self._give("random.choice", sys.modules["random"].choice, Function(f"lambda items: items[{which}]"))
        return machine.item(of, shadow, which, None)

    # ------------------------------------------------------------ clocks that stand still

    def _moment(self, cls: type, name: str, arguments: Arguments) -> Pair | None:
        """`datetime.now()`, `date.today()`"""
        zone = (*arguments.values, *arguments.named.values())
        if zone and (len(zone) > 1 or not isinstance(zone[0], datetime.tzinfo | None) or _depends(arguments)):
            return None
        made = [self._part(part) for part in dates.PARTS[cls]]
        numbers = [one.tracked.value for one in made]
        value = cls(*numbers) if not zone else cls(*numbers, tzinfo=zone[0])
        while len(numbers) > 3 and numbers[-1] == 0:
            numbers.pop()
        body = _OF_DATETIME[name].format(", ".join(map(str, numbers)))
        self.asked.setdefault(cls, {})[name] = Made(Name("builtins", "classmethod"), (Function(body),))
        names = Dictionary("dict", tuple((Literal(key), each) for key, each in self.asked[cls].items()))
        home = f"datetime.{cls.__name__}"
        bases = Collection("tuple", (Name("datetime", cls.__name__),))
        stands = Made(Name("builtins", "type"), (Literal(cls.__name__), bases, names))
        self._give(home, cls, stands)
        return value, items_of(tuple(one.tracked.shadow for one in made))

    def _part(self, part: str) -> Built:
        if part == "microsecond":
            return Built(Tracked(0, None), Literal(0))
        low, high = MOMENT[part]
        value, term = self.world.builder.ranged(f"$now.{part}", low, high, _USUAL.get(part, low))
        self.world.machine.assume(t.in_ranges(term, ((low, high),)))
        return Built(Tracked(value, term), Literal(value))


def _depends(arguments: Arguments) -> bool:
    """On an input, does any of them?"""
    return any(shadow is not None for shadow in (*arguments.shadows, *arguments.named_shadows.values()))


def _function(results: list[Recipe]) -> Function:
    """One that gives these in turn, whatever it is called with."""
    while len(results) > 1 and results[-1] == results[-2]:
        results = results[:-1]
    return Function("lambda *args:", results[0]) if len(results) == 1 else Function("lambda *args:", None, (*results,))


_Reading = Callable[[Readings, str, Arguments, list[Built]], Built | None]


def _shaped(shape: Shape) -> _Reading:
    """The reading of a function that gives anything of the shape."""
    return lambda readings, name, _, __: readings.world.builder.build(shape, name)


_READ: Final[dict[str, _Reading]] = {
    **dict.fromkeys(("time.time", "time.monotonic", "time.perf_counter"), Readings._seconds),
    **dict.fromkeys(("time.time_ns", "time.monotonic_ns", "time.perf_counter_ns"), Readings._whole),
    "random.random": Readings._chance,
    "random.randint": Readings._number,
    "random.randrange": Readings._below,
    "random.choice": lambda *_: None,
    "platform.system": _shaped(LiteralShape(("Linux", "Windows", "Darwin"))),
    "getpass.getpass": _shaped(StrShape()),
    "getpass.getuser": _shaped(StrShape()),
    "socket.gethostname": _shaped(StrShape()),
    "shutil.which": _shaped(UnionShape((StrShape(), NoneShape()))),
    "os.getpid": _shaped(IntShape()),
    "os.cpu_count": _shaped(UnionShape((IntShape(), NoneShape()))),
}


def _homes() -> dict[int, str]:
    """The functions of the modules that are loaded, by identity."""
    found: dict[int, str] = {}
    for home in _READ:
        module, _, name = home.rpartition(".")
        if isinstance(loaded := sys.modules.get(module), types.ModuleType):
            found[id(vars(loaded).get(name))] = home
    return found
