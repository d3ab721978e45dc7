"""Attributes of objects: `o.name` and `o.name = v` as the data model finds them, and where their shadows are kept."""

from __future__ import annotations

import collections
import functools
import sys
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew.concolic import native, questions, raising, taint
from clew.concolic.arguments import Arguments
from clew.effects.environment_effects import (
    NOTHING_HANDLED,
    OPEN_OF_SYS,
    THIS_PYTHON,
    of_the_process,
    says_of_this_python,
    supposed,
)
from clew.semantics import dates
from clew.semantics.class_lookup import declares, forget_classes, is_python, lookup
from clew.semantics.shadow import Concretized, Contents, Fields, Havocked, Items, Mapping, Pair, Shadow, Tracked

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


def attribute(machine: Machine, o: Any, so: Shadow, name: str) -> Pair:
    """`o.name`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
        if isinstance(so, Concretized):
            return raising.guarded(machine, so, getattr, o, name)
        questions.of_attribute(machine, o, so, name)
        if so is not None:
            return _attribute_of_plain_value(machine, o, so, name)
    elif machine.given:
        questions.of_attribute(machine, o, so, name)
    if type(o) is super:
        receiver: Any = o.__self__  # type: ignore[attr-defined]
        if isinstance(receiver, _PLAIN_VALUES):
            machine.approximate("unmodelled-operation", f"super() on a {type(receiver).__name__}")
    if isinstance(o, types.ModuleType):
        if o is sys and name in _OF_THE_WORLD:
            machine.worldly = True
            if machine.world is not None and (known := machine.world.attribute(name)) is not None:
                return known
        if o is sys and name in OPEN_OF_SYS:
            return _of_the_process(machine, name)
        if says_of_this_python(o, name):
            machine.suppose(THIS_PYTHON)
        if (what := of_the_process(o, name)) != "":
            machine.suppose(supposed(what))
        made_up = _made_up(machine, o, name)
        return made_up or (getattr(o, name), machine.global_shadows.get((o.__name__, name)))
    kind = type(o)
    if name == "__self__" and isinstance(o, _BOUND):
        return o.__self__, machine.receiver_of(o)
    if kind is functools.partial and name in ("keywords", "__dict__"):  # who has the dict may change what is passed
        for held in (o, o.keywords):
            machine.keep(held, Havocked(machine.lost("unmodelled-operation", "the keywords of a partial, asked for")))
    if kind in _OF_RUNNING_CODE and not name.startswith("__"):
        return raising.guarded(
            machine, machine.lost("nondeterministic", f"{name} of a {kind.__name__}"), getattr, o, name
        )
    if kind.__name__ == "Context" and kind.__module__ == "decimal" and name in ("flags", "traps"):
        machine.suppose(supposed("the decimal context"))  # arithmetic sets flags of the current one
    if name in _OF_LOGGING and (o if isinstance(o, type) else kind).__module__ == "logging":
        machine.suppose(supposed("the configuration of logging"))
    if kind in weakref.ProxyTypes:
        return native.run(machine, getattr, Arguments((o, name), (None, None)))
    reader = lookup(kind, "__getattribute__")
    if is_python(reader):
        # Whatever looks at the object runs its code, what is done here as well.
        machine.approximate("unmodelled-operation", f"{kind.__qualname__} has a __getattribute__ of its own")
        try:
            return machine.invoke(reader, Arguments((o, name), (None, None)))
        except Exception as error:
            missing = lookup(kind, "__getattr__")
            if not is_python(missing) or not raising.is_caught(machine, error, AttributeError):
                raise
            return machine.invoke(missing, Arguments((o, name), (None, None)))
    if getattr(kind, "is_stream", False) and not hasattr(kind, name) and name not in _OF_SOME_ITERATORS:
        raise AttributeError(f"iterator object has no attribute '{name}'", name=name, obj=iter(()))
    return plain_attribute(machine, o, name)


# A stream stands for some iterator of CPython's, and these are what only some of them have.
_OF_SOME_ITERATORS = frozenset({"__length_hint__", "__setstate__", "__copy__", "__class_getitem__"})
# What they show is the text that is run here, and who called it.
_OF_RUNNING_CODE = frozenset({types.TracebackType, types.FrameType, types.CodeType})
_OF_LOGGING = frozenset(
    {"level", "handlers", "disabled", "propagate", "filters", "parent", "formatter", "manager", "loggerDict"}
)


def _made_up(machine: Machine, module: types.ModuleType, name: str) -> Pair | None:
    """What code of the project gives in place of a variable that the module does not have, or that its class gives."""
    kind, hook = type(module), vars(module).get("__getattr__")
    if kind is types.ModuleType and name in vars(module):
        return None
    if declares(kind, name) and not declares(types.ModuleType, name):
        data = hasattr(type(lookup(kind, name)), "__set__")
        return plain_attribute(machine, module, name) if data or name not in vars(module) else None
    if name in vars(module) or declares(kind, name):
        return None
    if isinstance(hook, types.FunctionType) and hook.__code__ in machine.by_code:
        return machine.invoke(hook, Arguments((name,), (None,)))
    return plain_attribute(machine, module, name) if is_python(lookup(kind, "__getattr__")) else None


_OF_THE_WORLD = frozenset({"argv", "stdin"})


def _of_the_process(machine: Machine, name: str) -> Pair:
    """What Python was started with."""
    value, lost = getattr(sys, name), machine.lost("nondeterministic", f"sys.{name}")
    if isinstance(value, list | dict):
        machine.keep(value, Havocked(lost))
        return value, None
    return value, lost


_PLAIN_VALUES = (int, float, complex, str, bytes, tuple, range, slice)
_BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)


def _attribute_of_plain_value(machine: Machine, o: Any, so: Shadow, name: str) -> Pair:
    """An attribute of a value that carries its shadow itself; whatever is bound to the value must keep it."""
    kind = type(o)
    raw = lookup(kind, name)
    if isinstance(so, Items):
        if kind in dates.PARTS and name in dates.SAME:
            return getattr(o, name), None
        names = ("start", "stop", "step") if kind in (range, slice) else getattr(kind, "_fields", ())
        names = dates.PARTS.get(kind, names)
        if name in names and not isinstance(raw, property | types.FunctionType):
            return getattr(o, name), so.shadows[names.index(name)]
    if isinstance(raw, property) and raw.fget is not None:
        return machine.invoke(raw.fget, Arguments((o,), (so,)))
    missing = lookup(kind, "__getattr__")
    if is_python(missing) and not declares(kind, name) and name not in _instance_dict(o):
        return machine.invoke(missing, Arguments((o, name), (so, None)))
    value = getattr(o, name)
    if isinstance(value, _BOUND) and value.__self__ is o:
        machine.bind(value, so)
        return value, None
    if raw is value or isinstance(raw, staticmethod | classmethod):
        return value, _field_shadow(machine, o, name, value)
    if name in _instance_dict(o) and machine.contents(o) is not None:
        return value, _field_shadow(machine, o, name, value)
    return value, machine.lost("unmodelled-operation", f"attribute {name} of a {kind.__name__}")


def plain_attribute(machine: Machine, o: Any, name: str) -> Pair:
    """As `object.__getattribute__` finds it, then `__getattr__`: where there is none, or what was found raised an
    AttributeError.
    """
    missing = lookup(type(o), "__getattr__")
    try:
        return found_attribute(machine, o, name)
    except Exception as error:
        if not is_python(missing) or not raising.is_caught(machine, error, AttributeError):
            raise
    return machine.invoke(missing, Arguments((o, name), (None, None)))


def found_attribute(machine: Machine, o: Any, name: str) -> Pair:
    """Properties and descriptors of the user's are stepped into."""
    kind = type(o)
    if name == "__dict__":
        if machine.outside:
            machine.read(o, name)
        return namespace(machine, o)
    raw = lookup(kind, name)
    if isinstance(raw, property) and raw.fget is not None:
        return machine.invoke(raw.fget, Arguments((o,), (None,)))
    if isinstance(raw, functools.cached_property) and name not in o.__dict__:
        value, shadow = machine.invoke(raw.func, Arguments((o,), (None,)))
        o.__dict__[name] = value
        keep_field(machine, o, name, shadow)
        return value, shadow
    if name in ("__code__", "__closure__") and is_python(o) and o.__code__ in machine.by_code:
        machine.approximate("unmodelled-operation", f"the {name.strip('_')} of {o.__name__} was asked for")
    own = lookup(o, name) if issubclass(type(o), type) else raw
    getter = lookup(type(own), "__get__") if own is not None else None
    if is_python(getter):
        of_data = lookup(type(own), "__set__") is not None or lookup(type(own), "__delete__") is not None
        if issubclass(type(o), type):
            return machine.invoke(getter, Arguments((own, None, o), (None, None, None)))
        if of_data or name not in _instance_dict(o):
            return machine.invoke(getter, Arguments((own, o, kind), (None, None, None)))
    if machine.outside:
        machine.read(o, name)
    missing = lookup(kind, "__getattr__")
    declared = declares(kind, name) or (issubclass(kind, type) and declares(o, name))
    if is_python(missing) and not declared and name not in _instance_dict(o):
        raise AttributeError(name)  # not looked up natively, which would call it
    own_way = is_python(missing) and not issubclass(kind, type)  # natively it would call `__getattr__`
    plain = own_way or is_python(lookup(kind, "__getattribute__"))
    try:
        value = object.__getattribute__(o, name) if plain else getattr(o, name)
    except AttributeError as error:
        if (lost := lost_namespace(machine, o)) is not None:  # others may have given it one
            raising.may_raise(machine, lost, error, frozenset({AttributeError}))
        raise
    if machine.is_deleted(name) and (lost := lost_namespace(machine, o)) is not None:
        raising.may_raise(machine, lost, None, frozenset({AttributeError}))
    if machine.lent and not isinstance(value, _BOUND):
        machine.look_at(o)
    if value is None and name == "__context__" and isinstance(o, BaseException):
        machine.suppose(NOTHING_HANDLED)
    if not machine.heap:
        return value, None
    return value, _field_shadow(machine, o, name, value)


def _instance_dict(o: Any) -> dict[str, Any]:
    try:
        found = object.__getattribute__(o, "__dict__")
    except AttributeError:
        return {}
    return found if isinstance(found, dict) else {}


def namespace(machine: Machine, o: Any) -> Pair:
    """`o.__dict__`.  From now on the shadows of the attributes are kept with the dict, where both ways to them meet."""
    if issubclass(type(o), type):
        space: Any = type.__dict__["__dict__"].__get__(o)
        if machine.contents(o) is None:
            return space, None
        return space, machine.lost("unmodelled-operation", f"the namespace of {o.__name__}")
    space = object.__getattribute__(o, "__dict__")
    if type(space) is dict and id(o) not in machine.exposed:
        machine.exposed[id(o)] = (o, space)
        contents = machine.contents(o)
        if isinstance(contents, Havocked):
            machine.keep(space, Havocked(contents.lost))
        elif machine.contents(space) is None:
            fields = contents.attributes if isinstance(contents, Fields) else {}
            machine.keep(space, Mapping({k: (None, fields.get(k)) for k in space}))
    return space, None


_METHODS = (types.MethodType, types.BuiltinMethodType)


def _may_have_itself(machine: Machine, o: Any, name: str) -> bool:
    """Is the attribute one of the object, and not what its class has under the name, or does code make it one?"""
    own = name in _instance_dict(o) or isinstance(lookup(type(o), name), types.MemberDescriptorType)
    return own or machine.is_set(name)


def lost_namespace(machine: Machine, o: Any) -> Concretized | None:
    """Where which attributes an object has itself is not known."""
    spaces = (machine.exposed[id(o)][1:] if id(o) in machine.exposed else ()) + machine.slotted.get(id(o), ())[1:]
    every = (machine.contents(each) for each in (o, *spaces))
    return next((contents.lost for contents in every if isinstance(contents, Havocked)), None)


def _field_shadow(machine: Machine, o: Any, name: str, value: Any) -> Shadow:
    if id(value) in machine.unclear:  # the cause of an exception, or its context
        return raising.shadow_of(machine, value)
    contents = machine.contents(o)
    if isinstance(contents, Havocked) and (not isinstance(value, _METHODS) or _may_have_itself(machine, o, name)):
        return contents.lost
    if id(o) in machine.exposed:
        kept = machine.contents(machine.exposed[id(o)][1])
        if isinstance(kept, Havocked):
            return kept.lost
        if isinstance(kept, Mapping) and name in kept.entries:
            return kept.entries[name][1]
    elif isinstance(contents, Fields) and name in contents.attributes:
        return contents.attributes[name]
    if id(o) in machine.slotted:
        kept = machine.contents(machine.slotted[id(o)][1])
        if isinstance(kept, Havocked):
            return kept.lost
        if isinstance(kept, Fields) and name in kept.attributes:
            return kept.attributes[name]
    if name not in _instance_dict(o):
        for cls in type(o).__mro__ if not issubclass(type(o), type) else o.__mro__:
            contents = machine.contents(cls)
            if isinstance(contents, Fields) and name in contents.attributes:
                return contents.attributes[name]
            if isinstance(contents, Havocked) and name in vars(cls) and not callable(value):
                return contents.lost
    return None


_CONTAINERS = (list, dict, set, collections.deque, bytearray, tuple)


def keep_field(machine: Machine, o: Any, name: str, shadow: Shadow) -> None:
    """Remember the shadow of an attribute: with the object, or with its `__dict__` where the program holds that.

    The own contents of a container are its elements, so its attributes are kept apart: in its `__dict__`, or as slots.
    """
    if isinstance(o, _CONTAINERS) and type(o) is not tuple:
        if name not in _instance_dict(o):
            _keep_slot(machine, o, name, shadow)
            return
        namespace(machine, o)
    if id(o) in machine.exposed:
        space = machine.exposed[id(o)][1]
        kept = machine.heap[id(space)][1]
        if isinstance(kept, Mapping) and name in space:
            kept.entries[name] = (None, shadow)
        else:
            machine.contents(space)  # notices a stale one
        if isinstance(o, _CONTAINERS):
            return
    contents = machine.contents(o)
    if isinstance(contents, Fields):
        contents.attributes[name] = shadow
    elif shadow is not None and not isinstance(contents, Havocked):
        machine.keep(o, Fields({name: shadow}))


def copy_shadows(machine: Machine, original: Any, made: Any, copied: Callable[[Contents], Contents]) -> None:
    """What is known of an object is known of its copy, wherever it is kept; `copied` makes contents of its own."""
    contents = machine.contents(original)
    if contents is not None:
        machine.keep(made, copied(contents))
    if id(original) in machine.exposed and namespace(machine, made)[1] is None:
        kept = machine.contents(machine.exposed[id(original)][1])
        if kept is not None:
            machine.keep(machine.exposed[id(made)][1], copied(kept))
    if id(original) in machine.slotted:
        kept = machine.contents(machine.slotted[id(original)][1])
        if kept is not None:
            _make_slots(machine, made, copied(kept))


def _keep_slot(machine: Machine, o: Any, name: str, shadow: Shadow) -> None:
    if id(o) not in machine.slotted:
        _make_slots(machine, o, Fields({}))
    kept = machine.contents(machine.slotted[id(o)][1])
    if isinstance(kept, Fields):
        kept.attributes[name] = shadow


def _make_slots(machine: Machine, o: Any, contents: Contents) -> None:
    slots = types.SimpleNamespace()
    machine.slotted[id(o)] = (o, slots)
    machine.keep(slots, contents)


def set_attribute(machine: Machine, o: Any, so: Shadow, name: str, v: Any, sv: Shadow) -> None:
    """`o.name = v`"""
    if so is not None:
        o, so = machine.settle(Tracked(o, so))
        if isinstance(so, Concretized):
            machine.approximate(so.code, so.text)
    questions.ask(machine, o, so)  # builtin classes have no place for it, what is declared below them has
    if isinstance(o, type):
        forget_classes()
    if isinstance(o, types.ModuleType):
        setattr(o, name, v)
        machine.set_global(o.__name__, name, sv)
        if sv is not None:  # functions of that module may take the global for a constant
            machine.approximate("unmodelled-operation", f"{name} of module {o.__name__} was set from outside")
        return
    if isinstance(o, types.CellType):  # a variable of some function
        machine.approximate("unmodelled-operation", "a variable of another function was set by way of its cell")
    kind = type(o)
    setter = lookup(kind, "__setattr__")
    if is_python(setter):
        machine.invoke(setter, Arguments((o, name, v), (None, None, sv)))
        return
    raw = lookup(kind, name)
    if isinstance(raw, property) and raw.fset is not None:
        machine.invoke(raw.fset, Arguments((o, v), (None, sv)))
        return
    descriptor = lookup(type(raw), "__set__") if raw is not None else None
    if is_python(descriptor):
        machine.invoke(descriptor, Arguments((raw, o, v), (None, None, sv)))
        return
    if _kept_in_c(o, raw, setter, descriptor) and taint.first_tainted(machine, [(o, None), (v, sv)]) is not None:
        native.run(machine, setattr, Arguments((o, name, v), (None, None, sv)))
        machine.approximate("unmodelled-operation", f"{name} of a {kind.__name__} was set")
        return
    if raw is _ARGS_OF_EXCEPTIONS:
        v, sv = machine.call(Tracked(tuple, None), (Tracked(v, sv),), {})
    setattr(o, name, v)
    if name == "__dict__" and raw is not None:
        forget_fields(machine, o)
        space, _ = namespace(machine, o)
        if isinstance(sv, Concretized):
            machine.keep(space, Havocked(sv))
        return
    if not machine.setup:
        machine.not_outside(o, name)
    keep_field(machine, o, name, sv)


_ARGS_OF_EXCEPTIONS = vars(BaseException)["args"]  # keeps a tuple of what it is given
_PLAIN_SETTERS = (
    object.__setattr__, type.__setattr__, BaseException.__setattr__, types.SimpleNamespace.__setattr__,
    functools.partial.__setattr__,
)  # fmt: skip


def _kept_in_c(o: Any, raw: Any, setter: Any, descriptor: Any) -> bool:
    """Does C code keep the attribute in its own way: defaults of a function, fields of a structure, what belongs to a
    thread, attributes set by a weak proxy?
    """
    if setter not in _PLAIN_SETTERS:
        return True
    if descriptor is None or isinstance(raw, property | types.MemberDescriptorType) or isinstance(o, BaseException):
        return False
    return raw is not object.__dict__["__class__"] and getattr(raw, "__name__", "") != "__dict__"


def forget_fields(machine: Machine, o: Any) -> None:
    """Its `__dict__` is another one from now on."""
    machine.exposed.pop(id(o), None)
    if isinstance(machine.contents(o), Fields):
        del machine.heap[id(o)]
