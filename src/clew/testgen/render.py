"""A case → the exact text of its test: imports, setup lines, call.  What is replayed is what is written."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from clew.checking.pins import CHDIR
from clew.checking.script import Script
from clew.inputs.recipes import (
    Access,
    Act,
    Case,
    Collection,
    Dictionary,
    File,
    Made,
    Name,
    Preset,
    Recipe,
    Shared,
    Variable,
)
from clew.records import dataclass
from clew.testgen.expressions import ANY, Names, Writer, literal_text, snake, without_annotation

_ACCESSES: Final[Mapping[Access, str]] = {"get": "{}", "set": "{} = {{}}", "delete": "del {}"}

LONG = 64  # a longer call gets its larger arguments as variables


@dataclass(frozen=True, slots=True)
class RenderedCase:
    """setup: flat statements; call: a flat expression.

    form, arguments: the call with `{}` for each argument, and the arguments' (name, text), so that cases of one form
    can share a test; observe: variables whose value after the call may be worth a look.  pins: lines of the test that
    come first; around: what the call finds around it, as statements without the fixtures of a test.  places: of the
    observed variables that are the receiver (0) or an argument (from 1 on); always: what of variables the test says
    even if it did not change.
    """

    imports: tuple[str, ...]
    setup: tuple[str, ...]
    call: str
    form: str
    arguments: tuple[tuple[str, str], ...]
    observe: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    around_imports: tuple[str, ...] = ()
    places: tuple[tuple[int, str], ...] = ()
    always: tuple[str, ...] = ()

    @property
    def is_statement(self) -> bool:
        """It sets or deletes an attribute."""
        return self.form.startswith("del ") or " = {}" in self.form

    @property
    def statements(self) -> tuple[str, ...]:
        """For a reader, who may paste them: no names of a test's own, and none that only type checkers want."""
        return (*self.around, *map(without_annotation, self.setup), self.call)

    @property
    def in_one_line(self) -> str:
        return "; ".join(self.statements)

    @property
    def imports_of_statements(self) -> tuple[str, ...]:
        """What a reader has to import first."""
        return tuple(sorted({*self.imports, *self.around_imports} - {ANY}))


def render_case(case: Case, parameters: tuple[str, ...] = (), watch: bool = False) -> RenderedCase:
    """parameters: names of the positional parameters, without the receiver.  watch: the call may change arguments."""
    writer = Writer(Names(case.module))
    places: dict[int, str] = {}
    presets, world = _pins(case.presets, writer), _pins(case.world, writer)
    pins = (*presets, *(line for line in world if line not in presets))
    writer.setup.extend(map(writer.expression, case.earlier))

    def argument(recipe: Recipe, name: str, place: int) -> str:
        if not (watch and _mutable(recipe)):
            return writer.expression(recipe)
        text = writer.expression(recipe if isinstance(recipe, Shared) or _stepped(recipe) else Shared(name, recipe))
        places[place] = text
        return text

    target = case.via or Name(case.module, case.qualname)
    target = Name(target.module, mangled(target.path))
    if not target.path.startswith(case.qualname):
        parameters = ()  # those of another function
    receiver, first = "", 1
    own = snake(target.path.split(".")[-2]) if "." in target.path else "self"
    positional = [*case.args]
    names = [*(parameters[: len(case.args)]), *(f"arg{i + 1}" for i in range(len(parameters), len(case.args)))]
    if case.receiver is not None and case.unbound:
        function = writer.names.of(target.module, target.path)
        if case.access is not None:
            function += f".__{case.access}__"
        positional, names = [case.receiver, *positional], [own, *names]
        first = 0
    elif case.receiver is not None:
        receiver = argument(case.receiver, own, 0)
        method = target.path.rpartition(".")[2]
        function = f"{receiver}.{method}"
    else:
        function = writer.names.of(target.module, target.path)
    texts = [(name, argument(a, name, i)) for i, (name, a) in enumerate(zip(names, positional, strict=True), first)]
    keywords = [(k, argument(v, k, i)) for i, (k, v) in enumerate(case.kwargs, len(case.args) + 1)]
    # A long call is easier to read with its larger arguments named.
    if len(function) + sum(len(x) + 2 for _, x in (*texts, *keywords)) > LONG:
        if receiver and not receiver.isidentifier() and len(receiver) > 24:
            variable = writer.variable(own)
            writer.setup.append(f"{variable} = {receiver}")
            function = f"{variable}.{method}"
        texts = [(n, _named(writer, n, x)) for n, x in texts]
        keywords = [(n, _named(writer, n, x)) for n, x in keywords]
    ends = ("", "") if case.acts else _uses(case, writer)
    plain = [k for k, _ in keywords if k.isidentifier()]
    assert len(plain) == len(keywords), "a keyword argument must be an identifier"
    if case.access is not None and not case.unbound:
        form, arguments = _ACCESSES[case.access].format(_escaped(function)), texts
    else:
        holes = ["{}"] * len(texts) + [f"{k}={{}}" for k, _ in keywords]
        form = f"{_escaped(function)}({', '.join(holes)})"
        arguments = [*texts, *keywords]
    form = ends[0] + form + ends[1]
    call = form.format(*(text for _, text in arguments))
    if case.acts:
        call = _acted(case, call, writer)
        form, arguments = _escaped(call), []
    return RenderedCase(
        tuple(sorted(writer.names.imports)),
        tuple(writer.setup),
        call,
        form,
        tuple(arguments),
        tuple(dict.fromkeys(places.values())),
        pins,
        _around(case.world, writer),
        tuple(f"import {_module_of(each)}" for each in case.world),
        tuple(places.items()),
    )


@dataclass(frozen=True, slots=True)
class _Wording:
    """How surroundings are given, as templates.  preset: a variable of a module; place: a file or folder."""

    variable: str
    unset: str
    preset: str
    place: str


_FIXTURES: Final = _Wording(
    "monkeypatch.setenv({name}, {value})",
    "monkeypatch.delenv({name}, raising=False)",
    "monkeypatch.setattr({text}, {value})",
    "tmp_path.joinpath({path})",
)
_STATEMENTS: Final = _Wording(
    "os.environ[{name}] = {value}", "os.environ.pop({name}, None)", "{place} = {value}", "pathlib.Path({path})"
)


def _pins(given: Sequence[Preset | Variable | File], writer: Writer) -> tuple[str, ...]:
    """The lines that give the call its surroundings, folders before the files in them."""
    first = [CHDIR] if any(isinstance(each, File) for each in given) else []
    return tuple(dict.fromkeys([*first, *_given(given, writer, _FIXTURES)]))


def _around(given: Sequence[Preset | Variable | File], writer: Writer) -> tuple[str, ...]:
    """The same as plain statements: files are in the folder in which they are run."""
    return tuple(dict.fromkeys(_given(given, writer, _STATEMENTS)))


def _given(given: Iterable[Preset | Variable | File], writer: Writer, wording: _Wording) -> Iterator[str]:
    for each in given:
        match each:
            case Preset(module, name, value):
                place = f"{module}.{name}"
                yield wording.preset.format(place=place, text=literal_text(place), value=writer.expression(value))
            case Variable(name, None):
                yield wording.unset.format(name=literal_text(name))
            case Variable(name, value):
                yield wording.variable.format(name=literal_text(name), value=literal_text(value))
            case File(path, content):
                above = path.rpartition("/")[0] if content is not None else path
                if above:
                    yield f"{wording.place.format(path=literal_text(above))}.mkdir(parents=True, exist_ok=True)"
                if content is not None:
                    kind = "text" if isinstance(content, str) else "bytes"
                    yield f"{wording.place.format(path=literal_text(path))}.write_{kind}({literal_text(content)})"


def _module_of(given: Preset | Variable | File) -> str:
    """That its statement names."""
    match given:
        case Preset(module):
            return module
        case Variable():
            return "os"
        case File():
            return "pathlib"


def mangled(path: str) -> str:
    """The path with private names as they are outside of their classes: `Cart.__total` is `Cart._Cart__total`."""
    parts = path.split(".")
    for i, (owner, name) in enumerate(itertools.pairwise(parts), 1):
        if name.startswith("__") and not name.endswith("__") and owner.strip("_"):
            parts[i] = f"_{owner.lstrip('_')}{name}"
    return ".".join(parts)


def script_of(rendered: RenderedCase, goals: frozenset[str] = frozenset(), pins: tuple[str, ...] = ()) -> Script:
    """What the replay runs."""
    lines = (*rendered.pins, *(pin for pin in pins if pin not in rendered.pins))
    script = Script(rendered.imports, rendered.setup, rendered.call, rendered.observe, goals, lines)
    return replace(script, always=rendered.always)


def _uses(case: Case, writer: Writer) -> tuple[str, str]:
    """What is written around the call to use its result: a generator drawn from, a returned function called."""
    before, after = "", ""
    for arguments in case.follow:
        after += f"({_escaped(writer.arguments(arguments, ()))})"
    if case.within:
        function, *given = (_escaped(writer.expression(r)) for r in case.within)
        after += f"({function})({', '.join(given)})"
    if case.sent:
        before, after = "list(map(", f".send, [{', '.join(_escaped(writer.expression(r)) for r in case.sent)}]))"
    elif case.consume == 0:
        before, after = "list(", after + ")"
    elif case.consume is not None:
        before = f"list({_escaped(writer.names.of('itertools', 'islice'))}("
        after += f", {case.consume}))"
    if case.awaited:
        before, after = f"{_escaped(writer.names.of('asyncio', 'run'))}({before}", after + ")"
    return before, after


def _acted(case: Case, call: str, writer: Writer) -> str:
    """The last of the acts on what the call gives; the others are left in the setup."""
    first = case.acts[0].how
    kind = "coroutine" if first == "send" else "manager" if first == "enter" else "generator"
    name = writer.variable(kind)
    writer.setup.append(f"{name} = {call}")
    for act in case.acts[:-1]:
        _act(act, name, writer)
    _act(case.acts[-1], name, writer)
    return writer.setup.pop()


def _act(act: Act, name: str, writer: Writer) -> None:
    """The statement for it, as the last one of the setup."""
    if act.how == "change":
        assert act.target is not None and act.step is not None
        writer.step(writer.expression(act.target), act.step)
        return
    error = writer.expression(act.value) if act.value is not None else ""
    left = f"{error.removesuffix('()')}, {error}, None" if error else "None, None, None"
    writer.setup.append(
        {
            "next": f"next({name})",
            "send": f"{name}.send(None)",
            "throw": f"{name}.throw({error})",
            "close": f"{name}.close()",
            "rest": f"list({name})",
            "enter": f"{name}.__enter__()",
            "leave": f"{name}.__exit__({left})",
        }[act.how]
    )


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _named(writer: Writer, name: str, text: str) -> str:
    if len(text) <= 24 or text.startswith("lambda "):  # a function that has a name is a `def` (PEP 8)
        return text
    variable = writer.variable(name)
    writer.setup.append(f"{variable} = {text}")
    return variable


def _mutable(recipe: Recipe) -> bool:
    match recipe:
        case Collection(kind):
            return kind in ("list", "set", "deque", "bytearray")
        case Dictionary() | Made():
            return True
        case Shared(_, value):
            return _mutable(value)
        case _:
            return False


def _stepped(recipe: Recipe) -> bool:
    return isinstance(recipe, Made) and bool(recipe.steps)
