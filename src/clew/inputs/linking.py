"""What may be assigned to public attributes of an object once it is made, so that object graphs come about which no
constructor makes: a list linked by hand, a cycle, a node with two parents.

An attribute is linked only to objects of a class it is meant for: one that the annotation of the constructor's
parameter of that name states, or that it holds an object of already, or, where it holds None and nothing is stated, the
class of its own object.  Values that are no objects are left to constructors and methods: to assign those would break
what the class promises, not build what its users build.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from typing import Any

from clew.inputs.class_names import class_name
from clew.inputs.shapes import ClassName, ObjectShape, parts
from clew.inputs.signatures import Catalogue
from clew.records import dataclass

MOST_LINKS = 3  # assignments on one object and those it leads to
MOST_OBJECTS = 6
MOST_CHOICES = 24


@dataclass(frozen=True, slots=True)
class Link:
    """`o.holder.attribute = o.source`, all paths of attributes from the object `o`; `made` instead: a new object.

    An empty path is the object itself.
    """

    holder: str
    attribute: str
    source: str
    made: ClassName | None = None

    @property
    def target(self) -> str:
        return f"{self.holder}.{self.attribute}".removeprefix(".")


def links_of(root: Any, catalogue: Catalogue) -> list[Link]:
    """What may be linked now, what leads to small graphs first."""
    objects = objects_below(root, catalogue)
    found: list[Link] = []
    for holder, value in objects.items():
        for attribute, classes in linkable(value, catalogue):
            current = getattr(value, attribute)
            for source, other in objects.items():
                if type(other) in classes and other is not current:
                    found.append(Link(holder, attribute, source))
            if current is None:
                found += [
                    Link(holder, attribute, "", class_name(cls)) for cls in classes if not inspect.isabstract(cls)
                ]
    return found[:MOST_CHOICES]


def at(root: Any, path: str) -> Any:
    """The object at a path of attributes."""
    value = root
    for name in path.split(".") if path else ():
        value = getattr(value, name)
    return value


def objects_below(root: Any, catalogue: Catalogue) -> dict[str, Any]:
    """The objects that linkable attributes lead to, each by its shortest path."""
    found = {"": root}
    for path in (waiting := [""]):
        value = found[path]
        for attribute, _ in linkable(value, catalogue):
            held = getattr(value, attribute)
            if held is not None and len(found) < MOST_OBJECTS and all(held is not known for known in found.values()):
                inner = f"{path}.{attribute}".removeprefix(".")
                found[inner] = held
                waiting.append(inner)
    return found


def linkable(value: Any, catalogue: Catalogue) -> Iterator[tuple[str, tuple[type, ...]]]:
    """The attributes of an object that may be linked, with the classes they are meant for."""
    cls = type(value)
    known = catalogue.classes()
    if cls not in known or inspect.getattr_static(cls, "__setattr__") is not vars(object)["__setattr__"]:
        return
    stated = {p.name: p.shape for p in catalogue.constructor(class_name(cls))}
    for attribute in _attributes(value):
        held = getattr(value, attribute)
        if held is not None and type(held) not in known:
            continue
        if attribute in stated:
            shapes = [shape for shape in parts(stated[attribute]) if isinstance(shape, ObjectShape)]
            classes = [catalogue.resolve(c) for s in shapes for c in (s.cls, *s.alternatives)]
        else:
            classes = [cls if held is None else type(held)]
        classes = [c for c in dict.fromkeys(classes) if c in known]
        if classes:
            yield attribute, tuple(classes)


def _attributes(value: Any) -> list[str]:
    """The public attributes that the object itself holds, in the order they were first set.

    Looking must run no code of the user: what a descriptor stands for is left alone.
    """
    own = inspect.getattr_static(type(value), "__getattribute__") is not vars(object)["__getattribute__"]
    if own or inspect.getattr_static(type(value), "__getattr__", None) is not None:
        return []
    slots = [s for c in reversed(type(value).__mro__) for s in _slots(c)]
    names = dict.fromkeys([*slots, *getattr(value, "__dict__", {})])
    public = (n for n in names if isinstance(n, str) and not n.startswith("_"))  # a dict takes any keys
    return [n for n in public if _plain(type(value), n) and hasattr(value, n)]


def _plain(cls: type, name: str) -> bool:
    """Is the attribute what the object itself holds, whatever the class has under the name?"""
    held = inspect.getattr_static(cls, name, None)
    return isinstance(held, types.MemberDescriptorType) or not hasattr(type(held), "__get__")


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
