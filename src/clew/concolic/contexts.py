"""Context managers: `with` calls `__enter__` and `__exit__` through the machine, and generators under
`@contextlib.contextmanager` are stepped into, past `contextlib`, which only passes on what they give.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clew.concolic import attributes, native, raising
from clew.concolic.arguments import Arguments
from clew.semantics.class_lookup import WITHHELD, special
from clew.semantics.shadow import Concretized, Pair, Shadow, Tracked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine

_MAKER = contextlib.contextmanager(iter).__code__  # of what `@contextmanager` puts in the place of a function


def makes_managers(f: Any) -> bool:
    """Is this what `@contextmanager` made of a function?"""
    return f.__code__ is _MAKER and hasattr(f, "__wrapped__")


def manager_of(machine: Machine, f: Any, arguments: Arguments) -> Pair:
    """What a call of a function under `@contextmanager` gives, made as `contextlib` makes it."""
    code = getattr(f, "__code__", None)
    if code not in machine.by_code or not machine.sites.functions[machine.by_code[code]].generator:
        return native.run(machine, contextlib.contextmanager(f), arguments)
    manager: Any = contextlib._GeneratorContextManager(f, arguments.values, arguments.named)
    machine.waiting[id(manager.gen.gi_frame)] = (manager.gen.gi_frame, arguments)
    return manager, None


class Context:
    """`with` on a tracked context manager: `__enter__` and `__exit__` are called by the machine."""

    def __init__(self, machine: Machine, manager: Tracked) -> None:
        self.machine = machine
        self.manager = machine.settle(manager)
        kind = type(self.manager.value)
        self.lost = self.manager.shadow if isinstance(self.manager.shadow, Concretized) else None
        # CPython looks both up first, and complains before it enters.
        self.enter, self.exit = special(kind, "__enter__"), special(kind, "__exit__")
        if self.enter is WITHHELD:
            self.enter()  # raises a TypeError
        if self.enter is None or self.exit is None:
            if self.lost is not None:
                raising.guarded(machine, self.lost, contextlib.ExitStack().enter_context, self.manager.value)
            with self.manager.value:
                raise AssertionError("unreachable")
        if self.lost is not None:  # another object may be no manager, or do something else
            raising.may_raise(machine, self.lost, None)

    def stepped(self) -> bool:
        """Is the manager a generator of the project under `@contextmanager`?"""
        manager = self.manager.value
        if type(manager) is not contextlib._GeneratorContextManager:
            return False
        generator: Any = manager.gen
        return generator.gi_code in self.machine.by_code

    def __enter__(self) -> Pair:
        manager, machine = self.manager.value, self.machine
        if self.stepped():
            machine.yielded = None
            depth, machine.native_depth = machine.native_depth, 0
            try:
                value = self.enter(manager)
            finally:
                machine.native_depth = depth
            given, machine.yielded = machine.yielded, None
            return value, (given[1] if given is not None and given[0] is value else machine.native_taint)
        if type(manager) is contextlib.nullcontext:
            return attributes.attribute(machine, manager, None, "enter_result")
        value, shadow = machine.invoke(self.enter, Arguments((manager,), (None,)))
        return value, self.lost or shadow

    def __exit__(self, *exception: Any) -> bool:
        returned = self.machine.returned  # by a `return` in the body; what is called now returns, too
        try:
            return self.leave(*exception)
        finally:
            self.machine.returned = returned

    def leave(self, *exception: Any) -> bool:
        machine = self.machine
        if exception[0] is not None and issubclass(exception[0], machine.Stop):
            return False
        if exception[0] is not None:
            machine.ran_out(exception[1])  # it may end here, and nobody else sees it
        if self.stepped():
            machine.closes(self.manager.value.gen)
            depth, machine.native_depth = machine.native_depth, 0
            try:
                return bool(self.exit(self.manager.value, *exception))
            finally:
                machine.native_depth = depth
        if type(self.manager.value) is contextlib.nullcontext:
            return False
        shadow = None if exception[0] is None else raising.shadow_of(machine, exception[1])
        if type(self.manager.value) is contextlib.suppress and exception[0] is not None and shadow is not None:
            wanted: Any = getattr(self.manager.value, "_exceptions")  # noqa: B009
            return raising.is_caught(machine, exception[1], wanted) and bool(self.exit(self.manager.value, *exception))
        if type(self.manager.value) is contextlib.suppress:  # it looks at the type alone
            return bool(self.exit(self.manager.value, *exception))
        of_kind = replace(shadow, kind=type) if isinstance(shadow, Concretized) else None
        shadows: tuple[Shadow, ...] = (None, of_kind, shadow, shadow)
        result = machine.invoke(self.exit, Arguments((self.manager.value, *exception), shadows))
        return exception[0] is not None and machine.truth(Tracked(result[0], self.lost or result[1]))
