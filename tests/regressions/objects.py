"""Attributes by other ways than `o.name`, descriptors, subclasses of containers, arguments of exceptions, truth of containers.

Found by reading: shadows that were None where the value came by a way nobody had followed.
"""

import collections
import copy
import functools


class Plain:
    def __init__(self, x: int) -> None:
        self.x = x


def dict_then_attribute(x: int):
    o = Plain(0)
    o.__dict__["x"] = x
    if o.x == 77:
        return 1  # not infeasible
    return 0


def attribute_then_dict(x: int):
    o = Plain(x)
    if o.__dict__["x"] == 77:
        return 1  # not infeasible
    return 0


def vars_update(x: int):
    o = Plain(0)
    vars(o).update(x=x, z=x)
    if o.z == 77:
        return 1  # not infeasible
    return 0


def attribute_then_vars_items(x: int):
    o = Plain(x)
    for _name, value in vars(o).items():
        if value == 77:
            return 1  # not infeasible
    return 0


class Descriptor:
    def __get__(self, o, owner=None):
        return o.y + 1

    def __set__(self, o, v):
        o.y = v * 2


class Owner:
    d = Descriptor()


def descriptor(x: int):
    o = Owner()
    o.d = x
    if o.d == 77:
        return 1  # not infeasible
    return 0


class Getattribute:
    def __init__(self, x: int) -> None:
        self.x = x

    def __getattribute__(self, name):
        if name == "twice":
            return self.x * 2
        return object.__getattribute__(self, name)


def getattribute(x: int):
    o = Getattribute(x)
    if o.twice == 76:
        return 1  # not infeasible
    return 0


class Meta(type):
    def __getattr__(cls, name):
        return cls.box[0]


class WithMeta(metaclass=Meta):
    box = [0]


def metaclass_getattr(x: int):
    WithMeta.box[0] = x
    if WithMeta.anything == 77:
        return 1  # not infeasible
    return 0


class L(list):
    def __init__(self, x: int) -> None:
        super().__init__()
        self.append(x)


def list_subclass(x: int):
    o = L(x)
    for y in o:
        if y == 77:
            return 1  # not infeasible
    return 0


class L2(list):
    pass


def list_subclass_with_attribute(x: int):
    o = L2()
    o.n = x
    o.append(x)
    if o[0] == 77:
        if o.n == 77:
            return 1  # not infeasible
    return 0


class D(dict):
    def __init__(self, x: int) -> None:
        self["x"] = x
        self.n = x


def dict_subclass(x: int):
    o = D(x)
    if o["x"] == 77:
        return 1  # not infeasible
    for k, v in o.items():
        if v == 55:
            return 2  # not infeasible
    if o.n == 33:
        return 3  # not infeasible
    return 0


class E(Exception):
    def __init__(self, x: int) -> None:
        self.x = x


class E2(Exception):
    def __init__(self, x: int) -> None:
        super().__init__(x + 1)


def exception_args(x: int):
    try:
        raise E(x)
    except E as e:
        if e.args[0] == 77:
            return 1  # not infeasible
        if e.x == 78:
            return 2  # not infeasible
        if str(e) == "79":
            return 3  # not infeasible
    return 0


def exception_args_by_super(x: int):
    try:
        raise E2(x)
    except E2 as e:
        if e.args[0] == 77:
            return 1  # not infeasible
    return 0


def exception_notes(x: int):
    try:
        e = ValueError("a")
        e.extra = x
        raise e
    except ValueError as f:
        if f.extra == 77:
            return 1  # not infeasible
    return 0


def copies(x: int):
    o = Plain(x)
    p = copy.copy(o)
    q = copy.deepcopy([o])[0]
    if p.x == 77:
        return 1  # not infeasible
    if q.x == 78:
        return 2  # not infeasible
    return 0


class Slots:
    __slots__ = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x


def slots(x: int):
    if Slots(x).x == 77:
        return 1  # not infeasible
    if getattr(Slots(x), "x") == 78:
        return 2  # not infeasible
    return 0


def setattr_native(x: int):
    o = Plain(0)
    setattr(o, "x", x)
    object.__setattr__(o, "y", x)
    if o.x == 77:
        return 1  # not infeasible
    if o.y == 78:
        return 2  # not infeasible
    return 0


class ClassState:
    total = 0

    @classmethod
    def add(cls, x: int) -> None:
        cls.total += x


def class_state(x: int):
    ClassState.add(x)
    if ClassState().total == 77:
        return 1  # not infeasible
    if ClassState.__dict__["total"] == 78:
        return 2  # not infeasible
    if vars(ClassState)["total"] == 79:
        return 3  # not infeasible
    return 0


class Callable_:
    def __init__(self, x: int) -> None:
        self.x = x

    def __call__(self) -> int:
        return self.x


def call_operator(x: int):
    o = Callable_(x)
    if o() == 77:
        return 1  # not infeasible
    if functools.partial(o)() == 78:
        return 2  # not infeasible
    return 0


def deleted(x: int):
    o = Plain(x)
    del o.x
    o.x = 5
    if o.x == 77:
        return 1  # infeasible
    return 0


class Frame:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other):
        return self.x == other.x

    def __hash__(self):
        return 1


def user_keys(x: int, y: int):
    d = {Frame(x): 1}
    d[Frame(y)] = 2
    if len(d) == 1:
        return 1  # not infeasible
    if Frame(77) in d:
        return 2  # not infeasible
    return 0


def user_members(x: int, y: int):
    s = {Frame(x), Frame(y)}
    if len(s) == 1:
        return 1  # not infeasible
    return 0


def ordered(x: int, d: collections.deque[int], e: collections.defaultdict[str, int], f: bytearray):
    if d:
        return 1  # covered
    if e:
        return 2  # covered
    if f:
        return 3  # covered
    return 0


def deque_false(d: collections.deque[int]):
    if not d:
        return 1  # covered
    return 0


def views(d: dict[str, int]):
    if d.keys():
        return 1  # covered
    return 0
