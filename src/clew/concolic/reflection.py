"""Library calls that are other ways to write an operation of the language: `getattr`, `operator.itemgetter`,
`functools.partial`, `copy.copy`, `dataclasses.replace`, …

They go back to the machine's own operations, so that properties, special methods and shadows are followed.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import operator
import sys
import types
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew.concolic import attributes, raising, taint
from clew.concolic.arguments import Arguments
from clew.effects import object_graph
from clew.effects.environment_effects import COPYING, IMPORTED, is_submodule, supposed
from clew.semantics.class_lookup import HEAP_TYPE, is_python, lookup
from clew.semantics.fallback import accepts
from clew.semantics.shadow import (
    Concretized,
    Contents,
    Fields,
    Havocked,
    Items,
    Mapping,
    Members,
    Pair,
    Sequence,
    Shadow,
    Tracked,
    items_of,
)

if TYPE_CHECKING:
    from clew.concolic.machine import Machine


class NotHere(Exception):
    """The call is not one of those followed here.  Raised before anything is done."""


def call(machine: Machine, f: Any, arguments: Arguments) -> Pair:
    """The result of a call to one of these functions, or an instance of one of these types; else NotHere."""
    operands, keywords = arguments.tracked(), arguments.named_tracked()
    model = _BY_TYPE.get(type(f))
    if model is not None:
        if machine.contents(f) is not None or any(isinstance(s, Concretized) for _, s in operands):
            raise NotHere
        return model(machine, f, *operands, **keywords)
    model = _FUNCTIONS.get(f)
    if model is None or not accepts(model, operands, keywords):
        raise NotHere
    return model(machine, *operands, **keywords)


def is_known(f: Any) -> bool:
    if type(f) in _BY_TYPE:
        return True
    return isinstance(f, types.FunctionType | types.BuiltinFunctionType | type) and f in _FUNCTIONS


# ---------------------------------------------------------------- attributes and items


def _get_attribute(machine: Machine, o: Pair, name: Pair, *default: Pair) -> Pair:
    if type(name[0]) is not str or name[1] is not None or len(default) > 1:
        raise NotHere
    if not default:
        return _watched(machine, o, name[0])
    try:
        return _watched(machine, o, name[0])
    except Exception as error:
        if not raising.is_caught(machine, error, AttributeError):
            raise
        return default[0]


def _watched(machine: Machine, o: Pair, name: str) -> Pair:
    """The attribute; where the contents of the object are unknown, so is whether it has one."""
    o = machine.settle(Tracked(*o))
    machine.look_for(o[0], name)
    if is_submodule(o[0], name):
        machine.suppose(supposed(f"{IMPORTED}{o[0].__name__}.{name}"))  # another process need not have imported it
    contents = machine.contents(o[0])
    if not isinstance(contents, Havocked) or lookup(type(o[0]), name) is not None:
        return attributes.attribute(machine, *o, name)
    result = attributes.attribute(machine, *o, name)
    raising.may_raise(machine, contents.lost, None, frozenset({AttributeError}))
    return result


def _has_attribute(machine: Machine, o: Pair, name: Pair) -> Pair:
    if type(name[0]) is not str or name[1] is not None:
        raise NotHere
    try:
        _watched(machine, o, name[0])
    except Exception as error:
        if not raising.is_caught(machine, error, AttributeError):
            raise
        return False, None
    return True, None


def _set_attribute(machine: Machine, o: Pair, name: Pair, value: Pair) -> Pair:
    if type(name[0]) is not str or name[1] is not None:
        raise NotHere
    machine.set_attr(*o, name[0], *value)
    return None, None


def _delete_attribute(machine: Machine, o: Pair, name: Pair) -> Pair:
    if type(name[0]) is not str or name[1] is not None or o[1] is not None:
        raise NotHere
    machine.del_attr(*o, name[0])
    return None, None


def _variables(machine: Machine, *o: Pair) -> Pair:
    if len(o) != 1 or isinstance(o[0][0], types.ModuleType | type):
        raise NotHere
    return attributes.attribute(machine, *o[0], "__dict__")


def _get_item(machine: Machine, o: Pair, key: Pair) -> Pair:
    return machine.item(*o, *key)


def _set_item(machine: Machine, o: Pair, key: Pair, value: Pair) -> Pair:
    machine.set_item(*o, *key, *value)
    return None, None


def _delete_item(machine: Machine, o: Pair, key: Pair) -> Pair:
    machine.del_item(*o, *key)
    return None, None


def _by_items(machine: Machine, getter: Any, *operands: Pair, **keywords: Pair) -> Pair:
    if len(operands) != 1 or keywords:
        raise NotHere
    keys = getter.__reduce__()[1]
    found = [machine.item(*operands[0], key, None) for key in keys]
    return found[0] if len(found) == 1 else _tuple(machine, found)


def _by_attributes(machine: Machine, getter: Any, *operands: Pair, **keywords: Pair) -> Pair:
    if len(operands) != 1 or keywords:
        raise NotHere
    found = []
    for path in getter.__reduce__()[1]:
        value = operands[0]
        for name in path.split("."):
            value = machine.attr(*value, name)
        found.append(value)
    return found[0] if len(found) == 1 else _tuple(machine, found)


def _by_method(machine: Machine, caller: Any, *operands: Pair, **keywords: Pair) -> Pair:
    if len(operands) != 1 or keywords:
        raise NotHere
    made, args = caller.__reduce__()
    named: dict[str, Any] = {}
    if isinstance(made, functools.partial):
        named, args = made.keywords, (*made.args, *args)
    name, *values = args
    arguments = Arguments(tuple(values), (None,) * len(values), dict(named), dict.fromkeys(named))
    return machine.method(*operands[0], name, arguments)


def _tuple(machine: Machine, items: list[Pair]) -> Pair:
    return machine.make_tuple(tuple(v for v, _ in items), tuple(s for _, s in items))


# ---------------------------------------------------------------- partial


def _partial(machine: Machine, *operands: Pair, **keywords: Pair) -> Pair:
    """The shadows of what is bound are the fields `args` and, for each keyword, `keywords.` and its name."""
    if not operands or operands[0][1] is not None:
        raise NotHere
    f = operands[0][0]
    result = functools.partial(f, *(v for v, _ in operands[1:]), **{k: v for k, (v, _) in keywords.items()})
    shadows: tuple[Shadow, ...] = ()
    named: dict[str, Shadow] = {}
    if type(f) is functools.partial and result.func is f.func:
        shadows, named = bound(machine, f)
    shadows = (*shadows, *(s for _, s in operands[1:]))
    named = {**named, **{k: s for k, (_, s) in keywords.items()}}
    if any(s is not None for s in (*shadows, *named.values())):
        attributes: dict[str, Shadow] = {f"keywords.{k}": s for k, s in named.items()}
        machine.keep(result, Fields({**attributes, "args": items_of(shadows)}))
    return result, None


def bound(machine: Machine, function: functools.partial[Any]) -> tuple[tuple[Shadow, ...], dict[str, Shadow]]:
    """The shadows of the arguments a partial function holds."""
    contents = machine.contents(function)
    if isinstance(contents, Havocked):
        return (contents.lost,) * len(function.args), dict.fromkeys(function.keywords, contents.lost)
    if not isinstance(contents, Fields):
        return (None,) * len(function.args), dict.fromkeys(function.keywords)
    known = contents.attributes
    args = known.get("args")
    shadows = args.shadows if isinstance(args, Items) else (None,) * len(function.args)
    return shadows, {k: known.get(f"keywords.{k}") for k in function.keywords}


# ---------------------------------------------------------------- copies

_HOOKS = ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__")


def _has_hooks(value: Any) -> bool:
    return any(is_python(lookup(type(value), name)) for name in _HOOKS)


def _copied(contents: Contents) -> Contents:
    match contents:
        case Sequence(items, length):
            return Sequence(list(items), length)
        case Mapping(entries, length):
            return Mapping(dict(entries), length)
        case Members(members, length):
            return Members(dict(members), length)
        case Fields(attributes):
            return Fields(dict(attributes))
    return contents


def _copy(machine: Machine, value: Pair) -> Pair:
    real, shadow = machine.settle(Tracked(*value))
    hook = lookup(type(real), "__copy__")
    if isinstance(hook, types.FunctionType) and hook.__code__ in machine.by_code:
        return machine.invoke(hook, Arguments((real,), (None,)))
    if getattr(type(real), "is_stream", False) and (twin := real.twin()) is not None:
        return twin, shadow
    if isinstance(shadow, Concretized) or _has_hooks(real):
        raise NotHere
    _ask_copyreg(machine, real)
    result = copy.copy(real)
    if result is not real:
        attributes.copy_shadows(machine, real, result, _copied)
        machine.watch_copy(real, result)
    return result, shadow


def _ask_copyreg(machine: Machine, *values: Any) -> None:
    """How objects of classes in Python are copied, anybody may register."""
    if any(type(value).__flags__ & HEAP_TYPE for value in values):
        machine.suppose(supposed(COPYING))


def _deep_copy(machine: Machine, value: Pair) -> Pair:
    real, shadow = machine.settle(Tracked(*value))
    if isinstance(shadow, Concretized):
        raise NotHere
    originals = list(object_graph.reachable([(real, None)]))
    if not all(_plainly_copied(machine, below) for below in originals):
        raise NotHere
    _ask_copyreg(machine, *originals)
    memo: dict[int, Any] = {}
    result = copy.deepcopy(real, memo)
    for original in originals:
        made = memo.get(id(original), original)
        if made is not original:
            attributes.copy_shadows(machine, original, made, _copied)
            machine.watch_copy(original, made)
    return result, shadow


def _plainly_copied(machine: Machine, value: Any) -> bool:
    """Copying it runs no code of the user's, and its keys are equal to their copies."""
    if isinstance(value, tuple | list | dict | set | frozenset):
        keys = value if not isinstance(value, tuple | list) else ()
        return not _has_hooks(value) and all(isinstance(k, str | int | float | bytes | tuple | None) for k in keys)
    return type(value) is not object and hasattr(value, "__dict__") and not _has_hooks(value)


# ---------------------------------------------------------------- dataclasses


def _replaced(machine: Machine, instance: Pair, **changes: Pair) -> Pair:
    _check_instance(instance)
    o: Any = instance[0]
    named = dict(changes)
    known = o.__dataclass_fields__
    if len(known) != len(dataclasses.fields(o)):
        raise NotHere  # class variables and InitVars
    for name, field in known.items():
        if not field.init:
            if name in changes:
                raise ValueError(f"field {name} is declared with init=False, it cannot be specified with replace()")
        elif name not in changes:
            named[name] = machine.attr(o, None, name)
    values, shadows = {k: v for k, (v, _) in named.items()}, {k: s for k, (_, s) in named.items()}
    return machine.invoke(type(o), Arguments((), (), values, shadows))


def _as_dict(machine: Machine, instance: Pair) -> Pair:
    _check_instance(instance)
    return _plain_data(machine, instance, as_dict=True)


def _as_tuple(machine: Machine, instance: Pair) -> Pair:
    _check_instance(instance)
    return _plain_data(machine, instance, as_dict=False)


def _check_instance(instance: Pair) -> None:
    if isinstance(instance[0], type) or not dataclasses.is_dataclass(instance[0]) or instance[1] is not None:
        raise NotHere


def _plain_data(machine: Machine, value: Pair, as_dict: bool) -> Pair:
    real, _ = value = machine.settle(Tracked(*value))
    if dataclasses.is_dataclass(real) and not isinstance(real, type):
        columns = [
            (f.name, _plain_data(machine, machine.attr(real, None, f.name), as_dict)) for f in dataclasses.fields(real)
        ]
        if not as_dict:
            return _tuple(machine, [pair for _, pair in columns])
        return machine.make_dict(tuple((name, None, *pair) for name, pair in columns))
    if type(real) in (list, tuple):
        items = [_plain_data(machine, item, as_dict) for item in machine.iterate(Tracked(*value))]
        if type(real) is tuple:
            return _tuple(machine, items)
        return machine.make_list(tuple(v for v, _ in items), tuple(s for _, s in items))
    if type(real) is dict:
        rows = [
            (*_plain_data(machine, (k, s), as_dict), *_plain_data(machine, machine.item(real, None, k, s), as_dict))
            for k, s in machine.iterate(Tracked(*value))
        ]
        return machine.make_dict(tuple(rows))
    if isinstance(real, str | int | float | bytes | bool | complex | None):
        return value
    return machine.invoke(copy.deepcopy, Arguments((real,), (value[1],)))


def _fields(machine: Machine, of: Pair) -> Pair:
    """The same for all instances of a class."""
    return dataclasses.fields(of[0] if isinstance(of[0], type) else type(of[0])), None


def _cast(machine: Machine, kind: Pair, value: Pair) -> Pair:
    return value


# ---------------------------------------------------------------- print


def _print(machine: Machine, *operands: Pair, **keywords: Pair) -> Pair:
    if "file" in keywords:
        raise NotHere
    if object_graph.hides_state(type(sys.stdout)):
        cause = taint.first_tainted(machine, [*operands, *keywords.values()])
        if cause is not None:  # a buffer to which the output was redirected
            machine.keep(sys.stdout, Havocked(machine.lost("unmodelled-operation", "what was printed")))
    texts = [machine.invoke(str, Arguments((v,), (s,)))[0] for v, s in operands]
    lost = machine.lost("nondeterministic", "whether print() can write")
    try:
        print(*texts, **{k: v for k, (v, _) in keywords.items()})
    except Exception as error:
        raising.may_raise(machine, lost, error, name="print")
        raise
    raising.may_raise(machine, lost, None)
    return None, None


_FUNCTIONS: dict[Any, Callable[..., Pair]] = {
    getattr: _get_attribute, hasattr: _has_attribute, setattr: _set_attribute, delattr: _delete_attribute,
    vars: _variables, operator.getitem: _get_item, operator.setitem: _set_item, operator.delitem: _delete_item,
    functools.partial: _partial, copy.copy: _copy, copy.deepcopy: _deep_copy, dataclasses.replace: _replaced,
    dataclasses.asdict: _as_dict, dataclasses.astuple: _as_tuple, dataclasses.fields: _fields, print: _print,
    typing.cast: _cast,
}  # fmt: skip
_BY_TYPE: dict[type, Callable[..., Pair]] = {
    operator.itemgetter: _by_items, operator.attrgetter: _by_attributes, operator.methodcaller: _by_method,
}  # fmt: skip
