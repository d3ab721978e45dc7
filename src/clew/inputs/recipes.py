"""How an argument is made, as plain data: what the executor chose, what the replay builds, what the test file shows.

A recipe is picklable and has no live object of the user in it.  The same object twice is a `Shared` node with one name.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Final, TypeAlias

from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    """None, bool, int, float (with nan and infinities), complex, str, bytes or Ellipsis."""

    value: object


@dataclass(frozen=True, slots=True)
class Collection:
    """kind: `list`, `tuple`, `set`, `frozenset`, `deque`, `iterator`, `generator`, `bytearray`."""

    kind: str
    items: tuple[Recipe, ...]


@dataclass(frozen=True, slots=True)
class Dictionary:
    """kind: `dict`, `defaultdict`, `OrderedDict`, `Counter`."""

    kind: str
    items: tuple[tuple[Recipe, Recipe], ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A module-level object: a class, function or enum member: `module` and dotted `path` inside it."""

    module: str
    path: str


@dataclass(frozen=True, slots=True)
class Made:
    """`callee(*args, **kwargs)`, then what is done to it, in order.  whole: a strategy of the user gave it, which may
    know what goes together: its parts stay as they are.
    """

    callee: Recipe
    args: tuple[Recipe, ...] = ()
    kwargs: tuple[tuple[str, Recipe], ...] = ()
    steps: tuple[Step, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The object whose step this stands in, or what a path of attributes leads to from there."""

    path: str


@dataclass(frozen=True, slots=True)
class Step:
    """Something done to an object that was made.

    how: `call` of a method, a special one by what stands for it (`o[k] = v` for `__setitem__`); `await`: and its
    coroutine is run; `run`: and all items of its generator are drawn; `start`: only the first one; `enter`: the context
    manager it returns is entered and not left; `get`, `set` to args[0] or `delete` an attribute; the name may be a path
    of them.  follow: with what the function is called that a called method gave, as a decorator is.
    """

    name: str
    args: tuple[Recipe, ...] = ()
    kwargs: tuple[tuple[str, Recipe], ...] = ()
    how: str = "call"
    follow: tuple[Recipe, ...] | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A callable written as source text, e.g. `lambda *args: 0`; with a result: text up to its value, `lambda *args:`.

    results: what it returns in turn, the last one from then on.
    """

    text: str
    result: Recipe | None = None
    results: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Shared:
    """One object used in several places of a case: equal `name`, same object."""

    name: str
    value: Recipe


Recipe: TypeAlias = Literal | Collection | Dictionary | Name | Made | Function | Shared | Part


@dataclass(frozen=True, slots=True)
class Act:
    """What is done with a generator, coroutine or context manager that a call gave.

    how: `next`, `close`; `send` of None; `throw` of the value; `rest`: all that is left is drawn; `enter`; `leave`,
    with the value as the exception if there is one; `change`: the step is done to the target, an argument.
    """

    how: str
    value: Made | None = None
    target: Recipe | None = None
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """A variable of a module that is set before anything is called, and set back in the end."""

    module: str
    name: str
    value: Recipe


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the environment that is set before anything is called; None: it is not set."""

    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class File:
    """A file in the current folder, with what is in it; None: a folder.  path: from there, with slashes."""

    path: str
    content: str | bytes | None


Access: TypeAlias = typing.Literal["get", "set", "delete"]

ACCESS: Final[Mapping[str, Access]] = {"property": "get", "setter": "set", "deleter": "delete"}  # by how it is bound


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a function under test.

    target: module and qualname (`Cart.total`); receiver: the object for a method, None for functions, static and class
    methods.  consume: how often the result is used: for a generator or iterator how many items are drawn (0: all there
    are, None: it is not iterated); follow: arguments with which a returned callable is called, one tuple a call.
    access: how the target is used if it is an attribute that is not called.  unbound: the receiver is of a subclass
    that has another method of that name, so the target is reached through its own class.  via: what is called instead
    of the target, a class or a method of the receiver: the call from within which the target was reached.
    """

    module: str
    qualname: str
    receiver: Recipe | None
    args: tuple[Recipe, ...]
    kwargs: tuple[tuple[str, Recipe], ...]
    consume: int | None = None
    follow: tuple[tuple[Recipe, ...], ...] = ()
    access: Access | None = None
    unbound: bool = False
    via: Name | None = None
    awaited: bool = False  # the result is a coroutine, which `asyncio.run` runs to its end
    sent: tuple[Recipe, ...] = ()  # what a generator is sent, one value after the other, the first being None
    within: tuple[
        Recipe, ...
    ] = ()  # a function and its arguments: the result, a context manager, is entered around its call
    acts: tuple[Act, ...] = ()  # what is done with the result, one after the other, instead of all this
    earlier: tuple[Made, ...] = ()  # calls that are made before, for what they leave behind
    presets: tuple[Preset, ...] = ()  # what these may change, as the import left it
    world: tuple[Preset | Variable | File, ...] = ()  # what the call finds around it
    parameters: tuple[str, ...] = ()  # their names, without the receiver's, where the function is of another module

    def name_in(self, module: str) -> str:
        """The qualified name of the target, with its module where that is another one."""
        return self.qualname if self.module == module else f"{self.module}.{self.qualname}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a case did.  kind: `returns` or `raises`.

    raises: the exception class as (module, qualname) and its message; returns: the result as a literal recipe text when
    it can be written down (`text`), else only its type (`type_name`, and `cls`, an expression).
    """

    kind: str
    text: str | None
    type_name: str
    exception: tuple[str, str] | None = None
    message: str = ""
    cls: str = ""
