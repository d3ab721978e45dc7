"""The world as input: what code asks of its surroundings becomes an input of its own, and a line of the test.

    def level() -> int:
        return 2 if os.environ.get("APP_MODE") == "debug" else 1

In the first search nothing is supposed of what `get` gives, so both outcomes stay open.  In one more search there is a
`World`: the text is an input, `$APP_MODE`, with a shadow like that of a parameter, and the test of the run has

    monkeypatch.setenv("APP_MODE", "debug")

An input is made when it is first asked for.  What cannot be given (a name that is computed, other uses of a mapping)
is left to CPython, whose results are lost as ever.  These runs only ever cover, so nothing here has to be complete.
"""

from __future__ import annotations

import io
import os
import re
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from clew.concolic.arguments import Arguments
from clew.concolic.files import Files
from clew.concolic.readings import Readings
from clew.concolic.streams import ANY_TEXT, Reader, Source, Wanted
from clew.effects.environment_effects import reads_command_line
from clew.effects.raw_attribute import raw_attribute
from clew.inputs.readymade import CannotBuild
from clew.inputs.recipes import Collection, File, Literal, Made, Name, Preset, Variable
from clew.inputs.shapes import ListShape, NoneShape, Shape, StrShape, UnionShape
from clew.inputs.signatures import ParameterShape
from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.records import dataclass
from clew.regexes import regex
from clew.semantics.shadow import Pair, Sequence, Tracked

if TYPE_CHECKING:
    from clew.concolic.building import Builder
    from clew.concolic.machine import Machine
    from clew.inputs.input_values import Built

PRINTABLE: Final = ((32, 126),)
_SET_OR_NOT: Final = UnionShape((StrShape(), NoneShape()))
# Variables that Python, pytest and the tests themselves go by.
_NOT_GIVEN: Final = regex(r"PYTHON|PYTEST|HOME$|TMPDIR$|TEMP$|TMP$|PATH$|LANG|LC_|TZ$")
PROGRAM: Final = "program"


class World:
    """Of one run.  asked: what its inputs are, by name; given: what the test is given, by what it is about."""

    def __init__(self, machine: Machine, builder: Builder) -> None:
        self.machine = machine
        self.builder = builder
        self.asked: dict[str, Wanted] = {}
        self.given: dict[str, Preset | Variable | File] = {}
        self.variables: dict[str, Tracked | None] = {}  # None: the program has set it itself
        self.readers: dict[int, Reader] = {}  # by their real streams
        self.attributes: dict[str, Any] = {}  # of `sys`
        self.undoing: list[Callable[[], object]] = []
        self.readings = Readings(self)
        self.files = Files(self)
        self.undoing.append(self.files.close)
        self._set("HOME", self.files.root)

    def close(self) -> None:
        """Leave the process as it was found."""
        while self.undoing:
            self.undoing.pop()()

    def make(self, asked: dict[str, Wanted]) -> None:
        """What other runs have asked for, so that code that is not followed finds it there."""
        for wanted in asked.values():
            wanted.make(self)

    def input(
        self, shape: Shape, name: str, make: Callable[[World], object], allowed: tuple[tuple[int, int], ...] = ANY_TEXT
    ) -> Built:
        """make: asks for it; allowed: the characters of its texts."""
        self.asked[name] = Wanted(make, shape)
        before = set(self.builder.values)
        built = self.builder.build(shape, name)
        for variable in self.builder.values.keys() - before:
            text = variable.removesuffix("#len")
            for place in range(self.builder.bounds.text):
                self.machine.assume(t.in_ranges(t.var(f"{text}[{place}]", INT), allowed))
        texts = built.tracked.value if isinstance(built.tracked.value, list) else [built.tracked.value]
        characters = (ord(c) for text in texts if isinstance(text, str) for c in text)
        if not all(any(low <= c <= high for low, high in allowed) for c in characters):
            raise CannotBuild(f"{name} has characters that it cannot have")
        return built

    # ------------------------------------------------------------ what is asked

    def attribute(self, name: str) -> Pair | None:
        """`sys.name`"""
        if name not in self.attributes and (made := _OF_SYS.get(name)) is not None:
            before = getattr(sys, name)
            self.undoing.append(lambda: setattr(sys, name, before))
            self.attributes[name] = made(self)
            setattr(sys, name, self.attributes[name])
        known = self.attributes.get(name)
        return (known, None) if known is not None and getattr(sys, name) is known else None

    def answer(self, f: Any, arguments: Arguments) -> Pair | None:
        """What a call gives that asks for something of the world; None where it is to be made as ever."""
        if (known := self.readings.answer(f, arguments)) is not None:
            return known
        owner = raw_attribute(f, "__self__")
        if owner is not None and not isinstance(owner, types.ModuleType):
            arguments = arguments.after(owner)
        name = raw_attribute(f, "__name__", "")
        pairs = arguments.pairs()
        first = pairs[0][0] if pairs else None
        if first is os.environ:
            return self._of_environment(name, pairs[1:]) if not arguments.named else None
        if id(first) in self.readers and not arguments.named:
            return self.readers[id(first)].answer(name, pairs[1:])
        if f is os.getenv and not arguments.named:
            return self._of_environment("get", pairs)
        if f is input:
            return self._line()
        if name == "load" and len(pairs) == 1 and id(first) in self.readers:
            json = sys.modules.get("json")
            if json is not None and f is json.load:
                text, shadow = self.readers[id(first)].whole()
                return self.machine.invoke(json.loads, Arguments((text,), (shadow,)))
        if (known := self.files.answer(f, arguments)) is not None:
            return known
        if reads_command_line(f):
            self.attribute("argv")
        for value, _ in pairs:
            if (reader := self.readers.get(id(value))) is not None:
                reader.source.fill(whole=True)
        return None

    def iterated(self, value: Any) -> Iterator[Tracked] | None:
        """The lines of a stream that is iterated over."""
        reader = self.readers.get(id(value))
        return reader.lines() if reader is not None else None

    # ------------------------------------------------------------ the environment

    def _of_environment(self, name: str, operands: list[Pair]) -> Pair | None:
        """A method of `os.environ`."""
        if not operands or type(operands[0][0]) is not str or operands[0][1] is not None:
            return None
        key = operands[0][0]
        if name not in ("get", "__getitem__", "__contains__"):
            self.variables[key] = None
            return None
        found = self.variable(key)
        if found is None:
            return None
        value, shadow = self.machine.settle(found)
        if name == "__contains__":
            return value is not None, None
        if value is None and name == "__getitem__":
            raise KeyError(key)
        if value is None:
            return operands[1] if len(operands) > 1 else (None, None)
        return value, shadow

    def variable(self, key: str) -> Tracked | None:
        """The value of a variable of the environment."""
        if key not in self.variables:
            self.variables[key] = None
            if re.fullmatch(r"[A-Za-z]\w*", key) and not _NOT_GIVEN.match(key):
                tracked = self.input(_SET_OR_NOT, f"${key}", lambda world: world.variable(key), PRINTABLE).tracked
                self.variables[key] = tracked
                self.given[key] = Variable(key, tracked.value)
                self._set(key, tracked.value)
        return self.variables[key]

    def _set(self, key: str, value: str | None) -> None:
        def put(text: str | None) -> None:
            if text is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = text

        before = os.environ.get(key)
        self.undoing.append(lambda: put(before))
        put(value)

    # ------------------------------------------------------------ arguments and standard input

    def argv(self) -> list[str]:
        """`sys.argv`: the name of the program, then an input."""
        built = self.input(ListShape(StrShape()), "$argv", lambda world: world.attribute("argv"))
        kept = self.machine.contents(built.tracked.value)
        assert isinstance(built.recipe, Collection)
        value = [PROGRAM, *built.tracked.value]
        if isinstance(kept, Sequence):
            length = None if kept.length is None else t.add(kept.length, t.ONE)
            self.machine.keep(value, Sequence([None, *kept.items], length))
        recipe = Collection("list", (Literal(PROGRAM), *built.recipe.items))
        self.given["sys.argv"] = Preset("sys", "argv", recipe)
        return value

    def stdin(self) -> io.StringIO:
        real = io.StringIO()

        def store(text: str | bytes) -> None:
            assert isinstance(text, str)
            real.write(text)
            real.seek(0)
            made = Made(Name("io", "StringIO"), (Literal(text),) if text else ())
            self.given["sys.stdin"] = Preset("sys", "stdin", made)

        store("")

        def again(world: World) -> Source:
            world.attribute("stdin")
            return world.readers[id(sys.stdin)].source

        self.readers[id(real)] = Reader(self.machine, Source(self, "$stdin", store, again), real)
        return real

    def _line(self) -> Pair | None:
        """`input()`"""
        if self.attribute("stdin") is None:
            return None
        line = self.readers[id(sys.stdin)].line()
        if line is None:
            raise EOFError("EOF when reading a line")
        return self.machine.method(line.value, line.shadow, "removesuffix", Arguments(("\n",), (None,)))


_OF_SYS: Final[dict[str, Callable[[World], Any]]] = {"argv": World.argv, "stdin": World.stdin}


@dataclass(slots=True)
class Around:
    """What the runs of one search asked of the world.

    asked: by name; worldly: goals hit by runs that asked for something; sure: and by those that did not.
    """

    asked: dict[str, Wanted] = field(default_factory=dict)
    worldly: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)

    def ran(self, machine: Machine, world: World | None) -> None:
        (self.worldly if machine.worldly else self.sure).update(machine.run.hits)
        if world is not None:
            self.asked.update(world.asked)

    def unsure(self) -> set[str]:
        """Goals that were reached only where the world was as it happened to be."""
        return self.worldly - self.sure

    def parameters(self) -> tuple[ParameterShape, ...]:
        """What was asked for, as parameters."""
        wanted = ((name, each.shape) for name, each in self.asked.items())
        return tuple(ParameterShape(name, "positional", shape) for name, shape in wanted if shape is not None)
